//! The Rust types that implement [`Wire`], which [`Protocol::parse`](super::Protocol::parse) and
//! [`Protocol::encode`](super::Protocol::encode) accept.

use std::borrow::Cow;
use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};

use super::nbt::{JavaStr, Nbt, NbtView, OptNbt, OptNbtView, TagId};
use super::view::{nbt_view, required_nbt_view};
use super::wire::{self, Cx, STRING_MAX};
use super::{Angle, Chat, Identifier, Metadata, Particle, Position, Slot, Uuid, VarInt, VarLong, Wire, skip};
use crate::grammar::{Parse, gen_part, map, part, slice};
use crate::trace::{Meaning, Part, Trace, Unit};

/// Implements [`Wire`] for the type of each row: the name, the least number of bytes, the parser and the serializer.
macro_rules! wire {
    ($(
        $type:ty: $name:literal, $min_len:literal, |$cx:ident| $parser:expr, |$x:ident, $out:ident| $serializer:expr
        $(, skip by $skip:path)?;
    )+) => {$(
        impl<'a> Wire<'a> for $type {
            const NAME: &'static str = $name;
            const MIN_LEN: usize = $min_len;

            #[inline]
            fn parser<T: Trace>($cx: Cx<'_, T>) -> impl Parse<'a, Self> {
                $parser
            }

            #[inline]
            fn serializer<T: Trace, W: Write>(&self, $out: Cx<'_, T>) -> impl SerializeFn<W> {
                let $x = self;
                $serializer
            }
            $(
                fn skip(cx: Cx<'_>, i: &'a [u8]) -> Option<&'a [u8]> {
                    $skip(cx, i)
                }
            )?
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
    VarInt: "VarInt", 1, |cx| map(wire::varint(cx, "value"), VarInt), |x, _cx| wire::gen_varint(x.0);
    VarLong: "VarLong", 1, |cx| map(wire::varlong(cx, "value"), VarLong), |x, _cx| wire::gen_varlong(x.0);
    String: "String", 1, |cx| map(wire::string(cx, STRING_MAX), Cow::into_owned),
        |x, cx| wire::gen_string(cx, STRING_MAX, x);
    Cow<'a, str>: "String", 1, |cx| wire::string(cx, STRING_MAX), |x, cx| wire::gen_string(cx, STRING_MAX, x);
    Chat: "Chat", 1, |cx| wire::chat(cx), |x, cx| wire::gen_chat(cx, x);
    Identifier: "Identifier", 1, |cx| wire::identifier(cx), |x, cx| wire::gen_identifier(cx, x);
    Position: "Position", 8, |cx| wire::position(cx), |x, cx| wire::gen_position(cx, x);
    Angle: "Angle", 1, |cx| wire::angle(cx), |x, _cx| wire::gen_angle(*x);
    Uuid: "UUID", 16, |cx| wire::uuid(cx), |x, _cx| wire::gen_uuid(*x);
    JavaStr: "Modified UTF-8", 2, |cx| wire::mutf8(cx), |x, cx| wire::gen_mutf8(cx, x);
    Slot: "Slot", 1, |cx| map(wire::slot(cx), Slot), |x, cx| wire::gen_slot(cx, x.0.as_ref()),
        skip by skip::slot;
    Particle: "Particle", 1, |cx| wire::particle(cx), |x, cx| wire::gen_particle(cx, x);
    Metadata: "Entity Metadata", 1, |cx| wire::metadata(cx), |x, cx| wire::gen_metadata(cx, x),
        skip by skip::metadata;
    OptNbt: "NBT", 1, |cx| map(wire::nbt(cx), OptNbt), |x, cx| wire::gen_nbt(cx, x.0.as_ref()), skip by skip::nbt;
    Nbt: "NBT", 2, |cx| wire::required_nbt(cx), |x, cx| wire::gen_nbt(cx, Some(x)), skip by skip::required_nbt;
    OptNbtView<'a>: "NBT", 1, |cx| map(nbt_view(cx), OptNbtView),
        |x, _cx| slice(x.0.as_ref().map_or(&[TagId::End as u8][..], NbtView::as_wire));
    NbtView<'a>: "NBT", 2, |cx| required_nbt_view(cx), |x, _cx| slice(x.as_wire());
}

/// Fails to compile for an array of `X` if an `X` may take no bytes, because the count of such elements is not limited
/// by the length of the input.
const fn assert_takes_bytes<'a, X: Wire<'a>>() {
    assert!(X::MIN_LEN > 0, "an array element must take at least one byte");
}

/// A VarInt count, then the elements. An element that may take no bytes, such as an empty [`packet!`](crate::packet),
/// does not compile, because a few bytes could announce any number of them.
///
/// ```compile_fail
/// use gamewire::minecraft::Protocol;
/// gamewire::packet! { struct Empty {} }
/// let _ = Protocol::V1_14.encode(&vec![Empty {}]);
/// ```
impl<'a, X: Wire<'a>> Wire<'a> for Vec<X> {
    const NAME: &'static str = "Array";

    fn parser<T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Self> {
        const { assert_takes_bytes::<X>() };
        wire::prefixed_array(
            cx,
            wire::length(cx, Meaning::new("count").counting(Unit::ELEMENTS)),
            X::MIN_LEN,
            X::parser,
        )
    }

    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, T>) -> impl SerializeFn<W> {
        const { assert_takes_bytes::<X>() };
        move |out| {
            let out = wire::gen_length(cx, self.len())(out)?;
            wire::gen_array(cx, self.iter(), |x| x.serializer(cx))(out)
        }
    }
}

/// A Boolean, then the value if the Boolean is true. NBT that may be absent has the layout of
/// [`OptNbt`](super::nbt::OptNbt) instead: an `Option<Nbt>` has a Boolean before the root.
impl<'a, X: Wire<'a>> Wire<'a> for Option<X> {
    const NAME: &'static str = "Option";

    fn parser<T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Self> {
        wire::option(cx, X::parser(cx))
    }

    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, T>) -> impl SerializeFn<W> {
        wire::gen_option(self.as_ref().map(|x| x.serializer(cx)))
    }
}

