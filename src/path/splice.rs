//! Replaces ranges of bytes and keeps all other bytes unchanged.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;

use super::EditError;
use crate::error::DecodeError;
use crate::sure::Sure as _;

/// Ranges of bytes and their replacements, in the order of the input.
#[derive(Debug, Clone, Default)]
pub struct Splices(Vec<(Range<usize>, Vec<u8>)>);

impl Splices {
    /// Replaces the bytes at `range`.
    pub fn put(range: Range<usize>, by: Vec<u8>) -> Self {
        Self(vec![(range, by)])
    }

    /// Adds a replacement, which must come after all others.
    pub fn and(mut self, range: Range<usize>, by: Vec<u8>) -> Self {
        self.0.push((range, by));
        self
    }

    /// Moves the replacements to bytes that begin `start` bytes earlier. Nothing from `end` on is replaced.
    pub fn after(self, start: usize, end: usize) -> Self {
        let moved =
            |(range, by): (Range<usize>, Vec<u8>)| (range.start + start..end.min(range.end + start), by);
        self.into_iter().map(moved).collect()
    }

    /// Returns the new bytes in parts: the unchanged bytes between the replacements, and the replacements.
    fn parts<'s>(&'s self, bytes: &'s [u8]) -> impl Iterator<Item = &'s [u8]> {
        let starts = iter::once(0).chain(self.0.iter().map(|(range, _)| range.end));
        let ends = self.0.iter().map(|(range, by)| (range.start, by.as_slice()));
        let between = starts.zip(ends.chain([(bytes.len(), &[][..])]));
        between.flat_map(|(start, (end, by))| [bytes.get(start..end).sure(), by])
    }

    /// Returns the new bytes.
    pub fn apply(&self, bytes: &[u8]) -> Vec<u8> {
        let added = self.0.iter().map(|(_, by)| by.len()).sum::<usize>();
        let mut changed = Vec::with_capacity(bytes.len() + added);
        self.parts(bytes).for_each(|part| changed.extend_from_slice(part));
        changed
    }

    /// Applies the replacements and checks that the result is a valid value.
    pub fn checked(
        &self,
        bytes: &[u8],
        check: impl FnOnce(&[u8]) -> Result<(), DecodeError>,
    ) -> Result<Vec<u8>, EditError> {
        let changed = self.apply(bytes);
        check(&changed)?;
        Ok(changed)
    }

    /// Applies the replacements and returns the result as segments.
    pub fn segments<'s>(&'s self, bytes: &'s [u8]) -> Vec<Cow<'s, [u8]>> {
        self.parts(bytes).map(Cow::Borrowed).collect()
    }
}

impl FromIterator<(Range<usize>, Vec<u8>)> for Splices {
    fn from_iter<I: IntoIterator<Item = (Range<usize>, Vec<u8>)>>(splices: I) -> Self {
        Self(splices.into_iter().collect())
    }
}

impl IntoIterator for Splices {
    type Item = (Range<usize>, Vec<u8>);
    type IntoIter = std::vec::IntoIter<Self::Item>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
