//! Text files of Godot's ConfigFile, such as `.cfg`, `.import`, `export_presets.cfg` and `project.godot`.

use std::ops::Range;

use super::project_text::{Line, Name, ProjectTextError, VERSION, lines};
use gamewire::godot::{Dialect, Precision};
use gamewire::shared::TextFault;
use gamewire::shared::of_config_version;
use gamewire::shared::path::Places;

/// A text of ConfigFile, and the places of its settings.
#[derive(Debug)]
pub(crate) struct ConfigText {
    pub(crate) dialect: Dialect,
    pub(crate) settings: Vec<ConfigSetting>,
    pub(crate) sections: Vec<ConfigSection>,
}

#[derive(Debug)]
pub(crate) struct ConfigSection {
    /// The name, which is empty for the settings before the first section.
    pub(crate) name: String,
    /// The offset of its start.
    pub(crate) start: usize,
    /// The offset of a character in its last line.
    pub(crate) last: usize,
}

#[derive(Debug)]
pub(crate) struct ConfigSetting {
    /// The name of its section, a slash, and its own name. Values of other texts have none.
    pub(crate) name: Option<String>,
    /// The offset of its name or, without a name, of the value.
    pub(crate) start: usize,
    pub(crate) place: Range<usize>,
    /// The encoded bytes of the value.
    pub(crate) wire: Vec<u8>,
}

impl ConfigText {
    /// Parses all settings, including `config_version`. If there is no `config_version` and no dialect is given, values
    /// of Godot 3 are recognized by the names of their types, or else by their spaces.
    pub(crate) fn read(text: &str, dialect: Option<Dialect>) -> Result<Self, ProjectTextError> {
        let version = text.lines().find_map(|line| line.strip_prefix(VERSION)?.strip_prefix('='));
        let version = version.and_then(|version| of_config_version(version.trim().parse().ok()?));
        let dialect = dialect.or(version).unwrap_or_else(|| generation(text));
        let mut config = Self { dialect, settings: Vec::new(), sections: Vec::new() };
        let mut failed = None;
        let places = &mut Places::of(text.len());
        let read = lines(text, dialect.precision(), places, |i, line, places| {
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
                            config.settings.push(ConfigSetting { name: Some(name), start, place, wire });
                        }
                        Err(error) => failed = Some(ProjectTextError::Encode { key: name, error }),
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

    /// Returns whether a text has settings and can be read to its end.
    pub(crate) fn is_whole(text: &str) -> bool {
        let (mut settings, places) = (0, &mut Places::default());
        let read = lines(text, Precision::Single, places, |_, line, _| {
            settings += usize::from(matches!(line, Line::Setting(..)));
        });
        read.is_ok() && settings > 0
    }

    /// Returns the line of a setting. `name` does not include the name of the section.
    pub(crate) fn line(name: &str, value: &str) -> String {
        format!("{}={value}", Name(name))
    }
}

/// Guesses the generation of a text by the words that only one has, or else by the blanks that only Godot 3 writes.
pub(crate) fn generation(text: &str) -> Dialect {
    const NEW: [&str; 16] = [
        "=&\"",
        " &\"",
        "[&\"",
        "(&\"",
        "{&\"",
        "=^\"",
        "Packed",
        "Transform3D(",
        "Vector2i(",
        "Vector3i(",
        "Vector4",
        "Rect2i(",
        "Projection(",
        "Callable(",
        "Signal(",
        "Array[",
    ];
    const OLD: [&str; 3] = ["Pool", "Quat(", "Transform("];
    const BLANKS: [&str; 6] = ["Array( ", "Vector2( ", "Vector3( ", "Color( ", "Rect2( ", "NodePath( "];
    // Strings can have these words, too.
    let outside: String = text.split('"').step_by(2).collect::<Vec<_>>().join("\"");
    let has = |words: &[&str]| words.iter().any(|word| outside.contains(word));
    match (has(&NEW), has(&OLD)) {
        (true, false) => Dialect::GODOT_4,
        (false, true) => Dialect::GODOT_3,
        _ if has(&BLANKS) => Dialect::GODOT_3,
        _ => Dialect::GODOT_4,
    }
}
