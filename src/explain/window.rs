//! What happens to a row between the recorder and whoever wants it: it is held for a moment, in case reading fails
//! and the row turns out to be the wrong one, or not to have been there at all; then it is handed on, or counted
//! among those that nobody asked for.

use std::collections::VecDeque;
use std::fmt::{self, Write as _};
use std::ops::ControlFlow;

use super::row::{HERE, Role, Row, Writer};
use crate::error::DecodeError;

/// How many rows are held. Errors are found at the number that is wrong, or a few fields after it: a length is
/// compared with what it measures.
const HELD: usize = 32;

/// Whoever wants rows; it may have had enough.
pub(super) type Sink<'s> = &'s mut dyn FnMut(&Row) -> ControlFlow<()>;

/// Which rows are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wanted {
    /// So many levels below the first.
    pub(super) depth: Option<usize>,
    /// At most so many.
    pub(super) limit: Option<usize>,
    /// Only at a place that was asked for, and inside it.
    pub(super) inside_only: bool,
}

/// Holds the last rows and hands on the others.
pub(super) struct Window<'s> {
    held: VecDeque<Held>,
    wanted: Wanted,
    /// The byte from which on the input is written differently, until its row has been told so.
    differs: Option<(usize, Writer)>,
    /// Depth of the first row at the place that was asked for.
    first: Option<usize>,
    /// Rows that were not wanted, as one, and how many.
    omitted: Option<(Row, usize)>,
    /// Rows that were handed on.
    shown: usize,
    /// Bytes explained by rows that were let go, and where the last of those rows ends.
    explained: usize,
    end: usize,
    depth: usize,
    /// A string that was a row's meaning.
    spare: String,
    sink: Option<Sink<'s>>,
}

struct Held {
    row: Row,
    /// Whether the row is at the place that was asked for, or inside it.
    inside: bool,
    /// Whether the row is shown in any case.
    wrong: bool,
}

/// What became of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tally {
    /// Rows handed on.
    pub(super) shown: usize,
    /// Bytes with a meaning.
    pub(super) explained: usize,
}

impl<'s> Window<'s> {
    pub(super) fn new(wanted: Wanted, differs: Option<(usize, Writer)>, sink: Sink<'s>) -> Self {
        Self {
            held: VecDeque::with_capacity(HELD + 2),
            wanted,
            differs,
            first: None,
            omitted: None,
            shown: 0,
            explained: 0,
            end: 0,
            depth: 0,
            spare: String::new(),
            sink: Some(sink),
        }
    }

    /// Whether there was no row yet.
    pub(super) fn is_new(&self) -> bool {
        self.held.is_empty() && self.end == 0
    }

    /// Whether nobody wants rows any more.
    pub(super) fn is_closed(&self) -> bool {
        self.sink.is_none()
    }

    /// An empty string, for the meaning of the next row.
    pub(super) fn spare(&mut self) -> String {
        std::mem::take(&mut self.spare)
    }

    /// Takes the next row.
    pub(super) fn push(&mut self, row: Row, inside: bool) {
        if self.differs.is_some_and(|(offset, _)| row.start > offset) {
            self.mark_difference();
        }
        self.held.push_back(Held { row, inside, wrong: false });
        if self.held.len() > HELD
            && let Some(held) = self.held.pop_front()
        {
            self.let_go(held);
        }
    }

    fn mark_difference(&mut self) {
        if let Some((_, writer)) = self.differs.take()
            && let Some(held) = self.held.back_mut()
        {
            held.row.remark(writer.remark());
            held.wrong = true;
        }
    }

    /// Accounts for all of the input, which has `total` bytes, and hands on what is held.
    pub(super) fn finish(mut self, total: usize, error: Option<&DecodeError>) -> Tally {
        let explained = self.held.back().map_or(self.end, |held| held.row.end());
        match error {
            Some(error) => self.mark_failure(total, error),
            None if explained < total => {
                let inside = !self.wanted.inside_only;
                self.push(Row::unread(explained, total, 0, "not part of the value"), inside);
            }
            None => {}
        }
        self.mark_difference();
        while let Some(held) = self.held.pop_front() {
            self.let_go(held);
        }
        self.hand_on_omitted();
        Tally { shown: self.shown, explained: self.explained }
    }

    /// Makes the rows of a rejected input end at the number that was wrong, then accounts for what was not read.
    fn mark_failure(&mut self, total: usize, error: &DecodeError) {
        let offset = error.offset().min(total);
        // What was reported from the failing number on is its own row, or no row yet.
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
                row.remark(HERE);
                add(row);
            }
            return;
        };
        self.held.truncate(at + 1);
        if let Some(held) = self.held.back_mut() {
            held.row.remark(HERE);
            held.wrong = true;
            end = held.row.end();
        }
        if end < total {
            let row = Row::unread(end, total, depth, "not read");
            self.held.push_back(Held { row, inside: true, wrong: true });
        }
    }

    /// Hands on a row that is held no longer, if it is wanted.
    fn let_go(&mut self, held: Held) {
        let Held { mut row, inside, wrong } = held;
        self.end = row.end();
        self.depth = row.depth + usize::from(row.role == Role::Type);
        if row.role != Role::Unread {
            self.explained += row.len;
        }
        let is_read = inside && row.role != Role::Unread;
        let first = if is_read { *self.first.get_or_insert(row.depth) } else { self.first.unwrap_or(0) };
        let below = row.depth.saturating_sub(first);
        if self.wanted.inside_only {
            row.depth = if inside { below } else { 0 };
        }
        let is_wanted = inside
            && self.wanted.depth.is_none_or(|levels| below <= levels)
            && self.wanted.limit.is_none_or(|limit| self.shown < limit);
        if is_wanted || wrong {
            self.hand_on_omitted();
            self.hand_on(&row);
            self.shown += 1;
        } else {
            let (omitted, count) = self.omitted.get_or_insert_with(|| {
                let empty = Row::unread(row.start, row.start, row.depth, "");
                (Row { role: Role::Omitted, ..empty }, 0)
            });
            omitted.len += row.len;
            omitted.depth = omitted.depth.min(row.depth);
            *count += 1;
        }
        row.meaning.clear();
        self.spare = row.meaning;
    }

    fn hand_on_omitted(&mut self) {
        if let Some((mut row, count)) = self.omitted.take() {
            let _ = write!(row.meaning, "{count} {} not shown", if count == 1 { "row" } else { "rows" });
            self.hand_on(&row);
        }
    }

    fn hand_on(&mut self, row: &Row) {
        if let Some(sink) = &mut self.sink
            && sink(row).is_break()
        {
            self.sink = None;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The first row of any input is there after a few more, however many there are.
    #[test]
    fn a_row_waits_only_for_those_that_are_held() {
        let mut starts = Vec::new();
        let mut sink = |row: &Row| {
            starts.push(row.start);
            ControlFlow::Continue(())
        };
        let mut window = Window::new(Wanted::default(), None, &mut sink);
        for start in 0..=HELD {
            window.push(Row { role: Role::Value, ..Row::unread(start, start + 1, 0, "") }, true);
        }
        assert_eq!((window.shown, window.held.len()), (1, HELD));
        assert_eq!(window.finish(HELD + 1, None), Tally { shown: HELD + 1, explained: HELD + 1 });
        assert_eq!(starts, (0..=HELD).collect::<Vec<_>>());
    }
}
