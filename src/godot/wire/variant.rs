//! A whole value: header, then the payload of its type. The recursion of the grammar is tied here: containers are
//! handed `variant` to read what is inside.

use std::io::Write;

use cookie_factory::sequence::pair;
use cookie_factory::{GenResult, SerializeFn, WriteContext};
use nom::{Mode, OutputMode, PResult as Process, Parser};

use super::fast::{AnyValue, Output};
pub(crate) use super::fast::{Borrow, Check, Own};
use super::header::{gen_header, header};
use super::object::is_whole;
use super::payload::{gen_payload, header_of, payload};
use super::{Cx, Header};
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::godot::model::Variant;
use crate::grammar::{Grammar, accept, grammar, in_mode, makes_nothing};
use crate::sink::Gen;
use crate::trace::Trace;

grammar!(
    /// A whole value.
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
    pub fn variant<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Variant<'a>> {
        FastVariant { cx }
    }
);

/// Mirrors [`variant`].
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

/// The grammar of [`variant`] as it is written here, without the fast path.
pub fn plain_variant<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Variant<'a>> {
    PlainVariant { cx }
}

/// Mirrors [`plain_variant`].
pub fn gen_plain_variant<'c, 'x, T: Trace, W: Write>(
    cx: Cx<'c, T>,
    value: &'x Variant<'x>,
) -> impl SerializeFn<W> + use<'c, 'x, T, W> {
    move |out: WriteContext<W>| -> GenResult<W> {
        let header = header_of(&cx, value)?;
        pair(gen_header(header), gen_payload(cx, header, value, gen_plain_variant))(out)
    }
}

/// A type with a name, since values hold values: a combinator of combinators would be inside itself.
struct PlainVariant<'c, T: Trace> {
    cx: Cx<'c, T>,
}

impl<'a, T: Trace> Parser<&'a [u8]> for PlainVariant<'_, T> {
    type Output = Variant<'a>;
    type Error = Fault;

    #[inline(never)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> Process<OM, &'a [u8], Variant<'a>, Fault> {
        let cx = self.cx;
        permitted_header(cx).flat_map(move |header| payload(cx, header, plain_variant)).process::<OM>(i)
    }
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

/// Reads by the fast path, which equals [`PlainVariant`].
struct FastVariant<'c, T: Trace> {
    cx: Cx<'c, T>,
}

impl<'a, T: Trace> Parser<&'a [u8]> for FastVariant<'_, T> {
    type Output = Variant<'a>;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> Process<OM, &'a [u8], Variant<'a>, Fault> {
        let cx = self.cx;
        if const { makes_nothing::<OM>() } {
            let read = read_variant::<Check, T>(&cx, i, &mut ());
            return in_mode::<OM, _>(read).map(|(rest, _)| (rest, OM::Output::bind(|| Variant::Nil)));
        }
        let mut value = Variant::Nil;
        let read = read_variant::<Borrow, T>(&cx, i, &mut value);
        in_mode::<OM, _>(read.map(|(rest, ())| (rest, value)))
    }
}

/// [`variant`] for a caller that has a place for the value, which is still empty. With [`Own`] it equals
/// [`into_owned`](Variant::into_owned) of the value, in one pass.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn read_variant<'a, O: Output<'a>, T: Trace>(
    cx: &Cx<'_, T>,
    i: &'a [u8],
    slot: &mut O::Value,
) -> PResult<'a, ()> {
    if cfg!(gamewire_plain) {
        return O::take(plain_variant(*cx), i, slot);
    }
    match AnyValue::read_alone::<O, T>(cx, i, slot) {
        Some(rest) => Ok((rest, ())),
        None => AnyValue::read::<O, T>(cx, i, slot),
    }
}

/// [`gen_variant`] for a caller that keeps its output.
#[inline(always)]
pub(crate) fn write_variant<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    value: &Variant<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    if cfg!(gamewire_plain) {
        return crate::grammar::run(out, gen_plain_variant(*cx, value));
    }
    AnyValue::write(cx, value, out)
}
