//! The trace that converts events to rows.

use std::cell::RefCell;
use std::mem;

use super::marks::{ElementPlace, Mode};
use super::meaning::{describe, label, role};
use super::row::Row;
use super::sentences::sentences;
use super::shared_path::SharedPath;
use super::window::Window;
use crate::error::Segment;
use crate::sure::Sure as _;
use crate::trace::{Event, Meaning, Observer, Part, PathStep as _, Shown};

/// Builds rows while a parser runs, and passes them on.
pub(crate) struct Recorder<'s> {
    state: RefCell<State<'s>>,
}

#[derive(Default)]
struct State<'s> {
    bytes: &'s [u8],
    total: usize,
    window: Window<'s>,
    /// One entry per open part.
    open: Vec<Open>,
    /// One entry per open part except members: the label, until the first row of the part shows it. It is empty if that row
    /// needs no text.
    labels: Vec<Option<String>>,
    /// The names of the open members, each followed by a dot: `position.`
    member: String,
    /// The current place in the value, and its depth.
    place: SharedPath,
    steps: usize,
    /// The position of the next named part in the innermost part: the position of an entry or a property.
    named: usize,
    /// The path segment of the next value: the key that was read last.
    key: Option<Segment>,
    /// The selected path, and the number of its segments that match the current place.
    at: &'s [Segment],
    matched: usize,
    /// Whether the next row has the part at the selected path.
    holds: bool,
    /// The type that is being read.
    kind: &'static str,
    /// The number of rows so far.
    rows: usize,
    mode: Mode<'s>,
    /// Whether the innermost part, and all parts around it, need paths.
    followed: bool,
}

/// The state to restore when a part is closed.
struct Open {
    /// The place around the part, if the part is a step.
    around: Option<SharedPath>,
    /// The value of [`State::named`] after the part.
    named: usize,
    /// If the part is a member: the length of the prefix of `member` that belongs to the outer part.
    outer: Option<usize>,
    /// The type around the part.
    kind: &'static str,
    /// Whether the containers around the part were recorded.
    followed: bool,
}

impl<'s> Recorder<'s> {
    /// Creates a recorder for this input. Rows at the path `at`, or inside it, are marked as selected.
    pub(super) fn new(bytes: &'s [u8], at: &'s [Segment], mode: Mode<'s>, window: Window<'s>) -> Self {
        let total = bytes.len();
        let state = State { bytes, total, window, at, mode, followed: true, ..State::default() };
        Self { state: RefCell::new(state) }
    }

    /// Sets the step that leads to the value.
    pub(super) fn below(mut self, step: Option<&Segment>) -> Self {
        let state = self.state.get_mut();
        if let Some(step) = step {
            (state.place, state.steps) = (state.place.inside(step.clone()), 1);
            state.matched = usize::from(state.at.first() == Some(step));
        }
        self
    }

    /// Sets the number of bytes that are read: only the first `total` bytes of the input.
    pub(crate) fn reads_only(&self, total: usize) {
        self.state.borrow_mut().total = total;
    }

    /// Returns the window, and the mode with the marks that were made.
    pub(super) fn into_marked(self) -> (Window<'s>, Mode<'s>) {
        let State { window, mode, .. } = self.state.into_inner();
        (window, mode)
    }
}

/// Returns whether `step` matches the selected segment `asked`. `named` is the position of a named part. Keys match
/// without their quotes, too, because shells remove quotes.
fn is_step(part: Part<'_>, named: usize, step: &Segment, asked: &Segment) -> bool {
    match (step, asked) {
        (_, Segment::ValueAt(asked)) => match part {
            Part::Value(at) => at == *asked,
            Part::Named(_) => named == *asked,
            _ => false,
        },
        (Segment::Name(name), Segment::Literal(asked)) => name == asked,
        _ => step == asked,
    }
}

/// Returns whether the selected segments `asked` name a number in a structure: `x`, or `basis` and `x`. Such numbers
/// are rows of the structure, not path segments.
fn is_number(member: &str, name: &str, shown: Shown<'_>, asked: &[Segment]) -> bool {
    if !matches!(shown, Shown::F32(_) | Shown::F64(_) | Shown::Int(_) | Shown::Groups { .. }) {
        return false; // A key may have the same name as a field of the header.
    }
    let parts = member.split_terminator('.').chain([name]);
    !asked.is_empty()
        && parts.map(Some).eq(asked.iter().map(|asked| {
            let Segment::Name(name) = asked else { return None };
            Some(&**name)
        }))
}

