//! The error of one value, as a JSON object on one line.

use std::fmt::Display;
use std::io::{self, Write};

use gamewire::error::JsonError;
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

    /// The error for a value that the format cannot encode. Its message has the path.
    pub fn unwritable(error: &EncodeError) -> Self {
        Self { offset: 0, kind: "encode", message: error.to_string() }
    }
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
