//! Values that serde has no type for, which are stored as the bytes that an engine writes.

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize as _, DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};

use crate::godot::decode::Decoder;
use crate::godot::dialect::Dialect;
use crate::godot::model::{Dictionary, KeyRules, Text, Variant};

/// The name by which the serializer and the deserializer of this crate recognize a value.
pub(super) const NAME: &str = "$gamewire::Variant";

/// Dialects that together can express every value. The index of the dialect precedes the bytes of an opaque
/// value.
const CARRIERS: [Dialect; 5] = [
    Dialect::GODOT_4,
    Dialect::GODOT_4.double(),
    Dialect::GODOT_3,
    Dialect::GODOT_3.double(),
    Dialect::GODOT_2,
];

/// Encodes a value that serde has no type for, as the bytes of the first dialect that reads the same value from them.
pub(super) fn encode_opaque(value: &Variant) -> Option<Vec<u8>> {
    (0..).zip(CARRIERS).find_map(|(at, dialect)| {
        let mut bytes = vec![at];
        dialect.encode_into(value, &mut bytes).ok()?;
        let is_same = decode_opaque(&bytes).is_some_and(|read| read.same_bits(value));
        is_same.then_some(bytes)
    })
}

/// Decodes the bytes of [`encode_opaque`].
pub(super) fn decode_opaque(bytes: &[u8]) -> Option<Variant> {
    let (at, bytes) = bytes.split_first()?;
    let carrier = CARRIERS.get(usize::from(*at))?;
    Decoder::new(*carrier).allow_objects(true).keep_duplicates(true).parse(bytes).ok()
}

/// The only key of the map that represents an opaque value. Its value is the encoded bytes, in hexadecimal if
/// the format is text.
pub(super) const CARRIED: &str = "$gamewire";

/// Returns whether a map of serde can represent the dictionary. Many formats have only text as keys, and some reject equal
/// keys.
pub(super) fn is_plain_map(dictionary: &Dictionary) -> bool {
    dictionary.entry_types().is_none()
        && !dictionary.is_shared()
        && dictionary.keys().all(is_plain_key)
        && !KeyRules::GODOT_4.repeat(dictionary.as_slice())
}

/// Returns whether the text can be read back from a format of text. A byte order mark at its start would be
/// lost.
pub(super) fn is_plain_text(text: &Text) -> bool {
    text.as_str().is_some_and(|shown| shown.len() == text.len())
}

fn is_plain_key(key: &Variant) -> bool {
    matches!(key, Variant::String(text) if is_plain_text(text) && *text != CARRIED && *text != NAME)
}

/// The bytes of an opaque value, which are written as hexadecimal digits in text formats.
pub(super) struct Carried;

impl<'de> Visitor<'de> for Carried {
    type Value = Variant;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the bytes of a value")
    }

    fn visit_str<E: Error>(self, digits: &str) -> Result<Variant, E> {
        let bytes =
            crate::hex::decode(digits).ok_or_else(|| E::custom("these are not hexadecimal digits"))?;
        self.visit_bytes(&bytes)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Variant, E> {
        decode_opaque(bytes).ok_or_else(|| E::custom("these bytes are not a value"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Variant, A::Error> {
        self.visit_bytes(&Vec::deserialize(SeqAccessDeserializer::new(list))?)
    }
}

impl<'de> DeserializeSeed<'de> for Carried {
    type Value = Variant;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Variant, D::Error> {
        deserializer.deserialize_any(self)
    }
}
