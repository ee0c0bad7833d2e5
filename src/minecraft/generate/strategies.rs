//! The strategies of proptest.

use std::collections::HashMap;

use arbitrary::Error;
use proptest::arbitrary::Arbitrary;
use proptest::strategy::BoxedStrategy;

use super::Values;
use super::values::{DEEPEST, MOST_VALUES};
use crate::minecraft::nbt::{Compound, JavaStr, Nbt, OptNbt, Tag};
use crate::minecraft::{Length, Metadata, Particle, Position, Slot, TypeExpr, Types, Value};
use crate::unstructured::{LEVELS, strategy};

impl Values {
    /// Returns a strategy for values of a type expression.
    ///
    /// ```
    /// use gamewire::minecraft::generate::Values;
    /// use gamewire::minecraft::nbt::OptNbt;
    /// use gamewire::minecraft::{Protocol, TypeExpr};
    /// use proptest::prelude::*;
    ///
    /// let protocol = Protocol::V1_14;
    /// let packet: TypeExpr = "struct(window:i8, slot:i16, item:slot)".parse().unwrap();
    /// proptest!(
    ///     ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() },
    ///     |(nbt in Values::new(protocol).opt_nbt(), fields in Values::new(protocol).of_type(&packet))| {
    ///         let bytes = protocol.encode(&nbt).unwrap();
    ///         prop_assert_eq!(protocol.encode(&protocol.parse::<OptNbt>(&bytes).unwrap()).unwrap(), bytes);
    ///         prop_assert!(packet.encode(protocol, &fields).is_ok());
    ///     }
    /// );
    /// ```
    pub fn of_type(&self, expr: &TypeExpr) -> BoxedStrategy<Value> {
        let (values, expr, fits) = (*self, expr.clone(), fits(expr));
        strategy(move |u| if fits { values.arbitrary_value(&expr, u) } else { Err(Error::IncorrectFormat) })
    }
}

macro_rules! strategies {
    ($($(#[$doc:meta])+ $name:ident: $type:ty = $made:ident($($levels:ident)?);)+) => {
        impl Values {
            $(
                $(#[$doc])+
                pub fn $name(&self) -> BoxedStrategy<$type> {
                    let values = *self;
                    strategy(move |u| values.$made(u $(, $levels)?))
                }
            )+
        }

        $(
            /// Makes values of the default protocol, 1.14.
            impl Arbitrary for $type {
                type Parameters = Values;
                type Strategy = BoxedStrategy<Self>;

                fn arbitrary_with(values: Values) -> Self::Strategy {
                    values.$name()
                }
            }
        )+
    };
}

strategies! {
    /// Returns a strategy for text of NBT, in the Java edition also with unpaired surrogates.
    java_str: JavaStr = made_java_str();
    /// Returns a strategy for tags of all types, nested up to four levels.
    ///
    /// ```
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
    tag: Tag = arbitrary_tag(LEVELS);
    /// Returns a strategy for compounds, some of which have a repeated name.
    compound: Compound = made_compound(LEVELS);
    /// Returns a strategy for roots. They have a name if the protocol's roots have one, and in the formats of
    /// the Bedrock edition they may be lists.
    nbt: Nbt = made_nbt();
    /// Returns a strategy for roots that may be absent.
    opt_nbt: OptNbt = arbitrary_nbt();
    /// Returns a strategy for slots, with an item or empty.
    slot: Slot = made_slot();
    /// Returns a strategy for positions of blocks.
    position: Position = made_position();
    /// Returns a strategy for particles of the protocol's release.
    particle: Particle = made_particle();
    /// Returns a strategy for entity metadata with values of the types of the protocol's release.
    metadata: Metadata = made_metadata();
}

/// Returns whether a type has values of at most [`MOST_VALUES`] values. A type that always contains itself has none.
fn fits(expr: &TypeExpr) -> bool {
    least(expr, None, &mut HashMap::new(), 0) <= MOST_VALUES
}

/// Returns the least number of values in a value of a type. `known` has those of named types.
fn least(expr: &TypeExpr, types: Option<&Types>, known: &mut HashMap<String, usize>, depth: usize) -> usize {
    let mut of = |inner: &TypeExpr| least(inner, types, known, depth);
    match expr {
        TypeExpr::Struct(fields) => fields.iter().fold(1, |sum, (_, field)| sum.saturating_add(of(field))),
        TypeExpr::Switch(_, cases) => cases.entries().iter().map(|(_, case)| of(case)).min().unwrap_or(1),
        TypeExpr::Array(Length::Known(0), _) => 1,
        TypeExpr::Array(Length::Known(count), inner) => of(inner).saturating_mul(*count as usize),
        TypeExpr::Bytes(Length::Known(length)) => *length as usize / size_of::<Value>(),
        TypeExpr::Marked(inner) => of(inner),
        TypeExpr::Types(types, inner) => least(inner, Some(types), known, depth),
        TypeExpr::Named(name) => {
            let Some(of) = types.and_then(|types| types.get(name)) else { return usize::MAX };
            if let Some(least) = known.get(name.name()) {
                return *least;
            }
            known.insert(name.name().to_owned(), usize::MAX);
            let least = if depth > DEEPEST { usize::MAX } else { least(of, types, known, depth + 1) };
            known.insert(name.name().to_owned(), least);
            least
        }
        _ => 1,
    }
}
