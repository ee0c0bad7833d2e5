//! An open file: its containers, its values and its rows.

use std::ops::Range;
use std::rc::Rc;

use gamewire::DecodeError;
use gamewire::explain::{Explainer, Role, Row};
use gamewire::godot::{Framing, Verdict};
use gamewire::minecraft::Protocol;
use gamewire::minecraft::nbt::Nbt;
use gamewire::path::Segment;
use gamewire::shared::explain::{Outline, outline, rows_at, sentences_at};
use gamewire_files::document::{
    Document, DocumentError, FrameHead, OpenOptions, ValueRef, explain_container,
    explain_unopened,
};
use gamewire_files::godot::EncryptionKey;
use gamewire_files::identify::{
    Alternative, Arrangement, Contents, Differs, Foreign, Identity, Layer, Nearest, OpenError,
};
use gamewire_files::minecraft::region::{Chunk, Region};
use gamewire_files::shared::explain::{frame_head_rows, value_head_rows};
use gamewire_files::shared::identify::after_header;
use gamewire_fixtures as fixtures;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::change::Change;
use crate::codec::{self, Codec};
use crate::index::{Folds, Index, role_number};
use crate::packets::{self, Recorded};

/// The largest value that is compared with the engine's output.
const VERIFIED: usize = 1 << 20;
/// If there are at least this many rows, the contents of the outermost containers are folded.
const FOLDED: usize = 2_000;
/// The most bytes that a chunk is unpacked to.
pub(crate) const CHUNK: usize = 1 << 26;
pub(crate) const SECTOR: usize = 4096;
/// If there are at least this many values, they are folded.
const MANY: usize = 8;
/// The maximum number of rows of a container that are returned.
const CONTAINER: usize = 1_000;
/// The maximum number of bytes of a row that are returned with it.
const SHOWN: usize = 24;

/// The options that the user of the page has selected.
#[derive(Debug, Default)]
pub(crate) struct Options {
    format: Option<String>,
    frame: Option<String>,
    password: Option<String>,
    /// The encryption key, as 64 hexadecimal digits.
    key: Option<String>,
    chunk: Option<String>,
    skip: usize,
}

impl Options {
    pub(crate) fn of(json: &str) -> Self {
        let json: Value = serde_json::from_str(json).unwrap_or_default();
        let text = |key: &str| {
            json[key].as_str().filter(|text| !text.is_empty() && *text != "auto").map(str::to_owned)
        };
        let skip = json["skip"].as_u64().and_then(|skip| usize::try_from(skip).ok()).unwrap_or_default();
        let chunk = text("chunk");
        let (password, key) = (text("password"), text("key"));
        Self { format: text("as"), frame: text("frame"), password, key, chunk, skip }
    }

    fn key(&self) -> Option<EncryptionKey> {
        let digit = |at: usize| self.key.as_deref()?.get(2 * at..2 * at + 2);
        let byte = |at: usize| u8::from_str_radix(digit(at)?, 16).ok();
        let bytes: Option<Vec<u8>> = self.key.as_ref().and_then(|_| (0..32).map(byte).collect());
        let key = bytes.and_then(|bytes| bytes.try_into().ok()).map(EncryptionKey::new);
        key.or_else(|| self.password.as_deref().map(EncryptionKey::from_password))
    }

    fn arrangement(&self) -> Option<Arrangement> {
        match self.frame.as_deref()? {
            "none" => Some(Arrangement::Single),
            "store-var" => Some(Arrangement::Framed(Framing::STORE_VAR)),
            "big-endian" => Some(Arrangement::Framed(Framing::STORE_VAR.big_endian())),
            _ => None,
        }
    }
}

/// A value of the file.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// The range of its bytes in the contents.
    pub(crate) bytes: Range<usize>,
    /// The name of the setting that has this value.
    pub(crate) name: Option<String>,
    /// The first row before the value.
    row: usize,
    /// The number of rows before those of the value.
    heads: usize,
    outline: Outline,
    /// The format of a packet of a recording. It is unknown if the packet cannot be unpacked.
    packet: Option<Option<Rc<Codec>>>,
}

impl Part {
    /// Creates the part of a packet of a recording.
    pub(crate) fn of_packet(bytes: Range<usize>, packet: Option<Rc<Codec>>) -> Self {
        Self { bytes, name: None, row: 0, heads: 0, outline: Outline::default(), packet: Some(packet) }
    }

    /// Returns the format, which is that of the file unless the parts are packets.
    pub(crate) fn codec<'c>(&'c self, file: Option<&'c Codec>) -> Option<&'c Codec> {
        match &self.packet {
            Some(packet) => packet.as_deref(),
            None => file,
        }
    }
}

/// A chunk of a region.
#[derive(Debug)]
pub(crate) struct ChunkRow {
    /// The range of its sectors in the region.
    pub(crate) bytes: Range<usize>,
    /// The position, in the form that options use.
    at: String,
    text: String,
}

