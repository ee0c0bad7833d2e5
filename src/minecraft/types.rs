//! Which type of the wire a Rust type is: what [`Protocol::parse`](super::Protocol::parse) and
//! [`Protocol::encode`](super::Protocol::encode) accept.

use std::borrow::Cow;
use std::io::Write;

use cookie_factory::SerializeFn;
use nom::Parser;

use super::model::nbt::{JavaStr, Nbt};
use super::model::{Angle, Chat, Identifier, Metadata, Particle, Position, Slot, Uuid, VarInt, VarLong};
use super::protocol::Wire;
use super::wire::{self, Cx, STRING_MAX};
use crate::grammar::Grammar;
use crate::trace::Trace;

/// A row per type: name, fewest bytes, parser, serializer.
macro_rules! wire {
    ($($type:ty: $name:literal, $min_len:literal, |$cx:ident| $parser:expr, |$x:ident, $out:ident| $serializer:expr;)+) => {$(
        impl<'a> Wire<'a> for $type {
            const NAME: &'static str = $name;
            const MIN_LEN: usize = $min_len;

            #[inline]
            fn parser<T: Trace>($cx: Cx<'_, T>) -> impl Grammar<'a, Self> {
                $parser
            }

            #[inline]
            fn serializer<T: Trace, W: Write>(&self, $out: Cx<'_, T>) -> impl SerializeFn<W> {
                let $x = self;
                $serializer
            }
        }
    )+};
}

wire! {
    bool: "Boolean", 1, |cx| wire::boolean(cx, "value"), |x, _cx| wire::gen_boolean(*x);
    i8: "Byte", 1, |cx| wire::byte(cx, "value"), |x, _cx| wire::gen_byte(*x);
    u8: "Unsigned Byte", 1, |cx| wire::ubyte(cx, "value"), |x, _cx| wire::gen_ubyte(*x);
    i16: "Short", 2, |cx| wire::short(cx, "value"), |x, _cx| wire::gen_short(*x);
    u16: "Unsigned Short", 2, |cx| wire::ushort(cx, "value"), |x, _cx| wire::gen_ushort(*x);
    i32: "Int", 4, |cx| wire::int(cx, "value"), |x, _cx| wire::gen_int(*x);
    i64: "Long", 8, |cx| wire::long(cx, "value"), |x, _cx| wire::gen_long(*x);
    f32: "Float", 4, |cx| wire::float(cx, "value"), |x, _cx| wire::gen_float(*x);
    f64: "Double", 8, |cx| wire::double(cx, "value"), |x, _cx| wire::gen_double(*x);
    VarInt: "VarInt", 1, |cx| wire::varint(cx, "value").map(VarInt), |x, _cx| wire::gen_varint(x.0);
    VarLong: "VarLong", 1, |cx| wire::varlong(cx, "value").map(VarLong), |x, _cx| wire::gen_varlong(x.0);
    Cow<'a, str>: "String", 1, |cx| wire::string(cx, STRING_MAX), |x, cx| wire::gen_string(cx, STRING_MAX, x);
    Chat<'a>: "Chat", 1, |cx| wire::chat(cx), |x, cx| wire::gen_chat(cx, x);
    Identifier<'a>: "Identifier", 1, |cx| wire::identifier(cx), |x, cx| wire::gen_identifier(cx, x);
    Position: "Position", 8, |cx| wire::position(cx), |x, cx| wire::gen_position(cx, x);
    Angle: "Angle", 1, |cx| wire::angle(cx), |x, _cx| wire::gen_angle(*x);
    Uuid: "UUID", 16, |cx| wire::uuid(cx), |x, _cx| wire::gen_uuid(*x);
    JavaStr<'a>: "Modified UTF-8", 2, |cx| wire::mutf8(cx), |x, cx| wire::gen_mutf8(cx, x);
    Slot<'a>: "Slot", 1, |cx| wire::slot(cx), |x, cx| wire::gen_slot(cx, x.as_ref());
    Particle<'a>: "Particle", 1, |cx| wire::particle(cx), |x, cx| wire::gen_particle(cx, x);
    Metadata<'a>: "Entity Metadata", 1, |cx| wire::metadata(cx), |x, cx| wire::gen_metadata(cx, x);
}

impl<'a> Wire<'a> for Option<Nbt<'a>> {
    const NAME: &'static str = "NBT";
    const LARGE: bool = true;

    #[inline]
    fn parser<T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Self> {
        wire::nbt(cx)
    }

    #[inline]
    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, T>) -> impl SerializeFn<W> {
        wire::gen_nbt(cx, self.as_ref())
    }
}

/// With a VarInt count in front.
impl<'a, X: Wire<'a>> Wire<'a> for Vec<X> {
    const NAME: &'static str = "Array";

    fn parser<T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Self> {
        wire::prefixed_array(cx, wire::length(cx, "count"), X::MIN_LEN, X::parser)
    }

    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, T>) -> impl SerializeFn<W> {
        wire::gen_prefixed_array(cx, wire::gen_length(cx, self.len()), self.iter(), move |x| x.serializer(cx))
    }
}
