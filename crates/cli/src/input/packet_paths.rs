//! Reads and changes packets at paths. The packets are converted to a document of plain JSON, and changes are encoded
//! into the file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::ops::Range;

use gamewire::godot::json::plain_to_writer;
use gamewire::minecraft::{Packets, Protocol, SessionError, Side, State, TypeExpr, json};
use gamewire::path::{EditError, Path, Segment};
use gamewire_files::document::{AnyValue, Document, DocumentError, Format, OpenOptions};
use serde_json::value::RawValue;

use crate::args::{Meaning, Spelling};
use crate::input::recorded::{self, Recorded};
use crate::output::files;
use crate::output::problem::Problem;
use crate::values::text;

/// The members of a packet. Other names at the start of a path are members of `params`.
const MEMBERS: [&str; 4] = ["name", "state", "side", "params"];

/// Adds `params` to a path in a packet, which begins at this step, unless the path has it or names another member of packets.
pub fn with_params(mut steps: Vec<Segment>, at: usize) -> Vec<Segment> {
    let is_param = |step: &Segment| matches!(step, Segment::Name(name) if !MEMBERS.contains(&&**name));
    if steps.get(at).is_some_and(is_param) {
        steps.insert(at, Segment::text("params"));
    }
    steps
}

/// The packets of a file.
#[derive(Debug)]
pub struct PacketPaths<'f> {
    /// The file as it was read.
    original: &'f [u8],
    /// The number of bytes before the packets.
    skipped: usize,
    packets: Read<'f>,
    /// The changed packets, by their numbers.
    changed: BTreeMap<usize, Vec<u8>>,
}

/// The packets that a command needs as plain JSON.
#[derive(Debug, Clone, Copy)]
pub enum Needed<'p> {
    All,
    /// Those that a path leads to.
    At(&'p Path),
    Nothing,
}

fn null() -> String {
    "null".to_owned()
}

/// Reads plain JSON as a document.
fn read(json: String) -> Result<Document<'static>, DocumentError> {
    Document::open_with(json.into_bytes(), &OpenOptions::new().allow_text(true))
}

/// How the packets of a file were read.
#[derive(Debug)]
enum Read<'f> {
    One(Protocol, TypeExpr, &'f [u8]),
    /// The first step of a path is the number of a packet.
    Recorded(Recorded<'f>),
}

/// A packet with its type.
#[derive(Debug)]
struct Placed<'p> {
    protocol: Protocol,
    expr: &'p TypeExpr,
    bytes: Cow<'p, [u8]>,
    /// The state in which it was sent and the side that sent it, if they are known.
    sent: Option<(State, Side)>,
    /// The reason why it cannot be read.
    error: Option<&'p SessionError>,
}

impl<'f> PacketPaths<'f> {
    /// Reads the packets of a file: one packet if its type is given, or those of a recording. Also returns the reason
    /// if a recording could not be read to its end.
    pub fn new(file: &'f [u8], meaning: &Meaning, spelling: &Spelling) -> Option<(Self, Option<Problem>)> {
        let skipped = spelling.skip.skip.min(file.len());
        let packets = match meaning.format() {
            Some(format @ Format::Minecraft(..)) if format.nbt().is_none() => {
                let Format::Minecraft(protocol, expr) = format else { return None };
                Read::One(protocol, expr, file.get(skipped..).unwrap_or_default())
            }
            _ => Read::Recorded(Recorded::new(file, meaning, spelling)?),
        };
        let paths = Self { original: file, skipped, packets, changed: BTreeMap::new() };
        let damage = paths.recorded().and_then(Recorded::damage);
        Some((paths, damage))
    }

