//! What is held in memory, counted: a program of its own, since the allocator that counts is that of the whole program.
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
mod stream;
mod stream_soak;

use std::sync::{Mutex, MutexGuard, PoisonError};

use peak_alloc::PeakAlloc;

/// Counts the bytes of all live allocations and remembers the most. Growing counts as old and new together.
#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// One test at a time: they all allocate from the same heap.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most heap that `work` held at any moment beyond what there was before.
fn peak<T>(work: impl FnOnce() -> T) -> (usize, T) {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let done = work();
    (HEAP.peak_usage() - before, done)
}
