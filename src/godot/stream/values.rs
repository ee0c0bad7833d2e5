//! Readers and writers of values.

use std::io::{Read, Write};

use super::super::frame::{Frame, Framing};
use super::super::{Variant, VariantView};
use super::codec::Codec;
use crate::error::DecodeError;
use crate::stream::{self, Cutter, Framed, StreamError, decoded};

impl Framed for Codec {
    type Head = Framing;
    type Item = Variant;

    fn cutter(&self) -> &Cutter<Framing> {
        &self.cutter
    }

    fn item(&mut self, payload: &[u8], offset: usize) -> Result<Variant, DecodeError> {
        Frame { offset, payload }.parse(&self.decoder)
    }
}

impl Codec {
    fn view<'a>(&mut self, payload: &'a [u8], offset: usize) -> Result<VariantView<'a>, DecodeError> {
        Frame { offset, payload }.view(&self.decoder)
    }
}

/// Reads values from bytes that the caller pushes as they arrive, in parts of any size.
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
/// It is also an iterator, which returns `None` until the next frame is complete:
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
/// With [`Framing::BARE`], a frame is everything that is pushed before [`finish`](FrameDecoder::finish) is called. The
/// next push begins another frame.
///
/// The methods that both games share are on the page of [`stream::FrameDecoder`].
pub type FrameDecoder = stream::FrameDecoder<Codec>;

impl FrameDecoder {
    /// Returns the next frame, if it is complete. Its bytes are not validated.
    ///
    /// # Errors
    /// Returns an error if a frame is over the limit, or if the stream has ended inside a frame.
    pub fn next_frame(&mut self) -> Result<Option<Frame<'_>>, StreamError> {
        Ok(self.next_payload()?.map(|(_, payload, offset)| Frame { offset, payload }))
    }

    /// Returns the next value, if its frame is complete.
    ///
    /// # Errors
    /// Returns the errors of [`next_frame`](Self::next_frame), and an error if the frame does not contain a value.
    pub fn next_value(&mut self) -> Result<Option<Variant>, StreamError> {
        decoded(self.next_payload(), Codec::item)
    }

    /// Validates the next value, if its frame is complete, and returns a view of it.
    ///
    /// # Errors
    /// Returns the same errors as [`next_value`](Self::next_value).
    pub fn next_view(&mut self) -> Result<Option<VariantView<'_>>, StreamError> {
        decoded(self.next_payload(), Codec::view)
    }
}

/// Reads values from a file, a pipe or a socket, one after the other. It needs the memory of the largest value only.
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
/// The methods that both games share are on the page of [`stream::Reader`].
pub type Reader<R> = stream::Reader<Codec, R>;

impl<R: Read> Reader<R> {
    /// Returns the next frame, or `None` at the end of the input. Its bytes are not validated.
    ///
    /// # Errors
    /// Returns an error if the reader fails, if a frame is over the limit, or if the input ends inside a frame.
    pub fn next_frame(&mut self) -> Result<Option<Frame<'_>>, StreamError> {
        Ok(self.next_payload()?.map(|(_, payload, offset)| Frame { offset, payload }))
    }

    /// Returns the next value, or `None` at the end of the input.
    ///
    /// # Errors
    /// Returns the errors of [`next_frame`](Self::next_frame), and an error if the frame does not contain a value.
    pub fn next_value(&mut self) -> Result<Option<Variant>, StreamError> {
        decoded(self.next_payload(), Codec::item)
    }

    /// Validates the next value and returns a view of it, or returns `None` at the end of the input.
    ///
    /// # Errors
    /// Returns the same errors as [`next_value`](Self::next_value).
    pub fn next_view(&mut self) -> Result<Option<VariantView<'_>>, StreamError> {
        decoded(self.next_payload(), Codec::view)
    }
}

/// Writes values to a file, a pipe or a socket. Each frame is written as a whole.
///
/// ```
/// use gamewire::godot::Dialect;
/// use gamewire::godot::stream::Writer;
///
/// let mut writer = Writer::new(Dialect::GODOT_3, Vec::new());
/// writer.write(&5.into())?;
/// assert_eq!(writer.into_inner(), [8, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0]);
/// # Ok::<(), gamewire::godot::stream::StreamError>(())
/// ```
///
/// The methods that both games share are on the page of [`stream::Writer`].
pub type Writer<W> = stream::Writer<Codec, W>;

impl<W: Write> Writer<W> {
    /// Writes a value.
    ///
    /// # Errors
    /// Returns an error if the dialect cannot encode the value, if it is over the limit, or if the writer fails. After
    /// an error that allows the stream to [continue](StreamError::can_continue), nothing of this value was written.
    pub fn write(&mut self, value: &Variant) -> Result<(), StreamError> {
        self.put(|codec, buffer| codec.encode_frame(value, buffer))
    }

    /// Writes a validated value, like [`Codec::encode_view`].
    ///
    /// # Errors
    /// Returns the same errors as [`write`](Self::write).
    pub fn write_view(&mut self, value: VariantView<'_>) -> Result<(), StreamError> {
        self.put(|codec, buffer| codec.encode_view(value, buffer))
    }
}
