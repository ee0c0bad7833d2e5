//! Differences between two roots.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use super::super::ids::TagId;
use super::super::nbt::{Compound, JavaStr, List, Nbt, Tag};
use super::{Place, count, element, step_to};
use crate::path::{Change, Diff, Difference, Inside, Node, Pairing, Path, Segment};

/// The differences between two NBT roots: names and elements that were added or removed, values that are not the
/// same, floats by their bits. That entries are in another order is reported only if nothing else differs. Names
/// of the roots do not count: the game ignores them. Elements of lists and arrays are aligned, as in
/// [`godot::diff`](crate::godot::diff): one that was put in is one difference, and those after it are none.
///
/// ```
/// use gamewire::minecraft::nbt::{Compound, Nbt};
/// use gamewire::minecraft::diff;
/// let old = Nbt::unnamed(Compound::from_iter([("Gold", 7), ("Hp", 10)]));
/// let new = Nbt::unnamed(Compound::from_iter([("Gold", 999), ("Hp", 10)]));
/// let paths: Vec<_> = diff(&old, &new).map(|difference| format!("{:#}", difference.path)).collect();
/// assert_eq!(paths, ["$.Gold"]);
/// ```
pub fn diff<'v, 'a>(
    old: &'v Nbt<'a>,
    new: &'v Nbt<'a>,
) -> impl Iterator<Item = Difference<Tag<'a>>> + use<'v, 'a> {
    Diff::new(Place::Tag(&old.root), Place::Tag(&new.root))
}

impl Tag<'_> {
    /// Returns whether two tags are the same in all that is encoded: floats by their bits, so that a NaN is the same as itself and 0 is
    /// not -0, and the order of entries.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::Tag;
    /// let nan = Tag::Float(f32::NAN);
    /// assert!(nan.same_bits(&nan) && nan != nan);
    /// ```
    #[must_use]
    pub fn same_bits(&self, other: &Tag<'_>) -> bool {
        Diff::new(Place::Tag(self), Place::Tag(other)).next().is_none()
    }
}

/// Calls a function with each difference that [`diff`] finds, and the path to it: the path is lent, so that values at long
/// paths are compared without a copy of the path for each difference.
///
/// # Errors
/// The first one of the function, after which it is not called again.
pub fn diff_each<'a, E>(
    old: &Nbt<'a>,
    new: &Nbt<'a>,
    each: impl FnMut(&Path, Change<Tag<'a>>) -> Result<(), E>,
) -> Result<(), E> {
    Diff::new(Place::Tag(&old.root), Place::Tag(&new.root)).each(each)
}

impl<'a> Node for Place<'_, 'a> {
    type Value = Tag<'a>;

    fn value(&self) -> Tag<'a> {
        self.to_tag()
    }

    fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint::default();
        print.tree(self.clone());
        print.finish()
    }

    fn inside(&self) -> Inside {
        match self.clone().opened() {
            Self::Compound(_) => Inside::Entries,
            Self::List(list) => Inside::Elements(list.len()),
            Self::Tag(tag) => count(tag).map_or(Inside::Nothing, Inside::Elements),
            Self::Leaf(tag) => count(&tag).map_or(Inside::Nothing, Inside::Elements),
        }
    }

    fn same(&self, other: &Self) -> bool {
        match (self.clone().opened(), other.clone().opened()) {
            (Self::Compound(_), Self::Compound(_)) => true,
            // Nothing shows of which type an empty list is but the list itself.
            (Self::List(a), Self::List(b)) => a.element_type() == b.element_type() || one_is_end(a, b),
            (Self::Tag(a), Self::Tag(b)) => same_leaf(a, b),
            (Self::Tag(a), Self::Leaf(b)) | (Self::Leaf(b), Self::Tag(a)) => same_leaf(a, &b),
            (Self::Leaf(a), Self::Leaf(b)) => same_leaf(&a, &b),
            (Self::Compound(_) | Self::List(_) | Self::Tag(_) | Self::Leaf(_), _) => false,
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        Place::at(self, index)
    }

    fn step(&self, index: usize) -> Option<Segment> {
        let Self::Compound(compound) = self.clone().opened() else { return None };
        compound.entries().get(index).map(|(name, _)| step_to(name, index))
    }

    fn key(&self, _: usize) -> Option<Tag<'a>> {
        None
    }

    fn pairing(&self, other: &Self) -> Pairing {
        let (Self::Compound(old), Self::Compound(new)) = (self.clone().opened(), other.clone().opened())
        else {
            return Pairing::default();
        };
        let names = |of: &Compound<'_>| -> Vec<Vec<u8>> {
            of.entries().iter().map(|(name, _)| name.as_bytes().to_vec()).collect()
        };
        Pairing::of(&names(old), &names(new))
    }
}

