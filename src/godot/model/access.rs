//! What a variant holds, looked at, changed and taken out.

use std::ops::{Index, IndexMut};

use super::dictionary::DictionaryKey;
use super::*;
use crate::godot::ids::for_each_type;

/// A value is of another type than was asked for, or a number does not fit.
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
    /// The value is of another type.
    #[error("expected {expected}, found {found}")]
    Type {
        /// The type that was asked for.
        expected: Kind,
        /// The type of the value.
        found: Kind,
    },
    /// The int does not fit the type.
    #[error("{value} does not fit {target}")]
    Range {
        /// The int.
        value: i64,
        /// The Rust type.
        target: &'static str,
    },
    /// The text holds what Rust's `str` cannot.
    #[error("the text is not Unicode")]
    NotUnicode,
}

impl TryFromVariantError {
    fn wrong_type(expected: Kind, value: &Variant<'_>) -> Self {
        Self::Type { expected, found: value.kind() }
    }
}

/// A row becomes `TryFrom<Variant>` and `TryFrom<&Variant>` for its payload: what is `Copy` comes by value, anything
/// else by reference; what is boxed comes out of its box.
macro_rules! payloads {
    ($(
        #$doc:tt $kind:ident ($($x:ident: $($payload:tt)+)?) $shape:ident $wire:tt $wide:tt $names:tt $ids:tt;
    )+) => {
        $($(try_from!($shape $kind, $($payload)+);)?)+
    };
}

macro_rules! try_from {
    // Written out below: they take more than one type, or share their payload with another.
    (int $($row:tt)*) => {};
    (float $($row:tt)*) => {};
    (text $($row:tt)*) => {};
    (name $($row:tt)*) => {};
    (packed_array $($row:tt)*) => {};
    (reals $kind:ident, Box<$payload:ty>) => { try_from!(@ by_value $kind, $payload); };
    ($shape:ident $kind:ident, Box<$payload:ty>) => { try_from!(@ by_reference $kind, $payload, boxed); };
    (plain $kind:ident, $payload:ty) => { try_from!(@ by_value $kind, $payload); };
    (reals $kind:ident, $payload:ty) => { try_from!(@ by_value $kind, $payload); };
    (ints $kind:ident, $payload:ty) => { try_from!(@ by_value $kind, $payload); };
    ($shape:ident $kind:ident, $payload:ty) => { try_from!(@ by_reference $kind, $payload); };
    (@ by_value $kind:ident, $payload:ty) => {
        impl<'a> TryFrom<&Variant<'a>> for $payload {
            type Error = TryFromVariantError;
            fn try_from(value: &Variant<'a>) -> Result<Self, Self::Error> {
                match value {
                    Variant::$kind(payload) => Ok(Self::clone(payload)),
                    other => Err(TryFromVariantError::wrong_type(Kind::$kind, other)),
                }
            }
        }

        impl<'a> TryFrom<Variant<'a>> for $payload {
            type Error = TryFromVariantError;
            fn try_from(value: Variant<'a>) -> Result<Self, Self::Error> {
                Self::try_from(&value)
            }
        }
    };
    (@ by_reference $kind:ident, $payload:ty $(, $boxed:ident)?) => {
        impl<'v, 'a> TryFrom<&'v Variant<'a>> for &'v $payload {
            type Error = TryFromVariantError;
            fn try_from(value: &'v Variant<'a>) -> Result<Self, Self::Error> {
                match value {
                    Variant::$kind(payload) => Ok(payload),
                    other => Err(TryFromVariantError::wrong_type(Kind::$kind, other)),
                }
            }
        }

        impl<'a> TryFrom<Variant<'a>> for $payload {
            type Error = TryFromVariantError;
            fn try_from(value: Variant<'a>) -> Result<Self, Self::Error> {
                match value {
                    Variant::$kind(payload) => Ok(try_from!(@ unboxed payload $($boxed)?)),
                    other => Err(TryFromVariantError::wrong_type(Kind::$kind, &other)),
                }
            }
        }
    };
    (@ unboxed $payload:ident) => { $payload };
    (@ unboxed $payload:ident boxed) => { *$payload };
}

for_each_type!(payloads);

/// From a reference, and from a value by it.
macro_rules! more {
    ($($target:ty: |$value:ident| $made:expr;)+) => {$(
        impl<'a> TryFrom<&Variant<'a>> for $target {
            type Error = TryFromVariantError;
            fn try_from($value: &Variant<'a>) -> Result<Self, Self::Error> {
                $made
            }
        }

        impl<'a> TryFrom<Variant<'a>> for $target {
            type Error = TryFromVariantError;
            fn try_from(value: Variant<'a>) -> Result<Self, Self::Error> {
                Self::try_from(&value)
            }
        }
    )+};
}

