//! Measures the CPU time of candidates that take turns, and sets what the allocator does with freed memory.

use std::env;
use std::hint::black_box;
use std::process::{Command, exit};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Returns the CPU time of this thread. Other processes on the machine do not affect it.
pub fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// An operation to measure.
pub struct Candidate<'a> {
    pub name: &'static str,
    run: Box<dyn FnMut(u64) + 'a>,
}

impl<'a> Candidate<'a> {
    /// Creates a candidate from a function. Its time includes dropping the result.
    pub fn new<T>(name: &'static str, mut once: impl FnMut() -> T + 'a) -> Self {
        let run = move |times| {
            for _ in 0..times {
                drop(black_box(once()));
            }
        };
        Self { name, run: Box::new(run) }
    }

    /// Runs the function `times` times, and returns the nanoseconds of one call.
    pub fn time(&mut self, times: u64) -> f64 {
        let start = cpu();
        (self.run)(times);
        (cpu() - start).as_nanos() as f64 / times as f64
    }
}

/// The number of calls before each turn that are not measured, so that no candidate pays for the cache that
/// the one before it left. After a single call, 16 MiB were not yet in the cache.
const UNCOUNTED: u64 = 5;

/// Returns the nanoseconds of each candidate, which are the 20th percentile of all rounds. In each round
/// every candidate has a turn, and each round begins with another candidate. A turn begins with [`UNCOUNTED`]
/// calls.
pub fn measure(candidates: &mut [Candidate<'_>], rounds: usize, turn: Duration) -> Vec<(&'static str, f64)> {
    let times: Vec<u64> = candidates
        .iter_mut()
        .map(|candidate| {
            let once = candidate.time(1).max(1.0);
            let warm = candidate.time((1e6 / once) as u64 + 1).max(1.0);
            (turn.as_nanos() as f64 / warm) as u64 + 1
        })
        .collect();
    let mut results = vec![Vec::with_capacity(rounds); candidates.len()];
    for round in 0..rounds {
        for turn in 0..candidates.len() {
            let at = (turn + round) % candidates.len();
            candidates[at].time(UNCOUNTED);
            results[at].push(candidates[at].time(times[at]));
        }
    }
    let low = |mut rounds: Vec<f64>| {
        rounds.sort_by(f64::total_cmp);
        rounds[rounds.len() / 5]
    };
    candidates.iter().zip(results).map(|(candidate, rounds)| (candidate.name, low(rounds))).collect()
}

/// The handling of freed memory by the allocator. If it is kept for the next call, only the code is measured;
/// otherwise it is returned to the system and assigned again page by page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    Kept,
    Fresh,
}

impl Memory {
    /// Returns the settings of glibc, which reads them when a process starts.
    pub fn settings(self) -> [(&'static str, &'static str); 2] {
        match self {
            // These limits exceed the size of any tree.
            Self::Kept => [("MALLOC_TRIM_THRESHOLD_", "1000000000000000"), ("MALLOC_MMAP_MAX_", "0")],
            Self::Fresh => [("MALLOC_TRIM_THRESHOLD_", "131072"), ("MALLOC_MMAP_THRESHOLD_", "131072")],
        }
    }

    /// Runs the program again with these settings, and exits with its result.
    pub fn set(self) {
        const SET: &str = "GAMEWIRE_BENCH_HEAP_SET";
        if env::var_os(SET).is_some() {
            return;
        }
        let status = Command::new(env::current_exe().expect("this program"))
            .args(env::args().skip(1))
            .env(SET, "1")
            .envs(self.settings())
            .status()
            .expect("this program starts");
        exit(status.code().unwrap_or(1));
    }
}

/// Returns the number of pages that the system has assigned to this process, if the system reports it.
pub fn page_faults() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may contain spaces. The minor faults are the eighth field after it.
    stat.rsplit_once(')')?.1.split_whitespace().nth(7)?.parse().ok()
}
