//! The serializer: your types to tags.

use serde::ser::{self, Serialize};

use super::arrays::{INT_ARRAY, LONG_ARRAY};
use super::tags::TAG;
use super::{SerdeError, entry};
use crate::minecraft::nbt::{Compound, JavaStr, List, MixedListError, Numbers, Tag};
use crate::serde_forms::handed::ask;

/// The tag of a value, or `None` if the value is absent, which is allowed only for an entry of a Compound.
type Out = Result<Option<Tag>, SerdeError>;

#[derive(Clone, Copy)]
pub(super) struct TagSerializer;

/// Returns the tag of a value that must not be absent.
pub(super) fn tag_of<T: Serialize + ?Sized>(value: &T) -> Result<Tag, SerdeError> {
    value.serialize(TagSerializer)?.ok_or_else(|| {
        SerdeError::new("None can be left out of a struct or a map, but a value is needed here")
    })
}

fn some(tag: impl Into<Tag>) -> Out {
    Ok(Some(tag.into()))
}

impl ser::Serializer for TagSerializer {
    crate::serde_forms::serializer! {
        Elements Entries -> Option<Tag>;
        |x| bool: some(x), signed: some(x), unsigned: some(x.cast_signed()), float: some(x)
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
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, x: &T) -> Out {
        if name == TAG {
            let (plain, tag) = ask(|| x.serialize(self))?;
            return Ok(tag.or(plain));
        }
        Ok(match (name, x.serialize(self)?) {
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
        some(variant_of(Some(variant), tag_of(x)?))
    }
}

/// Returns a tag, inside a compound if it is the contents of an enum's variant.
fn variant_of(variant: Option<&'static str>, tag: impl Into<Tag>) -> Tag {
    let tag = tag.into();
    match variant {
        Some(variant) => Tag::Compound(Compound::from_iter([(variant, tag)])),
        None => tag,
    }
}

/// The serializer of the elements of a list.
pub(super) struct Elements {
    variant: Option<&'static str>,
    tags: Vec<Tag>,
}

impl Elements {
    fn new(variant: Option<&'static str>, _: Option<usize>) -> Self {
        Self { variant, tags: Vec::new() }
    }

    fn push<T: Serialize + ?Sized>(&mut self, x: &T) -> Result<(), SerdeError> {
        self.tags.push(tag_of(x)?);
        Ok(())
    }

    fn done(self) -> Out {
        let mixed = |error: MixedListError| SerdeError::new(error.to_string());
        some(variant_of(self.variant, List::from_tags(self.tags).map_err(mixed)?))
    }
}

/// The serializer of the entries of a compound.
pub(super) struct Entries {
    variant: Option<&'static str>,
    name: Option<JavaStr>,
    entries: Vec<(JavaStr, Tag)>,
}

impl Entries {
    fn new(variant: Option<&'static str>, _: Option<usize>) -> Self {
        Self { variant, name: None, entries: Vec::new() }
    }

    fn push<T: Serialize + ?Sized>(&mut self, name: JavaStr, x: &T) -> Result<(), SerdeError> {
        // An absent value is omitted.
        if let Some(tag) = x.serialize(TagSerializer).map_err(|error| error.inside(entry(&name)))? {
            self.entries.push((name, tag));
        }
        Ok(())
    }

    fn done(self) -> Out {
        some(variant_of(self.variant, Compound::from(self.entries)))
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
