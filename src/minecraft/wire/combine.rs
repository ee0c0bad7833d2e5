//! Optional X, Array of X, X Enum, Byte Array: what is built from other types.
//!
//! The parsers are handed "how to read one element". Presence, count and length come from the caller, or
//! stand in front.

use std::io::Write;

use cookie_factory::WriteContext;

use super::prim::{gen_bool, parse_bool};
use super::varint::{gen_varint, parse_varint};
use super::{close, open};
use crate::cx::Cx;
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::minecraft::protocol::Protocol;
use crate::sink::{Gen, put};
use crate::trace::{Part, Shown, Trace};

/// | size   | field |
/// |--------|-------|
/// | 0 or X | nothing if `present` is false, else X |
///
/// Whether it is there is known from elsewhere.
pub fn parse_optional<'c, 'a, T: Trace, X>(
    cx: Cx<'c, Protocol, T>,
    present: bool,
    parse: impl FnOnce(Cx<'c, Protocol, T>, &'a [u8]) -> PResult<'a, X>,
    i: &'a [u8],
) -> PResult<'a, Option<X>> {
    if !present {
        return Ok((i, None));
    }
    let (i, x) = parse(cx, i)?;
    Ok((i, Some(x)))
}

/// Mirrors [`parse_optional`].
pub fn gen_optional<'c, T: Trace, X, W: Write>(
    cx: Cx<'c, Protocol, T>,
    x: Option<&X>,
    generate: impl FnOnce(Cx<'c, Protocol, T>, &X, &mut WriteContext<W>) -> Gen,
    out: &mut WriteContext<W>,
) -> Gen {
    match x {
        Some(x) => generate(cx, x, out),
        None => Ok(()),
    }
}

/// | size   | field |
/// |--------|-------|
/// | 1      | present: Boolean |
/// | 0 or X | X, if present |
pub fn parse_option<'c, 'a, T: Trace, X>(
    cx: Cx<'c, Protocol, T>,
    parse: impl FnOnce(Cx<'c, Protocol, T>, &'a [u8]) -> PResult<'a, X>,
    i: &'a [u8],
) -> PResult<'a, Option<X>> {
    let (i, present) = parse_bool(cx, "present", i)?;
    parse_optional(cx, present, parse, i)
}

/// Mirrors [`parse_option`].
pub fn gen_option<'c, T: Trace, X, W: Write>(
    cx: Cx<'c, Protocol, T>,
    x: Option<&X>,
    generate: impl FnOnce(Cx<'c, Protocol, T>, &X, &mut WriteContext<W>) -> Gen,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_bool(cx, x.is_some(), out)?;
    gen_optional(cx, x, generate, out)
}

/// | size        | field |
/// |-------------|-------|
/// | `count` × X | the elements |
///
/// The count is known from elsewhere. `least` is the fewest bytes an element takes; elements are taken to
/// have one byte at least, so that no count makes this loop for longer than the input.
pub fn parse_array<'c, 'a, T: Trace, X>(
    cx: Cx<'c, Protocol, T>,
    count: u32,
    least: usize,
    parse: impl Fn(Cx<'c, Protocol, T>, &'a [u8]) -> PResult<'a, X>,
    i: &'a [u8],
) -> PResult<'a, Vec<X>> {
    let least = least.max(1);
    parse_elements(cx.reserve(i, i, count, least)?, count, least, parse, i)
}

/// Mirrors [`parse_array`].
pub fn gen_array<'c, T: Trace, X, W: Write>(
    cx: Cx<'c, Protocol, T>,
    elements: &[X],
    generate: impl Fn(Cx<'c, Protocol, T>, &X, &mut WriteContext<W>) -> Gen,
    out: &mut WriteContext<W>,
) -> Gen {
    for (index, x) in elements.iter().enumerate() {
        cx.part(Part::Index(index), |cx| generate(cx, x, out))?;
    }
    Ok(())
}

/// The elements of a count that [`Cx::reserve`] has accepted.
fn parse_elements<'c, 'a, T: Trace, X>(
    mut cx: Cx<'c, Protocol, T>,
    count: u32,
    least: usize,
    parse: impl Fn(Cx<'c, Protocol, T>, &'a [u8]) -> PResult<'a, X>,
    mut i: &'a [u8],
) -> PResult<'a, Vec<X>> {
    let mut elements = Vec::with_capacity(count as usize);
    for index in 0..count as usize {
        cx.release(least);
        open(cx, Part::Index(index));
        let x;
        (i, x) = parse(cx, i)?;
        close(cx);
        elements.push(x);
    }
    Ok((i, elements))
}

