//! Reading bytes from several slices as if they were one.

use std::borrow::Cow;

/// The unread rest of several slices.
pub(crate) struct Segments<'s> {
    rest: &'s [u8],
    after: &'s [Cow<'s, [u8]>],
}

impl<'s> Segments<'s> {
    pub(crate) fn new(segments: &'s [Cow<'s, [u8]>]) -> Self {
        Self { rest: &[], after: segments }
    }

    /// Fills a buffer with the next `length` bytes, or with the last ones if fewer are left.
    pub(crate) fn read(&mut self, length: usize, buffer: &mut Vec<u8>) {
        buffer.clear();
        while buffer.len() < length {
            let (next, rest) = self.rest.split_at(self.rest.len().min(length - buffer.len()));
            buffer.extend_from_slice(next);
            self.rest = rest;
            if rest.is_empty() {
                let Some((next, after)) = self.after.split_first() else { return };
                (self.rest, self.after) = (next, after);
            }
        }
    }
}
