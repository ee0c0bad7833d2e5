//! A type expression as a grammar: the parsers and generators of [`wire`](crate::minecraft::wire), chosen at
//! run time.

use std::io::Write;

use cookie_factory::WriteContext;

use super::{IntType, Length, TypeExpr, Value};
use crate::cx::Cx;
use crate::error::{EncodeErrorKind, PResult};
use crate::minecraft::protocol::{Grammar, Protocol};
use crate::minecraft::wire::fixed::FixedPoint;
use crate::minecraft::wire::{combine, metadata, nbt, particle, position, prim, reading, slot, text, varint};
use crate::sink::Gen;
use crate::trace::{Shown, Trace};

/// Reads a value of the type.
pub(super) fn parse_value<'a, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    expr: &TypeExpr,
    i: &'a [u8],
) -> PResult<'a, Value<'a>> {
    reading(cx, expr.name());
    Ok(match expr {
        TypeExpr::Bool => prim::parse_bool(cx, "value", i).map(|(i, x)| (i, Value::Bool(x)))?,
        TypeExpr::Int(int) => parse_int(cx, *int, i)?,
        TypeExpr::F32 => prim::parse_f32(cx, "value", i).map(|(i, x)| (i, Value::F32(x)))?,
        TypeExpr::F64 => prim::parse_f64(cx, "value", i).map(|(i, x)| (i, Value::F64(x)))?,
        TypeExpr::String(n) => text::parse_string(cx, *n, i).map(|(i, x)| (i, Value::String(x.into())))?,
        TypeExpr::Chat => text::parse_chat(cx, i).map(|(i, x)| (i, Value::Chat(x)))?,
        TypeExpr::Identifier => text::parse_identifier(cx, i).map(|(i, x)| (i, Value::Identifier(x)))?,
        TypeExpr::Position => position::parse_position(cx, i).map(|(i, x)| (i, Value::Position(x)))?,
        TypeExpr::Angle => position::parse_angle(cx, i).map(|(i, x)| (i, Value::Angle(x)))?,
        TypeExpr::Uuid => position::parse_uuid(cx, i).map(|(i, x)| (i, Value::Uuid(x)))?,
        TypeExpr::Nbt => nbt::parse_nbt(cx, i).map(|(i, x)| (i, Value::Nbt(x.map(Box::new))))?,
        TypeExpr::Mutf8 => nbt::parse_mutf8(cx, i).map(|(i, x)| (i, Value::Mutf8(x)))?,
        TypeExpr::Slot => slot::parse_slot(cx, i).map(|(i, x)| (i, Value::Slot(x.map(Box::new))))?,
        TypeExpr::Particle => particle::parse_particle(cx, i).map(|(i, x)| (i, Value::Particle(x)))?,
        TypeExpr::Metadata => metadata::parse_metadata(cx, i).map(|(i, x)| (i, Value::Metadata(x)))?,
        TypeExpr::Optional(inner) => {
            let parse = |cx, i| parse_value(cx, inner, i);
            combine::parse_optional(cx, !i.is_empty(), parse, i).map(option)?
        }
        TypeExpr::Option(inner) => {
            combine::parse_option(cx, |cx, i| parse_value(cx, inner, i), i).map(option)?
        }
        TypeExpr::Array(length, inner) => {
            let parse = |cx, i| parse_value(cx, inner, i);
            let array = match length {
                Length::Known(count) => combine::parse_array(cx, *count, inner.least(), parse, i),
                Length::VarInt => combine::parse_prefixed_array(cx, inner.least(), parse, i),
            };
            array.map(|(i, x)| (i, Value::Array(x.into())))?
        }
        TypeExpr::Bytes(length) => {
            let bytes = match length {
                Length::Known(length) => combine::parse_bytes(cx, *length, i),
                Length::VarInt => combine::parse_prefixed_bytes(cx, i),
            };
            bytes.map(|(i, x)| (i, Value::Bytes(x.into())))?
        }
        TypeExpr::Enum(int, names) => {
            let number =
                |i| parse_int(cx.rules.cx(), *int, i).map(|(i, x)| (i, int_of(&x).unwrap_or_default()));
            combine::parse_enum(cx, "value", number, |number| names.name(number), i)
                .map(|(i, x)| (i, Value::Enum(x)))?
        }
        TypeExpr::Fixed(int, fraction_bits) => {
            let (rest, raw) = parse_int(cx.rules.cx(), *int, i)?;
            let fixed = FixedPoint { raw: int_of(&raw).unwrap_or_default(), fraction_bits: *fraction_bits };
            if T::LISTENS {
                let meant = format!("{} in steps of 1/{}", fixed.value(), 1_u64 << fraction_bits);
                cx.field(i, rest, "value", Shown::Named(fixed.raw, &meant));
            }
            (rest, Value::Fixed(fixed))
        }
    })
}

