//! The root of NBT: a named compound, in the Bedrock edition also a named list, or nothing.

use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::{SerializeFn, WriteContext};
use nom::combinator::{cond, recognize, success};
use nom::sequence::pair;
use nom::{Mode, OutputMode, Parser};

use super::Cx;
use super::nbt::{
    Block, Open, entries, in_blocks, is_java, named, payload, put_compound, put_leaf, put_list, put_text,
    read_text, show_tag, tag_id,
};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::grammar::{Grammar, Make, accept, bytes, field_as, grammar, if_else, in_error_mode, slice, typed};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{JavaStr, Nbt, Tag};
use crate::sink::Gen;
use crate::trace::{Form, Meaning, Order, Shown, Trace};

/// A named compound or list, or nothing.
///
/// | size | field |
/// |------|-------|
/// | 1    | type: Compound (10), in the [forms](crate::minecraft::NbtForm) of the Bedrock edition and with [`allow_list_roots`](crate::minecraft::Protocol::allow_list_roots) also List (9), or End (0) for "no NBT", and nothing follows |
/// | 2    | byte length of the name, see [`text`](super::text()); left out by [`nameless_nbt`](crate::minecraft::Protocol::nameless_nbt), as is the name |
/// | n    | name: modified UTF-8 |
/// | ..   | payload by type: entries until End, or type, count and elements |
///
/// ```
/// use gamewire::minecraft::{Protocol, wire};
/// use nom::Parser;
/// use nom::{multi::length_value, number::be_u32};
/// let framed = b"\0\0\0\x0c\x0a\0\0\x01\0\x04size\x05\0and more";
/// let settings = Protocol::V1_14.settings();
/// let mut nbt = length_value(be_u32(), wire::nbt(settings.cx()));
/// let (rest, nbt) = nbt.parse(framed).unwrap();
/// assert_eq!(nbt.unwrap().root.get("size").unwrap().as_i64(), Some(5));
/// assert_eq!(rest, b"and more");
/// ```
pub fn nbt<'a, 'v, T: Trace, M: Make<'a, 'v>>(cx: Cx<'_, T, M>) -> impl Grammar<'a, Option<Nbt<'v>>> {
    typed(cx.borrowing(), "NBT", OptionalRoot { cx, value: PhantomData })
}

/// Reads [`nbt`](nbt()) where there must be a root: the single byte 0 is an error.
pub fn required_nbt<'a, 'v, T: Trace, M: Make<'a, 'v>>(cx: Cx<'_, T, M>) -> impl Grammar<'a, Nbt<'v>> {
    typed(cx.borrowing(), "NBT", RequiredRoot { cx, value: PhantomData })
}

struct OptionalRoot<'c, 'v, T: Trace, M> {
    cx: Cx<'c, T, M>,
    value: PhantomData<&'v ()>,
}

impl<'a, 'v, T: Trace, M: Make<'a, 'v>> Parser<&'a [u8]> for OptionalRoot<'_, 'v, T, M> {
    type Output = Option<Nbt<'v>>;
    type Error = Fault;

    #[inline]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> nom::PResult<OM, &'a [u8], Option<Nbt<'v>>, Fault> {
        let cx = self.cx;
        if let Some(rest) = after_java_type(cx.borrowing(), i) {
            let (rest, root) = in_error_mode::<OM, _>(java_root::<T, M, OM::Output>(cx.borrowing(), rest))?;
            return Ok((rest, OM::Output::map(root, Some)));
        }
        let root = root_type(cx.borrowing()).flat_map(move |id| cond(id != TagId::End, root(cx, id)));
        { root }.process::<OM>(i)
    }
}

struct RequiredRoot<'c, 'v, T: Trace, M> {
    cx: Cx<'c, T, M>,
    value: PhantomData<&'v ()>,
}

impl<'a, 'v, T: Trace, M: Make<'a, 'v>> Parser<&'a [u8]> for RequiredRoot<'_, 'v, T, M> {
    type Output = Nbt<'v>;
    type Error = Fault;

    #[inline]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> nom::PResult<OM, &'a [u8], Nbt<'v>, Fault> {
        let cx = self.cx;
        if let Some(rest) = after_java_type(cx.borrowing(), i) {
            return in_error_mode::<OM, _>(java_root::<T, M, OM::Output>(cx.borrowing(), rest));
        }
        let present = accept(root_type(cx.borrowing()), |id, _| match id {
            TagId::End => Err(DecodeErrorKind::NbtRoot { id: id.to_wire() }),
            id => Ok(id),
        });
        present.flat_map(move |id| root(cx, id)).process::<OM>(i)
    }
}

/// Returns the input after the type of a root that [`java_root`] reads.
#[inline]
fn after_java_type<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> Option<&'a [u8]> {
    i.strip_prefix(&[TagId::Compound as u8]).filter(|_| is_java(cx) && !cx.rules().nameless_nbt)
}

