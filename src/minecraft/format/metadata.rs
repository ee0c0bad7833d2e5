//! Page 8: what is known of an entity: a player, an animal, an arrow.
//!
//! # Entity Metadata
//!
//! Entries, one after the other, until an index of 255: [`wire::metadata`](crate::minecraft::wire::metadata()),
//! [`Metadata`](crate::minecraft::Metadata). An entry is an **index** (1 byte, 0 to 254), a **type** (VarInt) and a value;
//! what an index means depends on the entity, and is not in the bytes.
//!
#![doc = dump!("minecraft/1.14/metadata__byte_and_varint")]
//!
//! No entries at all are one byte:
//!
#![doc = dump!("minecraft/1.14/metadata__no_entries")]
//!
//! # Types
//!
//! 16 to 18 are new in 1.14; 1.13.2 ends with 15, and 1.15 has no more.
//!
#![doc = metadata_table!()]
//!
//! The value is the type of that name, except for these:
//!
//! | type | value |
//! |------|-------|
//! | OptChat, OptPosition, OptUUID | a Boolean, and the value if it is true |
//! | Rotation | three Floats: pitch, yaw, roll in degrees |
//! | Direction | VarInt: a [direction](#names) |
//! | OptBlockID | VarInt: 0 absent, else the block state |
//! | Villager Data | three VarInts: [type, profession](#names), level |
//! | OptVarInt | VarInt: 0 absent, else **one more than the value** |
//! | Pose | VarInt: a [pose](#names) |
//!
#![doc = dump!("minecraft/1.14/metadata__slot_pose_and_particle")]
#![doc = dump!("minecraft/1.14/metadata__villager")]
#![doc = dump!("minecraft/1.14/metadata__opt_varint_is_one_more")]
//!
//! - A type that the version does not have is an error, since the length of its value is unknown; so is the end of the input
//!   before the index 255, and a direction or pose that is not in its list. Villagers of unknown kinds are kept.
//!
#![doc = dump!("minecraft/1.14/metadata__rejected_type")]
#![doc = dump!("minecraft/1.14/metadata__rejected_no_end")]
//!
//! - Indices come in any order, with gaps, and may repeat: the game keeps the last, this crate all of them.
//! - −1 as OptVarInt, and block state 0 as OptBlockID, cannot be written: they would be read as absent.
//!
//! # Names
//!
//! Numbered from 0 on, in this order:
//!
//! | | names | in Rust |
//! |---|---|---|
//! | directions | down, up, north, south, west, east | [`DIRECTIONS`](crate::minecraft::ids::DIRECTIONS) |
//! | poses | standing, fall_flying, sleeping, swimming, spin_attack, sneaking, dying | [`POSES`](crate::minecraft::ids::POSES) |
//! | types of villagers | desert, jungle, plains, savanna, snow, swamp, taiga | [`VILLAGER_TYPES`](crate::minecraft::ids::VILLAGER_TYPES) |
//! | professions | none, armorer, butcher, cartographer, cleric, farmer, fisherman, fletcher, leatherworker, librarian, mason, nitwit, shepherd, toolsmith, weaponsmith | [`VILLAGER_PROFESSIONS`](crate::minecraft::ids::VILLAGER_PROFESSIONS) |
//!
//! [Contents](super) · before: [items and particles](super::items) · next: [versions](super::versions)
#![doc = layout!()]
