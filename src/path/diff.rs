//! What changed between two values, whatever they are made of.

use std::collections::HashMap;
use std::fmt;

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
            Change::Added(new) => write!(f, "+ {path:#}: {new}"),
            Change::Removed(old) => write!(f, "- {path:#}: {old}"),
            Change::Changed(old, new) => write!(f, "~ {path:#}: {old} -> {new}"),
            Change::Reordered => write!(f, "~ {path:#}: the entries are in another order"),
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
    /// So many values with keys.
    Entries(usize),
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
    /// The key of the entry at a position, and bytes that equal keys have in common and others do not.
    fn key(&self, index: usize) -> Option<(Segment, Vec<u8>)>;
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

/// The entries of two dictionaries, by their keys. Of equal keys the last counts.
#[derive(Debug)]
struct Keys {
    old: HashMap<Vec<u8>, usize>,
    new: HashMap<Vec<u8>, usize>,
    /// How many entries the old one has, duplicates included.
    count: usize,
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
            (Inside::Entries(count), Inside::Entries(of_new)) => Some(Keys {
                old: by_key(&old, count),
                new: by_key(&new, of_new),
                count,
                last: 0,
                moved: false,
            }),
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
            Some(keys) if at < keys.count => {
                let (segment, key) = open.old.key(at)?;
                if keys.old.get(&key) != Some(&at) {
                    return Some(None); // Another entry with this key counts.
                }
                let there = keys.new.get(&key).copied();
                if let Some(there) = there {
                    keys.moved |= there < keys.last;
                    keys.last = there;
                }
                (segment, open.old.at(at), there.and_then(|there| open.new.at(there)))
            }
            Some(keys) => {
                let at = at - keys.count;
                let (segment, key) = open.new.key(at)?;
                if keys.old.contains_key(&key) || keys.new.get(&key) != Some(&at) {
                    return Some(None);
                }
                (segment, None, open.new.at(at))
            }
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

fn by_key<N: Node>(node: &N, count: usize) -> HashMap<Vec<u8>, usize> {
    (0..count).filter_map(|at| node.key(at).map(|(_, key)| (key, at))).collect()
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
