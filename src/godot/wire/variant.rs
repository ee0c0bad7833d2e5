//! A whole value: header, then the payload of its type. The recursion of the grammar is tied here: containers are
//! handed `variant` to read what is inside.

use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::{SerializeFn, WriteContext};
use nom::{Check, Emit, Mode, OutputM, OutputMode, PResult as Process, Parser, Streaming};

use super::header::{common, flags_are_known, header, writes_doubles};
use super::joined::{gen_headed_float, gen_headed_int, gen_headed_vector2, gen_headed_vector3};
use super::object::is_whole;
use super::payload::{any_value as any_value_out, payload};
use super::short::{gen_headed_text, joined};
use super::{Cx, Header, boolean, float, int, short, vector2};
use crate::cx::chunk;
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::godot::ids::Kind;
use crate::godot::model::{Text, Variant};
use crate::grammar::{
    Grammar, InPlace, Make, Places, accept, by_place, bytes, grammar, makes_nothing, overwrite, then,
};
use crate::trace::Trace;

/// A value: header and payload.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | [`header`]: type id and flags |
/// | 4  | ..   | the payload of that type |
///
/// ```
/// use gamewire::cx::Settings;
/// use gamewire::godot::{Dialect, Variant, wire};
/// use gamewire::limits::Limits;
/// use nom::{Parser, bytes::complete::tag, multi::many0, sequence::preceded};
///
/// // Embedded in a grammar of your own: values after a magic number.
/// let rules = Dialect::GODOT_3.into();
/// let settings = Settings::new(&rules, Limits::GODOT);
/// let cx = settings.cx();
/// let mut message = preceded(tag(&b"SAVE"[..]), many0(wire::variant(cx)));
/// let (rest, values) = message.parse(b"SAVE\x02\0\0\0\x07\0\0\0\0\0\0\0!").unwrap();
/// assert_eq!((values, rest), (vec![Variant::Int(7), Variant::Nil], &b"!"[..]));
/// ```
pub fn variant<'a, 'c, 'v, T: Trace, M: Make<'a, 'v>>(
    cx: Cx<'c, T, M>,
) -> impl InPlace<'a, Output = Variant<'v>> {
    Value { cx, value: PhantomData }
}

/// Writes a value, in the layout of [`variant`].
///
/// ```
/// use cookie_factory::{combinator::slice, gen_simple, sequence::tuple};
/// use gamewire::cx::Settings;
/// use gamewire::godot::{Dialect, Variant, wire};
/// use gamewire::limits::Limits;
///
/// let rules = Dialect::GODOT_3.into();
/// let settings = Settings::new(&rules, Limits::GODOT);
/// let cx = settings.cx();
/// let message = tuple((slice(b"SAVE"), wire::gen_variant(cx, &Variant::Int(7))));
/// assert_eq!(gen_simple(message, Vec::new()).unwrap(), b"SAVE\x02\0\0\0\x07\0\0\0");
/// ```
pub fn gen_variant<'c, 'x, T: Trace, W: Write>(
    cx: Cx<'c, T>,
    value: &'x Variant<'x>,
) -> impl SerializeFn<W> + use<'c, 'x, T, W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| {
        if T::ENABLED {
            return any_value_out(cx, value, out);
        }
        // The commonest values, their header in one write with what follows: shortcuts of `any_value`.
        match value {
            Variant::Nil => bytes(common::NIL.to_le_bytes())(out),
            Variant::Bool(x) => bytes(joined(common::BOOL, (*x).into()))(out),
            Variant::Int(x) => gen_headed_int(cx, *x)(out),
            Variant::Float(x) => gen_headed_float(cx, *x)(out),
            Variant::String(x) => gen_headed_text(cx, x)(out),
            Variant::Vector2(v) if !writes_doubles(&cx.rules().dialect) => gen_headed_vector2(cx, v)(out),
            Variant::Vector3(v) if !writes_doubles(&cx.rules().dialect) => gen_headed_vector3(cx, v)(out),
            // Not handed on as it is: a result in memory for each arm would be one for all.
            value => {
                let out = any_value_out(cx, value, out)?;
                Ok(out)
            }
        }
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> Process<OM, &'a [u8], Variant<'v>, Fault> {
        by_place::<OM, _>(self, i)
    }
}

