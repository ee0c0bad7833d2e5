//! An open file: its values, and what the page shows about it.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

use gamewire::DecodeError;
use gamewire::explain::{Explainer, Role};
use gamewire::godot::{Framing, Verdict};
use gamewire::minecraft::{Packet, Packets, Recording, TypeExpr};
use gamewire::path::{Path, Segment};
use gamewire::shared::explain::{Outline, outline};
use gamewire_files::document::{Document, DocumentError, Format, OpenOptions, ValueRef};
use gamewire_files::godot::EncryptionKey;
use gamewire_files::identify::{
    Alternative, Arrangement, Contents, Differs, Foreign, Identity, Layer, OpenError,
};
use gamewire_files::shared::document::{explain_value, recording_title};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::index::{Index, role_number};
use crate::region::{ChunkRow, chunks};

/// The format that asks for the versions that read a packet.
pub(crate) const ANY: &str = "minecraft-packet";
/// The most packets that are offered.
const OFFERED: usize = 40;
/// The largest value that is compared with the engine's output.
const VERIFIED: usize = 1 << 20;
/// If there are at least this many rows, the contents of the outermost containers are folded.
const FOLDED: usize = 2_000;
/// If there are at least this many values, they are folded.
const MANY: usize = 8;
/// The maximum number of rows of a container that are returned.
const CONTAINER: usize = 1_000;
/// The maximum number of bytes of a row that are returned with it.
const SHOWN: usize = 24;

/// A value of the file, with the bytes before it.
#[derive(Debug, Default)]
pub(crate) struct Part {
    /// The end of the value before it, and the range of its own bytes.
    pub(crate) from: usize,
    pub(crate) bytes: Range<usize>,
    /// The number of its first row.
    pub(crate) row: usize,
    /// Whether the bytes were checked for a view.
    pub(crate) is_checked: Cell<bool>,
    pub(crate) outline: Outline,
}

/// A change of a value.
#[derive(Debug)]
pub(crate) struct Change {
    /// The number of the value in the file, and the path inside it.
    pub(crate) part: usize,
    pub(crate) path: String,
    /// The texts of the old and the new value.
    pub(crate) was: String,
    pub(crate) text: String,
    /// The place of the new bytes.
    pub(crate) at: Range<usize>,
}

/// An open file.
#[wasm_bindgen(js_name = Session)]
#[derive(Debug, Default)]
pub struct File {
    pub(crate) file: Vec<u8>,
    pub(crate) options: Value,
    pub(crate) document: Option<Document<'static>>,
    /// The bytes that are shown, if they are not those of the document: changed contents, unpacked packets, or the
    /// bytes that the values of a text would have in a binary file.
    pub(crate) shown: Option<Vec<u8>>,
    /// The values, or one part for all bytes if there are none.
    pub(crate) parts: Vec<Part>,
    /// The chunks of a region, by their places in the file.
    pub(crate) chunks: Vec<ChunkRow>,
    pub(crate) index: Index,
    pub(crate) report: String,
    pub(crate) changes: Vec<Change>,
    layers: Vec<Layer>,
    /// The rows of the outermost container.
    container: Vec<Value>,
    /// The format and how it was detected.
    pub(crate) found: Value,
    /// The error of a container that was unpacked only in part.
    damage: Option<String>,
    errors: Vec<Value>,
}

#[wasm_bindgen(js_class = Session)]
impl File {
    /// Opens a file. `options` is JSON with the optional keys `as`, `frame`, `password`, `key`, `chunk` and `skip`. Errors
    /// of the file are part of [`about`](Self::about).
    #[wasm_bindgen(constructor)]
    pub fn new(file: Vec<u8>, options: &str) -> Self {
        let mut open = Self::opened(file, serde_json::from_str(options).unwrap_or_default(), None);
        open.make_rows();
        open
    }

