//! Text in modified UTF-8, as Java's `writeUTF` writes it.

use std::io::Write;

use cookie_factory::sequence::pair;
use cookie_factory::{GenError, SerializeFn};
use nom::Parser;

use super::super::Cx;
use crate::cx::chunk;
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::grammar::{Grammar, bytes, checked, grammar, slice};
use crate::minecraft::model::nbt::JavaStr;
use crate::minecraft::mutf8::first_malformed;
use crate::trace::{Shown, Trace};

grammar!(
    /// Text of NBT: modified UTF-8.
    ///
    /// | size   | field |
    /// |--------|-------|
    /// | 2      | byte length, unsigned |
    /// | length | modified UTF-8 |
    ///
    /// | units                        | bytes |
    /// |------------------------------|-------|
    /// | 0001..007f                   | `0xxxxxxx` |
    /// | 0000, 0080..07ff             | `110xxxxx 10xxxxxx` |
    /// | 0800..ffff, surrogates too   | `1110xxxx 10xxxxxx 10xxxxxx` |
    ///
    /// Raw zero bytes and overlong forms are read, and kept.
    pub fn mutf8<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, JavaStr<'a>> {
        named(cx, "byte length", "text")
    }
);

/// Mirrors [`mutf8`]; more than 65535 bytes cannot be written.
#[inline]
pub fn gen_mutf8<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr<'_>) -> impl SerializeFn<W> {
    checked(move || byte_length(&cx, x.as_bytes()), |length| pair(bytes(length), slice(x.as_bytes())))
}

/// [`mutf8`] whose fields have these names.
#[inline]
pub(in crate::minecraft) fn named<'a, T: Trace>(
    cx: Cx<'_, T>,
    length: &'static str,
    name: &'static str,
) -> impl Grammar<'a, JavaStr<'a>> {
    move |i| {
        if !T::ENABLED {
            return well_formed(cx).map(JavaStr::of_well_formed).parse(i);
        }
        if let Ok((after, bytes)) = chunk(i) {
            cx.field(i, after, length, Shown::Uint(u16::from_be_bytes(bytes).into()));
        }
        let (rest, text) = well_formed(cx).map(JavaStr::of_well_formed).parse(i)?;
        let after = i.get(2..).unwrap_or_default();
        match text.to_str() {
            Some(text) => cx.field(after, rest, name, Shown::Text(&text)),
            None => cx.field(after, rest, name, Shown::Bytes(text.as_bytes())),
        }
        Ok((rest, text))
    }
}

/// The bytes of the text, checked and not reported.
#[inline]
fn well_formed<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, &'a [u8]> {
    move |i| call_well_formed(cx, i)
}

/// [`read_well_formed`] as a call: a text by itself is not worth a copy of it.
#[inline(never)]
fn call_well_formed<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, &'a [u8]> {
    read_well_formed(cx, i)
}

/// Reads what [`well_formed`] reads.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::minecraft) fn read_well_formed<'a, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
) -> PResult<'a, &'a [u8]> {
    let (after, length) = chunk(i)?;
    let length = u16::from_be_bytes(length);
    let Some((bytes, rest)) = after.split_at_checked(usize::from(length)) else {
        cx.reserve(i, after, length.into(), 1)?;
        return Fault::short(after, length.into());
    };
    match first_malformed(bytes) {
        None => Ok((rest, bytes)),
        Some(at) => Fault::at(after.get(at..).unwrap_or_default(), DecodeErrorKind::ModifiedUtf8),
    }
}

/// The length before text.
#[inline]
pub(in crate::minecraft) fn byte_length<T: Trace>(cx: &Cx<'_, T>, x: &[u8]) -> Result<[u8; 2], GenError> {
    match u16::try_from(x.len()) {
        Ok(length) => Ok(length.to_be_bytes()),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length: x.len(), limit: u16::MAX.into() }),
    }
}
