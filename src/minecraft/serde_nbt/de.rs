//! The deserializer: tags to your types.

use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;
use std::vec;

use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::arrays::{INT_ARRAY, LONG_ARRAY};
use super::tags::{TAG, encode_tag};
use super::{SerdeError, entry};
use crate::error::Segment;
use crate::minecraft::ids::TagId;
use crate::minecraft::nbt::{JavaStr, JavaStrView, List, Tag, TagView};
use crate::sure::Sure as _;

/// A tag that is being deserialized.
pub(super) enum TagDeserializer<'de> {
    Tree(Tag),
    /// A tag of bytes that contains no compounds and lists. Its text and byte arrays are lent.
    Leaf(TagView<'de>),
    /// A compound or a list of bytes, with its number in the index.
    Container(TagView<'de>, Rc<[Behind<'de>]>, usize),
}

/// The bytes behind a compound or a list. Without this index, a tag would be read again to be skipped, once for each
/// container around it.
pub(super) struct Behind<'de> {
    bytes: &'de [u8],
    /// The number of the next compound or list.
    next: usize,
}

/// Adds a tag to the index, if it is a compound or a list, and those that are in it. Returns the bytes behind it.
fn add<'de>(tag: TagView<'de>, index: &mut Vec<Behind<'de>>) -> &'de [u8] {
    let (mut at, number) = (tag.contents(), index.len());
    if !is_container(tag.id()) {
        return tag.split().1;
    }
    index.push(Behind { bytes: at, next: 0 });
    if let Some(compound) = tag.as_compound() {
        while let Some((_, tag)) = compound.entry(at) {
            at = add(tag, index);
        }
        at = at.get(1..).sure();
    } else if let Some(list) = tag.as_list().filter(|list| is_container(list.element_type())) {
        at = (0..list.len()).fold(at, |at, _| add(list.element(at), index));
    } else {
        at = tag.split().1;
    }
    let next = index.len();
    if let Some(behind) = index.get_mut(number) {
        *behind = Behind { bytes: at, next };
    }
    at
}

fn is_container(id: TagId) -> bool {
    matches!(id, TagId::List | TagId::Compound)
}

/// The contents of a tag.
enum Opened<'de> {
    /// A tag that needs not be taken apart.
    Leaf(Tag),
    Bytes(Cow<'de, [u8]>),
    Text(JavaStrView<'de>),
    List(Vec<TagDeserializer<'de>>),
    Compound(Vec<(JavaStrView<'de>, TagDeserializer<'de>)>),
}

impl<'de> TagDeserializer<'de> {
    pub(super) fn of_view(tag: TagView<'de>) -> Self {
        let mut index = Vec::new();
        add(tag, &mut index);
        Self::Container(tag, index.into(), 0)
    }

    fn opened(self) -> Opened<'de> {
        let (view, index, number) = match self {
            Self::Tree(tag) => return Opened::of_tree(tag),
            Self::Leaf(view) => return Opened::of_leaf(view),
            Self::Container(view, index, number) => (view, index, number),
        };
        let mut next = number + 1;
        let mut inside = |tag: TagView<'de>| match index.get(next).filter(|_| is_container(tag.id())) {
            Some(behind) => {
                let number = std::mem::replace(&mut next, behind.next);
                (Self::Container(tag, Rc::clone(&index), number), behind.bytes)
            }
            None => {
                let (tag, rest) = tag.split();
                (Self::Leaf(tag), rest)
            }
        };
        let mut at = view.contents();
        if let Some(list) = view.as_list() {
            let mut element = |_| {
                let (element, rest) = inside(list.element(at));
                at = rest;
                element
            };
            return Opened::List((0..list.len()).map(&mut element).collect());
        }
        let mut entries = Vec::new();
        while let Some((name, tag)) = view.as_compound().and_then(|compound| compound.entry(at)) {
            let (tag, rest) = inside(tag);
            entries.push((name, tag));
            at = rest;
        }
        Opened::Compound(entries)
    }

    fn into_tree(self) -> Tag {
        match self {
            Self::Tree(tag) => tag,
            Self::Leaf(view) | Self::Container(view, ..) => view.to_tag(),
        }
    }

    fn id(&self) -> TagId {
        match self {
            Self::Tree(tag) => tag.id(),
            Self::Leaf(view) | Self::Container(view, ..) => view.id(),
        }
    }
}

