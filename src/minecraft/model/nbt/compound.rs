//! Compounds: named tags.

use std::ops::{Index, IndexMut};

use super::{JavaStr, JavaStrView, Tag};
use crate::limits::drop_nested;
use crate::minecraft::model::nested;

pub(in crate::minecraft) type Entry = (JavaStr, Tag);

/// A compound: named values in the order of the bytes, including duplicate names.
///
/// It has the methods of an ordered map. A look-up compares the names one by one. If several entries have the same
/// name, the last one is used, as in the game. [`push`](Self::push), [`extend`](Extend::extend) and collecting keep
/// duplicate names, whereas [`insert`](Self::insert) and [`entry`](Self::entry) do not create any.
///
/// ```
/// use gamewire::minecraft::nbt::{Compound, Tag};
/// let mut player = Compound::new();
/// player.insert("Health", 20.0_f32);
/// assert_eq!(player.insert("Health", 19.0_f32), Some(Tag::Float(20.0)));
/// *player.entry("Score").or_insert(0) = Tag::Int(50);
/// if let Some(Tag::Int(score)) = player.get_mut("Score") {
///     *score += 1;
/// }
/// assert_eq!(player["Score"], Tag::Int(51));
/// assert_eq!(player.remove("Health"), Some(Tag::Float(19.0)));
/// assert_eq!(player, Compound::from([("Score", 51)]));
/// for (_, tag) in &mut player {
///     *tag = Tag::Int(0);
/// }
/// assert_eq!(player, Compound::from([("Score", 0)]));
/// ```
///
/// ```
/// use gamewire::minecraft::nbt::{Compound, Tag};
/// let mut item = Compound::new();
/// item.push("Damage", 12);
/// item.push("Damage", 13);
/// assert_eq!(item.get("Damage"), Some(&Tag::Int(13))); // as in the game, the last one counts
/// assert_eq!(item.len(), 2);
/// ```
#[derive(Default)]
pub struct Compound(Box<[(JavaStr, Tag)]>);

nested!(Compound);

const _: () = assert!(size_of::<(JavaStr, Tag)>() <= 56);

impl Compound {
    /// Creates a compound without entries.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the value of the last entry with this name.
    pub fn get(&self, name: &str) -> Option<&Tag> {
        let at = self.position(&JavaStrView::lent(name))?;
        self.0.get(at).map(|(_, tag)| tag)
    }

    /// Returns the value of the last entry with this name, mutably.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Tag> {
        let at = self.position(&JavaStrView::lent(name))?;
        self.0.get_mut(at).map(|(_, tag)| tag)
    }

    /// Returns whether there is an entry with this name.
    pub fn contains_key(&self, name: &str) -> bool {
        self.position(&JavaStrView::lent(name)).is_some()
    }

    /// Returns the position of the last entry with this name.
    pub(super) fn position<S: AsRef<[u8]>>(&self, name: &JavaStr<S>) -> Option<usize> {
        self.0.iter().rposition(|(other, _)| other == name)
    }

    /// Sets the value of a name, and returns the previous value. A new name is added at the end, and an existing one
    /// keeps its position.
    pub fn insert(&mut self, name: impl Into<JavaStr>, tag: impl Into<Tag>) -> Option<Tag> {
        let (name, tag) = (name.into(), tag.into());
        let at = self.position(&name);
        match at.and_then(|at| self.0.get_mut(at)) {
            Some((_, place)) => Some(std::mem::replace(place, tag)),
            None => {
                self.push(name, tag);
                None
            }
        }
    }

    /// Removes all entries with this name, and returns the value of the last one. The other entries keep their order.
    pub fn remove(&mut self, name: &str) -> Option<Tag> {
        let name = JavaStrView::lent(name);
        let at = self.position(&name)?;
        self.edit(|entries| {
            let (_, tag) = entries.remove(at);
            entries.retain(|(other, _)| *other != name);
            Some(tag)
        })
    }

    /// Keeps only the entries for which `keep` returns `true`, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(&JavaStr, &mut Tag) -> bool) {
        self.edit(|entries| entries.retain_mut(|(name, tag)| keep(name, tag)));
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// Appends an entry, even if there is one with this name. No capacity is reserved for further entries, so to add
    /// many, collect them or use [`edit`](Self::edit).
    pub fn push(&mut self, name: impl Into<JavaStr>, tag: impl Into<Tag>) {
        let entry = (name.into(), tag.into());
        self.edit(|entries| {
            entries.reserve_exact(1);
            entries.push(entry);
        });
    }

    /// Returns the number of entries, including duplicate names.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the entries, in order.
    pub fn entries(&self) -> &[(JavaStr, Tag)] {
        &self.0
    }

    /// Returns the entries, mutably.
    pub fn entries_mut(&mut self) -> &mut [(JavaStr, Tag)] {
        &mut self.0
    }

    /// Calls `change` with the entries as a vector, to add or remove several at once.
    pub fn edit<O>(&mut self, change: impl FnOnce(&mut Vec<(JavaStr, Tag)>) -> O) -> O {
        let mut entries = self.take().into_vec();
        let result = change(&mut entries);
        self.0 = entries.into_boxed_slice();
        result
    }

    /// Returns the entries, and leaves the compound empty.
    #[inline]
    pub(super) fn take(&mut self) -> Box<[Entry]> {
        std::mem::take(&mut self.0)
    }
}

impl Drop for Compound {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drop(&mut self) {
        if !self.0.is_empty() {
            drop_nested(|| drop(self.take()));
        }
    }
}

impl From<Vec<(JavaStr, Tag)>> for Compound {
    fn from(entries: Vec<(JavaStr, Tag)>) -> Self {
        Self(entries.into_boxed_slice())
    }
}

impl<N: Into<JavaStr>, V: Into<Tag>> FromIterator<(N, V)> for Compound {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(entries: I) -> Self {
        Self(entries.into_iter().map(|(name, tag)| (name.into(), tag.into())).collect())
    }
}

/// Creates a compound of all entries, in order.
impl<N: Into<JavaStr>, V: Into<Tag>, const L: usize> From<[(N, V); L]> for Compound {
    fn from(entries: [(N, V); L]) -> Self {
        entries.into_iter().collect()
    }
}

/// Appends all entries, including duplicate names.
impl<N: Into<JavaStr>, V: Into<Tag>> Extend<(N, V)> for Compound {
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, more: I) {
        let more = more.into_iter().map(|(name, tag)| (name.into(), tag.into()));
        self.edit(|entries| entries.extend(more));
    }
}

/// Returns the value of a name.
///
/// # Panics
/// Panics if the compound does not contain the name. [`get`](Compound::get) returns `None` instead.
impl Index<&str> for Compound {
    type Output = Tag;
    #[track_caller]
    fn index(&self, name: &str) -> &Tag {
        match self.get(name) {
            Some(tag) => tag,
            None => missing(name),
        }
    }
}

/// Returns the value of a name, mutably.
///
/// # Panics
/// Panics if the compound does not contain the name. [`insert`](Compound::insert) and [`entry`](Compound::entry) add
/// it.
impl IndexMut<&str> for Compound {
    #[track_caller]
    fn index_mut(&mut self, name: &str) -> &mut Self::Output {
        match self.get_mut(name) {
            Some(tag) => tag,
            None => missing(name),
        }
    }
}

#[cold]
#[track_caller]
fn missing(name: &str) -> ! {
    panic!("the compound has no entry {name:?}")
}
