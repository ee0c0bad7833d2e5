//! Boolean, integers and floats, big-endian. The parsers take the name of the field.

use std::io::Write;

use cookie_factory::SerializeFn;

use super::Cx;
use crate::error::DecodeErrorKind;
use crate::grammar::{
    Parse, be_f32, be_f64, be_i8, be_i16, be_i32, be_i64, be_u8, be_u16, be_u32, fail_after, field, slice,
};
use crate::trace::{Form, Meaning, Order, Shown, Trace};

/// Reads a Boolean.
///
/// | size | field |
/// |------|-------|
/// | 1    | `00` false, `01` true |
///
/// Other bytes are errors, or true with
/// [`allow_lenient_booleans`](crate::minecraft::Protocol::allow_lenient_booleans).
pub fn boolean<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Parse<'a, bool> {
    let meaning = name.into().of(Form::unsigned(Order::Little));
    move |start: &'a [u8]| {
        let (i, byte) = be_u8(start)?;
        if byte > 1 && !cx.rules().lenient_booleans {
            cx.row(start, i, meaning, Shown::Uint(byte.into()));
            return fail_after(start, i, DecodeErrorKind::Bool { value: byte });
        }
        cx.row(start, i, meaning, Shown::Bool(byte != 0));
        Ok((i, byte != 0))
    }
}

/// Writes a Boolean, in the layout of [`boolean`].
pub fn gen_boolean<W: Write>(x: bool) -> impl SerializeFn<W> {
    slice([u8::from(x)])
}

/// Defines the numbers. A row has the parser and its mirror, the type, how it is read, its form, and the layout.
macro_rules! numbers {
    ($($name:ident $gen_name:ident $number:ty, $parser:ident, $form:expr, $size:literal, $what:literal, $layout:literal;)+) => {$(
        #[doc = $what]
        ///
        /// | size | field |
        /// |------|-------|
        #[doc = concat!("| ", $size, " | ", $layout, " |")]
        pub fn $name<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Parse<'a, $number> {
            field(cx, name.into().of($form), $parser)
        }

        #[doc = concat!("Writes `", stringify!($number), "`, in the layout of [`", stringify!($name), "`].")]
        pub fn $gen_name<W: Write>(x: $number) -> impl SerializeFn<W> {
            slice(x.to_be_bytes())
        }
    )+};
}

numbers! {
    byte   gen_byte   i8,  be_i8,  Form::signed(Order::Little),   1, "Reads a signed byte.", "8-bit two's complement";
    ubyte  gen_ubyte  u8,  be_u8,  Form::unsigned(Order::Little), 1, "Reads an unsigned byte.", "8-bit unsigned";
    short  gen_short  i16, be_i16, Form::signed(Order::Big),      2, "Reads a signed integer of 16 bits.", "16-bit two's complement, big-endian";
    ushort gen_ushort u16, be_u16, Form::unsigned(Order::Big),    2, "Reads an unsigned integer of 16 bits.", "16-bit unsigned, big-endian";
    int    gen_int    i32, be_i32, Form::signed(Order::Big),      4, "Reads a signed integer of 32 bits.", "32-bit two's complement, big-endian";
    uint   gen_uint   u32, be_u32, Form::unsigned(Order::Big),    4, "Reads an unsigned integer of 32 bits, which only packets have.", "32-bit unsigned, big-endian";
    long   gen_long   i64, be_i64, Form::signed(Order::Big),      8, "Reads a signed integer of 64 bits.", "64-bit two's complement, big-endian";
    float  gen_float  f32, be_f32, Form::Float(Order::Big),       4, "Reads a 32-bit float.", "IEEE 754 single, big-endian; every bit pattern is legal";
    double gen_double f64, be_f64, Form::Float(Order::Big),       8, "Reads a 64-bit float.", "IEEE 754 double, big-endian; every bit pattern is legal";
}
