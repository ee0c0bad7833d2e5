//! An open file: its values, and what is known about it.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

use gamewire::explain::{Explainer, Role};
use gamewire::minecraft::Packets;
use gamewire::minecraft::nbt::Nbt;
use gamewire::path::Segment;
use gamewire::shared::explain::{Outline, outline};
use gamewire_files::document::{AnyValue, Document, Format, OpenOptions, ValueRef};
use gamewire_files::godot::EncryptionKey;
use gamewire_files::identify::Arrangement;
use gamewire_files::shared::document::explain_part;
use gamewire_files::shared::identify::encoded_values;
use gamewire_files::shared::packages::MOST_PATHS;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::about::{self, ANY, problem};
use crate::change::Change;
use crate::index::Index;
use crate::region::ChunkRow;
use crate::values::{LIST, TAG, Writer};
use crate::{Fault, Made, Res, game_of, path, text};

/// If there are at least this many rows, the contents of the outermost containers are folded.
const FOLDED: usize = 2_000;
/// If there are at least this many values, they are folded.
const MANY: usize = 8;

/// A value of the file, with the bytes before it.
#[derive(Debug, Default)]
pub(crate) struct Part {
    /// The step with which the paths of the value begin.
    pub(crate) step: Option<Segment>,
    /// The end of the value before it, and the range of its own bytes.
    pub(crate) from: usize,
    pub(crate) bytes: Range<usize>,
    /// The number of its first row.
    pub(crate) row: usize,
    /// Whether the bytes were checked for a view.
    pub(crate) is_checked: Cell<bool>,
    pub(crate) outline: Outline,
}

/// An open file.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Opened {
    /// The bytes of a file without values.
    pub(crate) file: Vec<u8>,
    pub(crate) size: usize,
    pub(crate) skipped: usize,
    pub(crate) key: Option<EncryptionKey>,
    pub(crate) document: Option<Document<'static>>,
    /// The document before all changes, if there were any.
    pub(crate) original: Option<Document<'static>>,
    pub(crate) changes: Vec<Change>,
    /// The bytes that are shown, if they are not those of the document: changed contents, unpacked packets, or the
    /// bytes that the values of a text would have in a binary file.
    pub(crate) shown: Option<Vec<u8>>,
    /// The values, or one part for all bytes if there are none.
    pub(crate) parts: Vec<Part>,
    /// Whether the parts, and the rows, are those after the last change.
    pub(crate) is_laid_out: bool,
    pub(crate) has_rows: bool,
    pub(crate) index: Index,
    /// The chunks of a region, by their places in the file.
    pub(crate) chunks: Vec<ChunkRow>,
    /// The format, and how it was detected: a part of `about`.
    pub(crate) found: Value,
    /// The error of a container that was unpacked only in part.
    pub(crate) damage: Option<String>,
    pub(crate) errors: Vec<Value>,
}

