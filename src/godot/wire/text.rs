//! The string block: how text stands wherever text stands.

use std::io::Write;

use ascii::AsciiStr;
use cookie_factory::{GenError, WriteContext};
use memchr::memchr;

use super::Cx;
use super::prim::{count_word, word};
use super::words::{Look, look, number};
use crate::cx::aside;
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::godot::dialect::TextRule;
use crate::godot::model::{BYTE_ORDER_MARK, Text};
use crate::sink::{Gen, Sink, join, put};
use crate::trace::{Shown, Trace};

/// From this length on SIMD looks through text faster than word by word.
const LONG: usize = 64;

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
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_text<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Text<'a>> {
    parse_padded_text(cx, i, cx.rules.dialect.padding_required)
}

/// [`parse_text`], with the padding needed or not: some readers do without it at the end of the input, but
/// need it in paths.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_padded_text<'a, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    padding_required: bool,
) -> PResult<'a, Text<'a>> {
    let (rest, length) = parse_length(cx, i)?;
    let (raw, behind) = rest.split_at(length);
    let text = decode(cx, rest, raw)?;
    let (behind, ()) = parse_padding(cx, behind, length, padding_required)?;
    Ok((behind, text))
}

/// What most string blocks are: short, without NUL or mark, with their padding. `None` decides nothing, the
/// whole parser then has a look.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn common_block<'a, T: Trace>(cx: &Cx<'_, T>, i: &'a [u8]) -> Option<(&'a [u8], &'a [u8], Look)> {
    let (length, rest) = i.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length) as usize;
    if length >= LONG {
        return None;
    }
    let (block, behind) = rest.split_at_checked((length + 3) & !3)?;
    let raw = block.get(..length)?;
    if cx.is_short_of(behind) {
        return None;
    }
    let look = look(raw);
    if look.has_nul() || !look.is_ascii() && raw.starts_with(BYTE_ORDER_MARK) {
        return None;
    }
    Some((behind, raw, look))
}

/// [`parse_text`] for the most common text alone.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn common_text<'a, T: Trace>(cx: &Cx<'_, T>, i: &'a [u8]) -> Option<(&'a [u8], &'a str)> {
    let (behind, raw, look) = common_block(cx, i)?;
    let text = if look.is_ascii() {
        AsciiStr::from_ascii(raw).ok()?.as_str()
    } else {
        std::str::from_utf8(raw).ok()?
    };
    Some((behind, text))
}

/// [`common_text`] for those who only want to know that it is right. The standard library is needed to make a
/// `str` of bytes, but not to see that they are ASCII.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_common_text<'a, T: Trace>(cx: &Cx<'_, T>, i: &'a [u8]) -> Option<&'a [u8]> {
    let (behind, raw, look) = common_block(cx, i)?;
    if !look.is_ascii() {
        std::str::from_utf8(raw).ok()?;
    }
    Some(behind)
}

/// What stands behind a block whose text was looked at before.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn skip_text<'a, T: Trace>(cx: &Cx<'_, T>, i: &'a [u8]) -> Option<&'a [u8]> {
    let (i, length) = parse_length(*cx, i).ok()?;
    let (_, behind) = i.split_at(length);
    let (behind, ()) = parse_padding(*cx, behind, length, cx.rules.dialect.padding_required).ok()?;
    Some(behind)
}

/// The length word of a string block, checked against what is left.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_length<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, usize> {
    let (rest, length) = word(i)?;
    let value = length.cast_signed();
    cx.field(i, rest, "byte length", Shown::Length(value));
    if value < 0 {
        return Fault::number(i, rest, DecodeErrorKind::NegativeLength { value });
    }
    let length = length as usize;
    if length > cx.free(rest) {
        let missing = cx.missing(rest, length);
        return Fault::number(i, rest, DecodeErrorKind::Incomplete { missing });
    }
    Ok((rest, length))
}

/// Up to three bytes after `length` bytes, so that both together are a multiple of four.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_padding<'a, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    length: usize,
    required: bool,
) -> PResult<'a, ()> {
    let padding = length.wrapping_neg() % 4;
    let padding = if required { padding } else { padding.min(i.len()) };
    let (rest, _) = cx.take(i, padding)?;
    cx.field(i, rest, "padding to a multiple of 4", Shown::Padding);
    Ok((rest, ()))
}

/// What the `raw` bytes of a block say. `at` starts with them.
#[cfg_attr(not(debug_assertions), inline(always))]
fn decode<'a, T: Trace>(cx: Cx<'_, T>, at: &'a [u8], raw: &'a [u8]) -> Result<Text<'a>, nom::Err<Fault>> {
    let has_nul = has_nul(raw);
    let (bytes, has_mark) =
        if has_nul || raw.first() == BYTE_ORDER_MARK.first() { stripped(raw) } else { (raw, false) };
    let text = match utf8(bytes) {
        Some(text) => Text::borrowed(text),
        None => decode_loosely(aside!(cx), at, bytes)?,
    };
    let text = if has_mark { text.behind_mark() } else { text };
    if T::LISTENS {
        report(cx, at, raw, bytes, &text);
    }
    Ok(text)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn has_nul(bytes: &[u8]) -> bool {
    if bytes.len() >= LONG { memchr(0, bytes).is_some() } else { look(bytes).has_nul() }
}

