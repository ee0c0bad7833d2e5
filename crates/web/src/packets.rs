//! Packets of Minecraft of any version: recordings, and bytes whose version is not known.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use gamewire::minecraft::{self, Packet, Packets, Recording, Side, State};
use gamewire::path::{Path, Segment};
use gamewire_files::document::{OpenOptions, PacketPart};
use gamewire_files::shared::explain::recording_title;
use serde_json::{Value, json};

use crate::codec::Codec;
use crate::session::{File, Part};

/// The format that asks for the versions that read a packet.
pub(crate) const ANY: &str = "minecraft-packet";
/// The most packets that are offered.
const OFFERED: usize = 40;

/// A recording that is open.
#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) read: Recording<'static>,
    /// The versions that read all packets, if the recording does not state its own.
    pub(crate) versions: Vec<&'static str>,
    /// The packets that were changed, by their numbers.
    pub(crate) changed: BTreeMap<usize, Vec<u8>>,
}

/// Returns the packets that these bytes can be, as choices of the page.
pub(crate) fn choices(bytes: &[u8]) -> Vec<Value> {
    let choice = |(packet, versions): (Packet, Vec<&'static str>)| {
        let (first, last) = (versions.first()?, versions.last()?);
        let (state, side, name) = (packet.state(), packet.side(), packet.name()?);
        let versions = if versions.len() == 1 { (*last).to_owned() } else { format!("{first} to {last}") };
        let format = format!("minecraft-{last}/{state}.{side}.{name}");
        Some(json!({ "key": "as", "value": format, "text": format!("{state}.{side}.{name} of {versions}") }))
    };
    Packets::reading(bytes).into_iter().filter_map(choice).take(OFFERED).collect()
}

/// Returns the version of a name without a packet, such as `minecraft-1.20.4`.
pub(crate) fn version(name: &str) -> Option<Packets> {
    Packets::named(name.strip_prefix("minecraft-")?)
}

impl Recorded {
    /// Reads a recording of this version, or one that states its own.
    pub(crate) fn open(given: Option<Packets>, file: &[u8]) -> Option<Self> {
        let (read, versions) = OpenOptions::new().packets(given).recording(file)?;
        let read = read.into_owned();
        Some(Self { read, versions, changed: BTreeMap::new() })
    }

    /// Returns the version and the sender.
    pub(crate) fn title(&self) -> String {
        recording_title(&self.read, &self.versions)
    }

    /// Returns the name of a packet, and its place.
    pub(crate) fn heading(&self, number: usize) -> String {
        let Some(one) = self.read.packet(number) else { return String::new() };
        let name = one.packet.name().map(|name| format!(".{name}")).unwrap_or_default();
        format!("[{number}] {}.{}{name}", one.packet.state(), one.packet.side())
    }

    /// Returns the packets one after the other, each after the lengths before it, and their places.
    pub(crate) fn unpacked(&self) -> (Vec<u8>, Vec<Part>) {
        let (mut contents, mut parts) = (Vec::new(), Vec::new());
        let mut known: HashMap<(State, Side, Option<String>), Rc<Codec>> = HashMap::new();
        for (number, one) in self.read.packets().enumerate() {
            let (head, data) = one.raw.split_at(one.head);
            contents.extend_from_slice(head);
            let packet = one.packet;
            let key = (packet.state(), packet.side(), packet.name().map(str::to_owned));
            let format = || Rc::new(Codec::Minecraft(packet.protocol(), packet.expr().clone()));
            let mut codec = Some(Rc::clone(known.entry(key).or_insert_with(format)));
            let bytes = self.changed.get(&number).map_or(&*one.bytes, |bytes| bytes);
            let start = contents.len();
            if bytes.is_empty() {
                // Compressed data that is damaged.
                contents.extend_from_slice(data);
                codec = None;
            } else {
                contents.extend_from_slice(bytes);
            }
            parts.push(Part::of_packet(start..contents.len(), codec));
        }
        // The frames of an archive are in its unpacked contents.
        if !self.read.is_archive() {
            contents.extend_from_slice(self.read.rest());
        }
        (contents, parts)
    }

    /// Returns the file with the changed packets.
    pub(crate) fn save(&self) -> Result<Vec<u8>, String> {
        self.read.with_packets(&self.changed).map_err(|error| error.to_string())
    }
}

/// Returns the value at a path, if it is a number, a text or a Boolean.
pub(crate) fn leaf(codec: &Codec, bytes: &[u8], path: &Path) -> Option<(String, String)> {
    let Codec::Minecraft(protocol, expr) = codec else { return None };
    // Another name would need other fields.
    if path.segments() == [Segment::text("name")] {
        return None;
    }
    let value = expr.parse(*protocol, bytes).ok()?;
    // Other bytes would change, too.
    expr.encode(*protocol, &value).ok().filter(|written| written == bytes)?;
    let tree = expr.tree(*protocol, &value);
    let part = tree.get_path(path).ok()?;
    let is_long = matches!(part.value(), Some(minecraft::Value::I64(_) | minecraft::Value::VarLong(_)));
    let json = match part.expr().zip(part.value()) {
        Some((expr, value)) => minecraft::json::to_string(expr, *protocol, value),
        None => part.to_string(),
    };
    Some(match serde_json::from_str(&json).ok()? {
        Value::String(number) if is_long => ("number".to_owned(), number),
        Value::String(text) => ("text".to_owned(), text),
        Value::Number(number) => ("number".to_owned(), number.to_string()),
        Value::Bool(is) => ("Boolean".to_owned(), is.to_string()),
        _ => return None,
    })
}

impl File {
    /// Changes a value of a packet, and returns the new contents. `None` if the value is not in a packet.
    pub(crate) fn with_packet(
        &mut self,
        at: usize,
        path: &Path,
        text: &str,
    ) -> Result<Option<Vec<u8>>, String> {
        let part = self.parts.get(at).ok_or("there is no such value")?;
        let Some(codec) = part.codec(self.codec.as_ref()).filter(|codec| is_packet(codec)) else {
            return Ok(None);
        };
        let Codec::Minecraft(protocol, expr) = codec else { return Ok(None) };
        let bytes = self.part_bytes(at);
        leaf(codec, bytes, path).ok_or("this value cannot be changed here")?;
        let old = codec.get_path(bytes, path).map_err(|error| error.to_string())?;
        let new = codec.value_from_text(text, Some(&old)).map_err(|error| error.to_string())?;
        let new = new.as_packet().map(PacketPart::as_json).unwrap_or_default();
        let bytes = expr.set_path_json(*protocol, bytes, path, new).map_err(|error| error.to_string())?;
        if let Some(recorded) = &mut self.recorded {
            recorded.changed.insert(at, bytes);
            return Ok(Some(recorded.unpacked().0));
        }
        let mut contents = self.contents().to_vec();
        contents.splice(part.bytes.clone(), bytes);
        Ok(Some(contents))
    }
}

/// Returns whether this is the format of a packet of a version.
pub(crate) fn is_packet(codec: &Codec) -> bool {
    matches!(codec, Codec::Minecraft(_, gamewire::minecraft::TypeExpr::Types(..)))
}
