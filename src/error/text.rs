//! The error of parsers of text.

use nom::error::{ErrorKind, FromExternalError, ParseError};

/// The reason why a parser failed, and the text from the error on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextFault<'t> {
    pub(crate) at: &'t str,
    /// `None` is the failure of a combinator, which has no words.
    why: Option<String>,
}

impl<'t> TextFault<'t> {
    pub(crate) fn new(at: &'t str, why: impl Into<String>) -> Self {
        Self { at, why: Some(why.into()) }
    }

    /// A failure without alternatives.
    pub(crate) fn sure<T>(at: &'t str, why: impl Into<String>) -> Result<T, nom::Err<Self>> {
        Err(nom::Err::Failure(Self::new(at, why)))
    }

    /// Returns the part of the whole text before the error, and the reason: `otherwise` for a combinator.
    pub(crate) fn place<'a>(self, text: &'a str, otherwise: &str) -> (&'a str, String) {
        let before = text.get(..text.len() - self.at.len()).unwrap_or_default();
        (before, self.why.unwrap_or_else(|| otherwise.to_owned()))
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

/// Returns the line and the column after this part of a text, both from 1. Columns are characters.
pub(crate) fn line_and_column(before: &[u8]) -> (usize, usize) {
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    (line, String::from_utf8_lossy(before.get(start..).unwrap_or_default()).chars().count() + 1)
}
