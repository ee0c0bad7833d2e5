//! Bytes pushed in as they come.

use super::StreamError;
use super::buffer::{Buffer, Next};
use super::framed::Framed;
use crate::error::DecodeError;

/// Reads frames from bytes that the caller passes as they arrive, in chunks of any size.
///
/// `godot::stream::FrameDecoder` is the one for values, `minecraft::stream::FrameDecoder` the one for packets.
///
/// Take what is there after each push: then no more is held than the last chunk and one unfinished frame.
///
/// ```
/// use gamewire::godot::{Dialect, variant, stream::FrameDecoder};
///
/// let value = variant!({ "hp": 9 });
/// let bytes = Dialect::GODOT_4.encode(&value)?;
/// let mut frames = FrameDecoder::new(Dialect::GODOT_4);
/// assert_eq!(frames.needed(), 4); // The length of the frame.
/// frames.push(&u32::try_from(bytes.len())?.to_le_bytes());
/// assert_eq!(frames.needed(), bytes.len());
/// frames.push(&bytes);
/// assert_eq!(frames.next().transpose()?, Some(value));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct FrameDecoder<C: Framed> {
    pub(crate) codec: C,
    buffer: Buffer<C::Head>,
}

/// The codec, the payload of a frame, and the offset of the payload in the stream.
pub(crate) type Payload<'d, C> = (&'d mut C, &'d [u8], usize);

impl<C: Framed> FrameDecoder<C> {
    /// Starts at the beginning of a stream.
    #[must_use]
    pub fn new(codec: impl Into<C>) -> Self {
        let codec = codec.into();
        Self { buffer: Buffer::new(codec.cutter().clone()), codec }
    }

    /// Adds the next bytes of the stream, any number of them. Bytes of a refused frame are not kept.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.push(bytes);
    }

    /// Marks the end of the stream. An unfinished frame is then an error; bytes without a length before them are one complete
    /// packet.
    pub fn finish(&mut self) {
        self.buffer.finish();
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
    pub fn codec(&self) -> &C {
        &self.codec
    }

    /// The next frame, if all of it is there.
    pub(crate) fn next_payload(&mut self) -> Result<Option<Payload<'_, C>>, StreamError> {
        Ok(match self.buffer.advance()? {
            Next::Frame(place, offset) => Some((&mut self.codec, self.buffer.payload(place), offset)),
            Next::Wait(_) | Next::End => None,
        })
    }

    /// The next frame out of what can be read; `None` at the end.
    pub(super) fn next_payload_from(
        &mut self,
        reader: &mut impl std::io::Read,
    ) -> Result<Option<Payload<'_, C>>, StreamError> {
        let frame = self.buffer.advance_from(reader)?;
        Ok(frame.map(|(place, offset)| (&mut self.codec, self.buffer.payload(place), offset)))
    }
}

/// Decodes the next frame.
pub(crate) fn decoded<'d, C: Framed, X>(
    next: Result<Option<Payload<'d, C>>, StreamError>,
    decode: impl FnOnce(&'d mut C, &'d [u8], usize) -> Result<X, DecodeError>,
) -> Result<Option<X>, StreamError> {
    let item = next?.map(|(codec, payload, offset)| decode(codec, payload, offset));
    item.transpose().map_err(StreamError::Value)
}

/// Owned items; nothing while the next frame is not whole.
impl<C: Framed> Iterator for FrameDecoder<C> {
    type Item = Result<C::Item, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        decoded(self.next_payload(), C::item).transpose()
    }
}
