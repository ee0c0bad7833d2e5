//! Shows values as text, changes them, and converts files.

use std::ops::Range;

use gamewire::godot::text::to_text_of;
use gamewire::godot::{Kind, Table};
use gamewire::minecraft::nbt::Tag;
use gamewire::path::{Path, Segment};
use gamewire_files::document::{AnyValue, AnyView, Document, DocumentError, Format};
use gamewire_files::godot::Encryption;
use gamewire_files::identify::{Arrangement, Layer};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::file::{Opened, unknown};
use crate::{Fault, Res};

/// Values with a longer text cannot be edited.
const EDITED: usize = 4096;

/// A change of a value.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) path: Path,
    /// The new value, unless it is removed.
    pub(crate) new: Option<AnyValue>,
    /// The old and the new text, if the value was changed by its text.
    pub(crate) texts: Option<(String, String)>,
    /// The place of the new bytes.
    pub(crate) at: Option<Range<usize>>,
}

impl Change {
    /// Makes the change in a document.
    pub(crate) fn make(&self, document: &mut Document<'_>) -> Result<(), DocumentError> {
        match &self.new {
            Some(new) => document.set_path(&self.path, new.clone()),
            None => document.remove_path(&self.path),
        }
    }

    pub(crate) fn described(&self) -> Value {
        let at = self.at.clone().unwrap_or_default();
        let (was, text) = self.texts.as_ref().map(|(was, text)| (was, text)).unzip();
        json!({ "path": self.path.to_string(), "was": was, "text": text, "offset": at.start, "length": at.len() })
    }
}

#[wasm_bindgen]
impl Opened {
    /// Returns the value at a path as JSON that keeps all types, or as the text that [`set_text`](Self::set_text) takes.
    pub fn text(&self, path: &str, is_json: bool) -> Result<String, Fault> {
        let value = self.document()?.get_path(&crate::path(path)?)?;
        Ok(if is_json { value.to_json() } else { self.shown(&value) })
    }

    /// Changes the value at a path to the value of a text, without changing its type.
    pub fn set_text(&mut self, path: &str, text: &str) -> Result<(), Fault> {
        self.lay_out()?;
        let document = self.document()?;
        let path = document.full_path(&crate::path(path)?)?;
        let (number, inside) = document.find(&path)?;
        let (_, was) =
            self.leaf(number, &inside).ok_or_else(|| Fault::of("this value cannot be changed here"))?;
        let value = document.value(number)?;
        let old = value.get_path(&inside)?;
        let new = value.format().value_from_text(text, Some(&old)).map_err(Fault::of)?;
        let [is, will] = [&old, &new].map(AnyValue::type_name);
        if is != will && new.as_packet().is_none() {
            return Err(Fault::of(format!("this is a {will}, and the value is a {is}: the type stays")));
        }
        self.change(path, Some(new), Some((was, text.to_owned())))?;
        self.lay_out()?;
        // The value was the same before.
        self.changes.pop_if(|change| change.at.is_none());
        Ok(())
    }

    /// Reverts a change, or the last one, and keeps the others.
    pub fn undo(&mut self, number: Option<usize>) -> Result<(), Fault> {
        let count = self.changes.len();
        let number = number.unwrap_or(count.wrapping_sub(1));
        let Some(mut document) = self.original.clone().filter(|_| number < count) else {
            return Err(Fault::of("there is no such change"));
        };
        for (_, change) in self.changes.iter().enumerate().filter(|(at, _)| *at != number) {
            change.make(&mut document)?;
        }
        self.document = Some(document);
        self.changes.remove(number);
        (self.is_laid_out, self.has_rows) = (false, false);
        self.lay_out()
    }

    /// Returns the file with every value converted to another format of the game, and a report.
    pub fn convert(&self, to: &str, lossy: bool, random: &[u8]) -> Result<Vec<JsValue>, Fault> {
        let (document, format) = (self.document()?, crate::format(to, true)?);
        if document.text().is_some() {
            return Err(Fault::of("only binary values are converted"));
        }
        let before = document.contents().get(..self.skipped).unwrap_or_default();
        let mut output =
            Document::new(document.arrangement(), (*format).clone(), before).with_key(self.key.clone());
        let (mut report, mut unchanged) = (String::new(), 0);
        let is_one = document.len() == 1;
        for (at, value) in document.values().enumerate() {
            let name = value.name().map_or_else(|| format!("value {at}"), str::to_owned);
            let failed = |error: DocumentError| Fault::of(format!("{name}: {error}"));
            let converted = value.format().convert(&value.as_wire()?, &format, lossy).map_err(failed)?;
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
        let iv = random.first_chunk::<16>().copied().unwrap_or_default();
        let encryption = match &*format {
            Format::Godot(decoder) if decoder.dialect().table() == Table::Godot4 => Encryption::Godot4 { iv },
            _ => Encryption::Godot3,
        };
        let renewed = |layer: &Layer| match *layer {
            Layer::Encrypted { .. } => Layer::Encrypted { encryption, trailing: 0 },
            layer => layer,
        };
        let layers: Vec<Layer> = document.layers().iter().map(renewed).collect();
        Ok(vec![output.encode_in(&layers)?.into_owned().into(), report.into()])
    }
}

impl Opened {
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
            Err(_) => self.value_ref(at)?.get_path(path).ok()?,
        };
        let (kind, is_leaf) = match &value {
            AnyValue::Godot(value) => {
                use Kind::{Array, Callable, Dictionary, Object, Signal};
                let is_leaf = !matches!(value.kind(), Array | Dictionary | Object | Callable | Signal);
                (self.table().name(value.kind()), is_leaf)
            }
            AnyValue::Nbt(tag) => (value.type_name(), !matches!(tag, Tag::Compound(_) | Tag::List(_))),
            // Another name would need other fields, and other bytes must not change, too.
            _ => {
                let bytes = self.value_bytes(at);
                let is_leaf = !value.to_json().starts_with(['[', '{', 'n'])
                    && path.segments() != [Segment::text("name")]
                    && self.format_of(at)?.rewrite(bytes).is_ok_and(|written| written == bytes);
                (value.type_name(), is_leaf)
            }
        };
        Some((kind, self.shown(&value))).filter(|(_, text)| is_leaf && text.len() <= EDITED)
    }

    /// Changes the document, whose rows are made when they are asked for.
    pub(crate) fn change(
        &mut self,
        path: Path,
        new: Option<AnyValue>,
        texts: Option<(String, String)>,
    ) -> Res<()> {
        if self.original.is_none() {
            self.lay_out()?;
            self.original.clone_from(&self.document);
        }
        let change = Change { path, new, texts, at: None };
        change.make(self.document.as_mut().ok_or_else(unknown)?)?;
        self.changes.push(change);
        (self.is_laid_out, self.has_rows) = (false, false);
        Ok(())
    }
}
