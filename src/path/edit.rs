//! Adds parts to encoded values, and removes them.

use std::ops::Range;

use super::{ChildIter, EditError, Followed, Segment, Splices, View};

/// A view of a value whose bytes are to be changed.
pub(crate) trait Editable: View + Followed {
    /// The rules by which values are encoded.
    type Rules;

    /// Encodes a new element, entry or property. Returns `None` if the container does not accept this step.
    fn new_part(
        self,
        rules: &Self::Rules,
        step: &Segment,
        new: &Self::Tree,
    ) -> Result<Option<Vec<u8>>, EditError>;
    /// Returns the position of the count in the bytes of the container, and the changed count. The bytes are empty if
    /// the container has no count. Returns `None` if the count would be out of range.
    fn recounted(self, rules: &Self::Rules, change: isize) -> Option<(Range<usize>, Vec<u8>)>;
}

/// Returns the changes that add an element, entry or property at the end of a container. Returns `None` if the
/// container does not accept this step.
pub(crate) fn added<V: Editable>(
    rules: &V::Rules,
    bytes: &[u8],
    container: V,
    step: &Segment,
    new: &V::Tree,
) -> Result<Option<Splices>, EditError> {
    let Some(part) = container.new_part(rules, step, new)? else { return Ok(None) };
    let Range { start, end: whole_end } = container.place_in(bytes);
    let end = container.inside().end;
    let splices = container.recounted(rules, 1);
    Ok(splices.map(|(count, by)| Splices::put(count, by).and(end..end, part).after(start, whole_end)))
}

/// Returns the changes that remove the parts that a step leads to: an element, all entries with a key, or all
/// properties with a name. Returns `None` if there are none.
pub(crate) fn removed<V: Editable>(
    rules: &V::Rules,
    bytes: &[u8],
    container: V,
    step: &Segment,
) -> Option<Splices> {
    let gone = spans(container, step);
    let fewer = isize::try_from(gone.len()).ok().filter(|fewer| *fewer > 0)?;
    let (count, by) = container.recounted(rules, -fewer)?;
    let gone = gone.into_iter().fold(Splices::put(count, by), |splices, span| splices.and(span, Vec::new()));
    let Range { start, end } = container.place_in(bytes);
    Some(gone.after(start, end))
}

/// Returns the positions of the parts of a container that a step leads to, with their keys or names.
pub(crate) fn spans<V: Editable>(container: V, step: &Segment) -> Vec<Range<usize>> {
    let wanted = V::wanted(step);
    let is_at = |at| *step == Segment::ValueAt(at);
    let (mut start, mut spans) = (container.inside().start, Vec::new());
    let mut visit = |is_wanted: bool, part: V| {
        let span = start..part.place_in(container.bytes()).end;
        start = span.end;
        spans.extend(is_wanted.then_some(span));
    };
    match (container.child_iter(), step) {
        (ChildIter::Items(items), step) => {
            items.enumerate().for_each(|(at, item)| visit(*step == Segment::Index(at), item));
        }
        (ChildIter::Entries(entries), _) => {
            entries.enumerate().for_each(|(at, (key, value))| visit(is_at(at) || key.is_key(&wanted), value))
        }
        (ChildIter::Named(named), _) => named
            .enumerate()
            .for_each(|(at, (name, value))| visit(is_at(at) || V::is_name(&name, &wanted), value)),
        (ChildIter::Nothing, Segment::Index(at)) => {
            spans.extend(container.element(*at).map(|element| element.place_in(container.bytes())));
        }
        (ChildIter::Nothing, _) => {}
    }
    spans
}
