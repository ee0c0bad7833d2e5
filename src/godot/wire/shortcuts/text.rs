//! Shortcuts of [`text`](super::super::text()). Most string blocks are short, and contain neither a NUL nor a byte
//! order mark. They are checked eight bytes at a time. Large blocks are handled in parts, because they do not stay in
//! the cache between two passes.

use ascii::AsciiStr;
use memchr::memchr;
use nom::Parser;

use super::super::Cx;
use super::super::text::{byte_length, padding};
use super::swar::is_plain;
use crate::godot::model::{BYTE_ORDER_MARK, Text};
use crate::trace::Trace;
use crate::utf8::{LONG, utf8};

/// Returns the bytes of a short string block and whether they are ASCII, or `None` if the full parser is needed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::godot::wire) fn short_block<'a, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
) -> Option<(&'a [u8], &'a [u8], bool)> {
    let (length, rest) = i.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length) as usize;
    if length >= LONG {
        return None;
    }
    let (block, after) = rest.split_at_checked((length + 3) & !3)?;
    let raw = block.get(..length)?;
    if cx.lacks(after) {
        return None;
    }
    let is_plain = is_plain(raw);
    if !is_plain && (memchr(0, raw).is_some() || raw.starts_with(BYTE_ORDER_MARK)) {
        return None;
    }
    Some((after, raw, is_plain))
}

/// Returns a short text, or `None` if the full parser is needed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::godot::wire) fn short_text<'a, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
) -> Option<(&'a [u8], &'a str)> {
    let (after, raw, is_ascii) = short_block(cx, i)?;
    let text =
        if is_ascii { AsciiStr::from_ascii(raw).ok()?.as_str() } else { std::str::from_utf8(raw).ok()? };
    Some((after, text))
}

/// Validates a [`short_text`] without building it. The standard library is needed only to convert bytes that are not
/// ASCII to a `str`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::godot::wire) fn check_text<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> Option<&'a [u8]> {
    let (after, raw, is_ascii) = short_block(cx, i)?;
    if !is_ascii {
        std::str::from_utf8(raw).ok()?;
    }
    Some(after)
}

/// Returns the shortcut of a text whose value is made, or not, in a context without a trace.
pub(in crate::godot::wire) fn large_text<'a, T: Trace>(
    cx: Cx<'_, T>,
) -> impl Fn(&'a [u8], bool) -> Option<(&'a [u8], Text)> {
    move |i, is_made| match is_made {
        _ if T::ENABLED => None,
        true => large(cx, i),
        false => checked_before(cx, i).map(|rest| (rest, Text::default())),
    }
}

/// Returns the input after a block that was validated before, or `None` if it was not.
#[cold]
fn checked_before<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> Option<&'a [u8]> {
    if !cx.is_checked() {
        return None;
    }
    let (i, length) = byte_length(cx, true).parse(i).ok()?;
    let (_, after) = i.split_at(length);
    let (after, ()) = padding(cx, length, cx.rules().dialect.padding_required).parse(after).ok()?;
    Some(after)
}

/// Reads a large text, which is searched for a NUL, validated and copied in blocks, so that a block stays in
/// the cache after the first pass. Returns `None` if the text is not large, or if the full parser is needed.
#[cold]
#[inline(never)]
fn large<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> Option<(&'a [u8], Text)> {
    let (i, length) = byte_length(cx, true).parse(i).ok()?;
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

/// The length from which on a text does not stay in the cache between two passes.
const LARGE: usize = 1 << 16;

/// The number of bytes that are searched, validated and copied at once.
const BLOCK: usize = 1 << 13;

/// Copies UTF-8 without a NUL. Returns `None` for other bytes.
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

/// Splits the first bytes from a text. A character that is cut by the end of the block belongs to the rest.
fn split_block(bytes: &[u8]) -> (&[u8], &[u8]) {
    let Some((block, _)) = bytes.split_at_checked(BLOCK) else {
        return (bytes, &[]);
    };
    match block.iter().rposition(|byte| byte & 0xc0 != 0x80) {
        Some(last @ 1..) => bytes.split_at(last),
        _ => bytes.split_at(BLOCK),
    }
}
