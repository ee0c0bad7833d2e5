//! Conversions from a variant to its payload.

use super::*;
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

/// Implements `TryFrom<&Variant>`, and `TryFrom<Variant>` by way of it.
macro_rules! more {
    ($($target:ty: |$value:ident| $made:expr;)+) => {$(
        impl TryFrom<&Variant> for $target {
            type Error = TryFromVariantError;
            fn try_from($value: &Variant) -> Result<Self, Self::Error> {
                $made
            }
        }

        impl TryFrom<Variant> for $target {
            type Error = TryFromVariantError;
            fn try_from(value: Variant) -> Result<Self, Self::Error> {
                Self::try_from(&value)
            }
        }
    )+};
}

/// Generates `TryFrom<Variant>` and `TryFrom<&Variant>` for the payload of a row. A payload that is `Copy` is returned
/// by value, and any other by reference. For a payload in a box, its contents are returned.
macro_rules! payloads {
    ($(
        #$doc:tt $kind:ident ($($x:ident: $($payload:tt)+)?) $class:ident $shape:ident $wide:tt $names:tt $ids:tt $page:ident;
    )+) => {
        $($(try_from!($shape $kind, $($payload)+);)?)+
    };
}

macro_rules! try_from {
    // These are implemented below, because they accept several types, or share their payload with another type.
    (int $($row:tt)*) => {};
    (float $($row:tt)*) => {};
    (text $($row:tt)*) => {};
    (name $($row:tt)*) => {};
    (reals $kind:ident, Box<$payload:ty>) => { try_from!(@ reals $kind, $payload); };
    ($shape:ident $kind:ident, Box<$payload:ty>) => { try_from!(@ by_reference $kind, $payload, boxed); };
    (plain $kind:ident, $payload:ty) => { try_from!(@ by_value $kind, $payload); };
    (reals $kind:ident, $payload:ty) => { try_from!(@ reals $kind, $payload); };
    (packed_reals $kind:ident, $payload:ty) => { try_from!(@ packed_reals $kind, $payload); };
    (ints $kind:ident, $payload:ty) => { try_from!(@ by_value $kind, $payload); };
    ($shape:ident $kind:ident, $payload:ty) => { try_from!(@ by_reference $kind, $payload); };
    (@ by_value $kind:ident, $payload:ty) => {
        more! {
            $payload: |value| match value {
                Variant::$kind(payload) => Ok(Self::clone(payload)),
                other => Err(TryFromVariantError::wrong_type(Kind::$kind, other)),
            };
        }
    };
    // Both widths are accepted. Components of 64 bits are rounded, as an engine of single precision does.
    (@ reals $kind:ident, $payload:ty) => {
        more! {
            $payload: |value| match value {
                Variant::$kind(payload) => Ok(Self::clone(payload)),
                wide => match wide.reals::<<$payload as OfReals<f32>>::With<f64>>(Kind::$kind) {
                    Some(wide) => Ok(wide.map(&mut f32::from_f64)),
                    None => Err(TryFromVariantError::wrong_type(Kind::$kind, wide)),
                },
            };
        }
    };
    (@ packed_reals $kind:ident, $payload:ty) => {
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
                match value {
                    Variant::$kind(payload) => Ok(payload),
                    Variant::Double(double) => match *double {
                        Double::$kind(wide) => {
                            Ok(wide.iter().map(|element| element.map(&mut f32::from_f64)).collect())
                        }
                        other => Err(TryFromVariantError::wrong_type(Kind::$kind, &other.into())),
                    },
                    other => Err(TryFromVariantError::wrong_type(Kind::$kind, &other)),
                }
            }
        }
    };
    (@ by_reference $kind:ident, $payload:ty $(, $boxed:ident)?) => {
        impl<'v> TryFrom<&'v Variant> for &'v $payload {
            type Error = TryFromVariantError;
            fn try_from(value: &'v Variant) -> Result<Self, Self::Error> {
                let Variant::$kind(payload) = value else {
                    return Err(TryFromVariantError::wrong_type(Kind::$kind, value));
                };
                Ok(payload)
            }
        }

        impl TryFrom<Variant> for $payload {
            type Error = TryFromVariantError;
            fn try_from(value: Variant) -> Result<Self, Self::Error> {
                let Variant::$kind(payload) = value else {
                    return Err(TryFromVariantError::wrong_type(Kind::$kind, &value));
                };
                Ok(try_from!(@ unboxed payload $($boxed)?))
            }
        }
    };
    (@ unboxed $payload:ident) => { $payload };
    (@ unboxed $payload:ident boxed) => { *$payload };
}

for_each_type!(payloads);

fn int<T: TryFrom<i64>>(value: &Variant, target: &'static str) -> Result<T, TryFromVariantError> {
    let value = value.as_i64().ok_or_else(|| TryFromVariantError::wrong_type(Kind::Int, value))?;
    T::try_from(value).map_err(|_| TryFromVariantError::Range { value, target })
}

more! {
    i8: |value| int(value, "i8");
    i16: |value| int(value, "i16");
    i32: |value| int(value, "i32");
    i64: |value| int(value, "i64");
    u8: |value| int(value, "u8");
    u16: |value| int(value, "u16");
    u32: |value| int(value, "u32");
    u64: |value| int(value, "u64");
    usize: |value| int(value, "usize");
    f64: |value| value.as_f64().ok_or_else(|| TryFromVariantError::wrong_type(Kind::Float, value));
    String: |value| match value.as_text() {
        Some(text) => text.as_str().map(Self::from).ok_or(TryFromVariantError::NotUnicode),
        None => Err(TryFromVariantError::wrong_type(Kind::String, value)),
    };
}

macro_rules! wide_structures {
    (reals { $($method:ident $structure:ident)+ } ints { $($ints:tt)* }) => {
        more! {
            $($structure<f64>: |value| {
                value.$method().ok_or_else(|| TryFromVariantError::wrong_type(Kind::$structure, value))
            };)+
        }
    };
}

for_each_structure!(wide_structures);

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
