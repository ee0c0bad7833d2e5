//! The builder of explanations, which selects the rows to show and their form.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::explanation::Explanation;
use super::head::HeadRows;
use super::marks::Mode;
use super::recorder::Recorder;
use super::row::{HERE, Role, Row};
use super::text::TextWriter;
use super::value::{Judgement, Source, run};
use super::window::{Failure, Outcome, Selection, Sink, Window};
use crate::counted::Counted;
use crate::error::{DecodeError, DecodeErrorKind, Path, Segment};
use crate::grammar::{Cx, Fault, Read, Rules, Settings};
use crate::limits::Limits;
use crate::trace::Dynamic;

/// A builder of explanations, which selects rows and their form.
///
/// For a value, created by [`Decoder::explainer`](crate::godot::Decoder::explainer) and, for Minecraft, by
/// `TypeExpr::explainer` and `Protocol::explainer`. For a file, with headers and lengths around the values, created by
/// `Document::explain` of the package gamewire-files.
///
/// Adjacent rows that are not selected are combined into one row with the role [`Omitted`](super::Role::Omitted), so
/// the rows always cover the whole input. The row of an error and the rows after it are always shown.
///
/// ```
/// use gamewire::godot::{Decoder, Dialect};
///
/// // [[true], 5]
/// let bytes = [
///     19, 0, 0, 0, 2, 0, 0, 0, 19, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0,
/// ];
/// let mut lines = Vec::new();
/// Decoder::new(Dialect::GODOT_3).explainer(&bytes).depth(1).rows(|row| lines.push(row.meaning.clone()));
/// assert_eq!(lines, [
///     "Array  (type id 19, no flags)",
///     "element count = 2",
///     "[0]: Array  (type id 19, no flags)",
///     "3 rows not shown",
///     "[1]: int  (type id 2, 32-bit)",
///     "1 row not shown",
/// ]);
/// ```
#[derive(Default)]
pub struct Explainer<'a> {
    /// The first line. It is empty for a single value, which has a title of its own.
    title: String,
    bytes: Cow<'a, [u8]>,
    parts: Vec<Part<'a>>,
    /// The end of the last part.
    end: usize,
    /// The offset of the first byte in the whole input.
    base: usize,
    at: Vec<Segment>,
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

/// A part of an input.
pub(super) enum Part<'a> {
    Field(Row),
    Value(Value<'a>),
}

/// A value, with the level of its first row.
pub(super) struct Value<'a> {
    start: usize,
    depth: usize,
    is_framed: bool,
    /// The step with which the paths of its rows begin.
    step: Option<Segment>,
    pub(super) source: Box<dyn Source + Send + Sync + 'a>,
    judged: OnceLock<Judgement>,
}

impl Value<'_> {
    /// Decodes the value and compares the bytes that are written for it, once.
    fn judgement(&self) -> &Judgement {
        self.judged.get_or_init(|| self.source.judge())
    }

    /// Returns its first byte, its length, and the level of its first row.
    pub(super) fn place(&self) -> (usize, usize, usize) {
        (self.start, self.source.bytes().len(), self.depth)
    }

    /// Returns a recorder of the value, with the selected path and the window of its rows.
    pub(super) fn recorder<'s>(
        &'s self,
        at: &'s [Segment],
        mode: Mode<'s>,
        window: Window<'s>,
    ) -> Recorder<'s> {
        Recorder::new(self.source.bytes(), at, mode, window).below(self.step.as_ref())
    }

    /// Returns an error of the value as one of the whole input.
    pub(super) fn placed(&self, failure: &Failure) -> DecodeError {
        failure.error.clone().placed(self.start, self.is_framed)
    }
}

impl<'a> Explainer<'a> {
    /// The longest input, in bytes, for which [`write`](Self::write) and [`html`](Self::html) show the verdict and
    /// the value. Longer input is only checked before its rows are made, so that no memory is needed for the value.
    pub const JUDGED: usize = 1 << 20;

