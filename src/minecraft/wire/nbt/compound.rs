//! Compound: named tags, in order, until End.

use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::multi::all;
use cookie_factory::sequence::{pair, tuple};

use super::super::Cx;
use super::super::combinators::{gen_named, named, until, untraced};
use super::tag::{gen_payload, nested, payload, show_tag, tag_id};
use super::text::{self, gen_text};
use crate::error::DecodeErrorKind;
use crate::grammar::{Grammar, accept, bytes, field_as, grammar, then, typed, with_input};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{Compound, Entry, JavaStr, Tag};
use crate::trace::{Shown, Trace};

grammar!(
    /// Named tags until End.
    ///
    /// | size | field |
    /// |------|-------|
    /// | ..   | entries: type, name, payload |
    /// | 1    | End (0) |
    ///
    /// This is the plain grammar. The fast path is equivalent and several times as fast, and roots are read by
    /// it. Without optimization, it takes 12 KiB of stack for each level that values nest, 512 at most by default.
    pub fn compound<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Compound<'a>> {
        until(end(cx), MIN_ENTRY, move |_| entry(cx)).map(Compound::from)
    }
);

/// Mirrors [`compound`].
pub fn gen_compound<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Compound<'_>) -> impl SerializeFn<W> {
    pair(all(x.entries().iter().map(move |entry| gen_entry(cx, entry))), bytes([TagId::End.to_wire()]))
}

grammar!(
    /// | size | field |
    /// |------|-------|
    /// | 1    | type, not End |
    /// | 2    | byte length of the name; see [`text`](text::text()) for other forms than the big-endian one |
    /// | n    | name: modified UTF-8 |
    /// | ..   | payload by type |
    fn entry<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Entry<'a>> {
        let name = (tag_id(untraced(cx)), text::text(untraced(cx)))
            .map(|(_, name)| name.to_str_lossy().into_owned());
        let header = move || {
            let id = field_as(cx, "type", tag_id(cx), move |id| show_tag(cx, *id));
            (id, text::named(cx, "name length", "name"))
        };
        // An entry that is too deep is so from its type on.
        let entry = with_input(move |start| {
            header().flat_map(move |(id, name)| {
                typed(cx, id.name(), value(cx, id, start)).map(move |tag| (name.clone(), tag))
            })
        });
        named(cx, name, entry)
    }
);

/// Mirrors [`entry`].
fn gen_entry<T: Trace, W: Write>(cx: Cx<'_, T>, (name, tag): &(JavaStr<'_>, Tag<'_>)) -> impl SerializeFn<W> {
    let header = (bytes([tag.id().to_wire()]), gen_text(cx, name), gen_payload(cx, tag));
    gen_named(cx, || name.to_str_lossy(), tuple(header))
}

grammar!(
    /// A payload one level deeper, if its type has children; the entry begins at `start`.
    fn value<'a, T: Trace>(cx: Cx<'_, T>, id: TagId, start: &'a [u8]) -> impl Grammar<'a, Tag<'a>> {
        match id {
            TagId::List | TagId::Compound => then(nested(cx, Some(start)), move |cx| payload(cx, id)),
            leaf => payload(cx, leaf),
        }
    }
);

grammar!(
    /// The type that ends the entries.
    fn end<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, TagId> {
        let end = accept(tag_id(untraced(cx)), |id, _| match id {
            TagId::End => Ok(id),
            other => Err(DecodeErrorKind::NbtTag { id: other.to_wire() }),
        });
        field_as(cx, "type", end, |_| Shown::Type { name: "End", id: 0, flags: "closes the compound" })
    }
);

/// The fewest bytes that an entry takes: type, an empty name, one byte.
const MIN_ENTRY: usize = 4;
