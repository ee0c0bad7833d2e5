//! The data types of Minecraft's Java protocol, from the first byte on: a book of a few pages.
//!
//! Packets between a Minecraft client and a server are made of a few dozen types: numbers, text, positions, items, NBT. This
//! book says how each is written in versions 1.14 to 1.14.4 (protocol numbers 477 to 498), and what 1.13.2 and 1.15 do
//! otherwise. What a packet consists of, and how packets are framed, compressed and encrypted, is not in it.
//!
//! # Contents
//!
//! 1. [How to read a dump](reading): bytes, big-endian numbers, errors.
//! 2. [Numbers](numbers): fixed-width integers and floats, VarInt, VarLong, fixed-point.
//! 3. [Text](text): String, Chat, Identifier.
//! 4. [Places and names](places): Position, Angle, UUID.
//! 5. [Types made of types](combined): optional, arrays, enums, byte arrays, structures.
//! 6. [NBT](nbt): every tag, and modified UTF-8.
//! 7. [Items and particles](items): Slot, Particle.
//! 8. [Entity metadata](metadata): every type by its id.
//! 9. [Versions](versions): what other versions do otherwise.
//! 10. [The published documentation](documentation): where it is wrong, and where the game is more lenient.
//!
//! # The whole format in three sentences
//!
//! **No type says what it is**: who reads a packet has to know which type comes next. Numbers are big-endian; most ids,
//! lengths and counts are a [VarInt](numbers#varint), which takes one byte for small numbers and five for negative ones.
//! Nothing is padded.
//!
//! # A value, byte by byte
//!
//! An item in a slot of an inventory, a sword that was used: whether there is one, which, how many, and what else is known
//! of it, as [NBT](nbt):
//!
#![doc = dump!("minecraft/1.14/slot__with_nbt")]
//!
//! # The table of types
//!
//! The last column is how a type is written for [`TypeExpr`](crate::minecraft::TypeExpr), and after `--as minecraft/` for the
//! command.
//!
#![doc = type_table!()]
//!
//! # Sources
//!
//! Of these versions no server or client was run. What is said here is what independent codecs write and read: the protocol
//! definitions of `minecraft-data` and `node-minecraft-protocol` (JavaScript), `quarry` and `amulet-nbt` (Python), Java's own
//! `writeUTF` and `readUTF`. Bytes that they made are in the repository, below `tests/fixtures/minecraft`, and this crate is
//! tested against all of them. Where the game is said to do something else, that is what its published decompilations show.
//!
//! Dumps are what [`TypeExpr::explain`](crate::minecraft::TypeExpr::explain) says of those bytes, and are compared with its
//! output in every test run; `gamewire explain --as minecraft/slot FILE` shows the same of a file of yours.
#![doc = layout!()]

pub mod combined;
pub mod documentation;
pub mod items;
pub mod metadata;
pub mod nbt;
pub mod numbers;
pub mod places;
pub mod reading;
pub mod text;
pub mod versions;
