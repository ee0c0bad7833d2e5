//! The ids of types in each version: NBT tags, types of entity metadata, particles, and the names of small
//! enumerations.
//!
//! No other file contains an id. Parsers, serializers, explanations and JSON all use these tables.

use super::releases::Release;
use super::{MetadataValue, NbtForm, Protocol};
use crate::conversions::named;

/// Defines [`TagId`] from the table of tags.
macro_rules! tags {
    ($($name:ident = $id:literal, $shown:literal, $json:literal, $min_len:literal, $layout:literal;)*) => {
        /// The type of an NBT tag.
        ///
        /// ```
        /// use gamewire::minecraft::nbt::{TagId, nbt};
        /// assert_eq!(nbt!(7).id(), TagId::Int);
        /// assert_eq!((TagId::Int.to_wire(), TagId::from_wire(3)), (3, Some(TagId::Int)));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum TagId {
            $(#[doc = concat!("`", $shown, "`: ", $layout, ".")] $name = $id,)*
        }

        impl TagId {
            /// All tags, in the order of their ids.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the tag with this id, or `None` if there is none.
            #[inline]
            pub fn from_wire(id: u8) -> Option<Self> {
                match id {
                    $($id => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// Returns the name in the specification, such as `Byte_Array`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $shown,)* }
            }

            /// Returns the name in JSON, such as `byteArray`.
            pub fn json_name(self) -> &'static str {
                match self { $(Self::$name => $json,)* }
            }

            /// Returns the tag with this name in JSON.
            pub fn from_json_name(name: &str) -> Option<Self> {
                match name { $($json => Some(Self::$name),)* _ => None }
            }

            /// Returns the least number of bytes of a payload of this type.
            #[inline]
            pub fn min_payload(self) -> usize {
                match self { $(Self::$name => $min_len,)* }
            }

            /// Returns whether a payload of this type is one number.
            pub(super) fn is_number(self) -> bool {
                (Self::Byte.to_wire()..=Self::Double.to_wire()).contains(&self.to_wire())
            }

            /// Returns a short description of the layout of the payload.
            pub fn layout(self) -> &'static str {
                match self { $(Self::$name => $layout,)* }
            }

            /// Returns [`min_payload`](Self::min_payload) in a form of NBT. A VarInt takes at least one byte.
            #[inline]
            pub fn min_payload_in(self, form: NbtForm) -> usize {
                match self {
                    Self::Int | Self::Long | Self::String if form.has_varints() => 1,
                    Self::ByteArray | Self::IntArray | Self::LongArray if form.has_varints() => 1,
                    Self::List if form.has_varints() => 2,
                    id => id.min_payload(),
                }
            }

            /// Returns [`layout`](Self::layout) in a form of NBT.
            pub fn layout_in(self, form: NbtForm) -> &'static str {
                match (self, form) {
                    (Self::String, NbtForm::LittleEndian | NbtForm::VarInt) => "length, UTF-8",
                    (Self::Int, NbtForm::VarInt) => "zigzag VarInt",
                    (Self::Long, NbtForm::VarInt) => "zigzag VarLong",
                    (Self::IntArray, NbtForm::VarInt) => "count, zigzag VarInts",
                    (Self::LongArray, NbtForm::VarInt) => "count, zigzag VarLongs",
                    (id, _) => id.layout(),
                }
            }
        }
    };
}

tags! {
    // variant  id  name          in JSON      bytes, at least; payload
    End       = 0,  "End",        "end",       0, "no payload";
    Byte      = 1,  "Byte",       "byte",      1, "8-bit integer";
    Short     = 2,  "Short",      "short",     2, "16-bit integer";
    Int       = 3,  "Int",        "int",       4, "32-bit integer";
    Long      = 4,  "Long",       "long",      8, "64-bit integer";
    Float     = 5,  "Float",      "float",     4, "32-bit float";
    Double    = 6,  "Double",     "double",    8, "64-bit float";
    ByteArray = 7,  "Byte_Array", "byteArray", 4, "count, bytes";
    String    = 8,  "String",     "string",    2, "length, modified UTF-8";
    List      = 9,  "List",       "list",      5, "type, count, payloads";
    Compound  = 10, "Compound",   "compound",  1, "named tags until End";
    IntArray  = 11, "Int_Array",  "intArray",  4, "count, 32-bit integers";
    LongArray = 12, "Long_Array", "longArray", 4, "count, 64-bit integers";
}

