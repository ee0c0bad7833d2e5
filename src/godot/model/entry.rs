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
pub enum Entry<'d, 'a> {
    /// The dictionary contains the key.
    Occupied(OccupiedEntry<'d, 'a>),
    /// The dictionary does not contain the key.
    Vacant(VacantEntry<'d, 'a>),
}

/// An entry that is in the dictionary.
#[derive(Debug)]
pub struct OccupiedEntry<'d, 'a> {
    dictionary: &'d mut Dictionary<'a>,
    at: usize,
}

/// A key that is not in the dictionary.
#[derive(Debug)]
pub struct VacantEntry<'d, 'a> {
    dictionary: &'d mut Dictionary<'a>,
    key: Variant<'a>,
}

impl<'d, 'a> Entry<'d, 'a> {
    pub(super) fn new(dictionary: &'d mut Dictionary<'a>, key: Variant<'a>) -> Self {
        match dictionary.position(&key) {
            Some(at) => Self::Occupied(OccupiedEntry { dictionary, at }),
            None => Self::Vacant(VacantEntry { dictionary, key }),
        }
    }

    /// Returns the key.
    #[must_use]
    pub fn key(&self) -> &Variant<'a> {
        match self {
            Self::Occupied(entry) => entry.key(),
            Self::Vacant(entry) => entry.key(),
        }
    }

    /// Inserts `value` if the entry is vacant, and returns the value, mutably.
    #[must_use]
    pub fn or_insert(self, value: impl Into<Variant<'a>>) -> &'d mut Variant<'a> {
        self.or_insert_with(|| value.into())
    }

    /// Inserts the result of `value` if the entry is vacant, and returns the value, mutably.
    pub fn or_insert_with(self, value: impl FnOnce() -> Variant<'a>) -> &'d mut Variant<'a> {
        match self {
            Self::Occupied(entry) => entry.into_mut(),
            Self::Vacant(entry) => entry.insert(value()),
        }
    }

    /// Calls `change` with the value if the entry is occupied.
    #[must_use]
    pub fn and_modify(mut self, change: impl FnOnce(&mut Variant<'a>)) -> Self {
        if let Self::Occupied(entry) = &mut self {
            change(entry.get_mut());
        }
        self
    }
}

impl<'d, 'a> OccupiedEntry<'d, 'a> {
    /// Returns the key.
    #[must_use]
    pub fn key(&self) -> &Variant<'a> {
        &self.pair().0
    }

    /// Returns the value.
    #[must_use]
    pub fn get(&self) -> &Variant<'a> {
        &self.pair().1
    }

    /// Returns the value, mutably.
    pub fn get_mut(&mut self) -> &mut Variant<'a> {
        place(self.dictionary, self.at)
    }

    /// Returns the value, mutably, with the lifetime of the borrow of the dictionary.
    #[must_use]
    pub fn into_mut(self) -> &'d mut Variant<'a> {
        place(self.dictionary, self.at)
    }

    /// Sets the value, and returns the previous value.
    pub fn insert(&mut self, value: impl Into<Variant<'a>>) -> Variant<'a> {
        std::mem::replace(self.get_mut(), value.into())
    }

    /// Replaces the key of the entry, and returns the old key. The entry keeps its position.
    ///
    /// # Errors
    /// Returns an error if another entry has that key. The dictionary is then unchanged.
    pub fn rename(&mut self, key: impl Into<Variant<'a>>) -> Result<Variant<'a>, RenameError> {
        self.dictionary.rename_index(self.at, key)
    }

    /// Removes the entry, and returns its value. The other entries keep their order.
    #[must_use]
    pub fn remove(self) -> Variant<'a> {
        self.dictionary.pairs_mut().remove(self.at).1
    }

    #[allow(clippy::indexing_slicing)] // Where the key was found; the entry has borrowed the dictionary since.
    fn pair(&self) -> &(Variant<'a>, Variant<'a>) {
        &self.dictionary.as_slice()[self.at]
    }
}

impl<'d, 'a> VacantEntry<'d, 'a> {
    /// Returns the key.
    #[must_use]
    pub fn key(&self) -> &Variant<'a> {
        &self.key
    }

    /// Inserts an entry with this key and `value` at the end, and returns the value, mutably.
    #[must_use]
    pub fn insert(self, value: impl Into<Variant<'a>>) -> &'d mut Variant<'a> {
        let at = self.dictionary.len();
        self.dictionary.pairs_mut().push((self.key, value.into()));
        place(self.dictionary, at)
    }
}

