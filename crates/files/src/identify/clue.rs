//! Guesses about contents that no format reads, or whose values no game would have.

use super::arrangement::{self, Arrangement, encoded_values, framings};
use super::candidate::Expect;
use super::examine::examine;
use super::identity::{Contents, ValueFormat};
use super::packet_stream::PacketStream;
use super::root::{COMPOUND, NAMELESS};
use super::untyped;
use crate::godot::FileKind;

use gamewire::godot::{Decoder, Detector, Dialect, Verdict};
use gamewire::minecraft::nbt::OptNbt;
use gamewire::minecraft::stream::{Codec, Reader};
use gamewire::minecraft::{Packet, Packets, Protocol, VarInt};
use gamewire::shared::Counted;

/// A guess about contents: see [`Contents::clues`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clue {
    /// The contents that the bytes may have, in words.
    pub text: String,
    /// The options of the command `gamewire` that read them so, or nothing.
    pub options: String,
    /// The number of bytes that the options skip.
    pub skip: usize,
}

impl Clue {
    fn new(text: impl Into<String>, options: impl Into<String>) -> Self {
        Self { text: text.into(), options: options.into(), skip: 0 }
    }
}

impl Contents {
    /// Returns what else contents may be: packets, values after a header or their lengths, text and numbers without a type.
    /// There are such guesses only if no format reads the contents, no game would have their values, or no engine would
    /// write them so. `bytes` are the examined ones, and `skipped` is the number of bytes before them.
    ///
    /// ```
    /// use gamewire_files::identify::examine;
    /// let file = b"GAME\x03\0\x1b\0\0\0\x01\0\0\0\x04\0\0\0\x02\0\0\0hp\0\0\x02\0\0\0\x07\0\0\0";
    /// let clues = examine(file).clues(file, 0);
    /// assert_eq!(clues[0].text, "a value of Godot 4, after 6 bytes");
    /// assert_eq!((clues[0].skip, &*clues[0].options), (6, "--skip 6"));
    /// ```
    pub fn clues(&self, bytes: &[u8], skipped: usize) -> Vec<Clue> {
        let untyped = || untyped::described(bytes).map(|what| Clue::new(what, ""));
        let nearest = match self {
            Self::Godot { chosen, .. } if chosen.lenient.is_some() || !chosen.doubts.is_empty() => {
                let untyped = untyped().filter(|_| chosen.lenient.is_some());
                return untyped
                    .map_or_else(|| packet_clues(bytes, Packets::reading), |untyped| vec![untyped]);
            }
            Self::Unknown(nearest) => nearest,
            _ => return Vec::new(),
        };
        if let Some(untyped) = untyped() {
            return vec![untyped];
        }
        let error = &nearest.error;
        if let Some(session) = PacketStream::detect(bytes, nearest) {
            let threshold = session.threshold;
            let threshold = threshold.map_or(String::new(), |bytes| format!(" --threshold {bytes}"));
            return vec![Clue::new(session.to_string(), format!("--frame varint{threshold}"))];
        }
        if let Some((_, arrangement @ Arrangement::Framed(_))) = writer_of(bytes, None, None) {
            return vec![Clue::new("values with lengths before them", frame_option(arrangement).trim())];
        }
        if let Some((engine, lengths)) = in_a_row(bytes) {
            let (count, second) = (lengths.len(), skipped + lengths.first().copied().unwrap_or_default());
            let text = format!(
                "{count} values of {engine} without lengths, of which the second begins at byte {second}"
            );
            return vec![Clue::new(text, "--trailing")];
        }
        let read = Decoder::new(Dialect::GODOT_3_0).check_prefix(bytes).unwrap_or_default();
        if matches!(bytes, [15, 0, 0, 0, .., 0]) && read.next_multiple_of(4) == bytes.len() {
            return vec![Clue::new("an old NodePath, and zeros after its text", "--as godot3.0 --trailing")];
        }
        // A value that is cut short is no packet, and names do not occur by accident.
        let is_value = nearest.may_be_cut(bytes) || matches!(nearest.format, ValueFormat::Nbt(_));
        let mut clues = if is_value { Vec::new() } else { packet_clues(bytes, Packets::reading) };
        // A part of a value that is cut short is not another value.
        if let Some((header, found)) = after_header(bytes)
            .filter(|(header, _)| !error.is_incomplete() || error.offset() < skipped + header)
        {
            let skip = skipped + header;
            let text = format!("{found}, after {}", Counted(skip, "byte"));
            clues.push(Clue { skip, ..Clue::new(text, format!("--skip {skip}")) });
        }
        clues
    }
}

