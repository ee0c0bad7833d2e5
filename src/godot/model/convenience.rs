//! Rust values to and from variants.

use super::*;

impl Variant<'_> {
    /// Whether this is null: `Nil`, or an object that stands for null.
    pub fn is_nil(&self) -> bool {
        matches!(self, Self::Nil | Self::Object(Object::Null | Object::Id(0)))
    }

    /// The truth value of a `Bool`.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number of an `Int`.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The number of a `Float`, or of an `Int` that a double holds exactly.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // Checked right there.
    pub fn as_float(&self) -> Option<f64> {
        match self {
            Self::Float(value) => Some(*value),
            Self::Int(value) if (*value as f64) as i64 == *value => Some(*value as f64),
            _ => None,
        }
    }

    /// The text of a `String` or `StringName`, if Rust's `str` can hold it.
    pub fn as_str(&self) -> Option<&str> {
        self.as_text().and_then(Text::as_str)
    }

    /// The array.
    pub fn as_array(&self) -> Option<&Array<'_>> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The dictionary.
    pub fn as_dictionary(&self) -> Option<&Dictionary<'_>> {
        match self {
            Self::Dictionary(dictionary) => Some(dictionary),
            _ => None,
        }
    }

    /// The vector, with components of either width.
    pub fn as_vector2(&self) -> Option<Vector2<f64>> {
        match self {
            Self::Vector2(v) => Some(Vector2::new(v.x.into(), v.y.into())),
            Self::Double(double) => match **double {
                Double::Vector2(v) => Some(v),
                _ => None,
            },
            _ => None,
        }
    }

    /// The vector, with components of either width.
    pub fn as_vector3(&self) -> Option<Vector3<f64>> {
        match self {
            Self::Vector3(v) => Some(Vector3::new(v.x.into(), v.y.into(), v.z.into())),
            Self::Double(double) => match **double {
                Double::Vector3(v) => Some(v),
                _ => None,
            },
            _ => None,
        }
    }
}

impl<'a> Variant<'a> {
    /// The text of a `String` or `StringName`.
    pub fn as_text(&self) -> Option<&Text<'a>> {
        match self {
            Self::String(text) | Self::StringName(text) => Some(text),
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
    pub fn get(&self, key: &str) -> Option<&Variant<'a>> {
        match self {
            Self::Dictionary(dictionary) => dictionary.get(key),
            _ => None,
        }
    }
}

/// A plain loop: an iterator's dozen functions would be on the stack once per level of nesting.
fn own_all<T, U>(items: Vec<T>, own: impl Fn(T) -> U) -> Vec<U> {
    let mut owned = Vec::with_capacity(items.len());
    for item in items {
        owned.push(own(item));
    }
    owned
}

impl Array<'_> {
    /// The same array, borrowing nothing.
    pub fn into_owned(self) -> Array<'static> {
        let element = self.element_type().cloned().map(ElementType::into_owned);
        let shared = self.is_shared();
        let items = own_all(self.into_vec(), Variant::into_owned);
        match element {
            Some(element) => Array::typed(element, items),
            None => Array::from(items).with_shared(shared),
        }
    }
}

impl Dictionary<'_> {
    /// The same dictionary, borrowing nothing.
    pub fn into_owned(self) -> Dictionary<'static> {
        let types = self.entry_types().cloned().map(EntryTypes::into_owned);
        let shared = self.is_shared();
        let own = |(key, value): (Variant<'_>, Variant<'_>)| (key.into_owned(), value.into_owned());
        let pairs = own_all(self.into_vec(), own);
        match types {
            Some(types) => Dictionary::typed(types, pairs),
            None => Dictionary::from(pairs).with_shared(shared),
        }
    }
}

impl EntryTypes<'_> {
    /// The same, owned.
    pub fn into_owned(self) -> EntryTypes<'static> {
        EntryTypes {
            key: self.key.map(ElementType::into_owned),
            value: self.value.map(ElementType::into_owned),
        }
    }
}

impl Object<'_> {
    /// The same object, borrowing nothing.
    pub fn into_owned(self) -> Object<'static> {
        match self {
            Self::Null => Object::Null,
            Self::Id(id) => Object::Id(id),
            Self::Full(data) => {
                let own = |(name, value): (Text<'_>, Variant<'_>)| (name.into_owned(), value.into_owned());
                let properties = own_all(data.properties, own);
                Object::Full(Box::new(ObjectData { class: data.class.into_owned(), properties }))
            }
        }
    }
}
