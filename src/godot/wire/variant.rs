//! A whole value: header, then the payload of its type. The recursion of the grammar is tied here: containers are
//! handed `variant` to read what is inside.

use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::{SerializeFn, WriteContext};
use nom::{Check, Emit, OutputM, OutputMode, PResult as Process, Parser, Streaming};

use super::header::{common, flags_are_known, header, writes_doubles};
use super::joined::{write_float, write_int, write_vector2, write_vector3};
use super::object::is_whole;
use super::payload::{fill_payload, write_value};
use super::short::{joined, write_text};
use super::{Cx, Header, boolean, float, int, short, vector2};
use crate::cx::{by_value, chunk};
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::godot::ids::Kind;
use crate::godot::model::{Text, Variant};
use crate::grammar::{
    Fill, Grammar, Make, Slots, WritePart, accept, by_filling, grammar, makes_nothing, overwrite,
};
use crate::sink::{Gen, put};
use crate::trace::Trace;

/// A value: header and payload.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | [`header`]: type id and flags |
/// | 4  | ..   | the payload of that type |
///
/// ```
/// use gamewire::godot::{Dialect, Variant, wire};
/// use gamewire::limits::Limits;
/// use nom::{Parser, bytes::complete::tag, multi::many0, sequence::preceded};
///
/// // Embedded in a grammar of your own: values after a magic number.
/// let rules = Dialect::GODOT_3.into();
/// let cx = wire::Cx::new(&rules, &Limits::GODOT);
/// let mut message = preceded(tag(&b"SAVE"[..]), many0(wire::variant(cx)));
/// let (rest, values) = message.parse(b"SAVE\x02\0\0\0\x07\0\0\0\0\0\0\0!").unwrap();
/// assert_eq!((values, rest), (vec![Variant::Int(7), Variant::Nil], &b"!"[..]));
/// ```
pub fn variant<'a, 'c, 'v, T: Trace, M: Make<'a, 'v>>(
    cx: Cx<'c, T, M>,
) -> impl Fill<'a, Output = Variant<'v>> {
    Value { cx, value: PhantomData }
}

/// Writes a value, in the layout of [`variant`].
///
/// ```
/// use cookie_factory::{combinator::slice, gen_simple, sequence::tuple};
/// use gamewire::godot::{Dialect, Variant, wire};
/// use gamewire::limits::Limits;
///
/// let rules = Dialect::GODOT_3.into();
/// let cx = wire::Cx::new(&rules, &Limits::GODOT);
/// let message = tuple((slice(b"SAVE"), wire::gen_variant(cx, &Variant::Int(7))));
/// assert_eq!(gen_simple(message, Vec::new()).unwrap(), b"SAVE\x02\0\0\0\x07\0\0\0");
/// ```
pub fn gen_variant<'c, 'x, T: Trace, W: Write>(
    cx: Cx<'c, T>,
    value: &'x Variant<'x>,
) -> impl SerializeFn<W> + use<'c, 'x, T, W> {
    move |mut out: WriteContext<W>| {
        write_variant(&cx, value, &mut out)?;
        Ok(out)
    }
}

/// A type with a name, since values hold values: a combinator of combinators would be inside itself.
struct Value<'c, 'v, T: Trace, M> {
    cx: Cx<'c, T, M>,
    value: PhantomData<fn() -> Variant<'v>>,
}

impl<'a, 'v, T: Trace, M: Make<'a, 'v>> Parser<&'a [u8]> for Value<'_, 'v, T, M> {
    type Output = Variant<'v>;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> Process<OM, &'a [u8], Variant<'v>, Fault> {
        by_filling::<OM, _>(self, i)
    }
}

impl<'a, 'v, T: Trace, M: Make<'a, 'v>> Fill<'a> for Value<'_, 'v, T, M> {
    #[inline(always)]
    fn fill<O: Slots>(&mut self, i: &'a [u8], slot: &mut O::Output<Variant<'v>>) -> PResult<'a, ()> {
        match common_leaf::<O, T, M>(&self.cx, i, slot) {
            Some(rest) => Ok((rest, ())),
            None => any_value::<O, T, M>(&by_value!(self.cx), i, slot),
        }
    }
}

/// Any value: the header, then the payload. Once per level of nesting on the stack, so that it only recurses.
#[inline(never)]
fn any_value<'a, 'v, O: Slots, T: Trace, M: Make<'a, 'v>>(
    cx: &Cx<'_, T, M>,
    i: &'a [u8],
    slot: &mut O::Output<Variant<'v>>,
) -> PResult<'a, ()> {
    match read_header(cx, i) {
        Ok((rest, header)) => fill_payload::<O, T, M, _>(cx, header, variant, rest, slot),
        Err(fault) => Err(fault),
    }
}

/// [`permitted_header`] as a function, whose stack frame is gone when the payload is read.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_header<'a, T: Trace, M>(cx: &Cx<'_, T, M>, i: &'a [u8]) -> PResult<'a, Header> {
    permitted_header(cx.borrowing()).process::<OutputM<Emit, Emit, Streaming>>(i)
}

