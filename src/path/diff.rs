//! Differences between two values of any format.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash;

use super::align::{Run, align};
use super::indexed::{Indexed, is_container, is_opened};
use super::{Path, Segment, Tree};

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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
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
    /// Two values in their bytes that are compared as trees.
    Pair(V, V),
}

/// The correspondence between the entries of two dictionaries.
#[derive(Debug, Default)]
pub struct EntryMatches {
    /// The number of entries at the start and at the end of both that correspond in order.
    ends: (usize, usize),
    /// The entries of the old dictionary between those at the ends; their positions are relative.
    old: Vec<EntryMatch>,
    /// The positions of the entries that only the new dictionary has.
    added: Vec<usize>,
    /// The number of entries of the new dictionary between those at the ends.
    new: usize,
}

/// The fate of an entry of the old dictionary in the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EntryMatch {
    /// A later entry has the same key and takes precedence.
    Overwritten,
    /// The new dictionary does not have the key.
    Removed,
    /// The new dictionary has the key at this position.
    Kept(usize),
    /// The new dictionary has the same key at this position, written in another way.
    Rewritten(usize),
}

impl EntryMatches {
    /// Pairs entries with equal keys. If a dictionary has a key several times, the last entry counts.
    pub(crate) fn by_key<K: Eq + Hash>(old: &[K], new: &[K]) -> Self {
        fn last<K: Eq + Hash>(keys: &[K]) -> HashMap<&K, usize> {
            keys.iter().enumerate().map(|(at, key)| (key, at)).collect()
        }
        let (in_old, in_new) = (last(old), last(new));
        let found = |(at, key)| match (in_old.get(key), in_new.get(key)) {
            (Some(last), _) if *last != at => EntryMatch::Overwritten,
            (_, Some(there)) => EntryMatch::Kept(*there),
            (_, None) => EntryMatch::Removed,
        };
        let is_added = |(at, key): &(usize, &K)| !in_old.contains_key(key) && in_new.get(key) == Some(at);
        Self {
            ends: (0, 0),
            old: old.iter().enumerate().map(found).collect(),
            added: new.iter().enumerate().filter(is_added).map(|(at, _)| at).collect(),
            new: new.len(),
        }
    }

    /// Sets the numbers of entries at the start and at the end that correspond in order.
    pub(crate) fn between(self, start: usize, end: usize) -> Self {
        Self { ends: (start, end), ..self }
    }

    /// Returns how the old entry at a position continues.
    fn of_old(&self, at: usize) -> Option<EntryMatch> {
        let (start, end) = self.ends;
        let Some(inner) = at.checked_sub(start) else { return Some(EntryMatch::Kept(at)) };
        if let Some(found) = self.old.get(inner) {
            return Some(match *found {
                EntryMatch::Kept(there) => EntryMatch::Kept(start + there),
                EntryMatch::Rewritten(there) => EntryMatch::Rewritten(start + there),
                found @ (EntryMatch::Overwritten | EntryMatch::Removed) => found,
            });
        }
        let after = inner - self.old.len();
        (after < end).then_some(EntryMatch::Kept(start + self.new + after))
    }

    /// Returns the position of an entry that only the new dictionary has. `at` continues after the entries of the old
    /// one.
    fn added(&self, at: usize) -> Option<usize> {
        let (start, end) = self.ends;
        self.added.get(at - (start + self.old.len() + end)).map(|there| start + there)
    }

    /// Pairs entries that are left over on both sides by another form of their keys. The form `None` equals no other.
    pub(crate) fn and_alike<K: Eq + Hash>(
        mut self,
        old: impl Fn(usize) -> Option<K>,
        new: impl Fn(usize) -> Option<K>,
    ) -> Self {
        if self.added.is_empty() || !self.old.contains(&EntryMatch::Removed) {
            return self;
        }
        let mut added: HashMap<K, usize> =
            self.added.iter().filter_map(|at| Some((new(*at)?, *at))).collect();
        for (at, found) in self.old.iter_mut().enumerate().filter(|(_, found)| **found == EntryMatch::Removed)
        {
            if let Some(there) = old(at).and_then(|key| added.remove(&key)) {
                *found = EntryMatch::Rewritten(there);
            }
        }
        let taken: HashSet<usize> = self
            .old
            .iter()
            .filter_map(|found| if let EntryMatch::Rewritten(there) = found { Some(*there) } else { None })
            .collect();
        self.added.retain(|at| !taken.contains(at));
        self
    }
}

/// An iterator over the differences between two values. It keeps only the open containers, the keys of the entries
/// around them and the alignment of their elements.
pub(crate) struct Diff<V: Tree> {
    whole: (V, V),
    pass: Pass,
    open: Vec<OpenPair<V>>,
    path: Path,
    /// The number of path segments at the end that lead to the last difference.
    last: usize,
    /// Whether this compares a part for another comparison, which has its own passes.
    part: bool,
    found: bool,
    moved: bool,
}

