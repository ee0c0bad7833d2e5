//! Iterators over all values inside a value or view.

use std::iter::Map;
use std::slice;

use super::super::dictionary;
use super::super::model::{ContainerRef, Text, Variant};
use super::super::view::{ArrayViewIter, DictionaryViewIter, ObjectViewIter, VariantView};
use super::steps::{step_to, step_to_property};
use crate::path::{ChildIter, Contained, Segment, Walk, Walked};

impl<'a> Variant<'a> {
    /// Returns an iterator over this value and every value inside it. See [`Walk`].
    ///
    /// ```
    /// use gamewire::godot::{Kind, Vector2, variant};
    /// let save = variant!({ "pos": Vector2::new(1.0, 2.0), "path": [Vector2::new(3.0, 4.0)] });
    /// let vectors = save.walk().with_paths().filter(|(_, value)| value.kind() == Kind::Vector2);
    /// let paths: Vec<String> = vectors.map(|(path, _)| path.to_string()).collect();
    /// assert_eq!(paths, ["$.pos", "$.path[0]"]);
    /// ```
    pub fn walk(&self) -> Walk<&Variant<'a>> {
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

type Property<'a> = (Text<'a>, Variant<'a>);

impl Walked for &Variant<'_> {}

impl<'v, 'a> Contained for &'v Variant<'a> {
    type Name = &'v Text<'a>;
    type Items = slice::Iter<'v, Variant<'a>>;
    type Entries = dictionary::Iter<'v, 'a>;
    type Named = Map<slice::Iter<'v, Property<'a>>, fn(&'v Property<'a>) -> (Self::Name, Self)>;

    fn child_iter(self) -> ChildIter<Self> {
        match self.as_container() {
            ContainerRef::Items(array) => ChildIter::Items(array.iter()),
            ContainerRef::Entries(dictionary) => ChildIter::Entries(dictionary.iter()),
            ContainerRef::Properties(data) => {
                let pair: fn(&'v Property<'a>) -> _ = |(name, value)| (name, value);
                ChildIter::Named(data.properties.iter().map(pair))
            }
            ContainerRef::Nothing => ChildIter::Nothing,
        }
    }

    fn by_key(key: Self, at: usize) -> Segment {
        step_to(key, at)
    }

    fn by_name(name: &Self::Name, at: usize) -> Segment {
        step_to_property(name, at)
    }
}

impl Walked for VariantView<'_> {}

impl<'a> Contained for VariantView<'a> {
    type Name = Text<'a>;
    type Items = ArrayViewIter<'a>;
    type Entries = DictionaryViewIter<'a>;
    type Named = ObjectViewIter<'a>;

    fn child_iter(self) -> ChildIter<Self> {
        if let Some(array) = self.as_array() {
            ChildIter::Items(array.iter())
        } else if let Some(dictionary) = self.as_dictionary() {
            ChildIter::Entries(dictionary.entries())
        } else {
            self.as_object().map_or(ChildIter::Nothing, |object| ChildIter::Named(object.properties()))
        }
    }

    fn by_key(key: Self, at: usize) -> Segment {
        step_to(&key.to_lent(), at)
    }

    fn by_name(name: &Self::Name, at: usize) -> Segment {
        step_to_property(name, at)
    }
}
