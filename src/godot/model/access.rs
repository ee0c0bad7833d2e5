//! Methods that return the contents of a [`Variant`].

use std::ops::{Index, IndexMut};

use super::dictionary::DictionaryKey;
use super::*;

impl Variant {
    /// Returns whether this is null: `Nil` or a null object.
    pub fn is_nil(&self) -> bool {
        match self {
            Self::Object(object) => object.is_null(),
            value => matches!(value, Self::Nil),
        }
    }

    /// Returns the truth value of a `Bool`.
    pub fn as_bool(&self) -> Option<bool> {
        let Self::Bool(value) = self else { return None };
        Some(*value)
    }

    /// Returns the number of an `Int`.
    pub fn as_i64(&self) -> Option<i64> {
        let Self::Int(value) = self else { return None };
        Some(*value)
    }

    /// Returns the number of a `Float`, or of an `Int` that an `f64` represents exactly.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // Checked right there.
    pub fn as_f64(&self) -> Option<f64> {
        if let Self::Float(value) = self {
            return Some(*value);
        }
        self.as_i64().filter(|value| (*value as f64) as i64 == *value).map(|value| value as f64)
    }

    /// Returns the text of a `String` or `StringName`, or `None` if a Rust `str` cannot represent it.
    pub fn as_str(&self) -> Option<&str> {
        self.as_text().and_then(Text::as_str)
    }

    /// Returns the text of a `String` or `StringName`.
    pub fn as_text(&self) -> Option<&Text> {
        let (Self::String(text) | Self::StringName(text)) = self else { return None };
        Some(text)
    }

    /// Returns the array of an `Array`.
    pub fn as_array(&self) -> Option<&Array> {
        if let Self::Array(array) = self { Some(array) } else { None }
    }

    /// Returns the array of an `Array`, mutably.
    pub fn as_array_mut(&mut self) -> Option<&mut Array> {
        if let Self::Array(array) = self { Some(array) } else { None }
    }

    /// Returns the dictionary of a `Dictionary`.
    pub fn as_dictionary(&self) -> Option<&Dictionary> {
        if let Self::Dictionary(dictionary) = self { Some(dictionary) } else { None }
    }

    /// Returns the dictionary of a `Dictionary`, mutably.
    pub fn as_dictionary_mut(&mut self) -> Option<&mut Dictionary> {
        if let Self::Dictionary(dictionary) = self { Some(dictionary) } else { None }
    }

    /// Returns the class and the properties of a full object.
    pub fn as_object(&self) -> Option<&ObjectData> {
        if let Self::Object(Object::Full(data)) = self { Some(data) } else { None }
    }

    /// Returns the class and the properties of a full object, mutably.
    pub fn as_object_mut(&mut self) -> Option<&mut ObjectData> {
        if let Self::Object(Object::Full(data)) = self { Some(data) } else { None }
    }

    /// Returns the bytes of a `PackedByteArray`.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        if let Self::PackedByteArray(array) = self { Some(array.as_slice()) } else { None }
    }

    /// Returns the elements of a packed array of numbers or vectors, without copying them. Returns `None` if the
    /// elements are of another type.
    ///
    /// ```
    /// use gamewire::godot::{Packed, Variant, Vector2};
    /// let path = Variant::from(Packed::from(vec![Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)]));
    /// assert_eq!(path.as_packed::<Vector2>().and_then(|points| points.get(1)), Some(Vector2::new(3.0, 4.0)));
    /// assert!(path.as_packed::<f32>().is_none());
    /// ```
    pub fn as_packed<T: PackedElement>(&self) -> Option<PackedView<'_, T>> {
        let Leaf::Packed(packed) = self.leaf() else { return None };
        packed.elements()
    }

    /// Returns the id of an object that is encoded by its id.
    pub fn as_object_id(&self) -> Option<u64> {
        if let Self::Object(Object::Id(id)) = self { Some(*id) } else { None }
    }

    /// Returns the value of a key, if this is a dictionary that contains the key. The key is text, an int, or [any
    /// value](DictionaryKey).
    ///
    /// ```
    /// # let bytes = [18, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, b'h', b'p', 0, 0, 2, 0, 0, 0, 9, 0, 0, 0];
    /// let value = gamewire::parse_variant(&bytes)?;
    /// assert_eq!(value.get("hp").and_then(|hp| hp.as_i64()), Some(9));
    /// # Ok::<(), gamewire::DecodeError>(())
    /// ```
    pub fn get<K: DictionaryKey + ?Sized>(&self, key: &K) -> Option<&Self> {
        self.as_dictionary()?.get(key)
    }

    /// Returns the value of a key, mutably, if this is a dictionary that contains the key.
    pub fn get_mut<K: DictionaryKey + ?Sized>(&mut self, key: &K) -> Option<&mut Self> {
        self.as_dictionary_mut()?.get_mut(key)
    }
}

/// Returns the value of a key of a dictionary.
///
/// ```
/// use gamewire::godot::{Variant, variant};
/// let mut value = variant!({ "pos": { "x": 1 }, "inventory": ["sword", "bow"] });
/// assert_eq!(value["pos"]["x"], Variant::Int(1));
/// assert_eq!(value["inventory"][1], "bow");
/// value["pos"]["x"] = Variant::Int(2);
/// assert_eq!(value["pos"].to_string(), r#"{"x": 2}"#);
/// ```
///
/// # Panics
/// Panics if the variant is not a dictionary, or does not contain the key. [`get`](Variant::get) returns `None`
/// instead.
impl<K: DictionaryKey + ?Sized> Index<&K> for Variant {
    type Output = Self;
    #[track_caller]
    fn index(&self, key: &K) -> &Self {
        if let Variant::Dictionary(dictionary) = self {
            &dictionary[key]
        } else {
            no_such(self, Kind::Dictionary)
        }
    }
}

/// Returns the value of a key of a dictionary, mutably.
///
/// # Panics
/// Panics if the variant is not a dictionary, or does not contain the key. [`get_mut`](Variant::get_mut) returns `None`
/// instead; [`insert`](Dictionary::insert) and [`entry`](Dictionary::entry) add the key.
impl<K: DictionaryKey + ?Sized> IndexMut<&K> for Variant {
    #[track_caller]
    fn index_mut(&mut self, key: &K) -> &mut Self {
        if let Variant::Dictionary(dictionary) = self {
            &mut dictionary[key]
        } else {
            no_such(self, Kind::Dictionary)
        }
    }
}

/// Returns an element of an array.
///
/// # Panics
/// Panics if the variant is not an array, or if the index is out of bounds.
#[allow(clippy::indexing_slicing)] // As documented.
impl Index<usize> for Variant {
    type Output = Self;
    #[track_caller]
    fn index(&self, index: usize) -> &Self {
        if let Variant::Array(array) = self { &array[index] } else { no_such(self, Kind::Array) }
    }
}

/// Returns an element of an array, mutably.
///
/// # Panics
/// Panics if the variant is not an array, or if the index is out of bounds.
#[allow(clippy::indexing_slicing)] // As documented.
impl IndexMut<usize> for Variant {
    #[track_caller]
    fn index_mut(&mut self, index: usize) -> &mut Self {
        if let Variant::Array(array) = self { &mut array[index] } else { no_such(self, Kind::Array) }
    }
}

#[cold]
#[track_caller]
fn no_such(value: &Variant, expected: Kind) -> ! {
    panic!("expected {expected}, found {}", value.kind())
}
