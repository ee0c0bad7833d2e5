//! Views of dictionaries.

use super::{CheckedReader, Sequence, VariantView};
use crate::conversions::iterate;
use crate::godot::model::{DictionaryKey, EntryTypes};
use crate::godot::wire::Rules;

/// A view of a dictionary, which reads the entries in place.
///
/// ```
/// use gamewire::godot::{Dialect, Dictionary, Variant};
/// let pairs = [("ada", 10), ("bob", 7), ("ada", 9)].map(|(name, hp)| (name.into(), Variant::Int(hp)));
/// let hp = Dictionary::from(pairs.to_vec());
/// let bytes = Dialect::GODOT_4.encode(&hp.into())?;
/// let hp = Dialect::GODOT_4.view(&bytes)?.as_dictionary().unwrap();
/// assert_eq!(hp.get("ada").and_then(|hp| hp.as_i64()), Some(9));
/// let all: Vec<_> = hp.entries().map(|(name, hp)| (name.as_str(), hp.as_i64())).collect();
/// assert_eq!(all, [(Some("ada"), Some(10)), (Some("bob"), Some(7)), (Some("ada"), Some(9))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct DictionaryView<'a> {
    whole: VariantView<'a>,
    /// The keys and values, alternating.
    halves: Sequence<'a>,
}

impl<'a> DictionaryView<'a> {
    pub(super) fn from_view(whole: VariantView<'a>) -> Option<Self> {
        let (at, head) = whole.checked_reader().dictionary(whole.bytes)?;
        Some(Self { whole, halves: Sequence { at, left: 2 * head.count } })
    }

    /// Returns the declared types of keys and values. Entries may have other types.
    pub fn entry_types(&self) -> Option<EntryTypes> {
        self.whole.checked_reader().dictionary(self.whole.bytes)?.1.of
    }

    /// Returns whether Godot 2's shared bit is set.
    pub fn is_shared(&self) -> bool {
        self.whole.checked_reader().dictionary(self.whole.bytes).is_some_and(|(_, head)| head.shared)
    }

    /// Returns the number of entries, including duplicate keys.
    pub fn len(&self) -> usize {
        self.halves.left / 2
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns an iterator over the entries, in order and including duplicate keys. The items are keys and values.
    pub fn entries(&self) -> DictionaryViewIter<'a> {
        DictionaryViewIter { rules: self.whole.rules, halves: self.halves }
    }

    /// Returns the value of a key, which is text, an int, or [any value](DictionaryKey). If several keys are [the
    /// same](crate::godot::Variant::same_key), returns the last value. Every call reads all entries.
    pub fn get<K: DictionaryKey + ?Sized>(&self, key: &K) -> Option<VariantView<'a>> {
        self.whole.get(key)
    }
}

/// An iterator over the entries of a [`DictionaryView`], in order.
///
/// ```
/// use gamewire::godot::{Dialect, variant};
///
/// let bytes = Dialect::GODOT_4.encode(&variant!({ "hp": 9, "items": ["sword"] }))?;
/// let save = Dialect::GODOT_4.view(&bytes)?.as_dictionary().unwrap();
/// let keys: Vec<_> = save.entries().filter_map(|(key, _)| key.as_str()).collect();
/// assert_eq!(keys, ["hp", "items"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct DictionaryViewIter<'a> {
    rules: Rules,
    halves: Sequence<'a>,
}

iterate!(DictionaryView by entries: DictionaryViewIter of (VariantView<'a>, VariantView<'a>));

impl<'a> Iterator for DictionaryViewIter<'a> {
    type Item = (VariantView<'a>, VariantView<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let settings = CheckedReader(&self.rules).settings();
        let (key, value) = (self.halves.nth(&settings, 0)?, self.halves.nth(&settings, 0)?);
        Some((VariantView { bytes: key, rules: self.rules }, VariantView { bytes: value, rules: self.rules }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.halves.left / 2, Some(self.halves.left / 2))
    }
}

impl ExactSizeIterator for DictionaryViewIter<'_> {}
