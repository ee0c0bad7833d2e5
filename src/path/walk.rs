//! Walks over a value and all values inside it.

use std::fmt;
use std::iter::Enumerate;

use super::{Path, Segment};

/// An iterator over a value and every value inside it. A container comes before its contents, which are visited in
/// order.
///
/// The `walk()` methods of values ([`Variant`](crate::godot::Variant::walk), NBT tags) and of views return a `Walk`.
/// It knows the [path](Self::path) of the value that was visited last, and builds the path only when asked. If
/// several entries have the same key, the path leads to the last of them. Elements of packed arrays and components of
/// vectors are not values of their own and are not visited. The walk does not recurse, so values may be nested
/// deeply.
///
/// ```
/// use gamewire::godot::{Variant, variant};
///
/// let save = variant!({ "player": { "bag": ["sword", "potion"] }, "chest": ["sword"] });
/// let mut swords = Vec::new();
/// let mut walk = save.walk();
/// while let Some(value) = walk.next() {
///     if value.as_str() == Some("sword") {
///         swords.push(walk.path().to_string());
///     }
/// }
/// assert_eq!(swords, ["$.player.bag[0]", "$.chest[0]"]);
///
/// // The deepest values that are numbers, with their paths.
/// let numbers = variant!({ "hp": 7, "pos": [1, 2] });
/// let all = numbers.walk().with_paths().filter_map(|(path, value)| Some((path.to_string(), value.as_i64()?)));
/// assert_eq!(all.map(|(path, _)| path).collect::<Vec<_>>(), ["$.hp", "$.pos[0]", "$.pos[1]"]);
/// ```
#[derive(Clone)]
pub struct Walk<V: Walked> {
    /// The value at which the walk starts.
    first: Option<V>,
    /// The value that was visited last, if its contents are next.
    last: Option<V>,
    open: Vec<VisitedContainer<V>>,
    keys: bool,
}

/// A container whose contents are visited.
#[derive(Clone)]
struct VisitedContainer<V: Walked> {
    container: V,
    children: Children<V>,
    /// The step to the child that was visited last.
    step: Option<ChildStep<V>>,
}

impl<V: Walked> Walk<V> {
    pub(crate) fn new(value: V) -> Self {
        Self { first: Some(value), last: None, open: Vec::new(), keys: false }
    }

    /// Visits the keys of dictionaries, too, each before its value. The path of a key is its position: `$.items.key(2)`.
    #[must_use]
    pub fn with_keys(self) -> Self {
        Self { keys: true, ..self }
    }

    /// Returns an iterator over pairs of a path and a value. It builds a path for every value; if you need only a few
    /// paths, call [`path`](Self::path) instead.
    pub fn with_paths(mut self) -> impl Iterator<Item = (Path, V)> {
        std::iter::from_fn(move || {
            let value = self.next()?;
            Some((self.path(), value))
        })
    }

    /// Returns the path of the value that was visited last.
    pub fn path(&self) -> Path {
        self.open.iter().filter_map(|level| level.step.as_ref()).map(ChildStep::segment).collect()
    }

    /// Returns the paths that consist of the path of each value and one of the segments that `steps_of` returns for
    /// it, the last segment first.
    pub(crate) fn paths_inside(
        mut self,
        mut steps_of: impl FnMut(V) -> Vec<Segment>,
    ) -> impl Iterator<Item = Path> {
        let mut steps = Vec::new();
        std::iter::from_fn(move || {
            while steps.is_empty() {
                steps = steps_of(self.next()?);
            }
            let mut path = self.path();
            path.push(steps.pop()?);
            Some(path)
        })
    }

    /// Returns the number of containers around the value that was visited last.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Skips everything inside the value that was visited last.
    pub fn skip_inside(&mut self) {
        self.last = None;
    }

    /// Returns the container of the value that was visited last, and the step from it.
    pub(crate) fn parent(&self) -> Option<(V, &ChildStep<V>)> {
        let level = self.open.last()?;
        Some((level.container, level.step.as_ref()?))
    }
}

impl<V: Walked> Iterator for Walk<V> {
    type Item = V;

