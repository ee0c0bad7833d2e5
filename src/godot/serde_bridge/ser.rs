//! The serializer: conversion of the user's types to values.

use serde::ser::{Error, Serialize, SerializeMap, Serializer};

use super::opaque::NAME;
use super::{SerdeError, math};
use crate::error::Segment;
use crate::godot::model::{Array, Dictionary, Packed, Variant};
use crate::serde_forms::handed::ask;

type Result<T = Variant, E = SerdeError> = std::result::Result<T, E>;

/// A serializer that creates a value.
#[derive(Clone, Copy)]
pub(super) struct ToVariant;

fn text(text: &str) -> Variant {
    Variant::from(text.to_owned())
}

/// Returns `{"Variant": contents}` for the contents of an enum's variant, and other contents as they are.
fn tagged(variant: Option<&str>, contents: Variant) -> Variant {
    match variant {
        Some(variant) => Variant::Dictionary(Dictionary::from(vec![(text(variant), contents)])),
        None => contents,
    }
}

/// Adds the step into an enum's variant to the error.
fn inside(variant: Option<&str>, error: SerdeError) -> SerdeError {
    match variant {
        Some(variant) => error.inside(field(variant)),
        None => error,
    }
}

fn int<T: TryInto<i64> + std::fmt::Display + Copy>(value: T) -> Result {
    let past = |_| SerdeError::custom(format_args!("{value} is out of range; an int has 64 bits with sign"));
    value.try_into().map(Variant::Int).map_err(past)
}

impl Serializer for ToVariant {
    crate::serde_forms::serializer! {
        List Map -> Variant;
        |x| bool: Ok(x.into()), signed: int(x), unsigned: int(x), float: Ok(x.into())
    }

    fn serialize_i128(self, value: i128) -> Result {
        int(value)
    }
    fn serialize_u128(self, value: u128) -> Result {
        int(value)
    }
    fn serialize_char(self, value: char) -> Result {
        Ok(text(value.encode_utf8(&mut [0; 4])))
    }
    fn serialize_str(self, value: &str) -> Result {
        Ok(text(value))
    }
    fn serialize_bytes(self, value: &[u8]) -> Result {
        Ok(Packed::<u8>::from_wire(value.to_vec()).into())
    }
    fn serialize_none(self) -> Result {
        Ok(Variant::Nil)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result {
        Ok(Variant::Nil)
    }
    /// Values and vectors of this crate use names of their own.
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result {
        if name == NAME {
            let (plain, value) = ask(|| value.serialize(self))?;
            return Ok(value.unwrap_or(plain));
        }
        let plain = value.serialize(self)?;
        let Variant::Array(items) = &plain else { return Ok(plain) };
        let Some((kind, is_wide)) = math::kind_of(name) else { return Ok(plain) };
        let numbers: Vec<f64> = items.iter().filter_map(Variant::as_f64).collect();
        math::value_of(kind, is_wide, &numbers).ok_or_else(|| SerdeError::custom("wrong count of numbers"))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        let contents = value.serialize(self).map_err(|error| error.inside(field(variant)))?;
        Ok(tagged(Some(variant), contents))
    }
}

fn field(name: &str) -> Segment {
    Segment::text(name)
}

/// An array that is being built, which may be the contents of an enum's variant.
pub(super) struct List {
    variant: Option<&'static str>,
    items: Vec<Variant>,
}

impl List {
    /// The length is only a hint and may be wrong, so that the capacity is limited.
    fn new(variant: Option<&'static str>, len: Option<usize>) -> Self {
        Self { variant, items: Vec::with_capacity(len.unwrap_or(0).min(1 << 12)) }
    }

    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let at = self.items.len();
        let item = value.serialize(ToVariant).map_err(|error| error.inside(Segment::Index(at)));
        self.items.push(item.map_err(|error| inside(self.variant, error))?);
        Ok(())
    }

    fn done(self) -> Result {
        Ok(tagged(self.variant, Variant::Array(Array::from(self.items))))
    }
}

/// A dictionary that is being built, which may be the contents of an enum's variant.
pub(super) struct Map {
    variant: Option<&'static str>,
    pairs: Vec<(Variant, Variant)>,
    key: Variant,
}

impl Map {
    fn new(variant: Option<&'static str>, _: Option<usize>) -> Self {
        Self { variant, pairs: Vec::new(), key: Variant::Nil }
    }

    fn push<T: Serialize + ?Sized>(&mut self, key: Variant, value: &T) -> Result<()> {
        let step = || super::source::label(&key);
        let value = value.serialize(ToVariant).map_err(|error| error.inside(step()));
        self.pairs.push((key, value.map_err(|error| inside(self.variant, error))?));
        Ok(())
    }

    fn done(self) -> Result {
        Ok(tagged(self.variant, Variant::Dictionary(Dictionary::from(self.pairs))))
    }
}

crate::serde_forms::collectors! { List Map -> Variant }

impl SerializeMap for Map {
    type Ok = Variant;
    type Error = SerdeError;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let at = self.pairs.len();
        self.key = key.serialize(ToVariant).map_err(|error| error.inside(Segment::KeyAt(at)))?;
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let key = std::mem::take(&mut self.key);
        self.push(key, value)
    }
    fn end(self) -> Result {
        self.done()
    }
}
