//! Explanations with all their rows.

use super::row::Row;
use super::text::TextWriter;
use crate::error::DecodeError;

/// The explanation of an input. The rows of rejected input end at the invalid field.
///
/// An explanation keeps a copy of the bytes and all rows, which takes many times the memory of the input. For long
/// input, use [`Explainer`](super::Explainer).
///
/// ```
/// use gamewire::godot::{Decoder, Dialect};
/// // A text of two bytes, cut off after the first.
/// let cut = *b"\x04\0\0\0\x02\0\0\0h";
/// let explanation = Decoder::new(Dialect::GODOT_3).explain(&cut);
/// let places: Vec<_> = explanation.rows().iter().map(|row| (row.start, row.len)).collect();
/// assert_eq!(places, [(0, 4), (4, 4), (8, 1)]); // header, length, what was not read
/// assert_eq!(explanation.error().map(|error| error.offset()), Some(4));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    pub(super) bytes: Vec<u8>,
    /// The offset of the first byte in the whole input. Rows do not include it.
    pub(super) base: usize,
    pub(super) title: String,
    pub(super) value: Option<String>,
    pub(super) rows: Vec<Row>,
    pub(super) explained: usize,
    pub(super) error: Option<DecodeError>,
}

impl Explanation {
    /// Returns the rows in the order of their bytes. They cover the input without gaps or overlaps.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the error, if the input was rejected.
    pub fn error(&self) -> Option<&DecodeError> {
        self.error.as_ref()
    }

    /// Returns the dump as plain text.
    pub fn text(&self) -> String {
        let mut written = Vec::new();
        let mut text = TextWriter::new(&mut written, &self.bytes, self.base, "");
        // Writing to a vector does not fail.
        let _ = text
            .head(&self.title, self.value.as_deref())
            .and_then(|()| self.rows.iter().try_for_each(|row| text.row(row, false)))
            .and_then(|()| text.foot(self.explained, self.error.as_ref()));
        String::from_utf8(written).unwrap_or_default()
    }
}