grammar!(
    /// A header, unless a full object follows and those are refused: the error is then at the header.
    fn permitted_header<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Header> {
        accept(header(cx), move |header, _| match is_whole(&cx, header) && !cx.rules.objects {
            true => Err(DecodeErrorKind::ObjectsRefused),
            false => Ok(header),
        })
    }
);

/// [`write_variant`] as a type, for the mirrors of containers.
#[derive(Clone, Copy)]
struct AnyVariant;

impl<T: Trace, W: Write> WritePart<Cx<'_, T>, Variant<'_>, W> for AnyVariant {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(&self, cx: &Cx<'_, T>, value: &Variant<'_>, out: &mut WriteContext<W>) -> Gen {
        write_variant(cx, value, out)
    }
}

/// The commonest values: null, bool, int, float, short text and Vector2, whose ids are the same in every table, so that one look at the
/// header word determines the layout. A shortcut of [`any_value`]; `None`: not one of them. In optimized builds it is a part of
/// the loops of the containers.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn common_leaf<'a, 'v, O: Slots, T: Trace, M: Make<'a, 'v>>(
    cx: &Cx<'_, T, M>,
    i: &'a [u8],
    slot: &mut O::Output<Variant<'v>>,
) -> Option<&'a [u8]> {
    if T::ENABLED {
        return None;
    }
    let cx = cx.borrowing();
    let (i, word) = chunk::<4>(i).ok()?;
    let word = u32::from_le_bytes(word);
    let header = |kind| Header { kind, word };
    let may_be_wide = |kind| flags_are_known(&cx.rules.dialect, kind, word);
    match word {
        common::NIL => Some(i),
        common::BOOL => quick::<O, _>(boolean(cx), i, slot, Variant::Bool),
        common::INT => quick::<O, _>(int(cx, header(Kind::Int)), i, slot, Variant::Int),
        common::FLOAT => quick::<O, _>(float(cx, header(Kind::Float)), i, slot, Variant::Float),
        common::STRING => short_text::<O, T, M>(cx, i, slot),
        common::VECTOR2 if !header(Kind::Vector2).has_wide_components(&cx.rules.dialect) => {
            quick::<O, _>(vector2::<f32, T>(cx), i, slot, Variant::Vector2)
        }
        common::WIDE_INT if may_be_wide(Kind::Int) => {
            quick::<O, _>(int(cx, header(Kind::Int)), i, slot, Variant::Int)
        }
        common::WIDE_FLOAT if may_be_wide(Kind::Float) => {
            quick::<O, _>(float(cx, header(Kind::Float)), i, slot, Variant::Float)
        }
        _ => None,
    }
}

/// Runs a grammar into a slot. `None`, without a reason: it fails.
#[cfg_attr(not(debug_assertions), inline(always))]
fn quick<'a, 'v, O: Slots, X>(
    mut grammar: impl Grammar<'a, X>,
    i: &'a [u8],
    slot: &mut O::Output<Variant<'v>>,
    value: impl Fn(X) -> Variant<'v>,
) -> Option<&'a [u8]> {
    let (rest, x) = grammar.process::<OutputM<O, Check, Streaming>>(i).ok()?;
    overwrite(slot, O::map(x, value));
    Some(rest)
}

/// The short text of a String, as [`common_leaf`] reads it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn short_text<'a, 'v, O: Slots, T: Trace, M: Make<'a, 'v>>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    slot: &mut O::Output<Variant<'v>>,
) -> Option<&'a [u8]> {
    if const { makes_nothing::<OutputM<O, Emit, Streaming>>() } {
        return if M::CHECKED { short::check_text(&cx, i) } else { short::skip_text(&cx, i) };
    }
    let (rest, text) = short::text(&cx, i)?;
    overwrite(slot, O::bind(|| Variant::String(M::keep(Text::borrowed(text)))));
    Some(rest)
}

/// Writes a value to a borrowed output, in the layout of [`variant`]: for the serializers of containers.
///
/// # Errors
/// The errors of [`gen_variant`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_variant<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    value: &Variant<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    if T::ENABLED {
        return write_value(cx, value, AnyVariant, out);
    }
    // The commonest values, their header in one write with what follows: shortcuts of `write_value`.
    match value {
        Variant::Nil => put(out, &common::NIL.to_le_bytes()),
        Variant::Bool(value) => put(out, &joined(common::BOOL, (*value).into())),
        Variant::Int(value) => write_int(cx, *value, out),
        Variant::Float(value) => write_float(cx, *value, out),
        Variant::String(text) => write_text(cx, text, out),
        Variant::Vector2(v) if !writes_doubles(&cx.rules.dialect) => write_vector2(cx, v, out),
        Variant::Vector3(v) if !writes_doubles(&cx.rules.dialect) => write_vector3(cx, v, out),
        value => write_value(cx, value, AnyVariant, out),
    }
}
