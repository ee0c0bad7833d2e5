//! Access to the contents of a variant.

use std::ops::{Index, IndexMut};

use super::dictionary::DictionaryKey;
use super::*;

impl<'a> Variant<'a> {
    /// Returns whether this is null: `Nil`, or a null object.
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
        let Self::Bool(value) = self else { return None };
        Some(*value)
    }

    /// The number of an `Int`.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        let Self::Int(value) = self else { return None };
        Some(*value)
    }

    /// The number of a `Float`, or of an `Int` that a double holds exactly.
    #[must_use]
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // Checked right there.
    pub fn as_f64(&self) -> Option<f64> {
        if let Self::Float(value) = self {
            return Some(*value);
        }
        self.as_i64().filter(|value| (*value as f64) as i64 == *value).map(|value| value as f64)
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
        let (Self::String(text) | Self::StringName(text)) = self else { return None };
        Some(text)
    }

    /// The array.
    #[must_use]
    pub fn as_array(&self) -> Option<&Array<'a>> {
        if let Self::Array(array) = self { Some(array) } else { None }
    }

    /// The array, to be changed.
    pub fn as_array_mut(&mut self) -> Option<&mut Array<'a>> {
        if let Self::Array(array) = self { Some(array) } else { None }
    }

    /// The dictionary.
    #[must_use]
    pub fn as_dictionary(&self) -> Option<&Dictionary<'a>> {
        if let Self::Dictionary(dictionary) = self { Some(dictionary) } else { None }
    }

    /// The dictionary, to be changed.
    pub fn as_dictionary_mut(&mut self) -> Option<&mut Dictionary<'a>> {
        if let Self::Dictionary(dictionary) = self { Some(dictionary) } else { None }
    }

    /// Class and properties of a full object.
    #[must_use]
    pub fn as_object(&self) -> Option<&ObjectData<'a>> {
        if let Self::Object(Object::Full(data)) = self { Some(data) } else { None }
    }

    /// Class and properties of a full object, to be changed.
    pub fn as_object_mut(&mut self) -> Option<&mut ObjectData<'a>> {
        if let Self::Object(Object::Full(data)) = self { Some(data) } else { None }
    }

    /// The bytes of a `PackedByteArray`.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        if let Self::PackedByteArray(array) = self { Some(array.as_slice()) } else { None }
    }

    /// The vector, with components of either width.
    #[must_use]
    pub fn as_vector2(&self) -> Option<Vector2<f64>> {
        self.reals(Kind::Vector2).map(|[x, y]| Vector2 { x, y })
    }

    /// The vector, with components of either width.
    #[must_use]
    pub fn as_vector3(&self) -> Option<Vector3<f64>> {
        self.reals(Kind::Vector3).map(|[x, y, z]| Vector3 { x, y, z })
    }

    /// The components of a structure of this type.
    fn reals<const N: usize>(&self, kind: Kind) -> Option<[f64; N]> {
        if self.kind() != kind {
            return None;
        }
        let Leaf::Structure(structure) = self.leaf() else { return None };
        let mut reals = [0.0; N];
        let mut places = reals.iter_mut();
        structure.numbers().for_each_real(|real| {
            if let Some(place) = places.next() {
                *place = real;
            }
        });
        Some(reals)
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
