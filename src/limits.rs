//! Limits of decoding and encoding: nesting, length and stack.
//!
//! The defaults are the limits of the engines. For untrusted input, you can set lower limits with methods such as
//! [`Decoder::max_depth`](crate::godot::Decoder::max_depth).
//!
//! ```
//! use gamewire::godot::{Decoder, Dialect, variant};
//!
//! // A server that expects small and flat messages.
//! let decoder = Decoder::new(Dialect::GODOT_4).max_depth(2).max_bytes(1024);
//! let message = Dialect::GODOT_4.encode(&variant!({ "move": [1, 2] }))?;
//! assert!(decoder.parse(&message).is_ok());
//! let nested = Dialect::GODOT_4.encode(&variant!([[[[1]]]]))?;
//! assert_eq!(decoder.parse(&nested).unwrap_err().kind().code(), "depth");
//! # Ok::<(), gamewire::EncodeError>(())
//! ```

use std::cell::Cell;

/// The limits of one decode or encode.
///
/// ```
/// use gamewire::limits::Limits;
/// let mut limits = Limits::GODOT;
/// limits.depth = 64;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The deepest allowed level of nesting. The outermost value is at level 0.
    pub depth: u32,
    /// The maximum length of the input in bytes.
    ///
    /// Memory is proportional to the input even without this limit; the limit rejects long inputs early. In the worst
    /// case, decoding uses 8 times the length of the input for a Godot value (10 times for typed dictionaries of Godot
    /// 4), 28 times for NBT, and 24 times for other Minecraft types. A type that is known at run time may have values without
    /// bytes: it takes up to 96 times the length of the input, and 400 kB.
    pub bytes: usize,
    /// The maximum size of the stack in bytes that nested values may use, counted from the outermost value.
    ///
    /// Each level of nesting takes stack. Values that need more are rejected with the error
    /// [`StackLimit`](crate::DecodeErrorKind::StackLimit) before the stack overflows.
    ///
    /// Optimized builds read, check, explain, view and write the 1024 levels of Godot in less than 1 MiB. Builds
    /// without optimization take 4 to 8 KiB for a level, so they reach the default limit after 200 levels or more.
    ///
    /// The default of 1.5 MiB fits on a stack of 2 MiB, which is the default of Rust's threads. Where less is left on the
    /// stack of the thread, that is the limit: on a smaller thread, such as the main thread of Windows with its 1 MiB, the
    /// same error comes after fewer levels. On WebAssembly the size of the stack is not known. The default there is
    /// 0.75 MiB, but only a part of the stack can be measured, so the limit of depth is usually reached first.
    pub stack: usize,
}

/// Three quarters of the stack of a thread or of a WebAssembly module.
const STACK: usize = if cfg!(target_family = "wasm") { 3 << 18 } else { 3 << 19 };

impl Limits {
    /// The limits of Godot since 3.5: a value at level 1024 is accepted, and one at level 1025 is rejected.
    ///
    /// Cloning, comparing, printing and dropping a value of any depth needs little stack: what does not fit is done on
    /// another stack. For reading and writing see [`stack`](Self::stack).
    pub const GODOT: Self = Self { depth: 1024, bytes: usize::MAX, stack: STACK };

    /// Limits that are never reached, for input that was already checked against the limits of the caller.
    pub(crate) const CHECKED: Self = Self { depth: u32::MAX, bytes: usize::MAX, stack: usize::MAX };

    /// Returns these limits with less stack, for the check of a view. Building a tree from a view later cannot fail, and takes
    /// more stack than the check: up to twice as much in optimized builds.
    pub(crate) fn for_views(self) -> Self {
        let stack = self.stack.min(left());
        Self { stack: if cfg!(debug_assertions) { stack / 4 * 3 } else { stack / 2 }, ..self }
    }

    /// The limits of Minecraft's NBT: the root compound is at level 0. Level 512 is accepted, and level 513 is
    /// rejected. In builds without optimization, the limit of the [`stack`](Self::stack) is reached earlier.
    pub const NBT: Self = Self { depth: 512, bytes: usize::MAX, stack: STACK };
}

