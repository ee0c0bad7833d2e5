//! NBT, a tree of named tags.
//!
//! ```text
//! root     := 00 | 0a name compound
//! name     := u16 byte length, modified UTF-8
//! compound := (type name payload)* 00
//! list     := type, i32 count, payload*
//! payload  := a number, text, array, list or compound, as the type says
//! type     := 0 End, 1 Byte, 2 Short, 3 Int, 4 Long, 5 Float, 6 Double, 7 Byte_Array, 8 String,
//!             9 List, 10 Compound, 11 Int_Array, 12 Long_Array
//! ```
//!
//! The layouts are those of the big-endian form of the Java edition. The rules of the context name the
//! [form](crate::minecraft::NbtForm), on which only numbers, counts, text and roots depend. A root may be a
//! list (`09 name list`) in the other forms, and where the rules allow it.

mod compound;
mod list;
mod number;
mod packed;
mod text;

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};
use nom::Err;

pub(super) use compound::Open;
pub use compound::{compound, gen_compound};
pub use list::{gen_list, list};
pub(in crate::minecraft) use number::gen_count;
use number::{double, float, gen_double, gen_float, gen_int, gen_long, gen_short, int, long, short};
pub use packed::{gen_packed, packed};
pub(super) use text::text_named;
pub use text::{gen_mutf8, gen_text, mutf8, text};

pub(crate) mod shared {
    pub use super::number::count;
    pub use super::text::text_length;
}

use super::{Cx, byte, gen_byte};
use crate::error::DecodeErrorKind;
use crate::grammar::{Fault, Parse, be_u8, fail, fail_after, map};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::Tag;
use crate::trace::{Form, Meaning, Order, Shown, Trace};

pub(super) const TYPE: Meaning = Meaning::new("type").of(Form::unsigned(Order::Big));

/// Reads a type. Only an invalid one is reported here.
pub(super) fn tag_id<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, TagId> {
    move |start: &'a [u8]| {
        let (i, byte) = be_u8(start)?;
        let Some(id) = TagId::from_wire(byte) else {
            cx.row(start, i, TYPE, Shown::Uint(byte.into()));
            return fail_after(start, i, DecodeErrorKind::NbtTag { id: byte });
        };
        Ok((i, id))
    }
}

/// Returns a type as rows show it.
pub(super) fn show_tag<T: Trace>(cx: Cx<'_, T>, id: TagId) -> Shown<'static> {
    Shown::Type { name: id.name(), id: id.to_wire().into(), flags: id.layout_in(cx.rules().nbt) }
}

/// Reads the payload of a tag, given its type.
///
/// | type                | size | payload |
/// |---------------------|------|---------|
/// | Byte                | 1    | i8 |
/// | Short               | 2    | i16 |
/// | Int, Float          | 4    | i32, f32 |
/// | Long, Double        | 8    | i64, f64 |
/// | Byte_Array          | 4 + n | i32 count, bytes |
/// | String              | 2 + n | u16 byte length, modified UTF-8 |
/// | List                | 5..  | see [`list`](list()) |
/// | Compound            | 1..  | see [`compound`](compound()) |
/// | Int_Array           | 4 + 4n | i32 count, i32 × count |
/// | Long_Array          | 4 + 8n | i32 count, i64 × count |
///
/// The sizes are those of the big-endian and little-endian [forms](crate::minecraft::NbtForm). In the
/// VarInt form an Int or a count takes 1 to 5 bytes, a Long 1 to 10, and the length of text 1 to 5.
///
/// The contents of a compound or list are at the level of the context, as those of a root are.
pub fn payload<'a, T: Trace>(cx: Cx<'_, T>, id: TagId) -> impl Parse<'a, Tag> {
    move |i: &'a [u8]| match id {
        TagId::List => map(list(cx), Tag::List)(i),
        TagId::Compound => map(compound(cx), Tag::Compound)(i),
        leaf => self::leaf(cx, leaf)(i),
    }
}

/// Writes a `Tag` without its type and name, in the layout of [`payload`].
pub fn gen_payload<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Tag) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match x {
        Tag::List(x) => gen_list(cx, x)(out),
        Tag::Compound(x) => gen_compound(cx, x)(out),
        leaf => gen_inner_payload(cx, leaf)(out),
    }
}

/// Reads a payload that contains no other tags.
fn leaf<'a, T: Trace>(cx: Cx<'_, T>, id: TagId) -> impl Parse<'a, Tag> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| match id {
        TagId::Byte => map(byte(cx, "value"), Tag::Byte)(i),
        TagId::Short => map(short(cx, "value"), Tag::Short)(i),
        TagId::Int => map(int(cx, "value"), Tag::Int)(i),
        TagId::Long => map(long(cx, "value"), Tag::Long)(i),
        TagId::Float => map(float(cx, "value"), Tag::Float)(i),
        TagId::Double => map(double(cx, "value"), Tag::Double)(i),
        TagId::ByteArray => map(packed(cx), Tag::ByteArray)(i),
        TagId::String => map(text(cx), Tag::String)(i),
        TagId::IntArray => map(packed(cx), Tag::IntArray)(i),
        TagId::LongArray => map(packed(cx), Tag::LongArray)(i),
        TagId::End | TagId::List | TagId::Compound => fail(i, DecodeErrorKind::NbtTag { id: id.to_wire() }),
    }
}

/// Writes the payload of a tag in a compound, in which a compound or list is one level deeper.
pub(super) fn gen_inner_payload<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Tag) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match x {
        Tag::Byte(x) => gen_byte(*x)(out),
        Tag::Short(x) => gen_short(cx, *x)(out),
        Tag::Int(x) => gen_int(cx, *x)(out),
        Tag::Long(x) => gen_long(cx, *x)(out),
        Tag::Float(x) => gen_float(cx, *x)(out),
        Tag::Double(x) => gen_double(cx, *x)(out),
        Tag::ByteArray(x) => gen_packed(cx, x)(out),
        Tag::String(x) => gen_text(cx, x)(out),
        Tag::List(x) => gen_list(cx.deeper_out()?, x)(out),
        Tag::Compound(x) => gen_compound(cx.deeper_out()?, x)(out),
        Tag::IntArray(x) => gen_packed(cx, x)(out),
        Tag::LongArray(x) => gen_packed(cx, x)(out),
    }
}

/// Returns the context of the contents of a compound or list in another one. An error is at the first byte of `at`.
fn inside<'c, T: Trace>(cx: Cx<'c, T>, at: &[u8]) -> Result<Cx<'c, T>, Err<Fault>> {
    cx.deeper(at).map_err(too_deep)
}

#[cold]
fn too_deep(error: Err<Fault>) -> Err<Fault> {
    crate::grammar::amend(error, |fault| {
        if let DecodeErrorKind::TooDeep { limit } = fault.0.kind {
            fault.0.kind = DecodeErrorKind::NbtDepth { limit };
        }
    })
}
