//! Packed arrays.

use std::io::Write;

use cookie_factory::WriteContext;

use super::Cx;
use super::prim::{count_word, parse_count, word};
use super::text::{gen_padded, parse_padding, parse_text, sayable};
use crate::error::PResult;
use crate::godot::model::{Element, Packed, Text};
use crate::sink::{Gen, Sink, join, put};
use crate::trace::{Part, Shown, Trace};

/// Numbers, vectors or colours: elements of one fixed size S.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | count n, signed |
/// | 4  | n·S  | the elements, without headers |
///
/// S is 4 for 32-bit and 8 for 64-bit numbers, 2R, 3R, 4R for vectors, 16 for colours.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_packed<'a, E: Element, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    of: &'static str,
) -> PResult<'a, Packed<'a, E>> {
    let (i, (count, mut cx)) = parse_count(cx, i, "element count", E::SIZE)?;
    cx.release(count * E::SIZE);
    let (rest, elements) = cx.take(i, count * E::SIZE)?;
    let array = Packed::from_wire(elements);
    if T::LISTENS {
        report(cx, i, &array, of);
    }
    Ok((rest, array))
}

/// A row for each of the first elements, one for the rest.
fn report<E: Element, T: Trace>(cx: Cx<'_, T>, i: &[u8], array: &Packed<'_, E>, of: &'static str) {
    /// How many elements get rows of their own.
    const APART: usize = 8;
    let from = |index: usize| i.get(index * E::SIZE..).unwrap_or_default();
    for (index, element) in array.iter().take(APART).enumerate() {
        let _ = cx.part(Part::Index(index), |cx| {
            cx.field(from(index), from(index + 1), of, element.shown());
            Ok::<(), ()>(())
        });
    }
    let apart = APART.min(array.len());
    let count = array.len() - apart;
    cx.field(from(apart), from(array.len()), "more elements", Shown::Run { count, size: E::SIZE, of });
}

/// Mirrors [`parse_packed`].
pub fn gen_packed<W: Write, E: Element, T: Trace>(
    cx: Cx<'_, T>,
    head: [u8; 4],
    array: &Packed<'_, E>,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_count(cx, head, array.len(), out)?;
    put(out, array.as_wire())
}

/// Bytes, the only packed array with padding.
///
/// | at  | size | field |
/// |----:|-----:|-------|
/// | 0   | 4    | count n, signed |
/// | 4   | n    | the bytes |
/// | 4+n | 0..3 | padding to a multiple of four, written 0, any value read |
///
/// No engine minds if the padding is missing at the very end of the input.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_packed_bytes<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Packed<'a, u8>> {
    let outer = cx;
    let (i, (count, mut cx)) = parse_count(cx, i, "element count", 1)?;
    cx.release(count);
    let (rest, bytes) = cx.take(i, count)?;
    cx.field(i, rest, "elements", Shown::Bytes(bytes));
    let (rest, ()) = parse_padding(outer, rest, count, false)?;
    Ok((rest, Packed::from_wire(bytes)))
}

/// Mirrors [`parse_packed_bytes`].
pub fn gen_packed_bytes<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    head: [u8; 4],
    array: &Packed<'_, u8>,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_count(cx, head, array.len(), out)?;
    gen_padded(array.as_slice(), out)
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | count n, signed; a negative one reads as 0 |
/// | 4  | ..   | n string blocks, as [`parse_text`] reads them; engines write each with a NUL inside its length |
pub fn parse_packed_strings<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Vec<Text<'a>>> {
    read_packed_strings(cx, i, true)
}

/// [`parse_packed_strings`], or no more than a look at them.
pub(super) fn read_packed_strings<'a, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    keep: bool,
) -> PResult<'a, Vec<Text<'a>>> {
    let (rest, count) = word(i)?;
    if count.cast_signed() < 0 {
        cx.field(i, rest, "element count", Shown::Words("negative, read as 0"));
        return Ok((rest, Vec::new()));
    }
    let (mut i, (count, mut cx)) = parse_count(cx, i, "element count", 4)?;
    let mut texts = Vec::with_capacity(if keep { count } else { 0 });
    for index in 0..count {
        cx.release(4);
        let text;
        (i, text) = cx.part(Part::Index(index), |cx| parse_text(cx, i))?;
        if keep {
            texts.push(text);
        }
    }
    Ok((i, texts))
}

/// Mirrors [`parse_packed_strings`].
pub fn gen_packed_strings<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    head: [u8; 4],
    texts: &[Text<'_>],
    out: &mut WriteContext<W>,
) -> Gen {
    gen_count(cx, head, texts.len(), out)?;
    for (index, text) in texts.iter().enumerate() {
        cx.part(Part::Index(index), |cx| gen_terminated_text(cx, text, out))?;
    }
    Ok(())
}

/// A string block with a NUL inside its length.
fn gen_terminated_text<W: Write, T: Trace>(cx: Cx<'_, T>, text: &Text<'_>, out: &mut WriteContext<W>) -> Gen {
    let bytes = sayable(cx, text)?;
    let length = count_word(cx, bytes.len() + 1)?;
    (&mut *out).put(length.to_le_bytes())?;
    let (words, tail) = bytes.split_at(bytes.len() & !3);
    put(out, words)?;
    // The NUL and the padding are both zeros, so a last word of text and zeros is both.
    let mut last = [0; 4];
    for (place, byte) in last.iter_mut().zip(tail) {
        *place = *byte;
    }
    out.put(last)
}

/// Header and count, in one write.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_count<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    head: [u8; 4],
    count: usize,
    out: &mut WriteContext<W>,
) -> Gen {
    out.put(join(head, count_word(cx, count)?))
}
