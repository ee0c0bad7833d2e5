//! Boolean, integers and floats: fixed size, big-endian.
//!
//! The parsers take the field's name, for explanations: `int(cx, "count")`.

use std::io::Write;

use cookie_factory::SerializeFn;

use super::Cx;
use crate::error::DecodeErrorKind;
use crate::grammar::{
    Grammar, accept, be_f32, be_f64, be_i16, be_i32, be_i64, be_u16, bytes, field, field_as, grammar, i8, u8,
};
use crate::trace::{Shown, Trace};

grammar!(
    /// True or false.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 1    | `00` false, `01` true; anything else is refused, or true in lenient mode |
    ///
    /// ```
    /// use gamewire::minecraft::{Protocol, wire};
    /// use nom::Parser;
    /// use nom::multi::many0;
    /// let settings = Protocol::V1_14.settings();
    /// let cx = settings.cx();
    /// let (rest, answers) = many0(wire::boolean(cx, "answer")).parse(&[1, 0, 1, 7]).unwrap();
    /// assert_eq!((answers, rest), (vec![true, false, true], &[7][..]));
    /// ```
    pub fn boolean<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, bool> {
        let truth = move |byte: u8| match byte {
            0 => Ok(false),
            1 => Ok(true),
            _ if cx.rules().lenient_booleans => Ok(true),
            value => Err(DecodeErrorKind::Bool { value }),
        };
        let byte = field_as(cx, name, u8(), move |byte| match truth(*byte) {
            Ok(value) => Shown::Bool(value),
            Err(_) => Shown::Uint((*byte).into()),
        });
        accept(byte, move |byte, _| truth(byte))
    }
);

/// Writes a `bool`, in the layout of [`boolean`].
#[inline]
pub fn gen_boolean<W: Write>(x: bool) -> impl SerializeFn<W> {
    bytes([x.into()])
}

grammar!(
    /// A signed byte.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 1    | 8-bit two's complement |
    pub fn byte<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, i8> {
        field(cx, name, i8())
    }
);

/// Writes an `i8`, in the layout of [`byte`].
#[inline]
pub fn gen_byte<W: Write>(x: i8) -> impl SerializeFn<W> {
    bytes(x.to_be_bytes())
}

grammar!(
    /// An unsigned byte.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 1    | 8-bit unsigned |
    pub fn ubyte<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, u8> {
        field(cx, name, u8())
    }
);

/// Writes a `u8`, in the layout of [`ubyte`].
#[inline]
pub fn gen_ubyte<W: Write>(x: u8) -> impl SerializeFn<W> {
    bytes(x.to_be_bytes())
}

grammar!(
    /// A signed integer of 16 bits.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 2    | 16-bit two's complement, big-endian |
    pub fn short<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, i16> {
        field(cx, name, be_i16())
    }
);

/// Writes an `i16`, in the layout of [`short`].
#[inline]
pub fn gen_short<W: Write>(x: i16) -> impl SerializeFn<W> {
    bytes(x.to_be_bytes())
}

grammar!(
    /// An unsigned integer of 16 bits.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 2    | 16-bit unsigned, big-endian |
    pub fn ushort<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, u16> {
        field(cx, name, be_u16())
    }
);

/// Writes a `u16`, in the layout of [`ushort`].
#[inline]
pub fn gen_ushort<W: Write>(x: u16) -> impl SerializeFn<W> {
    bytes(x.to_be_bytes())
}

grammar!(
    /// A signed integer of 32 bits.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 4    | 32-bit two's complement, big-endian |
    pub fn int<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, i32> {
        field(cx, name, be_i32())
    }
);

/// Writes an `i32`, in the layout of [`int`].
#[inline]
pub fn gen_int<W: Write>(x: i32) -> impl SerializeFn<W> {
    bytes(x.to_be_bytes())
}

grammar!(
    /// A signed integer of 64 bits.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 8    | 64-bit two's complement, big-endian |
    pub fn long<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, i64> {
        field(cx, name, be_i64())
    }
);

/// Writes an `i64`, in the layout of [`long`].
#[inline]
pub fn gen_long<W: Write>(x: i64) -> impl SerializeFn<W> {
    bytes(x.to_be_bytes())
}

grammar!(
    /// A 32-bit float.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 4    | IEEE 754 single, big-endian; every bit pattern is legal |
    pub fn float<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, f32> {
        field(cx, name, be_f32())
    }
);

/// Writes an `f32`, in the layout of [`float`].
#[inline]
pub fn gen_float<W: Write>(x: f32) -> impl SerializeFn<W> {
    bytes(x.to_be_bytes())
}

grammar!(
    /// A 64-bit float.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 8    | IEEE 754 double, big-endian; every bit pattern is legal |
    pub fn double<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, f64> {
        field(cx, name, be_f64())
    }
);

/// Writes an `f64`, in the layout of [`double`].
#[inline]
pub fn gen_double<W: Write>(x: f64) -> impl SerializeFn<W> {
    bytes(x.to_be_bytes())
}
