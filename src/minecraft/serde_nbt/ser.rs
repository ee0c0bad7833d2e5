//! The serializer: your types to tags.

use serde::ser::{self, Serialize};

use super::arrays::{INT_ARRAY, LONG_ARRAY};
use super::tags::{TAG, decode_tag};
use super::{SerdeError, entry};
use crate::minecraft::nbt::MixedListError;
use crate::minecraft::nbt::{Compound, JavaStr, List, Numbers, Tag};

/// The tag of a value, or `None` if the value is absent, which is allowed only for an entry of a Compound.
type Out = Result<Option<Tag>, SerdeError>;

#[derive(Clone, Copy)]
pub(super) struct TagSerializer {
    /// Whether a tag of this crate follows, which is serialized as its bytes.
    is_tag: bool,
}

impl TagSerializer {
    const NEW: Self = Self { is_tag: false };
}

/// Returns the tag of a value that must not be absent.
pub(super) fn tag_of<T: Serialize + ?Sized>(value: &T) -> Result<Tag, SerdeError> {
    value.serialize(TagSerializer::NEW)?.ok_or_else(|| {
        SerdeError::new("None can only be left out of a struct or map, here something is needed")
    })
}

fn some(tag: impl Into<Tag>) -> Out {
    Ok(Some(tag.into()))
}

impl ser::Serializer for TagSerializer {
    type Ok = Option<Tag>;
    type Error = SerdeError;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Elements;
    type SerializeTupleVariant = Elements;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Entries;

    fn is_human_readable(&self) -> bool {
        !self.is_tag
    }
    fn serialize_bool(self, x: bool) -> Out {
        some(x)
    }
    fn serialize_i8(self, x: i8) -> Out {
        some(x)
    }
    fn serialize_i16(self, x: i16) -> Out {
        some(x)
    }
    fn serialize_i32(self, x: i32) -> Out {
        some(x)
    }
    fn serialize_i64(self, x: i64) -> Out {
        some(x)
    }
    fn serialize_u8(self, x: u8) -> Out {
        some(x.cast_signed())
    }
    fn serialize_u16(self, x: u16) -> Out {
        some(x.cast_signed())
    }
    fn serialize_u32(self, x: u32) -> Out {
        some(x.cast_signed())
    }
    fn serialize_u64(self, x: u64) -> Out {
        some(x.cast_signed())
    }
    fn serialize_f32(self, x: f32) -> Out {
        some(x)
    }
    fn serialize_f64(self, x: f64) -> Out {
        some(x)
    }
    fn serialize_char(self, x: char) -> Out {
        some(x.to_string())
    }
    fn serialize_str(self, x: &str) -> Out {
        some(x.to_string())
    }
    fn serialize_bytes(self, x: &[u8]) -> Out {
        let bytes = Numbers::try_from_wire(x).map_err(|error| SerdeError::new(error.to_string()))?;
        some(Tag::ByteArray(bytes))
    }
    fn serialize_none(self) -> Out {
        Ok(None)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, x: &T) -> Out {
        // `Some(None)` is an error, because it would be read back as `None`.
        tag_of(x).map(Some)
    }
    fn serialize_unit(self) -> Out {
        some(Compound::new())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Out {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Out {
        some(Tag::String(variant.into()))
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, x: &T) -> Out {
        let tag = x.serialize(Self { is_tag: name == TAG })?;
        Ok(match (name, tag) {
            (TAG, Some(Tag::ByteArray(bytes))) => {
                let tag = decode_tag(bytes.as_wire());
                Some(tag.ok_or_else(|| SerdeError::new("these bytes are not a tag"))?)
            }
            (INT_ARRAY, Some(Tag::List(List::Int(numbers)))) => Some(Tag::IntArray(numbers)),
            (LONG_ARRAY, Some(Tag::List(List::Long(numbers)))) => Some(Tag::LongArray(numbers)),
            (INT_ARRAY, Some(Tag::List(List::End))) => Some(Tag::IntArray(Numbers::default())),
            (LONG_ARRAY, Some(Tag::List(List::End))) => Some(Tag::LongArray(Numbers::default())),
            (_, tag) => tag,
        })
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        x: &T,
    ) -> Out {
        some(variant_of(variant, tag_of(x)?))
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Elements, SerdeError> {
        Ok(Elements::default())
    }
    fn serialize_tuple(self, _: usize) -> Result<Elements, SerdeError> {
        Ok(Elements::default())
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Elements, SerdeError> {
        Ok(Elements::default())
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Elements, SerdeError> {
        Ok(Elements { variant: Some(variant), tags: Vec::new() })
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Entries, SerdeError> {
        Ok(Entries::default())
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Entries, SerdeError> {
        Ok(Entries::default())
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Entries, SerdeError> {
        Ok(Entries { variant: Some(variant), ..Entries::default() })
    }
}

fn variant_of(variant: &'static str, tag: Tag) -> Tag {
    Tag::Compound(Compound::from_iter([(variant, tag)]))
}

/// The serializer of the elements of a list.
#[derive(Default)]
pub(super) struct Elements {
    variant: Option<&'static str>,
    tags: Vec<Tag>,
}

impl Elements {
    fn push<T: Serialize + ?Sized>(&mut self, x: &T) -> Result<(), SerdeError> {
        self.tags.push(tag_of(x)?);
        Ok(())
    }

    fn done(self) -> Out {
        let mixed = |error: MixedListError| SerdeError::new(error.to_string());
        let list = Tag::List(List::from_tags(self.tags).map_err(mixed)?);
        some(match self.variant {
            Some(variant) => variant_of(variant, list),
            None => list,
        })
    }
}

/// The serializer of the entries of a compound.
#[derive(Default)]
pub(super) struct Entries {
    variant: Option<&'static str>,
    name: Option<JavaStr>,
    entries: Vec<(JavaStr, Tag)>,
}

impl Entries {
    fn push<T: Serialize + ?Sized>(&mut self, name: JavaStr, x: &T) -> Result<(), SerdeError> {
        // An absent value is omitted.
        if let Some(tag) = x.serialize(TagSerializer::NEW).map_err(|error| error.inside(entry(&name)))? {
            self.entries.push((name, tag));
        }
        Ok(())
    }

    fn done(self) -> Out {
        let compound = Tag::Compound(self.entries.into());
        some(match self.variant {
            Some(variant) => variant_of(variant, compound),
            None => compound,
        })
    }
}

crate::serde_forms::collectors! { Elements Entries -> Option<Tag> }

impl ser::SerializeMap for Entries {
    type Ok = Option<Tag>;
    type Error = SerdeError;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerdeError> {
        match tag_of(key)? {
            Tag::String(name) => {
                self.name = Some(name);
                Ok(())
            }
            other => Err(SerdeError::new(format!(
                "names in a Compound are text, not {}",
                crate::error::with_article(other.id().name())
            ))),
        }
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, x: &T) -> Result<(), SerdeError> {
        let name = self.name.take().ok_or_else(|| SerdeError::new("a value came without its key"))?;
        self.push(name, x)
    }
    fn end(self) -> Out {
        self.done()
    }
}