/// Mirrors [`parse_value`].
pub(super) fn gen_value<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    expr: &TypeExpr,
    x: &Value<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    match (expr, x) {
        (TypeExpr::Bool, Value::Bool(x)) => prim::gen_bool(cx, *x, out),
        (TypeExpr::Int(int), x) => gen_int(cx, *int, x, out),
        (TypeExpr::F32, Value::F32(x)) => prim::gen_f32(cx, *x, out),
        (TypeExpr::F64, Value::F64(x)) => prim::gen_f64(cx, *x, out),
        (TypeExpr::String(n), Value::String(x)) => text::gen_string(cx, *n, x, out),
        (TypeExpr::Chat, Value::Chat(x)) => text::gen_chat(cx, x, out),
        (TypeExpr::Identifier, Value::Identifier(x)) => text::gen_identifier(cx, x, out),
        (TypeExpr::Position, Value::Position(x)) => position::gen_position(cx, x, out),
        (TypeExpr::Angle, Value::Angle(x)) => position::gen_angle(cx, *x, out),
        (TypeExpr::Uuid, Value::Uuid(x)) => position::gen_uuid(cx, *x, out),
        (TypeExpr::Nbt, Value::Nbt(x)) => nbt::gen_nbt(cx, x.as_deref(), out),
        (TypeExpr::Mutf8, Value::Mutf8(x)) => nbt::gen_mutf8(cx, x, out),
        (TypeExpr::Slot, Value::Slot(x)) => slot::gen_slot(cx, x.as_deref(), out),
        (TypeExpr::Particle, Value::Particle(x)) => particle::gen_particle(cx, x, out),
        (TypeExpr::Metadata, Value::Metadata(x)) => metadata::gen_metadata(cx, x, out),
        (TypeExpr::Optional(inner), Value::Option(x)) => {
            combine::gen_optional(cx, x.as_deref(), |cx, x, out| gen_value(cx, inner, x, out), out)
        }
        (TypeExpr::Option(inner), Value::Option(x)) => {
            combine::gen_option(cx, x.as_deref(), |cx, x, out| gen_value(cx, inner, x, out), out)
        }
        (TypeExpr::Array(length, inner), Value::Array(x)) => {
            expect_length(cx, *length, x.len())?;
            let generate = |cx, x: &Value<'_>, out: &mut WriteContext<W>| gen_value(cx, inner, x, out);
            match length {
                Length::Known(_) => combine::gen_array(cx, x, generate, out),
                Length::VarInt => combine::gen_prefixed_array(cx, x, generate, out),
            }
        }
        (TypeExpr::Bytes(length), Value::Bytes(x)) => {
            expect_length(cx, *length, x.len())?;
            match length {
                Length::Known(_) => combine::gen_bytes(cx, x, out),
                Length::VarInt => combine::gen_prefixed_bytes(cx, x, out),
            }
        }
        (TypeExpr::Enum(int, names), Value::Enum(x)) => match names.name(*x) {
            Some(_) => gen_number(cx, *int, *x, out),
            None => cx.refuse(EncodeErrorKind::NotExpressible {
                what: "the number names none of the enumeration's values",
            }),
        },
        (TypeExpr::Fixed(int, bits), Value::Fixed(x)) if x.fraction_bits == *bits => {
            gen_number(cx, *int, x.raw, out)
        }
        _ => {
            cx.refuse(EncodeErrorKind::NotExpressible { what: "the value is not of the type to be written" })
        }
    }
}

fn option<'a>((i, x): (&'a [u8], Option<Value<'a>>)) -> (&'a [u8], Value<'a>) {
    (i, Value::Option(x.map(Box::new)))
}

/// A count that comes from elsewhere must be the one that is there.
fn expect_length<T: Trace>(
    cx: Cx<'_, Protocol, T>,
    length: Length,
    is: usize,
) -> Result<(), cookie_factory::GenError> {
    match length {
        Length::Known(count) if count as usize != is => {
            let value = i64::try_from(is).unwrap_or(i64::MAX);
            cx.refuse(EncodeErrorKind::OutOfRange { value, min: count.into(), max: count.into() })
        }
        _ => Ok(()),
    }
}

