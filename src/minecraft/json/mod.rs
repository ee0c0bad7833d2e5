//! Values as JSON text, which is read back to the same value.
//!
#![doc = include_str!("form.md")]
//!
//! The keys may be in any order, and a number is accepted where a decimal string is written. A string is accepted for NBT that
//! is only text. `name` in particles and metadata may be omitted. Unknown keys, duplicate keys and text that RFC 8259 does not allow are errors.
//!
//! JSON does not contain the form of a VarInt that has more bytes than necessary, or bits beyond its width. Everything
//! else is encoded to the same bytes again.

#[cfg(feature = "json")]
mod read;
mod visit;
mod write;
mod write_nbt;

#[cfg(feature = "json")]
pub use read::{
    JsonError, from_str,
    nbt::{nbt_from_str, tag_from_str},
};
#[cfg(feature = "json")]
pub(super) use read::{read_at, read_tag_at, single::read_text};
pub(super) use visit::Text;
pub use visit::Visitor;
#[cfg(feature = "json")]
pub(super) use write::in_scope;
pub(super) use write::{is_absent, plain};
pub use write::{to_plain_string, to_string, visit};
pub(super) use write_nbt::payload;
pub use write_nbt::{nbt_to_string, tag_to_plain_string, tag_to_string};

/// Shared with the command.
#[cfg(feature = "json")]
pub(crate) mod shared {
    pub use super::write::to_plain_string_with_long_text;
}
