//! Reads, writes and explains the serialization formats of Godot and Minecraft, byte for byte. Use this crate to
//! talk to a game over the network, to read or change saved games, or to learn what given bytes mean.
//!
//! - [`godot`]: Godot's Variant serialization, of Godot 2, 3 and 4; of Godot 3 and 4 also in double precision.
//! - [`minecraft`]: NBT, region files and the data types of the Java edition's protocol in 1.13.2, 1.14 and 1.15. With the feature
//!   `packets`, also the packets of 1.7.6 to 26.1.2.
//!
//! ```
//! // What Godot 3 sends for {"hp": 9}.
//! let bytes = [
//!     18, 0, 0, 0, 1, 0, 0, 0, // Dictionary, one pair
//!     4, 0, 0, 0, 2, 0, 0, 0, b'h', b'p', 0, 0, // String, two bytes, padded to four
//!     2, 0, 0, 0, 9, 0, 0, 0, // int
//! ];
//! let value = gamewire::parse_variant(&bytes)?;
//! assert_eq!(value.get("hp").and_then(|hp| hp.as_i64()), Some(9));
//! assert_eq!(gamewire::encode_variant(&value)?, bytes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Entry points
//!
//! | task | begin with |
//! |---|---|
//! | decode or encode values of a Godot game | [`parse_variant`] for Godot 3, [`Dialect::parse`](godot::Dialect) for the others, [`parse_any`] if you do not know which, [`godot::from_slice`] for your own types (feature `serde`) |
//! | detect the dialect of unknown bytes | [`godot::detect`](godot::detect()), [`godot::Detector`] |
//! | read a file of unknown format, compressed or encrypted files, regions | the package [gamewire-files](https://docs.rs/gamewire-files) |
//! | read and write a socket | [`godot::stream`], `minecraft::stream` |
//! | change one value of a save | [`path`]; for whole files, the package [gamewire-files](https://docs.rs/gamewire-files) |
//! | search a save for values | [`Variant::walk`](godot::Variant::walk), [`path::Walk`] |
//! | decode or encode a packet or an NBT file of Minecraft | [`minecraft::Protocol`], [`minecraft::TypeExpr`], [`minecraft::parse_nbt`] |
//! | write your own parser | [`godot::wire`], [`minecraft::wire`]: a nom parser and a cookie-factory serializer per type, which compose with the combinators of those crates; [`grammar`] has additional combinators |
//! | test a decoder or encoder in another language | the package [gamewire-fixtures](https://docs.rs/gamewire-fixtures) |
//! | learn the formats | **the specifications** [`godot::format`] and [`minecraft::format`]; [`explain`] explains any bytes |
//!
//! # Guarantees
//!
//! - The default dialect is that of Godot 3 (`Dialect::default()`). The default protocol is that of Minecraft 1.14.
//! - Decoding returns a value or an error for any input, and never panics. Memory is proportional to the input, and nesting is
//!   limited ([`limits`]): by what the engines allow, and by the stack that the thread has left. Any thread with 256 KiB of stack or
//!   more is safe, also in a build without optimization: fewer levels are read there, and more are an error.
//! - Lengths, offsets and sizes are in bytes. Offsets count from the start of the input.
//! - A [`DecodeError`] has the offset, the type and the path of the error. An [`EncodeError`] has the path. [`error`] lists
//!   all kinds of errors.
//! - Values own their contents, and views borrow from the bytes.
//!
//! # The grammar layer
//!
//! The formats are written as nom parsers and cookie-factory serializers, which you can use as building blocks for your own
//! grammars. They are [`godot::wire`], [`minecraft::wire`], and the parser and generator of frames in [`godot::frame`]. They use [`trace`] and [`grammar`].
//!
//! The signatures of these items contain types of nom and cookie-factory, and so do the signatures of:
//!
//! - the trait [`minecraft::Wire`],
//! - `parse_with`, `encode_with` and `cx` of [`godot::Decoder`], [`godot::Encoder`] and [`minecraft::Protocol`],
//!
//! All of these items are exempt from semantic versioning: a minor release may change them, and the changelog then says so. Everything
//! else in this documentation follows semantic versioning. [`grammar::nom`] and [`grammar::cookie_factory`] are the versions of those
//! crates that the signatures use.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `minecraft` | [`minecraft`] |
//! | `simdutf8` (default) | faster UTF-8 validation |
//! | `serde` | [`godot::from_slice`], [`godot::to_vec`], [`minecraft::nbt::from_slice`], [`minecraft::nbt::to_vec`]: your own types, by the tables of [`godot::serde_mapping`] and [`minecraft::serde_mapping`] |
//! | `json` | [`godot::json`], [`minecraft::json`]: values as JSON |
//! | `packets` | `minecraft::Packets` and `minecraft::Session`: the packets of the Java edition from 1.7.6 to 26.1.2; enables `minecraft` and `json` |
//! | `tokio` | codecs for `tokio_util`'s `Framed`, in [`godot::stream`] and [`minecraft::stream`] |
//! | `proptest`, `arbitrary` | `generate` of [`godot`] and [`minecraft`]: values for property tests and fuzzers |
//! | `mint`, `uuid` | conversions to the types of those crates; with `serde`, fields of mint's types by `godot::serde_mapping::mint` |

#![cfg_attr(docsrs, feature(doc_cfg))]
// The documentation of a build with all features has all targets of links.
#![cfg_attr(
    not(all(feature = "packets", feature = "serde", feature = "proptest", feature = "tokio")),
    allow(rustdoc::broken_intra_doc_links)
)]

// This is the first module, because its macros define the modules of the pages.
#[macro_use]
mod pages;

pub mod array;
mod base64;
mod conversions;
mod counted;
mod edge;
pub mod error;
mod escape;
pub mod explain;
pub mod godot;
pub mod grammar;
mod hex;
#[cfg(feature = "json")]
pub mod json;
#[cfg(all(not(feature = "json"), feature = "minecraft"))]
mod json;
pub mod limits;
pub mod map;
mod meaning;
#[cfg(feature = "minecraft")]
pub mod minecraft;
pub mod path;
mod pretty;
#[cfg(feature = "serde")]
mod serde_forms;
#[doc(hidden)]
pub mod shared;
mod sort;
pub mod stream;
mod sure;
pub mod trace;
#[cfg(feature = "arbitrary")]
mod unstructured;
mod utf8;
mod verdict;

pub use edge::Repaired;
pub use error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, TextError};
pub use godot::{encode_variant, parse_any, parse_variant};

/// Runs the examples of the README and of the page on Rust programs as tests.
#[cfg(all(doctest, feature = "packets"))]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/book/rust.md")]
pub struct Readme;
