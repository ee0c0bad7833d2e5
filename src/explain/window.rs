//! The window of recent rows between the recorder and the callback. The last rows are held back, because an error can
//! change or remove them. Each row that leaves the window is passed on, or counted as omitted.

use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;

use super::explainer::Outcome;
use super::row::{HERE, Role, Row, Writer};
use crate::counted::Counted;
use crate::error::DecodeError;

/// The number of rows that are held back. An error is detected at the invalid number or a few fields later. For
/// example, a length is compared with its contents after they are read.
pub(super) const HELD: usize = 32;

/// A callback for rows, which may stop early.
pub(super) type Sink<'s> = &'s mut dyn FnMut(&Row) -> ControlFlow<()>;

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

/// Holds the last rows and passes on the others.
pub(super) struct Window<'s> {
    held: VecDeque<Held>,
    wanted: Selection,
    /// The first byte that the engine writes differently, and the engine, until the row of the byte has the remark.
    differs: Option<(usize, Writer)>,
    /// The start of the invalid number and the byte where reading stopped, if parsing continued after it.
    wrong: Option<usize>,
    stop: Option<usize>,
    /// The depth of the first row of the value, or of its first row at the selected path.
    first: Option<usize>,
    /// The offset of the part whose rows are pushed, and the level of its first row.
    start: usize,
    level: usize,
    /// The omitted rows since the last row that was passed on, combined into one, and their number, if it is known.
    omitted: Option<(Row, Option<usize>)>,
    /// Whether reading stops after the last wanted row, and whether it has stopped.
    stops: bool,
    done: bool,
    /// The number of rows that were passed on.
    shown: usize,
    /// The number of bytes in the rows that were passed on, the end of the last row, and its depth.
    explained: usize,
    end: usize,
    depth: usize,
    /// The text of an earlier row, whose allocation is used again.
    spare: String,
    sink: Option<Sink<'s>>,
}

struct Held {
    row: Row,
    /// Whether the row is at the selected path, or inside it.
    inside: bool,
    /// Whether the row is shown even if it is not selected.
    wrong: bool,
}

impl<'s> Window<'s> {
    pub(super) fn new(wanted: Selection, sink: Sink<'s>) -> Self {
        Self {
            held: VecDeque::with_capacity(HELD + 2),
            wanted,
            differs: None,
            wrong: None,
            stop: None,
            first: None,
            start: 0,
            level: 0,
            omitted: None,
            stops: false,
            done: false,
            shown: 0,
            explained: 0,
            end: 0,
            depth: 0,
            spare: String::new(),
            sink: Some(sink),
        }
    }

    /// Begins a value at this offset, whose first row has this level. `differs` is the first byte of it that the engine
    /// writes differently.
    ///
    /// If `stops` is set, reading stops after the last wanted row, or where the callback breaks. Set it only for valid
    /// input, because errors after that row are not found.
    pub(super) fn part(
        self,
        (start, level): (usize, usize),
        differs: Option<(usize, Writer)>,
        stops: bool,
    ) -> Self {
        let differs = differs.map(|(offset, writer)| (start + offset, writer));
        let (end, depth, wrong, stop, first) = (start, level, None, None, None);
        Self { differs, wrong, stop, first, start, level, stops, done: false, end, depth, ..self }
    }

    /// Adds a row between values.
    pub(super) fn field(&mut self, row: Row) {
        (self.first, self.level) = (Some(0), 0);
        let inside = !self.wanted.inside_only;
        self.let_go(Held { row, inside, wrong: false });
    }

    pub(super) fn is_done(&self) -> bool {
        self.done
    }

    /// Returns whether the input is known to be valid.
    pub(super) fn is_valid(&self) -> bool {
        self.stops
    }

    /// Returns whether the callback has stopped the window.
    pub(super) fn is_closed(&self) -> bool {
        self.sink.is_none()
    }

    /// Returns an empty string for the meaning of the next row.
    pub(super) fn spare(&mut self) -> String {
        std::mem::take(&mut self.spare)
    }

    pub(super) fn push(&mut self, mut row: Row, inside: bool) {
        row.start += self.start;
        row.depth += self.level;
        self.hold(row, inside);
    }

