//! NBT from the bytes of a fuzzer.

use arbitrary::{Arbitrary, Result, Unstructured};

use super::Values;
use crate::minecraft::expr::{TypeExpr, Value};
use crate::minecraft::nbt::{Compound, OptNbt, Tag};
use crate::unstructured::LEVELS;

impl Values {
    /// Creates a root, or none, from the bytes of a fuzzer.
    ///
    /// ```
    /// use arbitrary::Unstructured;
    /// use gamewire::minecraft::{Protocol, generate::Values};
    /// let mut u = Unstructured::new(b"bytes of a fuzzer");
    /// let nbt = Values::new(Protocol::V1_14).arbitrary_nbt(&mut u)?;
    /// assert!(Protocol::V1_14.encode(&nbt).is_ok());
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Unstructured`].
    pub fn arbitrary_nbt(&self, u: &mut Unstructured<'_>) -> Result<OptNbt> {
        self.made_opt_nbt(u)
    }

    /// Creates a tag that contains at most this number of levels, from the bytes of a fuzzer.
    ///
    /// # Errors
    /// Returns the errors of [`Unstructured`].
    pub fn arbitrary_tag(&self, u: &mut Unstructured<'_>, levels: u32) -> Result<Tag> {
        self.made_tag(u, levels)
    }

    /// Creates a value of a type, from the bytes of a fuzzer.
    ///
    /// # Errors
    /// Returns the errors of [`Unstructured`], and an error if the bytes lead to no value, for example because the type
    /// always contains itself.
    pub fn arbitrary_value(&self, expr: &TypeExpr, u: &mut Unstructured<'_>) -> Result<Value> {
        self.made_of_type(expr, u)
    }
}

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
