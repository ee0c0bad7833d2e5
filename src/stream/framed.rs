//! The interface of the codecs of both games, for the readers and writers of streams.

use super::cutter::{Cutter, Head};
use crate::error::DecodeError;

/// A codec of a stream: the `Codec` of `godot::stream` or of `minecraft::stream`. This trait is sealed.
pub trait Framed {
    /// The form of the length before each frame.
    type Head: Head;
    /// The decoded contents of a frame, which borrow nothing.
    type Item;

    /// Returns the cutter that finds the boundaries of frames from the start of a stream.
    fn cutter(&self) -> &Cutter<Self::Head>;

    /// Decodes the payload of a frame. `offset` is the offset of the payload in the stream.
    fn item(&mut self, payload: &[u8], offset: usize) -> Result<Self::Item, DecodeError>;
}
