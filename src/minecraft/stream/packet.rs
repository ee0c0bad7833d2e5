//! Packets out of frames.

use std::borrow::Cow;

use nom::Parser;

use crate::error::{DecodeError, Fault};
use crate::minecraft::{Protocol, Wire, wire};

/// A packet: its id and its fields, decompressed.
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
pub struct Packet<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) offset: usize,
    pub(super) data_length: Option<usize>,
}

impl<'a> Packet<'a> {
    /// The bytes of the packet, from its id on.
    pub fn as_wire(&self) -> &[u8] {
        &self.bytes
    }

    /// Converts the packet to its bytes.
    #[must_use]
    pub fn into_wire(self) -> Cow<'a, [u8]> {
        self.bytes
    }

    /// The offset in the stream of the packet, or of its zlib data if it was compressed.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns whether it was compressed.
    pub fn is_compressed(&self) -> bool {
        self.data_length.is_some_and(|length| length > 0)
    }

    /// The id of the packet.
    ///
    /// # Errors
    /// If it is no VarInt.
    pub fn id(&self) -> Result<i32, DecodeError> {
        Ok(self.split()?.0)
    }

    /// The fields of the packet: the bytes after its id.
    ///
    /// # Errors
    /// If the id is no VarInt.
    pub fn fields(&self) -> Result<&[u8], DecodeError> {
        Ok(self.split()?.1)
    }

    /// The fields of the packet as a type.
    ///
    /// # Errors
    /// If the id is no VarInt, or the fields are not of this type. The offset is that in the stream; if the packet was
    /// compressed, that in the decompressed packet.
    pub fn parse<'p, X: Wire<'p>>(&'p self, protocol: &Protocol) -> Result<X, DecodeError> {
        let (_, fields) = self.split()?;
        let start = self.bytes.len() - fields.len();
        protocol.parse(fields).map_err(|error| self.placed(error, start))
    }

    /// Returns the packet, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Packet<'static> {
        let bytes = Cow::Owned(self.bytes.into_owned());
        Packet { bytes, offset: self.offset, data_length: self.data_length }
    }

    fn split(&self) -> Result<(i32, &[u8]), DecodeError> {
        match wire::varint(Protocol::V1_14.settings().cx(), "packet id").parse(&*self.bytes) {
            Ok((fields, id)) => Ok((id, fields)),
            Err(error) => {
                let error = DecodeError::from_fault(self.bytes.len(), Fault::from_nom(error), "packet id");
                Err(self.placed(error, 0))
            }
        }
    }

    /// An error of the bytes of the packet from `start` on.
    fn placed(&self, error: DecodeError, start: usize) -> DecodeError {
        error.in_slice(if self.is_compressed() { start } else { self.offset + start })
    }
}
