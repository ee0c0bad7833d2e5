//! Changing NBT where a path leads.

use super::super::ids::TagId;
use super::super::nbt::{Compound, JavaStr, List, Numbers, PackedNumber, Tag};
use super::{count, entry, index, name, no_way};
use crate::path::{PathErrorKind, Segment};

/// A value inside others, to be changed where it is.
pub(super) enum PlaceMut<'v, 'a> {
    Tag(&'v mut Tag<'a>),
    Compound(&'v mut Compound<'a>),
    List(&'v mut List<'a>),
    Array(ArrayMut<'v, 'a>),
}

/// An array to be changed, alone or in a list of them.
#[allow(clippy::enum_variant_names)] // The names of the types of NBT.
pub(super) enum ArrayMut<'v, 'a> {
    ByteArray(&'v mut Numbers<'a, i8>),
    IntArray(&'v mut Numbers<'a, i32>),
    LongArray(&'v mut Numbers<'a, i64>),
}

impl<'a> ArrayMut<'_, 'a> {
    fn name(&self) -> &'static str {
        match self {
            Self::ByteArray(_) => TagId::ByteArray.name(),
            Self::IntArray(_) => TagId::IntArray.name(),
            Self::LongArray(_) => TagId::LongArray.name(),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::ByteArray(array) => array.len(),
            Self::IntArray(array) => array.len(),
            Self::LongArray(array) => array.len(),
        }
    }

    fn number(&self, at: usize) -> Option<Tag<'static>> {
        match self {
            Self::ByteArray(array) => array.get(at).map(Tag::Byte),
            Self::IntArray(array) => array.get(at).map(Tag::Int),
            Self::LongArray(array) => array.get(at).map(Tag::Long),
        }
    }

    fn put(self, segment: &Segment, new: Tag<'a>) -> Result<Option<Tag<'a>>, PathErrorKind> {
        let name = self.name();
        let at = match segment {
            Segment::Index(at) if *at == self.len() => *at,
            segment => index(segment, name, self.len())?,
        };
        let old = self.number(at);
        match (self, new) {
            (Self::ByteArray(array), Tag::Byte(new)) => put_number(array, at, new),
            (Self::IntArray(array), Tag::Int(new)) => put_number(array, at, new),
            (Self::LongArray(array), Tag::Long(new)) => put_number(array, at, new),
            (_, new) => {
                let wanted = format!("numbers of {}", crate::error::with_article(name));
                return Err(PathErrorKind::Unfit {
                    value: crate::error::with_article(new.id().name()),
                    wanted,
                });
            }
        }
        Ok(old)
    }

    fn take(self, at: usize) {
        match self {
            Self::ByteArray(array) => take_number(array, at),
            Self::IntArray(array) => take_number(array, at),
            Self::LongArray(array) => take_number(array, at),
        }
    }
}

impl<'v, 'a> PlaceMut<'v, 'a> {
    fn opened(self) -> Self {
        match self {
            Self::Tag(Tag::Compound(compound)) => Self::Compound(compound),
            Self::Tag(Tag::List(list)) => Self::List(list),
            other => other,
        }
    }

    pub(super) fn step(self, segment: &Segment) -> Result<Self, PathErrorKind> {
        match self.opened() {
            Self::Compound(compound) => {
                let at = entry(compound, segment)?;
                let entry = compound.entries_mut().get_mut(at);
                entry.map(|(_, tag)| Self::Tag(tag)).ok_or(PathErrorKind::Fixed)
            }
            Self::List(list) => {
                let at = index(segment, "List", list.len())?;
                match list {
                    List::List(lists) => lists.get_mut(at).map(Self::List),
                    List::Compound(compounds) => compounds.get_mut(at).map(Self::Compound),
                    list => ArrayMut::in_list(list, at).map(Self::Array),
                }
                .ok_or(PathErrorKind::Packed)
            }
            Self::Tag(tag) => match count((&*tag).into()) {
                Some(len) => Err(index(segment, tag.id().name(), len).err().unwrap_or(PathErrorKind::Packed)),
                None => Err(no_way(tag)),
            },
            Self::Array(array) => {
                Err(index(segment, array.name(), array.len()).err().unwrap_or(PathErrorKind::Packed))
            }
        }
    }

