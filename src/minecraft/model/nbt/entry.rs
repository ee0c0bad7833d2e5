//! Entries of compounds.

use super::compound::Compound;
use super::java_str::JavaStr;
use super::tag::Tag;
use crate::map;

/// The entry of a name in a [`Compound`], which may be occupied or vacant. It is returned by [`Compound::entry`].
///
/// ```
/// use gamewire::minecraft::nbt::{Compound, Entry, Tag};
///
/// let mut player = Compound::from_iter([("Health", Tag::Float(3.5))]);
/// match player.entry("Health") {
///     Entry::Occupied(mut entry) => *entry.get_mut() = Tag::Float(20.0),
///     Entry::Vacant(_) => panic!("every player has it"),
/// }
/// assert_eq!(player.to_string(), "{Health:20.0f}");
/// ```
pub type Entry<'c> = map::Entry<'c, Compound>;

/// An entry that is in the compound.
pub type OccupiedEntry<'c> = map::OccupiedEntry<'c, Compound>;

/// A name that is not in the compound.
pub type VacantEntry<'c> = map::VacantEntry<'c, Compound>;

impl Compound {
    /// Returns the entry of a name, which may be occupied or vacant.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Compound, Tag};
    /// let mut seen = Compound::new();
    /// for name in ["bat", "cat", "bat"] {
    ///     seen.entry(name).and_modify(|count| *count = 2.into()).or_insert(1);
    /// }
    /// assert_eq!(seen, Compound::from([("bat", 2), ("cat", 1)]));
    /// ```
    pub fn entry(&mut self, name: impl Into<JavaStr>) -> Entry<'_> {
        Entry::new(self, name.into())
    }
}

impl map::sealed::Sealed for Compound {
    type Key = JavaStr;
    type Value = Tag;
    fn position_of(&self, name: &JavaStr) -> Option<usize> {
        self.position(name)
    }
    fn pairs(&self) -> &[(JavaStr, Tag)] {
        self.entries()
    }
    fn pairs_mut(&mut self) -> &mut [(JavaStr, Tag)] {
        self.entries_mut()
    }
    fn append(&mut self, name: JavaStr, tag: Tag) {
        self.push(name, tag);
    }
    fn remove_at(&mut self, at: usize) -> Tag {
        self.edit(|entries| entries.remove(at)).1
    }
    fn into_pairs(mut self) -> Vec<(JavaStr, Tag)> {
        self.take().into_vec()
    }
}

map::iterators!(Compound of JavaStr, Tag);
