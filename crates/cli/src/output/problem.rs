//! The error of one value, which can be printed as a JSON object on one line.

use std::fmt::{self, Display};
use std::io::{self, Write};

use gamewire::TextError;
use gamewire::error::JsonError;
use gamewire::path::Path;
use gamewire::{DecodeError, EncodeError};
use gamewire_files::document::Format;
use serde_json::json;

use crate::output::say::shortened;

/// Names the subcommand that lists packets, if the reason is that a version has no packet of a name.
pub fn with_kinds(reason: &str) -> String {
    let Some((before, after)) = reason.split_once(" has no packet ") else { return reason.to_owned() };
    let (packet, more) = after.split_at(after.find(';').unwrap_or(after.len()));
    format!("{before} has no packet {packet}: gamewire kinds lists them{more}")
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The offset of the invalid byte; in JSON input, of the invalid character.
    pub offset: usize,
    /// The kind of the error, as one word.
    pub kind: &'static str,
    /// The position, if the input is text.
    place: Option<TextPlace>,
    /// The message, as one sentence.
    reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct TextPlace {
    /// The line and the column count from 1.
    line: usize,
    column: usize,
    /// The path in a JSON document.
    path: Option<Path>,
}

/// Writes, for example, `at line 1, column 43, $[1].args[1]: a component is a number`.
impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(TextPlace { line, column, path }) = &self.place {
            write!(f, "at line {line}, column {column}")?;
            if let Some(path) = path {
                write!(f, ", {path}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.reason)
    }
}

impl Problem {
    /// Creates the error of a whole value.
    pub fn new(kind: &'static str, reason: impl Into<String>) -> Self {
        Self { offset: 0, kind, place: None, reason: reason.into() }
    }

    pub fn at(self, offset: usize) -> Self {
        Self { offset, ..self }
    }

    /// Converts the error of a value that begins at `offset`. If a packet id does not exist in the version, the
    /// message tells where it does.
    pub fn of_value(format: &Format, bytes: &[u8], error: DecodeError, offset: usize) -> Self {
        let problem = Self::from(error.after(offset));
        match format.unknown_id(bytes) {
            Some(meaning) => problem.with_advice(meaning),
            None => problem,
        }
    }

    /// Appends advice to the reason.
    pub fn with_advice(mut self, advice: impl Display) -> Self {
        self.reason = format!("{}; {advice}", self.reason);
        self
    }

    /// Writes the error as JSON: `{"error":{"offset":4,"kind":"eof","message":".."}}`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", json!({ "error": self.details() }))
    }

    /// Writes the error of a setting: `{"key":"a/b","error":{..}}`.
    pub fn write_of_setting(&self, key: &str, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", json!({ "key": key, "error": self.details() }))
    }

    /// Returns the error as a JSON object.
    pub fn details(&self) -> serde_json::Value {
        let Self { offset, kind, .. } = self;
        json!({ "offset": offset, "kind": kind, "message": shortened(&self.to_string()) })
    }

    /// Creates the error for JSON text that is not a value. The offset is 0 if only the path is known.
    pub fn json(offset: usize, error: &dyn Display) -> Self {
        Self::new("json", error.to_string()).at(offset)
    }

    /// Converts an error of the library's JSON reader.
    pub fn of_json(error: &JsonError) -> Self {
        let (Some(offset), Some((line, column))) = (error.offset(), error.line_and_column()) else {
            return Self::json(0, error);
        };
        let place = TextPlace { line, column, path: Some(error.path().clone()) };
        Self { place: Some(place), ..Self::json(offset, &with_kinds(error.reason())) }
    }

    /// Replaces the path in the JSON by a path in the value.
    pub fn with_path(self, path: Path) -> Self {
        Self { place: self.place.map(|place| TextPlace { path: Some(path), ..place }), ..self }
    }

    /// Converts an error of `serde_json`, whose message ends with the position.
    pub fn of_serde(error: &serde_json::Error) -> Self {
        let (line, column, message) = (error.line(), error.column(), error.to_string());
        match message.strip_suffix(&format!(" at line {line} column {column}")) {
            Some(reason) => {
                Self { place: Some(TextPlace { line, column, path: None }), ..Self::json(0, &reason) }
            }
            None => Self::json(0, &message),
        }
    }

    /// Creates the error for text that is not a value of Godot. It has a line and a column instead of a character
    /// offset.
    pub fn of_text(error: &TextError) -> Self {
        let place = Some(TextPlace { line: error.line(), column: error.column(), path: None });
        Self { place, ..Self::new("text", error.reason()).at(error.offset()) }
    }

    /// Converts the position in a part of a text to line, column and offset in the whole text.
    pub fn within(self, whole: &[u8], part: &[u8]) -> Self {
        let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        let Some(before) = whole.get(..start) else { return self };
        let lines = before.iter().filter(|byte| **byte == b'\n').count();
        let row = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let offset = start + self.offset;
        let Some(TextPlace { line, column, path }) = self.place else {
            let is_whole = part.trim_ascii() == whole.trim_ascii();
            let reason = if is_whole { self.reason } else { format!("line {}: {}", lines + 1, self.reason) };
            return Self { offset, reason, ..self };
        };
        // The first line of the part begins in the middle of a line of the text.
        let column = if line == 1 { column + String::from_utf8_lossy(row).chars().count() } else { column };
        Self { offset, place: Some(TextPlace { line: lines + line, column, path }), ..self }
    }

    /// Creates the error for a value that the format cannot encode. Its message contains the path.
    pub fn unwritable(error: &EncodeError) -> Self {
        Self::new("encode", error.to_string())
    }
}

impl From<EncodeError> for Problem {
    fn from(error: EncodeError) -> Self {
        Self::unwritable(&error)
    }
}

impl From<DecodeError> for Problem {
    fn from(error: DecodeError) -> Self {
        Self::new(error.kind().code(), error.to_string()).at(error.offset())
    }
}
