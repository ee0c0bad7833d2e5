//! A whole value: header, then whatever the header says. The containers, in files of their own, lead back here.

use std::io::Write;

use cookie_factory::WriteContext;
use cookie_factory::sequence::pair;
use nom::Parser;

use super::build::{Borrow, Build, Values};
use super::prim::{Header, common, flags_are_known, word, writes_doubles};
use super::*;
use crate::error::PResult;
use crate::godot::ids::Kind;
use crate::godot::model::{OwnedVariant, Variant};
use crate::grammar::{bytes, run};
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
    let (i, ()) = AnyValue::parse::<Borrow, T>(&cx, i, &mut value)?;
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
    #[inline(never)]
    fn parse<'a, B: Build<'a>, T: Trace>(
        cx: &Cx<'_, T>,
        i: &'a [u8],
        slot: &mut B::Value,
    ) -> PResult<'a, ()> {
        let at = i;
        #[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
        let (i, header) = match parse_header(*cx, i) {
            Ok(read) => read,
            Err(failure) => return Err(failure),
        };
        match header.kind {
            Kind::Array => container::parse_array::<B, Self, T>(cx, header, i, slot),
            Kind::Dictionary => dictionary::parse_dictionary::<B, Self, T>(cx, header, i, slot),
            Kind::Object if object::is_whole(*cx, header) => {
                object::parse_object::<B, Self, T>(cx, at, i, slot)
            }
            Kind::TypedArray | Kind::PackedTypedArray => {
                typed_array::parse_typed_array::<B, Self, T>(cx, header, i, slot)
            }
            Kind::Vector2 | Kind::Vector3 if !header.has_doubles(&cx.rules.dialect) => {
                parse_vector_leaf::<B, T>(cx, header, i, slot)
            }
            _ => leaf::parse_leaf_by_kind::<B, T>(cx, header, i, slot),
        }
    }

    /// The short way for most values: types that have the same id in every table, so that one look at the
    /// whole header word tells what it is. In optimised builds this is a part of the loops of the containers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parse_common<'a, B: Build<'a>, T: Trace>(
        cx: &Cx<'_, T>,
        i: &'a [u8],
        slot: &mut B::Value,
    ) -> Option<&'a [u8]> {
        if T::LISTENS {
            return None;
        }
        let (i, word) = word(i).ok()?;
        let header = |kind| Header { kind, word };
        let may_be_wide = |kind| flags_are_known(&cx.rules.dialect, kind, word);
        match word {
            common::NIL => Some(i),
            common::BOOL => filled::<B, _>(slot, parse_bool(*cx, i), Variant::Bool),
            common::INT => filled::<B, _>(slot, parse_int(*cx, header(Kind::Int), i), Variant::Int),
            common::FLOAT => filled::<B, _>(slot, parse_float(*cx, header(Kind::Float), i), Variant::Float),
            common::STRING => B::common_string(cx, i, slot),
            common::WIDE_INT if may_be_wide(Kind::Int) => {
                filled::<B, _>(slot, parse_int(*cx, header(Kind::Int), i), Variant::Int)
            }
            common::WIDE_FLOAT if may_be_wide(Kind::Float) => {
                filled::<B, _>(slot, parse_float(*cx, header(Kind::Float), i), Variant::Float)
            }
            _ => None,
        }
    }

    /// Mirrors both ways of reading.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn r#gen<W: Write, T: Trace>(cx: &Cx<'_, T>, value: &Variant<'_>, out: &mut WriteContext<W>) -> Gen {
        match value {
            Variant::Nil => put(out, &common::NIL.to_le_bytes()),
            Variant::Bool(value) => gen_bool(*value, Headed { head: common::BOOL.to_le_bytes(), out }),
            Variant::Int(value) => gen_int(*cx, *value, out),
            Variant::Float(value) => gen_float(*cx, *value, out),
            Variant::String(text) => gen_text(*cx, Some(common::STRING.to_le_bytes()), text, out),
            Variant::Vector2(value) if !writes_doubles(&cx.rules.dialect) => {
                run(out, pair(bytes(gen_header(*cx, Kind::Vector2, 0)?), gen_vector2(value)))
            }
            Variant::Vector3(value) if !writes_doubles(&cx.rules.dialect) => {
                run(out, pair(bytes(gen_header(*cx, Kind::Vector3, 0)?), gen_vector3(value)))
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
            leaf => leaf::gen_leaf_by_kind(cx, leaf, out),
        }
    }
}

/// The end of the short way: what was read is put into its slot.
#[cfg_attr(not(debug_assertions), inline(always))]
fn filled<'a, B: Build<'a>, O>(
    slot: &mut B::Value,
    read: PResult<'a, O>,
    variant: impl FnOnce(O) -> OwnedVariant,
) -> Option<&'a [u8]> {
    match read {
        Ok((i, value)) => {
            B::fill(slot, || variant(value));
            Some(i)
        }
        Err(_) => None,
    }
}

/// The vectors that are nearly as common as numbers, of single precision.
#[cfg_attr(not(debug_assertions), inline(always))]
fn parse_vector_leaf<'a, B: Build<'a>, T: Trace>(
    cx: &Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut B::Value,
) -> PResult<'a, ()> {
    if header.kind == Kind::Vector2 {
        let (i, value) = vector2(*cx).parse(i)?;
        B::fill(slot, || Variant::Vector2(value));
        Ok((i, ()))
    } else {
        let (i, value) = vector3(*cx).parse(i)?;
        B::fill(slot, || Variant::Vector3(value));
        Ok((i, ()))
    }
}
