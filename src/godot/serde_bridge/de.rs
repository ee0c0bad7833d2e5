//! Values to your types.

use serde::de::value::SeqDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

use super::opaque::{NAME, is_plain};
use super::{MAX_DEPTH, SerdeError, math, parts};
use crate::error::Segment;
use crate::godot::model::{Leaf, Numbers, Object, Parts, Text, Variant};

type Result<T> = std::result::Result<T, SerdeError>;

/// A value to be read, and how many others it is inside of.
pub(super) struct Value<'de>(pub(super) Variant<'de>, pub(super) u32);

impl<'de> IntoDeserializer<'de, SerdeError> for Value<'de> {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

fn text<'de, V: Visitor<'de>>(text: &Text<'de>, visitor: V) -> Result<V::Value> {
    match (text.borrowed_str(), text.as_str()) {
        (Some(borrowed), _) => visitor.visit_borrowed_str(borrowed),
        (None, Some(owned)) => visitor.visit_str(owned),
        (None, None) => Err(SerdeError::custom("the text is not Unicode")),
    }
}

fn field(text: &str) -> Segment {
    Segment::text(text)
}

/// The step to the value of a key.
pub(super) fn label(key: &Variant<'_>) -> Segment {
    match key.as_i64() {
        Some(number) => Segment::int(number),
        None => key.as_str().map_or_else(|| Segment::literal(&key.to_string()), field),
    }
}

impl<'de> Value<'de> {
    /// Returns the error for a value of another type.
    fn other(&self) -> SerdeError {
        SerdeError::custom(format_args!("{} is read only as a Variant", self.0.kind()))
    }
}

impl<'de> Value<'de> {
    /// Hands over the numbers of a vector, or the elements of a packed array as values.
    fn elements<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0.parts() {
            Parts::Components(structure) => numbers(&structure.numbers(), visitor),
            Parts::Elements(packed) => {
                let items = (0..packed.len()).filter_map(|at| packed.get(at));
                visitor.visit_seq(Items { items, at: 0, depth: MAX_DEPTH })
            }
            Parts::Texts(_) | Parts::Nothing => Err(self.other()),
        }
    }

    /// Everything that nothing has to be taken out of.
    fn leaf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0.leaf() {
            Leaf::Unit | Leaf::Object(Object::Null) => visitor.visit_unit(),
            Leaf::Bool(value) => visitor.visit_bool(value),
            Leaf::Int(value) => visitor.visit_i64(value),
            Leaf::Float(value) => visitor.visit_f64(value),
            Leaf::Text(value) => text(value, visitor),
            Leaf::NodePath(path) => visitor.visit_string(path.to_string()),
            Leaf::Rid(rid) => visitor.visit_u64(rid.0),
            Leaf::Object(Object::Id(id)) => visitor.visit_u64(*id),
            Leaf::Structure(_) | Leaf::Packed(_) => self.elements(visitor),
            Leaf::Signal(_) | Leaf::Image(_) | Leaf::InputEvent(_) => Err(self.other()),
            // Taken apart before.
            Leaf::Object(Object::Full(_)) | Leaf::Dictionary(_) | Leaf::Array(_) | Leaf::Texts(_) => {
                Err(self.other())
            }
        }
    }
}

fn numbers<'de, V: Visitor<'de>>(numbers: &Numbers<'_>, visitor: V) -> Result<V::Value> {
    match numbers {
        Numbers::U8(array) => visitor.visit_seq(SeqDeserializer::new(array.iter())),
        Numbers::I32(array) => visitor.visit_seq(SeqDeserializer::new(array.iter())),
        Numbers::I64(array) => visitor.visit_seq(SeqDeserializer::new(array.iter())),
        Numbers::F32(array) => visitor.visit_seq(SeqDeserializer::new(array.iter().map(f64::from))),
        Numbers::F64(array) => visitor.visit_seq(SeqDeserializer::new(array.iter())),
    }
}

