//! Differences between two values of any format.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash;

use super::align::{Run, align};
use super::{Path, Segment};

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

/// The kind of a value's children, which decides how they are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChildKind {
    /// The value has no children that are compared by themselves.
    Nothing,
    /// This number of elements.
    Elements(usize),
    /// Values with keys or names.
    Entries,
}

/// A value that can be compared. Nodes are cloned often, so they are references or similarly small.
pub(crate) trait Node: Clone {
    type Value;
    /// Returns the value to show in a difference.
    fn value(&self) -> Self::Value;
    fn child_kind(&self) -> ChildKind;
    /// Returns a hash that is likely to differ for values that differ. It takes bounded time for values of any size,
    /// so large values that differ may have the same hash.
    fn fingerprint(&self) -> u64;
    /// Returns the fingerprint of the element at a position, or 0 if there is none.
    fn fingerprint_at(&self, index: usize) -> u64 {
        self.at(index).map_or(0, |element| element.fingerprint())
    }
    /// Returns whether the two are equal. If they have children, the children are not compared.
    fn same(&self, other: &Self) -> bool;
    /// Returns the element, or the value of the entry, at a position.
    fn at(&self, index: usize) -> Option<Self>;
    /// Returns the path segment of the entry at a position.
    fn step(&self, index: usize) -> Option<Segment>;
    /// Returns the key of the entry at a position, as a value.
    fn key(&self, index: usize) -> Option<Self::Value>;
    /// Returns which entries of the two values correspond.
    fn pairing(&self, other: &Self) -> Pairing;
    /// Returns whether the two are known to be equal without looking inside. Then nothing inside them is compared.
    fn is_equal(&self, _other: &Self) -> bool {
        false
    }
    /// Returns whether the children of the two are compared as nodes. Otherwise, the pair is [handed
    /// over](Found::Pair) to the caller.
    fn opens(&self, _other: &Self) -> bool {
        true
    }
    /// Returns the numbers of elements at the start and at the end that are known to be equal.
    fn equal_ends(&self, _other: &Self) -> (usize, usize) {
        (0, 0)
    }
}

/// A step of a comparison.
#[derive(Debug)]
pub(crate) enum Found<N: Node> {
    Change(Change<N::Value>),
    /// Two values for the caller to compare, with [`Diff::part`]; see [`Node::opens`].
    Pair(N, N),
}

/// The correspondence between the entries of two dictionaries.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    /// The number of entries at the start and at the end of both that correspond in order.
    ends: (usize, usize),
    /// The entries of the old dictionary between those at the ends; their positions are relative.
    old: Vec<Fate>,
    /// The positions of the entries that only the new dictionary has.
    added: Vec<usize>,
    /// The number of entries of the new dictionary between those at the ends.
    new: usize,
}

/// The fate of an entry of the old dictionary in the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// A later entry has the same key and takes precedence.
    Hidden,
    /// The new dictionary does not have the key.
    Removed,
    /// The new dictionary has the key at this position.
    Kept(usize),
    /// The new dictionary has the same key at this position, written in another way.
    Rewritten(usize),
}

impl Pairing {
    /// Pairs entries with equal keys. If a dictionary has a key several times, the last entry counts.
    pub(crate) fn by_key<K: Eq + Hash>(old: &[K], new: &[K]) -> Self {
        fn last<K: Eq + Hash>(keys: &[K]) -> HashMap<&K, usize> {
            keys.iter().enumerate().map(|(at, key)| (key, at)).collect()
        }
        let (in_old, in_new) = (last(old), last(new));
        let fate = |(at, key)| match (in_old.get(key), in_new.get(key)) {
            (Some(last), _) if *last != at => Fate::Hidden,
            (_, Some(there)) => Fate::Kept(*there),
            (_, None) => Fate::Removed,
        };
        let is_added = |(at, key): &(usize, &K)| !in_old.contains_key(key) && in_new.get(key) == Some(at);
        Self {
            ends: (0, 0),
            old: old.iter().enumerate().map(fate).collect(),
            added: new.iter().enumerate().filter(is_added).map(|(at, _)| at).collect(),
            new: new.len(),
        }
    }

    /// Sets the numbers of entries at the start and at the end that correspond in order.
    pub(crate) fn between(self, start: usize, end: usize) -> Self {
        Self { ends: (start, end), ..self }
    }

