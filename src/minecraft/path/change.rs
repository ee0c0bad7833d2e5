//! Changes of NBT at a path.

use super::super::ids::TagId;
use super::super::nbt::{Compound, List, Numbers, PackedNumber, Tag, TagRef};
use super::{name, unfit};
use crate::path::{PathErrorKind, Segment, Tree as _, step};

/// A value inside other values, which may be mutable.
pub(super) enum PlaceMut<'v> {
    Tag(&'v mut Tag),
    Compound(&'v mut Compound),
    List(&'v mut List),
    Array(ArrayMut<'v>),
}

/// A mutable array, which is a tag or an element of a list of arrays.
#[allow(clippy::enum_variant_names)] // The names of the types of NBT.
pub(super) enum ArrayMut<'v> {
    ByteArray(&'v mut Numbers<i8>),
    IntArray(&'v mut Numbers<i32>),
    LongArray(&'v mut Numbers<i64>),
}

impl<'v> ArrayMut<'v> {
    /// Returns the array of a tag.
    fn from_tag(tag: &'v mut Tag) -> Option<Self> {
        match tag {
            Tag::ByteArray(array) => Some(Self::ByteArray(array)),
            Tag::IntArray(array) => Some(Self::IntArray(array)),
            Tag::LongArray(array) => Some(Self::LongArray(array)),
            _ => None,
        }
    }

    fn as_ref(&self) -> TagRef<'_> {
        match self {
            Self::ByteArray(array) => TagRef::ByteArray(array),
            Self::IntArray(array) => TagRef::IntArray(array),
            Self::LongArray(array) => TagRef::LongArray(array),
        }
    }

    fn put(self, at: usize, new: Tag) -> Result<(), PathErrorKind> {
        let id = self.as_ref().id();
        match (self, new) {
            (Self::ByteArray(array), Tag::Byte(new)) => put_number(array, at, new),
            (Self::IntArray(array), Tag::Int(new)) => put_number(array, at, new),
            (Self::LongArray(array), Tag::Long(new)) => put_number(array, at, new),
            (_, new) => return Err(unfit(id, id, new.id())),
        }
        Ok(())
    }

    fn take(self, at: usize) {
        match self {
            Self::ByteArray(array) => take_number(array, at),
            Self::IntArray(array) => take_number(array, at),
            Self::LongArray(array) => take_number(array, at),
        }
    }
}

impl<'v> PlaceMut<'v> {
    fn opened(self) -> Self {
        match self {
            Self::Tag(Tag::Compound(compound)) => Self::Compound(compound),
            Self::Tag(Tag::List(list)) => Self::List(list),
            other => other,
        }
    }

    fn as_ref(&self) -> TagRef<'_> {
        match self {
            Self::Tag(tag) => TagRef::from(&**tag),
            Self::Compound(compound) => TagRef::Compound(compound),
            Self::List(list) => TagRef::List(list),
            Self::Array(array) => array.as_ref(),
        }
    }

    /// Returns the position that a step leads to, and the tag there.
    fn find(&self, segment: &Segment) -> Result<(usize, Tag), PathErrorKind> {
        let tag = self.as_ref();
        let (at, found) = step(tag, segment)?.ok_or(PathErrorKind::NoWay { kind: tag.type_name() })?;
        Ok((at, found.to_tag()))
    }

    pub(super) fn step(self, segment: &Segment) -> Result<Self, PathErrorKind> {
        let (at, _) = self.find(segment)?;
        let place = match self.opened() {
            Self::Compound(compound) => compound.entries_mut().get_mut(at).map(|(_, tag)| Self::Tag(tag)),
            Self::List(List::List(lists)) => lists.get_mut(at).map(Self::List),
            Self::List(List::Compound(compounds)) => compounds.get_mut(at).map(Self::Compound),
            Self::List(List::ByteArray(arrays)) => {
                arrays.get_mut(at).map(ArrayMut::ByteArray).map(Self::Array)
            }
            Self::List(List::IntArray(arrays)) => arrays.get_mut(at).map(ArrayMut::IntArray).map(Self::Array),
            Self::List(List::LongArray(arrays)) => {
                arrays.get_mut(at).map(ArrayMut::LongArray).map(Self::Array)
            }
            // Numbers and texts of lists are no tags.
            _ => None,
        };
        place.ok_or(PathErrorKind::Packed)
    }

    pub(super) fn put(self, segment: &Segment, new: Tag) -> Result<Option<Tag>, PathErrorKind> {
        let (at, old) = match (self.find(segment), segment) {
            (Ok((at, old)), _) => (at, Some(old)),
            (Err(PathErrorKind::PastEnd { len }), Segment::Index(at)) if *at == len => (len, None),
            (Err(PathErrorKind::Missing { .. }), _) => (usize::MAX, None),
            (Err(kind), _) => return Err(kind),
        };
        match self.opened() {
            Self::Compound(compound) => match (compound.entries_mut().get_mut(at), name(segment)) {
                (Some((_, place)), _) => *place = new,
                (None, Some(name)) => compound.push(name, new),
                (None, None) => return Err(PathErrorKind::Fixed),
            },
            Self::List(list) => {
                let (of, id) = (list.element_type(), new.id());
                let mut tags = list.clone().into_tags();
                match tags.get_mut(at) {
                    Some(place) => *place = new,
                    None => tags.push(new),
                }
                *list = List::from_tags(tags).map_err(|_| unfit(TagId::List, of, id))?;
            }
            Self::Tag(tag) => ArrayMut::from_tag(tag).ok_or(PathErrorKind::Fixed)?.put(at, new)?,
            Self::Array(array) => array.put(at, new)?,
        }
        Ok(old)
    }

    /// Removes the value at a step.
    pub(super) fn take(self, segment: &Segment) {
        match (self.opened(), segment) {
            (Self::Compound(compound), Segment::ValueAt(at)) => {
                compound.edit(|entries| drop(entries.remove(*at)))
            }
            (Self::Compound(compound), segment) => {
                let name = name(segment).unwrap_or_default();
                compound.edit(|entries| entries.retain(|(other, _)| *other != name));
            }
            (Self::List(list), Segment::Index(at)) => drop(list.remove(*at)),
            (Self::Tag(tag), Segment::Index(at)) => {
                if let Some(array) = ArrayMut::from_tag(tag) {
                    array.take(*at);
                }
            }
            (Self::Array(array), Segment::Index(at)) => array.take(*at),
            (Self::List(_) | Self::Tag(_) | Self::Array(_), _) => {}
        }
    }
}

fn put_number<N: PackedNumber>(array: &mut Numbers<N>, at: usize, new: N) {
    if !array.set(at, new) {
        array.push(new);
    }
}

fn take_number<N: PackedNumber>(array: &mut Numbers<N>, at: usize) {
    let left = array.iter().enumerate().filter(|(other, _)| *other != at);
    *array = left.map(|(_, number)| number).collect();
}
