//! The selection of rows between the recorder and the callback. Each row is passed on, or counted as omitted.

use std::ops::ControlFlow;

use super::row::{HERE, Role, Row, Writer};
use crate::counted::Counted;
use crate::error::DecodeError;

/// A callback for rows, which may stop early.
pub(super) type Sink<'s> = &'s mut dyn FnMut(&Row) -> ControlFlow<()>;

/// The result of an [`Explainer`](super::Explainer).
///
/// ```
/// use gamewire::godot::{Decoder, Dialect, variant};
///
/// let bytes = Dialect::GODOT_4.encode(&variant!([7, 8]))?;
/// let cut = &bytes[..bytes.len() - 2];
/// let outcome = Decoder::new(Dialect::GODOT_4).explainer(cut).rows(|row| println!("{}", row.meaning));
/// assert_eq!(outcome.error.unwrap().path().to_string(), "$[1]");
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The number of rows that were shown. Rows that stand for omitted ones are not counted.
    pub shown: usize,
    /// The number of bytes in the rows that were shown. Bytes that were not read are not counted.
    pub explained: usize,
    /// The error, if the input was rejected.
    pub error: Option<DecodeError>,
}

/// The error of bytes, which is known before their rows are made.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) error: DecodeError,
    /// The byte at which reading stops. If counts that exceed the input are accepted, it can be after the error.
    pub(crate) stop: usize,
    pub(crate) accepts_counts: bool,
}

impl Failure {
    /// A failure at which reading stops.
    pub(crate) fn new(error: DecodeError) -> Self {
        let offset = error.offset();
        Self { error, stop: offset, accepts_counts: false }
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Selection {
    /// The maximum number of levels below the first row.
    pub(super) depth: Option<usize>,
    /// The maximum number of rows.
    pub(super) limit: Option<usize>,
    /// Whether only rows at the selected path, and inside it, are selected.
    pub(super) inside_only: bool,
    /// The byte whose row is the only wanted one.
    pub(super) byte: Option<usize>,
}

/// Passes on the selected rows, and those with an error or a remark.
#[derive(Default)]
pub(super) struct Window<'s> {
    wanted: Selection,
    /// The first byte that the engine writes differently, and the engine, until the row of the byte has the remark.
    differs: Option<(usize, Writer)>,
    /// The start of the invalid number, until its row has the remark, and the byte where reading stops.
    wrong: Option<usize>,
    stop: Option<usize>,
    accepts_counts: bool,
    /// The depth of the first row of the value, or of its first row at the selected path.
    first: Option<usize>,
    /// The offset of the part whose rows are pushed, the end of the part, and the level of its first row.
    start: usize,
    total: usize,
    level: usize,
    /// The omitted rows since the last row that was passed on, combined into one, and their number, if it is known.
    omitted: Option<(Row, Option<usize>)>,
    /// Whether reading stops after the last wanted row, and whether it has stopped.
    stops: bool,
    done: bool,
    /// The number of rows that were passed on.
    shown: usize,
    /// The number of bytes in the rows that were passed on, the start and the end of the last row, and the depth of the next.
    explained: usize,
    last: Option<usize>,
    end: usize,
    depth: usize,
    sink: Option<Sink<'s>>,
}

impl<'s> Window<'s> {
    pub(super) fn new(wanted: Selection, sink: Sink<'s>) -> Self {
        Self { wanted, sink: Some(sink), ..Self::default() }
    }

    /// Begins a value of `len` bytes at this offset, whose first row has this level. `differs` is the first byte of it that
    /// the engine writes differently. If `stops` is set, reading stops after the last wanted row.
    pub(super) fn part(
        self,
        (start, len, level): (usize, usize, usize),
        differs: Option<(usize, Writer)>,
        failure: Option<&Failure>,
        stops: bool,
    ) -> Self {
        let differs = differs.map(|(offset, writer)| (start + offset, writer));
        let wrong = failure.map(|failure| start + failure.error.offset());
        let stop = failure.map(|failure| start + failure.stop.min(len));
        let accepts_counts = failure.is_some_and(|failure| failure.accepts_counts);
        let (total, end, depth, last, first, done) = (start + len, start, level, None, None, false);
        let part = Self { differs, wrong, stop, accepts_counts, start, total, level, stops, ..self };
        Self { end, depth, last, first, done, ..part }
    }

    /// Adds a row between values.
    pub(super) fn field(&mut self, row: Row) {
        (self.first, self.level) = (Some(0), 0);
        self.pass(row, !self.wanted.inside_only, false);
    }

    pub(super) fn is_done(&self) -> bool {
        self.done
    }

    /// Returns whether counts that exceed the input are accepted.
    pub(super) fn accepts_counts(&self) -> bool {
        self.accepts_counts
    }

    /// Returns whether the callback has stopped the window.
    pub(super) fn is_closed(&self) -> bool {
        self.sink.is_none()
    }