fn int<T: TryFrom<i64>>(value: &Variant<'_>, target: &'static str) -> Result<T, TryFromVariantError> {
    let value = value.as_int().ok_or_else(|| TryFromVariantError::wrong_type(Kind::Int, value))?;
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
    f64: |value| value.as_float().ok_or_else(|| TryFromVariantError::wrong_type(Kind::Float, value));
    String: |value| match value.as_text() {
        Some(text) => text.as_str().map(Self::from).ok_or(TryFromVariantError::NotUnicode),
        None => Err(TryFromVariantError::wrong_type(Kind::String, value)),
    };
    Vector2<f64>: |value| value.as_vector2().ok_or_else(|| TryFromVariantError::wrong_type(Kind::Vector2, value));
    Vector3<f64>: |value| value.as_vector3().ok_or_else(|| TryFromVariantError::wrong_type(Kind::Vector3, value));
}

/// A `String` or a `StringName`.
impl<'v> TryFrom<&'v Variant<'_>> for &'v str {
    type Error = TryFromVariantError;
    fn try_from(value: &'v Variant<'_>) -> Result<Self, Self::Error> {
        match value.as_text() {
            Some(text) => text.as_str().ok_or(TryFromVariantError::NotUnicode),
            None => Err(TryFromVariantError::wrong_type(Kind::String, value)),
        }
    }
}

/// A `String` or a `StringName`.
impl<'v, 'a> TryFrom<&'v Variant<'a>> for &'v Text<'a> {
    type Error = TryFromVariantError;
    fn try_from(value: &'v Variant<'a>) -> Result<Self, Self::Error> {
        value.as_text().ok_or_else(|| TryFromVariantError::wrong_type(Kind::String, value))
    }
}

/// A `String` or a `StringName`.
impl<'a> TryFrom<Variant<'a>> for Text<'a> {
    type Error = TryFromVariantError;
    fn try_from(value: Variant<'a>) -> Result<Self, Self::Error> {
        match value {
            Variant::String(text) | Variant::StringName(text) => Ok(text),
            other => Err(TryFromVariantError::wrong_type(Kind::String, &other)),
        }
    }
}

impl<'a> Variant<'a> {
    /// Whether this is null: `Nil`, or an object that stands for null.
    #[must_use]
    pub fn is_nil(&self) -> bool {
        matches!(self, Self::Nil | Self::Object(Object::Null | Object::Id(0)))
    }

    /// The truth value of a `Bool`.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number of an `Int`.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The number of a `Float`, or of an `Int` that a double holds exactly.
    #[must_use]
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // Checked right there.
    pub fn as_float(&self) -> Option<f64> {
        match self {
            Self::Float(value) => Some(*value),
            Self::Int(value) if (*value as f64) as i64 == *value => Some(*value as f64),
            _ => None,
        }
    }

