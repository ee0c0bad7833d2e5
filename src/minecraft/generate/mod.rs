//! Random values for property tests and fuzzers: strategies for [proptest] (feature `proptest`), and values
//! made from the bytes of a fuzzer (feature `arbitrary`).
//!
//! Use it to test your own encoder or decoder. [`Values`] makes values that a protocol can encode: NBT, and values of a
//! [type expression](super::TypeExpr), such as slots, metadata, particles and packets.
//!
//! Types of proptest and arbitrary are in the signatures: a minor release may take the next version of them.
//!
//! [proptest]: https://docs.rs/proptest

mod arbitrary;
#[cfg(feature = "proptest")]
mod strategies;
mod values;

use super::protocol::Protocol;

/// A generator of the values that a protocol can encode.
#[derive(Debug, Clone, Copy)]
pub struct Values {
    protocol: Protocol,
    nan: bool,
}

impl Default for Values {
    fn default() -> Self {
        Self::new(Protocol::default())
    }
}

impl Values {
    /// Creates a generator of all values of a protocol.
    #[must_use]
    pub fn new(protocol: Protocol) -> Self {
        Self { protocol, nan: true }
    }

    /// Sets whether floats may be NaN. The default is true. Because a NaN is not equal to itself, `==` is
    /// false between a value with a NaN and the value that is read from its bytes; compare such tags with
    /// [`Tag::same_bits`](super::nbt::Tag::same_bits).
    #[must_use]
    pub fn nan(mut self, yes: bool) -> Self {
        self.nan = yes;
        self
    }

    /// Returns the float, or 0 if it is NaN and the settings exclude NaN.
    fn float<F: PartialOrd + Default>(self, float: F) -> F {
        if self.nan || float.partial_cmp(&float).is_some() { float } else { F::default() }
    }
}
