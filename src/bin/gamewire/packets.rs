//! `--frame varint`: packets of Minecraft, one after the other.

use std::borrow::Cow;
use std::fmt;
use std::io::Read;
use std::path::Path;

use gamewire::DecodeError;
use gamewire::minecraft::stream::{self, FrameDecoder, Reader, StreamError};
use gamewire::minecraft::{IntType, Length, Protocol, TypeExpr};

use crate::args::{Allow, Frame, Meaning, Spelling};
use crate::codec::Codec;
use crate::format::{Format, Wanted};
use crate::item::{InputValue, Item};
use crate::outcome::{Outcome, Status, Stop};
use crate::problem::Problem;
use crate::say::bytes_follow;

/// The rules of a stream of packets, and the type of the packets.
#[derive(Debug, Clone)]
pub struct Packets {
    stream: stream::Codec,
    /// The named type; without one, a packet is its id and its data.
    named: Option<Codec>,
    allow: Allow,
}

fn problem(message: &str) -> Problem {
    Problem::new("frame", message)
}

/// The format of a packet without a named type: its id, and this number of bytes.
pub fn id_and_data(data: usize) -> Format {
    let data = u32::try_from(data).unwrap_or(u32::MAX);
    let fields = vec![
        ("id".to_owned(), TypeExpr::Int(IntType::VarInt)),
        ("data".to_owned(), TypeExpr::Bytes(Length::Known(data))),
    ];
    Format::Minecraft(Protocol::V1_14, TypeExpr::Struct(fields))
}

/// The codec of a packet in JSON, whose data is hexadecimal digits: `{"id":32,"data":"0a00"}`.
pub fn codec_of_json(text: &[u8]) -> Codec {
    let packet: serde_json::Value = serde_json::from_slice(text).unwrap_or_default();
    let digits = packet.get("data").and_then(serde_json::Value::as_str).map_or(0, str::len);
    Codec::new(&id_and_data(digits / 2), Allow::default())
}

/// The error of a subcommand that does not read packets.
pub fn refused() -> Problem {
    problem("--frame varint is for decode, explain, verify and encode")
}

/// The rules of a stream of packets of a format.
pub fn rules(format: &Format, threshold: Option<usize>) -> Result<stream::Codec, Problem> {
    match format {
        Format::Minecraft(protocol, _) => Ok(stream::Codec::new(*protocol).threshold(threshold)),
        Format::Godot(_) => {
            Err(problem("--frame varint is for packets of Minecraft: pass --as minecraft/TYPE"))
        }
    }
}

/// The error for `--lines` with a framing of Godot: a line is one value.
pub fn lines_allow(frame: Option<Frame>) -> Result<(), Stop> {
    match frame {
        None | Some(Frame::Varint | Frame::None) => Ok(()),
        Some(_) => Err(Stop::Wrong("with --lines, a line is one value: --frame can only be varint".into())),
    }
}

/// A whole input that divides into packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    /// The number of packets.
    count: usize,
    /// The compression threshold that the packets allow, if they have data lengths.
    threshold: Option<usize>,
}

/// The least number of packets that show by their lengths and ids alone that they are some.
const PACKETS: usize = 4;
/// The least number of them whose length and id are not characters of text, which is such a sequence now and then.
const UNLIKE_TEXT: usize = 3;
/// A number above the ids of all packets.
const IDS: i32 = 160;
/// The number of bytes that are decompressed to recognize packets.
const DECOMPRESSED: usize = 64 << 20;
/// The fields of the packet that opens a connection, after its id 0.
const HANDSHAKE: &str = "struct(protocol:varint,host:string(255),port:u16,next:varint)";

impl Session {
    /// Recognizes packets of Minecraft, each after its length as a VarInt, in bytes that no format reads. `error` ends the
    /// reading that comes furthest: what looks like a value that is cut is no packets.
    pub fn of(bytes: &[u8], error: &DecodeError) -> Option<Self> {
        let is_cut = error.is_incomplete() && !error.path().segments().is_empty();
        if is_cut { None } else { Self::by_lengths(bytes) }
    }

