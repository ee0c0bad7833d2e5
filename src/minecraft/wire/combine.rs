//! Types that are built from other types: Optional X, Option of X, Array of X, X Enum, Byte Array.
//!
//! Presence, count and length are known to the caller, or are encoded before the values.

use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::sequence::pair;
use nom::Parser;
use nom::combinator::success;

use super::Cx;

use super::prim::{boolean, gen_boolean};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault};
use crate::grammar::{
    Grammar, accept, count_within, counted, field_as, gen_counted, grammar, observed, refuse, slice, take,
    when,
};
use crate::trace::{Form, Meaning, Part, Shown, Trace};

/// Reads a value if `present` is true, otherwise nothing.
///
/// | size   | field |
/// |--------|-------|
/// | 0 or X | X if `present`, otherwise nothing |
///
/// The presence is known from other data. This is the same as nom's `cond`.
pub fn optional<'a, P: Parser<&'a [u8], Error = Fault>>(
    present: bool,
    x: P,
) -> impl Grammar<'a, Option<P::Output>> {
    nom::combinator::cond(present, x)
}

/// Writes the value if there is one, otherwise nothing, in the layout of [`optional`].
pub fn gen_optional<W: Write>(x: Option<impl SerializeFn<W>>) -> impl SerializeFn<W> {
    move |out| match &x {
        Some(x) => x(out),
        None => Ok(out),
    }
}

/// Fails because another field, from which readers know the layout of the value, contradicts it.
pub fn gen_disagreeing<T: Trace, W: Write>(cx: Cx<'_, T>) -> impl SerializeFn<W> {
    refuse(
        cx,
        EncodeErrorKind::NotExpressible { what: "this value contradicts the field that selects its layout" },
    )
}

/// Reads a Boolean, and a value if it is true.
///
/// | size   | field |
/// |--------|-------|
/// | 1      | present: Boolean |
/// | 0 or X | X, if present |
pub fn option<'a, T: Trace, X>(cx: Cx<'_, T>, x: impl Grammar<'a, X>) -> impl Grammar<'a, Option<X>> {
    when(boolean(cx, PRESENT), x)
}

/// Writes a Boolean, and the value if there is one, in the layout of [`option`].
pub fn gen_option<W: Write>(x: Option<impl SerializeFn<W>>) -> impl SerializeFn<W> {
    pair(gen_boolean(x.is_some()), gen_optional(x))
}

/// Reads `count` values.
///
/// | size        | field |
/// |-------------|-------|
/// | `count` × X | the elements |
///
/// The count is known from other data. `min_len` is the least number of bytes of an element. It is taken to
/// be at least 1, so that no count lets this loop run longer than the input.
pub fn array<'a, 'c, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'c, T>,
    count: u32,
    min_len: usize,
    element: impl Fn(Cx<'c, T>) -> P + Copy,
) -> impl Grammar<'a, Vec<P::Output>> {
    prefixed_array(cx, success(count), min_len, element)
}

/// Writes elements in sequence, in the layout of [`array()`].
pub fn gen_array<X, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'_, T>,
    elements: impl Iterator<Item = X> + Clone,
    element: impl Fn(X) -> F + Copy,
) -> impl SerializeFn<W> {
    gen_counted(cx, elements, Part::Index, element)
}

/// Reads a count and that number of values.
///
/// | size      | field |
/// |-----------|-------|
/// | 1..       | count: an integer that is not negative, usually [`length`](super::length()) |
/// | count × X | the elements |
///
/// ```
/// use gamewire::minecraft::{Protocol, wire};
/// use nom::Parser;
/// let settings = Protocol::V1_14.settings();
/// let cx = settings.cx();
/// let scores = |cx| wire::varint(cx, "score");
/// let mut array = wire::prefixed_array(cx, wire::length(cx, "count"), 1, scores);
/// assert_eq!(array.parse(&[2, 0x7f, 0x80, 1]).unwrap().1, [127, 128]);
/// ```
pub fn prefixed_array<'a, 'c, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'c, T>,
    count: impl Grammar<'a, u32>,
    min_len: usize,
    element: impl Fn(Cx<'c, T>) -> P + Copy,
) -> impl Grammar<'a, Vec<P::Output>> {
    let min_len = min_len.max(1);
    accept(count, move |count, rest| Ok((cx.reserving(rest, count, min_len)?, count)))
        .flat_map(move |(cx, count)| counted(cx, count as usize, min_len, Part::Index, element))
}

