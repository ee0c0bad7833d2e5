//! Trees and views of Godot as values with children, and walks through them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::iter::Map;
use std::ops::Range;
use std::slice;

use super::super::dictionary;
use super::super::ids::Kind;
use super::super::model::{Key, Leaf, Object, Text, Variant};
use super::super::view::{ArrayViewIter, DictionaryViewIter, ObjectViewIter, VariantView};
use super::parts;
use super::steps::{is_key, key_of};
use crate::godot::Table;
use crate::path::{ChildIter, ChildStep, EntryMatches, Fingerprint, Segment, Tree, Walk};

impl Variant {
    /// Returns an iterator over this value and every value inside it. See [`Walk`].
    ///
    /// ```
    /// use gamewire::godot::{Kind, Vector2, variant};
    /// let save = variant!({ "pos": Vector2::new(1.0, 2.0), "path": [Vector2::new(3.0, 4.0)] });
    /// let vectors = save.walk().with_paths().filter(|(_, value)| value.kind() == Kind::Vector2);
    /// let paths: Vec<String> = vectors.map(|(path, _)| path.to_string()).collect();
    /// assert_eq!(paths, ["$.pos", "$.path[0]"]);
    /// ```
    pub fn walk(&self) -> Walk<&Variant> {
        Walk::new(self)
    }
}

impl<'a> VariantView<'a> {
    /// Returns an iterator over this value and every value inside it, without decoding them. See [`Walk`].
    ///
    /// Each step over a container reads its bytes, so that a value is read once for each container around it.
    /// If values may be nested deeply, walk through the [decoded value](Self::to_variant) instead.
    ///
    /// ```
    /// use gamewire::godot::{Dialect, variant};
    /// let bytes = Dialect::GODOT_4.encode(&variant!({ "bag": ["sword", 7] }))?;
    /// let view = Dialect::GODOT_4.view(&bytes)?;
    /// let (path, number) = view.walk().with_paths().find(|(_, value)| value.as_i64().is_some()).unwrap();
    /// assert_eq!((path.to_string(), number.as_wire()), ("$.bag[1]".into(), &[2, 0, 0, 0, 7, 0, 0, 0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk(&self) -> Walk<VariantView<'a>> {
        Walk::new(*self)
    }
}

type Property = (Text, Variant);