    /// Recognizes packets by the whole input: the lengths lead to the end, and the ids are those of packets.
    fn by_lengths(bytes: &[u8]) -> Option<Self> {
        let plain = Lengths::read(bytes, None)?;
        if let Some(packed) = Lengths::read(bytes, Some(1))
            && (packed.shortest.is_some() || plain.shows)
        {
            let longest = packed.longest + 1;
            let threshold =
                packed.shortest.map_or(longest.max(256), |shortest| shortest.min(256).max(longest));
            return Some(Self { count: plain.count, threshold: Some(threshold) });
        }
        ((plain.shows || plain.opens) && plain.has_ids)
            .then_some(Self { count: plain.count, threshold: None })
    }

    /// The options that read the packets.
    pub fn options(&self) -> String {
        match self.threshold {
            Some(threshold) => format!("--frame varint --threshold {threshold}"),
            None => "--frame varint".into(),
        }
    }
}

/// `7 packets of Minecraft, each after its length as a VarInt`
impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compressed = if self.threshold.is_some() { ", with compression" } else { "" };
        write!(f, "{} packets of Minecraft, each after its length as a VarInt{compressed}", self.count)
    }
}

/// The properties of packets that their lengths and ids show.
struct Lengths {
    count: usize,
    has_ids: bool,
    /// Whether there are so many that they are not an accident.
    shows: bool,
    /// Whether the first packet opens a connection.
    opens: bool,
    /// The length of the shortest compressed packet.
    shortest: Option<usize>,
    /// The length of the longest packet that is not compressed.
    longest: usize,
}

impl Lengths {
    /// Reads two packets or more; `None` if the bytes do not divide into packets.
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
                // As few bytes as the length needs, as the game writes it.
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

/// Returns whether these are the fields of the packet that opens a connection.
fn opens(fields: &[u8]) -> bool {
    let next = fields.last().is_some_and(|next| (1..=3).contains(next));
    next && HANDSHAKE.parse().is_ok_and(|expr: TypeExpr| expr.check(Protocol::V1_14, fields).is_ok())
}

impl Packets {
    /// The rules of the command line; `None` if it names another framing or none.
    pub fn new(meaning: &Meaning, spelling: &Spelling) -> Result<Option<Self>, Problem> {
        if spelling.frame.named() != Some(Frame::Varint) {
            return match spelling.threshold {
                Some(_) => Err(problem("--threshold needs --frame varint")),
                None => Ok(None),
            };
        }
        let (stream, named) = match &meaning.format {
            Wanted::Auto => (stream::Codec::new(Protocol::V1_14).threshold(spelling.threshold), None),
            Wanted::Format(format) => {
                (rules(format, spelling.threshold)?, Some(Codec::new(format, meaning.allow)))
            }
        };
        let stream = match spelling.raw.max_size {
            Some(bytes) => stream.max_frame(bytes),
            None => stream,
        };
        Ok(Some(Self { stream, named, allow: meaning.allow }))
    }

    /// The codec of one packet.
    pub fn codec(&self, packet: &[u8]) -> Cow<'_, Codec> {
        if let Some(named) = &self.named {
            return Cow::Borrowed(named);
        }
        let id = packet.iter().take_while(|byte| **byte >= 0x80).count() + 1;
        Cow::Owned(Codec::new(&id_and_data(packet.len().saturating_sub(id)), self.allow))
    }

