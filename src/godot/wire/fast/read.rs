//! Reading values into slots: the loops of the containers, and the short way for the commonest values.
//!
//! | here | reads as |
//! |------|----------|
//! | [`AnyValue::read`] | [`variant`](super::super::variant()): header, then payload |
//! | [`AnyValue::read_common`] | the same, for types whose layout the header word determines |
//! | `read_array`, `read_typed_array` | [`array`](super::super::array()) |
//! | `read_dictionary`, `read_typed_dictionary` | [`dictionary`](super::super::dictionary()) |
//! | `read_object` | [`object`](super::super::object()) |
//!
//! # Stack
//!
//! A thousand containers inside each other fit a stack of 2 MiB in a build without optimization, which gives every
//! intermediate result of a function a place in its frame (`?` makes three). So functions that are on the stack once
//! per level do no more than recurse, and whatever else there is to do is in functions of its own, which are gone by
//! then. Optimized builds inline them: that is what `cfg_attr(not(debug_assertions), inline(always))` means here.

use nom::Parser;

use super::super::array::how_array_is_given;
use super::super::dictionary::how_dictionary_is_given;
use super::super::element_type::UNTYPED;
use super::super::header::{common, flags_are_known};
use super::super::object::{is_whole, property_name};
use super::super::payload::leaf;
use super::super::{Cx, Header, boolean, float, header, int, packed, packed_bytes, vector2, vector3};
use super::filling::{
    Filling, FillingObject, begin_object, begin_typed_array, begin_typed_dictionary, end_array,
    end_dictionary, end_object,
};
use super::output::Output;
use crate::cx::chunk;
use crate::error::PResult;
use crate::godot::ids::{Kind, for_each_type};
use crate::godot::model::{OwnedVariant, Text, Variant};
use crate::trace::{Part, Trace};

/// Any value at all: what containers hold.
pub(crate) struct AnyValue;

impl AnyValue {
    /// A value, into its slot.
    #[inline(never)]
    pub(crate) fn read<'a, O: Output<'a>, T: Trace>(
        cx: &Cx<'_, T>,
        i: &'a [u8],
        slot: &mut O::Value,
    ) -> PResult<'a, ()> {
        #[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
        let (payload, header) = match read_header(cx, i) {
            Ok(read) => read,
            Err(fault) => return Err(fault),
        };
        match header.kind {
            Kind::Array if how_array_is_given(cx, header) == UNTYPED => read_array::<O, T>(cx, payload, slot),
            Kind::Dictionary if how_dictionary_is_given(cx, header) == (UNTYPED, UNTYPED) => {
                read_dictionary::<O, T>(cx, payload, slot)
            }
            Kind::Array => read_typed_array::<O, T>(cx, header, payload, slot),
            Kind::Dictionary => read_typed_dictionary::<O, T>(cx, header, payload, slot),
            _ if is_whole(cx, header) => read_object::<O, T>(cx, i, payload, slot),
            Kind::Vector2 | Kind::Vector3 if !header.has_wide_components(&cx.rules.dialect) => {
                read_vector::<O, T>(cx, header, payload, slot)
            }
            // Whatever is not faster here is read by the grammar.
            _ => read_leaf::<O, T>(cx, header, payload, slot),
        }
    }

    /// The short way for most values: types that have the same id in every table, so that one look at the
    /// whole header word determines the layout. In optimized builds this is a part of the loops of the containers.
    /// `None`: not the fast case, use [`read`](Self::read).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn read_common<'a, O: Output<'a>, T: Trace>(
        cx: &Cx<'_, T>,
        i: &'a [u8],
        slot: &mut O::Value,
    ) -> Option<&'a [u8]> {
        if T::ENABLED {
            return None;
        }
        let (i, word) = chunk::<4>(i).ok()?;
        let word = u32::from_le_bytes(word);
        let header = |kind| Header { kind, word };
        let may_be_wide = |kind| flags_are_known(&cx.rules.dialect, kind, word);
        match word {
            common::NIL => Some(i),
            common::BOOL => filled::<O, _>(slot, boolean(*cx).parse(i), Variant::Bool),
            common::INT => filled::<O, _>(slot, int(*cx, header(Kind::Int)).parse(i), Variant::Int),
            common::FLOAT => filled::<O, _>(slot, float(*cx, header(Kind::Float)).parse(i), Variant::Float),
            common::STRING => O::short_text(cx, i, slot),
            common::WIDE_INT if may_be_wide(Kind::Int) => {
                filled::<O, _>(slot, int(*cx, header(Kind::Int)).parse(i), Variant::Int)
            }
            common::WIDE_FLOAT if may_be_wide(Kind::Float) => {
                filled::<O, _>(slot, float(*cx, header(Kind::Float)).parse(i), Variant::Float)
            }
            _ => None,
        }
    }

    /// The short way for a value that is in no container. Containers, which are more common there, do not enter it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn read_alone<'a, O: Output<'a>, T: Trace>(
        cx: &Cx<'_, T>,
        i: &'a [u8],
        slot: &mut O::Value,
    ) -> Option<&'a [u8]> {
        match i {
            [id, ..] if u32::from(*id) <= common::STRING => read_scalar::<O, T>(cx, i, slot),
            _ => None,
        }
    }
}

