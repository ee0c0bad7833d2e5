//! Differences between two values of any format.

use std::convert::Infallible;
use std::{fmt, iter};

use super::align::align;
use super::indexed::{Child, Indexed, is_container, is_opened};
use super::pairs::ChildPair;
use super::{ChildIter, ChildStep, Path, Tree};
use crate::limits::with_stack;

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

    /// Returns the old and the new value, where there is one.
    ///
    /// ```
    /// use gamewire::path::Change;
    /// assert_eq!((Change::Added(7).sides(), Change::<i32>::Reordered.sides()), ((None, Some(7)), (None, None)));
    /// ```
    pub fn sides(self) -> (Option<V>, Option<V>) {
        match self {
            Self::Added(new) => (None, Some(new)),
            Self::Removed(old) => (Some(old), None),
            Self::Changed(old, new) => (Some(old), Some(new)),
            Self::Reordered => (None, None),
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

/// Returns the differences between two values.
pub(crate) fn diff<V: Tree>(old: V, new: V) -> std::vec::IntoIter<Difference<V::Value>> {
    let mut differences = Vec::new();
    let Ok(()) = diff_each(old, new, |path, change| {
        differences.push(Difference { path: path.clone(), change });
        Ok::<(), Infallible>(())
    });
    differences.into_iter()
}

/// Calls `each` with each difference between two values, and its path. Large encoded values are decoded in parts.
pub(crate) fn diff_each<V: Tree, E>(
    old: V,
    new: V,
    each: impl FnMut(&Path, Change<V::Value>) -> Result<(), E>,
) -> Result<(), E> {
    let mut diff = Diff { path: Path::default(), in_order: false, found: false, moved: false, each };
    diff.compare(old, new, 0)?;
    if diff.moved && !diff.found {
        diff.in_order = true;
        diff.compare(old, new, 0)?;
    }
    Ok(())
}

/// Returns whether two values have the same contents in the same order. [`diff`] leaves out entries that a later one with
/// the same key hides; here they count.
pub(crate) fn same_contents<V: Tree>(old: V, new: V) -> bool {
    let (mut olds, mut news) = (old.children(), new.children());
    if let (ChildIter::Nothing, ChildIter::Nothing) = (&olds, &news) {
        return diff_each(old, new, |_, _| Err(())).is_ok();
    }
    let mut same_children = || loop {
        let ((old_step, old), (new_step, new)) = match (olds.next(), news.next()) {
            (Some(old), Some(new)) => (old, new),
            (old, new) => return old.is_none() && new.is_none(),
        };
        let is_same_step = match (old_step, new_step) {
            (ChildStep::Key(_, old), ChildStep::Key(_, new)) => same_contents(old, new),
            (ChildStep::Name(_, old), ChildStep::Name(_, new)) => old == new,
            _ => true,
        };
        if !is_same_step || !same_contents(old, new) {
            return false;
        }
    };
    old.same_apart_from_children(new) && with_stack(&mut same_children)
}

/// Returns the pairs of children of two values, which are equal apart from their children.
fn child_pairs<V: Tree>(old: &Indexed<V>, new: &Indexed<V>) -> Box<dyn Iterator<Item = ChildPair>> {
    match (old.elements(), new.elements()) {
        (Some(old_len), Some(new_len)) => {
            let ends = old.equal_ends(new);
            let runs = align((old_len, new_len), ends, |at| old.fingerprint(at), |at| new.fingerprint(at));
            Box::new(runs.into_iter().flat_map(ChildPair::of_run).skip(ends.0))
        }
        _ if is_container(old.value) => {
            let (matches, ends) = old.matches(new);
            Box::new(matches.pairs(ends))
        }
        _ => Box::new(iter::empty()),
    }
}

/// A comparison of two values.
struct Diff<F> {
    /// The path of the values that are being compared.
    path: Path,
    /// True in the second pass, which reports the order of entries if the first pass found nothing.
    in_order: bool,
    found: bool,
    moved: bool,
    each: F,
}

impl<F> Diff<F> {
    fn found<V, E>(&mut self, change: Change<V>) -> Result<(), E>
    where
        F: FnMut(&Path, Change<V>) -> Result<(), E>,
    {
        self.found = true;
        if self.in_order { Ok(()) } else { (self.each)(&self.path, change) }
    }

    /// Compares two values at the current path, which are inside `depth` others.
    fn compare<V: Tree, E>(&mut self, old: V, new: V, depth: usize) -> Result<(), E>
    where
        F: FnMut(&Path, Change<V::Value>) -> Result<(), E>,
    {
        if old.has_same_bytes(new) {
            return Ok(());
        }
        let is_compared = old.bytes().is_none() || is_opened(old, depth) || is_opened(new, depth);
        let indexed = || Some((Indexed::new(old, depth)?, Indexed::new(new, depth)?));
        let Some((old, new)) = is_compared.then(indexed).flatten() else {
            let (old, new) = (old.to_tree(), new.to_tree());
            return self.compare(V::Ref::from(&old), V::Ref::from(&new), 0);
        };
        if !old.value.same_apart_from_children(new.value) {
            return self.found(Change::Changed(old.value.to_tree(), new.value.to_tree()));
        }
        let (mut last, mut is_moved) = (0, false);
        for pair in child_pairs(&old, &new) {
            if let ChildPair { old: Some(_), new: Some(there), is_key: false } = pair {
                is_moved |= there < last;
                last = there;
            }
            with_stack(|| self.compare_children(pair, &old, &new, depth + 1))?;
        }
        self.moved |= is_moved;
        if is_moved && self.in_order { (self.each)(&self.path, Change::Reordered) } else { Ok(()) }
    }

    fn compare_children<V: Tree, E>(
        &mut self,
        pair: ChildPair,
        old: &Indexed<V>,
        new: &Indexed<V>,
        depth: usize,
    ) -> Result<(), E>
    where
        F: FnMut(&Path, Change<V::Value>) -> Result<(), E>,
    {
        let child = |of: &Indexed<V>, at: Option<usize>| match pair.is_key {
            true => {
                at.and_then(|at| of.key(at)).zip(at).map(|(key, at)| (ChildStep::KeyAt(at), Child::Key(key)))
            }
            false => at.and_then(|at| of.child(at)),
        };
        let ((step, old), (new_step, new)) = (child(old, pair.old).unzip(), child(new, pair.new).unzip());
        if let (Some(Child::Value(old)), Some(Child::Value(new))) = (&old, &new)
            && old.has_same_bytes(*new)
        {
            return Ok(());
        }
        let Some(step) = step.or(new_step) else { return Ok(()) };
        self.path.push(step.segment());
        match (old, new) {
            (Some(Child::Value(old)), Some(Child::Value(new))) => self.compare(old, new, depth)?,
            (Some(Child::Packed(old)), Some(Child::Packed(new)))
                if V::Ref::from(&old).same_apart_from_children(V::Ref::from(&new)) => {}
            (Some(old), Some(new)) => self.found(Change::Changed(old.into_tree(), new.into_tree()))?,
            (Some(old), None) => self.found(Change::Removed(old.into_tree()))?,
            (None, Some(new)) => self.found(Change::Added(new.into_tree()))?,
            (None, None) => {}
        }
        self.path.pop();
        Ok(())
    }
}
