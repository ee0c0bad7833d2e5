//! Compound: named tags until End.

use std::io::Write;

use cookie_factory::SerializeFn;
use nom::Parser;
use nom::combinator::verify;
use nom::sequence::pair;

use super::super::Cx;
use super::super::combinators::untraced;
use super::tag::{TYPE, gen_inner_payload, payload_on, show_tag, tag_id};
use super::text::{gen_text, text_named, text_view};
use crate::error::Segment;
use crate::grammar::{
    Grammar, InPlace, Pile, bytes, field_as, gen_apart, gen_both, gen_deeper, gen_each, gen_part, grammar,
    part_ahead, piled, then, u8, with_input,
};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{Compound, Entry, JavaStr, Tag};
use crate::trace::{PathStep, Shown, Trace};

grammar!(
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
    pub fn compound<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Compound> {
        let open = Pile::new(); // `grammar!` keeps it while the compound is read.
        compound_on(cx, &open)
    }
);

/// Writes a `Compound`, in the layout of [`compound`].
pub fn gen_compound<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Compound) -> impl SerializeFn<W> {
    let entries = gen_each(x.entries(), move |_, (name, tag)| gen_entry(cx, name, tag));
    gen_both(entries, bytes([TagId::End.to_wire()]))
}

/// Writes a compound inside of a tag, one level deeper, as `payload_on` reads it.
pub(super) fn gen_compound_deeper<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Compound) -> impl SerializeFn<W> {
    gen_apart(move |out| gen_deeper(cx, move |cx| gen_compound(cx, x))(out))
}

/// The entries of all open compounds. They share one vector for speed only: read `piled(cx, open, end, MIN_ENTRY, entry)`
/// as nom's `many_till(entry, end)`. Lists pass it on to the compounds inside of them.
pub(super) type Open<'c> = &'c Pile<Entry>;

grammar!(
    /// Reads a [`compound`]. Its entries are kept on the stack of all open compounds until it ends.
    pub(super) fn compound_on<'a, 'c, T: Trace>(cx: Cx<'c, T>, open: Open<'c>) -> impl Grammar<'a, Compound> {
        piled(cx, open, end(cx), MIN_ENTRY, move || entry(cx, open)).map(Compound::from)
    }
);

grammar!(
    /// Reads the type End.
    fn end<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, u8> {
        field_as(cx, TYPE, verify(u8(), |id| *id == TagId::End.to_wire()), |_| Shown::Type {
            name: "End",
            id: 0,
            flags: "closes the compound",
        })
    }
);

grammar!(
    /// Reads a type, a name, and the payload of that type. A compound or a list in an entry is one level deeper, even if it
    /// is empty. If that is too deep, `payload_on` reports the error at the start of the entry.
    fn entry<'a, 'c, T: Trace>(cx: Cx<'c, T>, open: Open<'c>) -> impl InPlace<'a, Output = Entry> {
        let fields = move |start| {
            then(entry_type(cx), move |id| {
                (text_named(cx, "name length", "name"), payload_on(cx, open, id, Some(start)))
            })
        };
        part_ahead(cx, move |i| ahead(cx, i), with_input(fields))
    }
);

fn gen_entry<'x, T: Trace, W: Write>(cx: Cx<'_, T>, name: &'x JavaStr, tag: &'x Tag) -> impl SerializeFn<W> {
    let head = gen_both(bytes([tag.id().to_wire()]), gen_text(cx, name));
    gen_part(cx, EntryOf(name), gen_both(head, gen_inner_payload(cx, tag)))
}

/// The step of a path to the entry with this name.
#[derive(Clone, Copy)]
struct EntryOf<'x>(&'x JavaStr);

impl PathStep for EntryOf<'_> {
    fn segment(&self) -> Option<Segment> {
        Some(Segment::text(&self.0.to_string_lossy()))
    }
}

grammar!(
    fn entry_type<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, TagId> {
        field_as(cx, TYPE, tag_id(cx), move |id| show_tag(cx, *id))
    }
);

/// Returns the type and the name of the entry that begins here, if they can be read. This runs only for a trace or an
/// error, which show them before the fields of the entry.
fn ahead<T: Trace>(cx: Cx<'_, T>, i: &[u8]) -> Option<(&'static str, String)> {
    let cx = untraced(cx);
    let (_, (id, name)) = pair(tag_id(cx), text_view(cx)).parse(i).ok()?;
    Some((id.name(), name.to_string_lossy().into_owned()))
}

/// The least number of bytes of an entry: type, an empty name, one byte. It only limits the room that is allocated for
/// entries: where the length of a name takes one byte, entries may be shorter, and the room grows again.
const MIN_ENTRY: usize = 4;
