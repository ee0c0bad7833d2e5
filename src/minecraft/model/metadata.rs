//! Entity metadata.

use super::{Chat, ItemStack, Particle, Position, Uuid, boxed_slice};
use crate::minecraft::nbt::Nbt;

/// Entity metadata: entries in order. It dereferences to a slice of them. Indices may have gaps and may be repeated. The
/// game uses the last of several entries with the same index.
///
/// ```
/// use gamewire::minecraft::{Metadata, MetadataEntry, MetadataValue, Protocol};
/// let metadata = Metadata::from_iter([MetadataEntry::new(6, MetadataValue::Pose(5))]);
/// let bytes = Protocol::V1_14.encode(&metadata)?;
/// assert_eq!(bytes, [6, 18, 5, 0xff]);
/// assert_eq!(metadata.get(6), Some(&MetadataValue::Pose(5)));
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Metadata(pub(crate) Box<[MetadataEntry]>);

/// An entry of entity metadata: an index and a value.
///
/// ```
/// use gamewire::minecraft::{Metadata, MetadataEntry, MetadataValue, Protocol};
///
/// // For every entity, index 0 has flags: 1 is on fire, 2 is sneaking.
/// let metadata = Metadata::from_iter([MetadataEntry::new(0, MetadataValue::Byte(1 | 2))]);
/// let bytes = Protocol::V1_14.encode(&metadata)?;
/// assert_eq!(bytes, [0, 0, 3, 0xff]);
/// let read: Metadata = Protocol::V1_14.parse(&bytes)?;
/// assert_eq!(read.get(0), Some(&MetadataValue::Byte(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MetadataEntry {
    /// The index, whose meaning depends on the entity class and the version. 255 cannot be encoded, because it marks
    /// the end.
    pub index: u8,
    /// The value.
    pub value: MetadataValue,
}

/// A value of one of the nineteen types. Large and rare values are in a box.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum MetadataValue {
    /// A number, or flags.
    Byte(i8),
    /// A number.
    VarInt(i32),
    /// A number.
    Float(f32),
    /// Text of at most 32,767 UTF-16 units.
    String(Box<str>),
    /// Text with formatting, as JSON.
    Chat(Chat),
    /// Text with formatting, if there is any, such as the name of an entity.
    OptChat(Option<Box<Chat>>),
    /// A stack of items, if there is one.
    Slot(Option<Box<ItemStack>>),
    /// A truth value.
    Boolean(bool),
    /// Pitch, yaw and roll in degrees.
    Rotation([f32; 3]),
    /// The coordinates of a block.
    Position(Position),
    /// The coordinates of a block, if there is one, such as a bed.
    OptPosition(Option<Position>),
    /// A direction from 0 to 5. See [`DIRECTIONS`](crate::minecraft::ids::DIRECTIONS).
    Direction(i32),
    /// The UUID of an entity, if there is one, such as the owner.
    OptUuid(Option<Box<Uuid>>),
    /// A block state, if there is one. The block state 0, air, cannot be encoded, because 0 means none.
    OptBlockId(Option<i32>),
    /// A root of NBT, which may be absent.
    Nbt(Option<Box<Nbt>>),
    /// A particle with its data.
    Particle(Particle),
    /// The three VarInts of a villager.
    VillagerData {
        /// The clothes. See [`VILLAGER_TYPES`](crate::minecraft::ids::VILLAGER_TYPES).
        kind: i32,
        /// The trade. See [`VILLAGER_PROFESSIONS`](crate::minecraft::ids::VILLAGER_PROFESSIONS).
        profession: i32,
        /// The level in the profession, counted from 1.
        level: i32,
    },
    /// A number, if there is one. It is encoded as the number plus one.
    OptVarInt(Option<i32>),
    /// A pose from 0 to 6. See [`POSES`](crate::minecraft::ids::POSES).
    Pose(i32),
}

const _: () = assert!(size_of::<MetadataEntry>() <= 32);

impl MetadataEntry {
    /// Creates an entry.
    #[must_use]
    pub const fn new(index: u8, value: MetadataValue) -> Self {
        Self { index, value }
    }
}

boxed_slice!(Metadata of MetadataEntry);

impl Metadata {
    /// Returns the value of the last entry with this index, which is the one that the game uses.
    pub fn get(&self, index: u8) -> Option<&MetadataValue> {
        self.0.iter().rev().find(|entry| entry.index == index).map(|entry| &entry.value)
    }
}
