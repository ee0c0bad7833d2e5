//! Slot: a stack of items, or nothing.

use std::io::Write;

use cookie_factory::WriteContext;

use super::combine::{gen_option, parse_option};
use super::nbt::{Nbt, gen_nbt, parse_nbt};
use super::prim::{gen_i8, parse_i8};
use super::reading;
use super::varint::{gen_varint, parse_varint};
use crate::cx::Cx;
use crate::error::PResult;
use crate::minecraft::protocol::{Protocol, Wire};
use crate::sink::Gen;
use crate::trace::{Part, Trace};

/// A place for items: `None` is an empty one.
pub type Slot<'a> = Option<ItemStack<'a>>;

/// What a slot holds.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemStack<'a> {
    /// The item, by the version's registry.
    pub id: i32,
    /// How many. 0 and below occur, and are kept.
    pub count: i8,
    /// Further data. No NBT and an empty compound differ on the wire: both are kept.
    pub nbt: Option<Nbt<'a>>,
}

impl ItemStack<'_> {
    /// The same, borrowing nothing.
    pub fn into_owned(self) -> ItemStack<'static> {
        ItemStack { id: self.id, count: self.count, nbt: self.nbt.map(Nbt::into_owned) }
    }
}

/// | size | field | when |
/// |------|-------|------|
/// | 1    | present: Boolean | always |
/// | 1..5 | item id: VarInt | present |
/// | 1    | count: Byte, signed | present |
/// | 1..  | NBT root, or `00` | present |
pub fn parse_slot<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Slot<'a>> {
    reading(cx, "Slot");
    parse_option(cx, parse_item_stack, i)
}

/// Mirrors [`parse_slot`].
pub fn gen_slot<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: Option<&ItemStack<'_>>,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_option(cx, x, gen_item_stack, out)
}

fn parse_item_stack<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, ItemStack<'a>> {
    let (i, id) = parse_varint(cx, "item id", i)?;
    let (i, count) = parse_i8(cx, "count", i)?;
    let (i, nbt) = cx.part(Part::Field("nbt"), |cx| parse_nbt(cx, i))?;
    Ok((i, ItemStack { id, count, nbt }))
}

fn gen_item_stack<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    x: &ItemStack<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_varint(cx, x.id, out)?;
    gen_i8(cx, x.count, out)?;
    cx.part(Part::Field("nbt"), |cx| gen_nbt(cx, x.nbt.as_ref(), out))
}

impl<'a> Wire<'a> for Slot<'a> {
    const NAME: &'static str = "Slot";
    fn parse<T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
        parse_slot(cx, i)
    }
    fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
        gen_slot(cx, self.as_ref(), out)
    }
}