/// An open file.
#[wasm_bindgen(js_name = Session)]
#[derive(Debug)]
pub struct File {
    pub(crate) file: Vec<u8>,
    /// The contents of its containers, if there are any or the contents were changed.
    pub(crate) inside: Option<Vec<u8>>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) key: Option<EncryptionKey>,
    pub(crate) skip: usize,
    pub(crate) codec: Option<Codec>,
    pub(crate) recorded: Option<Recorded>,
    /// The values of a text file.
    pub(crate) text: Option<Document<'static>>,
    /// The chunks of a region, by their places in the file.
    pub(crate) chunks: Vec<ChunkRow>,
    pub(crate) arrangement: Arrangement,
    pub(crate) parts: Vec<Part>,
    /// The rows of the outermost container.
    container: Vec<Value>,
    /// The error of the bytes after the last value, if there are any.
    broken: Option<DecodeError>,
    pub(crate) index: Index,
    pub(crate) folds: Folds,
    pub(crate) report: String,
    pub(crate) changes: Vec<Change>,
    said: Value,
    /// The error of a container that was unpacked only in part.
    damage: Option<String>,
    errors: Vec<Value>,
}

/// Returns all samples of the fixtures: the format, the name, a description and the bytes.
pub(crate) fn samples() -> impl Iterator<Item = (String, String, String, Vec<u8>)> {
    let godot = fixtures::GODOT.iter().rev().flat_map(|dialect| fixtures::godot_samples(*dialect));
    let godot = godot.map(|one| (one.dialect.name().into(), one.name.into(), one.about.into(), one.bytes));
    let minecraft = fixtures::minecraft_samples().iter();
    let of = |expression| format!("minecraft/{expression}");
    godot.chain(minecraft.map(move |one| (of(one.expression), one.name(), String::new(), one.bytes.to_vec())))
}

impl File {
    pub(crate) fn open(file: Vec<u8>, options: Options) -> Self {
        let mut open = Self {
            file,
            inside: None,
            layers: Vec::new(),
            key: options.key(),
            skip: 0,
            codec: None,
            recorded: None,
            text: None,
            chunks: Vec::new(),
            arrangement: Arrangement::Single,
            parts: Vec::new(),
            container: Vec::new(),
            broken: None,
            index: Index::default(),
            folds: Folds::default(),
            report: String::new(),
            changes: Vec::new(),
            said: Value::Null,
            damage: None,
            errors: Vec::new(),
        };
        open.said = open.examine(&options);
        open.make_rows();
        open
    }

    /// Returns the contents of all containers.
    pub(crate) fn contents(&self) -> &[u8] {
        self.inside.as_deref().unwrap_or(&self.file)
    }

