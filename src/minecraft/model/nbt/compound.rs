//! Named tags.

use std::fmt;

use super::deep::{Waiting, release};
use super::java_str::JavaStr;
use super::shared::NameCache;
use super::tag::Tag;

/// One named value.
pub(in crate::minecraft) type Entry<'a> = (JavaStr<'a>, Tag<'a>);

/// Named values, in the order of the wire, duplicates included.
///
/// ```
/// use gamewire::minecraft::nbt::{Compound, Tag};
/// let mut item = Compound::new();
/// item.push("Damage", 12);
/// item.push("Damage", 13);
/// assert_eq!(item.get("Damage"), Some(&Tag::Int(13))); // as in the game, the last one counts
/// assert_eq!(item.len(), 2);
/// ```
#[derive(Clone, PartialEq, Default)]
pub struct Compound<'a>(Box<[(JavaStr<'a>, Tag<'a>)]>);

const _: () = assert!(size_of::<(JavaStr<'_>, Tag<'_>)>() <= 40);

impl<'a> Compound<'a> {
    /// A compound without entries.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The last entry with this name.
    pub fn get(&self, name: &str) -> Option<&Tag<'a>> {
        let name = JavaStr::from(name);
        self.0.iter().rev().find(|(other, _)| *other == name).map(|(_, tag)| tag)
    }

    /// Adds an entry after the others, whether the name is there already or not. No room is kept for more:
    /// many entries are better collected, or added by [`edit`](Self::edit).
    pub fn push(&mut self, name: impl Into<JavaStr<'a>>, tag: impl Into<Tag<'a>>) {
        let entry = (name.into(), tag.into());
        self.edit(|entries| {
            entries.reserve_exact(1);
            entries.push(entry);
        });
    }

    /// How many entries there are, duplicates included.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries in order.
    pub fn entries(&self) -> &[(JavaStr<'a>, Tag<'a>)] {
        &self.0
    }

    /// The entries, to change them where they are.
    pub fn entries_mut(&mut self) -> &mut [(JavaStr<'a>, Tag<'a>)] {
        &mut self.0
    }

    /// Adds and removes entries.
    pub fn edit<O>(&mut self, change: impl FnOnce(&mut Vec<(JavaStr<'a>, Tag<'a>)>) -> O) -> O {
        let mut entries = self.take().into_vec();
        let result = change(&mut entries);
        self.0 = entries.into_boxed_slice();
        result
    }

    /// The entries, which are gone from here.
    #[inline]
    pub(super) fn take(&mut self) -> Box<[Entry<'a>]> {
        std::mem::take(&mut self.0)
    }

    /// The same, borrowing nothing. Names that come more than once share one allocation.
    #[must_use]
    pub fn into_owned(self) -> Compound<'static> {
        self.into_owned_by(&mut NameCache::default())
    }

    pub(in crate::minecraft) fn into_owned_by(mut self, names: &mut NameCache) -> Compound<'static> {
        let entries = self.take().into_vec().into_iter();
        Compound(entries.map(|(name, tag)| (name.into_owned_name(names), tag.into_owned_by(names))).collect())
    }
}

impl<'a> From<Vec<(JavaStr<'a>, Tag<'a>)>> for Compound<'a> {
    fn from(entries: Vec<(JavaStr<'a>, Tag<'a>)>) -> Self {
        Self(entries.into_boxed_slice())
    }
}

impl<'a, N: Into<JavaStr<'a>>, V: Into<Tag<'a>>> FromIterator<(N, V)> for Compound<'a> {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(entries: I) -> Self {
        Self(entries.into_iter().map(|(name, tag)| (name.into(), tag.into())).collect())
    }
}

impl<'a> IntoIterator for Compound<'a> {
    type Item = (JavaStr<'a>, Tag<'a>);
    type IntoIter = std::vec::IntoIter<Self::Item>;
    fn into_iter(mut self) -> Self::IntoIter {
        self.take().into_vec().into_iter()
    }
}

impl Drop for Compound<'_> {
    #[inline]
    fn drop(&mut self) {
        release(self.take(), Waiting::entries);
    }
}

impl fmt::Debug for Compound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.0.iter().map(|(name, tag)| (name, tag))).finish()
    }
}