/// Returns a guess that values come after a header, with the options that read them. Call this for contents that the chosen
/// format does not read. `skipped` is the number of bytes before them.
pub fn header_clue(bytes: &[u8], skipped: usize) -> Option<Clue> {
    let header = examine(bytes).clues(bytes, 0).into_iter().map(|clue| clue.skip).find(|skip| *skip > 0)?;
    let found = examine(bytes.get(header..)?);
    let (skip, frame) = (skipped + header, frame_option(found.arrangement()?));
    let options = format!("--skip {skip} --as {}{frame}", found.format()?);
    Some(Clue { skip, ..Clue::new(format!("{found}, after {}", Counted(skip, "byte")), options) })
}

/// The longest header of a game's own that is skipped to find values.
const HEADER: usize = 64;
/// The minimum number of bytes after such a header. Four zeros alone would already be a value.
const SMALLEST: usize = 12;
/// Contents longer than this are not compared, after each possible header, with the bytes that the engine would
/// write.
const COMPARED: usize = 1 << 20;
/// The number of bytes that may be examined to find a header, as a multiple of the length of the contents. Reading
/// what an engine wrote at a wrong offset usually fails at the first word.
const LOOKED_AT: usize = 22;
/// The cost of examining the contents after one header, as a multiple of their length.
const EXAMINED: usize = 8;
/// The number of bytes that may always be examined.
const LITTLE: usize = 1 << 20;

/// Finds values after a header of a game's own, such as a version, a magic number or a checksum, and returns the
/// length of the header. Call this only for contents that no format reads.
///
/// The values must be [canonical](gamewire::godot::Verdict::Identical), and begin after at most 64 bytes and half of the
/// contents. They may still be found by coincidence: show them to the user, but do not rely on them. Files of Godot that
/// begin with their own magic bytes have no other header.
///
/// ```
/// use gamewire_files::shared::identify::after_header;
/// use gamewire_files::identify::Contents;
/// let file = b"GAME\x03\0\x1b\0\0\0\x01\0\0\0\x04\0\0\0\x02\0\0\0hp\0\0\x02\0\0\0\x07\0\0\0";
/// let Some((6, Contents::Godot { chosen, .. })) = after_header(file) else { panic!() };
/// assert_eq!(chosen.dialect.name(), "godot4");
/// ```
#[must_use]
pub fn after_header(bytes: &[u8]) -> Option<(usize, Contents)> {
    if FileKind::detect(bytes).is_some() {
        return None;
    }
    // The number of bytes that may still be examined.
    let mut work = bytes.len().saturating_mul(LOOKED_AT).saturating_add(LITTLE);
    let quick = Expect { arrangement: None, detector: Detector::new().quick(bytes.len() > COMPARED) };
    let mut doubted = None;
    for header in 1..=HEADER.min(bytes.len() / 2) {
        let Some(rest) = bytes.get(header..).filter(|rest| rest.len() >= SMALLEST) else { break };
        if !is_read(rest, &mut work) {
            continue;
        }
        let Some(left) = work.checked_sub(rest.len().saturating_mul(EXAMINED)) else { break };
        work = left;
        let finding = quick.examine(rest);
        match &finding {
            Contents::Godot { chosen, .. } if chosen.lenient.is_some() => {}
            // After a longer header, there may be values without doubts.
            Contents::Godot { chosen, .. } if !chosen.doubts.is_empty() => {
                doubted.get_or_insert((header, finding));
            }
            Contents::Godot { .. } | Contents::Nbt { alone: true, canonical: Some(true), .. } => {
                return Some((header, finding));
            }
            _ => {}
        }
    }
    doubted
}

/// Returns the lengths of at least two values that an engine would write so, one after the other, and its name.
/// Zeros are no values, because they may fill up the bytes after a value.
fn in_a_row(bytes: &[u8]) -> Option<(&'static str, Vec<usize>)> {
    if bytes.len() > COMPARED {
        return None;
    }
    let lengths = |(dialect, engine): (Dialect, &'static str)| {
        let decoder = Decoder::new(dialect);
        let (mut rest, mut lengths) = (bytes, Vec::new());
        while !rest.is_empty() {
            let length = decoder.check_prefix(rest).ok()?;
            let (value, after) = rest.split_at_checked(length)?;
            if length <= 4 || decoder.verify(value) != Verdict::Identical {
                return None;
            }
            lengths.push(length);
            rest = after;
        }
        (lengths.len() > 1).then_some((engine, lengths))
    };
    [(Dialect::GODOT_4, "Godot 4"), (Dialect::GODOT_3, "Godot 3")].into_iter().find_map(lengths)
}

