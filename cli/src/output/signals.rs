//! Signals that end the program: temporary files are removed, and text in an editor is kept.

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
    use std::thread::{self, JoinHandle};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::{Handle, Signals};

    /// The signals that a terminal sends for a key.
    const KEYS: [i32; 2] = [SIGINT, SIGQUIT];
    /// Other signals that end the program.
    const TERMINATION: [i32; 2] = [SIGTERM, SIGHUP];

    /// An action before a signal ends the program.
    type Action = Box<dyn Fn() + Send>;

    static ACTIONS: Mutex<Vec<(u64, Action)>> = Mutex::new(Vec::new());
    static HANDLER: Mutex<Option<Handler>> = Mutex::new(None);

    fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An action that runs before a signal ends the program, until this is dropped.
    pub struct AtEnd(u64);

    impl Drop for AtEnd {
        fn drop(&mut self) {
            locked(&ACTIONS).retain(|(number, _)| *number != self.0);
        }
    }

    /// Creates something, and the action that removes it before a signal ends the program with the usual exit status. No
    /// signal ends the program in between.
    pub fn at_end<T>(create: impl FnOnce() -> io::Result<(T, Action)>) -> io::Result<(T, AtEnd)> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let mut handler = locked(&HANDLER);
        if handler.is_none() {
            *handler = Some(Handler::new()?);
        }
        drop(handler);
        let mut actions = locked(&ACTIONS);
        let (created, action) = create()?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        actions.push((number, action));
        Ok((created, AtEnd(number)))
    }

    /// Runs an editor. Signals that a terminal sends for a key are ignored meanwhile: the editor gets them, too.
    ///
    /// A key's signal counts by the time at which it arrives, not by that at which a thread handles it: while the editor
    /// runs, no thread handles it.
    pub fn while_editing<T>(edit: impl FnOnce() -> T) -> io::Result<T> {
        let ignored = Signals::new(KEYS)?;
        drop(locked(&HANDLER).as_mut().and_then(|handler| handler.keys.take()));
        let result = edit();
        // Without another thread, the signals stay without effect: what was edited is not lost for that.
        if let (Some(handler), Ok(keys)) = (locked(&HANDLER).as_mut(), Ending::new(&KEYS)) {
            handler.keys = Some(keys);
        }
        drop(ignored);
        Ok(result)
    }

    /// The threads that handle signals, as long as the program runs.
    struct Handler {
        keys: Option<Ending>,
        _termination: Ending,
    }

    impl Handler {
        fn new() -> io::Result<Self> {
            // A handler of it, even one that does nothing, makes an output that is too long an error like a full disk.
            signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
            Ok(Self { keys: Some(Ending::new(&KEYS)?), _termination: Ending::new(&TERMINATION)? })
        }
    }

    /// A thread that ends the program at the first of some signals.
    struct Ending {
        handle: Handle,
        thread: Option<JoinHandle<()>>,
    }

    impl Ending {
        fn new(signals: &[i32]) -> io::Result<Self> {
            let mut signals = Signals::new(signals.iter().filter(|signal| !is_ignored(**signal)))?;
            let handle = signals.handle();
            let thread = thread::Builder::new().spawn(move || {
                if let Some(signal) = signals.forever().next() {
                    let actions = locked(&ACTIONS);
                    actions.iter().for_each(|(_, action)| action());
                    // The actions stay locked: nothing is created any more.
                    std::process::exit(128 + signal);
                }
            })?;
            Ok(Self { handle, thread: Some(thread) })
        }
    }

    /// Returns whether the program was started without a signal, as by `nohup`. Only Linux says so.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
        ignored.is_some_and(|ignored| ignored >> (signal - 1) & 1 == 1)
    }

    impl Drop for Ending {
        fn drop(&mut self) {
            self.handle.close();
            if let Some(thread) = self.thread.take() {
                // A thread that panicked has ended, too.
                let _ = thread.join();
            }
        }
    }
}

/// Other systems: no handler.
#[cfg(not(unix))]
mod none {
    use std::io;

    pub struct AtEnd;

    pub fn at_end<T>(
        create: impl FnOnce() -> io::Result<(T, Box<dyn Fn() + Send>)>,
    ) -> io::Result<(T, AtEnd)> {
        Ok((create()?.0, AtEnd))
    }

    pub fn while_editing<T>(edit: impl FnOnce() -> T) -> io::Result<T> {
        Ok(edit())
    }
}

#[cfg(not(unix))]
pub use none::{AtEnd, at_end, while_editing};
#[cfg(unix)]
pub use unix::{AtEnd, at_end, while_editing};
