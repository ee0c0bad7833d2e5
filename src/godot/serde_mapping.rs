//! Conversion of types with serde's `Serialize` and `Deserialize` to values of Godot.
//!
//! [`from_slice`](super::from_slice) and [`to_vec`](super::to_vec) read and write bytes,
//! [`from_variant`](super::from_variant) and [`to_variant`](super::to_variant) values.
//!
//! | Rust | Godot | read from |
//! |------|-------|-----------|
//! | `bool` | `bool` | `bool` |
//! | integers up to `i128` and `u128` | `int`; an error past 64 bits with sign | `int` whose value fits; RIDs and objects by id as well |
//! | `f32`, `f64` | `float` | `float`, `int`; an error for `f32` if it is past its range |
//! | `char`, `str`, `String` | `String` | `String`, `StringName`, `NodePath`; `&str` borrows from the input |
//! | `Vec`, slice, array, tuple, tuple struct | `Array` | `Array`, packed arrays, and vectors and the like as their numbers |
//! | `Vec<u8>` | `Array` of `int` | `Array`, `PackedByteArray` |
//! | bytes, by `serde_bytes` | `PackedByteArray` | `PackedByteArray`; `&[u8]` borrows from the input |
//! | struct | `Dictionary` whose keys are `String` | `Dictionary` with keys of either type of text; full objects, by their properties |
//! | map | `Dictionary`, any key | the same |
//! | newtype struct | its content | its content |
//! | `Option` | null for `None`, else the value | null is `None`; so is an entry that is not there |
//! | `()`, unit struct | null | null |
//! | [`Vector2`](super::Vector2), [`Color`](super::Color) and all the others of their kind | themselves | the same type |
//! | [`Variant`](super::Variant) | itself, any value of any type | any value |
//!
//! Enums, as serde tags them by default:
//!
//! | variant | Godot |
//! |---------|-------|
//! | `Idle` | `"Idle"` |
//! | `Walk(3)` | `{"Walk": 3}` |
//! | `Jump(1, 2)` | `{"Jump": [1, 2]}` |
//! | `Fall { speed: 1.0 }` | `{"Fall": {"speed": 1.0}}` |
//!
//! `Some(None)` is null as well, and reads back as `None`. Values may be nested 128 deep when they are read.
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
//! A field of type [`Variant`](super::Variant), also in lists and maps, takes any value and keeps its type: what `from_slice` reads,
//! `to_vec` writes again. Such a field owns its contents, as one of type `Cow<str>` does; with [`borrowed`] it borrows text and packed
//! arrays from the input.
//!
//! **Types are lost in `#[serde(flatten)]`, in untagged enums and in enums with `tag`.** serde reads their fields before it knows
//! their types, and holds them as numbers, text, bytes, lists and maps in between: a `Variant` that was a `Color` becomes a list of
//! four numbers, a `PackedInt32Array` an `Array`, a `StringName` a `String`; a `PackedByteArray` is kept. Fields of fixed types, as
//! `Vector2`, are read back in enums with `tag`. To change a few values of a file and keep all others, change the tree by
//! [`set_path`](super::Variant::set_path), or the file by `Document`.
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
//! assert_eq!(save.color.as_color().map(|color| color.g), Some(0.5));
//! assert_eq!(save.rest["name"].as_str(), Some("Ada"));
//! save.gold = 8;
//! assert_eq!(to_vec(&save, Dialect::GODOT_4)?.len(), bytes.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Through other formats
//!
//! Vectors and the like go to other formats, JSON for instance, as lists of their numbers, matrices by columns.
//! A [`Variant`](super::Variant) goes to any format that describes itself, and comes back the same: null, `bool`, numbers,
//! text, lists and maps with text keys as what they are there, all else as a map with the key `$gamewire` and the bytes,
//! which are hexadecimal digits in text formats.

pub use super::serde_bridge::borrowed;
#[cfg(feature = "mint")]
pub use super::serde_bridge::mint;
