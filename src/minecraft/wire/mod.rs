//! One file per family of types, `parse_*` and `gen_*` facing each other.
//!
//! Parsers have nom's shape, `(context, input) -> (rest, value)`, and compose with nom's combinators;
//! generators write through `&mut WriteContext` and become cookie-factory serializers by
//! [`sink::serializer`](crate::sink::serializer). A file may use only the files before it in this list.

pub mod combine;
pub mod fixed;
pub mod lent;
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

/// How much room to add to a vector of `len` when no count says how many follow; the rest of the input can
/// fill `most`. The room doubles, but never goes beyond that, and goes there at once when that is near: so
/// growing, where old and new room are held together, never takes much more than the vector itself.
fn more(len: usize, most: usize) -> usize {
    let double = len.max(8);
    if most <= 4 * double { most } else { double }
}

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
