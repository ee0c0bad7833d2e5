//! Entries of compounds.

use super::compound::Compound;
use super::java_str::JavaStr;
use super::tag::Tag;

/// The entry of a name in a [`Compound`], which may be occupied or vacant. It is returned by [`Compound::entry`].
///
/// ```
/// use gamewire::minecraft::nbt::{Compound, Entry, Tag};
///
/// let mut player = Compound::from_iter([("Health", Tag::Float(3.5))]);
/// match player.entry("Health") {
///     Entry::Occupied(mut entry) => *entry.get_mut() = Tag::Float(20.0),
///     Entry::Vacant(_) => panic!("every player has it"),
/// }
/// assert_eq!(player.to_string(), "{Health:20.0f}");
/// ```
#[derive(Debug)]
pub enum Entry<'c> {
    /// The compound contains the name.
    Occupied(OccupiedEntry<'c>),
    /// The compound does not contain the name.
    Vacant(VacantEntry<'c>),
}

/// An entry that is in the compound.
#[derive(Debug)]
pub struct OccupiedEntry<'c> {
    compound: &'c mut Compound,
    at: usize,
}

/// A name that is not in the compound.
#[derive(Debug)]
pub struct VacantEntry<'c> {
    compound: &'c mut Compound,
    name: JavaStr,
}

impl Compound {
    /// Returns the entry of a name, which may be occupied or vacant.
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

impl<'c> Entry<'c> {
    pub(super) fn new(compound: &'c mut Compound, name: JavaStr) -> Self {
        match compound.position(&name) {
            Some(at) => Self::Occupied(OccupiedEntry { compound, at }),
            None => Self::Vacant(VacantEntry { compound, name }),
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn key(&self) -> &JavaStr {
        match self {
            Self::Occupied(entry) => entry.key(),
            Self::Vacant(entry) => entry.key(),
        }
    }

    /// Inserts `tag` if the entry is vacant, and returns the value, mutably.
    #[must_use]
    pub fn or_insert(self, tag: impl Into<Tag>) -> &'c mut Tag {
        self.or_insert_with(|| tag.into())
    }

    /// Inserts the result of `tag` if the entry is vacant, and returns the value, mutably.
    pub fn or_insert_with(self, tag: impl FnOnce() -> Tag) -> &'c mut Tag {
        match self {
            Self::Occupied(entry) => entry.into_mut(),
            Self::Vacant(entry) => entry.insert(tag()),
        }
    }

    /// Calls `change` with the value if the entry is occupied.
    #[must_use]
    pub fn and_modify(mut self, change: impl FnOnce(&mut Tag)) -> Self {
        if let Self::Occupied(entry) = &mut self {
            change(entry.get_mut());
        }
        self
    }
}

impl<'c> OccupiedEntry<'c> {
    /// Returns the name.
    #[must_use]
    pub fn key(&self) -> &JavaStr {
        &self.pair().0
    }

    /// Returns the value.
    #[must_use]
    pub fn get(&self) -> &Tag {
        &self.pair().1
    }

    /// Returns the value, mutably.
    pub fn get_mut(&mut self) -> &mut Tag {
        place(self.compound, self.at)
    }

    /// Returns the value, mutably, with the lifetime of the borrow of the compound.
    #[must_use]
    pub fn into_mut(self) -> &'c mut Tag {
        place(self.compound, self.at)
    }

    /// Sets the value, and returns the previous value.
    pub fn insert(&mut self, tag: impl Into<Tag>) -> Tag {
        std::mem::replace(self.get_mut(), tag.into())
    }

    /// Removes the entry, and returns its value. The other entries keep their order.
    #[must_use]
    pub fn remove(self) -> Tag {
        self.compound.edit(|entries| entries.remove(self.at)).1
    }

    #[allow(clippy::indexing_slicing)] // Where the name was found; the entry has borrowed the compound since.
    fn pair(&self) -> &(JavaStr, Tag) {
        &self.compound.entries()[self.at]
    }
}

impl<'c> VacantEntry<'c> {
    /// Returns the name.
    #[must_use]
    pub fn key(&self) -> &JavaStr {
        &self.name
    }

    /// Inserts an entry with this name and `tag` at the end, and returns the value, mutably.
    #[must_use]
    pub fn insert(self, tag: impl Into<Tag>) -> &'c mut Tag {
        let at = self.compound.len();
        self.compound.push(self.name, tag);
        place(self.compound, at)
    }
}

/// Returns the value at a position that must exist.
#[allow(clippy::indexing_slicing)] // As above.
fn place(compound: &mut Compound, at: usize) -> &mut Tag {
    &mut compound.entries_mut()[at].1
}
