//! THE table: every id number of these types is here and nowhere else.
//!
//! NBT tags, entity metadata types, particles with a column per version, and the names of the small
//! enumerations. Parsers, generators, explanations and JSON all read these rows.

use super::version::Version;

/// Declares [`TagId`] from one table.
macro_rules! tags {
    ($($name:ident = $id:literal, $shown:literal, $json:literal, $min_len:literal, $layout:literal;)*) => {
        /// The type of an NBT tag.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum TagId {
            $(#[doc = concat!("`", $shown, "`: ", $layout, ".")] $name = $id,)*
        }

        impl TagId {
            /// All tags, in the order of their ids.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The tag with this number on the wire.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn from_wire(id: u8) -> Option<Self> {
                match id {
                    $($id => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// The name in the specification: `Byte_Array`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $shown,)* }
            }

            /// The name in JSON: `byteArray`.
            pub fn json_name(self) -> &'static str {
                match self { $(Self::$name => $json,)* }
            }

            /// The tag with this name in JSON.
            pub fn from_json_name(name: &str) -> Option<Self> {
                match name { $($json => Some(Self::$name),)* _ => None }
            }

            /// The fewest bytes that a payload of this type takes.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn min_payload(self) -> usize {
                match self { $(Self::$name => $min_len,)* }
            }

            /// The layout of the payload in a few words.
            pub fn layout(self) -> &'static str {
                match self { $(Self::$name => $layout,)* }
            }
        }
    };
}

tags! {
//  variant   id  name          in JSON      bytes, at least; payload
    End       = 0,  "End",        "end",       0, "no payload";
    Byte      = 1,  "Byte",       "byte",      1, "8-bit integer";
    Short     = 2,  "Short",      "short",     2, "16-bit integer";
    Int       = 3,  "Int",        "int",       4, "32-bit integer";
    Long      = 4,  "Long",       "long",      8, "64-bit integer";
    Float     = 5,  "Float",      "float",     4, "32-bit float";
    Double    = 6,  "Double",     "double",    8, "64-bit float";
    ByteArray = 7,  "Byte_Array", "byteArray", 4, "count, then bytes";
    String    = 8,  "String",     "string",    2, "byte length, then modified UTF-8";
    List      = 9,  "List",       "list",      5, "element type, count, then payloads";
    Compound  = 10, "Compound",   "compound",  1, "named tags until End";
    IntArray  = 11, "Int_Array",  "intArray",  4, "count, then 32-bit integers";
    LongArray = 12, "Long_Array", "longArray", 4, "count, then 64-bit integers";
}

impl TagId {
    /// Whether the payload is one number.
    pub(super) fn is_number(self) -> bool {
        use TagId as T;
        matches!(self, T::Byte | T::Short | T::Int | T::Long | T::Float | T::Double)
    }

    /// The number on the wire.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn to_wire(self) -> u8 {
        self as u8
    }
}

/// Declares [`MetadataType`] from one table.
macro_rules! metadata_types {
    ($($name:ident = $id:literal, $json:literal, $shown:literal;)*) => {
        /// The type of an entity metadata value, as 1.14 numbers them. Later releases have more.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum MetadataType {
            $(#[doc = concat!("Id ", $id, ": ", $shown, ".")] $name,)*
        }

        impl MetadataType {
            /// All types, in the order of their ids.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The number on the wire.
            pub fn to_wire(self) -> i32 {
                match self { $(Self::$name => $id,)* }
            }

            /// The type with this number, in a version that has it.
            pub fn from_wire(id: i32, version: Version) -> Option<Self> {
                if version == Version::V1_13 && id > LAST_METADATA_TYPE_1_13 {
                    return None;
                }
                match id { $($id => Some(Self::$name),)* _ => None }
            }

            /// The name in JSON, lower case without separators.
            pub fn json_name(self) -> &'static str {
                match self { $(Self::$name => $json,)* }
            }

            /// The name in the specification.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $shown,)* }
            }
        }
    };
}

/// 1.13.2 ends the metadata table here.
const LAST_METADATA_TYPE_1_13: i32 = 15;

