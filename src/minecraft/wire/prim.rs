//! Boolean, integers and floats: fixed size, big-endian.
//!
//! The parsers take the field's name, for explanations: `parse_i32(cx, "count", i)`.

use std::io::Write;

use cookie_factory::WriteContext;

use crate::cx::{Cx, chunk};
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::minecraft::protocol::{Protocol, Wire};
use crate::sink::{Gen, put};
use crate::trace::{Shown, Trace};

/// | size | field |
/// |------|-------|
/// | 1    | `00` false, `01` true; anything else is refused, or true in lenient mode |
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_bool<'a, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    name: &'static str,
    i: &'a [u8],
) -> PResult<'a, bool> {
    let (rest, [byte]) = chunk(i)?;
    let value = match byte {
        0 => false,
        1 => true,
        _ if cx.rules.lenient_booleans => true,
        value => {
            cx.field(i, rest, name, Shown::Uint(value.into()));
            return Fault::number(i, rest, DecodeErrorKind::Bool { value });
        }
    };
    cx.field(i, rest, name, Shown::Bool(value));
    Ok((rest, value))
}

/// Mirrors [`parse_bool`].
pub fn gen_bool<T: Trace, W: Write>(_: Cx<'_, Protocol, T>, x: bool, out: &mut WriteContext<W>) -> Gen {
    put(out, &[x.into()])
}

impl Wire<'_> for bool {
    const NAME: &'static str = "Boolean";
    fn parse<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
        parse_bool(cx, "value", i)
    }
    fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
        gen_bool(cx, *self, out)
    }
}

/// Writes the pair of functions and the [`Wire`] impl of one fixed-width number.
macro_rules! number {
    ($parse:ident, $generate:ident, $type:ty, $size:literal, $name:literal, $what:literal, $shown:expr) => {
        #[doc = concat!("| size | field |\n|------|-------|\n| ", $size, "    | ", $what, ", big-endian |")]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $parse<'a, T: Trace>(
            cx: Cx<'_, Protocol, T>,
            name: &'static str,
            i: &'a [u8],
        ) -> PResult<'a, $type> {
            let (rest, bytes) = chunk(i)?;
            let value = <$type>::from_be_bytes(bytes);
            cx.field(i, rest, name, $shown(value.into()));
            Ok((rest, value))
        }

        #[doc = concat!("Mirrors [`", stringify!($parse), "`].")]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $generate<T: Trace, W: Write>(
            _: Cx<'_, Protocol, T>,
            x: $type,
            out: &mut WriteContext<W>,
        ) -> Gen {
            put(out, &x.to_be_bytes())
        }

        impl Wire<'_> for $type {
            const NAME: &'static str = $name;
            fn parse<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
                $parse(cx, "value", i)
            }
            fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
                $generate(cx, *self, out)
            }
        }
    };
}

number!(parse_i8, gen_i8, i8, "1", "Byte", "8-bit two's complement", Shown::Int);
number!(parse_u8, gen_u8, u8, "1", "Unsigned Byte", "8-bit unsigned", Shown::Int);
number!(parse_i16, gen_i16, i16, "2", "Short", "16-bit two's complement", Shown::Int);
number!(parse_u16, gen_u16, u16, "2", "Unsigned Short", "16-bit unsigned", Shown::Int);
number!(parse_i32, gen_i32, i32, "4", "Int", "32-bit two's complement", Shown::Int);
number!(parse_i64, gen_i64, i64, "8", "Long", "64-bit two's complement", Shown::Int);
number!(parse_f32, gen_f32, f32, "4", "Float", "IEEE 754 single; every bit pattern is legal", Shown::F32);
number!(parse_f64, gen_f64, f64, "8", "Double", "IEEE 754 double; every bit pattern is legal", Shown::F64);

#[cfg(test)]
mod tests {
    use crate::minecraft::Protocol;

    #[test]
    fn numbers_are_big_endian() {
        let p = Protocol::V1_14;
        assert_eq!(p.decode::<i32>(&[0, 0, 1, 0xf2]), Ok(498));
        assert_eq!(p.encode(&25565_u16), Ok(vec![0x63, 0xdd]));
        assert_eq!(p.encode(&0.1_f64), Ok(0x3fb9_9999_9999_999a_u64.to_be_bytes().to_vec()));
    }

    #[test]
    fn a_boolean_is_strict_unless_asked() {
        assert_eq!(Protocol::V1_14.decode::<bool>(&[2]).unwrap_err().kind().code(), "bool_value");
        assert_eq!(Protocol::V1_14.lenient_booleans(true).decode::<bool>(&[2]), Ok(true));
    }
}