    /// Opens the containers and detects the format of the contents. Returns what the page shows about them.
    fn examine(&mut self, options: &Options) -> Value {
        let asked = options.format.as_deref();
        if asked == Some(packets::ANY) {
            let choices = packets::choices(&self.file);
            let title = match choices.len() {
                0 => "No version reads these bytes as a packet.",
                _ => "These bytes can be a packet of these versions. Choose one:",
            };
            return json!({ "title": title, "choices": choices, "rejected": choices.is_empty() });
        }
        let given = asked.and_then(packets::version);
        if (asked.is_none() || given.is_some())
            && options.skip == 0
            && let Some(recorded) = Recorded::open(given, &self.file)
        {
            let title = recorded.title();
            let rejected = recorded.read.is_empty();
            self.damage = recorded.read.error().map(ToString::to_string);
            self.container = container_rows(recorded.read.explain_archive());
            let first = recorded.read.packet(0);
            self.codec = first.map(|one| Codec::Minecraft(one.packet.protocol(), one.packet.expr().clone()));
            self.recorded = Some(recorded);
            self.cut_packets();
            let why = match self.recorded.as_ref().map(|recorded| recorded.versions.len()) {
                Some(2..) => {
                    "Each packet follows its length. All these versions read the packets, and the first is used. If you \
                     know the version, choose it as the format."
                }
                _ => "Each packet follows its length.",
            };
            return json!({ "title": title, "why": why, "rejected": rejected });
        }
        let named = match options.format.as_deref().map(str::parse::<Codec>).transpose() {
            Ok(named) => named,
            Err(error) => return json!({ "title": error.to_string(), "rejected": true }),
        };
        let is_named = named.is_some();
        let chunk = options.chunk.as_deref().and_then(|chunk| chunk.parse().ok());
        let opening = OpenOptions::new().key(self.key.clone()).chunk(chunk).allow_damaged(true);
        let opening = opening.format(named).allow_incomplete(true);
        let texts = opening.clone().allow_text(true);
        match opening.containers(&self.file) {
            Ok(opened) if opened.layers().is_empty() => {}
            Ok(opened) => {
                self.damage = opened.damage().map(ToString::to_string);
                self.layers = opened.layers().to_vec();
                self.container = container_rows(explain_container(&opened));
                self.inside = Some(opened.into_contents().into_owned());
            }
            Err(error) => {
                self.container = container_rows(explain_unopened(&self.file, &error));
                let OpenError { layers, reason, .. } = error;
                self.layers = layers;
                return json!({
                    "title": Identity::new(Vec::new(), None, Err(reason)).to_string(),
                    "encrypted": matches!(self.layers.last(), Some(Layer::Encrypted { .. })),
                    "rejected": true,
                });
            }
        }
        self.skip = options.skip.min(self.contents().len());
        let skip = self.skip;
        let rest = self.contents().get(skip..).unwrap_or_default();
        let reading = opening.arrangement(options.arrangement()).skip(skip).read(self.contents());
        let reading = match reading {
            Ok(reading) => reading,
            Err(DocumentError::Ambiguous(readings)) => {
                let choices: Vec<Value> = readings.iter().map(choice).collect();
                return json!({
                    "title": "Several formats read these bytes, with different values. Choose one:",
                    "choices": choices,
                });
            }
            Err(DocumentError::Foreign(foreign)) => {
                if foreign == Foreign::Region {
                    self.chunks = chunks(rest);
                    let chunks: Vec<&str> = self.chunks.iter().map(|chunk| &*chunk.at).collect();
                    let why = "Choose a chunk to see its values. Find lists the chunks that contain a text or a value.";
                    return json!({ "title": foreign.to_string(), "why": why, "rejected": true, "chunks": chunks });
                }
                let opened = texts.containers(self.file.clone()).map_err(DocumentError::from);
                if let Ok(document) = opened.and_then(|opened| Document::open_contents(opened, &texts)) {
                    self.codec = Some(document.format().clone());
                    self.text = Some(document);
                    self.cut_packets();
                    let why =
                        "The file is text. The bytes are those that the values would have in a binary file.";
                    return json!({ "title": foreign.to_string(), "why": why, "text": true });
                }
                return json!({
                    "title": foreign.to_string(), "why": foreign.advice(), "rejected": true, "foreign": true,
                });
            }
            Err(_) => return json!({ "title": "The file is empty.", "rejected": true }),
        };
        // If no format reads the bytes, the error is shown with the rows at its place.
        let unknown = match reading.found() {
            Some(Contents::Unknown(nearest)) => Some(nearest),
            _ => None,
        };
        // If most of the announced elements are missing, the bytes probably have another format.
        let is_noise = unknown.is_some_and(|Nearest { error, .. }| {
            error.missing().is_some_and(|missing| missing > rest.len()) || error.offset() <= skip
        });
        // If not even the first number is valid, the fault of one of many formats tells nothing about the bytes.
        let is_unread = !is_named && unknown.is_some_and(|nearest| nearest.error.offset() <= skip);
        let mut hint = Value::Null;
        let why = match reading.found() {
            Some(Contents::Unknown(Nearest { format, .. })) => {
                if !is_named
                    && let Some(rest) = self.contents().get(skip..)
                    && let Some((header, found)) = after_header(rest)
                {
                    hint = json!({ "skip": skip + header, "text": found.to_string() });
                }
                match is_noise {
                    true => "If you know what these bytes are, choose their format. The format minecraft-packet tries \
                             all versions of a packet of Minecraft."
                        .to_owned(),
                    false => {
                        format!(
                            "No format reads all of it. The rows are those of {format}, which reads most."
                        )
                    }
                }
            }
            _ if is_named => "This format was chosen.".to_owned(),
            Some(Contents::Godot { chosen, .. }) => chosen.to_string(),
            Some(Contents::Nbt { alone: true, .. }) => "No other format reads these bytes.".to_owned(),
            _ => "Some dialects of Godot read these bytes, but no release writes them.".to_owned(),
        };
        let title = match (unknown, reading.found()) {
            (Some(_), _) if is_noise => "not a format that gamewire knows".to_owned(),
            (Some(nearest), Some(contents)) if contents.is_cut() => {
                let error = nearest.error.to_string();
                contents.to_string().replace(&error, "").trim_end_matches(": ").to_owned()
            }
            (Some(_), _) => "no format reads the whole file".to_owned(),
            (None, Some(contents)) => contents.to_string(),
            (None, None) => {
                let name = reading.value(0).ok().filter(|_| packets::is_packet(reading.format()));
                let path = [Segment::text("name")].to_vec().into();
                let name = name.and_then(|packet| packet.get_path(&path).ok());
                let name = name.as_ref().and_then(|name| Some(name.as_packet()?.as_json().trim_matches('"')));
                let of = name.map_or(String::new(), |name| format!("the packet {name} of "));
                format!("{of}{}", reading.format())
            }
        };
        let rejected = unknown.is_some();
        // Bytes that no format reads can be a packet, which does not state its version.
        let is_packet = rejected && !is_named && skip == 0 && self.layers.is_empty();
        let choices = if is_packet { packets::choices(&self.file) } else { Vec::new() };
        if !choices.is_empty() {
            let title = "These bytes can be a packet of Minecraft. Choose its version:";
            return json!({ "title": title, "choices": choices });
        }
        let (codec, arrangement) = (reading.format().clone(), reading.arrangement());
        (self.parts, self.broken) = parts(&reading);
        (self.codec, self.arrangement) = (Some(codec), arrangement);
        let mut about =
            json!({ "title": title, "why": why, "hint": hint, "rejected": rejected, "unknown": is_noise });
        if is_unread {
            about["errors"] = json!([]);
        }
        about
    }

    /// Finds the packets of a recording or the values of a text, with all changes.
    fn cut_packets(&mut self) {
        let (contents, parts) = match (&self.recorded, &self.text) {
            (Some(recorded), _) => recorded.unpacked(),
            (None, Some(document)) => encoded(document),
            (None, None) => return,
        };
        (self.inside, self.parts) = (Some(contents), parts);
    }

    /// Finds the values of changed contents again, but not their rows.
    pub(crate) fn cut_again(&mut self) {
        if self.recorded.is_some() || self.text.is_some() {
            return self.cut_packets();
        }
        let Some(codec) = self.codec.clone() else { return };
        let Ok(reading) = self.options(codec).read(self.contents()) else { return };
        (self.parts, self.broken) = parts(&reading);
    }

    /// Returns the options that read the contents in the same way again.
    pub(crate) fn options(&self, format: Codec) -> OpenOptions {
        let arrangement = Some(self.arrangement);
        OpenOptions::new()
            .format(Some(format))
            .arrangement(arrangement)
            .skip(self.skip)
            .allow_incomplete(true)
    }

