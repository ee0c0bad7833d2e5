//! Read, write and explain the binary formats that games speak, exactly as their engines do.
//!
//! - [`godot`]: Godot's Variant serialization, of Godot 2, 3 and 4, in single and double precision.
//! - [`minecraft`]: the data types of Minecraft Java's protocol, as of 1.14, NBT among them.
//!
//! ```
//! // What Godot 3 sends for {"hp": 9}.
//! let bytes = [18, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, b'h', b'p', 0, 0, 2, 0, 0, 0, 9, 0, 0, 0];
//! let value = gamewire::parse_variant(&bytes)?;
//! assert_eq!(value.get("hp").and_then(|hp| hp.as_int()), Some(9));
//! assert_eq!(gamewire::encode_variant(&value)?, bytes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What a file is that nobody knows anything about, `identify` tells (features `minecraft`, `compress` and
//! `crypto`).
//!
//! Any bytes at all give a value or an error with the offset; memory stays in proportion to the input; nesting
//! is bounded; nothing panics. What an error means is in [`error`].
//!
//! The parsers are nom parsers, one per type, and compose with your own; the generators face them, and compose
//! through [`sink::serializer`] with cookie-factory. The same parsers also explain: see [`explain`].

// First: the pages of the formats are made of its macros.
#[macro_use]
mod pages;

pub mod cx;
mod edge;
pub mod error;
pub mod explain;
pub mod fixtures;
pub mod godot;
pub mod grammar;
#[cfg(all(feature = "minecraft", feature = "compress", feature = "crypto"))]
pub mod identify;
pub mod limits;
#[cfg(feature = "minecraft")]
pub mod minecraft;
pub mod path;
pub mod sink;
pub mod trace;
mod verdict;

pub use error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
pub use godot::{encode_variant, parse_variant};

/// The README's examples are tests too.
#[cfg(all(doctest, feature = "minecraft"))]
#[doc = include_str!("../README.md")]
pub struct Readme;
