//! The children of two values that correspond to each other.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::align::{Run, align};

/// The correspondence between the entries of two dictionaries.
#[derive(Debug, Default)]
pub struct EntryMatches {
    /// The entries of the old dictionary, and those of the new one with the same keys, which may be written in another
    /// way. An entry that a later one with the same key overwrites is left out.
    old: Vec<ChildPair>,
    /// The positions of the entries that only the new dictionary has.
    added: Vec<usize>,
    /// The number of entries of each dictionary.
    len: (usize, usize),
}

/// The positions of two children that correspond: in the first value, in the second, or in both.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChildPair {
    pub(super) old: Option<usize>,
    pub(super) new: Option<usize>,
    /// Whether the keys of the entries are compared, not their values. In [`EntryMatches`], both are.
    pub(super) is_key: bool,
}

impl ChildPair {
    fn new(old: Option<usize>, new: Option<usize>) -> Self {
        Self { old, new, is_key: false }
    }

    /// Returns the pairs of a run of elements.
    pub(super) fn of_run(run: Run) -> impl Iterator<Item = Self> {
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
        let matched = |(at, key)| ChildPair::new(Some(at), in_new.get(key).copied());
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
        let mut removed = self.old.iter_mut().filter(|pair| pair.new.is_none()).peekable();
        if self.added.is_empty() || removed.peek().is_none() {
            return self;
        }
        let mut added: HashMap<K, usize> =
            self.added.iter().filter_map(|at| Some((new(*at)?, *at))).collect();
        let mut taken = HashSet::new();
        for pair in removed {
            if let Some(there) = pair.old.and_then(&old).and_then(|key| added.remove(&key)) {
                (pair.new, pair.is_key) = (Some(there), true);
                taken.insert(there);
            }
        }
        self.added.retain(|at| !taken.contains(at));
        self
    }

    /// Returns the pairs of entries in order. As many entries as given are before those that were matched, and after
    /// them, and correspond in order.
    pub(super) fn pairs(self, (start, end): (usize, usize)) -> impl Iterator<Item = ChildPair> {
        let both = |old, new| ChildPair::new(Some(old), Some(new));
        let inner = self.old.into_iter().flat_map(move |pair| {
            let [old, new] = [pair.old, pair.new].map(|at| at.map(|at| start + at));
            let key = pair.is_key.then_some(ChildPair { old, new, is_key: true });
            key.into_iter().chain([ChildPair::new(old, new)])
        });
        let after = move |at| both(start + self.len.0 + at, start + self.len.1 + at);
        let added = self.added.into_iter().map(move |at| ChildPair::new(None, Some(start + at)));
        (0..start).map(move |at| both(at, at)).chain(inner).chain((0..end).map(after)).chain(added)
    }
}
