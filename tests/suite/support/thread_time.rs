//! The time that a thread has run: a test that compares times is not to fail because other programs use the machine.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Returns the time that this thread has run until now. Where the system does not tell (it is not Linux), returns the
/// time that has passed.
pub(crate) fn thread_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    std::thread::yield_now(); // The system adds up the time when it may run another thread.
    let run = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = run.and_then(|run| run.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

#[test]
fn a_thread_that_waits_does_not_run() {
    let start = thread_time();
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(20) {}
    let ran = thread_time() - start;
    assert!(ran > Duration::ZERO, "{ran:?}");
    if cfg!(target_os = "linux") {
        let start = thread_time();
        std::thread::sleep(Duration::from_millis(200));
        let waited = thread_time() - start;
        assert!(waited < Duration::from_millis(100), "{waited:?}");
    }
}