/// Returns the only format, with its arrangement, in which the bytes are canonical. Returns `None` if there
/// are several, or if no game would have such values. `arrangement` and `dialect` are the known ones.
#[must_use]
pub fn writer_of(
    bytes: &[u8],
    arrangement: Option<Arrangement>,
    dialect: Option<Dialect>,
) -> Option<(ValueFormat, Arrangement)> {
    match (Expect { arrangement, detector: Detector::new().only(dialect) }).examine(bytes) {
        Contents::Godot { arrangement, chosen, .. } => {
            let (values, _) = encoded_values(bytes, arrangement);
            let values: Vec<&[u8]> = values.iter().map(|value| value.bytes).collect();
            let written = Detector::new().would_write(chosen.dialect, &values);
            written.then_some((ValueFormat::Godot(chosen.dialect), arrangement))
        }
        Contents::Nbt { protocol, arrangement, canonical: Some(true), .. } => {
            Some((ValueFormat::Nbt(protocol), arrangement))
        }
        _ => None,
    }
}

/// Returns whether any format reads all of `bytes`. Each attempt takes its cost from `work`; once `work` is used up,
/// nothing more is read.
fn is_read(bytes: &[u8], work: &mut usize) -> bool {
    let framed = framings().into_iter().filter(|framing| arrangement::frames_fill_input(bytes, *framing));
    let mut arrangements = std::iter::once(Arrangement::Single).chain(framed.map(Arrangement::Framed));
    arrangements.any(|arrangement| {
        let (values, _) = encoded_values(bytes, arrangement);
        let values: Vec<&[u8]> = values.iter().map(|value| value.bytes).collect();
        Detector::new().is_read(&values, work)
    }) || bytes.first() == Some(&COMPOUND)
        && work.checked_sub(bytes.len().saturating_mul(2)).is_some_and(|left| {
            *work = left;
            [Protocol::V1_14, NAMELESS].into_iter().any(|protocol| protocol.check::<OptNbt>(bytes).is_ok())
        })
}

/// The most packets that are named.
const NAMED: usize = 4;
/// Fewer bytes than these can be so many packets that it says nothing about them.
const FEW: usize = 8;
const MANY: usize = 12;

/// Returns what bytes are as one packet, with its length or without it. `reading` returns the packets that read bytes, and
/// their releases.
pub fn packet_clues(bytes: &[u8], reading: impl Fn(&[u8]) -> Vec<(Packet, Vec<&'static str>)>) -> Vec<Clue> {
    let framed = Protocol::V1_14.parse_prefix(bytes).ok();
    let framed = framed.filter(|(VarInt(length), packet)| usize::try_from(*length) == Ok(packet.len()));
    let is_framed = framed.is_some();
    let framed = framed.map(|(_, packet)| reading(packet)).unwrap_or_default();
    let mut packed = Vec::new();
    if is_framed && framed.is_empty() {
        // With the threshold 1, packets are read that any server compressed.
        let mut reader = Reader::new(Codec::new(Protocol::V1_14).threshold(Some(1)), bytes);
        let packet = reader.next_packet().ok().flatten();
        packed = packet.map(|packet| reading(packet.as_wire())).unwrap_or_default();
    }
    let (found, length, frame) = match (framed.as_slice(), packed.as_slice()) {
        ([], []) if bytes.len() < FEW => return Vec::new(),
        ([], []) => (reading(bytes), "without its length", ""),
        ([], _) => (packed, "after its length and data length", "--frame varint --threshold 1 "),
        _ => (framed, "after its length", "--frame varint "),
    };
    let clue = |(packet, releases): &(Packet, Vec<&str>)| {
        let (name, place) = (packet.name()?, format!("{}.{}", packet.state(), packet.side()));
        let releases = match releases.as_slice() {
            [] => String::new(),
            [one] => format!(" of Minecraft {one}"),
            [first, .., last] => format!(" of Minecraft {first} to {last}"),
        };
        let text = format!("the packet {place}.{name}{releases}, {length}");
        Some(Clue::new(text, format!("{frame}--as minecraft-{}/{place}", packet.version())))
    };
    let count = if found.len() > NAMED && bytes.len() < MANY { 0 } else { NAMED };
    found.iter().filter_map(clue).take(count).collect()
}

/// Returns the option of the command for values with their lengths before them.
pub fn frame_option(arrangement: Arrangement) -> String {
    match arrangement {
        Arrangement::Framed(framing) => {
            let order = if framing == framing.big_endian() { " --big-endian" } else { "" };
            format!(" --frame {}{order}", framing.name())
        }
        _ => String::new(),
    }
}
