//! String(n), Chat and Identifier: a VarInt byte length, then UTF-8.

use std::borrow::Cow;
use std::io::Write;

use cookie_factory::SerializeFn;

use super::{Cx, gen_length, length};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Parse, Read, fail, fail_after, map, slice, take};
use crate::minecraft::model::{Chat, Identifier, IdentifierError};
use crate::trace::{Encoding, Form, Meaning, Shown, Trace, Unit};
use crate::utf8::utf8;

/// The largest `n` of String(n), which is also the limit of Identifier.
pub const STRING_MAX: u32 = 32767;

pub(in crate::minecraft) const LENGTH: Meaning = Meaning::new("byte length").counting(Unit::TEXT);
const TEXT: Meaning = Meaning::new("text").of(Form::Text(Encoding::Utf8));

/// Reads text of a limited length.
///
/// | size   | field |
/// |--------|-------|
/// | 1 to 5 | byte length: VarInt, at most 4 × n |
/// | length | UTF-8, of at most n UTF-16 units |
///
/// A length that exceeds the limit is an error as soon as it is read, before its bytes arrive. Malformed
/// UTF-8 is an error, or is replaced with
/// [`Protocol::allow_lossy_text`](crate::minecraft::Protocol::allow_lossy_text).
pub fn string<'a, T: Trace>(cx: Cx<'_, T>, n: u32) -> impl Parse<'a, Cow<'a, str>> {
    text_after(cx, n, length(cx, LENGTH))
}

/// Reads text of at most `n` UTF-16 units after a length in bytes of any type.
pub(in crate::minecraft) fn text_after<'a, T: Trace>(
    cx: Cx<'_, T>,
    n: u32,
    length: impl Parse<'a, u32>,
) -> impl Parse<'a, Cow<'a, str>> {
    move |start: &'a [u8]| {
        let (rest, (i, text)) = characters(cx, n, &length, start)?;
        cx.row(i, rest, TEXT, Shown::Text(&text));
        Ok((rest, text))
    }
}

/// Writes text, in the layout of [`string`]. Fails if the text exceeds one of the limits.
pub fn gen_string<T: Trace, W: Write>(cx: Cx<'_, T>, n: u32, x: &str) -> impl SerializeFn<W> {
    move |out| {
        // Text of at most n bytes has at most n units.
        if x.len() > n as usize && units(x) > n as usize {
            return cx.refuse(EncodeErrorKind::TooLong { length: units(x), limit: n as usize });
        }
        let out = gen_length(cx, x.len())(out)?;
        slice(x)(out)
    }
}

/// Reads a text component, which is JSON.
///
/// | size   | field |
/// |--------|-------|
/// | 1 to 5 | byte length |
/// | length | JSON of at most [`chat_limit`](crate::minecraft::Protocol::chat_limit) UTF-16 units; its syntax is not checked here |
pub fn chat<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Chat> {
    map(string(cx, cx.rules().chat_limit), Chat::new)
}

/// Writes a `Chat`, in the layout of [`chat`].
pub fn gen_chat<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Chat) -> impl SerializeFn<W> {
    gen_string(cx, cx.rules().chat_limit, x.as_str())
}

/// Reads a name with a namespace.
///
/// | size   | field |
/// |--------|-------|
/// | 1 to 5 | byte length |
/// | length | `namespace:path`, or only a path; namespace `a-z 0-9 _ - .`, path `a-z 0-9 _ - . /` |
pub fn identifier<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Identifier> {
    move |start: &'a [u8]| {
        let (rest, (i, text)) = characters(cx, STRING_MAX, length(cx, LENGTH), start)?;
        match Identifier::new(&*text) {
            Ok(identifier) => {
                cx.row(i, rest, TEXT, Shown::Text(&text));
                Ok((rest, identifier))
            }
            Err(error) => not_allowed(cx, i, &text, &error),
        }
    }
}

/// Writes an `Identifier`, in the layout of [`identifier`].
pub fn gen_identifier<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Identifier) -> impl SerializeFn<W> {
    gen_string(cx, STRING_MAX, x.as_str())
}

/// Reads a length and text of at most `n` units. Returns the text with the input where it begins, and does not
/// report it.
fn characters<'a, T: Trace>(
    cx: Cx<'_, T>,
    n: u32,
    length: impl Parse<'a, u32>,
    start: &'a [u8],
) -> Read<'a, (&'a [u8], Cow<'a, str>)> {
    let (i, length) = length(start)?;
    let limit = n.saturating_mul(4);
    if length > limit {
        return fail_after(start, i, DecodeErrorKind::TooLong { length: length.into(), limit });
    }
    cx.within_bytes(start, i, length)?;
    let (rest, bytes) = take(cx, length as usize)(i)?;
    let text = match utf8(bytes) {
        Some(text) => Cow::Borrowed(text),
        None if cx.rules().lossy_text => String::from_utf8_lossy(bytes),
        None => return malformed(cx, i, rest, bytes),
    };
    // Text of at most n bytes has at most n units, if no malformed bytes were replaced.
    if (length > n || matches!(text, Cow::Owned(_))) && units(&text) > n as usize {
        return fail(start, DecodeErrorKind::TooLong { length: units(&text) as u64, limit: n });
    }
    Ok((rest, (i, text)))
}

#[cold]
fn malformed<'a, T: Trace, O>(cx: Cx<'_, T>, i: &'a [u8], rest: &[u8], bytes: &[u8]) -> Read<'a, O> {
    let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    let ((good, bad), (_, at)) = (bytes.split_at(valid), i.split_at(valid));
    cx.row(i, at, TEXT, Shown::Bytes(good));
    cx.row(at, rest, "not UTF-8", Shown::Bytes(bad));
    fail(at, DecodeErrorKind::Utf8)
}

/// Fails at the first character that an identifier may not have.
#[cold]
fn not_allowed<'a, T: Trace, O>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    text: &str,
    error: &IdentifierError,
) -> Read<'a, O> {
    let (good, wrong) = text.split_at(error.offset());
    let character = error.character();
    let (wrong, _) = wrong.split_at(character.len_utf8());
    let (_, at) = i.split_at(good.len());
    // A character that replaces a malformed byte is not in the input.
    let width = if at.starts_with(wrong.as_bytes()) { wrong.len() } else { 1 };
    let (_, rest) = at.split_at(width);
    cx.row(i, at, TEXT, Shown::Text(good));
    cx.row(at, rest, "not allowed", Shown::Text(wrong));
    fail(at, DecodeErrorKind::IdentifierChar { character })
}

/// Returns the number of UTF-16 code units of the text, in which Java measures lengths and limits.
pub fn units(text: &str) -> usize {
    // One for every character, two for those of four bytes.
    text.bytes().map(|byte| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0)).sum()
}
