//! Values as text: the form that the engine's `var_to_str` (`var2str` before Godot 4) writes, and that `str_to_var`
//! reads.
//!
//! | value | text |
//! |-------|------|
//! | null, bool, int, float | `null`, `true`, `5`, `1.5`, `inf`, `inf_neg`, `nan` |
//! | String, StringName, NodePath | `"text"`, `&"name"`, `NodePath("a/b:c")`, also `^"a/b:c"` |
//! | vectors, matrices, Color | `Vector2(1, 2.5)`, `Color(1, 0, 0, 1)`, also `#ff0000`; a Basis by its **rows** |
//! | Array, typed | `[1, "a"]`, `Array[int]([1, 2])` |
//! | Dictionary, typed | `{"a": 1, 2: "b"}`, `Dictionary[String, int]({"a": 1})` |
//! | packed arrays | `PackedByteArray(1, 2)`, `PackedVector2Array(1, 2, 3, 4)`, `PackedStringArray("a", "b")` |
//! | RID, Callable, Signal | `RID()`, `RID(5)`, `Callable()`, `Signal()` |
//! | Object | `Object(Node,"name":"a","script":null)`; an object of which only the id is known is `Object#5`, which only this crate reads |
//!
//! Type names of Godot 2 and 3 are read as well, for example `PoolIntArray`, `IntArray`, `Quat`, `Transform`, `Rect3`
//! and `Matrix32`.
//!
//! A value is printed as this text, on one line, and numbers with all their digits, whereas the engine rounds some of them.
//! [`to_text_of`] writes it with the type names of another generation, and [`to_engine_text`] the text of the engine itself,
//! with its lines and spaces.
//!
//! [`from_text`] reads the text back to the same value. It cannot restore what the text does not contain, for example the bits of a
//! NaN, the width of components, text that is not Unicode, and images and input events of Godot 2. A class whose name
//! is not an identifier, or is `null` or the name of a type, cannot be read back either; engines have no such class.
//!
//! ```
//! use gamewire::godot::text::from_text;
//! let value = from_text(r#"{"pos": Vector2(1, 2.5), "path": [Quat(0, 0, 0, 1), PoolIntArray( 1, 2 )]}"#)?;
//! assert_eq!(
//!     value.to_string(),
//!     r#"{"pos": Vector2(1, 2.5), "path": [Quaternion(0, 0, 0, 1), PackedInt32Array(1, 2)]}"#
//! );
//! let error = from_text("[1, Vector2(1)]").unwrap_err();
//! assert_eq!(error.to_string(), "at character 5: Vector2 takes 2 numbers");
//! # Ok::<(), gamewire::TextError>(())
//! ```

mod build;
mod form;
pub(crate) mod leaf;
pub(crate) mod read;
pub(crate) mod write;

use super::Variant;
use super::dialect::Precision;
use super::ids::{Kind, Shape};
use super::model::{Lent, Number, Numbers, each_type};
use crate::error::TextError;
use crate::path::Places;

pub use write::{to_engine_text, to_text_of};

/// The property with the script of an object. In bytes its value is the path of the script, and in text it is a
/// resource.
const SCRIPT: &str = "script";

/// Parses a value from text. Components have 32 bits.
///
/// ```
/// use gamewire::godot::{Vector2, text, variant};
/// let value = variant!({ "pos": Vector2::new(1.0, 2.0), "bag": ["sword"] });
/// let written = value.to_string();
/// assert_eq!(written, r#"{"pos": Vector2(1, 2), "bag": ["sword"]}"#);
/// assert_eq!(text::from_text(&written)?, value);
/// # Ok::<(), gamewire::TextError>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not exactly one value.
pub fn from_text(text: &str) -> Result<Variant, TextError> {
    from_text_as(text, Precision::Single)
}

/// Parses a value from text. The components of vectors and matrices have the given precision.
///
/// # Errors
/// Returns the same errors as [`from_text`].
pub fn from_text_as(text: &str, precision: Precision) -> Result<Variant, TextError> {
    read::whole(text, precision, &mut Places::default())
}

/// Returns whether a value of this type is written as the name of the type with parts in parentheses.
///
/// A program that already knows the type can use this to let its user enter only the parts, and add the name itself.
///
/// ```
/// use gamewire::godot::{Kind, Variant, Vector2, text};
/// assert!(text::is_constructed(Kind::Vector2) && !text::is_constructed(Kind::Array));
/// let (kind, entered) = (Kind::Vector2, "3, 4");
/// let value = text::from_text(&format!("{kind}({entered})"))?;
/// assert_eq!(value, Variant::from(Vector2::new(3.0, 4.0)));
/// # Ok::<(), gamewire::TextError>(())
/// ```
pub fn is_constructed(kind: Kind) -> bool {
    match kind.shape() {
        Shape::Unit => kind != Kind::Nil,
        Shape::Reals | Shape::Ints | Shape::Bytes | Shape::Packed | Shape::PackedReals | Shape::Strings => {
            true
        }
        Shape::Rid | Shape::Signal | Shape::Image | Shape::InputEvent => true,
        Shape::Bool | Shape::Int | Shape::Float | Shape::Text | Shape::Name | Shape::NodePath => false,
        Shape::Object | Shape::Dictionary | Shape::Array => false,
    }
}

impl std::str::FromStr for Variant {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        from_text(text)
    }
}

/// Converts the numbers of a value from the order of the model to that of the text, or back: a basis is transposed.
fn by_rows(kind: Kind, numbers: Numbers<'_>) -> Numbers<'_> {
    fn turned<N: Number>(numbers: &Lent<'_, N>) -> Numbers<'static> {
        let mut numbers = numbers.to_vec();
        if let Some(basis) = numbers.first_chunk_mut::<9>() {
            let [a, b, c, d, e, f, g, h, i] = *basis;
            *basis = [a, d, g, b, e, h, c, f, i];
        }
        Numbers::of(numbers)
    }
    match kind {
        Kind::Basis | Kind::Transform3D => each_type!(&numbers, array => turned(array)),
        _ => numbers,
    }
}
