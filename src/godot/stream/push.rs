//! Bytes pushed in as they come.

use std::ops::Range;

use super::super::frame::{Frame, Framing};
use super::super::view::VariantView;
use super::super::{OwnedVariant, Variant};
use super::codec::Codec;
use crate::stream::{Buffer, Next, StreamError};

/// Reads values from bytes that the caller passes as they arrive, in chunks of any size.
///
/// Take what is there after each push: then no more is held than the last chunk and one unfinished frame.
///
/// ```
/// use gamewire::godot::Dialect;
/// use gamewire::godot::stream::FrameDecoder;
///
/// let mut stream = FrameDecoder::new(Dialect::GODOT_3);
/// assert_eq!(stream.needed(), 4);
/// stream.push(&[8, 0, 0, 0, 2, 0]);
/// assert!(stream.next_value()?.is_none());
/// assert_eq!(stream.needed(), 6);
///
/// stream.push(&[0, 0, 7, 0, 0, 0, 8, 0]); // the rest, and some of the next
/// assert_eq!(stream.next_value()?, Some(7.into()));
/// assert!(stream.next_value()?.is_none());
///
/// stream.finish(); // nothing more will come
/// let error = stream.next_value().unwrap_err();
/// assert_eq!(error.to_string(), "at byte 0x000c, reading frame length at $: at least 4 bytes are needed, 2 remain");
/// assert!(!error.can_continue());
/// # Ok::<(), gamewire::godot::stream::StreamError>(())
/// ```
///
/// It is an iterator too, which gives nothing while the next frame is not whole:
///
/// ```
/// # use gamewire::godot::{Dialect, stream::FrameDecoder};
/// # let chunks = [&[8, 0, 0, 0, 2, 0][..], &[0, 0, 7, 0, 0, 0, 8, 0]];
/// let mut stream = FrameDecoder::new(Dialect::GODOT_3);
/// for chunk in chunks {
///     stream.push(chunk);
///     for value in &mut stream {
///         println!("{}", value?);
///     }
/// }
/// # Ok::<(), gamewire::godot::stream::StreamError>(())
/// ```
///
/// With [`Framing::BARE`] a frame is what is pushed up to [`finish`](Self::finish), and the next push begins another.
#[derive(Debug, Clone)]
pub struct FrameDecoder {
    pub(super) codec: Codec,
    pub(super) buffer: Buffer<Framing>,
}

impl FrameDecoder {
    /// A stream's beginning.
    #[must_use]
    pub fn new(codec: impl Into<Codec>) -> Self {
        let codec = codec.into();
        Self { buffer: Buffer::new(codec.cutter.clone()), codec }
    }

    /// Takes the next bytes of the stream, any number of them. Those of a refused frame are not kept.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.push(bytes);
    }

    /// Says that nothing more comes. What is there of an unfinished frame is an error then, and the whole of a bare
    /// packet.
    pub fn finish(&mut self) {
        self.buffer.finish();
    }

    /// Returns the next frame, if all of it is there, as bytes that were not validated.
    ///
    /// # Errors
    /// If a frame is over the limit, or the stream has ended inside of one.
    pub fn next_frame(&mut self) -> Result<Option<Frame<'_>>, StreamError> {
        match self.buffer.advance()? {
            Next::Frame(place, offset) => Ok(Some(self.frame(place, offset))),
            Next::Wait(_) | Next::End => Ok(None),
        }
    }

    /// The next value, if all of it is there; it borrows from what was pushed.
    ///
    /// # Errors
    /// As [`next_frame`](Self::next_frame), and if the frame holds something else than a value.
    pub fn next_value(&mut self) -> Result<Option<Variant<'_>>, StreamError> {
        let decoder = self.codec.decoder;
        self.next_frame()?.map(|frame| frame.parse(&decoder)).transpose().map_err(StreamError::Value)
    }

    /// The next value, if all of it is there, checked and left where it is.
    ///
    /// # Errors
    /// As [`next_value`](Self::next_value).
    pub fn next_view(&mut self) -> Result<Option<VariantView<'_>>, StreamError> {
        let decoder = self.codec.decoder;
        self.next_frame()?.map(|frame| frame.view(&decoder)).transpose().map_err(StreamError::Value)
    }

    /// Returns how many more bytes the next frame needs, at least: those of its length, if that is not known. 0 if
    /// it is there, or if it is an error that is there, or nothing more can come.
    ///
    /// A bare packet ends where its input does: at least one more.
    pub fn needed(&self) -> usize {
        self.buffer.needed()
    }

    /// Returns the number of buffered bytes of frames that are not taken yet.
    pub fn buffered(&self) -> usize {
        self.buffer.len()
    }

    /// Returns the settings.
    pub fn codec(&self) -> &Codec {
        &self.codec
    }

    /// A frame that [`Buffer::advance`] has found.
    pub(super) fn frame(&self, place: Range<usize>, offset: usize) -> Frame<'_> {
        Frame { offset, payload: self.buffer.payload(place) }
    }
}

/// Owned values; nothing while the next frame is not whole.
impl Iterator for FrameDecoder {
    type Item = Result<OwnedVariant, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        let decoder = self.codec.decoder;
        let frame = self.next_frame().transpose()?;
        Some(frame.and_then(|frame| frame.parse_owned(&decoder).map_err(StreamError::Value)))
    }
}
