//! Items.

use super::nbt::Nbt;

/// A place for items: `None` is an empty one.
pub type Slot<'a> = Option<ItemStack<'a>>;

/// An item stack, the contents of a slot.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemStack<'a> {
    /// The item, by the version's registry.
    pub id: i32,
    /// The count. 0 and negative numbers occur, and are kept.
    pub count: i8,
    /// Further data. No NBT and an empty compound differ on the wire: both are kept.
    pub nbt: Option<Nbt<'a>>,
}

impl ItemStack<'_> {
    /// The same, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> ItemStack<'static> {
        ItemStack { id: self.id, count: self.count, nbt: self.nbt.map(Nbt::into_owned) }
    }
}
