//! The error of reading JSON text as values.

use std::fmt;

use super::{Path, Segment, line_and_column};

/// An error of reading JSON text as a value.
///
/// ```
/// use gamewire::godot::json;
/// let error = json::from_str(r#"["i:1", {"type": "Vector2", "args": [1.0, true]}]"#).unwrap_err();
/// assert_eq!(error.path().to_string(), "$[1].args[1]");
/// assert_eq!(error.to_string(), "at line 1, column 43, $[1].args[1]: expected a number, or null for NaN, found a boolean");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct JsonError(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    offset: usize,
    place: Option<(usize, usize)>,
    path: Path,
    reason: String,
}

impl JsonError {
    /// Creates an error. `steps` lead from the innermost value outwards. Without the text, the error has no line and
    /// column.
    pub(crate) fn new(offset: usize, mut steps: Vec<Segment>, reason: String, text: Option<&str>) -> Self {
        let place =
            text.map(|text| line_and_column(text.as_bytes().get(..offset).unwrap_or(text.as_bytes())));
        steps.reverse();
        Self(Box::new(Inner { offset, place, path: steps.into(), reason }))
    }

    /// Returns the path in the JSON document: `$.args[3]`.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Returns the offset in the text in bytes, or `None` if the value was read from a `serde_json::Value`, which has
    /// no text.
    pub fn offset(&self) -> Option<usize> {
        self.0.place.map(|_| self.0.offset)
    }

    /// Returns the line and the column, both counted from 1, or `None` if there was no text.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        self.0.place
    }

    /// Returns the reason, without the location.
    pub fn reason(&self) -> &str {
        &self.0.reason
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { place, path, reason, .. } = &*self.0;
        match place {
            Some((line, column)) => write!(f, "at line {line}, column {column}, {path}: {reason}"),
            None => write!(f, "at {path}: {reason}"),
        }
    }
}

impl fmt::Debug for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonError({self})")
    }
}

impl std::error::Error for JsonError {}
