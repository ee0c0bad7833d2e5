//! Hashes of values, which are compared to find corresponding elements.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher as _};

use super::indexed::{is_container, is_opened};
use super::{ChildIter, ChildStep, Tree, TreeName as _};

/// The numbers of inner values, and of bytes at each end of a text, that a fingerprint includes.
const VALUES: usize = 64;
const BYTES: usize = 128;

/// A hasher for values that are likely to have different hashes if they differ. It takes bounded time for values of
/// any size.
#[derive(Debug)]
pub struct Fingerprint {
    hash: DefaultHasher,
    /// The number of values that it may still include.
    left: usize,
}

impl Default for Fingerprint {
    fn default() -> Self {
        Self { hash: DefaultHasher::new(), left: VALUES }
    }
}

impl Fingerprint {
    /// Returns the hash of a value that is inside this number of containers.
    pub(crate) fn compute<V: Tree>(value: V, depth: usize) -> u64 {
        let mut print = Self::default();
        print.add_value(value, depth);
        print.hash.finish()
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
    fn add_value<V: Tree>(&mut self, value: V, depth: usize) {
        let mut open = vec![(value, depth)];
        while self.left > 0
            && let Some((value, depth)) = open.pop()
        {
            let is_tree = value.bytes().is_none();
            let keys = || value.children().filter_map(|(step, _)| step.into_key());
            let is_comparable = || is_container(value) && value.is_comparable() && V::keys_differ(keys);
            if is_tree || is_opened(value, depth) && is_comparable() {
                self.start(value, |child| open.push((child, depth + 1)));
            } else {
                self.add_value(V::Ref::from(&value.to_tree()), 0);
            }
        }
    }

    /// Hashes a value, and passes its children to `inside`. The caller hashes them, the last one first.
    fn start<V: Tree>(&mut self, value: V, mut inside: impl FnMut(V)) {
        self.left = self.left.saturating_sub(1);
        value.print(self);
        let children = value.children();
        match &children {
            ChildIter::Items(items) => self.add(items.size_hint().0),
            ChildIter::Entries(entries) => self.add(entries.size_hint().0),
            ChildIter::Named(named) => self.add(named.clone().count()),
            ChildIter::Nothing => {}
        }
        for (step, child) in children.take(self.left) {
            if let ChildStep::Name(_, name) = &step {
                self.ends(name.bytes());
            }
            inside(child);
            if let ChildStep::Key(_, key) = step {
                inside(key);
            }
        }
    }
}
