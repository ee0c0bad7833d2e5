//! The methods of dictionaries, which are those of an ordered map.

use std::borrow::Cow;
use std::ops::{Index, IndexMut};

use super::container::Repr;
use super::variant::{Dictionary, Pair, Variant};
use super::{EntryTypes, KeyRules, Text, merge};

/// A key to look up in a [`Dictionary`] or a [`DictionaryView`](crate::godot::DictionaryView): text, an int, or any
/// value. Text finds both a `String` and a `StringName`.
pub trait DictionaryKey: sealed::Sealed {
    /// Returns whether this is the key.
    fn is(&self, key: &Variant) -> bool {
        self.wanted().same_key(key)
    }
}

impl<K: sealed::Sealed + ?Sized> DictionaryKey for K {}

mod sealed {
    use super::{Cow, Text, Variant};

    pub trait Sealed {
        /// Returns the key as a value, with which the others are compared.
        fn wanted(&self) -> Cow<'_, Variant>;
    }

    impl Sealed for str {
        fn wanted(&self) -> Cow<'_, Variant> {
            Cow::Owned(self.into())
        }
    }

    impl Sealed for String {
        fn wanted(&self) -> Cow<'_, Variant> {
            self.as_str().wanted()
        }
    }

    impl Sealed for Cow<'_, str> {
        fn wanted(&self) -> Cow<'_, Variant> {
            (**self).wanted()
        }
    }

    impl Sealed for Text {
        fn wanted(&self) -> Cow<'_, Variant> {
            Cow::Owned(self.clone().into())
        }
    }

    impl Sealed for i64 {
        fn wanted(&self) -> Cow<'_, Variant> {
            Cow::Owned(Variant::Int(*self))
        }
    }

    impl Sealed for Variant {
        fn wanted(&self) -> Cow<'_, Variant> {
            Cow::Borrowed(self)
        }
    }

    impl<K: Sealed + ?Sized> Sealed for &K {
        fn wanted(&self) -> Cow<'_, Variant> {
            K::wanted(self)
        }
    }
}

impl Dictionary {
    /// Creates an empty dictionary without declared types.
    #[must_use]
    pub const fn new() -> Self {
        Self(Repr::Plain(Vec::new()))
    }

    /// Creates a dictionary that declares the types of its keys or values (Godot 4.4 and later).
    ///
    /// If `types` is empty, the dictionary is an ordinary one. The pairs are kept as they are, including duplicate
    /// keys, as in `From<Vec>`.
    #[must_use]
    pub fn typed(types: EntryTypes, pairs: Vec<Pair>) -> Self {
        if types.is_empty() {
            return pairs.into();
        }
        Self(Repr::Typed(Box::new((pairs, types))))
    }

    /// Returns the declared types. Entries may have other types, because a decoder keeps what is in the bytes.
    pub fn entry_types(&self) -> Option<&EntryTypes> {
        match &self.0 {
            Repr::Typed(typed) => Some(&typed.1),
            Repr::Plain(_) | Repr::Shared(_) => None,
        }
    }

    /// Returns whether Godot 2's shared bit is set.
    pub fn is_shared(&self) -> bool {
        matches!(self.0, Repr::Shared(_))
    }

    /// Sets or clears Godot 2's shared bit. This removes the declared types, because Godot 2 has no typed dictionaries.
    #[must_use]
    pub fn with_shared(mut self, shared: bool) -> Self {
        let pairs = self.0.take();
        Self(if shared { Repr::Shared(Box::new(pairs)) } else { Repr::Plain(pairs) })
    }

    /// Returns the number of pairs.
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// Returns whether the dictionary has no pairs.
    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    /// Returns the pairs as a slice, in their order.
    pub fn as_slice(&self) -> &[Pair] {
        self.0.list()
    }

    /// Returns the pairs, mutably. The caller must keep the keys distinct.
    pub(crate) fn pairs_mut(&mut self) -> &mut Vec<Pair> {
        self.0.list_mut()
    }

