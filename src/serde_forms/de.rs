//! The deserializer of both games, which converts values to the user's types. A game implements [`Source`] for its values.

use std::borrow::Cow;
use std::vec;

use serde::de::value::UnitDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

use super::handed::hand;
use crate::error::{Segment, SerdeError};

type Result<T> = std::result::Result<T, SerdeError>;

/// The kind of value that the user's type asks for. Most values are opened in the same way, whatever is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    Any,
    Bool,
    /// An unsigned integer of this many bits.
    Unsigned(u32),
    F32,
    List,
    Bytes,
    Unit,
    /// The variant of an enum: its name, or an entry with its name.
    Variant,
    /// A type of this crate, by one of the names that [`Source::knows`].
    Name(&'static str),
}

/// The contents of a value, of the form that a [`Visitor`] takes.
#[cfg_attr(not(feature = "minecraft"), allow(dead_code, reason = "Godot has fewer types of numbers"))]
pub(crate) enum Opened<'de, S> {
    Unit,
    Bool(bool),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    F32(f32),
    F64(f64),
    Text(Cow<'de, str>),
    Bytes(Cow<'de, [u8]>),
    /// The parts of a vector or packed array. They are no level of nesting.
    Parts(Box<dyn Iterator<Item = S> + 'de>),
    Items(Box<dyn Iterator<Item = S> + 'de>),
    Entries(Vec<(S, S)>),
}

/// A value of a game that can be deserialized: a tree, or encoded bytes.
pub(crate) trait Source<'de>: Sized + Clone {
    /// The type of a whole value, and the name by which its `Deserialize` asks for it.
    type Whole: 'static;
    const NAME: &'static str;
    /// The maximum number of containers around a value that is not empty.
    const DEEPEST: u32;
    /// Whether a unit variant of an enum may be an entry, in addition to text.
    const HAS_UNIT_ENTRIES: bool;

    /// Returns true if the game has a type of this name, which a newtype struct then stands for.
    fn knows(name: &str) -> bool;
    /// Returns true if an `Option` is `None` for this value.
    fn is_none(&self) -> bool;
    /// Returns the contents, or an error if they are not what was asked for.
    fn open(self, asked: Asked) -> Result<Opened<'de, Self>>;
    /// Returns the value for a field of the type [`Whole`](Self::Whole).
    fn into_whole(self) -> Self::Whole;
    /// Returns the step of a path to the value of this key.
    fn label(&self) -> Segment;
}

/// The ends of the containers in encoded bytes. Without them, finding the element after a container would read the container
/// again, once for each level of nesting.
#[derive(Default)]
pub(crate) struct Ends<'de>(Vec<(usize, &'de [u8])>);

impl<'de> Ends<'de> {
    /// Adds the container at the start of `at`. `inside` adds the containers inside it, and returns the bytes behind it.
    pub(crate) fn add(&mut self, at: &'de [u8], inside: impl FnOnce(&mut Self) -> &'de [u8]) -> &'de [u8] {
        let number = self.0.len();
        self.0.push((at.len(), at));
        let end = inside(self);
        if let Some((_, known)) = self.0.get_mut(number) {
            *known = end;
        }
        end
    }

    /// Returns the bytes behind the container at the start of `at`.
    pub(crate) fn behind(&self, at: &[u8]) -> Option<&'de [u8]> {
        // Later containers have fewer bytes behind their start.
        let number = self.0.binary_search_by(|(left, _)| at.len().cmp(left)).ok()?;
        self.0.get(number).map(|(_, end)| *end)
    }
}

/// Returns an iterator over encoded elements. `read` returns an element and the bytes behind it.
pub(crate) fn one_by_one<'de, S: 'de>(
    count: usize,
    mut at: &'de [u8],
    mut read: impl FnMut(&'de [u8]) -> (S, &'de [u8]) + 'de,
) -> Box<dyn Iterator<Item = S> + 'de> {
    Box::new((0..count).map(move |_| {
        let element;
        (element, at) = read(at);
        element
    }))
}

/// The deserializer of a value. The number is that of the containers around it.
pub(crate) struct Value<S>(pub(crate) S, pub(crate) u32);

impl<S> Value<S> {
    pub(crate) fn new(source: S) -> Self {
        Self(source, 0)
    }
}

impl<'de, S: Source<'de>> Value<S> {
    fn visit<V: Visitor<'de>>(self, asked: Asked, visitor: V) -> Result<V::Value> {
        let Self(source, depth) = self;
        match source.open(asked)? {
            Opened::Unit => visitor.visit_unit(),
            Opened::Bool(x) => visitor.visit_bool(x),
            Opened::I8(x) => visitor.visit_i8(x),
            Opened::I16(x) => visitor.visit_i16(x),
            Opened::I32(x) => visitor.visit_i32(x),
            Opened::I64(x) => visitor.visit_i64(x),
            Opened::U8(x) => visitor.visit_u8(x),
            Opened::U16(x) => visitor.visit_u16(x),
            Opened::U32(x) => visitor.visit_u32(x),
            Opened::U64(x) => visitor.visit_u64(x),
            Opened::F32(x) => visitor.visit_f32(x),
            Opened::F64(x) => visitor.visit_f64(x),
            Opened::Text(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Opened::Text(Cow::Owned(text)) => visitor.visit_string(text),
            Opened::Bytes(Cow::Borrowed(bytes)) => visitor.visit_borrowed_bytes(bytes),
            Opened::Bytes(Cow::Owned(bytes)) => visitor.visit_byte_buf(bytes),
            Opened::Parts(parts) => visitor.visit_seq(Items { items: parts, at: 0, depth }),
            Opened::Items(items) => {
                let depth = inside::<S>(depth, items.size_hint().1 == Some(0))?;
                visitor.visit_seq(Items { items, at: 0, depth })
            }
            Opened::Entries(entries) => visitor.visit_map(Entries::new(entries, depth)?),
        }
    }
}