    /// Returns whether there are rows before the rows of each value.
    fn is_headed(&self) -> bool {
        self.arrangement != Arrangement::Single
            || self.skip > 0
            || self.recorded.is_some()
            || self.text.as_ref().is_some_and(|document| document.len() > 1)
    }

    /// Reads everything once to create the index.
    pub(crate) fn make_rows(&mut self) {
        let mut index = Index::default();
        let mut errors = Vec::new();
        let (mut parts, headed) = (std::mem::take(&mut self.parts), self.is_headed());
        let mut end = 0;
        if self.codec.is_some() {
            let contents = self.contents();
            for (at, part) in parts.iter_mut().enumerate() {
                (part.row, part.heads) = (index.len(), 0);
                for head in self.heads(at, part, end) {
                    index.push(head.bytes.start, head.bytes.len(), head.depth, head.role);
                    part.heads += 1;
                }
                let bytes = contents.get(part.bytes.clone()).unwrap_or_default();
                let inside = usize::from(headed && part.heads > 0);
                end = part.bytes.end;
                let Some(codec) = part.codec(self.codec.as_ref()) else {
                    index.push(part.bytes.start, bytes.len(), inside, Role::Unread);
                    continue;
                };
                let (outcome, outlined) = outline(&codec.explainer(bytes), |row| {
                    index.push(part.bytes.start + row.start, row.len, row.depth + inside, row.role);
                });
                part.outline = outlined;
                if let Some(error) = outcome.error {
                    errors.push(problem(&error.after(part.bytes.start)));
                }
            }
            if end < contents.len() {
                index.push(end, contents.len() - end, 0, Role::Unread);
            }
        } else {
            for chunk in &self.chunks {
                if end < chunk.bytes.start {
                    index.push(end, chunk.bytes.start - end, 0, Role::Structure);
                }
                index.push(chunk.bytes.start, chunk.bytes.len(), 0, Role::Value);
                end = chunk.bytes.end;
            }
            if end < self.contents().len() {
                index.push(end, self.contents().len() - end, 0, Role::Unread);
            }
        }
        errors.extend(self.broken.as_ref().map(problem));
        errors.extend(self.damage.as_ref().map(|damage| json!({ "text": damage })));
        let is_alike = !self.folds.is_empty() && self.index.len() == index.len();
        (self.index, self.errors) = (index, errors);
        self.parts = parts;
        if is_alike {
            // After a change, open rows stay open.
            return;
        }
        self.folds = Folds::default();
        let level = usize::from(headed);
        if self.parts.len() > MANY {
            self.folds.fold_from(&self.index, 0);
        } else if self.index.len() > FOLDED {
            self.folds.fold_from(&self.index, level + 1);
        }
    }

    /// Returns the format of the file and how it was detected.
    pub(crate) fn about(&self) -> Value {
        let layers: Vec<String> = self.layers.iter().map(ToString::to_string).collect();
        let mut about = self.said.clone();
        let verdict = match (&self.codec, self.parts.as_slice()) {
            (Some(codec), [part])
                if part.bytes.len() <= VERIFIED && self.errors.is_empty() && self.text.is_none() =>
            {
                let bytes = self.contents().get(part.bytes.clone()).unwrap_or_default();
                Some(match codec.verify(bytes) {
                    Verdict::Identical => {
                        json!({ "text": "canonical: it is written again with the same bytes", "good": true })
                    }
                    Verdict::Padding { bytes, .. } => {
                        json!({ "text": format!("{bytes} bytes of padding are not 0; readers ignore them") })
                    }
                    Verdict::Differs { offset, why } => {
                        json!({ "text": why, "offset": part.bytes.start + offset })
                    }
                    _ => Value::Null,
                })
            }
            _ => None,
        };
        if let Some(about) = about.as_object_mut() {
            about.insert("layers".into(), json!(layers));
            about.insert("container".into(), json!(self.container));
            about.insert("format".into(), json!(self.codec.as_ref().map(Codec::to_string)));
            about.insert("godot".into(), json!(matches!(self.codec, Some(Codec::Godot(_)))));
            about.insert("size".into(), json!(self.file.len()));
            about.insert("contents".into(), json!(self.contents().len()));
            about.insert("values".into(), json!(self.parts.len()));
            about.insert("rows".into(), json!(self.index.len()));
            about.entry("errors").or_insert_with(|| json!(self.errors));
            about.insert("verdict".into(), json!(verdict));
            about.insert("changes".into(), self.changes());
        }
        about
    }

    /// Returns the value that a row belongs to, and the number of the row inside it. Returns `None` for rows
    /// between values.
    pub(crate) fn part_of(&self, row: usize) -> Option<(usize, usize)> {
        let at = self.parts.partition_point(|part| part.row <= row).checked_sub(1)?;
        let part = self.parts.get(at)?;
        let inside = (row - part.row).checked_sub(part.heads)?;
        (self.index.start(row) < part.bytes.end).then_some((at, inside))
    }

    /// Explains rows, which must be in ascending order.
    fn explained(&self, rows: &[usize]) -> Vec<(usize, Value)> {
        let mut all = Vec::with_capacity(rows.len());
        let mut rest = rows;
        while let Some(&first) = rest.first() {
            let Some((at, _)) = self.part_of(first) else {
                all.push((first, self.around(first)));
                rest = rest.get(1..).unwrap_or_default();
                continue;
            };
            let in_part = rest.partition_point(|row| self.part_of(*row).is_some_and(|(part, _)| part == at));
            let (these, others) = rest.split_at_checked(in_part.max(1)).unwrap_or((rest, &[]));
            rest = others;
            let Some(part) = self.parts.get(at) else { continue };
            let Some(codec) = part.codec(self.codec.as_ref()) else {
                all.extend(these.iter().map(|row| (*row, self.around(*row))));
                continue;
            };
            for (number, row) in self.rows_of(codec, part, these) {
                all.push((number, self.one(number, codec, part, &row)));
            }
        }
        all
    }

