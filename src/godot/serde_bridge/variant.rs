//! Serde support for [`Variant`], so that a field of the user's type can have any type.

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

use super::opaque::{CARRIED, Carried, NAME, encode_opaque, is_plain_map, is_plain_text};
use crate::godot::model::Variant;
use crate::limits::with_stack;
use crate::serde_forms::handed::{is_given, taken};
use crate::serde_forms::{Bytes, signed, visit};

struct SerializedVariant<'v>(&'v Variant);

impl Serialize for SerializedVariant<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_given(self.0) {
            return serializer.serialize_unit();
        }
        match self.0 {
            Variant::Nil => serializer.serialize_unit(),
            Variant::Bool(value) => serializer.serialize_bool(*value),
            Variant::Int(value) => serializer.serialize_i64(*value),
            // Text formats cannot represent infinity and NaN.
            Variant::Float(value) if value.is_finite() => serializer.serialize_f64(*value),
            Variant::String(text) if is_plain_text(text) => {
                serializer.serialize_str(text.as_str().unwrap_or_default())
            }
            Variant::Array(array) if array.element_type().is_none() && !array.is_shared() => {
                serializer.collect_seq(array.iter())
            }
            Variant::Dictionary(dictionary) if is_plain_map(dictionary) => serializer
                .collect_map(dictionary.iter().map(|(key, value)| (key.as_str().unwrap_or_default(), value))),
            other => serialize_carried(other, serializer),
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
        with_stack(|| serializer.serialize_newtype_struct(NAME, &SerializedVariant(self)))
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
        with_stack(|| deserializer.deserialize_newtype_struct(NAME, self))
    }
}

impl<'de> Visitor<'de> for Any {
    type Value = Variant;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("any value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Variant, D::Error> {
        match taken() {
            Some(value) => Ok(value),
            None => inner.deserialize_any(self),
        }
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
                Some(NAME) => return Err(A::Error::custom("the name of a value is reserved")),
                _ => pairs.push((key, map.next_value_seed(Self)?)),
            }
        }
        Ok(Variant::Dictionary(pairs.into()))
    }
}
