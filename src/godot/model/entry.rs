//! Entries and iterators of dictionaries.

use super::dictionary::{RenameError, place};
use super::variant::{Dictionary, Variant};

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
#[derive(Debug)]
pub enum Entry<'d> {
    /// The dictionary contains the key.
    Occupied(OccupiedEntry<'d>),
    /// The dictionary does not contain the key.
    Vacant(VacantEntry<'d>),
}

/// An entry that is in the dictionary.
#[derive(Debug)]
pub struct OccupiedEntry<'d> {
    dictionary: &'d mut Dictionary,
    at: usize,
}

/// A key that is not in the dictionary.
#[derive(Debug)]
pub struct VacantEntry<'d> {
    dictionary: &'d mut Dictionary,
    key: Variant,
}

impl<'d> Entry<'d> {
    pub(super) fn new(dictionary: &'d mut Dictionary, key: Variant) -> Self {
        match dictionary.position(&key) {
            Some(at) => Self::Occupied(OccupiedEntry { dictionary, at }),
            None => Self::Vacant(VacantEntry { dictionary, key }),
        }
    }

    /// Returns the key.
    #[must_use]
    pub fn key(&self) -> &Variant {
        match self {
            Self::Occupied(entry) => entry.key(),
            Self::Vacant(entry) => entry.key(),
        }
    }

    /// Inserts `value` if the entry is vacant, and returns the value, mutably.
    #[must_use]
    pub fn or_insert(self, value: impl Into<Variant>) -> &'d mut Variant {
        self.or_insert_with(|| value.into())
    }

    /// Inserts the result of `value` if the entry is vacant, and returns the value, mutably.
    pub fn or_insert_with(self, value: impl FnOnce() -> Variant) -> &'d mut Variant {
        match self {
            Self::Occupied(entry) => entry.into_mut(),
            Self::Vacant(entry) => entry.insert(value()),
        }
    }

    /// Calls `change` with the value if the entry is occupied.
    #[must_use]
    pub fn and_modify(mut self, change: impl FnOnce(&mut Variant)) -> Self {
        if let Self::Occupied(entry) = &mut self {
            change(entry.get_mut());
        }
        self
    }
}

impl<'d> OccupiedEntry<'d> {
    /// Returns the key.
    #[must_use]
    pub fn key(&self) -> &Variant {
        &self.pair().0
    }

    /// Returns the value.
    #[must_use]
    pub fn get(&self) -> &Variant {
        &self.pair().1
    }

    /// Returns the value, mutably.
    pub fn get_mut(&mut self) -> &mut Variant {
        place(self.dictionary, self.at)
    }

    /// Returns the value, mutably, with the lifetime of the borrow of the dictionary.
    #[must_use]
    pub fn into_mut(self) -> &'d mut Variant {
        place(self.dictionary, self.at)
    }

    /// Sets the value, and returns the previous value.
    pub fn insert(&mut self, value: impl Into<Variant>) -> Variant {
        std::mem::replace(self.get_mut(), value.into())
    }

    /// Replaces the key of the entry, and returns the old key. The entry keeps its position.
    ///
    /// # Errors
    /// Returns an error if another entry has that key. The dictionary is then unchanged.
    pub fn rename(&mut self, key: impl Into<Variant>) -> Result<Variant, RenameError> {
        self.dictionary.rename_index(self.at, key)
    }

    /// Removes the entry, and returns its value. The other entries keep their order.
    #[must_use]
    pub fn remove(self) -> Variant {
        self.dictionary.pairs_mut().remove(self.at).1
    }

    #[allow(clippy::indexing_slicing)] // Where the key was found; the entry has borrowed the dictionary since.
    fn pair(&self) -> &(Variant, Variant) {
        &self.dictionary.as_slice()[self.at]
    }
}

impl<'d> VacantEntry<'d> {
    /// Returns the key.
    #[must_use]
    pub fn key(&self) -> &Variant {
        &self.key
    }

    /// Inserts an entry with this key and `value` at the end, and returns the value, mutably.
    #[must_use]
    pub fn insert(self, value: impl Into<Variant>) -> &'d mut Variant {
        let at = self.dictionary.len();
        self.dictionary.pairs_mut().push((self.key, value.into()));
        place(self.dictionary, at)
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
