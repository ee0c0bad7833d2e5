//! The settings of a stream of packets.

use super::RawPacket;
use super::compression::PacketCompression;
use super::length::{allow, packet_length, put_length};
use crate::error::{DecodeError, EncodeError};
use crate::grammar::Read;
use crate::minecraft::Protocol;
use crate::minecraft::wire::VARINT_MAX;
use crate::stream::{Cutter, Head};

/// The default limit of the length of a packet, which is that of 1.14.
const LIMIT: usize = 2 << 20;

/// The longest frame, because the game does not read a length of more than three bytes.
const LONGEST_FRAME: usize = (1 << 21) - 1;

impl Head for Protocol {
    fn length<'a>(&self, i: &'a [u8]) -> Read<'a, u32> {
        packet_length(self.settings().cx())(i)
    }

    fn shortest(&self) -> usize {
        1
    }
}

/// The settings of a stream of packets: the maximum length of a packet, and the compression threshold.
///
/// ```
/// use gamewire::minecraft::Protocol;
/// use gamewire::minecraft::stream::Codec;
/// let codec = Codec::new(Protocol::V1_14).max_frame(64 << 10);
/// let mut frame = Vec::new();
/// codec.encode_packet(b"\x0e\x05hello", &mut frame)?;
/// assert_eq!(frame, b"\x07\x0e\x05hello");
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Codec {
    pub(super) cutter: Cutter<Protocol>,
    /// The maximum length of a decompressed packet.
    limit: usize,
    pub(super) compression: PacketCompression,
}

impl Codec {
    /// Creates the codec of a protocol, without compression.
    #[must_use]
    pub fn new(protocol: Protocol) -> Self {
        Self {
            cutter: Cutter::new(protocol, LIMIT.min(LONGEST_FRAME)),
            limit: LIMIT,
            compression: PacketCompression::default(),
        }
    }

    /// Sets the maximum length of a frame and of a decompressed packet in bytes.
    ///
    /// The default is that of 1.14, 2097152; later versions of the game decompress packets of up to 8388608 bytes. A
    /// frame has at most 2097151 bytes in any case, because the game rejects a length of more than three bytes.
    ///
    /// All compressed packets of a stream together may decompress to 256 times their length, plus this maximum length.
    /// This prevents an input of a few kilobytes from decompressing to gigabytes.
    #[must_use]
    pub fn max_frame(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self.cutter.limit = bytes.min(LONGEST_FRAME);
        self
    }

    /// Returns the rules of the packets' fields.
    pub fn protocol(&self) -> &Protocol {
        &self.cutter.framing
    }

    /// Appends a packet, which begins with its id, to `buffer` as a frame.
    ///
    /// # Errors
    /// Returns an error if the packet is longer than the limit. `buffer` is then unchanged.
    pub fn encode_packet(&self, packet: &[u8], buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        let body = self.compression.body(packet, self.limit)?;
        allow(packet.len(), self.limit)?;
        allow(body.len(), self.cutter.limit)?;
        buffer.reserve(VARINT_MAX + body.len());
        put_length(body.len(), buffer)?;
        buffer.extend_from_slice(&body);
        Ok(())
    }

    /// Returns the packet in the payload of a frame. `offset` is the offset of the payload in the stream.
    pub(super) fn packet<'a>(
        &mut self,
        payload: &'a [u8],
        offset: usize,
    ) -> Result<RawPacket<'a>, DecodeError> {
        let packet = self.compression.packet(&self.cutter.framing, payload, self.limit);
        packet
            .map(|packet| RawPacket { offset: packet.offset + offset, ..packet })
            .map_err(|error| error.in_slice(offset))
    }
}

impl From<Protocol> for Codec {
    fn from(protocol: Protocol) -> Self {
        Self::new(protocol)
    }
}