/// | size      | field |
/// |-----------|-------|
/// | 1..5      | count: VarInt, not negative |
/// | count × X | the elements |
pub fn parse_prefixed_array<'c, 'a, T: Trace, X>(
    cx: Cx<'c, Protocol, T>,
    least: usize,
    parse: impl Fn(Cx<'c, Protocol, T>, &'a [u8]) -> PResult<'a, X>,
    i: &'a [u8],
) -> PResult<'a, Vec<X>> {
    let (rest, count) = parse_length(cx, "count", i)?;
    let least = least.max(1);
    parse_elements(cx.reserve(i, rest, count, least)?, count, least, parse, rest)
}

/// Mirrors [`parse_prefixed_array`].
pub fn gen_prefixed_array<'c, T: Trace, X, W: Write>(
    cx: Cx<'c, Protocol, T>,
    elements: &[X],
    generate: impl Fn(Cx<'c, Protocol, T>, &X, &mut WriteContext<W>) -> Gen,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_length(cx, elements.len(), out)?;
    gen_array(cx, elements, generate, out)
}

/// | size     | field |
/// |----------|-------|
/// | `length` | bytes |
///
/// The length is known from elsewhere.
pub fn parse_bytes<'a, T: Trace>(cx: Cx<'_, Protocol, T>, length: u32, i: &'a [u8]) -> PResult<'a, &'a [u8]> {
    let (rest, bytes) = cx.take(i, length as usize)?;
    cx.field(i, rest, "bytes", Shown::Bytes(bytes));
    Ok((rest, bytes))
}

/// Mirrors [`parse_bytes`].
pub fn gen_bytes<T: Trace, W: Write>(_: Cx<'_, Protocol, T>, x: &[u8], out: &mut WriteContext<W>) -> Gen {
    put(out, x)
}

/// | size   | field |
/// |--------|-------|
/// | 1..5   | length: VarInt, not negative |
/// | length | bytes |
pub fn parse_prefixed_bytes<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, &'a [u8]> {
    let (rest, length) = parse_length(cx, "byte length", i)?;
    cx.reserve(i, rest, length, 1)?;
    parse_bytes(cx, length, rest)
}

/// Mirrors [`parse_prefixed_bytes`].
pub fn gen_prefixed_bytes<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: &[u8],
    out: &mut WriteContext<W>,
) -> Gen {
    gen_length(cx, x.len(), out)?;
    gen_bytes(cx, x, out)
}

/// | size | field |
/// |------|-------|
/// | X    | a number from a list |
///
/// `parse` reads the number without a word to the listener, `named` gives the name of one in the list; the
/// row then says both.
pub fn parse_enum<'a, 'n, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    name: &'static str,
    parse: impl FnOnce(&'a [u8]) -> PResult<'a, i64>,
    named: impl FnOnce(i64) -> Option<&'n str>,
    i: &'a [u8],
) -> PResult<'a, i64> {
    let (rest, value) = parse(i)?;
    match named(value) {
        Some(meant) => {
            cx.field(i, rest, name, Shown::Named(value, meant));
            Ok((rest, value))
        }
        None => {
            cx.field(i, rest, name, Shown::Int(value));
            Fault::number(i, rest, DecodeErrorKind::EnumValue { value })
        }
    }
}

/// A VarInt that counts: negative is refused before it is made unsigned.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn parse_length<'a, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    name: &'static str,
    i: &'a [u8],
) -> PResult<'a, u32> {
    let (rest, value) = parse_varint(cx, name, i)?;
    match u32::try_from(value) {
        Ok(length) => Ok((rest, length)),
        Err(_) => Fault::number(i, rest, DecodeErrorKind::NegativeLength { value }),
    }
}

/// Mirrors [`parse_length`].
pub(crate) fn gen_length<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    length: usize,
    out: &mut WriteContext<W>,
) -> Gen {
    match i32::try_from(length) {
        Ok(length) => gen_varint(cx, length, out),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length, limit: i32::MAX as usize }),
    }
}