    /// Returns the pairs as a vector, without the declared types.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<Pair> {
        self.0.take()
    }

    pub(super) fn position<K: DictionaryKey + ?Sized>(&self, key: &K) -> Option<usize> {
        let wanted = key.wanted();
        self.as_slice().iter().rposition(|(candidate, _)| wanted.same_key(candidate))
    }

    /// Returns the value of a key, or `None` if the dictionary does not contain the key.
    ///
    /// ```
    /// use gamewire::godot::{Variant, Vector2i, variant};
    /// let value = variant!({ "hp": 9, 5: "five", (Vector2i::new(1, 2)): "a cell" });
    /// let dictionary = value.as_dictionary().unwrap();
    /// assert_eq!(dictionary.get("hp"), Some(&Variant::Int(9)));
    /// assert_eq!(dictionary.get(&5), Some(&"five".into()));
    /// assert_eq!(dictionary.get(&Variant::from(Vector2i::new(1, 2))), Some(&"a cell".into()));
    /// ```
    pub fn get<K: DictionaryKey + ?Sized>(&self, key: &K) -> Option<&Variant> {
        self.position(key).and_then(|at| self.get_index(at)).map(|(_, value)| value)
    }

    /// Returns the value of a key, mutably.
    pub fn get_mut<K: DictionaryKey + ?Sized>(&mut self, key: &K) -> Option<&mut Variant> {
        let at = self.position(key)?;
        self.pairs_mut().get_mut(at).map(|(_, value)| value)
    }

    /// Returns the pair at a position.
    pub fn get_index(&self, index: usize) -> Option<(&Variant, &Variant)> {
        self.as_slice().get(index).map(|(key, value)| (key, value))
    }

    /// Removes the pair at a position and returns it. The other pairs keep their order.
    pub fn remove_index(&mut self, index: usize) -> Option<(Variant, Variant)> {
        (index < self.len()).then(|| self.pairs_mut().remove(index))
    }

    /// Returns whether the dictionary contains the key.
    pub fn contains_key<K: DictionaryKey + ?Sized>(&self, key: &K) -> bool {
        self.position(key).is_some()
    }

    /// Sets the value of a key, and returns the previous value.
    ///
    /// A new key is added at the end, and an existing key keeps its position, as in the engine.
    pub fn insert(&mut self, key: impl Into<Variant>, value: impl Into<Variant>) -> Option<Variant> {
        let (key, value) = (key.into(), value.into());
        match self.get_mut(&key) {
            Some(place) => Some(std::mem::replace(place, value)),
            None => {
                self.pairs_mut().push((key, value));
                None
            }
        }
    }

    /// Removes the entries with this key, and returns the last value. The other entries keep their order.
    pub fn remove<K: DictionaryKey + ?Sized>(&mut self, key: &K) -> Option<Variant> {
        let last = self.position(key)?;
        let (_, removed) = self.pairs_mut().remove(last);
        let wanted = key.wanted();
        self.pairs_mut().retain(|(candidate, _)| !wanted.same_key(candidate));
        Some(removed)
    }

    /// Keeps only the pairs for which `keep` returns `true`, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(&Variant, &mut Variant) -> bool) {
        self.pairs_mut().retain_mut(|(key, value)| keep(key, value));
    }

    /// Sorts the pairs by the result of `order`, which is called once for each pair. Pairs with equal results keep
    /// their order.
    pub fn sort_by_cached_key<T: Ord>(&mut self, mut order: impl FnMut(&Variant, &Variant) -> T) {
        self.pairs_mut().sort_by_cached_key(|(key, value)| order(key, value));
    }

    /// Removes all pairs.
    pub fn clear(&mut self) {
        self.pairs_mut().clear();
    }

    /// Reserves memory for at least `additional` more pairs.
    pub fn reserve(&mut self, additional: usize) {
        self.pairs_mut().reserve(additional);
    }
}

impl Default for Dictionary {
    fn default() -> Self {
        Self::new()
    }
}

/// Keeps all pairs, even if several keys are the same, as in a decoder that keeps duplicates.
/// [`collect`](Iterator::collect) and [`extend`](Extend::extend) keep the first position and the last value of each
/// key.
impl From<Vec<Pair>> for Dictionary {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(pairs: Vec<Pair>) -> Self {
        Self(Repr::Plain(pairs))
    }
}

/// If several keys are the same, the first position and the last value are kept.
impl<K: Into<Variant>, V: Into<Variant>, const N: usize> From<[(K, V); N]> for Dictionary {
    fn from(pairs: [(K, V); N]) -> Self {
        pairs.into_iter().collect()
    }
}

/// If several keys are the same, the first position and the last value are kept.
impl<K: Into<Variant>, V: Into<Variant>> FromIterator<(K, V)> for Dictionary {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut dictionary = Self::new();
        dictionary.extend(pairs);
        dictionary
    }
}

/// If several keys are the same, the first position and the last value are kept.
impl<K: Into<Variant>, V: Into<Variant>> Extend<(K, V)> for Dictionary {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        let pairs = pairs.into_iter().map(|(key, value)| (key.into(), value.into()));
        if KeyRules::GODOT_4.repeat(self.as_slice()) {
            // Duplicate keys that are already in the dictionary stay.
            pairs.for_each(|(key, value)| drop(self.insert(key, value)));
        } else {
            let own = self.pairs_mut();
            own.extend(pairs);
            merge(own, KeyRules::GODOT_4);
        }
    }
}

/// Returns the value of a key.
///
/// # Panics
/// Panics if the dictionary does not contain the key. [`get`](Dictionary::get) returns `None` instead.
impl<K: DictionaryKey + ?Sized> Index<&K> for Dictionary {
    type Output = Variant;
    #[track_caller]
    fn index(&self, key: &K) -> &Variant {
        match self.get(key) {
            Some(value) => value,
            None => missing(self),
        }
    }
}

/// Returns the value of a key, mutably.
///
/// # Panics
/// Panics if the dictionary does not contain the key. [`insert`](Dictionary::insert) and [`entry`](Dictionary::entry)
/// add it.
impl<K: DictionaryKey + ?Sized> IndexMut<&K> for Dictionary {
    #[track_caller]
    fn index_mut(&mut self, key: &K) -> &mut Self::Output {
        match self.position(key) {
            Some(at) => crate::map::place(self, at),
            None => missing(self),
        }
    }
}

#[cold]
#[track_caller]
fn missing(dictionary: &Dictionary) -> ! {
    let keys = Variant::Array(dictionary.keys().cloned().collect());
    panic!("the dictionary has no such key, only {}", keys.preview(crate::godot::ids::Table::Godot4, 200))
}