    /// Returns the format of the file and how it was detected, as JSON.
    pub fn about(&self) -> String {
        let format = self.document.as_ref().map(Document::format);
        let mut about = json!({
            "layers": self.layers.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "container": self.container,
            "format": format.map(Format::to_string),
            "godot": matches!(format, Some(Format::Godot(_))),
            "size": self.file.len(),
            "contents": self.contents().len(),
            "values": self.document.as_ref().map_or(0, Document::len),
            "rows": self.index.len(),
            "errors": self.errors,
            "verdict": self.verdict(),
            "changes": self.changes.iter().map(|change| self.described(change)).collect::<Value>(),
        });
        if let (Some(about), Some(found)) = (about.as_object_mut(), self.found.as_object()) {
            about.extend(found.clone());
        }
        about.to_string()
    }
}

impl File {
    /// Opens a file, but does not make its rows. The format and the arrangement are detected if neither they nor the options
    /// say them.
    pub(crate) fn opened(file: Vec<u8>, options: Value, known: Option<(Format, Arrangement)>) -> Self {
        let mut open = Self { file, options, ..Self::default() };
        open.found = open.examine(known);
        open.lay_out().unwrap_or_default();
        open
    }

    /// Returns an option that is set.
    fn option(&self, key: &str) -> Option<&str> {
        self.options[key].as_str().filter(|text| !text.is_empty() && *text != "auto")
    }

    pub(crate) fn skipped(&self) -> usize {
        self.options["skip"].as_u64().and_then(|skip| usize::try_from(skip).ok()).unwrap_or_default()
    }

    pub(crate) fn key(&self) -> Option<EncryptionKey> {
        let key = self.option("key").and_then(|digits| {
            let byte = |at: usize| u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok();
            (0..32).map(byte).collect::<Option<Vec<u8>>>()?.try_into().ok()
        });
        key.map(EncryptionKey::new).or_else(|| self.option("password").map(EncryptionKey::from_password))
    }

    /// Opens the containers and the values. Returns what the page shows about them.
    fn examine(&mut self, known: Option<(Format, Arrangement)>) -> Value {
        let (asked, skip) = (self.option("as"), self.skipped());
        let (format, arranged) = known.unzip();
        if asked == Some(ANY) {
            let choices = packets(&self.file);
            let title = match choices.len() {
                0 => "No version reads these bytes as a packet.",
                _ => "These bytes can be a packet of these versions. Choose one:",
            };
            return json!({ "title": title, "choices": choices, "rejected": choices.is_empty() });
        }
        let packets =
            asked.filter(|_| skip == 0).and_then(|name| Packets::named(name.strip_prefix("minecraft-")?));
        let named = match asked.filter(|_| packets.is_none()).map(str::parse::<Format>).transpose() {
            Ok(named) => format.or(named),
            Err(error) => return json!({ "title": error.to_string(), "rejected": true }),
        };
        let is_named = named.is_some();
        let options = OpenOptions::new()
            .key(self.key())
            .chunk(self.option("chunk").and_then(|chunk| chunk.parse().ok()))
            .format(named)
            .packets(packets)
            .arrangement(self.option("frame").and_then(arrangement).or(arranged))
            .skip(skip)
            .allow_damaged(true)
            .allow_incomplete(true);
        if skip == 0
            && let Some((recording, versions)) = options.recording(&*self.file)
        {
            return self.examine_recording(recording.into_owned(), &versions);
        }
        let opened = match options.containers(self.file.clone()) {
            Ok(opened) => opened,
            Err(error) => {
                self.container = container_rows(error.explain(&self.file));
                let OpenError { layers, reason, .. } = error;
                self.layers = layers;
                return json!({
                    "title": Identity::new(Vec::new(), None, Err(reason)).to_string(),
                    "encrypted": matches!(self.layers.last(), Some(Layer::Encrypted { .. })),
                    "rejected": true,
                });
            }
        };
        self.container = container_rows(opened.explain());
        self.damage = opened.damage().map(ToString::to_string);
        self.layers = opened.layers().to_vec();
        let document = match Document::read(opened, &options) {
            Ok(document) => document,
            Err(error) => return self.examine_refused(&options, &error),
        };
        let found = self.examine_values(&document, is_named);
        if found["choices"].is_null() {
            self.document = Some(document.allow_damaged(true));
        } else if !self.layers.is_empty() {
            self.shown = Some(document.contents().to_vec());
        }
        found
    }