    fn next(&mut self) -> Option<V> {
        if let Some(container) = self.last.take()
            && let Some(children) = Children::new(container, self.keys)
        {
            self.open.push(VisitedContainer { container, children, step: None });
        }
        self.last = self.first.take();
        while self.last.is_none() {
            let level = self.open.last_mut()?;
            match level.children.next() {
                Some((step, child)) => (level.step, self.last) = (Some(step), Some(child)),
                None => drop(self.open.pop()),
            }
        }
        self.last
    }
}

impl<V: Walked> fmt::Debug for Walk<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk").field("path", &self.path()).field("keys", &self.keys).finish_non_exhaustive()
    }
}

/// A value that a [`Walk`] visits. This trait is sealed and implemented for values and views of Godot and NBT.
///
/// ```
/// use gamewire::path::{Walk, Walked};
///
/// /// The depth of a value: of Godot or NBT, decoded or in its bytes.
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
pub trait Walked: sealed::Walked {}

pub(crate) use sealed::Walked as Contained;

mod sealed {
    use super::{ChildIter, Segment};

    /// The children of a value. Values are references that are cheap to copy.
    pub trait Walked: Copy {
        /// The name of a property or of an entry of a compound.
        type Name: Clone;
        type Items: Iterator<Item = Self> + Clone;
        type Entries: Iterator<Item = (Self, Self)> + Clone;
        type Named: Iterator<Item = (Self::Name, Self)> + Clone;

        fn child_iter(self) -> ChildIter<Self>;
        fn by_name(name: &Self::Name, at: usize) -> Segment;

        /// The default is for NBT, which has no keys that are values.
        fn by_key(_: Self, at: usize) -> Segment {
            Segment::ValueAt(at)
        }
    }
}

/// An iterator over the direct children of a value.
#[allow(missing_debug_implementations)] // It has no public path.
pub enum ChildIter<V: Contained> {
    /// The elements of an array or list.
    Items(V::Items),
    /// The keys and values of a dictionary.
    Entries(V::Entries),
    /// The properties of an object, the entries of a compound.
    Named(V::Named),
    Nothing,
}

/// The step from a container to a child, which is converted to a segment if it is needed.
#[derive(Clone)]
pub(crate) enum ChildStep<V: Contained> {
    Index(usize),
    KeyAt(usize),
    Key(usize, V),
    Name(usize, V::Name),
}

impl<V: Contained> ChildStep<V> {
    pub(crate) fn segment(&self) -> Segment {
        match self {
            Self::Index(at) => Segment::Index(*at),
            Self::KeyAt(at) => Segment::KeyAt(*at),
            Self::Key(at, key) => V::by_key(*key, *at),
            Self::Name(at, name) => V::by_name(name, *at),
        }
    }
}

/// The children of a container in order, with the steps to them.
#[derive(Clone)]
pub(crate) enum Children<V: Contained> {
    Items(Enumerate<V::Items>),
    /// The entries, the entry whose key was visited last, and whether keys are visited.
    Entries(Enumerate<V::Entries>, Option<(usize, (V, V))>, bool),
    Named(Enumerate<V::Named>),
}

impl<V: Contained> Children<V> {
    /// Returns the children of a value, or `None` if it is not a container.
    pub(crate) fn new(value: V, keys: bool) -> Option<Self> {
        match value.child_iter() {
            ChildIter::Items(items) => Some(Self::Items(items.enumerate())),
            ChildIter::Entries(entries) => Some(Self::Entries(entries.enumerate(), None, keys)),
            ChildIter::Named(named) => Some(Self::Named(named.enumerate())),
            ChildIter::Nothing => None,
        }
    }
}

impl<V: Contained> Iterator for Children<V> {
    type Item = (ChildStep<V>, V);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Items(items) => items.next().map(|(at, item)| (ChildStep::Index(at), item)),
            Self::Named(named) => named.next().map(|(at, (name, value))| (ChildStep::Name(at, name), value)),
            Self::Entries(entries, visited, keys) => match visited.take() {
                Some((at, (key, value))) => Some((ChildStep::Key(at, key), value)),
                None => {
                    let (at, (key, value)) = entries.next()?;
                    if !*keys {
                        return Some((ChildStep::Key(at, key), value));
                    }
                    *visited = Some((at, (key, value)));
                    Some((ChildStep::KeyAt(at), key))
                }
            },
        }
    }
}
