//! Replacing ranges of bytes. All other bytes are unchanged.

use std::ops::Range;

/// Bytes to be replaced, and what by, in the order of the input.
#[derive(Debug, Default)]
pub(crate) struct Splices(Vec<(Range<usize>, Vec<u8>)>);

impl Splices {
    /// Puts bytes in the place of others.
    pub(crate) fn put(range: Range<usize>, by: Vec<u8>) -> Self {
        Self(vec![(range, by)])
    }

    /// And these, which come after all others.
    pub(crate) fn and(mut self, range: Range<usize>, by: Vec<u8>) -> Self {
        self.0.push((range, by));
        self
    }

    /// The new bytes.
    pub(crate) fn apply(self, bytes: &[u8]) -> Vec<u8> {
        let added = self.0.iter().map(|(_, by)| by.len()).sum::<usize>();
        let mut changed = Vec::with_capacity(bytes.len() + added);
        let mut done = 0;
        for (range, by) in self.0 {
            changed.extend_from_slice(bytes.get(done..range.start).unwrap_or_default());
            changed.extend_from_slice(&by);
            done = range.end;
        }
        changed.extend_from_slice(bytes.get(done..).unwrap_or_default());
        changed
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
