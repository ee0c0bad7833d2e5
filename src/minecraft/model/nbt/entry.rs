//! The place of one name in a compound.

use super::compound::Compound;
use super::java_str::JavaStr;
use super::tag::Tag;

/// The place of a name in a [`Compound`], there or not: what [`Compound::entry`] gives.
#[derive(Debug)]
pub enum Entry<'c, 'a> {
    /// The name is there.
    Occupied(OccupiedEntry<'c, 'a>),
    /// The name is not there yet.
    Vacant(VacantEntry<'c, 'a>),
}

/// A name that is there, and its value.
#[derive(Debug)]
pub struct OccupiedEntry<'c, 'a> {
    compound: &'c mut Compound<'a>,
    at: usize,
}

/// A name that is not there yet.
#[derive(Debug)]
pub struct VacantEntry<'c, 'a> {
    compound: &'c mut Compound<'a>,
    name: JavaStr<'a>,
}

impl<'a> Compound<'a> {
    /// The place of a name, whether it is there or not.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Compound, Tag};
    /// let mut seen = Compound::new();
    /// for name in ["bat", "cat", "bat"] {
    ///     seen.entry(name).and_modify(|count| *count = 2.into()).or_insert(1);
    /// }
    /// assert_eq!(seen, Compound::from([("bat", 2), ("cat", 1)]));
    /// ```
    pub fn entry(&mut self, name: impl Into<JavaStr<'a>>) -> Entry<'_, 'a> {
        Entry::new(self, name.into())
    }
}

impl<'c, 'a> Entry<'c, 'a> {
    pub(super) fn new(compound: &'c mut Compound<'a>, name: JavaStr<'a>) -> Self {
        match compound.position(&name) {
            Some(at) => Self::Occupied(OccupiedEntry { compound, at }),
            None => Self::Vacant(VacantEntry { compound, name }),
        }
    }

    /// The name.
    #[must_use]
    pub fn key(&self) -> &JavaStr<'a> {
        match self {
            Self::Occupied(entry) => entry.key(),
            Self::Vacant(entry) => entry.key(),
        }
    }

    /// The value; this one is added if there was none.
    #[must_use]
    pub fn or_insert(self, tag: impl Into<Tag<'a>>) -> &'c mut Tag<'a> {
        self.or_insert_with(|| tag.into())
    }

    /// The value; the result of the function is added if there was none.
    pub fn or_insert_with(self, tag: impl FnOnce() -> Tag<'a>) -> &'c mut Tag<'a> {
        match self {
            Self::Occupied(entry) => entry.into_mut(),
            Self::Vacant(entry) => entry.insert(tag()),
        }
    }

    /// Changes the value, if there is one.
    #[must_use]
    pub fn and_modify(mut self, change: impl FnOnce(&mut Tag<'a>)) -> Self {
        if let Self::Occupied(entry) = &mut self {
            change(entry.get_mut());
        }
        self
    }
}

impl<'c, 'a> OccupiedEntry<'c, 'a> {
    /// The name.
    #[must_use]
    pub fn key(&self) -> &JavaStr<'a> {
        &self.pair().0
    }

    /// The value.
    #[must_use]
    pub fn get(&self) -> &Tag<'a> {
        &self.pair().1
    }

    /// The value, mutable.
    pub fn get_mut(&mut self) -> &mut Tag<'a> {
        place(self.compound, self.at)
    }

    /// The value, mutable for as long as the compound is borrowed.
    #[must_use]
    pub fn into_mut(self) -> &'c mut Tag<'a> {
        place(self.compound, self.at)
    }

    /// Sets the value; returns the previous one.
    pub fn insert(&mut self, tag: impl Into<Tag<'a>>) -> Tag<'a> {
        std::mem::replace(self.get_mut(), tag.into())
    }

    /// Takes name and value out; the others keep their order.
    #[must_use]
    pub fn remove(self) -> Tag<'a> {
        self.compound.edit(|entries| entries.remove(self.at)).1
    }

    #[allow(clippy::indexing_slicing)] // Where the name was found; the entry has borrowed the compound since.
    fn pair(&self) -> &(JavaStr<'a>, Tag<'a>) {
        &self.compound.entries()[self.at]
    }
}

impl<'c, 'a> VacantEntry<'c, 'a> {
    /// The name.
    #[must_use]
    pub fn key(&self) -> &JavaStr<'a> {
        &self.name
    }

    /// Adds the name with this value, at the end.
    #[must_use]
    pub fn insert(self, tag: impl Into<Tag<'a>>) -> &'c mut Tag<'a> {
        let at = self.compound.len();
        self.compound.push(self.name, tag);
        place(self.compound, at)
    }
}

/// The value at a position that is there.
#[allow(clippy::indexing_slicing)] // As above.
fn place<'c, 'a>(compound: &'c mut Compound<'a>, at: usize) -> &'c mut Tag<'a> {
    &mut compound.entries_mut()[at].1
}
