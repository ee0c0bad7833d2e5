//! What changed between two roots.

use super::super::nbt::{Compound, List, Nbt, Tag};
use super::{Place, count};
use crate::path::{Diff, Difference, Inside, Node, Pairing, Segment};

/// What changed from one NBT root to another: names and elements that were added or removed, values that are not the
/// same, floats by their bits. That entries are in another order is told only where nothing else differs. Names
/// of the roots do not count: the game ignores them.
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
    Diff::new(Place::Compound(&old.root), Place::Compound(&new.root))
}

impl<'a> Node for Place<'_, 'a> {
    type Value = Tag<'a>;

    fn value(&self) -> Tag<'a> {
        self.to_tag()
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
            _ => false,
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        Place::at(self, index)
    }

    fn step(&self, index: usize) -> Option<Segment> {
        let Self::Compound(compound) = self.clone().opened() else { return None };
        compound.entries().get(index).map(|(name, _)| Segment::text(&name.to_str_lossy()))
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
