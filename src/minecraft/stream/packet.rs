//! The packet in a frame.

use std::borrow::Cow;

use crate::error::DecodeError;
use crate::grammar::Fault;
use crate::minecraft::{Protocol, Wire, wire};

/// The bytes of a packet of a stream, decompressed: its id and its fields. A [`Packet`](crate::minecraft::Packet) of
/// [`Packets`](crate::minecraft::Packets) can decode them.
///
/// ```
/// use gamewire::minecraft::stream::Reader;
/// use gamewire::minecraft::{Protocol, packet};
///
/// packet! {
///     #[derive(Debug, PartialEq)]
///     struct KeepAlive { id: i64 }
/// }
///
/// let socket: &[u8] = &[9, 0x20, 0, 0, 0, 0, 0, 0, 0, 7];
/// let mut packets = Reader::new(Protocol::V1_14, socket);
/// while let Some(packet) = packets.next_packet()? {
///     if packet.id()? == 0x20 {
///         assert_eq!(packet.parse::<KeepAlive>(&Protocol::V1_14)?, KeepAlive { id: 7 });
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawPacket<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) offset: usize,
    pub(super) data_length: Option<usize>,
}

impl<'a> RawPacket<'a> {
    /// Returns the bytes of the packet, including its id.
    pub fn as_wire(&self) -> &[u8] {
        &self.bytes
    }

    /// Converts the packet to its bytes.
    #[must_use]
    pub fn into_wire(self) -> Cow<'a, [u8]> {
        self.bytes
    }

    /// Returns the offset of the packet in the stream. If it was compressed, this is the offset of its zlib data.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns whether the packet was compressed.
    pub fn is_compressed(&self) -> bool {
        self.data_length.is_some_and(|length| length > 0)
    }

    /// Returns the id of the packet.
    ///
    /// # Errors
    /// Returns an error if the id is not a valid VarInt.
    pub fn id(&self) -> Result<i32, DecodeError> {
        Ok(self.split()?.0)
    }

    /// Returns the fields of the packet, which are the bytes after its id.
    ///
    /// # Errors
    /// Returns an error if the id is not a valid VarInt.
    pub fn fields(&self) -> Result<&[u8], DecodeError> {
        Ok(self.split()?.1)
    }

    /// Decodes the fields of the packet as a type.
    ///
    /// # Errors
    /// Returns an error if the id is not a valid VarInt, or if the fields are not a value of the type. The offset is
    /// counted in the stream, or in the decompressed packet if it was compressed.
    pub fn parse<'p, X: Wire<'p>>(&'p self, protocol: &Protocol) -> Result<X, DecodeError> {
        let (_, fields) = self.split()?;
        let start = self.bytes.len() - fields.len();
        protocol.parse(fields).map_err(|error| self.placed(error, start))
    }

    /// Converts the packet to one that owns its bytes.
    #[must_use]
    pub fn into_owned(self) -> RawPacket<'static> {
        let bytes = Cow::Owned(self.bytes.into_owned());
        RawPacket { bytes, offset: self.offset, data_length: self.data_length }
    }

    fn split(&self) -> Result<(i32, &[u8]), DecodeError> {
        let read = wire::varint(Protocol::V1_14.settings().cx(), "packet id")(&self.bytes);
        let failed = |error| Fault::from_nom(error).in_input(self.bytes.len(), "packet id");
        let (fields, id) = read.map_err(|error| self.placed(failed(error), 0))?;
        Ok((id, fields))
    }

    /// Returns an error in the bytes from `start` on as an error in the stream.
    fn placed(&self, error: DecodeError, start: usize) -> DecodeError {
        error.in_slice(if self.is_compressed() { start } else { self.offset + start })
    }
}