fn parse_int<'a, T: Trace>(cx: Cx<'_, Protocol, T>, int: IntType, i: &'a [u8]) -> PResult<'a, Value<'a>> {
    Ok(match int {
        IntType::I8 => prim::parse_i8(cx, "value", i).map(|(i, x)| (i, Value::I8(x)))?,
        IntType::U8 => prim::parse_u8(cx, "value", i).map(|(i, x)| (i, Value::U8(x)))?,
        IntType::I16 => prim::parse_i16(cx, "value", i).map(|(i, x)| (i, Value::I16(x)))?,
        IntType::U16 => prim::parse_u16(cx, "value", i).map(|(i, x)| (i, Value::U16(x)))?,
        IntType::I32 => prim::parse_i32(cx, "value", i).map(|(i, x)| (i, Value::I32(x)))?,
        IntType::I64 => prim::parse_i64(cx, "value", i).map(|(i, x)| (i, Value::I64(x)))?,
        IntType::VarInt => varint::parse_varint(cx, "value", i).map(|(i, x)| (i, Value::VarInt(x)))?,
        IntType::VarLong => varint::parse_varlong(cx, "value", i).map(|(i, x)| (i, Value::VarLong(x)))?,
    })
}

/// Mirrors [`parse_int`].
fn gen_int<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    int: IntType,
    x: &Value<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    match (int, x) {
        (IntType::I8, Value::I8(x)) => prim::gen_i8(cx, *x, out),
        (IntType::U8, Value::U8(x)) => prim::gen_u8(cx, *x, out),
        (IntType::I16, Value::I16(x)) => prim::gen_i16(cx, *x, out),
        (IntType::U16, Value::U16(x)) => prim::gen_u16(cx, *x, out),
        (IntType::I32, Value::I32(x)) => prim::gen_i32(cx, *x, out),
        (IntType::I64, Value::I64(x)) => prim::gen_i64(cx, *x, out),
        (IntType::VarInt, Value::VarInt(x)) => varint::gen_varint(cx, *x, out),
        (IntType::VarLong, Value::VarLong(x)) => varint::gen_varlong(cx, *x, out),
        _ => {
            cx.refuse(EncodeErrorKind::NotExpressible { what: "the value is not of the type to be written" })
        }
    }
}

/// The number in a value of an integer type.
fn int_of(x: &Value<'_>) -> Option<i64> {
    Some(match x {
        Value::I8(x) => (*x).into(),
        Value::U8(x) => (*x).into(),
        Value::I16(x) => (*x).into(),
        Value::U16(x) => (*x).into(),
        Value::I32(x) | Value::VarInt(x) => (*x).into(),
        Value::I64(x) | Value::VarLong(x) => *x,
        _ => return None,
    })
}

/// A number as a value of an integer type, if it fits.
pub(in crate::minecraft) fn int_value(int: IntType, x: i64) -> Option<Value<'static>> {
    Some(match int {
        IntType::I8 => Value::I8(x.try_into().ok()?),
        IntType::U8 => Value::U8(x.try_into().ok()?),
        IntType::I16 => Value::I16(x.try_into().ok()?),
        IntType::U16 => Value::U16(x.try_into().ok()?),
        IntType::I32 => Value::I32(x.try_into().ok()?),
        IntType::I64 => Value::I64(x),
        IntType::VarInt => Value::VarInt(x.try_into().ok()?),
        IntType::VarLong => Value::VarLong(x),
    })
}

/// Writes a number as an integer type, if it fits.
fn gen_number<T: Trace, W: Write>(
    cx: Cx<'_, Protocol, T>,
    int: IntType,
    x: i64,
    out: &mut WriteContext<W>,
) -> Gen {
    match int_value(int, x) {
        Some(value) => gen_int(cx, int, &value, out),
        None => {
            let (min, max) = int.range();
            cx.refuse(EncodeErrorKind::OutOfRange { value: x, min, max })
        }
    }
}

impl<'a> Grammar<'a> for TypeExpr {
    type Value = Value<'a>;

    fn name(&self) -> &'static str {
        TypeExpr::name(self)
    }

    fn read<T: Trace>(&self, cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Value<'a>> {
        parse_value(cx, self, i)
    }

    fn skim<T: Trace>(&self, cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, ()> {
        match self {
            Self::Nbt => {
                reading(cx, Grammar::name(self));
                nbt::parse_nbt_view(cx, i).map(|(rest, _)| (rest, ()))
            }
            _ => parse_value(cx, self, i).map(|(rest, _)| (rest, ())),
        }
    }

    fn write<T: Trace, W: Write>(
        &self,
        cx: Cx<'_, Protocol, T>,
        value: &Value<'a>,
        out: &mut WriteContext<W>,
    ) -> Gen {
        gen_value(cx, self, value, out)
    }

    fn show(&self, protocol: &Protocol, value: &Value<'a>) -> Option<String> {
        let text = crate::minecraft::json::to_json(self, *protocol, value);
        Some(match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
            None => text,
        })
    }
}

/// How many characters of a value an explanation shows.
const SHOWN: usize = 160;
