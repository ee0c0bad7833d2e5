//! Conversion of values from one generation of Godot to another, with a report of every change.
//!
//! [`encode`](Dialect::encode) returns an error with a path if the dialect cannot encode a value, except that it rounds
//! floats to the width of the dialect, writes the separate property of a `NodePath` as its last subname, and drops the
//! shared bit of Godot 2. Converting keeps what the target can represent, replaces the rest with the closest value of the
//! target, and reports every change. The target can always encode the result.
//!
//! | value | becomes, if the target does not have it | lost |
//! |-------|---------------------------------------|------|
//! | `Vector2i`, `Vector3i`, `Rect2i` | `Vector2`, `Vector3`, `Rect2`: the same names and arithmetic | digits past 2²⁴ |
//! | `Vector4`, `Vector4i` | `Quaternion`, which also has `x`, `y`, `z`, `w` and the same arithmetic | digits past 2²⁴ |
//! | `Projection` | `PackedFloat32Array` of its 16 numbers, by columns | – |
//! | `StringName` | `String`, which engines treat as equal | – |
//! | text that is not Unicode, for Godot 4 | text with surrogate pairs joined and the other invalid code points replaced by U+FFFD | the replaced code points |
//! | `NodePath` with a separate property (Godot 2) | `NodePath` with the property as its last subname, and back | – |
//! | `RID` with a number | `RID` without a number | the number |
//! | `Callable`, `Signal` | null | the name, the object |
//! | `Object`, full or by id, for Godot 2 | a null object, which Godot 2 itself writes for any object | everything |
//! | null `Object`, from Godot 2 | null, because later engines read null objects only if objects are allowed | – |
//! | `NodePath` that its engine reads as empty: `/` in Godot 3, any path without names in Godot 2 | the empty `NodePath` | the path |
//! | properties of `InputEvent..` objects, between Godot 3 and 4 | the properties of the target: `scancode` ↔ `keycode`, `alt` ↔ `alt_pressed`, .. | – |
//! | numbers of keys, joypad buttons and axes, between Godot 3 and 4 | the numbers of the target; 0 or -1 (none) if it has no such key | that key |
//! | class names | `Reference` ↔ `RefCounted`, `Spatial` ↔ `Node3D`, `Position2D` ↔ `Marker2D`, `Position3D` ↔ `Marker3D` | – |
//! | typed `Array`, typed `Dictionary` | the same without a declared type | the declaration |
//! | shared bit (Godot 2) | dropped for later engines, where containers are always shared; set for Godot 2 | – |
//! | `PackedInt64Array` | `PackedInt32Array` if all elements fit, otherwise `Array` of ints | – |
//! | `PackedFloat64Array` | `PackedFloat32Array` if that is exact, and always for Godot 2; otherwise `Array` of floats | in Godot 2, digits |
//! | `PackedVector4Array` | `Array` of `Vector4`, which are converted in turn | – |
//! | 64-bit components, for single precision | 32-bit components | digits |
//! | `float`, for Godot 2 | rounded to 32 bits | digits |
//! | `int` past 32 bits, for Godot 2 | an error; a `float` if [lossy](Converter::allow_lossy) changes are allowed | digits |
//! | `Image`, `InputEvent` (Godot 2) | `Dictionary` of the fields | – |
//! | joystick motion without position (1.0 to 2.0.2), for 2.1.5 | joystick motion with position 0 | the lack of a position |
//! | dictionary keys that become equal | one entry, at the first position and with the last value | the other entries |
//!
//! `PoolRealArray` and similar types need no conversion, because all types have their names in Godot 4: a
//! `PoolRealArray` *is* a `PackedFloat32Array`, and a `Quat` is a `Quaternion`.

mod containers;
mod events;
mod leaf;
mod report;
mod text;

pub use self::report::{Report, ReportedChange, Rule};
use super::dialect::Dialect;
use super::ids::Kind;
use crate::error::{EncodeError, Segment};
use crate::godot::{Object, Variant};
use crate::limits::with_stack;

/// A converted value, with a report of its changes.
///
/// ```
/// use gamewire::godot::convert::convert;
/// use gamewire::godot::{Dialect, Vector2i, variant};
///
/// let save = variant!({ "cell": Vector2i::new(1, 2) });
/// let converted = convert(save, Dialect::GODOT_4, Dialect::GODOT_3)?;
/// assert_eq!(converted.value.to_string(), r#"{"cell": Vector2(1, 2)}"#);
/// for change in converted.report.changes() {
///     println!("{}: {:?}", change.path, change.rule);
/// }
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Converted {
    /// The value, which the target dialect can encode.
    pub value: Variant,
    /// Every change.
    pub report: Report,
}

