//! Reads frames from bytes that the caller pushes.

use super::StreamError;
use super::buffer::{Buffer, Next};
use super::framed::Framed;
use crate::error::DecodeError;

/// Decodes frames from bytes that the caller passes as they arrive, in chunks of any size.
///
/// `godot::stream::FrameDecoder` decodes values, and `minecraft::stream::FrameDecoder` decodes packets.
///
/// Take all complete frames after each push. Then the buffer never holds more than the last chunk and one unfinished
/// frame.
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
    /// Creates a decoder for the start of a stream.
    #[must_use]
    pub fn new(codec: impl Into<C>) -> Self {
        let codec = codec.into();
        Self { buffer: Buffer::new(codec.cutter().clone()), codec }
    }

    /// Adds the next bytes of the stream. Bytes of a refused frame are not kept.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.push(bytes);
    }

    /// Marks the end of the stream. An unfinished frame is then an error. For packets without a length, the bytes
    /// pushed so far are one complete packet.
    pub fn finish(&mut self) {
        self.buffer.finish();
    }

    /// Returns the minimum number of further bytes that the next frame needs. If its length is not complete yet,
    /// these are the missing bytes of the length. Returns 0 if a frame or an error is ready, or if the stream has
    /// ended.
    ///
    /// A packet without a length ends where the input ends, so it always needs at least one more byte.
    pub fn needed(&self) -> usize {
        self.buffer.needed()
    }

    /// Returns the number of buffered bytes of frames that were not taken yet.
    pub fn buffered(&self) -> usize {
        self.buffer.len()
    }

    /// Returns the codec.
    pub fn codec(&self) -> &C {
        &self.codec
    }

    /// Returns the next frame, if it is complete.
    pub(crate) fn next_payload(&mut self) -> Result<Option<Payload<'_, C>>, StreamError> {
        Ok(match self.buffer.advance()? {
            Next::Frame(place, offset) => Some((&mut self.codec, self.buffer.payload(place), offset)),
            Next::Wait(_) | Next::End => None,
        })
    }

    /// Returns the next frame, read from `reader`, or `None` at the end.
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

/// Yields decoded items, and `None` while the next frame is incomplete.
impl<C: Framed> Iterator for FrameDecoder<C> {
    type Item = Result<C::Item, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        decoded(self.next_payload(), C::item).transpose()
    }
}
