//! Reads and changes packets at paths. The packets are converted to a document of plain JSON, and changes are encoded
//! into the file.

use std::collections::BTreeMap;

use gamewire::document::{AnyValue, Document, Format, OpenOptions};
use gamewire::godot::json::plain_to_writer;
use gamewire::minecraft::{Packets, Protocol, SessionPacket, TypeExpr, json};
use gamewire::path::{Path, Segment};
use serde_json::Value;
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

impl Placed {
    /// Returns the lossless JSON, if encoding it gives the same bytes.
    fn tree(&self) -> Result<Value, Problem> {
        let value = self.expr.parse(self.protocol, &self.bytes)?;
        if self.expr.encode(self.protocol, &value)? != self.bytes {
            return Err(Problem::new(
                "path",
                "gamewire would write some bytes of the packet differently, so they would change, too: gamewire verify shows them",
            ));
        }
        let json = json::to_string(&self.expr, self.protocol, &value);
        serde_json::from_str(&json).map_err(|error| Problem::of_serde(&error))
    }
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
        let tree = packet.tree()?;
        let mut forms = vec![None];
        if let Some(AnyValue::Godot(new)) = new {
            let mut text = Vec::new();
            plain_to_writer(&mut text, new).map_err(|error| Problem::new("path", error.to_string()))?;
            let new: Value = serde_json::from_slice(&text).map_err(|error| Problem::of_serde(&error))?;
            // In the JSON, numbers of 64 bits are text.
            let as_text = new.as_number().map(|number| Some(Value::from(number.to_string())));
            forms = std::iter::once(Some(new)).chain(as_text).collect();
        }
        let mut written = Err(nothing());
        for form in forms {
            let mut tree = tree.clone();
            put(&mut tree, steps, form).ok_or_else(nothing)?;
            let value = json::from_str(expr, &tree.to_string())
                .map_err(|error| Problem::new("path", error.to_string()));
            written = value.and_then(|value| Ok(expr.encode(protocol, &value)?));
            if written.is_ok() {
                break;
            }
        }
        let bytes = written?;
        expr.check(protocol, &bytes)?;
        packet.bytes.clone_from(&bytes);
        self.changed.insert(number, bytes);
        self.write()
    }

    /// Replaces the packets of a recording by the lines that `decode` prints for it. Packets that do not change keep
    /// their bytes, as do those for which a line has an error.
    pub fn replace(&mut self, text: &[u8], version: Option<&Packets>, strict: bool) -> Result<(), Problem> {
        let recorded = self.recorded.as_ref();
        let own = recorded.and_then(|recorded| Packets::named(recorded.version()?));
        let Some(version) = version.or(own.as_ref()) else {
            return Err(Problem::new("packet", "the file is not a recording: pass --as minecraft-VERSION"));
        };
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
                recorded.is_some_and(|all| all.packets().get(number).is_some_and(|one| one.error.is_none()));
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
            let encode = || {
                let (format, line) = recorded::packet_of_json(version, value)?;
                text::encode_json(&format, &line, strict)
            };
            let bytes = encode().map_err(|problem| problem.within(text, value))?;
            let format = Format::Minecraft(packet.protocol, packet.expr.clone());
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

/// Sets the value at a path, adds an element or a member, or removes it.
fn put(tree: &mut Value, steps: &[Segment], new: Option<Value>) -> Option<()> {
    let (last, outer) = steps.split_last()?;
    let mut place = tree;
    for step in outer {
        place = match step {
            Segment::Index(at) => place.get_mut(*at)?,
            Segment::Name(name) => place.get_mut(&**name)?,
            _ => return None,
        };
    }
    match (place, last, new) {
        (Value::Array(list), Segment::Index(at), Some(new)) if *at == list.len() => list.push(new),
        (Value::Array(list), Segment::Index(at), Some(new)) => *list.get_mut(*at)? = new,
        (Value::Array(list), Segment::Index(at), None) if *at < list.len() => drop(list.remove(*at)),
        (Value::Object(members), Segment::Name(name), Some(new)) => {
            drop(members.insert(name.to_string(), new))
        }
        (Value::Object(members), Segment::Name(name), None) => drop(members.shift_remove(&**name)?),
        _ => return None,
    }
    Some(())
}