    fn recorded(&self) -> Option<&Recorded<'f>> {
        match &self.packets {
            Read::One(..) => None,
            Read::Recorded(recorded) => Some(recorded),
        }
    }

    fn len(&self) -> usize {
        self.recorded().map_or(1, |recorded| recorded.read().len())
    }

    /// Returns the packet with this number, with its changes.
    fn packet(&self, number: usize) -> Option<Placed<'_>> {
        let placed = match &self.packets {
            Read::One(protocol, expr, bytes) => {
                Placed { protocol: *protocol, expr, bytes: Cow::Borrowed(bytes), sent: None, error: None }
            }
            Read::Recorded(recorded) => {
                let one = recorded.read().packet(number)?;
                let (protocol, expr) = (one.packet.protocol(), one.packet.expr());
                let sent = Some((one.packet.state(), one.packet.side()));
                Placed { protocol, expr, bytes: one.bytes, sent, error: one.error }
            }
        };
        Some(match self.changed.get(&number) {
            Some(bytes) => Placed { bytes: Cow::Borrowed(bytes), ..placed },
            None => placed,
        })
    }

    /// Returns the packets as a document of plain JSON. Packets that are not needed are null, so that a long recording
    /// is never in memory as JSON for a single packet.
    pub fn document(&self, needed: Needed<'_>) -> Result<Document<'static>, Problem> {
        if self.recorded().is_none() {
            return self.single(0);
        }
        let is_needed = |number: usize| match needed {
            Needed::All => true,
            Needed::At(path) => path.segments().first() == Some(&Segment::Index(number)),
            Needed::Nothing => false,
        };
        let count = if matches!(needed, Needed::Nothing) { 0 } else { self.len() };
        let json = |number| if is_needed(number) { self.json(number) } else { Ok(null()) };
        Ok(read(Self::array(&mut (0..count), usize::MAX, json)?)?)
    }

    /// Returns documents of some packets each, if they are those of a recording. To open one takes longer than to read
    /// a packet.
    pub fn documents(&self) -> Option<impl Iterator<Item = Result<Document<'static>, Problem>>> {
        const LENGTH: usize = 1 << 16;
        self.recorded()?;
        let mut numbers = 0..self.len();
        Some(std::iter::from_fn(move || {
            let text =
                (!numbers.is_empty()).then(|| Self::array(&mut numbers, LENGTH, |number| self.json(number)));
            Some(text?.and_then(|text| Ok(read(text)?)))
        }))
    }

    /// Returns a document of an array with this packet, if it is one of a recording.
    pub fn document_of(&self, number: usize) -> Option<Result<Document<'static>, Problem>> {
        self.recorded()?;
        let text = Self::array(&mut (number..number + 1), usize::MAX, |number| self.json(number));
        Some(text.and_then(|text| Ok(read(text)?)))
    }

    /// Returns packets as an array, which ends when it has `length` bytes.
    fn array(
        numbers: &mut Range<usize>,
        length: usize,
        json: impl Fn(usize) -> Result<String, Problem>,
    ) -> Result<String, Problem> {
        let mut text = String::from("[");
        while text.len() < length
            && let Some(number) = numbers.next()
        {
            text += if text.len() > 1 { "," } else { "" };
            text += &json(number)?;
        }
        text.push(']');
        Ok(text)
    }

    fn single(&self, number: usize) -> Result<Document<'static>, Problem> {
        Ok(read(self.json(number)?)?)
    }

    /// Returns the plain JSON of a packet.
    fn json(&self, number: usize) -> Result<String, Problem> {
        let Some(packet) = self.packet(number) else { return Ok(null()) };
        match packet.expr.parse(packet.protocol, &packet.bytes) {
            Ok(value) => Ok(json::to_plain_string(packet.expr, packet.protocol, &value)),
            // The other packets keep their numbers.
            Err(_) if self.recorded().is_some() => Ok(null()),
            Err(error) => {
                let format = Format::Minecraft(packet.protocol, packet.expr.clone());
                Err(Problem::of_value(&format, &packet.bytes, error, self.skipped))
            }
        }
    }

    /// Returns the text that `decode` prints for the packets.
    pub fn text(&self) -> Result<String, Problem> {
        let mut text = Vec::new();
        for number in 0..self.len() {
            self.write_line(number, &mut text)?;
            text.push(b'\n');
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    fn write_line(&self, number: usize, out: &mut Vec<u8>) -> Result<(), Problem> {
        let Some(packet) = self.packet(number) else { return Ok(()) };
        let written = match packet.error {
            Some(error) => recorded::problem(error).write(out),
            None => {
                let value = packet.expr.parse(packet.protocol, &packet.bytes)?;
                let json = json::to_string(packet.expr, packet.protocol, &value);
                match packet.sent {
                    Some(sent) => recorded::write_sent(json.as_bytes(), sent, out),
                    None => out.write_all(json.as_bytes()),
                }
            }
        };
        written.map_err(|error| Problem::new("packet", error.to_string()))
    }

    /// Returns the path in the document. In `path`, `params` may be left out.
    pub fn full(&self, path: &Path) -> Path {
        let steps = path.segments().to_vec();
        let is_packet = |expr: &TypeExpr| match expr {
            TypeExpr::Types(_, inner) => matches!(**inner, TypeExpr::Struct(_)),
            _ => false,
        };
        if matches!(&self.packets, Read::One(_, expr, _) if !is_packet(expr)) {
            return path.clone();
        }
        let at = usize::from(self.recorded().is_some() && matches!(steps.first(), Some(Segment::Index(_))));
        with_params(steps, at).into()
    }

    /// Sets the value at a full path, or removes it if `new` is `None`. All other bytes of the file are kept.
    pub fn change(&mut self, path: &Path, new: Option<&AnyValue>) -> Result<(), Problem> {
        let (number, steps) = match (self.recorded().is_some(), path.segments()) {
            (false, steps) => (0, steps),
            (true, [Segment::Index(number), steps @ ..]) => (*number, steps),
            (true, _) => {
                return Err(Problem::new("path", "a path begins with the number of a packet: [0].name"));
            }
        };
        let nothing = || Problem::new("path", format!("{path:#} cannot be changed"));
        let packet = self.packet(number).ok_or_else(nothing)?;
        let (expr, protocol, path) = (packet.expr, packet.protocol, Path::from(steps.to_vec()));
        let bytes = match new {
            Some(AnyValue::Godot(new)) => {
                let mut json = Vec::new();
                plain_to_writer(&mut json, new).map_err(|error| Problem::new("path", error.to_string()))?;
                let json = String::from_utf8_lossy(&json);
                let set = |json: &str| expr.set_path_json(protocol, &packet.bytes, &path, json);
                // A text may consist of digits.
                let is_number = json.starts_with(|first: char| first == '-' || first.is_ascii_digit());
                match set(&json) {
                    Err(_) if is_number => set(&format!("\"{json}\"")),
                    set => set,
                }
            }
            Some(_) | None => expr.remove_path(protocol, &packet.bytes, &path),
        };
        let bytes = bytes.map_err(|error| match error {
            EditError::NotCanonical => Problem::new("path", format!("{error}: gamewire verify shows them")),
            error => error.into(),
        })?;
        self.changed.insert(number, bytes);
        Ok(())
    }

    /// Replaces the packets of a file by the lines that `decode` prints for it. Packets that do not change keep their
    /// bytes, as do those for which a line has an error.
    pub fn replace(&mut self, text: &[u8], version: Option<&Packets>, strict: bool) -> Result<(), Problem> {
        let own = self.recorded().and_then(|recorded| Packets::named(recorded.version()?));
        let version = version.or(own.as_ref());
        let values = files::values(text);
        let is_error = |value: &[u8]| {
            let members = serde_json::from_slice::<BTreeMap<String, &RawValue>>(value);
            members.is_ok_and(|members| members.len() == 1 && members.contains_key("error"))
        };
        let count = values.len() - usize::from(values.get(self.len()).is_some_and(|value| is_error(value)));
        if count != self.len() {
            return Err(Problem::new(
                "packet",
                format!(
                    "the file has {} packets and the input has {count}: encode --like cannot add or remove packets",
                    self.len()
                ),
            ));
        }
        for (number, value) in values.into_iter().enumerate() {
            let Some(packet) = self.packet(number) else { break };
            match (is_error(value), packet.error) {
                (true, Some(_)) => continue,
                (true, None) => {
                    return Err(Problem::new(
                        "packet",
                        format!(
                            "the input has an error in place of packet {number}, which can be read: encode --like cannot add or remove packets"
                        ),
                    ));
                }
                (false, _) => {}
            }
            let format = Format::Minecraft(packet.protocol, packet.expr.clone());
            let encode = || match (self.recorded(), version) {
                (None, _) => text::encode_json(&format, value, strict),
                (Some(_), Some(version)) => {
                    let (format, line) = recorded::packet_of_json(version, value)?;
                    text::encode_json(&format, &line, strict)
                }
                (Some(_), None) => Err(Problem::new(
                    "packet",
                    "the version of the recording is not known: pass --as minecraft-VERSION",
                )),
            };
            let bytes = encode().map_err(|problem| problem.within(text, value))?;
            if text::rewritten(&format, &packet.bytes).is_ok_and(|old| old == bytes) {
                continue;
            }
            self.changed.insert(number, bytes);
        }
        Ok(())
    }

    pub fn original(&self) -> &'f [u8] {
        self.original
    }

    /// Returns the file with all changes.
    pub fn file(&self) -> Result<Cow<'f, [u8]>, Problem> {
        if self.changed.is_empty() {
            return Ok(Cow::Borrowed(self.original));
        }
        let (before, _) = self.original.split_at(self.skipped);
        let written = match &self.packets {
            Read::Recorded(recorded) => recorded.with_packets(&self.changed)?,
            Read::One(..) => self.changed.values().flatten().copied().collect(),
        };
        Ok(Cow::Owned([before, &written].concat()))
    }
}