impl<'de> Opened<'de> {
    fn of_leaf(tag: TagView<'de>) -> Self {
        match (tag.as_text(), tag.as_bytes()) {
            (Some(text), _) => Self::Text(text),
            (None, Some(bytes)) => Self::Bytes(bytes.into()),
            (None, None) => Self::Leaf(tag.to_tag()),
        }
    }

    fn of_tree(tag: Tag) -> Self {
        match tag {
            Tag::ByteArray(x) => Self::Bytes(x.as_wire().to_vec().into()),
            Tag::String(x) => Self::Text(x.into()),
            Tag::List(x) => Self::List(x.into_tags().into_iter().map(TagDeserializer::Tree).collect()),
            Tag::Compound(x) => {
                let entry = |(name, tag): (JavaStr, Tag)| (name.into(), TagDeserializer::Tree(tag));
                Self::Compound(x.into_iter().map(entry).collect())
            }
            leaf => Self::Leaf(leaf),
        }
    }
}

fn no_unicode(text: &JavaStrView<'_>) -> SerdeError {
    SerdeError::new(format!(
        "the text {text:?} has unpaired surrogates, which a Rust string cannot represent"
    ))
}

fn is_not(id: TagId, needed: &str) -> SerdeError {
    SerdeError::new(format!("expected {needed}, found {}", crate::error::with_article(id.name())))
}

/// Reads an unsigned integer from the tag of its width by its bits, and from all others by their values.
macro_rules! unsigned {
    ($($method:ident: $tag:ident $visit:ident;)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
            if self.id() != TagId::$tag {
                return self.deserialize_any(visitor);
            }
            match self.into_tree() {
                Tag::$tag(x) => visitor.$visit(x.cast_unsigned()),
                tag => Self::Tree(tag).deserialize_any(visitor),
            }
        }
    )+};
}

