//! The root of NBT: a named compound, in the Bedrock edition also a named list, or nothing. What is inside is read by the fast path.

use std::io::Write;

use cookie_factory::sequence::tuple;
use cookie_factory::{SerializeFn, WriteContext};
use nom::combinator::{cond, recognize, success};
use nom::sequence::pair;

use super::nbt::{gen_text, named, show_tag, tag_id};
use super::{Cx, fast};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Grammar, accept, bytes, field_as, gen_part, grammar, if_else, slice, typed};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{JavaStr, Nbt, Tag};
use crate::trace::{Part, Shown, Trace};

grammar!(
    /// A named compound or list, or nothing.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 1    | type: Compound (10), in the [forms](crate::minecraft::NbtForm) of the Bedrock edition also List (9), or End (0) for "no NBT", and nothing follows |
    /// | 2    | byte length of the name, see [`text`](super::text()); left out by [`nameless_nbt`](crate::minecraft::Protocol::nameless_nbt), as is the name |
    /// | n    | name: modified UTF-8 |
    /// | ..   | payload by type: entries until End, or type, count and elements |
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, wire};
    /// use nom::Parser;
    /// use nom::{multi::length_value, number::be_u32};
    /// let framed = b"\0\0\0\x0c\x0a\0\0\x01\0\x04size\x05\0and more";
    /// let mut nbt = length_value(be_u32(), wire::nbt(Protocol::V1_14.cx()));
    /// let (rest, nbt) = nbt.parse(framed).unwrap();
    /// assert_eq!(nbt.unwrap().root.get("size").unwrap().as_i64(), Some(5));
    /// assert_eq!(rest, b"and more");
    /// ```
    pub fn nbt<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Option<Nbt<'a>>> {
        typed(cx, "NBT", fast::nbt(cx))
    }
);

grammar!(
    /// [`nbt`](nbt()) by its parts.
    pub(super) fn nbt_by_parts<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Option<Nbt<'a>>> {
        root_type(cx).flat_map(move |id| cond(id != TagId::End, root(cx, id)))
    }
);

grammar!(
    /// As [`nbt`](nbt()), where there must be a root: the single byte 0 is an error.
    pub fn required_nbt<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Nbt<'a>> {
        typed(cx, "NBT", fast::required_nbt(cx))
    }
);

grammar!(
    /// [`required_nbt`] by its parts.
    pub(super) fn required_by_parts<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Nbt<'a>> {
        let present = accept(root_type(cx), |id, _| match id {
            TagId::End => Err(DecodeErrorKind::NbtRoot { id: id.to_wire() }),
            id => Ok(id),
        });
        present.flat_map(move |id| root(cx, id))
    }
);

grammar!(
    /// The name and the payload of a root of this type.
    fn root<'a, T: Trace>(cx: Cx<'_, T>, id: TagId) -> impl Grammar<'a, Nbt<'a>> {
        // nom makes what the parts of a tuple read even where nobody asks for it; of a pair it does not.
        pair(root_name(cx), fast::root_payload(cx, id)).map(|(name, root)| Nbt { name, root })
    }
);

/// Mirrors [`nbt`](nbt()), and [`required_nbt`] if there is a root.
#[inline]
pub fn gen_nbt<T: Trace, W: Write>(cx: Cx<'_, T>, x: Option<&Nbt<'_>>) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match x {
        None => bytes([TagId::End.to_wire()])(out),
        Some(nbt) => fast::gen_root(cx, nbt)(out),
    }
}

/// A root by its parts, without the fast path.
pub(super) fn gen_root<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Nbt<'_>) -> impl SerializeFn<W> {
    tuple((bytes([x.root.id().to_wire()]), gen_root_name(cx, &x.name), gen_root_payload(cx, &x.root)))
}

grammar!(
    /// As [`nbt`](nbt()), but no tree is built: the bytes are checked, and kept unchanged.
    pub fn nbt_bytes<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, &'a [u8]> {
        recognize(nbt(cx))
    }
);

/// Mirrors [`nbt_bytes`].
pub fn gen_nbt_bytes<W: Write>(x: &[u8]) -> impl SerializeFn<W> {
    slice(x)
}

grammar!(
    /// The name of a root, which [`nameless_nbt`](crate::minecraft::Protocol::nameless_nbt) leaves out.
    fn root_name<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, JavaStr<'a>> {
        let name = named(cx, "root name length", "root name");
        if_else(cx.rules.nameless_nbt, success(JavaStr::default()), name)
    }
);

/// Mirrors [`root_name`].
#[inline]
fn gen_root_name<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr<'_>) -> impl SerializeFn<W> {
    let name = move |out| match (cx.rules.nameless_nbt, x.is_empty()) {
        (false, _) => gen_text(cx, x)(out),
        (true, true) => Ok(out),
        (true, false) => cx.refuse(EncodeErrorKind::NotExpressible { what: "a nameless root has no name" }),
    };
    gen_part(cx, Part::Field("name"), name)
}

/// The payload of a root, by its type.
fn gen_root_payload<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Tag<'_>) -> impl SerializeFn<W> {
    move |out| match x {
        Tag::Compound(x) => fast::gen_compound(cx, x)(out),
        Tag::List(x) if !cx.rules.nbt.is_java() => fast::gen_list(cx, x)(out),
        other => cx.refuse(no_root(other.id())),
    }
}

/// The reason why a tag of this type is not written as a root.
pub(super) fn no_root(id: TagId) -> EncodeErrorKind {
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
        let id = field_as(cx, "type", tag_id(cx), move |id| match id {
            TagId::End => Shown::Type { name: "End", id: 0, flags: "no NBT" },
            id => show_tag(cx, *id),
        });
        accept(id, move |id, _| match id {
            TagId::End | TagId::Compound => Ok(id),
            TagId::List if !cx.rules.nbt.is_java() => Ok(id),
            other => Err(DecodeErrorKind::NbtRoot { id: other.to_wire() }),
        })
    }
);
