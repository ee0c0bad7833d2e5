//! Types that are built from others: Optional X, Option of X, Array of X, X Enum, Byte Array.

use std::io::Write;

use cookie_factory::sequence::pair;
use cookie_factory::{SerializeFn, WriteContext};

use super::{Cx, boolean, gen_boolean};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Parse, fail_after, field_as, gen_part, list, map, part, take};
use crate::trace::{Form, Meaning, Part, Shown, Trace};

const PRESENT: Meaning =
    Meaning::new("present").saying("If it is true, the rest follows; if not, nothing does.");

/// Reads a value if `present` is true, otherwise nothing.
///
/// | size   | field |
/// |--------|-------|
/// | 0 or X | X if `present`, otherwise nothing |
///
/// The presence is known from other data. This is the same as nom's `cond`.
pub fn optional<'a, O>(present: bool, x: impl Parse<'a, O>) -> impl Parse<'a, Option<O>> {
    move |i: &'a [u8]| if present { map(&x, Some)(i) } else { Ok((i, None)) }
}

/// Writes the value if there is one, otherwise nothing, in the layout of [`optional`].
pub fn gen_optional<W: Write>(x: Option<impl SerializeFn<W>>) -> impl SerializeFn<W> {
    move |out| match &x {
        Some(x) => x(out),
        None => Ok(out),
    }
}

/// Reads a Boolean, and a value if it is true.
///
/// | size   | field |
/// |--------|-------|
/// | 1      | present: Boolean |
/// | 0 or X | X, if present |
pub fn option<'a, T: Trace, O>(cx: Cx<'_, T>, x: impl Parse<'a, O>) -> impl Parse<'a, Option<O>> {
    move |i: &'a [u8]| {
        let (i, present) = boolean(cx, PRESENT)(i)?;
        optional(present, &x)(i)
    }
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
pub fn array<'a, 'c, T: Trace, O, P: Parse<'a, O>>(
    cx: Cx<'c, T>,
    count: u32,
    min_len: usize,
    element: impl Fn(Cx<'c, T>) -> P,
) -> impl Parse<'a, Vec<O>> {
    prefixed_array(cx, move |i| Ok((i, count)), min_len, element)
}

/// Writes elements in sequence, in the layout of [`array()`].
pub fn gen_array<X, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'_, T>,
    elements: impl Iterator<Item = X> + Clone,
    element: impl Fn(X) -> F,
) -> impl SerializeFn<W> {
    move |mut out: WriteContext<W>| {
        for (index, x) in elements.clone().enumerate() {
            out = gen_part(cx, Part::Index(index), element(x))(out)?;
        }
        Ok(out)
    }
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
/// let settings = Protocol::V1_14.settings();
/// let cx = settings.cx();
/// let scores = |cx| wire::varint(cx, "score");
/// let array = wire::prefixed_array(cx, wire::length(cx, "count"), 1, scores);
/// assert_eq!(array(&[2, 0x7f, 0x80, 1]).unwrap().1, [127, 128]);
/// ```
pub fn prefixed_array<'a, 'c, T: Trace, O, P: Parse<'a, O>>(
    cx: Cx<'c, T>,
    count: impl Parse<'a, u32>,
    min_len: usize,
    element: impl Fn(Cx<'c, T>) -> P,
) -> impl Parse<'a, Vec<O>> {
    let min_len = min_len.max(1);
    move |start: &'a [u8]| {
        let (i, n) = count(start)?;
        let n = cx.promise(start, i, n, min_len)?;
        list(cx, n, min_len, |index| part(cx, Part::Index(index), element(cx)))(i)
    }
}

/// Reads `length` bytes.
///
/// | size     | field |
/// |----------|-------|
/// | `length` | bytes |
///
/// The length is known from other data.
pub fn byte_array<'a, T: Trace>(cx: Cx<'_, T>, length: u32) -> impl Parse<'a, &'a [u8]> {
    let meaning = Meaning::new("bytes").of(Form::Bytes);
    field_as(cx, meaning, take(cx, length as usize), |bytes| Shown::Bytes(bytes))
}

