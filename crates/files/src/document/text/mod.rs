//! Text files as documents. The values are encoded as in a binary file, and changes are written back into the text.

mod edit;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use super::value::ValueRef;
use super::{AnyValue, DocumentError, Format};
use crate::godot::{ConfigSection, ConfigSetting, ConfigText, ProjectTextError, generation};
use crate::identify::Foreign;
use edit::{Editor, applied, line_end};
use gamewire::error::TextError;
use gamewire::godot::json::to_plain_string;
use gamewire::godot::text::to_text_of;
use gamewire::godot::{Decoder, Dialect};
use gamewire::minecraft::nbt::Nbt;
use gamewire::minecraft::snbt::SnbtVersion;
use gamewire::minecraft::{Protocol, TypeExpr};
use gamewire::path::Path;
use gamewire::shared::Sure as _;
use gamewire::shared::minecraft::read_snbt;
use gamewire::shared::path::Places;
use gamewire::shared::text::value_with_places;

/// The kind of a text that is opened as a document; see [`OpenOptions::allow_text`](super::OpenOptions::allow_text).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextKind {
    /// Godot's ConfigFile: `.cfg`, `.import`, `export_presets.cfg`, `project.godot`. The document has a setting for
    /// each key. It is named as in `project.binary`: the section, a slash, and the key.
    ConfigFile,
    /// NBT as text. The document has one root, which has no name.
    Snbt,
    /// A value of Godot, as `var_to_str` writes it: a dictionary, an array or a constructor. The document has one value.
    Value,
    /// JSON. The document has one value of Godot. A number without fraction and exponent that fits in 64 bits is an
    /// int, and any other number is a float.
    Json,
    /// JSON with a value on each line. The document has a value for each line that is not empty.
    JsonLines,
}

impl fmt::Display for TextKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ConfigFile => "a Godot ConfigFile",
            Self::Value => "a value of Godot as text",
            Self::Snbt => "SNBT",
            Self::Json | Self::JsonLines => "JSON",
        })
    }
}

impl TextKind {
    /// Returns the kind of text of a foreign file.
    pub(super) fn from_foreign(foreign: Foreign) -> Option<Self> {
        match foreign {
            Foreign::Snbt | Foreign::SnbtLines => Some(Self::Snbt),
            Foreign::Json => Some(Self::Json),
            Foreign::JsonLines => Some(Self::JsonLines),
            Foreign::ValueText => Some(Self::Value),
            Foreign::ConfigFile | Foreign::Text => Some(Self::ConfigFile),
            _ => None,
        }
    }

    /// Parses the text of one value, and records the places in it.
    fn read(self, text: &str, dialect: Dialect, places: &mut Places) -> Result<AnyValue, DocumentError> {
        let value = match self {
            Self::ConfigFile | Self::Value => {
                value_with_places(text, dialect.precision(), places).map(AnyValue::Godot)
            }
            Self::Snbt => read_snbt(text, SnbtVersion::default(), places).map(AnyValue::Nbt),
            Self::Json | Self::JsonLines => json(text, places),
        };
        value.map_err(|error| DocumentError::Text { kind: self, error })
    }

    /// Returns whether values have the form of `var_to_str`.
    fn is_engine_text(self) -> bool {
        matches!(self, Self::ConfigFile | Self::Value)
    }

    /// Writes a value on one line.
    fn write(self, value: &AnyValue, dialect: Dialect) -> String {
        match value {
            AnyValue::Godot(value) if matches!(self, Self::Json | Self::JsonLines) => to_plain_string(value),
            AnyValue::Godot(value) => to_text_of(value, dialect.table()),
            AnyValue::Nbt(tag) => tag.to_string(),
            AnyValue::Packet(part) => part.as_json().to_owned(),
        }
    }
}

fn json(text: &str, places: &mut Places) -> Result<AnyValue, TextError> {
    gamewire::shared::json::read_plain(text, places).map(AnyValue::Godot).map_err(|error| {
        let at = error.offset().and_then(|at| text.get(at..)).unwrap_or_default();
        gamewire::shared::TextFault::new(at, error.reason()).in_text(text, "")
    })
}

#[derive(Debug)]
pub(super) struct TextContents {
    pub(super) kind: TextKind,
    pub(super) format: Format,
    pub(super) values: Vec<ConfigSetting>,
    sections: Vec<ConfigSection>,
}

impl TextContents {
    /// Parses the text of a foreign file. Returns `None` if it is not of a known kind.
    pub(super) fn detect(
        foreign: Foreign,
        contents: &[u8],
        format: Option<&Format>,
    ) -> Option<Result<Self, DocumentError>> {
        let kind = TextKind::from_foreign(foreign)?;
        let text = std::str::from_utf8(contents).ok()?;
        let dialect = match format {
            Some(Format::Godot(decoder)) => Some(decoder.dialect()),
            _ => None,
        };
        match Self::read(kind, text, dialect) {
            // Other texts can have equals signs too, so plain text counts as a ConfigFile only if it has settings.
            Ok(read) if foreign == Foreign::Text && read.values.is_empty() => None,
            Err(_) if foreign == Foreign::Text => None,
            read => Some(read),
        }
    }

