//! The settings of a project as text, `project.godot`.
//!
//! ```text
//! project    = { comment } [ "config_version=" int newline [ "custom_features=" text newline ] ] { section | setting }
//! section    = "[" name "]"
//! setting    = name "=" value
//! name       = characters without "=" | text in quotes
//! value      = as of var_to_str
//! comment    = ";" up to the end of the line
//! ```
//!
//! Spaces, control characters and comments may be between all of these parts. The full name of a setting is the name of
//! its section, a slash, and its own name.
//!
//! In a name without quotes, engines remove spaces and control characters, and take each byte of its UTF-8 as one
//! character. Godot 3.2.3 does the same in the names of sections; here they are read as in later releases.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::is_not;
use nom::character::complete::char;
use nom::combinator::{map, opt};
use nom::sequence::{delimited, terminated};
use thiserror::Error;

use super::project::{self, ProjectFile, Setting};
use gamewire::error::{DecodeError, TextError};
use gamewire::godot::{Decoder, Dialect, Precision, Text, Variant};
use gamewire::shared::Sure as _;
use gamewire::shared::TextFault;
use gamewire::shared::escape::visible;
use gamewire::shared::of_config_version;
use gamewire::shared::path::Places;
use gamewire::shared::text::{Read, engine_text, is_space, quoted_text, space, value_of};

/// The text before the settings, which every engine since Godot 3 writes.
const HEAD: &str = "\
; Engine configuration file.
; It's best edited using the editor UI and not directly,
; since the parameters that go here are not all obvious.
;
; Format:
;   [section] ; section goes between []
;   param=value ; assign values to parameters

";

/// The setting that is the first one in `project.binary`, and its name in text.
const FEATURES: (&str, &str) = ("_custom_features", "custom_features");

pub(super) const VERSION: &str = "config_version";

/// An error of a `project.godot`, or of a setting that cannot be written as text.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ProjectTextError {
    /// The text is invalid.
    #[error("{0}")]
    Text(TextError),
    /// The dialect of the text is unknown, because `config_version` is missing or is that of another release.
    #[error("config_version is {}", unusable(*.version))]
    Version {
        /// The `config_version`, if there is one.
        version: Option<i64>,
    },
    /// The dialect cannot encode the value of a setting.
    #[error("setting {}: {error}", visible(key))]
    Encode {
        /// The name of the setting.
        key: String,
        /// The reason.
        error: gamewire::EncodeError,
    },
    /// The bytes of a setting are not a value of the dialect.
    #[error("setting {}: {error}", visible(key))]
    Decode {
        /// The name of the setting.
        key: String,
        /// The reason, with the offset in the whole file.
        error: DecodeError,
    },
    /// The name of a setting would be parsed as another one.
    #[error("setting {}: a project.godot cannot express this name: {reason}", visible(key))]
    Name {
        /// The name of the setting.
        key: String,
        /// The reason.
        reason: &'static str,
    },
    /// The text form of this dialect is not supported. Godot 2 has a different one.
    #[error("gamewire cannot write a project.godot for {dialect}")]
    Dialect {
        /// The dialect.
        dialect: Dialect,
    },
}

fn unusable(version: Option<i64>) -> String {
    match version {
        None => "missing, so the dialect must be given".to_owned(),
        Some(version) => format!("{version}; 3 to 5 are known, of Godot 3 and 4"),
    }
}

