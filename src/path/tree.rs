//! Values with children. The code that walks through values, follows paths, compares and hashes uses this trait.

use std::fmt;
use std::hash::Hash;
use std::iter::Enumerate;
use std::ops::Range;

use nom::Offset as _;

use super::pairs::EntryMatches;
use super::{Fingerprint, Segment};

/// A value that a [`Walk`](super::Walk) visits. This trait is sealed and implemented for values and views of Godot and
/// NBT, and for values of types that are known at run time.
///
/// ```
/// use gamewire::path::{Walk, Walked};
///
/// /// The depth of a value of Godot or NBT, decoded or encoded.
/// fn depth<V: Walked>(mut walk: Walk<V>) -> usize {
///     let mut deepest = 0;
///     while walk.next().is_some() {
///         deepest = deepest.max(walk.depth());
///     }
///     deepest
/// }
///
/// assert_eq!(depth(gamewire::godot::variant!([1, [2, [3]]]).walk()), 3);
/// ```
pub trait Walked: Tree {}

impl<V: Tree> Walked for V {}

/// The name of a child.
pub trait TreeName: Clone + fmt::Debug + Eq + Hash {
    /// The key, name or position that a step leads to.
    type Wanted;

    fn bytes(&self) -> &[u8];

    /// Returns the step to the child with this name. If a path cannot express the name, it is the step to the position `at`.
    fn step(&self, at: usize) -> Segment;

    fn wanted(segment: &Segment) -> Self::Wanted;
    fn is(&self, wanted: &Self::Wanted) -> bool;
}

impl<N: TreeName> TreeName for &N {
    type Wanted = N::Wanted;

    fn bytes(&self) -> &[u8] {
        N::bytes(self)
    }

    fn step(&self, at: usize) -> Segment {
        N::step(self, at)
    }

    fn wanted(segment: &Segment) -> N::Wanted {
        N::wanted(segment)
    }

    fn is(&self, wanted: &N::Wanted) -> bool {
        N::is(self, wanted)
    }
}

/// The key or name to which a step leads in a tree of this type.
pub(crate) type Wanted<V> = <<V as Tree>::Name as TreeName>::Wanted;

/// A reference to a value in a tree, or a view of an encoded value. The default implementations suit formats
/// without keys other than names, such as NBT.
pub trait Tree: Copy + PartialEq {
    /// The value as a tree.
    type Value;
    /// A reference to the value as a tree.
    type Ref<'r>: Tree<Value = Self::Value> + From<&'r Self::Value>
    where
        Self: 'r,
        Self::Value: 'r;
    /// The name of a property or of an entry of a compound.
    type Name: TreeName;
    /// The elements of an array or list.
    type Items: Iterator<Item = Self> + Clone;
    /// The entries of a dictionary.
    type Entries: Iterator<Item = (Self, Self)> + Clone;
    /// The properties of an object, or the entries of a compound.
    type Named: Iterator<Item = (Self::Name, Self)> + Clone;

    /// Returns the name of the type.
    fn type_name(self) -> &'static str;
    /// Returns the value as a tree.
    fn to_tree(self) -> Self::Value;

    /// Returns the direct children.
    fn children(self) -> ChildIter<Self>;

    /// Returns the child at a position. A view of Godot returns `None`, and a view of NBT only elements of lists and arrays.
    fn child_at(self, index: usize) -> Option<(ChildStep<Self>, Self)>;

    /// Returns the length of an array of NBT, whose elements are numbers that walks do not visit.
    fn count(self) -> Option<usize> {
        None
    }

    /// Returns the length of a packed array of Godot. [`packed_at`](Self::packed_at) returns its elements, which are not
    /// values of their own.
    fn packed_count(self) -> Option<usize> {
        None
    }

    /// Returns a copy of an element of a packed array.
    fn packed_at(self, _index: usize) -> Option<Self::Value> {
        None
    }

    /// Returns the step to the value of this key.
    fn key_step(self, at: usize) -> Segment {
        Segment::ValueAt(at)
    }

    /// Returns this value, which is a key, as errors show it.
    fn key_text(self) -> String {
        String::new()
    }

    /// Returns whether this is the wanted key, if it is encoded.
    fn is_key(&self, _wanted: &Wanted<Self>) -> bool {
        false
    }

    /// Returns the value of the key of a dictionary to which a step leads, and its position. If several entries have the key, the
    /// last one counts.
    fn find_key(self, _segment: &Segment) -> Option<(usize, Self)> {
        None
    }

