//! Reading frames and values from complete bytes.

use std::iter::FusedIterator;

use super::{Framing, frame};
use crate::error::{DecodeError, FRAME_LENGTH};
use crate::godot::{Decoder, Variant, VariantView};
use crate::grammar::Fault;

/// A frame of an input: the offset and the bytes of its value.
///
/// ```
/// use gamewire::godot::{Dialect, Framing, variant};
/// let mut stream = Vec::new();
/// Framing::PUT_VAR.write(Dialect::GODOT_4, &variant!(7), &mut stream)?;
/// let frame = Framing::PUT_VAR.frames(&stream).next().unwrap()?;
/// assert_eq!((frame.offset, Dialect::GODOT_4.parse(frame.payload)?), (4, variant!(7)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frame<'a> {
    /// The offset of the first byte after the length.
    pub offset: usize,
    /// The bytes after the length.
    pub payload: &'a [u8],
}

impl<'a> Frame<'a> {
    /// Decodes the value.
    ///
    /// # Errors
    /// Returns the errors of [`Decoder::parse`], with the offset in the whole input or stream. A frame is complete, so
    /// a value that needs more bytes is not incomplete: the error is
    /// [`SliceTooShort`](crate::error::DecodeErrorKind::SliceTooShort).
    pub fn parse(&self, decoder: &Decoder) -> Result<Variant, DecodeError> {
        decoder.parse(self.payload).map_err(|error| error.in_slice(self.offset))
    }

    /// Validates the value, and returns a view of it.
    ///
    /// # Errors
    /// Returns the same errors as [`parse`](Self::parse).
    pub fn view(&self, decoder: &Decoder) -> Result<VariantView<'a>, DecodeError> {
        decoder.view(self.payload).map_err(|error| error.in_slice(self.offset))
    }
}

impl Framing {
    /// Returns an iterator over the frames of an input, in order. It ends after a length that exceeds the input.
    #[must_use]
    pub fn frames(self, bytes: &[u8]) -> Frames<'_> {
        Frames { framing: self, rest: bytes, total: bytes.len() }
    }

    /// Returns an iterator over the values of an input, in order. Errors have the offset in the whole input.
    ///
    /// After a frame with invalid contents, the iterator continues with the next frame, because the length says where
    /// it begins. Like `get_var`, a decoder that allows [trailing](Decoder::allow_trailing) bytes ignores bytes of a
    /// frame after the value.
    #[must_use]
    pub fn values(self, decoder: Decoder, bytes: &[u8]) -> FramedValues<'_> {
        FramedValues { frames: self.frames(bytes), decoder }
    }
}

/// An iterator over frames, returned by [`Framing::frames`].
///
/// ```
/// use gamewire::godot::{Dialect, Framing, variant};
///
/// let mut file = Vec::new();
/// for level in [3, 4] {
///     Framing::STORE_VAR.write(Dialect::GODOT_4, &variant!({ "level": level }), &mut file)?;
/// }
/// for frame in Framing::STORE_VAR.frames(&file) {
///     let frame = frame?;
///     println!("{} bytes at byte {}", frame.payload.len(), frame.offset);
/// }
/// assert_eq!(Framing::STORE_VAR.frames(&file).count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Frames<'a> {
    framing: Framing,
    rest: &'a [u8],
    total: usize,
}

impl<'a> Iterator for Frames<'a> {
    type Item = Result<Frame<'a>, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let start = self.total - self.rest.len();
        Some(match frame(self.framing)(self.rest) {
            Ok((rest, payload)) => {
                self.rest = rest;
                Ok(Frame { offset: start + self.framing.head_len(), payload })
            }
            Err(error) => {
                self.rest = &[];
                Err(Fault::from_nom(error).in_input(self.total, FRAME_LENGTH))
            }
        })
    }
}

impl FusedIterator for Frames<'_> {}

/// An iterator over values, returned by [`Framing::values`].
#[derive(Debug, Clone)]
pub struct FramedValues<'a> {
    frames: Frames<'a>,
    decoder: Decoder,
}

impl<'a> Iterator for FramedValues<'a> {
    type Item = Result<Variant, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        let frame = match self.frames.next()? {
            Ok(frame) => frame,
            Err(error) => return Some(Err(error)),
        };
        Some(frame.parse(&self.decoder))
    }
}

impl FusedIterator for FramedValues<'_> {}
