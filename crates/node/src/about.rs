//! Descriptions of files: their formats, how those were detected, and what is wrong.

use gamewire::DecodeError;
use gamewire::explain::Explainer;
use gamewire::godot::{Framing, Verdict};
use gamewire::minecraft::{Packet, Packets, Recording, TypeExpr};
use gamewire::path::Segment;
use gamewire::shared::hex;
use gamewire_files::document::{Document, DocumentError, Format, OpenOptions};
use gamewire_files::godot::EncryptionKey;
use gamewire_files::identify::{Alternative, Arrangement, Clue, Contents, Differs, Foreign, Identity, Layer};
use gamewire_files::shared::document::recording_title;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::change::Change;
use crate::file::Opened;
use crate::index::role_number;
use crate::region::chunk_rows;
use crate::{Fault, Res};

/// The format that asks for the versions that read a packet.
pub(crate) const ANY: &str = "minecraft-packet";
/// The most packets that are offered.
const OFFERED: usize = 40;
/// The largest value that is compared with the engine's output.
const VERIFIED: usize = 1 << 20;
/// The maximum number of rows of a container that are returned.
const CONTAINER: usize = 1_000;
/// The maximum number of bytes of a row that are returned with it.
const SHOWN: usize = 24;

#[wasm_bindgen]
impl Opened {
    /// Returns what the file is, as JSON: see `About` in `js/gamewire.d.ts`.
    pub fn about(&mut self) -> Result<String, Fault> {
        self.make_rows()?;
        let document = self.document.as_ref();
        let layers = document.map_or(&[][..], Document::layers);
        let is_archive = document.and_then(Document::recording).is_some_and(Recording::is_archive);
        let container = document.filter(|_| is_archive || !layers.is_empty()).map(Document::explain);
        let mut about = json!({
            "layers": names(layers),
            "container": container_rows(container.and_then(|all| all.into_iter().next())),
            "format": document.map(|document| document.format().to_string()),
            "size": self.size,
            "contents": self.contents().len(),
            "values": self.count(),
            "rows": self.index.len(),
            "visible": self.index.visible.len(),
            "errors": self.errors,
            "verdict": self.verdict(),
            "changes": self.changes.iter().map(Change::described).collect::<Value>(),
        });
        if let (Some(about), Some(found)) = (about.as_object_mut(), self.found.as_object()) {
            about.extend(found.clone());
        }
        Ok(about.to_string())
    }
}

impl Opened {
    /// Opens the containers and the values, also if they are damaged, and finds out what can be said of other bytes.
    pub(crate) fn examine(&mut self, file: Vec<u8>, options: &OpenOptions, is_named: bool) {
        if let Some((recording, versions)) = options.recording(&file).filter(|_| self.skipped == 0) {
            let title = recording_title(&recording, &versions);
            self.found = json!({ "kind": "packets", "title": title, "versions": versions });
            self.damage = recording.error().map(ToString::to_string);
            self.document = Some(Document::of_recording(recording.into_owned(), file, 0));
            return;
        }
        self.found = match options.containers(&*file) {
            Ok(opened) => {
                self.damage = opened.damage().map(ToString::to_string);
                match Document::read(opened, options) {
                    Ok(document) => {
                        let found = self.about_values(&document, is_named);
                        if found["choices"].is_null() {
                            self.document = Some(document.allow_damaged(true).into_owned());
                        }
                        found
                    }
                    Err(error) => self.about_refused(&file, options, &error),
                }
            }
            Err(error) => {
                let is_encrypted = matches!(error.layers.last(), Some(Layer::Encrypted { .. }));
                json!({
                    "kind": if is_encrypted { "encrypted" } else { "closed" },
                    "layers": names(&error.layers),
                    "container": container_rows(error.explain(&*file)),
                    "title": Identity::new(Vec::new(), None, Err(error.reason)).to_string(),
                })
            }
        };
        if self.document.is_none() {
            self.file = file;
        }
    }

