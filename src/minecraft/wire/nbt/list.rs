//! List: values of one type, without names.

use std::io::Write;

use cookie_factory::sequence::tuple;
use cookie_factory::{SerializeFn, WriteContext};
use nom::Parser;
use nom::combinator::success;

use super::super::Cx;
use super::super::combine::gen_array;
use super::compound::{compound, gen_compound};
use super::number::{count, gen_count};
use super::packed::{gen_numbers, gen_packed, number_size, numbers, packed};
use super::tag::{nested, tag_id};
use super::text::{gen_text, text};
use crate::error::{DecodeErrorKind, Fault};
use crate::grammar::{Grammar, accept, bytes, counted, field_as, grammar, then, typed};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{Compound, List, Number, Numbers};
use crate::trace::{Part, Shown, Trace};

grammar!(
    /// Tags of one type, without names.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 1    | type of the elements |
    /// | 4    | count: Int, not negative |
    /// | ..   | payloads, without type or name |
    ///
    /// A list of End has no elements.
    ///
    /// This is the plain grammar. The fast path is equivalent and several times as fast, and roots are read by
    /// it. Without optimization, it takes 12 KiB of stack for each level that values nest, 512 at most by default.
    pub fn list<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, List<'a>> {
        element_type(cx).flat_map(move |id| {
            accept(count(cx), move |count, rest| listed(cx, id, count, rest))
                .flat_map(move |(inside, count)| elements(inside, id, count))
        })
    }
);

/// Mirrors [`list`].
pub fn gen_list<T: Trace, W: Write>(cx: Cx<'_, T>, x: &List<'_>) -> impl SerializeFn<W> {
    tuple((bytes([x.element_type().to_wire()]), gen_count(cx, x.len()), gen_elements(cx, x)))
}

grammar!(
    /// `count` payloads of a type, for which bytes are reserved.
    fn elements<'a, T: Trace>(cx: Cx<'_, T>, id: TagId, count: u32) -> impl Grammar<'a, List<'a>> {
        match id {
            TagId::List => each(cx, id, count, nested_list).map(|lists| List::List(lists.into())),
            TagId::Compound => each(cx, id, count, nested_compound).map(List::Compound),
            id => childless(cx, id, count),
        }
    }
);

grammar!(
    fn nested_list<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, List<'a>> {
        then(nested(cx, None), list)
    }
);

grammar!(
    fn nested_compound<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Compound<'a>> {
        then(nested(cx, None), compound)
    }
);

/// Mirrors [`elements`].
fn gen_elements<T: Trace, W: Write>(cx: Cx<'_, T>, x: &List<'_>) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match x {
        List::List(x) => gen_array(cx, x.iter(), |x| move |out| gen_list(cx.deeper_out()?, x)(out))(out),
        List::Compound(x) => {
            gen_array(cx, x.iter(), |x| move |out| gen_compound(cx.deeper_out()?, x)(out))(out)
        }
        x => gen_leaves(cx, x)(out),
    }
}

grammar!(
    /// Elements that have no children.
    fn childless<'a, T: Trace>(cx: Cx<'_, T>, id: TagId, count: u32) -> impl Grammar<'a, List<'a>> {
        match id {
            TagId::Byte => released(cx, count).map(List::Byte),
            TagId::Short => released(cx, count).map(List::Short),
            TagId::Int => released(cx, count).map(List::Int),
            TagId::Long => released(cx, count).map(List::Long),
            TagId::Float => released(cx, count).map(List::Float),
            TagId::Double => released(cx, count).map(List::Double),
            TagId::ByteArray => each(cx, id, count, packed).map(List::ByteArray),
            TagId::String => each(cx, id, count, text).map(List::String),
            TagId::IntArray => each(cx, id, count, packed).map(List::IntArray),
            TagId::LongArray => each(cx, id, count, packed).map(List::LongArray),
            TagId::End | TagId::List | TagId::Compound => success(List::End),
        }
    }
);

/// Numbers in a row, whose bytes were reserved.
fn released<'a, N: Number, T: Trace>(cx: Cx<'_, T>, count: u32) -> impl Grammar<'a, Numbers<'a, N>> {
    numbers(cx.released(count as usize * number_size::<N>(cx.rules.nbt)), count)
}

/// Mirrors [`childless`].
pub(in crate::minecraft) fn gen_leaves<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &List<'_>,
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match x {
        List::Byte(x) => gen_numbers(cx, x)(out),
        List::Short(x) => gen_numbers(cx, x)(out),
        List::Int(x) => gen_numbers(cx, x)(out),
        List::Long(x) => gen_numbers(cx, x)(out),
        List::Float(x) => gen_numbers(cx, x)(out),
        List::Double(x) => gen_numbers(cx, x)(out),
        List::ByteArray(x) => gen_array(cx, x.iter(), |x| gen_packed(cx, x))(out),
        List::String(x) => gen_array(cx, x.iter(), |x| gen_text(cx, x))(out),
        List::IntArray(x) => gen_array(cx, x.iter(), |x| gen_packed(cx, x))(out),
        List::LongArray(x) => gen_array(cx, x.iter(), |x| gen_packed(cx, x))(out),
        List::End | List::List(_) | List::Compound(_) => Ok(out),
    }
}

/// Elements one after the other.
fn each<'a, 'c, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'c, T>,
    id: TagId,
    count: u32,
    element: impl Fn(Cx<'c, T>) -> P,
) -> impl Grammar<'a, Box<[P::Output]>> {
    counted(cx, count as usize, id.min_payload_in(cx.rules.nbt), Part::Index, move |cx| {
        typed(cx, id.name(), element(cx))
    })
    .map(Vec::into_boxed_slice)
}

grammar!(
    /// The type of the elements.
    pub(in crate::minecraft) fn element_type<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, TagId> {
        field_as(cx, "element type", tag_id(cx), |id: &TagId| Shown::Named(id.to_wire().into(), id.name()))
    }
);

/// The context for the elements of a type, with their bytes reserved, and their count.
#[inline]
pub(in crate::minecraft) fn listed<'c, T: Trace>(
    cx: Cx<'c, T>,
    id: TagId,
    count: u32,
    rest: &[u8],
) -> Result<(Cx<'c, T>, u32), DecodeErrorKind> {
    let cx = cx.reserving(rest, count, id.min_payload_in(cx.rules.nbt))?;
    if id == TagId::End && count > 0 {
        return Err(DecodeErrorKind::NbtListEnd { count: i32::try_from(count).unwrap_or(i32::MAX) });
    }
    Ok((cx, count))
}
