//! Shows values as text, changes them, and writes files again.

use std::borrow::Cow;
use std::ops::Range;

use gamewire::godot::text::to_text_of;
use gamewire::godot::{Decoder, Dialect, Kind, Table};
use gamewire::minecraft::TypeExpr;
use gamewire::minecraft::nbt::{OptNbtView, Tag};
use gamewire::path::{Path, Segment};
use gamewire_files::document::{AnyValue, Document, DocumentError, OpenOptions};
use gamewire_files::godot::Encryption;
use gamewire_files::identify::{Arrangement, Layer};
use gamewire_files::minecraft::region::Region;
use gamewire_files::shared::identify::wrap;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::codec::Codec;
use crate::packets;
use crate::session::{File, encoded};

/// Values with a longer text cannot be edited.
const EDITED: usize = 4096;

/// A change of a value.
#[derive(Debug)]
pub(crate) struct Change {
    /// The index of the value in the file, and the path inside it.
    part: usize,
    path: String,
    /// The texts of the old and the new value.
    was: String,
    text: String,
    /// The range of the new bytes, and the bytes that they replaced.
    at: Range<usize>,
    old: Vec<u8>,
}

#[wasm_bindgen(js_class = Session)]
impl File {
    /// Returns the index of the value that a row belongs to, and the path of the row inside it.
    fn place(&self, row: usize) -> Option<(usize, Path)> {
        let (at, _) = self.part_of(row)?;
        let part = self.parts.get(at)?;
        let rows = self.rows_of(part.codec(self.codec.as_ref())?, part, &[row]);
        Some((at, rows.first()?.1.path()))
    }

    /// Returns the bytes of the innermost value of Godot that a row belongs to. They are a complete value.
    fn value_bytes(&self, row: usize) -> Option<&[u8]> {
        let header = self.index.header(row)?;
        self.contents().get(self.index.start(header)..self.index.start(self.index.end_of(header)))
    }

    pub(crate) fn part_bytes(&self, at: usize) -> &[u8] {
        self.parts.get(at).and_then(|part| self.contents().get(part.bytes.clone())).unwrap_or_default()
    }

    /// Returns the type and the text of a row's value if it can be edited: if it is neither a container nor a
    /// key, and is short.
    pub(crate) fn leaf(&self, row: usize, path: &Path) -> Option<(String, String)> {
        let (at, _) = self.part_of(row)?;
        let bytes = self.part_bytes(at);
        if matches!(path.segments().last(), Some(Segment::KeyAt(_))) {
            return None;
        }
        match self.parts.get(at)?.codec(self.codec.as_ref())? {
            codec if packets::is_packet(codec) => {
                packets::leaf(codec, bytes, path).filter(|(_, text)| text.len() <= EDITED)
            }
            Codec::Godot(decoder) => {
                let bytes = self.value_bytes(row).filter(|bytes| bytes.len() <= EDITED)?;
                let value = decoder.parse(bytes).ok()?;
                let table = decoder.dialect().table();
                let kind = value.kind();
                if matches!(
                    kind,
                    Kind::Array | Kind::Dictionary | Kind::Object | Kind::Callable | Kind::Signal
                ) {
                    return None;
                }
                let text = to_text_of(&value, table);
                (text.len() <= EDITED).then(|| (table.name(kind).to_owned(), text))
            }
            Codec::Minecraft(protocol, TypeExpr::Nbt) => {
                let nbt = protocol.parse::<OptNbtView<'_>>(bytes).ok()?.0?;
                let tag = nbt.view_path(path).ok().filter(|tag| tag.as_wire().len() <= EDITED)?.to_tag();
                if matches!(tag, Tag::Compound(_) | Tag::List(_)) {
                    return None;
                }
                let text = tag.to_string();
                (text.len() <= EDITED).then(|| (tag.id().name().to_owned(), text))
            }
            _ => None,
        }
    }