/// There is only one stack, and its size is not known.
#[cfg(target_family = "wasm")]
mod stacker {
    pub(super) fn remaining_stack() -> Option<usize> {
        None
    }
    pub(super) fn grow<R>(_: usize, f: impl FnOnce() -> R) -> R {
        f()
    }
}

/// The bytes that are left free on a stack. They are enough for a value without others inside, and for an error and its path.
const RESERVE: usize = 64 << 10;

/// The stack that nested values may use. It is measured by the address of a local variable, because the address is all
/// that is known on every platform.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stack {
    /// The lowest address that may be used.
    end: Cell<usize>,
    /// The number of bytes that may be used.
    size: Cell<usize>,
}

impl Stack {
    /// Begins at an outermost value, which may use `limit` bytes, or what the thread has left if this is less.
    pub(crate) fn begin(&self, limit: usize) {
        self.size.set(limit.min(left()));
        self.end.set(here().saturating_sub(self.size.get()));
    }

    /// Returns the number of bytes that the values may use.
    pub(crate) fn size(&self) -> usize {
        self.size.get()
    }

    /// Returns whether the values have used up their stack. It is always `false` on platforms where the stack grows
    /// upwards.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_used_up(&self) -> bool {
        here() < self.end.get()
    }
}

/// Returns the address of a local variable, which shows how far the stack is used.
#[cfg_attr(not(debug_assertions), inline(always))]
fn here() -> usize {
    let local = 0_u8;
    std::ptr::from_ref(&local).addr()
}

/// Returns the number of bytes that the thread has left, without the reserve.
pub(crate) fn left() -> usize {
    stacker::remaining_stack().map_or(usize::MAX, |left| left.saturating_sub(RESERVE))
}

/// Calls a function that handles the contents of a value and cannot fail, on another stack if the thread has little left.
/// Each level of a recursion calls it, so that values that a program has built may be nested in any depth.
pub(crate) fn with_stack<R>(f: impl FnOnce() -> R) -> R {
    match stacker::remaining_stack() {
        Some(left) if left < RESERVE => stacker::grow(1 << 20, f),
        _ => f(),
    }
}

thread_local! {
    /// The number of values around the current one that are being dropped.
    static DROPPED: Cell<u32> = const { Cell::new(0) };
}

/// Drops the contents of a value, which may be nested in any depth. Looking at the stack takes as long as dropping a
/// small value, so only each sixteenth level does.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn drop_nested(drop: impl FnOnce()) {
    let level = DROPPED.get();
    DROPPED.set(level + 1);
    if level % 16 == 15 {
        drop_deep(drop)
    } else {
        drop()
    }
    DROPPED.set(level);
}

#[cold]
#[inline(never)]
fn drop_deep(drop: impl FnOnce()) {
    with_stack(drop);
}

/// Calls a function on a stack that has the default limit left, or more.
#[cfg(all(feature = "minecraft", feature = "json"))]
pub(crate) fn with_default_stack<R>(f: impl FnOnce() -> R) -> R {
    if left() < STACK { stacker::grow(STACK + 2 * RESERVE, f) } else { f() }
}

/// Reads what was checked before, on a larger stack if it was checked on a larger one. The function returns `None` if its
/// stack is used up.
pub(crate) fn with_enough_stack<R>(read: impl Fn() -> Option<R>) -> Option<R> {
    read().or_else(|| (22..30).find_map(|bits| stacker::grow(1 << bits, &read)))
}

/// The greatest allowed ratio of the decompressed length to the compressed length of a file or stream. Saved games have
/// a ratio of about 3, and long runs of the same entry a ratio of about 50.
pub const DECOMPRESSION_RATIO: usize = 256;

/// Returns the default limit for what a file or a stream of this length is decompressed to: 256 times the length, and at
/// least 1 MiB.
///
/// ```
/// use gamewire::limits::decompressed;
/// assert_eq!((decompressed(100), decompressed(1 << 20)), (1 << 20, 256 << 20));
/// ```
#[must_use]
pub fn decompressed(length: usize) -> usize {
    length.saturating_mul(DECOMPRESSION_RATIO).max(1 << 20)
}
