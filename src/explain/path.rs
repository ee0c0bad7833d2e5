//! Finds the path of an error by running the same parser again with a trace.

use std::cell::{Cell, RefCell};

use crate::error::{Key, KeyNumber, Segment, Step, Steps};
use crate::trace::{Event, Observer, Part, Shown};

/// A trace that records only the current place.
#[derive(Debug)]
pub(crate) struct PathFinder {
    /// The value, then each open part.
    parts: RefCell<Vec<OpenPart>>,
    key: RefCell<LastKey>,
    /// The number of bytes from the start of the last field to the end of the input.
    field: Cell<usize>,
    /// The number of bytes after the innermost slice.
    after: Cell<usize>,
    /// Whether to continue after the fault, to the end of the input.
    goes_on: bool,
    fault: RefCell<Option<FaultPlace>>,
}

#[derive(Debug)]
pub(crate) struct FaultPlace {
    pub(crate) path: Steps,
    /// The type that was being read, if its header was read.
    pub(crate) reading: Option<&'static str>,
    /// Whether the fault is inside a container with a count. Only there can a number be refused because the remaining
    /// bytes are reserved for later parts.
    in_counted_part: bool,
}

#[derive(Debug, Default)]
struct OpenPart {
    step: Option<Step>,
    reading: Option<&'static str>,
    /// The value of [`PathFinder::field`] for the field before the first counted part; 0 if there is none.
    count: usize,
}

impl PathFinder {
    /// Creates a finder. If `goes_on` is true, it accepts counts that exceed the input, so that it also finds the
    /// part in which the input ends. This is for grammars of a layout with
    /// [`lenient_counts`](crate::edge::Layout::lenient_counts).
    pub(crate) fn new(goes_on: bool) -> Self {
        Self {
            parts: RefCell::new(vec![OpenPart::default()]),
            key: RefCell::default(),
            field: Cell::default(),
            after: Cell::default(),
            goes_on,
            fault: RefCell::default(),
        }
    }

    /// Returns the place where the parser stopped, or where it would have stopped if it had not continued.
    pub(crate) fn place(&self) -> FaultPlace {
        self.fault.take().unwrap_or_else(|| self.here())
    }

    fn here(&self) -> FaultPlace {
        let parts = self.parts.borrow();
        FaultPlace {
            path: parts.iter().filter_map(|part| part.step.clone()).collect::<Vec<_>>().into(),
            reading: parts.iter().rev().find_map(|part| part.reading),
            in_counted_part: parts.iter().rev().skip(1).any(|part| part.count > 0),
        }
    }

    /// Returns the place of the fault. If reading continued after a fault in a container with a count, it also returns
    /// the innermost container with a count that is open at the end of the input, and the number of bytes from that
    /// count to the end.
    pub(crate) fn places(&mut self) -> (FaultPlace, Option<(Steps, usize)>) {
        let went_on = self.fault.get_mut().is_some();
        let place = self.place();
        let end = (went_on && place.in_counted_part).then(|| counted_part(self.parts.take())).flatten();
        (place, end)
    }
}

/// Returns the innermost open part of a container with a count, and the number of bytes from that count to the end of
/// the input.
fn counted_part(parts: Vec<OpenPart>) -> Option<(Steps, usize)> {
    let (outer, container) = parts.iter().enumerate().rev().skip(1).find(|(_, part)| part.count > 0)?;
    let (inner, count) = (outer + 1, container.count);
    let steps: Vec<Step> = parts.into_iter().take(inner + 1).filter_map(|part| part.step).collect();
    Some((steps.into(), count))
}

/// The key that was read last, rebuilt from trace events. It is the path segment of the entry's value.
#[derive(Debug, Default)]
pub(super) struct LastKey {
    /// The number of open keys: a key can be a dictionary.
    open: usize,
    key: Key,
}

