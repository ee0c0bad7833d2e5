//! JSON text. The JSON readers and writers of both games use this module.
//!
//! To convert values, use [`godot::json`](crate::godot::json) and `minecraft::json`. This module is about the text
//! itself: [`pretty`] formats it with line breaks, and [`JsonError`] is an error with its position in the text.
//!
//! # What is read
//!
//! The parser accepts JSON as in RFC 8259, in UTF-8 and up to 4 GiB. Numbers are read exactly. The scanner takes no stack for
//! nesting; the values that are made of it are limited in depth, as when they are decoded. The RFC leaves two cases open:
//!
//! - an object with the same key twice is an error;
//! - half of a surrogate pair (`"\ud800"`) is an error. Text that is not valid Unicode is written as its bytes
//!   instead.
//!
//! Godot's engines write more than the RFC allows, and the parser for Godot's JSON accepts that: unescaped control
//! characters in strings, and `\v` for U+000B. (Godot 4.6.3 itself writes `\v` but cannot read it.)
//!
//! # The reader
//!
//! The library parses text only with the scanner of this module. It uses serde_json only to convert a
//! `serde_json::Value`, and to write the digits of floats. serde_json cannot replace the scanner:
//!
//! | requirement | the scanner | serde_json |
//! |---|---|---|
//! | the type of a value may come after its content | skips the content, and reads it once the type is known | a visitor keeps the content as a tree |
//! | memory | 8 bytes for each array and object | a tree of `Value` has at least 32 for each |
//! | an error that is found after parsing has line, column and path | a value has its place in the text | a `Value` has none |
//! | exact numbers | their text | the feature `arbitrary_precision`, which changes numbers for all crates of a build |
//! | control characters and `\v` in strings | allowed by an option | an error |
//! | deep nesting | takes no stack | recursion: up to 128 levels, or unlimited with `unbounded_depth` |
//! | the same key twice | an error with its path | the last value remains |

#[cfg(feature = "json")]
mod read;
pub(crate) mod write;

#[cfg(all(feature = "json", feature = "minecraft"))]
pub(crate) use self::read::Members;
#[cfg(feature = "json")]
pub(crate) use self::read::{Fault, JsonDocument, JsonNode, JsonRules, JsonType, Object, Res, Within};
#[cfg(feature = "json")]
pub use self::read::{JsonError, pretty};
