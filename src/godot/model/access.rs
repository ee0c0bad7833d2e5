//! Access to the contents of a variant.

use std::ops::{Index, IndexMut};

use super::dictionary::DictionaryKey;
use super::*;

impl<'a> Variant<'a> {
    /// Returns whether this is null: `Nil`, or an object that stands for null.
    #[must_use]
    pub fn is_nil(&self) -> bool {
        match self {
            Self::Object(object) => object.is_null(),
            value => matches!(value, Self::Nil),
        }
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
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The number of a `Float`, or of an `Int` that a double holds exactly.
    #[must_use]
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // Checked right there.
    pub fn as_f64(&self) -> Option<f64> {
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

    /// The value of a key of a dictionary: of text, an int, or [any value](DictionaryKey).
    ///
    /// ```
    /// # let bytes = [18, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, b'h', b'p', 0, 0, 2, 0, 0, 0, 9, 0, 0, 0];
    /// let value = gamewire::parse_variant(&bytes)?;
    /// assert_eq!(value.get("hp").and_then(|hp| hp.as_i64()), Some(9));
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    #[must_use]
    pub fn get<K: DictionaryKey + ?Sized>(&self, key: &K) -> Option<&Self> {
        self.as_dictionary()?.get(key)
    }

    /// The value of a key of a dictionary, to be changed.
    pub fn get_mut<K: DictionaryKey + ?Sized>(&mut self, key: &K) -> Option<&mut Self> {
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
