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
//!
//! # The reader
//!
//! The library parses text only with the scanner of this module. serde_json is there for programs that hold a
//! `serde_json::Value`, and writes the digits of floats. It cannot take the place of the scanner:
//!
//! | what is needed | the scanner | serde_json |
//! |---|---|---|
//! | the type of a value may come after its content | steps over the content, and reads it once the type is known | a visitor keeps the content as a tree |
//! | memory | 8 bytes for each array and object | a tree of `Value` has at least 32 for each |
//! | an error that is found after parsing has line, column and path | a value has its place in the text | a `Value` has none |
//! | exact numbers | their text | the feature `arbitrary_precision`, which changes numbers for all crates of a build |
//! | control characters and `\v` in strings | a rule of the reader | an error |
//! | deep nesting | takes no stack | recursion: to 128 levels, or unlimited with `unbounded_depth` |
//! | the same key twice | an error with its path | the last value remains |

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

#[cfg(all(feature = "json", feature = "identify"))]
pub(crate) use self::fault::Fault;
#[cfg(feature = "json")]
pub use self::pretty::pretty;
#[cfg(feature = "json")]
pub(crate) use self::{
    document::{JsonChildren, JsonDocument, JsonNode, JsonRules, JsonType},
    fault::{Res, Within},
    object::Object,
};
#[cfg(feature = "json")]
pub use crate::error::JsonError;