/// The number of a value that is likely to be another for another value, while it is made.
#[derive(Debug)]
pub(super) struct Fingerprint {
    hash: DefaultHasher,
    left: usize,
}

impl Default for Fingerprint {
    fn default() -> Self {
        Self { hash: DefaultHasher::new(), left: VALUES }
    }
}

impl Fingerprint {
    /// The number of values that are still covered.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    pub(super) fn compound(&mut self, len: usize) {
        self.left -= 1;
        len.hash(&mut self.hash);
    }

    pub(super) fn name(&mut self, name: &JavaStr<'_>) {
        ends(name.as_bytes(), &mut self.hash);
    }

    pub(super) fn list(&mut self, id: TagId, len: usize) {
        self.left -= 1;
        (id.name(), len).hash(&mut self.hash);
    }

    /// A value and what is inside.
    pub(super) fn tree(&mut self, value: Place<'_, '_>) {
        let mut open = Vec::new();
        let mut next = Some(value);
        while self.left > 0
            && let Some(place) = next
        {
            match place.opened() {
                Place::Compound(compound) => {
                    let entries = compound.entries();
                    self.compound(entries.len());
                    for (name, tag) in entries.iter().take(self.left) {
                        self.name(name);
                        open.push(Place::Tag(tag));
                    }
                }
                Place::List(list) => {
                    self.list(list.element_type(), list.len());
                    open.extend((0..list.len().min(self.left)).filter_map(|at| element(list, at)));
                }
                Place::Tag(tag) => self.leaf(tag),
                Place::Leaf(tag) => self.leaf(&tag),
            }
            next = open.pop();
        }
    }

    fn leaf(&mut self, tag: &Tag<'_>) {
        self.left -= 1;
        hash_leaf(tag, &mut self.hash);
    }

    pub(super) fn finish(&self) -> u64 {
        self.hash.finish()
    }
}

/// The numbers of tags inside, and of bytes of a text or numbers of an array at each end, that a fingerprint covers.
const VALUES: usize = 64;
const ENDS: usize = 64;

fn ends(bytes: &[u8], into: &mut DefaultHasher) {
    let (start, end) = (ENDS.min(bytes.len()), bytes.len().saturating_sub(ENDS));
    (bytes.len(), bytes.get(..start), bytes.get(end..)).hash(into);
}

fn hash_leaf(tag: &Tag<'_>, into: &mut DefaultHasher) {
    fn numbers(len: usize, into: &mut DefaultHasher, number: impl Fn(usize) -> Option<i64>) {
        len.hash(into);
        (0..len.min(ENDS)).chain(len.saturating_sub(ENDS)..len).for_each(|at| number(at).hash(into));
    }
    tag.id().name().hash(into);
    match tag {
        Tag::Byte(number) => number.hash(into),
        Tag::Short(number) => number.hash(into),
        Tag::Int(number) => number.hash(into),
        Tag::Long(number) => number.hash(into),
        Tag::Float(number) => number.to_bits().hash(into),
        Tag::Double(number) => number.to_bits().hash(into),
        Tag::String(text) => ends(text.as_bytes(), into),
        Tag::ByteArray(array) => numbers(array.len(), into, |at| array.get(at).map(i64::from)),
        Tag::IntArray(array) => numbers(array.len(), into, |at| array.get(at).map(i64::from)),
        Tag::LongArray(array) => numbers(array.len(), into, |at| array.get(at)),
        // What is inside comes by itself.
        Tag::List(_) | Tag::Compound(_) => {}
    }
}

/// An empty list of End against a list that has elements: they were added, or removed.
fn one_is_end(a: &List<'_>, b: &List<'_>) -> bool {
    let end = |list: &List<'_>| matches!(list, List::End);
    end(a) && !b.is_empty() || end(b) && !a.is_empty()
}

fn same_leaf(a: &Tag<'_>, b: &Tag<'_>) -> bool {
    match (a, b) {
        (Tag::Float(a), Tag::Float(b)) => a.to_bits() == b.to_bits(),
        (Tag::Double(a), Tag::Double(b)) => a.to_bits() == b.to_bits(),
        // Their numbers are compared one by one.
        (a, b) if count(a).is_some() => a.id() == b.id(),
        (a, b) => a == b,
    }
}
