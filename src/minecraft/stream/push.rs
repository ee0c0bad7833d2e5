//! Bytes pushed in as they come.

use std::ops::Range;

use super::codec::{Codec, PacketLength};
use super::{Packet, StreamError};
use crate::stream::{Buffer, Next};

/// Packets out of bytes that are pushed in as they come, in chunks of any size.
///
/// ```
/// use gamewire::minecraft::Protocol;
/// use gamewire::minecraft::stream::FrameDecoder;
///
/// let mut stream = FrameDecoder::new(Protocol::V1_14);
/// stream.push(b"\x07\x0e\x05he");
/// assert!(stream.next_packet()?.is_none());
/// assert_eq!(stream.needed(), 3);
/// stream.push(b"llo\x02\x01");
/// assert_eq!(stream.next_packet()?.unwrap().as_wire(), b"\x0e\x05hello");
/// assert!(stream.next_packet()?.is_none());
///
/// stream.finish(); // nothing more comes
/// let error = stream.next_packet().unwrap_err();
/// assert!(error.to_string().starts_with("at byte 0x0008, reading frame length"));
/// assert!(!error.can_continue());
/// # Ok::<(), gamewire::minecraft::stream::StreamError>(())
/// ```
#[derive(Debug, Clone)]
pub struct FrameDecoder {
    pub(super) codec: Codec,
    pub(super) buffer: Buffer<PacketLength>,
}

impl FrameDecoder {
    /// The start of a stream.
    #[must_use]
    pub fn new(codec: impl Into<Codec>) -> Self {
        let codec = codec.into();
        Self { buffer: Buffer::new(codec.cutter.clone()), codec }
    }

    /// Takes the next bytes of the stream, any number of them.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.push(bytes);
    }

    /// Says that nothing more comes: the rest of an unfinished frame is an error then.
    pub fn finish(&mut self) {
        self.buffer.finish();
    }

    /// The next packet, if all of it is there.
    ///
    /// # Errors
    /// If a frame is over the limit, the length is no VarInt, the stream has ended inside a frame, or the packet cannot be
    /// decompressed to its data length.
    pub fn next_packet(&mut self) -> Result<Option<Packet<'_>>, StreamError> {
        match self.buffer.advance()? {
            Next::Frame(place, offset) => self.packet(place, offset).map(Some),
            Next::Wait(_) | Next::End => Ok(None),
        }
    }

    /// The least number of bytes that the next frame still needs; 0 if it is there.
    pub fn needed(&self) -> usize {
        self.buffer.needed()
    }

    /// The number of bytes that are held for frames not yet taken.
    pub fn buffered(&self) -> usize {
        self.buffer.len()
    }

    /// The rules of the stream.
    pub fn codec(&self) -> &Codec {
        &self.codec
    }

    /// Sets the compression threshold for the next packets: call it after the packet Set Compression.
    #[cfg(feature = "compress")]
    pub fn set_threshold(&mut self, bytes: impl Into<Option<usize>>) {
        self.codec.set_threshold(bytes);
    }

    /// The packet of a frame that [`Buffer::advance`] has found.
    pub(super) fn packet(&mut self, place: Range<usize>, offset: usize) -> Result<Packet<'_>, StreamError> {
        self.codec.packet(self.buffer.payload(place), offset).map_err(StreamError::Value)
    }
}