impl<'de> Deserializer<'de> for TagDeserializer<'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.opened() {
            Opened::Bytes(bytes) => visit_bytes(bytes, visitor),
            Opened::Text(text) => match text_of(text)? {
                Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
                Cow::Owned(text) => visitor.visit_string(text),
            },
            Opened::List(tags) => visit_tags(tags, visitor),
            Opened::Compound(entries) => visitor.visit_map(Entries::new(entries)),
            Opened::Leaf(Tag::Byte(x)) => visitor.visit_i8(x),
            Opened::Leaf(Tag::Short(x)) => visitor.visit_i16(x),
            Opened::Leaf(Tag::Int(x)) => visitor.visit_i32(x),
            Opened::Leaf(Tag::Long(x)) => visitor.visit_i64(x),
            Opened::Leaf(Tag::Float(x)) => visitor.visit_f32(x),
            Opened::Leaf(Tag::Double(x)) => visitor.visit_f64(x),
            Opened::Leaf(Tag::IntArray(x)) => visit_list(List::Int(x), visitor),
            Opened::Leaf(Tag::LongArray(x)) => visit_list(List::Long(x), visitor),
            Opened::Leaf(tag @ (Tag::ByteArray(_) | Tag::String(_) | Tag::List(_) | Tag::Compound(_))) => {
                Self::Tree(tag).deserialize_any(visitor)
            }
        }
    }

    unsigned! {
        deserialize_u8: Byte visit_u8;
        deserialize_u16: Short visit_u16;
        deserialize_u32: Int visit_u32;
        deserialize_u64: Long visit_u64;
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        if self.id() != TagId::Byte {
            return Err(is_not(self.id(), "a Boolean, which is a Byte,"));
        }
        match self.into_tree().as_i64() {
            Some(0) => visitor.visit_bool(false),
            Some(1) => visitor.visit_bool(true),
            x => Err(SerdeError::new(format!("a Boolean is the Byte 0 or 1, not {}", x.unwrap_or_default()))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_some(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        let id = self.id();
        match self.opened() {
            Opened::List(tags) => visit_tags(tags, visitor),
            _ => Err(is_not(id, "a List")),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        match (name, self.id()) {
            (TAG, _) => {
                let bytes = encode_tag(self.into_tree());
                visitor.visit_byte_buf(bytes.ok_or_else(|| SerdeError::new("NBT cannot express this tag"))?)
            }
            (INT_ARRAY, TagId::IntArray) | (LONG_ARRAY, TagId::LongArray) => self.deserialize_any(visitor),
            (INT_ARRAY, other) => Err(is_not(other, "an Int_Array")),
            (LONG_ARRAY, other) => Err(is_not(other, "a Long_Array")),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        let id = self.id();
        match self.opened() {
            Opened::Bytes(bytes) => visit_bytes(bytes, visitor),
            _ => Err(is_not(id, "a Byte_Array")),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        let id = self.id();
        match self.opened() {
            Opened::Compound(entries) if entries.is_empty() => visitor.visit_unit(),
            _ => Err(is_not(id, "an empty Compound")),
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
        let id = self.id();
        match self.opened() {
            Opened::Text(name) => visitor.visit_enum(text_of(name)?.into_deserializer()),
            Opened::Compound(entries) => {
                let mut entries = entries.into_iter();
                match (entries.next(), entries.next()) {
                    (Some((name, tag)), None) => visitor.visit_enum(Variant { name, tag }),
                    _ => Err(SerdeError::new("a variant with data is a Compound of exactly one entry")),
                }
            }
            _ => Err(is_not(id, "a variant, as String or Compound,")),
        }
    }

    crate::serde_forms::deserializer! {}

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u128 f32 f64 char str string map struct identifier
    }
}

fn visit_bytes<'de, V: Visitor<'de>>(bytes: Cow<'de, [u8]>, visitor: V) -> Result<V::Value, SerdeError> {
    match bytes {
        Cow::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
        Cow::Owned(bytes) => visitor.visit_byte_buf(bytes),
    }
}

/// Returns the text, or an error if a Rust string cannot represent it.
fn text_of(text: JavaStrView<'_>) -> Result<Cow<'_, str>, SerdeError> {
    text.clone().into_str().ok_or_else(|| no_unicode(&text))
}

fn visit_list<'de, V: Visitor<'de>>(list: List, visitor: V) -> Result<V::Value, SerdeError> {
    visit_tags(list.into_tags().into_iter().map(TagDeserializer::Tree).collect(), visitor)
}

fn visit_tags<'de, V: Visitor<'de>>(
    tags: Vec<TagDeserializer<'de>>,
    visitor: V,
) -> Result<V::Value, SerdeError> {
    visitor.visit_seq(Elements { rest: tags.into_iter(), at: 0 })
}

struct Elements<'de> {
    rest: vec::IntoIter<TagDeserializer<'de>>,
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
        let element = seed.deserialize(tag);
        element.map(Some).map_err(|error| error.inside(Segment::Index(at)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Entries<'de> {
    /// The remaining entries, the last one first.
    rest: vec::IntoIter<(JavaStrView<'de>, TagDeserializer<'de>)>,
    tag: Option<(JavaStrView<'de>, TagDeserializer<'de>)>,
}

impl<'de> Entries<'de> {
    /// Creates the map of the entries. If several have the same name, only the last one is used.
    fn new(mut entries: Vec<(JavaStrView<'de>, TagDeserializer<'de>)>) -> Self {
        let mut seen = HashSet::new();
        let counts: Vec<bool> = entries.iter().rev().map(|(name, _)| seen.insert(name)).collect();
        if counts.contains(&false) {
            let mut counts = counts.into_iter().rev();
            entries.retain(|_| counts.next().unwrap_or(true));
        }
        Self { rest: entries.into_iter(), tag: None }
    }
}

impl<'de> de::MapAccess<'de> for Entries<'de> {
    type Error = SerdeError;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, SerdeError> {
        self.tag = self.rest.next();
        let Some((name, _)) = &self.tag else {
            return Ok(None);
        };
        match text_of(name.clone())? {
            Cow::Borrowed(text) => seed.deserialize(BorrowedStrDeserializer::new(text)).map(Some),
            Cow::Owned(text) => seed.deserialize(StringDeserializer::new(text)).map(Some),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, SerdeError> {
        match self.tag.take() {
            Some((name, tag)) => seed.deserialize(tag).map_err(|error| error.inside(entry(&name))),
            None => Err(SerdeError::new("a value was asked for before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Variant<'de> {
    name: JavaStrView<'de>,
    tag: TagDeserializer<'de>,
}

impl<'de> de::EnumAccess<'de> for Variant<'de> {
    type Error = SerdeError;
    type Variant = TagContents<'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, TagContents<'de>), SerdeError> {
        let name = text_of(self.name)?.into_owned();
        let variant = seed.deserialize(StringDeserializer::<SerdeError>::new(name))?;
        Ok((variant, TagContents(self.tag)))
    }
}

struct TagContents<'de>(TagDeserializer<'de>);

impl<'de> VariantAccess<'de> for TagContents<'de> {
    type Error = SerdeError;

    fn unit_variant(self) -> Result<(), SerdeError> {
        Err(SerdeError::new("a variant without data is a String"))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, SerdeError> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, SerdeError> {
        self.0.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        self.0.deserialize_any(visitor)
    }
}
