//! Entries of compounds.

use super::{Compound, JavaStr, Tag};
use crate::map;

/// The entry of a name in a [`Compound`], returned by [`Compound::entry`].
pub type Entry<'c> = map::Entry<'c, Compound>;

impl Compound {
    /// Returns the entry of a name, to insert or change its value.
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
    fn into_pairs(mut self) -> Vec<(JavaStr, Tag)> {
        self.take().into_vec()
    }
}

map::iterators!(Compound of JavaStr, Tag);