    /// Returns whether the rows of a value are where they were before its bytes were changed to as many others.
    pub(crate) fn keeps_rows(&self, row: usize) -> bool {
        let rows = || {
            let (at, _) = self.part_of(row)?;
            let part = self.parts.get(at)?;
            let header = self.index.header(row)?;
            let numbers: Vec<usize> = (header..self.index.end_of(header)).collect();
            let rows = self.rows_of(part.codec(self.codec.as_ref())?, part, &numbers);
            let is_there = |(number, row): &(usize, Row)| {
                let (start, role) = (part.bytes.start + row.start, role_number(row.role));
                (start..start + row.len, role) == (self.index.bytes(*number), self.index.role(*number))
            };
            Some(rows.len() == numbers.len() && rows.iter().all(is_there))
        };
        self.errors.is_empty() && rows().unwrap_or_default()
    }

    /// Explains rows of one value, which must be in ascending order.
    pub(crate) fn rows_of(&self, codec: &Codec, part: &Part, rows: &[usize]) -> Vec<(usize, Row)> {
        let first = part.row + part.heads;
        // The library needs the rows around each of them, too.
        let mut numbers: Vec<usize> = rows.to_vec();
        let mut last = None;
        for &row in rows {
            let around = self.index.around(row, last);
            numbers.extend(around.into_iter().filter(|outer| *outer >= first));
            last = Some(row);
        }
        numbers.sort_unstable();
        numbers.dedup();
        let inside: Vec<usize> = numbers.iter().map(|number| number - first).collect();
        let bytes = self.contents().get(part.bytes.clone()).unwrap_or_default();
        let explained = numbers.into_iter().zip(rows_at(&codec.explainer(bytes), &part.outline, &inside));
        explained.filter(|(number, _)| rows.binary_search(number).is_ok()).collect()
    }

    /// Returns a row of a value.
    fn one(&self, number: usize, codec: &Codec, part: &Part, row: &Row) -> Value {
        let mut one = self.place_of(number);
        one["text"] = json!(row.meaning);
        one["type"] = json!(row.type_name());
        one["page"] = json!(codec::page(codec, row.type_name()));
        one["path"] = json!(row.path().to_string());
        one["setting"] = json!(part.name);
        one
    }

    /// Returns the rows before a value: its length, its name, or a header. `from` is the end of the previous value.
    fn heads(&self, at: usize, part: &Part, from: usize) -> Vec<Head> {
        if !self.is_headed() {
            return Vec::new();
        }
        let mut heads = Vec::new();
        let mut add = |bytes: Range<usize>, depth, role, text: String, says: &str| {
            heads.push(Head { bytes, depth, role, text, says: says.to_owned() });
        };
        let start = if at == 0 { from + self.skip } else { from };
        if start > from {
            let text = format!("{} bytes before the value", start - from);
            add(from..start, 0, Role::Structure, text, "No field of a value has these bytes.");
        }
        let bytes = self.contents().get(start..part.bytes.start).unwrap_or_default();
        let (heading, rows) = match (&self.recorded, self.arrangement) {
            (Some(recorded), _) => {
                let is_archive = self.file.starts_with(b"PK");
                let head = if is_archive { FrameHead::Replay } else { FrameHead::Packet };
                (recorded.heading(at), frame_head_rows(head, bytes))
            }
            (None, arrangement) => {
                let heading = match (&part.name, arrangement) {
                    (Some(name), _) => format!("setting {name:?}"),
                    (None, Arrangement::Framed(_)) => format!("value {at}"),
                    (None, Arrangement::Single) if self.text.is_some() => format!("value {at}"),
                    (None, Arrangement::Roots(_)) => format!("root {at}"),
                    _ => String::new(),
                };
                (heading, value_head_rows(arrangement, at == 0, bytes))
            }
        };
        // The heading is on the row of the value's own length. Only the first setting has other rows before it.
        let first = rows.len().saturating_sub(if part.name.is_some() { 3 } else { rows.len() });
        for (number, row) in rows.iter().enumerate() {
            let text = match number == first && !heading.is_empty() {
                true => format!("{heading}: {}", row.meaning),
                false => row.meaning.clone(),
            };
            let depth = row.depth + usize::from(number > first && !heading.is_empty());
            let place = start + row.start;
            add(place..place + row.len, depth.min(1), row.role, text, row.sentences());
        }
        if rows.is_empty() && !(heading.is_empty() && bytes.is_empty()) {
            add(start..part.bytes.start, 0, Role::Structure, heading, "");
        }
        heads
    }

