//! The entries of compounds whose End has not been read.

use std::mem;

use nom::Mode;

use crate::grammar::more;
use crate::grammar::{Make, overwrite};
use crate::minecraft::model::nbt::{Compound, Entry, JavaStr, Tag};

/// The entries of all open compounds, the innermost last.
///
/// The number of entries of a compound is known only at its end: there they move out, into an allocation that fits.
#[derive(Default)]
pub(in crate::minecraft::wire) struct Open<'v> {
    entries: Vec<Entry<'v>>,
}

/// The place of the value of an entry.
pub(super) type TagSlot<'o, 'v> = Option<&'o mut Tag<'v>>;

impl<'v> Open<'v> {
    /// Reads a compound or list that is no part of another.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::minecraft::wire) fn none<O: Mode, X>(read: impl FnOnce(&mut Self) -> X) -> X {
        let mut open = Self::default();
        let read = read(&mut open);
        if const { size_of::<O::Output<u8>>() == 0 } {
            // No entry was added, so there is nothing to drop. To find that out takes a tenth of the time of a small root.
            mem::forget(open);
        }
        read
    }

    /// Returns the number of entries.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn count(&self) -> usize {
        self.entries.len()
    }

    /// Adds an entry, with a value that owns nothing until its own is read; `i` is what follows the name.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn add<'a, M: Make<'a, 'v>>(&mut self, name: JavaStr<'a>, i: &[u8]) {
        let name = M::keep(name);
        if self.entries.len() == self.entries.capacity() {
            grow(&mut self.entries, i);
        }
        self.entries.push((name, Tag::Byte(0)));
    }

    /// Returns the place of the value of the last entry.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn place(&mut self) -> TagSlot<'_, 'v> {
        self.entries.last_mut().map(|(_, place)| place)
    }

    /// Closes the compound whose entries start at `first`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn close(&mut self, first: usize) -> Compound<'v> {
        let entries = &mut self.entries;
        let count = entries.len() - first;
        if count > entries.len() / 2 && entries.len() > FEW {
            return close_many(entries, first);
        }
        if first > 0 {
            return entries.split_off(first).into();
        }
        let mut all = Vec::with_capacity(count);
        all.append(entries);
        all.into()
    }
}

/// Writes a value to its slot, which holds an empty one until then.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn put<'v, O: Mode>(place: O::Output<TagSlot<'_, 'v>>, tag: O::Output<Tag<'v>>) {
    let _ = O::combine(place, tag, |place, tag| {
        if let Some(place) = place {
            overwrite(place, tag);
        }
    });
}

/// The fewest bytes that an entry takes: type, an empty name, one byte.
const MIN_ENTRY: usize = 4;

/// Below this many open entries, holding them twice is no matter.
const FEW: usize = 64;

/// If most of the open entries belong to one compound, they are not moved, and the few before them
/// move: many are never held twice.
#[cold]
#[inline(never)]
fn close_many<'a>(entries: &mut Vec<Entry<'a>>, first: usize) -> Compound<'a> {
    let outer = entries.drain(..first).collect();
    mem::replace(entries, outer).into()
}

/// Room for more entries.
#[cold]
#[inline(never)]
fn grow(entries: &mut Vec<Entry<'_>>, i: &[u8]) {
    entries.reserve_exact(more(entries.len(), i.len() / MIN_ENTRY + 1));
}
