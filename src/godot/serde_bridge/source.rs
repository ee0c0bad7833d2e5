//! What the deserializer reads: a tree, or bytes, whose text and byte arrays it lends.

use std::borrow::Cow;

use super::de::label;
use crate::error::Segment;
use crate::godot::ids::Kind;
use crate::godot::model::{Object, TextRef, Variant};
use crate::godot::view::VariantView;

/// The number of containers around a value above which it is read as a tree. Views read a value once more for each
/// container around it, which would let an attacker multiply the time.
const DEPTH_OF_VIEWS: u32 = 16;

/// A value that is being deserialized.
pub(super) enum Source<'de> {
    Tree(Variant),
    Bytes(VariantView<'de>),
    /// An element of a packed array of texts.
    Text(TextRef<'de>),
}

/// The elements of a container.
pub(super) type Elements<'de> = Box<dyn Iterator<Item = Source<'de>> + 'de>;

/// The entries of a container.
pub(super) type Pairs<'de> = Box<dyn Iterator<Item = (Source<'de>, Source<'de>)> + 'de>;

/// The contents of a value.
pub(super) enum Opened<'de> {
    Items(Elements<'de>),
    /// The elements of a packed array of texts.
    Texts(Elements<'de>),
    Entries(Pairs<'de>),
    Str(&'de str),
    Bytes(Cow<'de, [u8]>),
    Leaf(Variant),
}

impl<'de> Source<'de> {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Tree(value) => value.kind(),
            Self::Bytes(view) => view.kind(),
            Self::Text(_) => Kind::String,
        }
    }

    pub(super) fn is_nil(&self) -> bool {
        match self {
            Self::Tree(value) => value.is_nil(),
            Self::Bytes(view) => view.is_nil(),
            Self::Text(_) => false,
        }
    }

    /// Returns the number of a `Float`.
    pub(super) fn as_float(&self) -> Option<f64> {
        match self {
            Self::Tree(value) if value.kind() == Kind::Float => value.as_f64(),
            Self::Bytes(view) if view.kind() == Kind::Float => view.as_f64(),
            Self::Tree(_) | Self::Bytes(_) | Self::Text(_) => None,
        }
    }

    /// Returns the step of a path to the value of this key.
    pub(super) fn label(&self) -> Segment {
        match self {
            Self::Tree(key) => label(key),
            Self::Bytes(view) => view.as_str().map_or_else(|| label(&view.to_variant()), Segment::text),
            Self::Text(text) => Segment::text(text.as_str().unwrap_or_default()),
        }
    }

    pub(super) fn into_tree(self) -> Variant {
        match self {
            Self::Tree(value) => value,
            Self::Bytes(view) => view.to_variant(),
            Self::Text(text) => Variant::String(text.into()),
        }
    }

    /// Opens the value, which is inside this many containers.
    pub(super) fn opened(self, depth: u32) -> Opened<'de> {
        match self {
            Self::Tree(value) => Opened::of_tree(value),
            Self::Bytes(view) if depth <= DEPTH_OF_VIEWS => Opened::of_bytes(view),
            Self::Bytes(view) => Opened::of_tree(view.to_variant()),
            Self::Text(TextRef::Utf8(text)) => Opened::Str(text),
            Self::Text(TextRef::Other(text)) => Opened::Leaf(Variant::String(text)),
        }
    }
}

/// Returns entries of trees.
pub(super) fn trees<'de>(pairs: Vec<(Variant, Variant)>) -> Pairs<'de> {
    Box::new(pairs.into_iter().map(|(key, value)| (Source::Tree(key), Source::Tree(value))))
}

impl<'de> Opened<'de> {
    fn of_tree(value: Variant) -> Self {
        match value {
            Variant::Array(array) => Self::Items(Box::new(array.into_iter().map(Source::Tree))),
            Variant::PackedStringArray(texts) => {
                Self::Texts(Box::new(texts.into_iter().map(|text| Source::Tree(text.into()))))
            }
            Variant::PackedByteArray(array) => Self::Bytes(array.into_wire().into()),
            Variant::Dictionary(dictionary) => Self::Entries(trees(dictionary.into_vec())),
            Variant::Object(Object::Full(data)) => {
                let properties = data.into_parts().1.into_iter();
                Self::Entries(trees(properties.map(|(name, value)| (name.into(), value)).collect()))
            }
            leaf => Self::Leaf(leaf),
        }
    }

    fn of_bytes(view: VariantView<'de>) -> Self {
        if let Some(array) = view.as_array() {
            Self::Items(Box::new(array.iter().map(Source::Bytes)))
        } else if let Some(object) = view.as_object() {
            let properties = object.properties();
            Self::Entries(Box::new(
                properties.map(|(name, value)| (Source::Tree(name.into()), Source::Bytes(value))),
            ))
        } else if let Some(dictionary) = view.as_dictionary().filter(|_| view.keeps_entries()) {
            let entries = dictionary.entries();
            Self::Entries(Box::new(entries.map(|(key, value)| (Source::Bytes(key), Source::Bytes(value)))))
        } else if let Some(texts) = view.texts() {
            Self::Texts(Box::new(texts.into_iter().map(Source::Text)))
        } else if let Some(text) = view.as_str() {
            Self::Str(text)
        } else if let Some(bytes) = view.as_bytes() {
            Self::Bytes(bytes.into())
        } else {
            Self::of_tree(view.to_variant())
        }
    }
}
