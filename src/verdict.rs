//! The result of a verification: whether reading bytes and writing the value again gives the same bytes.

use crate::error::DecodeError;

/// The result of reading bytes and writing the value again, by the rules of one release.
///
/// Dumps say `canonical` for [`Identical`](Self::Identical), `canonical except for padding` for [`Padding`](Self::Padding),
/// `lenient` for [`Differs`](Self::Differs), and `rejected` for [`Rejected`](Self::Rejected).
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, Verdict, variant};
/// let decoder = Decoder::new(Dialect::GODOT_4);
/// let mut bytes = Dialect::GODOT_4.encode(&variant!("a"))?;
/// assert_eq!(decoder.verify(&bytes), Verdict::Identical);
/// // Readers ignore padding; the engine writes zeros.
/// *bytes.last_mut().unwrap() = 1;
/// assert!(matches!(decoder.verify(&bytes), Verdict::Padding { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Verdict {
    /// This crate, as that release, writes the same bytes.
    Identical,
    /// Only padding differs, which readers ignore. Old releases of Godot write uninitialized memory there; Minecraft
    /// has no padding.
    Padding {
        /// The first byte that differs.
        offset: usize,
        /// The number of bytes that differ.
        bytes: usize,
    },
    /// This crate, as that release, writes other bytes. This is also the result if it writes the same bytes, but no
    /// game does: in Godot because an element of a typed container does not have the declared type, in Minecraft
    /// because Java writes a text with other bytes or a compound has two tags of the same name.
    Differs {
        /// The first byte that differs, or the start of the part that no game writes.
        offset: usize,
        /// The meaning of the byte at that offset, or the reason why no game writes the part, as a sentence.
        why: String,
    },
    /// The bytes are not a value.
    Rejected(DecodeError),
}
