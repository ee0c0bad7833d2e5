//! The string block, which is the layout of all text.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn};
use memchr::memchr;

use super::number::{count_word, gen_count, gen_words};
use super::{Cx, STRING, words};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::godot::dialect::TextRule;
use crate::godot::generalized;
use crate::godot::model::{BYTE_ORDER_MARK, Text, TextRef};
use crate::grammar::{Parse, Show as _, fail, fail_after, field_as, le_i32, map, slice, take};
use crate::trace::{Form, Meaning, Shown, Trace};
use crate::utf8::utf8;

/// Reads a string block.
///
/// | at  | size   | field |
/// |----:|-------:|-------|
/// | 0   | 4      | length n in bytes, signed, without the padding |
/// | 4   | n      | UTF-8; see [the text of each release](crate::godot::format::text) |
/// | 4+n | 0 to 3 | padding to a multiple of four, written 0, any value read |
///
/// Text ends at its first NUL. The bytes after it are neither kept nor checked. A byte order mark at the start is not
/// part of the text, but is written again. Elements of packed string arrays are written with a NUL inside the length.
/// Both forms are accepted everywhere.
pub fn text<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Text> {
    map(text_ref(cx), Text::from)
}
/// Mirrors [`text`].
pub fn gen_text<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Text) -> impl SerializeFn<W> {
    gen_block(cx, x, b"")
}

/// Reads [`text`] without a copy.
pub(in crate::godot) fn text_ref<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, TextRef<'a>> {
    block(cx, cx.dialect().padding_required)
}

/// Reads [`text`] whose padding is required or not. Some readers accept text without padding at the end of the input,
/// but not in paths.
pub(in crate::godot) fn block<'a, T: Trace>(
    cx: Cx<'_, T>,
    padding_required: bool,
) -> impl Parse<'a, TextRef<'a>> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        let (i, n) = byte_length(cx, true)(i)?;
        let (i, x) = characters(cx, n)(i)?;
        let (i, ()) = padding(cx, n, padding_required)(i)?;
        Ok((i, x))
    }
}
/// Mirrors [`block`]. `end` is the NUL of an element of a packed array.
pub(super) fn gen_block<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &Text,
    end: &'static [u8],
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out| {
        let raw = encodable(cx, x)?;
        let n = raw.len() + end.len();
        let out = gen_count(cx, n)(out)?;
        let out = slice(raw)(out)?;
        let out = slice(end)(out)?;
        gen_padding(n)(out)
    }
}

/// Writes the header and the [`text`] of a String. Up to 16 bytes are written together with it, because a copy of unknown
/// length is a call.
pub(super) fn gen_headed_text<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Text) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out| {
        let raw = encodable(cx, x)?;
        let (kind, n) = (STRING, count_word(cx, raw.len())?);
        let (start, end) = raw.split_at(raw.len().saturating_sub(1) / 4 * 4);
        let padded = last_word(raw, end);
        match *start.as_chunks().0 {
            [] if raw.is_empty() => gen_words([kind, n])(out),
            [] => gen_words([kind, n, padded])(out),
            [a] => gen_words([kind, n, u32::from_le_bytes(a), padded])(out),
            [a, b] => {
                let [a, b] = [a, b].map(u32::from_le_bytes);
                gen_words([kind, n, a, b, padded])(out)
            }
            [a, b, c] => {
                let [a, b, c] = [a, b, c].map(u32::from_le_bytes);
                gen_words([kind, n, a, b, c, padded])(out)
            }
            _ => {
                let out = slice(raw)(gen_words([kind, n])(out)?)?;
                gen_padding(raw.len())(out)
            }
        }
    }
}
/// Returns the last one to four bytes of a text with their padding.
#[cfg_attr(not(debug_assertions), inline(always))]
fn last_word(raw: &[u8], end: &[u8]) -> u32 {
    match raw.last_chunk() {
        Some(last) => u32::from_le_bytes(*last) >> (8 * (4 - end.len())),
        None => end.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte)),
    }
}

/// Reads the length of text, which at least as many bytes follow. `is_padded` says only whether an explanation mentions
/// padding.
///
/// | size | field |
/// |-----:|-------|
/// | 4    | length in bytes, not negative |
pub(super) fn byte_length<'a, T: Trace>(cx: Cx<'_, T>, is_padded: bool) -> impl Parse<'a, usize> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        let (rest, n) = le_i32(i)?;
        if T::ENABLED {
            let what = Meaning::new("byte length").of(i32::FORM);
            cx.row(i, rest, what.counting(words::unit_of_text(n, is_padded, rest)), Shown::Length(n));
            cx.go_on(rest)?;
        }
        // A length beyond the input is an error here, so that the error is at the length and not at the text.
        let Ok(length) = usize::try_from(n) else {
            return fail_after(i, rest, DecodeErrorKind::NegativeLength { value: n.into() });
        };
        match cx.missing(rest, length) {
            0 => Ok((rest, length)),
            missing => fail_after(i, rest, DecodeErrorKind::Incomplete { missing: missing as u64 }),
        }
    }
}

