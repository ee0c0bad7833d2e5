//! Serde support for [`Variant`], so that a field of the user's type can have any type.

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

use super::opaque::{CARRIED, Carried, NAME, encode_opaque, is_plain};
use super::parts::{OPAQUE, kind_of};
use crate::godot::ids::Kind;
use crate::godot::model::{
    Array, Dictionary, ElementType, EntryTypes, Leaf, Numbers, ObjectData, Text, Variant,
};
use crate::serde_forms::{Bytes, signed, visit};

struct SerializedVariant<'v>(&'v Variant);

impl Serialize for SerializedVariant<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !is_plain(self.0) {
            return serialize_carried(self.0, serializer);
        }
        match self.0.leaf() {
            Leaf::Unit => serializer.serialize_unit(),
            Leaf::Bool(value) => serializer.serialize_bool(value),
            Leaf::Int(value) => serializer.serialize_i64(value),
            Leaf::Float(value) => serializer.serialize_f64(value),
            Leaf::Text(text) => serializer.serialize_str(text.as_str().unwrap_or_default()),
            Leaf::Array(array) => serializer.collect_seq(array.iter()),
            Leaf::Dictionary(dictionary) => serializer
                .collect_map(dictionary.iter().map(|(key, value)| (key.as_str().unwrap_or_default(), value))),
            // These are never plain.
            Leaf::Structure(_) | Leaf::Packed(_) | Leaf::Texts(_) | Leaf::NodePath(_) | Leaf::Rid(_) => {
                serialize_carried(self.0, serializer)
            }
            Leaf::Signal(_) | Leaf::Image(_) | Leaf::InputEvent(_) | Leaf::Object(_) => {
                serialize_carried(self.0, serializer)
            }
        }
    }
}

/// Serializes a value that serde has no type for, as the bytes that an engine writes.
fn serialize_carried<S: Serializer>(value: &Variant, serializer: S) -> Result<S::Ok, S::Error> {
    let bytes = encode_opaque(value).ok_or_else(|| S::Error::custom("no engine can express this value"))?;
    let is_text = serializer.is_human_readable();
    let mut map = serializer.serialize_map(Some(1))?;
    if is_text {
        map.serialize_entry(CARRIED, &crate::hex::encode(&bytes))?;
    } else {
        map.serialize_entry(CARRIED, &Bytes(&bytes))?;
    }
    map.end()
}

impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(NAME, &SerializedVariant(self))
    }
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Any.deserialize(deserializer)
    }
}

/// The visitor for any value.
pub(super) struct Any;

impl<'de> DeserializeSeed<'de> for Any {
    type Value = Variant;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Variant, D::Error> {
        deserializer.deserialize_newtype_struct(NAME, self)
    }
}

impl<'de> Visitor<'de> for Any {
    type Value = Variant;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("any value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Variant, D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_unit<E: Error>(self) -> Result<Variant, E> {
        Ok(Variant::Nil)
    }