    fn hold(&mut self, row: Row, inside: bool) {
        if self.differs.is_some_and(|(offset, _)| row.start > offset) {
            self.mark_difference();
        }
        let wrong = self.wrong == Some(row.start);
        self.held.push_back(Held { row, inside, wrong });
        if wrong && let Some(held) = self.held.back_mut() {
            held.row.remark(HERE);
            self.wrong = None;
        }
        if self.held.len() > HELD
            && let Some(held) = self.held.pop_front()
        {
            self.let_go(held);
        }
    }

    /// Marks the row at this byte as the invalid number, once it is pushed.
    pub(super) fn expect_wrong(&mut self, offset: usize) {
        self.wrong = Some(self.start + offset);
    }

    /// Sets the byte at which reading stopped after that row.
    pub(super) fn stop(&mut self, offset: usize) {
        self.stop = Some(self.start + offset);
    }

    fn mark_difference(&mut self) {
        if let Some((offset, writer)) = self.differs.take()
            && let Some(held) = self.held.back_mut()
        {
            // Padding that is too short is missing bytes, which are after its row.
            let is_padding = held.row.role == Role::Padding && offset < held.row.end();
            let remark = match is_padding {
                true => writer.remark_on_padding(held.row.kind),
                false => writer.remark().to_owned(),
            };
            held.row.remark(&remark);
            held.wrong = true;
        }
    }

    /// Ends a value of `len` bytes, and passes on the rows that were held back.
    pub(super) fn end_part(&mut self, len: usize, error: Option<&DecodeError>) {
        let total = self.start + len;
        let explained = self.held.back().map_or(self.end, |held| held.row.end());
        match error {
            _ if self.done => {}
            Some(error) => match self.stop {
                Some(stop) => self.mark_failure(total, stop, self.wrong.map(|_| HERE)),
                None => self.mark_failure(total, self.start + error.offset(), Some(HERE)),
            },
            None if explained < total => {
                self.hold(
                    Row::unread(explained, total, self.level, "not part of the value"),
                    !self.wanted.inside_only,
                );
            }
            None => {}
        }
        if !self.done {
            self.mark_difference();
        }
        while let Some(held) = self.held.pop_front() {
            self.let_go(held);
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

    /// Ends the rows of rejected input at the invalid number, and adds a row for the unread bytes.
    fn mark_failure(&mut self, total: usize, offset: usize, remark: Option<&str>) {
        let offset = offset.min(total);
        // Rows that were reported after the start of the invalid number are removed, except the row of that number.
        self.held.retain(|held| held.row.end() <= offset || held.row.start == offset);
        let known = self.held.iter().rposition(|held| held.row.start == offset);
        let (mut end, depth) = self.held.back().map_or((self.end, self.depth), |held| {
            (held.row.end(), held.row.depth + usize::from(held.row.role == Role::Type))
        });
        let mut add = |row| self.held.push_back(Held { row, inside: true, wrong: true });
        let Some(at) = known else {
            if offset > end {
                add(Row::unread(end, offset, depth, "read"));
                end = offset;
            }
            if end < total {
                let mut row = Row::unread(end, total, depth, "not read");
                if let Some(remark) = remark {
                    row.remark(remark);
                }
                add(row);
            }
            return;
        };
        self.held.truncate(at + 1);
        if let Some(held) = self.held.back_mut() {
            if let Some(remark) = remark {
                held.row.remark(remark);
            }
            held.wrong = true;
            end = held.row.end();
        }
        if end < total {
            let row = Row::unread(end, total, depth, "not read");
            self.held.push_back(Held { row, inside: true, wrong: true });
        }
    }

    /// Passes on a row that leaves the window, if it is selected.
    fn let_go(&mut self, held: Held) {
        let Held { mut row, inside, wrong } = held;
        self.end = row.end();
        self.depth = row.depth + usize::from(row.role == Role::Type);
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
        row.meaning.clear();
        self.spare = row.meaning;
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
            self.sink = None;
            self.done |= self.stops;
        }
    }
}

impl fmt::Debug for Window<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Window")
            .field("wanted", &self.wanted)
            .field("shown", &self.shown)
            .finish_non_exhaustive()
    }
}
