//! The deserializer: conversion of values to the user's types.

use std::borrow::Cow;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

use super::opaque::{NAME, is_plain};
use super::source::{Opened, Pairs, Source};
use super::{MAX_DEPTH, SerdeError, math, parts};
use crate::error::Segment;
use crate::godot::ids::Kind;
use crate::godot::model::{Leaf, Numbers, Object, Parts, Text, TextRef, Variant};

type Result<T> = std::result::Result<T, SerdeError>;

/// A value that is being deserialized.
pub(super) struct Value<'de> {
    value: Source<'de>,
    /// The number of containers around it.
    depth: u32,
    /// Whether it is the list of a value's [`parts`], which have no steps in a path.
    is_parts: bool,
}

impl<'de> Value<'de> {
    /// Creates the deserializer of a value in this many containers.
    pub(super) fn new(value: Source<'de>, depth: u32) -> Self {
        Self { value, depth, is_parts: false }
    }
}

impl<'de> IntoDeserializer<'de, SerdeError> for Value<'de> {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

fn text<'de, V: Visitor<'de>>(text: &Text, visitor: V) -> Result<V::Value> {
    match text.as_str() {
        Some(text) => visitor.visit_str(text),
        None => Err(SerdeError::custom("the text is not Unicode")),
    }
}

fn field(text: &str) -> Segment {
    Segment::text(text)
}

/// Returns the step to the value of a key.
pub(super) fn label(key: &Variant) -> Segment {
    match key.as_i64() {
        Some(number) => Segment::int(number),
        None => key.as_str().map_or_else(|| Segment::literal(&key.to_string()), field),
    }
}

/// Returns the error for a value of another type.
fn other(value: &Variant) -> SerdeError {
    SerdeError::custom(format_args!("{} can only be deserialized as a Variant", value.kind()))
}

/// Passes on the numbers of a vector, or the elements of a packed array, as values.
fn elements<'de, V: Visitor<'de>>(value: &Variant, visitor: V) -> Result<V::Value> {
    match value.parts() {
        Parts::Components(structure) => {
            let numbers = structure.numbers();
            visitor.visit_seq(Items::leaves(&mut values(&numbers).map(Source::Tree)))
        }
        Parts::Elements(packed) => {
            let elements = (0..packed.len()).filter_map(|at| packed.get(at));
            visitor.visit_seq(Items::leaves(&mut elements.map(Source::Tree)))
        }
        Parts::Texts(_) | Parts::Nothing => Err(other(value)),
    }
}

/// Deserializes a value that need not be taken apart.
fn leaf<'de, V: Visitor<'de>>(value: &Variant, visitor: V) -> Result<V::Value> {
    match value.leaf() {
        Leaf::Unit | Leaf::Object(Object::Null) => visitor.visit_unit(),
        Leaf::Bool(value) => visitor.visit_bool(value),
        Leaf::Int(value) => visitor.visit_i64(value),
        Leaf::Float(value) => visitor.visit_f64(value),
        Leaf::Text(value) => text(value, visitor),
        Leaf::NodePath(path) => visitor.visit_string(path.to_string()),
        Leaf::Rid(rid) => visitor.visit_u64(rid.0),
        Leaf::Object(Object::Id(id)) => visitor.visit_u64(*id),
        Leaf::Structure(_) | Leaf::Packed(_) => elements(value, visitor),
        Leaf::Signal(_) | Leaf::Image(_) | Leaf::InputEvent(_) => Err(other(value)),
        // These were taken apart before.
        Leaf::Object(Object::Full(_)) | Leaf::Dictionary(_) | Leaf::Array(_) | Leaf::Texts(_) => {
            Err(other(value))
        }
    }
}

/// Returns the components of a structure as values.
fn values<'n>(numbers: &'n Numbers<'_>) -> Box<dyn Iterator<Item = Variant> + 'n> {
    match numbers {
        Numbers::U8(array) => Box::new(array.iter().map(Variant::from)),
        Numbers::I32(array) => Box::new(array.iter().map(Variant::from)),
        Numbers::I64(array) => Box::new(array.iter().map(Variant::from)),
        Numbers::F32(array) => Box::new(array.iter().map(Variant::from)),
        Numbers::F64(array) => Box::new(array.iter().map(Variant::from)),
    }
}

