//! Walks over a value and all values inside it.

use std::fmt;

use super::{ChildIter, ChildStep, Path, Segment, Walked};

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
    children: ChildIter<V>,
    /// The entry whose key was visited last.
    after_key: Option<(ChildStep<V>, V)>,
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

    /// Returns whether the value that was visited last is a key.
    pub(crate) fn is_at_key(&self) -> bool {
        matches!(self.open.last(), Some(VisitedContainer { step: Some(ChildStep::KeyAt(_)), .. }))
    }

    /// Skips everything inside the value that was visited last.
    pub fn skip_inside(&mut self) {
        self.last = None;
    }
}

impl<V: Walked> Iterator for Walk<V> {
    type Item = V;

    fn next(&mut self) -> Option<V> {
        if let Some(container) = self.last.take() {
            match container.children() {
                ChildIter::Nothing => {}
                children => {
                    self.open.push(VisitedContainer { children, after_key: None, step: None });
                }
            }
        }
        self.last = self.first.take();
        while self.last.is_none() {
            let level = self.open.last_mut()?;
            let child = level.after_key.take().or_else(|| {
                let child = level.children.next()?;
                let (ChildStep::Key(at, key), true) = (&child.0, self.keys) else { return Some(child) };
                let key = (ChildStep::KeyAt(*at), *key);
                level.after_key = Some(child);
                Some(key)
            });
            match child {
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
