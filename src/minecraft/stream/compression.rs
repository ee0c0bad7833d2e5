//! Compressed packets.

use std::borrow::Cow;
use std::io::{Read, Write};

use super::length::{allow, data_length, put_length};
use super::{Codec, FrameDecoder, RawPacket, Reader, Writer};
use crate::error::{DecodeError, DecodeErrorKind as Kind, EncodeError, EncodeErrorKind, Path};
use crate::grammar::Fault;
use crate::limits::DECOMPRESSION_RATIO;
use crate::minecraft::Protocol;
use crate::minecraft::deflate::{deflate, inflate};

/// The reason of the error that the packets of a stream decompress to too many bytes.
const TOO_MUCH: &str = "the packets of the stream decompress to more than 256 times their length";

/// The reason of the error that zlib data cannot be decompressed.
const DAMAGED: &str = "the zlib data of the packet is damaged or incomplete";

/// The compression of a stream, and the total lengths of its compressed packets so far.
#[derive(Debug, Clone, Default)]
pub(super) struct PacketCompression {
    pub(super) threshold: Option<usize>,
    /// The total length of the frames.
    packed: u64,
    /// The total length of the decompressed packets.
    unpacked: u64,
}

impl PacketCompression {
    /// Returns whether a packet of this length keeps the total length in proportion to the frames, with an allowance of
    /// `more` bytes.
    fn allows(&self, length: usize, more: usize) -> bool {
        let most = self.packed.saturating_mul(DECOMPRESSION_RATIO as u64).saturating_add(more as u64);
        self.unpacked.saturating_add(length as u64) <= most
    }

    /// Returns the payload of a frame. With a threshold it is the data length and the packet, which is compressed
    /// unless it is below the threshold.
    pub(super) fn body<'p>(&self, packet: &'p [u8], limit: usize) -> Result<Cow<'p, [u8]>, EncodeError> {
        let Some(threshold) = self.threshold else { return Ok(Cow::Borrowed(packet)) };
        let mut body = Vec::new();
        if packet.len() < threshold {
            body.push(0);
            body.extend_from_slice(packet);
            return Ok(Cow::Owned(body));
        }
        allow(packet.len(), limit)?;
        put_length(packet.len(), &mut body)?;
        let failed = EncodeErrorKind::Custom("compressing the packet failed");
        body.extend(deflate(packet).map_err(|_| EncodeError::new(Path::default(), failed))?);
        Ok(Cow::Owned(body))
    }

    /// Returns the packet in the payload of a frame. Offsets are counted from the start of the payload.
    pub(super) fn packet<'a>(
        &mut self,
        protocol: &Protocol,
        payload: &'a [u8],
        limit: usize,
    ) -> Result<RawPacket<'a>, DecodeError> {
        const READING: &str = "data length";
        let Some(threshold) = self.threshold else {
            return Ok(RawPacket { bytes: Cow::Borrowed(payload), offset: 0, data_length: None });
        };
        let (data, stated) = data_length(protocol.settings().cx())(payload)
            .map_err(|error| Fault::from_nom(error).in_input(payload.len(), READING))?;
        let offset = payload.len() - data.len();
        let length = usize::try_from(stated).unwrap_or(usize::MAX);
        if length == 0 {
            return Ok(RawPacket { bytes: Cow::Borrowed(data), offset, data_length: Some(0) });
        }
        let wrong = |kind| Fault::after(payload, data, kind).in_input(payload.len(), READING);
        if length > limit {
            let limit = u32::try_from(limit).unwrap_or(u32::MAX);
            return Err(wrong(Kind::TooLong { length: stated.into(), limit }));
        }
        if length < threshold {
            return Err(wrong(Kind::Custom("a compressed packet is shorter than the compression threshold")));
        }
        self.packed += payload.len() as u64;
        if !self.allows(length, limit) {
            return Err(wrong(Kind::Custom(TOO_MUCH)));
        }
        self.unpacked += length as u64;
        let damaged = |left, kind| Fault::new(left, 0, kind).in_input(payload.len(), "packet");
        let mut bytes = Vec::new();
        let unread = inflate(data, length, &mut bytes);
        let unread = unread.map_err(|_| damaged(data.len(), Kind::Custom(DAMAGED)))?;
        if bytes.len() != length {
            let needed = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
            return Err(wrong(Kind::LengthMismatch { stated, needed }));
        }
        if unread > 0 {
            return Err(damaged(unread, Kind::TrailingBytes { count: unread }));
        }
        Ok(RawPacket { bytes: Cow::Owned(bytes), offset, data_length: Some(length) })
    }
}

impl Codec {
    /// Sets the compression threshold in bytes. Packets of at least this length are compressed. With `None`, packets
    /// have no data length, as before Set Compression.
    #[must_use]
    pub fn threshold(mut self, bytes: impl Into<Option<usize>>) -> Self {
        self.set_threshold(bytes);
        self
    }

    /// Sets the compression threshold of a running stream. Call it after the packet Set Compression.
    pub fn set_threshold(&mut self, bytes: impl Into<Option<usize>>) {
        self.compression.threshold = bytes.into();
    }
}

impl FrameDecoder {
    /// Sets the compression threshold of the next packets. Call it after the packet Set Compression.
    pub fn set_threshold(&mut self, bytes: impl Into<Option<usize>>) {
        self.codec.set_threshold(bytes);
    }
}

impl<R: Read> Reader<R> {
    /// Sets the compression threshold of the next packets. Call it after the packet Set Compression.
    pub fn set_threshold(&mut self, bytes: impl Into<Option<usize>>) {
        self.frames.set_threshold(bytes);
    }
}

impl<W: Write> Writer<W> {
    /// Sets the compression threshold of the next packets. Call it after the packet Set Compression.
    pub fn set_threshold(&mut self, bytes: impl Into<Option<usize>>) {
        self.codec.set_threshold(bytes);
    }
}