    fn examine_recording(&mut self, recording: Recording<'static>, versions: &[&'static str]) -> Value {
        let mut why = "Each packet follows its length.".to_owned();
        if versions.len() > 1 {
            why += " All these versions read the packets, and the first is used. If you know the version, choose it as \
                    the format.";
        }
        let title = recording_title(&recording, versions);
        let about = json!({ "title": title, "why": why, "rejected": recording.is_empty() });
        self.damage = recording.error().map(ToString::to_string);
        self.container = container_rows(recording.explain_archive());
        self.document = Some(Document::of_recording(recording, self.file.clone(), 0));
        about
    }

    /// Returns what the page shows about contents without binary values.
    fn examine_refused(&mut self, options: &OpenOptions, error: &DocumentError) -> Value {
        let texts = options.clone().allow_text(true);
        let Ok(opened) = options.containers(self.file.clone()) else { return Value::Null };
        self.shown = (!self.layers.is_empty()).then(|| opened.contents().to_vec());
        match *error {
            DocumentError::Ambiguous(ref readings) => json!({
                "title": "Several formats read these bytes, with different values. Choose one:",
                "choices": readings.iter().map(choice).collect::<Vec<_>>(),
            }),
            DocumentError::Foreign(foreign @ Foreign::Region) => {
                self.chunks = chunks(self.contents().get(self.skipped()..).unwrap_or_default());
                let chunks: Vec<&str> = self.chunks.iter().map(|chunk| &*chunk.at).collect();
                let why =
                    "Choose a chunk to see its values. Find lists the chunks that contain a text or a value.";
                json!({ "title": foreign.to_string(), "why": why, "rejected": true, "chunks": chunks })
            }
            DocumentError::Foreign(foreign) => match Document::open_contents(opened, &texts) {
                Ok(document) => {
                    self.document = Some(document.allow_damaged(true));
                    let why =
                        "The file is text. The bytes are those that the values would have in a binary file.";
                    json!({ "title": foreign.to_string(), "why": why, "text": true })
                }
                Err(_) => json!({
                    "title": foreign.to_string(), "why": foreign.advice(), "rejected": true, "foreign": true,
                }),
            },
            _ => json!({ "title": "The file is empty.", "rejected": true }),
        }
    }

    /// Returns what the page shows about values, or the versions of a packet that the bytes can be.
    fn examine_values(&self, document: &Document<'_>, is_named: bool) -> Value {
        let (skip, found) = (self.skipped(), document.found());
        let rest = document.contents().get(skip..).unwrap_or_default();
        let Some(Contents::Unknown(nearest)) = found else {
            let title = match (found, document.value(0)) {
                (Some(contents), _) => contents.to_string(),
                (None, Ok(value)) if is_packet(document.format()) => {
                    let name = value.get_path(&Path::from(vec![Segment::text("name")])).ok();
                    let name =
                        name.as_ref().and_then(|name| Some(name.as_packet()?.as_json().trim_matches('"')));
                    let of = name.map_or(String::new(), |name| format!("the packet {name} of "));
                    format!("{of}{}", document.format())
                }
                (None, _) => document.format().to_string(),
            };
            let why = match found {
                _ if is_named => "This format was chosen.".to_owned(),
                Some(Contents::Godot { chosen, .. }) => chosen.to_string(),
                Some(Contents::Nbt { alone: true, .. }) => "No other format reads these bytes.".to_owned(),
                _ => "Some dialects of Godot read these bytes, but no release writes them.".to_owned(),
            };
            return json!({ "title": title, "why": why, "rejected": false });
        };
        // Bytes that no format reads can be a packet, which does not state its version.
        if !is_named && skip == 0 && self.layers.is_empty() {
            let choices = packets(&self.file);
            if !choices.is_empty() {
                let title = "These bytes can be a packet of Minecraft. Choose its version:";
                return json!({ "title": title, "choices": choices });
            }
        }
        // If most of the announced elements are missing, the bytes probably have another format.
        let error = &nearest.error;
        let is_unread = error.offset() <= skip;
        let is_noise = is_unread || error.missing().is_some_and(|missing| missing > rest.len());
        let title = match found {
            _ if is_noise => "not a format that gamewire knows".to_owned(),
            Some(contents) if contents.is_cut() => {
                contents.to_string().replace(&error.to_string(), "").trim_end_matches(": ").to_owned()
            }
            _ => "no format reads the whole file".to_owned(),
        };
        let why = match is_noise {
            true => {
                "If you know what these bytes are, choose their format. The format minecraft-packet tries \
                     all versions of a packet of Minecraft."
                    .to_owned()
            }
            false => format!(
                "No format reads all of it. The rows are those of {}, which reads most.",
                nearest.format
            ),
        };
        let clues =
            if is_named { Vec::new() } else { found.map_or_else(Vec::new, |found| found.clues(rest, skip)) };
        let hints: Vec<Value> =
            clues.into_iter().map(|clue| json!({ "text": clue.text, "skip": clue.skip })).collect();
        let mut about =
            json!({ "title": title, "why": why, "hints": hints, "rejected": true, "unknown": is_noise });
        if is_unread && !is_named {
            // If not even the first number is valid, the fault of one of many formats tells nothing about the bytes.
            about["errors"] = json!([]);
        }
        about
    }

    /// Returns whether the only value is written again with the same bytes.
    fn verdict(&self) -> Value {
        let Some(document) = self.document.as_ref().filter(|document| document.text().is_none()) else {
            return Value::Null;
        };
        let [Part { bytes, .. }] = self.parts.as_slice() else { return Value::Null };
        if bytes.len() > VERIFIED || !self.errors.is_empty() {
            return Value::Null;
        }
        match document.format().verify(self.value_bytes(0)) {
            Verdict::Identical => {
                json!({ "text": "canonical: it is written again with the same bytes", "good": true })
            }
            Verdict::Padding { bytes, .. } => {
                json!({ "text": format!("{bytes} bytes of padding are not 0; readers ignore them") })
            }
            Verdict::Differs { offset, why } => json!({ "text": why, "offset": bytes.start + offset }),
            _ => Value::Null,
        }
    }

    /// Returns the bytes that are shown.
    pub(crate) fn contents(&self) -> &[u8] {
        let document = || self.document.as_ref().map(Document::contents);
        self.shown.as_deref().or_else(document).unwrap_or(&self.file)
    }

    /// Returns the bytes of a value.
    pub(crate) fn value_bytes(&self, at: usize) -> &[u8] {
        self.parts.get(at).and_then(|part| self.contents().get(part.bytes.clone())).unwrap_or_default()
    }

    /// Returns a value, if there are any.
    pub(crate) fn value_ref(&self, at: usize) -> Option<ValueRef<'_>> {
        self.document.as_ref()?.value(at).ok()
    }

    /// Returns the format of a value. A packet that cannot be unpacked has none.
    pub(crate) fn format(&self, at: usize) -> Option<Cow<'_, Format>> {
        let value = self.value_ref(at)?;
        let is_read = value.packet().is_none_or(|packet| !packet.bytes.is_empty());
        is_read.then(|| value.format())
    }

    /// Finds the values with all changes, and the bytes that are shown. Returns the places of the changed bytes before and
    /// after the change.
    pub(crate) fn lay_out(&mut self) -> Result<(Range<usize>, Range<usize>), DocumentError> {
        let Some(document) = &self.document else {
            self.parts = vec![Part::default()];
            return Ok((0..0, 0..0));
        };
        let is_made = document.recording().is_some() || document.text().is_some();
        let mut contents = if is_made { Cow::Owned(Vec::new()) } else { document.to_contents()? };
        let (mut parts, mut from, mut before) = (Vec::with_capacity(document.len()), 0, 0);
        for value in document.values() {
            let mut bytes = value.as_wire()?;
            let start = if is_made {
                let contents = contents.to_mut();
                if let Some(packet) = value.packet() {
                    let (head, packed) = packet.raw.split_at(packet.head);
                    contents.extend_from_slice(head);
                    if bytes.is_empty() {
                        bytes = Cow::Borrowed(packed);
                    }
                }
                contents.extend_from_slice(&bytes);
                contents.len() - bytes.len()
            } else {
                let place = value.place();
                let gap = place.start - before;
                before = place.end;
                from + gap
            };
            let bytes = start..start + bytes.len();
            let end = bytes.end;
            parts.push(Part { from, bytes, ..Part::default() });
            from = end;
        }
        // The frames of an archive are in its unpacked contents.
        if let Some(recording) = document.recording().filter(|recording| !recording.is_archive()) {
            contents.to_mut().extend_from_slice(recording.rest());
        }
        if parts.is_empty() {
            parts.push(Part::default());
        }
        self.parts = parts;
        if std::ptr::eq(&*contents, self.contents()) || *contents == *self.contents() {
            return Ok((0..0, 0..0));
        }
        let changed = difference(self.contents(), &contents);
        self.shown = Some(contents.into_owned());
        Ok(changed)
    }

    /// Returns the name of a value in the file, which is shown before the text of its first row.
    pub(crate) fn heading(&self, at: usize) -> String {
        let (Some(document), Some(value)) = (&self.document, self.value_ref(at)) else {
            return String::new();
        };
        match (value.packet(), value.name(), document.arrangement()) {
            (Some(one), ..) => {
                let name = one.packet.name().map(|name| format!(".{name}")).unwrap_or_default();
                format!("[{at}] {}.{}{name}", one.packet.state(), one.packet.side())
            }
            (_, Some(name), _) => format!("setting {name:?}"),
            (_, _, Arrangement::Framed(_)) => format!("value {at}"),
            (_, _, Arrangement::Roots(_)) => format!("root {at}"),
            _ if document.text().is_some() && document.len() > 1 => format!("value {at}"),
            _ => String::new(),
        }
    }

    /// Returns the row of a part that shows its heading. Only the first value has other rows before it.
    pub(crate) fn heading_row(&self, at: usize) -> usize {
        let Some(document) = self.document.as_ref().filter(|document| at == 0 && document.text().is_none())
        else {
            return 0;
        };
        let settings = if let Arrangement::Settings(_) = document.arrangement() { 2 } else { 0 };
        usize::from(self.skipped() > 0) + settings
    }

    /// Explains a value and the bytes before it, or all bytes if there are no values.
    pub(crate) fn explainer(&self, at: usize) -> Explainer<'_> {
        let (Some(part), contents) = (self.parts.get(at), self.contents()) else {
            return Explainer::default();
        };
        let Some(document) = &self.document else {
            let mut file = Explainer::new("", contents);
            for chunk in &self.chunks {
                let gap = if file.end() == 0 { "the places and times of the chunks" } else { "no chunk" };
                file.field(chunk.bytes.start - file.end(), 0, Role::Structure, gap);
                file.field(chunk.bytes.len(), 0, Role::Value, &chunk.text);
            }
            return file;
        };
        let end = self.parts.get(at + 1).map_or(contents.len(), |next| next.from);
        let (arrangement, skipped) = match document.text() {
            Some(_) => (Arrangement::Single, None),
            None => (document.arrangement(), (at == 0).then(|| self.skipped())),
        };
        let format = self.format(at);
        let value =
            format.as_deref().filter(|_| !document.is_empty()).map(|format| (self.value_bytes(at), format));
        let bytes = contents.get(part.from..end).unwrap_or_default();
        explain_value(arrangement, skipped, bytes, part.bytes.start - part.from, value)
    }

    /// Reads everything once to create the index. If there are as many rows as before, open rows stay open.
    pub(crate) fn make_rows(&mut self) {
        let (mut index, mut errors) = (Index::default(), Vec::new());
        for at in 0..self.parts.len() {
            let (explainer, row) = (self.explainer(at), index.len());
            let from = self.parts.get(at).map_or(0, |part| part.from);
            let heading = if self.heading(at).is_empty() { usize::MAX } else { row + self.heading_row(at) };
            let (error, outline) = outline(&explainer, |row| {
                let depth = row.depth.max(usize::from(index.len() > heading));
                index.push(from + row.start, row.len, depth, row.role);
            });
            errors.extend(error.map(|error| problem(&error.after(from))));
            drop(explainer);
            if let Some(part) = self.parts.get_mut(at) {
                (part.row, part.outline) = (row, outline);
            }
        }
        let broken = self.document.as_ref().and_then(Document::broken);
        errors.extend(broken.map(problem));
        errors.extend(self.damage.as_ref().map(|damage| json!({ "text": damage })));
        self.errors = errors;
        let old = std::mem::replace(&mut self.index, index);
        if old.len() == self.index.len() {
            self.index.fold_as(old);
        } else if self.parts.len() > MANY {
            self.index.fold_from(0);
        } else {
            let is_headed = !self.heading(0).is_empty() || self.skipped() > 0;
            let level = if self.index.len() > FOLDED { 1 + usize::from(is_headed) } else { usize::MAX };
            self.index.fold_from(level);
        }
    }

    /// Returns a row as the page shows it, without what its text says.
    pub(crate) fn place_of(&self, row: usize) -> Value {
        let bytes = self.index.bytes(row);
        json!({
            "row": row,
            "start": bytes.start,
            "len": bytes.len(),
            "depth": self.index.depth(row),
            "role": self.index.role(row),
            "hex": hex(self.contents().get(bytes).unwrap_or_default()),
            "folds": self.index.has_children(row),
            "folded": self.index.is_folded(row),
        })
    }

    pub(crate) fn described(&self, change: &Change) -> Value {
        json!({
            "start": change.at.start, "len": change.at.len(), "part": change.part, "path": change.path,
            "setting": self.value_ref(change.part).and_then(|value| value.name()), "was": change.was, "text": change.text,
        })
    }
}

