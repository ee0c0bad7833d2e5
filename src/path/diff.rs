//! Differences between two values of any format.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash;

use super::align::{Run, align};
use super::indexed::{Indexed, is_container, is_opened};
use super::{ChildIter, ChildStep, Path, Segment, Tree};

/// One difference between two values.
///
/// ```
/// use gamewire::godot::{diff, variant};
/// let (old, new) = (variant!({ "gold": 7, "hp": 9 }), variant!({ "gold": 8, "hp": 9 }));
/// let differences: Vec<String> = diff(&old, &new).map(|one| one.to_string()).collect();
/// assert_eq!(differences, ["~ $.gold: 7 -> 8"]);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Difference<V> {
    /// The place.
    pub path: Path,
    /// The change.
    pub change: Change<V>,
}

/// The change of a place.
///
/// ```
/// use gamewire::godot::{Variant, diff, variant};
/// use gamewire::path::Change;
///
/// let (old, new) = (variant!({ "hp": 9, "name": "Ada" }), variant!({ "hp": 8, "gold": 1 }));
/// for difference in diff(&old, &new) {
///     match difference.change {
///         Change::Changed(old, new) => assert_eq!((old, new), (Variant::Int(9), Variant::Int(8))),
///         Change::Removed(old) => assert_eq!(old, "Ada"),
///         Change::Added(new) => assert_eq!((difference.path.to_string(), new), ("$.gold".into(), 1.into())),
///         _ => {}
///     }
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Change<V> {
    /// The place exists only in the second value.
    Added(V),
    /// The place exists only in the first value.
    Removed(V),
    /// The place exists in both values, with the old and the new value.
    Changed(V, V),
    /// The entries are the same but in another order. This is reported only if the two values have no other
    /// difference.
    Reordered,
}

impl<V> Change<V> {
    /// Converts the values of the change.
    ///
    /// ```
    /// use gamewire::path::Change;
    /// assert_eq!(Change::Changed(7, 8).map(|number| number.to_string()), Change::Changed("7".into(), "8".into()));
    /// ```
    pub fn map<T>(self, mut convert: impl FnMut(V) -> T) -> Change<T> {
        match self {
            Self::Added(new) => Change::Added(convert(new)),
            Self::Removed(old) => Change::Removed(convert(old)),
            Self::Changed(old, new) => Change::Changed(convert(old), convert(new)),
            Self::Reordered => Change::Reordered,
        }
    }
}

/// Writes `- $.gold: 7` for a removed value, `+ $.gold: 7` for an added one and `~ $.gold: 7 -> 8` for a changed one.
impl<V: fmt::Display> fmt::Display for Difference<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = &self.path;
        match &self.change {
            Change::Added(new) => write!(f, "+ {path}: {new}"),
            Change::Removed(old) => write!(f, "- {path}: {old}"),
            Change::Changed(old, new) => write!(f, "~ {path}: {old} -> {new}"),
            Change::Reordered => write!(f, "~ {path}: the entries are in another order"),
        }
    }
}

/// A step of a comparison.
enum Found<V: Tree> {
    Change(Change<V::Value>),
    /// Two encoded values that are decoded and compared as trees.
    Pair(V, V),
}

/// The correspondence between the entries of two dictionaries.
#[derive(Debug, Default)]
pub struct EntryMatches {
    /// The entries of the old dictionary: its own position, and the one in the new dictionary. An entry that a later one
    /// with the same key overwrites is left out.
    old: Vec<(usize, EntryMatch)>,
    /// The positions of the entries that only the new dictionary has.
    added: Vec<usize>,
    /// The number of entries of each dictionary.
    len: (usize, usize),
}

/// The fate of an entry of the old dictionary in the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EntryMatch {
    /// The new dictionary does not have the key.
    Removed,
    /// The new dictionary has the key at this position.
    Kept(usize),
    /// The new dictionary has the same key at this position, written in another way.
    Rewritten(usize),
}

/// The positions of two children that correspond: in the first value, in the second, or in both.
#[derive(Debug, Clone, Copy)]
struct ChildPair {
    old: Option<usize>,
    new: Option<usize>,
    /// Whether the keys of the entries are compared, not their values.
    is_key: bool,
}

impl ChildPair {
    fn new(old: Option<usize>, new: Option<usize>) -> Self {
        Self { old, new, is_key: false }
    }