/// [`AnyValue::read_common`] as a call.
#[inline(never)]
fn read_scalar<'a, O: Output<'a>, T: Trace>(
    cx: &Cx<'_, T>,
    i: &'a [u8],
    slot: &mut O::Value,
) -> Option<&'a [u8]> {
    AnyValue::read_common::<O, T>(cx, i, slot)
}

/// The end of the short way: what was read is put into its slot.
#[cfg_attr(not(debug_assertions), inline(always))]
fn filled<'a, O: Output<'a>, X>(
    slot: &mut O::Value,
    read: PResult<'a, X>,
    variant: impl FnOnce(X) -> OwnedVariant,
) -> Option<&'a [u8]> {
    match read {
        Ok((i, value)) => {
            O::fill(slot, || variant(value));
            Some(i)
        }
        Err(_) => None,
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn read_header<'a, T: Trace>(cx: &Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Header> {
    header(*cx).parse(i)
}

/// The vectors that are nearly as common as numbers, of single precision.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_vector<'a, O: Output<'a>, T: Trace>(
    cx: &Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut O::Value,
) -> PResult<'a, ()> {
    if header.kind == Kind::Vector2 {
        let (i, value) = vector2(*cx).parse(i)?;
        O::fill(slot, || Variant::Vector2(value));
        Ok((i, ()))
    } else {
        let (i, value) = vector3(*cx).parse(i)?;
        O::fill(slot, || Variant::Vector3(value));
        Ok((i, ()))
    }
}

/// Values without values inside: packed arrays straight to their slots, large text in blocks, the others by the grammar.
#[inline(never)]
fn read_leaf<'a, O: Output<'a>, T: Trace>(
    cx: &Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut O::Value,
) -> PResult<'a, ()> {
    let packed = match header.has_wide_components(&cx.rules.dialect) {
        true => None,
        false => read_packed::<O, T>(cx, header, i, slot),
    };
    let large = |slot: &mut O::Value| match header.kind == Kind::String && !T::ENABLED {
        true => O::large_text(cx, i, slot),
        false => None,
    };
    match packed {
        Some(read) => read,
        None => match large(slot) {
            Some(rest) => Ok((rest, ())),
            None => O::take(leaf(*cx, header), i, slot),
        },
    }
}

/// Packed arrays of bytes, and of numbers and vectors in single precision. `None`: not one of them.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_packed<'a, O: Output<'a>, T: Trace>(
    cx: &Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut O::Value,
) -> Option<PResult<'a, ()>> {
    #[rustfmt::skip]
    macro_rules! read {
        (bytes $kind:ident) => { read!(packed_bytes as $kind) };
        (packed $kind:ident) => { read!(packed as $kind) };
        (packed_reals $kind:ident) => { read!(packed as $kind) };
        ($shape:ident $kind:ident) => { None };
        ($grammar:ident as $kind:ident) => {
            Some($grammar(*cx).parse(i).map(|(i, array)| (i, O::array_of(slot, || Variant::$kind(array)))))
        };
    }
    /// A row becomes an arm: `Kind::PackedByteArray => read!(bytes PackedByteArray)`.
    macro_rules! by_kind {
        ($($shape:ident $kind:ident;)+) => {
            match header.kind {
                $(Kind::$kind => read!($shape $kind),)+
            }
        };
    }
    for_each_type!(by_kind: shape kind)
}

/// Reads a value of a container into its slot and moves on: the short way, or any way. A macro, for a function
/// would be one more on the stack per level of nesting.
macro_rules! read_into {
    ($output:ty, $trace:ty: $cx:expr, $i:ident, $slot:expr) => {
        match AnyValue::read_common::<$output, $trace>($cx, $i, $slot) {
            Some(rest) => $i = rest,
            None => match AnyValue::read::<$output, $trace>($cx, $i, $slot) {
                Ok((rest, ())) => $i = rest,
                failure => return failure,
            },
        }
    };
}

/// An array without a declared type.
#[inline(never)]
fn read_array<'a, O: Output<'a>, T: Trace>(
    cx: &Cx<'_, T>,
    i: &'a [u8],
    slot: &mut O::Value,
) -> PResult<'a, ()> {
    let mut array = Filling::new(*cx);
    let result = match array.begin("element count", 4, i) {
        Ok((i, ())) => read_elements::<O, T>(&mut array.cx, i, &mut array.slots),
        failure => return failure,
    };
    if result.is_ok() {
        end_array::<O, T>(array, None, slot);
    }
    result
}

