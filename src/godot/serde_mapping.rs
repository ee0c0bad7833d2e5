//! The mapping between serde's data model and values of Godot, which applies to types with `Serialize` and
//! `Deserialize`.
//!
//! [`from_slice`](super::from_slice) and [`to_vec`](super::to_vec) read and write bytes;
//! [`from_variant`](super::from_variant) and [`to_variant`](super::to_variant) read and write values.
//!
//! | Rust | Godot | read from |
//! |------|-------|-----------|
//! | `bool` | `bool` | `bool` |
//! | integers up to `i128` and `u128` | `int`; an error if the value exceeds `i64` | an `int` whose value fits; also RIDs and objects by id |
//! | `f32`, `f64` | `float` | `float`, `int`; an error if the value exceeds the range of `f32` |
//! | `char`, `str`, `String` | `String` | `String`, `StringName`, `NodePath`; `&str` borrows from the input |
//! | `Vec`, slice, array, tuple, tuple struct | `Array` | `Array`, packed arrays, and vectors and matrices as lists of their numbers |
//! | `Vec<u8>` | `Array` of `int` | `Array`, `PackedByteArray` |
//! | bytes, with `serde_bytes` | `PackedByteArray` | `PackedByteArray`; `&[u8]` borrows from the input |
//! | struct | `Dictionary` with keys of type `String` | `Dictionary` with keys of either type of text; full objects, by their properties |
//! | map | `Dictionary`, any key | the same |
//! | newtype struct | its content | its content |
//! | `Option` | null for `None`, otherwise the value | null and a missing entry are `None` |
//! | `()`, unit struct | null | null |
//! | [`Vector2`](super::Vector2), [`Color`](super::Color) and the other structures | the same type | the same type |
//! | [`Variant`](super::Variant) | itself, any value of any type | any value |
//!
//! Enums are represented as serde tags them by default:
//!
//! | variant | Godot |
//! |---------|-------|
//! | `Idle` | `"Idle"` |
//! | `Walk(3)` | `{"Walk": 3}` |
//! | `Jump(1, 2)` | `{"Jump": [1, 2]}` |
//! | `Fall { speed: 1.0 }` | `{"Fall": {"speed": 1.0}}` |
//!
//! `Some(None)` is null as well, and is read back as `None`. Values that are read may be nested 128 levels
//! deep.
//!
//! ```
//! use gamewire::godot::*;
//!
//! #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
//! enum Action { Idle, Walk(u32), Fall { speed: f32 } }
//!
//! #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
//! struct Turn { actions: Vec<Action>, target: Option<String> }
//!
//! let turn = Turn { actions: vec![Action::Idle, Action::Walk(3), Action::Fall { speed: 1.5 }], target: None };
//! let written = r#"{"actions": ["Idle", {"Walk": 3}, {"Fall": {"speed": 1.5}}], "target": null}"#;
//! assert_eq!(to_variant(&turn)?, text::from_text(written).unwrap());
//! let bytes = to_vec(&turn, Dialect::GODOT_4)?;
//! assert_eq!(from_slice::<Turn>(&bytes, Dialect::GODOT_4)?, turn);
//! # Ok::<(), gamewire::godot::SerdeError>(())
//! ```
//!
//! # Fields of any type
//!
//! A field of type [`Variant`](super::Variant), also in lists and maps, accepts any value and keeps its type:
//! `to_vec` writes the same value that `from_slice` read.
//!
//! **Types are lost in `#[serde(flatten)]`, in untagged enums and in enums with `tag`.** serde reads the
//! fields of these before it knows their types, and keeps them as numbers, text, bytes, lists and maps. As a
//! result, a `Variant` that was a `Color` becomes a list of four numbers, a `PackedInt32Array` an `Array`,
//! and a `StringName` a `String`; a `PackedByteArray` is kept. Fields with a fixed type such as `Vector2` are
//! read correctly in enums with `tag`. To change a few values of a file and keep all others, change the value
//! with [`set_path`](super::Variant::set_path), or the file with `Document`.
//!
//! Here `flatten` collects text, which is kept:
//!
//! ```
//! use std::collections::BTreeMap;
//! use gamewire::godot::{Color, Dialect, Variant, from_slice, to_vec, variant};
//!
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Save {
//!     gold: u32,
//!     color: Variant,
//!     #[serde(flatten)]
//!     rest: BTreeMap<String, Variant>,
//! }
//!
//! let value = variant!({ "gold": 7, "color": Color::new(1.0, 0.5, 0.0, 1.0), "name": "Ada" });
//! let bytes = Dialect::GODOT_4.encode(&value)?;
//! let mut save: Save = from_slice(&bytes, Dialect::GODOT_4)?;
//! assert_eq!(Color::<f32>::try_from(&save.color)?.g, 0.5);
//! assert_eq!(save.rest["name"].as_str(), Some("Ada"));
//! save.gold = 8;
//! assert_eq!(to_vec(&save, Dialect::GODOT_4)?.len(), bytes.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Through other formats
//!
//! In other formats, such as JSON, vectors and other structures are lists of their numbers; matrices are
//! written by columns. A [`Variant`](super::Variant) can be written to any self-describing format, and is
//! read back unchanged: null, `bool`, numbers, text, lists, and maps with text keys have their own
//! representation. Any other value is a map with the key `$gamewire` and the encoded bytes, which are
//! hexadecimal digits in text formats.

#[cfg(feature = "mint")]
pub use super::serde_bridge::mint;
