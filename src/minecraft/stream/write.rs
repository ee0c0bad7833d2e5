//! Packets into anything that can be written to.

use std::io::{self, Write};

use super::{Codec, StreamError};
use crate::minecraft::{VarInt, Wire};
use crate::stream::Outgoing;

/// Packets into a file, a pipe or a socket, each as a whole.
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
/// If a socket does not block, at most one frame waits here: the next [`write`](Self::write) sends the rest of it first, or
/// fails with `WouldBlock` and writes nothing of its packet.
#[derive(Debug)]
pub struct Writer<W> {
    codec: Codec,
    writer: W,
    outgoing: Outgoing,
}

impl<W: Write> Writer<W> {
    /// Writes to `writer`.
    #[must_use]
    pub fn new(codec: impl Into<Codec>, writer: W) -> Self {
        Self { codec: codec.into(), writer, outgoing: Outgoing::default() }
    }

    /// Writes a packet: its id, and its fields.
    ///
    /// # Errors
    /// If the fields cannot be encoded, the packet is over the limit, or the writer fails. After an error that
    /// [can continue](StreamError::can_continue), nothing of this packet was written.
    pub fn write<'a, X: Wire<'a>>(&mut self, id: i32, fields: &X) -> Result<(), StreamError> {
        let mut packet = self.codec.protocol().encode(&VarInt(id))?;
        packet.extend(self.codec.protocol().encode(fields)?);
        self.write_packet(&packet)
    }

    /// Writes the bytes of a packet, from its id on.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_packet(&mut self, packet: &[u8]) -> Result<(), StreamError> {
        self.outgoing.put(&mut self.writer, |buffer| self.codec.encode_packet(packet, buffer))
    }

    /// Sets the compression threshold for the next packets: call it after the packet Set Compression.
    #[cfg(feature = "compress")]
    pub fn set_threshold(&mut self, bytes: impl Into<Option<usize>>) {
        self.codec.set_threshold(bytes);
    }

    /// Sends what waits here, and flushes the writer.
    ///
    /// # Errors
    /// If the writer fails; `WouldBlock` while not everything is sent.
    pub fn flush(&mut self) -> io::Result<()> {
        self.outgoing.send(&mut self.writer)?;
        self.writer.flush()
    }

    /// The number of bytes of a frame that wait for the writer.
    pub fn pending(&self) -> usize {
        self.outgoing.pending()
    }

    /// The destination.
    pub fn get_ref(&self) -> &W {
        &self.writer
    }

    /// The destination.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    /// The destination, without the bytes that still wait here.
    #[must_use]
    pub fn into_inner(self) -> W {
        self.writer
    }
}
