//! The positions of elements in long containers, from which a recorder can read again without the elements before
//! them.

/// The number of rows between two marks of a container.
const STEP: usize = 256;

/// The place of an element, or of the end of its container. Marks are sorted by these fields, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ElementPlace {
    /// The number of parts around the container.
    pub(super) level: usize,
    /// The offset of the first element.
    pub(super) container: usize,
    /// The number of rows before the element.
    pub(super) row: usize,
    pub(super) index: usize,
    pub(super) start: usize,
}

/// The rows whose text is made, which takes most of the time of a row, and the marks that a recorder makes or follows at
/// elements.
#[derive(Debug, Default)]
pub(super) enum Mode<'s> {
    /// Every row, without sentences.
    #[default]
    Plain,
    /// Every row, with sentences.
    Said,
    /// No row. A mark is made for about every [`STEP`] rows of each container; `open` has the last mark of each open
    /// container.
    Outline { made: Vec<ElementPlace>, open: Vec<ElementPlace> },
    /// The rows with these numbers, in ascending order, with sentences. Parts whose first row is not listed are skipped
    /// without making their paths and labels, and elements up to the last mark before the next row are not read.
    Rows { numbers: &'s [usize], marks: &'s [ElementPlace] },
}

impl Mode<'_> {
    /// Returns whether the text of the row with this number is made.
    pub(super) fn describes(&self, row: usize) -> bool {
        match self {
            Self::Plain | Self::Said => true,
            Self::Outline { .. } => false,
            Self::Rows { numbers, .. } => numbers.first() == Some(&row),
        }
    }

    pub(super) fn has_sentences(&self) -> bool {
        matches!(self, Self::Said | Self::Rows { .. })
    }

    /// Removes a row from the list of rows whose text is made.
    pub(super) fn pass(&mut self, row: usize) {
        if let Self::Rows { numbers, .. } = self
            && let [first, rest @ ..] = *numbers
            && *first == row
        {
            *numbers = rest;
        }
    }

    /// Returns the place of a later element to continue at, if there is one.
    pub(super) fn element(&mut self, place: ElementPlace) -> Option<ElementPlace> {
        match self {
            Self::Plain | Self::Said => None,
            Self::Outline { made, open } => {
                while open.pop_if(|last| last.level > place.level).is_some() {}
                match open.last_mut() {
                    Some(last) if (last.level, last.container) == (place.level, place.container) => {
                        if place.row - last.row >= STEP {
                            made.push(place);
                            *last = place;
                        }
                    }
                    Some(last) if last.level == place.level => *last = place,
                    _ => open.push(place),
                }
                None
            }
            Self::Rows { numbers, marks } => {
                let wanted = *numbers.first().filter(|wanted| **wanted >= place.row + STEP)?;
                let is_before = |mark: &ElementPlace| {
                    (mark.level, mark.container, mark.row) <= (place.level, place.container, wanted)
                };
                let mark = marks.get(marks.partition_point(is_before).checked_sub(1)?)?;
                let is_here = (mark.level, mark.container) == (place.level, place.container);
                (is_here && mark.row > place.row).then_some(*mark)
            }
        }
    }
}