/// Generates the iterators of a dictionary.
macro_rules! iterators {
    ($($(#[$doc:meta])* $name:ident<$($lifetime:lifetime),+> { $inner:ty } -> $item:ty: |$pair:pat_param| $made:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name<$($lifetime),+>($inner);

        impl<$($lifetime),+> Iterator for $name<$($lifetime),+> {
            type Item = $item;
            fn next(&mut self) -> Option<$item> {
                self.0.next().map(|$pair| $made)
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl<$($lifetime),+> DoubleEndedIterator for $name<$($lifetime),+> {
            fn next_back(&mut self) -> Option<$item> {
                self.0.next_back().map(|$pair| $made)
            }
        }

        impl<$($lifetime),+> ExactSizeIterator for $name<$($lifetime),+> {}
        impl<$($lifetime),+> std::iter::FusedIterator for $name<$($lifetime),+> {}
    )+};
}

iterators! {
    /// An iterator over the pairs of a [`Dictionary`], in order.
    #[derive(Clone)]
    Iter<'d, 'a> { std::slice::Iter<'d, (Variant<'a>, Variant<'a>)> } -> (&'d Variant<'a>, &'d Variant<'a>):
        |(key, value)| (key, value);
    /// An iterator over the pairs of a [`Dictionary`], in order, with mutable values.
    IterMut<'d, 'a> { std::slice::IterMut<'d, (Variant<'a>, Variant<'a>)> } -> (&'d Variant<'a>, &'d mut Variant<'a>):
        |(key, value)| (&*key, value);
    /// An iterator over the pairs of a [`Dictionary`], in order, by value.
    IntoIter<'a> { std::vec::IntoIter<(Variant<'a>, Variant<'a>)> } -> (Variant<'a>, Variant<'a>):
        |pair| pair;
}

impl<'a> Dictionary<'a> {
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
    pub fn entry(&mut self, key: impl Into<Variant<'a>>) -> Entry<'_, 'a> {
        Entry::new(self, key.into())
    }

    /// Returns an iterator over the pairs, in order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, 'a> {
        Iter(self.as_slice().iter())
    }

    /// Returns an iterator over the pairs, in order, with mutable values.
    pub fn iter_mut(&mut self) -> IterMut<'_, 'a> {
        IterMut(self.pairs_mut().iter_mut())
    }

    /// Returns an iterator over the keys, in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Variant<'a>> + DoubleEndedIterator + Clone {
        self.iter().map(|(key, _)| key)
    }

    /// Returns an iterator over the values, in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Variant<'a>> + DoubleEndedIterator + Clone {
        self.iter().map(|(_, value)| value)
    }

    /// Returns an iterator over the values, in order, mutably.
    pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut Variant<'a>> + DoubleEndedIterator {
        self.iter_mut().map(|(_, value)| value)
    }

    /// Returns an iterator over the keys, by value.
    pub fn into_keys(self) -> impl ExactSizeIterator<Item = Variant<'a>> + DoubleEndedIterator {
        self.into_iter().map(|(key, _)| key)
    }

    /// Returns an iterator over the values, by value.
    pub fn into_values(self) -> impl ExactSizeIterator<Item = Variant<'a>> + DoubleEndedIterator {
        self.into_iter().map(|(_, value)| value)
    }
}

impl<'d, 'a> IntoIterator for &'d Dictionary<'a> {
    type Item = (&'d Variant<'a>, &'d Variant<'a>);
    type IntoIter = Iter<'d, 'a>;
    fn into_iter(self) -> Iter<'d, 'a> {
        self.iter()
    }
}

impl<'d, 'a> IntoIterator for &'d mut Dictionary<'a> {
    type Item = (&'d Variant<'a>, &'d mut Variant<'a>);
    type IntoIter = IterMut<'d, 'a>;
    fn into_iter(self) -> IterMut<'d, 'a> {
        self.iter_mut()
    }
}

impl<'a> IntoIterator for Dictionary<'a> {
    type Item = (Variant<'a>, Variant<'a>);
    type IntoIter = IntoIter<'a>;
    fn into_iter(self) -> IntoIter<'a> {
        IntoIter(self.into_vec().into_iter())
    }
}
