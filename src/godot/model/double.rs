//! Values with 64-bit components: the types that have an entry in the column `wide` of the table in `types.rs`.

use super::*;
use crate::godot::ids::for_each_type;

/// Generates [`Double`] from the rows that have an entry in the column `wide`.
macro_rules! doubles {
    ($(#$doc:tt $shape:ident $kind:ident ($($width:ident $x:ident: $wide:ty)?);)+) => {
        /// A value whose components are 64-bit floats, as double-precision builds of the engine write them.
        ///
        /// Few games use such builds, so [`Variant`](crate::godot::Variant) keeps these values in a box, so that
        /// they do not make it larger. Colors and `PackedFloat32Array`s are included only for the double-precision layout
        /// that Godot 3's documentation describes. Engines always write them with 32 bits.
        ///
        /// ```
        /// use gamewire::godot::{Dialect, Double, Kind, Variant, Vector2};
        /// let wide = Variant::from(Double::Vector2(Vector2::new(0.1, 0.2)));
        /// let bytes = Dialect::GODOT_4.double().encode(&wide)?;
        /// let value = Dialect::GODOT_4.double().parse(&bytes)?;
        /// // Methods and conversions read both widths; a `match` on `Variant::Vector2` reads one.
        /// assert_eq!((value.kind(), value.as_vector2()), (Kind::Vector2, Some(Vector2::new(0.1, 0.2))));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum Double {
            $($(#$doc $kind($wide),)?)+
        }

        impl Double {
            /// Returns the type of the value.
            pub fn kind(&self) -> Kind {
                match self {
                    $($(Self::$kind($x) => { let _ = $x; Kind::$kind })?)+
                }
            }
        }
    };
}

for_each_type!(doubles: doc shape kind wide);
