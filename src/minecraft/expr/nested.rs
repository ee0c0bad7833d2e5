//! The contents of values and types, which are dropped without recursion.

use std::mem::{replace, take};

use super::value::{BoxedValue, NO_VALUE, Value, ValueList};
use super::{Holder, TypeExpr};
use crate::minecraft::model::release;

const NO_TYPE: TypeExpr = TypeExpr::Bool;

impl Value {
    /// Returns the values directly inside this one.
    fn inside(&mut self) -> &mut [Self] {
        match self {
            Self::Array(values) | Self::Struct(values) => values,
            Self::Option(Some(value)) => std::slice::from_mut(value),
            Self::Option(None) | Self::Bool(_) | Self::I8(_) | Self::U8(_) | Self::I16(_) => &mut [],
            Self::U16(_)
            | Self::I32(_)
            | Self::U32(_)
            | Self::I64(_)
            | Self::F32(_)
            | Self::F64(_)
            | Self::VarInt(_)
            | Self::VarLong(_)
            | Self::String(_)
            | Self::Chat(_)
            | Self::Identifier(_)
            | Self::Position(_)
            | Self::Angle(_)
            | Self::Uuid(_)
            | Self::Nbt(_)
            | Self::Mutf8(_)
            | Self::Slot(_)
            | Self::Particle(_)
            | Self::Metadata(_)
            | Self::Bytes(_)
            | Self::Enum(_)
            | Self::Fixed(_) => &mut [],
        }
    }
}

/// Drops values of any depth without recursion: the contents of a value are added to the list before it is dropped.
#[cold]
#[inline(never)]
fn release_values(values: &mut [Value]) {
    let mut waiting = Vec::new();
    take_nested(values, &mut waiting);
    while let Some(mut value) = waiting.pop() {
        take_nested(value.inside(), &mut waiting);
    }
}

fn take_nested(values: &mut [Value], waiting: &mut Vec<Value>) {
    for value in values {
        if !value.inside().is_empty() {
            waiting.push(replace(value, NO_VALUE));
        }
    }
}

impl Drop for ValueList {
    #[inline]
    fn drop(&mut self) {
        if !self.0.is_empty() {
            release(take(&mut self.0), |mut values| release_values(&mut values));
        }
    }
}

impl Drop for BoxedValue {
    #[inline]
    fn drop(&mut self) {
        release(replace(&mut *self.0, NO_VALUE), |mut value| release_values(value.inside()));
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

    /// Takes the types directly inside this type that contain other types themselves.
    fn take_nested(&mut self, waiting: &mut Vec<Self>) {
        self.each_part_mut(&mut |inner| {
            let mut has_parts = false;
            inner.each_part(&mut |_| has_parts = true);
            if has_parts {
                waiting.push(replace(inner, NO_TYPE));
            }
        });
    }
}

impl Drop for TypeExpr {
    fn drop(&mut self) {
        let mut waiting = Vec::new();
        self.take_nested(&mut waiting);
        while let Some(mut expr) = waiting.pop() {
            expr.take_nested(&mut waiting);
        }
    }
}
