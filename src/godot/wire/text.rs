//! The string block: the layout of text wherever there is text.

use std::io::Write;

use cookie_factory::sequence::tuple;
use cookie_factory::{GenError, SerializeFn};
use memchr::memchr;
use nom::Parser;
use nom::sequence::terminated;

use super::number::{gen_count, length_word};
use super::{Cx, generalized};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::godot::dialect::TextRule;
use crate::godot::model::{BYTE_ORDER_MARK, Text};
use crate::grammar::{Grammar, Make, accept, apart, checked, grammar, shortcut, slice};
use crate::trace::{Shown, Trace};
use crate::utf8::utf8;

grammar!(
    /// A string block.
    ///
    /// | at  | size | field |
    /// |----:|-----:|-------|
    /// | 0   | 4    | length n in bytes, signed, without the padding |
    /// | 4   | n    | UTF-8 |
    /// | 4+n | 0..3 | padding to a multiple of four, written 0, any value read |
    ///
    /// Text ends at its first NUL; what follows inside the n bytes is neither kept nor checked. A byte order mark
    /// at the start is not part of the text, but written again. Elements of packed string arrays are written with a
    /// NUL inside the length; both forms are read everywhere.
    pub fn text<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Text<'a>> {
        apart(string_block(cx, cx.rules().dialect.padding_required))
    }
);

/// Writes a `Text`, in the layout of [`text`].
pub fn gen_text<T: Trace, W: Write>(cx: Cx<'_, T>, text: &Text<'_>) -> impl SerializeFn<W> {
    checked(
        move || encodable(cx, text),
        move |raw| tuple((gen_count(cx, raw.len()), slice(raw), gen_padding(raw.len()))),
    )
}

grammar!(
    /// [`text`], with the padding needed or not: some readers do without it at the end of the input, but need it in
    /// paths.
    pub(super) fn string_block<'a, T: Trace>(
        cx: Cx<'_, T>,
        padding_required: bool,
    ) -> impl Grammar<'a, Text<'a>> {
        byte_length(cx)
            .flat_map(move |length| terminated(characters(cx, length), padding(cx, length, padding_required)))
    }
);

/// Mirrors [`text`] as an element of a packed string array: with a NUL inside the length.
pub(super) fn gen_terminated_text<T: Trace, W: Write>(cx: Cx<'_, T>, text: &Text<'_>) -> impl SerializeFn<W> {
    checked(
        move || encodable(cx, text),
        move |raw| {
            let length = raw.len() + 1;
            tuple((gen_count(cx, length), slice(raw), slice(b"\0"), gen_padding(length)))
        },
    )
}

grammar!(
    /// | size | field |
    /// |-----:|-------|
    /// | 4    | length in bytes, not negative; at least as many bytes follow |
    pub(super) fn byte_length<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, usize> {
        accept(length_word(cx, "byte length"), move |length, rest| match usize::try_from(length) {
            Err(_) => Err(DecodeErrorKind::NegativeLength { value: length.into() }),
            Ok(length) => match cx.missing(rest, length) {
                0 => Ok(length),
                missing => Err(DecodeErrorKind::Incomplete { missing: missing as u64 }),
            },
        })
    }
);

/// The characters of a block of this length in bytes.
fn characters<'a, T: Trace>(cx: Cx<'_, T>, length: usize) -> impl Grammar<'a, Text<'a>> {
    move |i: &'a [u8]| -> PResult<'a, Text<'a>> {
        let (rest, raw) = cx.take(i, length)?;
        let (bytes, has_mark) = content(raw);
        let text = match utf8(bytes) {
            Some(text) => Text::borrowed(text),
            None => match generalized::decode(cx.rules().dialect.text, bytes) {
                Ok(text) => text,
                Err(kind) => return Fault::at(i, kind),
            },
        };
        let text = if has_mark { text.with_bom() } else { text };
        if T::ENABLED {
            report(cx, i, raw, bytes, &text);
        }
        Ok((rest, text))
    }
}

/// Returns the contents of a block up to its first NUL and without its byte order mark, and whether it had one.
fn content(raw: &[u8]) -> (&[u8], bool) {
    let end = memchr(0, raw).unwrap_or(raw.len());
    let bytes = raw.get(..end).unwrap_or_default();
    match bytes.strip_prefix(BYTE_ORDER_MARK) {
        Some(bytes) => (bytes, true),
        None => (bytes, false),
    }
}

/// [`text`] as a value keeps it. Large text is copied block by block.
pub(super) fn kept_text<'a, 'v, T: Trace, M: Make<'a, 'v>>(cx: Cx<'_, T>) -> impl Grammar<'a, Text<'v>> {
    let large = move |i| if M::OWNED && !T::ENABLED { large_text(cx, i) } else { None };
    shortcut(large, move || text(cx).map(M::keep))
}

