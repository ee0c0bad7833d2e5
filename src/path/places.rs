//! The positions of values in text.

use std::ops::Range;

/// The kind of the contents of a value in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    /// A leaf.
    Nothing,
    /// Elements.
    Items,
    /// Keys and values, alternating.
    Entries,
}

/// The position of a value or a key in text.
#[derive(Debug, Clone)]
pub struct Place {
    /// The bytes of the text.
    pub range: Range<usize>,
    /// The kind of its contents.
    pub inside: Inside,
    /// The number of the first place after all places inside this one.
    next: usize,
}

/// The positions of all values and keys in a text, in the order in which they begin. The text parsers record them.
#[derive(Debug, Default)]
pub struct Places {
    /// The length of the text, or `None` if nothing is recorded.
    length: Option<usize>,
    all: Vec<Place>,
    open: Vec<usize>,
}

impl Places {
    /// Removes all places, to record another value of the text.
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// Records that a value or key begins where `rest` begins.
    pub(crate) fn begin(&mut self, rest: &str, inside: Inside) {
        let Some(length) = self.length else { return };
        let start = length.saturating_sub(rest.len());
        self.open.push(self.all.len());
        self.all.push(Place { range: start..start, inside, next: self.all.len() + 1 });
    }

    /// Records that the innermost value or key ends where `rest` begins.
    pub(crate) fn end(&mut self, rest: &str) {
        let Some(length) = self.length else { return };
        let next = self.all.len();
        if let Some(place) = self.open.pop().and_then(|at| self.all.get_mut(at)) {
            (place.range.end, place.next) = (length.saturating_sub(rest.len()), next);
        }
    }
}

impl Places {
    /// Creates a recorder for a text of this length.
    pub fn of(length: usize) -> Self {
        Self { length: Some(length), ..Self::default() }
    }

    /// Returns the place with this number. Number 0 is the whole value.
    pub fn get(&self, number: usize) -> Option<&Place> {
        self.all.get(number)
    }

    /// Returns the numbers of the places directly inside another one.
    pub fn children(&self, number: usize) -> impl Iterator<Item = usize> {
        let end = self.get(number).map_or(0, |place| place.next);
        let mut at = number + 1;
        std::iter::from_fn(move || {
            let child = at;
            at = self.get(child)?.next;
            (child < end).then_some(child)
        })
    }
}
