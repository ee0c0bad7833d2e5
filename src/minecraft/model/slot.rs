//! Items.

use super::nbt::Nbt;

/// A place for items: `None` is an empty one.
///
/// ```
/// use gamewire::minecraft::{ItemStack, Protocol, Slot};
/// let slot = Slot::from(ItemStack { id: 5, count: 64, nbt: None });
/// assert_eq!(Protocol::V1_14.encode(&slot)?, [1, 5, 64, 0]);
/// assert_eq!(Protocol::V1_14.encode(&Slot::EMPTY)?, [0]);
/// assert_eq!(slot.item().map(|item| item.count), Some(64));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Slot<'a>(pub Option<ItemStack<'a>>);

impl<'a> Slot<'a> {
    /// The slot without an item.
    pub const EMPTY: Self = Self(None);

    /// The items, unless the slot is empty.
    pub fn item(&self) -> Option<&ItemStack<'a>> {
        self.0.as_ref()
    }

    /// The items to change, unless the slot is empty.
    pub fn item_mut(&mut self) -> Option<&mut ItemStack<'a>> {
        self.0.as_mut()
    }

    /// The items by value, unless the slot is empty.
    pub fn into_item(self) -> Option<ItemStack<'a>> {
        self.0
    }

    /// Returns whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The same, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Slot<'static> {
        Slot(self.0.map(ItemStack::into_owned))
    }
}

impl<'a> From<ItemStack<'a>> for Slot<'a> {
    fn from(item: ItemStack<'a>) -> Self {
        Self(Some(item))
    }
}

impl<'a> From<Option<ItemStack<'a>>> for Slot<'a> {
    fn from(item: Option<ItemStack<'a>>) -> Self {
        Self(item)
    }
}

impl<'a> From<Slot<'a>> for Option<ItemStack<'a>> {
    fn from(slot: Slot<'a>) -> Self {
        slot.0
    }
}

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