/// Writes a count and the elements, in the layout of [`prefixed_array`].
pub fn gen_prefixed_array<X, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'_, T>,
    count: impl SerializeFn<W>,
    elements: impl Iterator<Item = X> + Clone,
    element: impl Fn(X) -> F + Copy,
) -> impl SerializeFn<W> {
    pair(count, gen_array(cx, elements, element))
}

/// Reads a number as a count or length, which must be at least 0 and at most [`u32::MAX`].
pub(in crate::minecraft) fn not_negative<'a>(number: impl Grammar<'a, i64>) -> impl Grammar<'a, u32> {
    accept(number, |value, _| match u32::try_from(value) {
        Ok(count) => Ok(count),
        Err(_) if value < 0 => Err(DecodeErrorKind::NegativeLength { value }),
        Err(_) => Err(DecodeErrorKind::TooLong { length: value.unsigned_abs(), limit: u32::MAX }),
    })
}

grammar!(
    /// Reads `length` bytes.
    ///
    /// | size     | field |
    /// |----------|-------|
    /// | `length` | bytes |
    ///
    /// The length is known from other data.
    pub fn byte_array<'a, T: Trace>(cx: Cx<'_, T>, length: u32) -> impl Grammar<'a, &'a [u8]> {
        field_as(cx, Meaning::new("bytes").of(Form::Bytes), take(cx, length as usize), |bytes| {
            Shown::Bytes(bytes)
        })
    }
);

/// Writes bytes without a length, in the layout of [`byte_array`].
pub fn gen_byte_array<W: Write>(x: &[u8]) -> impl SerializeFn<W> {
    slice(x)
}

/// Reads a length and that number of bytes.
///
/// | size   | field |
/// |--------|-------|
/// | 1..    | length: an integer that is not negative, usually [`length`](super::length()) |
/// | length | bytes |
pub fn prefixed_byte_array<'a, T: Trace>(
    cx: Cx<'_, T>,
    length: impl Grammar<'a, u32>,
) -> impl Grammar<'a, &'a [u8]> {
    count_within(cx, length, 1).flat_map(move |length| byte_array(cx, length))
}

/// Writes a length and the bytes, in the layout of [`prefixed_byte_array`].
pub fn gen_prefixed_byte_array<W: Write>(length: impl SerializeFn<W>, x: &[u8]) -> impl SerializeFn<W> {
    pair(length, gen_byte_array(x))
}

/// Reads a number that must be in a list.
///
/// | size | field |
/// |------|-------|
/// | X    | a number from a list |
///
/// `number` reads the number without reporting it. `name_of` returns the name of a number in the list, which
/// is reported with the number.
pub fn enumeration<'a, 'n, X: Copy + Into<i64>, T: Trace>(
    cx: Cx<'_, T>,
    what: impl Into<Meaning>,
    number: impl Grammar<'a, X>,
    name_of: impl Fn(i64) -> Option<&'n str> + Copy,
) -> impl Grammar<'a, X> {
    accept(with_name(cx, what, number, name_of), move |number, _| match number.into() {
        value if name_of(value).is_some() => Ok(number),
        value => Err(DecodeErrorKind::EnumValue { value }),
    })
}

/// Writes the number of an enumeration, in the layout of [`enumeration`]. Fails if it is not `listed`.
pub fn gen_enumeration<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    listed: bool,
    refusal: EncodeErrorKind,
    number: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    move |out| if listed { number(out) } else { cx.refuse(refusal.clone()) }
}

/// Reads a number that may be in a list. Other numbers are kept.
pub(in crate::minecraft) fn with_name<'a, 'n, X: Copy + Into<i64>, T: Trace>(
    cx: Cx<'_, T>,
    what: impl Into<Meaning>,
    number: impl Grammar<'a, X>,
    name_of: impl Fn(i64) -> Option<&'n str>,
) -> impl Grammar<'a, X> {
    let what = what.into();
    observed(cx, number, move |number, i, rest| {
        let value = (*number).into();
        cx.field(i, rest, what, name_of(value).map_or(Shown::Int(value), |of| Shown::Named(value, of)));
    })
}

const PRESENT: Meaning =
    Meaning::new("present").saying("If it is true, the rest follows; if not, nothing does.");