    /// Returns whether two values are equal, apart from their children and the elements of arrays.
    fn same_apart_from_children(self, other: Self) -> bool;

    /// Returns which entries of two dictionaries correspond, by their keys.
    fn match_keys(_old: &[Self], _new: &[Self]) -> EntryMatches {
        EntryMatches::default()
    }

    /// Hashes the value without its children.
    fn print(self, print: &mut Fingerprint);

    /// Returns the bytes of an encoded value, and `None` for a value in a tree.
    fn bytes(&self) -> Option<&[u8]> {
        None
    }

    /// Returns the range of the contents of an encoded container, which begin with the first element, key or name.
    fn inside(self) -> Range<usize> {
        0..0
    }

    /// Returns whether the children can be compared one by one without decoding the whole container.
    fn is_comparable(self) -> bool {
        true
    }

    /// Returns whether all of these keys of an encoded value are of types that can be compared in place, and none is there twice.
    fn keys_differ<I: Iterator<Item = Self>>(_keys: impl Fn() -> I) -> bool {
        true
    }

    /// Returns the child whose bytes, with its key or name, are at this range of the bytes.
    fn child_within(self, _index: usize, _place: Range<usize>) -> Option<(ChildStep<Self>, Self)> {
        None
    }

    /// Returns the range of the encoded value in `bytes`, which contain it.
    fn place_in(&self, bytes: &[u8]) -> Range<usize> {
        let own = self.bytes().unwrap_or_default();
        let start = bytes.offset(own);
        start..start + own.len()
    }

    /// Returns whether the two have the same bytes with the same meaning.
    fn has_same_bytes(self, other: Self) -> bool {
        self.bytes().is_some() && self == other
    }
}

/// An iterator over the direct children of a value, with the steps to them.
#[allow(missing_debug_implementations)] // It has no public path.
#[derive(Clone)]
pub enum ChildIter<V: Tree> {
    /// The elements of an array or list.
    Items(Enumerate<V::Items>),
    /// The keys and values of a dictionary.
    Entries(Enumerate<V::Entries>),
    /// The properties of an object, the entries of a compound.
    Named(Enumerate<V::Named>),
    /// No children.
    Nothing,
}

impl<V: Tree> ChildIter<V> {
    pub(crate) fn items(items: V::Items) -> Self {
        Self::Items(items.enumerate())
    }

    pub(crate) fn entries(entries: V::Entries) -> Self {
        Self::Entries(entries.enumerate())
    }

    pub(crate) fn named(named: V::Named) -> Self {
        Self::Named(named.enumerate())
    }
}

impl<V: Tree> Iterator for ChildIter<V> {
    type Item = (ChildStep<V>, V);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Items(items) => items.next().map(|(at, item)| (ChildStep::Index(at), item)),
            Self::Entries(entries) => {
                entries.next().map(|(at, (key, value))| (ChildStep::Key(at, key), value))
            }
            Self::Named(named) => named.next().map(|(at, (name, value))| (ChildStep::Name(at, name), value)),
            Self::Nothing => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Items(items) => items.size_hint(),
            Self::Entries(entries) => entries.size_hint(),
            Self::Named(named) => named.size_hint(),
            Self::Nothing => (0, Some(0)),
        }
    }

    fn count(self) -> usize {
        match self.size_hint() {
            (least, most) if most == Some(least) => least,
            _ => self.fold(0, |count, _| count + 1),
        }
    }
}

/// The step from a container to a child, which is converted to a segment if it is needed.
#[allow(missing_debug_implementations)] // It has no public path.
#[derive(Clone)]
pub enum ChildStep<V: Tree> {
    /// To the element at a position.
    Index(usize),
    /// To the key at a position.
    KeyAt(usize),
    /// To the value of a key.
    Key(usize, V),
    /// To the value of a name.
    Name(usize, V::Name),
}

impl<V: Tree> ChildStep<V> {
    /// Converts the step to a segment.
    pub fn segment(&self) -> Segment {
        match self {
            Self::Index(at) => Segment::Index(*at),
            Self::KeyAt(at) => Segment::KeyAt(*at),
            Self::Key(at, key) => key.key_step(*at),
            Self::Name(at, name) => name.step(*at),
        }
    }

    pub(crate) fn into_key(self) -> Option<V> {
        if let Self::Key(_, key) = self { Some(key) } else { None }
    }

    pub(crate) fn into_name(self) -> Option<V::Name> {
        if let Self::Name(_, name) = self { Some(name) } else { None }
    }
}
