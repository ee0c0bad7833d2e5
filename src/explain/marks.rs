//! The places of elements that a recorder keeps, to go on there later.

/// The number of rows between two marks of a container.
const STEP: usize = 256;

/// The place of an element, or of the end of its container. Marks are sorted in the order of these fields.
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

/// The marks that a recorder makes or follows at elements.
#[derive(Debug)]
pub(super) enum Marks<'s> {
    None,
    /// Keeps the places of some: in every container one for each [`STEP`] rows. The last one of each open container is on the
    /// stack.
    Make {
        made: Vec<ElementPlace>,
        open: Vec<ElementPlace>,
    },
    /// Goes on at the last one before the next wanted row.
    Follow(&'s [ElementPlace]),
}

impl Marks<'_> {
    /// The place to go on at instead, if there is one. `wanted` is the number of the next row that is wanted.
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
