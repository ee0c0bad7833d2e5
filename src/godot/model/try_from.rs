//! Conversions from a variant to its payload.

use super::*;
use crate::conversions::{by_copy, by_reference};
use crate::godot::ids::for_each_type;

/// The error of converting a variant to a Rust type.
///
/// ```
/// use gamewire::godot::Variant;
/// let error = i8::try_from(Variant::Int(300)).unwrap_err();
/// assert_eq!(error.to_string(), "300 does not fit i8");
/// let error = bool::try_from(Variant::Int(1)).unwrap_err();
/// assert_eq!(error.to_string(), "expected bool, found int");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TryFromVariantError {
    /// The value has another type.
    #[error("expected {expected}, found {found}")]
    Type {
        /// The type that was expected.
        expected: Kind,
        /// The type of the value.
        found: Kind,
    },
    /// The int does not fit in the Rust type.
    #[error("{value} does not fit {target}")]
    Range {
        /// The int.
        value: i64,
        /// The Rust type.
        target: &'static str,
    },
    /// The components have 64 bits, so the packed array cannot be borrowed as an array of 32-bit components. Converting
    /// the owned value works.
    #[error(
        "the {kind} has 64-bit components, so it cannot be borrowed as 32-bit components; convert the owned value"
    )]
    Width {
        /// The type of the value.
        kind: Kind,
    },
    /// The text is not Unicode, so a Rust `str` cannot represent it.
    #[error("the text is not Unicode")]
    NotUnicode,
}

impl TryFromVariantError {
    fn wrong_type(expected: Kind, value: &Variant) -> Self {
        Self::Type { expected, found: value.kind() }
    }
}

/// Generates `TryFrom<Variant>` and `TryFrom<&Variant>` for the payload of a row. A payload that is `Copy` is returned
/// by value, and any other by reference. For a payload in a box, its contents are returned.
macro_rules! payloads {
    ($(
        #$doc:tt $kind:ident ($($x:ident: $($payload:tt)+)?) $shape:ident $wide:tt $names:tt $ids:tt $page:ident;
    )+) => {
        $($(try_from!($shape $kind, $($payload)+);)?)+
    };
}

macro_rules! try_from {
    // These are implemented below, because they accept several types, or share their payload with another type.
    (Int $($row:tt)*) => {};
    (Float $($row:tt)*) => {};
    (Text $($row:tt)*) => {};
    (Name $($row:tt)*) => {};
    (Bool $($row:tt)*) => { try_from!(@ by_value $($row)*); };
    (Rid $($row:tt)*) => { try_from!(@ by_value $($row)*); };
    (InputEvent $($row:tt)*) => { try_from!(@ by_value $($row)*); };
    (Ints $($row:tt)*) => { try_from!(@ by_value $($row)*); };
    // Both widths are accepted. Components of 64 bits are rounded, as an engine of single precision does.
    (Reals $kind:ident, $($payload:tt)+) => {
        by_copy! {
            Variant, TryFromVariantError;
            $kind<f32> => |value| structure(value);
            $kind<f64> => |value| structure(value);
        }
    };
    (PackedReals $kind:ident, $payload:ty) => {
        impl<'v> TryFrom<&'v Variant> for &'v $payload {
            type Error = TryFromVariantError;
            fn try_from(value: &'v Variant) -> Result<Self, Self::Error> {
                match value {
                    Variant::$kind(payload) => Ok(payload),
                    wide if wide.kind() == Kind::$kind => Err(TryFromVariantError::Width { kind: Kind::$kind }),
                    other => Err(TryFromVariantError::wrong_type(Kind::$kind, other)),
                }
            }
        }

        impl TryFrom<Variant> for $payload {
            type Error = TryFromVariantError;
            fn try_from(value: Variant) -> Result<Self, Self::Error> {
                match (value.kind(), value) {
                    (_, Variant::$kind(payload)) => Ok(payload),
                    (Kind::$kind, wide) => Ok(narrowed(&wide)),
                    (_, other) => Err(TryFromVariantError::wrong_type(Kind::$kind, &other)),
                }
            }
        }
    };
    ($shape:ident $kind:ident, Box<$payload:ty>) => {
        by_reference! { Variant, TryFromVariantError, Kind; $payload => $kind, *; }
    };
    ($shape:ident $kind:ident, $payload:ty) => {
        by_reference! { Variant, TryFromVariantError, Kind; $payload => $kind; }
    };
    (@ by_value $kind:ident, $payload:ty) => {
        by_copy! {
            Variant, TryFromVariantError;
            $payload => |value| match value {
                Variant::$kind(payload) => Ok(*payload),
                other => Err(TryFromVariantError::wrong_type(Kind::$kind, other)),
            };
        }
    };
}

