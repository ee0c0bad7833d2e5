//! How much of the stack a recursion has used: the distance of a local variable from one at the entry point.

use std::cell::Cell;

/// A recursion takes no more of the stack than this.
pub(crate) const LIMIT: usize = 3 << 19;

thread_local! {
    static START: Cell<usize> = const { Cell::new(0) };
}

/// The address of a local variable of the caller.
#[inline(always)]
fn here() -> usize {
    let local = 0_u8;
    std::ptr::from_ref(&local).addr()
}

/// Begins a recursion here.
#[inline(always)]
pub(crate) fn begin() {
    START.set(here());
}

/// Returns whether the recursion has used up its stack.
#[inline(always)]
pub(crate) fn is_used_up() -> bool {
    START.get().wrapping_sub(here()).cast_signed() > LIMIT.cast_signed()
}
