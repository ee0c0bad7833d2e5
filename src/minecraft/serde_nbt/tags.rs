//! serde implementations of the types of NBT, so that they can be fields of your own types.

use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

use super::arrays::{INT_ARRAY, LONG_ARRAY};
use crate::limits::with_stack;
use crate::minecraft::nbt::{Compound, JavaStr, List, Nbt, Numbers, Tag};
use crate::minecraft::{Identifier, Protocol, Uuid};
use crate::serde_forms::handed::{is_given, taken};
use crate::serde_forms::{Bytes, signed, visit};

/// The name by which the serializer and the deserializer of this crate recognize a tag.
pub(super) const TAG: &str = "$gamewire::Tag";

/// Encodes a tag as an NBT root without a name that has the tag as its only entry.
pub(super) fn encode_tag(tag: Tag) -> Option<Vec<u8>> {
    let root = Compound::from_iter([("", tag)]);
    Protocol::V1_14.encode(&Nbt::unnamed(root)).ok()
}

/// Decodes what [`encode_tag`] encoded.
pub(super) fn decode_tag(bytes: &[u8]) -> Option<Tag> {
    let nbt: Nbt = Protocol::V1_14.parse(bytes).ok()?;
    let Tag::Compound(root) = nbt.root else { return None };
    let mut entries = root.into_iter();
    match (entries.next(), entries.next()) {
        (Some((_, tag)), None) => Some(tag),
        _ => None,
    }
}

/// The serialized form of a tag: its contents in text formats, and its bytes in others.
struct SerializedTag<'t>(&'t Tag);

impl Serialize for SerializedTag<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_given(self.0) {
            return serializer.serialize_unit();
        }
        if !serializer.is_human_readable() {
            let bytes = encode_tag(self.0.clone());
            let bytes = bytes.ok_or_else(|| S::Error::custom("NBT cannot express this tag"))?;
            return serializer.serialize_bytes(&bytes);
        }
        match self.0 {
            Tag::Byte(number) => serializer.serialize_i8(*number),
            Tag::Short(number) => serializer.serialize_i16(*number),
            Tag::Int(number) => serializer.serialize_i32(*number),
            Tag::Long(number) => serializer.serialize_i64(*number),
            Tag::Float(number) => serializer.serialize_f32(*number),
            Tag::Double(number) => serializer.serialize_f64(*number),
            Tag::ByteArray(bytes) => Bytes(bytes.as_wire()).serialize(serializer),
            Tag::String(text) => serializer.serialize_str(&text.to_string_lossy()),
            Tag::List(list) => serializer.collect_seq(list.iter().map(|element| element.to_tag())),
            Tag::Compound(compound) => {
                let mut map = serializer.serialize_map(Some(compound.len()))?;
                for (name, tag) in compound.iter() {
                    map.serialize_entry(&name.to_string_lossy(), tag)?;
                }
                map.end()
            }
            Tag::IntArray(numbers) => serializer.serialize_newtype_struct(INT_ARRAY, &numbers.to_vec()),
            Tag::LongArray(numbers) => serializer.serialize_newtype_struct(LONG_ARRAY, &numbers.to_vec()),
        }
    }
}

impl Serialize for Tag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        with_stack(|| serializer.serialize_newtype_struct(TAG, &SerializedTag(self)))
    }
}

impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let is_text = deserializer.is_human_readable();
        with_stack(|| deserializer.deserialize_newtype_struct(TAG, Field { is_text }))
    }
}

/// Generates the serde implementations of the contents of a tag.
macro_rules! parts {
    ($($part:ident $name:literal;)+) => {$(
        impl Serialize for $part {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Tag::$part(self.clone()).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $part {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                match Tag::deserialize(deserializer)? {
                    Tag::$part(part) => Ok(part),
                    other => {
                        let found = crate::error::with_article(other.id().name());
                        Err(D::Error::custom(format_args!(concat!("expected a ", $name, ", found {}"), found)))
                    }
                }
            }
        }
    )+};
}

parts! {
    Compound "Compound";
    List "List";
}

crate::serde_forms::as_text! {
    Identifier: "an identifier";
    Protocol: "the name of a protocol";
    Uuid: "a UUID";
}

/// Serializes text, in which unpaired surrogates are replaced. They do not occur in names of the game's files.
impl Serialize for JavaStr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_string_lossy())
    }
}

impl<'de> Deserialize<'de> for JavaStr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

/// A tag as a field. This crate's deserializer provides the tag, binary formats its bytes, and text formats its contents.
struct Field {
    is_text: bool,
}

impl<'de> Visitor<'de> for Field {
    type Value = Tag;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tag")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Tag, D::Error> {
        if let Some(tag) = taken() {
            return Ok(tag);
        }
        if self.is_text { inner.deserialize_any(Any) } else { inner.deserialize_byte_buf(Encoded) }
    }
}

/// Reads any value of a text format: numbers of 64 bits, text, lists and maps.
struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Tag;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that NBT has")
    }

    visit! { Tag:
        visit_bool(x: bool) => Ok(x.into());
        visit_i8(x: i8) => Ok(x.into());
        visit_i16(x: i16) => Ok(x.into());
        visit_i32(x: i32) => Ok(x.into());
        visit_i64(x: i64) => Ok(x.into());
        visit_u64(x: u64) => signed(x).map(Tag::Long);
        visit_f32(x: f32) => Ok(x.into());
        visit_f64(x: f64) => Ok(x.into());
        visit_str(x: &str) => Ok(x.into());
        visit_bytes(x: &[u8]) => Numbers::try_from_wire(x).map(Tag::ByteArray).map_err(E::custom);
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Tag, D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Tag, A::Error> {
        let tags = Vec::deserialize(SeqAccessDeserializer::new(list))?;
        List::from_tags(tags).map(Tag::List).map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tag, A::Error> {
        let mut entries = Vec::new();
        while let Some((name, tag)) = map.next_entry::<JavaStr, _>()? {
            entries.push((name, tag));
        }
        Ok(Tag::Compound(entries.into()))
    }
}

/// Reads the bytes of a tag.
struct Encoded;

impl<'de> Visitor<'de> for Encoded {
    type Value = Tag;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a tag")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Tag, E> {
        decode_tag(bytes).ok_or_else(|| E::custom("these bytes are not a tag"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Tag, A::Error> {
        self.visit_bytes(&Vec::deserialize(SeqAccessDeserializer::new(list))?)
    }
}