/// Returns whether this is the format of a packet of a version.
pub(crate) fn is_packet(format: &Format) -> bool {
    matches!(format, Format::Minecraft(_, TypeExpr::Types(..)))
}

/// Returns the packets that bytes can be, as choices of the page.
fn packets(bytes: &[u8]) -> Vec<Value> {
    let choice = |(packet, versions): (Packet, Vec<&'static str>)| {
        let (first, last) = (versions.first()?, versions.last()?);
        let (state, side, name) = (packet.state(), packet.side(), packet.name()?);
        let versions = if versions.len() == 1 { (*last).to_owned() } else { format!("{first} to {last}") };
        let format = format!("minecraft-{last}/{state}.{side}.{name}");
        Some(json!({ "key": "as", "value": format, "text": format!("{state}.{side}.{name} of {versions}") }))
    };
    Packets::reading(bytes).into_iter().filter_map(choice).take(OFFERED).collect()
}

fn arrangement(name: &str) -> Option<Arrangement> {
    match name {
        "none" => Some(Arrangement::Single),
        "store-var" => Some(Arrangement::Framed(Framing::STORE_VAR)),
        "big-endian" => Some(Arrangement::Framed(Framing::STORE_VAR.big_endian())),
        _ => None,
    }
}

fn choice(reading: &Alternative) -> Value {
    let format = reading.format.to_string();
    let frame = match reading.arrangement {
        Arrangement::Framed(framing) if framing == framing.big_endian() => "big-endian",
        Arrangement::Framed(_) => "store-var",
        _ => "none",
    };
    let is_framing = matches!(reading.differs, Differs::Arrangement);
    let (key, value) = if is_framing { ("frame", frame) } else { ("as", &*format) };
    json!({ "key": key, "value": value, "text": reading.to_string() })
}

/// Returns rows of the outermost container.
fn container_rows(container: Option<Explainer<'_>>) -> Vec<Value> {
    let mut rows = Vec::new();
    if let Some(container) = container.map(|container| container.limit(CONTAINER).sentences(true)) {
        container.rows(|row| {
            rows.push(json!({
                "start": row.start, "len": row.len, "depth": row.depth, "role": role_number(row.role),
                "text": row.meaning, "says": row.sentences(), "hex": hex(container.bytes_of(row)),
            }));
        });
    }
    rows
}

fn problem(error: &DecodeError) -> Value {
    json!({ "offset": error.offset(), "text": error.to_string(), "missing": error.missing() })
}

/// Returns the first bytes of a row as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// Returns the ranges of the old and the new contents in which they differ.
fn difference(old: &[u8], new: &[u8]) -> (Range<usize>, Range<usize>) {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - start;
    let same = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    (start..old.len() - same, start..new.len() - same)
}