    fn visit_none<E: Error>(self) -> Result<Variant, E> {
        Ok(Variant::Nil)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Variant, D::Error> {
        inner.deserialize_any(self)
    }

    visit! { Variant:
        visit_bool(x: bool) => Ok(x.into());
        visit_i64(x: i64) => Ok(x.into());
        visit_u64(x: u64) => signed(x).map(Variant::Int);
        visit_f64(x: f64) => Ok(x.into());
        visit_str(x: &str) => Ok(x.into());
        visit_bytes(x: &[u8]) => Ok(x.into());
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Variant, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(Self)? {
            items.push(item);
        }
        Ok(Variant::Array(items.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Variant, A::Error> {
        let mut pairs = Vec::new();
        while let Some(key) = map.next_key_seed(Self)? {
            match key.as_str() {
                Some(CARRIED) if pairs.is_empty() => return map.next_value_seed(Carried),
                Some(NAME) if pairs.is_empty() => return map.next_value_seed(FromParts),
                _ => pairs.push((key, map.next_value_seed(Self)?)),
            }
        }
        Ok(Variant::Dictionary(pairs.into()))
    }
}

/// The visitor for a value that was taken apart into [parts](super::parts).
struct FromParts;

impl<'de> DeserializeSeed<'de> for FromParts {
    type Value = Variant;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Variant, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

fn wrong<E: Error>() -> E {
    E::custom("these are not the parts of a value")
}

fn next<'de, A: SeqAccess<'de>>(list: &mut A) -> Result<u64, A::Error> {
    list.next_element()?.ok_or_else(wrong)
}

fn next_value<'de, A: SeqAccess<'de>>(list: &mut A) -> Result<Variant, A::Error> {
    list.next_element_seed(Any)?.ok_or_else(wrong)
}

fn next_text<'de, A: SeqAccess<'de>>(list: &mut A) -> Result<Text, A::Error> {
    text(next_value(list)?).ok_or_else(wrong)
}

fn text(value: Variant) -> Option<Text> {
    match value {
        Variant::String(text) | Variant::StringName(text) => Some(text),
        _ => None,
    }
}

fn next_type<'de, A: SeqAccess<'de>>(list: &mut A) -> Result<Option<ElementType>, A::Error> {
    Ok(match next(list)? {
        0 => None,
        1 => Some(ElementType::Builtin(kind_of(next(list)?).ok_or_else(wrong)?)),
        2 => Some(ElementType::Class(next_text(list)?)),
        3 => Some(ElementType::Script(next_text(list)?)),
        _ => return Err(wrong()),
    })
}

/// Reads the remaining elements as pairs.
fn pairs<'de, A: SeqAccess<'de>>(list: &mut A) -> Result<Vec<(Variant, Variant)>, A::Error> {
    let mut pairs = Vec::new();
    while let Some(key) = list.next_element_seed(Any)? {
        pairs.push((key, next_value(list)?));
    }
    Ok(pairs)
}

impl<'de> Visitor<'de> for FromParts {
    type Value = Variant;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the parts of a value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Variant, A::Error> {
        let list = &mut list;
        let kind = match next(list)? {
            OPAQUE => return list.next_element_seed(Carried)?.ok_or_else(wrong),
            kind => kind_of(kind).ok_or_else(wrong)?,
        };
        Ok(match kind {
            Kind::String => Variant::String(next_text(list)?),
            Kind::StringName => Variant::StringName(next_text(list)?),
            Kind::PackedStringArray => {
                let mut texts = Vec::new();
                while let Some(value) = list.next_element_seed(Any)? {
                    texts.push(text(value).ok_or_else(wrong)?);
                }
                Variant::PackedStringArray(texts)
            }
            Kind::Array => {
                let (is_shared, element) = (next(list)? != 0, next_type(list)?);
                let mut items = Vec::new();
                while let Some(item) = list.next_element_seed(Any)? {
                    items.push(item);
                }
                Variant::Array(match element {
                    Some(element) => Array::typed(element, items),
                    None => Array::from(items).with_shared(is_shared),
                })
            }
            Kind::Dictionary => {
                let is_shared = next(list)? != 0;
                let types = EntryTypes { key: next_type(list)?, value: next_type(list)? };
                let pairs = pairs(list)?;
                Variant::Dictionary(if types.is_empty() {
                    Dictionary::from(pairs).with_shared(is_shared)
                } else {
                    Dictionary::typed(types, pairs)
                })
            }
            Kind::Object => {
                let class = next_text(list)?;
                let named = |(name, value)| text(name).map(|name| (name, value)).ok_or_else(wrong);
                let properties = pairs(list)?.into_iter().map(named).collect::<Result<_, A::Error>>()?;
                ObjectData { class, properties }.into()
            }
            kind => {
                let number = kind.numeric().ok_or_else(wrong)?.number_type(next(list)? != 0);
                let bytes = list.next_element_seed(NumberBytes)?.ok_or_else(wrong)?;
                if !bytes.len().is_multiple_of(number.size()) {
                    return Err(wrong());
                }
                Variant::from_numbers(kind, Numbers::from_wire(number, bytes)).ok_or_else(wrong)?
            }
        })
    }
}

/// The visitor for the bytes of numbers.
struct NumberBytes;

impl<'de> DeserializeSeed<'de> for NumberBytes {
    type Value = Vec<u8>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<u8>, D::Error> {
        deserializer.deserialize_bytes(self)
    }
}

impl Visitor<'_> for NumberBytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the bytes of numbers")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }
}
