//! Page 10: Entity metadata, the properties of a player, an animal, an arrow.
//!
//! [Contents](super) · Previous: [items and particles](super::items) · Next: [versions](super::versions)
//!
//! # Entity Metadata
//!
//! Entries, one after the other, until an index of 255.
//!
//! | at | size | type | field of an entry |
//! |---:|-----:|------|-------|
//! | 0  | 1    | Unsigned Byte | index, 0 to 254; 255 ends the metadata |
//! | 1  | k = 1 to 5 | VarInt | [type](#types); writers use 1 byte |
//! | 1 + k | .. | by type | value |
//!
//! The meaning of an index depends on the entity. The type of the entity is not in the bytes.
//!
#![doc = dump!("minecraft/1.14/metadata__byte_and_varint")]
//!
//! Metadata without entries is one byte:
//!
#![doc = dump!("minecraft/1.14/metadata__no_entries")]
//!
//! In Rust: [`wire::metadata`](crate::minecraft::wire::metadata()), [`Metadata`](crate::minecraft::Metadata).
//!
//! # Types
//!
//! 1.13.2 has types 0 to 15. 1.14 and 1.15 have types 0 to 18.
//!
#![doc = metadata_table!()]
//!
//! Each value has the type of that name; a String is a String(32767). Exceptions:
//!
//! | type | value |
//! |------|-------|
//! | OptChat, OptPosition, OptUUID | a Boolean, then the value if it is true |
//! | Rotation | three Floats: pitch, yaw, roll in degrees |
//! | Direction | VarInt: a [direction](#names) |
//! | OptBlockID | VarInt: 0 absent, else the block state |
//! | Villager Data | three VarInts: [type, profession](#names), level |
//! | OptVarInt | VarInt: 0 absent. Otherwise the value is **the VarInt − 1**, with wrap-around: −2147483648 gives 2147483647 |
//! | Pose | VarInt: a [pose](#names) |
//!
#![doc = dump!("minecraft/1.14/metadata__slot_pose_and_particle")]
#![doc = dump!("minecraft/1.14/metadata__villager")]
#![doc = dump!("minecraft/1.14/metadata__opt_varint_is_one_more")]
//!
//! - A type that the version does not have is an error, because the length of its value is unknown.
//! - A direction or a pose that is not in its list is an error. Villager types and professions that are not in their lists are kept.
//! - An input that ends before the index 255 is an error.
//!
#![doc = dump!("minecraft/1.14/metadata__rejected_type")]
#![doc = dump!("minecraft/1.14/metadata__rejected_no_end")]
//!
//! - Indices may come in any order, with gaps, and may repeat. Of entries with the same index, the game
//!   keeps the last. This crate keeps all entries.
//! - −1 as OptVarInt, and block state 0 as OptBlockID, cannot be written: readers would take them for absent values.
//!
//! # Names
//!
//! The first name of each row is number 0:
//!
//! | | names | in Rust |
//! |---|---|---|
//! | directions | down, up, north, south, west, east | [`DIRECTIONS`](crate::minecraft::ids::DIRECTIONS) |
//! | poses | standing, fall_flying, sleeping, swimming, spin_attack, sneaking, dying | [`POSES`](crate::minecraft::ids::POSES) |
//! | types of villagers | desert, jungle, plains, savanna, snow, swamp, taiga | [`VILLAGER_TYPES`](crate::minecraft::ids::VILLAGER_TYPES) |
//! | professions | none, armorer, butcher, cartographer, cleric, farmer, fisherman, fletcher, leatherworker, librarian, mason, nitwit, shepherd, toolsmith, weaponsmith | [`VILLAGER_PROFESSIONS`](crate::minecraft::ids::VILLAGER_PROFESSIONS) |
//!
//! [Contents](super) · Previous: [items and particles](super::items) · Next: [versions](super::versions)
#![doc = layout!()]