    /// Returns a row between values, or of the bytes after the last value.
    fn around(&self, number: usize) -> Value {
        let mut one = self.place_of(number);
        let head = self.head(number);
        let start = self.index.start(number);
        let chunk = self.chunks.iter().find(|chunk| chunk.bytes.start == start && !chunk.bytes.is_empty());
        one["chunk"] = json!(chunk.map(|chunk| &chunk.at));
        let text = match (chunk, &head) {
            (Some(chunk), _) => &*chunk.text,
            (None, Some(head)) => &*head.text,
            (None, None) if self.codec.is_some() => "not read",
            (None, None) if self.chunks.is_empty() => "not explained",
            (None, None) if start == 0 => "the places and times of the chunks",
            (None, None) => "no chunk",
        };
        one["text"] = json!(text);
        let page = match self.arrangement {
            Arrangement::Framed(_) => "gamewire/godot/format/frames/index.html",
            Arrangement::Settings(_) => "gamewire/godot/format/files/index.html",
            _ => "",
        };
        one["page"] = json!(page);
        one
    }

    /// Returns the row of this number, if it is before a value.
    fn head(&self, number: usize) -> Option<Head> {
        let at = self.parts.partition_point(|part| part.row <= number).checked_sub(1)?;
        let part = self.parts.get(at).filter(|part| number < part.row + part.heads)?;
        self.heads(at, part, self.index.start(part.row)).into_iter().nth(number - part.row)
    }

    fn place_of(&self, number: usize) -> Value {
        let bytes = self.index.bytes(number);
        let shown = self.contents().get(bytes.clone()).unwrap_or_default();
        json!({
            "row": number,
            "start": bytes.start,
            "len": bytes.len(),
            "depth": self.index.depth(number),
            "role": self.index.role(number),
            "hex": hex(shown.get(..SHOWN).unwrap_or(shown)),
            "folds": self.index.has_children(number),
            "folded": self.folds.is_folded(number),
        })
    }

    /// Returns visible rows.
    pub(crate) fn rows(&self, place: usize, count: usize) -> Value {
        let last = place.saturating_add(count).min(self.folds.visible(&self.index));
        let rows: Vec<usize> = (place..last).map(|place| self.folds.row(place)).collect();
        self.explained(&rows).into_iter().map(|(_, row)| row).collect()
    }

    /// Returns a row with its details.
    pub(crate) fn row(&self, row: usize) -> Value {
        let Some((_, mut one)) = self.explained(&[row]).pop() else { return Value::Null };
        let end = self.index.end_of(row);
        one["end"] = json!(self.index.start(end));
        one["inside"] = json!(end - row - 1);
        one["says"] = json!(self.sentences(row));
        let path = one["path"].as_str().and_then(|path| path.parse().ok());
        if let Some((kind, text)) = path.and_then(|path| self.leaf(row, &path)) {
            one["kind"] = json!(kind);
            one["value"] = json!(text);
        }
        one
    }

    /// Returns sentences that explain how the bytes of a row are read.
    fn sentences(&self, row: usize) -> String {
        let of = |row| {
            let (at, inside) = self.part_of(row)?;
            Some((self.parts.get(at)?.codec(self.codec.as_ref())?, (at, inside)))
        };
        let Some((codec, (at, inside))) = of(row) else {
            if !self.chunks.is_empty() {
                return "Double-click the row of a chunk, or choose the chunk above, to see its values."
                    .to_owned();
            }
            let none = || "No field of a value has these bytes.".to_owned();
            return self.head(row).map_or_else(none, |head| head.says);
        };
        let Some(part) = self.parts.get(at) else { return String::new() };
        let first = row - inside;
        let around = self.index.around(row, None).into_iter().filter(|outer| *outer >= first);
        let mut numbers: Vec<usize> = around.map(|outer| outer - first).collect();
        numbers.reverse();
        numbers.push(inside);
        let bytes = self.contents().get(part.bytes.clone()).unwrap_or_default();
        sentences_at(&codec.explainer(bytes), &part.outline, &numbers)
    }
}

#[wasm_bindgen(js_class = Session)]
impl File {
    /// Returns the rows that the bytes in a range belong to. Each has its number, its first byte and its role.
    pub fn marks(&self, start: usize, len: usize) -> Vec<u32> {
        let mut marks = Vec::new();
        if self.index.len() == 0 {
            return marks;
        }
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let first = self.index.row_at(start);
        for row in first..self.index.len() {
            let at = self.index.start(row);
            if at >= start + len {
                break;
            }
            marks.extend([number(row), number(at), u32::from(self.index.role(row))]);
        }
        marks
    }
}

/// A row before a value.
struct Head {
    bytes: Range<usize>,
    depth: usize,
    role: Role,
    text: String,
    says: String,
}

/// Returns rows of the outermost container.
fn container_rows(container: Option<Explainer<'_>>) -> Vec<Value> {
    let mut rows = Vec::new();
    let Some(container) = container else { return rows };
    let container = container.limit(CONTAINER).sentences(true);
    container.rows(|row| {
        let bytes = container.bytes_of(row);
        rows.push(json!({
            "start": row.start, "len": row.len, "depth": row.depth, "role": role_number(row.role),
            "text": row.meaning, "says": row.sentences(), "hex": hex(bytes.get(..SHOWN).unwrap_or(bytes)),
        }));
    });
    rows
}

/// Returns the values of contents, and the error after them.
fn parts(document: &Document<'_>) -> (Vec<Part>, Option<DecodeError>) {
    let part = |value: ValueRef<'_>| Part {
        bytes: value.offset()..value.offset() + value.as_wire().map_or(0, |bytes| bytes.len()),
        name: value.name().map(str::to_owned),
        row: 0,
        heads: 0,
        outline: Outline::default(),
        packet: None,
    };
    (document.values().map(part).collect(), document.broken().cloned())
}