    /// Returns the value of a row as text. `form` is `json`, `snbt` or `text`.
    pub fn text(&self, row: usize, form: &str) -> Result<String, String> {
        let (at, path) = self.place(row).ok_or("these bytes are not part of a value")?;
        let codec = self.parts.get(at).and_then(|part| part.codec(self.codec.as_ref()));
        let codec = codec.ok_or("the format is not known")?;
        let bytes = match codec {
            Codec::Godot(_) => self.value_bytes(row).ok_or("these bytes are not part of a value")?,
            Codec::Minecraft(..) => self.part_bytes(at),
        };
        match (form, codec) {
            ("json" | "snbt", Codec::Minecraft(_, TypeExpr::Nbt)) => match codec.get_path(bytes, &path) {
                Ok(AnyValue::Nbt(tag)) if form == "json" => {
                    Ok(gamewire::minecraft::json::tag_to_string(&tag))
                }
                Ok(AnyValue::Nbt(tag)) => Ok(tag.to_string()),
                Ok(_) => Err("the NBT is empty".into()),
                Err(error) => Err(error.to_string()),
            },
            ("json", codec) => codec.to_json(bytes).map_err(|error| error.to_string()),
            ("text", Codec::Godot(decoder)) => {
                let value = decoder.parse(bytes).map_err(|error| error.to_string())?;
                Ok(to_text_of(&value, decoder.dialect().table()))
            }
            _ => Err("values of this type do not have this form".into()),
        }
    }

    /// Changes the value of a row without changing its type. Returns the changed bytes.
    pub(crate) fn set(&mut self, row: usize, text: &str) -> Result<Value, String> {
        let (at, path) = self.place(row).ok_or("these bytes are not part of a value")?;
        let was = self.leaf(row, &path).map(|(_, was)| was).unwrap_or_default();
        let before = self.contents().len();
        let changed = self.change(at, &path, text, was)?;
        // To read a large file again takes long.
        if self.is_unpacked() || self.contents().len() != before || !self.keeps_rows(row) {
            self.cut_again();
            self.make_rows();
        }
        Ok(json!({ "start": changed.start, "len": changed.len() }))
    }

    /// Changes a value, but not its rows. Returns the changed bytes.
    fn change(&mut self, part: usize, path: &Path, text: &str, was: String) -> Result<Range<usize>, String> {
        let contents = match self.with_packet(part, path, text)? {
            Some(contents) => contents,
            None => self.changed(part, path, text)?,
        };
        let (old, new) = difference(self.contents(), &contents);
        if old.is_empty() && new.is_empty() {
            return Ok(0..0);
        }
        let old = self.contents().get(old).unwrap_or_default().to_vec();
        let (path, text) = (path.to_string(), text.to_owned());
        self.changes.push(Change { part, path, was, text, at: new.clone(), old });
        let is_longer = contents.len() != self.contents().len();
        self.inside = Some(contents);
        if is_longer || self.is_unpacked() {
            self.cut_again();
        }
        Ok(new)
    }

    /// Returns whether the contents are made from packets or text.
    fn is_unpacked(&self) -> bool {
        self.recorded.is_some() || self.text.is_some()
    }

    /// Repeats changes that were made to the same file before. `changes` is the JSON of
    /// [`changes`](Self::changes).
    pub fn replay(&mut self, changes: &str) -> Result<(), String> {
        let changes: Vec<Value> = serde_json::from_str(changes).map_err(|error| error.to_string())?;
        let text = |change: &Value, key: &str| change[key].as_str().unwrap_or_default().to_owned();
        let part = |change: &Value| usize::try_from(change["part"].as_u64().unwrap_or_default());
        self.repeat(changes.iter().map(|change| {
            let [path, new, was] = ["path", "text", "was"].map(|key| text(change, key));
            (part(change).unwrap_or_default(), path, new, was)
        }))
    }