/// Reads the `n` bytes of text.
fn characters<'a, T: Trace>(cx: Cx<'_, T>, n: usize) -> impl Parse<'a, TextRef<'a>> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        let (rest, raw) = take(cx, n)(i)?;
        if let Some(text) = plain(raw).filter(|_| !T::ENABLED) {
            return Ok((rest, TextRef::Utf8(text)));
        }
        match unusual(cx, i, raw) {
            Ok(text) => Ok((rest, text)),
            Err(kind) => fail(i, kind),
        }
    }
}
/// Returns text without a NUL and without a byte order mark, as nearly all text is.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::godot) fn plain(raw: &[u8]) -> Option<&str> {
    match is_short_ascii(raw) || memchr(0, raw).is_none() && !raw.starts_with(BYTE_ORDER_MARK) {
        true => utf8(raw),
        false => None,
    }
}
/// Returns whether these are few bytes, all of them ASCII and none a NUL. They are looked at eight at a time, where the last
/// word overlaps with the one before it. More bytes are searched with SIMD instructions.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::godot) fn is_short_ascii(raw: &[u8]) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // The highest bit of a byte is set in those beyond ASCII, and where subtracting 1 borrows: in NULs, and perhaps in a byte after one.
    let odd = |word: u64| (word | word.wrapping_sub(ONES)) & ONES << 7;
    match (raw.last_chunk::<8>(), raw.first_chunk::<4>(), raw.last_chunk::<4>()) {
        _ if raw.len() > 64 => false,
        (Some(last), ..) => {
            let (words, _) = raw.as_chunks::<8>();
            let last = odd(u64::from_le_bytes(*last));
            words.iter().fold(last, |found, word| found | odd(u64::from_le_bytes(*word))) == 0
        }
        (None, Some(first), Some(last)) => {
            let [first, last] = [first, last].map(|half| u64::from(u32::from_le_bytes(*half)));
            odd(first | last << 32) == 0
        }
        _ => raw.iter().all(|byte| (1..0x80).contains(byte)),
    }
}
/// Returns text with a NUL, a byte order mark, or other bytes than UTF-8. Reports the rows of any text.
#[cold]
fn unusual<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8], raw: &'a [u8]) -> Result<TextRef<'a>, DecodeErrorKind> {
    let (bytes, has_mark) = content(raw);
    let text = match utf8(bytes) {
        Some(text) => TextRef::Utf8(text),
        None => TextRef::Other(generalized::decode(cx.dialect().text, bytes)?),
    };
    let text = if has_mark { TextRef::Other(Text::from(text).with_bom()) } else { text };
    if T::ENABLED {
        words::rows_of_text(cx, i, raw, bytes, &text);
    }
    Ok(text)
}
/// Returns the bytes up to the first NUL and without the byte order mark, and whether there was one.
pub(super) fn content(raw: &[u8]) -> (&[u8], bool) {
    let (bytes, _) = raw.split_at(memchr(0, raw).unwrap_or(raw.len()));
    match bytes.strip_prefix(BYTE_ORDER_MARK) {
        Some(bytes) => (bytes, true),
        None => (bytes, false),
    }
}
/// Reads up to three bytes of padding after `n` bytes, to a multiple of four.
pub(super) fn padding<'a, T: Trace>(cx: Cx<'_, T>, n: usize, required: bool) -> impl Parse<'a, ()> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        let size = n.wrapping_neg() % 4;
        let size = if required { size } else { size.min(i.len()) };
        let what = if T::ENABLED { words::padding(n, size) } else { Meaning::new("") };
        // Without padding, the field is empty and has no row.
        map(field_as(cx, what.of(Form::Skipped), take(cx, size), |_| Shown::Padding), drop)(i)
    }
}
/// Mirrors [`padding`].
pub(super) fn gen_padding<W: Write>(n: usize) -> impl SerializeFn<W> {
    move |out| match n % 4 {
        0 => Ok(out),
        1 => slice([0; 3])(out),
        2 => slice([0; 2])(out),
        _ => slice([0; 1])(out),
    }
}

/// Returns the bytes of a text, if readers of the dialect read the same text from them.
#[cfg_attr(not(debug_assertions), inline(always))]
fn encodable<'x, T: Trace>(cx: Cx<'_, T>, x: &'x Text) -> Result<&'x [u8], GenError> {
    let raw = x.as_bytes();
    let what = if !is_short_ascii(raw) && memchr(0, raw).is_some() {
        "text ends at its first NUL, what follows it would be lost"
    } else if x.is_non_utf8() && !generalized::is_read_back(cx.dialect().text, x.content()) {
        match cx.dialect().text {
            TextRule::Strict => "Godot 4 has no text with surrogates or code points beyond Unicode",
            TextRule::Lenient | TextRule::Any => "the engine reads these bytes as other text, or as none",
        }
    } else {
        return Ok(raw);
    };
    cx.refuse(EncodeErrorKind::NotExpressible { what })
}