impl<'a, 'v, T: Trace, M: Make<'a, 'v>> InPlace<'a> for Value<'_, 'v, T, M> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<O: Places>(&mut self, i: &'a [u8], place: &mut O::Output<Variant<'v>>) -> PResult<'a, ()> {
        match common_leaf::<O, T, M>(self.cx, i, place) {
            Some(rest) => Ok((rest, ())),
            None => {
                let (rest, value) = any_value::<O, T, M>(self.cx, i)?;
                overwrite(place, value);
                Ok((rest, ()))
            }
        }
    }
}

/// Any value: the header, then the payload.
#[inline(never)]
fn any_value<'a, 'v, O: Mode, T: Trace, M: Make<'a, 'v>>(
    cx: Cx<'_, T, M>,
    i: &'a [u8],
) -> PResult<'a, O::Output<Variant<'v>>> {
    then(permitted_header(cx.borrowing()), |header| payload(cx, header))
        .process::<OutputM<O, Emit, Streaming>>(i)
}

grammar!(
    /// A header, unless a full object follows and those are refused: the error is then at the header.
    fn permitted_header<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Header> {
        accept(header(cx), move |header, _| match is_whole(cx, header) && !cx.rules().objects {
            true => Err(DecodeErrorKind::ObjectsRefused),
            false => Ok(header),
        })
    }
);

/// The commonest values: null, bool, int, float, short text and Vector2, whose ids are the same in every table, so that one look at the
/// header word determines the layout. A shortcut of [`any_value`]; `None`: not one of them. In optimized builds it is a part of
/// the loops of the containers.
#[cfg_attr(not(debug_assertions), inline(always))]
fn common_leaf<'a, 'v, O: Places, T: Trace, M: Make<'a, 'v>>(
    cx: Cx<'_, T, M>,
    i: &'a [u8],
    place: &mut O::Output<Variant<'v>>,
) -> Option<&'a [u8]> {
    if T::ENABLED {
        return None;
    }
    let cx = cx.borrowing();
    let (i, word) = chunk::<4>(i).ok()?;
    let word = u32::from_le_bytes(word);
    let header = |kind| Header { kind, word };
    let may_be_wide = |kind| flags_are_known(&cx.rules().dialect, kind, word);
    match word {
        common::NIL => Some(i),
        common::BOOL => quick::<O, _>(boolean(cx).map(Variant::Bool), i, place),
        common::INT => quick::<O, _>(int(cx, header(Kind::Int)).map(Variant::Int), i, place),
        common::FLOAT => quick::<O, _>(float(cx, header(Kind::Float)).map(Variant::Float), i, place),
        common::STRING => short_text::<O, T, M>(cx, i, place),
        common::VECTOR2 if !header(Kind::Vector2).has_wide_components(&cx.rules().dialect) => {
            quick::<O, _>(vector2::<f32, T>(cx).map(Variant::Vector2), i, place)
        }
        common::WIDE_INT if may_be_wide(Kind::Int) => {
            quick::<O, _>(int(cx, header(Kind::Int)).map(Variant::Int), i, place)
        }
        common::WIDE_FLOAT if may_be_wide(Kind::Float) => {
            quick::<O, _>(float(cx, header(Kind::Float)).map(Variant::Float), i, place)
        }
        _ => None,
    }
}

/// Runs a grammar. `None`, without a reason: it fails.
#[cfg_attr(not(debug_assertions), inline(always))]
fn quick<'a, O: Places, X>(
    mut grammar: impl Grammar<'a, X>,
    i: &'a [u8],
    place: &mut O::Output<X>,
) -> Option<&'a [u8]> {
    let (rest, x) = grammar.process::<OutputM<O, Check, Streaming>>(i).ok()?;
    overwrite(place, x);
    Some(rest)
}

/// The short text of a String, as [`common_leaf`] reads it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn short_text<'a, 'v, O: Places, T: Trace, M: Make<'a, 'v>>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    place: &mut O::Output<Variant<'v>>,
) -> Option<&'a [u8]> {
    if const { makes_nothing::<OutputM<O, Emit, Streaming>>() } {
        return if M::CHECKED { short::check_text(cx, i) } else { short::skip_text(cx, i) };
    }
    let (rest, text) = short::text(cx, i)?;
    overwrite(place, O::bind(|| Variant::String(M::keep(Text::borrowed(text)))));
    Some(rest)
}