/// Converts a value from one dialect to another, and reports all changes.
///
/// This is short for [`Converter::new`]`(from, to).convert(value)`.
///
/// ```
/// use gamewire::godot::{Dialect, Variant, Vector2i, convert};
///
/// let value = Variant::from(vec![Variant::from(Vector2i::new(3, 4)), "left alone".into()]);
/// assert_eq!(
///     Dialect::GODOT_3.encode(&value).unwrap_err().to_string(),
///     "at $[0]: godot3 has no Vector2i"
/// );
///
/// let converted = convert(value, Dialect::GODOT_4, Dialect::GODOT_3)?;
/// assert_eq!(converted.value.to_string(), r#"[Vector2(3, 4), "left alone"]"#);
/// assert!(converted.report.is_lossless());
/// assert_eq!(
///     converted.report.to_string(),
///     "godot4 to godot3: 1 change, nothing lost\n\
///      integer vectors become float vectors: the target has no integer vectors (1)\n\
///     \x20   $[0]: Vector2i(3, 4) → Vector2(3, 4)\n"
/// );
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
///
/// # Errors
/// Returns an error if a part of the value cannot be converted: an int of more than 32 bits for Godot 2, or nesting
/// deeper than the limit.
pub fn convert(value: Variant, from: Dialect, to: Dialect) -> Result<Converted, EncodeError> {
    Converter::new(from, to).convert(value)
}

/// Converts values between two dialects, with options.
///
/// ```
/// use gamewire::godot::{Converter, Dialect, Variant};
/// // Ints of Godot 2 have 32 bits.
/// let big = Variant::Int(1 << 40);
/// let converter = Converter::new(Dialect::GODOT_3, Dialect::GODOT_2);
/// assert!(converter.convert(big.clone()).is_err());
/// let converted = converter.allow_lossy(true).convert(big)?;
/// assert_eq!(converted.value, Variant::Float(1_099_511_627_776.0));
/// assert_eq!(converted.report.total(), 1);
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Converter {
    from: Dialect,
    to: Dialect,
    lossy: bool,
}

impl Converter {
    /// Creates a converter between two dialects.
    #[must_use]
    pub fn new(from: Dialect, to: Dialect) -> Self {
        Self { from, to, lossy: false }
    }

    /// Sets whether an int of more than 32 bits becomes a float in Godot 2, which can lose digits. By default, it is an
    /// error.
    #[must_use]
    pub fn allow_lossy(mut self, yes: bool) -> Self {
        self.lossy = yes;
        self
    }

    /// Converts a value.
    ///
    /// # Errors
    /// Returns the same errors as [`convert`](convert()). Each is the error of encoding, with its path and reason.
    pub fn convert(&self, mut value: Variant) -> Result<Converted, EncodeError> {
        let mut run = Conversion { settings: *self, report: Report::new(self.from, self.to) };
        run.walk(&mut value);
        for change in &mut run.report.changes {
            change.path = change.path.segments().iter().rev().cloned().collect();
        }
        // The encoder is called to guarantee that the result can be encoded.
        self.to.encoded_len(&value)?;
        Ok(Converted { value, report: run.report })
    }
}

/// A running conversion.
struct Conversion {
    settings: Converter,
    report: Report,
}

impl Conversion {
    fn from(&self) -> &Dialect {
        &self.settings.from
    }

    fn to(&self) -> &Dialect {
        &self.settings.to
    }

    fn lacks(&self, kind: Kind) -> bool {
        self.to().id(kind).is_none()
    }

    /// Converts a part of a value. `step` leads to it, and is added to the paths of the changes in it. Until the whole
    /// value is converted, the last step of each path comes first.
    fn inside(&mut self, step: impl Fn() -> Segment, convert: impl FnOnce(&mut Self)) {
        let before = self.report.changes.len();
        convert(self);
        for change in self.report.changes.iter_mut().skip(before) {
            change.path.push(step());
        }
    }

    /// Converts a value in place. Values without contents are handled in a separate function, so that a thousand nested
    /// containers need little stack.
    fn walk(&mut self, value: &mut Variant) {
        let kind = value.kind();
        self.report.ids_differ |= self.from().id(kind) != self.to().id(kind);
        match value {
            Variant::Array(array) => with_stack(|| self.array(array)),
            Variant::Dictionary(dictionary) => with_stack(|| self.dictionary(dictionary)),
            Variant::Object(Object::Full(data)) if self.to().objects => with_stack(|| self.object(data)),
            leaf => {
                if self.leaf(leaf) {
                    self.walk(leaf);
                }
            }
        }
    }
}
