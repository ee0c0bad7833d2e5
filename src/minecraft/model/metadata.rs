//! Entity metadata.

use super::nbt::Nbt;
use super::particle::Particle;
use super::position::Position;
use super::slot::ItemStack;
use super::text::Chat;
use super::thin_cow::ThinCow;
use super::uuid::Uuid;
use crate::minecraft::ids::MetadataType;

/// Entity metadata: entries in order. Indices may have gaps and may repeat: the game uses the last entry with an index.
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
pub struct Metadata<'a>(pub(crate) Box<[MetadataEntry<'a>]>);

/// An entry of entity metadata: an index and a value.
///
/// ```
/// use gamewire::minecraft::{Metadata, MetadataEntry, MetadataValue, Protocol};
///
/// // Of every entity, index 0 are flags: on fire, and sneaking.
/// let metadata = Metadata::from_iter([MetadataEntry::new(0, MetadataValue::Byte(1 | 2))]);
/// let bytes = Protocol::V1_14.encode(&metadata)?;
/// assert_eq!(bytes, [0, 0, 3, 0xff]);
/// let read: Metadata<'_> = Protocol::V1_14.parse(&bytes)?;
/// assert_eq!(read.get(0), Some(&MetadataValue::Byte(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MetadataEntry<'a> {
    /// The index, whose meaning depends on entity class and version. 255 cannot be written: it ends the entries.
    pub index: u8,
    /// The value.
    pub value: MetadataValue<'a>,
}

