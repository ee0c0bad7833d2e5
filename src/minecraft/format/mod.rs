//! The data types of Minecraft's Java protocol, byte by byte: reference pages for 1.13.2 to 1.15.
//!
//! Packets between a Minecraft client and a server are made of a few dozen types: numbers, text, positions, items, NBT. These
//! pages describe how versions 1.14 to 1.14.4 (protocol numbers 477 to 498) write each type, and the differences in 1.13.2 and
//! 1.15. They do not describe the contents of each packet, nor the framing, compression and encryption of packets.
//!
//! # Contents
//!
//! 1. [How to read a dump](reading): bytes, big-endian numbers, JSON, errors.
//! 2. [Numbers](numbers): integers and floats of a fixed width, VarInt, VarLong, fixed-point.
//! 3. [Text](text): String, Chat, Identifier.
//! 4. [Positions, angles, UUIDs](places): Position, Angle, UUID.
//! 5. [Combined types](combined): optional, array, enum, byte array, structure.
//! 6. [NBT](nbt): every tag, and modified UTF-8.
//! 7. [NBT of the Bedrock edition](bedrock): little-endian, with VarInts, `level.dat`.
//! 8. [Region files](region): the chunks of a world, `.mca` and `.mcr`.
//! 9. [Items and particles](items): Slot, Particle.
//! 10. [Entity metadata](metadata): every type by its id.
//! 11. [Versions](versions): differences in other versions.
//! 12. [The published documentation](documentation): its errors, and the inputs that only the game accepts.
//! 13. [JSON and sample files](json): values as JSON, and the files for tests of a decoder.
//!
//! # Looking for
//!
//! | question | answer |
//! |----------|--------|
//! | size and layout of a type | [the table of types](#the-table-of-types) |
//! | Position, in 1.14 and in 1.13.2 | [Position](places#position) |
//! | VarInt as code; samples; Protocol Buffers | [VarInt](numbers#varint), [VarLong](numbers#varlong), [Protocol Buffers](numbers#protocol-buffers) |
//! | metadata type 17, and all others | [types of metadata](metadata#types) |
//! | NBT, all tags | [NBT](nbt), [tags](nbt#tags) |
//! | text of NBT | [modified UTF-8](nbt#modified-utf-8) |
//! | NBT of the Bedrock edition | [in files](bedrock#in-files), [in packets](bedrock#in-packets) |
//! | limit of nesting | [nesting](nbt#nesting) |
//! | a chunk of a world | [region files](region) |
//! | items, also of other versions | [Slot](items#slot) |
//! | ids of particles | [all particles](items#all-particles) |
//! | where a decoder reports an error | [errors](reading#errors) |
//! | samples to test a decoder | [sample files](json#sample-files) |
//!
//! # Summary
//!
//! **The bytes do not name types**: the reader of a packet must know which type comes next. Numbers are big-endian. Most ids,
//! lengths and counts are a [VarInt](numbers#varint), which takes one byte for small numbers and five for negative ones.
//! Nothing is padded, and nothing is written between values.
//!
//! # A value, byte by byte
//!
//! A slot of an inventory that holds a used sword. Its fields: a Boolean for the presence of an item, the id, the count, and further
//! properties as [NBT](nbt):
//!
#![doc = dump!("minecraft/1.14/slot__with_nbt")]
//!
//! # The table of types
//!
//! The last column is the name of the type for [`TypeExpr`](crate::minecraft::TypeExpr), and on the command line after `--as
//! minecraft/`.
//!
#![doc = type_table!()]
//!
//! # Sources
//!
//! No server and no client of these versions was run. The sources are independent codecs: the protocol definitions in
//! `minecraft-data` and `node-minecraft-protocol` (JavaScript), `quarry` and `amulet-nbt` (Python), Java's own `writeUTF` and
//! `readUTF`. The repository has the bytes that these codecs wrote, below `tests/fixtures/minecraft`. Tests compare this crate with
//! all of them. Statements about the game itself come from its published decompilations.
//!
//! A dump on these pages is the output of [`TypeExpr::explain`](crate::minecraft::TypeExpr::explain). `gamewire explain --as
//! minecraft/slot FILE` prints such a dump of any file. Tests compare each dump with that output.
//!
//! Next: [how to read a dump](reading)
#![doc = layout!()]

#[doc(alias("level.dat", "zigzag", "PocketMine"))]
pub mod bedrock;
#[doc(alias("Optional", "Enum", "Byte Array"))]
pub mod combined;
pub mod documentation;
#[doc(alias("Slot", "Particle", "item stack"))]
pub mod items;
pub mod json;
#[doc(alias("Entity Metadata", "Pose", "Rotation", "Villager Data"))]
pub mod metadata;
#[doc(alias("Compound", "Modified UTF-8", "TAG_List"))]
pub mod nbt;
#[doc(alias("VarInt", "VarLong", "Protocol Buffers", "fixed-point"))]
pub mod numbers;
#[doc(alias("Position", "Angle", "UUID"))]
pub mod places;
#[doc(alias("big-endian", "owed"))]
pub mod reading;
#[doc(alias("mca", "chunk", "sector"))]
pub mod region;
#[doc(alias("Chat", "Identifier"))]
pub mod text;
pub mod versions;