    /// Makes changes, of which each has the index of the value, the path, the new and the old text. Returns the first error.
    fn repeat(
        &mut self,
        changes: impl IntoIterator<Item = (usize, String, String, String)>,
    ) -> Result<(), String> {
        let mut result = Ok(());
        for (part, path, text, was) in changes {
            let path = path.parse().map_err(|error| format!("{error}"));
            let made = path.and_then(|path| self.change(part, &path, &text, was));
            result = result.and(made.map(drop));
        }
        self.make_rows();
        result
    }

    /// Returns the changes as JSON. The place of each is in the current contents.
    pub(crate) fn changes(&self) -> Value {
        let place = |number: usize, change: &Change| {
            let mut start = change.at.start;
            for later in self.changes.iter().skip(number + 1) {
                if later.at.start <= start {
                    start = (start + later.at.len()).saturating_sub(later.old.len());
                }
            }
            json!({
                "start": start, "len": change.at.len(), "part": change.part, "path": change.path,
                "setting": self.parts.get(change.part).and_then(|part| part.name.as_ref()),
                "was": change.was, "text": change.text,
            })
        };
        self.changes.iter().enumerate().map(|(number, change)| place(number, change)).collect()
    }

    /// Returns the contents with a new value at a path.
    fn changed(&mut self, at: usize, path: &Path, text: &str) -> Result<Vec<u8>, String> {
        if let Some(mut document) = self.text.take() {
            let set = self.set_in(&mut document, at, path, text);
            let contents = encoded(&document).0;
            self.text = Some(document);
            return set.map(|()| contents);
        }
        // The containers around the contents are added again when the file is saved.
        let codec = self.codec.clone().ok_or("the format is not known")?;
        let options = self.options(codec).allow_incomplete(false);
        let opened = Document::open_with(self.contents(), &options);
        let mut document = opened.map_err(|error| error.to_string())?;
        self.set_in(&mut document, at, path, text)?;
        document.to_contents().map(Cow::into_owned).map_err(|error| error.to_string())
    }

    /// Sets the value at a path of a document to one of the same type.
    fn set_in(&self, document: &mut Document<'_>, at: usize, path: &Path, text: &str) -> Result<(), String> {
        let failed = |error: DocumentError| error.to_string();
        let old = document.value(at).and_then(|value| value.get_path(path)).map_err(failed)?;
        let new = document.format().value_from_text(text, Some(&old)).map_err(|error| error.to_string())?;
        let [was, is] = [&old, &new].map(AnyValue::type_name);
        if was != is {
            return Err(format!("this is a {is}, and the value is a {was}: the type stays"));
        }
        document.value_mut(at).and_then(|mut value| value.set_path(path, new)).map_err(failed)
    }

    /// Reverts a change. Later changes are kept.
    pub fn undo(&mut self, number: usize) -> Result<(), String> {
        if number >= self.changes.len() {
            return Err("there is no such change".into());
        }
        let mut later = self.changes.split_off(number);
        if let Some(recorded) = &mut self.recorded {
            recorded.changed.clear();
            later.splice(..1, std::mem::take(&mut self.changes));
        } else if let (Some(_), Some(codec)) = (&self.text, &self.codec) {
            let options =
                OpenOptions::new().key(self.key.clone()).format(Some(codec.clone())).allow_text(true);
            let document = Document::open_with(self.file.clone(), &options);
            self.text = Some(document.map_err(|error| error.to_string())?);
            later.splice(..1, std::mem::take(&mut self.changes));
        } else {
            let mut contents = self.contents().to_vec();
            for change in later.iter().rev() {
                contents.splice(change.at.clone(), change.old.iter().copied());
            }
            self.inside = Some(contents);
            later.remove(0);
        }
        self.cut_again();
        self.repeat(later.into_iter().map(|change| (change.part, change.path, change.text, change.was)))
    }

