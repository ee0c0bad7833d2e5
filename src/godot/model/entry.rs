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

/// Generates the iterators of a dictionary.
macro_rules! iterators {
    ($($(#[$doc:meta])* $name:ident$(<$lifetime:lifetime>)? { $inner:ty } -> $item:ty: |$pair:pat_param| $made:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name$(<$lifetime>)?($inner);

        impl$(<$lifetime>)? Iterator for $name$(<$lifetime>)? {
            type Item = $item;
            fn next(&mut self) -> Option<$item> {
                self.0.next().map(|$pair| $made)
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl$(<$lifetime>)? DoubleEndedIterator for $name$(<$lifetime>)? {
            fn next_back(&mut self) -> Option<$item> {
                self.0.next_back().map(|$pair| $made)
            }
        }

        impl$(<$lifetime>)? ExactSizeIterator for $name$(<$lifetime>)? {}
        impl$(<$lifetime>)? std::iter::FusedIterator for $name$(<$lifetime>)? {}
    )+};
}

iterators! {
    /// An iterator over the pairs of a [`Dictionary`], in order.
    #[derive(Clone)]
    Iter<'d> { std::slice::Iter<'d, (Variant, Variant)> } -> (&'d Variant, &'d Variant):
        |(key, value)| (key, value);
    /// An iterator over the pairs of a [`Dictionary`], in order, with mutable values.
    IterMut<'d> { std::slice::IterMut<'d, (Variant, Variant)> } -> (&'d Variant, &'d mut Variant):
        |(key, value)| (&*key, value);
    /// An iterator over the pairs of a [`Dictionary`], in order, by value.
    IntoIter { std::vec::IntoIter<(Variant, Variant)> } -> (Variant, Variant):
        |pair| pair;
}

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

    /// Returns an iterator over the pairs, in order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.as_slice().iter())
    }

    /// Returns an iterator over the pairs, in order, with mutable values.
    pub fn iter_mut(&mut self) -> IterMut<'_> {
        IterMut(self.pairs_mut().iter_mut())
    }

    /// Returns an iterator over the keys, in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Variant> + DoubleEndedIterator + Clone {
        self.iter().map(|(key, _)| key)
    }

    /// Returns an iterator over the values, in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Variant> + DoubleEndedIterator + Clone {
        self.iter().map(|(_, value)| value)
    }

    /// Returns an iterator over the values, in order, mutably.
    pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut Variant> + DoubleEndedIterator {
        self.iter_mut().map(|(_, value)| value)
    }

    /// Returns an iterator over the keys, by value.
    pub fn into_keys(self) -> impl ExactSizeIterator<Item = Variant> + DoubleEndedIterator {
        self.into_iter().map(|(key, _)| key)
    }

    /// Returns an iterator over the values, by value.
    pub fn into_values(self) -> impl ExactSizeIterator<Item = Variant> + DoubleEndedIterator {
        self.into_iter().map(|(_, value)| value)
    }
}

impl<'d> IntoIterator for &'d Dictionary {
    type Item = (&'d Variant, &'d Variant);
    type IntoIter = Iter<'d>;
    fn into_iter(self) -> Iter<'d> {
        self.iter()
    }
}

impl<'d> IntoIterator for &'d mut Dictionary {
    type Item = (&'d Variant, &'d mut Variant);
    type IntoIter = IterMut<'d>;
    fn into_iter(self) -> IterMut<'d> {
        self.iter_mut()
    }
}

impl IntoIterator for Dictionary {
    type Item = (Variant, Variant);
    type IntoIter = IntoIter;
    fn into_iter(self) -> IntoIter {
        IntoIter(self.into_vec().into_iter())
    }
}
