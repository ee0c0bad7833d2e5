//! Values for property tests and fuzzers: strategies of [proptest] (feature `proptest`) and values made of a fuzzer's bytes (feature
//! `arbitrary`).
//!
//! [`Values`] makes the values that a protocol can encode: NBT, and with `proptest` slots, metadata, particles, and values of a
//! [type expression](super::TypeExpr).
//!
#![cfg_attr(feature = "proptest", doc = "```")]
#![cfg_attr(not(feature = "proptest"), doc = "```ignore")]
//! use gamewire::minecraft::generate::Values;
//! use gamewire::minecraft::nbt::OptNbt;
//! use gamewire::minecraft::{Protocol, TypeExpr};
//! use proptest::prelude::*;
//!
//! let protocol = Protocol::V1_14;
//! let packet: TypeExpr = "struct(window:i8, slot:i16, item:slot)".parse().unwrap();
//! proptest!(
//!     ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() },
//!     |(nbt in Values::new(protocol).opt_nbt(), fields in Values::new(protocol).of_type(&packet))| {
//!         let bytes = protocol.encode(&nbt).unwrap();
//!         prop_assert_eq!(protocol.encode(&protocol.parse::<OptNbt>(&bytes).unwrap()).unwrap(), bytes);
//!         prop_assert!(packet.encode(protocol, &fields).is_ok());
//!     }
//! );
//! ```
//!
//! Types of proptest and arbitrary are in the signatures: a minor release may take the next version of them.
//!
//! [proptest]: https://docs.rs/proptest

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "proptest")]
mod strategies;

use super::protocol::Protocol;

/// The values that a protocol encodes.
///
#[cfg_attr(feature = "proptest", doc = "```")]
#[cfg_attr(not(feature = "proptest"), doc = "```ignore")]
/// use gamewire::minecraft::Protocol;
/// use gamewire::minecraft::generate::Values;
/// use proptest::strategy::{Strategy, ValueTree};
/// use proptest::test_runner::TestRunner;
///
/// let mut runner = TestRunner::deterministic();
/// let tags = Values::new(Protocol::V1_14).nan(false).tag();
/// let tag = tags.new_tree(&mut runner).unwrap().current();
/// assert_eq!(tag, tag.clone()); // Without NaN, a tag is equal to itself.
/// ```
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
    /// All values of a protocol.
    #[must_use]
    pub fn new(protocol: Protocol) -> Self {
        Self { protocol, nan: true }
    }

    /// Sets whether floats may be NaN; by default they may. A NaN is not equal to itself, so a value with one is not `==` what
    /// is read from its bytes: [`Tag::same_bits`](super::nbt::Tag::same_bits) compares such tags.
    #[must_use]
    pub fn nan(mut self, yes: bool) -> Self {
        self.nan = yes;
        self
    }

    /// A float, or 0 in place of a NaN that is not to be made.
    fn float<F: PartialOrd + Default>(self, float: F) -> F {
        if self.nan || float.partial_cmp(&float).is_some() { float } else { F::default() }
    }

    /// Returns whether text of NBT may have any unpaired surrogates: in the Bedrock edition some are bytes, and others are none.
    fn has_surrogates(self) -> bool {
        self.protocol.nbt_form().is_java()
    }
}
