//! List: tags of one type, without names.

use std::io::Write;

use cookie_factory::SerializeFn;
use nom::Parser;
use nom::combinator::success;

use super::super::Cx;
use super::compound::{Open, compound_on, gen_compound_deeper};
use super::number::{count, gen_count};
use super::packed::{gen_numbers, gen_packed, number_size, numbers, packed};
use super::tag::{nested, tag_id};
use super::text::{gen_text, text};
use crate::error::DecodeErrorKind;
use crate::grammar::{
    Grammar, Pile, accept, apart, bytes, counted, fail, field_as, gen_apart, gen_both, gen_deeper, gen_each,
    gen_match, gen_part, grammar, nothing, then, typed, with_input,
};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{List, Numbers, PackedNumber};
use crate::trace::{Form, Meaning, Order, Part, Shown, Trace};

grammar!(
    /// Reads tags of one type, without names.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 1    | type of the elements |
    /// | 4    | count: Int, not negative |
    /// | ..   | payloads, without type or name, see [`payload`](super::payload()) |
    ///
    /// A list of End has no elements.
    pub fn list<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, List> {
        let open = Pile::new(); // `grammar!` keeps it while the list is read.
        list_on(cx, &open)
    }
);

/// Writes a `List`, in the layout of [`list`].
pub fn gen_list<T: Trace, W: Write>(cx: Cx<'_, T>, x: &List) -> impl SerializeFn<W> {
    let header = gen_both(bytes([x.element_type().to_wire()]), gen_count(cx, x.len()));
    gen_both(header, gen_elements(cx, x))
}

/// Writes a list inside of a tag, one level deeper, as `payload_on` reads it.
pub(super) fn gen_list_deeper<T: Trace, W: Write>(cx: Cx<'_, T>, x: &List) -> impl SerializeFn<W> {
    gen_apart(move |out| gen_deeper(cx, move |cx| gen_list(cx, x))(out))
}

grammar!(
    /// Reads a [`list`] inside compounds, whose entries are kept on this stack.
    pub(super) fn list_on<'a, 'c, T: Trace>(cx: Cx<'c, T>, open: Open<'c>) -> impl Grammar<'a, List> {
        then(list_header(cx), move |(id, count, inner)| elements(inner, open, id, count))
    }
);

grammar!(
    /// Reads the type and the count of the elements. Returns them with the context for the elements, in which
    /// their bytes are reserved.
    fn list_header<'a, 'c, T: Trace>(cx: Cx<'c, T>) -> impl Grammar<'a, (TagId, u32, Cx<'c, T>)> {
        then(element_type(cx), move |id| {
            accept(count(cx), move |count, rest| {
                reserve_elements(cx, id, count, rest).map(|(cx, count)| (id, count, cx))
            })
        })
    }
);

grammar!(
    /// Reads `count` elements of a type. The types without nested tags are in a function of their own, so that the recursion
    /// takes less stack.
    fn elements<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        open: Open<'c>,
        id: TagId,
        count: u32,
    ) -> impl Grammar<'a, List> {
        match id {
            TagId::List => elements_deeper(cx, id, count, open, list_on).map(List::List),
            TagId::Compound => elements_deeper(cx, id, count, open, compound_on).map(List::Compound),
            _ => apart(leaves(cx, id, count)),
        }
    }
);

grammar!(
    /// Reads `count` elements of a type that contains no other tags.
    fn leaves<'a, T: Trace>(cx: Cx<'_, T>, id: TagId, count: u32) -> impl Grammar<'a, List> {
        match id {
            TagId::Byte => listed_numbers(cx, count).map(List::Byte),
            TagId::Short => listed_numbers(cx, count).map(List::Short),
            TagId::Int => listed_numbers(cx, count).map(List::Int),
            TagId::Long => listed_numbers(cx, count).map(List::Long),
            TagId::Float => listed_numbers(cx, count).map(List::Float),
            TagId::Double => listed_numbers(cx, count).map(List::Double),
            TagId::ByteArray => elements_in_box(cx, id, count, packed).map(List::ByteArray),
            TagId::String => elements_in_box(cx, id, count, text).map(List::String),
            TagId::IntArray => elements_in_box(cx, id, count, packed).map(List::IntArray),
            TagId::LongArray => elements_in_box(cx, id, count, packed).map(List::LongArray),
            TagId::End => success(List::End),
            // [`elements`] has read these.
            TagId::List | TagId::Compound => fail(DecodeErrorKind::NbtTag { id: id.to_wire() }),
        }
    }
);

