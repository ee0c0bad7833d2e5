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
use super::super::varint::{gen_zigzag_varint, gen_zigzag_varlong, zigzag_varint, zigzag_varlong};
use super::block::{Block, in_blocks};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Grammar, accept, grammar, if_else, le_f32, le_f64, le_i16, le_i32, le_i64, number};
use crate::sink::Gen;
use crate::trace::{Meaning, Trace, Unit};

grammar!(
    /// A 16-bit integer.
    pub(in crate::minecraft) fn short<'a, T: Trace>(
        cx: Cx<'_, T>,
        name: &'static str,
    ) -> impl Grammar<'a, i16> {
        if_else(cx.rules().nbt.is_java(), prim::short(cx, name), number(cx, name, le_i16()))
    }
);

/// The bytes of a number in the order of the form.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn in_order<T: Trace, const N: usize>(cx: Cx<'_, T>, mut big_endian: [u8; N]) -> [u8; N] {
    if !cx.rules().nbt.is_java() {
        big_endian.reverse();
    }
    big_endian
}

/// A 32-bit integer.
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

/// Mirrors [`int`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn put_int<T: Trace, W: Write>(cx: Cx<'_, T>, x: i32, out: &mut Block<'_, W>) -> Gen {
    match cx.rules().nbt.has_varints() {
        true => out.run(gen_zigzag_varint(x)),
        false => out.number(in_order(cx, x.to_be_bytes())),
    }
}

grammar!(
    /// A 64-bit integer.
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

/// Mirrors [`long`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn put_long<T: Trace, W: Write>(cx: Cx<'_, T>, x: i64, out: &mut Block<'_, W>) -> Gen {
    match cx.rules().nbt.has_varints() {
        true => out.run(gen_zigzag_varlong(x)),
        false => out.number(in_order(cx, x.to_be_bytes())),
    }
}

grammar!(
    /// A 32-bit float.
    pub(in crate::minecraft) fn float<'a, T: Trace>(
        cx: Cx<'_, T>,
        name: &'static str,
    ) -> impl Grammar<'a, f32> {
        if_else(cx.rules().nbt.is_java(), prim::float(cx, name), number(cx, name, le_f32()))
    }
);

grammar!(
    /// A 64-bit float.
    pub(in crate::minecraft) fn double<'a, T: Trace>(
        cx: Cx<'_, T>,
        name: &'static str,
    ) -> impl Grammar<'a, f64> {
        if_else(cx.rules().nbt.is_java(), prim::double(cx, name), number(cx, name, le_f64()))
    }
);

grammar!(
    /// The count before the elements of an array or list: an Int, not negative.
    pub(crate) fn count<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, u32> {
        accept(int(cx, Meaning::new("count").counting(Unit::ELEMENTS)), |value, _| {
            u32::try_from(value).map_err(|_| DecodeErrorKind::NegativeLength { value: value.into() })
        })
    }
);

/// Mirrors [`count`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn put_count<T: Trace, W: Write>(cx: Cx<'_, T>, count: usize, out: &mut Block<'_, W>) -> Gen {
    match i32::try_from(count) {
        Ok(count) => put_int(cx, count, out),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length: count, limit: i32::MAX as usize }),
    }
}

/// [`put_count`] as a serializer.
pub(in crate::minecraft) fn gen_count<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    count: usize,
) -> impl SerializeFn<W> {
    in_blocks(move |out| put_count(cx, count, out))
}
