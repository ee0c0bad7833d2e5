//! Values for property tests and fuzzers: strategies of [proptest] (feature `proptest`) and values made of a fuzzer's bytes (feature
//! `arbitrary`).
//!
//! [`Values`] makes every value that a dialect can encode, so that a property of your own encoder, decoder or game is tried with all
//! types, with odd floats, long text, nested and typed containers.
//!
#![cfg_attr(feature = "proptest", doc = "```")]
#![cfg_attr(not(feature = "proptest"), doc = "```ignore")]
//! use gamewire::godot::generate::Values;
//! use gamewire::godot::{Decoder, Dialect};
//! use proptest::prelude::*;
//!
//! // A dictionary may have equal keys, of which an engine keeps one.
//! let decoder = Decoder::new(Dialect::GODOT_3).keep_duplicates(true);
//! proptest!(
//!     ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() },
//!     |(value in Values::new(Dialect::GODOT_3).any())| {
//!         let bytes = Dialect::GODOT_3.encode(&value).unwrap();
//!         let read = decoder.parse(&bytes).unwrap();
//!         prop_assert_eq!(&Dialect::GODOT_3.encode(&read).unwrap(), &bytes);
//!     }
//! );
//! ```
//!
//! `any::<Variant>()` of proptest and `u.arbitrary::<Variant>()` of arbitrary are values of Godot 3, the
//! [default dialect](Dialect::default).
//!
//! Types of proptest and arbitrary are in the signatures: a minor release may take the next version of them.
//!
//! [proptest]: https://docs.rs/proptest

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "proptest")]
mod containers;
#[cfg(feature = "proptest")]
mod leaves;
#[cfg(feature = "proptest")]
mod texts;

use super::dialect::{Dialect, IntRule, TextRule};
use super::ids::Kind;
use super::model::{NumberType, Numbers};
use crate::godot::{Packed, Variant};

#[cfg(feature = "proptest")]
pub use leaves::dialect;

/// The values that a dialect encodes, and which of them to make.
///
#[cfg_attr(feature = "proptest", doc = "```")]
#[cfg_attr(not(feature = "proptest"), doc = "```ignore")]
/// use gamewire::godot::generate::Values;
/// use gamewire::godot::{Dialect, Kind};
/// use proptest::strategy::{Strategy, ValueTree};
/// use proptest::test_runner::TestRunner;
///
/// let mut runner = TestRunner::deterministic();
/// let colors = Values::new(Dialect::GODOT_4).nan(false).of_kind(Kind::Color).unwrap();
/// let color = colors.new_tree(&mut runner).unwrap().current();
/// assert_eq!(color.kind(), Kind::Color);
/// assert_eq!(color, color.clone()); // Without NaN, a value is equal to itself.
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Values {
    dialect: Dialect,
    objects: bool,
    unchanged: bool,
    nan: bool,
}

impl Values {
    /// All values that decoders read by default: without full objects.
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        Self { dialect, objects: false, unchanged: false, nan: true }
    }

    /// Sets whether full objects are made, which [`Decoder::allow_objects`](crate::godot::Decoder::allow_objects) reads.
    #[must_use]
    pub fn objects(mut self, yes: bool) -> Self {
        self.objects = yes;
        self
    }

    /// Sets whether values are restricted to those that a running engine reads and writes again without a change. This leaves out objects by
    /// id, which get a new id; absolute paths without names; in Godot 3 keys with a NaN in a packed array; and containers whose
    /// contents are not of the declared type, or whose declared type is a class or a script, which the engine would have to
    /// know.
    #[must_use]
    pub fn unchanged_by_engines(mut self, yes: bool) -> Self {
        self.unchanged = yes;
        self
    }

    /// Sets whether floats may be NaN; by default they may. A NaN is not equal to itself, so a value with one is not `==` what
    /// is read from its bytes: [`Variant::same_bits`] compares such values.
    #[must_use]
    pub fn nan(mut self, yes: bool) -> Self {
        self.nan = yes;
        self
    }

    /// A float, or 0 in place of a NaN that is not to be made.
    fn float<F: PartialOrd + Default>(self, float: F) -> F {
        if self.nan || float.partial_cmp(&float).is_some() { float } else { F::default() }
    }

    /// Replaces the NaNs in numbers as bytes, unless they are to be made.
    fn edit_floats(self, number: NumberType, wire: &mut [u8]) {
        match number {
            NumberType::F32 => wire.as_chunks_mut().0.iter_mut().for_each(|bytes| {
                *bytes = self.float(f32::from_le_bytes(*bytes)).to_le_bytes();
            }),
            NumberType::F64 => wire.as_chunks_mut().0.iter_mut().for_each(|bytes| {
                *bytes = self.float(f64::from_le_bytes(*bytes)).to_le_bytes();
            }),
            NumberType::U8 | NumberType::I32 | NumberType::I64 => {}
        }
    }

    /// Returns whether text may hold what Rust's `str` cannot: engines before Godot 4 hold code points of up to 31 bits.
    fn has_non_utf8_text(self) -> bool {
        self.dialect.text != TextRule::Strict
    }

    /// Returns whether ints and floats have 32 bits.
    fn has_32_bit_numbers(self) -> bool {
        self.dialect.ints == IntRule::Always32
    }

    /// The types that a container can be declared to hold.
    fn builtins(self) -> Vec<Kind> {
        let kinds = Kind::ALL.iter().copied();
        kinds.filter(|kind| self.dialect.id(*kind).is_some() && *kind != Kind::Nil).collect()
    }
}

impl Default for Values {
    /// Values of Godot 3, as [`Dialect::default`].
    fn default() -> Self {
        Self::new(Dialect::default())
    }
}

/// A float of 32 bits as Godot 2 writes every float; a signaling NaN of 32 bits cannot be held in 64.
fn quiet(real: f32) -> f64 {
    f64::from(if real.is_nan() { f32::from_bits(real.to_bits() | 1 << 22) } else { real })
}

/// The value of a type that holds nothing.
fn unit(kind: Kind) -> Variant {
    Variant::from_numbers(kind, Numbers::U8(Packed::default())).unwrap_or_default()
}