    /// Calls `answer` with each packet, and with each error. Offsets begin at `skipped`.
    pub fn each(
        &self,
        reader: impl Read,
        skipped: usize,
        path: &Path,
        answer: &mut dyn FnMut(Item<'_>) -> Outcome,
    ) -> Outcome {
        let mut reader = Reader::new(self.stream.clone(), reader);
        let mut status = Status::Success;
        loop {
            status = status.and(match reader.next_packet() {
                Ok(None) => return Ok(status),
                Ok(Some(packet)) => {
                    let (bytes, offset) = (packet.as_wire(), skipped + packet.offset());
                    let encoded = InputValue { bytes, offset, framed: true, name: None, advised: false };
                    answer(Ok((&encoded, &self.codec(bytes))))?
                }
                Err(StreamError::Frame(error) | StreamError::Value(error)) => {
                    answer(Err(error.after(skipped).into()))?
                }
                Err(StreamError::Io(error)) => return Err(Stop::file(path, &error)),
                Err(error) => return Err(Stop::Wrong(error.to_string())),
            });
        }
    }

    /// The packet in the bytes of one frame.
    pub fn only(&self, frame: &[u8]) -> Result<Vec<u8>, Problem> {
        let mut frames = FrameDecoder::new(self.stream.clone());
        frames.push(frame);
        frames.finish();
        let packet = match frames.next_packet() {
            Ok(Some(packet)) => packet.as_wire().to_vec(),
            Ok(None) => return Err(problem("the line has no frame")),
            Err(StreamError::Frame(error) | StreamError::Value(error)) => return Err(error.into()),
            Err(error) => return Err(problem(&error.to_string())),
        };
        match frames.buffered() {
            0 => Ok(packet),
            more => {
                let message = format!("{} the frame", bytes_follow(more));
                Err(Problem::new("trailing", message).at(frame.len() - more))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use gamewire::identify::{Finding, examine};

    use super::*;

    /// Bytes that are the same each time.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        fn bytes(&mut self, count: usize) -> Vec<u8> {
            (0..count).map(|_| self.next().to_le_bytes().first().copied().unwrap_or_default()).collect()
        }
    }

    fn fixtures(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { fixtures(&path, files) } else { files.push(path) }
        }
    }

    /// The suggestion of the command for bytes: packets, only where no format reads them.
    fn named(bytes: &[u8]) -> Option<Session> {
        Session::by_lengths(bytes)?;
        match examine(bytes) {
            Finding::Unknown(found) => Session::of(bytes, &found.error),
            _ => None,
        }
    }

    #[test]
    fn random_bytes_are_no_packets() {
        let mut random = Random(0x1234_5678_9abc_def1);
        for count in [4, 8, 12, 16, 32, 64, 100, 256, 1000, 4096] {
            for _ in 0..4000 {
                let bytes = random.bytes(count);
                assert_eq!(Session::by_lengths(&bytes), None, "{bytes:?}");
            }
        }
    }

    /// Nor are other files, whole, cut, or without their first bytes; a session is named as one.
    #[test]
    fn other_files_are_no_packets() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
        let mut files = Vec::new();
        fixtures(&folder, &mut files);
        let (mut sessions, mut others) = (Vec::new(), 0);
        for path in files {
            let Ok(bytes) = fs::read(&path) else { continue };
            if path.components().any(|part| part.as_os_str() == "stream") {
                sessions.extend(named(&bytes).map(|session| session.options()));
                continue;
            }
            assert_eq!(named(&bytes), None, "{}", path.display());
            for part in 1..bytes.len().min(if bytes.len() > 1 << 16 { 4 } else { 60 }) {
                let (start, rest) = bytes.split_at(part);
                let end = bytes.len().saturating_sub(part);
                for part in [start, rest, bytes.get(..end).unwrap_or_default()] {
                    assert_eq!(named(part), None, "{}, {} bytes", path.display(), part.len());
                    others += 1;
                }
            }
        }
        sessions.sort();
        assert_eq!(sessions, ["--frame varint", "--frame varint --threshold 256"]);
        assert!(others > 10_000, "{others}");
    }

    #[test]
    fn two_packets_are_some_if_they_open_a_connection() {
        let handshake = b"\x10\0\xdd\x03\x09localhost\x63\xdd\x01";
        let status = b"\x01\0";
        assert_eq!(
            Session::by_lengths(&[&handshake[..], status].concat()).map(|session| session.count),
            Some(2)
        );
        assert_eq!(Session::by_lengths(handshake), None);
        assert_eq!(Session::by_lengths(&status.repeat(3)), None);
        // A length of more bytes than it needs.
        let padded = [&b"\x90\0"[..], &handshake[1..], status].concat();
        assert_eq!(Session::by_lengths(&padded), None);
    }
}
