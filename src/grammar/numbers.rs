//! Numbers. Unlike nom's, these parsers say how many bytes are missing.

use super::fault::{Read, ends};
use crate::trace::{Form, Order, Shown};

/// A number, as rows show it.
pub trait Show {
    /// The form of the number in little-endian order.
    const FORM: Form;
    /// Returns the number for a row.
    fn shown(&self) -> Shown<'_>;
}

macro_rules! show {
    ($($number:ident $shown:ident $form:expr;)+) => {$(
        impl Show for $number {
            const FORM: Form = $form;
            fn shown(&self) -> Shown<'_> {
                Shown::$shown((*self).into())
            }
        }
    )+};
}
show! {
    u8 Uint Form::unsigned(Order::Little);
    i8 Int Form::signed(Order::Little);
    u16 Uint Form::unsigned(Order::Little);
    i16 Int Form::signed(Order::Little);
    u32 Uint Form::unsigned(Order::Little);
    i32 Int Form::signed(Order::Little);
    u64 Uint Form::unsigned(Order::Little);
    i64 Int Form::signed(Order::Little);
    f32 F32 Form::Float(Order::Little);
    f64 F64 Form::Float(Order::Little);
    bool Bool Form::unsigned(Order::Little);
}

macro_rules! numbers {
    ($($name:ident: $number:ident, $from:ident;)+) => {$(
        #[doc = concat!("Reads a `", stringify!($number), "`.")]
        ///
        /// # Errors
        /// Returns an error if too few bytes are left.
        pub fn $name(i: &[u8]) -> Read<'_, $number> {
            match i.split_first_chunk() {
                Some((bytes, rest)) => Ok((rest, <$number>::$from(*bytes))),
                None => ends(i, size_of::<$number>()),
            }
        }
    )+};
}
numbers! {
    le_u16: u16, from_le_bytes;
    le_i16: i16, from_le_bytes;
    le_u32: u32, from_le_bytes;
    le_i32: i32, from_le_bytes;
    le_u64: u64, from_le_bytes;
    le_i64: i64, from_le_bytes;
    le_f32: f32, from_le_bytes;
    le_f64: f64, from_le_bytes;
    be_u8: u8, from_be_bytes;
    be_i8: i8, from_be_bytes;
    be_u16: u16, from_be_bytes;
    be_i16: i16, from_be_bytes;
    be_u32: u32, from_be_bytes;
    be_i32: i32, from_be_bytes;
    be_u64: u64, from_be_bytes;
    be_u128: u128, from_be_bytes;
    be_i64: i64, from_be_bytes;
    be_f32: f32, from_be_bytes;
    be_f64: f64, from_be_bytes;
}
