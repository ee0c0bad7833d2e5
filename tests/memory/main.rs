//! Tests how much memory is allocated. This is a separate program, because a counting allocator applies to
//! the whole program.
//!
//! `cargo test --test memory -- --nocapture` prints the multiples.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)] // A test may panic.

mod diff;
mod explain;
mod godot_compressed;
mod godot_hostile;
mod identify;
mod minecraft;
mod paths;
#[path = "../suite/support/positions.rs"]
#[allow(dead_code, reason = "shared with the tests of the library")]
mod positions;
mod project_text;
mod set;
mod stream;
mod stream_soak;

use std::process::Command;
use std::thread;

use peak_alloc::PeakAlloc;

/// Counts the bytes of all live allocations and remembers the most. Growing counts as old and new together.
#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Set in the process of a single test.
const ALONE: &str = "GAMEWIRE_MEMORY_ALONE";

/// Returns whether the test has the heap for itself. If not, runs it in a process of its own and expects it to succeed,
/// so that the tests need not wait for each other.
fn alone() -> bool {
    let thread = thread::current();
    // With `--test-threads 1`, tests run on the main thread, one after the other.
    let Some(test) = thread.name().filter(|name| *name != "main") else { return true };
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    let run = command
        .args([test, "--exact", "--nocapture"])
        .env(ALONE, "")
        .env("RUST_MIN_STACK", "268435456")
        .output()
        .unwrap();
    let [out, err] = [run.stdout, run.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    eprint!("{err}");
    assert!(run.status.success() && out.contains("1 passed"), "{out}");
    false
}

/// The most heap that `work` held at any moment beyond what there was before.
fn peak<T>(work: impl FnOnce() -> T) -> (usize, T) {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let done = work();
    (HEAP.peak_usage() - before, done)
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
