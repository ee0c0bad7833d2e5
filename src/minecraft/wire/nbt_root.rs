//! The root of NBT: a type, a name and a payload, or nothing.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};

use super::Cx;
use super::nbt::{TYPE, gen_payload, gen_text, payload, show_tag, tag_id, text_named};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Parse, fail_after, field_as, gen_part, slice, typed};
use crate::minecraft::model::nbt::{JavaStr, Nbt, TagId};
use crate::minecraft::skip;
use crate::sure::Sure as _;
use crate::trace::{Shown, Trace};

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
pub fn nbt<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Option<Nbt>> {
    typed(cx, "NBT", move |start: &'a [u8]| {
        let (i, id) = root_type(cx)(start)?;
        if id == TagId::End {
            return Ok((i, None));
        }
        let (i, nbt) = root(cx, id)(i)?;
        Ok((i, Some(nbt)))
    })
}

/// Reads [`nbt`](nbt()) that must have a root. The single byte 0 is an error.
pub fn required_nbt<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Nbt> {
    typed(cx, "NBT", move |start: &'a [u8]| {
        let (i, id) = root_type(cx)(start)?;
        if id == TagId::End {
            return fail_after(start, i, DecodeErrorKind::NbtRoot { id: id.to_wire() });
        }
        root(cx, id)(i)
    })
}

/// Reads the name and the payload of a root of this type.
fn root<'a, T: Trace>(cx: Cx<'_, T>, id: TagId) -> impl Parse<'a, Nbt> {
    move |i: &'a [u8]| {
        let (i, name) = match cx.rules().nameless_nbt {
            true => (i, JavaStr::default()),
            false => text_named(cx, "root name length", "root name")(i)?,
        };
        let (i, root) = payload(cx, id)(i)?;
        Ok((i, Nbt { name, root }))
    }
}

/// Writes a root, or the byte 0 if there is none, in the layout of [`nbt`](nbt()). If there is a root, this
/// is also the layout of [`required_nbt`].
pub fn gen_nbt<T: Trace, W: Write>(cx: Cx<'_, T>, x: Option<&Nbt>) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        let Some(x) = x else { return slice([TagId::End.to_wire()])(out) };
        let out = slice([x.root.id().to_wire()])(out)?;
        let out = gen_part(cx, "name", gen_root_name(cx, &x.name))(out)?;
        // The payload of a root is at level 0.
        match cx.rules().allows_root(x.root.id()) {
            true => gen_payload(cx, &x.root)(out),
            false => cx.refuse(no_root(x.root.id())),
        }
    }
}

/// Checks the bytes of [`nbt`](nbt()) and returns them unchanged. A value is built only where their end cannot be found without
/// it, such as after damage, and with a trace.
pub fn nbt_bytes<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, &'a [u8]> {
    move |i: &'a [u8]| {
        let skipped = if T::ENABLED { None } else { skip::nbt(cx.silent(), i) };
        let rest = match skipped {
            Some(rest) => rest,
            None => nbt(cx)(i)?.0,
        };
        Ok((rest, i.get(..i.len() - rest.len()).sure()))
    }
}

fn gen_root_name<T: Trace, W: Write>(cx: Cx<'_, T>, x: &JavaStr) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match (cx.rules().nameless_nbt, x.is_empty()) {
        (false, _) => gen_text(cx, x)(out),
        (true, true) => Ok(out),
        (true, false) => cx.refuse(EncodeErrorKind::NotExpressible {
            what: "this root has a name, but roots have no name with `nameless_nbt`",
        }),
    }
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

/// Reads the type of a root, or End if there is none.
fn root_type<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, TagId> {
    let id = field_as(cx, TYPE, tag_id(cx), move |id| match id {
        TagId::End => Shown::Type { name: "End", id: 0, flags: "no NBT" },
        id => show_tag(cx, *id),
    });
    move |start: &'a [u8]| {
        let (i, id) = id(start)?;
        match cx.rules().allows_root(id) {
            true => Ok((i, id)),
            false => fail_after(start, i, DecodeErrorKind::NbtRoot { id: id.to_wire() }),
        }
    }
}
