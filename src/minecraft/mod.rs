//! The data types of Minecraft's Java protocol, as 1.14 speaks them.
//!
//! | type | layout | reads | writes |
//! |------|--------|-------|--------|
//! | Boolean | 1 byte | [`parse_bool`](wire::prim::parse_bool) | [`gen_bool`](wire::prim::gen_bool) |
//! | Byte .. Double | 1 to 8 bytes, big-endian | [`parse_i32`](wire::prim::parse_i32) and its like | [`gen_i32`](wire::prim::gen_i32) |
//! | VarInt, VarLong | 7-bit groups | [`parse_varint`](wire::varint::parse_varint) | [`gen_varint`](wire::varint::gen_varint) |
//! | String(n) | VarInt length, UTF-8 | [`parse_string`](wire::text::parse_string) | [`gen_string`](wire::text::gen_string) |
//! | Chat | as String | [`parse_chat`](wire::text::parse_chat) | [`gen_chat`](wire::text::gen_chat) |
//! | Identifier | as String | [`parse_identifier`](wire::text::parse_identifier) | [`gen_identifier`](wire::text::gen_identifier) |
//! | Position | 26 + 26 + 12 bits | [`parse_position`](wire::position::parse_position) | [`gen_position`](wire::position::gen_position) |
//! | Angle, UUID | 1, 16 bytes | [`parse_uuid`](wire::position::parse_uuid) | [`gen_uuid`](wire::position::gen_uuid) |
//! | Fixed-point | as its integer | [`FixedPoint`] | [`FixedPoint`] |
//! | Optional, Option, Array, Enum, Bytes | from others | [`wire::combine`] | [`wire::combine`] |
//! | NBT | named Compound, or `00` | [`parse_nbt`](nbt::parse_nbt) | [`gen_nbt`](nbt::gen_nbt) |
//! | Slot | Boolean, item, count, NBT | [`parse_slot`](wire::slot::parse_slot) | [`gen_slot`](wire::slot::gen_slot) |
//! | Particle | VarInt id, data | [`parse_particle`](wire::particle::parse_particle) | [`gen_particle`](wire::particle::gen_particle) |
//! | Entity Metadata | entries until `ff` | [`parse_metadata`](wire::metadata::parse_metadata) | [`gen_metadata`](wire::metadata::gen_metadata) |
//!
//! Three ways in:
//!
//! - [`Protocol`] decodes, encodes and explains a type that the compiler knows;
//! - [`TypeExpr`] does it for a type that arrives as text, such as `array(varint,slot)`;
//! - the functions of [`wire`] are nom parsers and cookie-factory generators, for a grammar of your own.
//!
//! ```
//! use gamewire::minecraft::{ItemStack, Protocol, Slot};
//!
//! let bytes = [0x01, 0xec, 0x06, 0x40, 0x00];
//! let slot: Slot = Protocol::V1_14.decode(&bytes)?;
//! assert_eq!(slot, Some(ItemStack { id: 876, count: 64, nbt: None }));
//! assert_eq!(Protocol::V1_14.encode(&slot)?, bytes);
//!
//! let error = Protocol::V1_14.decode::<Slot>(&[0x01, 0xec, 0x06, 0x40, 0x04]).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "at byte 0x0004, reading NBT at $.nbt: an NBT root is a compound (10) or absent (0), not tag 4"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod explain;
mod expr;
#[cfg(feature = "compress")]
mod files;
pub mod ids;
pub mod json;
mod nbt_roots;
mod protocol;
mod samples;
#[cfg(feature = "serde")]
mod serde_nbt;
mod version;
pub mod wire;

pub use expr::{EnumNames, IntType, Length, TypeExpr, TypeExprError, Value};
#[cfg(feature = "compress")]
pub use files::{FileError, Packing, pack, read_file, unpack, write_file};
pub use nbt_roots::{check_nbt, decode_nbt, encode_nbt};
pub use protocol::{PositionOrder, Protocol, Wire};
pub use samples::{Kind, Sample, kinds, samples};
#[cfg(feature = "serde")]
pub use serde_nbt::{SerdeError, byte_array, from_nbt, from_tag, int_array, long_array, to_nbt, to_tag};
pub use version::Version;
pub use wire::fixed::FixedPoint;
pub use wire::lent::Lent;
pub use wire::metadata::{Metadata, MetadataEntry, MetadataValue};
pub use wire::nbt;
pub use wire::nbt::Nbt;
pub use wire::particle::{Dust, Particle, ParticleData};
pub use wire::position::{Angle, Position, Uuid, UuidError};
pub use wire::slot::{ItemStack, Slot};
pub use wire::text::{Chat, Identifier};
pub use wire::varint::{VarInt, VarLong};