/// Returns whether two names are equal except for case, `_` and spaces.
fn is_name(name: &str, other: &str) -> bool {
    let plain = |name: &str| {
        name.chars().filter(|c| !matches!(c, '_' | ' ')).map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    plain(name) == plain(other)
}

named! {
    /// Parses the name in the specification or in JSON, in any case: `Byte_Array`, `byteArray` or `bytearray`.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::TagId;
    /// assert_eq!("Byte_Array".parse(), Ok(TagId::ByteArray));
    /// assert_eq!(TagId::ByteArray.to_string().parse(), Ok(TagId::ByteArray));
    /// assert_eq!("gold".parse::<TagId>().unwrap_err().to_string(), "there is no NBT type \"gold\"");
    /// ```
    TagId: "NBT type", |name| Self::ALL.iter().copied().find(|id| is_name(id.name(), name));

    /// Parses the name in the specification or in JSON, in any case: `Villager Data` or `villagerdata`.
    ///
    /// ```
    /// use gamewire::minecraft::ids::MetadataType;
    /// assert_eq!("Villager Data".parse(), Ok(MetadataType::VillagerData));
    /// assert_eq!("optuuid".parse(), Ok(MetadataType::OptUuid));
    /// ```
    MetadataType: "metadata type", |name| Self::ALL.iter().copied().find(|id| is_name(id.name(), name));
}

impl TagId {
    /// Returns the id of the tag.
    #[inline]
    pub fn to_wire(self) -> u8 {
        self as u8
    }
}

/// Defines [`MetadataType`] from the table of types in the order of their ids: the name, and the names in JSON and in the
/// specification.
macro_rules! metadata_types {
    ($($name:ident $json:literal, $shown:literal;)*) => {
        /// The type of a value of entity metadata. Later releases have more types.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum MetadataType {
            $(#[doc = concat!($shown, ".")] $name,)*
        }

        impl MetadataType {
            /// All types, in the order of their ids.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the name in JSON, which is in lower case without separators.
            pub fn json_name(self) -> &'static str {
                match self { $(Self::$name => $json,)* }
            }

            /// Returns the name in the specification.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $shown,)* }
            }
        }

        impl MetadataValue {
            /// Returns the type of the value.
            pub fn metadata_type(&self) -> MetadataType {
                match self { $(Self::$name { .. } => MetadataType::$name,)* }
            }
        }
    };
}

metadata_types! {
    Byte         "byte",         "Byte";
    VarInt       "varint",       "VarInt";
    Float        "float",        "Float";
    String       "string",       "String";
    Chat         "chat",         "Chat";
    OptChat      "optchat",      "OptChat";
    Slot         "slot",         "Slot";
    Boolean      "boolean",      "Boolean";
    Rotation     "rotation",     "Rotation";
    Position     "position",     "Position";
    OptPosition  "optposition",  "OptPosition";
    Direction    "direction",    "Direction";
    OptUuid      "optuuid",      "OptUUID";
    OptBlockId   "optblockid",   "OptBlockID";
    Nbt          "nbt",          "NBT";
    Particle     "particle",     "Particle";
    VillagerData "villagerdata", "Villager Data";
    OptVarInt    "optvarint",    "OptVarInt";
    Pose         "pose",         "Pose";
}

impl MetadataType {
    /// Returns the id of the type, or `None` if the releases with these rules do not have it.
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, ids::MetadataType};
    /// assert_eq!(MetadataType::Pose.to_wire(&Protocol::V1_14), Some(18));
    /// assert_eq!(MetadataType::Pose.to_wire(&Protocol::V1_13), None);
    /// ```
    #[inline]
    pub const fn to_wire(self, protocol: &Protocol) -> Option<i32> {
        // Each release has the first types of the table.
        let id = self as i32;
        if id < protocol.release.row().metadata_types { Some(id) } else { None }
    }

    /// Returns the type with this id, or `None` if the releases with these rules have none.
    #[inline]
    pub fn from_wire(id: i32, protocol: &Protocol) -> Option<Self> {
        let found = Self::ALL.get(usize::try_from(id).ok()?).copied();
        found.filter(|_| id < protocol.release.row().metadata_types)
    }
}

