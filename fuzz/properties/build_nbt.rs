//! Builds NBT with the crate's own generators.

use arbitrary::{Result, Unstructured};
use gamewire::minecraft::generate::Values;
use gamewire::minecraft::nbt::{Nbt, OptNbt, Tag};

/// Returns a root, or none.
pub fn nbt(u: &mut Unstructured<'_>) -> Result<Option<Nbt>> {
    Values::default().arbitrary_nbt(u).map(|OptNbt(nbt)| nbt)
}

/// Returns a tag that contains at most this number of levels.
pub fn tag(u: &mut Unstructured<'_>, levels: u32) -> Result<Tag> {
    Values::default().arbitrary_tag(u, levels)
}
