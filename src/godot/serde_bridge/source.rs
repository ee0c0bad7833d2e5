//! The source of the deserializer: a tree, or a value of the input. Text and byte arrays are borrowed from the input.

use std::borrow::Cow;
use std::vec;

use super::MAX_DEPTH;
use super::de::label;
use crate::error::Segment;
use crate::godot::ids::{Kind, Shape};
use crate::godot::model::{
    Array, Dictionary, FEW_KEYS, Object, ObjectData, Text, TextRef, Variant, kept, texts_differ,
};
use crate::godot::view::VariantView;
use crate::godot::wire::{CheckedReader, Rules};

/// A value that is being deserialized. It takes as much memory as a tree.
pub(super) enum Source<'de> {
    /// A tree, or a value of the input from which nothing can be borrowed.
    Tree(Variant),
    /// A `String`, or the name of a property.
    Text(&'de str),
    /// A `StringName`.
    Name(&'de str),
    /// A `PackedByteArray`.
    Bytes(&'de [u8]),
    /// A `PackedStringArray`.
    Texts(Vec<TextRef<'de>>),
    /// An `Array`.
    Array(Vec<Self>),
    /// An `Array` with a declared type or the shared bit, and its elements.
    TypedArray(Box<(Array, Vec<Self>)>),
    /// A `Dictionary`.
    Dictionary(Vec<(Self, Self)>),
    /// A `Dictionary` with declared types or the shared bit, and its entries.
    TypedDictionary(Box<(Dictionary, Vec<(Self, Self)>)>),
    /// The class and the properties of a full object.
    Object(Box<(Text, Vec<(Self, Self)>)>),
}

impl<'de> Source<'de> {
    /// Reads the value of a view.
    pub(super) fn of_view(view: VariantView<'de>) -> Self {
        match value(view.checked_reader(), view.as_wire(), 0) {
            Some((_, source)) => source,
            None => Self::Tree(view.to_variant()),
        }
    }

    fn of_name(name: TextRef<'de>) -> Self {
        match name {
            TextRef::Utf8(name) => Self::Name(name),
            TextRef::Other(name) => Self::Tree(Variant::StringName(name)),
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Tree(value) => value.kind(),
            Self::Text(_) => Kind::String,
            Self::Name(_) => Kind::StringName,
            Self::Bytes(_) => Kind::PackedByteArray,
            Self::Texts(_) => Kind::PackedStringArray,
            Self::Array(_) | Self::TypedArray(_) => Kind::Array,
            Self::Dictionary(_) | Self::TypedDictionary(_) => Kind::Dictionary,
            Self::Object(_) => Kind::Object,
        }
    }

    /// Returns the tree of a value from which nothing can be borrowed.
    pub(super) fn tree(&self) -> Option<&Variant> {
        if let Self::Tree(value) = self { Some(value) } else { None }
    }

    /// Returns the tree of a value that need not be taken apart.
    pub(super) fn leaf(&self) -> Option<&Variant> {
        let is_opened = |tree: &Variant| match tree {
            Variant::Object(object) => matches!(object, Object::Full(_)),
            tree => matches!(
                tree.kind().shape(),
                Shape::Array | Shape::Dictionary | Shape::Bytes | Shape::Strings
            ),
        };
        self.tree().filter(|tree| !is_opened(tree))
    }

    /// Returns the step of a path to the value of this key.
    pub(super) fn label(&self) -> Segment {
        match self {
            Self::Tree(key) => label(key),
            Self::Text(text) | Self::Name(text) => Segment::text(text),
            // A key is never read as one of these.
            Self::Bytes(_) | Self::Texts(_) | Self::Array(_) | Self::TypedArray(_) => self.name_of_kind(),
            Self::Dictionary(_) | Self::TypedDictionary(_) | Self::Object(_) => self.name_of_kind(),
        }
    }

    fn name_of_kind(&self) -> Segment {
        Segment::literal(self.kind().name())
    }

    /// Returns the text, if it is borrowed from the input.
    fn lent(&self) -> Option<&'de str> {
        if let Self::Text(text) | Self::Name(text) = self { Some(text) } else { None }
    }

    /// Returns the key as a tree. Only a key that is text is borrowed from the input.
    fn tree_of_key(&self) -> Variant {
        let text = |text| {
            if matches!(self, Self::Name(_)) { Variant::StringName(text) } else { Variant::String(text) }
        };
        match self.tree() {
            Some(key) => key.clone(),
            None => text(self.lent().unwrap_or_default().into()),
        }
    }

    /// Converts the value to a tree.
    pub(super) fn into_tree(self) -> Variant {
        match self {
            Self::Tree(value) => value,
            Self::Text(text) => text.into(),
            Self::Name(name) => Variant::StringName(name.into()),
            Self::Bytes(bytes) => bytes.into(),
            Self::Texts(texts) => Variant::PackedStringArray(texts.into_iter().map(Text::from).collect()),
            Self::Array(items) => Variant::Array(items.into_iter().map(Self::into_tree).collect()),
            Self::TypedArray(typed) => {
                let (mut array, items) = *typed;
                array.extend(items.into_iter().map(Self::into_tree));
                array.into()
            }
            Self::Dictionary(pairs) => Dictionary::from(trees(pairs)).into(),
            Self::TypedDictionary(typed) => {
                let (empty, pairs) = *typed;
                match empty.entry_types() {
                    Some(types) => Dictionary::typed(types.clone(), trees(pairs)).into(),
                    None => Dictionary::from(trees(pairs)).with_shared(empty.is_shared()).into(),
                }
            }
            Self::Object(object) => {
                let (class, properties) = *object;
                let properties = trees(properties).into_iter();
                let properties = properties.filter_map(|(name, value)| Some((name.try_into().ok()?, value)));
                ObjectData { class, properties: properties.collect() }.into()
            }
        }
    }
}

fn trees(pairs: Vec<(Source<'_>, Source<'_>)>) -> Vec<(Variant, Variant)> {
    pairs.into_iter().map(|(key, value)| (key.into_tree(), value.into_tree())).collect()
}

impl<'de> From<TextRef<'de>> for Source<'de> {
    fn from(text: TextRef<'de>) -> Self {
        match text {
            TextRef::Utf8(text) => Self::Text(text),
            TextRef::Other(text) => Self::Tree(text.into()),
        }
    }
}

/// The contents of a value.
pub(super) enum Opened<'de> {
    Items(Items<'de>),
    /// The elements of a packed array of texts.
    Texts(vec::IntoIter<TextRef<'de>>),
    Entries(Pairs<'de>),
    Text(TextRef<'de>),
    Bytes(Cow<'de, [u8]>),
    Leaf(Variant),
}

impl<'de> From<Source<'de>> for Opened<'de> {
    fn from(source: Source<'de>) -> Self {
        match source {
            Source::Text(text) | Source::Name(text) => Self::Text(TextRef::Utf8(text)),
            Source::Bytes(bytes) => Self::Bytes(bytes.into()),
            Source::Texts(texts) => Self::Texts(texts.into_iter()),
            Source::Array(items) => Self::Items(Items::Sources(items.into_iter())),
            Source::TypedArray(typed) => Self::Items(Items::Sources(typed.1.into_iter())),
            Source::Dictionary(pairs) => Self::Entries(Pairs::Sources(pairs.into_iter())),
            Source::TypedDictionary(typed) => Self::Entries(Pairs::Sources(typed.1.into_iter())),
            Source::Object(object) => Self::Entries(Pairs::Sources(object.1.into_iter())),
            Source::Tree(tree) => match tree {
                Variant::String(text) | Variant::StringName(text) => Self::Text(TextRef::Other(text)),
                Variant::Array(array) => Self::Items(Items::Trees(array.into_iter())),
                Variant::PackedStringArray(texts) => {
                    Self::Texts(texts.into_iter().map(TextRef::Other).collect::<Vec<_>>().into_iter())
                }
                Variant::PackedByteArray(array) => Self::Bytes(array.into_wire().into()),
                Variant::Dictionary(dictionary) => {
                    Self::Entries(Pairs::Trees(dictionary.into_vec().into_iter()))
                }
                Variant::Object(Object::Full(data)) => {
                    Self::Entries(Pairs::Named(data.into_parts().1.into_iter()))
                }
                leaf => Self::Leaf(leaf),
            },
        }
    }
}

/// The elements of an array.
pub(super) enum Items<'de> {
    Trees(vec::IntoIter<Variant>),
    Sources(vec::IntoIter<Source<'de>>),
}

impl<'de> Iterator for Items<'de> {
    type Item = Source<'de>;

    fn next(&mut self) -> Option<Source<'de>> {
        match self {
            Self::Trees(items) => items.next().map(Source::Tree),
            Self::Sources(items) => items.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Trees(items) => items.size_hint(),
            Self::Sources(items) => items.size_hint(),
        }
    }
}

/// The entries of a dictionary or an object.
pub(super) enum Pairs<'de> {
    Trees(vec::IntoIter<(Variant, Variant)>),
    Named(vec::IntoIter<(Text, Variant)>),
    Sources(vec::IntoIter<(Source<'de>, Source<'de>)>),
}

impl<'de> Iterator for Pairs<'de> {
    type Item = (Source<'de>, Source<'de>);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Trees(pairs) => pairs.next().map(|(key, value)| (Source::Tree(key), Source::Tree(value))),
            Self::Named(pairs) => {
                pairs.next().map(|(name, value)| (Source::Tree(name.into()), Source::Tree(value)))
            }
            Self::Sources(pairs) => pairs.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Trees(pairs) => pairs.size_hint(),
            Self::Named(pairs) => pairs.size_hint(),
            Self::Sources(pairs) => pairs.size_hint(),
        }
    }
}