impl<'de> Deserializer<'de> for Value<'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        // Most values are not taken apart, and moving them takes longer than reading them.
        if let Some(value) = self.value.leaf() {
            return leaf(value, visitor);
        }
        let Self { value, depth, is_parts } = self;
        match Opened::from(value) {
            Opened::Items(mut items) => {
                let depth = inside(depth, items.size_hint().1 == Some(0))?;
                visitor.visit_seq(Items { items: &mut items, at: (!is_parts).then_some(0), depth })
            }
            Opened::Texts(texts) => visitor.visit_seq(Items::leaves(&mut texts.map(Source::from))),
            Opened::Entries(pairs) => visitor.visit_map(Entries::new(pairs, depth)?),
            Opened::Text(TextRef::Utf8(text)) => visitor.visit_borrowed_str(text),
            Opened::Text(TextRef::Other(other)) => text(&other, visitor),
            Opened::Bytes(Cow::Borrowed(bytes)) => visitor.visit_borrowed_bytes(bytes),
            Opened::Bytes(Cow::Owned(bytes)) => visitor.visit_byte_buf(bytes),
            Opened::Leaf(value) => leaf(&value, visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.value.tree().is_some_and(Variant::is_nil) {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Some(&Variant::Float(wide)) = self.value.tree() {
            let limit = f64::from(f32::MAX);
            if wide.is_finite() && wide.abs() > limit {
                return Err(SerdeError::invalid_value(Unexpected::Float(wide), &"f32"));
            }
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.value.kind() == Kind::PackedByteArray {
            return elements(&self.value.into_tree(), visitor);
        }
        self.deserialize_any(visitor)
    }

    /// Values and vectors of this crate use names of their own.
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name == NAME {
            let value = self.value.into_tree();
            if is_plain(&value) {
                return Self::new(Source::Tree(value), self.depth).deserialize_any(visitor);
            }
            let parts = Variant::Array(parts::parts(value)?.into());
            let pairs = Pairs::Trees(vec![(Variant::from(NAME), parts)].into_iter()).enumerate();
            return visitor.visit_map(Entries { pairs, next: None, depth: self.depth, is_parts: true });
        }
        match math::kind_of(name) {
            Some((kind, _)) if kind != self.value.kind() => {
                Err(SerdeError::custom(format_args!("expected {kind}, found {}", self.value.kind())))
            }
            Some(_) => elements(&self.value.into_tree(), visitor),
            None => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let kind = self.value.kind();
        match Opened::from(self.value) {
            Opened::Entries(pairs) if kind == Kind::Dictionary && pairs.size_hint().1 == Some(1) => {
                visitor.visit_enum(Tagged(Entries::new(pairs, self.depth)?))
            }
            Opened::Text(name) => match name.as_str() {
                Some(name) => visitor.visit_enum(name.to_owned().into_deserializer()),
                None => Err(SerdeError::custom("the text is not Unicode")),
            },
            _ => Err(SerdeError::custom(format_args!(
                "expected the name of a variant, or a Dictionary with one entry, found {}",
                kind
            ))),
        }
    }

    crate::serde_forms::deserializer! {}

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f64 char str string bytes byte_buf unit unit_struct map
        struct identifier
    }
}

/// Returns the depth of the contents of a container.
fn inside(depth: u32, is_empty: bool) -> Result<u32> {
    if is_empty || depth < MAX_DEPTH {
        return Ok(depth + 1);
    }
    Err(SerdeError::custom(format_args!("values are nested deeper than the limit of {MAX_DEPTH}")))
}

/// A list of elements. The iterator is a trait object, so that the user's type is compiled for only one kind
/// of list.
struct Items<'i, 'de> {
    items: &'i mut dyn Iterator<Item = Source<'de>>,
    /// The index of the next element, if it is a step of the path.
    at: Option<usize>,
    depth: u32,
}

impl<'i, 'de> Items<'i, 'de> {
    /// Creates a list of values that contain no other values.
    fn leaves(items: &'i mut dyn Iterator<Item = Source<'de>>) -> Self {
        Self { items, at: Some(0), depth: MAX_DEPTH }
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = SerdeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let element = seed.deserialize(Value::new(item, self.depth));
        let element = inside_of(self.at.map(Segment::Index), element)?;
        self.at = self.at.map(|at| at + 1);
        Ok(Some(element))
    }

    fn size_hint(&self) -> Option<usize> {
        self.items.size_hint().1
    }
}

/// The entries of a map, with the label of the one whose value is read next.
struct Entries<'de> {
    pairs: std::iter::Enumerate<Pairs<'de>>,
    next: Option<(Option<Segment>, Source<'de>)>,
    depth: u32,
    /// True for a single entry that stands for the parts of a value.
    is_parts: bool,
}

impl<'de> Entries<'de> {
    /// Creates the entries of a container at this depth.
    fn new(pairs: Pairs<'de>, depth: u32) -> Result<Self> {
        let depth = inside(depth, pairs.size_hint().1 == Some(0))?;
        Ok(Self { pairs: pairs.enumerate(), next: None, depth, is_parts: false })
    }

    /// Returns the value of the entry whose key was read, and its step.
    fn next_value(&mut self) -> Result<(Option<Segment>, Value<'de>)> {
        let (step, value) = self.next.take().ok_or_else(|| SerdeError::custom("a value without key"))?;
        Ok((step, Value { value, depth: self.depth, is_parts: self.is_parts }))
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = SerdeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((at, (key, value))) = self.pairs.next() else { return Ok(None) };
        self.next = Some(((!self.is_parts).then(|| key.label()), value));
        let key = seed.deserialize(Value::new(key, self.depth));
        inside_of((!self.is_parts).then_some(Segment::KeyAt(at)), key).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let (step, value) = self.next_value()?;
        inside_of(step, seed.deserialize(value))
    }

    fn size_hint(&self) -> Option<usize> {
        self.pairs.size_hint().1
    }
}

/// Adds a step to the front of an error's path.
fn inside_of<T>(step: Option<Segment>, result: Result<T>) -> Result<T> {
    result.map_err(|error| match step {
        Some(step) => error.inside(step),
        None => error,
    })
}

/// The variant of an enum with contents. The key is its name.
struct Tagged<'de>(Entries<'de>);

impl<'de> EnumAccess<'de> for Tagged<'de> {
    type Error = SerdeError;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<(T::Value, Self)> {
        let name = self.0.next_key_seed(seed)?.ok_or_else(|| SerdeError::custom("no variant"))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Tagged<'de> {
    type Error = SerdeError;

    fn unit_variant(mut self) -> Result<()> {
        MapAccess::next_value(&mut self.0)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<T::Value> {
        self.0.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, _: usize, visitor: V) -> Result<V::Value> {
        let (step, value) = self.0.next_value()?;
        inside_of(step, value.deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(mut self, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        let (step, value) = self.0.next_value()?;
        inside_of(step, value.deserialize_any(visitor))
    }
}
