//! Entries and iterators of dictionaries.

use super::dictionary::RenameError;
use super::variant::{Dictionary, Pair, Variant};
use crate::map;

/// The entry of a key in a [`Dictionary`], which may be occupied or vacant. It is returned by [`Dictionary::entry`].
///
/// ```
/// use gamewire::godot::dictionary::Entry;
/// use gamewire::godot::Dictionary;
///
/// let mut bag = Dictionary::new();
/// for item in ["apple", "sword", "apple"] {
///     match bag.entry(item) {
///         Entry::Occupied(mut entry) => *entry.get_mut() = 2.into(),
///         Entry::Vacant(entry) => *entry.insert(1) = 1.into(),
///     }
/// }
/// assert_eq!(bag.to_string(), r#"{"apple": 2, "sword": 1}"#);
/// ```
pub type Entry<'d> = map::Entry<'d, Dictionary>;

/// An entry that is in the dictionary.
pub type OccupiedEntry<'d> = map::OccupiedEntry<'d, Dictionary>;

/// A key that is not in the dictionary.
pub type VacantEntry<'d> = map::VacantEntry<'d, Dictionary>;

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
    fn remove_at(&mut self, at: usize) -> Variant {
        self.pairs_mut().remove(at).1
    }
    fn into_pairs(self) -> Vec<Pair> {
        self.into_vec()
    }
}

impl OccupiedEntry<'_> {
    /// Replaces the key of the entry, and returns the old key. The entry keeps its position.
    ///
    /// # Errors
    /// Returns an error if another entry has that key. The dictionary is then unchanged.
    pub fn rename(&mut self, key: impl Into<Variant>) -> Result<Variant, RenameError> {
        self.map.rename_index(self.at, key)
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
    /// Returns the entry of a key, which may be occupied or vacant.
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
