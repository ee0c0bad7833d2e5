//! Slot: an item stack, or nothing.

use std::io::Write;

use cookie_factory::SerializeFn;

use super::{Cx, byte, gen_byte, gen_nbt, gen_option, gen_varint, nbt, option, varint};
use crate::error::EncodeErrorKind;
use crate::grammar::{Parse, gen_part, part, typed};
use crate::minecraft::model::ItemStack;
use crate::trace::{Meaning, Trace};

const ITEM: Meaning =
    Meaning::new("item id").saying("The number of the item in the registry of the release.");
const COUNT: Meaning = Meaning::new("count").saying("The size of the stack.");

/// Reads an item stack, or an empty slot.
///
/// | size   | field               | when |
/// |--------|---------------------|------|
/// | 1      | present: Boolean    | always |
/// | 1 to 5 | item id: VarInt     | present |
/// | 1      | count: Byte, signed | present |
/// | 1..    | NBT root, or `00`   | present |
///
/// ```
/// use gamewire::minecraft::{ItemStack, Protocol, wire};
/// use nom::Parser;
/// use nom::multi::many0;
/// let settings = Protocol::V1_14.settings();
/// let (_, slots) = many0(wire::slot(settings.cx())).parse(&[0, 1, 5, 64, 0]).unwrap();
/// assert_eq!(slots, [None, Some(ItemStack::new(5, 64))]);
/// ```
pub fn slot<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Option<ItemStack>> {
    typed(cx, "Slot", option(cx, item_stack(cx)))
}

/// Writes a `Slot`, in the layout of [`slot`].
///
/// ```
/// use cookie_factory::{combinator::slice, gen_simple, sequence::tuple};
/// use gamewire::minecraft::{ItemStack, Protocol, wire};
/// let stack = ItemStack::new(5, 64);
/// let settings = Protocol::V1_14.settings();
/// let packet = tuple((slice(b"X"), wire::gen_slot(settings.cx(), Some(&stack))));
/// assert_eq!(gen_simple(packet, Vec::new()).unwrap(), b"X\x01\x05\x40\0");
/// ```
pub fn gen_slot<T: Trace, W: Write>(cx: Cx<'_, T>, x: Option<&ItemStack>) -> impl SerializeFn<W> {
    gen_option(x.map(|x| gen_item_stack(cx, x)))
}

fn item_stack<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, ItemStack> {
    move |i: &'a [u8]| {
        let (i, id) = varint(cx, ITEM)(i)?;
        let (i, count) = byte(cx, COUNT)(i)?;
        let (i, nbt) = part(cx, "nbt", nbt(cx))(i)?;
        Ok((i, ItemStack { id, count: count.into(), nbt: nbt.map(Box::new) }))
    }
}

fn gen_item_stack<T: Trace, W: Write>(cx: Cx<'_, T>, x: &ItemStack) -> impl SerializeFn<W> {
    move |out| {
        let out = gen_varint(x.id)(out)?;
        let Ok(count) = i8::try_from(x.count) else {
            let (min, max) = (i8::MIN.into(), i8::MAX.into());
            let kind = EncodeErrorKind::OutOfRange { value: x.count.into(), min, max };
            return gen_part(cx, "count", move |_| cx.refuse(kind.clone()))(out);
        };
        let out = gen_byte(count)(out)?;
        gen_part(cx, "nbt", gen_nbt(cx, x.nbt.as_deref()))(out)
    }
}