impl Release {
    /// Returns the particle with this id.
    pub(in crate::minecraft) fn particle(self, id: i32) -> Option<&'static ParticleRow> {
        PARTICLES.iter().find(|row| row.id_in(self) == Some(id))
    }
}

/// The index that marks the end of entity metadata.
pub const METADATA_END: u8 = 0xff;

/// The names of directions, by number.
pub const DIRECTIONS: &[&str] = &["down", "up", "north", "south", "west", "east"];
/// The names of poses, by number.
pub const POSES: &[&str] =
    &["standing", "fall_flying", "sleeping", "swimming", "spin_attack", "sneaking", "dying"];
/// The names of villager types, by number.
pub const VILLAGER_TYPES: &[&str] = &["desert", "jungle", "plains", "savanna", "snow", "swamp", "taiga"];
/// The names of villager professions, by number.
pub const VILLAGER_PROFESSIONS: &[&str] = &[
    "none",
    "armorer",
    "butcher",
    "cartographer",
    "cleric",
    "farmer",
    "fisherman",
    "fletcher",
    "leatherworker",
    "librarian",
    "mason",
    "nitwit",
    "shepherd",
    "toolsmith",
    "weaponsmith",
];

/// The data after the id of a particle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParticleLayout {
    /// No data.
    None,
    /// A block state as VarInt.
    BlockState,
    /// Four floats: red, green, blue, scale.
    Dust,
    /// A slot.
    Item,
}

/// A particle: its name, its data and its ids. Later releases add fields.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ParticleRow {
    /// The identifier, including the namespace.
    pub name: &'static str,
    /// The layout of the data that follows the id of the particle.
    pub layout: ParticleLayout,
    ids: [i32; 3],
}

/// The id of a particle that a release does not have.
const NO: i32 = -1;

impl ParticleRow {
    /// Returns the id, or `None` if the releases with these rules do not have this particle.
    pub fn id(&self, protocol: &Protocol) -> Option<i32> {
        self.id_in(protocol.release)
    }

    pub(in crate::minecraft) fn id_in(&self, release: Release) -> Option<i32> {
        self.ids.get(release.row().particle_column).copied().filter(|id| *id != NO)
    }
}

/// Returns the particle with this id, or `None` if the releases with these rules have none.
///
/// ```
/// use gamewire::minecraft::{Protocol, ids};
///
/// let row = ids::particle(3, &Protocol::V1_14).unwrap();
/// assert_eq!(row.name, "minecraft:block");
/// assert_eq!(row.id(&Protocol::V1_15), Some(3));
/// ```
#[must_use]
pub fn particle(id: i32, protocol: &Protocol) -> Option<&'static ParticleRow> {
    protocol.release.particle(id)
}

