//! Texts of Godot's ConfigFile: `.cfg`, `.import`, `export_presets.cfg`, `project.godot`.

use std::ops::Range;

use super::project_text::{Line, Name, ProjectTextError, VERSION, lines};
use crate::error::TextFault;
use crate::godot::Dialect;
use crate::godot::releases::of_config_version;
use crate::path::Places;

/// A text of ConfigFile, with the places of its settings.
#[derive(Debug)]
pub(crate) struct ConfigText {
    pub(crate) dialect: Dialect,
    pub(crate) settings: Vec<ConfigSetting>,
    pub(crate) sections: Vec<ConfigSection>,
}

#[derive(Debug)]
pub(crate) struct ConfigSection {
    /// The name; that of the settings before the first section is empty.
    pub(crate) name: String,
    /// The offset where it begins, and one in its last line.
    pub(crate) start: usize,
    pub(crate) last: usize,
}

#[derive(Debug)]
pub(crate) struct ConfigSetting {
    /// The name, after that of its section and a slash.
    pub(crate) name: String,
    /// The offset of the name.
    pub(crate) start: usize,
    /// The place of the value.
    pub(crate) place: Range<usize>,
    /// The bytes of the value.
    pub(crate) wire: Vec<u8>,
}

impl ConfigText {
    /// Reads all settings, `config_version` among them. Without it and without a dialect, values of Godot 3 are recognized by
    /// their names and spaces.
    pub(crate) fn read(text: &str, dialect: Option<Dialect>) -> Result<Self, ProjectTextError> {
        let version = text.lines().find_map(|line| line.strip_prefix(VERSION)?.strip_prefix('='));
        let version = version.and_then(|version| of_config_version(version.trim().parse().ok()?));
        let is_old = ["Pool", "Array( ", "Vector2( ", "Vector3( ", "Color( ", "Rect2( "];
        let guessed =
            if is_old.iter().any(|sign| text.contains(sign)) { Dialect::GODOT_3 } else { Dialect::GODOT_4 };
        let dialect = dialect.or(version).unwrap_or(guessed);
        let mut config = Self { dialect, settings: Vec::new(), sections: Vec::new() };
        let mut failed = None;
        let start = text.strip_prefix('\u{feff}').unwrap_or(text);
        let places = &mut Places::of(text.len());
        let read = lines(text, start, dialect.precision(), places, |i, line, places| {
            let start = text.len() - i.len();
            match (line, places.get(0)) {
                (Line::Section(name), _) => config.sections.push(ConfigSection { name, start, last: start }),
                (Line::Setting(name, value), Some(place)) => {
                    let last = place.range.end;
                    match config.sections.last_mut() {
                        Some(section) => section.last = last,
                        None => config.sections.push(ConfigSection { name: String::new(), start, last }),
                    }
                    match dialect.encode(&value) {
                        Ok(wire) => {
                            let place = place.range.clone();
                            config.settings.push(ConfigSetting { name, start, place, wire });
                        }
                        Err(source) => failed = Some(ProjectTextError::Encode { key: name, source }),
                    }
                }
                (Line::Setting(..), None) => {}
            }
        });
        read.map_err(|error| {
            ProjectTextError::Text(TextFault::from(error).in_text(text, "this is not a value"))
        })?;
        failed.map_or(Ok(config), Err)
    }

    /// The line of a setting, whose name is without that of its section.
    pub(crate) fn line(name: &str, value: &str) -> String {
        format!("{}={value}", Name(name))
    }
}