impl<'v> Tree for &'v Variant {
    type Value = Variant;
    type Ref<'r>
        = &'r Variant
    where
        Self: 'r;
    type Name = &'v Text;
    type Items = slice::Iter<'v, Variant>;
    type Entries = dictionary::Iter<'v>;
    type Named = Map<slice::Iter<'v, Property>, fn(&'v Property) -> (Self::Name, Self)>;

    fn type_name(self) -> &'static str {
        self.kind().name()
    }

    fn to_tree(self) -> Variant {
        self.clone()
    }

    fn children(self) -> ChildIter<Self> {
        match self {
            Variant::Array(array) => ChildIter::items(array.iter()),
            Variant::Dictionary(dictionary) => ChildIter::entries(dictionary.iter()),
            Variant::Object(Object::Full(data)) => {
                let pair: fn(&'v Property) -> _ = |(name, value)| (name, value);
                ChildIter::named(data.properties.iter().map(pair))
            }
            _ => ChildIter::Nothing,
        }
    }

    fn child_at(self, at: usize) -> Option<(ChildStep<Self>, Self)> {
        match self {
            Variant::Array(array) => array.get(at).map(|item| (ChildStep::Index(at), item)),
            Variant::Dictionary(dictionary) => {
                dictionary.as_slice().get(at).map(|(key, value)| (ChildStep::Key(at, key), value))
            }
            Variant::Object(Object::Full(data)) => {
                data.properties.get(at).map(|(name, value)| (ChildStep::Name(at, name), value))
            }
            _ => None,
        }
    }

    fn packed_count(self) -> Option<usize> {
        parts::count(self)
    }

    fn packed_at(self, index: usize) -> Option<Variant> {
        parts::element(self, index)
    }

    fn key_step(self, at: usize) -> Segment {
        Segment::of_key(self, at)
    }

    fn key_text(self) -> String {
        self.preview(Table::Godot4, 60)
    }

    fn find_key(self, segment: &Segment) -> Option<(usize, Self)> {
        let (Variant::Dictionary(dictionary), wanted) = (self, key_of(segment)?) else { return None };
        let mut pairs = dictionary.as_slice().iter().enumerate();
        pairs.rfind(|(_, (key, _))| is_key(Some(&wanted), key)).map(|(at, (_, value))| (at, value))
    }

    fn same_apart_from_children(self, other: Self) -> bool {
        let (a, b) = (self, other);
        match (a, b) {
            (Variant::Array(one), Variant::Array(other)) => {
                a.kind() == b.kind()
                    && one.element_type() == other.element_type()
                    && one.is_shared() == other.is_shared()
            }
            (Variant::Dictionary(one), Variant::Dictionary(other)) => {
                one.entry_types() == other.entry_types() && one.is_shared() == other.is_shared()
            }
            (Variant::Object(Object::Full(one)), Variant::Object(Object::Full(other))) => {
                one.class == other.class
            }
            _ if parts::count(a).is_some() => a.kind() == b.kind() && parts::is_wide(a) == parts::is_wide(b),
            _ => parts::same(a, b),
        }
    }

    fn match_keys(old: &[Self], new: &[Self]) -> EntryMatches {
        match_keys(old, new, |key| Cow::Borrowed(*key))
    }

    fn print(self, print: &mut Fingerprint) {
        print.add((self.kind() as u8, parts::is_wide(self)));
        match self.leaf() {
            Leaf::Unit | Leaf::Object(Object::Null) => {}
            Leaf::Dictionary(dictionary) => print.add(dictionary.is_shared()),
            Leaf::Array(array) => print.add(array.is_shared()),
            Leaf::Bool(flag) => print.add(flag),
            Leaf::Int(number) => print.add(number),
            Leaf::Float(number) => print.add(number.to_bits()),
            Leaf::Text(text) => print.ends(text.as_bytes()),
            Leaf::Structure(structure) => print.add(structure.numbers().as_wire()),
            Leaf::Packed(packed) => print.ends(packed.numbers.as_wire()),
            Leaf::Texts(texts) => print.texts(texts.iter().map(Text::as_bytes)),
            Leaf::Image(image) => print.ends(&image.data),
            Leaf::NodePath(_)
            | Leaf::Rid(_)
            | Leaf::Signal(_)
            | Leaf::InputEvent(_)
            | Leaf::Object(Object::Id(_)) => {
                print.ends(format!("{self:?}").as_bytes());
            }
            Leaf::Object(Object::Full(data)) => print.ends(data.class.as_bytes()),
        }
    }
}

impl<'a> Tree for VariantView<'a> {
    type Value = Variant;
    type Ref<'r>
        = &'r Variant
    where
        Self: 'r;
    type Name = Text;
    type Items = ArrayViewIter<'a>;
    type Entries = DictionaryViewIter<'a>;
    type Named = ObjectViewIter<'a>;