/// Every particle of the known versions, with the ids in 1.13.2, 1.14 and 1.15.
#[rustfmt::skip] // A table.
pub const PARTICLES: &[ParticleRow] = {
    use ParticleLayout::{BlockState, Dust, Item, None};
    const fn row(name: &'static str, layout: ParticleLayout, ids: [i32; 3]) -> ParticleRow {
        ParticleRow { name, layout, ids }
    }
    &[
        row("minecraft:ambient_entity_effect", None,       [ 0,  0,  0]),
        row("minecraft:angry_villager",        None,       [ 1,  1,  1]),
        row("minecraft:barrier",               None,       [ 2,  2,  2]),
        row("minecraft:block",                 BlockState, [ 3,  3,  3]),
        row("minecraft:bubble",                None,       [ 4,  4,  4]),
        row("minecraft:cloud",                 None,       [ 5,  5,  5]),
        row("minecraft:crit",                  None,       [ 6,  6,  6]),
        row("minecraft:damage_indicator",      None,       [ 7,  7,  7]),
        row("minecraft:dragon_breath",         None,       [ 8,  8,  8]),
        row("minecraft:dripping_lava",         None,       [ 9,  9,  9]),
        row("minecraft:falling_lava",          None,       [NO, 10, 10]),
        row("minecraft:landing_lava",          None,       [NO, 11, 11]),
        row("minecraft:dripping_water",        None,       [10, 12, 12]),
        row("minecraft:falling_water",         None,       [NO, 13, 13]),
        row("minecraft:dust",                  Dust,       [11, 14, 14]),
        row("minecraft:effect",                None,       [12, 15, 15]),
        row("minecraft:elder_guardian",        None,       [13, 16, 16]),
        row("minecraft:enchanted_hit",         None,       [14, 17, 17]),
        row("minecraft:enchant",               None,       [15, 18, 18]),
        row("minecraft:end_rod",               None,       [16, 19, 19]),
        row("minecraft:entity_effect",         None,       [17, 20, 20]),
        row("minecraft:explosion_emitter",     None,       [18, 21, 21]),
        row("minecraft:explosion",             None,       [19, 22, 22]),
        row("minecraft:falling_dust",          BlockState, [20, 23, 23]),
        row("minecraft:firework",              None,       [21, 24, 24]),
        row("minecraft:fishing",               None,       [22, 25, 25]),
        row("minecraft:flame",                 None,       [23, 26, 26]),
        row("minecraft:flash",                 None,       [NO, 27, 27]),
        row("minecraft:happy_villager",        None,       [24, 28, 28]),
        row("minecraft:composter",             None,       [NO, 29, 29]),
        row("minecraft:heart",                 None,       [25, 30, 30]),
        row("minecraft:instant_effect",        None,       [26, 31, 31]),
        row("minecraft:item",                  Item,       [27, 32, 32]),
        row("minecraft:item_slime",            None,       [28, 33, 33]),
        row("minecraft:item_snowball",         None,       [29, 34, 34]),
        row("minecraft:large_smoke",           None,       [30, 35, 35]),
        row("minecraft:lava",                  None,       [31, 36, 36]),
        row("minecraft:mycelium",              None,       [32, 37, 37]),
        row("minecraft:note",                  None,       [33, 38, 38]),
        row("minecraft:poof",                  None,       [34, 39, 39]),
        row("minecraft:portal",                None,       [35, 40, 40]),
        row("minecraft:rain",                  None,       [36, 41, 41]),
        row("minecraft:smoke",                 None,       [37, 42, 42]),
        row("minecraft:sneeze",                None,       [NO, 43, 43]),
        row("minecraft:spit",                  None,       [38, 44, 44]),
        row("minecraft:squid_ink",             None,       [39, 45, 45]),
        row("minecraft:sweep_attack",          None,       [40, 46, 46]),
        row("minecraft:totem_of_undying",      None,       [41, 47, 47]),
        row("minecraft:underwater",            None,       [42, 48, 48]),
        row("minecraft:splash",                None,       [43, 49, 49]),
        row("minecraft:witch",                 None,       [44, 50, 50]),
        row("minecraft:bubble_pop",            None,       [45, 51, 51]),
        row("minecraft:current_down",          None,       [46, 52, 52]),
        row("minecraft:bubble_column_up",      None,       [47, 53, 53]),
        row("minecraft:nautilus",              None,       [48, 54, 54]),
        row("minecraft:dolphin",               None,       [49, 55, 55]),
        row("minecraft:campfire_cosy_smoke",   None,       [NO, 56, 56]),
        row("minecraft:campfire_signal_smoke", None,       [NO, 57, 57]),
        row("minecraft:dripping_honey",        None,       [NO, NO, 58]),
        row("minecraft:falling_honey",         None,       [NO, NO, 59]),
        row("minecraft:landing_honey",         None,       [NO, NO, 60]),
        row("minecraft:falling_nectar",        None,       [NO, NO, 61]),
    ]
};
