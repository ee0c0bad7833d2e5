//! Cloning and comparing of nested values.
//!
//! The implementations are written by hand, so that values without contents are handled in separate functions. Derived
//! code would handle every type in one recursive function. Its stack frame has room for all types, and in builds
//! without optimization a thousand levels would overflow the stack of a thread.

use super::*;
use crate::godot::ids::for_each_type;

impl Clone for Variant {
    fn clone(&self) -> Self {
        match self {
            Self::Array(array) => Self::Array(array.clone()),
            Self::Dictionary(dictionary) => Self::Dictionary(dictionary.clone()),
            Self::Object(object) => Self::Object(object.clone()),
            leaf => leaf.clone_leaf(),
        }
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Array(a), Self::Array(b)) => a == b,
            (Self::Dictionary(a), Self::Dictionary(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => a == b,
            (a, b) => a.eq_leaf(b),
        }
    }
}

/// Generates a match arm that clones a value, and one that compares it with a value of the same type.
macro_rules! leaves {
    ($($kind:ident ($($x:ident: $payload:ty)?);)+) => {
        impl Variant {
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(clippy::clone_on_copy)] // A row per type, all alike.
            fn clone_leaf(&self) -> Self {
                match self {
                    $(Self::$kind$(($x))? => Self::$kind$(($x.clone()))?,)+
                    Self::Double(double) => Self::Double(double.clone()),
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn eq_leaf(&self, other: &Self) -> bool {
                match self {
                    $(Self::$kind$(($x))? => matches!(other, Self::$kind$((other) if other == $x)?),)+
                    Self::Double(double) => matches!(other, Self::Double(other) if other == double),
                }
            }
        }
    };
}

for_each_type!(leaves: kind payload);
