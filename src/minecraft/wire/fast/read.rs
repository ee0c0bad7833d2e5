//! Compounds and lists, in loops. Equal to [`compound`](super::super::compound()) and [`list`](super::super::list()).

use nom::Parser;

use super::super::Cx;
use super::super::nbt::{
    self, count, double, element_type, float, inside, int, listed, long, numbers, packed, read_tag_id,
    read_text, short, show_tag, text, text_length, text_of,
};
use super::super::prim::byte;
use super::build::{Output, Place};
use crate::cx::{Cx as Context, Level, by_value};
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::grammar::accept;
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{JavaStr, List, Tag};
use crate::minecraft::protocol::Protocol;
use crate::trace::{Part, Shown, Trace};

/// The context of a level. For the Java edition its rules are a constant, so that the compiler leaves out the other forms; nothing inside of
/// a root asks other rules.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn at<'c, 'a, T: Trace, B: Output<'a>>(
    outermost: &Context<'c, Protocol, T>,
    level: Level,
) -> Cx<'c, T> {
    let cx = outermost.at(level);
    if B::JAVA { cx.with_rules(&Protocol::V1_14) } else { cx }
}

/// The entries and End.
///
/// One function for all levels, handed one context and the level: a frame of the stack per level is what 512 levels
/// need to fit, and what is not returned is not waited for.
pub(super) fn entries<'a, T: Trace, B: Output<'a>>(
    outermost: &Context<'_, Protocol, T>,
    level: Level,
    mut i: &'a [u8],
    open: &mut B::OpenEntries,
) -> PResult<'a, B::Compound> {
    let cx = at::<T, B>(outermost, level);
    let first = B::count(open);
    loop {
        let (after, id) = read_tag_id(cx, i)?;
        if id == TagId::End {
            cx.field(i, after, "type", Shown::Type { name: "End", id: 0, flags: "closes the compound" });
            return Ok((after, B::close(open, first)));
        }
        let (rest, name) = read_text(cx, after).inspect_err(|_| show_header(cx, id, i, None))?;
        if T::ENABLED {
            let name = text_of(cx, name);
            cx.enter(Part::Named(&name.to_str_lossy()));
            cx.trace.reading(id.name());
            show_header(cx, id, i, Some((&name, rest)));
        }
        B::entry(open, rest, || text_of(cx, name));
        match id {
            TagId::List => {
                let list;
                (i, list) = elements::<T, B>(outermost, inside(cx, i)?, rest, open)?;
                B::list(open, list);
            }
            TagId::Compound => {
                let compound;
                (i, compound) = entries::<T, B>(outermost, inside(cx, i)?, rest, open)?;
                B::compound(open, compound);
            }
            id => (i, ()) = leaf(cx, id, rest, B::place(open))?,
        }
        cx.leave();
    }
}

/// Reports the type of an entry and its name; of a name that is cut or malformed, the length.
fn show_header<T: Trace>(cx: Cx<'_, T>, id: TagId, i: &[u8], name: Option<(&JavaStr<'_>, &[u8])>) {
    if !T::ENABLED {
        return;
    }
    let after = i.get(1..).unwrap_or_default();
    cx.field(i, after, "type", show_tag(cx, id));
    let Ok((text, _)) = text_length(cx, "name length").parse(after) else { return };
    let Some((name, rest)) = name else { return };
    match name.to_str() {
        Some(name) => cx.field(text, rest, "name", Shown::Text(&name)),
        None => cx.field(text, rest, "name", Shown::Bytes(name.as_bytes())),
    }
}

/// Type, count and elements.
pub(super) fn elements<'a, T: Trace, B: Output<'a>>(
    outermost: &Context<'_, Protocol, T>,
    level: Level,
    i: &'a [u8],
    outer: &mut B::OpenEntries,
) -> PResult<'a, B::List> {
    let cx = at::<T, B>(outermost, level);
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
    let (cx, inside) = (at::<T, B>(outermost, level), at::<T, B>(outermost, inside));
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
            each::<T, B, _>(inside, id, count, i, text).map(|(i, x)| (i, B::leaves(x, List::String)))?
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
    let mut cx = at::<T, B>(outermost, inside);
    let mut all = B::elements(count, i);
    for index in 0..count as usize {
        cx.release(TagId::List.min_payload_in(cx.rules.nbt));
        cx.enter(Part::Index(index));
        reading(cx, TagId::List);
        let list;
        (i, list) = elements::<T, B>(outermost, nbt::inside(cx, i)?, i, outer)?;
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
    let mut cx = at::<T, B>(outermost, inside);
    let mut all = B::elements(count, i);
    for index in 0..count as usize {
        cx.release(TagId::Compound.min_payload_in(cx.rules.nbt));
        cx.enter(Part::Index(index));
        reading(cx, TagId::Compound);
        let compound;
        (i, compound) = entries::<T, B>(outermost, nbt::inside(cx, i)?, i, outer)?;
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
    let mut all = B::elements(count, i);
    for index in 0..count as usize {
        cx.release(id.min_payload_in(cx.rules.nbt));
        cx.enter(Part::Index(index));
        reading(cx, id);
        let x;
        (i, x) = element(by_value!(cx)).parse(i)?;
        cx.leave();
        B::push(&mut all, x);
    }
    Ok((i, all))
}

/// Reports the type of an element.
#[cfg_attr(not(debug_assertions), inline(always))]
fn reading<T: Trace>(cx: Cx<'_, T>, id: TagId) {
    if T::ENABLED {
        cx.trace.reading(id.name());
    }
}

/// A payload without children, put straight into its place. Equal to [`payload`](super::super::payload()).
#[cfg_attr(not(debug_assertions), inline(always))]
fn leaf<'a, T: Trace>(cx: Cx<'_, T>, id: TagId, i: &'a [u8], place: impl Place<'a>) -> PResult<'a, ()> {
    match id {
        TagId::Byte => byte(cx, "value").parse(i).map(|(i, x)| (i, place.fill(|| Tag::Byte(x)))),
        TagId::Short => short(cx, "value").parse(i).map(|(i, x)| (i, place.fill(|| Tag::Short(x)))),
        TagId::Int => int(cx, "value").parse(i).map(|(i, x)| (i, place.fill(|| Tag::Int(x)))),
        TagId::Long => long(cx, "value").parse(i).map(|(i, x)| (i, place.fill(|| Tag::Long(x)))),
        TagId::Float => float(cx, "value").parse(i).map(|(i, x)| (i, place.fill(|| Tag::Float(x)))),
        TagId::Double => double(cx, "value").parse(i).map(|(i, x)| (i, place.fill(|| Tag::Double(x)))),
        TagId::ByteArray => packed(cx).parse(i).map(|(i, x)| (i, place.fill(|| Tag::ByteArray(x)))),
        TagId::String if T::ENABLED => text(cx).parse(i).map(|(i, x)| (i, place.fill(|| Tag::String(x)))),
        TagId::String => {
            read_text(cx, i).map(|(i, bytes)| (i, place.fill(|| Tag::String(text_of(cx, bytes)))))
        }
        TagId::IntArray => packed(cx).parse(i).map(|(i, x)| (i, place.fill(|| Tag::IntArray(x)))),
        TagId::LongArray => packed(cx).parse(i).map(|(i, x)| (i, place.fill(|| Tag::LongArray(x)))),
        // They are read where they are met, never through here.
        TagId::End | TagId::List | TagId::Compound => {
            Fault::at(i, DecodeErrorKind::NbtTag { id: id.to_wire() })
        }
    }
}
