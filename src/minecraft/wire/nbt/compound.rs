//! Compound: named tags until End.

use std::cell::RefCell;
use std::io::Write;
use std::mem;

use cookie_factory::{SerializeFn, WriteContext};
use nom::Err;

use super::super::Cx;
use super::super::combine::{fitted, push};
use super::{TYPE, gen_inner_payload, gen_text, inside, list, show_tag, tag_id, text, text_named};
use crate::error::Segment;
use crate::grammar::{Fault, Parse, Read, amend, field_as, gen_part, map, slice};
use crate::minecraft::model::nbt::{Compound, Entry, JavaStr, Tag, TagId};
use crate::sure::Sure as _;
use crate::trace::{Internal, Part, PathStep, Shown, Trace};

/// The least number of bytes of an entry: type, an empty name, one byte. It only limits the room that is allocated for
/// entries: where the length of a name takes one byte, entries may be shorter, and the room grows again.
const MIN_ENTRY: usize = 4;

/// The entries of all open compounds, those of the innermost last.
///
/// The number of entries of a compound is known only at its end. They are then moved to an allocation of the right
/// size, so that no compound has a growing vector of its own.
#[derive(Debug, Default)]
pub(in crate::minecraft::wire) struct Open(RefCell<Vec<Entry>>);

impl Open {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push(&self, entry: Entry, rest: &[u8]) {
        push(&mut self.0.borrow_mut(), entry, rest.len() / MIN_ENTRY + 1);
    }

    /// Takes the entries of the innermost compound, which begin at `first`.
    fn close(&self, first: usize) -> Compound {
        let entries = &mut *self.0.borrow_mut();
        if first == 0 {
            return fitted(entries).into();
        }
        // If most of the entries are here, they keep their allocation, and the few before them are moved.
        if entries.len() - first > entries.len() / 2 && entries.len() > 64 {
            let outer = entries.drain(..first).collect();
            return mem::replace(entries, outer).into();
        }
        entries.split_off(first).into()
    }

    /// Drops the entries of a compound that cannot be read.
    #[cold]
    fn drop_from<E>(&self, first: usize, error: E) -> E {
        self.0.borrow_mut().truncate(first);
        error
    }
}

/// Reads named tags until End.
///
/// | size | field |
/// |------|-------|
/// | ..   | entries |
/// | 1    | End (0) |
///
/// An entry:
///
/// | size | field |
/// |------|-------|
/// | 1    | type, not End |
/// | 2    | byte length of the name; see [`text`](super::text()) for the other forms |
/// | n    | name: modified UTF-8 |
/// | ..   | payload by type, see [`payload`](super::payload()) |
///
/// Entries with equal names are all kept.
pub fn compound<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Compound> {
    move |i: &'a [u8]| read(cx, i)
}

#[inline(never)]
fn read<'a, T: Trace>(cx: Cx<'_, T>, mut i: &'a [u8]) -> Read<'a, Compound> {
    let (open, begin) = (&cx.scratch().open, i.len());
    let first = open.0.borrow().len();
    loop {
        // Entries have no index.
        if T::ENABLED
            && let Some(observer) = cx.trace.observer(Internal)
            && let Some((_, left)) = observer.element(begin, i.len(), 0)
        {
            i = i.get(i.len() - left..).sure();
        }
        if let [0, rest @ ..] = i {
            cx.row(i, rest, TYPE, Shown::Type { name: "End", id: 0, flags: "closes the compound" });
            return Ok((rest, open.close(first)));
        }
        match entry(cx)(i) {
            Ok((rest, entry)) => {
                if cx.keeps_values() {
                    open.push(entry, rest);
                }
                i = rest;
            }
            Err(error) => return Err(open.drop_from(first, error)),
        }
    }
}

/// Writes a `Compound`, in the layout of [`compound`].
pub fn gen_compound<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Compound) -> impl SerializeFn<W> {
    move |mut out: WriteContext<W>| {
        for (name, tag) in x.entries() {
            out = gen_entry(cx, name, tag)(out)?;
        }
        slice([TagId::End.to_wire()])(out)
    }
}

/// Reads a type, a name, and the payload of that type. A compound or a list in an entry is one level deeper, even if it
/// is empty. If that is too deep, the error is at the start of the entry.
fn entry<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Entry> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |start: &'a [u8]| {
        let is_open = T::ENABLED && open_entry(cx, start);
        let (i, id) = field_as(cx, TYPE, tag_id(cx), |id| show_tag(cx, *id))(start)?;
        let (i, name) = text_named(cx, "name length", "name")(i)?;
        let payload = move |i| match id {
            TagId::Compound => map(super::compound(inside(cx, start)?), Tag::Compound)(i),
            TagId::List => map(list(inside(cx, start)?), Tag::List)(i),
            leaf => super::leaf(cx, leaf)(i),
        };
        match payload(i) {
            Ok((i, tag)) => {
                if is_open {
                    cx.close();
                }
                Ok((i, (name, tag)))
            }
            // The name by value: what a cold function borrows, the hot path keeps in memory.
            Err(error) => Err(in_entry(error, id, name)),
        }
    }
}

fn gen_entry<'x, T: Trace, W: Write>(cx: Cx<'_, T>, name: &'x JavaStr, tag: &'x Tag) -> impl SerializeFn<W> {
    let entry = move |out| {
        let out = slice([tag.id().to_wire()])(out)?;
        let out = gen_text(cx, name)(out)?;
        gen_inner_payload(cx, tag)(out)
    };
    gen_part(cx, EntryOf(name), entry)
}

#[cold]
fn in_entry(error: Err<Fault>, id: TagId, name: JavaStr) -> Err<Fault> {
    amend(error, |fault| {
        fault.read_as(id.name());
        fault.add(EntryOf(&name).segment());
    })
}

/// The step of a path to the entry with this name.
#[derive(Debug, Clone, Copy)]
struct EntryOf<'x>(&'x JavaStr);

impl PathStep for EntryOf<'_> {
    fn segment(&self) -> Option<Segment> {
        Some(Segment::text(&self.0.to_string_lossy()))
    }
}

/// Opens the part of the entry that begins here, if its type and name can be read, because rows show them before its
/// fields.
#[cold]
fn open_entry<T: Trace>(cx: Cx<'_, T>, start: &[u8]) -> bool {
    let Ok((i, id)) = tag_id(cx.silent())(start) else { return false };
    let Ok((_, name)) = text(cx.silent())(i) else { return false };
    cx.open(Part::Named(&name.to_string_lossy()));
    cx.reading(id.name());
    true
}
