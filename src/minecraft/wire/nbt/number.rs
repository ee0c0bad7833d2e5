//! Numbers of NBT, in the form that the rules of the context name.
//!
//! | type   | big-endian | little-endian | VarInt |
//! |--------|-----------:|--------------:|-------:|
//! | Short  | 2 | 2 | 2 |
//! | Int    | 4 | 4 | 1..5, zigzag |
//! | Long   | 8 | 8 | 1..10, zigzag |
//! | Float  | 4 | 4 | 4 |
//! | Double | 8 | 8 | 8 |
//! | count  | 4 | 4 | 1..5, zigzag |

use std::io::Write;

use cookie_factory::SerializeFn;

use super::super::Cx;
use super::super::prim;
use super::super::varint::{
    gen_zigzag_varint, gen_zigzag_varlong, int_of_length, zigzag_varint, zigzag_varlong,
};
use crate::error::DecodeErrorKind;
use crate::grammar::{
    Grammar, accept, bytes, checked, gen_if_else, grammar, if_else, le_f32, le_f64, le_i16, le_i32, le_i64,
    number,
};
use crate::trace::{Meaning, Trace, Unit};

grammar!(
    /// Reads a 16-bit integer.
    pub(in crate::minecraft) fn short<'a, T: Trace>(
        cx: Cx<'_, T>,
        name: &'static str,
    ) -> impl Grammar<'a, i16> {
        if_else(cx.rules().nbt.is_java(), prim::short(cx, name), number(cx, name, le_i16()))
    }
);

/// Writes a 16-bit integer.
pub(super) fn gen_short<T: Trace, W: Write>(cx: Cx<'_, T>, x: i16) -> impl SerializeFn<W> {
    bytes(in_order(cx, x.to_be_bytes()))
}

/// Returns the bytes of a number in the byte order of the form.
fn in_order<T: Trace, const N: usize>(cx: Cx<'_, T>, mut big_endian: [u8; N]) -> [u8; N] {
    if !cx.rules().nbt.is_java() {
        big_endian.reverse();
    }
    big_endian
}

/// Reads a 32-bit integer.
pub(in crate::minecraft) fn int<'a, T: Trace>(
    cx: Cx<'_, T>,
    name: impl Into<Meaning>,
) -> impl Grammar<'a, i32> {
    let name = name.into();
    if_else(
        cx.rules().nbt.is_java(),
        prim::int(cx, name),
        if_else(cx.rules().nbt.has_varints(), zigzag_varint(cx, name), number(cx, name, le_i32())),
    )
}

/// Writes a 32-bit integer.
pub(super) fn gen_int<T: Trace, W: Write>(cx: Cx<'_, T>, x: i32) -> impl SerializeFn<W> {
    gen_if_else(cx.rules().nbt.has_varints(), gen_zigzag_varint(x), bytes(in_order(cx, x.to_be_bytes())))
}

grammar!(
    /// Reads a 64-bit integer.
    pub(in crate::minecraft) fn long<'a, T: Trace>(
        cx: Cx<'_, T>,
        name: &'static str,
    ) -> impl Grammar<'a, i64> {
        if_else(
            cx.rules().nbt.is_java(),
            prim::long(cx, name),
            if_else(cx.rules().nbt.has_varints(), zigzag_varlong(cx, name), number(cx, name, le_i64())),
        )
    }
);

/// Writes a 64-bit integer.
pub(super) fn gen_long<T: Trace, W: Write>(cx: Cx<'_, T>, x: i64) -> impl SerializeFn<W> {
    gen_if_else(cx.rules().nbt.has_varints(), gen_zigzag_varlong(x), bytes(in_order(cx, x.to_be_bytes())))
}

grammar!(
    /// Reads a 32-bit float.
    pub(in crate::minecraft) fn float<'a, T: Trace>(
        cx: Cx<'_, T>,
        name: &'static str,
    ) -> impl Grammar<'a, f32> {
        if_else(cx.rules().nbt.is_java(), prim::float(cx, name), number(cx, name, le_f32()))
    }
);

/// Writes a 32-bit float.
pub(super) fn gen_float<T: Trace, W: Write>(cx: Cx<'_, T>, x: f32) -> impl SerializeFn<W> {
    bytes(in_order(cx, x.to_be_bytes()))
}

grammar!(
    /// Reads a 64-bit float.
    pub(in crate::minecraft) fn double<'a, T: Trace>(
        cx: Cx<'_, T>,
        name: &'static str,
    ) -> impl Grammar<'a, f64> {
        if_else(cx.rules().nbt.is_java(), prim::double(cx, name), number(cx, name, le_f64()))
    }
);

/// Writes a 64-bit float.
pub(super) fn gen_double<T: Trace, W: Write>(cx: Cx<'_, T>, x: f64) -> impl SerializeFn<W> {
    bytes(in_order(cx, x.to_be_bytes()))
}

grammar!(
    /// Reads the count before the elements of an array or list: an Int that is not negative.
    pub fn count<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, u32> {
        accept(int(cx, Meaning::new("count").counting(Unit::ELEMENTS)), |value, _| {
            u32::try_from(value).map_err(|_| DecodeErrorKind::NegativeLength { value: value.into() })
        })
    }
);

/// Writes a count. Fails if it exceeds an Int.
pub(in crate::minecraft) fn gen_count<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    count: usize,
) -> impl SerializeFn<W> {
    checked(move || int_of_length(cx, count), move |count| gen_int(cx, count))
}