/// What is left of a block up to its first NUL and without its byte order mark, and whether it had one.
#[cold]
#[inline(never)]
fn stripped(raw: &[u8]) -> (&[u8], bool) {
    let end = memchr(0, raw).unwrap_or(raw.len());
    let bytes = raw.get(..end).unwrap_or_default();
    match bytes.strip_prefix(BYTE_ORDER_MARK) {
        Some(bytes) => (bytes, true),
        None => (bytes, false),
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn utf8(bytes: &[u8]) -> Option<&str> {
    #[cfg(feature = "simdutf8")]
    if bytes.len() >= LONG {
        return simdutf8::basic::from_utf8(bytes).ok();
    }
    std::str::from_utf8(bytes).ok()
}

/// Text that is not UTF-8, by the rule of the dialect.
#[cold]
#[inline(never)]
pub(super) fn decode_loosely<'a, T: Trace>(
    cx: Cx<'_, T>,
    at: &[u8],
    bytes: &'a [u8],
) -> Result<Text<'a>, nom::Err<Fault>> {
    match cx.rules.dialect.text {
        TextRule::Strict => Fault::at(at, DecodeErrorKind::Utf8),
        TextRule::Loose => match loose(bytes) {
            Ok(text) => Ok(Text::from_loose_bytes(text)),
            Err(_) => Fault::at(at, DecodeErrorKind::Utf8),
        },
        TextRule::Any => Ok(match loose(bytes) {
            Ok(text) => Text::from_loose_bytes(text),
            Err(Unreadable::Unreadable) => Text::default(),
            // The engine makes text of uninitialised memory here. The bytes are the better answer.
            Err(Unreadable::Undefined) => Text::from_loose_bytes(bytes.to_vec()),
        }),
    }
}

/// Why engines before Godot 4 cannot decode some bytes.
enum Unreadable {
    /// A wrong lead byte, a two-byte form of ASCII, or a sequence that the end cuts: old readers give up and
    /// have empty text.
    Unreadable,
    /// A wrong continuation byte: old readers stop in the middle of their buffer.
    Undefined,
}

/// Decodes as the engines before Godot 4 do and gives the text as they would write it: surrogates, code points
/// up to 31 bits, and most forms that are longer than need be.
fn loose(bytes: &[u8]) -> Result<Vec<u8>, Unreadable> {
    // The engine first counts characters by lead bytes alone, then decodes.
    let mut i = bytes;
    while let [lead, ..] = i {
        let length = sequence_length(*lead).ok_or(Unreadable::Unreadable)?;
        if length == 2 && lead & 0x1e == 0 {
            return Err(Unreadable::Unreadable);
        }
        i = i.get(length..).ok_or(Unreadable::Unreadable)?;
    }
    let mut text = Vec::with_capacity(bytes.len());
    let mut i = bytes;
    while let [lead, ..] = i {
        let length = sequence_length(*lead).unwrap_or(1);
        let (sequence, rest) = i.split_at_checked(length).ok_or(Unreadable::Unreadable)?;
        let mut point =
            if length == 1 { u32::from(*lead) } else { u32::from(*lead) & (0xff >> (length + 1)) };
        for (at, byte) in sequence.iter().enumerate().skip(1) {
            if byte & 0xc0 != 0x80 {
                return Err(Unreadable::Undefined);
            }
            // The engine's only test for forms that are longer than need be.
            if point == 0 && at == 2 && (byte & 0x7f) >> (7 - length) == 0 {
                return Err(Unreadable::Undefined);
            }
            point = point << 6 | u32::from(byte & 0x3f);
        }
        push_loose(point, &mut text);
        i = rest;
    }
    Ok(text)
}

/// Whether the engines between 2.1.5 and 3.6 read these bytes as text.
pub(crate) fn is_loose_text(bytes: &[u8]) -> bool {
    loose(bytes).is_ok()
}

fn sequence_length(lead: u8) -> Option<usize> {
    match lead.leading_ones() {
        0 => Some(1),
        ones @ 2..=6 => Some(ones as usize),
        _ => None,
    }
}

/// Appends a code point of up to 31 bits in UTF-8 stretched to six bytes.
pub(crate) fn push_loose(point: u32, text: &mut Vec<u8>) {
    let continuation = |shift: u32| point >> shift & 0x3f | 0x80;
    let (lead, following): (u32, u32) = match point {
        0..=0x7f => (point, 0),
        0x80..=0x7ff => (0xc0 | point >> 6, 1),
        0x800..=0xffff => (0xe0 | point >> 12, 2),
        0x1_0000..=0x1f_ffff => (0xf0 | point >> 18, 3),
        0x20_0000..=0x3ff_ffff => (0xf8 | point >> 24, 4),
        _ => (0xfc | point >> 30 & 1, 5),
    };
    let rest = (0..following).rev().map(|at| continuation(at * 6));
    text.extend(std::iter::once(lead).chain(rest).map(|byte| byte.to_le_bytes()[0]));
}