    fn read(kind: TextKind, text: &str, dialect: Option<Dialect>) -> Result<Self, DocumentError> {
        let godot = |dialect| Format::Godot(Decoder::new(dialect).allow_objects(true));
        if kind == TextKind::ConfigFile {
            let config = ConfigText::read(text, dialect).map_err(|error| match error {
                ProjectTextError::Text(error) => DocumentError::Text { kind, error },
                error => DocumentError::Setting(error),
            })?;
            let ConfigText { dialect, settings: values, sections } = config;
            return Ok(Self { kind, format: godot(dialect), values, sections });
        }
        let dialect = dialect.unwrap_or_else(|| match kind {
            TextKind::Value => generation(text),
            _ => Dialect::GODOT_4,
        });
        let (mut values, mut format, mut rest) =
            (Vec::new(), godot(dialect), text.trim_start_matches('\u{feff}'));
        while !rest.is_empty() {
            let line = if kind == TextKind::JsonLines { rest.split_inclusive('\n').next() } else { None };
            let one = line.unwrap_or(rest);
            let end = text.len() - rest.len() + one.len();
            rest = text.get(end..).sure();
            if line.is_some_and(|line| line.trim().is_empty()) {
                continue;
            }
            let places = &mut Places::of(end);
            let wire = match kind.read(one, dialect, places)? {
                AnyValue::Godot(value) => dialect.encode(&value)?,
                AnyValue::Nbt(root) => {
                    let protocol = Protocol::default();
                    format = Format::Minecraft(protocol, TypeExpr::Nbt);
                    protocol.encode(&Nbt { name: "".into(), root })?
                }
                AnyValue::Packet(_) => return Err(DocumentError::NoText { kind }),
            };
            let place = places.get(0).map_or(0..0, |place| place.range.clone());
            values.push(ConfigSetting { name: None, start: place.start, place, wire });
        }
        Ok(Self { kind, format, values, sections: Vec::new() })
    }

    /// Returns the text with these values instead of those that were read, or `None` if nothing differs. New values
    /// have empty places.
    pub(super) fn changed(
        kind: TextKind,
        format: &Format,
        text: &str,
        values: &[ValueRef<'_>],
    ) -> Result<Option<String>, DocumentError> {
        let dialect = match format {
            Format::Godot(decoder) => decoder.dialect(),
            Format::Minecraft(..) => Dialect::GODOT_4,
        };
        let old = Self::read(kind, text, Some(dialect))?;
        // The last value of a name counts.
        let wanted = values.iter().map(|value| Ok((value.name(), value.as_wire()?)));
        let wanted = wanted.collect::<Result<HashMap<_, _>, DocumentError>>()?;
        // Changing only the parts that differ can give another value, for example if the keys have another order.
        // Then whole values are replaced.
        for whole in [false, true] {
            let editor = Editor::new(kind, dialect, text);
            let edited = old.edited(editor, values, whole)?;
            if edited.is_empty() {
                return Ok(None);
            }
            let new = applied(text, edited);
            let is_wanted = Self::read(kind, &new, Some(dialect)).is_ok_and(|read| {
                let named = read.values.iter().map(|value| (value.name.as_deref(), (&*value.wire).into()));
                named.collect::<HashMap<_, _>>() == wanted
            });
            if is_wanted {
                return Ok(Some(new));
            }
        }
        Err(DocumentError::NoText { kind })
    }

    /// Returns the ranges of the text to replace, with their new text.
    fn edited(
        &self,
        mut editor: Editor<'_>,
        values: &[ValueRef<'_>],
        whole: bool,
    ) -> Result<Vec<(Range<usize>, String)>, DocumentError> {
        let (there, new): (Vec<&ValueRef<'_>>, Vec<_>) =
            values.iter().partition(|one| !one.place().is_empty());
        let here: HashMap<usize, _> = there.into_iter().map(|value| (value.offset(), value)).collect();
        for old in &self.values {
            match here.get(&old.place.start) {
                None => editor.remove_line(old.start, old.place.end),
                Some(value) if *value.as_wire()? == old.wire => {}
                Some(value) => {
                    let new = value.get_path(&Path::default())?;
                    editor.value(old.place.clone(), &new, whole)?;
                }
            }
        }
        // Groups new settings by section.
        let mut added: Vec<(&str, String)> = Vec::new();
        for value in new {
            let name = value.name().unwrap_or_default();
            let known = |section: &str| name.strip_prefix(section)?.strip_prefix('/').map(|_| section.len());
            let longest = self.sections.iter().filter_map(|section| known(&section.name)).max();
            let (section, key) = match longest.or_else(|| name.find('/')) {
                Some(at) => (name.get(..at).sure(), name.get(at + 1..).sure()),
                None => ("", name),
            };
            let new = value.get_path(&Path::default())?;
            let line = ConfigText::line(key, &editor.shown(&new, ""));
            match added.iter_mut().find(|(other, _)| *other == section) {
                Some((_, lines)) => *lines = format!("{lines}{}{line}", editor.eol),
                None => added.push((section, line)),
            }
        }
        for (name, lines) in added {
            let (text, eol) = (editor.text, editor.eol);
            let (at, new) = match self.sections.iter().rev().find(|section| section.name == name) {
                Some(section) => {
                    let ends = if section.last == section.start { 2 } else { 1 };
                    (line_end(text, section.last), eol.repeat(ends) + &lines)
                }
                None if name.is_empty() => {
                    let first = self.sections.first().map_or(text.len(), |section| section.start);
                    (first, lines + &eol.repeat(2))
                }
                // A new section is added at the end of the text.
                None => {
                    let before = if text.ends_with('\n') { eol } else { &eol.repeat(2) };
                    (text.len(), format!("{before}[{name}]{eol}{eol}{lines}{eol}"))
                }
            };
            editor.edits.push((at..at, new));
        }
        Ok(editor.edits)
    }
}
