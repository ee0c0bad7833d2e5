//! NBT made of a fuzzer's bytes, as the crate makes it for anybody.

use arbitrary::{Result, Unstructured};
use gamewire::minecraft::generate::Values;
use gamewire::minecraft::nbt::{Nbt, Tag};

/// A root, or none.
pub fn nbt(u: &mut Unstructured<'_>) -> Result<Option<Nbt>> {
    Values::default().arbitrary_nbt(u).map(Into::into)
}

/// A tag, with at most so many levels inside.
pub fn tag(u: &mut Unstructured<'_>, levels: u32) -> Result<Tag> {
    Values::default().arbitrary_tag(u, levels)
}
