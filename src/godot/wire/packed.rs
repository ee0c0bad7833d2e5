//! Packed arrays.

use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::multi::all;
use cookie_factory::sequence::{pair, tuple};

use super::number::{count, gen_count, gen_reals, lenient_count};
use super::text::{gen_block, gen_padding, padding, text, text_ref};
use super::{Cx, words};
use crate::godot::model::{NumberType, Packed, PackedElement, Real, Text, TextRef};
use crate::grammar::{Parse, field_as, gen_part, list, map, part, slice, take};
use crate::trace::{Form, Meaning, Part, Shown, Trace};

/// Reads a packed array of numbers, vectors or colors, whose elements have the fixed size `S`.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | count n, signed |
/// | 4  | n·S  | the elements, without headers |
///
/// S is 4 for 32-bit numbers, 8 for 64-bit numbers, 2R, 3R or 4R for vectors, and 16 for colors. In the layout of `godot3-double`, 32-bit
/// floats take 8 and colors 32.
pub fn packed<'a, E: PackedElement, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Packed<E>> {
    map(elements::<E, T>(cx), |wire| Packed::from_wire(wire.to_vec()))
}
/// Mirrors [`packed`].
pub fn gen_packed<E: PackedElement, T: Trace, W: Write>(cx: Cx<'_, T>, x: &Packed<E>) -> impl SerializeFn<W> {
    pair(gen_count(cx, x.len()), slice(x.as_wire()))
}
/// Mirrors [`packed`], for elements of components of type `R`, which take eight bytes each if they are `wide`.
pub(super) fn gen_packed_reals<R: Real, E: PackedElement, T: Trace, W: Write>(
    cx: Cx<'_, T>,
    wide: bool,
    x: &Packed<E>,
) -> impl SerializeFn<W> {
    move |out| {
        if wide == (R::TYPE == NumberType::F64) {
            return gen_packed(cx, x)(out);
        }
        let reals = x.as_wire().chunks_exact(R::SIZE).map(|real| gen_reals(wide, [R::read(real)]));
        pair(gen_count(cx, x.len()), all(reals))(out)
    }
}

/// Reads a [`packed`] array without a copy of its elements.
pub(in crate::godot) fn elements<'a, E: PackedElement, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, &'a [u8]> {
    move |i: &'a [u8]| {
        let (i, n) = count(cx, words::ELEMENTS, E::SIZE)(i)?;
        let (rest, wire) = take(cx, n * E::SIZE)(i)?;
        if T::ENABLED {
            words::rows_of_elements::<E, T>(cx, i, n);
            cx.go_on(rest)?;
        }
        Ok((rest, wire))
    }
}

/// Reads a packed array of bytes, the only one with padding after its elements.
///
/// | at  | size   | field |
/// |----:|-------:|-------|
/// | 0   | 4      | count n, signed |
/// | 4   | n      | the bytes |
/// | 4+n | 0 to 3 | padding to a multiple of four, written 0, any value read |
///
/// All engines accept an input that ends before or within the padding.
pub fn packed_bytes<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Packed<u8>> {
    move |i: &'a [u8]| {
        let (i, n) = count(cx, words::ELEMENTS, 1)(i)?;
        let (i, wire) = byte_run(cx, "elements", n)(i)?;
        let (i, ()) = padding(cx, n, false)(i)?;
        Ok((i, Packed::from_wire(wire.to_vec())))
    }
}
/// Mirrors [`packed_bytes`].
pub fn gen_packed_bytes<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Packed<u8>) -> impl SerializeFn<W> {
    tuple((gen_count(cx, x.len()), slice(x.as_wire()), gen_padding(x.len())))
}

/// Reads a packed array of strings.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | count n, signed; a negative one reads as 0 |
/// | 4  | ..   | n string blocks, as [`text`](super::text()) reads them; engines write each with a NUL inside its length |
pub fn packed_strings<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Vec<Text>> {
    move |i: &'a [u8]| {
        let (i, n) = lenient_count(cx, words::ELEMENTS, 4)(i)?;
        list(cx, n, 4, |n| part(cx, Part::Index(n), text(cx)))(i)
    }
}
/// Mirrors [`packed_strings`].
pub fn gen_packed_strings<T: Trace, W: Write>(cx: Cx<'_, T>, x: &[Text]) -> impl SerializeFn<W> {
    move |out| {
        let mut out = gen_count(cx, x.len())(out)?;
        for (n, text) in x.iter().enumerate() {
            out = gen_part(cx, Part::Index(n), gen_block(cx, text, b"\0"))(out)?;
        }
        Ok(out)
    }
}
/// Reads [`packed_strings`] without copies.
pub(in crate::godot) fn text_refs<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Vec<TextRef<'a>>> {
    move |i: &'a [u8]| {
        let (i, n) = lenient_count(cx, words::ELEMENTS, 4)(i)?;
        list(cx, n, 4, |n| part(cx, Part::Index(n), text_ref(cx)))(i)
    }
}

/// Reads `n` bytes as one field.
pub(super) fn byte_run<'a, T: Trace>(
    cx: Cx<'_, T>,
    name: &'static str,
    n: usize,
) -> impl Parse<'a, &'a [u8]> {
    field_as(cx, Meaning::new(name).of(Form::Bytes), take(cx, n), |bytes| Shown::Bytes(bytes))
}
