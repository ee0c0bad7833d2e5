//! Replaces ranges of bytes and keeps all other bytes unchanged.

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

    /// Returns the length of all replacements.
    pub fn added(&self) -> usize {
        self.0.iter().map(|(_, by)| by.len()).sum()
    }

    /// Returns the new bytes.
    pub fn apply(&self, bytes: &[u8]) -> Vec<u8> {
        let mut changed = Vec::with_capacity(bytes.len() + self.added());
        self.append_to(&mut changed, bytes);
        changed
    }

    /// Appends the new bytes to a buffer.
    pub fn append_to(&self, out: &mut Vec<u8>, bytes: &[u8]) {
        let mut end = 0;
        for (range, by) in &self.0 {
            out.extend_from_slice(bytes.get(end..range.start).sure());
            out.extend_from_slice(by);
            end = range.end;
        }
        out.extend_from_slice(bytes.get(end..).sure());
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
