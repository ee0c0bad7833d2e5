//! Conversions from payloads and other Rust values to variants.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use super::*;
use crate::conversions::from;
use crate::godot::ids::for_each_type;

/// Generates `impl From<Vector2> for Variant` from a row, and `impl From<Vector2<f64>> for Double` if it has a wide
/// form. For a payload in a box, both the box and its contents are accepted.
macro_rules! payloads {
    ($(
        #$doc:tt $kind:ident ($($x:ident: $($payload:tt)+)?) $shape:ident
            ($($width:ident $y:ident: $($wide:tt)+)?) $names:tt $ids:tt $page:ident;
    )+) => {$(
        $(payload!($shape Variant $kind, $($payload)+);)?
        // Wide values are converted to a `Double` first. With a direct conversion to `Variant`, a `Vector2` of
        // literals, whose width nothing else decides, would silently be a wide one.
        $(payload!($shape Double $kind, $($wide)+);)?
    )+};
}

macro_rules! payload {
    // A `Text` becomes a `String`, not a `StringName`.
    (Name $($row:tt)*) => {};
    ($shape:ident $of:ident $kind:ident, Box<$payload:ty>) => {
        from! { $of; $payload => |payload| Self::$kind(Box::new(payload)); }
    };
    ($shape:ident $of:ident $kind:ident, $payload:ty) => {
        from! { $of; $payload => |payload| Self::$kind(payload); }
    };
}

for_each_type!(payloads);

from! {
    Variant;
    () => |_unit| Variant::Nil;
    char => |character| Variant::String(character.into());
    &String => |text| Variant::String(text.as_str().into());
    Cow<'_, str> => |text| Variant::String(text.into());
    &[u8] => |bytes| Variant::PackedByteArray(bytes.into());
    i8 => |value| Variant::Int(value.into());
    i16 => |value| Variant::Int(value.into());
    i32 => |value| Variant::Int(value.into());
    u8 => |value| Variant::Int(value.into());
    u16 => |value| Variant::Int(value.into());
    u32 => |value| Variant::Int(value.into());
    f32 => |value| Variant::Float(value.into());
    &str => |text| Variant::String(text.into());
    String => |text| Variant::String(text.into());
    ObjectData => |data| Variant::Object(Object::Full(data.into()));
    Vec<Variant> => |items| Variant::Array(items.into());
    Vec<String> => |texts| Variant::PackedStringArray(texts.into_iter().map(Text::from).collect());
    Vec<&str> => |texts| Variant::PackedStringArray(texts.into_iter().map(Text::from).collect());
    Double => |double| Variant::Double(double.into());
}

/// Creates a packed array.
impl<T: PackedElement> From<Vec<T>> for Variant
where
    Variant: From<Packed<T>>,
{
    fn from(elements: Vec<T>) -> Self {
        Packed::from(elements).into()
    }
}

/// Converts `None` to `Nil`.
impl<T: Into<Variant>> From<Option<T>> for Variant {
    fn from(value: Option<T>) -> Self {
        value.map_or(Variant::Nil, Into::into)
    }
}

/// Creates an `Array`, whatever the type of the elements is.
impl<T: Into<Variant>, const N: usize> From<[T; N]> for Variant {
    fn from(items: [T; N]) -> Self {
        Variant::Array(items.into())
    }
}

/// Creates an `Array`.
impl<T: Into<Variant>> FromIterator<T> for Variant {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Variant::Array(items.into_iter().collect())
    }
}

/// Creates a `Dictionary`. If several keys are equal, the first position and the last value are kept.
impl<K: Into<Variant>, V: Into<Variant>> FromIterator<(K, V)> for Variant {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        Variant::Dictionary(pairs.into_iter().collect())
    }
}

/// Creates a `Dictionary` in the order of the map.
impl<K: Into<Variant>, V: Into<Variant>> From<BTreeMap<K, V>> for Variant {
    fn from(map: BTreeMap<K, V>) -> Self {
        map.into_iter().collect()
    }
}

/// Creates a `Dictionary` in an arbitrary order. Sort the pairs if the bytes must be the same in each run.
impl<K: Into<Variant>, V: Into<Variant>, S> From<HashMap<K, V, S>> for Variant {
    fn from(map: HashMap<K, V, S>) -> Self {
        map.into_iter().collect()
    }
}
