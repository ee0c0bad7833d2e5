//! Boolean, integers and floats, which have a fixed size and are big-endian.
//!
//! The parsers take the name of the field, which explanations show: `int(cx, "count")`.

use std::io::Write;

use cookie_factory::SerializeFn;

use super::Cx;
use crate::error::DecodeErrorKind;
use crate::grammar::{
    Grammar, accept, be_f32, be_f64, be_i16, be_i32, be_i64, be_u16, bytes, grammar, i8, number, number_as,
    u8,
};
use crate::trace::{Meaning, Shown, Trace};

/// Reads a Boolean.
///
/// | size | field |
/// |------|-------|
/// | 1    | `00` false, `01` true; other bytes are an error, or true with [`Protocol::allow_lenient_booleans`](crate::minecraft::Protocol::allow_lenient_booleans) |
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
pub fn boolean<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Grammar<'a, bool> {
    // The arguments of `grammar!` are `Copy`, so `name` is converted first.
    boolean_of(cx, name.into())
}

grammar!(
    fn boolean_of<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, bool> {
        let truth = move |byte: u8| match byte {
            0 => Ok(false),
            1 => Ok(true),
            _ if cx.rules().lenient_booleans => Ok(true),
            value => Err(DecodeErrorKind::Bool { value }),
        };
        let byte = number_as(cx, what, u8(), move |byte| match truth(*byte) {
            Ok(value) => Shown::Bool(value),
            Err(_) => Shown::Uint((*byte).into()),
        });
        accept(byte, move |byte, _| truth(byte))
    }
);

/// Writes a `bool`, in the layout of [`boolean`].
pub fn gen_boolean<W: Write>(x: bool) -> impl SerializeFn<W> {
    bytes([x.into()])
}

/// Defines numbers. A row has a parser, its mirror and the type of the number; then the size in bytes, the
/// summary and the layout.
macro_rules! numbers {
    ($($name:ident $gen_name:ident $number:ty, $parser:ident, $size:literal, $what:literal, $layout:literal;)+) => {$(
        #[doc = $what]
        ///
        /// | size | field |
        /// |------|-------|
        #[doc = concat!("| ", $size, " | ", $layout, " |")]
        pub fn $name<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Grammar<'a, $number> {
            number(cx, name, $parser())
        }

        #[doc = concat!("Writes `", stringify!($number), "`, in the layout of [`", stringify!($name), "`].")]
        pub fn $gen_name<W: Write>(x: $number) -> impl SerializeFn<W> {
            bytes(x.to_be_bytes())
        }
    )+};
}

numbers! {
    byte   gen_byte   i8,  i8,     1, "A signed byte.",                    "8-bit two's complement";
    ubyte  gen_ubyte  u8,  u8,     1, "An unsigned byte.",                 "8-bit unsigned";
    short  gen_short  i16, be_i16, 2, "A signed integer of 16 bits.",      "16-bit two's complement, big-endian";
    ushort gen_ushort u16, be_u16, 2, "An unsigned integer of 16 bits.",   "16-bit unsigned, big-endian";
    int    gen_int    i32, be_i32, 4, "A signed integer of 32 bits.",      "32-bit two's complement, big-endian";
    long   gen_long   i64, be_i64, 8, "A signed integer of 64 bits.",      "64-bit two's complement, big-endian";
    float  gen_float  f32, be_f32, 4, "A 32-bit float.", "IEEE 754 single, big-endian; every bit pattern is legal";
    double gen_double f64, be_f64, 8, "A 64-bit float.", "IEEE 754 double, big-endian; every bit pattern is legal";
}
