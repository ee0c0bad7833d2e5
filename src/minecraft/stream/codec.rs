//! The rules of a stream of packets.

use std::borrow::Cow;

use nom::Parser;

use super::Packet;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Fault, Path};
#[cfg(feature = "compress")]
use crate::limits::DECOMPRESSION_RATIO;
use crate::minecraft::Protocol;
use crate::minecraft::wire::{self, VARINT_MAX};
use crate::stream::{Cutter, Head, Stated};

/// The longest packet unless another limit is set: that of the game.
const LIMIT: usize = 2 << 20;

/// The longest frame: the game reads no length of more than three bytes.
const LONGEST_FRAME: usize = (1 << 21) - 1;

/// The length before a packet.
#[derive(Debug, Clone)]
pub struct PacketLength(Protocol);

impl Head for PacketLength {
    fn stated(&self, unread: &[u8]) -> Stated {
        match wire::length(self.0.cx(), "packet length").parse(unread) {
            Ok((rest, payload)) => {
                let head = u8::try_from(unread.len() - rest.len()).unwrap_or(u8::MAX);
                Stated::Length { head, payload }
            }
            Err(_) if unread.len() < VARINT_MAX && unread.iter().all(|byte| *byte >= 0x80) => {
                Stated::Short(1)
            }
            Err(error) => Stated::Wrong(Fault::from_nom(error)),
        }
    }

    fn shortest(&self) -> usize {
        1
    }

    fn is_bare(&self) -> bool {
        false
    }

    fn broken(&self, unread: &[u8]) -> Option<Fault> {
        match wire::length(self.0.cx(), "packet length").parse(unread) {
            Ok((rest, count)) => {
                let missing = u64::from(count).saturating_sub(rest.len() as u64);
                Some(Fault::of_number(unread, rest, DecodeErrorKind::CountPastEnd { count, missing }))
            }
            Err(error) => Some(Fault::from_nom(error)),
        }
    }
}

/// The rules of a stream of packets: the maximum length of a packet, and the compression threshold.
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
    protocol: Protocol,
    pub(super) cutter: Cutter<PacketLength>,
    /// The longest packet, decompressed.
    limit: usize,
    threshold: Option<usize>,
    #[cfg(feature = "compress")]
    decompressed: Decompressed,
}

/// The lengths of the compressed packets of a stream so far.
#[cfg(feature = "compress")]
#[derive(Debug, Clone, Copy, Default)]
struct Decompressed {
    /// The frames.
    packed: u64,
    /// The decompressed packets.
    unpacked: u64,
}

#[cfg(feature = "compress")]
impl Decompressed {
    /// Returns whether a packet of this length keeps the sum proportional to the frames, with `more` bytes in addition.
    fn allows(self, length: usize, more: usize) -> bool {
        let most = self.packed.saturating_mul(DECOMPRESSION_RATIO as u64).saturating_add(more as u64);
        self.unpacked.saturating_add(length as u64) <= most
    }
}

impl Codec {
    /// Creates the codec of a protocol, without compression.
    #[must_use]
    pub fn new(protocol: Protocol) -> Self {
        Self {
            protocol,
            cutter: Cutter::new(PacketLength(protocol), LIMIT.min(LONGEST_FRAME)),
            limit: LIMIT,
            threshold: None,
            #[cfg(feature = "compress")]
            decompressed: Decompressed::default(),
        }
    }

    /// Sets the maximum length of a frame and of a decompressed packet, in bytes.
    ///
    /// The default is that of the game, 2097152. A frame never has more than 2097151 bytes: the game refuses a length of more
    /// than three bytes.
    ///
    /// All compressed packets of a stream together may decompress to 256 times their length, and this length in addition:
    /// an input of a few kilobytes does not become gigabytes.
    #[must_use]
    pub fn max_frame(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self.cutter.limit = bytes.min(LONGEST_FRAME);
        self
    }

    /// Sets the compression threshold, in bytes: packets of this length and more are compressed. `None`: packets have no
    /// data length, as before Set Compression.
    #[cfg(feature = "compress")]
    #[must_use]
    pub fn threshold(mut self, bytes: impl Into<Option<usize>>) -> Self {
        self.set_threshold(bytes);
        self
    }

    /// Sets the compression threshold of a running stream: call it after the packet Set Compression.
    #[cfg(feature = "compress")]
    pub fn set_threshold(&mut self, bytes: impl Into<Option<usize>>) {
        self.threshold = bytes.into();
    }

    /// Returns the rules of the packets' fields.
    pub fn protocol(&self) -> &Protocol {
        &self.protocol
    }

    /// Appends a packet, its id included, to `buffer` as a frame.
    ///
    /// # Errors
    /// If it is longer than the limit; then `buffer` is unchanged.
    pub fn encode_packet(&self, packet: &[u8], buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        let body = match self.threshold {
            None => Cow::Borrowed(packet),
            Some(threshold) => Cow::Owned(self.compressed(packet, threshold)?),
        };
        allow(packet.len(), self.limit)?;
        allow(body.len(), self.cutter.limit)?;
        buffer.reserve(VARINT_MAX + body.len());
        put_length(body.len(), buffer)?;
        buffer.extend_from_slice(&body);
        Ok(())
    }

