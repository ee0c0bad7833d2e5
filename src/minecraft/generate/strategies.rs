//! The strategies of proptest.

use proptest::arbitrary::Arbitrary;
use proptest::strategy::BoxedStrategy;

use super::Values;
use crate::minecraft::expr::{TypeExpr, Value};
use crate::minecraft::model::{Metadata, Particle, Position, Slot};
use crate::minecraft::nbt::{Compound, JavaStr, Nbt, OptNbt, Tag};
use crate::unstructured::{LEVELS, strategy};

impl Values {
    /// Returns a strategy for values of a type expression.
    pub fn of_type(&self, expr: &TypeExpr) -> BoxedStrategy<Value> {
        let (values, expr) = (*self, expr.clone());
        strategy(move |u| values.made_of_type(&expr, u))
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
    tag: Tag = made_tag(LEVELS);
    /// Returns a strategy for compounds, some of which have a repeated name.
    compound: Compound = made_compound(LEVELS);
    /// Returns a strategy for roots. They have a name if the protocol's roots have one, and in the formats of
    /// the Bedrock edition they may be lists.
    nbt: Nbt = made_nbt();
    /// Returns a strategy for roots that may be absent.
    opt_nbt: OptNbt = made_opt_nbt();
    /// Returns a strategy for slots, with an item or empty.
    slot: Slot = made_slot();
    /// Returns a strategy for positions of blocks.
    position: Position = made_position();
    /// Returns a strategy for particles of the protocol's release.
    particle: Particle = made_particle();
    /// Returns a strategy for entity metadata with values of the types of the protocol's release.
    metadata: Metadata = made_metadata();
}