    /// Returns the pairs of a run of elements.
    fn of_run(run: Run) -> impl Iterator<Item = Self> {
        (0..run.len()).map(move |n| match run {
            Run::Both { old, new, .. } => Self::new(Some(old + n), Some(new + n)),
            Run::Removed { at, .. } => Self::new(Some(at + n), None),
            Run::Added { at, .. } => Self::new(None, Some(at + n)),
        })
    }
}

/// Pairs the elements of two lists by their fingerprints. An element that only one list has is alone.
pub fn pairs(old: &[u64], new: &[u64]) -> impl Iterator<Item = (Option<usize>, Option<usize>)> + use<> {
    let of = |list: &[u64], at| list.get(at).copied().unwrap_or(0);
    let runs = align((old.len(), new.len()), (0, 0), |at| of(old, at), |at| of(new, at));
    runs.into_iter().flat_map(ChildPair::of_run).map(|pair| (pair.old, pair.new))
}

impl EntryMatches {
    /// Pairs entries with equal keys. If a dictionary has a key several times, the last entry counts.
    pub(crate) fn by_key<K: Eq + Hash>(old: &[K], new: &[K]) -> Self {
        fn last<K: Eq + Hash>(keys: &[K]) -> HashMap<&K, usize> {
            keys.iter().enumerate().map(|(at, key)| (key, at)).collect()
        }
        let (in_old, in_new) = (last(old), last(new));
        let is_last = |(at, key): &(usize, &K)| in_old.get(key) == Some(at);
        let matched =
            |(at, key)| (at, in_new.get(key).map_or(EntryMatch::Removed, |at| EntryMatch::Kept(*at)));
        let is_added = |(at, key): &(usize, &K)| !in_old.contains_key(key) && in_new.get(key) == Some(at);
        Self {
            old: old.iter().enumerate().filter(is_last).map(matched).collect(),
            added: new.iter().enumerate().filter(is_added).map(|(at, _)| at).collect(),
            len: (old.len(), new.len()),
        }
    }

    /// Pairs entries that are left over on both sides by another form of their keys. The form `None` equals no other.
    pub(crate) fn and_alike<K: Eq + Hash>(
        mut self,
        old: impl Fn(usize) -> Option<K>,
        new: impl Fn(usize) -> Option<K>,
    ) -> Self {
        let removed = self.old.iter_mut().filter(|(_, matched)| *matched == EntryMatch::Removed);
        let mut removed = removed.peekable();
        if self.added.is_empty() || removed.peek().is_none() {
            return self;
        }
        let mut added: HashMap<K, usize> =
            self.added.iter().filter_map(|at| Some((new(*at)?, *at))).collect();
        let mut taken = HashSet::new();
        for (at, matched) in removed {
            if let Some(there) = old(*at).and_then(|key| added.remove(&key)) {
                *matched = EntryMatch::Rewritten(there);
                taken.insert(there);
            }
        }
        self.added.retain(|at| !taken.contains(at));
        self
    }

    /// Returns the pairs of entries in order. As many entries as given are before those that were matched, and after
    /// them, and correspond in order.
    fn pairs(self, (start, end): (usize, usize)) -> impl Iterator<Item = ChildPair> {
        let both = |old, new| ChildPair::new(Some(old), Some(new));
        let inner = self.old.into_iter().flat_map(move |(at, matched)| {
            let (key, value) = match matched {
                EntryMatch::Removed => (None, ChildPair::new(Some(start + at), None)),
                EntryMatch::Kept(there) => (None, both(start + at, start + there)),
                EntryMatch::Rewritten(there) => {
                    let value = both(start + at, start + there);
                    (Some(ChildPair { is_key: true, ..value }), value)
                }
            };
            key.into_iter().chain([value])
        });
        let after = move |at| both(start + self.len.0 + at, start + self.len.1 + at);
        let added = self.added.into_iter().map(move |at| ChildPair::new(None, Some(start + at)));
        (0..start).map(move |at| both(at, at)).chain(inner).chain((0..end).map(after)).chain(added)
    }
}

/// An iterator over the differences between two values. It keeps only the open containers, the keys of the entries
/// around them and the alignment of their elements.
pub(crate) struct Diff<V: Tree> {
    whole: (V, V),
    /// The whole values, if they are compared next.
    start: Option<(V, V)>,
    open: Vec<OpenPair<V>>,
    path: Path,
    /// The number of path segments at the end that lead to the last difference.
    last: usize,
    /// True if another comparison, with passes of its own, compares a part of its values with this one.
    part: bool,
    /// True in the second pass, which reports the order of entries if the first pass found nothing.
    in_order: bool,
    found: bool,
    moved: bool,
}

