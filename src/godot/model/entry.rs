//! Entries and iterators of dictionaries.

use super::variant::{Dictionary, Pair, Variant};
use crate::map;

/// The entry of a key in a [`Dictionary`], returned by [`Dictionary::entry`].
pub type Entry<'d> = map::Entry<'d, Dictionary>;

impl map::sealed::Sealed for Dictionary {
    type Key = Variant;
    type Value = Variant;
    fn position_of(&self, key: &Variant) -> Option<usize> {
        self.position(key)
    }
    fn pairs(&self) -> &[Pair] {
        self.as_slice()
    }
    fn pairs_mut(&mut self) -> &mut [Pair] {
        Self::pairs_mut(self)
    }
    fn append(&mut self, key: Variant, value: Variant) {
        self.pairs_mut().push((key, value));
    }
    fn into_pairs(self) -> Vec<Pair> {
        self.into_vec()
    }
}

/// An iterator over the pairs of a [`Dictionary`], in order.
pub type Iter<'d> = map::Iter<'d, Variant, Variant>;

/// An iterator over the pairs of a [`Dictionary`], in order, with mutable values.
pub type IterMut<'d> = map::IterMut<'d, Variant, Variant>;

/// An iterator over the pairs of a [`Dictionary`], in order, by value.
pub type IntoIter = std::vec::IntoIter<Pair>;

map::iterators!(Dictionary of Variant, Variant);

impl Dictionary {
    /// Returns the entry of a key, to insert or change its value.
    ///
    /// ```
    /// use gamewire::godot::{Dictionary, Variant};
    /// let mut seen = Dictionary::new();
    /// for name in ["bat", "cat", "bat"] {
    ///     seen.entry(name).and_modify(|count| *count = 2.into()).or_insert(1);
    /// }
    /// assert_eq!(seen.to_string(), r#"{"bat": 2, "cat": 1}"#);
    /// ```
    pub fn entry(&mut self, key: impl Into<Variant>) -> Entry<'_> {
        Entry::new(self, key.into())
    }
}
