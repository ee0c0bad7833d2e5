//! Shows values as text, changes them, and writes files again.

use gamewire::godot::text::to_text_of;
use gamewire::godot::{Decoder, Dialect, Kind, Table};
use gamewire::minecraft::nbt::Tag;
use gamewire::path::{Path, Segment};
use gamewire_files::document::{AnyValue, AnyView, Document, DocumentError, Format};
use gamewire_files::godot::Encryption;
use gamewire_files::identify::{Arrangement, Layer};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::file::{Change, File};

/// Values with a longer text cannot be edited.
const EDITED: usize = 4096;

pub(crate) fn failed<E: ToString>(error: E) -> String {
    error.to_string()
}

#[wasm_bindgen(js_class = Session)]
impl File {
    /// Returns the value of a row as text. `form` is `json`, `snbt` or `text`.
    pub fn text(&self, row: usize, form: &str) -> Result<String, String> {
        let (at, path) = self.place(row).ok_or("these bytes are not part of a value")?;
        let value = self.value(at, &path)?;
        match (form, &value) {
            ("json", value) => Ok(value.to_json()),
            ("text", AnyValue::Godot(_)) | ("snbt", AnyValue::Nbt(_)) => Ok(self.shown(&value)),
            _ => Err("values of this type do not have this form".into()),
        }
    }

    /// Changes the value of a row without changing its type. Returns the changed bytes as JSON.
    pub fn set(&mut self, row: usize, text: &str) -> Result<String, String> {
        let (at, path) = self.place(row).ok_or("these bytes are not part of a value")?;
        let count = self.changes.len();
        self.change(at, &path, text)?;
        self.make_rows();
        let at = self.changes.get(count).map_or(0..0, |change| change.at.clone());
        Ok(json!({ "start": at.start, "len": at.len() }).to_string())
    }

    /// Makes changes that were made to the same file before: JSON in the form of [`about`](Self::about). Returns the first
    /// error.
    pub fn replay(&mut self, changes: &str) -> Result<(), String> {
        let changes: Vec<Value> = serde_json::from_str(changes).map_err(failed)?;
        let mut result = Ok(());
        for change in &changes {
            let part = usize::try_from(change["part"].as_u64().unwrap_or_default()).unwrap_or(usize::MAX);
            let [path, text] = ["path", "text"].map(|key| change[key].as_str().unwrap_or_default());
            let path = path.parse::<Path>().map_err(failed);
            let made = path.and_then(|path| self.change(part, &path, text));
            result = result.and(made);
        }
        self.make_rows();
        result
    }

    /// Reverts a change: opens the file again, and makes the other changes.
    pub fn undo(&mut self, number: usize) -> Result<(), String> {
        let others = self.changes.iter().enumerate().filter(|(at, _)| *at != number);
        let others: Value = others.map(|(_, change)| self.described(change)).collect();
        let binary = self
            .document
            .as_ref()
            .filter(|document| document.text().is_none() && document.recording().is_none());
        let known = binary.map(|document| (document.format().clone(), document.arrangement()));
        let opened = Self::opened(std::mem::take(&mut self.file), self.options.take(), known);
        let Self { index, found, .. } = std::mem::replace(self, opened);
        (self.index, self.found) = (index, found);
        self.replay(&others.to_string())
    }

    /// Returns the file with all changes.
    pub fn save(&self) -> Result<Vec<u8>, String> {
        match &self.document {
            Some(document) if !self.changes.is_empty() => {
                document.encode().map(|file| file.into_owned()).map_err(failed)
            }
            _ => Ok(self.file.clone()),
        }
    }

    /// Returns the file with every value converted to another dialect.
    pub fn convert(&mut self, to: &str, lossy: bool, random: &[u8]) -> Result<Vec<u8>, String> {
        let document = self.document.as_ref().filter(|document| document.text().is_none());
        let Some((document, from @ Format::Godot(_))) =
            document.map(|document| (document, document.format()))
        else {
            return Err("only binary values of Godot are converted".into());
        };
        let to = Dialect::from_name(to).ok_or("there is no such dialect")?;
        let format = Format::Godot(Decoder::new(to));
        let before = document.contents().get(..self.skipped()).unwrap_or_default();
        let mut output = Document::new(document.arrangement(), format.clone(), before).with_key(self.key());
        let (mut report, mut unchanged) = (String::new(), 0);
        let is_one = document.len() == 1;
        for (at, value) in document.values().enumerate() {
            let name = value.name().map_or_else(|| format!("value {at}"), str::to_owned);
            let failed = |error: DocumentError| format!("{name}: {error}");
            let converted = from.convert(self.value_bytes(at), &format, lossy).map_err(failed)?;
            match converted.is_same {
                _ if is_one => report = converted.report,
                true => unchanged += 1,
                false => report.push_str(&format!("{name}: {}", converted.report)),
            }
            output.push(value.name().map(str::to_owned), converted.bytes).map_err(failed)?;
        }
        if matches!(document.arrangement(), Arrangement::Settings(_)) {
            report.push_str("The settings keep their names; the other release may use other names.\n");
        }
        if unchanged > 0 {
            report.push_str(&format!("{unchanged} values need no change.\n"));
        }
        let iv = random.first_chunk::<16>().copied().ok_or("16 random bytes are needed")?;
        let encryption = match to.table() {
            Table::Godot4 => Encryption::Godot4 { iv },
            _ => Encryption::Godot3,
        };
        let renewed = |layer: &Layer| match *layer {
            Layer::Encrypted { .. } => Layer::Encrypted { encryption, trailing: 0 },
            layer => layer,
        };
        let layers: Vec<Layer> = document.layers().iter().map(renewed).collect();
        let file = output.encode_in(&layers).map_err(failed)?.into_owned();
        self.report = report;
        Ok(file)
    }

