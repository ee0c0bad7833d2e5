//! Explanations of whole files: the fields around the values, and the values, with offsets in the file.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;

use super::explainer::{Explainer, Outcome};
use super::explanation::Explanation;
use super::head::HeadRows;
use super::row::{HERE, Role, Row};
use super::text::TextWriter;
use super::{html, window::Selection};
use crate::counted::Counted;
use crate::error::{DecodeError, DecodeErrorKind, Path};
use crate::grammar::{Cx, Fault, Read, Rules, Settings};
use crate::limits::Limits;
use crate::trace::Dynamic;

/// Explains all bytes of a file: headers, lengths, and the values between them.
///
/// Rows have offsets in the file. `explain_file` of the package gamewire-files returns one.
pub struct FileExplainer<'a> {
    title: String,
    bytes: Cow<'a, [u8]>,
    parts: Vec<FilePart<'a>>,
    /// The end of the last part.
    end: usize,
    /// The offset of the first byte in the whole input.
    base: usize,
    wanted: Selection,
    characters: bool,
    color: bool,
    says: bool,
    /// The error after the parts.
    error: Option<DecodeError>,
    /// The offset at which the last grammar failed.
    fault: Option<usize>,
    /// Whether the bytes are unpacked contents, whose offsets are not offsets in the file.
    is_inside: bool,
}

impl fmt::Debug for FileExplainer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileExplainer").field("title", &self.title()).finish_non_exhaustive()
    }
}

/// A part of a file, with the level of its first row.
enum FilePart<'a> {
    Field(Row),
    Value { start: usize, len: usize, depth: usize, is_framed: bool, explainer: Explainer<'a> },
}

impl<'a> FileExplainer<'a> {
    /// Creates a file without parts. Parts are added one after the other, without gaps.
    pub fn new(title: impl Into<String>, bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        Self {
            title: title.into(),
            bytes: bytes.into(),
            parts: Vec::new(),
            end: 0,
            base: 0,
            wanted: Selection::default(),
            characters: false,
            color: false,
            says: false,
            error: None,
            fault: None,
            is_inside: false,
        }
    }

    /// Sets whether offsets are those of unpacked contents, which are shown as `contents+0x0010`.
    pub fn inside(self, yes: bool) -> Self {
        Self { is_inside: yes, ..self }
    }

    /// Sets the title. Without one, the title is that of the only value.
    pub fn titled(self, title: &str) -> Self {
        Self { title: title.into(), ..self }
    }

    /// Sets the offset of the first byte, if the bytes are a part of a longer input.
    #[must_use]
    pub fn starting_at(self, offset: usize) -> Self {
        Self { base: offset, ..self }
    }

    /// Sets the error that ends the parts, and marks the row of its offset.
    pub fn failing(mut self, error: Option<DecodeError>) -> Self {
        if let Some(error) = &error {
            self.failed_at(error.offset());
        }
        Self { error, ..self }
    }

    /// Marks the row where the last grammar failed. If none did, an error is at this offset.
    pub fn failed(&mut self, offset: Option<usize>) {
        self.fault.or(offset).into_iter().for_each(|offset| self.failed_at(offset));
    }

    /// Marks the row with an error at this offset.
    pub fn failed_at(&mut self, offset: usize) {
        if offset == self.end {
            self.field(usize::MAX, 0, Role::Unread, "not read");
        }
        for part in self.parts.iter_mut().rev() {
            match part {
                FilePart::Field(row) if row.has(offset) => return row.remark(HERE),
                FilePart::Value { start, .. } if *start <= offset => return,
                FilePart::Field(_) | FilePart::Value { .. } => {}
            }
        }
    }

    /// Returns whether the bytes are unpacked contents, whose offsets are not offsets in the file.
    #[must_use]
    pub fn is_contents(&self) -> bool {
        self.is_inside
    }

