//! Follows which containers are open while a damaged value is read: for each, where its count is and how many of its
//! elements are complete. With this, incomplete values are [repaired](super::Edge::repair), and errors are at the part
//! in which an input ends.

use std::cell::RefCell;

use crate::trace::{Event, Observer, Part};

/// An observer that accepts counts beyond the end of the input, and records what is open where the parser stops.
pub(super) struct OpenFinder(RefCell<Open>);

/// The parts that are open.
pub(super) struct Open {
    total: usize,
    /// The range of the field that was read last.
    field: (usize, usize),
    /// The whole value, followed by each open part.
    pub(super) levels: Vec<OpenLevel>,
    /// The number of bytes that the first refused number counts by itself.
    pub(super) refused: Option<u64>,
}

/// An open part of the value.
#[derive(Default)]
pub(super) struct OpenLevel {
    pub(super) kind: Kind,
    /// The contents, if the part is a container.
    pub(super) inside: Option<Extent>,
}

/// The role of a part in its container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    /// A complete element, or the value of an entry.
    Element,
    /// An element whose encoding contains or follows its name.
    Named,
    Key,
    /// A counted part that is no value, such as a name of a path.
    Numbered,
    #[default]
    Other,
}

impl Kind {
    fn from_part(part: Part<'_>) -> Self {
        match part {
            Part::Index(_) | Part::Value(_) => Self::Element,
            Part::Named(_) => Self::Named,
            Part::Key(_) | Part::Numbered("property", _) => Self::Key,
            Part::Numbered(..) => Self::Numbered,
            Part::Field(_) | Part::Member(_) => Self::Other,
        }
    }
}

/// The part of a container's contents that was read.
pub(super) struct Extent {
    /// The range of the field before the first element.
    pub(super) head: (usize, usize),
    /// The role of the first part.
    pub(super) first: Kind,
    /// The number of complete elements, and the end of the last one.
    pub(super) elements: usize,
    pub(super) end: usize,
}

impl OpenFinder {
    pub(super) fn new(total: usize) -> Self {
        let levels = vec![OpenLevel::default()];
        Self(RefCell::new(Open { total, field: (0, 0), levels, refused: None }))
    }

    pub(super) fn into_open(self) -> Open {
        self.0.into_inner()
    }
}

impl Observer for OpenFinder {
    fn event(&self, event: Event<'_>) {
        let open = &mut *self.0.borrow_mut();
        match event {
            Event::Open(part) => open.enter(part),
            Event::Close => open.leave(),
            Event::Field { from, to, .. } if from > to => open.field = (open.total - from, open.total - to),
            Event::EnterSlice(after) => open.total -= after,
            Event::LeaveSlice(after) => open.total += after,
            Event::Reading(_) | Event::Key(_) | Event::Holds(_) | Event::Field { .. } => {}
        }
    }

    fn lenient_counts(&self, own: u64) -> bool {
        // The parser asks only where it would otherwise fail. The first time, that is the fault.
        self.0.borrow_mut().refused.get_or_insert(own);
        true
    }
}

impl Open {
    fn enter(&mut self, part: Part<'_>) {
        let (kind, head) = (Kind::from_part(part), self.field);
        if let Some(around) = self.levels.last_mut().filter(|_| kind != Kind::Other) {
            around.inside.get_or_insert(Extent { head, first: kind, elements: 0, end: head.1 });
        }
        self.levels.push(OpenLevel { kind, inside: None });
    }

    fn leave(&mut self) {
        let Some(OpenLevel { kind: Kind::Element | Kind::Named, .. }) = self.levels.pop() else { return };
        if let Some(OpenLevel { inside: Some(inside), .. }) = self.levels.last_mut() {
            inside.elements += 1;
            inside.end = self.field.1;
        }
    }
}
