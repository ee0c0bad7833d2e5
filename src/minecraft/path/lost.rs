//! Entries of compounds that the game does not keep.

use std::collections::HashSet;

use crate::error::{Path, Segment};
use crate::minecraft::nbt::{Nbt, TagRef};

impl Nbt<'_> {
    /// Returns the paths of the entries that the game loses when it reads the root, because a later entry of the compound has
    /// the same name. They are paths of names; [`encode_nbt`](crate::minecraft::encode_nbt) writes all of them.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Compound, Nbt};
    /// let nbt = Nbt::unnamed(Compound::from_iter([("hp", 1), ("mp", 2), ("hp", 3)]));
    /// let lost: Vec<String> = nbt.lost_entries().map(|path| format!("{path:#}")).collect();
    /// assert_eq!(lost, ["$.hp"]);
    /// ```
    pub fn lost_entries(&self) -> impl Iterator<Item = Path> {
        let (mut walk, mut names) = (self.walk(), Vec::new());
        std::iter::from_fn(move || {
            while names.is_empty() {
                if let TagRef::Compound(compound) = walk.next()? {
                    let mut later = HashSet::new();
                    let all = compound.entries().iter().map(|(name, _)| name);
                    names = all.rev().filter(|name| !later.insert(*name)).collect();
                }
            }
            let mut path = walk.path();
            path.push(Segment::text(&names.pop()?.to_string_lossy()));
            Some(path)
        })
    }
}