for_each_type!(payloads);

/// Returns a structure of numbers, whose floats are converted to the width of the type.
fn structure<T: Structure>(value: &Variant) -> Result<T, TryFromVariantError> {
    let wrong_type = || TryFromVariantError::wrong_type(T::KIND, value);
    let Leaf::Structure(structure) = value.leaf() else { return Err(wrong_type()) };
    let numbers = structure.numbers();
    let made = match T::Number::unwrap(numbers.clone()) {
        Some(numbers) => T::of(numbers.iter()),
        None => T::of(numbers.reals().into_iter().map(T::Number::of_real)),
    };
    made.filter(|_| value.kind() == T::KIND).ok_or_else(wrong_type)
}

/// Returns a packed array of 64-bit floats with 32 bits each.
fn narrowed<T: PackedElement>(wide: &Variant) -> Packed<T> {
    let Leaf::Packed(packed) = wide.leaf() else { return Packed::default() };
    let reals = packed.numbers.reals().into_iter().map(f32::from_f64);
    Packed::from_wire(reals.collect::<Packed<f32>>().into_wire())
}

fn int<T: TryFrom<i64>>(value: &Variant, target: &'static str) -> Result<T, TryFromVariantError> {
    let value = value.as_i64().ok_or_else(|| TryFromVariantError::wrong_type(Kind::Int, value))?;
    T::try_from(value).map_err(|_| TryFromVariantError::Range { value, target })
}

by_copy! {
    Variant, TryFromVariantError;
    i8 => |value| int(value, "i8");
    i16 => |value| int(value, "i16");
    i32 => |value| int(value, "i32");
    i64 => |value| int(value, "i64");
    u8 => |value| int(value, "u8");
    u16 => |value| int(value, "u16");
    u32 => |value| int(value, "u32");
    u64 => |value| int(value, "u64");
    usize => |value| int(value, "usize");
    f64 => |value| value.as_f64().ok_or_else(|| TryFromVariantError::wrong_type(Kind::Float, value));
    String => |value| match value.as_text() {
        Some(text) => text.as_str().map(Self::from).ok_or(TryFromVariantError::NotUnicode),
        None => Err(TryFromVariantError::wrong_type(Kind::String, value)),
    };
}

/// Accepts a `String` or a `StringName`.
impl<'v> TryFrom<&'v Variant> for &'v str {
    type Error = TryFromVariantError;
    fn try_from(value: &'v Variant) -> Result<Self, Self::Error> {
        match value.as_text() {
            Some(text) => text.as_str().ok_or(TryFromVariantError::NotUnicode),
            None => Err(TryFromVariantError::wrong_type(Kind::String, value)),
        }
    }
}

/// Accepts a `String` or a `StringName`.
impl<'v> TryFrom<&'v Variant> for &'v Text {
    type Error = TryFromVariantError;
    fn try_from(value: &'v Variant) -> Result<Self, Self::Error> {
        value.as_text().ok_or_else(|| TryFromVariantError::wrong_type(Kind::String, value))
    }
}

/// Accepts a `String` or a `StringName`.
impl TryFrom<Variant> for Text {
    type Error = TryFromVariantError;
    fn try_from(value: Variant) -> Result<Self, Self::Error> {
        if let Variant::String(text) | Variant::StringName(text) = value {
            Ok(text)
        } else {
            Err(TryFromVariantError::wrong_type(Kind::String, &value))
        }
    }
}