    /// Returns how the old entry at a position continues.
    fn fate(&self, at: usize) -> Option<Fate> {
        let (start, end) = self.ends;
        let Some(inner) = at.checked_sub(start) else { return Some(Fate::Kept(at)) };
        if let Some(fate) = self.old.get(inner) {
            return Some(match *fate {
                Fate::Kept(there) => Fate::Kept(start + there),
                Fate::Rewritten(there) => Fate::Rewritten(start + there),
                fate @ (Fate::Hidden | Fate::Removed) => fate,
            });
        }
        let after = inner - self.old.len();
        (after < end).then_some(Fate::Kept(start + self.new + after))
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
        if self.added.is_empty() || !self.old.contains(&Fate::Removed) {
            return self;
        }
        let mut added: HashMap<K, usize> =
            self.added.iter().filter_map(|at| Some((new(*at)?, *at))).collect();
        for (at, fate) in self.old.iter_mut().enumerate().filter(|(_, fate)| **fate == Fate::Removed) {
            if let Some(there) = old(at).and_then(|key| added.remove(&key)) {
                *fate = Fate::Rewritten(there);
            }
        }
        let taken: HashSet<usize> = self
            .old
            .iter()
            .filter_map(|fate| if let Fate::Rewritten(there) = fate { Some(*there) } else { None })
            .collect();
        self.added.retain(|at| !taken.contains(at));
        self
    }
}

