//! The error of one value, as a JSON object on one line.

use std::fmt::Display;
use std::io::{self, Write};

use gamewire::error::JsonError;
use gamewire::godot::text::TextError;
use gamewire::{DecodeError, EncodeError};
use serde_json::json;

use crate::say::shortened;

/// The error of one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Offset of the invalid byte; in JSON input, of the invalid character.
    pub offset: usize,
    /// One word.
    pub kind: &'static str,
    /// One sentence.
    pub message: String,
}

impl Problem {
    /// `{"error":{"offset":4,"kind":"eof","message":".."}}`
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", json!({ "error": self.details() }))
    }

    /// The same for a setting: `{"key":"a/b","error":{..}}`.
    pub fn write_of_setting(&self, key: &str, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", json!({ "key": key, "error": self.details() }))
    }

    /// The error as a JSON object.
    pub fn details(&self) -> serde_json::Value {
        let Self { offset, kind, message } = self;
        json!({ "offset": offset, "kind": kind, "message": shortened(message) })
    }

    /// The error for JSON text that is not a value. The offset is 0 if only the path is known.
    pub fn json(offset: usize, error: &dyn Display) -> Self {
        Self { offset, kind: "json", message: error.to_string() }
    }

    /// The same for an error of the library.
    pub fn of_json(error: &JsonError) -> Self {
        Self::json(error.offset().unwrap_or(0), error)
    }

    /// The same for an error of `serde_json`, with the place first.
    pub fn of_serde(error: &serde_json::Error) -> Self {
        let (line, column, message) = (error.line(), error.column(), error.to_string());
        match message.strip_suffix(&format!(" at line {line} column {column}")) {
            Some(reason) => Self::json(0, &format!("at line {line}, column {column}: {reason}")),
            None => Self::json(0, &message),
        }
    }

    /// The error for text that is no value of Godot, with line and column in the place of the number of the character.
    pub fn of_text(text: &str, error: &TextError) -> Self {
        let before = text.get(..error.offset()).unwrap_or(text);
        let line = before.split('\n').count();
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let said = error.to_string();
        let reason = said.split_once(": ").map_or(said.as_str(), |(_, reason)| reason);
        let message = format!("at line {line}, column {column}: {reason}");
        Self { offset: error.offset(), kind: "text", message }
    }

    /// The same for a part of a text: line, column and offset are those in the whole text.
    pub fn within(self, whole: &[u8], part: &[u8]) -> Self {
        let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        let Some(before) = whole.get(..start) else { return self };
        let lines = before.iter().filter(|byte| **byte == b'\n').count();
        let row = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let message = match line_and_column(&self.message) {
            Some((1, column, rest)) => {
                let column = column + String::from_utf8_lossy(row).chars().count();
                format!("at line {}, column {column}{rest}", lines + 1)
            }
            Some((line, column, rest)) => format!("at line {}, column {column}{rest}", lines + line),
            None if part.trim_ascii() == whole.trim_ascii() => self.message,
            None => format!("line {}: {}", lines + 1, self.message),
        };
        Self { offset: start + self.offset, message, ..self }
    }

    /// The error for a value that the format cannot encode. Its message has the path.
    pub fn unwritable(error: &EncodeError) -> Self {
        Self { offset: 0, kind: "encode", message: error.to_string() }
    }
}

/// The place that a message begins with, and what follows it.
fn line_and_column(message: &str) -> Option<(usize, usize, &str)> {
    let (line, rest) = message.strip_prefix("at line ")?.split_once(", column ")?;
    let end = rest.find(|character: char| !character.is_ascii_digit())?;
    let (column, rest) = rest.split_at_checked(end)?;
    Some((line.parse().ok()?, column.parse().ok()?, rest))
}

impl From<EncodeError> for Problem {
    fn from(error: EncodeError) -> Self {
        Self::unwritable(&error)
    }
}

impl From<DecodeError> for Problem {
    fn from(error: DecodeError) -> Self {
        Self { offset: error.offset(), kind: error.kind().code(), message: error.to_string() }
    }
}
