//! The data types of the protocol of Minecraft's Java edition (1.13.2, 1.14 and 1.15), NBT and region files. Use this
//! module to read and write packets, NBT and saved files.
//!
//! [`format`](mod@format) is a book on these types. It describes each byte, from the beginning.
//!
//! | type | layout | reads | writes |
//! |------|--------|-------|--------|
//! | Boolean | 1 byte | [`boolean`](wire::boolean) | [`gen_boolean`](wire::gen_boolean) |
//! | Byte, Unsigned Byte | 1 byte | [`byte`](wire::byte), [`ubyte`](wire::ubyte) | [`gen_byte`](wire::gen_byte), [`gen_ubyte`](wire::gen_ubyte) |
//! | Short, Unsigned Short | 2 bytes, big-endian | [`short`](wire::short), [`ushort`](wire::ushort) | [`gen_short`](wire::gen_short), [`gen_ushort`](wire::gen_ushort) |
//! | Int, Long | 4, 8 bytes, big-endian | [`int`](wire::int), [`long`](wire::long) | [`gen_int`](wire::gen_int), [`gen_long`](wire::gen_long) |
//! | Float, Double | 4, 8 bytes, big-endian | [`float`](wire::float), [`double`](wire::double) | [`gen_float`](wire::gen_float), [`gen_double`](wire::gen_double) |
//! | VarInt, VarLong | 7-bit groups | [`varint`](wire::varint), [`varlong`](wire::varlong) | [`gen_varint`](wire::gen_varint), [`gen_varlong`](wire::gen_varlong) |
//! | String(n) | VarInt length, UTF-8 | [`string`](wire::string) | [`gen_string`](wire::gen_string) |
//! | Chat, Identifier | as String | [`chat`](wire::chat), [`identifier`](wire::identifier) | [`gen_chat`](wire::gen_chat), [`gen_identifier`](wire::gen_identifier) |
//! | Position | 26 + 26 + 12 bits | [`position`](wire::position) | [`gen_position`](wire::gen_position) |
//! | Angle, UUID | 1, 16 bytes | [`angle`](wire::angle), [`uuid`](wire::uuid) | [`gen_angle`](wire::gen_angle), [`gen_uuid`](wire::gen_uuid) |
//! | Fixed-point | as its integer | [`FixedPoint`] | [`FixedPoint`] |
//! | Optional X | nothing, or X | [`optional`](wire::optional) | [`gen_optional`](wire::gen_optional) |
//! | Option of X | Boolean, X if true | [`option`](wire::option) | [`gen_option`](wire::gen_option) |
//! | Array of X | elements, with or without a count | [`prefixed_array`](wire::prefixed_array), [`array`](wire::array) | [`gen_array`](wire::gen_array) after the count |
//! | X Enum | as X | [`enumeration`](wire::enumeration) | [`gen_enumeration`](wire::gen_enumeration) |
//! | Byte Array | bytes, with or without a length | [`prefixed_byte_array`](wire::prefixed_byte_array), [`byte_array`](wire::byte_array) | [`slice`](crate::grammar::slice) after the length |
//! | NBT | named Compound (Bedrock edition: or List), or `00` | [`nbt`](wire::nbt()) | [`gen_nbt`](wire::gen_nbt) |
//! | Compound, List of NBT | entries until End; type, count, payloads | [`compound`](wire::compound()), [`list`](wire::list()) | [`gen_compound`](wire::gen_compound), [`gen_list`](wire::gen_list) |
//! | String, arrays of NBT | length, modified UTF-8; count, numbers | [`mutf8`](wire::mutf8()), [`packed`](wire::packed()) | [`gen_mutf8`](wire::gen_mutf8), [`gen_packed`](wire::gen_packed) |
//! | Slot | Boolean, item, count, NBT | [`slot`](wire::slot()) | [`gen_slot`](wire::gen_slot) |
//! | Particle | VarInt id, data | [`particle`](wire::particle()) | [`gen_particle`](wire::gen_particle) |
//! | Entity Metadata | entries until `ff` | [`metadata`](wire::metadata()) | [`gen_metadata`](wire::gen_metadata) |
//!
//! There are three entry points:
//!
//! - [`Protocol`] parses, encodes and explains types that are known at compile time; [`packet!`] defines your own
//!   types.
//! - [`TypeExpr`] parses, encodes and explains a type that is given as text at run time, such as `array(varint,slot)`.
//! - The functions of [`wire`] are nom parsers and cookie-factory serializers, for your own grammar.
//!
//! ```
//! use gamewire::minecraft::{ItemStack, Protocol, Slot};
//!
//! let bytes = [0x01, 0xec, 0x06, 0x40, 0x00];
//! let slot: Slot = Protocol::V1_14.parse(&bytes)?;
//! assert_eq!(slot, Slot(Some(ItemStack::new(876, 64))));
//! assert_eq!(Protocol::V1_14.encode(&slot)?, bytes);
//!
//! let error = Protocol::V1_14.parse::<Slot>(&[0x01, 0xec, 0x06, 0x40, 0x04]).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "at byte 0x0004, reading NBT at $.nbt: an NBT root must be a compound (10), a list (9, Bedrock edition only) or absent (0), not tag 4"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod deflate;
// Only descriptions in ProtoDef, which are JSON, have named types and fields that depend on others.
#[cfg_attr(not(feature = "json"), allow(dead_code, unused_imports))]
mod expr;
pub mod format;
#[cfg(feature = "arbitrary")]
pub mod generate;
pub mod ids;
pub mod json;
mod layout;
mod model;
mod mutf8;
mod nbt_form;
mod nbt_roots;
mod packet;
#[cfg(feature = "json")]
pub(crate) mod packets;
mod path;
mod protocol;
mod releases;
#[cfg(feature = "serde")]
pub mod serde_mapping;
#[cfg(feature = "serde")]
mod serde_nbt;
mod skip;
pub mod snbt;
pub mod stream;
pub(crate) mod type_rows;
mod typed;
mod types;
mod view;
pub mod wire;