    /// The text of a `String` or `StringName`, if Rust's `str` can hold it.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        self.as_text().and_then(Text::as_str)
    }

    /// The text of a `String` or `StringName` for as long as the input lives, where it was borrowed from there.
    ///
    /// ```
    /// use gamewire::godot::Dialect;
    /// fn name<'a>(packet: &'a [u8]) -> Option<&'a str> {
    ///     Dialect::GODOT_4.parse(packet).ok()?.borrowed_str()
    /// }
    /// assert_eq!(name(&[4, 0, 0, 0, 2, 0, 0, 0, b'h', b'i', 0, 0]), Some("hi"));
    /// ```
    #[must_use]
    pub fn borrowed_str(&self) -> Option<&'a str> {
        self.as_text().and_then(Text::borrowed_str)
    }

    /// The text of a `String` or `StringName`.
    #[must_use]
    pub fn as_text(&self) -> Option<&Text<'a>> {
        match self {
            Self::String(text) | Self::StringName(text) => Some(text),
            _ => None,
        }
    }

    /// The array.
    #[must_use]
    pub fn as_array(&self) -> Option<&Array<'a>> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The array, to be changed.
    pub fn as_array_mut(&mut self) -> Option<&mut Array<'a>> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The dictionary.
    #[must_use]
    pub fn as_dictionary(&self) -> Option<&Dictionary<'a>> {
        match self {
            Self::Dictionary(dictionary) => Some(dictionary),
            _ => None,
        }
    }

    /// The dictionary, to be changed.
    pub fn as_dictionary_mut(&mut self) -> Option<&mut Dictionary<'a>> {
        match self {
            Self::Dictionary(dictionary) => Some(dictionary),
            _ => None,
        }
    }

    /// Class and properties of a whole object.
    #[must_use]
    pub fn as_object(&self) -> Option<&ObjectData<'a>> {
        match self {
            Self::Object(Object::Full(data)) => Some(data),
            _ => None,
        }
    }

    /// Class and properties of a whole object, to be changed.
    pub fn as_object_mut(&mut self) -> Option<&mut ObjectData<'a>> {
        match self {
            Self::Object(Object::Full(data)) => Some(data),
            _ => None,
        }
    }

    /// The bytes of a `PackedByteArray`.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::PackedByteArray(array) => Some(array.as_slice()),
            _ => None,
        }
    }

    /// The vector, with components of either width.
    #[must_use]
    pub fn as_vector2(&self) -> Option<Vector2<f64>> {
        match self {
            Self::Vector2(v) => Some(v.map(&mut f64::from)),
            Self::Double(double) => match **double {
                Double::Vector2(v) => Some(v),
                _ => None,
            },
            _ => None,
        }
    }

    /// The vector, with components of either width.
    #[must_use]
    pub fn as_vector3(&self) -> Option<Vector3<f64>> {
        match self {
            Self::Vector3(v) => Some(v.map(&mut f64::from)),
            Self::Double(double) => match **double {
                Double::Vector3(v) => Some(v),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value at a text key of a dictionary.
    ///
    /// ```
    /// # let bytes = [18, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, b'h', b'p', 0, 0, 2, 0, 0, 0, 9, 0, 0, 0];
    /// let value = gamewire::parse_variant(&bytes)?;
    /// assert_eq!(value.get("hp").and_then(|hp| hp.as_int()), Some(9));
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_dictionary()?.get(key)
    }

    /// The value at a text key of a dictionary, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        self.as_dictionary_mut()?.get_mut(key)
    }
}

/// The value of a key of a dictionary.
///
/// ```
/// use gamewire::godot::{Variant, variant};
/// let mut value = variant!({ "pos": { "x": 1 }, "inventory": ["sword", "bow"] });
/// assert_eq!(value["pos"]["x"], Variant::Int(1));
/// assert_eq!(value["inventory"][1], "bow".into());
/// value["pos"]["x"] = Variant::Int(2);
/// assert_eq!(value["pos"].to_string(), r#"{"x": 2}"#);
/// ```
///
/// # Panics
/// If this is no dictionary, or has no such key; [`get`](Variant::get) asks.
impl<K: DictionaryKey + ?Sized> Index<&K> for Variant<'_> {
    type Output = Self;
    fn index(&self, key: &K) -> &Self {
        match self {
            Variant::Dictionary(dictionary) => &dictionary[key],
            other => no_such(other, Kind::Dictionary),
        }
    }
}

/// The value of a key of a dictionary, to be changed.
///
/// # Panics
/// If this is no dictionary, or has no such key; [`get_mut`](Variant::get_mut) asks,
/// [`insert`](Dictionary::insert) and [`entry`](Dictionary::entry) add it.
impl<K: DictionaryKey + ?Sized> IndexMut<&K> for Variant<'_> {
    fn index_mut(&mut self, key: &K) -> &mut Self {
        match self {
            Variant::Dictionary(dictionary) => &mut dictionary[key],
            other => no_such(other, Kind::Dictionary),
        }
    }
}

/// An element of an array.
///
/// # Panics
/// If this is no array, or has no such element.
#[allow(clippy::indexing_slicing)] // As documented.
impl Index<usize> for Variant<'_> {
    type Output = Self;
    fn index(&self, index: usize) -> &Self {
        match self {
            Variant::Array(array) => &array[index],
            other => no_such(other, Kind::Array),
        }
    }
}

/// An element of an array, to be changed.
///
/// # Panics
/// If this is no array, or has no such element.
#[allow(clippy::indexing_slicing)] // As documented.
impl IndexMut<usize> for Variant<'_> {
    fn index_mut(&mut self, index: usize) -> &mut Self {
        match self {
            Variant::Array(array) => &mut array[index],
            other => no_such(other, Kind::Array),
        }
    }
}

#[cold]
#[track_caller]
fn no_such(value: &Variant<'_>, expected: Kind) -> ! {
    panic!("expected {expected}, found {}", value.kind())
}
