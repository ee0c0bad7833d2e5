//! Arrays, and what all containers have in common.

use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::sequence::pair;
use nom::Parser;

use super::element_type::{KEY_SHIFT, UNTYPED, declared, gen_element_type, how_given, refuse_types};
use super::number::count_word;
use super::{Cx, Header};
use crate::error::PResult;
use crate::godot::ids::Kind;
use crate::godot::model::{Array, ElementType, Variant};
use crate::grammar::{
    Grammar, accept, bytes, checked, counted, field_as, gen_counted, grammar, le_u32, then,
};
use crate::trace::{Part, Shown, Trace};

/// An array; `element` reads one of the values inside.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | Godot 4.3: [`element_type`](super::element_type()), where header bits 16 and 17 say so |
/// | .. | 4    | bits 0 to 30: count; bit 31: shared (Godot 2), ignored later |
/// | .. | ..   | that many whole values, each with its header |
pub fn array<'a, 'c, T: Trace, P: Grammar<'a, Variant<'a>>>(
    cx: Cx<'c, T>,
    header: Header,
    element: impl Fn(Cx<'c, T>) -> P + Copy,
) -> impl Grammar<'a, Array<'a>> {
    array_header(cx, header).flat_map(move |header| elements(header, element))
}

/// Mirrors [`array()`].
pub fn gen_array<'c, 'x, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'c, T>,
    array: &'x Array<'x>,
    element: impl Fn(Cx<'c, T>, &'x Variant<'x>) -> F + Copy,
) -> impl SerializeFn<W> {
    pair(gen_array_header(cx, array), gen_elements(cx, array, element))
}

/// The header of an array, whose flags have the form of the element type.
pub(super) fn header_of_array<T: Trace>(
    cx: &Cx<'_, T>,
    array: &Array<'_>,
) -> Result<Header, cookie_factory::GenError> {
    let element = array.element_type();
    if element.is_some() && !cx.rules.dialect.typed_arrays {
        return refuse_types(cx, "typed Array");
    }
    Header::new(cx, Kind::Array, how_given(element) << KEY_SHIFT)
}

grammar!(
    /// The element type and the count of an array.
    pub(super) fn array_header<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        header: Header,
    ) -> impl Grammar<'a, ContainerHeader<'c, ElementType<'a>, T>> {
        let given = how_array_is_given(&cx, header);
        container_header(declared(cx, given, "element type"), shared_count(cx, "element count", 4))
    }
);

/// Returns the form of an array's element type.
#[inline(always)]
pub(super) fn how_array_is_given<T: Trace>(cx: &Cx<'_, T>, header: Header) -> u32 {
    if cx.rules.dialect.typed_arrays { header.element_kind(KEY_SHIFT) } else { UNTYPED }
}

/// Mirrors [`array_header`].
pub(super) fn gen_array_header<T: Trace, W: Write>(cx: Cx<'_, T>, array: &Array<'_>) -> impl SerializeFn<W> {
    pair(gen_element_type(cx, array.element_type()), gen_shared_count(cx, array.len(), array.is_shared()))
}

/// The values of an array.
pub(super) fn elements<'a, 'c, T: Trace, P: Grammar<'a, Variant<'a>>>(
    header: ContainerHeader<'c, ElementType<'a>, T>,
    element: impl Fn(Cx<'c, T>) -> P + Copy,
) -> impl Grammar<'a, Array<'a>> {
    let ContainerHeader { mut types, shared, count, cx } = header;
    counted(cx, count, 4, Part::Index, element).map(move |items| match types.take() {
        Some(element) => Array::typed(element, items),
        None => Array::from(items).with_shared(shared),
    })
}

/// Mirrors [`elements`].
pub(super) fn gen_elements<'c, 'x, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'c, T>,
    array: &'x Array<'x>,
    element: impl Fn(Cx<'c, T>, &'x Variant<'x>) -> F + Copy,
) -> impl SerializeFn<W> {
    gen_inside(cx, array.is_empty(), move |cx| {
        gen_counted(cx, array.iter(), Part::Index, move |item| element(cx, item))
    })
}

/// The fields before the elements of a container: declared types, if any, and the count.
pub(super) struct ContainerHeader<'c, M, T: Trace> {
    pub(super) types: Option<M>,
    /// Godot 2's shared bit.
    pub(super) shared: bool,
    pub(super) count: usize,
    /// For what is inside: one level deeper, with bytes reserved for it.
    pub(super) cx: Cx<'c, T>,
}

#[inline(always)]
pub(super) fn container_header<'a, 'c, M, T: Trace>(
    types: impl Grammar<'a, Option<M>>,
    count: impl Grammar<'a, (usize, bool, Cx<'c, T>)>,
) -> impl Grammar<'a, ContainerHeader<'c, M, T>> {
    (types, count).map(|(types, (count, shared, cx))| ContainerHeader { types, shared, count, cx })
}

grammar!(
    /// The count of a container, of things of at least `unit` bytes, its shared bit, and the context for them.
    pub(super) fn shared_count<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        name: &'static str,
        unit: usize,
    ) -> impl Grammar<'a, (usize, bool, Cx<'c, T>)> {
        let has_meaning = cx.rules.dialect.shared_bit;
        let number = field_as(cx, name, le_u32(), move |number| {
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
        then(count, |(count, shared, cx)| inside(cx, count).map(move |cx| (count, shared, cx)))
    }
);

/// Mirrors [`shared_count`].
#[inline]
pub(super) fn gen_shared_count<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    count: usize,
    shared: bool,
) -> impl SerializeFn<W> {
    let bit = if shared && cx.rules.dialect.shared_bit { SHARED } else { 0 };
    checked(move || count_word(&cx, count), move |count| bytes((count | bit).to_le_bytes()))
}

/// Reads nothing: if there is anything inside a container, it is one level deeper.
#[inline(always)]
fn inside<'a, 'c, T: Trace>(cx: Cx<'c, T>, count: usize) -> impl Grammar<'a, Cx<'c, T>> {
    move |i: &'a [u8]| -> PResult<'a, Cx<'c, T>> { Ok((i, if count > 0 { cx.deeper(i)? } else { cx })) }
}

/// Mirrors [`inside`].
pub(super) fn gen_inside<'c, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'c, T>,
    is_empty: bool,
    serializer: impl Fn(Cx<'c, T>) -> F,
) -> impl SerializeFn<W> {
    checked(move || if is_empty { Ok(cx) } else { cx.deeper_out() }, serializer)
}

/// Bit 31 of a container's count: Godot 2's "shared". Later engines ignore it.
pub(in crate::godot) const SHARED: u32 = 1 << 31;

/// The bytes of a count in the place of another, with the shared bit of the other.
pub(in crate::godot) fn recounted(count: u32, old: &[u8]) -> Option<Vec<u8>> {
    let old = u32::from_le_bytes(old.try_into().ok()?);
    Some((count | old & SHARED).to_le_bytes().to_vec())
}
