//! Differences between two encoded values. Equal bytes are not decoded.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::ops::Range;
use std::rc::Rc;

use nom::Offset as _;

use super::{
    Change, ChildIter, ChildKind, ChildStep, Diff, Fingerprint, Found, Node, Pairing, Path, Printed, Segment,
    equal_ends,
};

/// Values up to this number of bytes are decoded and compared as trees, one after the other. Larger values are
/// compared in their bytes. In builds with debug assertions, such as tests and fuzzers, nearly all values are
/// compared in their bytes.
const SMALL: usize = if cfg!(debug_assertions) { 64 } else { 64 << 10 };

/// The depth down to which values are compared in their bytes, which takes one pass over the bytes per level. Deeper
/// values are compared as trees, so that the time is bounded by this number of passes.
const DEEPEST: u8 = 8;

/// Returns whether a value at this depth is compared in its bytes.
pub(crate) fn is_opened(bytes: &[u8], depth: u8) -> bool {
    bytes.len() > SMALL && depth < DEEPEST
}

/// A view of an encoded value. Views are equal if their bytes are equal and have the same meaning.
pub(crate) trait View: Printed<Name: Eq + Hash> + PartialEq + fmt::Debug {
    type Tree;

    fn tree(self) -> Self::Tree;
    fn bytes(&self) -> &[u8];
    /// Returns the range of a container's contents in its bytes, from the first element, key or name on.
    fn inside(self) -> Range<usize>;
    /// Returns the part of a container at `place`: an element, a key, or the value after the name at `name`.
    fn part(self, name: Range<usize>, place: Range<usize>) -> Option<Self>;
    fn name(self, place: Range<usize>) -> Option<Self::Name>;

    /// Returns whether the contents can be compared one by one.
    fn is_comparable(self) -> bool;
    /// Returns whether the two are containers of the same type.
    fn is_like(self, other: Self) -> bool;
    /// Returns whether two containers of the same type are equal apart from their contents.
    fn is_same(self, other: Self) -> bool;
    /// Returns which entries of two dictionaries correspond, by their keys.
    fn paired(old: &[Self], new: &[Self]) -> Pairing;
    fn fingerprint(self, print: &mut Fingerprint);
    /// Compares two values as trees.
    fn each_in_trees<E>(
        whole: &mut Diff<Viewed<Self>>,
        pair: (Self, Self),
        each: impl FnMut(&Path, Change<Self::Tree>) -> Result<(), E>,
    ) -> Result<(), E>;

    /// Returns the range of a value in the bytes around it.
    fn place_in(&self, bytes: &[u8]) -> Range<usize> {
        let start = bytes.offset(self.bytes());
        start..start + self.bytes().len()
    }
}

/// Calls `each` with each difference between two values.
pub(crate) fn diff_each_viewed<V: View, E>(
    old: V,
    new: V,
    mut each: impl FnMut(&Path, Change<V::Tree>) -> Result<(), E>,
) -> Result<(), E> {
    let whole = |view| Viewed { view, depth: 0, parts: OnceCell::new() };
    let mut diff = Diff::new(whole(old), whole(new));
    while let Some(found) = diff.find_next() {
        match found {
            Found::Change(change) => each(diff.path(), change)?,
            Found::Pair(old, new) => V::each_in_trees(&mut diff, (old.view, new.view), &mut each)?,
        }
    }
    Ok(())
}

/// A value that is compared in its bytes, or a part of one.
#[derive(Debug, Clone)]
pub(crate) struct Viewed<V> {
    view: V,
    depth: u8,
    parts: OnceCell<Option<Rc<ValuePlaces>>>,
}

/// The ranges of the values inside a value.
#[derive(Debug)]
struct ValuePlaces {
    kind: PartKind,
    /// The start of the contents, followed by the end of each element, or of each key or name and each value in turn.
    bounds: Vec<u32>,
    /// The fingerprints of large values that were computed so far. Each takes passes over the value.
    prints: RefCell<HashMap<usize, u64>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PartKind {
    Elements,
    Entries,
    Named,
}

impl ValuePlaces {
    /// Returns `None` if the value has no children, or its children are not compared in their bytes.
    fn new<V: View>(view: V) -> Option<Self> {
        // The length fits in 32 bits, so all bounds do.
        u32::try_from(view.bytes().len()).ok().filter(|_| view.is_comparable())?;
        let bound = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let end = |part: V| bound(part.place_in(view.bytes()).end);
        let both = |part: V| [bound(part.place_in(view.bytes()).start), end(part)];
        let mut bounds = vec![bound(view.inside().start)];
        let kind = match view.child_iter() {
            ChildIter::Items(items) => {
                bounds.extend(items.map(end));
                PartKind::Elements
            }
            ChildIter::Entries(entries) => {
                bounds.extend(entries.flat_map(|(_, value)| both(value)));
                PartKind::Entries
            }
            ChildIter::Named(named) => {
                bounds.extend(named.flat_map(|(_, value)| both(value)));
                PartKind::Named
            }
            ChildIter::Nothing => return None,
        };
        Some(Self { kind, bounds, prints: RefCell::default() })
    }

    fn len(&self) -> usize {
        (self.bounds.len() - 1) / if self.kind == PartKind::Elements { 1 } else { 2 }
    }

