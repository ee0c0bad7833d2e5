//! One NBT tag: the payloads without children, and what all payloads are called.

use std::borrow::Cow;
use std::io::Write;

use cookie_factory::WriteContext;

use super::build::Slot;
use super::compound::Compound;
use super::held::Names;
use super::java_str::{JavaStr, gen_text, parse_mutf8};
use super::list::List;
use super::packed::{Packed, gen_array, parse_packed};
use crate::cx::Cx;
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::minecraft::ids::TagId;
use crate::minecraft::protocol::Protocol;
use crate::minecraft::wire::prim;
use crate::sink::Gen;
use crate::trace::Trace;

/// An NBT value. Text and arrays borrow from the input; [`Tag::into_owned`] cuts the tie.
///
/// A list and an array of the same numbers are different values: both are kept apart.
#[derive(Debug, Clone, PartialEq)]
pub enum Tag<'a> {
    /// A signed byte; also what stands for a Boolean.
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
    #[cfg_attr(not(debug_assertions), inline(always))]
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
    pub fn into_owned(self) -> Tag<'static> {
        self.into_owned_by(&mut Names::default())
    }

    pub(super) fn into_owned_by(self, names: &mut Names) -> Tag<'static> {
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

/// A payload that has no children:
///
/// | type                | size | payload |
/// |---------------------|------|---------|
/// | Byte                | 1    | i8 |
/// | Short               | 2    | i16 |
/// | Int, Float          | 4    | i32, f32 |
/// | Long, Double        | 8    | i64, f64 |
/// | Byte_Array          | 4 + n | i32 count, bytes |
/// | String              | 2 + n | u16 byte length, modified UTF-8 |
/// | Int_Array           | 4 + 4n | i32 count, i32 × count |
/// | Long_Array          | 4 + 8n | i32 count, i64 × count |
///
/// Each goes straight to its place.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_leaf<'a, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    id: TagId,
    i: &'a [u8],
    slot: impl Slot<'a>,
) -> PResult<'a, ()> {
    match id {
        TagId::Byte => prim::parse_i8(cx, "value", i).map(|(i, x)| (i, slot.fill(|| Tag::Byte(x)))),
        TagId::Short => prim::parse_i16(cx, "value", i).map(|(i, x)| (i, slot.fill(|| Tag::Short(x)))),
        TagId::Int => prim::parse_i32(cx, "value", i).map(|(i, x)| (i, slot.fill(|| Tag::Int(x)))),
        TagId::Long => prim::parse_i64(cx, "value", i).map(|(i, x)| (i, slot.fill(|| Tag::Long(x)))),
        TagId::Float => prim::parse_f32(cx, "value", i).map(|(i, x)| (i, slot.fill(|| Tag::Float(x)))),
        TagId::Double => prim::parse_f64(cx, "value", i).map(|(i, x)| (i, slot.fill(|| Tag::Double(x)))),
        TagId::ByteArray => parse_packed(cx, i).map(|(i, x)| (i, slot.fill(|| Tag::ByteArray(x)))),
        TagId::String => parse_mutf8(cx, i).map(|(i, x)| (i, slot.fill(|| Tag::String(x)))),
        TagId::IntArray => parse_packed(cx, i).map(|(i, x)| (i, slot.fill(|| Tag::IntArray(x)))),
        TagId::LongArray => parse_packed(cx, i).map(|(i, x)| (i, slot.fill(|| Tag::LongArray(x)))),
        // They are read where they are met, never through here.
        TagId::End | TagId::List | TagId::Compound => {
            Fault::at(i, DecodeErrorKind::NbtTag { id: id.to_wire() })
        }
    }
}

/// Mirrors [`parse_leaf`]; the two with children are written where they stand.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_leaf<T: Trace, W: Write>(
    cx: &Cx<'_, Protocol, T>,
    x: &Tag<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    match x {
        Tag::Byte(x) => prim::gen_i8(*cx, *x, out),
        Tag::Short(x) => prim::gen_i16(*cx, *x, out),
        Tag::Int(x) => prim::gen_i32(*cx, *x, out),
        Tag::Long(x) => prim::gen_i64(*cx, *x, out),
        Tag::Float(x) => prim::gen_f32(*cx, *x, out),
        Tag::Double(x) => prim::gen_f64(*cx, *x, out),
        Tag::ByteArray(x) => gen_array(cx, x, out),
        Tag::String(x) => gen_text(cx, x, out),
        Tag::IntArray(x) => gen_array(cx, x, out),
        Tag::LongArray(x) => gen_array(cx, x, out),
        Tag::List(_) | Tag::Compound(_) => Ok(()),
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