    pub(super) fn put(self, segment: &Segment, new: Tag<'a>) -> Result<Option<Tag<'a>>, PathErrorKind> {
        match self.opened() {
            Self::Compound(compound) => match (entry(compound, segment), name(segment)) {
                (Ok(at), _) => {
                    let entry = compound.entries_mut().get_mut(at);
                    Ok(entry.map(|(_, tag)| std::mem::replace(tag, new)))
                }
                (Err(PathErrorKind::Missing { .. }), Some(name)) => {
                    compound.push(JavaStr::from(name.as_str()).into_owned(), new);
                    Ok(None)
                }
                (Err(kind), _) => Err(kind),
            },
            Self::List(list) => {
                let mut tags = list.clone().into_tags();
                let old = put_element(&mut tags, segment, "List", new)?;
                *list = List::from_tags(tags).map_err(|_| unfit_list(list))?;
                Ok(old)
            }
            Self::Tag(tag) => {
                let no_way = no_way(tag);
                ArrayMut::of(tag).ok_or(no_way)?.put(segment, new)
            }
            Self::Array(array) => array.put(segment, new),
        }
    }

    /// Takes out what is there.
    pub(super) fn take(self, segment: &Segment) {
        match (self.opened(), segment) {
            (Self::Compound(compound), Segment::ValueAt(at)) => {
                compound.edit(|entries| drop(entries.remove(*at)))
            }
            (Self::Compound(compound), segment) => {
                let name = name(segment).unwrap_or_default();
                let name = JavaStr::from(name.as_str());
                compound.edit(|entries| entries.retain(|(other, _)| *other != name));
            }
            (Self::List(list), Segment::Index(at)) => {
                let of = list.element_type();
                let mut tags = list.clone().into_tags();
                tags.remove(*at);
                // The type is kept where nothing is left.
                *list = match (tags.is_empty(), &*list) {
                    (true, _) => List::of_type(of, Vec::new()),
                    (false, _) => List::from_tags(tags).unwrap_or_default(),
                };
            }
            (Self::Tag(tag), Segment::Index(at)) => {
                if let Some(array) = ArrayMut::of(tag) {
                    array.take(*at);
                }
            }
            (Self::Array(array), Segment::Index(at)) => array.take(*at),
            (Self::List(_) | Self::Tag(_) | Self::Array(_), _) => {}
        }
    }
}

fn unfit_list(list: &List<'_>) -> PathErrorKind {
    let wanted = format!("{}, as the whole list", crate::error::with_article(list.element_type().name()));
    PathErrorKind::Unfit { value: "another type".into(), wanted }
}

fn put_element<'a>(
    tags: &mut Vec<Tag<'a>>,
    segment: &Segment,
    kind: &'static str,
    new: Tag<'a>,
) -> Result<Option<Tag<'a>>, PathErrorKind> {
    match segment {
        Segment::Index(at) if *at == tags.len() => {
            tags.push(new);
            Ok(None)
        }
        segment => {
            let at = index(segment, kind, tags.len())?;
            Ok(tags.get_mut(at).map(|place| std::mem::replace(place, new)))
        }
    }
}

fn put_number<N: PackedNumber>(array: &mut Numbers<'_, N>, at: usize, new: N) {
    if !array.set(at, new) {
        array.push(new);
    }
}

fn take_number<N: PackedNumber>(array: &mut Numbers<'_, N>, at: usize) {
    let left = array.iter().enumerate().filter(|(other, _)| *other != at);
    *array = left.map(|(_, number)| number).collect();
}