impl ProjectFile<'_> {
    /// Returns the settings as the text of `project.godot`, character for character as Godot 3.6.2 and 4.6.3 save it.
    /// Sections are sorted by name, and values are written by [`to_engine_text`](gamewire::godot::text::to_engine_text).
    /// In a project that 4.5 or earlier saved, floats keep all their digits.
    ///
    /// # Errors
    /// Returns an error in these cases:
    ///
    /// - The decoder cannot decode a value. Input actions contain objects, so [allow](Decoder::allow_objects) them.
    /// - The dialect of the decoder is not one of Godot 3 or 4.
    /// - The name of a section or setting would be parsed as another one, because the engine writes names of sections
    ///   without quotes or escapes.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect};
    /// use gamewire_files::godot::ProjectFile;
    /// let mut project = ProjectFile::default();
    /// project.set("application/config/name", Dialect::GODOT_4, &"Demo".into())?;
    /// project.set("display/size", Dialect::GODOT_4, &640.into())?;
    /// let text = project.to_text(&Decoder::new(Dialect::GODOT_4))?;
    /// assert!(text.starts_with("; Engine configuration file.\n"));
    /// assert!(text.ends_with("config_version=5\n\n[application]\n\nconfig/name=\"Demo\"\n\n[display]\n\nsize=640\n"));
    /// assert_eq!(ProjectFile::from_text(&text, None)?, (project, Dialect::GODOT_4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_text(&self, decoder: &Decoder) -> Result<String, ProjectTextError> {
        let dialect = decoder.dialect();
        let Some(version) = dialect.config_version() else {
            return Err(ProjectTextError::Dialect { dialect });
        };
        let all_digits = self.keeps_digits(decoder);
        let write = |value: &Variant| engine_text(value, dialect, all_digits);
        let mut text = format!("{HEAD}{VERSION}={version}\n");
        let mut sections: BTreeMap<&str, Vec<(&str, Variant)>> = BTreeMap::new();
        for (at, setting) in self.settings.iter().enumerate() {
            let value = setting
                .decode(decoder)
                .map_err(|error| ProjectTextError::Decode { key: setting.key.clone().into_owned(), error })?;
            if at == 0 && setting.key == FEATURES.0 && matches!(value, Variant::String(_)) {
                let _ = writeln!(text, "{}={}", FEATURES.1, write(&value));
                continue;
            }
            let (section, name) = setting.key.split_once('/').unwrap_or(("", &setting.key));
            if let Some(reason) = unwritable(&setting.key, section, name) {
                return Err(ProjectTextError::Name { key: setting.key.clone().into_owned(), reason });
            }
            sections.entry(section).or_default().push((name, value));
        }
        for (section, settings) in sections {
            text.push('\n');
            if !section.is_empty() {
                let _ = write!(text, "[{section}]\n\n");
            }
            for (name, value) in settings {
                let _ = writeln!(text, "{}={}", Name(name), write(&value));
            }
        }
        Ok(text)
    }

    /// Returns whether a release of Godot 4 before 4.6 saved the project. These releases write the digits of a 64-bit
    /// float even for 32-bit floats.
    fn keeps_digits(&self, decoder: &Decoder) -> bool {
        let features = self.get(project::FEATURES).and_then(|features| features.decode(decoder).ok());
        let Some(Variant::PackedStringArray(features)) = features else { return false };
        let minor = |feature: &Text| {
            std::str::from_utf8(feature.as_bytes()).ok()?.strip_prefix("4.")?.parse::<u32>().ok()
        };
        features.iter().any(|feature| minor(feature).is_some_and(|minor| minor < 6))
    }

    /// Parses the text of a `project.godot`, and returns the settings with their dialect.
    ///
    /// If no dialect is given, `config_version` selects it: 5 is Godot 4, 4 is Godot 3.1 to 3.6, and 3 is Godot 3.0.
    ///
    /// # Errors
    /// Returns an error if the text is invalid, if its dialect is unknown, or if the dialect cannot encode a value.
    pub fn from_text(
        text: &str,
        dialect: impl Into<Option<Dialect>>,
    ) -> Result<(ProjectFile<'static>, Dialect), ProjectTextError> {
        let mut dialect: Option<Dialect> = dialect.into();
        let precision = dialect.map_or(Precision::Single, |dialect| dialect.precision());
        // A setting has at least a name of one character, an equals sign, a value and a line end.
        let count = text.bytes().filter(|byte| *byte == b'=').count().min(text.len() / 4);
        let (mut settings, mut version, mut error) = (Vec::with_capacity(count), None, None);
        // The number of sections and settings so far, and the text from `config_version` on.
        let (mut number, mut head) = (0, None);
        // Each value is encoded as soon as it is parsed, so that only one is in memory.
        let read = lines(text, precision, &mut Places::default(), |i, line, _| {
            number += 1;
            let Line::Setting(mut key, value) = line else { return };
            if number == 1 && key == VERSION {
                head = Some(i);
                version = value.as_i64();
                dialect = dialect.or_else(|| of_config_version(version?));
                return;
            }
            let is_next = |head: &str| head.get(..head.len() - i.len()).sure().lines().count() == 1;
            if number == 2 && key == FEATURES.1 && head.is_some_and(is_next) {
                key = FEATURES.0.to_owned();
            }
            let Some(dialect) = dialect.filter(|_| error.is_none()) else { return };
            match dialect.encode(&value) {
                Ok(mut bytes) => {
                    // The buffer has room for any value, which is longer than most values.
                    bytes.shrink_to_fit();
                    key.shrink_to_fit();
                    settings.push(Setting::new(key, bytes));
                }
                Err(reason) => error = Some(ProjectTextError::Encode { key, error: reason }),
            }
        });
        read.map_err(|error| {
            ProjectTextError::Text(TextFault::from(error).in_text(text, "this is not a value"))
        })?;
        let dialect = dialect.ok_or(ProjectTextError::Version { version })?;
        error.map_or(Ok((ProjectFile { settings, ..ProjectFile::default() }, dialect)), Err)
    }
}

