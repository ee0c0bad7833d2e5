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
    /// 4), 28 times for NBT, and 24 times for other Minecraft types (96 times for arrays of structures or of arrays of
    /// known count, see `TypeExpr::memory_per_byte`).
    pub bytes: usize,
    /// The maximum size of the stack in bytes that nested values may use, counted from the outermost value.
    ///
    /// Each level of nesting takes stack. Values that need more are rejected with the error
    /// [`StackLimit`](crate::DecodeErrorKind::StackLimit) before the stack overflows.
    ///
    /// Optimized builds read, check, explain, view and write the 1024 levels of Godot in less than 1 MiB. Builds
    /// without optimization take 4 to 8 KiB for a level, so they reach the default limit after 200 levels or more.
    ///
    /// The default of 1.5 MiB fits on a stack of 2 MiB, which is the default of Rust's threads. If you raise it, also
    /// raise the stack of the thread. On WebAssembly the default is 0.75 MiB, but only a part of the stack can be
    /// measured there, so the limit of depth is usually reached first.
    pub stack: usize,
}

/// Three quarters of the stack of a thread or of a WebAssembly module.
const STACK: usize = if cfg!(target_family = "wasm") { 3 << 18 } else { 3 << 19 };

impl Limits {
    /// The limits of Godot since 3.5: a value at level 1024 is accepted, and one at level 1025 is rejected.
    ///
    /// Cloning, comparing, printing and dropping a value of this depth needs less than 2 MiB of stack, even in builds
    /// without optimization. For reading and writing see [`stack`](Self::stack).
    pub const GODOT: Self = Self { depth: 1024, bytes: usize::MAX, stack: STACK };

    /// Limits that are never reached, for input that was already checked against the limits of the caller.
    pub(crate) const CHECKED: Self = Self { depth: u32::MAX, bytes: usize::MAX, stack: usize::MAX };

    /// Returns these limits with less stack, for the check of a view. Building a tree from a view later cannot fail, and takes
    /// more stack than the check: up to twice as much in optimized builds.
    pub(crate) fn for_views(self) -> Self {
        Self { stack: if cfg!(debug_assertions) { self.stack / 4 * 3 } else { self.stack / 2 }, ..self }
    }

    /// The limits of Minecraft's NBT: the root compound is at level 0. Level 512 is accepted, and level 513 is
    /// rejected. In builds without optimization, the limit of the [`stack`](Self::stack) is reached earlier.
    pub const NBT: Self = Self { depth: 512, bytes: usize::MAX, stack: STACK };
}

/// The greatest allowed ratio of the decompressed length to the compressed length of a file or stream. Saved games have
/// a ratio of about 3, and long runs of the same entry a ratio of about 50.
pub const DECOMPRESSION_RATIO: usize = 256;