    fn type_name(self) -> &'static str {
        self.kind().name()
    }

    fn to_tree(self) -> Variant {
        self.to_variant()
    }

    fn children(self) -> ChildIter<Self> {
        if let Some(array) = self.as_array() {
            ChildIter::items(array.iter())
        } else if let Some(dictionary) = self.as_dictionary() {
            ChildIter::entries(dictionary.entries())
        } else {
            self.as_object().map_or(ChildIter::Nothing, |object| ChildIter::named(object.properties()))
        }
    }

    fn child_at(self, _: usize) -> Option<(ChildStep<Self>, Self)> {
        None
    }

    fn key_step(self, at: usize) -> Segment {
        Segment::of_key(&self.to_variant(), at)
    }

    fn key_text(self) -> String {
        (&self.to_variant()).key_text()
    }

    fn is_key(&self, wanted: &Option<Variant>) -> bool {
        match wanted {
            Some(Variant::String(text)) => self.checked_reader().is_text(self.as_wire(), text.content()),
            wanted => is_key(wanted.as_ref(), &self.to_variant()),
        }
    }

    fn find_key(self, segment: &Segment) -> Option<(usize, Self)> {
        let wanted = key_of(segment)?;
        let content = if let Variant::String(text) = &wanted { Some(text.content()) } else { None };
        self.find(content, |key| is_key(Some(&wanted), &key.to_variant()))
    }

    fn same_apart_from_children(self, other: Self) -> bool {
        if let (Some(a), Some(b)) = (self.as_array(), other.as_array()) {
            return a.element_type() == b.element_type() && a.is_shared() == b.is_shared();
        }
        if let (Some(a), Some(b)) = (self.as_dictionary(), other.as_dictionary()) {
            return a.entry_types() == b.entry_types() && a.is_shared() == b.is_shared();
        }
        self.as_object().zip(other.as_object()).is_some_and(|(a, b)| a.class() == b.class())
    }

    fn match_keys(old: &[Self], new: &[Self]) -> EntryMatches {
        match_keys(old, new, |key| Cow::Owned(key.to_variant()))
    }

    fn print(self, print: &mut Fingerprint) {
        // The result must equal that of a decoded value: small values are decoded, and are compared with
        // large ones.
        print.add((self.kind() as u8, false));
        if let Some(dictionary) = self.as_dictionary() {
            print.add(dictionary.is_shared());
        }
        if let Some(array) = self.as_array() {
            print.add(array.is_shared());
        }
        if let Some(object) = self.as_object() {
            print.ends(object.class().as_bytes());
        }
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(self.as_wire())
    }

    fn inside(self) -> Range<usize> {
        let whole = self.as_wire();
        let inside = self.checked_reader().contents(whole).map_or(0, |(.., inside)| inside.len());
        whole.len() - inside..whole.len()
    }

    fn keys_differ<I: Iterator<Item = Self>>(keys: impl Fn() -> I) -> bool {
        let Some(first) = keys().next() else { return true };
        let is_plain = |key: Self| {
            let kind = key.kind();
            matches!(kind, Kind::String | Kind::StringName | Kind::Int | Kind::Bool)
                || matches!(kind, Kind::Vector2i | Kind::Vector3i | Kind::Vector4i | Kind::Rect2i)
        };
        keys().all(is_plain) && !first.dialect().keys.repeat_among(|| keys().map(|key| key.to_variant()))
    }

    fn child_within(self, at: usize, place: Range<usize>) -> Option<(ChildStep<Self>, Self)> {
        let (child, reader) = (self.as_wire().get(place.clone())?, self.checked_reader());
        let (step, value) = match self.kind() {
            Kind::Array => (ChildStep::Index(at), child),
            Kind::Dictionary => {
                let value = reader.after(child);
                (ChildStep::Key(at, self.within(place.start..place.end - value.len())?), value)
            }
            _ => reader.text(child).map(|(value, name)| (ChildStep::Name(at, name.into()), value))?,
        };
        Some((step, self.within(place.end - value.len()..place.end)?))
    }
}

/// Returns which entries of two dictionaries correspond: those with keys that are written alike, then those with the same
/// key, written in another way.
fn match_keys<'v, 'k: 'v, V>(old: &[V], new: &[V], key_of: impl Fn(&V) -> Cow<'v, Variant>) -> EntryMatches {
    let written = |keys: &[V]| written(keys.iter().map(&key_of));
    let alike = |keys: &[V], at: usize| keys.get(at).and_then(|key| Key::new(key_of(key).into_owned()));
    EntryMatches::by_key(&written(old), &written(new)).and_alike(|at| alike(old, at), |at| alike(new, at))
}

/// Returns the keys of a dictionary as bytes that are equal for keys that are written alike. A key that is
/// not equal to itself, because it contains a NaN, is numbered: the first such key of one dictionary is
/// paired with the first of the other.
fn written<'v, 'k: 'v>(keys: impl Iterator<Item = Cow<'v, Variant>>) -> Vec<(Vec<u8>, usize)> {
    let mut counts = HashMap::new();
    let key = |key: Cow<'v, Variant>| {
        let key = &*key;
        let mut bytes = vec![key.kind() as u8];
        match key {
            Variant::String(text) | Variant::StringName(text) => bytes.extend(text.as_bytes()),
            Variant::Int(number) => bytes.extend(number.to_le_bytes()),
            Variant::Float(number) => bytes.extend(number.to_bits().to_le_bytes()),
            key => bytes.extend(key.to_string().into_bytes()),
        }
        if key.same_key(key) {
            return (bytes, 0);
        }
        let count = counts.entry(bytes.clone()).or_insert(0);
        *count += 1;
        (bytes, *count)
    };
    keys.map(key).collect()
}
