//! Your types to tags.

use serde::ser::{self, Serialize};

use super::arrays::{INT_ARRAY, LONG_ARRAY};
use super::{SerdeError, entry};
use crate::minecraft::nbt::{Compound, JavaStr, List, Packed, Tag};

type Out = Result<Tag<'static>, SerdeError>;

pub(super) struct TagSerializer;

impl ser::Serializer for TagSerializer {
    type Ok = Tag<'static>;
    type Error = SerdeError;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Elements;
    type SerializeTupleVariant = Elements;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Entries;

    fn serialize_bool(self, x: bool) -> Out {
        Ok(x.into())
    }
    fn serialize_i8(self, x: i8) -> Out {
        Ok(x.into())
    }
    fn serialize_i16(self, x: i16) -> Out {
        Ok(x.into())
    }
    fn serialize_i32(self, x: i32) -> Out {
        Ok(x.into())
    }
    fn serialize_i64(self, x: i64) -> Out {
        Ok(x.into())
    }
    fn serialize_u8(self, x: u8) -> Out {
        Ok(i16::from(x).into())
    }
    fn serialize_u16(self, x: u16) -> Out {
        Ok(i32::from(x).into())
    }
    fn serialize_u32(self, x: u32) -> Out {
        Ok(i64::from(x).into())
    }
    fn serialize_u64(self, x: u64) -> Out {
        let long = i64::try_from(x).map_err(|_| SerdeError::new(format!("{x} does not fit a Long")))?;
        Ok(long.into())
    }
    fn serialize_f32(self, x: f32) -> Out {
        Ok(x.into())
    }
    fn serialize_f64(self, x: f64) -> Out {
        Ok(x.into())
    }
    fn serialize_char(self, x: char) -> Out {
        Ok(x.to_string().into())
    }
    fn serialize_str(self, x: &str) -> Out {
        Ok(x.to_string().into())
    }
    fn serialize_bytes(self, x: &[u8]) -> Out {
        let bytes = Packed::from_bytes(x.to_vec()).map_err(|_| SerdeError::new("bytes are whole"))?;
        Ok(Tag::ByteArray(bytes))
    }
    fn serialize_none(self) -> Out {
        Err(SerdeError::new("None can only be left out of a struct or map, here something is needed"))
    }
    fn serialize_some<T: Serialize + ?Sized>(self, x: &T) -> Out {
        x.serialize(self)
    }
    fn serialize_unit(self) -> Out {
        Ok(Compound::new().into())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Out {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Out {
        Ok(Tag::String(variant.into()))
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, x: &T) -> Out {
        let tag = x.serialize(self)?;
        match (name, tag) {
            (INT_ARRAY, Tag::List(List::Int(numbers))) => Ok(Tag::IntArray(numbers)),
            (LONG_ARRAY, Tag::List(List::Long(numbers))) => Ok(Tag::LongArray(numbers)),
            (INT_ARRAY, Tag::List(List::End)) => Ok(Tag::IntArray(Packed::default())),
            (LONG_ARRAY, Tag::List(List::End)) => Ok(Tag::LongArray(Packed::default())),
            (_, tag) => Ok(tag),
        }
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        x: &T,
    ) -> Out {
        Ok(variant_of(variant, x.serialize(self)?))
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

fn variant_of(variant: &'static str, tag: Tag<'static>) -> Tag<'static> {
    Tag::Compound(Compound::from_iter([(variant, tag)]))
}

/// Elements of a list on their way.
#[derive(Default)]
pub(super) struct Elements {
    variant: Option<&'static str>,
    tags: Vec<Tag<'static>>,
}

impl Elements {
    fn push<T: Serialize + ?Sized>(&mut self, x: &T) -> Result<(), SerdeError> {
        self.tags.push(x.serialize(TagSerializer)?);
        Ok(())
    }

    fn finish(self) -> Out {
        let types: Vec<_> = self.tags.iter().map(|tag| tag.id().name()).collect();
        let mixed = |at: usize| {
            let (first, other) = (types.first().unwrap_or(&""), types.get(at).unwrap_or(&""));
            SerdeError::new(format!("a list holds one type: element 0 is {first}, element {at} is {other}"))
        };
        let list = Tag::List(List::from_tags(self.tags).map_err(mixed)?);
        Ok(match self.variant {
            Some(variant) => variant_of(variant, list),
            None => list,
        })
    }
}

macro_rules! elements {
    ($($trait:ident, $method:ident;)*) => {$(
        impl ser::$trait for Elements {
            type Ok = Tag<'static>;
            type Error = SerdeError;
            fn $method<T: Serialize + ?Sized>(&mut self, x: &T) -> Result<(), SerdeError> {
                self.push(x)
            }
            fn end(self) -> Out {
                self.finish()
            }
        }
    )*};
}

elements! {
    SerializeSeq, serialize_element;
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

/// Entries of a compound on their way.
#[derive(Default)]
pub(super) struct Entries {
    variant: Option<&'static str>,
    name: Option<JavaStr<'static>>,
    entries: Vec<(JavaStr<'static>, Tag<'static>)>,
}

impl Entries {
    fn push<T: Serialize + ?Sized>(&mut self, name: JavaStr<'static>, x: &T) -> Result<(), SerdeError> {
        // What is absent is written as nothing.
        if x.serialize(Absent).is_ok() {
            return Ok(());
        }
        let tag = x.serialize(TagSerializer).map_err(|error| error.inside(|| entry(&name)))?;
        self.entries.push((name, tag));
        Ok(())
    }

    fn finish(self) -> Out {
        let compound = Tag::Compound(self.entries.into());
        Ok(match self.variant {
            Some(variant) => variant_of(variant, compound),
            None => compound,
        })
    }
}

macro_rules! entries {
    ($($trait:ident;)*) => {$(
        impl ser::$trait for Entries {
            type Ok = Tag<'static>;
            type Error = SerdeError;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                x: &T,
            ) -> Result<(), SerdeError> {
                self.push(name.into(), x)
            }
            fn end(self) -> Out {
                self.finish()
            }
        }
    )*};
}

entries! {
    SerializeStruct;
    SerializeStructVariant;
}

impl ser::SerializeMap for Entries {
    type Ok = Tag<'static>;
    type Error = SerdeError;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerdeError> {
        match key.serialize(TagSerializer)? {
            Tag::String(name) => {
                self.name = Some(name);
                Ok(())
            }
            other => {
                Err(SerdeError::new(format!("names in a Compound are text, not a {}", other.id().name())))
            }
        }
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, x: &T) -> Result<(), SerdeError> {
        let name = self.name.take().ok_or_else(|| SerdeError::new("a value came without its key"))?;
        self.push(name, x)
    }
    fn end(self) -> Out {
        self.finish()
    }
}

/// Answers one question: is it `None`? Everything else is an error, before anything is looked at.
struct Absent;

type Answer = Result<(), NotAbsent>;

#[derive(Debug)]
struct NotAbsent;

impl std::fmt::Display for NotAbsent {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}

impl std::error::Error for NotAbsent {}

impl ser::Error for NotAbsent {
    fn custom<M: std::fmt::Display>(_: M) -> Self {
        Self
    }
}

macro_rules! present {
    ($($method:ident($($type:ty),*);)*) => {
        $(fn $method(self, $(_: $type),*) -> Answer { Err(NotAbsent) })*
    };
    (compound: $($method:ident($($type:ty),*) -> $out:ident;)*) => {
        $(fn $method(self, $(_: $type),*) -> Result<Self::$out, NotAbsent> { Err(NotAbsent) })*
    };
}

impl ser::Serializer for Absent {
    type Ok = ();
    type Error = NotAbsent;
    type SerializeSeq = ser::Impossible<(), NotAbsent>;
    type SerializeTuple = ser::Impossible<(), NotAbsent>;
    type SerializeTupleStruct = ser::Impossible<(), NotAbsent>;
    type SerializeTupleVariant = ser::Impossible<(), NotAbsent>;
    type SerializeMap = ser::Impossible<(), NotAbsent>;
    type SerializeStruct = ser::Impossible<(), NotAbsent>;
    type SerializeStructVariant = ser::Impossible<(), NotAbsent>;

    fn serialize_none(self) -> Answer {
        Ok(())
    }
    present! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }
    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Answer {
        Err(NotAbsent)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, x: &T) -> Answer {
        x.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Answer {
        Err(NotAbsent)
    }
    present! { compound:
        serialize_seq(Option<usize>) -> SerializeSeq;
        serialize_tuple(usize) -> SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> SerializeTupleVariant;
        serialize_map(Option<usize>) -> SerializeMap;
        serialize_struct(&'static str, usize) -> SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant;
    }
}
