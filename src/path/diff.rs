//! What changed between two values, whatever they are made of.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash;

use super::{Path, Segment};

/// One difference between two values.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference<V> {
    /// Where.
    pub path: Path,
    /// What.
    pub change: Change<V>,
}

/// What became of a place.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Change<V> {
    /// Only the second value has it.
    Added(V),
    /// Only the first value has it.
    Removed(V),
    /// Both have it: what it was, what it is.
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

/// What a value has inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inside {
    /// Nothing that would be compared by itself.
    Nothing,
    /// So many elements.
    Elements(usize),
    /// Values with keys.
    Entries,
}

/// A value as it is compared. It is one word or two, and small things are made on the way.
pub(crate) trait Node: Clone {
    /// What a difference shows.
    type Value;
    /// The value, to be shown.
    fn value(&self) -> Self::Value;
    /// What there is inside.
    fn inside(&self) -> Inside;
    /// Whether the two are the same: with anything inside, without that.
    fn same(&self, other: &Self) -> bool;
    /// The element or value at a position.
    fn at(&self, index: usize) -> Option<Self>;
    /// The step to the value of the entry at a position.
    fn step(&self, index: usize) -> Option<Segment>;
    /// The key of the entry at a position, as a value.
    fn key(&self, index: usize) -> Option<Self::Value>;
    /// Which entries of two values belong together.
    fn pairing(&self, other: &Self) -> Pairing;
}

/// Which entries of two dictionaries belong together.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    old: Vec<Fate>,
    /// The positions of entries that only the new one has.
    added: Vec<usize>,
}

/// What became of an entry.
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
    pub(crate) fn of<K: Eq + Hash>(old: &[K], new: &[K]) -> Self {
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
            old: old.iter().enumerate().map(fate).collect(),
            added: new.iter().enumerate().filter(is_added).map(|(at, _)| at).collect(),
        }
    }

    /// Of entries that are left over on both sides, those belong together whose keys are the same in another way;
    /// `None` is a key that is not the same as any other.
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

/// The differences of two values, found one by one. Nothing is held but the places that are open and the keys of
/// the entries around them.
#[derive(Debug)]
pub(crate) struct Diff<N> {
    /// Until they are looked at.
    whole: Option<(N, N)>,
    open: Vec<Open<N>>,
    path: Path,
    /// Where only the order of entries differs, as long as nothing else was found; then `None`.
    reordered: Option<Vec<Path>>,
}

#[derive(Debug)]
struct Open<N> {
    old: N,
    new: N,
    next: usize,
    keys: Option<Keys>,
}

/// The entries of two dictionaries.
#[derive(Debug)]
struct Keys {
    pairing: Pairing,
    /// Whether it was told that the key of the next entry is written in another way.
    reported: bool,
    /// The position in the new one of the last entry that both have.
    last: usize,
    moved: bool,
}

impl<N: Node> Diff<N> {
    pub(crate) fn new(old: N, new: N) -> Self {
        Self { whole: Some((old, new)), open: Vec::new(), path: Path::default(), reordered: Some(Vec::new()) }
    }

    fn found(&mut self, change: Change<N::Value>) -> Difference<N::Value> {
        self.reordered = None;
        Difference { path: self.path.clone(), change }
    }

    /// Compares two values at the present path; what is inside them is compared later.
    fn compare(&mut self, old: N, new: N) -> Option<Difference<N::Value>> {
        if !old.same(&new) {
            return Some(self.found(Change::Changed(old.value(), new.value())));
        }
        let keys = match (old.inside(), new.inside()) {
            (Inside::Nothing, _) | (_, Inside::Nothing) => return None,
            (Inside::Entries, Inside::Entries) => {
                Some(Keys { pairing: old.pairing(&new), reported: false, last: 0, moved: false })
            }
            _ => None,
        };
        self.open.push(Open { old, new, next: 0, keys });
        None
    }

    /// The next step inside the innermost open place: `None` if there is none.
    fn step(&mut self) -> Option<Option<Difference<N::Value>>> {
        let open = self.open.last_mut()?;
        let at = open.next;
        open.next += 1;
        let (segment, old, new) = match &mut open.keys {
            None => (Segment::Index(at), open.old.at(at), open.new.at(at)),
            Some(keys) => match keys.pairing.old.get(at).copied() {
                Some(Fate::Hidden) => return Some(None),
                Some(Fate::Removed) => (open.old.step(at)?, open.old.at(at), None),
                Some(Fate::Rewritten(there)) if !std::mem::replace(&mut keys.reported, true) => {
                    open.next -= 1;
                    let change = Change::Changed(open.old.key(at)?, open.new.key(there)?);
                    self.path.push(Segment::KeyAt(at));
                    let difference = self.found(change);
                    self.path.pop();
                    return Some(Some(difference));
                }
                Some(Fate::Kept(there) | Fate::Rewritten(there)) => {
                    keys.reported = false;
                    keys.moved |= there < keys.last;
                    keys.last = there;
                    (open.old.step(at)?, open.old.at(at), open.new.at(there))
                }
                None => {
                    let there = keys.pairing.added.get(at - keys.pairing.old.len()).copied()?;
                    (open.new.step(there)?, None, open.new.at(there))
                }
            },
        };
        self.path.push(segment);
        let difference = match (old, new) {
            (Some(old), Some(new)) => {
                let opened = self.open.len();
                let difference = self.compare(old, new);
                if self.open.len() > opened {
                    return Some(None); // The path stays as long as the place is open.
                }
                difference
            }
            (Some(old), None) => Some(self.found(Change::Removed(old.value()))),
            (None, Some(new)) => Some(self.found(Change::Added(new.value()))),
            (None, None) => {
                self.path.pop();
                return None;
            }
        };
        self.path.pop();
        Some(difference)
    }

    /// Closes the innermost open place.
    fn close(&mut self) {
        if let Some(Open { keys: Some(keys), .. }) = self.open.pop()
            && keys.moved
            && let Some(reordered) = &mut self.reordered
        {
            reordered.push(self.path.clone());
        }
        self.path.pop();
    }
}

impl<N: Node> Iterator for Diff<N> {
    type Item = Difference<N::Value>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some((old, new)) = self.whole.take()
            && let Some(difference) = self.compare(old, new)
        {
            return Some(difference);
        }
        while !self.open.is_empty() {
            match self.step() {
                Some(Some(difference)) => return Some(difference),
                Some(None) => {}
                None => self.close(),
            }
        }
        let path = self.reordered.as_mut()?.pop()?;
        Some(Difference { path, change: Change::Reordered })
    }
}