/// Returns the chunks of a region, by their places in the file.
fn chunks(bytes: &[u8]) -> Vec<ChunkRow> {
    let Ok(region) = Region::parse_damaged(bytes) else { return Vec::new() };
    // A chunk knows its position in the world, which is that of the region and its own.
    let position = |chunk: &Chunk<'_>| {
        let contents = chunk.unpack(CHUNK).ok()?;
        let nbt: Nbt = Protocol::default().parse_prefix(&contents).ok()?.0;
        let level = nbt.root.get("Level").unwrap_or(&nbt.root);
        let of = |name: &str, at: u8| Some(level.get(name)?.as_i64()? - i64::from(at));
        Some((of("xPos", chunk.at().x())?, of("zPos", chunk.at().z())?))
    };
    let region_at = region.chunks().find_map(|chunk| position(&chunk));
    let row = |chunk: Chunk<'_>| {
        let (first, count) = chunk.sectors();
        let (at, size) = (chunk.at(), chunk.data().len());
        let compression = chunk.compression().name();
        let blocks = region_at.map_or(String::new(), |(x, z)| {
            let [x, z] = [(x, at.x()), (z, at.z())].map(|(region, own)| (region + i64::from(own)) * 16);
            format!(", blocks x {x} to {}, z {z} to {}", x + 15, z + 15)
        });
        let text = format!("chunk {at}{blocks}: {size} bytes, {compression}");
        ChunkRow { bytes: first * SECTOR..(first + count) * SECTOR, at: at.to_string(), text }
    };
    let mut rows: Vec<ChunkRow> = region.chunks().map(row).collect();
    rows.sort_by_key(|chunk| chunk.bytes.start);
    let mut end = 0;
    for chunk in &mut rows {
        // Chunks of a damaged region can overlap, or be cut short.
        chunk.bytes.start = chunk.bytes.start.clamp(end, bytes.len());
        chunk.bytes.end = chunk.bytes.end.clamp(chunk.bytes.start, bytes.len());
        end = chunk.bytes.end;
    }
    rows
}

/// Returns the encoded values of a text file one after the other, and their places.
pub(crate) fn encoded(document: &Document<'_>) -> (Vec<u8>, Vec<Part>) {
    let (mut contents, mut parts) = (Vec::new(), Vec::new());
    for value in document.values() {
        let start = contents.len();
        contents.extend_from_slice(&value.as_wire().unwrap_or_default());
        let name = value.name().map(str::to_owned);
        parts.push(Part { name, packet: None, ..Part::of_packet(start..contents.len(), None) });
    }
    (contents, parts)
}

fn problem(error: &DecodeError) -> Value {
    json!({ "offset": error.offset(), "text": error.to_string(), "missing": error.missing() })
}

