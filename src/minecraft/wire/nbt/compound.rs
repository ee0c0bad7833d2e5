//! Compound: named tags, in order, until End.

use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::SerializeFn;
use nom::{Mode, OutputMode, Parser};

use super::super::Cx;
use super::super::combinators::untraced;
use super::block::{Block, in_blocks};
use super::list::{elements, put_elements};
use super::open::{Open, put};
use super::tag::{TYPE, inside, leaf, put_leaf, read_tag_id, show_tag};
use super::text::{put_text, read_text, text, text_of};
use crate::error::{Fault, PResult};
use crate::grammar::{Grammar, Make, in_error_mode, pass};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{Compound, JavaStr, Tag};
use crate::sink::Gen;
use crate::trace::{Part, Shown, Trace};

/// Named tags until End.
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
/// | 2    | byte length of the name; see [`text`](super::text()) for other forms than the big-endian one |
/// | n    | name: modified UTF-8 |
/// | ..   | payload by type, see [`payload`](super::payload()) |
pub fn compound<'a, 'v, T: Trace, M: Make<'a, 'v>>(cx: Cx<'_, T, M>) -> impl Grammar<'a, Compound<'v>> {
    CompoundGrammar { cx, value: PhantomData }
}

/// Writes a `Compound`, in the layout of [`compound`].
pub fn gen_compound<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Compound<'_>) -> impl SerializeFn<W> {
    in_blocks(move |out| put_compound(cx, x, out))
}

/// [`gen_compound`] to a block.
#[inline]
pub(in crate::minecraft::wire) fn put_compound<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &Compound<'_>,
    out: &mut Block<'_, W>,
) -> Gen {
    put_entries(cx, x, out)
}

struct CompoundGrammar<'c, 'v, T: Trace, M> {
    cx: Cx<'c, T, M>,
    value: PhantomData<&'v ()>,
}

impl<'a, 'v, T: Trace, M: Make<'a, 'v>> Parser<&'a [u8]> for CompoundGrammar<'_, 'v, T, M> {
    type Output = Compound<'v>;
    type Error = Fault;

    #[inline]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> nom::PResult<OM, &'a [u8], Compound<'v>, Fault> {
        let cx = self.cx.borrowing();
        in_error_mode::<OM, _>(Open::none::<OM::Output, _>(|open| entries::<T, M, OM::Output>(cx, i, open)))
    }
}

/// The grammar of [`compound`]. The entries of the compounds around it are `open`.
///
/// It is one function for all levels, with one context and the level: 512 frames fit on the stack, and no result is moved
/// through more functions than there are levels.
pub(in crate::minecraft::wire) fn entries<'a, 'v, T: Trace, M: Make<'a, 'v>, O: Mode>(
    cx: Cx<'_, T>,
    mut i: &'a [u8],
    open: &mut Open<'v>,
) -> PResult<'a, O::Output<Compound<'v>>> {
    let (first, begin) = (open.count(), i.len());
    loop {
        // Entries have no number.
        pass::<O, _, _, _>(&mut { cx }, 0, begin, &mut i, 0);
        let (after, id) = read_tag_id(cx, i)?;
        if id == TagId::End {
            cx.field(i, after, TYPE, Shown::Type { name: "End", id: 0, flags: "closes the compound" });
            return Ok((after, O::bind(|| open.close(first))));
        }
        if T::ENABLED
            && let Ok((_, name)) = text(untraced(cx)).parse(after)
        {
            cx.enter(Part::Named(&name.to_string_lossy()));
            cx.trace.reading(id.name());
        }
        cx.field(i, after, TYPE, show_tag(cx, id));
        let (rest, name) = read_text(cx, after, "name length", "name")?;
        let _ = O::bind(|| open.add::<M>(text_of(cx, name), rest));
        match id {
            TagId::List => {
                let list;
                (i, list) = elements::<T, M, O>(inside(cx, i)?, rest, open)?;
                put::<O>(O::bind(|| open.place()), O::map(list, Tag::List));
            }
            TagId::Compound => {
                let compound;
                (i, compound) = entries::<T, M, O>(inside(cx, i)?, rest, open)?;
                put::<O>(O::bind(|| open.place()), O::map(compound, Tag::Compound));
            }
            id => (i, ()) = leaf::<T, M, O>(cx, id, rest, O::bind(|| open.place()))?,
        }
        cx.leave();
    }
}

/// Mirrors [`entries`], `depth` compounds and lists deep.
pub(super) fn put_entries<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &Compound<'_>,
    out: &mut Block<'_, W>,
) -> Gen {
    for (name, tag) in x.entries() {
        put_entry(cx, name, tag, out)
            .map_err(|error| cx.refused_in(Part::Named(&name.to_string_lossy()), error))?;
    }
    out.number([TagId::End.to_wire()])
}

/// Mirrors an entry.
fn put_entry<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    name: &JavaStr<'_>,
    tag: &Tag<'_>,
    out: &mut Block<'_, W>,
) -> Gen {
    put_text(cx, Some(tag.id()), name, out)?;
    match tag {
        Tag::List(x) => put_elements(cx.deeper_out()?, x, out),
        Tag::Compound(x) => put_entries(cx.deeper_out()?, x, out),
        leaf => put_leaf(cx, leaf, out),
    }
}
