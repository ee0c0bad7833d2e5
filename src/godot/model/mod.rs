//! Values as plain Rust data.

mod access;
mod array;
pub(super) mod components;
mod container;
mod debug;
mod dictionary;
pub(super) mod entry;
mod equal;
mod from;
mod keys;
pub(super) mod leaf;
mod legacy;
mod macros;
mod math;
#[cfg(feature = "mint")]
pub(super) mod mint;
mod named;
pub(super) mod numbers;
mod object;
mod packed;
mod release;
mod text;
mod try_from;
mod variant;

pub use crate::array::PartialElementError;
pub(crate) use components::{Field, Structure};
pub use container::{ElementType, EntryTypes};
pub use dictionary::DictionaryKey;
pub use keys::Key;
#[cfg(feature = "serde")]
pub(crate) use keys::{FEW_KEYS, texts_differ};
pub(crate) use keys::{KeyRules, kept, merge};
pub(crate) use leaf::{Leaf, Numeric};
pub use legacy::{Event, Image, ImageFormat, InputEvent};
pub use math::*;
pub use named::{NodePath, Rid, Signal};
pub(crate) use numbers::{Number, NumberType, Numbers, StructureNumbers, each_type};
pub(crate) use packed::Lent;
pub use packed::{Packed, PackedElement, PackedView};
pub(crate) use text::BYTE_ORDER_MARK;
pub use text::Text;
pub(crate) use text::TextRef;
pub use try_from::TryFromVariantError;
pub use variant::{Array, Dictionary, Double, Object, ObjectData, Variant};

use super::ids::Kind;

/// The type of a component of a vector: `f32` or `f64`. The trait is sealed.
pub trait Real: Number + PartialOrd + Into<f64> {
    /// Returns `number` rounded to the nearest one of this type, or infinity if it is beyond the range of the type.
    fn from_f64(number: f64) -> Self {
        Self::of_real(number)
    }

    /// Returns `number` rounded to the nearest one of this type, or `None` if it is finite and beyond the range of the
    /// type.
    fn in_range(number: f64) -> Option<Self> {
        let rounded = Self::from_f64(number);
        let wide: f64 = rounded.into();
        (wide.is_finite() || !number.is_finite()).then_some(rounded)
    }
}

impl Real for f32 {}
impl Real for f64 {}
