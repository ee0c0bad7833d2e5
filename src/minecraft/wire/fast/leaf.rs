//! Payloads without children, each put straight into its place. Equal to [`payload`](super::super::payload()).

use nom::Parser;

use super::super::Cx;
use super::super::nbt::{mutf8, packed};
use super::super::prim::{byte, double, float, int, long, short};
use super::build::Place;
use crate::error::{DecodeErrorKind, Fault, PResult};
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
        TagId::Byte => byte(cx, "value").parse(i).map(|(i, x)| (i, place.fill(|| Tag::Byte(x)))),
        TagId::Short => short(cx, "value").parse(i).map(|(i, x)| (i, place.fill(|| Tag::Short(x)))),
        TagId::Int => int(cx, "value").parse(i).map(|(i, x)| (i, place.fill(|| Tag::Int(x)))),
        TagId::Long => long(cx, "value").parse(i).map(|(i, x)| (i, place.fill(|| Tag::Long(x)))),
        TagId::Float => float(cx, "value").parse(i).map(|(i, x)| (i, place.fill(|| Tag::Float(x)))),
        TagId::Double => double(cx, "value").parse(i).map(|(i, x)| (i, place.fill(|| Tag::Double(x)))),
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