/// Returns the reason why a name would not be parsed back. The engine writes the name of a section as it is, and its
/// parser removes white space around it and reads up to the first bracket.
fn unwritable(key: &str, section: &str, name: &str) -> Option<&'static str> {
    if name.is_empty() {
        return Some("nothing follows the section");
    }
    if section.is_empty() {
        return key.starts_with('/').then_some("the section before the slash is empty");
    }
    if section.contains([']', '\\', '\n', '\r']) {
        return Some("the section before the slash has a closing bracket, a backslash or a line break");
    }
    (section.starts_with(is_space) || section.ends_with(is_space))
        .then_some("the section before the slash begins or ends with white space")
}

/// The name of a setting in its section. It is written in quotes if it has special characters, or others than printable
/// ASCII.
pub(super) struct Name<'a>(pub(super) &'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let special = |c: char| matches!(c, '=' | '"' | ';' | '[' | ']') || !('!'..='~').contains(&c);
        match self.0.contains(special) {
            true => write!(f, "\"{}\"", self.0.replace('\\', "\\\\").replace('"', "\\\"")),
            false => f.write_str(self.0),
        }
    }
}

/// The full names of all settings together may be at most this many times as long as the text, plus [`SHORT_NAMES`]
/// bytes. In the files of engines they are shorter than the text.
const NAMES: usize = 32;
const SHORT_NAMES: usize = 1 << 16;

/// A line with a section or a setting. The name of a setting includes the name of its section.
pub(super) enum Line {
    Section(String),
    Setting(String, Variant),
}

/// Parses all sections and settings, and calls `each` with the text where each one begins.
pub(super) fn lines<'t>(
    text: &'t str,
    precision: Precision,
    places: &mut Places,
    mut each: impl FnMut(&'t str, Line, &Places),
) -> Result<(), nom::Err<TextFault<'t>>> {
    // The total length of the names is limited, because each includes the name of its section.
    let mut names = 0_usize;
    let mut section = String::new();
    let mut i = text.strip_prefix('\u{feff}').unwrap_or(text);
    loop {
        i = space(i)?.0;
        if i.is_empty() {
            return Ok(());
        }
        places.clear();
        let (rest, mut line) = line(i, precision, places)?;
        match &mut line {
            Line::Section(name) => section.clone_from(name),
            Line::Setting(name, _) => {
                if !section.is_empty() {
                    *name = format!("{section}/{name}");
                }
                names += name.len();
                if names > text.len().saturating_mul(NAMES).saturating_add(SHORT_NAMES) {
                    let reason = format!(
                        "the names of the settings, each with that of its section, are longer than {NAMES} times \
                         the text: the section has a name of {} bytes",
                        section.len()
                    );
                    return TextFault::sure(i, reason);
                }
            }
        }
        each(i, line, places);
        i = rest;
    }
}

fn line<'t>(i: &'t str, precision: Precision, places: &mut Places) -> Read<'t, Line> {
    let section = delimited(char('['), opt(is_not("]\n")), char(']'));
    // Engines take each byte of a name without quotes as one character, and skip control characters and spaces.
    let plain =
        map(is_not("=\"\n;["), |name: &str| name.bytes().map(char::from).filter(|c| !is_space(*c)).collect());
    let name = terminated(alt((quoted_text, plain)), space);
    let (rest, line) = alt((
        map(section, |name: Option<&str>| {
            Line::Section(name.unwrap_or_default().trim_matches(is_space).to_owned())
        }),
        map(name, |name| Line::Setting(name, Variant::Nil)),
    ))
    .parse(i)
    .or_else(|error| match error {
        nom::Err::Failure(fault) => Err(nom::Err::Failure(fault)),
        _ => TextFault::sure(i, "this is neither a section nor a setting"),
    })?;
    match line {
        Line::Setting(name, _) => {
            value(rest, precision, places).map(|(rest, value)| (rest, Line::Setting(name, value)))
        }
        section => Ok((rest, section)),
    }
}

/// Parses the value of a setting, which ends with its line.
fn value<'t>(i: &'t str, precision: Precision, places: &mut Places) -> Read<'t, Variant> {
    let Ok((start, _)) = char::<_, TextFault<'_>>('=').parse(i) else {
        return TextFault::sure(i, "a = has to follow the name of a setting");
    };
    let (rest, value) = value_of(start, precision, places)?;
    // The parser of the value has skipped the white space after it.
    let read = start.get(..start.len() - rest.len()).sure();
    let end = read.trim_end_matches(is_space).len();
    let after = start.get(end..).sure();
    Ok((if read.contains(';') { rest } else { after }, value))
}