impl<'de> Deserializer<'de> for Value<'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let depth = self.1;
        match self.0 {
            Variant::Array(array) | Variant::PackedTypedArray(array) => {
                let depth = inside(depth, array.is_empty())?;
                visitor.visit_seq(Items { items: array.into_iter(), at: 0, depth })
            }
            Variant::PackedStringArray(texts) => visitor.visit_seq(Items {
                items: texts.into_iter().map(Variant::String),
                at: 0,
                depth: MAX_DEPTH,
            }),
            Variant::PackedByteArray(array) => match array.into_wire() {
                std::borrow::Cow::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
                std::borrow::Cow::Owned(bytes) => visitor.visit_byte_buf(bytes),
            },
            Variant::Dictionary(dictionary) => visitor.visit_map(Entries::new(dictionary.into_vec(), depth)?),
            Variant::Object(Object::Full(data)) => {
                let pairs =
                    data.into_parts().1.into_iter().map(|(name, value)| (Variant::String(name), value));
                visitor.visit_map(Entries::new(pairs.collect(), depth)?)
            }
            leaf => Value(leaf, depth).leaf(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0.is_nil() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Variant::Float(wide) = self.0 {
            let limit = f64::from(f32::MAX);
            if wide.is_finite() && wide.abs() > limit {
                return Err(SerdeError::invalid_value(Unexpected::Float(wide), &"f32"));
            }
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if matches!(self.0, Variant::PackedByteArray(_)) {
            return self.elements(visitor);
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    /// Values and vectors of this crate ask under names of their own.
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name == NAME {
            if is_plain(&self.0) {
                return self.deserialize_any(visitor);
            }
            let depth = inside(self.1, false)?;
            return parts::visit(self.0, |value| Value(value, depth), visitor);
        }
        match math::kind_of(name) {
            Some((kind, _)) if kind != self.0.kind() => {
                Err(SerdeError::custom(format_args!("expected {kind}, found {}", self.0.kind())))
            }
            Some(_) => self.elements(visitor),
            None => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.0 {
            Variant::Dictionary(dictionary) if dictionary.len() == 1 => {
                visitor.visit_enum(Tagged(Entries::new(dictionary.into_vec(), self.1)?))
            }
            Variant::String(ref name) | Variant::StringName(ref name) => match name.as_str() {
                Some(name) => visitor.visit_enum(name.to_owned().into_deserializer()),
                None => Err(SerdeError::custom("the text is not Unicode")),
            },
            other => Err(SerdeError::custom(format_args!(
                "expected the name of a variant, or a Dictionary with one entry, found {}",
                other.kind()
            ))),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f64 char str string bytes byte_buf unit unit_struct map
        struct identifier
    }
}

/// The depth of what is inside a container.
fn inside(depth: u32, is_empty: bool) -> Result<u32> {
    if is_empty || depth < MAX_DEPTH {
        return Ok(depth + 1);
    }
    Err(SerdeError::custom(format_args!("values are nested deeper than the limit of {MAX_DEPTH}")))
}

/// Elements, counted for the path.
struct Items<I> {
    items: I,
    at: usize,
    depth: u32,
}

impl<'de, I: Iterator<Item = Variant<'de>>> SeqAccess<'de> for Items<I> {
    type Error = SerdeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let at = self.at;
        self.at += 1;
        seed.deserialize(Value(item, self.depth))
            .map(Some)
            .map_err(|error| error.inside(|| Segment::Index(at)))
    }

    fn size_hint(&self) -> Option<usize> {
        self.items.size_hint().1
    }
}

/// Entries, with the label of the one whose value is next.
struct Entries<'de> {
    pairs: std::iter::Enumerate<std::vec::IntoIter<(Variant<'de>, Variant<'de>)>>,
    next: Option<(Segment, Variant<'de>)>,
    depth: u32,
}

impl<'de> Entries<'de> {
    /// Of a container at this depth.
    fn new(pairs: Vec<(Variant<'de>, Variant<'de>)>, depth: u32) -> Result<Self> {
        let depth = inside(depth, pairs.is_empty())?;
        Ok(Self { pairs: pairs.into_iter().enumerate(), next: None, depth })
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = SerdeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((at, (key, value))) = self.pairs.next() else { return Ok(None) };
        self.next = Some((label(&key), value));
        seed.deserialize(Value(key, self.depth))
            .map(Some)
            .map_err(|error| error.inside(|| Segment::KeyAt(at)))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let (label, value) = self.next.take().ok_or_else(|| SerdeError::custom("a value without key"))?;
        seed.deserialize(Value(value, self.depth)).map_err(|error| error.inside(|| label))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.pairs.len())
    }
}

/// An enum's variant with contents: the key is its name.
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
        self.0.next_value()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<T::Value> {
        self.0.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, _: usize, visitor: V) -> Result<V::Value> {
        let (label, value) = self.0.next.take().ok_or_else(|| SerdeError::custom("no contents"))?;
        Value(value, self.0.depth).deserialize_seq(visitor).map_err(|error| error.inside(|| label))
    }

    fn struct_variant<V: Visitor<'de>>(mut self, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        let (label, value) = self.0.next.take().ok_or_else(|| SerdeError::custom("no contents"))?;
        Value(value, self.0.depth).deserialize_any(visitor).map_err(|error| error.inside(|| label))
    }
}