/// A value of one of the nineteen types. What is large and rare is in a box.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum MetadataValue<'a> {
    /// A number, or bits that mean something each.
    Byte(i8),
    /// A number.
    VarInt(i32),
    /// A number.
    Float(f32),
    /// Text of at most 32,767 UTF-16 units.
    String(ThinCow<'a, str>),
    /// Text with formatting, as the game shows it.
    Chat(Chat<'a>),
    /// Text with formatting, if there is any: the name of an entity.
    OptChat(Option<Box<Chat<'a>>>),
    /// A stack of items, if there is one.
    Slot(Option<Box<ItemStack<'a>>>),
    /// Yes or no.
    Boolean(bool),
    /// Pitch, yaw and roll in degrees.
    Rotation([f32; 3]),
    /// Coordinates of a block.
    Position(Position),
    /// Coordinates of a block, if there is one: a bed.
    OptPosition(Option<Position>),
    /// 0 to 5, see [`DIRECTIONS`](crate::minecraft::ids::DIRECTIONS).
    Direction(i32),
    /// The UUID of an entity, if there is one: an owner.
    OptUuid(Option<Box<Uuid>>),
    /// A block state; 0, air, cannot be named.
    OptBlockId(Option<i32>),
    /// A root of NBT, which may be absent.
    Nbt(Option<Box<Nbt<'a>>>),
    /// A particle with its data.
    Particle(Particle<'a>),
    /// Three VarInts.
    VillagerData {
        /// The clothes, see [`VILLAGER_TYPES`](crate::minecraft::ids::VILLAGER_TYPES).
        kind: i32,
        /// The trade, see [`VILLAGER_PROFESSIONS`](crate::minecraft::ids::VILLAGER_PROFESSIONS).
        profession: i32,
        /// The level in the profession, from 1 on.
        level: i32,
    },
    /// The value; its encoding is one more.
    OptVarInt(Option<i32>),
    /// 0 to 6, see [`POSES`](crate::minecraft::ids::POSES).
    Pose(i32),
}

const _: () = assert!(size_of::<MetadataEntry<'_>>() <= 32);

impl MetadataValue<'_> {
    /// The type.
    pub fn metadata_type(&self) -> MetadataType {
        match self {
            Self::Byte(_) => MetadataType::Byte,
            Self::VarInt(_) => MetadataType::VarInt,
            Self::Float(_) => MetadataType::Float,
            Self::String(_) => MetadataType::String,
            Self::Chat(_) => MetadataType::Chat,
            Self::OptChat(_) => MetadataType::OptChat,
            Self::Slot(_) => MetadataType::Slot,
            Self::Boolean(_) => MetadataType::Boolean,
            Self::Rotation(_) => MetadataType::Rotation,
            Self::Position(_) => MetadataType::Position,
            Self::OptPosition(_) => MetadataType::OptPosition,
            Self::Direction(_) => MetadataType::Direction,
            Self::OptUuid(_) => MetadataType::OptUuid,
            Self::OptBlockId(_) => MetadataType::OptBlockId,
            Self::Nbt(_) => MetadataType::Nbt,
            Self::Particle(_) => MetadataType::Particle,
            Self::VillagerData { .. } => MetadataType::VillagerData,
            Self::OptVarInt(_) => MetadataType::OptVarInt,
            Self::Pose(_) => MetadataType::Pose,
        }
    }

    /// Returns the value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> MetadataValue<'static> {
        use MetadataValue as V;
        match self {
            Self::Byte(x) => V::Byte(x),
            Self::VarInt(x) => V::VarInt(x),
            Self::Float(x) => V::Float(x),
            Self::String(x) => V::String(x.into_owned()),
            Self::Chat(x) => V::Chat(x.into_owned()),
            Self::OptChat(x) => V::OptChat(x.map(|x| Box::new(x.into_owned()))),
            Self::Slot(x) => V::Slot(x.map(|x| Box::new(x.into_owned()))),
            Self::Boolean(x) => V::Boolean(x),
            Self::Rotation(x) => V::Rotation(x),
            Self::Position(x) => V::Position(x),
            Self::OptPosition(x) => V::OptPosition(x),
            Self::Direction(x) => V::Direction(x),
            Self::OptUuid(x) => V::OptUuid(x),
            Self::OptBlockId(x) => V::OptBlockId(x),
            Self::Nbt(x) => V::Nbt(x.map(|x| Box::new(x.into_owned()))),
            Self::Particle(x) => V::Particle(x.into_owned()),
            Self::VillagerData { kind, profession, level } => V::VillagerData { kind, profession, level },
            Self::OptVarInt(x) => V::OptVarInt(x),
            Self::Pose(x) => V::Pose(x),
        }
    }
}

impl<'a> MetadataEntry<'a> {
    /// An entry with this index.
    #[must_use]
    pub const fn new(index: u8, value: MetadataValue<'a>) -> Self {
        Self { index, value }
    }
}

impl<'a> From<Vec<MetadataEntry<'a>>> for Metadata<'a> {
    fn from(entries: Vec<MetadataEntry<'a>>) -> Self {
        Self(entries.into())
    }
}

impl<'a> FromIterator<MetadataEntry<'a>> for Metadata<'a> {
    fn from_iter<I: IntoIterator<Item = MetadataEntry<'a>>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl<'a> IntoIterator for Metadata<'a> {
    type Item = MetadataEntry<'a>;
    type IntoIter = std::vec::IntoIter<MetadataEntry<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_vec().into_iter()
    }
}

impl<'m, 'a> IntoIterator for &'m Metadata<'a> {
    type Item = &'m MetadataEntry<'a>;
    type IntoIter = std::slice::Iter<'m, MetadataEntry<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a> Metadata<'a> {
    /// The entries in order.
    pub fn entries(&self) -> &[MetadataEntry<'a>] {
        &self.0
    }

    /// The entries in order, mutable.
    pub fn entries_mut(&mut self) -> &mut [MetadataEntry<'a>] {
        &mut self.0
    }

    /// The value of the last entry with this index: the one that counts.
    pub fn get(&self, index: u8) -> Option<&MetadataValue<'a>> {
        self.0.iter().rev().find(|entry| entry.index == index).map(|entry| &entry.value)
    }

    /// Returns the metadata, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Metadata<'static> {
        let own =
            |entry: MetadataEntry<'_>| MetadataEntry { index: entry.index, value: entry.value.into_owned() };
        Metadata(self.0.into_vec().into_iter().map(own).collect())
    }
}