    /// The data length, and the packet, compressed if it is not below the threshold.
    #[cfg(feature = "compress")]
    fn compressed(&self, packet: &[u8], threshold: usize) -> Result<Vec<u8>, EncodeError> {
        let mut body = Vec::new();
        if packet.len() < threshold {
            body.push(0);
            body.extend_from_slice(packet);
            return Ok(body);
        }
        allow(packet.len(), self.limit)?;
        put_length(packet.len(), &mut body)?;
        let packed = crate::minecraft::pack(packet, crate::minecraft::Packing::Zlib);
        let failed = EncodeErrorKind::Custom("compressing the packet failed");
        body.extend(packed.map_err(|_| EncodeError::new(Path::default(), failed))?);
        Ok(body)
    }

    /// There is no threshold without the feature `compress`.
    #[cfg(not(feature = "compress"))]
    fn compressed(&self, packet: &[u8], _: usize) -> Result<Vec<u8>, EncodeError> {
        Ok(packet.to_vec())
    }

    /// The packet in the payload of a frame, which begins at this offset of the stream.
    pub(super) fn packet<'a>(&mut self, payload: &'a [u8], offset: usize) -> Result<Packet<'a>, DecodeError> {
        match self.threshold {
            None => Ok(Packet { bytes: Cow::Borrowed(payload), offset, data_length: None }),
            Some(threshold) => {
                let packet = self.decompressed(payload, threshold);
                packet.map(|packet| packet.after(offset)).map_err(|error| error.in_slice(offset))
            }
        }
    }

    #[cfg(not(feature = "compress"))]
    fn decompressed<'a>(&mut self, payload: &'a [u8], _: usize) -> Result<Packet<'a>, DecodeError> {
        Ok(Packet { bytes: Cow::Borrowed(payload), offset: 0, data_length: None })
    }

    #[cfg(feature = "compress")]
    fn decompressed<'a>(&mut self, payload: &'a [u8], threshold: usize) -> Result<Packet<'a>, DecodeError> {
        use DecodeErrorKind as Kind;
        const READING: &str = "data length";
        let failed = |fault| DecodeError::new(payload.len(), fault, READING, Path::default());
        let (data, stated) = wire::length(self.protocol.cx(), READING)
            .parse(payload)
            .map_err(|error| failed(Fault::from_nom(error)))?;
        let offset = payload.len() - data.len();
        let length = usize::try_from(stated).unwrap_or(usize::MAX);
        if length == 0 {
            return Ok(Packet { bytes: Cow::Borrowed(data), offset, data_length: Some(0) });
        }
        let wrong = |kind| failed(Fault::of_number(payload, data, kind));
        if length > self.limit {
            let limit = u32::try_from(self.limit).unwrap_or(u32::MAX);
            return Err(wrong(Kind::TooLong { length: stated.into(), limit }));
        }
        if length < threshold {
            return Err(wrong(Kind::Custom("a compressed packet is shorter than the compression threshold")));
        }
        self.decompressed.packed += payload.len() as u64;
        if !self.decompressed.allows(length, self.limit) {
            return Err(wrong(Kind::Custom(TOO_MUCH)));
        }
        self.decompressed.unpacked += length as u64;
        let mut bytes = Vec::new();
        let unread = match crate::minecraft::files::inflate(data, length, &mut bytes) {
            Ok(unread) => unread,
            Err(_) => {
                let fault = Fault { left: data.len(), read: 0, kind: Kind::Custom(DAMAGED) };
                return Err(DecodeError::new(payload.len(), fault, "packet", Path::default()));
            }
        };
        if bytes.len() != length {
            let needed = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
            return Err(wrong(Kind::LengthMismatch { stated, needed }));
        }
        if unread > 0 {
            let fault = Fault { left: unread, read: 0, kind: Kind::TrailingBytes { count: unread } };
            return Err(DecodeError::new(payload.len(), fault, "packet", Path::default()));
        }
        Ok(Packet { bytes: Cow::Owned(bytes), offset, data_length: Some(length) })
    }
}

/// The reason for a packet after others that were hardly longer than their lengths.
#[cfg(feature = "compress")]
const TOO_MUCH: &str = "the packets of the stream decompress to more than 256 times their length";

/// The reason for zlib data that cannot be decompressed.
#[cfg(feature = "compress")]
const DAMAGED: &str = "the zlib data of the packet is damaged or incomplete";

impl From<Protocol> for Codec {
    fn from(protocol: Protocol) -> Self {
        Self::new(protocol)
    }
}

fn put_length(length: usize, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
    let number = i32::try_from(length).map_err(|_| too_long(length, i32::MAX as usize))?;
    buffer.extend(Protocol::V1_14.encode(&crate::minecraft::VarInt(number))?);
    Ok(())
}

fn allow(length: usize, limit: usize) -> Result<(), EncodeError> {
    if length <= limit { Ok(()) } else { Err(too_long(length, limit)) }
}

fn too_long(length: usize, limit: usize) -> EncodeError {
    EncodeError::new(Path::default(), EncodeErrorKind::TooLong { length, limit })
}
