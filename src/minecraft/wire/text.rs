//! String(n), Chat and Identifier: a VarInt byte length, then UTF-8.

use std::borrow::Cow;
use std::io::Write;

use super::Cx;
use super::varint::{gen_length, length};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{
    Grammar, accept, accept_at, accept_inside, checked, count_within, field_as, grammar, slice, take,
    with_input,
};
use crate::minecraft::model::{Chat, Identifier, IdentifierError};
use crate::trace::{Encoding, Form, Meaning, Shown, Trace, Unit};
use crate::utf8;
use cookie_factory::SerializeFn;
use cookie_factory::sequence::pair;

/// The largest `n` of String(n), which is also the limit of Identifier.
pub const STRING_MAX: u32 = 32767;

grammar!(
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
    pub fn string<'a, T: Trace>(cx: Cx<'_, T>, n: u32) -> impl Grammar<'a, Cow<'a, str>> {
        with_input(move |start| {
            byte_length(cx, n).flat_map(move |length| {
                field_as(cx, TEXT, within_units(start, n, length, characters(cx, length)), |text| {
                    Shown::Text(text)
                })
            })
        })
    }
);

/// Writes text, in the layout of [`string`]. Fails if the text exceeds one of the limits.
pub fn gen_string<T: Trace, W: Write>(cx: Cx<'_, T>, n: u32, x: &str) -> impl SerializeFn<W> {
    let fits = move || match units(x) {
        length if length > n as usize => cx.refuse(EncodeErrorKind::TooLong { length, limit: n as usize }),
        _ => Ok(()),
    };
    // If the text has at most n bytes, it has at most n units.
    let fits = move || if x.len() > n as usize { fits() } else { Ok(()) };
    checked(fits, move |()| pair(gen_length(cx, x.len()), slice(x)))
}

grammar!(
    /// Reads a text component, which is JSON.
    ///
    /// | size   | field |
    /// |--------|-------|
    /// | 1 to 5 | byte length |
    /// | length | JSON of at most [`chat_limit`](crate::minecraft::Protocol::chat_limit) UTF-16 units; its syntax is not checked here |
    pub fn chat<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Chat> {
        string(cx, cx.rules().chat_limit).map(Chat::new)
    }
);

/// Writes a `Chat`, in the layout of [`chat`].
pub fn gen_chat<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Chat) -> impl SerializeFn<W> {
    gen_string(cx, cx.rules().chat_limit, x.as_str())
}

grammar!(
    /// Reads a name with a namespace.
    ///
    /// | size   | field |
    /// |--------|-------|
    /// | 1 to 5 | byte length |
    /// | length | `namespace:path`, or only a path; namespace `a-z 0-9 _ - .`, path `a-z 0-9 _ - . /` |
    pub fn identifier<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Identifier> {
        with_input(move |start| {
            byte_length(cx, STRING_MAX).flat_map(move |length| {
                allowed(cx, within_units(start, STRING_MAX, length, characters(cx, length)))
            })
        })
    }
);

/// Writes an `Identifier`, in the layout of [`identifier`].
pub fn gen_identifier<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Identifier) -> impl SerializeFn<W> {
    gen_string(cx, STRING_MAX, x.as_str())
}

grammar!(
    /// Reads the length in bytes of text of at most `n` units. As in the game, the limit is four bytes for each unit.
    fn byte_length<'a, T: Trace>(cx: Cx<'_, T>, n: u32) -> impl Grammar<'a, u32> {
        let limit = n.saturating_mul(4);
        let length = accept(length(cx, LENGTH), move |length, _| match length > limit {
            true => Err(DecodeErrorKind::TooLong { length: length.into(), limit }),
            false => Ok(length),
        });
        count_within(cx, length, 1)
    }
);

/// Checks that a text has at most `n` units. Otherwise the error is at its length, which is at `start`.
fn within_units<'a>(
    start: &'a [u8],
    n: u32,
    length: u32,
    text: impl Grammar<'a, Cow<'a, str>>,
) -> impl Grammar<'a, Cow<'a, str>> {
    accept_at(start, text, move |text| {
        // If the text has at most n bytes, it has at most n units. This does not hold if malformed bytes were
        // replaced.
        if length > n || matches!(text, Cow::Owned(_)) {
            let length = units(&text) as u64;
            if length > n.into() {
                return Err(DecodeErrorKind::TooLong { length, limit: n });
            }
        }
        Ok(text)
    })
}

/// Reads `length` bytes of UTF-8. An error is at the first byte that is not UTF-8.
fn characters<'a, T: Trace>(cx: Cx<'_, T>, length: u32) -> impl Grammar<'a, Cow<'a, str>> {
    accept_inside(take(cx, length as usize), move |bytes, i| match utf8::utf8(bytes) {
        Some(text) => Ok(Cow::Borrowed(text)),
        None if cx.rules().lossy_text => Ok(String::from_utf8_lossy(bytes)),
        None => Err(malformed(cx, i, bytes)),
    })
}

/// Returns the offset of the first byte that is not UTF-8, and the error.
#[cold]
fn malformed<T: Trace>(cx: Cx<'_, T>, i: &[u8], bytes: &[u8]) -> (usize, DecodeErrorKind) {
    let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    let (good, bad) = bytes.split_at(valid);
    let from = |at| i.split_at(at).1;
    cx.field(i, from(valid), TEXT, Shown::Bytes(good));
    cx.field(from(valid), from(bytes.len()), "not UTF-8", Shown::Bytes(bad));
    (valid, DecodeErrorKind::Utf8)
}

/// Checks that an identifier may have all characters of the text. Otherwise the error is at the first one
/// that it may not have.
fn allowed<'a, T: Trace>(
    cx: Cx<'_, T>,
    text: impl Grammar<'a, Cow<'a, str>>,
) -> impl Grammar<'a, Identifier> {
    let identifier = accept_inside(text, move |text, i| {
        Identifier::new(text.clone()).map_err(|error| not_allowed(cx, i, &text, error))
    });
    field_as(cx, TEXT, identifier, |identifier| Shown::Text(identifier.as_str()))
}

#[cold]
fn not_allowed<T: Trace>(
    cx: Cx<'_, T>,
    i: &[u8],
    text: &str,
    error: IdentifierError,
) -> (usize, DecodeErrorKind) {
    let (good, wrong) = text.split_at(error.offset());
    let character = error.character();
    let (wrong, _) = wrong.split_at(character.len_utf8());
    let (_, at) = i.split_at(good.len());
    // A character that replaces a malformed byte is not in the input.
    let width = if at.starts_with(wrong.as_bytes()) { wrong.len() } else { 1 };
    let (_, rest) = at.split_at(width);
    cx.field(i, at, TEXT, Shown::Text(good));
    cx.field(at, rest, "not allowed", Shown::Text(wrong));
    (good.len(), DecodeErrorKind::IdentifierChar { character })
}

/// Returns the number of UTF-16 code units of the text, in which Java measures lengths and limits.
pub fn units(text: &str) -> usize {
    // Every character is one unit, except those of four bytes in UTF-8, which are two.
    text.bytes().map(|byte| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0)).sum()
}

const LENGTH: Meaning = Meaning::new("byte length").counting(Unit::TEXT);
const TEXT: Meaning = Meaning::new("text").of(Form::Text(Encoding::Utf8));