impl LastKey {
    /// Starts recording a key.
    pub(super) fn begin(&mut self) {
        if self.open == 0 {
            self.key.clear();
        }
        self.open += 1;
    }

    pub(super) fn is_open(&self) -> bool {
        self.open > 0
    }

    pub(super) fn end(&mut self) {
        self.open -= 1;
    }

    /// Returns the path segment of the value.
    pub(super) fn segment(&self) -> Segment {
        self.key.segment()
    }

    /// Records a field, if a key is open.
    pub(super) fn record(&mut self, shown: Shown<'_>) {
        if self.open == 0 {
            return;
        }
        let key = &mut self.key;
        match shown {
            Shown::Type { name, .. } => {
                key.kinds += 1;
                if key.kinds == 1 {
                    key.kind = name;
                }
            }
            Shown::Text(text) => {
                key.text.push_str(text);
                key.texts += 1;
            }
            Shown::Int(number) | Shown::Groups { value: number, .. } => {
                key.numbers.push(KeyNumber::Int(number))
            }
            Shown::Bool(flag) => key.numbers.push(KeyNumber::Bool(flag)),
            Shown::F32(number) => key.numbers.push(KeyNumber::F32(number)),
            Shown::F64(number) => key.numbers.push(KeyNumber::F64(number)),
            // Empty text has no bytes.
            Shown::Padding | Shown::Length(_) | Shown::Bytes(b"") => {}
            Shown::Uint(_)
            | Shown::Bytes(_)
            | Shown::Named(..)
            | Shown::Noted(..)
            | Shown::Words(_)
            | Shown::Said(_)
            | Shown::Tuple(_)
            | Shown::Run { .. } => key.other = true,
        }
    }
}

/// An observer of a key, which is the path segment of its value.
#[derive(Debug, Default)]
pub(crate) struct KeyReader(RefCell<LastKey>);

impl KeyReader {
    pub(crate) fn segment(&self) -> Segment {
        self.0.borrow().segment()
    }
}

impl Observer for KeyReader {
    fn event(&self, event: Event<'_>) {
        if let Event::Field { shown, .. } = event {
            let key = &mut *self.0.borrow_mut();
            key.open = 1;
            key.record(shown);
        }
    }
}

impl Observer for PathFinder {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::Open(part) => self.enter(part),
            Event::Close => self.leave(),
            Event::Reading(name) => {
                if let Some(part) = self.parts.borrow_mut().last_mut() {
                    part.reading = Some(name);
                }
            }
            Event::Field { from, to, shown, .. } => {
                if from > to {
                    self.field.set(from + self.after.get());
                }
                self.key.borrow_mut().record(shown);
            }
            Event::EnterSlice(after) => self.after.set(self.after.get() + after),
            Event::LeaveSlice(after) => self.after.set(self.after.get() - after),
        }
    }

    fn lenient_counts(&self) -> bool {
        // The parser asks only where it would otherwise fail. The first time, that is the fault.
        if self.goes_on && self.fault.borrow().is_none() {
            self.fault.replace(Some(self.here()));
        }
        self.goes_on
    }
}

impl PathFinder {
    fn enter(&self, part: Part<'_>) {
        let step = part.step(|| Step::Key(Box::new(self.key.borrow().key.clone())));
        if let Part::Key(_) = part {
            self.key.borrow_mut().begin();
        }
        let mut parts = self.parts.borrow_mut();
        if let Part::Index(_) | Part::Key(_) | Part::Value(_) | Part::Numbered(..) = part
            && let Some(container) = parts.last_mut()
            && container.count == 0
        {
            container.count = self.field.get();
        }
        parts.push(OpenPart { step, ..OpenPart::default() });
    }

    fn leave(&self) {
        if let Some(OpenPart { step: Some(Step::Segment(Segment::KeyAt(_))), .. }) =
            self.parts.borrow_mut().pop()
        {
            self.key.borrow_mut().end();
        }
    }
}