    /// Returns what is said about contents without binary values.
    fn about_refused(&mut self, file: &[u8], options: &OpenOptions, error: &DocumentError) -> Value {
        let Ok(opened) = options.containers(file) else { return Value::Null };
        let (layers, container) = (names(opened.layers()), container_rows(opened.explain()));
        self.shown = (!layers.is_empty()).then(|| opened.contents().to_vec());
        let mut about = match *error {
            DocumentError::Ambiguous(ref readings) => {
                let choices = readings.iter().map(choice).collect::<Value>();
                let title = "Several formats read these bytes, with different values. Choose one:";
                json!({ "kind": "choice", "title": title, "choices": choices })
            }
            DocumentError::Foreign(foreign @ Foreign::Region) => {
                self.chunks = chunk_rows(opened.contents().get(self.skipped..).unwrap_or_default());
                let chunks = self.chunks.iter().map(|chunk| &*chunk.at).collect::<Value>();
                json!({ "kind": "region", "title": foreign.to_string(), "chunks": chunks })
            }
            DocumentError::Foreign(foreign) => {
                let text = Document::open_contents(opened, &options.clone().allow_text(true)).ok();
                self.document = text.map(|document| document.allow_damaged(true).into_owned());
                let (kind, why) = match self.document {
                    Some(_) => ("text", None),
                    None => ("foreign", Some(foreign.advice())),
                };
                json!({ "kind": kind, "title": foreign.to_string(), "why": why })
            }
            _ => json!({ "kind": "empty", "title": "The file is empty." }),
        };
        (about["layers"], about["container"]) = (json!(layers), json!(container));
        about
    }

    /// Returns what is said about values, or the versions of a packet that the bytes can be.
    pub(crate) fn about_values(&self, document: &Document<'_>, is_named: bool) -> Value {
        let (skip, found) = (self.skipped, document.found());
        let rest = document.contents().get(skip..).unwrap_or_default();
        let Some(Contents::Unknown(nearest)) = found else {
            let name =
                is_packet(document.format()).then(|| document.get_path(&vec![Segment::text("name")].into()));
            let title = match (found, document.recording(), name) {
                (Some(contents), ..) => contents.to_string(),
                (None, Some(recording), _) => recording_title(recording, &[]),
                (None, None, Some(Ok(name))) => {
                    format!("the packet {} of {}", name.to_json().trim_matches('"'), document.format())
                }
                (None, None, _) => document.format().to_string(),
            };
            let why = match found {
                _ if is_named => "This format was chosen.".to_owned(),
                Some(Contents::Godot { chosen, .. }) => chosen.to_string(),
                Some(Contents::Nbt { alone: true, .. }) => "No other format reads these bytes.".to_owned(),
                _ => "Some dialects of Godot read these bytes, but no release writes them.".to_owned(),
            };
            let kind = if document.recording().is_some() { "packets" } else { "values" };
            return json!({ "kind": kind, "title": title, "why": why });
        };
        // Bytes that no format reads can be a packet, which does not state its version.
        if !is_named && skip == 0 && document.layers().is_empty() {
            let packet = any_packet(rest);
            if packet["choices"] != json!([]) {
                return packet;
            }
        }
        // If most of the announced elements are missing, the bytes probably have another format.
        let error = &nearest.error;
        let is_unread = error.offset() <= skip;
        let is_noise = is_unread || error.missing().is_some_and(|missing| missing > rest.len());
        let (kind, title) = match found {
            _ if is_noise => ("unknown", "not a format that gamewire knows".to_owned()),
            Some(contents) if contents.is_cut() => {
                let title = contents.to_string().replace(&error.to_string(), "");
                ("damaged", title.trim_end_matches(": ").to_owned())
            }
            _ => ("damaged", "no detectable format reads the whole file".to_owned()),
        };
        let clues = found.filter(|_| !is_named).map(|found| found.clues(rest, skip));
        let hint = |clue: Clue| json!({ "text": clue.text, "skip": clue.skip });
        let hints = clues.into_iter().flatten().map(hint).collect::<Value>();
        let mut about = json!({ "kind": kind, "title": title, "hints": hints });
        if is_unread && !is_named {
            // If not even the first number is valid, the fault of one of many formats tells nothing about the bytes.
            about["errors"] = json!([]);
        }
        about
    }

