//! Hashes of values, by which corresponding elements are found.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher as _};

use super::{ChildIter, Contained};

/// The numbers of inner values, and of bytes at each end of a text, that a fingerprint includes.
const VALUES: usize = 64;
const BYTES: usize = 128;

/// A hasher for values that are likely to have different hashes if they differ. It takes bounded time for values of
/// any size.
#[derive(Debug)]
pub(crate) struct Fingerprint {
    hash: DefaultHasher,
    /// The number of values that it may still include.
    left: usize,
}

impl Default for Fingerprint {
    fn default() -> Self {
        Self { hash: DefaultHasher::new(), left: VALUES }
    }
}

/// A value that can be hashed.
pub(crate) trait Printed: Contained {
    /// Hashes the value without the values inside it.
    fn print(self, print: &mut Fingerprint);
    fn name_bytes(name: &Self::Name) -> &[u8];
}

impl Fingerprint {
    pub(crate) fn compute<V: Printed>(value: V) -> u64 {
        let mut print = Self::default();
        print.tree(value);
        print.finish()
    }

    pub(crate) fn finish(&self) -> u64 {
        self.hash.finish()
    }

    pub(crate) fn left(&self) -> usize {
        self.left
    }

    pub(crate) fn add(&mut self, part: impl Hash) {
        part.hash(&mut self.hash);
    }

    /// Hashes the length and both ends of a text.
    pub(crate) fn ends(&mut self, bytes: &[u8]) {
        let (start, end) = (BYTES.min(bytes.len()), bytes.len().saturating_sub(BYTES));
        self.add((bytes.len(), bytes.get(..start), bytes.get(end..)));
    }

    /// Hashes several texts.
    pub(crate) fn texts<T: AsRef<[u8]>>(&mut self, texts: impl ExactSizeIterator<Item = T>) {
        self.add(texts.len());
        texts.take(self.left).for_each(|text| self.ends(text.as_ref()));
    }

    /// Hashes a value and the values inside it. The last children of a container are hashed first.
    pub(crate) fn tree<V: Printed>(&mut self, value: V) {
        let mut open = vec![value];
        while self.left > 0
            && let Some(value) = open.pop()
        {
            self.start(value, |child| open.push(child));
        }
    }

    /// Hashes a value, and passes its children to `inside`. The caller hashes them, the last one first.
    pub(crate) fn start<V: Printed>(&mut self, value: V, mut inside: impl FnMut(V)) {
        self.left = self.left.saturating_sub(1);
        value.print(self);
        match value.child_iter() {
            ChildIter::Items(items) => {
                self.add(items.size_hint().0);
                items.take(self.left).for_each(inside);
            }
            ChildIter::Entries(entries) => {
                self.add(entries.size_hint().0);
                entries.take(self.left).flat_map(|(key, value)| [value, key]).for_each(inside);
            }
            ChildIter::Named(named) => {
                self.add(named.clone().count());
                for (name, value) in named.take(self.left) {
                    self.ends(V::name_bytes(&name));
                    inside(value);
                }
            }
            ChildIter::Nothing => {}
        }
    }
}
