//! Values that serde has no type for, which are stored as the bytes that an engine writes.

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize as _, DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};

use crate::godot::decode::Decoder;
use crate::godot::dialect::Dialect;
use crate::godot::ids::Doubles;
use crate::godot::model::{Dictionary, KeyRules, Leaf, Object, Text, Variant};

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

/// Encodes a value that serde has no type for, as bytes.
pub(super) fn encode_opaque(value: &Variant) -> Option<Vec<u8>> {
    let say = |dialect: Dialect| {
        let at = CARRIERS.iter().position(|carrier| *carrier == dialect)?;
        let mut bytes = vec![u8::try_from(at).ok()?];
        dialect.encode_into(value, &mut bytes).ok()?;
        Some(bytes)
    };
    match carrier(value)? {
        // Godot 3 would write it as another value.
        Dialect::GODOT_2 => say(Dialect::GODOT_2),
        // Godot 4 cannot represent text that is not Unicode.
        dialect => say(dialect).or_else(|| say(Dialect::GODOT_3)),
    }
}

/// Returns the dialect that has the type and can express the whole value.
fn carrier(value: &Variant) -> Option<Dialect> {
    let doubles = |part: &Variant| part.kind().doubles();
    let is_wide = |part: &Variant| matches!(part, Variant::Double(_));
    let holds = |is: &dyn Fn(&Variant) -> bool| value.walk().with_keys().any(is);
    match value {
        _ if holds(&is_of_godot_2) => Some(Dialect::GODOT_2),
        Variant::Object(Object::Null) => Some(Dialect::GODOT_3),
        // A dialect writes all components with one width.
        _ if holds(&|part| is_wide(part) && doubles(part) == Doubles::Documented) => {
            (!holds(&|part| !is_wide(part) && doubles(part) != Doubles::Never))
                .then_some(Dialect::GODOT_3.double())
        }
        _ if holds(&is_wide) => (!holds(&|part| !is_wide(part) && doubles(part) == Doubles::Flagged))
            .then_some(Dialect::GODOT_4.double()),
        other => CARRIERS.into_iter().find(|dialect| dialect.id(other.kind()).is_some()),
    }
}

/// Returns whether only Godot 2 has the value, and others would write it differently.
fn is_of_godot_2(value: &Variant) -> bool {
    match value.leaf() {
        Leaf::Array(array) => array.is_shared(),
        Leaf::Dictionary(dictionary) => dictionary.is_shared(),
        Leaf::NodePath(path) => path.property.is_some(),
        // Images and input events cannot be carried by any other dialect. All other values are equal.
        _ => false,
    }
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
