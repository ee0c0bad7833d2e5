//! Readers and writers of packets.

use std::io::{Read, Write};

use super::{Codec, RawPacket, StreamError};
use crate::error::DecodeError;
use crate::minecraft::{Protocol, VarInt, Wire};
use crate::stream::{self, Cutter, Framed, decoded};

impl Framed for Codec {
    type Head = Protocol;
    type Item = RawPacket<'static>;

    fn cutter(&self) -> &Cutter<Protocol> {
        &self.cutter
    }

    fn item(&mut self, payload: &[u8], offset: usize) -> Result<RawPacket<'static>, DecodeError> {
        self.packet(payload, offset).map(RawPacket::into_owned)
    }
}

/// Reads packets from bytes that the caller pushes as they arrive, in parts of any size.
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
///
/// The methods that both games share are on the page of [`stream::FrameDecoder`].
pub type FrameDecoder = stream::FrameDecoder<Codec>;

impl FrameDecoder {
    /// Returns the next packet, if its frame is complete.
    ///
    /// # Errors
    /// Returns an error if a frame is over the limit, its length is not a valid VarInt, the stream has ended inside a
    /// frame, or the packet cannot be decompressed to its data length.
    pub fn next_packet(&mut self) -> Result<Option<RawPacket<'_>>, StreamError> {
        decoded(self.next_payload(), Codec::packet)
    }
}

/// Reads packets from a file, a pipe or a socket, one after the other. It needs the memory of the largest packet only.
///
/// ```
/// use gamewire::minecraft::Protocol;
/// use gamewire::minecraft::stream::Reader;
/// let stream: &[u8] = b"\x02\x00\x05\x01\x0e";
/// let ids: Result<Vec<i32>, _> = Reader::new(Protocol::V1_14, stream).map(|packet| packet?.id().map_err(
///     gamewire::minecraft::stream::StreamError::Value)).collect();
/// assert_eq!(ids?, [0x00, 0x0e]);
/// # Ok::<(), gamewire::minecraft::stream::StreamError>(())
/// ```
///
/// The methods that both games share are on the page of [`stream::Reader`].
pub type Reader<R> = stream::Reader<Codec, R>;

impl<R: Read> Reader<R> {
    /// Returns the next packet, or `None` at the end of the input.
    ///
    /// # Errors
    /// Returns an error if the reader fails, and the errors of [`FrameDecoder::next_packet`].
    pub fn next_packet(&mut self) -> Result<Option<RawPacket<'_>>, StreamError> {
        decoded(self.next_payload(), Codec::packet)
    }
}

/// Writes packets to a file, a pipe or a socket. Each frame is written as a whole.
///
/// ```
/// use std::borrow::Cow;
/// use gamewire::minecraft::Protocol;
/// use gamewire::minecraft::stream::Writer;
/// let mut writer = Writer::new(Protocol::V1_14, Vec::new());
/// writer.write(0x0e, &Cow::Borrowed("hello"))?;
/// writer.write_packet(b"\x0e\x02hi")?;
/// assert_eq!(writer.into_inner(), b"\x07\x0e\x05hello\x04\x0e\x02hi");
/// # Ok::<(), gamewire::minecraft::stream::StreamError>(())
/// ```
///
/// The methods that both games share are on the page of [`stream::Writer`].
pub type Writer<W> = stream::Writer<Codec, W>;

impl<W: Write> Writer<W> {
    /// Writes a packet: its id and its fields.
    ///
    /// # Errors
    /// Returns an error if the fields cannot be encoded, if the packet is over the limit, or if the writer fails. After
    /// an error that allows the stream to [continue](StreamError::can_continue), nothing of this packet was written.
    pub fn write<'a, X: Wire<'a>>(&mut self, id: i32, fields: &X) -> Result<(), StreamError> {
        let mut packet = self.codec.protocol().encode(&VarInt(id))?;
        packet.extend(self.codec.protocol().encode(fields)?);
        self.write_packet(&packet)
    }

    /// Writes the bytes of a packet, which begin with its id.
    ///
    /// # Errors
    /// Returns the same errors as [`write`](Self::write).
    pub fn write_packet(&mut self, packet: &[u8]) -> Result<(), StreamError> {
        self.put(|codec, buffer| codec.encode_packet(packet, buffer))
    }
}