metadata_types! {
    Byte         = 0,  "byte",         "Byte";
    VarInt       = 1,  "varint",       "VarInt";
    Float        = 2,  "float",        "Float";
    String       = 3,  "string",       "String";
    Chat         = 4,  "chat",         "Chat";
    OptChat      = 5,  "optchat",      "OptChat";
    Slot         = 6,  "slot",         "Slot";
    Boolean      = 7,  "boolean",      "Boolean";
    Rotation     = 8,  "rotation",     "Rotation";
    Position     = 9,  "position",     "Position";
    OptPosition  = 10, "optposition",  "OptPosition";
    Direction    = 11, "direction",    "Direction";
    OptUuid      = 12, "optuuid",      "OptUUID";
    OptBlockId   = 13, "optblockid",   "OptBlockID";
    Nbt          = 14, "nbt",          "NBT";
    Particle     = 15, "particle",     "Particle";
    VillagerData = 16, "villagerdata", "Villager Data";
    OptVarInt    = 17, "optvarint",    "OptVarInt";
    Pose         = 18, "pose",         "Pose";
}

/// The index that ends entity metadata.
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

/// What follows the id of a particle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParticleLayout {
    /// Nothing.
    None,
    /// A block state as VarInt.
    BlockState,
    /// Four floats: red, green, blue, scale.
    Dust,
    /// A slot.
    Item,
}

/// One particle: its name, its data, its number per version. Later releases add fields.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ParticleRow {
    /// The identifier, with namespace.
    pub name: &'static str,
    /// What follows the id.
    pub layout: ParticleLayout,
    /// The id in 1.13.2.
    pub v1_13: Option<i32>,
    /// The id in 1.14 to 1.14.4.
    pub v1_14: Option<i32>,
    /// The id in 1.15 to 1.15.2.
    pub v1_15: Option<i32>,
}

impl ParticleRow {
    /// The id in a version, if the version has this particle.
    pub fn id(&self, version: Version) -> Option<i32> {
        match version {
            Version::V1_13 => self.v1_13,
            Version::V1_14 => self.v1_14,
            Version::V1_15 => self.v1_15,
        }
    }
}

/// The particle with this number, in a version that has it.
pub fn particle(id: i32, version: Version) -> Option<&'static ParticleRow> {
    PARTICLES.iter().find(|row| row.id(version) == Some(id))
}

const fn row(
    name: &'static str,
    layout: ParticleLayout,
    v1_13: Option<i32>,
    v1_14: Option<i32>,
    v1_15: Option<i32>,
) -> ParticleRow {
    ParticleRow { name, layout, v1_13, v1_14, v1_15 }
}