pub use expr::{
    BitField, BoxedValue, Cases, EnumNames, Holder, IntType, Label, Length, Selector, TypeExpr, TypeName,
    Types, Value, ValueList,
};
pub use model::{
    Angle, Chat, Dust, FixedPoint, Identifier, IdentifierError, ItemStack, Metadata, MetadataEntry,
    MetadataValue, Particle, ParticleData, Position, Slot, Uuid, UuidError, VarInt, VarLong,
};
pub use nbt::Nbt;
pub use nbt_form::NbtForm;
pub use nbt_roots::{check_nbt, encode_nbt, parse_nbt};
#[cfg(feature = "packets")]
pub use packets::session::{Recording, Session, SessionError, SessionPacket};
#[cfg(feature = "json")]
pub use packets::{Packet, PacketError, Packets, Side, State, UnknownTypeError};
pub use path::{TypedValue, diff, diff_each};
pub use protocol::{Protocol, Wire};
pub use releases::PositionOrder;
pub use type_rows::TypeRow;

pub use crate::packet;
pub use crate::verdict::Verdict;

/// NBT, a tree of named tags: the values, and views of validated bytes.
pub mod nbt {
    pub use super::model::nbt::entry::Entry;
    pub use super::model::nbt::{
        Compound, JavaStr, JavaStrError, JavaStrView, List, ListIter, Lists, MixedListError, Nbt, Numbers,
        OptNbt, PackedNumber, PartialNumberError, Tag, TagId, TagRef, TryFromTagError,
    };

    #[cfg(feature = "serde")]
    pub use super::serde_nbt::{
        SerdeError, byte_array, from_slice, from_slice_as, from_tag, int_array, long_array, to_tag, to_vec,
        to_vec_as, unsigned,
    };
    pub use super::view::{
        CompoundView, CompoundViewIter, ListView, ListViewIter, NbtView, OptNbtView, TagView,
    };
    pub use crate::nbt;
}
