//! The deserializer: tags to your types.

use std::collections::HashSet;
use std::vec;

use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::arrays::{INT_ARRAY, LONG_ARRAY};
use super::tags::{TAG, encode_tag};
use super::{SerdeError, entry};
use crate::error::Segment;
use crate::minecraft::nbt::lent::{Compound, JavaStr, List, Numbers, Tag};

pub(super) struct TagDeserializer<'de>(pub(super) Tag<'de>);

fn no_unicode(text: &JavaStr<'_>) -> SerdeError {
    SerdeError::new(format!(
        "the text {text:?} has unpaired surrogates, which a Rust string cannot represent"
    ))
}

fn is_not(tag: &Tag<'_>, needed: &str) -> SerdeError {
    SerdeError::new(format!("expected {needed}, found {}", crate::error::with_article(tag.id().name())))
}

/// Reads an unsigned integer from the tag of its width by its bits, and from all others by their values.
macro_rules! unsigned {
    ($($method:ident: $tag:ident $visit:ident;)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
            if let Tag::$tag(x) = self.0 {
                return visitor.$visit(x.cast_unsigned());
            }
            self.deserialize_any(visitor)
        }
    )+};
}

impl<'de> Deserializer<'de> for TagDeserializer<'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.0 {
            Tag::Byte(x) => visitor.visit_i8(x),
            Tag::Short(x) => visitor.visit_i16(x),
            Tag::Int(x) => visitor.visit_i32(x),
            Tag::Long(x) => visitor.visit_i64(x),
            Tag::Float(x) => visitor.visit_f32(x),
            Tag::Double(x) => visitor.visit_f64(x),
            Tag::ByteArray(x) => visit_byte_array(&x, visitor),
            Tag::String(x) => match (x.borrowed_str(), x.to_str()) {
                (Some(text), _) => visitor.visit_borrowed_str(text),
                (None, Some(text)) => visitor.visit_str(&text),
                (None, None) => Err(no_unicode(&x)),
            },
            Tag::List(x) => visit_list(x, visitor),
            Tag::Compound(x) => visitor.visit_map(Entries::new(x)),
            Tag::IntArray(x) => visit_list(List::Int(x), visitor),
            Tag::LongArray(x) => visit_list(List::Long(x), visitor),
        }
    }

    unsigned! {
        deserialize_u8: Byte visit_u8;
        deserialize_u16: Short visit_u16;
        deserialize_u32: Int visit_u32;
        deserialize_u64: Long visit_u64;
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.0 {
            Tag::Byte(0) => visitor.visit_bool(false),
            Tag::Byte(1) => visitor.visit_bool(true),
            Tag::Byte(x) => Err(SerdeError::new(format!("a Boolean is the Byte 0 or 1, not {x}"))),
            other => Err(is_not(&other, "a Boolean, which is a Byte,")),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_some(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.0 {
            Tag::List(list) => visit_list(list, visitor),
            other => Err(is_not(&other, "a List")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, SerdeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        match (name, self.0) {
            (TAG, tag) => {
                let bytes = encode_tag(tag);
                visitor.visit_byte_buf(bytes.ok_or_else(|| SerdeError::new("NBT cannot express this tag"))?)
            }
            (INT_ARRAY, Tag::IntArray(x)) => visit_list(List::Int(x), visitor),
            (INT_ARRAY, other) => Err(is_not(&other, "an Int_Array")),
            (LONG_ARRAY, Tag::LongArray(x)) => visit_list(List::Long(x), visitor),
            (LONG_ARRAY, other) => Err(is_not(&other, "a Long_Array")),
            (_, tag) => visitor.visit_newtype_struct(Self(tag)),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.0 {
            Tag::ByteArray(x) => visit_byte_array(&x, visitor),
            other => Err(is_not(&other, "a Byte_Array")),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.0 {
            Tag::Compound(compound) if compound.is_empty() => visitor.visit_unit(),
            other => Err(is_not(&other, "an empty Compound")),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        match self.0 {
            Tag::String(name) => {
                let name = name.to_str().ok_or_else(|| no_unicode(&name))?.into_owned();
                visitor.visit_enum(name.into_deserializer())
            }
            Tag::Compound(compound) => {
                let mut entries = compound.into_iter();
                match (entries.next(), entries.next()) {
                    (Some((name, tag)), None) => visitor.visit_enum(Variant { name, tag }),
                    _ => Err(SerdeError::new("a variant with data is a Compound of exactly one entry")),
                }
            }
            other => Err(is_not(&other, "a variant, as String or Compound,")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u128 f32 f64 char str string map struct identifier
    }
}

fn visit_byte_array<'de, V: Visitor<'de>>(x: &Numbers<'de, i8>, visitor: V) -> Result<V::Value, SerdeError> {
    match x.borrowed_wire() {
        Some(bytes) => visitor.visit_borrowed_bytes(bytes),
        None => visitor.visit_bytes(x.as_wire()),
    }
}

fn visit_list<'de, V: Visitor<'de>>(list: List<'de>, visitor: V) -> Result<V::Value, SerdeError> {
    visitor.visit_seq(Elements { rest: list.into_tags().into_iter(), at: 0 })
}

struct Elements<'de> {
    rest: vec::IntoIter<Tag<'de>>,
    at: usize,
}

impl<'de> de::SeqAccess<'de> for Elements<'de> {
    type Error = SerdeError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, SerdeError> {
        let Some(tag) = self.rest.next() else {
            return Ok(None);
        };
        let at = self.at;
        self.at += 1;
        let element = seed.deserialize(TagDeserializer(tag));
        element.map(Some).map_err(|error| error.inside(Segment::Index(at)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Entries<'de> {
    /// The remaining entries, the last one first.
    rest: vec::IntoIter<(JavaStr<'de>, Tag<'de>)>,
    tag: Option<(JavaStr<'de>, Tag<'de>)>,
}

impl<'de> Entries<'de> {
    /// Creates the map of the entries. If several have the same name, only the last one is used.
    fn new(mut compound: Compound<'de>) -> Self {
        let mut seen = HashSet::new();
        let counts: Vec<bool> = compound.entries().iter().rev().map(|(name, _)| seen.insert(name)).collect();
        if counts.contains(&false) {
            let mut counts = counts.into_iter().rev();
            compound.edit(|entries| entries.retain(|_| counts.next().unwrap_or(true)));
        }
        Self { rest: compound.into_iter(), tag: None }
    }
}

impl<'de> de::MapAccess<'de> for Entries<'de> {
    type Error = SerdeError;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, SerdeError> {
        self.tag = self.rest.next();
        let Some((name, _)) = &self.tag else {
            return Ok(None);
        };
        match (name.borrowed_str(), name.to_str()) {
            (Some(text), _) => seed.deserialize(BorrowedStrDeserializer::new(text)).map(Some),
            (None, Some(text)) => seed.deserialize(StringDeserializer::new(text.into_owned())).map(Some),
            (None, None) => Err(no_unicode(name)),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, SerdeError> {
        match self.tag.take() {
            Some((name, tag)) => {
                seed.deserialize(TagDeserializer(tag)).map_err(|error| error.inside(entry(&name)))
            }
            None => Err(SerdeError::new("a value was asked for before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Variant<'de> {
    name: JavaStr<'de>,
    tag: Tag<'de>,
}

impl<'de> de::EnumAccess<'de> for Variant<'de> {
    type Error = SerdeError;
    type Variant = TagContents<'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, TagContents<'de>), SerdeError> {
        let name = self.name.to_str().ok_or_else(|| no_unicode(&self.name))?.into_owned();
        let variant = seed.deserialize(StringDeserializer::<SerdeError>::new(name))?;
        Ok((variant, TagContents(self.tag)))
    }
}

struct TagContents<'de>(Tag<'de>);

impl<'de> VariantAccess<'de> for TagContents<'de> {
    type Error = SerdeError;

    fn unit_variant(self) -> Result<(), SerdeError> {
        Err(SerdeError::new("a variant without data is a String"))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, SerdeError> {
        seed.deserialize(TagDeserializer(self.0))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, SerdeError> {
        TagDeserializer(self.0).deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        TagDeserializer(self.0).deserialize_any(visitor)
    }
}