impl Observer for Recorder<'_> {
    fn event(&self, event: Event<'_>) {
        let state = &mut *self.state.borrow_mut();
        match event {
            Event::Open(part) => state.enter(part),
            Event::Close => state.leave(),
            Event::Reading(name) => state.kind = name,
            Event::Key(step) if state.followed => state.key = step.segment(),
            Event::Key(_) => {}
            Event::Holds(name) => {
                let asked = state.at.get(state.steps..).filter(|_| state.matched == state.steps);
                state.holds |= matches!(asked, Some([Segment::Name(own)]) if **own == *name)
                    || matches!(asked, Some([Segment::Literal(own)]) if **own == *name);
            }
            Event::Field { from, to, meaning, shown } => state.field(from, to, meaning, shown),
            Event::EnterSlice(after) => state.total -= after,
            Event::LeaveSlice(after) => state.total += after,
        }
    }

    fn lenient_counts(&self, _: u64) -> bool {
        self.state.borrow().window.accepts_counts()
    }

    fn is_done(&self) -> bool {
        self.state.borrow().window.is_done()
    }

    fn element(&self, first: usize, left: usize, index: usize) -> Option<(usize, usize)> {
        let state = &mut *self.state.borrow_mut();
        let place = ElementPlace {
            level: state.open.len(),
            container: state.total - first,
            start: state.total - left,
            index,
            row: state.rows,
        };
        let mark = state.mode.element(place)?;
        state.rows = mark.row;
        // The skipped rows had the labels.
        state.labels.fill(None);
        Some((mark.index, state.total - mark.start))
    }
}

impl State<'_> {
    fn enter(&mut self, part: Part<'_>) {
        if self.window.is_closed() {
            return;
        }
        let needs_meaning = self.mode.describes(self.rows);
        let named = self.named;
        self.named = if let Part::Numbered(_, index) = part { index } else { 0 };
        let mut open = Open {
            around: None,
            named: named + usize::from(matches!(part, Part::Named(_))),
            outer: None,
            kind: self.kind,
            followed: self.followed,
        };
        self.followed &= needs_meaning || !self.at.is_empty();
        if let Part::Member(name) = part {
            open.outer = Some(self.member.len());
            self.member.extend([name, "."]);
        } else {
            self.labels.push(Some(if needs_meaning { label(part) } else { String::new() }));
        }
        let key = self.key.take();
        if let Some(step) = key.or_else(|| part.segment()).filter(|_| self.followed) {
            let asked = self.at.get(self.steps).filter(|_| self.matched == self.steps);
            self.matched += usize::from(asked.is_some_and(|asked| is_step(part, named, &step, asked)));
            self.steps += 1;
            let inside = self.place.inside(step);
            open.around = Some(mem::replace(&mut self.place, inside));
        }
        self.open.push(open);
    }

    fn leave(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.kind = open.kind;
        self.named = open.named;
        self.followed = open.followed;
        match open.outer {
            Some(outer) => self.member.truncate(outer),
            None => {
                self.labels.pop();
            }
        }
        if let Some(around) = open.around {
            self.place = around;
            self.steps -= 1;
            self.matched = self.matched.min(self.steps);
        }
    }

    fn field(&mut self, from: usize, to: usize, meaning: Meaning, shown: Shown<'_>) {
        if self.window.is_closed() {
            return;
        }
        if from == to {
            return; // Empty text and missing padding have no bytes to explain.
        }
        let mut text = String::new();
        // The first row of a part is at the level of the part; its other rows are one level deeper.
        let mut depth = self.labels.len();
        if self.labels.last().is_some_and(Option::is_some) {
            let from = self.labels.iter().rposition(Option::is_none).map_or(0, |at| at + 1);
            depth = from + 1;
            text.extend(self.labels.iter_mut().skip(from).filter_map(Option::take));
        } else if self.rows > 0 {
            depth += 1;
        }
        let mut says = String::new();
        if self.mode.describes(self.rows) {
            let bytes = self.bytes.get(self.total - from..self.total - to).sure();
            describe(&mut text, &self.member, meaning, shown, bytes);
            if self.mode.has_sentences() {
                says = sentences(meaning, shown, bytes);
            }
        }
        let number = self.rows;
        self.mode.pass(number);
        self.rows += 1;
        let (kind, place) = (self.kind, self.place.clone());
        let (start, role) = (self.total - from, role(shown));
        let row = Row { start, len: from - to, depth, meaning: text, role, number, kind, place, says };
        let asked = self.at.get(self.matched..).sure();
        let is_asked = asked.is_empty()
            || mem::take(&mut self.holds)
            || self.matched == self.steps && is_number(&self.member, meaning.name, shown, asked);
        self.window.push(row, is_asked);
    }
}
