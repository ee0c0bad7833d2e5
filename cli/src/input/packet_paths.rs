//! Reads and changes packets at paths. The packets are converted to a document of plain JSON, and changes are encoded
//! into the file.

use std::collections::BTreeMap;

use gamewire::__private::packets::with_value;
use gamewire::document::{AnyValue, Document, Format, OpenOptions};
use gamewire::godot::json::plain_to_writer;
use gamewire::minecraft::{Packets, Protocol, SessionPacket, TypeExpr, json};
use gamewire::path::{Path, Segment};
use serde_json::value::RawValue;

use crate::args::{Meaning, Spelling};
use crate::input::recorded::{self, Recorded};
use crate::output::files;
use crate::output::problem::Problem;
use crate::values::text;

/// The members of a packet. Other names at the start of a path are members of `params`.
const MEMBERS: [&str; 4] = ["name", "state", "side", "params"];

/// The packets of a file.
#[derive(Debug)]
pub struct PacketPaths {
    packets: Vec<Placed>,
    /// The recording. The first step of a path is then the number of a packet.
    recorded: Option<Recorded>,
    /// The number of bytes before the packets.
    skipped: usize,
    /// The changed packets, by their numbers.
    changed: BTreeMap<usize, Vec<u8>>,
    /// The file as it was read, and the file with all changes.
    original: Vec<u8>,
    file: Vec<u8>,
}

/// A packet with its type.
#[derive(Debug)]
struct Placed {
    protocol: Protocol,
    expr: TypeExpr,
    bytes: Vec<u8>,
}

impl PacketPaths {
    /// Reads the packets of a file: one packet if its type is given, or those of a recording. Also returns the reason
    /// if a recording could not be read to its end.
    pub fn new(file: &[u8], meaning: &Meaning, spelling: &Spelling) -> Option<(Self, Option<Problem>)> {
        let skipped = spelling.skip.skip.min(file.len());
        let (recorded, packets) = match meaning.format() {
            Some(Format::Minecraft(protocol, expr @ TypeExpr::Types(..))) => {
                let bytes = file.get(skipped..).unwrap_or_default().to_vec();
                (None, vec![Placed { protocol, expr, bytes }])
            }
            _ => {
                let recorded = Recorded::new(file, meaning, spelling)?;
                let placed = |one: &SessionPacket| Placed {
                    protocol: one.packet.protocol(),
                    expr: one.packet.expr().clone(),
                    bytes: one.bytes.clone(),
                };
                let packets = recorded.packets().iter().map(placed).collect();
                (Some(recorded), packets)
            }
        };
        let damage = recorded.as_ref().and_then(Recorded::damage);
        let changed = BTreeMap::new();
        let (original, file) = (file.to_vec(), file.to_vec());
        Some((Self { packets, recorded, skipped, changed, original, file }, damage))
    }