    /// Returns the changes of the last conversion.
    pub fn report(&self) -> String {
        self.report.clone()
    }
}

impl File {
    fn value(&self, at: usize, path: &Path) -> Result<AnyValue, String> {
        let document = self.document.as_ref().ok_or("the format is not known")?;
        document.value(at).and_then(|value| value.get_path(path)).map_err(failed)
    }

    /// Returns the type names of the file's generation of Godot.
    pub(crate) fn table(&self) -> Table {
        match self.document.as_ref().map(Document::format) {
            Some(Format::Godot(decoder)) => decoder.dialect().table(),
            _ => Table::Godot4,
        }
    }

    /// Returns a value as text.
    pub(crate) fn shown(&self, value: &AnyValue) -> String {
        match value {
            AnyValue::Godot(value) => to_text_of(value, self.table()),
            AnyValue::Nbt(tag) => tag.to_string(),
            value => value.to_json(),
        }
    }

    /// Returns the type and the text of the value at a path if it can be edited: if it is neither a container nor a key, and
    /// is short.
    pub(crate) fn leaf(&self, at: usize, path: &Path) -> Option<(&'static str, String)> {
        if matches!(path.segments().last(), Some(Segment::KeyAt(_))) {
            return None;
        }
        let short = |_: &Format, view: AnyView<'_>| {
            view.as_wire().is_none_or(|wire| wire.len() <= EDITED).then(|| view.to_value())
        };
        let value = match self.view(at, path, short) {
            Ok(value) => value??,
            // There is no view of an element of a packed array.
            Err(_) => self.value(at, path).ok()?,
        };
        let is_leaf = match &value {
            AnyValue::Godot(value) => !matches!(
                value.kind(),
                Kind::Array | Kind::Dictionary | Kind::Object | Kind::Callable | Kind::Signal
            ),
            AnyValue::Nbt(tag) => !matches!(tag, Tag::Compound(_) | Tag::List(_)),
            // Another name would need other fields, and other bytes must not change, too.
            value => {
                let bytes = self.value_bytes(at);
                !value.to_json().starts_with(['[', '{', 'n'])
                    && path.segments() != [Segment::text("name")]
                    && self.format(at)?.rewrite(bytes).is_ok_and(|written| written == bytes)
            }
        };
        let kind = match &value {
            AnyValue::Godot(value) => self.table().name(value.kind()),
            value => value.type_name(),
        };
        Some((kind, self.shown(&value))).filter(|(_, text)| is_leaf && text.len() <= EDITED)
    }

    /// Changes a value, but not its rows.
    fn change(&mut self, part: usize, path: &Path, text: &str) -> Result<(), String> {
        let (_, was) = self.leaf(part, path).ok_or("this value cannot be changed here")?;
        let old = self.value(part, path)?;
        let format = self.format(part).ok_or("the format is not known")?;
        let new = format.value_from_text(text, Some(&old)).map_err(failed)?;
        let types = [&old, &new].map(AnyValue::type_name);
        if let ([was, is], None) = (types, new.as_packet())
            && was != is
        {
            return Err(format!("this is a {is}, and the value is a {was}: the type stays"));
        }
        let document = self.document.as_mut().ok_or("the format is not known")?;
        document.value_mut(part).and_then(|mut value| value.set_path(path, new)).map_err(failed)?;
        let (old, new) = self.lay_out().map_err(failed)?;
        if old.is_empty() && new.is_empty() {
            return Ok(());
        }
        for change in self.changes.iter_mut().filter(|change| change.at.start >= old.start) {
            let moved = |at: usize| (at + new.len()).saturating_sub(old.len());
            change.at = moved(change.at.start)..moved(change.at.end);
        }
        let (path, text) = (path.to_string(), text.to_owned());
        self.changes.push(Change { part, path, was, text, at: new });
        Ok(())
    }
}