fn gen_elements<T: Trace, W: Write>(cx: Cx<'_, T>, x: &List) -> impl SerializeFn<W> {
    gen_match!(x {
        List::End => nothing(),
        List::Byte(x) => gen_numbers(cx, x),
        List::Short(x) => gen_numbers(cx, x),
        List::Int(x) => gen_numbers(cx, x),
        List::Long(x) => gen_numbers(cx, x),
        List::Float(x) => gen_numbers(cx, x),
        List::Double(x) => gen_numbers(cx, x),
        List::ByteArray(x) => gen_all(cx, x, move |x| gen_packed(cx, x)),
        List::String(x) => gen_all(cx, x, move |x| gen_text(cx, x)),
        List::IntArray(x) => gen_all(cx, x, move |x| gen_packed(cx, x)),
        List::LongArray(x) => gen_all(cx, x, move |x| gen_packed(cx, x)),
        List::List(x) => gen_all(cx, x, move |x| gen_list_deeper(cx, x)),
        List::Compound(x) => gen_all(cx, x, move |x| gen_compound_deeper(cx, x)),
    })
}

/// Reads `count` numbers at once. Their bytes, which the count reserved, are released.
fn listed_numbers<'a, N: PackedNumber, T: Trace>(cx: Cx<'_, T>, count: u32) -> impl Grammar<'a, Numbers<N>> {
    numbers(cx.released(count as usize * number_size::<N>(cx.rules().nbt)), count)
}

/// Reads elements in sequence.
fn elements_of<'a, 'c, T: Trace, P: Grammar<'a, X>, X>(
    cx: Cx<'c, T>,
    id: TagId,
    count: u32,
    element: impl Fn(Cx<'c, T>) -> P,
) -> impl Grammar<'a, Vec<X>> {
    let unit = id.min_payload_in(cx.rules().nbt);
    counted(cx, count as usize, unit, Part::Index, move |cx| typed(cx, id.name(), element(cx)))
}

/// Reads arrays or texts in sequence.
fn elements_in_box<'a, 'c, T: Trace, X, P: Grammar<'a, X>>(
    cx: Cx<'c, T>,
    id: TagId,
    count: u32,
    element: impl Fn(Cx<'c, T>) -> P,
) -> impl Grammar<'a, Box<[X]>> {
    elements_of(cx, id, count, element).map(Vec::into_boxed_slice)
}

/// Reads lists or compounds in sequence, each one level deeper. If the nesting is too deep, the error is at
/// the start of the element.
fn elements_deeper<'a, 'c, T: Trace, P: Grammar<'a, X>, X, All: From<Vec<X>>>(
    cx: Cx<'c, T>,
    id: TagId,
    count: u32,
    open: Open<'c>,
    element: impl Fn(Cx<'c, T>, Open<'c>) -> P + Copy,
) -> impl Grammar<'a, All> {
    elements_of(cx, id, count, move |cx| {
        with_input(move |at| then(nested(cx, Some(at)), move |cx| element(cx, open)))
    })
    .map(All::from)
}

fn gen_all<'x, T: Trace, X, W: Write, F: SerializeFn<W>>(
    cx: Cx<'_, T>,
    elements: &'x [X],
    element: impl Fn(&'x X) -> F,
) -> impl SerializeFn<W> {
    gen_each(elements, move |n, x| gen_part(cx, Part::Index(n), element(x)))
}

grammar!(
    /// Reads the type of the elements.
    pub(in crate::minecraft) fn element_type<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, TagId> {
        field_as(cx, ELEMENT_TYPE, tag_id(cx), |id: &TagId| Shown::Named(id.to_wire().into(), id.name()))
    }
);

/// Returns the context for the elements of a type, in which their bytes are reserved, and their count.
pub(in crate::minecraft) fn reserve_elements<'c, T: Trace>(
    cx: Cx<'c, T>,
    id: TagId,
    count: u32,
    rest: &[u8],
) -> Result<(Cx<'c, T>, u32), DecodeErrorKind> {
    let cx = cx.reserving(rest, count, id.min_payload_in(cx.rules().nbt))?;
    if id == TagId::End && count > 0 {
        return Err(DecodeErrorKind::NbtListEnd { count: i32::try_from(count).unwrap_or(i32::MAX) });
    }
    Ok((cx, count))
}

const ELEMENT_TYPE: Meaning = Meaning::new("element type")
    .of(Form::unsigned(Order::Big))
    .saying("All elements have this type, so none has a type of its own.");
