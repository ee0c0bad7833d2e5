//! The root of NBT: a type, a name and a payload, or nothing.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};
use nom::Parser;
use nom::combinator::{cond, recognize, success};
use nom::sequence::pair;

use super::Cx;
use super::nbt::{
    gen_compound, gen_inner_payload, gen_list, gen_text, payload, show_tag, tag_id, text_named,
};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{
    Grammar, accept, bytes, field_as, gen_blocks, gen_both, gen_match, gen_part, grammar, if_else, refuse,
    slice, then, typed,
};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{JavaStr, Nbt, Tag};
use crate::trace::{Form, Meaning, Order, Shown, Trace};

grammar!(
    /// Reads a root, or nothing.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 1    | type: Compound (10), or End (0) for "no NBT", after which nothing follows. List (9) is allowed in the [forms](crate::minecraft::NbtForm) of the Bedrock edition and with [`allow_list_roots`](crate::minecraft::Protocol::allow_list_roots), any type with [`allow_any_roots`](crate::minecraft::Protocol::allow_any_roots) |
    /// | 2    | byte length of the name; see [`text`](super::text()) for the other forms. With [`nameless_nbt`](crate::minecraft::Protocol::nameless_nbt), the length and the name are omitted |
    /// | n    | name: modified UTF-8 |
    /// | ..   | payload by type, see [`payload`](super::payload()) |
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
    pub fn nbt<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Option<Nbt>> {
        let root = then(root_type(cx), move |id| cond(id != TagId::End, root(cx, id)));
        typed(cx, "NBT", root)
    }
);

grammar!(
    /// Reads [`nbt`](nbt()) that must have a root. The single byte 0 is an error.
    pub fn required_nbt<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Nbt> {
        let present = accept(root_type(cx), |id, _| match id {
            TagId::End => Err(DecodeErrorKind::NbtRoot { id: id.to_wire() }),
            id => Ok(id),
        });
        typed(cx, "NBT", then(present, move |id| root(cx, id)))
    }
);

/// Reads the name and the payload of a root of this type.
fn root<'a, T: Trace>(cx: Cx<'_, T>, id: TagId) -> impl Grammar<'a, Nbt> {
    // nom's tuples always build the outputs of their parts; `pair` builds them only if they are needed.
    pair(root_name(cx), payload(cx, id)).map(|(name, root)| Nbt { name, root })
}

/// Writes a root, or the byte 0 if there is none, in the layout of [`nbt`](nbt()). If there is a root, this
/// is also the layout of [`required_nbt`].
pub fn gen_nbt<T: Trace, W: Write>(cx: Cx<'_, T>, x: Option<&Nbt>) -> impl SerializeFn<W> {
    gen_match!(x {
        None => bytes([TagId::End.to_wire()]),
        Some(nbt) => gen_blocks(move |out| gen_root(cx, nbt)(out)),
    })
}

fn gen_root<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Nbt) -> impl SerializeFn<W> {
    let head = gen_both(bytes([x.root.id().to_wire()]), gen_root_name(cx, &x.name));
    gen_both(head, gen_root_payload(cx, &x.root))
}

/// Writes the payload of a root, which is at level 0.
fn gen_root_payload<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Tag) -> impl SerializeFn<W> {
    gen_match!(x {
        Tag::Compound(x) => gen_compound(cx, x),
        Tag::List(x) if cx.rules().has_list_roots() => gen_list(cx, x),
        leaf if cx.rules().any_roots => gen_inner_payload(cx, leaf),
        other => refuse(cx, no_root(other.id())),
    })
}

grammar!(
    /// Reads [`nbt`](nbt()) without building a value. The bytes are validated and returned unchanged.
    pub fn nbt_bytes<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, &'a [u8]> {
        recognize(nbt(cx))
    }
);

/// Writes the bytes of a root unchanged, in the layout of [`nbt_bytes`].
pub fn gen_nbt_bytes<W: Write>(x: &[u8]) -> impl SerializeFn<W> {
    slice(x)
}

grammar!(
    /// Reads the name of a root, which is omitted with [`nameless_nbt`](crate::minecraft::Protocol::nameless_nbt).
    fn root_name<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, JavaStr> {
        let name = text_named(cx, "root name length", "root name");
        if_else(cx.rules().nameless_nbt, success(JavaStr::default()), name)
    }
);

fn gen_root_name<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr) -> impl SerializeFn<W> {
    let name = move |out: WriteContext<W>| match (cx.rules().nameless_nbt, x.is_empty()) {
        (false, _) => gen_text(cx, x)(out),
        (true, true) => Ok(out),
        (true, false) => cx.refuse(EncodeErrorKind::NotExpressible {
            what: "this root has a name, but roots have no name with `nameless_nbt`",
        }),
    };
    gen_part(cx, "name", name)
}

/// Returns the reason why a tag of this type cannot be a root.
fn no_root(id: TagId) -> EncodeErrorKind {
    let what = if id == TagId::List {
        "an NBT root that is a List has no form in the Java edition, which needs a Compound"
    } else {
        "an NBT root must be a Compound, or in the forms of the Bedrock edition a List"
    };
    EncodeErrorKind::NotExpressible { what }
}

grammar!(
    /// Reads the type of a root, or End if there is none.
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
