//! Payloads without children, each put straight into its place. Equal to [`payload`](super::super::payload()).

use nom::Parser;

use super::super::Cx;
use super::super::nbt::{mutf8, packed};
use super::build::Place;
use crate::cx::chunk;
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::grammar::Show;
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::Tag;
use crate::trace::Trace;

/// Reads a payload that has no children.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn leaf<'a, T: Trace>(
    cx: Cx<'_, T>,
    id: TagId,
    i: &'a [u8],
    place: impl Place<'a>,
) -> PResult<'a, ()> {
    match id {
        TagId::Byte => number(cx, i, i8::from_be_bytes).map(|(i, x)| (i, place.fill(|| Tag::Byte(x)))),
        TagId::Short => number(cx, i, i16::from_be_bytes).map(|(i, x)| (i, place.fill(|| Tag::Short(x)))),
        TagId::Int => number(cx, i, i32::from_be_bytes).map(|(i, x)| (i, place.fill(|| Tag::Int(x)))),
        TagId::Long => number(cx, i, i64::from_be_bytes).map(|(i, x)| (i, place.fill(|| Tag::Long(x)))),
        TagId::Float => number(cx, i, f32::from_be_bytes).map(|(i, x)| (i, place.fill(|| Tag::Float(x)))),
        TagId::Double => number(cx, i, f64::from_be_bytes).map(|(i, x)| (i, place.fill(|| Tag::Double(x)))),
        TagId::ByteArray => packed(cx).parse(i).map(|(i, x)| (i, place.fill(|| Tag::ByteArray(x)))),
        TagId::String => mutf8(cx).parse(i).map(|(i, x)| (i, place.fill(|| Tag::String(x)))),
        TagId::IntArray => packed(cx).parse(i).map(|(i, x)| (i, place.fill(|| Tag::IntArray(x)))),
        TagId::LongArray => packed(cx).parse(i).map(|(i, x)| (i, place.fill(|| Tag::LongArray(x)))),
        // They are read where they are met, never through here.
        TagId::End | TagId::List | TagId::Compound => {
            Fault::at(i, DecodeErrorKind::NbtTag { id: id.to_wire() })
        }
    }
}

/// A number whose bytes are one load.
#[cfg_attr(not(debug_assertions), inline(always))]
fn number<'a, T: Trace, X: Show, const N: usize>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    of_bytes: impl FnOnce([u8; N]) -> X,
) -> PResult<'a, X> {
    let (rest, bytes) = chunk(i)?;
    let x = of_bytes(bytes);
    if T::LISTENS {
        cx.field(i, rest, "value", x.shown());
    }
    Ok((rest, x))
}
