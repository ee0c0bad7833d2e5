//! Signals during an edit.

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::{Handle, Signals};

    /// A handler of signals.
    pub struct Listening {
        handle: Handle,
        editing: Arc<AtomicBool>,
    }

    impl Listening {
        /// Installs the handler: a termination signal calls `end` and ends the program with the usual exit status. Signals
        /// that a terminal sends for a key are ignored while the editor runs: the editor gets them, too.
        pub fn new(end: impl Fn() + Send + 'static) -> io::Result<Self> {
            let mut signals = Signals::new([SIGINT, SIGQUIT, SIGTERM, SIGHUP])?;
            let (handle, editing) = (signals.handle(), Arc::new(AtomicBool::new(false)));
            let is_editing = Arc::clone(&editing);
            std::thread::Builder::new().spawn(move || {
                for signal in signals.forever() {
                    let of_a_key = matches!(signal, SIGINT | SIGQUIT);
                    if !(of_a_key && is_editing.load(Ordering::SeqCst)) {
                        end();
                        std::process::exit(128 + signal);
                    }
                }
            })?;
            Ok(Self { handle, editing })
        }

        /// Runs an editor.
        pub fn while_editing<T>(&self, edit: impl FnOnce() -> T) -> T {
            self.editing.store(true, Ordering::SeqCst);
            let result = edit();
            self.editing.store(false, Ordering::SeqCst);
            result
        }
    }

    impl Drop for Listening {
        fn drop(&mut self) {
            self.handle.close();
        }
    }
}

/// Other systems: no handler.
#[cfg(not(unix))]
mod none {
    pub struct Listening;

    impl Listening {
        pub fn new(_: impl Fn() + Send + 'static) -> std::io::Result<Self> {
            Ok(Self)
        }

        pub fn while_editing<T>(&self, edit: impl FnOnce() -> T) -> T {
            edit()
        }
    }
}

#[cfg(not(unix))]
pub use none::Listening;
#[cfg(unix)]
pub use unix::Listening;
