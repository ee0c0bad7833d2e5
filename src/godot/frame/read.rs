//! Reading frames and values from complete bytes.

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
    pub fn frames(self, bytes: &[u8]) -> impl Iterator<Item = Result<Frame<'_>, DecodeError>> + Clone {
        let mut rest = bytes;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let offset = bytes.len() - rest.len() + self.head_len();
            let read = frame(self)(rest);
            rest = read.as_ref().map_or(&[], |(rest, _)| rest);
            Some(match read {
                Ok((_, payload)) => Ok(Frame { offset, payload }),
                Err(error) => Err(Fault::from_nom(error).in_input(bytes.len(), FRAME_LENGTH)),
            })
        })
    }

    /// Returns an iterator over the values of an input, in order. Errors have the offset in the whole input.
    ///
    /// After a frame with invalid contents, the iterator continues with the next frame, because the length says where
    /// it begins. Like `get_var`, a decoder that allows [trailing](Decoder::allow_trailing) bytes ignores bytes of a
    /// frame after the value.
    pub fn values(
        self,
        decoder: Decoder,
        bytes: &[u8],
    ) -> impl Iterator<Item = Result<Variant, DecodeError>> + Clone {
        self.frames(bytes).map(move |frame| frame?.parse(&decoder))
    }
}
