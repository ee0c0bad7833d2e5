//! The wire format of Minecraft, with one file for each family of types. Use these parsers and serializers to
//! build the grammar of your own packet.
//!
//! `x(cx)` is a nom parser, and `gen_x(cx, &x)` is the cookie-factory serializer that mirrors it, with the same
//! fields in the same order. [`Protocol::settings`](crate::minecraft::Protocol::settings) creates the settings of
//! the context:
//!
//! ```
//! use gamewire::minecraft::{Protocol, wire};
//! use nom::{Parser, branch::alt, bytes::tag, sequence::preceded};
//! let settings = Protocol::V1_14.settings();
//! let cx = settings.cx();
//! let mut name_or_number = alt((
//!     preceded(tag("N"), wire::string(cx, 16)).map(|name| name.into_owned()),
//!     wire::varint(cx, "number").map(|number| number.to_string()),
//! ));
//! assert_eq!(name_or_number.parse(b"N\x05Notch").unwrap().1, "Notch");
//! assert_eq!(name_or_number.parse(&[0xac, 2]).unwrap().1, "300");
//! ```
//!
//! A file uses only the files before it in this order: `numbers`, `combine`, `varint`, `text`, `position`, `nbt`,
//! `nbt_root`, `slot`, `particle`, `metadata`.
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

mod combine;
mod metadata;
pub(crate) mod nbt;
mod nbt_root;
mod numbers;
mod particle;
mod position;
mod slot;
mod text;
mod varint;

pub use combine::{
    array, byte_array, described, enumeration, gen_array, gen_disagreeing, gen_enumeration, gen_option,
    gen_optional, option, optional, prefixed_array, prefixed_byte_array,
};
pub(in crate::minecraft) use combine::{disagreeing, push, with_name};
pub use metadata::{
    gen_metadata, gen_metadata_entry, gen_metadata_value, metadata, metadata_entry, metadata_value,
};
pub(in crate::minecraft) use nbt::gen_count;
pub use nbt::{
    compound, gen_compound, gen_list, gen_mutf8, gen_packed, gen_payload, gen_text, list, mutf8, packed,
    payload, text,
};
pub use nbt_root::{gen_nbt, nbt, nbt_bytes, required_nbt};
pub use numbers::{
    boolean, byte, double, float, gen_boolean, gen_byte, gen_double, gen_float, gen_int, gen_long, gen_short,
    gen_ubyte, gen_uint, gen_ushort, int, long, short, ubyte, uint, ushort,
};
pub use particle::{gen_particle, gen_particle_data, particle, particle_data};
pub use position::{angle, gen_angle, gen_position, gen_uuid, position, uuid};
pub use slot::{gen_slot, slot};
pub(in crate::minecraft) use text::{LENGTH as TEXT_LENGTH, text_after};
pub use text::{STRING_MAX, chat, gen_chat, gen_identifier, gen_string, identifier, string, units};
pub(in crate::minecraft) use varint::not_negative;
pub use varint::{
    VARINT_MAX, VARLONG_MAX, gen_length, gen_varint, gen_varlong, gen_zigzag_varint, gen_zigzag_varlong,
    length, varint, varlong, zigzag_varint, zigzag_varlong,
};

use std::cell::Cell;

use super::protocol::Protocol;
use crate::grammar::Rules;
use crate::trace::Silent;

/// The context of Minecraft's parsers and serializers.
pub type Cx<'c, T = Silent> = crate::grammar::Cx<'c, Protocol, T>;

/// The state that Minecraft's parsers keep beside the input.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The entries of all open compounds.
    open: nbt::Open,
    /// The number of values of types known at run time that may still be made.
    pub(in crate::minecraft) values_left: Cell<usize>,
    /// Whether such values are only checked.
    pub(in crate::minecraft) only_checks: Cell<bool>,
}

impl Rules for Protocol {
    type Scratch = Scratch;
}
