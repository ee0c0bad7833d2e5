//! NBT from the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::Values;
use crate::minecraft::nbt::{Compound, OptNbt, Tag};
use crate::unstructured::LEVELS;

/// Creates a tag of the Java edition.
impl<'b> Arbitrary<'b> for Tag {
    fn arbitrary(u: &mut Unstructured<'b>) -> Result<Self> {
        Values::default().arbitrary_tag(u, LEVELS)
    }
}

/// Creates a compound of the Java edition.
impl<'b> Arbitrary<'b> for Compound {
    fn arbitrary(u: &mut Unstructured<'b>) -> Result<Self> {
        Values::default().made_compound(u, LEVELS)
    }
}

/// Creates a root of the Java edition, or none.
impl<'b> Arbitrary<'b> for OptNbt {
    fn arbitrary(u: &mut Unstructured<'b>) -> Result<Self> {
        Values::default().arbitrary_nbt(u)
    }
}
