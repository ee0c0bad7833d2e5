//! Adds parts to encoded values, and removes them.

use std::ops::Range;

use super::{ChildIter, ChildStep, Segment, Splices, Tree, TreeName as _};

/// Returns the changes that add a part at the end of a container: the bytes of an element, entry or property, and the
/// position of the count in the bytes of the container with the changed count.
pub(crate) fn added<V: Tree>(
    bytes: &[u8],
    container: V,
    part: Vec<u8>,
    (count, by): (Range<usize>, Vec<u8>),
) -> Splices {
    let Range { start, end: whole_end } = container.place_in(bytes);
    let end = container.inside().end;
    Splices::put(count, by).and(end..end, part).after(start, whole_end)
}

/// Returns the changes that remove the parts that a step leads to: an element, all entries with a key, or all
/// properties with a name. Returns `None` if there are none. `recounted` is the count that is changed by a number.
pub(crate) fn removed<V: Tree>(
    bytes: &[u8],
    container: V,
    step: &Segment,
    recounted: impl FnOnce(isize) -> Option<(Range<usize>, Vec<u8>)>,
) -> Option<Splices> {
    let gone = spans(container, step);
    let fewer = isize::try_from(gone.len()).ok().filter(|fewer| *fewer > 0)?;
    let (count, by) = recounted(-fewer)?;
    let gone = gone.into_iter().fold(Splices::put(count, by), |splices, span| splices.and(span, Vec::new()));
    let Range { start, end } = container.place_in(bytes);
    Some(gone.after(start, end))
}

/// Returns the positions of the parts of a container that a step leads to, with their keys or names.
pub(crate) fn spans<V: Tree>(container: V, segment: &Segment) -> Vec<Range<usize>> {
    let wanted = V::Name::wanted(segment);
    let bytes = container.bytes().unwrap_or_default();
    let mut start = container.inside().start;
    let span = |(step, part): (ChildStep<V>, V)| {
        let span = start..part.place_in(bytes).end;
        start = span.end;
        let is_wanted = match step {
            ChildStep::Index(at) | ChildStep::KeyAt(at) => *segment == Segment::Index(at),
            ChildStep::Key(at, key) => *segment == Segment::ValueAt(at) || key.is_key(&wanted),
            ChildStep::Name(at, name) => *segment == Segment::ValueAt(at) || name.is(&wanted),
        };
        is_wanted.then_some(span)
    };
    match (container.children(), segment) {
        (ChildIter::Nothing, Segment::Index(at)) => {
            container.child_at(*at).map(|(_, element)| element.place_in(bytes)).into_iter().collect()
        }
        (children, _) => children.filter_map(span).collect(),
    }
}
