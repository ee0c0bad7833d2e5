//! JSON text: what its readers and writers for Godot and Minecraft share.
//!
//! The values are in [`godot::json`](crate::godot::json) and `minecraft::json`. This module is about the text itself:
//! [`pretty`] arranges it for people, and a [`JsonError`] says what is wrong with it and where.
//!
//! # What is read
//!
//! JSON as in RFC 8259, UTF-8, up to 4 GiB. Numbers are read exactly. Nesting takes no stack. Two things are decided
//! here that the RFC leaves open:
//!
//! - an object with the same key twice is an error;
//! - half of a surrogate pair (`"\ud800"`) is an error. Text that is not Unicode is written as its bytes.
//!
//! Godot's engines write more than the RFC allows, and that is read as Godot's JSON: control characters in strings as they
//! are, and `\v` for U+000B. Godot 4.6.3 writes `\v` and cannot read it.

#[cfg(feature = "json")]
mod document;
#[cfg(feature = "json")]
mod fault;
#[cfg(feature = "json")]
mod object;
#[cfg(feature = "json")]
mod pretty;
#[cfg(feature = "json")]
mod scan;
pub(crate) mod write;

#[cfg(feature = "json")]
pub use self::pretty::pretty;
#[cfg(feature = "json")]
pub(crate) use self::{
    document::{Children, Document, JsonType, Node, Rules},
    fault::{Res, Within},
    object::Object,
};
#[cfg(feature = "json")]
pub use crate::error::JsonError;
