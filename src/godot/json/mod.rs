//! Values as JSON, in the form that Godot 4.4 and later writes with `JSON.from_native` and reads with `JSON.to_native`.
//!
//! ```
//! use gamewire::godot::{Dialect, Variant, json};
//! let value = Variant::from(vec![Variant::Int(5), Variant::from("hi"), Variant::Float(-0.0)]);
//! let text = json::to_string(&value);
//! assert_eq!(text, r#"["i:5","s:hi","f:-0.0"]"#);
//! assert_eq!(json::from_str(&text)?, value);
//! # Ok::<(), gamewire::godot::json::JsonError>(())
//! ```
//!
//! Nothing is lost: the text is read back to the same value, which has the same bytes. Anything that the engine's form
//! cannot express is in *further keys*, which the engine ignores. They are written only where they are needed. Types
//! have their names in Godot 4, whatever generation the value is from.
//!
//! # The form
//!
#![doc = include_str!("form.md")]
//!
//! # What is read
//!
//! The reader accepts everything above, with keys in any order. It also accepts what the engine writes beyond RFC 8259:
//! unescaped control characters in strings, and `\v` for U+000B, which Godot 4.6.3 itself cannot read. Where an integer
//! is needed, a number may have a fraction of zero. `"inf"` and `"-inf"` are accepted as components, and so are the
//! type names of Godot 2 and 3.
//!
//! Unknown keys, duplicate keys, and values deeper than [`Limits::GODOT`](crate::limits::Limits::GODOT) are rejected.
//!
//! # How the engine reads it
//!
//! Godot 4.6 reads this form back to the same value, and so to the same bytes, with these exceptions:
//!
//! - RID numbers, signals, and text, paths and types in a form of this crate become empty, or are rejected.
//! - NaN in components becomes 0, and NaNs other than the default one become the default one.
//! - Floats of 64 bits with many digits may differ in the last place, because the engine's parser of numbers is not
//!   exact. Components of 32 bits are exact.
//! - Elements of a `PackedInt64Array` beyond 2^53 are rounded, because the engine reads them as floats.
//! - U+0000 in text and dictionaries more than 512 levels deep cannot be read.
//!
//! In the other direction, the engine's own text loses -0.0, small floats, and digits after the fourteenth, whereas the
//! text of this crate is exact. For a typed dictionary whose values have a script with a subclass, the engine writes
//! the subclass.

mod leaf;
mod named;
mod numbers;
mod parts;
pub(crate) mod plain;
mod read;
mod value;
mod write;

use read::{RULES, Reader};

use super::Variant;
use super::dialect::Precision;
pub use crate::error::JsonError;
use crate::json::{JsonDocument, JsonRules, Res};

/// Returns the value as JSON text on one line.
///
/// ```
/// use gamewire::godot::{Vector2, json};
/// assert_eq!(json::to_string(&Vector2::new(1.0, 0.1).into()), r#"{"type":"Vector2","args":[1.0,0.10000000149011612]}"#);
/// ```
#[must_use]
pub fn to_string(value: &Variant) -> String {
    let mut text = String::new();
    write::typed(&mut text, value);
    text
}

/// Returns the value as plain JSON on one line. Use it for programs that only read JSON, such as jq.
///
/// Types are lost, so the value cannot be read back. Dictionaries and objects become JSON objects. A key that is not
/// text is written as the engine's text of it, and an object has its class under `class`. Structures become objects of
/// their components, and all arrays become JSON arrays. NaN, infinite numbers and callables are `null`.
///
/// ```
/// use gamewire::godot::{Dictionary, Variant, Vector2, json};
/// let save = Dictionary::from_iter([("gold", Variant::Int(7)), ("position", Vector2::new(1.0, 0.1).into())]);
/// assert_eq!(json::to_plain_string(&save.into()), r#"{"gold":7,"position":{"x":1.0,"y":0.1}}"#);
/// ```
#[must_use]
pub fn to_plain_string(value: &Variant) -> String {
    let mut text = String::new();
    plain::plain(&mut text, value);
    text
}

/// Reads a value from JSON text.
///
/// # Errors
/// Returns an error if the text is not JSON, or does not have this form. The error has the location and the reason.
///
/// ```
/// use gamewire::godot::{Variant, json};
/// assert_eq!(json::from_str("\"i:5\"")?, Variant::Int(5));
/// let error = json::from_str("[5]").unwrap_err();
/// assert_eq!(error.to_string(), "at line 1, column 2, $[0]: a number is written as \"i:5\" or \"f:5.0\", which names its type");
/// # Ok::<(), gamewire::godot::json::JsonError>(())
/// ```
pub fn from_str(text: &str) -> Result<Variant, JsonError> {
    from_str_as(text, Precision::Single)
}

/// Reads a value from JSON text, with the given precision for components whose precision the text does not state.
///
/// Pass the precision of the dialect that the value is for, so that the text of a double-precision engine keeps its
/// digits.
///
/// ```
/// use gamewire::godot::{Dialect, Precision, Vector2, json, variant};
/// let text = json::to_string(&variant!(Vector2::new(1.0, 2.0)));
/// let wide = json::from_str_as(&text, Precision::Double)?;
/// assert_eq!(Dialect::GODOT_4.double().encode(&wide)?.len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the same errors as [`from_str`].
pub fn from_str_as(text: &str, precision: Precision) -> Result<Variant, JsonError> {
    read_as(text, precision).map_err(|fault| fault.in_text(Some(text)))
}

fn read_as(text: &str, precision: Precision) -> Res<Variant> {
    Reader { precision }.value(JsonDocument::new(text, RULES)?.root(), 0)
}

/// Returns the value as a [`serde_json::Value`].
///
/// The value is converted to text and back, which is faster for large values. Infinite components, which a `Value`
/// cannot represent as numbers, are written as `"inf"` and `"-inf"`.
///
/// A `Value` is recursive, unlike the text functions of this module. Creating, printing and dropping the deepest values
/// takes 4 MiB of stack in builds without optimization.
///
/// ```
/// use gamewire::godot::{json, variant};
///
/// let save = variant!({ "hp": 9 });
/// let value = json::to_value(&save);
/// assert_eq!(value.to_string(), json::to_string(&save));
/// ```
#[must_use]
pub fn to_value(value: &Variant) -> serde_json::Value {
    let text = to_string(value);
    let rules = JsonRules { depth: usize::MAX, ..RULES };
    JsonDocument::new(&text, rules).map(|document| value::value_of(document.root())).unwrap_or_default()
}

/// Reads a value from a [`serde_json::Value`].
///
/// # Errors
/// Returns the same errors as [`from_str`], without lines and columns.
///
/// ```
/// use gamewire::godot::{Variant, json};
/// let value = serde_json::json!({"type": "Vector2i", "args": [3, 4]});
/// assert_eq!(json::to_value(&json::from_value(&value)?), value);
/// # Ok::<(), gamewire::godot::json::JsonError>(())
/// ```
pub fn from_value(value: &serde_json::Value) -> Result<Variant, JsonError> {
    read_as(&value.to_string(), Precision::Single).map_err(|fault| fault.in_text(None))
}