    /// Returns the offset after the last row.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Adds a field of `len` bytes, or of the bytes that are left if there are fewer.
    pub fn field(&mut self, len: usize, depth: usize, role: Role, meaning: &str) {
        let end = self.end.saturating_add(len).min(self.bytes.len());
        if end > self.end {
            self.parts.push(FilePart::Field(Row { role, ..Row::unread(self.end, end, depth, meaning) }));
        }
        self.end = end;
    }

    /// Adds the fields that a grammar reads after the last part. Returns its output. If it fails, the fields before the
    /// error are added.
    pub fn fields<R: Rules, O>(
        &mut self,
        rules: &R,
        depth: usize,
        grammar: impl for<'c, 'i> FnOnce(Cx<'c, R, Dynamic<'c>>, &'i [u8]) -> Read<'i, O>,
    ) -> Option<O> {
        let (settings, rows) =
            (Settings::new(rules, Limits::GODOT), HeadRows::new(self.rest(), self.end, depth));
        let read = grammar(settings.traced(Dynamic::new(&rows)), self.rest());
        let read = read.map(|(_, output)| output).map_err(Fault::from_nom);
        self.add_rows(rows.into_rows(), depth, read.as_ref().err());
        read.ok()
    }

    /// Adds the rows of a grammar, which may have failed. It is not generic, so that there is only one copy for all grammars.
    fn add_rows(&mut self, rows: Vec<Row>, depth: usize, fault: Option<&Fault>) {
        let (start, len) = (self.end, self.rest().len());
        self.fault = fault.map(|fault| start + fault.offset(len));
        self.end = rows.last().map_or(self.end, Row::end);
        self.parts.extend(rows.into_iter().map(FilePart::Field));
        if fault.is_some_and(|fault| matches!(fault.kind(), DecodeErrorKind::Incomplete { .. })) {
            self.field(usize::MAX, depth, Role::Unread, "incomplete");
        }
    }

    /// Returns the bytes after the last part.
    pub fn rest(&self) -> &[u8] {
        self.bytes.get(self.end..).unwrap_or_default()
    }

    /// Adds a value of `len` bytes. If it is framed, its length is known, so that more input cannot complete it.
    pub fn value(&mut self, len: usize, depth: usize, is_framed: bool, explainer: Explainer<'a>) {
        self.parts.push(FilePart::Value { start: self.end, len, depth, is_framed, explainer });
        self.end += len;
    }

    /// Selects only rows of values at this path: see [`Explainer::at`].
    #[must_use]
    pub fn at(mut self, path: &Path) -> Self {
        self.wanted.inside_only = !path.segments().is_empty();
        self.each_value(|explainer| explainer.at(path.clone()))
    }

    /// Selects only the row of the byte at this offset. If there is no such byte, no row is selected.
    #[must_use]
    pub fn at_byte(mut self, offset: usize) -> Self {
        self.wanted.byte = Some(offset.checked_sub(self.base).unwrap_or(usize::MAX));
        self
    }

    /// Selects only rows at most this many levels below the first row: see [`Explainer::depth`].
    #[must_use]
    pub fn depth(mut self, levels: usize) -> Self {
        self.wanted.depth = Some(levels);
        self
    }

    /// Selects at most this number of rows of the file.
    #[must_use]
    pub fn limit(mut self, rows: usize) -> Self {
        self.wanted.limit = Some(rows);
        self
    }

    /// Shows characters beside the hexadecimal bytes.
    #[must_use]
    pub fn characters(mut self, yes: bool) -> Self {
        self.characters = yes;
        self
    }

    /// Colors text for a terminal, by [`Role`].
    #[must_use]
    pub fn color(mut self, yes: bool) -> Self {
        self.color = yes;
        self
    }

    /// Adds sentences to the rows of values: see [`Explainer::sentences`].
    #[must_use]
    pub fn sentences(mut self, yes: bool) -> Self {
        self.says = yes;
        self.each_value(|explainer| explainer.sentences(yes))
    }

    fn each_value(mut self, change: impl Fn(Explainer<'a>) -> Explainer<'a>) -> Self {
        let parts = self.parts.into_iter().map(|part| match part {
            FilePart::Value { start, len, depth, is_framed, explainer } => {
                FilePart::Value { start, len, depth, is_framed, explainer: change(explainer) }
            }
            field @ FilePart::Field(_) => field,
        });
        self.parts = parts.collect();
        self
    }

    /// Calls `each` with every row of the file. A rejected value does not end the rows of the other values.
    pub fn rows(&self, mut each: impl FnMut(&Row)) -> Outcome {
        let mut outcome = self.listen(self.wanted.limit, self.says, false, &mut |row| {
            each(&Row { start: self.base + row.start, ..row.clone() });
            ControlFlow::Continue(())
        });
        outcome.error = outcome.error.map(|error| error.after(self.base));
        outcome
    }

    /// Returns whether any row is selected. No row after the first one is read.
    #[must_use]
    pub fn selects_any(&self) -> bool {
        let outcome = self.listen(self.wanted.limit, false, false, &mut |row| match row.role {
            Role::Omitted => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        });
        outcome.shown > 0
    }

    /// Returns all rows, with sentences.
    pub fn all_rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        self.listen(None, true, false, &mut |row| {
            rows.push(row.clone());
            ControlFlow::Continue(())
        });
        rows
    }

    /// Returns the bytes of a row of this file, as [`rows`](Self::rows) passes it.
    #[must_use]
    pub fn bytes_of(&self, row: &Row) -> &[u8] {
        let start = row.start.saturating_sub(self.base);
        self.bytes.get(start..).and_then(|rest| rest.get(..row.len)).unwrap_or_default()
    }

    /// Writes the explanation as text: a head, the rows, and at the end the number of explained bytes or the first
    /// error.
    ///
    /// # Errors
    /// Returns an error if writing to `out` fails. Rejected values are not an error here; see [`Outcome::error`].
    pub fn write(&self, out: impl Write) -> io::Result<Outcome> {
        let text = TextWriter::new(BufWriter::new(out), &self.bytes, self.color, self.characters);
        let mut text = text.starting_at(self.base).prefix(if self.is_inside { "contents+" } else { "" });
        let (title, value) = self.head();
        text.head(&title, value.as_deref())?;
        let mut written = Ok(());
        let outcome = self.listen(self.wanted.limit, self.says, true, &mut |row| {
            written = text.row(row, self.says);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        let error = outcome.error.map(|error| error.after(self.base));
        text.foot(outcome.explained, error.as_ref())?;
        Ok(Outcome { error, ..outcome })
    }

    /// Collects all selected rows.
    #[must_use]
    pub fn explain(&self) -> Explanation {
        self.collect(self.wanted.limit)
    }

    /// Returns one HTML page, like [`Explainer::html`].
    #[must_use]
    pub fn html(&self) -> String {
        self.collect(Some(self.wanted.limit.map_or(html::ROWS, |limit| limit.min(html::ROWS)))).html()
    }

    pub(super) fn collect(&self, limit: Option<usize>) -> Explanation {
        let mut rows = Vec::new();
        let outcome = self.listen(limit, true, true, &mut |row| {
            rows.push(row.clone());
            ControlFlow::Continue(())
        });
        let (title, value) = self.head();
        let Outcome { explained, error, .. } = outcome;
        let error = error.map(|error| error.after(self.base));
        Explanation { bytes: self.bytes.to_vec(), base: self.base, title, value, rows, explained, error }
    }

    /// Returns the title, and the value if the parts are a frame with a single one.
    fn head(&self) -> (String, Option<String>) {
        if let (true, Some(FilePart::Value { explainer, .. })) = (self.title.is_empty(), self.parts.last()) {
            return explainer.head();
        }
        (self.title(), None)
    }

    fn title(&self) -> String {
        format!("{}: {}", self.title, Counted(self.bytes.len(), "byte"))
    }

    /// Passes the rows to `sink`. If `is_judged`, the first row that the engine writes differently is marked in each value.
    fn listen(
        &self,
        limit: Option<usize>,
        says: bool,
        is_judged: bool,
        sink: &mut dyn FnMut(&Row) -> ControlFlow<()>,
    ) -> Outcome {
        let mut passed = Passed { sink, omitted: None, closed: false };
        let mut outcome = Outcome { shown: 0, explained: 0, error: None };
        for part in &self.parts {
            let left = limit.map(|limit| limit.saturating_sub(outcome.shown));
            match part {
                FilePart::Field(row) => {
                    let is_wanted = !self.wanted.inside_only
                        && self.wanted.byte.is_none_or(|byte| row.has(byte))
                        && left != Some(0)
                        && self.wanted.depth.is_none_or(|levels| row.depth <= levels);
                    outcome.shown += usize::from(is_wanted);
                    outcome.explained += if is_wanted && row.role != Role::Unread { row.len } else { 0 };
                    let says = if says { row.says.clone() } else { String::new() };
                    let _ = passed.row(&Row { says, ..row.clone() }, is_wanted);
                }
                FilePart::Value { start, depth, is_framed, explainer, .. } => {
                    let levels = self.wanted.depth.map(|levels| levels.checked_sub(*depth));
                    // A value below the deepest wanted level is read only to find its errors.
                    let limit = if levels == Some(None) { Some(0) } else { left };
                    let byte = self.wanted.byte.map(|byte| byte.checked_sub(*start).unwrap_or(usize::MAX));
                    let wanted = Selection { depth: levels.flatten(), limit, byte, ..self.wanted };
                    let differs = is_judged.then(|| explainer.differs()).flatten();
                    let (tally, error) = explainer.listen(wanted, says, differs, &mut |row| {
                        passed.row(
                            &Row { start: row.start + start, depth: row.depth + depth, ..row.clone() },
                            true,
                        )
                    });
                    outcome.shown += tally.shown;
                    outcome.explained += tally.explained;
                    outcome.error = outcome.error.or(error.map(|error| error.placed(*start, *is_framed)));
                }
            }
            if passed.closed {
                return outcome;
            }
        }
        if self.end < self.bytes.len() {
            let _ =
                passed.row(&Row::unread(self.end, self.bytes.len(), 0, "not read"), !self.wanted.inside_only);
        }
        passed.finish(true);
        outcome.error = outcome.error.or_else(|| self.error.clone());
        outcome
    }
}

/// Passes rows on, and combines adjacent rows that are not wanted into one.
struct Passed<'s> {
    sink: &'s mut dyn FnMut(&Row) -> ControlFlow<()>,
    /// The combined row, and the number of its rows, if it is known.
    omitted: Option<(Row, Option<usize>)>,
    closed: bool,
}

impl Passed<'_> {
    fn row(&mut self, row: &Row, is_wanted: bool) -> ControlFlow<()> {
        if row.role == Role::Omitted || !is_wanted {
            let count = if row.role == Role::Omitted { row.number } else { Some(1) };
            let (omitted, rows) = self.omitted.get_or_insert_with(|| {
                (Row { role: Role::Omitted, ..Row::unread(row.start, row.start, 0, "") }, Some(0))
            });
            omitted.len += row.len;
            *rows = rows.zip(count).map(|(rows, count)| rows + count);
            return ControlFlow::Continue(());
        }
        self.finish(false);
        if !self.closed {
            self.closed = (self.sink)(row).is_break();
        }
        if self.closed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn finish(&mut self, is_last: bool) {
        if let Some((mut row, count)) = self.omitted.take() {
            row.meaning = match count {
                Some(count) => format!("{} not shown", Counted(count, "row")),
                None if is_last => "the rest is not shown".to_owned(),
                None => "the next rows are not shown".to_owned(),
            };
            self.closed |= (self.sink)(&row).is_break();
        }
    }
}
