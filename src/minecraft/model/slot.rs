//! Slots and item stacks.

use crate::minecraft::nbt::Nbt;

/// A slot for items, which is `None` if it is empty.
///
/// ```
/// use gamewire::minecraft::{ItemStack, Protocol, Slot};
/// let slot = Slot(Some(ItemStack::new(5, 64)));
/// assert_eq!(Protocol::V1_14.encode(&slot)?, [1, 5, 64, 0]);
/// assert_eq!(Protocol::V1_14.encode(&Slot(None))?, [0]);
/// assert_eq!(slot.0.map(|item| item.count), Some(64));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Slot(pub Option<ItemStack>);

/// An item stack, the contents of a slot.
///
/// ```
/// use gamewire::minecraft::nbt::{Compound, Nbt};
/// use gamewire::minecraft::{ItemStack, Protocol, Slot};
/// let damage = Nbt::unnamed(Compound::from_iter([("Damage", 12)]));
/// let sword = Slot(Some(ItemStack::new(541, 1).with_nbt(damage)));
/// let bytes = Protocol::V1_14.encode(&sword)?;
/// assert_eq!(bytes, b"\x01\x9d\x04\x01\x0a\0\0\x03\0\x06Damage\0\0\0\x0c\0");
/// // A count is a Byte in 1.14.
/// let error = Protocol::V1_14.encode(&Slot(Some(ItemStack::new(541, 128)))).unwrap_err();
/// assert!(error.to_string().ends_with("128 is out of range; the range is -128 to 127"), "{error}");
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ItemStack {
    /// The id of the item in the registry of the version.
    pub id: i32,
    /// The count. 0 and negative numbers occur, and are preserved. These versions encode it as one byte; later ones
    /// encode it as a VarInt.
    pub count: i32,
    /// Further data. A stack without NBT and one with an empty compound have different bytes, and both are preserved.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub nbt: Option<Box<Nbt>>,
}

impl ItemStack {
    /// Creates a stack without NBT.
    #[must_use]
    pub const fn new(id: i32, count: i32) -> Self {
        Self { id, count, nbt: None }
    }

    /// Returns the stack with this NBT.
    #[must_use]
    pub fn with_nbt(self, nbt: Nbt) -> Self {
        Self { nbt: Some(Box::new(nbt)), ..self }
    }
}