/// Reads a length and that number of bytes.
///
/// | size   | field |
/// |--------|-------|
/// | 1..    | length: an integer that is not negative, usually [`length`](super::length()) |
/// | length | bytes |
pub fn prefixed_byte_array<'a, T: Trace>(
    cx: Cx<'_, T>,
    length: impl Parse<'a, u32>,
) -> impl Parse<'a, &'a [u8]> {
    move |start: &'a [u8]| {
        let (i, n) = length(start)?;
        cx.within_bytes(start, i, n)?;
        byte_array(cx, n)(i)
    }
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
    number: impl Parse<'a, X>,
    name_of: impl Fn(i64) -> Option<&'n str> + Copy,
) -> impl Parse<'a, X> {
    let number = with_name(cx, what, number, name_of);
    move |start: &'a [u8]| {
        let (i, x) = number(start)?;
        if name_of(x.into()).is_none() {
            return fail_after(start, i, DecodeErrorKind::EnumValue { value: x.into() });
        }
        Ok((i, x))
    }
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
    number: impl Parse<'a, X>,
    name_of: impl Fn(i64) -> Option<&'n str>,
) -> impl Parse<'a, X> {
    let what = what.into();
    move |start: &'a [u8]| {
        let (i, x) = number(start)?;
        if T::ENABLED {
            let value = x.into();
            cx.row(start, i, what, name_of(value).map_or(Shown::Int(value), |of| Shown::Named(value, of)));
        }
        Ok((i, x))
    }
}

/// Reports the bytes that `parser` reads as the field `what`, with the words and the optional number that
/// `describe` returns. `describe` is called only if there is a trace.
pub fn described<'a, T: Trace, O>(
    cx: Cx<'_, T>,
    what: impl Into<Meaning>,
    parser: impl Parse<'a, O>,
    describe: impl Fn(&O) -> (Option<i64>, String),
) -> impl Parse<'a, O> {
    let what = what.into();
    move |start: &'a [u8]| {
        let (i, x) = parser(start)?;
        if T::ENABLED {
            let (number, words) = describe(&x);
            let shown = number.map_or(Shown::Text(&words), |number| Shown::Named(number, &words));
            cx.row(start, i, what, shown);
        }
        Ok((i, x))
    }
}

/// Fails because another field, from which readers know the layout of the value, contradicts it.
pub fn gen_disagreeing<T: Trace, W: Write>(cx: Cx<'_, T>) -> impl SerializeFn<W> {
    move |_: WriteContext<W>| cx.refuse(disagreeing())
}

/// The reason why [`gen_disagreeing`] fails.
pub(in crate::minecraft) fn disagreeing() -> EncodeErrorKind {
    EncodeErrorKind::NotExpressible { what: "this value contradicts the field that selects its layout" }
}

/// Appends an element to a list without a count. The rest of the input can hold at most `most` elements more.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::minecraft) fn push<X>(elements: &mut Vec<X>, x: X, most: usize) {
    if elements.len() == elements.capacity() {
        elements.reserve_exact(more(elements.len(), most));
    }
    elements.push(x);
}

/// Returns the capacity to add. It doubles up to the maximum. If the maximum is near, it is reserved at once, so that
/// growing, which keeps the old and the new allocation, never takes much more memory than the list itself.
#[cold]
fn more(len: usize, most: usize) -> usize {
    let double = len.max(8);
    if most <= 4 * double { most } else { double }
}

/// Takes all elements of a list that has grown. A few of them get an allocation of the right size, which takes less
/// time than to shrink theirs.
pub(in crate::minecraft) fn fitted<X>(elements: &mut Vec<X>) -> Vec<X> {
    if elements.len() == elements.capacity() || elements.len() > 64 {
        return std::mem::take(elements);
    }
    let mut all = Vec::with_capacity(elements.len());
    all.append(elements);
    all
}
