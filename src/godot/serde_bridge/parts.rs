//! Values between this crate's deserializer and [`Variant`]: in parts that the type of the value decides, which lend text and packed
//! arrays. No other format sees them.

use std::borrow::Cow;

use serde::de::value::SeqDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};

use super::SerdeError;
use super::opaque::{NAME, encode_opaque, is_plain_text};
use crate::godot::ids::Kind;
use crate::godot::model::{ElementType, Leaf, Object, Text, Variant};

/// A part of a value; `V` deserializes a value inside.
enum Part<'de, V> {
    /// The position of a type in [`Kind::ALL`], or a choice.
    Number(u64),
    Text(&'de str),
    Bytes(Cow<'de, [u8]>),
    Value(V),
}

impl<'de, I: Deserializer<'de, Error = SerdeError>> IntoDeserializer<'de, SerdeError> for Part<'de, I> {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de, I: Deserializer<'de, Error = SerdeError>> Deserializer<'de> for Part<'de, I> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self {
            Self::Number(number) => visitor.visit_u64(number),
            Self::Text(text) => visitor.visit_borrowed_str(text),
            Self::Bytes(Cow::Borrowed(bytes)) => visitor.visit_borrowed_bytes(bytes),
            Self::Bytes(Cow::Owned(bytes)) => visitor.visit_byte_buf(bytes),
            Self::Value(value) => value.deserialize_any(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        match self {
            Self::Value(value) => value.deserialize_newtype_struct(name, visitor),
            part => part.deserialize_any(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

/// In the place of a type: the bytes of a value follow.
pub(super) const OPAQUE: u64 = u64::MAX;

fn number<V>(kind: Kind) -> Part<'static, V> {
    let at = Kind::ALL.iter().position(|other| *other == kind).unwrap_or_default();
    Part::Number(u64::try_from(at).unwrap_or_default())
}

/// The type with this number.
pub(super) fn kind_of(number: u64) -> Option<Kind> {
    Kind::ALL.get(usize::try_from(number).ok()?).copied()
}

/// Takes a value apart; `inside` makes the deserializer of a value inside.
fn parts<'de, V>(
    value: Variant<'de>,
    inside: &impl Fn(Variant<'de>) -> V,
) -> Result<Vec<Part<'de, V>>, SerdeError> {
    let kind = value.kind();
    let mut parts = vec![number(kind)];
    let inside = |value| Part::Value(inside(value));
    match value {
        Variant::String(ref text) | Variant::StringName(ref text)
            if is_plain_text(text)
                && let Some(text) = text.borrowed_str() =>
        {
            parts.push(Part::Text(text));
        }
        Variant::PackedStringArray(texts) => {
            parts.extend(texts.into_iter().map(|text| inside(Variant::String(text))));
        }
        Variant::Array(array) | Variant::PackedTypedArray(array) => {
            parts.push(Part::Number(array.is_shared().into()));
            push_type(&mut parts, array.element_type(), &inside);
            parts.extend(array.into_iter().map(inside));
        }
        Variant::Dictionary(dictionary) => {
            parts.push(Part::Number(dictionary.is_shared().into()));
            let types = dictionary.entry_types();
            push_type(&mut parts, types.and_then(|types| types.key.as_ref()), &inside);
            push_type(&mut parts, types.and_then(|types| types.value.as_ref()), &inside);
            parts.extend(
                dictionary.into_vec().into_iter().flat_map(|(key, value)| [inside(key), inside(value)]),
            );
        }
        Variant::Object(Object::Full(data)) => {
            let (class, properties) = data.into_parts();
            parts.push(inside(Variant::String(class)));
            let properties = properties.into_iter();
            parts.extend(properties.flat_map(|(name, value)| [inside(Variant::String(name)), inside(value)]));
        }
        mut leaf => {
            let is_wide = matches!(leaf, Variant::Double(_));
            let bytes = match leaf.packed_cow_mut() {
                Some(elements) => std::mem::take(elements),
                None => match leaf.leaf() {
                    Leaf::Structure(structure) => structure.numbers().as_wire().to_vec().into(),
                    Leaf::Unit | Leaf::Bool(_) | Leaf::Int(_) | Leaf::Float(_) | Leaf::Text(_) => {
                        return opaque(&leaf);
                    }
                    Leaf::Packed(_) | Leaf::Texts(_) | Leaf::Array(_) | Leaf::Dictionary(_) => {
                        return opaque(&leaf);
                    }
                    Leaf::NodePath(_) | Leaf::Rid(_) | Leaf::Signal(_) | Leaf::Image(_) => {
                        return opaque(&leaf);
                    }
                    Leaf::InputEvent(_) | Leaf::Object(_) => return opaque(&leaf),
                },
            };
            parts.extend([Part::Number(is_wide.into()), Part::Bytes(bytes)]);
        }
    }
    Ok(parts)
}

/// The bytes of a value that has no parts of its own.
fn opaque<'de, V>(value: &Variant<'_>) -> Result<Vec<Part<'de, V>>, SerdeError> {
    let bytes = encode_opaque(value).ok_or_else(|| SerdeError::custom("no engine can express this value"))?;
    Ok(vec![Part::Number(OPAQUE), Part::Bytes(bytes.into())])
}

/// Appends a declared type: which of four it is, and its name or number.
fn push_type<'de, V>(
    parts: &mut Vec<Part<'de, V>>,
    element: Option<&ElementType<'de>>,
    inside: &impl Fn(Variant<'de>) -> Part<'de, V>,
) {
    let name = |text: &Text<'de>| inside(Variant::String(text.clone()));
    match element {
        None => parts.push(Part::Number(0)),
        Some(ElementType::Builtin(kind)) => parts.extend([Part::Number(1), number(*kind)]),
        Some(ElementType::Class(class)) => parts.extend([Part::Number(2), name(class)]),
        Some(ElementType::Script(script)) => parts.extend([Part::Number(3), name(script)]),
    }
}

/// Hands over a value in parts, as a map whose only key says so. `inside` makes the deserializer of a value inside.
pub(super) fn visit<'de, I: Deserializer<'de, Error = SerdeError>, V: Visitor<'de>>(
    value: Variant<'de>,
    inside: impl Fn(Variant<'de>) -> I,
    visitor: V,
) -> Result<V::Value, SerdeError> {
    visitor.visit_map(Parted(Some(parts(value, &inside)?)))
}

struct Parted<'de, I>(Option<Vec<Part<'de, I>>>);

impl<'de, I: Deserializer<'de, Error = SerdeError>> MapAccess<'de> for Parted<'de, I> {
    type Error = SerdeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, SerdeError> {
        match self.0 {
            Some(_) => seed.deserialize(Part::<I>::Text(NAME)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, SerdeError> {
        seed.deserialize(SeqDeserializer::new(self.0.take().unwrap_or_default().into_iter()))
    }
}
