//! One file per family of types, `parse_*` and `gen_*` facing each other.
//!
//! Parsers have nom's shape, `(context, input) -> (rest, value)`, and compose with nom's combinators;
//! generators write through `&mut WriteContext` and become cookie-factory serializers by
//! [`sink::serializer`](crate::sink::serializer). A file may use only the files before it in this list.

pub mod combine;
pub mod fixed;
pub mod metadata;
pub mod nbt;
pub mod particle;
pub mod position;
pub mod prim;
pub mod slot;
pub mod text;
pub mod varint;

use crate::cx::Cx;
use crate::trace::{Part, Trace};

/// Says what is being read, if anybody listens.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn reading<R, T: Trace>(cx: Cx<'_, R, T>, name: &'static str) {
    if T::LISTENS {
        cx.trace.reading(name);
    }
}

/// Opens a part without a closure: a recursive parser keeps its stack frames few and small this way.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn open<R, T: Trace>(cx: Cx<'_, R, T>, part: Part<'_>) {
    if T::LISTENS {
        cx.trace.open(part);
    }
}

/// Closes what [`open`] opened. After a failure nobody does, so that the path remains.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn close<R, T: Trace>(cx: Cx<'_, R, T>) {
    if T::LISTENS {
        cx.trace.close();
    }
}
