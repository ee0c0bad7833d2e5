//! The entries of a compound, in a loop. Equal to [`compound`](super::super::compound()).

use super::super::Cx;
use super::super::combinators::more;
use super::super::nbt::{inside, read_tag_id, read_well_formed, show_tag};
use super::build::Output;
use super::elements::elements;
use super::leaf::leaf;
use crate::cx::{Cx as Context, Level};
use crate::error::PResult;
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{Compound, Entry, JavaStr, Tag};
use crate::minecraft::protocol::Protocol;
use crate::trace::{Part, Shown, Trace};

/// The entries and End.
///
/// One function for all levels, handed one context and the level: a frame of the stack per level is what 512 levels
/// need to fit, and what is not handed on is not waited for.
pub(super) fn entries<'a, T: Trace, B: Output<'a>>(
    outermost: &Context<'_, Protocol, T>,
    level: Level,
    mut i: &'a [u8],
    open: &mut B::OpenEntries,
) -> PResult<'a, B::Compound> {
    let cx = outermost.at(level);
    let first = B::count(open);
    loop {
        let (after, id) = read_tag_id(cx, i)?;
        if id == TagId::End {
            cx.field(i, after, "type", Shown::Type { name: "End", id: 0, flags: "closes the compound" });
            return Ok((after, B::close(open, first)));
        }
        let (rest, name) = read_well_formed(cx, after).inspect_err(|_| show_header(cx, id, i, None))?;
        if T::LISTENS {
            let name = JavaStr::of_well_formed(name);
            cx.enter(Part::Named(&name.to_str_lossy()));
            cx.trace.reading(id.name());
            show_header(cx, id, i, Some((&name, rest)));
        }
        B::entry(open, rest, name);
        match id {
            TagId::List => {
                let list;
                (i, list) = elements::<T, B>(outermost, inside(cx, i)?.level(), rest, open)?;
                B::list(open, list);
            }
            TagId::Compound => {
                let compound;
                (i, compound) = entries::<T, B>(outermost, inside(cx, i)?.level(), rest, open)?;
                B::compound(open, compound);
            }
            id => (i, ()) = leaf(cx, id, rest, B::place(open))?,
        }
        cx.leave();
    }
}

/// Reports the type of an entry and its name; of a name that is cut or malformed, the length.
fn show_header<T: Trace>(cx: Cx<'_, T>, id: TagId, i: &[u8], name: Option<(&JavaStr<'_>, &[u8])>) {
    if !T::LISTENS {
        return;
    }
    let after = i.get(1..).unwrap_or_default();
    cx.field(i, after, "type", show_tag(id));
    let Some((length, text)) = after.split_first_chunk() else { return };
    cx.field(after, text, "name length", Shown::Uint(u16::from_be_bytes(*length).into()));
    let Some((name, rest)) = name else { return };
    match name.to_str() {
        Some(name) => cx.field(text, rest, "name", Shown::Text(&name)),
        None => cx.field(text, rest, "name", Shown::Bytes(name.as_bytes())),
    }
}

/// The fewest bytes that an entry takes: type, an empty name, one byte.
const MIN_ENTRY: usize = 4;

/// The entries from `first` on, in an allocation that fits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn closed<'a>(entries: &mut Vec<Entry<'a>>, first: usize) -> Compound<'a> {
    let count = entries.len() - first;
    if count > entries.len() / 2 && entries.len() > FEW {
        return closed_many(entries, first);
    }
    if first > 0 {
        return entries.split_off(first).into();
    }
    let mut all = Vec::with_capacity(count);
    all.append(entries);
    all.into()
}

/// Where most of the open entries belong to one compound, they stay where they are, and the few before them
/// move: many are never held twice.
#[cold]
#[inline(never)]
fn closed_many<'a>(entries: &mut Vec<Entry<'a>>, first: usize) -> Compound<'a> {
    let outer = entries.drain(..first).collect();
    std::mem::replace(entries, outer).into()
}

/// Below this many open entries, holding them twice is no matter.
const FEW: usize = 64;

/// Adds an entry, with a value that owns nothing until its own is read; `i` is what follows the name.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn add<'a>(entries: &mut Vec<Entry<'a>>, i: &[u8], name: &'a [u8]) {
    if entries.len() == entries.capacity() {
        grow(entries, i);
    }
    entries.push((JavaStr::of_well_formed(name), Tag::Byte(0)));
}

/// Room for more entries.
#[cold]
#[inline(never)]
fn grow(entries: &mut Vec<Entry<'_>>, i: &[u8]) {
    entries.reserve_exact(more(entries.len(), i.len() / MIN_ENTRY + 1));
}
