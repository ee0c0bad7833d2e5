//! Slot: an item stack, or nothing.

use std::io::Write;

use cookie_factory::sequence::tuple;
use cookie_factory::{GenError, SerializeFn};
use nom::sequence::pair;

use super::Cx;
use super::combine::{gen_option, option};
use super::nbt_root::{gen_nbt, nbt};
use super::prim::{byte, gen_byte};
use super::varint::{gen_varint, varint};
use crate::error::EncodeErrorKind;
use crate::grammar::{Grammar, checked, gen_part, grammar, part, typed};
use crate::minecraft::model::ItemStack;
use crate::trace::{Meaning, Trace};

grammar!(
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
    pub fn slot<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Option<ItemStack>> {
        typed(cx, "Slot", option(cx, item_stack(cx)))
    }
);

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

grammar!(
    fn item_stack<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, ItemStack> {
        // A pair, unlike a tuple, does not build the NBT if the input is only checked.
        pair((varint(cx, ITEM), byte(cx, COUNT)), part(cx, "nbt", nbt(cx).map(|nbt| nbt.map(Box::new))))
            .map(|((id, count), nbt)| ItemStack { id, count: count.into(), nbt })
    }
);

fn gen_item_stack<T: Trace, W: Write>(cx: Cx<'_, T>, x: &ItemStack) -> impl SerializeFn<W> {
    tuple((
        gen_varint(x.id),
        checked(move || count_byte(cx, x.count), gen_byte),
        gen_part(cx, "nbt", gen_nbt(cx, x.nbt.as_deref())),
    ))
}

/// Returns the byte of a count. Fails if the count does not fit.
fn count_byte<T: Trace>(cx: Cx<'_, T>, count: i32) -> Result<i8, GenError> {
    match i8::try_from(count) {
        Ok(byte) => Ok(byte),
        Err(_) => cx.refuse(EncodeErrorKind::OutOfRange {
            value: count.into(),
            min: i8::MIN.into(),
            max: i8::MAX.into(),
        }),
    }
}

const ITEM: Meaning =
    Meaning::new("item id").saying("The number of the item in the registry of the release.");
const COUNT: Meaning = Meaning::new("count").saying("The size of the stack.");