/// The passes over the two values. The order of entries is reported in a second pass, if the first one found nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    Start,
    Values,
    Order,
    Done,
}

struct OpenPair<V> {
    old: Indexed<V>,
    new: Indexed<V>,
    children: Children,
}

#[derive(Debug)]
enum Children {
    Elements(Elements),
    Entries(Keys),
}

/// The alignment of the elements of two lists.
#[derive(Debug)]
struct Elements {
    runs: std::vec::IntoIter<Run>,
    run: Option<Run>,
    /// The number of elements of the run that were visited.
    done: usize,
}

impl Elements {
    /// Returns the positions of the next element: in the first list, in the second, or in both.
    fn next(&mut self) -> Option<(Option<usize>, Option<usize>)> {
        while self.run.is_none_or(|run| run.len() <= self.done) {
            self.run = Some(self.runs.next()?);
            self.done = 0;
        }
        let at = self.done;
        self.done += 1;
        match self.run? {
            Run::Both { old, new, .. } => Some((Some(old + at), Some(new + at))),
            Run::Removed { at: start, .. } => Some((Some(start + at), None)),
            Run::Added { at: start, .. } => Some((None, Some(start + at))),
        }
    }
}

/// The entries of two dictionaries that are being compared.
#[derive(Debug)]
struct Keys {
    matches: EntryMatches,
    next: usize,
    /// Whether it was already reported that the key of the next entry is written in another way.
    reported: bool,
    /// The position in the new dictionary of the last entry that both have.
    last: usize,
    moved: bool,
}

/// The result of one step of the comparison.
enum Stepped<V: Tree> {
    /// A difference at the current path.
    Found(Found<V>),
    /// Nothing was found at this step.
    On,
    /// The innermost container has no more children.
    End,
}

impl<V: Tree> Diff<V> {
    pub(crate) fn new(old: V, new: V) -> Self {
        Self {
            whole: (old, new),
            pass: Pass::Start,
            open: Vec::new(),
            path: Path::default(),
            last: 0,
            part: false,
            found: false,
            moved: false,
        }
    }

