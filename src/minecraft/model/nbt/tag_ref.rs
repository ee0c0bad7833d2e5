//! References to tags and to elements of lists.

use std::borrow::Cow;

use super::types::for_each_tag;
use super::{Compound, JavaStr, List, Numbers, Tag};
use crate::minecraft::ids::TagId;

/// A reference to a value, which [`List::get`] and [`List::iter`] return. A list does not store [`Tag`]s that could be
/// borrowed.
///
/// ```
/// use gamewire::minecraft::nbt::{TagRef, nbt};
/// let list = nbt!([{ "id": "stone" }, { "id": "dirt" }]);
/// let ids: Vec<_> = list.iter().filter_map(|item| item.as_compound()?.get("id")?.to_str()).collect();
/// assert_eq!(ids, ["stone", "dirt"]);
/// assert_eq!(nbt!([1.5, 2.5]).get(1), Some(TagRef::Double(2.5)));
/// ```
#[derive(Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum TagRef<'l> {
    /// A signed byte.
    Byte(i8),
    /// 16 bits, signed.
    Short(i16),
    /// 32 bits, signed.
    Int(i32),
    /// 64 bits, signed.
    Long(i64),
    /// A float with all its bits.
    Float(f32),
    /// A double with all its bits.
    Double(f64),
    /// Bytes in a row.
    ByteArray(&'l Numbers<i8>),
    /// Text.
    String(&'l JavaStr),
    /// Values of one type.
    List(&'l List),
    /// Named values.
    Compound(&'l Compound),
    /// 32-bit integers in a row.
    IntArray(&'l Numbers<i32>),
    /// 64-bit integers in a row.
    LongArray(&'l Numbers<i64>),
}

/// Generates the match arm of each function from a row.
macro_rules! tags {
    ($($shape:ident $name:ident;)+) => {
        impl<'l> TagRef<'l> {
            /// Returns the type of the value.
            pub fn id(&self) -> TagId {
                match self {
                    $(Self::$name(_) => TagId::$name,)+
                }
            }

            /// Returns a copy of the value as a tag.
            #[allow(clippy::clone_on_copy)] // A row per type, all alike.
            pub fn to_tag(self) -> Tag {
                match self {
                    $(Self::$name(x) => Tag::$name(x.clone()),)+
                }
            }
        }

        impl Tag {
            /// Returns the type of the tag.
            #[inline]
            pub fn id(&self) -> TagId {
                match self {
                    $(Self::$name(_) => TagId::$name,)+
                }
            }
        }

        impl<'l> From<&'l Tag> for TagRef<'l> {
            #[inline]
            fn from(tag: &'l Tag) -> Self {
                match tag {
                    $(Tag::$name(x) => Self::$name(by_ref!($shape x)),)+
                }
            }
        }
    };
}

#[rustfmt::skip] // A table.
macro_rules! by_ref {
    (number $x:ident) => { *$x };
    ($other:ident $x:ident) => { $x };
}

for_each_tag!(tags);

impl<'l> TagRef<'l> {
    /// Returns the value of any of the four integer types.
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Self::Byte(x) => Some(x.into()),
            Self::Short(x) => Some(x.into()),
            Self::Int(x) => Some(x.into()),
            Self::Long(x) => Some(x),
            _ => None,
        }
    }

    /// Returns the value of a Float or a Double.
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Self::Float(x) => Some(x.into()),
            Self::Double(x) => Some(x),
            _ => None,
        }
    }

    /// Returns the text of a String, if it has no unpaired surrogates.
    pub fn to_str(self) -> Option<Cow<'l, str>> {
        if let Self::String(text) = self { text.to_str() } else { None }
    }

    /// Returns the compound, if this is one.
    pub fn as_compound(&self) -> Option<&'l Compound> {
        if let Self::Compound(compound) = *self { Some(compound) } else { None }
    }

    /// Returns the list, if this is one.
    pub fn as_list(&self) -> Option<&'l List> {
        if let Self::List(list) = *self { Some(list) } else { None }
    }
}

impl Tag {
    /// Returns the value of any of the four integer types.
    pub fn as_i64(&self) -> Option<i64> {
        TagRef::from(self).as_i64()
    }

    /// Returns the value of a Float or a Double.
    pub fn as_f64(&self) -> Option<f64> {
        TagRef::from(self).as_f64()
    }

    /// Returns the text of a String, if it has no unpaired surrogates.
    pub fn to_str(&self) -> Option<Cow<'_, str>> {
        TagRef::from(self).to_str()
    }
}

impl List {
    /// Returns an iterator over the elements, in order.
    pub fn iter(&self) -> ListIter<'_> {
        ListIter { list: self, left: 0..self.len() }
    }
}

/// An iterator over the elements of a [`List`], in order.
///
/// ```
/// use gamewire::minecraft::nbt::nbt;
///
/// let list = nbt!([1.5, 64.0, -3.5]);
/// let numbers: Vec<_> = list.iter().filter_map(|number| number.as_f64()).collect();
/// assert_eq!(numbers, [1.5, 64.0, -3.5]);
/// ```
#[derive(Debug, Clone)]
pub struct ListIter<'l> {
    list: &'l List,
    left: std::ops::Range<usize>,
}

impl<'l> Iterator for ListIter<'l> {
    type Item = TagRef<'l>;
    fn next(&mut self) -> Option<TagRef<'l>> {
        self.left.next().and_then(|index| self.list.get(index))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<TagRef<'l>> {
        self.left.nth(n).and_then(|index| self.list.get(index))
    }
}

impl DoubleEndedIterator for ListIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.left.next_back().and_then(|index| self.list.get(index))
    }
}

impl ExactSizeIterator for ListIter<'_> {}
impl std::iter::FusedIterator for ListIter<'_> {}

impl<'l> IntoIterator for &'l List {
    type Item = TagRef<'l>;
    type IntoIter = ListIter<'l>;
    fn into_iter(self) -> ListIter<'l> {
        self.iter()
    }
}
