//! Values as JSON text, both ways.
//!
#![doc = include_str!("form.md")]
//!
//! Reading takes any order of keys, and a number where a decimal string is written. `name` in particle and
//! metadata may be left out. Unknown keys, keys that occur twice and what RFC 8259 does not allow are errors.
//!
//! JSON does not keep the number of bytes that a VarInt was padded to. Everything else comes back to the same bytes.

#[cfg(feature = "json")]
mod encoded_nbt;
mod numbers;
mod plain;
#[cfg(feature = "json")]
mod read;
#[cfg(feature = "json")]
mod read_nbt;
#[cfg(feature = "json")]
mod single;
mod write;
mod write_nbt;

#[cfg(feature = "json")]
pub use crate::error::JsonError;
pub use plain::tag_to_plain_string;
#[cfg(feature = "json")]
pub use read::from_str;
#[cfg(feature = "json")]
pub use read_nbt::{nbt_from_str, tag_from_str};
#[cfg(feature = "json")]
pub(super) use single::read_text;
pub use write::{to_plain_string, to_string};
pub use write_nbt::{nbt_to_string, tag_to_string};

/// Shared with the command: see [`__private`](crate::__private).
#[cfg(feature = "json")]
pub(crate) mod shared {
    pub use super::encoded_nbt::encoded_nbt;
}
