//! Arrays, and the parts that arrays and dictionaries share.
//!
//! The context `cx` takes the place of `depth` in [`examples/minimal.rs`](crate::godot::format::minimal). It is `Copy`,
//! and holds the rules of the dialect, the trace, the level of nesting, and the number of bytes that the open containers
//! still need, which are *reserved*. The parsers of a container's contents get a changed copy of it, `inner`.
//! [`then`] is nom's `flat_map`. `apart` and shortcuts are there for speed: read the parser inside of `apart`, and of a
//! shortcut only the second parser. The page of
//! [`grammar`](crate::grammar) lists all combinators.

use std::io::Write;

use cookie_factory::combinator::cond;
use cookie_factory::sequence::pair;
use cookie_factory::{GenResult, SerializeFn, WriteContext};
use nom::Parser;

use super::element_type::{
    FIRST_TYPE_SHIFT, UNTYPED, declaration_of, declared, gen_element_type, refuse_types,
};
use super::number::count_word;
use super::shortcuts::{gen_plain_head, plain_header};
use super::variant::{gen_variant, variant};
use super::{Cx, Header, gen_header};
use crate::godot::ids::Kind;
use crate::godot::model::{Array, ElementType};
use crate::grammar::{
    Grammar, accept, beside, bytes, checked, deeper, each, field_as, gen_apart, gen_deeper, gen_each,
    gen_part, gen_shortcut, grammar, le_u32, part, shortcut, then,
};
use crate::trace::{Form, Meaning, Order, Part, Shown, Trace, Unit};

/// Parses an array.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | since Godot 4.3: [`element_type`](super::element_type()), where header bits 16 and 17 say so |
/// | .. | 4    | bits 0 to 30: count; bit 31: shared (Godot 2), ignored later |
/// | .. | ..   | that many whole values, each with its header, whose type is not compared with the declared one |
pub fn array<'a, T: Trace>(cx: Cx<'_, T>, header: Header) -> impl Grammar<'a, Array> {
    then(array_header(cx, header), |Announced { types, shared, count, inner }| {
        let elements = each(inner, count, MIN_VALUE, |cx, n| part(cx, Part::Index(n), variant(cx)));
        beside((types, shared), elements)
    })
    .map(|((types, shared), elements)| match types {
        Some(types) => Array::typed(*types, elements),
        // Only Godot 2, which has no declared types, has shared arrays.
        None if shared => Array::from(elements).with_shared(true),
        None => Array::from(elements),
    })
}

/// Writes the payload of an array, without its header, in the layout of [`array()`]. Whole values are written by
/// `gen_headed_array`, because the header depends on the element type. Fails if the array has an element type and the
/// dialect has none.
pub fn gen_array<T: Trace, W: Write>(cx: Cx<'_, T>, array: &Array) -> impl SerializeFn<W> {
    // The header is created only for its error: the dialect may have no element types.
    let head = checked(move || header_of_array(cx, array), move |_| gen_array_header(cx, array));
    pair(head, gen_elements(cx, array))
}

/// Writes an array and its header, as [`variant`] reads them. This is a plain function, because values contain values:
/// the type of a returned serializer would contain itself.
pub(super) fn gen_headed_array<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    array: &Array,
    out: WriteContext<W>,
) -> GenResult<W> {
    let is_plain = array.element_type().is_none() && !array.is_shared();
    let head = move |header| {
        let full = gen_apart(move |out| pair(gen_header(header), gen_array_header(cx, array))(out));
        gen_shortcut(gen_plain_head(cx, header, is_plain, array.len()), full)
    };
    pair(checked(move || header_of_array(cx, array), head), gen_elements(cx, array))(out)
}

fn gen_elements<T: Trace, W: Write>(cx: Cx<'_, T>, array: &Array) -> impl SerializeFn<W> {
    let elements =
        move |cx| gen_each(array.as_slice(), move |n, x| gen_part(cx, Part::Index(n), gen_variant(cx, x)));
    cond(!array.is_empty(), gen_deeper(cx, elements))
}

/// Returns the header of an array, whose flags say how the element type is declared.
pub(super) fn header_of_array<T: Trace>(
    cx: Cx<'_, T>,
    array: &Array,
) -> Result<Header, cookie_factory::GenError> {
    let element = array.element_type();
    if element.is_some() && !cx.rules().dialect.typed_arrays {
        return refuse_types(cx, "typed Array");
    }
    Header::new(cx, Kind::Array, declaration_of(element) << FIRST_TYPE_SHIFT)
}

grammar!(
    pub(super) fn array_header<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        header: Header,
    ) -> impl Grammar<'a, Announced<'c, ElementType, T>> {
        let declaration = element_declaration(cx, header);
        let types = move || declared(cx, declaration, "element type");
        container_header(cx, declaration != UNTYPED, types, ELEMENT_COUNT, MIN_VALUE)
    }
);

