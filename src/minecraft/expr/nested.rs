//! The contents of values and types, and how they are dropped.

use std::mem::{forget, replace, take};

use super::value::{BoxedValue, Value, ValueList};
use super::{Holder, TypeExpr};
use crate::limits::drop_nested;

const NO_TYPE: TypeExpr = TypeExpr::Bool;

impl Value {
    /// Returns whether the value owns no memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn owns_nothing(&self) -> bool {
        match self {
            Self::Nbt(None) | Self::Slot(None) => true,
            Self::Bool(_) | Self::I8(_) | Self::U8(_) | Self::I16(_) => true,
            Self::U16(_) | Self::I32(_) | Self::U32(_) | Self::I64(_) | Self::U64(_) => true,
            Self::F32(_) | Self::F64(_) | Self::VarInt(_) | Self::VarLong(_) | Self::Position(_) => true,
            Self::Angle(_) | Self::Uuid(_) | Self::Enum(_) | Self::Fixed(_) => true,
            Self::Array(_) | Self::Struct(_) | Self::Option(_) | Self::Bytes(_) | Self::Integers(_) => false,
            Self::String(_) | Self::Chat(_) | Self::Identifier(_) | Self::Nbt(_) | Self::Mutf8(_) => false,
            Self::Slot(_) | Self::Particle(_) | Self::Metadata(_) => false,
        }
    }

    /// Frees everything that the value owns, and leaves a value that needs no drop.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn release(&mut self) {
        match self {
            Self::Array(values) | Self::Struct(values) => drop(take(values)),
            Self::Option(inner) => drop(inner.take()),
            value if value.owns_nothing() => {}
            value => drop(take(value)),
        }
    }
}

impl Drop for ValueList {
    #[inline]
    fn drop(&mut self) {
        if !self.0.is_empty() {
            let mut values = take(&mut self.0).into_vec();
            drop_nested(|| {
                while let Some(value) = values.last_mut() {
                    value.release();
                    // It owns nothing now, but the compiler does not know this.
                    forget(values.pop());
                }
            });
        }
    }
}

impl Drop for BoxedValue {
    #[inline]
    fn drop(&mut self) {
        drop_nested(|| self.0.release());
    }
}

/// Calls a function with each of the types directly inside a type.
macro_rules! each_part {
    ($of:expr, $f:ident, $iter:ident $(, $mutability:tt)?) => {
        match $of {
            Self::Optional(inner) | Self::Option(inner) | Self::Array(_, inner) | Self::If(_, _, inner) => $f(inner),
            Self::Types(_, inner) | Self::Until(_, inner) | Self::Marked(inner) => $f(inner),
            Self::Holder(of) | Self::Holders(of) => {
                let Holder { base, inner, .. } = & $($mutability)? **of;
                $f(base);
                $f(inner);
            }
            Self::Switch(_, cases) => cases.list.$iter().for_each(|(_, case)| $f(case)),
            Self::Struct(fields) => fields.$iter().for_each(|(_, field)| $f(field)),
            Self::Bool | Self::Int(_) | Self::F32 | Self::F64 | Self::String(_) | Self::Chat => {}
            Self::Lf32 | Self::Lf64 | Self::Text(_) => {}
            Self::Identifier | Self::Position | Self::Angle | Self::Uuid | Self::Nbt | Self::Mutf8 => {}
            Self::Slot | Self::Particle | Self::Metadata | Self::Bytes(_) | Self::Enum(..) => {}
            Self::Fixed(..) | Self::Bits(_) | Self::Flags(..) | Self::GzipNbt | Self::LpVec3 => {}
            Self::Named(_) | Self::Unknown(_) => {}
        }
    };
}

impl TypeExpr {
    /// Calls `f` with each of the types directly inside this one.
    pub(super) fn each_part<'e>(&'e self, f: &mut dyn FnMut(&'e Self)) {
        each_part!(self, f, iter);
    }

    /// Calls `f` with each of the types directly inside this one, mutably.
    pub(super) fn each_part_mut(&mut self, f: &mut dyn FnMut(&mut Self)) {
        each_part!(self, f, iter_mut, mut);
    }
}

impl Drop for TypeExpr {
    fn drop(&mut self) {
        drop_nested(|| self.each_part_mut(&mut |inner| drop(replace(inner, NO_TYPE))));
    }
}