/// An array with a declared type.
#[inline(never)]
fn read_typed_array<'a, O: Output<'a>, T: Trace>(
    cx: &Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut O::Value,
) -> PResult<'a, ()> {
    let (mut array, mut types) = (Filling::new(*cx), None);
    let result = match begin_typed_array(&mut array, &mut types, header, i) {
        Ok((i, ())) => read_elements::<O, T>(&mut array.cx, i, &mut array.slots),
        failure => return failure,
    };
    if result.is_ok() {
        end_array::<O, T>(array, types, slot);
    }
    result
}

/// The elements of an array, each into its slot.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_elements<'a, O: Output<'a>, T: Trace>(
    inner: &mut Cx<'_, T>,
    mut i: &'a [u8],
    items: &mut [O::Value],
) -> PResult<'a, ()> {
    for (index, slot) in items.iter_mut().enumerate() {
        inner.release(4);
        inner.enter(Part::Index(index));
        read_into!(O, T: inner, i, slot);
        inner.leave();
    }
    Ok((i, ()))
}

/// A dictionary without declared types.
#[inline(never)]
fn read_dictionary<'a, O: Output<'a>, T: Trace>(
    cx: &Cx<'_, T>,
    i: &'a [u8],
    slot: &mut O::Value,
) -> PResult<'a, ()> {
    let mut dictionary = Filling::new(*cx);
    let result = match dictionary.begin("pair count", 8, i) {
        Ok((i, ())) => read_pairs::<O, T>(&mut dictionary.cx, i, &mut dictionary.slots),
        failure => return failure,
    };
    if result.is_ok() {
        end_dictionary::<O, T>(dictionary, None, slot);
    }
    result
}

/// A dictionary with declared types.
#[inline(never)]
fn read_typed_dictionary<'a, O: Output<'a>, T: Trace>(
    cx: &Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut O::Value,
) -> PResult<'a, ()> {
    let (mut dictionary, mut types) = (Filling::new(*cx), None);
    let result = match begin_typed_dictionary(&mut dictionary, &mut types, header, i) {
        Ok((i, ())) => read_pairs::<O, T>(&mut dictionary.cx, i, &mut dictionary.slots),
        failure => return failure,
    };
    if result.is_ok() {
        end_dictionary::<O, T>(dictionary, types, slot);
    }
    result
}

/// The pairs of a dictionary, each into its slots.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_pairs<'a, O: Output<'a>, T: Trace>(
    inner: &mut Cx<'_, T>,
    mut i: &'a [u8],
    pairs: &mut [(O::Value, O::Value)],
) -> PResult<'a, ()> {
    for (index, (key_slot, value_slot)) in pairs.iter_mut().enumerate() {
        inner.release(4);
        inner.enter(Part::Key(index));
        read_into!(O, T: inner, i, key_slot);
        inner.leave();
        inner.release(4);
        inner.enter(Part::Value(index));
        read_into!(O, T: inner, i, value_slot);
        inner.leave();
    }
    Ok((i, ()))
}

#[inline(never)]
fn read_object<'a, O: Output<'a>, T: Trace>(
    cx: &Cx<'_, T>,
    header: &'a [u8],
    i: &'a [u8],
    slot: &mut O::Value,
) -> PResult<'a, ()> {
    let mut object = FillingObject::new(*cx);
    let result = match begin_object(&mut object, header, i) {
        Ok((i, ())) => read_properties::<O, T>(&mut object.header.cx, i, &mut object.properties),
        failure => return failure,
    };
    if result.is_ok() {
        end_object::<O, T>(object, slot);
    }
    result
}

/// The properties of an object, each into its slots.
fn read_properties<'a, O: Output<'a>, T: Trace>(
    cx: &mut Cx<'_, T>,
    mut i: &'a [u8],
    properties: &mut [(O::Name, O::Value)],
) -> PResult<'a, ()> {
    for (index, (name, slot)) in properties.iter_mut().enumerate() {
        let mut text = Text::default();
        let result = match read_property_name(cx, index, i, &mut text) {
            Ok((i, inner)) => {
                inner.enter(Part::Named(text.as_str().unwrap_or_default()));
                AnyValue::read::<O, T>(&inner, i, slot)
            }
            Err(fault) => return Err(fault),
        };
        match result {
            Ok((rest, ())) => i = rest,
            failure => return failure,
        }
        cx.leave();
        *name = O::name(text);
    }
    Ok((i, ()))
}

fn read_property_name<'a, 'c, T: Trace>(
    cx: &mut Cx<'c, T>,
    index: usize,
    i: &'a [u8],
    name: &mut Text<'a>,
) -> PResult<'a, Cx<'c, T>> {
    let (i, (text, inner)) = property_name(cx, index, i)?;
    *name = text;
    Ok((i, inner))
}
