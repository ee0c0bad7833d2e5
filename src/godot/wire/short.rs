//! Short text by words of eight bytes: a shortcut of [`text`](super::text()) and [`gen_text`](super::gen_text). Most string
//! blocks are short, and hold neither a NUL nor a byte order mark.

use std::io::Write;

use ascii::AsciiStr;
use cookie_factory::sequence::pair;
use cookie_factory::{GenResult, SerializeFn, WriteContext};
use nom::Parser;

use super::header::{common, gen_header};
use super::swar::{Scan, number, scan};
use super::text::{byte_length, gen_text, padding};
use super::{Cx, Header};
use crate::godot::ids::Kind;
use crate::godot::model::{BYTE_ORDER_MARK, Text};
use crate::sink::{Gen, put};
use crate::trace::Trace;
use crate::utf8::LONG;

/// The bytes of a short string block. `None`: not the fast case, use the full parser.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn short_block<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> Option<(&'a [u8], &'a [u8], Scan)> {
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
    let scan = scan(raw);
    if scan.has_nul() || !scan.is_ascii() && raw.starts_with(BYTE_ORDER_MARK) {
        return None;
    }
    Some((after, raw, scan))
}

/// A short text. `None`: not the fast case, use the full parser.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn text<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> Option<(&'a [u8], &'a str)> {
    let (after, raw, scan) = short_block(cx, i)?;
    let text = if scan.is_ascii() {
        AsciiStr::from_ascii(raw).ok()?.as_str()
    } else {
        std::str::from_utf8(raw).ok()?
    };
    Some((after, text))
}

/// [`text`] for those who only want to know that it is right. The standard library is needed to make a
/// `str` of bytes, but not to see that they are ASCII.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_text<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> Option<&'a [u8]> {
    let (after, raw, scan) = short_block(cx, i)?;
    if !scan.is_ascii() {
        std::str::from_utf8(raw).ok()?;
    }
    Some(after)
}

/// The input after a block whose text was checked before.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn skip_text<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> Option<&'a [u8]> {
    let (i, length) = byte_length(cx).parse(i).ok()?;
    let (_, after) = i.split_at(length);
    let (after, ()) = padding(cx, length, cx.rules().dialect.padding_required).parse(after).ok()?;
    Some(after)
}

/// At most sixteen bytes of UTF-8 without NUL: what most text is. It goes out in one write with its header.
pub(super) struct Short {
    length: u32,
    number: u128,
    words: usize,
}

impl Short {
    /// `None`: not the fast case, use the full serializer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn from_text(text: &Text<'_>) -> Option<Self> {
        let bytes = text.plain_bytes()?;
        let (number, words) = number(bytes)?;
        let length = u32::try_from(bytes.len()).ok()?;
        Some(Self { length, number, words })
    }

    /// Header, length, the bytes, and zeros to a multiple of four.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn r#gen<W: Write>(self, head: u32, out: &mut WriteContext<W>) -> Gen {
        let mut block = [0; 8 + 16];
        let (start, text) = block.split_at_mut(8);
        start.copy_from_slice(&joined(head, self.length));
        text.copy_from_slice(&self.number.to_le_bytes());
        /// The first `N` bytes: lengths that the compiler knows are copied with a move or two.
        fn first<const N: usize>(block: &[u8; 8 + 16]) -> [u8; N] {
            block.first_chunk().copied().unwrap_or([0; N])
        }
        match self.words {
            0 => put(out, &first::<8>(&block)),
            1 => put(out, &first::<12>(&block)),
            2 => put(out, &first::<16>(&block)),
            3 => put(out, &first::<20>(&block)),
            _ => put(out, &block),
        }
    }
}

/// Header word and a second word, in one number's bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn joined(head: u32, word: u32) -> [u8; 8] {
    (u64::from(head) | u64::from(word) << 32).to_le_bytes()
}

/// Writes a String value: its header and its text, in one write if it is short.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_headed_text<'x, W: Write, T: Trace>(
    cx: Cx<'_, T>,
    text: &'x Text<'x>,
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |mut out: WriteContext<W>| match Short::from_text(text) {
        Some(short) => {
            short.r#gen(common::STRING, &mut out)?;
            Ok(out)
        }
        None => Ok(gen_long_text(cx, text, out)?),
    }
}

#[inline(never)]
fn gen_long_text<W: Write, T: Trace>(cx: Cx<'_, T>, text: &Text<'_>, out: WriteContext<W>) -> GenResult<W> {
    pair(gen_header(Header::new(cx, Kind::String, 0)?), gen_text(cx, text))(out)
}
