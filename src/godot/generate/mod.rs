//! Random values for property tests and fuzzers: strategies for [proptest] (feature `proptest`), and values
//! made from the bytes of a fuzzer (feature `arbitrary`).
//!
//! Use it to test your own encoder, decoder or game. [`Values`] makes every value that a dialect can encode:
//! all types, with unusual floats, long text, and nested and typed containers.
//!
#![cfg_attr(feature = "proptest", doc = "```")]
#![cfg_attr(not(feature = "proptest"), doc = "```ignore")]
//! use gamewire::godot::generate::Values;
//! use gamewire::godot::{Decoder, Dialect};
//! use proptest::prelude::*;
//!
//! // A dictionary may have equal keys, of which an engine keeps only one.
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
//! `any::<Variant>()` of proptest and `u.arbitrary::<Variant>()` of arbitrary make values of Godot 3, the
//! [default dialect](Dialect::default).
//!
//! The signatures contain types of proptest and arbitrary. A minor release of this crate may update them to
//! their next versions.
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

/// A generator of the values that a dialect can encode. Its settings select which of them to make.
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
    /// Creates a generator of all values that decoders read by default, which excludes full objects.
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        Self { dialect, objects: false, unchanged: false, nan: true }
    }

    /// Sets whether full objects are made. [`Decoder::allow_objects`](crate::godot::Decoder::allow_objects)
    /// reads them.
    #[must_use]
    pub fn objects(mut self, yes: bool) -> Self {
        self.objects = yes;
        self
    }

    /// Sets whether values are restricted to those that a running engine reads and writes again unchanged.
    /// The following are then left out: objects by id, which get a new id; absolute paths without names; in
    /// Godot 3, keys with a NaN in a packed array; and containers whose contents do not have the declared
    /// type, or whose declared type is a class or a script that the engine would have to know.
    #[must_use]
    pub fn unchanged_by_engines(mut self, yes: bool) -> Self {
        self.unchanged = yes;
        self
    }

    /// Sets whether floats may be NaN. The default is true. Because a NaN is not equal to itself, `==` is
    /// false between a value with a NaN and the value that is read from its bytes; compare such values with
    /// [`Variant::same_bits`].
    #[must_use]
    pub fn nan(mut self, yes: bool) -> Self {
        self.nan = yes;
        self
    }

    /// Returns the float, or 0 if it is NaN and the settings exclude NaN.
    fn float<F: PartialOrd + Default>(self, float: F) -> F {
        if self.nan || float.partial_cmp(&float).is_some() { float } else { F::default() }
    }

    /// Replaces each NaN in encoded numbers, if the settings exclude NaN.
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

    /// Returns whether text may contain code points that `str` cannot. Engines before Godot 4 have code
    /// points of up to 31 bits.
    fn has_non_utf8_text(self) -> bool {
        self.dialect.text != TextRule::Strict
    }

    /// Returns whether ints and floats have 32 bits.
    fn has_32_bit_numbers(self) -> bool {
        self.dialect.ints == IntRule::Always32
    }

    /// Returns the types that a container can be declared to hold.
    fn builtins(self) -> Vec<Kind> {
        let kinds = Kind::ALL.iter().copied();
        kinds.filter(|kind| self.dialect.id(*kind).is_some() && *kind != Kind::Nil).collect()
    }
}

impl Default for Values {
    fn default() -> Self {
        Self::new(Dialect::default())
    }
}

/// Returns the float as Godot 2 writes it. A conversion to 64 bits makes a signaling NaN quiet.
fn quiet(real: f32) -> f64 {
    f64::from(if real.is_nan() { f32::from_bits(real.to_bits() | 1 << 22) } else { real })
}

fn unit(kind: Kind) -> Variant {
    Variant::from_numbers(kind, Numbers::U8(Packed::default())).unwrap_or_default()
}