#[wasm_bindgen]
impl Opened {
    /// Opens a file. `texts` are the names of options and their texts: see `OpenOptions` in `js/gamewire.d.ts`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        file: Vec<u8>,
        texts: Vec<String>,
        skipped: usize,
        objects: bool,
        is_partial: bool,
    ) -> Result<Opened, Fault> {
        let text = |name: &str| {
            let pair = texts.chunks(2).find(|pair| pair.first().is_some_and(|first| first == name));
            pair.and_then(<[_]>::last).map(String::as_str)
        };
        let key = text("key").map(about::key).transpose()?;
        let key = key.or(text("password").map(EncryptionKey::from_password));
        let mut open = Self { size: file.len(), skipped, key: key.clone(), ..Self::default() };
        let name = text("format");
        if name == Some(ANY) && is_partial {
            (open.found, open.file) = (about::any_packet(&file), file);
            return Ok(open);
        }
        let packets = name.and_then(|name| Packets::named(name.strip_prefix("minecraft-")?));
        let named = name.filter(|_| packets.is_none()).map(|name| crate::format(name, true)).transpose()?;
        let opening = OpenOptions::new()
            .key(key)
            .chunk(text("chunk").map(str::parse).transpose().map_err(Fault::of)?)
            .arrangement(text("frame").map(about::arrangement).transpose()?)
            .format(named.as_deref().cloned())
            .packets(packets)
            .skip(skipped)
            .allow_objects(objects);
        if is_partial {
            open.examine(file, &opening.allow_damaged(true).allow_incomplete(true), named.is_some());
        } else {
            let document = Document::open_with(file, &opening)?;
            open.found = open.about_values(&document, named.is_some());
            open.document = Some(document);
        }
        Ok(open)
    }

    /// Returns the number of values.
    pub fn count(&self) -> usize {
        self.document.as_ref().map_or(0, Document::len)
    }

    /// Returns the name of the format.
    pub fn format(&self) -> Result<String, Fault> {
        Ok(self.document()?.format().to_string())
    }

    /// Returns the number of the game: see `game_of`.
    pub fn game(&self) -> Result<u8, Fault> {
        Ok(game_of(self.document()?.format()))
    }

    /// Returns the value with a number.
    pub fn value(&self, number: usize, plain: bool) -> Made {
        let value = self.document()?.value(number)?;
        let wire = value.as_wire()?;
        Writer::made(plain, |writer| writer.encoded(&value.format(), &wire))
    }

    /// Returns the value at a path.
    pub fn get(&self, path: &str, plain: bool) -> Made {
        let value = self.document()?.get_path(&self::path(path)?)?;
        Writer::made(plain, |writer| writer.any(value))
    }

    /// Sets the value at a path from its JSON, or from a tag of NBT.
    pub fn set(&mut self, path: &str, value: &[u8], is_tag: bool) -> Result<(), Fault> {
        let new: AnyValue = match is_tag {
            true => TAG.parse::<Nbt>(value)?.root.into(),
            false => self.document()?.format().value_from_json(text(value)?).map_err(Fault::of)?,
        };
        self.change(self::path(path)?, Some(new), None)
    }

    /// Removes the value at a path.
    pub fn remove(&mut self, path: &str) -> Result<(), Fault> {
        self.change(self::path(path)?, None, None)
    }

    /// Returns the paths of all entries with a key, as JSON.
    pub fn find(&self, key: &str) -> Result<String, Fault> {
        Ok(json!(self.document()?.find_key(key, MOST_PATHS)?).to_string())
    }

    /// Returns the differences to another file: path, old and new value.
    pub fn diff(&self, other: &Opened) -> Made {
        let changes = self.document()?.diff(other.document()?, MOST_PATHS)?;
        Writer::made(false, |writer| {
            writer.list(LIST, changes, |writer, (path, change)| {
                let (old, new) = change.sides();
                writer.put("[")?;
                writer.text("", &path)?;
                writer.optional(old)?;
                writer.optional(new)?;
                writer.put("]")
            })
        })
    }

    /// Returns the bytes of the file with all changes.
    pub fn save(&self) -> Result<Vec<u8>, Fault> {
        match &self.document {
            Some(document) => Ok(document.encode()?.into_owned()),
            None => Ok(self.file.clone()),
        }
    }
}

