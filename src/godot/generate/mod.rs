//! Random values for property tests and fuzzers: strategies for [proptest] (feature `proptest`), and values
//! made from the bytes of a fuzzer (feature `arbitrary`).
//!
//! Use it to test your own encoder, decoder or game. [`Values`] makes every value that a dialect can encode:
//! all types, with unusual floats, long text, and nested and typed containers.
//!
//! `any::<Variant>()` of proptest and `u.arbitrary::<Variant>()` of arbitrary make values of Godot 3, the
//! [default dialect](Dialect::default).
//!
//! The signatures contain types of proptest and arbitrary. A minor release of this crate may update them to
//! their next versions.
//!
//! [proptest]: https://docs.rs/proptest

mod values;

use arbitrary::{Arbitrary, Result, Unstructured};

use super::Variant;
use super::dialect::{Dialect, IntRule, TextRule};
use crate::unstructured::LEVELS;

/// A generator of the values that a dialect can encode. Its settings select which of them to make.
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
    /// [`Variant::same_bits`](super::Variant::same_bits).
    #[must_use]
    pub fn nan(mut self, yes: bool) -> Self {
        self.nan = yes;
        self
    }

    /// Returns the float, or 0 if it is NaN and the settings exclude NaN.
    fn float<F: PartialOrd + Default>(self, float: F) -> F {
        if self.nan || float.partial_cmp(&float).is_some() { float } else { F::default() }
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
}

impl Default for Values {
    fn default() -> Self {
        Self::new(Dialect::default())
    }
}

impl Values {
    /// Creates a value of the dialect from the bytes of a fuzzer. Values are nested up to four levels, and
    /// their encoding is valid:
    ///
    /// ```
    /// use arbitrary::Unstructured;
    /// use gamewire::godot::{Dialect, generate::Values};
    /// let mut u = Unstructured::new(b"bytes of a fuzzer");
    /// let value = Values::new(Dialect::GODOT_3).arbitrary(&mut u)?;
    /// assert!(Dialect::GODOT_3.encode(&value).is_ok());
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Unstructured`].
    pub fn arbitrary(&self, u: &mut Unstructured<'_>) -> Result<Variant> {
        self.value(u, LEVELS)
    }
}

/// Creates values of Godot 3. [`Values::arbitrary`] creates values of any dialect.
impl<'b> Arbitrary<'b> for Variant {
    fn arbitrary(u: &mut Unstructured<'b>) -> Result<Self> {
        Values::default().arbitrary(u)
    }
}

#[cfg(feature = "proptest")]
pub use strategies::dialect;

#[cfg(feature = "proptest")]
mod strategies {
    use proptest::arbitrary::Arbitrary;
    use proptest::strategy::{BoxedStrategy, Strategy};

    use super::{Dialect, LEVELS, Values};
    use crate::godot::ids::Kind;
    use crate::godot::{Text, Variant};
    use crate::unstructured::strategy;

    impl Values {
        /// Returns a strategy for values of all types of the dialect, nested up to four levels.
        ///
        /// ```
        /// use gamewire::godot::generate::Values;
        /// use gamewire::godot::{Decoder, Dialect};
        /// use proptest::prelude::*;
        ///
        /// // A dictionary may have equal keys, of which an engine keeps only one.
        /// let decoder = Decoder::new(Dialect::GODOT_3).keep_duplicates(true);
        /// proptest!(
        ///     ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() },
        ///     |(value in Values::new(Dialect::GODOT_3).any())| {
        ///         let bytes = Dialect::GODOT_3.encode(&value).unwrap();
        ///         let read = decoder.parse(&bytes).unwrap();
        ///         prop_assert_eq!(&Dialect::GODOT_3.encode(&read).unwrap(), &bytes);
        ///     }
        /// );
        /// ```
        pub fn any(&self) -> BoxedStrategy<Variant> {
            let values = *self;
            strategy(move |u| values.value(u, LEVELS))
        }

        /// Returns a strategy for values of one type that contains no other values. Returns `None` if the dialect
        /// does not have the type, if it is a container, or if the settings exclude it.
        ///
        /// ```
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
        /// assert!(Values::new(Dialect::GODOT_3).of_kind(Kind::StringName).is_none());
        /// ```
        pub fn of_kind(&self, kind: Kind) -> Option<BoxedStrategy<Variant>> {
            let values = *self;
            self.has_leaf(kind).then(|| strategy(move |u| values.leaf(kind, u)))
        }

        /// Returns a strategy for text that the dialect encodes and reads back unchanged.
        pub fn text(&self) -> BoxedStrategy<Text> {
            let values = *self;
            strategy(move |u| values.made_text(u))
        }
    }

    /// Makes values of Godot 3. [`Values`] makes values of any dialect.
    impl Arbitrary for Variant {
        type Parameters = Values;
        type Strategy = BoxedStrategy<Self>;

        fn arbitrary_with(values: Values) -> Self::Strategy {
            values.any()
        }
    }

    /// Returns a strategy that selects one of all dialects.
    pub fn dialect() -> impl Strategy<Value = Dialect> {
        proptest::sample::select(Dialect::ALL)
    }
}