/// Reads a value of checked bytes inside of this many containers. Returns the input after it, too.
fn value<'de>(again: CheckedReader<'_>, i: &'de [u8], depth: u32) -> Option<(&'de [u8], Source<'de>)> {
    let (header, payload) = again.header(i);
    match header.kind.shape() {
        Shape::Text => again.text(payload).map(|(rest, text)| (rest, text.into())),
        Shape::Name => again.text(payload).map(|(rest, name)| (rest, Source::of_name(name))),
        Shape::Bytes => Some((again.after(i), Source::Bytes(again.packed::<u8>(payload)?.into_wire()))),
        Shape::Strings => Some((again.after(i), Source::Texts(again.texts(payload)))),
        Shape::Array if depth < MAX_DEPTH => array(again, i, depth + 1),
        Shape::Dictionary if depth < MAX_DEPTH => dictionary(again, i, depth + 1),
        Shape::Object if depth < MAX_DEPTH => object(again, i, depth + 1).or_else(|| tree(again, i)),
        // The deserializer rejects values that are nested more deeply, unless it ignores them.
        Shape::Array | Shape::Dictionary | Shape::Object => tree(again, i),
        Shape::Unit | Shape::Bool | Shape::Int | Shape::Float | Shape::Reals | Shape::Ints => tree(again, i),
        Shape::NodePath | Shape::Rid | Shape::Signal | Shape::Image | Shape::InputEvent => tree(again, i),
        Shape::Packed | Shape::PackedReals => tree(again, i),
    }
}

