//! Changes of NBT at a path.

use std::mem::replace;
use std::slice;

use super::super::nbt::{Compound, List, Numbers, PackedNumber, Tag, TagRef};
use super::{name, unfit};
use crate::limits::with_stack;
use crate::minecraft::ids::TagId;
use crate::path::{PathError, PathErrorKind, Segment, Tree as _, failed, reach, step};

/// Returns the position of the child that a step leads to.
fn position(tag: TagRef<'_>, segment: &Segment) -> Result<usize, PathErrorKind> {
    match step(tag, segment)? {
        Some((at, _)) => Ok(at),
        None => Err(PathErrorKind::NoWay { kind: tag.type_name() }),
    }
}

/// A value that can be borrowed mutably: elements of lists are not stored as tags.
pub(super) enum PlaceMut<'v> {
    Tag(&'v mut Tag),
    List(&'v mut List),
    Compound(&'v mut Compound),
}

impl PlaceMut<'_> {
    pub(super) fn step(self, segment: &Segment) -> Result<Self, PathErrorKind> {
        let at = match &self {
            Self::Tag(tag) => position((&**tag).into(), segment),
            Self::List(list) => position(TagRef::List(list), segment),
            Self::Compound(compound) => position(TagRef::Compound(compound), segment),
        }?;
        let place = match self {
            Self::Tag(Tag::Compound(compound)) | Self::Compound(compound) => {
                compound.entries_mut().get_mut(at).map(|(_, tag)| Self::Tag(tag))
            }
            Self::Tag(Tag::List(List::List(lists))) | Self::List(List::List(lists)) => {
                lists.get_mut(at).map(Self::List)
            }
            Self::Tag(Tag::List(List::Compound(compounds))) | Self::List(List::Compound(compounds)) => {
                compounds.get_mut(at).map(Self::Compound)
            }
            Self::Tag(_) | Self::List(_) => None,
        };
        place.ok_or(PathErrorKind::Packed)
    }
}

/// Follows the steps from `at` on, and calls `change` with the container of the last one and this step.
pub(super) fn in_container<R>(
    tag: &mut Tag,
    steps: &[Segment],
    at: usize,
    change: impl FnOnce(&mut Tag, &Segment) -> Result<R, PathErrorKind>,
) -> Result<R, PathError> {
    let fail = |kind| failed(steps, at, kind);
    let segment = steps.get(at).ok_or_else(|| fail(PathErrorKind::Fixed))?;
    if at + 1 == steps.len() {
        return change(tag, segment).map_err(fail);
    }
    let child = position((&*tag).into(), segment).map_err(fail)?;
    if let Tag::Compound(compound) = tag
        && let Some((_, inside)) = compound.entries_mut().get_mut(child)
    {
        return with_stack(|| in_container(inside, steps, at + 1, change));
    }
    if let Tag::List(list) = tag
        && let Some(mut inside) = list.lend(child)
    {
        let changed = with_stack(|| in_container(&mut inside, steps, at + 1, change));
        list.set_same(child, inside);
        return changed;
    }
    // A number or text has nothing inside.
    let element = reach(TagRef::from(&*tag), slice::from_ref(segment))?;
    Err(failed(steps, at + 1, PathErrorKind::NoWay { kind: element.type_name() }))
}

/// Sets the value at a step, and returns the previous one.
pub(super) fn put(container: &mut Tag, segment: &Segment, new: Tag) -> Result<Option<Tag>, PathErrorKind> {
    let at = match (position((&*container).into(), segment), segment) {
        (Err(PathErrorKind::PastEnd { len }), Segment::Index(at)) if *at == len => len,
        (Err(PathErrorKind::Missing { .. }), _) => usize::MAX,
        (at, _) => at?,
    };
    let id = container.id();
    match (container, new) {
        (Tag::Compound(compound), new) => match (compound.entries_mut().get_mut(at), name(segment)) {
            (Some((_, place)), _) => return Ok(Some(replace(place, new))),
            (None, Some(name)) => compound.push(name, new),
            (None, None) => return Err(PathErrorKind::Fixed),
        },
        (Tag::List(list), new) => {
            let (of, id) = (list.element_type(), new.id());
            // If it is the only element, the list takes its type.
            if list.len() <= 1 && at == 0 {
                let old = list.get(0).map(TagRef::to_tag);
                *list = List::from_tags(vec![new]).unwrap_or_default();
                return Ok(old);
            }
            let unfit = |_| unfit(TagId::List, of, id);
            match at < list.len() {
                true => return list.set(at, new).map_err(unfit),
                false => list.push(new).map_err(unfit)?,
            }
        }
        (Tag::ByteArray(array), Tag::Byte(new)) => return Ok(put_number(array, at, new).map(Tag::Byte)),
        (Tag::IntArray(array), Tag::Int(new)) => return Ok(put_number(array, at, new).map(Tag::Int)),
        (Tag::LongArray(array), Tag::Long(new)) => return Ok(put_number(array, at, new).map(Tag::Long)),
        (_, new) => return Err(unfit(id, id, new.id())),
    }
    Ok(None)
}

fn put_number<N: PackedNumber>(array: &mut Numbers<N>, at: usize, new: N) -> Option<N> {
    let old = array.get(at);
    if !array.set(at, new) {
        array.push(new);
    }
    old
}

/// Removes the value at a step, and returns it.
pub(super) fn take(container: &mut Tag, segment: &Segment) -> Result<Tag, PathErrorKind> {
    let at = position((&*container).into(), segment)?;
    match container {
        Tag::Compound(compound) => Ok(compound.edit(|entries| {
            let (name, tag) = entries.remove(at);
            if !matches!(segment, Segment::ValueAt(_)) {
                entries.retain(|(other, _)| *other != name);
            }
            tag
        })),
        Tag::List(list) => list.remove(at).ok_or(PathErrorKind::Fixed),
        Tag::ByteArray(array) => Ok(Tag::Byte(take_number(array, at))),
        Tag::IntArray(array) => Ok(Tag::Int(take_number(array, at))),
        Tag::LongArray(array) => Ok(Tag::Long(take_number(array, at))),
        _ => Err(PathErrorKind::Fixed),
    }
}

fn take_number<N: PackedNumber>(array: &mut Numbers<N>, at: usize) -> N {
    let mut numbers = array.to_vec();
    let taken = numbers.remove(at);
    *array = numbers.into();
    taken
}