    /// Returns the packets as a document of plain JSON.
    pub fn document(&self) -> Result<Document<'static>, Problem> {
        let plain = |packet: &Placed| -> Result<String, Problem> {
            let value = packet.expr.parse(packet.protocol, &packet.bytes);
            // The others keep their numbers.
            if self.recorded.is_some() && value.is_err() {
                return Ok("null".to_owned());
            }
            let format = Format::Minecraft(packet.protocol, packet.expr.clone());
            let value =
                value.map_err(|error| Problem::of_value(&format, &packet.bytes, error, self.skipped))?;
            Ok(json::to_plain_string(&packet.expr, packet.protocol, &value))
        };
        let plain = self.packets.iter().map(plain).collect::<Result<Vec<_>, _>>()?;
        let text = if self.recorded.is_some() { format!("[{}]", plain.join(",")) } else { plain.concat() };
        Ok(Document::open_with(text.into_bytes(), &OpenOptions::new().allow_text(true))?)
    }

    /// Returns the path in the document. In `path`, `params` may be left out.
    pub fn full(&self, path: &Path) -> Path {
        let mut steps = path.segments().to_vec();
        let at = usize::from(self.recorded.is_some() && matches!(steps.first(), Some(Segment::Index(_))));
        let is_param = |step: &Segment| matches!(step, Segment::Name(name) if !MEMBERS.contains(&&**name));
        if steps.get(at).is_some_and(is_param) {
            steps.insert(at, Segment::text("params"));
        }
        steps.into()
    }

    /// Sets the value at a full path, or removes it if `new` is `None`. All other bytes of the file are kept.
    pub fn change(&mut self, path: &Path, new: Option<&AnyValue>) -> Result<(), Problem> {
        let (number, steps) = match (self.recorded.is_some(), path.segments()) {
            (false, steps) => (0, steps),
            (true, [Segment::Index(number), steps @ ..]) => (*number, steps),
            (true, _) => {
                return Err(Problem::new("path", "a path begins with the number of a packet: [0].name"));
            }
        };
        let nothing = || Problem::new("path", format!("{path:#} cannot be changed"));
        let packet = self.packets.get_mut(number).ok_or_else(nothing)?;
        let (protocol, expr) = (packet.protocol, &packet.expr);
        let mut form = None;
        if let Some(AnyValue::Godot(new)) = new {
            let mut text = Vec::new();
            plain_to_writer(&mut text, new).map_err(|error| Problem::new("path", error.to_string()))?;
            form = Some(serde_json::from_slice(&text).map_err(|error| Problem::of_serde(&error))?);
        }
        let bytes = with_value(expr, protocol, &packet.bytes, steps, form)
            .map_err(|reason| Problem::new("path", reason))?;
        packet.bytes.clone_from(&bytes);
        self.changed.insert(number, bytes);
        self.write()
    }

    /// Replaces the packets of a file by the lines that `decode` prints for it. Packets that do not change keep their
    /// bytes, as do those for which a line has an error.
    pub fn replace(&mut self, text: &[u8], version: Option<&Packets>, strict: bool) -> Result<(), Problem> {
        let recorded = self.recorded.as_ref();
        let own = recorded.and_then(|recorded| Packets::named(recorded.version()?));
        let version = version.or(own.as_ref());
        let values = files::values(text);
        let is_error = |value: &[u8]| {
            let members = serde_json::from_slice::<BTreeMap<String, &RawValue>>(value);
            members.is_ok_and(|members| members.len() == 1 && members.contains_key("error"))
        };
        let count =
            values.len() - usize::from(values.get(self.packets.len()).is_some_and(|value| is_error(value)));
        if count != self.packets.len() {
            return Err(Problem::new(
                "packet",
                format!(
                    "the file has {} packets and the input has {count}: encode --like cannot add or remove packets",
                    self.packets.len()
                ),
            ));
        }
        for (number, (value, packet)) in values.into_iter().zip(&mut self.packets).enumerate() {
            let was_read =
                recorded.is_none_or(|all| all.packets().get(number).is_some_and(|one| one.error.is_none()));
            match (is_error(value), was_read) {
                (true, false) => continue,
                (true, true) => {
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
            let encode = || match (recorded, version) {
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
            packet.bytes.clone_from(&bytes);
            self.changed.insert(number, bytes);
        }
        self.write()
    }

    /// Writes the changed packets into the file.
    fn write(&mut self) -> Result<(), Problem> {
        if self.changed.is_empty() {
            return Ok(());
        }
        let (before, rest) = self.original.split_at(self.skipped);
        let written = match &self.recorded {
            Some(recorded) => recorded.with_packets(rest, &self.changed)?,
            None => self.changed.values().flatten().copied().collect(),
        };
        self.file = [before, &written].concat();
        Ok(())
    }

    pub fn original(&self) -> &[u8] {
        &self.original
    }

    /// Returns the file with all changes.
    pub fn file(&self) -> &[u8] {
        &self.file
    }
}
