//! `--frame varint`: Minecraft packets, one after the other.

use std::borrow::Cow;

use gamewire::minecraft::stream::{self, Reader, StreamError};
use gamewire::minecraft::{IntType, Length, Protocol, TypeExpr, VarInt};
use gamewire_files::document::Format;
use gamewire_files::identify::{Login, PacketStream};

use crate::args::{Allow, LengthPrefix, Meaning, Spelling};
use crate::output::{Problem, Stop, bytes_follow, eprintln, wrong};

/// The rules of a stream of packets, and the type of its packets.
#[derive(Debug, Clone)]
pub struct Packets {
    stream: stream::Codec,
    /// The type of the packets. Without one, a packet is an id and data.
    named: Option<Format>,
    threshold: Option<usize>,
    allow: Allow,
}

/// The compression threshold of each packet of a stream. Packets of a login are not compressed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Thresholds {
    /// The number of packets before compression begins.
    before: usize,
    after: Option<usize>,
}

impl Thresholds {
    /// Returns the thresholds of a stream with this first packet. If none is given, the threshold is read from the
    /// packet Set Compression.
    pub fn new(named: Option<usize>, first: &[u8]) -> Self {
        let login = Login::detect(first);
        Self {
            before: login.map_or(0, |login| login.packets),
            after: named.or(login.and_then(|login| login.threshold)),
        }
    }

    /// Returns the threshold of the packet with this number.
    pub fn of(self, number: usize) -> Option<usize> {
        self.after.filter(|_| number >= self.before)
    }
}

/// The bytes of a packet, and their offset.
pub type Placed = (usize, Vec<u8>);

fn problem(message: &str) -> Problem {
    Problem::new("frame", message)
}

/// Returns the format of a packet without a known type: its id, and this number of data bytes.
pub fn id_and_data(data: usize) -> Format {
    let data = u32::try_from(data).unwrap_or(u32::MAX);
    let fields = vec![
        ("id".to_owned(), TypeExpr::Int(IntType::VarInt)),
        ("data".to_owned(), TypeExpr::Bytes(Length::Known(data))),
    ];
    Format::Minecraft(Protocol::V1_14, TypeExpr::Struct(fields))
}

/// Returns the format of a packet in JSON, whose data is hexadecimal digits: `{"id":32,"data":"0a00"}`.
pub fn format_of_json(text: &[u8]) -> Format {
    let packet: serde_json::Value = serde_json::from_slice(text).unwrap_or_default();
    let digits = packet.get("data").and_then(serde_json::Value::as_str).map_or(0, str::len);
    id_and_data(digits / 2)
}

/// Returns the rules of a stream of packets in a format.
pub fn rules(format: &Format, threshold: Option<usize>) -> Result<stream::Codec, Problem> {
    match format {
        Format::Minecraft(protocol, _) => Ok(stream::Codec::new(*protocol).threshold(threshold)),
        Format::Godot(_) => {
            Err(problem("--frame varint is for packets of Minecraft: pass --as minecraft/TYPE"))
        }
    }
}

/// Returns an error if `--lines` is used with a framing of Godot, because a line is one value.
pub fn lines_allow(frame: Option<LengthPrefix>) -> Result<(), Stop> {
    match frame {
        None | Some(LengthPrefix::Varint | LengthPrefix::None) => Ok(()),
        Some(_) => wrong!("with --lines, a line is one value: --frame can only be varint"),
    }
}

impl Packets {
    /// Returns the packets that the command line describes, or `None` if it has another framing.
    pub fn new(meaning: &Meaning, spelling: &Spelling) -> Result<Option<Self>, Problem> {
        let is_recording = meaning.named.version().is_some();
        if is_recording || spelling.named_frame() != Some(LengthPrefix::Varint) {
            let state = "a state: --as minecraft-1.20.4/play.toClient";
            let needed = if is_recording { state } else { "--frame varint" };
            return match spelling.threshold {
                Some(_) => Err(problem(&format!("--threshold needs {needed}"))),
                None => Ok(None),
            };
        }
        let (named, threshold) = (meaning.format(), spelling.threshold);
        let stream = match &named {
            None => stream::Codec::new(Protocol::V1_14).threshold(threshold),
            Some(format) => rules(format, threshold)?,
        };
        let stream = match spelling.raw.max_size {
            Some(bytes) => stream.max_frame(bytes),
            None => stream,
        };
        Ok(Some(Self { stream, named, threshold, allow: meaning.allow }))
    }

    /// Returns the format of one packet.
    pub fn format(&self, packet: &[u8]) -> Cow<'_, Format> {
        if let Some(named) = &self.named {
            return Cow::Borrowed(named);
        }
        let id = packet.iter().take_while(|byte| **byte >= 0x80).count() + 1;
        Cow::Owned(self.allow.restrict(&id_and_data(packet.len().saturating_sub(id))))
    }

    /// Returns the thresholds for the packets of a stream with this beginning.
    pub fn thresholds(&self, start: &[u8]) -> Thresholds {
        let mut reader = Reader::new(*self.stream.protocol(), start);
        let first = reader.next_packet().ok().flatten();
        Thresholds::new(self.threshold, first.as_ref().map_or(&[], |packet| packet.as_wire()))
    }

    /// Prints a hint if the packets of a whole stream seem to be compressed but no threshold is known.
    pub fn say_hint(&self, stream: &[u8]) {
        if self.thresholds(stream).after.is_some() {
            return;
        }
        let first = |threshold| Some(self.first(stream, threshold).ok()?.1);
        let is_read = |packet: Vec<u8>| self.named.as_ref().is_some_and(|named| named.check(&packet).is_ok());
        let is_packed = || !first(None).is_some_and(is_read) && first(Some(1)).is_some_and(is_read);
        let session = PacketStream::by_lengths(stream).and_then(|session| session.threshold);
        if let Some(threshold) = session.or_else(|| is_packed().then_some(1)) {
            eprintln!(
                "hint: the packets seem to be compressed, because they have data lengths: pass --threshold {threshold}"
            );
        }
    }

    /// Returns the packet in a frame, and its offset.
    pub fn first(&self, frame: &[u8], threshold: Option<usize>) -> Result<Placed, StreamError> {
        let mut reader = Reader::new(self.stream.clone().threshold(threshold), frame);
        let packet = reader.next_packet()?;
        Ok(packet.map_or((0, Vec::new()), |packet| (packet.offset(), packet.as_wire().to_vec())))
    }

    /// Returns the packet in the bytes of a single frame.
    pub fn only(&self, frame: &[u8]) -> Result<Vec<u8>, Problem> {
        let mut reader = Reader::new(self.stream.clone(), frame);
        let packet = reader.next_packet()?.map(|packet| packet.as_wire().to_vec());
        let packet = packet.ok_or_else(|| problem("the line has no frame"))?;
        match reader.get_ref().len() {
            0 => Ok(packet),
            more => {
                let message = format!("{} the frame", bytes_follow(more));
                Err(Problem::new("trailing", message).at(frame.len() - more))
            }
        }
    }
}

/// Returns the number of bytes of the length at the start of a frame, and the length.
pub fn lengths(frame: &[u8]) -> Option<(usize, usize)> {
    let (VarInt(length), payload) = Protocol::V1_14.parse_prefix(frame).ok()?;
    Some((frame.len() - payload.len(), usize::try_from(length).ok()?))
}

impl From<StreamError> for Problem {
    fn from(error: StreamError) -> Self {
        match error {
            StreamError::Frame(error) | StreamError::Value(error) => error.into(),
            error => problem(&error.to_string()),
        }
    }
}
