//! An element of a list, looked at where it is.

use std::borrow::Cow;

use super::compound::Compound;
use super::java_str::JavaStr;
use super::list::List;
use super::numbers::Numbers;
use super::tag::Tag;
use crate::minecraft::ids::TagId;

/// A value by reference: what [`List::get`] and [`List::iter`] return. A list keeps no [`Tag`]s that could be borrowed.
///
/// ```
/// use gamewire::minecraft::nbt::{TagRef, nbt};
/// let list = nbt!([{ "id": "stone" }, { "id": "dirt" }]);
/// let ids: Vec<_> = list.iter().filter_map(|item| item.as_compound()?.get("id")?.as_str()).collect();
/// assert_eq!(ids, ["stone", "dirt"]);
/// assert_eq!(nbt!([1.5, 2.5]).get(1), Some(TagRef::Double(2.5)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TagRef<'l, 'a> {
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
    ByteArray(&'l Numbers<'a, i8>),
    /// Text.
    String(&'l JavaStr<'a>),
    /// Values of one type.
    List(&'l List<'a>),
    /// Named values.
    Compound(&'l Compound<'a>),
    /// 32-bit integers in a row.
    IntArray(&'l Numbers<'a, i32>),
    /// 64-bit integers in a row.
    LongArray(&'l Numbers<'a, i64>),
}

impl<'l, 'a> TagRef<'l, 'a> {
    /// The type.
    #[must_use]
    pub fn id(&self) -> TagId {
        match self {
            Self::Byte(_) => TagId::Byte,
            Self::Short(_) => TagId::Short,
            Self::Int(_) => TagId::Int,
            Self::Long(_) => TagId::Long,
            Self::Float(_) => TagId::Float,
            Self::Double(_) => TagId::Double,
            Self::ByteArray(_) => TagId::ByteArray,
            Self::String(_) => TagId::String,
            Self::List(_) => TagId::List,
            Self::Compound(_) => TagId::Compound,
            Self::IntArray(_) => TagId::IntArray,
            Self::LongArray(_) => TagId::LongArray,
        }
    }

    /// Any of the four integers, widened.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Self::Byte(x) => Some(x.into()),
            Self::Short(x) => Some(x.into()),
            Self::Int(x) => Some(x.into()),
            Self::Long(x) => Some(x),
            _ => None,
        }
    }

    /// A float or double, widened.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Self::Float(x) => Some(x.into()),
            Self::Double(x) => Some(x),
            _ => None,
        }
    }

    /// Text, if this is a String and its text has no unpaired surrogates.
    #[must_use]
    pub fn as_str(&self) -> Option<Cow<'l, str>> {
        match *self {
            Self::String(text) => text.to_str(),
            _ => None,
        }
    }

    /// The compound, if this is one.
    #[must_use]
    pub fn as_compound(&self) -> Option<&'l Compound<'a>> {
        match *self {
            Self::Compound(compound) => Some(compound),
            _ => None,
        }
    }

    /// The list, if this is one.
    #[must_use]
    pub fn as_list(&self) -> Option<&'l List<'a>> {
        match *self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    /// A copy of the value.
    #[must_use]
    pub fn to_tag(self) -> Tag<'a> {
        match self {
            Self::Byte(x) => Tag::Byte(x),
            Self::Short(x) => Tag::Short(x),
            Self::Int(x) => Tag::Int(x),
            Self::Long(x) => Tag::Long(x),
            Self::Float(x) => Tag::Float(x),
            Self::Double(x) => Tag::Double(x),
            Self::ByteArray(x) => Tag::ByteArray(x.clone()),
            Self::String(x) => Tag::String(x.clone()),
            Self::List(x) => Tag::List(x.clone()),
            Self::Compound(x) => Tag::Compound(x.clone()),
            Self::IntArray(x) => Tag::IntArray(x.clone()),
            Self::LongArray(x) => Tag::LongArray(x.clone()),
        }
    }
}

impl<'l, 'a> From<&'l Tag<'a>> for TagRef<'l, 'a> {
    fn from(tag: &'l Tag<'a>) -> Self {
        match tag {
            Tag::Byte(x) => Self::Byte(*x),
            Tag::Short(x) => Self::Short(*x),
            Tag::Int(x) => Self::Int(*x),
            Tag::Long(x) => Self::Long(*x),
            Tag::Float(x) => Self::Float(*x),
            Tag::Double(x) => Self::Double(*x),
            Tag::ByteArray(x) => Self::ByteArray(x),
            Tag::String(x) => Self::String(x),
            Tag::List(x) => Self::List(x),
            Tag::Compound(x) => Self::Compound(x),
            Tag::IntArray(x) => Self::IntArray(x),
            Tag::LongArray(x) => Self::LongArray(x),
        }
    }
}