    /// Returns whether the only value is written again with the same bytes.
    fn verdict(&self) -> Value {
        let (Some(document), [part]) = (&self.document, self.parts.as_slice()) else { return Value::Null };
        if document.text().is_some() || part.bytes.len() > VERIFIED || !self.errors.is_empty() {
            return Value::Null;
        }
        match document.format().verify(self.value_bytes(0)) {
            Verdict::Identical => json!({ "text": "canonical: it is written again with the same bytes" }),
            Verdict::Padding { bytes, .. } => {
                json!({ "text": format!("{bytes} bytes of padding are not 0; readers ignore them") })
            }
            Verdict::Differs { offset, why } => json!({ "text": why, "offset": part.bytes.start + offset }),
            _ => Value::Null,
        }
    }
}

fn names(layers: &[Layer]) -> Vec<String> {
    layers.iter().map(ToString::to_string).collect()
}

/// Returns whether this is the format of a packet of a version.
pub(crate) fn is_packet(format: &Format) -> bool {
    matches!(format, Format::Minecraft(_, TypeExpr::Types(..)))
}

/// Returns the packets that bytes can be, each with its format.
pub(crate) fn any_packet(bytes: &[u8]) -> Value {
    let choice = |(packet, versions): (Packet, Vec<&'static str>)| {
        let (first, last) = (versions.first()?, versions.last()?);
        let (state, side, name) = (packet.state(), packet.side(), packet.name()?);
        let versions = if versions.len() == 1 { (*last).to_owned() } else { format!("{first} to {last}") };
        let format = format!("minecraft-{last}/{state}.{side}.{name}");
        Some(json!({ "format": format, "text": format!("{state}.{side}.{name} of {versions}") }))
    };
    let choices: Vec<Value> = Packets::reading(bytes).into_iter().filter_map(choice).take(OFFERED).collect();
    let title = match choices.len() {
        0 => "No version reads these bytes as a packet.",
        _ => "These bytes can be a packet of Minecraft. Choose its version:",
    };
    json!({ "kind": "choice", "title": title, "choices": choices })
}

/// Returns the arrangement with a name.
pub(crate) fn arrangement(name: &str) -> Res<Arrangement> {
    match name {
        "none" => Ok(Arrangement::Single),
        "store-var" => Ok(Arrangement::Framed(Framing::STORE_VAR)),
        "big-endian" => Ok(Arrangement::Framed(Framing::STORE_VAR.big_endian())),
        _ => Err(Fault::of("the frame is none, store-var or big-endian")),
    }
}

/// Parses a key.
pub(crate) fn key(digits: &str) -> Res<EncryptionKey> {
    let bytes = hex::decode(digits).and_then(|bytes| bytes.try_into().ok());
    bytes.map(EncryptionKey::new).ok_or_else(|| Fault::of("a key has 64 hexadecimal digits"))
}

/// Returns the reading of bytes as an option that chooses it.
fn choice(reading: &Alternative) -> Value {
    if !matches!(reading.differs, Differs::Arrangement) {
        return json!({ "format": reading.format.to_string(), "text": reading.to_string() });
    }
    let frame = match reading.arrangement {
        Arrangement::Framed(framing) if framing == framing.big_endian() => "big-endian",
        Arrangement::Framed(_) => "store-var",
        _ => "none",
    };
    json!({ "frame": frame, "text": reading.to_string() })
}

/// Returns rows of the outermost container.
fn container_rows(container: Option<Explainer<'_>>) -> Vec<Value> {
    let mut rows = Vec::new();
    if let Some(container) = container.map(|container| container.limit(CONTAINER).sentences(true)) {
        container.rows(|row| {
            rows.push(json!({
                "offset": row.start, "length": row.len, "depth": row.depth, "role": role_number(row.role),
                "meaning": row.meaning, "sentences": row.sentences(), "hex": first_bytes(container.bytes_of(row)),
            }));
        });
    }
    rows
}

pub(crate) fn problem(error: &DecodeError) -> Value {
    json!({
        "message": error.to_string(), "offset": error.offset(), "path": error.path().to_string(),
        "missing": error.missing(),
    })
}

/// Returns the first bytes of a row as hexadecimal digits.
pub(crate) fn first_bytes(bytes: &[u8]) -> String {
    bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}
