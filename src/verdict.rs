//! Whether bytes are those that the engine itself writes.

use crate::error::DecodeError;

/// What reading some bytes and writing them again makes of them.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Verdict {
    /// The same bytes: they are what the engine writes.
    Identical,
    /// A value, and only padding is other than the engine writes it: bytes that no reader looks at. Godot before
    /// 2.1.5 leaves there what was in memory before; Minecraft has none.
    Padding {
        /// The first byte that differs.
        offset: usize,
        /// How many bytes differ.
        bytes: usize,
    },
    /// A value, but written differently from how the engine writes it.
    Differs {
        /// The first byte that differs.
        offset: usize,
        /// What is there.
        why: String,
    },
    /// No value.
    Rejected(DecodeError),
}
