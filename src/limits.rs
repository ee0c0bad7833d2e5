//! Limits of decoding and encoding, each default with its reason.
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

/// Limits of one decode or encode.
///
/// ```
/// use gamewire::limits::Limits;
/// let mut limits = Limits::GODOT;
/// limits.depth = 64;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The deepest allowed level of nesting; the outermost value is at level 0.
    pub depth: u32,
    /// The maximum length of the input in bytes.
    ///
    /// Memory is proportional to the input in any case; this limit rejects long inputs early. At the worst, a decode uses eight
    /// times the length of its input for a Godot value (ten times for Godot 4's typed dictionaries), 28 times for NBT, 24 times
    /// for other Minecraft types (96 for arrays of structures or of arrays of known count, see `TypeExpr::memory_per_byte`);
    /// the memory tests measure it.
    pub bytes: usize,
    /// The most stack in bytes that nested values may use, from the outermost value on.
    ///
    /// Each level takes stack. Optimized builds read, check, explain, view and write the 1024 levels of Godot in less than 1 MiB;
    /// builds without optimization take 4 to 8 KiB for a level, so that the default is reached after 200 levels or more. Values that
    /// go on are an error ([`StackLimit`](crate::DecodeErrorKind::StackLimit)), never an overflow. The default of 1.5 MiB fits on a thread
    /// of 2 MiB, which is what Rust's threads have. Raise it together with the stack of the thread. On WebAssembly the default is
    /// 0.75 MiB, and only the part of the stack that is in memory is measured: there the limit of depth is the bound.
    pub stack: usize,
}

/// Three quarters of the stack of a thread, and of a module of WebAssembly.
const STACK: usize = if cfg!(target_family = "wasm") { 3 << 18 } else { 3 << 19 };

impl Limits {
    /// The limit of Godot since 3.5: a value at level 1024 is accepted, one at level 1025 is not.
    ///
    /// Cloning, comparing, printing and dropping such a value needs less than 2 MiB of stack, in unoptimized builds too. For reading and
    /// writing see [`stack`](Self::stack).
    pub const GODOT: Self = Self { depth: 1024, bytes: usize::MAX, stack: STACK };

    /// For input that was checked before: the first pass has refused what goes beyond a limit, and a part is less deep than
    /// it was in the whole.
    pub(crate) const CHECKED: Self = Self { depth: u32::MAX, bytes: usize::MAX, stack: usize::MAX };

    /// These limits with less stack, for the check of a view: building the tree of what it has checked takes more than the check, twice
    /// as much in optimized builds, and cannot fail.
    pub(crate) fn for_views(self) -> Self {
        Self { stack: if cfg!(debug_assertions) { self.stack / 4 * 3 } else { self.stack / 2 }, ..self }
    }

    /// The limit of Minecraft's NBT: the root compound is at level 0; level 512 is accepted, level 513 is not.
    pub const NBT: Self = Self { depth: 512, bytes: usize::MAX, stack: STACK };
}

/// Decompressed data may be this many times as long as the compressed file or stream that it comes from. Saved games are
/// compressed to a third, long runs of the same entry to a fiftieth.
#[cfg(all(feature = "compress", feature = "minecraft"))]
pub(crate) const DECOMPRESSION_RATIO: usize = 256;