    /// Returns the range between a bound and the next one.
    fn between(&self, at: usize) -> Option<Range<usize>> {
        let bound = |at: usize| self.bounds.get(at).and_then(|bound| usize::try_from(*bound).ok());
        Some(bound(at)?..bound(at + 1)?)
    }

    /// Returns the ranges of a key or name (empty for an element) and of its value.
    fn places(&self, index: usize) -> Option<(Range<usize>, Range<usize>)> {
        match self.kind {
            PartKind::Elements => Some((0..0, self.between(index)?)),
            PartKind::Entries | PartKind::Named => {
                Some((self.between(2 * index)?, self.between(2 * index + 1)?))
            }
        }
    }
}

impl<V: View> Viewed<V> {
    fn is_large(&self) -> bool {
        is_opened(self.view.bytes(), self.depth)
    }

    /// Returns the ranges of the children, if the value has children that are compared in their bytes.
    fn parts(&self) -> Option<&ValuePlaces> {
        self.parts.get_or_init(|| ValuePlaces::new(self.view).map(Rc::new)).as_deref()
    }

    fn len(&self) -> usize {
        self.parts().map_or(0, ValuePlaces::len)
    }

    fn child(&self, view: V) -> Self {
        Self { view, depth: self.depth + 1, parts: OnceCell::new() }
    }

    /// Returns the step to a child, by its key or name.
    fn step_to(&self, index: usize) -> Option<ChildStep<V>> {
        let parts = self.parts()?;
        let (key, _) = parts.places(index)?;
        match parts.kind {
            PartKind::Elements => None,
            PartKind::Entries => self.view.part(0..0, key).map(|key| ChildStep::Key(index, key)),
            PartKind::Named => self.view.name(key).map(|name| ChildStep::Name(index, name)),
        }
    }

    fn key_at(&self, index: usize) -> Option<V> {
        self.step_to(index).and_then(|step| if let ChildStep::Key(_, key) = step { Some(key) } else { None })
    }

    /// Returns the names of all children, if they have names.
    fn names(&self) -> Option<Vec<V::Name>> {
        let name = |index| {
            self.step_to(index)
                .and_then(|step| if let ChildStep::Name(_, name) = step { Some(name) } else { None })
        };
        self.parts()
            .filter(|parts| parts.kind == PartKind::Named)
            .map(|parts| (0..parts.len()).filter_map(name).collect())
    }
}

impl<V: View> Node for Viewed<V> {
    type Value = V::Tree;

    fn value(&self) -> V::Tree {
        self.view.tree()
    }

    fn child_kind(&self) -> ChildKind {
        self.parts().map_or(ChildKind::Nothing, |parts| match parts.kind {
            PartKind::Elements => ChildKind::Elements(parts.len()),
            PartKind::Entries | PartKind::Named => ChildKind::Entries,
        })
    }

    fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint::default();
        let mut open = vec![(self.view, self.depth)];
        while print.left() > 0
            && let Some((view, depth)) = open.pop()
        {
            let is_opened = is_opened(view.bytes(), depth) && view.is_comparable();
            if is_opened && !matches!(view.child_iter(), ChildIter::Nothing) {
                print.start(view, |child| open.push((child, depth + 1)));
            } else {
                view.fingerprint(&mut print);
            }
        }
        print.finish()
    }

    fn fingerprint_at(&self, index: usize) -> u64 {
        let (Some(parts), Some(value)) = (self.parts(), self.at(index)) else { return 0 };
        if !value.is_large() {
            return value.fingerprint();
        }
        if let Some(print) = parts.prints.borrow().get(&index) {
            return *print;
        }
        let print = value.fingerprint();
        parts.prints.borrow_mut().insert(index, print);
        print
    }

    fn same(&self, other: &Self) -> bool {
        self.view.is_same(other.view)
    }

    fn at(&self, index: usize) -> Option<Self> {
        let (name, place) = self.parts()?.places(index)?;
        self.view.part(name, place).map(|view| self.child(view))
    }

    fn step(&self, index: usize) -> Option<Segment> {
        self.step_to(index).map(|step| step.segment())
    }

    fn key(&self, index: usize) -> Option<V::Tree> {
        self.key_at(index).map(V::tree)
    }

    fn pairing(&self, other: &Self) -> Pairing {
        if let (Some(old), Some(new)) = (self.names(), other.names()) {
            return Pairing::by_key(&old, &new);
        }
        // Keys occur only once, so entries with equal key bytes correspond.
        let same = |at: usize, there: usize| self.key_at(at) == other.key_at(there);
        let (start, end) = equal_ends((self.len(), other.len()), (0, 0), same);
        let keys = |of: &Self| (start..of.len() - end).filter_map(|at| of.key_at(at)).collect::<Vec<_>>();
        V::paired(&keys(self), &keys(other)).between(start, end)
    }

    fn is_equal(&self, other: &Self) -> bool {
        self.view == other.view
    }

    fn opens(&self, other: &Self) -> bool {
        (self.is_large() || other.is_large())
            && self.view.is_like(other.view)
            && self.parts().is_some()
            && other.parts().is_some()
    }

    fn equal_ends(&self, other: &Self) -> (usize, usize) {
        equal_ends((self.len(), other.len()), (0, 0), |at, there| {
            self.at(at).zip(other.at(there)).is_some_and(|(a, b)| a.is_equal(&b))
        })
    }
}
