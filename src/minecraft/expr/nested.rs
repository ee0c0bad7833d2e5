//! The contents of values and types, which are dropped without recursion.

use std::mem::{forget, replace, take};
use std::slice::from_mut;

use super::value::{BoxedValue, NO_VALUE, Value, ValueList};
use super::{Holder, TypeExpr};
use crate::minecraft::model::RECURSION;

const NO_TYPE: TypeExpr = TypeExpr::Bool;

/// The values directly inside a value.
enum Inside<'v> {
    /// The value owns nothing.
    Nothing,
    /// The value owns memory without other values.
    Leaf,
    One(&'v mut BoxedValue),
    Several(&'v mut ValueList),
}

impl Value {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside(&mut self) -> Inside<'_> {
        match self {
            Self::Array(values) | Self::Struct(values) => Inside::Several(values),
            Self::Option(Some(value)) => Inside::One(value),
            Self::Option(None) | Self::Nbt(None) | Self::Slot(None) => Inside::Nothing,
            Self::Bool(_) | Self::I8(_) | Self::U8(_) | Self::I16(_) => Inside::Nothing,
            Self::U16(_) | Self::I32(_) | Self::U32(_) | Self::I64(_) | Self::U64(_) => Inside::Nothing,
            Self::F32(_) => Inside::Nothing,
            Self::F64(_) | Self::VarInt(_) | Self::VarLong(_) | Self::Position(_) => Inside::Nothing,
            Self::Angle(_) | Self::Uuid(_) | Self::Enum(_) | Self::Fixed(_) => Inside::Nothing,
            Self::String(_) | Self::Chat(_) | Self::Identifier(_) | Self::Nbt(_) | Self::Mutf8(_) => {
                Inside::Leaf
            }
            Self::Slot(_) | Self::Particle(_) | Self::Metadata(_) | Self::Bytes(_) | Self::Integers(_) => {
                Inside::Leaf
            }
        }
    }
}

/// Drops what a value owns, so that it owns nothing afterwards. The value is inside `level` others. Below [`RECURSION`]
/// levels, values are dropped without recursion.
#[cfg_attr(not(debug_assertions), inline(always))]
fn release(value: &mut Value, level: u32) {
    match value.inside() {
        Inside::Nothing => {}
        Inside::Leaf => drop(replace(value, NO_VALUE)),
        Inside::One(inner) => release_one(inner, level + 1),
        Inside::Several(values) if values.0.is_empty() => {}
        Inside::Several(values) => release_all(take(&mut values.0), level + 1),
    }
}

fn release_one(inner: &mut BoxedValue, level: u32) {
    if level > RECURSION {
        release_deep(from_mut(&mut *inner.0));
    }
    release(&mut inner.0, level);
}

fn release_all(values: Box<[Value]>, level: u32) {
    let mut values = values.into_vec();
    if level > RECURSION {
        release_deep(&mut values);
    }
    while let Some(value) = values.last_mut() {
        release(value, level);
        // It owns nothing now, but the compiler does not know this.
        forget(values.pop());
    }
}

/// Moves the contents of values to a list before the values are dropped.
#[cold]
#[inline(never)]
fn release_deep(values: &mut [Value]) {
    let mut waiting = Vec::new();
    take_nested(values, &mut waiting);
    while let Some(mut value) = waiting.pop() {
        match value.inside() {
            Inside::Nothing | Inside::Leaf => {}
            Inside::One(inner) => take_nested(from_mut(&mut *inner.0), &mut waiting),
            Inside::Several(values) => take_nested(values, &mut waiting),
        }
    }
}

fn take_nested(values: &mut [Value], waiting: &mut Vec<Value>) {
    for value in values {
        if matches!(value.inside(), Inside::One(_) | Inside::Several(_)) {
            waiting.push(replace(value, NO_VALUE));
        }
    }
}

impl Drop for ValueList {
    #[inline]
    fn drop(&mut self) {
        if !self.0.is_empty() {
            release_all(take(&mut self.0), 0);
        }
    }
}

impl Drop for BoxedValue {
    #[inline]
    fn drop(&mut self) {
        release(&mut self.0, 0);
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