    /// Returns the file with all changes.
    pub fn save(&self, random: &[u8]) -> Result<Vec<u8>, String> {
        match (&self.recorded, &self.text, &self.inside) {
            _ if self.changes.is_empty() => Ok(self.file.clone()),
            (Some(recorded), ..) => recorded.save(),
            (None, Some(document), _) => {
                let text = document.to_contents().map_err(|error| error.to_string())?;
                self.wrapped(&text, None, random)
            }
            (None, None, Some(inside)) => self.wrapped(inside, None, random),
            (None, None, None) => Ok(self.file.clone()),
        }
    }

    /// Puts contents into the same containers again, with a new initialization vector. If a table is given,
    /// the encryption is that of its engine.
    fn wrapped(&self, contents: &[u8], table: Option<Table>, random: &[u8]) -> Result<Vec<u8>, String> {
        let iv = random.first_chunk::<16>().copied();
        let renew = |layer: &Layer| match *layer {
            Layer::Encrypted { encryption, .. } => {
                let newest = table
                    .map_or(matches!(encryption, Encryption::Godot4 { .. }), |table| table == Table::Godot4);
                let encryption = match (newest, table) {
                    (true, _) => Encryption::Godot4 { iv: iv.ok_or("16 random bytes are needed")? },
                    (false, None) => encryption,
                    (false, Some(_)) => Encryption::Godot3,
                };
                Ok(Layer::Encrypted { encryption, trailing: 0 })
            }
            layer => Ok(layer),
        };
        let layers = self.layers.iter().map(renew).collect::<Result<Vec<_>, &str>>()?;
        if let [Layer::Chunk { at }, inner @ ..] = layers.as_slice() {
            let chunk = wrap(inner, contents, self.key.as_ref()).map_err(|reason| reason.to_string())?;
            let region = Region::parse(&self.file).and_then(|region| region.with_chunk(*at, &chunk));
            return region.map_err(|error| error.to_string());
        }
        wrap(&layers, contents, self.key.as_ref()).map_err(|reason| reason.to_string())
    }

    /// Returns the file with every value converted to another dialect.
    pub fn convert(&mut self, to: &str, lossy: bool, random: &[u8]) -> Result<Vec<u8>, String> {
        let (Some(codec @ Codec::Godot(_)), None) = (&self.codec, &self.text) else {
            return Err("only binary values of Godot are converted".into());
        };
        let to = Dialect::from_name(to).ok_or("there is no such dialect")?;
        let format = Codec::Godot(Decoder::new(to));
        let before = self.contents().get(..self.skip).unwrap_or_default();
        let mut document = Document::new(self.arrangement, format.clone(), before);
        let (mut report, mut unchanged) = (String::new(), 0);
        for (at, part) in self.parts.iter().enumerate() {
            let name = part.name.clone().unwrap_or_else(|| format!("value {at}"));
            let failed = |error: DocumentError| format!("{name}: {error}");
            let converted = codec.convert(self.part_bytes(at), &format, lossy).map_err(failed)?;
            match converted.is_same && self.parts.len() > 1 {
                true => unchanged += 1,
                false if self.parts.len() > 1 => report.push_str(&format!("{name}: {}", converted.report)),
                false => report.push_str(&converted.report),
            }
            document.push(part.name.clone(), converted.bytes).map_err(failed)?;
        }
        if matches!(self.arrangement, Arrangement::Settings(_)) {
            report.push_str("The settings keep their names; the other release may use other names.\n");
        }
        if unchanged > 0 {
            report.push_str(&format!("{unchanged} values need no change.\n"));
        }
        let written = document.to_contents().map_err(|error| error.to_string())?;
        let file = self.wrapped(&written, Some(to.table()), random)?;
        self.report = report;
        Ok(file)
    }
}

/// Returns the ranges of the old and the new contents in which they differ.
fn difference(old: &[u8], new: &[u8]) -> (Range<usize>, Range<usize>) {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - start;
    let same = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    (start..old.len() - same, start..new.len() - same)
}