    /// Compares a pair of values in their bytes as trees.
    fn each_in_trees<E>(
        &mut self,
        (old, new): (V, V),
        mut each: impl FnMut(&Path, Change<V::Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (old, new) = (old.to_tree(), new.to_tree());
        let mut part = Diff::new(V::from_tree(&old), V::from_tree(&new));
        part.part = true;
        part.path = std::mem::take(&mut self.path);
        let first = if self.pass == Pass::Order { Pass::Order } else { Pass::Values };
        while let Some(change) = part.advance(first) {
            each(&part.path, change)?;
        }
        self.path = std::mem::take(&mut part.path);
        self.found |= part.found;
        self.moved |= part.moved;
        Ok(())
    }

    /// Returns the next difference between trees.
    fn advance(&mut self, first: Pass) -> Option<Change<V::Value>> {
        loop {
            if let Found::Change(change) = self.find(first)? {
                return Some(change);
            }
        }
    }

    fn find(&mut self, first: Pass) -> Option<Found<V>> {
        self.leave();
        if self.pass == Pass::Start {
            self.pass = first;
            if let Some(found) = self.compare_whole() {
                return Some(found);
            }
        }
        loop {
            while !self.open.is_empty() {
                match self.step() {
                    Stepped::Found(found) => return Some(found),
                    Stepped::On => self.leave(),
                    Stepped::End => {
                        if let Some(change) = self.close() {
                            return Some(Found::Change(change));
                        }
                    }
                }
            }
            if self.part || self.pass != Pass::Values || self.found || !self.moved {
                self.pass = Pass::Done;
                return None;
            }
            self.pass = Pass::Order;
            if let Some(found) = self.compare_whole() {
                return Some(found);
            }
        }
    }

    fn compare_whole(&mut self) -> Option<Found<V>> {
        let (old, new) = self.whole;
        if let Stepped::Found(found) = self.compare(old, new) { Some(found) } else { None }
    }

    /// Calls `each` with each difference and its path.
    pub(crate) fn each<E>(
        mut self,
        mut each: impl FnMut(&Path, Change<V::Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(found) = self.find(Pass::Values) {
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

    fn enter(&mut self, segment: Segment) {
        self.path.push(segment);
        self.last = 1;
    }

    fn found(&mut self, change: Change<V::Value>) -> Stepped<V> {
        self.found = true;
        if self.pass == Pass::Order { Stepped::On } else { Stepped::Found(Found::Change(change)) }
    }

    /// Compares two values at the current path. Their children are compared later.
    fn compare(&mut self, old: V, new: V) -> Stepped<V> {
        if old.has_same_bytes(new) {
            return Stepped::On;
        }
        let depth = self.open.len();
        let is_compared = old.bytes().is_none() || is_opened(old, depth) || is_opened(new, depth);
        let indexed = || Some((Indexed::new(old, depth)?, Indexed::new(new, depth)?));
        let Some((old, new)) = is_compared.then(indexed).flatten() else {
            return Stepped::Found(Found::Pair(old, new));
        };
        if !old.value.same_apart_from_children(new.value) {
            return self.found(Change::Changed(old.value.to_tree(), new.value.to_tree()));
        }
        let children = match (old.elements(), new.elements()) {
            (Some(old_len), Some(new_len)) => {
                let ends = old.equal_ends(&new);
                let runs =
                    align((old_len, new_len), ends, |at| old.fingerprint(at), |at| new.fingerprint(at));
                let mut runs = runs.into_iter();
                Children::Elements(Elements { run: runs.next(), runs, done: ends.0 })
            }
            _ if is_container(old.value) => {
                let matches = old.matches(&new);
                Children::Entries(Keys { matches, next: 0, reported: false, last: 0, moved: false })
            }
            _ => return Stepped::On,
        };
        // The segments stay in the path as long as the container is open.
        self.last = 0;
        self.open.push(OpenPair { old, new, children });
        Stepped::On
    }

    /// Compares the next child of the innermost open container.
    fn step(&mut self) -> Stepped<V> {
        let Some((segment, old, new)) = self.open.last_mut().and_then(OpenPair::next) else {
            return Stepped::End;
        };
        self.enter(segment);
        match (old, new) {
            (Child::Value(old), Child::Value(new)) => self.compare(old, new),
            (Child::Packed(old), Child::Packed(new))
                if V::from_tree(&old).same_apart_from_children(V::from_tree(&new)) =>
            {
                Stepped::On
            }
            (old, new) => match (old.into_tree(), new.into_tree()) {
                (Some(old), Some(new)) => self.found(Change::Changed(old, new)),
                (Some(old), None) => self.found(Change::Removed(old)),
                (None, Some(new)) => self.found(Change::Added(new)),
                (None, None) => Stepped::On,
            },
        }
    }

    /// Closes the innermost open container.
    fn close(&mut self) -> Option<Change<V::Value>> {
        let closed = self.open.pop();
        // The segments that lead to the container stay. Those of a whole part belong to the caller.
        self.last = usize::from(!self.part || !self.open.is_empty());
        if let Some(OpenPair { children: Children::Entries(keys), .. }) = closed
            && keys.moved
        {
            self.moved = true;
            if self.pass == Pass::Order {
                return Some(Change::Reordered);
            }
        }
        self.leave();
        None
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
        let keys = match &mut self.children {
            Children::Elements(elements) => {
                let (old, new) = elements.next()?;
                let at =
                    |of: &Indexed<V>, index: Option<usize>| index.map_or(Child::None, |index| of.at(index));
                return Some((Segment::Index(old.or(new)?), at(&self.old, old), at(&self.new, new)));
            }
            Children::Entries(keys) => keys,
        };
        loop {
            let at = keys.next;
            keys.next += 1;
            return Some(match keys.matches.of_old(at) {
                Some(EntryMatch::Overwritten) => continue,
                Some(EntryMatch::Removed) => (self.old.step(at)?, self.old.at(at), Child::None),
                Some(EntryMatch::Rewritten(there)) if !std::mem::replace(&mut keys.reported, true) => {
                    keys.next -= 1;
                    (Segment::KeyAt(at), Child::Key(self.old.key(at)?), Child::Key(self.new.key(there)?))
                }
                Some(EntryMatch::Kept(there) | EntryMatch::Rewritten(there)) => {
                    keys.reported = false;
                    keys.moved |= there < keys.last;
                    keys.last = there;
                    let (old, new) = (self.old.at(at), self.new.at(there));
                    if let (Child::Value(old), Child::Value(new)) = (&old, &new)
                        && old.has_same_bytes(*new)
                    {
                        continue;
                    }
                    (self.old.step(at)?, old, new)
                }
                None => {
                    let there = keys.matches.added(at)?;
                    (self.new.step(there)?, Child::None, self.new.at(there))
                }
            });
        }
    }
}

impl<V: Tree> Iterator for Diff<V> {
    type Item = Difference<V::Value>;

    fn next(&mut self) -> Option<Self::Item> {
        let change = self.advance(Pass::Values)?;
        Some(Difference { path: self.path.clone(), change })
    }
}
