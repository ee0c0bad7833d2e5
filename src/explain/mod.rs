//! Bytes and what they mean, side by side.
//!
//! A recorder listens to the parsers ([`crate::trace`]) and turns their reports into rows; rows become text
//! ([`Explanation::text`]) or one self-contained page ([`Explanation::html`]). Every byte of the input
//! belongs to exactly one row.

mod html;
mod meaning;
mod path;
mod recorder;
mod text;

use crate::error::DecodeError;

pub(crate) use path::PathFinder;
pub(crate) use recorder::Recorder;

/// One row: some bytes and what they mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Offset of the first byte in the whole input.
    pub start: usize,
    /// How many bytes the row explains.
    pub len: usize,
    /// How deep the row is nested.
    pub depth: usize,
    /// What the bytes mean.
    pub meaning: String,
    /// What part the bytes play, for colours.
    pub role: Role,
}

/// What part a row's bytes play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Type headers.
    Type,
    /// Counts, lengths and flags.
    Structure,
    /// Contents.
    Value,
    /// Bytes that carry nothing.
    Padding,
    /// Bytes that were not read.
    Unread,
}

/// All bytes of an input, explained; for rejected input, up to the number that was wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    pub(crate) bytes: Vec<u8>,
    pub(crate) title: String,
    pub(crate) value: Option<String>,
    pub(crate) rows: Vec<Row>,
    pub(crate) error: Option<DecodeError>,
}

impl Explanation {
    /// Puts together what a recorder heard and how reading ended.
    ///
    /// `format` names the dialect or type; `verdict` is what is known of the bytes beyond their meaning, as
    /// `canonical`; `value` is the value in one line.
    pub(crate) fn new(
        format: &str,
        bytes: &[u8],
        recorder: Recorder,
        verdict: &str,
        value: Option<String>,
        error: Option<DecodeError>,
    ) -> Self {
        let count = bytes.len();
        let unit = if count == 1 { "byte" } else { "bytes" };
        let title = format!("{format}: {count} {unit}, {verdict}");
        let mut rows = recorder.into_rows();
        let explained = rows.last().map_or(0, |row| row.start + row.len);
        if let Some(error) = &error {
            recorder::mark_failure(&mut rows, bytes, error);
        } else if explained < count {
            rows.push(Row {
                start: explained,
                len: count - explained,
                depth: 0,
                meaning: "not part of the value".into(),
                role: Role::Unread,
            });
        }
        Self { bytes: bytes.to_vec(), title, value, rows, error }
    }

    /// Adds a remark to the row that byte `offset` belongs to, or to the last one.
    pub(crate) fn mark(&mut self, offset: usize, remark: &str) {
        let at = self.rows.iter().rposition(|row| row.start <= offset);
        if let Some(row) = at.and_then(|at| self.rows.get_mut(at)) {
            row.meaning.push_str("        <- ");
            row.meaning.push_str(remark);
        }
    }

    /// The rows, in the order of the bytes. They tile the input: no gap, no overlap.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Why the input was rejected, if it was.
    pub fn error(&self) -> Option<&DecodeError> {
        self.error.as_ref()
    }
}
