//! Random access to the children of compared values, which are trees or encoded bytes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::iter;
use std::ops::Range;

use super::pairs::EntryMatches;
use super::{ChildIter, ChildStep, Fingerprint, Tree, equal_ends};

/// Two values that have at most this number of bytes are decoded and compared as trees. If one has more, both stay encoded,
/// and their children are compared one by one. In builds with debug assertions, such as tests and fuzzers, the number is so
/// low that most containers stay encoded.
const SMALL: usize = if cfg!(debug_assertions) { 64 } else { 64 << 10 };

/// Values at this depth or deeper are compared as trees. Comparing encoded values takes one pass over the bytes per
/// level, so this is also the maximum number of passes.
const DEEPEST: usize = 8;

/// Returns whether an encoded value at this depth stays encoded while its children are compared.
pub(super) fn is_opened<V: Tree>(value: V, depth: usize) -> bool {
    value.bytes().is_some_and(|bytes| bytes.len() > SMALL) && depth < DEEPEST
}

pub(crate) fn is_container<V: Tree>(value: V) -> bool {
    !matches!(value.children(), ChildIter::Nothing)
}

/// A value that is compared, with access to its children by their positions.
#[derive(Debug)]
pub(super) struct Indexed<V> {
    pub(super) value: V,
    /// The number of containers around the value.
    depth: usize,
    /// The places of the children in the bytes of an encoded value.
    places: Option<ValuePlaces>,
}

impl<V: Tree> Indexed<V> {
    /// Returns `None` for an encoded value that has no children, or whose children cannot be compared one by one.
    pub(super) fn new(value: V, depth: usize) -> Option<Self> {
        let places = match value.bytes() {
            Some(bytes) => Some(ValuePlaces::new(value, bytes)?),
            None => None,
        };
        let is_encoded = places.is_some();
        let indexed = Self { value, depth, places };
        let differ = !is_encoded || V::keys_differ(|| (0..).map_while(|at| indexed.key(at)));
        differ.then_some(indexed)
    }

    /// Returns the number of elements of an array or list, including packed arrays.
    pub(super) fn elements(&self) -> Option<usize> {
        match self.value.children() {
            ChildIter::Items(items) => Some(items.size_hint().0),
            ChildIter::Nothing => self.value.count().or_else(|| self.value.packed_count()),
            ChildIter::Entries(_) | ChildIter::Named(_) => None,
        }
    }

    /// Returns the element, or the value of the entry, at a position, and the step to it.
    pub(super) fn child(&self, index: usize) -> Option<(ChildStep<V>, Child<V>)> {
        match self.value_at(index) {
            Some((step, child)) => Some((step, Child::Value(child))),
            None => {
                self.value.packed_at(index).map(|packed| (ChildStep::Index(index), Child::Packed(packed)))
            }
        }
    }

    fn value_at(&self, index: usize) -> Option<(ChildStep<V>, V)> {
        let Some(places) = &self.places else { return self.value.child_at(index) };
        self.value.child_within(index, places.of(index)?)
    }

    pub(super) fn key(&self, index: usize) -> Option<V> {
        self.value_at(index).and_then(|(step, _)| step.into_key())
    }

    /// Returns the fingerprint of the element at a position, or 0 if there is none.
    pub(super) fn fingerprint(&self, index: usize) -> u64 {
        let value = match self.child(index) {
            Some((_, Child::Value(value))) => value,
            Some((_, Child::Packed(element))) => return Fingerprint::compute(V::Ref::from(&element), 0),
            Some((_, Child::Key(_))) | None => return 0,
        };
        let prints = self.places.as_ref().filter(|_| is_opened(value, self.depth + 1));
        let known = prints.and_then(|places| places.prints.borrow().get(&index).copied());
        known.unwrap_or_else(|| {
            let print = Fingerprint::compute(value, self.depth + 1);
            prints.map(|places| places.prints.borrow_mut().insert(index, print));
            print
        })
    }

    /// Returns the numbers of elements at the start and at the end that are known to be equal.
    pub(super) fn equal_ends(&self, other: &Self) -> (usize, usize) {
        self.ends_with(other, |(_, old), (_, new)| old.has_same_bytes(new))
    }

    fn ends_with(
        &self,
        other: &Self,
        same: impl Fn((ChildStep<V>, V), (ChildStep<V>, V)) -> bool,
    ) -> (usize, usize) {
        let (Some(old), Some(new)) = (&self.places, &other.places) else { return (0, 0) };
        equal_ends((old.len(), new.len()), (0, 0), |at, there| {
            self.value_at(at).zip(other.value_at(there)).is_some_and(|(old, new)| same(old, new))
        })
    }

    /// Returns which entries of two values correspond by their names or keys, and how many entries at the start and at the end
    /// correspond in order.
    pub(super) fn matches(&self, other: &Self) -> (EntryMatches, (usize, usize)) {
        if let ChildIter::Named(_) = self.value.children() {
            let name = |of: &Self, index| of.value_at(index).and_then(|(step, _)| step.into_name());
            let names = |of: &Self| (0..).map_while(|index| name(of, index)).collect::<Vec<_>>();
            return (EntryMatches::by_key(&names(self), &names(other)), (0, 0));
        }
        // In dictionaries that are compared while encoded, keys occur only once, so entries with equal key bytes
        // correspond.
        let (start, end) = self.ends_with(other, |(old, _), (new, _)| {
            old.into_key().zip(new.into_key()).is_some_and(|(old, new)| old.has_same_bytes(new))
        });
        let keys = |of: &Self| {
            let end = of.places.as_ref().map_or(usize::MAX, |places| places.len() - end);
            (start..end).map_while(|index| of.key(index)).collect::<Vec<_>>()
        };
        (V::match_keys(&keys(self), &keys(other)), (start, end))
    }
}

/// One side of a pair of children.
pub(super) enum Child<V: Tree> {
    Value(V),
    /// The key of an entry.
    Key(V),
    /// An element of a packed array.
    Packed(V::Value),
}

impl<V: Tree> Child<V> {
    pub(super) fn into_tree(self) -> V::Value {
        match self {
            Self::Value(value) | Self::Key(value) => value.to_tree(),
            Self::Packed(element) => element,
        }
    }
}

/// The ranges of the children in the bytes of an encoded value.
#[derive(Debug)]
struct ValuePlaces {
    /// The start of the contents, followed by the end of each child.
    bounds: Vec<u32>,
    /// The fingerprints of large values that were computed so far. Computing one takes several passes over the value.
    prints: RefCell<HashMap<usize, u64>>,
}

impl ValuePlaces {
    fn new<V: Tree>(view: V, bytes: &[u8]) -> Option<Self> {
        // The length fits in 32 bits, so all bounds do.
        u32::try_from(bytes.len()).ok().filter(|_| view.is_comparable() && is_container(view))?;
        let ends = view.children().map(|(_, part)| part.place_in(bytes).end);
        let bounds = iter::once(view.inside().start).chain(ends);
        let bounds = bounds.map(|at| u32::try_from(at).unwrap_or(u32::MAX)).collect();
        Some(Self { bounds, prints: RefCell::default() })
    }

    fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Returns the range of a child and its key or name.
    fn of(&self, index: usize) -> Option<Range<usize>> {
        let bound = |at: usize| self.bounds.get(at).and_then(|bound| usize::try_from(*bound).ok());
        Some(bound(index)?..bound(index + 1)?)
    }
}
