//! A whole value: header, then whatever the header says. The containers, in files of
//! their own, lead back here.

use std::io::Write;

use cookie_factory::WriteContext;

use super::build::{Borrow, Build, Values};
use super::prim::{Header, common, writes_doubles};
use super::*;
use crate::cx::aside;
use crate::error::PResult;
use crate::godot::ids::Kind;
use crate::godot::model::Variant;
use crate::sink::{Gen, Headed, put};
use crate::trace::Trace;

/// A whole value.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | header: type id and flags, as [`parse_header`] reads it |
/// | 4  | ..   | the payload of that type |
///
/// ```
/// use gamewire::godot::{Dialect, Variant, wire};
/// use gamewire::limits::Limits;
/// use nom::{Parser, bytes::complete::tag, sequence::preceded};
///
/// // Embedded in a grammar of your own: a value behind a magic number.
/// let rules = Dialect::GODOT_3.into();
/// let cx = wire::Cx::new(&rules, &Limits::GODOT);
/// let mut message = preceded(tag(&b"SAVE"[..]), |i| wire::parse_variant(cx, i));
/// let (rest, value) = message.parse(b"SAVE\x02\0\0\0\x07\0\0\0!").unwrap();
/// assert_eq!((value, rest), (Variant::Int(7), &b"!"[..]));
/// ```
pub fn parse_variant<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Variant<'a>> {
    let mut value = Variant::Nil;
    let (i, ()) = AnyValue::parse::<Borrow, T>(cx, i, &mut value)?;
    Ok((i, value))
}

/// Mirrors [`parse_variant`].
pub fn gen_variant<W: Write, T: Trace>(cx: Cx<'_, T>, value: &Variant<'_>, out: &mut WriteContext<W>) -> Gen {
    AnyValue::r#gen(&cx, value, out)
}

/// Any value at all: what containers hold.
pub(crate) struct AnyValue;

impl Values for AnyValue {
    /// [`parse_variant`] into a slot.
    ///
    /// In optimised builds this and the common leaves become part of the loops of the containers, which are
    /// functions of their own. Without optimisation the leaves stand apart instead: it keeps the stack of a
    /// thousand nested containers small.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parse<'a, B: Build<'a>, T: Trace>(cx: Cx<'_, T>, i: &'a [u8], slot: &mut B::Value) -> PResult<'a, ()> {
        let at = i;
        #[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
        let (i, header) = match parse_header(cx, i) {
            Ok(read) => read,
            Err(failure) => return Err(failure),
        };
        match header.kind {
            Kind::Array => container::parse_array::<B, Self, T>(aside!(cx), header, i, slot),
            Kind::Dictionary => dictionary::parse_dictionary::<B, Self, T>(aside!(cx), header, i, slot),
            Kind::Object if object::is_whole(cx, header) => {
                object::parse_object::<B, Self, T>(aside!(cx), at, i, slot)
            }
            Kind::TypedArray | Kind::PackedTypedArray => {
                typed_array::parse_typed_array::<B, Self, T>(aside!(cx), header, i, slot)
            }
            _ => parse_leaf::<B, T>(cx, header, i, slot),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn r#gen<W: Write, T: Trace>(cx: &Cx<'_, T>, value: &Variant<'_>, out: &mut WriteContext<W>) -> Gen {
        match value {
            Variant::Nil => put(out, &common::NIL),
            Variant::Bool(value) => gen_bool(*value, Headed { head: common::BOOL, out }),
            Variant::Int(value) => gen_int(*cx, *value, out),
            Variant::Float(value) => gen_float(*cx, *value, out),
            Variant::String(text) => gen_text(*cx, Some(common::STRING), text, out),
            Variant::Vector2(value) if !writes_doubles(&cx.rules.dialect) => {
                gen_vector2(value, Headed { head: gen_header(*cx, Kind::Vector2, 0)?, out })
            }
            Variant::Vector3(value) if !writes_doubles(&cx.rules.dialect) => {
                gen_vector3(value, Headed { head: gen_header(*cx, Kind::Vector3, 0)?, out })
            }
            Variant::Array(array)
                if array.element_type().is_some() && cx.rules.dialect.id(Kind::TypedArray).is_some() =>
            {
                typed_array::gen_typed_array::<Self, W, T>(cx, Kind::TypedArray, array, out)
            }
            Variant::Array(array) => container::gen_array::<Self, W, T>(cx, array, out),
            Variant::Dictionary(dictionary) => dictionary::gen_dictionary::<Self, W, T>(cx, dictionary, out),
            Variant::Object(object) => object::gen_object::<Self, W, T>(cx, object, out),
            Variant::PackedTypedArray(array) => {
                typed_array::gen_typed_array::<Self, W, T>(cx, Kind::PackedTypedArray, array, out)
            }
            leaf => leaf::gen_leaf_by_kind(*cx, leaf, out),
        }
    }
}

/// A value without values inside.
///
/// Each arm fills the slot by itself: a value that the arms handed on would be put together in one place and
/// then copied to the other.
#[cfg_attr(not(debug_assertions), inline(always))]
fn parse_leaf<'a, B: Build<'a>, T: Trace>(
    cx: Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut B::Value,
) -> PResult<'a, ()> {
    match header.kind {
        Kind::Nil => Ok((i, ())),
        Kind::Bool => {
            let (i, value) = parse_bool(cx, i)?;
            B::fill(slot, || Variant::Bool(value));
            Ok((i, ()))
        }
        Kind::Int => {
            let (i, value) = parse_int(cx, header, i)?;
            B::fill(slot, || Variant::Int(value));
            Ok((i, ()))
        }
        Kind::Float => {
            let (i, value) = parse_float(cx, header, i)?;
            B::fill(slot, || Variant::Float(value));
            Ok((i, ()))
        }
        Kind::String => B::string(cx, i, slot),
        _ => leaf::parse_leaf_by_kind::<B, T>(aside!(cx), header, i, slot),
    }
}