    pub(super) fn push(&mut self, mut row: Row, inside: bool) {
        row.start += self.start;
        row.depth += self.level;
        // Rows after the start of the invalid number are not rows of a value.
        if self.stop.is_some_and(|stop| row.end() > stop && row.start != stop) {
            return;
        }
        let is_wrong = self.wrong == Some(row.start);
        if is_wrong {
            row.remark(HERE);
            self.wrong = None;
        }
        let is_last = self.stop == Some(row.start);
        self.pass(row, inside, is_wrong || is_last);
    }

    /// Ends a value: adds rows for the bytes that no row has.
    pub(super) fn end_part(&mut self) {
        let (total, depth) = (self.total, self.depth);
        match self.stop {
            _ if self.done => {}
            Some(stop) => {
                // The invalid number may have no row.
                let remark = self.wrong.filter(|_| self.last != Some(stop)).map(|_| HERE);
                if stop > self.end {
                    self.pass(Row::unread(self.end, stop, depth, "read"), true, true);
                }
                if self.end < total {
                    let mut row = Row::unread(self.end, total, depth, "not read");
                    remark.into_iter().for_each(|remark| row.remark(remark));
                    self.pass(row, true, true);
                }
            }
            None if self.end < total => {
                let row = Row::unread(self.end, total, self.level, "not part of the value");
                self.pass(row, !self.wanted.inside_only, false);
            }
            None => {}
        }
        if self.end < total && !self.is_closed() {
            // The last rows of a valid value were not read.
            let (omitted, count) = self.omit(self.end, 0);
            (omitted.len, *count) = (total - omitted.start, None);
            self.end = total;
        }
    }

    /// Ends the input.
    pub(super) fn finish(mut self, error: Option<DecodeError>) -> Outcome {
        self.hand_on_omitted(true);
        Outcome { shown: self.shown, explained: self.explained, error }
    }

    /// Passes on a row if it is selected, or if it is `wrong`.
    fn pass(&mut self, mut row: Row, inside: bool, mut wrong: bool) {
        (self.last, self.end) = (Some(row.start), row.end());
        self.depth = row.depth + usize::from(row.role == Role::Type);
        // Bytes that are missing at the end of the value are a difference of the last row.
        if let Some((offset, writer)) = self.differs
            && row.has(offset.min(self.total.saturating_sub(1)))
        {
            row.remark(&match row.role == Role::Padding && row.has(offset) {
                true => writer.remark_on_padding(row.kind),
                false => writer.remark(),
            });
            (self.differs, wrong) = (None, true);
        }
        let is_read = inside && row.role != Role::Unread;
        let first = if is_read { *self.first.get_or_insert(row.depth) } else { self.first.unwrap_or(0) };
        let below = row.depth.saturating_sub(first) + self.level;
        if self.wanted.inside_only {
            row.depth = if inside { below } else { 0 };
        }
        let is_wanted = inside
            && self.wanted.depth.is_none_or(|levels| below <= levels)
            && self.wanted.limit.is_none_or(|limit| self.shown < limit)
            && self.wanted.byte.is_none_or(|byte| row.has(byte));
        if is_wanted || wrong {
            self.explained += if row.role == Role::Unread { 0 } else { row.len };
            self.hand_on_omitted(false);
            self.hand_on(&row);
            self.shown += 1;
        } else {
            let (omitted, count) = self.omit(row.start, row.depth);
            omitted.len += row.len;
            *count = count.map(|count| count + 1);
        }
        let is_past = self.wanted.inside_only && self.first.is_some() && !inside;
        let is_past = is_past || self.wanted.byte.is_some_and(|byte| byte < row.end());
        self.done |= self.stops && (is_past || self.wanted.limit.is_some_and(|limit| self.shown >= limit));
    }

    /// Returns the row of omitted rows, which begins at `start` if there is none, and the number of these rows.
    fn omit(&mut self, start: usize, depth: usize) -> &mut (Row, Option<usize>) {
        let omitted = self.omitted.get_or_insert_with(|| {
            (Row { role: Role::Omitted, ..Row::unread(start, start, depth, "") }, Some(0))
        });
        omitted.0.depth = omitted.0.depth.min(depth);
        omitted
    }

    fn hand_on_omitted(&mut self, is_last: bool) {
        if let Some((mut row, count)) = self.omitted.take() {
            row.meaning = match count {
                Some(count) => format!("{} not shown", Counted(count, "row")),
                None if is_last => "the rest is not shown".to_owned(),
                None => "the next rows are not shown".to_owned(),
            };
            self.hand_on(&row);
        }
    }

    fn hand_on(&mut self, row: &Row) {
        if let Some(sink) = &mut self.sink
            && sink(row).is_break()
        {
            (self.sink, self.done) = (None, true);
        }
    }
}