/// An iterator over the differences between two values. It keeps only the open containers, the keys of the entries
/// around them and the alignment of their elements.
#[derive(Debug)]
pub(crate) struct Diff<N> {
    whole: (N, N),
    pass: Pass,
    open: Vec<Open<N>>,
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

#[derive(Debug)]
struct Open<N> {
    old: N,
    new: N,
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
    pairing: Pairing,
    next: usize,
    /// Whether it was already reported that the key of the next entry is written in another way.
    reported: bool,
    /// The position in the new dictionary of the last entry that both have.
    last: usize,
    moved: bool,
}

/// The result of one step of the comparison.
enum Stepped<N: Node> {
    /// A difference at the current path.
    Found(Found<N>),
    /// Nothing was found at this step.
    On,
    /// The innermost container has no more children.
    End,
}

impl<N: Node> Diff<N> {
    pub(crate) fn new(old: N, new: N) -> Self {
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

    /// Compares a pair that another comparison hands over, by nodes of another type.
    ///
    /// # Errors
    /// Returns the errors of `each`.
    pub(crate) fn part<M: Node, E>(
        whole: &mut Diff<M>,
        (old, new): (N, N),
        mut each: impl FnMut(&Path, Change<N::Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut part = Self::new(old, new);
        part.part = true;
        part.path = std::mem::take(&mut whole.path);
        let order = whole.pass == Pass::Order;
        while let Some(change) = part.advance_in(if order { Pass::Order } else { Pass::Values }) {
            each(&part.path, change)?;
        }
        whole.path = part.path;
        whole.found |= part.found;
        whole.moved |= part.moved;
        Ok(())
    }

    fn advance(&mut self) -> Option<Change<N::Value>> {
        self.advance_in(Pass::Values)
    }

    fn advance_in(&mut self, first: Pass) -> Option<Change<N::Value>> {
        loop {
            if let Found::Change(change) = self.find(first)? {
                return Some(change);
            }
        }
    }

    /// Returns the next difference, or the next pair that the caller has to compare.
    pub(crate) fn find_next(&mut self) -> Option<Found<N>> {
        self.find(Pass::Values)
    }

    fn find(&mut self, first: Pass) -> Option<Found<N>> {
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

    fn compare_whole(&mut self) -> Option<Found<N>> {
        let (old, new) = self.whole.clone();
        if let Stepped::Found(found) = self.compare(old, new) { Some(found) } else { None }
    }

    /// Calls `each` with each difference and its path.
    pub(crate) fn each<E>(
        mut self,
        mut each: impl FnMut(&Path, Change<N::Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(change) = self.advance() {
            each(&self.path, change)?;
        }
        Ok(())
    }

    /// Returns the path of the last difference.
    pub(crate) fn path(&self) -> &Path {
        &self.path
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

    fn found(&mut self, change: Change<N::Value>) -> Stepped<N> {
        self.found = true;
        if self.pass == Pass::Order { Stepped::On } else { Stepped::Found(Found::Change(change)) }
    }

    /// Compares two values at the current path. Their children are compared later.
    fn compare(&mut self, old: N, new: N) -> Stepped<N> {
        if old.is_equal(&new) {
            return Stepped::On;
        }
        if !old.opens(&new) {
            return Stepped::Found(Found::Pair(old, new));
        }
        if !old.same(&new) {
            return self.found(Change::Changed(old.value(), new.value()));
        }
        let children = match (old.child_kind(), new.child_kind()) {
            (ChildKind::Nothing, _) | (_, ChildKind::Nothing) => return Stepped::On,
            (ChildKind::Elements(old_len), ChildKind::Elements(new_len)) => {
                let lens = (old_len, new_len);
                let ends = old.equal_ends(&new);
                let runs = align(lens, ends, |at| old.fingerprint_at(at), |at| new.fingerprint_at(at));
                let mut runs = runs.into_iter();
                Children::Elements(Elements { run: runs.next(), runs, done: ends.0 })
            }
            (ChildKind::Entries, _) | (_, ChildKind::Entries) => {
                let pairing = old.pairing(&new);
                Children::Entries(Keys { pairing, next: 0, reported: false, last: 0, moved: false })
            }
        };
        // The segments stay in the path as long as the container is open.
        self.last = 0;
        self.open.push(Open { old, new, children });
        Stepped::On
    }

    /// Compares the next child of the innermost open container.
    fn step(&mut self) -> Stepped<N> {
        let Some((segment, old, new)) = self.open.last_mut().and_then(Open::next) else {
            return Stepped::End;
        };
        self.enter(segment);
        match (old, new) {
            (Child::Node(old), Child::Node(new)) => self.compare(old, new),
            (Child::Node(old), Child::None) => self.found(Change::Removed(old.value())),
            (Child::None, Child::Node(new)) => self.found(Change::Added(new.value())),
            (Child::Key(old), Child::Key(new)) => self.found(Change::Changed(old, new)),
            (Child::None | Child::Node(_) | Child::Key(_), _) => Stepped::On,
        }
    }

    /// Closes the innermost open container.
    fn close(&mut self) -> Option<Change<N::Value>> {
        let closed = self.open.pop();
        // The segments that lead to the container stay. Those of a whole part belong to the caller.
        self.last = usize::from(!self.part || !self.open.is_empty());
        if let Some(Open { children: Children::Entries(keys), .. }) = closed
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
enum Child<N: Node> {
    Node(N),
    /// The key of an entry, as a value.
    Key(N::Value),
    None,
}

impl<N: Node> Child<N> {
    fn new(node: Option<N>) -> Self {
        node.map_or(Self::None, Self::Node)
    }
}

impl<N: Node> Open<N> {
    /// Returns the next pair to compare, and the step to it.
    fn next(&mut self) -> Option<(Segment, Child<N>, Child<N>)> {
        let keys = match &mut self.children {
            Children::Elements(elements) => {
                let (old, new) = elements.next()?;
                let at = |node: &N, index: Option<usize>| Child::new(index.and_then(|index| node.at(index)));
                return Some((Segment::Index(old.or(new)?), at(&self.old, old), at(&self.new, new)));
            }
            Children::Entries(keys) => keys,
        };
        loop {
            let at = keys.next;
            keys.next += 1;
            return Some(match keys.pairing.fate(at) {
                Some(Fate::Hidden) => continue,
                Some(Fate::Removed) => (self.old.step(at)?, Child::new(self.old.at(at)), Child::None),
                Some(Fate::Rewritten(there)) if !std::mem::replace(&mut keys.reported, true) => {
                    keys.next -= 1;
                    (Segment::KeyAt(at), Child::Key(self.old.key(at)?), Child::Key(self.new.key(there)?))
                }
                Some(Fate::Kept(there) | Fate::Rewritten(there)) => {
                    keys.reported = false;
                    keys.moved |= there < keys.last;
                    keys.last = there;
                    if let (Some(old), Some(new)) = (self.old.at(at), self.new.at(there))
                        && old.is_equal(&new)
                    {
                        continue;
                    }
                    (self.old.step(at)?, Child::new(self.old.at(at)), Child::new(self.new.at(there)))
                }
                None => {
                    let there = keys.pairing.added(at)?;
                    (self.new.step(there)?, Child::None, Child::new(self.new.at(there)))
                }
            });
        }
    }
}

impl<N: Node> Iterator for Diff<N> {
    type Item = Difference<N::Value>;

    fn next(&mut self) -> Option<Self::Item> {
        let change = self.advance()?;
        Some(Difference { path: self.path.clone(), change })
    }
}
