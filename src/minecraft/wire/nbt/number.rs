//! The numbers of NBT, in the form that the rules of the context name.
//!
//! | type          | big-endian | little-endian | VarInt |
//! |---------------|-----------:|--------------:|-------:|
//! | Short         | 2 | 2 | 2 |
//! | Int, count    | 4 | 4 | 1 to 5, zigzag |
//! | Long          | 8 | 8 | 1 to 10, zigzag |
//! | Float, Double | 4, 8 | 4, 8 | 4, 8 |

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};

use super::super::Cx;
use super::super::varint::{
    gen_zigzag_varint, gen_zigzag_varlong, int_of_length, not_negative, zigzag_varint, zigzag_varlong,
};
use crate::grammar::{
    Parse, be_f32, be_f64, be_i16, be_i32, be_i64, field, le_f32, le_f64, le_i16, le_i32, le_i64, map, slice,
};
use crate::trace::{Form, Meaning, Order, Trace, Unit};

pub(super) fn order<T: Trace>(cx: Cx<'_, T>) -> Order {
    if cx.rules().nbt.is_java() { Order::Big } else { Order::Little }
}

/// Defines numbers of fixed size. A row has the parser and its mirror, the type, its form, and how it is read in both
/// byte orders.
macro_rules! in_order {
    ($($name:ident $gen_name:ident $number:ty, $form:expr, $be:ident $le:ident;)+) => {$(
        pub(super) fn $name<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Parse<'a, $number> {
            let is_java = cx.rules().nbt.is_java();
            field(cx, name.into().of($form(order(cx))), move |i| if is_java { $be(i) } else { $le(i) })
        }

        pub(super) fn $gen_name<T: Trace, W: Write>(cx: Cx<'_, T>, x: $number) -> impl SerializeFn<W> {
            slice(if cx.rules().nbt.is_java() { x.to_be_bytes() } else { x.to_le_bytes() })
        }
    )+};
}

in_order! {
    short gen_short i16, Form::signed, be_i16 le_i16;
    fixed_int gen_fixed_int i32, Form::signed, be_i32 le_i32;
    fixed_long gen_fixed_long i64, Form::signed, be_i64 le_i64;
    float gen_float f32, Form::Float, be_f32 le_f32;
    double gen_double f64, Form::Float, be_f64 le_f64;
}

pub(super) fn int<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Parse<'a, i32> {
    let name = name.into();
    move |i: &'a [u8]| match cx.rules().nbt.has_varints() {
        true => zigzag_varint(cx, name)(i),
        false => fixed_int(cx, name)(i),
    }
}

pub(super) fn gen_int<T: Trace, W: Write>(cx: Cx<'_, T>, x: i32) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match cx.rules().nbt.has_varints() {
        true => gen_zigzag_varint(x)(out),
        false => gen_fixed_int(cx, x)(out),
    }
}

pub(super) fn long<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Parse<'a, i64> {
    move |i: &'a [u8]| match cx.rules().nbt.has_varints() {
        true => zigzag_varlong(cx, name)(i),
        false => fixed_long(cx, name)(i),
    }
}

pub(super) fn gen_long<T: Trace, W: Write>(cx: Cx<'_, T>, x: i64) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match cx.rules().nbt.has_varints() {
        true => gen_zigzag_varlong(x)(out),
        false => gen_fixed_long(cx, x)(out),
    }
}

/// Reads the count before the elements of an array or list: an Int that is not negative.
pub fn count<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, u32> {
    not_negative(map(int(cx, Meaning::new("count").counting(Unit::ELEMENTS)), i64::from))
}

/// Writes a count. Fails if it exceeds an Int.
pub(in crate::minecraft) fn gen_count<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    count: usize,
) -> impl SerializeFn<W> {
    move |out| gen_int(cx, int_of_length(cx, count)?)(out)
}
