//! One NBT tag.

use std::borrow::Cow;

use super::compound::Compound;
use super::java_str::JavaStr;
use super::list::List;
use super::packed::Packed;
use super::shared::NameCache;
use crate::minecraft::ids::TagId;

/// An NBT value. Text and arrays borrow from the input; [`Tag::into_owned`] cuts the tie.
///
/// A list and an array of the same numbers are different values: both are kept apart.
#[derive(Debug, Clone, PartialEq)]
pub enum Tag<'a> {
    /// A signed byte; also a Boolean.
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
    ByteArray(Packed<'a, i8>),
    /// Text.
    String(JavaStr<'a>),
    /// Values of one type.
    List(List<'a>),
    /// Named values.
    Compound(Compound<'a>),
    /// 32-bit integers in a row.
    IntArray(Packed<'a, i32>),
    /// 64-bit integers in a row.
    LongArray(Packed<'a, i64>),
}

impl<'a> Tag<'a> {
    /// The type.
    #[inline]
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
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Byte(x) => Some((*x).into()),
            Self::Short(x) => Some((*x).into()),
            Self::Int(x) => Some((*x).into()),
            Self::Long(x) => Some(*x),
            _ => None,
        }
    }

    /// A float or double, widened.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Float(x) => Some((*x).into()),
            Self::Double(x) => Some(*x),
            _ => None,
        }
    }

    /// Text, if this is a String and its text has no unpaired surrogates.
    pub fn as_str(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::String(text) => text.to_str(),
            _ => None,
        }
    }

    /// The compound, if this is one.
    pub fn as_compound(&self) -> Option<&Compound<'a>> {
        match self {
            Self::Compound(compound) => Some(compound),
            _ => None,
        }
    }

    /// The list, if this is one.
    pub fn as_list(&self) -> Option<&List<'a>> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    /// The same, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Tag<'static> {
        self.into_owned_by(&mut NameCache::default())
    }

    pub(super) fn into_owned_by(self, names: &mut NameCache) -> Tag<'static> {
        match self {
            Self::Byte(x) => Tag::Byte(x),
            Self::Short(x) => Tag::Short(x),
            Self::Int(x) => Tag::Int(x),
            Self::Long(x) => Tag::Long(x),
            Self::Float(x) => Tag::Float(x),
            Self::Double(x) => Tag::Double(x),
            Self::ByteArray(x) => Tag::ByteArray(x.into_owned()),
            Self::String(x) => Tag::String(x.into_owned()),
            Self::List(x) => Tag::List(x.into_owned_by(names)),
            Self::Compound(x) => Tag::Compound(x.into_owned_by(names)),
            Self::IntArray(x) => Tag::IntArray(x.into_owned()),
            Self::LongArray(x) => Tag::LongArray(x.into_owned()),
        }
    }
}

macro_rules! from {
    ($($type:ty => $variant:ident;)*) => {$(
        impl<'a> From<$type> for Tag<'a> {
            fn from(x: $type) -> Self {
                Self::$variant(x.into())
            }
        }
    )*};
}

from! {
    i8 => Byte;
    bool => Byte;
    i16 => Short;
    i32 => Int;
    i64 => Long;
    f32 => Float;
    f64 => Double;
    &'a str => String;
    String => String;
    JavaStr<'a> => String;
    List<'a> => List;
    Compound<'a> => Compound;
    Packed<'a, i8> => ByteArray;
    Packed<'a, i32> => IntArray;
    Packed<'a, i64> => LongArray;
}