/// Shortens [`root`] for a compound in the form of the Java edition: its name and entries in one function.
#[cfg_attr(not(debug_assertions), inline(always))]
fn java_root<'a, 'v, T: Trace, M: Make<'a, 'v>, O: Mode>(
    cx: Cx<'_, T>,
    i: &'a [u8],
) -> PResult<'a, O::Output<Nbt<'v>>> {
    let (i, name) = read_text(cx, i, "root name length", "root name")?;
    let (i, root) = Open::none::<O, _>(|open| entries::<T, M, O>(cx, i, open))?;
    let name = || M::keep(JavaStr::of_well_formed(name));
    Ok((i, O::map(root, |root| Nbt { name: name(), root: Tag::Compound(root) })))
}

/// The name and the payload of a root of this type.
fn root<'a, 'v, T: Trace, M: Make<'a, 'v>>(cx: Cx<'_, T, M>, id: TagId) -> impl Grammar<'a, Nbt<'v>> {
    // nom makes what the parts of a tuple read even where nobody asks for it; of a pair it does not.
    pair(root_name(cx.borrowing()), payload(cx, id)).map(|(name, root)| Nbt { name: M::keep(name), root })
}

/// Writes a root, or the byte 0 if there is none, in the layout of [`nbt`](nbt()); with a root also in that of [`required_nbt`].
#[inline]
pub fn gen_nbt<T: Trace, W: Write>(cx: Cx<'_, T>, x: Option<&Nbt<'_>>) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match x {
        None => bytes([TagId::End.to_wire()])(out),
        Some(nbt) => gen_root(cx, nbt)(out),
    }
}

/// Mirrors [`root`] and its type.
#[inline]
fn gen_root<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Nbt<'_>) -> impl SerializeFn<W> {
    in_blocks(move |out| {
        put_root_name(cx, x.root.id(), &x.name, out)?;
        match &x.root {
            Tag::Compound(x) => put_compound(cx, x, out),
            Tag::List(x) if cx.rules().has_list_roots() => put_list(cx, x, out),
            leaf if cx.rules().any_roots => put_leaf(cx, leaf, out),
            other => cx.refuse(no_root(other.id())),
        }
    })
}

grammar!(
    /// Reads [`nbt`](nbt()) without building a tree: the bytes are checked, and kept unchanged.
    pub fn nbt_bytes<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, &'a [u8]> {
        recognize(nbt(cx))
    }
);

/// Writes the bytes of a root unchanged, in the layout of [`nbt_bytes`].
pub fn gen_nbt_bytes<W: Write>(x: &[u8]) -> impl SerializeFn<W> {
    slice(x)
}

grammar!(
    /// The name of a root, which [`nameless_nbt`](crate::minecraft::Protocol::nameless_nbt) leaves out.
    fn root_name<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, JavaStr<'a>> {
        let name = named(cx, "root name length", "root name");
        if_else(cx.rules().nameless_nbt, success(JavaStr::default()), name)
    }
);

/// Mirrors [`root_name`] and the type before it.
#[inline]
fn put_root_name<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    id: TagId,
    x: &JavaStr<'_>,
    out: &mut Block<'_, W>,
) -> Gen {
    match (cx.rules().nameless_nbt, x.is_empty()) {
        (false, _) => put_text(cx, Some(id), x, out),
        (true, true) => out.number([id.to_wire()]),
        (true, false) => cx.refuse(EncodeErrorKind::NotExpressible { what: "a nameless root has no name" }),
    }
    .map_err(|error| cx.refused_in("name", error))
}

/// The reason why a tag of this type is not written as a root.
fn no_root(id: TagId) -> EncodeErrorKind {
    let what = if id == TagId::List {
        "an NBT root that is a List has no form in the Java edition, which needs a Compound"
    } else {
        "an NBT root must be a Compound, or in the forms of the Bedrock edition a List"
    };
    EncodeErrorKind::NotExpressible { what }
}

grammar!(
    /// The type of a root, or End if there is none.
    fn root_type<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, TagId> {
        let id =
            field_as(
                cx,
                Meaning::new("type").of(Form::unsigned(Order::Big)),
                tag_id(cx),
                move |id| match id {
                    TagId::End => Shown::Type { name: "End", id: 0, flags: "no NBT" },
                    id => show_tag(cx, *id),
                },
            );
        accept(id, move |id, _| match id {
            TagId::End | TagId::Compound => Ok(id),
            TagId::List if cx.rules().has_list_roots() => Ok(id),
            id if cx.rules().any_roots => Ok(id),
            other => Err(DecodeErrorKind::NbtRoot { id: other.to_wire() }),
        })
    }
);
