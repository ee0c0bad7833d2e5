//! Signals during an edit.

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::Arc;
    use std::thread::{self, JoinHandle};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::{Handle, Signals};

    /// The signals that a terminal sends for a key.
    const KEYS: [i32; 2] = [SIGINT, SIGQUIT];

    /// A handler of signals.
    pub struct Listening {
        end: Arc<dyn Fn() + Send + Sync>,
        keys: Ending,
        _termination: Ending,
    }

    impl Listening {
        /// Installs the handler: a termination signal calls `end` and ends the program with the usual exit status. Signals
        /// that a terminal sends for a key are ignored while the editor runs: the editor gets them, too.
        pub fn new(end: impl Fn() + Send + Sync + 'static) -> io::Result<Self> {
            let end: Arc<dyn Fn() + Send + Sync> = Arc::new(end);
            Ok(Self {
                keys: Ending::new(&KEYS, &end)?,
                _termination: Ending::new(&[SIGTERM, SIGHUP], &end)?,
                end,
            })
        }

        /// Runs an editor.
        ///
        /// A key's signal counts by the time at which it arrives, not by that at which a thread handles it: while the editor
        /// runs, no thread handles it.
        pub fn while_editing<T>(&mut self, edit: impl FnOnce() -> T) -> io::Result<T> {
            let ignored = Signals::new(KEYS)?;
            self.keys.stop();
            let result = edit();
            // Without another thread, the signals stay without effect: what was edited is not lost for that.
            if let Ok(keys) = Ending::new(&KEYS, &self.end) {
                self.keys = keys;
            }
            drop(ignored);
            Ok(result)
        }
    }

    /// A thread that ends the program at the first of some signals.
    struct Ending {
        handle: Handle,
        thread: Option<JoinHandle<()>>,
    }

    impl Ending {
        fn new(signals: &[i32], end: &Arc<dyn Fn() + Send + Sync>) -> io::Result<Self> {
            let mut signals = Signals::new(signals)?;
            let (handle, end) = (signals.handle(), Arc::clone(end));
            let thread = thread::Builder::new().spawn(move || {
                if let Some(signal) = signals.forever().next() {
                    end();
                    std::process::exit(128 + signal);
                }
            })?;
            Ok(Self { handle, thread: Some(thread) })
        }

        /// Ends the thread.
        fn stop(&mut self) {
            self.handle.close();
            if let Some(thread) = self.thread.take() {
                // A thread that panicked has ended, too.
                let _ = thread.join();
            }
        }
    }

    impl Drop for Ending {
        fn drop(&mut self) {
            self.stop();
        }
    }
}

/// Other systems: no handler.
#[cfg(not(unix))]
mod none {
    use std::io;

    pub struct Listening;

    impl Listening {
        pub fn new(_: impl Fn() + Send + Sync + 'static) -> io::Result<Self> {
            Ok(Self)
        }

        pub fn while_editing<T>(&mut self, edit: impl FnOnce() -> T) -> io::Result<T> {
            Ok(edit())
        }
    }
}

#[cfg(not(unix))]
pub use none::Listening;
#[cfg(unix)]
pub use unix::Listening;
