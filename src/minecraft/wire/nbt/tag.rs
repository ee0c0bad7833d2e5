//! The type byte of a tag, and its payload.

use std::io::Write;

use cookie_factory::SerializeFn;

use super::super::Cx;
use super::super::prim::{byte, gen_byte};
use super::compound::{Open, compound_on, gen_compound, gen_compound_deeper};
use super::list::{gen_list, gen_list_deeper, list_on};
use super::number::{double, float, gen_double, gen_float, gen_int, gen_long, gen_short, int, long, short};
use super::packed::{gen_packed, packed};
use super::text::{gen_text, text};
use crate::error::{DecodeErrorKind, Fault};
use crate::grammar::{
    Grammar, InPlace, Pile, accept, apart, fail, function, gen_match, grammar, made, moved, then, u8,
    with_input,
};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::Tag;
use crate::trace::{Form, Meaning, Order, Shown, Trace};

grammar!(
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
    /// | List                | 5..  | see [`list`](super::list()) |
    /// | Compound            | 1..  | see [`compound`](super::compound()) |
    /// | Int_Array           | 4 + 4n | i32 count, i32 × count |
    /// | Long_Array          | 4 + 8n | i32 count, i64 × count |
    ///
    /// The sizes are those of the big-endian and little-endian [forms](crate::minecraft::NbtForm). In the
    /// VarInt form an Int or a count takes 1 to 5 bytes, a Long 1 to 10, and the length of text 1 to 5.
    ///
    /// The type is encoded in the compound or list that contains the payload. A compound or a list is read at the level of
    /// `cx`, as the payload of a root is.
    pub fn payload<'a, T: Trace>(cx: Cx<'_, T>, id: TagId) -> impl Grammar<'a, Tag> {
        let open = Pile::new(); // `grammar!` keeps it while the payload is read.
        payload_on(cx, &open, id, None)
    }
);

/// Writes the payload of a `Tag`, in the layout of [`payload`].
pub fn gen_payload<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Tag) -> impl SerializeFn<W> {
    gen_match!(x {
        Tag::List(x) => gen_list(cx, x),
        Tag::Compound(x) => gen_compound(cx, x),
        leaf => gen_inner_payload(cx, leaf),
    })
}

/// Writes the payload of a tag in a compound. A compound or a list is one level deeper, as `payload_on` reads it.
pub(in crate::minecraft::wire) fn gen_inner_payload<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &Tag,
) -> impl SerializeFn<W> {
    gen_match!(x {
        Tag::Byte(x) => gen_byte(*x),
        Tag::Short(x) => gen_short(cx, *x),
        Tag::Int(x) => gen_int(cx, *x),
        Tag::Long(x) => gen_long(cx, *x),
        Tag::Float(x) => gen_float(cx, *x),
        Tag::Double(x) => gen_double(cx, *x),
        Tag::ByteArray(x) => gen_packed(cx, x),
        Tag::String(x) => gen_text(cx, x),
        Tag::List(x) => gen_list_deeper(cx, x),
        Tag::Compound(x) => gen_compound_deeper(cx, x),
        Tag::IntArray(x) => gen_packed(cx, x),
        Tag::LongArray(x) => gen_packed(cx, x),
    })
}

grammar!(
    /// Reads the [`payload`] of an entry that begins `at` this place, one level deeper, or of a root, for which `at` is
    /// `None`.
    pub(super) fn payload_on<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        open: Open<'c>,
        id: TagId,
        at: Option<&'a [u8]>,
    ) -> impl InPlace<'a, Output = Tag> {
        match id {
            TagId::List => apart(made(inside(cx, open, at, list_on), Tag::List)),
            TagId::Compound => apart(made(inside(cx, open, at, compound_on), Tag::Compound)),
            _ => leaf(cx, id),
        }
    }
);

grammar!(
    /// Reads a payload that contains no other tags.
    fn leaf<'a, T: Trace>(cx: Cx<'_, T>, id: TagId) -> impl InPlace<'a, Output = Tag> {
        match id {
            TagId::Byte => made(byte(cx, "value"), Tag::Byte),
            TagId::Short => made(short(cx, "value"), Tag::Short),
            TagId::Int => made(int(cx, "value"), Tag::Int),
            TagId::Long => made(long(cx, "value"), Tag::Long),
            TagId::Float => made(float(cx, "value"), Tag::Float),
            TagId::Double => made(double(cx, "value"), Tag::Double),
            TagId::ByteArray => made(packed(cx), Tag::ByteArray),
            TagId::String => made(text(cx), Tag::String),
            TagId::IntArray => made(packed(cx), Tag::IntArray),
            TagId::LongArray => made(packed(cx), Tag::LongArray),
            // These types have no payload, or contain other tags.
            TagId::End | TagId::List | TagId::Compound => {
                moved(fail(DecodeErrorKind::NbtTag { id: id.to_wire() }))
            }
        }
    }
);

/// Reads a compound or list in an entry, one level deeper. If the nesting is too deep, the error is at the
/// entry.
fn inside<'a, 'c, T: Trace, P: Grammar<'a, X>, X>(
    cx: Cx<'c, T>,
    open: Open<'c>,
    at: Option<&'a [u8]>,
    contents: impl Fn(Cx<'c, T>, Open<'c>) -> P,
) -> impl Grammar<'a, X> {
    then(nested(cx, at), move |cx| contents(cx, open))
}

/// Reads nothing, and returns the context of a compound or list that begins `at` this place, or of a root.
pub(super) fn nested<'a, 'c, T: Trace>(cx: Cx<'c, T>, at: Option<&'a [u8]>) -> impl Grammar<'a, Cx<'c, T>> {
    function(move |i| match at.map(|at| cx.deeper(at)) {
        None => Ok((i, cx)),
        Some(Ok(cx)) => Ok((i, cx)),
        Some(Err(error)) => Err(error.map(too_deep)),
    })
}

#[cold]
fn too_deep(fault: Fault) -> Fault {
    let DecodeErrorKind::TooDeep { limit } = fault.kind else { return fault };
    Fault { kind: DecodeErrorKind::NbtDepth { limit }, ..fault }
}

grammar!(
    /// | size | field |
    /// |------|-------|
    /// | 1    | type: 0 to 12 |
    ///
    /// The type is reported only if it is invalid. The caller reports its meaning.
    pub(in crate::minecraft) fn tag_id<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, TagId> {
        with_input(move |i| {
            accept(u8(), move |byte, rest| match TagId::from_wire(byte) {
                Some(id) => Ok(id),
                None => {
                    cx.field(i, rest, TYPE, Shown::Uint(byte.into()));
                    Err(DecodeErrorKind::NbtTag { id: byte })
                }
            })
        })
    }
);

/// Returns the explanation of a type byte.
pub(in crate::minecraft) fn show_tag<T: Trace>(cx: Cx<'_, T>, id: TagId) -> Shown<'static> {
    Shown::Type { name: id.name(), id: id.to_wire().into(), flags: id.layout_in(cx.rules().nbt) }
}

/// The type of a tag.
pub(super) const TYPE: Meaning = Meaning::new("type").of(Form::unsigned(Order::Big));
