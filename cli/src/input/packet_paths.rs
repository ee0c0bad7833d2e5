//! Reads and changes packets at paths. The packets are converted to a document of plain JSON, and changes are encoded
//! into the file.

use gamewire::document::{AnyValue, Document, Format, OpenOptions};
use gamewire::godot::json::plain_to_writer;
use gamewire::minecraft::{Packing, Protocol, TypeExpr, VarInt, json, pack};
use gamewire::path::{Path, Segment};
use serde_json::Value;

use crate::args::{Meaning, Spelling};
use crate::input::packets::frame_length;
use crate::input::recorded::Recorded;
use crate::output::problem::Problem;

/// The members of a packet. Other names at the start of a path are members of `params`.
const MEMBERS: [&str; 4] = ["name", "state", "side", "params"];

/// The packets of a file.
#[derive(Debug)]
pub struct PacketPaths {
    packets: Vec<Placed>,
    /// Whether the first step of a path is the number of a packet.
    is_list: bool,
    /// The reason why packets cannot be changed.
    fixed: Option<&'static str>,
    /// The file as it was read, and the file with all changes.
    original: Vec<u8>,
    file: Vec<u8>,
}

/// A packet, and its position in the file.
#[derive(Debug)]
struct Placed {
    protocol: Protocol,
    expr: TypeExpr,
    bytes: Vec<u8>,
    /// The offsets of the start of its frame, of the packet in the frame, and of the end of the frame.
    frame: [usize; 3],
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
        if let Some(Format::Minecraft(protocol, expr @ TypeExpr::Types(..))) = meaning.format() {
            let start = spelling.skip.skip.min(file.len());
            let bytes = file.get(start..).unwrap_or_default().to_vec();
            let packet = Placed { protocol, expr, bytes, frame: [start, start, file.len()] };
            return Some((
                Self {
                    packets: vec![packet],
                    is_list: false,
                    fixed: None,
                    original: file.to_vec(),
                    file: file.to_vec(),
                },
                None,
            ));
        }
        let recorded = Recorded::new(file, meaning, spelling)?;
        let mut packets = Vec::new();
        let mut end = spelling.skip.skip;
        for one in recorded.packets() {
            let start = end;
            end = start + frame_length(file.get(start..).unwrap_or_default());
            packets.push(Placed {
                protocol: one.packet.protocol(),
                expr: one.packet.expr().clone(),
                bytes: one.bytes.clone(),
                frame: [start, spelling.skip.skip + one.offset, end],
            });
        }
        let fixed = recorded.is_archive().then_some("packets in a .mcpr file cannot be changed");
        Some((
            Self { packets, is_list: true, fixed, original: file.to_vec(), file: file.to_vec() },
            recorded.damage(),
        ))
    }

    /// Returns the packets as a document of plain JSON.
    pub fn document(&self) -> Result<Document<'static>, Problem> {
        let plain = |packet: &Placed| -> Result<String, Problem> {
            let value = packet.expr.parse(packet.protocol, &packet.bytes);
            // The others keep their numbers.
            if self.is_list && value.is_err() {
                return Ok("null".to_owned());
            }
            let format = Format::Minecraft(packet.protocol, packet.expr.clone());
            let value =
                value.map_err(|error| Problem::of_value(&format, &packet.bytes, error, packet.frame[1]))?;
            Ok(json::to_plain_string(&packet.expr, packet.protocol, &value))
        };
        let plain = self.packets.iter().map(plain).collect::<Result<Vec<_>, _>>()?;
        let text = if self.is_list { format!("[{}]", plain.join(",")) } else { plain.concat() };
        Ok(Document::open_with(text.into_bytes(), &OpenOptions::new().allow_text(true))?)
    }

    /// Returns the path in the document. In `path`, `params` may be left out.
    pub fn full(&self, path: &Path) -> Path {
        let mut steps = path.segments().to_vec();
        let at = usize::from(self.is_list && matches!(steps.first(), Some(Segment::Index(_))));
        let is_param = |step: &Segment| matches!(step, Segment::Name(name) if !MEMBERS.contains(&&**name));
        if steps.get(at).is_some_and(is_param) {
            steps.insert(at, Segment::text("params"));
        }
        steps.into()
    }

    /// Sets the value at a full path, or removes it if `new` is `None`. All other bytes of the file are kept.
    pub fn change(&mut self, path: &Path, new: Option<&AnyValue>) -> Result<(), Problem> {
        if let Some(reason) = self.fixed {
            return Err(Problem::new("path", reason));
        }
        let (number, steps) = match (self.is_list, path.segments()) {
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
        packet.bytes = bytes;
        self.write(number)
    }

    /// Writes the bytes of a packet into its frame. The frame stays compressed or uncompressed.
    fn write(&mut self, number: usize) -> Result<(), Problem> {
        let Some(Placed { bytes, frame: [start, at, end], .. }) = self.packets.get(number) else {
            return Ok(());
        };
        let (start, at, end) = (*start, *at, *end);
        let varint = |length: usize| {
            let length = i32::try_from(length).map_err(|_| Problem::new("path", "the packet is too long"))?;
            Ok::<_, Problem>(Protocol::V1_14.encode(&VarInt(length))?)
        };
        let head = self.file.get(start..at).unwrap_or_default();
        let mut frame = Vec::new();
        let mut inside = Vec::new();
        if let (true, Ok((_, data_length))) = (self.is_list, Protocol::V1_14.parse_prefix::<VarInt>(head)) {
            match data_length {
                [] => inside.extend_from_slice(bytes),
                [0] => inside.extend([&[0], &**bytes].concat()),
                _ => {
                    inside.extend(varint(bytes.len())?);
                    let packed = pack(bytes, Packing::Zlib);
                    inside.extend(packed.map_err(|error| Problem::new("path", error.to_string()))?);
                }
            }
            frame.extend(varint(inside.len())?);
            frame.extend(inside);
        } else {
            frame.extend_from_slice(bytes);
        }
        let (grown, shrunk) = (frame.len(), end - start);
        self.file.splice(start..end, frame);
        for (other, packet) in self.packets.iter_mut().enumerate() {
            let first = if other == number { 2 } else { usize::from(other < number) * 3 };
            for place in packet.frame.iter_mut().skip(first) {
                *place = *place + grown - shrunk;
            }
        }
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
