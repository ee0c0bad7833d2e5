//! Recognizes Minecraft packets, one after the other, by their lengths.

use std::fmt;

use gamewire::DecodeError;
use gamewire::minecraft::stream::{self, Reader};
use gamewire::minecraft::{Protocol, TypeExpr, VarInt};

/// A whole input that consists of packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    count: usize,
    /// The compression threshold that fits the packets, if they have data lengths.
    threshold: Option<usize>,
}

/// The minimum number of packets whose lengths and ids are enough evidence.
const PACKETS: usize = 4;
/// The minimum number of packets whose length and id are not text characters, because text sometimes looks like
/// packets.
const UNLIKE_TEXT: usize = 3;
/// An upper limit for the ids of packets.
const IDS: i32 = 160;
/// The maximum number of bytes that are decompressed to recognize packets.
const DECOMPRESSED: usize = 64 << 20;
/// The id of the packet Set Compression, after which packets are compressed.
const SET_COMPRESSION: u8 = 3;
/// The last field of the packet that opens a connection to play.
const LOGIN: u8 = 2;
/// The fields of the packet that opens a connection, after its id 0.
const HANDSHAKE: &str = "struct(protocol:varint,host:string(255),port:u16,next:varint)";

/// The packets of a login, which come before compression begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Login {
    pub packets: usize,
    /// The compression threshold of the packets after the login, if a packet states it.
    pub threshold: Option<usize>,
}

impl Login {
    /// Recognizes a login by the first packet of a session: Set Compression from the server, or Handshake from the
    /// client, which is followed by Login Start.
    pub fn detect(first: &[u8]) -> Option<Self> {
        let fields = first.get(1..)?;
        match first.first()? {
            &SET_COMPRESSION => {
                let VarInt(threshold) = Protocol::V1_14.parse(fields).ok()?;
                Some(Self { packets: 1, threshold: usize::try_from(threshold).ok() })
            }
            0 if opens(fields) && fields.last() == Some(&LOGIN) => {
                // A packet with the data length 0 and an id has a small number here, which is not a protocol version.
                let (VarInt(release), _) = Protocol::V1_14.parse_prefix(fields).ok()?;
                (release > IDS).then_some(Self { packets: 2, threshold: None })
            }
            _ => None,
        }
    }

    /// Recognizes a login at the start of a stream. Returns it with the number of bytes of its packets.
    fn at_start(stream: &[u8]) -> Option<(Self, usize)> {
        let mut reader = Reader::new(Protocol::V1_14, stream);
        let login = Self::detect(reader.next_packet().ok()??.as_wire())?;
        for _ in 1..login.packets {
            reader.next_packet().ok()??;
        }
        Some((login, stream.len() - reader.get_ref().len()))
    }
}

impl Session {
    /// Recognizes Minecraft packets, each after its length as a VarInt, in bytes that no format reads. `error` is the
    /// error of the reading that reaches furthest. If it shows that the bytes are a value that is cut short, they are
    /// not packets.
    pub fn detect(bytes: &[u8], error: &DecodeError) -> Option<Self> {
        let is_cut = error.is_incomplete() && !error.path().segments().is_empty();
        if is_cut { None } else { Self::by_lengths(bytes) }
    }

    /// Recognizes packets by all of the input: the lengths must lead exactly to its end, and the ids must be ids of
    /// packets.
    pub fn by_lengths(bytes: &[u8]) -> Option<Self> {
        let plain = Lengths::read(bytes, None)?;
        let login = Login::at_start(bytes);
        let after = bytes.get(login.map_or(0, |(_, length)| length)..)?;
        if let Some(packed) = Lengths::read(after, Some(1))
            && (packed.shortest.is_some() || plain.shows)
        {
            let longest = packed.longest + 1;
            let shown = packed.shortest.map_or(longest.max(256), |shortest| shortest.min(256).max(longest));
            let stated = login.and_then(|(login, _)| login.threshold);
            return Some(Self { count: plain.count, threshold: Some(stated.unwrap_or(shown)) });
        }
        ((plain.shows || plain.opens) && plain.has_ids)
            .then_some(Self { count: plain.count, threshold: None })
    }

    /// Returns the compression threshold that fits the packets, if they have data lengths.
    pub fn threshold(&self) -> Option<usize> {
        self.threshold
    }

    /// Returns the options that read the packets.
    pub fn options(&self) -> String {
        match self.threshold {
            Some(threshold) => format!("--frame varint --threshold {threshold}"),
            None => "--frame varint".into(),
        }
    }
}

/// Writes, for example, `7 packets of Minecraft, each after its length as a VarInt`.
impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compressed = if self.threshold.is_some() { ", with compression" } else { "" };
        write!(f, "{} packets of Minecraft, each after its length as a VarInt{compressed}", self.count)
    }
}

/// The findings in the lengths and ids of packets.
struct Lengths {
    count: usize,
    has_ids: bool,
    /// Whether there are so many packets that this is not an accident.
    shows: bool,
    /// Whether the first packet opens a connection.
    opens: bool,
    /// The length of the shortest compressed packet.
    shortest: Option<usize>,
    /// The length of the longest uncompressed packet.
    longest: usize,
}

impl Lengths {
    /// Reads at least two packets. Returns `None` if the bytes do not consist of packets.
    fn read(bytes: &[u8], threshold: Option<usize>) -> Option<Self> {
        let rules = stream::Codec::new(Protocol::V1_14).threshold(threshold);
        let mut reader = Reader::new(rules, bytes);
        let mut lengths =
            Self { count: 0, has_ids: true, shows: false, opens: false, shortest: None, longest: 0 };
        let (mut end, mut decompressed, mut unlike_text) = (0, 0, 0);
        while let Some(packet) = reader.next_packet().ok()? {
            let length = packet.as_wire().len();
            let id = packet.id().ok()?;
            lengths.has_ids &= (0..IDS).contains(&id);
            if threshold.is_none() {
                // The length must be written in the fewest possible bytes, as the game does.
                let head = packet.offset().checked_sub(end)?;
                let needed = 1 + usize::from(length >= 1 << 7) + usize::from(length >= 1 << 14);
                if length == 0 || head != needed {
                    return None;
                }
                end = packet.offset() + length;
                let head = [bytes.get(packet.offset() - head), packet.as_wire().first()];
                unlike_text += usize::from(!head.into_iter().flatten().all(|byte| is_of_text(*byte)));
                lengths.opens |= lengths.count == 0 && id == 0 && opens(packet.fields().ok()?);
            } else if !lengths.has_ids {
                return None;
            }
            lengths.count += 1;
            if packet.is_compressed() {
                lengths.shortest = Some(lengths.shortest.map_or(length, |shortest| shortest.min(length)));
                decompressed += length;
                if decompressed > DECOMPRESSED {
                    break;
                }
            } else {
                lengths.longest = lengths.longest.max(length);
            }
        }
        lengths.shows = lengths.count >= PACKETS && unlike_text >= UNLIKE_TEXT;
        (lengths.count > 1).then_some(lengths)
    }
}

fn is_of_text(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')
}

/// Returns whether these are the fields of a packet that opens a connection.
fn opens(fields: &[u8]) -> bool {
    let next = fields.last().is_some_and(|next| (1..=3).contains(next));
    next && HANDSHAKE.parse().is_ok_and(|expr: TypeExpr| expr.check(Protocol::V1_14, fields).is_ok())
}
