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

macro_rules! from {
    ($target:ident; $($source:ty => |$value:ident| $variant:expr;)+) => {$(
        impl<'a> From<$source> for $target<'a> {
            fn from($value: $source) -> Self {
                $variant
            }
        }
    )+};
}

from! {
    Variant;
    () => |_unit| Variant::Nil;
    bool => |value| Variant::Bool(value);
    i8 => |value| Variant::Int(value.into());
    i16 => |value| Variant::Int(value.into());
    i32 => |value| Variant::Int(value.into());
    i64 => |value| Variant::Int(value);
    u8 => |value| Variant::Int(value.into());
    u16 => |value| Variant::Int(value.into());
    u32 => |value| Variant::Int(value.into());
    f32 => |value| Variant::Float(value.into());
    f64 => |value| Variant::Float(value);
    &'a str => |text| Variant::String(text.into());
    String => |text| Variant::String(text.into());
    Text<'a> => |text| Variant::String(text);
    Vector2 => |value| Variant::Vector2(value);
    Vector2i => |value| Variant::Vector2i(value);
    Rect2 => |value| Variant::Rect2(value);
    Rect2i => |value| Variant::Rect2i(value);
    Vector3 => |value| Variant::Vector3(value);
    Vector3i => |value| Variant::Vector3i(value);
    Transform2D => |value| Variant::Transform2D(value);
    Vector4 => |value| Variant::Vector4(value);
    Vector4i => |value| Variant::Vector4i(value);
    Plane => |value| Variant::Plane(value);
    Quaternion => |value| Variant::Quaternion(value);
    Aabb => |value| Variant::Aabb(value);
    Basis => |value| Variant::Basis(value.into());
    Transform3D => |value| Variant::Transform3D(value.into());
    Projection => |value| Variant::Projection(value.into());
    Color => |value| Variant::Color(value);
    NodePath<'a> => |path| Variant::NodePath(path.into());
    Rid => |rid| Variant::Rid(rid);
    Object<'a> => |object| Variant::Object(object);
    ObjectData<'a> => |data| Variant::Object(Object::Full(data.into()));
    Signal<'a> => |signal| Variant::Signal(signal.into());
    Dictionary<'a> => |dictionary| Variant::Dictionary(dictionary);
    Array<'a> => |array| Variant::Array(array);
    Vec<Variant<'a>> => |items| Variant::Array(items.into());
    Packed<'a, u8> => |array| Variant::PackedByteArray(array);
    Packed<'a, i32> => |array| Variant::PackedInt32Array(array);
    Packed<'a, i64> => |array| Variant::PackedInt64Array(array);
    Packed<'a, f32> => |array| Variant::PackedFloat32Array(array);
    Packed<'a, f64> => |array| Variant::PackedFloat64Array(array);
    Vec<Text<'a>> => |texts| Variant::PackedStringArray(texts);
    Packed<'a, Vector2> => |array| Variant::PackedVector2Array(array);
    Packed<'a, Vector3> => |array| Variant::PackedVector3Array(array);
    Packed<'a, Vector4> => |array| Variant::PackedVector4Array(array);
    Packed<'a, Color> => |array| Variant::PackedColorArray(array);
    Packed<'a, Vector2i> => |array| Variant::PackedVector2iArray(array);
    Packed<'a, Vector3i> => |array| Variant::PackedVector3iArray(array);
    Packed<'a, Vector4i> => |array| Variant::PackedVector4iArray(array);
    Double<'a> => |double| Variant::Double(double.into());
    Image<'a> => |image| Variant::Image(image.into());
    InputEvent => |event| Variant::InputEvent(event);
}

// Wide values become a `Double` first: were there a way straight to `Variant`, then a `Vector2` of literals, whose
// width nothing else decides, would silently be a wide one.
from! {
    Double;
    Vector2<f64> => |value| Double::Vector2(value);
    Rect2<f64> => |value| Double::Rect2(value.into());
    Vector3<f64> => |value| Double::Vector3(value);
    Transform2D<f64> => |value| Double::Transform2D(value.into());
    Vector4<f64> => |value| Double::Vector4(value.into());
    Plane<f64> => |value| Double::Plane(value.into());
    Quaternion<f64> => |value| Double::Quaternion(value.into());
    Aabb<f64> => |value| Double::Aabb(value.into());
    Basis<f64> => |value| Double::Basis(value.into());
    Transform3D<f64> => |value| Double::Transform3D(value.into());
    Projection<f64> => |value| Double::Projection(value.into());
    Color<f64> => |value| Double::Color(value.into());
    Packed<'a, Vector2<f64>> => |array| Double::PackedVector2Array(array);
    Packed<'a, Vector3<f64>> => |array| Double::PackedVector3Array(array);
    Packed<'a, Vector4<f64>> => |array| Double::PackedVector4Array(array);
    Packed<'a, Color<f64>> => |array| Double::PackedColorArray(array);
}
