//! Text of NBT, in the form that the rules of the context name.

use std::io::Write;

use cookie_factory::sequence::pair;
use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext};
use nom::Parser;

use super::super::Cx;
use super::super::combinators::untraced;
use super::super::prim::ushort;
use super::super::varint::{gen_length, length};
use super::mutf8::{self, gen_mutf8, read_well_formed};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::grammar::{Grammar, bytes, field, gen_if_else, grammar, if_else, le_u16, slice};
use crate::minecraft::model::nbt::JavaStr;
use crate::trace::{Shown, Trace};

grammar!(
    /// Text of NBT: a String or a name.
    ///
    /// | form          | length | text |
    /// |---------------|-------:|------|
    /// | big-endian    | 2      | modified UTF-8, see [`mutf8`](super::mutf8()) |
    /// | little-endian | 2      | UTF-8 |
    /// | VarInt        | 1..5   | UTF-8 |
    ///
    /// The length counts bytes and is not negative.
    pub fn text<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, JavaStr<'a>> {
        named(cx, "byte length", "text")
    }
);

/// Mirrors [`text`]. Text with an unpaired surrogate cannot be written as UTF-8.
#[inline]
pub fn gen_text<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr<'_>) -> impl SerializeFn<W> {
    move |out| match cx.rules.nbt.is_java() {
        true => gen_mutf8(cx, x)(out),
        false => gen_utf8(cx, x, out),
    }
}

/// [`gen_text`] in UTF-8.
#[cold]
#[inline(never)]
fn gen_utf8<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr<'_>, out: WriteContext<W>) -> GenResult<W> {
    match x.to_str() {
        Some(text) => pair(gen_text_length(cx, text.len()), slice(text.as_bytes()))(out),
        None => cx.refuse(EncodeErrorKind::NotExpressible { what: "UTF-8 has no unpaired surrogates" }),
    }
}

/// [`text`] whose fields have these names.
#[inline]
pub(in crate::minecraft) fn named<'a, T: Trace>(
    cx: Cx<'_, T>,
    length: &'static str,
    name: &'static str,
) -> impl Grammar<'a, JavaStr<'a>> {
    if_else(cx.rules.nbt.is_java(), mutf8::named(cx, length, name), named_utf8(cx, length, name))
}

/// [`named`] in UTF-8.
fn named_utf8<'a, T: Trace>(
    cx: Cx<'_, T>,
    length: &'static str,
    name: &'static str,
) -> impl Grammar<'a, JavaStr<'a>> {
    move |i: &'a [u8]| -> PResult<'a, JavaStr<'a>> {
        if T::ENABLED {
            text_length(cx, length).parse(i)?;
        }
        let (rest, bytes) = read_utf8(cx, i)?;
        let text = text_of(cx, bytes);
        if T::ENABLED {
            let after = i.get(i.len() - rest.len() - bytes.len()..).unwrap_or_default();
            cx.field(after, rest, name, Shown::Text(&text.to_str_lossy()));
        }
        Ok((rest, text))
    }
}

/// The bytes of the text, checked and not reported. In optimized builds it is a part of the loops of compounds and lists.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::minecraft) fn read_text<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, &'a [u8]> {
    if cx.rules.nbt.is_java() {
        return read_well_formed(cx, i);
    }
    read_utf8(cx, i)
}

/// [`read_text`] in UTF-8.
#[inline(never)]
fn read_utf8<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, &'a [u8]> {
    let (after, length) = text_length(untraced(cx), "byte length").parse(i)?;
    let Some((bytes, rest)) = after.split_at_checked(length as usize) else {
        cx.reserve(i, after, length, 1)?;
        return Fault::short(after, length as usize);
    };
    match std::str::from_utf8(bytes) {
        Ok(_) => Ok((rest, bytes)),
        Err(error) => Fault::at(after.get(error.valid_up_to()..).unwrap_or_default(), DecodeErrorKind::Utf8),
    }
}

/// The text of bytes that [`read_text`] has checked.
#[inline]
pub(in crate::minecraft) fn text_of<'a, T: Trace>(cx: Cx<'_, T>, bytes: &'a [u8]) -> JavaStr<'a> {
    if cx.rules.nbt.is_java() {
        return JavaStr::of_well_formed(bytes);
    }
    JavaStr::from(std::str::from_utf8(bytes).unwrap_or_default())
}

grammar!(
    /// The length before text, in bytes.
    pub(crate) fn text_length<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, u32> {
        if_else(
            cx.rules.nbt.has_varints(),
            length(cx, name),
            if_else(cx.rules.nbt.is_java(), ushort(cx, name), field(cx, name, le_u16())).map(u32::from),
        )
    }
);

/// Mirrors [`text_length`] in UTF-8.
fn gen_text_length<T: Trace, W: Write>(cx: Cx<'_, T>, count: usize) -> impl SerializeFn<W> {
    let short = move |out: WriteContext<W>| -> Result<WriteContext<W>, GenError> {
        match u16::try_from(count) {
            Ok(length) => bytes(length.to_le_bytes())(out),
            Err(_) => cx.refuse(EncodeErrorKind::TooLong { length: count, limit: u16::MAX.into() }),
        }
    };
    gen_if_else(cx.rules.nbt.has_varints(), gen_length(cx, count), short)
}
