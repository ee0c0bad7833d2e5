//! Text of NBT, in the form that the rules of the context name.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn, WriteContext};

use super::super::Cx;
use super::super::numbers::ushort;
use super::super::varint::{gen_length, length};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Parse, Read, fail, field, le_u16, map, slice};
use crate::minecraft::model::nbt::{JavaStr, JavaStrView};
use crate::minecraft::mutf8::first_malformed;
use crate::minecraft::nbt_form::NbtForm;
use crate::trace::{Encoding, Form, Meaning, Order, Shown, Trace, Unit};

/// Reads text of NBT: a String or a name.
///
/// | form          | length | text |
/// |---------------|-------:|------|
/// | big-endian    | 2      | modified UTF-8, see [`mutf8`] |
/// | little-endian | 2      | UTF-8, usually |
/// | VarInt        | 1 to 5 | UTF-8, usually |
///
/// The length is the number of bytes. Malformed modified UTF-8 is an error. The Bedrock edition also allows other bytes in text; see
/// [`JavaStr::from_utf8`].
pub fn text<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, JavaStr> {
    text_named(cx, "byte length", "text")
}

/// Writes text of NBT, in the layout of [`text`]. Fails if it has more bytes than its length can hold, or if text of the
/// Java edition with an unpaired surrogate must be written as UTF-8.
pub fn gen_text<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match cx.rules().nbt.is_java() {
        true => gen_mutf8(cx, x)(out),
        false => gen_utf8(cx, x)(out),
    }
}

/// Reads [`text`], with the given names of the fields.
pub(in crate::minecraft::wire) fn text_named<'a, T: Trace>(
    cx: Cx<'_, T>,
    length: &'static str,
    name: &'static str,
) -> impl Parse<'a, JavaStr> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| match cx.rules().nbt.is_java() {
        true => java_text(cx, length, name)(i),
        false => map(utf8_bytes(cx, length, name), JavaStr::from_utf8)(i),
    }
}

/// Reads text of NBT, which is modified UTF-8.
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
/// Zero bytes and overlong encodings are accepted and kept.
pub fn mutf8<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, JavaStr> {
    java_text(cx, "byte length", "text")
}

/// Writes text of NBT, in the layout of [`mutf8`]. Fails if it has more than 65535 bytes.
pub fn gen_mutf8<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr) -> impl SerializeFn<W> {
    move |out| {
        let text = x.as_bytes();
        let out = slice(short_length(cx, text.len())?.to_be_bytes())(out)?;
        slice(text)(out)
    }
}

/// Reads [`mutf8`], with the given names of the fields.
fn java_text<'a, T: Trace>(
    cx: Cx<'_, T>,
    length: &'static str,
    name: &'static str,
) -> impl Parse<'a, JavaStr> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |start: &'a [u8]| {
        let (i, n) = ushort(cx, Meaning::new(length).counting(Unit::TEXT))(start)?;
        let (rest, bytes) = whole(cx, start, i, n.into())?;
        let meaning = Meaning::new(name).of(Form::Text(Encoding::Modified));
        if let Some(valid) = first_malformed(bytes) {
            if cx.rules().nbt == NbtForm::AnyText {
                cx.row(i, rest, Meaning::new(name).of(Form::Bytes), Shown::Bytes(bytes));
                return Ok((rest, JavaStr::from_utf8(bytes)));
            }
            let (good, at) = i.split_at(valid);
            cx.row(i, at, meaning, Shown::Bytes(good));
            return fail(at, DecodeErrorKind::ModifiedUtf8);
        }
        if T::ENABLED {
            let text = JavaStrView::of_form(bytes, NbtForm::BigEndian);
            cx.row(i, rest, meaning, text.to_str().as_deref().map_or(Shown::Bytes(bytes), Shown::Text));
        }
        Ok((rest, JavaStr::of_well_formed(bytes)))
    }
}

/// Reads bytes that are usually UTF-8, with the given names of the fields.
fn utf8_bytes<'a, T: Trace>(
    cx: Cx<'_, T>,
    length_name: &'static str,
    name: &'static str,
) -> impl Parse<'a, &'a [u8]> {
    move |start: &'a [u8]| {
        let (i, n) = text_length(cx, length_name)(start)?;
        let (rest, bytes) = whole(cx, start, i, n)?;
        if T::ENABLED {
            let (form, shown) = match std::str::from_utf8(bytes) {
                Ok(text) => (Form::Text(Encoding::Utf8), Shown::Text(text)),
                Err(_) => (Form::Bytes, Shown::Bytes(bytes)),
            };
            cx.row(i, rest, Meaning::new(name).of(form), shown);
        }
        Ok((rest, bytes))
    }
}

/// Reads the length of text in bytes.
pub fn text_length<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Parse<'a, u32> {
    let name = Meaning::new(name).counting(Unit::TEXT);
    move |i: &'a [u8]| match cx.rules().nbt {
        NbtForm::BigEndian | NbtForm::AnyText => map(ushort(cx, name), u32::from)(i),
        NbtForm::LittleEndian => map(field(cx, name.of(Form::unsigned(Order::Little)), le_u16), u32::from)(i),
        NbtForm::VarInt => length(cx, name)(i),
    }
}

/// Writes text as UTF-8.
fn gen_utf8<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr) -> impl SerializeFn<W> {
    move |out| {
        let Some(text) = x.to_utf8() else {
            return cx.refuse(EncodeErrorKind::NotExpressible { what: "UTF-8 has no unpaired surrogates" });
        };
        let out = match cx.rules().nbt.has_varints() {
            true => gen_length(cx, text.len())(out)?,
            false => slice(short_length(cx, text.len())?.to_le_bytes())(out)?,
        };
        slice(&*text)(out)
    }
}

/// Reads the `n` bytes of text, whose length is at `start`. Promised bytes are not counted unless the input itself is
/// too short: if text takes them, the error is at the field that lacks them.
#[cfg_attr(not(debug_assertions), inline(always))]
fn whole<'a, T: Trace>(cx: Cx<'_, T>, start: &[u8], i: &'a [u8], n: u32) -> Read<'a, &'a [u8]> {
    match i.split_at_checked(n as usize) {
        Some((bytes, rest)) => Ok((rest, bytes)),
        // A trace may accept a length beyond the input; then the bytes are missing.
        None => cx.within_bytes(start, i, n).and_then(|n| crate::grammar::ends(i, n)),
    }
}

/// Returns the length of text as 16 bits. Fails if it exceeds them.
fn short_length<T: Trace>(cx: Cx<'_, T>, length: usize) -> Result<u16, GenError> {
    match u16::try_from(length) {
        Ok(length) => Ok(length),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length, limit: u16::MAX.into() }),
    }
}