/// Returns how the header declares the element type: 0 untyped, 1 a builtin type, 2 a class, 3 a script.
pub(super) fn element_declaration<T: Trace>(cx: Cx<'_, T>, header: Header) -> u32 {
    if cx.rules().dialect.typed_arrays { header.declaration(FIRST_TYPE_SHIFT) } else { UNTYPED }
}

/// Mirrors [`array_header`].
pub(super) fn gen_array_header<T: Trace, W: Write>(cx: Cx<'_, T>, array: &Array) -> impl SerializeFn<W> {
    pair(gen_element_type(cx, array.element_type()), gen_shared_count(cx, array.len(), array.is_shared()))
}

/// The fields before the elements of a container: declared types, if there are any, and the count.
pub(super) struct Announced<'c, M, T: Trace> {
    /// The declared types are in a box, because nearly all containers have none.
    pub(super) types: Option<Box<M>>,
    /// Whether Godot 2's shared bit is set.
    pub(super) shared: bool,
    pub(super) count: usize,
    /// The context of the elements, which is one level deeper and has bytes reserved for them.
    pub(super) inner: Cx<'c, T>,
}

/// Parses the declared types of a container, if it has any, and the count of elements of at least `unit` bytes. Nearly
/// all containers have no types, and are read by a shortcut.
pub(super) fn container_header<'a, 'c, M, T: Trace, P: Grammar<'a, Option<M>>>(
    cx: Cx<'c, T>,
    is_typed: bool,
    types: impl Fn() -> P,
    what: Meaning,
    unit: usize,
) -> impl Grammar<'a, Announced<'c, M, T>> {
    let full = move || {
        // A declared type of Nil is the same as none. The types are put into their box at once, to take less stack.
        let types = types().map(|types| types.map(Box::new));
        let types = nom::combinator::cond(is_typed, types).map(Option::flatten);
        (types, shared_count(cx, what, unit)).map(|(types, (count, shared, inner))| Announced {
            types,
            shared,
            count,
            inner,
        })
    };
    shortcut(plain_header(cx, is_typed, unit), full)
}

grammar!(
    /// Parses the count of a container, whose elements take at least `unit` bytes. The result includes the shared bit
    /// and the context of the elements.
    ///
    /// The count is checked at once: `count * unit` bytes must be left beside those that the containers around this one
    /// still need. The context of the elements reserves them, and `each` releases `unit` bytes before each element.
    /// An empty container opens no level of nesting.
    pub(super) fn shared_count<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        what: Meaning,
        unit: usize,
    ) -> impl Grammar<'a, (usize, bool, Cx<'c, T>)> {
        let has_meaning = cx.rules().dialect.shared_bit;
        let number =
            field_as(cx, what.of(Form::low_bits(Order::Little, 31)), le_u32(), move |number| {
                match (number & !SHARED, number & SHARED != 0, has_meaning) {
                    (count, true, true) => Shown::Noted(count.into(), "shared"),
                    (count, true, false) => Shown::Noted(count.into(), "bit 31 is ignored"),
                    (count, false, _) => Shown::Uint(count.into()),
                }
            });
        let count = accept(number, move |number, rest| {
            let count = number & !SHARED;
            Ok((count as usize, has_meaning && number & SHARED != 0, cx.reserving(rest, count, unit)?))
        });
        then(count, |(count, shared, cx)| deeper(cx, count > 0).map(move |cx| (count, shared, cx)))
    }
);

/// Mirrors [`shared_count`]. The level is opened by `gen_deeper` around the elements. A dialect that
/// ignores the shared bit writes 0.
pub(super) fn gen_shared_count<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    count: usize,
    shared: bool,
) -> impl SerializeFn<W> {
    let bit = if shared && cx.rules().dialect.shared_bit { SHARED } else { 0 };
    checked(move || count_word(cx, count), move |count| bytes((count | bit).to_le_bytes()))
}

const ELEMENT_COUNT: Meaning = Meaning::new("element count").counting(Unit::ELEMENTS);

/// The least number of bytes of a value: its header.
pub(super) const MIN_VALUE: usize = 4;

/// Bit 31 of a container's count: Godot 2's "shared". Later engines ignore it.
pub(in crate::godot) const SHARED: u32 = 1 << 31;

/// Returns the bytes of a count that replaces `old` and keeps its shared bit, for code that edits encoded bytes.
pub fn recounted(count: u32, old: &[u8]) -> Option<Vec<u8>> {
    let old = u32::from_le_bytes(old.try_into().ok()?);
    Some((count | old & SHARED).to_le_bytes().to_vec())
}