    /// Creates an explainer of a file without parts. Parts are added one after the other, without gaps.
    pub fn new(title: impl Into<String>, bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        Self { title: title.into(), bytes: bytes.into(), ..Self::default() }
    }

    pub(crate) fn of_value(bytes: &'a [u8], source: impl Source + Send + Sync + 'a) -> Self {
        let (source, judged) = (Box::new(source), OnceLock::new());
        let value = Value { start: 0, depth: 0, is_framed: false, step: None, source, judged };
        Self { parts: vec![Part::Value(value)], end: bytes.len(), ..Self::new("", bytes) }
    }

    /// Returns the source of the first value.
    pub(crate) fn source(&self) -> Option<&dyn Source> {
        self.parts.iter().find_map(|part| match part {
            Part::Value(value) => Some(&*value.source as &dyn Source),
            Part::Field(_) => None,
        })
    }

    pub(super) fn parts(&self) -> &[Part<'a>] {
        &self.parts
    }

    /// Returns the row of the bytes after the last part.
    pub(super) fn unread(&self) -> Option<Row> {
        let total = self.bytes.len();
        (self.end < total).then(|| Row::unread(self.end, total, 0, "not read"))
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
                Part::Field(row) if row.has(offset) => return row.remark(HERE),
                Part::Value(value) if value.start <= offset => return,
                Part::Field(_) | Part::Value(_) => {}
            }
        }
    }

    /// Returns whether the bytes are unpacked contents, whose offsets are not offsets in the file.
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
            self.parts.push(Part::Field(Row { role, ..Row::unread(self.end, end, depth, meaning) }));
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
        self.parts.extend(rows.into_iter().map(Part::Field));
        if fault.is_some_and(|fault| matches!(fault.kind(), DecodeErrorKind::Incomplete { .. })) {
            self.field(usize::MAX, depth, Role::Unread, "incomplete");
        }
    }

    /// Returns the bytes after the last part.
    pub fn rest(&self) -> &[u8] {
        self.bytes.get(self.end..).unwrap_or_default()
    }

    /// Sets the step with which the paths of the rows begin, if the value is one of several.
    #[must_use]
    pub fn below(mut self, step: Option<&Segment>) -> Self {
        for part in &mut self.parts {
            if let Part::Value(value) = part {
                value.step = step.cloned();
            }
        }
        self
    }

    /// Adds the rows of another explainer. If a value is framed, its length is known, so that more input cannot complete it.
    pub fn value(&mut self, depth: usize, is_framed: bool, explainer: Explainer<'a>) {
        let unread = explainer.unread().map(Part::Field);
        for part in explainer.parts.into_iter().chain(unread) {
            self.parts.push(match part {
                Part::Value(value) => Part::Value(Value { start: self.end, depth, is_framed, ..value }),
                Part::Field(row) => {
                    Part::Field(Row { start: self.end + row.start, depth: depth + row.depth, ..row })
                }
            });
        }
        self.end += explainer.bytes.len();
    }

    /// Selects only rows at this path or inside it. If there are none, the whole input is one row with the role
    /// [`Omitted`](super::Role::Omitted), and [`Outcome::shown`] is 0.
    #[must_use]
    pub fn at(mut self, path: Path) -> Self {
        self.wanted.inside_only = !path.segments().is_empty();
        self.at = path.segments().to_vec();
        self
    }

    /// Selects only the row of the byte at this offset. If there is no such byte, no row is selected.
    #[must_use]
    pub fn at_byte(mut self, offset: usize) -> Self {
        self.wanted.byte = Some(offset.checked_sub(self.base).unwrap_or(usize::MAX));
        self
    }

    /// Selects only rows up to this number of levels below the first row: 0 selects only the first level.
    #[must_use]
    pub fn depth(mut self, levels: usize) -> Self {
        self.wanted.depth = Some(levels);
        self
    }

    /// Selects at most this number of rows. If the input is valid and longer than [`JUDGED`](Self::JUDGED), the rows
    /// after them are not even read, and one last row stands for the rest of the input. The same holds for the rows
    /// after the selected [path](Self::at).
    #[must_use]
    pub fn limit(mut self, rows: usize) -> Self {
        self.wanted.limit = Some(rows);
        self
    }

    /// Shows characters beside the hexadecimal bytes. A dot stands for a byte that is not printable ASCII.
    #[must_use]
    pub fn characters(mut self, yes: bool) -> Self {
        self.characters = yes;
        self
    }

    /// Colors the text for a terminal, by [`Role`](super::Role).
    #[must_use]
    pub fn color(mut self, yes: bool) -> Self {
        self.color = yes;
        self
    }

    /// Adds sentences to each row that tell how its bytes are read and, where the row does not show it, what they
    /// count or decide. The rows of an [`Explanation`] and HTML pages always have them.
    ///
    /// ```
    /// use gamewire::godot::{Decoder, Dialect};
    ///
    /// let mut says = String::new();
    /// let decoder = Decoder::new(Dialect::GODOT_4);
    /// decoder.explainer(&[2, 0, 0, 0, 0xe2, 4, 0, 0]).sentences(true).rows(|row| says = row.sentences().to_owned());
    /// assert_eq!(
    ///     says,
    ///     "Four bytes, least significant first, signed: e2 04 00 00 = 0x000004e2 = 1250. \
    ///      Bit 16 of the header is 0, so the number has 32 bits."
    /// );
    /// ```
    #[must_use]
    pub fn sentences(mut self, yes: bool) -> Self {
        self.says = yes;
        self
    }

    /// Collects all selected rows, the verdict on the bytes, and the value on one line. Characters and color have
    /// no effect on it; see the methods of [`Explanation`].
    pub fn explain(&self) -> Explanation {
        self.collect(self.wanted.limit, usize::MAX)
    }

    /// Collects the rows that a page with a limit of rows shows.
    pub(super) fn for_page(&self, rows: usize) -> Explanation {
        self.collect(Some(self.wanted.limit.map_or(rows, |limit| limit.min(rows))), Self::JUDGED)
    }

    /// Collects rows. Values of at most `judged` bytes are judged.
    fn collect(&self, limit: Option<usize>, judged: usize) -> Explanation {
        let mut rows = Vec::new();
        let (title, value) = self.head(judged);
        let Outcome { explained, error, .. } = self.listen(limit, true, judged, &mut |row| {
            rows.push(row.clone());
            ControlFlow::Continue(())
        });
        Explanation { bytes: self.bytes.to_vec(), base: self.base, title, value, rows, explained, error }
    }

    /// Calls `each` with every row as soon as its bytes are read, after the input was checked. No rows are kept, so memory does not grow
    /// with the input, except for values of Minecraft other than NBT: they are decoded while they are read. A rejected
    /// value does not end the rows of the other values.
    pub fn rows(&self, mut each: impl FnMut(&Row)) -> Outcome {
        self.listen(self.wanted.limit, self.says, 0, &mut |row| {
            match self.base {
                0 => each(row),
                base => each(&Row { start: base + row.start, ..row.clone() }),
            }
            ControlFlow::Continue(())
        })
    }

    /// Writes the explanation as text: a head, each row as soon as its bytes are read, and at the end the
    /// number of explained bytes or the first error.
    ///
    /// The head of a single value shows the verdict and the value, as in [`Explanation::text`]. For input longer than
    /// [`JUDGED`](Self::JUDGED) it shows neither, because both need the whole input.
    ///
    /// # Errors
    /// Returns an error if writing to `out` fails. Rejected input is not an error here; see [`Outcome::error`].
    pub fn write(&self, out: impl Write) -> io::Result<Outcome> {
        let prefix = if self.is_inside { "contents+" } else { "" };
        let mut text = TextWriter::new(BufWriter::new(out), &self.bytes, self.base, prefix);
        (text.color, text.characters) = (self.color, self.characters);
        let (title, value) = self.head(Self::JUDGED);
        text.head(&title, value.as_deref())?;
        let mut written = Ok(());
        let outcome = self.listen(self.wanted.limit, self.says, Self::JUDGED, &mut |row| {
            written = text.row(row, self.says);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        text.foot(outcome.explained, outcome.error.as_ref())?;
        Ok(outcome)
    }

    /// Returns the row of byte `offset`, with at most `before` rows before it and `after` rows after it. No other
    /// rows are kept, so this is a cheap way to show where an error is. If `offset` is the end of the input, only
    /// rows before it are returned.
    pub fn near(&self, offset: usize, before: usize, after: usize) -> Vec<Row> {
        let mut near = VecDeque::new();
        let mut left = after;
        self.listen(self.wanted.limit, self.says, 0, &mut |row| {
            let (passed, reached) = (row.end() <= offset, row.start <= offset);
            if !reached {
                if left == 0 {
                    return ControlFlow::Break(());
                }
                left -= 1;
            }
            near.push_back(row.clone());
            if passed && near.len() > before {
                near.pop_front();
            }
            ControlFlow::Continue(())
        });
        near.into()
    }

    /// Returns whether any row is selected. No row after the first one is read.
    pub fn selects_any(&self) -> bool {
        let outcome = self.listen(self.wanted.limit, false, 0, &mut |row| match row.role {
            Role::Omitted => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        });
        outcome.shown > 0
    }

    /// Returns all rows, with sentences.
    pub fn all_rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        self.listen(None, true, 0, &mut |row| {
            rows.push(row.clone());
            ControlFlow::Continue(())
        });
        rows
    }

    /// Returns the bytes of a row of this file, as [`rows`](Self::rows) passes it.
    pub fn bytes_of(&self, row: &Row) -> &[u8] {
        let start = row.start.saturating_sub(self.base);
        self.bytes.get(start..).and_then(|rest| rest.get(..row.len)).unwrap_or_default()
    }

    /// Returns the title, and the verdict and the value if there is only one, of at most `judged` bytes.
    fn head(&self, judged: usize) -> (String, Option<String>) {
        let length = Counted(self.bytes.len(), "byte");
        let only = self.parts.last().filter(|_| self.title.is_empty());
        let Some(Part::Value(only)) = only else {
            return (format!("{}: {length}", self.title), None);
        };
        let source = &only.source;
        let (format, length) = (source.format(), Counted(source.bytes().len(), "byte"));
        if source.bytes().len() > judged {
            return (format!("{format}: {length}"), None);
        }
        let Judgement { verdict, value, .. } = only.judgement();
        (format!("{format}: {length}, {verdict}"), value.clone())
    }

    /// Passes the rows to `sink`. In each value of at most `judged` bytes, the first row that the engine writes differently is
    /// marked.
    fn listen(&self, limit: Option<usize>, says: bool, judged: usize, sink: Sink<'_>) -> Outcome {
        let wanted = Selection { limit, ..self.wanted };
        let mut window = Window::new(wanted, sink);
        let mut error = None;
        for part in &self.parts {
            match part {
                Part::Field(row) => {
                    let says = if says { row.says.clone() } else { String::new() };
                    window.field(Row { says, ..row.clone() });
                }
                Part::Value(value) => {
                    let source = &value.source;
                    let bytes = source.bytes();
                    let is_long = bytes.len() > Self::JUDGED;
                    let is_judged = bytes.len() <= judged;
                    let differs = if is_judged { value.judgement().differs } else { None };
                    let few = wanted.limit.is_some() || wanted.inside_only || wanted.byte.is_some();
                    let failure = source.failure();
                    let stops = few && is_long && failure.is_none();
                    window = window.part(value.place(), differs, failure.as_ref(), stops);
                    let mode = if says { Mode::Said } else { Mode::Plain };
                    window = run(&**source, value.recorder(&self.at, mode, window)).0;
                    error = error.or(failure.map(|failure| value.placed(&failure)));
                }
            }
            if window.is_closed() {
                break;
            }
        }
        self.unread().into_iter().for_each(|row| window.field(row));
        window.finish(error.or_else(|| self.error.clone()).map(|error| error.after(self.base)))
    }
}

impl fmt::Debug for Explainer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explainer").field("title", &self.title).finish_non_exhaustive()
    }
}
