//! The error of parsers of text.

use std::fmt;

use crate::sure::Sure as _;
use nom::error::{ErrorKind, FromExternalError, ParseError};

/// An error of parsing text, with its location and its reason.
///
/// ```
/// use gamewire::path::Path;
/// let error = "player.gold[".parse::<Path>().unwrap_err();
/// assert_eq!((error.offset(), error.line(), error.column()), (12, 1, 13));
/// assert!(error.to_string().starts_with("at character 13: this is not a path"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    offset: usize,
    line: usize,
    column: usize,
    reason: String,
}

impl TextError {
    /// Returns the offset of the first invalid character in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the column, in characters counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns the reason, without the location.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            1 => write!(f, "at character {}: {}", self.column, self.reason),
            line => write!(f, "at line {line}, column {}: {}", self.column, self.reason),
        }
    }
}

impl std::error::Error for TextError {}

/// The error of a parser of text: the rest of the text where it occurred, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFault<'t> {
    /// The text from the error on.
    pub at: &'t str,
    /// `None` if a combinator of nom failed, which gives no reason.
    why: Option<String>,
}

impl<'t> TextFault<'t> {
    /// Creates a fault with its reason.
    pub fn new(at: &'t str, why: impl Into<String>) -> Self {
        Self { at, why: Some(why.into()) }
    }

    /// Returns an `Err::Failure`, after which no other alternative is tried.
    pub fn sure<T>(at: &'t str, why: impl Into<String>) -> Result<T, nom::Err<Self>> {
        Err(nom::Err::Failure(Self::new(at, why)))
    }

    /// Converts the fault to an error in the whole text. `otherwise` is the reason if a combinator of nom failed.
    pub fn in_text(self, text: &str, otherwise: &str) -> TextError {
        let start = (self.at.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
        let before = text.get(..start).unwrap_or(text);
        let (line, column) = line_and_column(before.as_bytes());
        TextError {
            offset: before.len(),
            line,
            column,
            reason: self.why.unwrap_or_else(|| otherwise.to_owned()),
        }
    }
}

impl<'t> From<nom::Err<Self>> for TextFault<'t> {
    fn from(error: nom::Err<Self>) -> Self {
        match error {
            nom::Err::Error(fault) | nom::Err::Failure(fault) => fault,
            nom::Err::Incomplete(_) => Self::new("", "the text ends too early"),
        }
    }
}

impl<'t> ParseError<&'t str> for TextFault<'t> {
    fn from_error_kind(at: &'t str, _: ErrorKind) -> Self {
        Self { at, why: None }
    }

    fn append(_: &'t str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'t, E> FromExternalError<&'t str, E> for TextFault<'t> {
    fn from_external_error(at: &'t str, _: ErrorKind, _: E) -> Self {
        Self { at, why: None }
    }
}

/// Returns the line and the column at the end of `before`, both counted from 1. Columns are characters.
pub(crate) fn line_and_column(before: &[u8]) -> (usize, usize) {
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    (line, String::from_utf8_lossy(before.get(start..).sure()).chars().count() + 1)
}