/// A large text that is owned: a shortcut of [`text`]. It is searched for a NUL, validated and copied block by block: after the
/// first look a block is in the cache. `None`: not large, or not as simple.
#[cold]
#[inline(never)]
fn large_text<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> Option<(&'a [u8], Text<'static>)> {
    let (i, length) = byte_length(cx).parse(i).ok()?;
    if length < LARGE {
        return None;
    }
    let (rest, raw) = cx.take(i, length).ok()?;
    if raw.starts_with(BYTE_ORDER_MARK) {
        return None;
    }
    let text = copied_in_blocks(raw)?;
    let (rest, ()) = padding(cx, length, cx.rules().dialect.padding_required).parse(rest).ok()?;
    Some((rest, text.into()))
}

/// From this length on a text does not stay in the cache between two looks.
const LARGE: usize = 1 << 16;

/// The bytes that are searched, validated and copied at once.
const BLOCK: usize = 1 << 13;

/// A copy of UTF-8 without NUL. `None`: the bytes are something else.
fn copied_in_blocks(mut bytes: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(bytes.len());
    while !bytes.is_empty() {
        let block;
        (block, bytes) = split_block(bytes);
        if memchr(0, block).is_some() {
            return None;
        }
        text.push_str(utf8(block)?);
    }
    Some(text)
}

/// The first bytes of a text, and the rest. The last character of a block may be cut: it begins the rest.
fn split_block(bytes: &[u8]) -> (&[u8], &[u8]) {
    let Some((block, _)) = bytes.split_at_checked(BLOCK) else {
        return (bytes, &[]);
    };
    match block.iter().rposition(|byte| byte & 0xc0 != 0x80) {
        Some(last @ 1..) => bytes.split_at(last),
        _ => bytes.split_at(BLOCK),
    }
}

/// Up to three bytes after `length` bytes, so that both together are a multiple of four.
pub(super) fn padding<'a, T: Trace>(cx: Cx<'_, T>, length: usize, required: bool) -> impl Grammar<'a, ()> {
    move |i: &'a [u8]| -> PResult<'a, ()> {
        let padding = length.wrapping_neg() % 4;
        let padding = if required { padding } else { padding.min(i.len()) };
        let (rest, _) = cx.take(i, padding)?;
        cx.field(i, rest, "padding to a multiple of 4", Shown::Padding);
        Ok((rest, ()))
    }
}

/// Mirrors [`padding`].
pub(super) fn gen_padding<W: Write>(length: usize) -> impl SerializeFn<W> {
    let zeros: &[u8] = &[0; 3];
    slice(zeros.get(..length.wrapping_neg() % 4).unwrap_or_default())
}

/// The bytes of a text, if a reader of the dialect makes the same text of them.
pub(super) fn encodable<'t, T: Trace>(cx: Cx<'_, T>, text: &'t Text<'_>) -> Result<&'t [u8], GenError> {
    let bytes = text.as_bytes();
    if memchr(0, bytes).is_some() {
        return refuse(cx, "text ends at its first NUL, what follows it would be lost");
    }
    if text.is_non_utf8() && !generalized::is_read_back(cx.rules().dialect.text, text.content()) {
        return match cx.rules().dialect.text {
            TextRule::Strict => {
                refuse(cx, "Godot 4 has no text with surrogates or code points beyond Unicode")
            }
            TextRule::Lenient | TextRule::Any => {
                refuse(cx, "the engine reads these bytes as other text, or as none")
            }
        };
    }
    Ok(bytes)
}

#[cold]
#[inline(never)]
fn refuse<T: Trace, O>(cx: Cx<'_, T>, what: &'static str) -> Result<O, GenError> {
    cx.refuse(EncodeErrorKind::NotExpressible { what })
}

/// The rows of a block's contents: mark, text, and what follows a NUL.
fn report<T: Trace>(cx: Cx<'_, T>, at: &[u8], raw: &[u8], bytes: &[u8], text: &Text<'_>) {
    let has_mark = raw.starts_with(BYTE_ORDER_MARK);
    let from = |n: usize| at.get(n..).unwrap_or_default();
    let start = if has_mark { BYTE_ORDER_MARK.len() } else { 0 };
    let end = start + bytes.len();
    cx.field(at, from(start), "byte order mark, dropped by the engine", Shown::Padding);
    let name = if text.is_empty() { "bytes that are no text and read as none" } else { "text" };
    let shown = text.as_str().filter(|text| !text.is_empty()).map_or(Shown::Bytes(bytes), Shown::Text);
    cx.field(from(start), from(end), name, shown);
    if raw.len() > end {
        cx.field(from(end), from(end + 1), "terminating NUL", Shown::Padding);
        cx.field(from(end + 1), from(raw.len()), "bytes after the NUL, ignored", Shown::Padding);
    }
}