/// Every particle of 1.13.2, 1.14 and 1.15.
#[rustfmt::skip]
pub const PARTICLES: &[ParticleRow] = {
    use ParticleLayout::{BlockState, Dust, Item, None as Bare};
    &[
        row("minecraft:ambient_entity_effect",   Bare,       Some(0),  Some(0),  Some(0)),
        row("minecraft:angry_villager",          Bare,       Some(1),  Some(1),  Some(1)),
        row("minecraft:barrier",                 Bare,       Some(2),  Some(2),  Some(2)),
        row("minecraft:block",                   BlockState, Some(3),  Some(3),  Some(3)),
        row("minecraft:bubble",                  Bare,       Some(4),  Some(4),  Some(4)),
        row("minecraft:cloud",                   Bare,       Some(5),  Some(5),  Some(5)),
        row("minecraft:crit",                    Bare,       Some(6),  Some(6),  Some(6)),
        row("minecraft:damage_indicator",        Bare,       Some(7),  Some(7),  Some(7)),
        row("minecraft:dragon_breath",           Bare,       Some(8),  Some(8),  Some(8)),
        row("minecraft:dripping_lava",           Bare,       Some(9),  Some(9),  Some(9)),
        row("minecraft:falling_lava",            Bare,       None,     Some(10), Some(10)),
        row("minecraft:landing_lava",            Bare,       None,     Some(11), Some(11)),
        row("minecraft:dripping_water",          Bare,       Some(10), Some(12), Some(12)),
        row("minecraft:falling_water",           Bare,       None,     Some(13), Some(13)),
        row("minecraft:dust",                    Dust,       Some(11), Some(14), Some(14)),
        row("minecraft:effect",                  Bare,       Some(12), Some(15), Some(15)),
        row("minecraft:elder_guardian",          Bare,       Some(13), Some(16), Some(16)),
        row("minecraft:enchanted_hit",           Bare,       Some(14), Some(17), Some(17)),
        row("minecraft:enchant",                 Bare,       Some(15), Some(18), Some(18)),
        row("minecraft:end_rod",                 Bare,       Some(16), Some(19), Some(19)),
        row("minecraft:entity_effect",           Bare,       Some(17), Some(20), Some(20)),
        row("minecraft:explosion_emitter",       Bare,       Some(18), Some(21), Some(21)),
        row("minecraft:explosion",               Bare,       Some(19), Some(22), Some(22)),
        row("minecraft:falling_dust",            BlockState, Some(20), Some(23), Some(23)),
        row("minecraft:firework",                Bare,       Some(21), Some(24), Some(24)),
        row("minecraft:fishing",                 Bare,       Some(22), Some(25), Some(25)),
        row("minecraft:flame",                   Bare,       Some(23), Some(26), Some(26)),
        row("minecraft:flash",                   Bare,       None,     Some(27), Some(27)),
        row("minecraft:happy_villager",          Bare,       Some(24), Some(28), Some(28)),
        row("minecraft:composter",               Bare,       None,     Some(29), Some(29)),
        row("minecraft:heart",                   Bare,       Some(25), Some(30), Some(30)),
        row("minecraft:instant_effect",          Bare,       Some(26), Some(31), Some(31)),
        row("minecraft:item",                    Item,       Some(27), Some(32), Some(32)),
        row("minecraft:item_slime",              Bare,       Some(28), Some(33), Some(33)),
        row("minecraft:item_snowball",           Bare,       Some(29), Some(34), Some(34)),
        row("minecraft:large_smoke",             Bare,       Some(30), Some(35), Some(35)),
        row("minecraft:lava",                    Bare,       Some(31), Some(36), Some(36)),
        row("minecraft:mycelium",                Bare,       Some(32), Some(37), Some(37)),
        row("minecraft:note",                    Bare,       Some(33), Some(38), Some(38)),
        row("minecraft:poof",                    Bare,       Some(34), Some(39), Some(39)),
        row("minecraft:portal",                  Bare,       Some(35), Some(40), Some(40)),
        row("minecraft:rain",                    Bare,       Some(36), Some(41), Some(41)),
        row("minecraft:smoke",                   Bare,       Some(37), Some(42), Some(42)),
        row("minecraft:sneeze",                  Bare,       None,     Some(43), Some(43)),
        row("minecraft:spit",                    Bare,       Some(38), Some(44), Some(44)),
        row("minecraft:squid_ink",               Bare,       Some(39), Some(45), Some(45)),
        row("minecraft:sweep_attack",            Bare,       Some(40), Some(46), Some(46)),
        row("minecraft:totem_of_undying",        Bare,       Some(41), Some(47), Some(47)),
        row("minecraft:underwater",              Bare,       Some(42), Some(48), Some(48)),
        row("minecraft:splash",                  Bare,       Some(43), Some(49), Some(49)),
        row("minecraft:witch",                   Bare,       Some(44), Some(50), Some(50)),
        row("minecraft:bubble_pop",              Bare,       Some(45), Some(51), Some(51)),
        row("minecraft:current_down",            Bare,       Some(46), Some(52), Some(52)),
        row("minecraft:bubble_column_up",        Bare,       Some(47), Some(53), Some(53)),
        row("minecraft:nautilus",                Bare,       Some(48), Some(54), Some(54)),
        row("minecraft:dolphin",                 Bare,       Some(49), Some(55), Some(55)),
        row("minecraft:campfire_cosy_smoke",     Bare,       None,     Some(56), Some(56)),
        row("minecraft:campfire_signal_smoke",   Bare,       None,     Some(57), Some(57)),
        row("minecraft:dripping_honey",          Bare,       None,     None,     Some(58)),
        row("minecraft:falling_honey",           Bare,       None,     None,     Some(59)),
        row("minecraft:landing_honey",           Bare,       None,     None,     Some(60)),
        row("minecraft:falling_nectar",          Bare,       None,     None,     Some(61)),
    ]
};