/// Returns the depth of the contents of a container, or an error if it is over the limit.
fn inside<'de, S: Source<'de>>(depth: u32, is_empty: bool) -> Result<u32> {
    if is_empty || depth < S::DEEPEST {
        return Ok(depth + 1);
    }
    let limit = S::DEEPEST;
    Err(SerdeError::custom(format_args!("values are nested deeper than the limit of {limit}")))
}

impl<'de, S: Source<'de>> IntoDeserializer<'de, SerdeError> for Value<S> {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! methods {
    ($($method:ident $asked:expr;)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.visit($asked, visitor)
        }
    )+};
}

impl<'de, S: Source<'de>> Deserializer<'de> for Value<S> {
    type Error = SerdeError;

    methods! {
        deserialize_any Asked::Any;
        deserialize_bool Asked::Bool;
        deserialize_u8 Asked::Unsigned(8);
        deserialize_u16 Asked::Unsigned(16);
        deserialize_u32 Asked::Unsigned(32);
        deserialize_u64 Asked::Unsigned(64);
        deserialize_f32 Asked::F32;
        deserialize_seq Asked::List;
        deserialize_bytes Asked::Bytes;
        deserialize_byte_buf Asked::Bytes;
        deserialize_unit Asked::Unit;
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        self.visit(Asked::Unit, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.visit(Asked::List, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.visit(Asked::List, visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0.is_none() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    /// Types of this crate are recognized by their names.
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name == S::NAME {
            return hand(self.0.into_whole(), || visitor.visit_newtype_struct(UnitDeserializer::new()));
        }
        if S::knows(name) {
            self.visit(Asked::Name(name), visitor)
        } else {
            visitor.visit_newtype_struct(self)
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.0.open(Asked::Variant)? {
            Opened::Text(name) => visitor.visit_enum(name.into_deserializer()),
            Opened::Entries(entries) => visitor.visit_enum(Entries::new(entries, self.1)?),
            _ => Err(SerdeError::custom("this is not the variant of an enum")),
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u128 f64 char str string map struct identifier
    }
}

/// Adds a step to the front of an error's path.
fn at<T>(step: Segment, result: Result<T>) -> Result<T> {
    result.map_err(|error| error.inside(step))
}

/// A list of elements. The iterator is a trait object, so that the user's type is compiled for only one kind of list.
struct Items<'de, S> {
    items: Box<dyn Iterator<Item = S> + 'de>,
    at: usize,
    depth: u32,
}

impl<'de, S: Source<'de>> SeqAccess<'de> for Items<'de, S> {
    type Error = SerdeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let step = Segment::Index(self.at);
        self.at += 1;
        at(step, seed.deserialize(Value(item, self.depth))).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        self.items.size_hint().1
    }
}

/// The entries of a map, or the only entry for the variant of an enum.
struct Entries<S> {
    entries: std::iter::Enumerate<vec::IntoIter<(S, S)>>,
    /// The entry whose key was read.
    next: Option<(S, S)>,
    depth: u32,
}

impl<'de, S: Source<'de>> Entries<S> {
    fn new(entries: Vec<(S, S)>, depth: u32) -> Result<Self> {
        let depth = inside::<S>(depth, entries.is_empty())?;
        Ok(Self { entries: entries.into_iter().enumerate(), next: None, depth })
    }

    fn value<T>(&mut self, read: impl FnOnce(Value<S>) -> Result<T>) -> Result<T> {
        let (key, value) = self.next.take().ok_or_else(|| SerdeError::custom("a value without key"))?;
        read(Value(value, self.depth)).map_err(|error| error.inside(key.label()))
    }
}

impl<'de, S: Source<'de>> MapAccess<'de> for Entries<S> {
    type Error = SerdeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((number, (key, value))) = self.entries.next() else { return Ok(None) };
        self.next = Some((key.clone(), value));
        at(Segment::KeyAt(number), seed.deserialize(Value(key, self.depth))).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        self.value(|value| seed.deserialize(value))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

impl<'de, S: Source<'de>> EnumAccess<'de> for Entries<S> {
    type Error = SerdeError;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<(T::Value, Self)> {
        let name = self.next_key_seed(seed)?.ok_or_else(|| SerdeError::custom("no variant"))?;
        Ok((name, self))
    }
}

impl<'de, S: Source<'de>> VariantAccess<'de> for Entries<S> {
    type Error = SerdeError;

    fn unit_variant(mut self) -> Result<()> {
        if !S::HAS_UNIT_ENTRIES {
            return Err(SerdeError::new("a variant without data is a String"));
        }
        self.value(Deserialize::deserialize)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(mut self, seed: T) -> Result<T::Value> {
        self.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, _: usize, visitor: V) -> Result<V::Value> {
        self.value(|value| value.deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(mut self, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        self.value(|value| value.deserialize_any(visitor))
    }
}
