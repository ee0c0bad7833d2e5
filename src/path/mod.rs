//! Paths to places in values, and the differences between two values.
//!
//! A path leads from a whole value to a value inside it. Errors and explanations print paths, and functions that take a
//! path accept these forms:
//!
//! | path | leads to |
//! |------|----------|
//! | `$` | the whole value |
//! | `$.player.gold` | the value of a key that is text, a property, a component (`$.position.x`) |
//! | `$["odd key"]` | the value of a key that is any text; with escapes as in `"\"\n\u{e9}"` |
//! | `$[3]` | an element of an array, list or packed array; in a dictionary, the value of the key 3 |
//! | `$[-3]`, `$[1.5]`, `$[true]`, `$[Vector2(1, 2)]` | the value of a key of another type; the key is in Godot's text form |
//! | `$.key(2)` | the key of a dictionary's third entry |
//! | `$.value(2)` | the value of the third entry of a dictionary or compound, or of the third property. Use it if the key or name cannot be written as text, or occurs twice |
//!
//! The `$` is optional: `player.gold`, `[3]`.
//!
//! Values of Godot have functions that take paths: [`Variant::get_path`](crate::godot::Variant::get_path),
//! [`set_path`](crate::godot::Variant::set_path) and [`remove_path`](crate::godot::Variant::remove_path);
//! [`diff`](crate::godot::diff) returns the paths of differences. NBT has functions with the same names, and so have packets and other types that are known
//! at run time; see `minecraft::TypedValue`. Functions that change encoded bytes, such as
//! [`Decoder::set_path`](crate::godot::Decoder::set_path), leave all other bytes unchanged, except the count of a
//! container that grows or shrinks. A [`Walk`] visits every value inside a value, except components and the elements of packed
//! arrays, and knows the path of each.
//!
//! ```
//! use gamewire::godot::{Dictionary, Variant, Vector2};
//! use gamewire::path::Path;
//!
//! let mut save = Variant::from(Dictionary::from_iter([
//!     ("gold", Variant::Int(7)),
//!     ("position", Vector2::new(1.0, 2.0).into()),
//! ]));
//! let gold: Path = "$.gold".parse()?;
//! save.set_path(&gold, Variant::Int(999))?;
//! save.set_path(&"$.position.x".parse()?, Variant::Float(5.0))?;
//! assert_eq!(save.to_string(), r#"{"gold": 999, "position": Vector2(5, 2)}"#);
//!
//! let error = save.get_path(&"$.glod".parse()?).unwrap_err();
//! assert_eq!(error.to_string(), r#"at $.glod: there is no such key; the keys are "gold", "position""#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod align;
mod diff;
mod edit;
pub(crate) mod error;
mod fingerprint;
mod follow;
mod indexed;
pub(crate) use indexed::is_container;
pub(crate) mod pairs;
pub(crate) mod places;
pub(crate) mod splice;
mod syntax;
pub(crate) mod tree;
mod walk;

#[cfg(feature = "serde")]
crate::serde_forms::as_text! {
    Path: "a path";
}

/// Functions that the command calls, too.
pub use crate::error::{Path, Segment};
use align::equal_ends;
pub use diff::{Change, Difference};
pub(crate) use diff::{diff, diff_each, same_contents};
pub(crate) use edit::{added, removed};
pub use error::{EditError, PathError, PathErrorKind};
pub(crate) use error::{fail, failed, missing};
pub(crate) use fingerprint::Fingerprint;
pub(crate) use follow::{follow, step};
pub(crate) use pairs::EntryMatches;
pub(crate) use places::{Inside, Places};
pub use splice::Splices;
pub use tree::Walked;
pub(crate) use tree::{ChildIter, ChildStep, Tree, TreeName};
pub use walk::Walk;
#[cfg(feature = "minecraft")]
pub(crate) use {edit::spans, follow::reach};