/// The rows of a block's contents: mark, text, and what stands behind a NUL.
fn report<T: Trace>(cx: Cx<'_, T>, at: &[u8], raw: &[u8], bytes: &[u8], text: &Text<'_>) {
    let has_mark = raw.starts_with(BYTE_ORDER_MARK);
    let from = |n: usize| at.get(n..).unwrap_or_default();
    let start = if has_mark { BYTE_ORDER_MARK.len() } else { 0 };
    let end = start + bytes.len();
    cx.field(at, from(start), "byte order mark, not part of the text", Shown::Padding);
    let name = if text.is_empty() { "bytes that are no text and read as none" } else { "text" };
    let shown = text.as_str().filter(|text| !text.is_empty()).map_or(Shown::Bytes(bytes), Shown::Text);
    cx.field(from(start), from(end), name, shown);
    if raw.len() > end {
        cx.field(from(end), from(end + 1), "terminating NUL", Shown::Padding);
        cx.field(from(end + 1), from(raw.len()), "bytes behind the NUL, ignored", Shown::Padding);
    }
}

/// Mirrors [`parse_text`]. `head` is what goes out before it in the same write: a header, or nothing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gen_text<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    head: Option<[u8; 4]>,
    text: &Text<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    if let (Some(head), Some(short)) = (head, Short::of(text)) {
        return short.r#gen(head, out);
    }
    gen_any_text(cx, head, text, out)
}

/// [`gen_text`] of any length.
#[inline(never)]
fn gen_any_text<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    head: Option<[u8; 4]>,
    text: &Text<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let bytes = sayable(cx, text)?;
    let length = count_word(cx, bytes.len())?;
    match head {
        Some(head) => out.put(join(head, length))?,
        None => out.put(length.to_le_bytes())?,
    }
    gen_padded(bytes, out)
}

/// The bytes of a text, if the engine reads all of it back: not beyond a NUL, and in Godot 4 only UTF-8.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn sayable<'t, T: Trace>(cx: Cx<'_, T>, text: &'t Text<'_>) -> Result<&'t [u8], GenError> {
    let bytes = text.as_bytes();
    if has_nul(bytes) {
        return refuse(cx, "text ends at its first NUL, what stands behind it would be lost");
    }
    if text.is_loose() && cx.rules.dialect.text == TextRule::Strict {
        return refuse(cx, "Godot 4 has no text with surrogates or code points beyond Unicode");
    }
    Ok(bytes)
}

#[cold]
#[inline(never)]
fn refuse<T: Trace, O>(cx: Cx<'_, T>, what: &'static str) -> Result<O, GenError> {
    cx.refuse(EncodeErrorKind::NotExpressible { what })
}

/// At most sixteen bytes of UTF-8 without NUL: what most text is. It goes out in one write with its header.
struct Short {
    length: u32,
    number: u128,
    words: usize,
}

impl Short {
    /// `None` decides nothing, the general way then has a look.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(text: &Text<'_>) -> Option<Self> {
        let bytes = text.plain_bytes()?;
        let (number, words) = number(bytes)?;
        let length = u32::try_from(bytes.len()).ok()?;
        Some(Self { length, number, words })
    }

    /// Header, length, the bytes, and zeros to a multiple of four.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn r#gen<W: Write>(self, head: [u8; 4], out: &mut WriteContext<W>) -> Gen {
        let mut block = [0; 8 + 16];
        let (start, text) = block.split_at_mut(8);
        start.copy_from_slice(&join(head, self.length));
        text.copy_from_slice(&self.number.to_le_bytes());
        /// The first `N` bytes: lengths that the compiler knows are copied with a move or two.
        fn first<const N: usize>(block: &[u8; 8 + 16]) -> [u8; N] {
            block.first_chunk().copied().unwrap_or([0; N])
        }
        match self.words {
            0 => out.put(first::<8>(&block)),
            1 => out.put(first::<12>(&block)),
            2 => out.put(first::<16>(&block)),
            3 => out.put(first::<20>(&block)),
            _ => out.put(block),
        }
    }
}

/// Bytes, and zeros to a multiple of four: whole words, then one last word.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_padded<W: Write>(bytes: &[u8], out: &mut WriteContext<W>) -> Gen {
    let (words, tail) = bytes.split_at(bytes.len() & !3);
    put(out, words)?;
    let last = match tail {
        [] => return Ok(()),
        [a] => [*a, 0, 0, 0],
        [a, b] => [*a, *b, 0, 0],
        [a, b, c, ..] => [*a, *b, *c, 0],
    };
    (&mut *out).put(last)
}
