//! The elements of a list, in loops. Equal to [`list`](super::super::list()).

use nom::Parser;

use super::super::Cx;
use super::super::nbt::{self, count, element_type, listed, mutf8, numbers, packed};
use super::build::Output;
use super::entries::entries;
use crate::cx::{Cx as Context, Level, aside};
use crate::error::{Fault, PResult};
use crate::grammar::accept;
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::List;
use crate::minecraft::protocol::Protocol;
use crate::trace::{Part, Trace};

/// Type, count and elements.
pub(super) fn elements<'a, T: Trace, B: Output<'a>>(
    outermost: &Context<'_, Protocol, T>,
    level: Level,
    i: &'a [u8],
    outer: &mut B::OpenEntries,
) -> PResult<'a, B::List> {
    let cx = outermost.at(level);
    let (i, id) = element_type(cx).parse(i)?;
    let (i, (inside, count)) = accept(count(cx), |count, rest| listed(cx, id, count, rest)).parse(i)?;
    match id {
        TagId::List => lists::<T, B>(outermost, inside.level(), count, i, outer),
        TagId::Compound => compounds::<T, B>(outermost, inside.level(), count, i, outer),
        leaf => leaves::<T, B>(outermost, level, inside.level(), leaf, count, i),
    }
}

/// The elements of a list whose elements have no children. Apart, so that the frames of [`elements`], which
/// are inside each other, stay small.
fn leaves<'a, T: Trace, B: Output<'a>>(
    outermost: &Context<'_, Protocol, T>,
    level: Level,
    inside: Level,
    id: TagId,
    count: u32,
    i: &'a [u8],
) -> PResult<'a, B::List> {
    let (cx, inside) = (outermost.at(level), outermost.at(inside));
    Ok(match id {
        TagId::Byte => numbers(cx, count).parse(i).map(|(i, x)| (i, B::numbers(List::Byte(x))))?,
        TagId::Short => numbers(cx, count).parse(i).map(|(i, x)| (i, B::numbers(List::Short(x))))?,
        TagId::Int => numbers(cx, count).parse(i).map(|(i, x)| (i, B::numbers(List::Int(x))))?,
        TagId::Long => numbers(cx, count).parse(i).map(|(i, x)| (i, B::numbers(List::Long(x))))?,
        TagId::Float => numbers(cx, count).parse(i).map(|(i, x)| (i, B::numbers(List::Float(x))))?,
        TagId::Double => numbers(cx, count).parse(i).map(|(i, x)| (i, B::numbers(List::Double(x))))?,
        TagId::ByteArray => {
            each::<T, B, _>(inside, id, count, i, packed).map(|(i, x)| (i, B::leaves(x, List::ByteArray)))?
        }
        TagId::String => {
            each::<T, B, _>(inside, id, count, i, mutf8).map(|(i, x)| (i, B::leaves(x, List::String)))?
        }
        TagId::IntArray => {
            each::<T, B, _>(inside, id, count, i, packed).map(|(i, x)| (i, B::leaves(x, List::IntArray)))?
        }
        TagId::LongArray => {
            each::<T, B, _>(inside, id, count, i, packed).map(|(i, x)| (i, B::leaves(x, List::LongArray)))?
        }
        TagId::End | TagId::List | TagId::Compound => (i, B::numbers(List::End)),
    })
}

/// Lists in a list.
fn lists<'a, T: Trace, B: Output<'a>>(
    outermost: &Context<'_, Protocol, T>,
    inside: Level,
    count: u32,
    mut i: &'a [u8],
    outer: &mut B::OpenEntries,
) -> PResult<'a, B::List> {
    let mut cx = outermost.at(inside);
    let mut all = B::elements(count);
    for index in 0..count as usize {
        cx.release(TagId::List.min_payload());
        cx.enter(Part::Index(index));
        reading(cx, TagId::List);
        let list;
        (i, list) = elements::<T, B>(outermost, nbt::inside(cx, i)?.level(), i, outer)?;
        cx.leave();
        B::push(&mut all, list);
    }
    Ok((i, B::lists(all)))
}

/// Compounds in a list.
fn compounds<'a, T: Trace, B: Output<'a>>(
    outermost: &Context<'_, Protocol, T>,
    inside: Level,
    count: u32,
    mut i: &'a [u8],
    outer: &mut B::OpenEntries,
) -> PResult<'a, B::List> {
    let mut cx = outermost.at(inside);
    let mut all = B::elements(count);
    for index in 0..count as usize {
        cx.release(TagId::Compound.min_payload());
        cx.enter(Part::Index(index));
        reading(cx, TagId::Compound);
        let compound;
        (i, compound) = entries::<T, B>(outermost, nbt::inside(cx, i)?.level(), i, outer)?;
        cx.leave();
        B::push(&mut all, compound);
    }
    Ok((i, B::compounds(all)))
}

/// Elements of no fixed size; what they take at least is reserved already.
#[cfg_attr(not(debug_assertions), inline(always))]
fn each<'c, 'a, T: Trace, B: Output<'a>, P: Parser<&'a [u8], Error = Fault>>(
    mut cx: Cx<'c, T>,
    id: TagId,
    count: u32,
    mut i: &'a [u8],
    element: impl Fn(Cx<'c, T>) -> P,
) -> PResult<'a, B::Elements<P::Output>> {
    let mut all = B::elements(count);
    for index in 0..count as usize {
        cx.release(id.min_payload());
        cx.enter(Part::Index(index));
        reading(cx, id);
        let x;
        (i, x) = element(aside!(cx)).parse(i)?;
        cx.leave();
        B::push(&mut all, x);
    }
    Ok((i, all))
}

/// Reports the type of an element.
#[cfg_attr(not(debug_assertions), inline(always))]
fn reading<T: Trace>(cx: Cx<'_, T>, id: TagId) {
    if T::LISTENS {
        cx.trace.reading(id.name());
    }
}
