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

/// The marks that a recorder makes, or follows, at elements.
#[derive(Debug, Default)]
pub(super) enum Marks<'s> {
    #[default]
    None,
    /// Collects a mark for about every [`STEP`] rows of each container. `open` has the last mark of each open
    /// container.
    Make { made: Vec<ElementPlace>, open: Vec<ElementPlace> },
    /// Jumps to the last of these marks before the next wanted row.
    Follow(&'s [ElementPlace]),
}

impl Marks<'_> {
    /// Returns the place of a later element to continue at, if there is one. `wanted` is the number of the next
    /// wanted row.
    pub(super) fn element(&mut self, place: ElementPlace, wanted: Option<usize>) -> Option<ElementPlace> {
        match self {
            Self::None => None,
            Self::Make { made, open } => {
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
            Self::Follow(marks) => {
                let wanted = wanted.filter(|wanted| *wanted >= place.row + STEP)?;
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
