//! Reading values from any `Read`.

use std::io::Read;

use super::super::frame::Frame;
use super::super::view::VariantView;
use super::super::{OwnedVariant, Variant};
use super::codec::Codec;
use super::push::FrameDecoder;
use crate::stream::StreamError;

/// Reads values from a file, a pipe or a socket, one after the other, in the memory of the largest.
///
/// Reads no byte beyond the frame that is asked for, so that something else may follow it. A `BufReader` around
/// files and sockets pays.
///
/// ```
/// use gamewire::godot::stream::{Codec, Reader};
/// use gamewire::godot::{Dialect, Framing};
///
/// let save: &[u8] = &[8, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0];
/// for value in Reader::new(Dialect::GODOT_3, save) {
///     println!("{}", value?);
/// }
///
/// // To make nothing: checked bytes, valid until the next is asked for.
/// let mut reader = Reader::new(Codec::new(Dialect::GODOT_3).framing(Framing::STORE_VAR), save);
/// while let Some(value) = reader.next_view()? {
///     println!("{:?}", value.kind());
/// }
/// # Ok::<(), gamewire::godot::stream::StreamError>(())
/// ```
///
/// If a socket does not block, or has a timeout, `WouldBlock` and `TimedOut` are returned as errors after which the
/// same call goes on where it was: see [`StreamError::can_continue`].
#[derive(Debug)]
pub struct Reader<R> {
    frames: FrameDecoder,
    reader: R,
}

impl<R: Read> Reader<R> {
    /// Reads from `reader`.
    #[must_use]
    pub fn new(codec: impl Into<Codec>, reader: R) -> Self {
        Self { frames: FrameDecoder::new(codec), reader }
    }

    /// Returns the next frame, as bytes that were not validated; `None` at the end.
    ///
    /// # Errors
    /// If the reader fails, if a frame is over the limit, and if the input ends inside of one.
    pub fn next_frame(&mut self) -> Result<Option<Frame<'_>>, StreamError> {
        let place = self.frames.buffer.advance_from(&mut self.reader)?;
        Ok(place.map(|(place, offset)| self.frames.frame(place, offset)))
    }

    /// The next value, which borrows from this reader; `None` at the end.
    ///
    /// # Errors
    /// As [`next_frame`](Self::next_frame), and if the frame holds something else than a value.
    pub fn next_value(&mut self) -> Result<Option<Variant<'_>>, StreamError> {
        let decoder = self.frames.codec.decoder;
        self.next_frame()?.map(|frame| frame.parse(&decoder)).transpose().map_err(StreamError::Value)
    }

    /// The next value, checked and left where it is; `None` at the end.
    ///
    /// # Errors
    /// As [`next_value`](Self::next_value).
    pub fn next_view(&mut self) -> Result<Option<VariantView<'_>>, StreamError> {
        let decoder = self.frames.codec.decoder;
        self.next_frame()?.map(|frame| frame.view(&decoder)).transpose().map_err(StreamError::Value)
    }

    /// Returns how many more bytes the next frame needs, at least: see [`FrameDecoder::needed`].
    pub fn needed(&self) -> usize {
        self.frames.needed()
    }

    /// Returns the source.
    pub fn get_ref(&self) -> &R {
        &self.reader
    }

    /// Returns the source. Bytes that are read from it directly are missing from the frames.
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.reader
    }

    /// Returns the source, after the last frame that was taken, if there was no error.
    #[must_use]
    pub fn into_inner(self) -> R {
        self.reader
    }
}

/// Owned values, up to the end or an error after which there is nothing more.
impl<R: Read> Iterator for Reader<R> {
    type Item = Result<OwnedVariant, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        let decoder = self.frames.codec.decoder;
        let frame = self.next_frame().transpose()?;
        Some(frame.and_then(|frame| frame.parse_owned(&decoder).map_err(StreamError::Value)))
    }
}
