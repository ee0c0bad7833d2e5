//! Finds the container in which a truncated input ends, for the message of its error.

use std::cell::RefCell;

use crate::error::{DecodeError, Path};
use crate::grammar::Fault;
use crate::trace::{Event, Observer, Part};

/// The container is looked for if at most this number of bytes follow the fault. A longer rest is not searched for it.
pub(super) const NEAR_END: usize = 64 << 10;

/// An observer that accepts counts beyond the end of the input, and records where the parser then stops.
pub(super) struct CutFinder(RefCell<State>);

struct State {
    /// The value, then each open part.
    parts: Vec<OpenPart>,
    /// The number of bytes from the start of the last field to the end of the input.
    field: usize,
    /// The number of bytes after the innermost slice.
    after: usize,
    /// Whether the first refused number was in a part with a count. Only there can a number be refused because the
    /// remaining bytes are promised to later parts. And the number of bytes that it counts by itself.
    in_counted_part: Option<(bool, u64)>,
}

#[derive(Default)]
struct OpenPart {
    is_step: bool,
    /// The position of the field before the first part that is an element; 0 if there is none.
    count: usize,
}

impl CutFinder {
    pub(super) fn new() -> Self {
        let parts = vec![OpenPart::default()];
        Self(RefCell::new(State { parts, field: 0, after: 0, in_counted_part: None }))
    }

    /// Adds the part in which the input ends to an error that is `left` bytes before the end. `end` is where the parser
    /// stopped.
    pub(super) fn add_to(self, error: DecodeError, total: usize, left: usize, end: Fault) -> DecodeError {
        let State { parts, in_counted_part, .. } = self.0.into_inner();
        // The number is too large by itself.
        if let Some((_, own)) = in_counted_part.filter(|(_, own)| *own > error.remain() as u64) {
            return error.with_own(own);
        }
        let mut outer = parts.iter().enumerate().rev().skip(1);
        let Some((outer, container)) = outer.find(|(_, part)| part.count > 0) else { return error };
        // The bytes for the number at the fault are there. Those are missing that are promised to the part.
        let ends_later = end.kind().missing().is_some() && end.left() < left;
        if !in_counted_part.is_some_and(|(is_in, _)| is_in) || !ends_later || container.count <= left {
            return error;
        }
        let steps = parts.iter().take(outer + 2).filter(|part| part.is_step).count();
        let path: Path = end.into_steps().take(steps).collect();
        if path.segments().is_empty() { error } else { error.with_cut(path, total - container.count) }
    }
}

impl Observer for CutFinder {
    fn event(&self, event: Event<'_>) {
        let state = &mut *self.0.borrow_mut();
        match event {
            Event::Open(part) => {
                if let Part::Index(_) | Part::Key(_) | Part::Value(_) | Part::Numbered(..) = part
                    && let Some(container) = state.parts.last_mut()
                    && container.count == 0
                {
                    container.count = state.field;
                }
                let is_step = !matches!(part, Part::Numbered(..) | Part::Member(_));
                state.parts.push(OpenPart { is_step, count: 0 });
            }
            Event::Close => {
                state.parts.pop();
            }
            Event::Field { from, to, .. } if from > to => state.field = from + state.after,
            Event::EnterSlice(after) => state.after += after,
            Event::LeaveSlice(after) => state.after -= after,
            Event::Reading(_) | Event::Holds(_) | Event::Field { .. } => {}
        }
    }

    fn lenient_counts(&self, own: u64) -> bool {
        let state = &mut *self.0.borrow_mut();
        let parts = &state.parts;
        // The parser asks only where it would otherwise fail. The first time, that is the fault.
        state
            .in_counted_part
            .get_or_insert_with(|| (parts.iter().rev().skip(1).any(|part| part.count > 0), own));
        true
    }
}
