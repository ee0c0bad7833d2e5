//! Packed arrays.

use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::sequence::{pair, tuple};
use nom::sequence::terminated;

use super::Cx;
use super::number::{count, gen_count, lenient_count};
use super::text::text_ref;
use super::text::{gen_padding, gen_terminated_text, padding, text};
use crate::godot::model::TextRef;
use crate::godot::model::{Packed, PackedElement, Text};
use crate::grammar::{Grammar, apart, counted, field_as, gen_counted, grammar, observed, slice, take, then};
use crate::trace::{Form, Meaning, Part, Shown, Trace, Unit};

grammar!(
    /// Parses a packed array of numbers, vectors or colors, whose elements have the fixed size `S`.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 4    | count n, signed |
    /// | 4  | n·S  | the elements, without headers |
    ///
    /// S is 4 for 32-bit numbers, 8 for 64-bit numbers, 2R, 3R or 4R for vectors, and 16 for colors.
    pub fn packed<'a, E: PackedElement, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Packed<E>> {
        elements_of::<E, T>(cx).map(|wire: &[u8]| Packed::from_wire(wire.to_vec()))
    }
);

/// Parses the count of a [`packed`] array, and returns the bytes of its elements.
pub(super) fn elements_of<'a, E: PackedElement, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, &'a [u8]> {
    let shown = |wire: &[u8]| E::read(wire).shown();
    apart(elements(cx, PackedElements { size: E::SIZE, name: E::NAME, form: E::FORM, shown }))
}

/// Writes the count and the elements of a packed array, in the layout of [`packed`].
pub fn gen_packed<E: PackedElement, T: Trace, W: Write>(
    cx: Cx<'_, T>,
    array: &Packed<E>,
) -> impl SerializeFn<W> {
    pair(gen_count(cx, array.len()), slice(array.as_wire()))
}

grammar!(
    /// Parses a packed array of bytes, the only one with padding after its elements.
    ///
    /// | at  | size   | field |
    /// |----:|-------:|-------|
    /// | 0   | 4      | count n, signed |
    /// | 4   | n      | the bytes |
    /// | 4+n | 0 to 3 | padding to a multiple of four, written 0, any value read |
    ///
    /// All engines accept an input that ends before or within the padding.
    pub fn packed_bytes<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Packed<u8>> {
        then(count(cx, ELEMENT_COUNT, 1), move |(count, _)| {
            terminated(byte_run(cx, "elements", count), padding(cx, count, false))
        })
        .map(|bytes: &[u8]| Packed::from_wire(bytes.to_vec()))
    }
);

/// Writes the length, the bytes and the padding of a byte array, in the layout of [`packed_bytes`].
pub fn gen_packed_bytes<T: Trace, W: Write>(cx: Cx<'_, T>, array: &Packed<u8>) -> impl SerializeFn<W> {
    tuple((gen_count(cx, array.len()), slice(array.as_wire()), gen_padding(array.len())))
}

grammar!(
    /// Parses a packed array of strings.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 4    | count n, signed; a negative one reads as 0 |
    /// | 4  | ..   | n string blocks, as [`text`] reads them; engines write each with a NUL inside its length |
    pub fn packed_strings<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Vec<Text>> {
        lenient_count(cx, ELEMENT_COUNT, 4).flat_map(|(count, cx)| counted(cx, count, 4, Part::Index, text))
    }
);

grammar!(
    /// Parses [`packed_strings`] in place.
    pub(super) fn texts_in_place<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Vec<TextRef<'a>>> {
        lenient_count(cx, ELEMENT_COUNT, 4)
            .flat_map(|(count, cx)| counted(cx, count, 4, Part::Index, text_ref))
    }
);

/// Writes the count and the strings of an array, in the layout of [`packed_strings`].
pub fn gen_packed_strings<T: Trace, W: Write>(cx: Cx<'_, T>, texts: &[Text]) -> impl SerializeFn<W> {
    pair(
        gen_count(cx, texts.len()),
        gen_counted(cx, texts.iter(), Part::Index, move |text| gen_terminated_text(cx, text)),
    )
}

grammar!(
    /// Reads `length` bytes as one field.
    pub(super) fn byte_run<'a, T: Trace>(
        cx: Cx<'_, T>,
        name: &'static str,
        length: usize,
    ) -> impl Grammar<'a, &'a [u8]> {
        field_as(cx, Meaning::new(name).of(Form::Bytes), take(cx, length), |bytes| Shown::Bytes(bytes))
    }
);

const ELEMENT_COUNT: Meaning = Meaning::new("element count").counting(Unit::ELEMENTS);

/// The elements of a packed array, known at run time, so that one parser handles all types of elements.
#[derive(Clone, Copy)]
struct PackedElements {
    /// The size of an element in bytes.
    size: usize,
    name: &'static str,
    form: Form,
    /// Returns the element at the start of the bytes, for the trace.
    shown: fn(&[u8]) -> Shown<'static>,
}

grammar!(
    /// Parses the count, and returns the bytes of the elements.
    fn elements<'a, T: Trace>(cx: Cx<'_, T>, of: PackedElements) -> impl Grammar<'a, &'a [u8]> {
        then(count(cx, ELEMENT_COUNT, of.size), move |(count, _)| {
            observed(cx, take(cx, count * of.size), move |_, i, _| report(cx, i, count, of))
        })
    }
);

/// Reports a row for each of the first elements, and one row for the rest.
fn report<T: Trace>(
    cx: Cx<'_, T>,
    i: &[u8],
    count: usize,
    PackedElements { size, name, form, shown }: PackedElements,
) {
    /// The number of elements that get a row of their own.
    const ROWS: usize = 8;
    let from = |index: usize| i.split_at(index * size).1;
    let rows = ROWS.min(count);
    (0..rows).for_each(|index| {
        cx.enter(Part::Index(index));
        cx.field(from(index), from(index + 1), Meaning::new(name).of(form), shown(from(index)));
        cx.leave();
    });
    cx.field(
        from(rows),
        from(count),
        Meaning::new("more elements").of(form),
        Shown::Run { count: count - rows, size, of: name },
    );
}
