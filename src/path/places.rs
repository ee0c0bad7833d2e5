//! The places of values in their text.

use std::ops::Range;

/// The contents of a value in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inside {
    Nothing,
    /// Elements.
    Items,
    /// Keys and values, alternating.
    Entries,
}

/// The place of a value or of a key in a text.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) range: Range<usize>,
    pub(crate) inside: Inside,
    /// The number of the first place after everything inside.
    next: usize,
}

/// The places of all values and keys in a text, in the order in which they begin. Parsers of text record them.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// The length of the text; `None` records nothing.
    length: Option<usize>,
    all: Vec<Place>,
    open: Vec<usize>,
}

impl Places {
    /// Forgets all places, for another value of the text.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
    }

    /// A value or key begins before this rest of the text.
    pub(crate) fn begin(&mut self, rest: &str, inside: Inside) {
        let Some(length) = self.length else { return };
        let start = length.saturating_sub(rest.len());
        self.open.push(self.all.len());
        self.all.push(Place { range: start..start, inside, next: self.all.len() + 1 });
    }

    /// The innermost value or key ends before this rest of the text.
    pub(crate) fn end(&mut self, rest: &str) {
        let Some(length) = self.length else { return };
        let next = self.all.len();
        if let Some(place) = self.open.pop().and_then(|at| self.all.get_mut(at)) {
            (place.range.end, place.next) = (length.saturating_sub(rest.len()), next);
        }
    }
}

#[cfg(feature = "identify")]
impl Places {
    /// Records the places in a text of this length.
    pub(crate) fn of(length: usize) -> Self {
        Self { length: Some(length), ..Self::default() }
    }

    /// The place with this number; that of the whole value is the first.
    pub(crate) fn get(&self, number: usize) -> Option<&Place> {
        self.all.get(number)
    }

    /// The numbers of the places right inside another one.
    pub(crate) fn children(&self, number: usize) -> impl Iterator<Item = usize> {
        let end = self.get(number).map_or(0, |place| place.next);
        let mut at = number + 1;
        std::iter::from_fn(move || {
            let child = at;
            at = self.get(child)?.next;
            (child < end).then_some(child)
        })
    }
}