fn choice(reading: &Alternative) -> Value {
    let format = reading.format.to_string();
    let (key, value) = match (reading.differs, reading.arrangement) {
        (Differs::Arrangement, Arrangement::Framed(framing)) if framing == framing.big_endian() => {
            ("frame", "big-endian")
        }
        (Differs::Arrangement, Arrangement::Framed(_)) => ("frame", "store-var"),
        (Differs::Arrangement, _) => ("frame", "none"),
        _ => ("as", &*format),
    };
    json!({ "key": key, "value": value, "text": reading.to_string() })
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(name: &str, options: &str) -> File {
        let path = format!("{}/../../tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
        File::open(std::fs::read(path).unwrap(), Options::of(options))
    }

    /// The places, levels and texts of rows, which tile the bytes.
    fn rows(rows: &[Value], total: usize) -> Vec<(u64, u64, &str)> {
        let number = |row: &Value, key: &str| row[key].as_u64().unwrap();
        let end = rows.iter().fold(0, |end, row| {
            assert_eq!(number(row, "start"), end, "{row}");
            end + number(row, "len")
        });
        assert_eq!(end, total as u64);
        rows.iter()
            .map(|row| (number(row, "start"), number(row, "depth"), row["text"].as_str().unwrap()))
            .collect()
    }

    #[test]
    fn containers_have_rows() {
        let file = opened("framing/godot-4.6.3/compressed_zstd.bin", "{}");
        let container = rows(&file.container, file.file.len());
        let heads = [(0, 0, "magic = \"GCPF\""), (4, 0, "mode = 2 (Zstd)"), (8, 0, "block size = 4096")];
        assert_eq!(container[..3], heads);
        assert_eq!(container.last().unwrap().2, "magic again, ignored by readers");
        let cut = File::open(file.file[..14].to_vec(), Options::default());
        let container = rows(&cut.container, 14);
        assert_eq!((&container[..3], container[3]), (&heads[..], (12, 0, "incomplete        <- here")));
        let file = opened("framing/godot-4.6.3/encrypted_pass.bin", r#"{"password":"correct horse"}"#);
        let container = rows(&file.container, file.file.len());
        assert_eq!(container[1..3], [(4, 0, "MD5 of the contents"), (20, 0, "length of the contents = 472")]);
        let file = opened("minecraft/region/r.0.0.mca", r#"{"chunk":"0,0"}"#);
        let first = file.container[0]["text"].as_str().unwrap();
        assert!(first.starts_with("location of chunk 0,0: 1 sector from sector "), "{first}");
    }

    #[test]
    fn fields_before_values_have_rows() {
        let all = |file: &File| -> Vec<Value> { (0..file.index.len()).map(|row| file.row(row)).collect() };
        let file = opened("framing/godot-4.6.3/project.binary", "{}");
        let list = all(&file);
        let texts = rows(&list, file.file.len());
        assert_eq!(texts[0], (0, 0, "magic = \"ECFG\""));
        let name = texts.iter().position(|(_, _, text)| text.starts_with("setting \"")).unwrap();
        assert!(texts[name].2.contains("\": key length = ") && texts[name].1 == 0, "{:?}", texts[name]);
        assert!(texts[name + 1].2.starts_with("key = \"") && texts[name + 1].1 == 1);
        assert!(texts[name + 2].2.starts_with("value length = ") && texts[name + 2].1 == 1);
        let file = opened("framing/godot-4.6.3/store_var_several.bin", "{}");
        let list = all(&file);
        let texts = rows(&list, file.file.len());
        let length = u32::from_le_bytes(*file.file.first_chunk().unwrap());
        assert_eq!(texts[0], (0, 0, &*format!("value 0: length = {length}")));
        assert!(list[0]["says"].as_str().unwrap().starts_with("Four bytes, least significant first"));
    }

    #[test]
    fn sessions_of_servers_are_packets() {
        let folder = format!("{}/../../tests/fixtures/protodef/sessions", env!("CARGO_MANIFEST_DIR"));
        let mut read = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if !name.ends_with(".bin") {
                continue;
            }
            let file = opened(&format!("protodef/sessions/{name}"), "{}");
            let recorded = file.recorded.as_ref().unwrap_or_else(|| panic!("{name}: {}", file.about()));
            assert!(recorded.read.readable() > 0, "{name}");
            // The version is in the name of the file.
            let version = name.split(".to").next().unwrap();
            let is_known = recorded.versions.is_empty() || recorded.versions.contains(&version);
            assert!(is_known, "{name}: {:?}", recorded.versions);
            read += 1;
        }
        assert_eq!(read, 4);
    }

    #[test]
    fn fields_of_packets_are_found_and_a_tree() {
        let file = opened("protodef/sessions/1.20.toServer.bin", "{}");
        let about = file.find("position").unwrap();
        let field = file.find("$[3].params.x").unwrap();
        assert!(about.iter().any(|(start, _)| *start <= field[0].0), "{about:?}");
        assert_eq!((file.find("[3].params.x").unwrap(), field.len()), (field.clone(), 1));
        let nodes = crate::tree::children(&file, &[3], 0, 100).unwrap();
        let params =
            nodes["nodes"].as_array().unwrap().iter().position(|node| node["label"] == "params").unwrap();
        let fields = crate::tree::children(&file, &[3, params as u32], 0, 100).unwrap();
        let x = fields["nodes"].as_array().unwrap().iter().position(|node| node["label"] == "x").unwrap();
        assert_eq!(
            (&fields["nodes"][x]["text"], &fields["nodes"][x]["at"]),
            (&json!("3.5"), &json!(field[0].0))
        );
        assert_eq!(crate::tree::trail(&file, field[0].0), [3, params as u32, x as u32]);
    }

    #[test]
    fn text_is_values_that_are_changed_in_the_text() {
        for (text, path, new, expected) in [
            ("; hi\n[a]\nb=1 ; one\nc=\"x\"\n", "", "2", "; hi\n[a]\nb=2 ; one\nc=\"x\"\n"),
            ("{Health: 20.0f, Name: 'Ann'}", "$.Health", "7", "{Health: 7.0f, Name: 'Ann'}"),
            ("{\"gold\": 5,  \"inv\": [1, 2]}", "$.inv[1]", "9", "{\"gold\": 5,  \"inv\": [1, 9]}"),
        ] {
            let mut file = File::open(text.as_bytes().to_vec(), Options::default());
            let changes = json!([{ "part": 0, "path": path, "text": new, "was": "" }]);
            file.replay(&changes.to_string()).unwrap();
            assert_eq!(String::from_utf8(file.save(&[]).unwrap()).unwrap(), expected);
            let root = &crate::tree::children(&file, &[], 0, 9).unwrap()["nodes"][0];
            assert!(root["error"].is_null(), "{root}");
            file.undo(0).unwrap();
            assert_eq!(file.save(&[]).unwrap(), text.as_bytes());
        }
    }

    #[test]
    fn a_region_is_a_list_of_its_chunks() {
        let file = opened("minecraft/region/r.0.0.mca", "{}");
        let region = Region::parse(&file.file).unwrap();
        let rows: Vec<Value> = (0..file.index.len()).map(|row| file.row(row)).collect();
        assert_eq!(rows.iter().filter(|row| !row["chunk"].is_null()).count(), region.chunks().count());
        // The chunks that the command finds the word in.
        let found = file.find("DataVersion").unwrap();
        assert_eq!(found.len(), region.chunks().filter(|chunk| chunk.unpack(CHUNK).is_ok()).count());
        for (start, _) in found {
            assert!(!file.row(file.index.row_at(start))["chunk"].is_null(), "{start}");
        }
        assert!(file.find("no such word").unwrap().is_empty());
    }

    #[test]
    fn bytes_of_a_packet_have_its_versions_as_choices() {
        let packet =
            b"\x2e\0\x01\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x07\x05Alice\0\0\0\0";
        let file = File::open(packet.to_vec(), Options::default());
        let choice = &file.about()["choices"][0];
        assert_eq!(choice["text"], "play.toClient.player_info of 1.12.1 to 1.12.2");
        let named = Options { format: choice["value"].as_str().map(str::to_owned), ..Options::default() };
        assert!(File::open(packet.to_vec(), named).about()["errors"].as_array().unwrap().is_empty());
    }
}