fn tree<'de>(again: CheckedReader<'_>, i: &'de [u8]) -> Option<(&'de [u8], Source<'de>)> {
    again.prefix(i).map(|(rest, tree)| (rest, Source::Tree(tree)))
}

/// Reads an array whose elements are inside of this many containers.
fn array<'de>(again: CheckedReader<'_>, i: &'de [u8], depth: u32) -> Option<(&'de [u8], Source<'de>)> {
    let opened = again.array(i)?;
    let (mut rest, mut items) = (opened.inside, Vec::with_capacity(opened.count));
    for _ in 0..opened.count {
        let item;
        (rest, item) = value(again, rest, depth)?;
        items.push(item);
    }
    let source = match opened.types {
        Some(element) => Source::TypedArray(Box::new((Array::typed(element, Vec::new()), items))),
        None if opened.shared => Source::TypedArray(Box::new((Array::default().with_shared(true), items))),
        None => Source::Array(items),
    };
    Some((rest, source))
}

/// Reads a dictionary whose entries are inside of this many containers.
fn dictionary<'de>(again: CheckedReader<'_>, i: &'de [u8], depth: u32) -> Option<(&'de [u8], Source<'de>)> {
    let opened = again.dictionary(i)?;
    let (mut rest, mut pairs) = (opened.inside, Vec::with_capacity(opened.count));
    for _ in 0..opened.count {
        let (key, value_of_key);
        (rest, key) = self::key(again, rest)?;
        (rest, value_of_key) = value(again, rest, depth)?;
        pairs.push((key, value_of_key));
    }
    if !again.0.keep_duplicates {
        pairs = merged(pairs, again.0);
    }
    let source = match opened.types {
        Some(types) => Source::TypedDictionary(Box::new((Dictionary::typed(types, Vec::new()), pairs))),
        None if opened.shared => {
            Source::TypedDictionary(Box::new((Dictionary::default().with_shared(true), pairs)))
        }
        None => Source::Dictionary(pairs),
    };
    Some((rest, source))
}

/// Reads a full object whose properties are inside of this many containers.
fn object<'de>(again: CheckedReader<'_>, i: &'de [u8], depth: u32) -> Option<(&'de [u8], Source<'de>)> {
    let opened = again.object(i).filter(|opened| !opened.types.is_empty())?;
    let (mut rest, mut properties) = (opened.inside, Vec::with_capacity(opened.count));
    for _ in 0..opened.count {
        let (name, property);
        (rest, name) = again.text(rest)?;
        (rest, property) = value(again, rest, depth)?;
        properties.push((name.into(), property));
    }
    Some((rest, Source::Object(Box::new((opened.types.into(), properties)))))
}

/// Reads a key. Only text is borrowed from the input.
fn key<'de>(again: CheckedReader<'_>, i: &'de [u8]) -> Option<(&'de [u8], Source<'de>)> {
    if matches!(again.header(i).0.kind, Kind::String | Kind::StringName) {
        return value(again, i, 0);
    }
    tree(again, i)
}

/// Returns the entries that the tree of a dictionary has.
fn merged<'de>(pairs: Vec<(Source<'de>, Source<'de>)>, rules: &Rules) -> Vec<(Source<'de>, Source<'de>)> {
    let texts = pairs.iter().map(|(key, _)| key.lent().map(str::as_bytes));
    if pairs.len() <= FEW_KEYS && texts_differ(texts) {
        return pairs;
    }
    let kept = kept(pairs.iter().map(|(key, _)| key.tree_of_key()), rules.dialect.keys);
    if kept.len() == pairs.len() {
        return pairs;
    }
    let mut values: Vec<_> = pairs.into_iter().map(|(_, value)| Some(value)).collect();
    let entry = |(key, at): (_, usize)| Some((Source::Tree(key), values.get_mut(at)?.take()?));
    kept.into_iter().filter_map(entry).collect()
}