struct OpenPair<V> {
    old: Indexed<V>,
    new: Indexed<V>,
    pairs: Box<dyn Iterator<Item = ChildPair>>,
    /// The position in the new value of the last child that both have.
    last: usize,
    moved: bool,
}

/// Returns whether two values have the same contents in the same order. A [`Diff`] leaves out entries that a later one with
/// the same key hides; here they count.
pub(crate) fn same_contents<V: Tree>(old: V, new: V) -> bool {
    let (mut next, mut open) = (vec![(old, new)], Vec::new());
    loop {
        if let Some((old, new)) = next.pop() {
            let children = (old.children(), new.children());
            let is_same = match children {
                (ChildIter::Nothing, ChildIter::Nothing) => Diff::new(old, new).next().is_none(),
                _ => old.same_apart_from_children(new),
            };
            if !is_same {
                return false;
            }
            open.push(children);
            continue;
        }
        let Some((olds, news)) = open.last_mut() else { return true };
        let ((old_step, old), (new_step, new)) = match (olds.next(), news.next()) {
            (Some(old), Some(new)) => (old, new),
            (None, None) => {
                open.pop();
                continue;
            }
            _ => return false,
        };
        next.push((old, new));
        match (old_step, new_step) {
            (ChildStep::Key(_, old), ChildStep::Key(_, new)) => next.push((old, new)),
            (ChildStep::Name(_, old), ChildStep::Name(_, new)) if old != new => return false,
            _ => {}
        }
    }
}

impl<V: Tree> Diff<V> {
    pub(crate) fn new(old: V, new: V) -> Self {
        Self {
            whole: (old, new),
            start: Some((old, new)),
            open: Vec::new(),
            path: Path::default(),
            last: 0,
            part: false,
            in_order: false,
            found: false,
            moved: false,
        }
    }