impl Opened {
    pub(crate) fn document(&self) -> Res<&Document<'static>> {
        self.document.as_ref().ok_or_else(unknown)
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
    pub(crate) fn format_of(&self, at: usize) -> Option<Cow<'_, Format>> {
        let value = self.value_ref(at)?;
        let is_read = value.packet().is_none_or(|packet| !packet.bytes.is_empty());
        is_read.then(|| value.format())
    }

    /// Finds the values with all changes, and the bytes that are shown. Changes without a place get that of the bytes that
    /// differ from those before.
    pub(crate) fn lay_out(&mut self) -> Res<()> {
        if self.is_laid_out {
            return Ok(());
        }
        let Some(document) = &self.document else {
            (self.parts, self.is_laid_out) = (vec![Part::default()], true);
            return Ok(());
        };
        let is_made = document.recording().is_some() || document.text().is_some();
        let mut contents = if is_made { Cow::Owned(Vec::new()) } else { document.to_contents()? };
        let (mut parts, mut from, mut before) = (Vec::with_capacity(document.len()), 0, 0);
        // Settings may have been added or removed.
        let arrangement = document.arrangement();
        let settings: Vec<usize> = if let Arrangement::Settings(_) = arrangement {
            let (values, _) = encoded_values(contents.get(self.skipped..).unwrap_or_default(), arrangement);
            values.iter().map(|value| self.skipped + value.offset).collect()
        } else {
            Vec::new()
        };
        for (value, step) in document.values().zip(document.steps()) {
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
            } else if settings.len() == document.len() {
                settings.get(parts.len()).copied().unwrap_or(from)
            } else {
                let place = value.place();
                let gap = place.start - before;
                before = place.end;
                from + gap
            };
            let bytes = start..start + bytes.len();
            let end = bytes.end;
            parts.push(Part { step, from, bytes, ..Part::default() });
            from = end;
        }
        // The frames of an archive are in its unpacked contents.
        if let Some(recording) = document.recording().filter(|recording| !recording.is_archive()) {
            contents.to_mut().extend_from_slice(recording.rest());
        }
        if parts.is_empty() {
            parts.push(Part::default());
        }
        (self.parts, self.is_laid_out) = (parts, true);
        if std::ptr::eq(&*contents, self.contents()) || *contents == *self.contents() {
            return Ok(());
        }
        let (old, new) = difference(self.contents(), &contents);
        for change in &mut self.changes {
            match &mut change.at {
                None => change.at = Some(new.clone()),
                Some(at) if at.start >= old.start => {
                    let moved = |at: usize| (at + new.len()).saturating_sub(old.len());
                    *at = moved(at.start)..moved(at.end);
                }
                Some(_) => {}
            }
        }
        self.shown = Some(contents.into_owned());
        Ok(())
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
        usize::from(self.skipped > 0) + settings
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
            None => (document.arrangement(), (at == 0).then_some(self.skipped)),
        };
        let format = self.format_of(at);
        let value =
            format.as_deref().filter(|_| !document.is_empty()).map(|format| (self.value_bytes(at), format));
        let bytes = contents.get(part.from..end).unwrap_or_default();
        let start = part.bytes.start - part.from;
        explain_part(arrangement, skipped, bytes, start, value).swap_remove(0)
    }

    /// Reads everything once to create the index, unless nothing has changed since. If there are as many rows as before,
    /// open rows stay open.
    pub(crate) fn make_rows(&mut self) -> Res<()> {
        self.lay_out()?;
        if self.has_rows {
            return Ok(());
        }
        self.has_rows = true;
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
        errors.extend(self.damage.as_ref().map(|damage| json!({ "message": damage })));
        self.errors = errors;
        let old = std::mem::replace(&mut self.index, index);
        if old.len() == self.index.len() {
            self.index.fold_as(old);
        } else if self.parts.len() > MANY {
            self.index.fold_from(0);
        } else {
            let is_headed = !self.heading(0).is_empty() || self.skipped > 0;
            let level = if self.index.len() > FOLDED { 1 + usize::from(is_headed) } else { usize::MAX };
            self.index.fold_from(level);
        }
        Ok(())
    }
}

/// Returns the error of a question about the values of a file that has none.
pub(crate) fn unknown() -> Fault {
    Fault::of("the format is not known")
}

/// Returns the ranges of the old and the new contents in which they differ.
fn difference(old: &[u8], new: &[u8]) -> (Range<usize>, Range<usize>) {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - start;
    let same = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    (start..old.len() - same, start..new.len() - same)
}
