//! The type byte of a tag, and its payload.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};
use nom::Err;

use super::super::Cx;
use super::super::prim::{byte, gen_byte};
use super::compound::{compound, gen_compound};
use super::list::{gen_list, list};
use super::number::{double, float, gen_double, gen_float, gen_int, gen_long, gen_short, int, long, short};
use super::packed::{gen_packed, packed};
use super::text::{gen_text, text};
use crate::cx::{Level, chunk};
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::grammar::{Grammar, fail, grammar};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::Tag;
use crate::trace::{Shown, Trace};

grammar!(
    /// The payload of a tag, by its type.
    ///
    /// | type                | size | payload |
    /// |---------------------|------|---------|
    /// | Byte                | 1    | i8 |
    /// | Short               | 2    | i16 |
    /// | Int, Float          | 4    | i32, f32 |
    /// | Long, Double        | 8    | i64, f64 |
    /// | Byte_Array          | 4 + n | i32 count, bytes |
    /// | String              | 2 + n | u16 byte length, modified UTF-8 |
    /// | List                | 5..  | see [`list`](super::list()) |
    /// | Compound            | 1..  | see [`compound`](super::compound()) |
    /// | Int_Array           | 4 + 4n | i32 count, i32 × count |
    /// | Long_Array          | 4 + 8n | i32 count, i64 × count |
    ///
    /// These sizes are those of the big-endian and little-endian [forms](crate::minecraft::NbtForm). In the VarInt form an Int or a
    /// count takes 1 to 5 bytes, a Long 1 to 10, the length of text 1 to 5.
    ///
    /// The compound or list around it has the type. The fast path reads the same.
    pub fn payload<'a, T: Trace>(cx: Cx<'_, T>, id: TagId) -> impl Grammar<'a, Tag<'a>> {
        match id {
            TagId::List => list(cx).map(Tag::List),
            TagId::Compound => compound(cx).map(Tag::Compound),
            id => childless(cx, id),
        }
    }
);

/// Mirrors [`payload`].
pub fn gen_payload<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Tag<'_>) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match x {
        Tag::List(x) => gen_list(cx.deeper_out()?, x)(out),
        Tag::Compound(x) => gen_compound(cx.deeper_out()?, x)(out),
        x => gen_childless(cx, x)(out),
    }
}

grammar!(
    /// A payload that has no children.
    fn childless<'a, T: Trace>(cx: Cx<'_, T>, id: TagId) -> impl Grammar<'a, Tag<'a>> {
        match id {
            TagId::Byte => byte(cx, "value").map(Tag::Byte),
            TagId::Short => short(cx, "value").map(Tag::Short),
            TagId::Int => int(cx, "value").map(Tag::Int),
            TagId::Long => long(cx, "value").map(Tag::Long),
            TagId::Float => float(cx, "value").map(Tag::Float),
            TagId::Double => double(cx, "value").map(Tag::Double),
            TagId::ByteArray => packed(cx).map(Tag::ByteArray),
            TagId::String => text(cx).map(Tag::String),
            TagId::IntArray => packed(cx).map(Tag::IntArray),
            TagId::LongArray => packed(cx).map(Tag::LongArray),
            TagId::End | TagId::List | TagId::Compound => fail(DecodeErrorKind::NbtTag { id: id.to_wire() }),
        }
    }
);

/// Mirrors [`childless`].
pub(in crate::minecraft) fn gen_childless<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &Tag<'_>,
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match x {
        Tag::Byte(x) => gen_byte(*x)(out),
        Tag::Short(x) => gen_short(cx, *x)(out),
        Tag::Int(x) => gen_int(cx, *x)(out),
        Tag::Long(x) => gen_long(cx, *x)(out),
        Tag::Float(x) => gen_float(cx, *x)(out),
        Tag::Double(x) => gen_double(cx, *x)(out),
        Tag::ByteArray(x) => gen_packed(cx, x)(out),
        Tag::String(x) => gen_text(cx, x)(out),
        Tag::IntArray(x) => gen_packed(cx, x)(out),
        Tag::LongArray(x) => gen_packed(cx, x)(out),
        Tag::List(_) | Tag::Compound(_) => Ok(out),
    }
}

/// | size | field |
/// |------|-------|
/// | 1    | type: 0 to 12 |
///
/// Reported only where it is wrong; what it means is for the caller to report.
#[inline]
pub(in crate::minecraft) fn tag_id<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, TagId> {
    move |i| read_tag_id(cx, i)
}

/// [`tag_id`] as a call.
#[inline]
pub(in crate::minecraft) fn read_tag_id<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, TagId> {
    let (rest, [byte]) = chunk(i)?;
    match TagId::from_wire(byte) {
        Some(id) => Ok((rest, id)),
        None => {
            cx.field(i, rest, "type", Shown::Uint(byte.into()));
            Fault::number(i, rest, DecodeErrorKind::NbtTag { id: byte })
        }
    }
}

/// Returns the explanation of a type byte.
pub(in crate::minecraft) fn show_tag<T: Trace>(cx: Cx<'_, T>, id: TagId) -> Shown<'static> {
    Shown::Type { name: id.name(), id: id.to_wire().into(), flags: id.layout_in(cx.rules.nbt) }
}

/// The level of a compound or list inside another; `at` is its type byte, or its first.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::minecraft) fn inside<T: Trace>(cx: Cx<'_, T>, at: &[u8]) -> Result<Level, Err<Fault>> {
    cx.deeper_level(at).map_err(|error| error.map(too_deep))
}

/// Reads nothing: the context of a level inside of this one, whose entry or element begins at `at`.
pub(super) fn nested<'a, 'c, T: Trace>(cx: Cx<'c, T>, at: Option<&'a [u8]>) -> impl Grammar<'a, Cx<'c, T>> {
    move |i: &'a [u8]| -> PResult<'a, Cx<'c, T>> { Ok((i, cx.at(inside(cx, at.unwrap_or(i))?))) }
}

fn too_deep(fault: Fault) -> Fault {
    let DecodeErrorKind::TooDeep { limit } = fault.kind else { return fault };
    Fault { kind: DecodeErrorKind::NbtDepth { limit }, ..fault }
}