    /// Decodes a pair of encoded values and compares them as trees.
    fn each_in_trees<E>(
        &mut self,
        (old, new): (V, V),
        mut each: impl FnMut(&Path, Change<V::Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (old, new) = (old.to_tree(), new.to_tree());
        let mut part = Diff::new(V::Ref::from(&old), V::Ref::from(&new));
        part.part = true;
        part.path = std::mem::take(&mut self.path);
        part.in_order = self.in_order;
        while let Some(change) = part.advance() {
            each(&part.path, change)?;
        }
        self.path = std::mem::take(&mut part.path);
        self.found |= part.found;
        self.moved |= part.moved;
        Ok(())
    }

    /// Returns the next difference between trees.
    fn advance(&mut self) -> Option<Change<V::Value>> {
        loop {
            if let Found::Change(change) = self.find()? {
                return Some(change);
            }
        }
    }

    /// Returns the next difference, or the next pair of encoded values that are decoded and compared as trees.
    fn find(&mut self) -> Option<Found<V>> {
        loop {
            self.leave();
            let found = if let Some((old, new)) = self.start.take() {
                self.compare(old, new)
            } else if let Some(innermost) = self.open.last_mut() {
                match innermost.next() {
                    Some(children) => self.compare_children(children),
                    None => self.close(),
                }
            } else if self.part || self.in_order || self.found || !self.moved {
                return None;
            } else {
                self.in_order = true;
                self.start = Some(self.whole);
                None
            };
            if found.is_some() {
                return found;
            }
        }
    }

    /// Calls `each` with each difference and its path.
    pub(crate) fn each<E>(
        mut self,
        mut each: impl FnMut(&Path, Change<V::Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(found) = self.find() {
            match found {
                Found::Change(change) => each(&self.path, change)?,
                Found::Pair(old, new) => self.each_in_trees((old, new), &mut each)?,
            }
        }
        Ok(())
    }

    /// Removes the segments of the last difference from the path.
    fn leave(&mut self) {
        for _ in 0..std::mem::take(&mut self.last) {
            self.path.pop();
        }
    }

    fn found(&mut self, change: Change<V::Value>) -> Option<Found<V>> {
        self.found = true;
        (!self.in_order).then_some(Found::Change(change))
    }

    /// Compares two values at the current path. Their children are compared later.
    fn compare(&mut self, old: V, new: V) -> Option<Found<V>> {
        if old.has_same_bytes(new) {
            return None;
        }
        let depth = self.open.len();
        let is_compared = old.bytes().is_none() || is_opened(old, depth) || is_opened(new, depth);
        let indexed = || Some((Indexed::new(old, depth)?, Indexed::new(new, depth)?));
        let Some((old, new)) = is_compared.then(indexed).flatten() else {
            return Some(Found::Pair(old, new));
        };
        if !old.value.same_apart_from_children(new.value) {
            return self.found(Change::Changed(old.value.to_tree(), new.value.to_tree()));
        }
        let pairs: Box<dyn Iterator<Item = ChildPair>> = match (old.elements(), new.elements()) {
            (Some(old_len), Some(new_len)) => {
                let ends = old.equal_ends(&new);
                let runs =
                    align((old_len, new_len), ends, |at| old.fingerprint(at), |at| new.fingerprint(at));
                Box::new(runs.into_iter().flat_map(ChildPair::of_run).skip(ends.0))
            }
            _ if is_container(old.value) => {
                let (matches, ends) = old.matches(&new);
                Box::new(matches.pairs(ends))
            }
            _ => return None,
        };
        // The segments stay in the path as long as the container is open.
        self.last = 0;
        self.open.push(OpenPair { old, new, pairs, last: 0, moved: false });
        None
    }

    /// Compares two children of the innermost open container.
    fn compare_children(&mut self, (step, old, new): (Segment, Child<V>, Child<V>)) -> Option<Found<V>> {
        self.path.push(step);
        self.last = 1;
        match (old, new) {
            (Child::Value(old), Child::Value(new)) => self.compare(old, new),
            (Child::Packed(old), Child::Packed(new))
                if V::Ref::from(&old).same_apart_from_children(V::Ref::from(&new)) =>
            {
                None
            }
            (old, new) => match (old.into_tree(), new.into_tree()) {
                (Some(old), Some(new)) => self.found(Change::Changed(old, new)),
                (Some(old), None) => self.found(Change::Removed(old)),
                (None, Some(new)) => self.found(Change::Added(new)),
                (None, None) => None,
            },
        }
    }

    /// Closes the innermost open container.
    fn close(&mut self) -> Option<Found<V>> {
        let is_moved = self.open.pop().is_some_and(|closed| closed.moved);
        self.moved |= is_moved;
        // The segments that lead to the container stay. Those of a whole part belong to the caller.
        self.last = usize::from(!self.part || !self.open.is_empty());
        (is_moved && self.in_order).then_some(Found::Change(Change::Reordered))
    }
}

/// One side of a pair of children.
pub(super) enum Child<V: Tree> {
    Value(V),
    /// The key of an entry.
    Key(V),
    /// An element of a packed array.
    Packed(V::Value),
    None,
}

impl<V: Tree> Child<V> {
    fn into_tree(self) -> Option<V::Value> {
        match self {
            Self::Value(value) | Self::Key(value) => Some(value.to_tree()),
            Self::Packed(element) => Some(element),
            Self::None => None,
        }
    }
}

impl<V: Tree> OpenPair<V> {
    /// Returns the next pair to compare, and the step to it.
    fn next(&mut self) -> Option<(Segment, Child<V>, Child<V>)> {
        loop {
            let ChildPair { old, new, is_key } = self.pairs.next()?;
            if is_key {
                let (at, there) = (old?, new?);
                let (old, new) = (Child::Key(self.old.key(at)?), Child::Key(self.new.key(there)?));
                return Some((Segment::KeyAt(at), old, new));
            }
            if let (Some(_), Some(there)) = (old, new) {
                self.moved |= there < self.last;
                self.last = there;
            }
            let child = |of: &Indexed<V>, at: Option<usize>| at.and_then(|at| of.child(at)).unzip();
            let ((step, old), (new_step, new)) = (child(&self.old, old), child(&self.new, new));
            if let (Some(Child::Value(old)), Some(Child::Value(new))) = (&old, &new)
                && old.has_same_bytes(*new)
            {
                continue;
            }
            let child = |child: Option<Child<V>>| child.unwrap_or(Child::None);
            return Some((step.or(new_step)?.segment(), child(old), child(new)));
        }
    }
}

impl<V: Tree> Iterator for Diff<V> {
    type Item = Difference<V::Value>;

    fn next(&mut self) -> Option<Self::Item> {
        let change = self.advance()?;
        Some(Difference { path: self.path.clone(), change })
    }
}
