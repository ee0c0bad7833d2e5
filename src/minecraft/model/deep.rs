//! Dropping what nests: what a program builds may be deeper than any stack.

use std::cell::Cell;

/// Levels that are dropped by recursion, the compiler's own way; what is deeper waits its turn in a list.
const RECURSION: u32 = 64;

thread_local! {
    /// How many contents are being dropped around these.
    static LEVEL: Cell<u32> = const { Cell::new(0) };
}

/// Drops contents: what is inside them, too, comes here. `deep` drops them without recursion.
#[inline]
pub(in crate::minecraft) fn release<T>(contents: T, deep: impl FnOnce(T)) {
    let level = LEVEL.get();
    if level < RECURSION {
        LEVEL.set(level + 1);
        drop(contents);
        LEVEL.set(level);
    } else {
        deep(contents);
    }
}
