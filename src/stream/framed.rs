//! The codecs of both games, as readers and writers of streams need them.

use super::cutter::{Cutter, Head};
use crate::error::DecodeError;

/// The settings of a stream: the `Codec` of `godot::stream` or of `minecraft::stream`. Sealed.
pub trait Framed {
    /// The length before each frame.
    type Head: Head;
    /// The decoded contents of a frame, borrowing nothing.
    type Item;

    /// The boundaries of the frames of a stream, from its start.
    fn cutter(&self) -> &Cutter<Self::Head>;

    /// Decodes the payload of a frame, which begins at this offset of the stream.
    fn item(&mut self, payload: &[u8], offset: usize) -> Result<Self::Item, DecodeError>;
}
