//! The type byte of a tag, and its payload.

use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::{SerializeFn, WriteContext};
use nom::{Emit, Err, Mode, OutputM, OutputMode, Parser, Streaming};

use super::super::Cx;
use super::super::prim::byte;
use super::block::{Block, in_blocks};
use super::compound::{compound, gen_compound};
use super::list::{gen_list, list};
use super::number::{double, float, in_order, int, long, put_int, put_long, short};
use super::open::{TagSlot, put};
use super::packed::{packed, put_packed};
use super::text::{put_text, text};
use crate::cx::chunk;
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::grammar::{Grammar, Make, function, in_mode};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::Tag;
use crate::sink::Gen;
use crate::trace::{Form, Meaning, Order, Shown, Trace};

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
/// The compound or list around it has the type.
pub fn payload<'a, 'v, T: Trace, M: Make<'a, 'v>>(cx: Cx<'_, T, M>, id: TagId) -> impl Grammar<'a, Tag<'v>> {
    Payload { cx, id, value: PhantomData }
}

/// Writes the payload of a `Tag`, in the layout of [`payload`].
pub fn gen_payload<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Tag<'_>) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match x {
        Tag::List(x) => gen_list(cx.deeper_out()?, x)(out),
        Tag::Compound(x) => gen_compound(cx.deeper_out()?, x)(out),
        x => in_blocks(|out| put_leaf(cx, x, out))(out),
    }
}

struct Payload<'c, 'v, T: Trace, M> {
    cx: Cx<'c, T, M>,
    id: TagId,
    value: PhantomData<&'v ()>,
}

impl<'a, 'v, T: Trace, M: Make<'a, 'v>> Parser<&'a [u8]> for Payload<'_, 'v, T, M> {
    type Output = Tag<'v>;
    type Error = Fault;

    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> nom::PResult<OM, &'a [u8], Tag<'v>, Fault> {
        match self.id {
            TagId::List => list(self.cx).map(Tag::List).process::<OM>(i),
            TagId::Compound => compound(self.cx).map(Tag::Compound).process::<OM>(i),
            id => {
                let mut tag = Tag::Byte(0);
                let place = OM::Output::bind(|| Some(&mut tag));
                let read = leaf::<T, M, OM::Output>(self.cx.borrowing(), id, i, place);
                in_mode::<OM, _>(read.map(|(rest, ())| (rest, tag)))
            }
        }
    }
}

/// A payload that has no children, read into its place.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn leaf<'a, 'v, T: Trace, M: Make<'a, 'v>, O: Mode>(
    cx: Cx<'_, T>,
    id: TagId,
    i: &'a [u8],
    place: O::Output<TagSlot<'_, 'v>>,
) -> PResult<'a, ()> {
    match id {
        TagId::Byte => into_place::<O, _>(byte(cx, "value"), Tag::Byte, i, place),
        TagId::Short => into_place::<O, _>(short(cx, "value"), Tag::Short, i, place),
        TagId::Int => into_place::<O, _>(int(cx, "value"), Tag::Int, i, place),
        TagId::Long => into_place::<O, _>(long(cx, "value"), Tag::Long, i, place),
        TagId::Float => into_place::<O, _>(float(cx, "value"), Tag::Float, i, place),
        TagId::Double => into_place::<O, _>(double(cx, "value"), Tag::Double, i, place),
        TagId::ByteArray => into_place::<O, _>(packed(cx), |x| Tag::ByteArray(M::keep(x)), i, place),
        TagId::String => into_place::<O, _>(text(cx), |x| Tag::String(M::keep(x)), i, place),
        TagId::IntArray => into_place::<O, _>(packed(cx), |x| Tag::IntArray(M::keep(x)), i, place),
        TagId::LongArray => into_place::<O, _>(packed(cx), |x| Tag::LongArray(M::keep(x)), i, place),
        // They are read where they are met, never through here.
        TagId::End | TagId::List | TagId::Compound => {
            Fault::at(i, DecodeErrorKind::NbtTag { id: id.to_wire() })
        }
    }
}

/// Reads a value of a tag into its place. Made elsewhere, it would be moved there, which takes longer than to read a number.
#[cfg_attr(not(debug_assertions), inline(always))]
fn into_place<'a, 'v, O: Mode, X>(
    mut parser: impl Grammar<'a, X>,
    tag: impl FnOnce(X) -> Tag<'v>,
    i: &'a [u8],
    place: O::Output<TagSlot<'_, 'v>>,
) -> PResult<'a, ()> {
    match parser.process::<OutputM<O, Emit, Streaming>>(i) {
        Ok((rest, x)) => {
            put::<O>(place, O::map(x, tag));
            Ok((rest, ()))
        }
        Err(error) => Err(error),
    }
}

/// Mirrors [`leaf`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::minecraft::wire) fn put_leaf<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &Tag<'_>,
    out: &mut Block<'_, W>,
) -> Gen {
    match x {
        Tag::Byte(x) => out.number(x.to_be_bytes()),
        Tag::Short(x) => out.number(in_order(cx, x.to_be_bytes())),
        Tag::Int(x) => put_int(cx, *x, out),
        Tag::Long(x) => put_long(cx, *x, out),
        Tag::Float(x) => out.number(in_order(cx, x.to_be_bytes())),
        Tag::Double(x) => out.number(in_order(cx, x.to_be_bytes())),
        Tag::ByteArray(x) => put_packed(cx, x, out),
        Tag::String(x) => put_text(cx, None, x, out),
        Tag::IntArray(x) => put_packed(cx, x, out),
        Tag::LongArray(x) => put_packed(cx, x, out),
        // They are written where they are met.
        Tag::List(_) | Tag::Compound(_) => Ok(()),
    }
}

/// | size | field |
/// |------|-------|
/// | 1    | type: 0 to 12 |
///
/// Reported only where it is wrong; what it means is for the caller to report.
#[inline]
pub(in crate::minecraft) fn tag_id<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, TagId> {
    function(move |i| read_tag_id(cx, i))
}

/// Reads a [`tag_id`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn read_tag_id<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, TagId> {
    let (rest, [byte]) = chunk(i)?;
    match TagId::from_wire(byte) {
        Some(id) => Ok((rest, id)),
        None => {
            cx.field(i, rest, TYPE, Shown::Uint(byte.into()));
            Fault::number(i, rest, DecodeErrorKind::NbtTag { id: byte })
        }
    }
}

/// Returns the explanation of a type byte.
pub(in crate::minecraft) fn show_tag<T: Trace>(cx: Cx<'_, T>, id: TagId) -> Shown<'static> {
    Shown::Type { name: id.name(), id: id.to_wire().into(), flags: id.layout_in(cx.rules().nbt) }
}

/// The level of a compound or list inside another; `at` is its type byte, or its first.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn inside<'c, T: Trace>(cx: Cx<'c, T>, at: &[u8]) -> Result<Cx<'c, T>, Err<Fault>> {
    cx.deeper(at).map_err(|error| error.map(too_deep))
}

/// Returns whether the loops that are compiled for the form of the Java edition can be used. They are not used with a trace.
#[inline]
pub(in crate::minecraft::wire) fn is_java<T: Trace>(cx: Cx<'_, T>) -> bool {
    !T::ENABLED && cx.rules().nbt.is_java()
}

#[cold]
fn too_deep(fault: Fault) -> Fault {
    let DecodeErrorKind::TooDeep { limit } = fault.kind else { return fault };
    Fault { kind: DecodeErrorKind::NbtDepth { limit }, ..fault }
}

/// The type of a tag.
pub(super) const TYPE: Meaning = Meaning::new("type").of(Form::unsigned(Order::Big));