/// The elements, without a count. As in a `Vec`, an element must take at least one byte.
impl<'a, X: Wire<'a>, const N: usize> Wire<'a> for [X; N] {
    const NAME: &'static str = "Array";
    const MIN_LEN: usize = N * X::MIN_LEN;

    fn parser<T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Self> {
        const { assert_takes_bytes::<X>() };
        let count = u32::try_from(N).unwrap_or(u32::MAX);
        move |start: &'a [u8]| {
            cx.promise(start, start, count, X::MIN_LEN)?;
            let (mut i, after) = (start, cx.promised_after(N, X::MIN_LEN));
            // They are kept even if only rows are wanted, because the array has all of them. Explanations accept a count
            // that exceeds the input.
            let mut elements = Vec::with_capacity(N.min(i.len() / X::MIN_LEN + 1));
            for index in 0..N {
                cx.redeem(X::MIN_LEN);
                match part(cx, Part::Index(index), X::parser(cx))(i) {
                    Ok((rest, x)) => {
                        elements.push(x);
                        i = rest;
                    }
                    Err(error) => {
                        cx.set_promised(after);
                        return Err(error);
                    }
                }
            }
            Ok((i, elements.try_into().unwrap_or_else(|_| unreachable!("so many were read"))))
        }
    }

    fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, T>) -> impl SerializeFn<W> {
        const { assert_takes_bytes::<X>() };
        wire::gen_array(cx, self.iter(), move |x| x.serializer(cx))
    }
}

/// Implements [`Wire`] for tuples, with a row for each number of elements.
macro_rules! tuples {
    ($(($($x:ident $index:tt),+);)+) => {$(
        /// The elements, in order.
        impl<'a, $($x: Wire<'a>),+> Wire<'a> for ($($x,)+) {
            const NAME: &'static str = "Tuple";
            const MIN_LEN: usize = 0 $(+ $x::MIN_LEN)+;

            fn parser<T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Self> {
                #[allow(non_snake_case)] // An element is named as its type is.
                move |i: &'a [u8]| {
                    $(let (i, $x) = part(cx, Part::Index($index), $x::parser(cx))(i)?;)+
                    Ok((i, ($($x,)+)))
                }
            }

            fn serializer<T: Trace, W: Write>(&self, cx: Cx<'_, T>) -> impl SerializeFn<W> {
                move |out: WriteContext<W>| {
                    $(let out = gen_part(cx, Part::Index($index), self.$index.serializer(cx))(out)?;)+
                    Ok(out)
                }
            }
        }
    )+};
}

tuples! {
    (A 0);
    (A 0, B 1);
    (A 0, B 1, C 2);
    (A 0, B 1, C 2, D 3);
    (A 0, B 1, C 2, D 3, E 4);
    (A 0, B 1, C 2, D 3, E 4, F 5);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6);
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
}
