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
    /// Only the second value has it.
    Added(V),
    /// Only the first value has it.
    Removed(V),
    /// Both have it, with different values: the old one and the new one.
    Changed(V, V),
    /// The entries are the same, in another order. Reported only where nothing else differs in the whole value.
    Reordered,
}

/// `-` and what was removed, `+` and what was added, `~` and what it was and is.
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

/// The kind of the children of a value, by which they are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChildKind {
    /// Nothing that would be compared by itself.
    Nothing,
    /// This number of elements.
    Elements(usize),
    /// Values with keys.
    Entries,
}

/// A value as it is compared. It is one word or two, and small things are made on the way.
pub(crate) trait Node: Clone {
    /// The value in a difference.
    type Value;
    /// The value, to be shown.
    fn value(&self) -> Self::Value;
    /// Returns the kind of the children.
    fn child_kind(&self) -> ChildKind;
    /// A number that is likely to be another for another value. Whatever the size of the value, it takes a bounded time:
    /// values that differ may have the same one.
    fn fingerprint(&self) -> u64;
    /// The fingerprint of the element at a position; 0 if there is none.
    fn fingerprint_at(&self, index: usize) -> u64 {
        self.at(index).map_or(0, |element| element.fingerprint())
    }
    /// Returns whether the two are the same: with anything inside, without that.
    fn same(&self, other: &Self) -> bool;
    /// The element or value at a position.
    fn at(&self, index: usize) -> Option<Self>;
    /// The step to the value of the entry at a position.
    fn step(&self, index: usize) -> Option<Segment>;
    /// The key of the entry at a position, as a value.
    fn key(&self, index: usize) -> Option<Self::Value>;
    /// Which entries of two values belong together.
    fn pairing(&self, other: &Self) -> Pairing;
    /// Returns whether the two are known to be equal without opening them. Then nothing inside them is compared.
    fn is_equal(&self, _other: &Self) -> bool {
        false
    }
    /// Returns whether the contents of the two are compared as nodes; otherwise the pair is [handed over](Found::Pair).
    fn opens(&self, _other: &Self) -> bool {
        true
    }
    /// The numbers of elements at the start and at the end that are known to be equal.
    fn equal_ends(&self, _other: &Self) -> (usize, usize) {
        (0, 0)
    }
}

/// A step of a comparison.
#[derive(Debug)]
pub(crate) enum Found<N: Node> {
    Change(Change<N::Value>),
    /// Two values that the caller compares, by a [part](Diff::part): see [`Node::opens`].
    Pair(N, N),
}

/// Which entries of two dictionaries belong together.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    /// The number of entries at the start and at the end of both that belong together in order.
    ends: (usize, usize),
    /// The entries between those; their positions count from there.
    old: Vec<Fate>,
    /// The positions of entries that only the new one has.
    added: Vec<usize>,
    /// The number of entries of the new one between those at the ends.
    new: usize,
}

/// The fate of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Another entry with the same key counts.
    Hidden,
    /// The new one has no such key.
    Removed,
    /// The new one has it there.
    Kept(usize),
    /// The new one has the same key there, written in another way.
    Rewritten(usize),
}

impl Pairing {
    /// Entries with equal keys belong together: of several in one dictionary the last.
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

    /// The fate of the first one's entry at a position.
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

    /// The position of an entry that only the second one has; `at` goes on after the entries of the first one.
    fn added(&self, at: usize) -> Option<usize> {
        let (start, end) = self.ends;
        self.added.get(at - (start + self.old.len() + end)).map(|there| start + there)
    }

    /// Pairs entries that are left over on both sides by another form of their keys; `None` is a key that is not the same
    /// as any other.
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

/// The differences of two values, found one by one. Nothing is held but the places that are open, the keys of
/// the entries around them and which elements belong together.
#[derive(Debug)]
pub(crate) struct Diff<N> {
    whole: (N, N),
    pass: Pass,
    open: Vec<Open<N>>,
    path: Path,
    /// The number of last steps of the path that lead to the last difference.
    last: usize,
    /// Whether this is a part of another comparison, which has its own passes.
    part: bool,
    found: bool,
    moved: bool,
}

/// The order of entries is reported if nothing else is.
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

/// Which elements of two lists belong together.
#[derive(Debug)]
struct Elements {
    runs: std::vec::IntoIter<Run>,
    run: Option<Run>,
    /// The number of elements of the run that are done.
    done: usize,
}

impl Elements {
    /// The positions of the next element: in the first list, in the second, or in both.
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

/// The entries of two dictionaries.
#[derive(Debug)]
struct Keys {
    pairing: Pairing,
    next: usize,
    /// Whether it was reported that the key of the next entry is written in another way.
    reported: bool,
    /// The position in the new one of the last entry that both have.
    last: usize,
    moved: bool,
}

/// The result of one step of the comparison.
enum Stepped<N: Node> {
    /// Found at the present path.
    Found(Found<N>),
    /// Nothing, or nothing yet.
    On,
    /// The innermost place has no more inside.
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

    /// Takes a pair that another comparison hands over, and compares it by other nodes.
    ///
    /// # Errors
    /// The errors of [`each`](Self::each).
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

    /// Returns the next difference, or the next pair that this comparison does not open.
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

    /// Calls a function with each difference and its path.
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

    /// Removes the steps to the last difference from the path.
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

    /// Compares two values at the present path; what is inside them is compared later.
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
        // The path stays as long as the place is open.
        self.last = 0;
        self.open.push(Open { old, new, children });
        Stepped::On
    }

    /// The next step inside the innermost open place.
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
        // The steps to its container stay. Those to the whole of a part are the caller's.
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

/// One side of a step.
enum Child<N: Node> {
    Node(N),
    /// The key of an entry.
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
