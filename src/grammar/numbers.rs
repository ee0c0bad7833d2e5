//! Parsers of numbers of fixed size.

use nom::{Err, Mode, Needed, OutputM, OutputMode, PResult, Parser, Streaming};

use super::{Formed, Grammar};
use crate::error::Fault;
use crate::trace::{Form, Order};

/// Runs a nom parser of fixed size, such as [`nom::number::le_u32`]. If the input is too short, the error has
/// the number of missing bytes.
///
/// ```
/// use gamewire::error::{DecodeErrorKind, Fault};
/// use gamewire::grammar::exact;
/// use nom::{Err, Parser, number::le_u32};
/// let Err(Err::Error(fault)) = exact(le_u32()).parse(&[1, 2, 3]) else { panic!() };
/// assert_eq!(fault.kind, DecodeErrorKind::Incomplete { missing: 1 });
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn exact<'a, P: Parser<&'a [u8], Error = Fault>>(parser: P) -> impl Grammar<'a, P::Output> {
    Exact(parser)
}

struct Exact<P>(P);

impl<'a, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for Exact<P> {
    type Output = P::Output;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        match self.0.process::<OutputM<OM::Output, OM::Error, Streaming>>(i) {
            Err(Err::Incomplete(needed)) => {
                let missing = match needed {
                    Needed::Size(missing) => missing.get(),
                    Needed::Unknown => 1,
                };
                Err(Err::Error(OM::Error::bind(|| Fault::incomplete(i, missing))))
            }
            read => read,
        }
    }
}

/// Reads the next `N` bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn fixed<'a, const N: usize>() -> impl Grammar<'a, [u8; N]> {
    exact(nom::bytes::take(N)).map(|bytes: &[u8]| bytes.first_chunk().copied().unwrap_or([0; N]))
}

macro_rules! numbers {
    ($($name:ident $number:ty, $of_bytes:ident, $form:expr, $what:literal;)+) => {$(
        #[doc = $what]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $name<'a>() -> impl Grammar<'a, $number> + Formed {
            OfForm($form, fixed().map(<$number>::$of_bytes))
        }
    )+};
}

/// A parser with the form of its number.
struct OfForm<P>(Form, P);

impl<'a, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for OfForm<P> {
    type Output = P::Output;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        self.1.process::<OM>(i)
    }
}

impl<P> Formed for OfForm<P> {
    fn form(&self) -> Form {
        self.0
    }
}

// nom's parsers read byte by byte, which takes 1.5 times as long, and do not report the number of missing bytes.
numbers! {
    i8 i8, from_le_bytes, Form::signed(Order::Little), "8 bits, signed.";
    u8 u8, from_le_bytes, Form::unsigned(Order::Little), "8 bits, unsigned.";
    le_u16 u16, from_le_bytes, Form::unsigned(Order::Little), "16 bits, unsigned, little-endian.";
    le_i16 i16, from_le_bytes, Form::signed(Order::Little), "16 bits, signed, little-endian.";
    le_u32 u32, from_le_bytes, Form::unsigned(Order::Little), "32 bits, unsigned, little-endian.";
    le_i32 i32, from_le_bytes, Form::signed(Order::Little), "32 bits, signed, little-endian.";
    le_u64 u64, from_le_bytes, Form::unsigned(Order::Little), "64 bits, unsigned, little-endian.";
    le_i64 i64, from_le_bytes, Form::signed(Order::Little), "64 bits, signed, little-endian.";
    le_f32 f32, from_le_bytes, Form::Float(Order::Little), "A 32-bit float, little-endian.";
    le_f64 f64, from_le_bytes, Form::Float(Order::Little), "A 64-bit float, little-endian.";
    be_u16 u16, from_be_bytes, Form::unsigned(Order::Big), "16 bits, unsigned, big-endian.";
    be_i16 i16, from_be_bytes, Form::signed(Order::Big), "16 bits, signed, big-endian.";
    be_u32 u32, from_be_bytes, Form::unsigned(Order::Big), "32 bits, unsigned, big-endian.";
    be_i32 i32, from_be_bytes, Form::signed(Order::Big), "32 bits, signed, big-endian.";
    be_u64 u64, from_be_bytes, Form::unsigned(Order::Big), "64 bits, unsigned, big-endian.";
    be_i64 i64, from_be_bytes, Form::signed(Order::Big), "64 bits, signed, big-endian.";
    be_u128 u128, from_be_bytes, Form::unsigned(Order::Big), "128 bits, unsigned, big-endian.";
    be_f32 f32, from_be_bytes, Form::Float(Order::Big), "A 32-bit float, big-endian.";
    be_f64 f64, from_be_bytes, Form::Float(Order::Big), "A 64-bit float, big-endian.";
}
