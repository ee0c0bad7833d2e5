//! Entries of compounds that the game discards.

use std::collections::HashSet;

use crate::error::{Path, Segment};
use crate::minecraft::nbt::{Nbt, TagRef};

impl Nbt {
    /// Returns the paths of the entries that the game discards when it reads the root, because a later entry of the
    /// compound has the same name. [`encode_nbt`](crate::minecraft::encode_nbt) writes all of them.
    ///
    /// ```
    /// use gamewire::minecraft::nbt::{Compound, Nbt};
    /// let nbt = Nbt::unnamed(Compound::from_iter([("hp", 1), ("mp", 2), ("hp", 3)]));
    /// let lost: Vec<String> = nbt.lost_entries().map(|path| format!("{path:#}")).collect();
    /// assert_eq!(lost, ["$.hp"]);
    /// ```
    pub fn lost_entries(&self) -> impl Iterator<Item = Path> {
        self.root.walk().paths_inside(|tag| {
            let TagRef::Compound(compound) = tag else { return Vec::new() };
            let mut later = HashSet::new();
            let all = compound.entries().iter().map(|(name, _)| name);
            let lost = all.rev().filter(|name| !later.insert(*name));
            lost.map(|name| Segment::text(&name.to_string_lossy())).collect()
        })
    }
}
