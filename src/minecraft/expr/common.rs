//! Shortcuts for the commonest values.

use std::io::Write;

use cookie_factory::{GenError, WriteContext};

use super::{IntType, TypeExpr, Value, ValueList};
use crate::grammar::{Places, Quick, overwrite};
use crate::minecraft::wire::Cx;
use crate::sink::put;
use crate::trace::Trace;
use crate::utf8;

/// Reads numbers, short text and absent values without a trace, and nothing else.
pub(super) struct Common<'c, 'e, T: Trace>(pub(super) Cx<'c, T>, pub(super) &'e TypeExpr);

impl<'a, T: Trace> Quick<'a> for Common<'_, '_, T> {
    type Output = Value;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<M: Places>(&self, i: &'a [u8], place: &mut M::Output<Value>) -> Option<&'a [u8]> {
        let Self(cx, expr) = self;
        if T::ENABLED {
            return None;
        }
        let (value, rest) = match expr {
            TypeExpr::Bool => match i {
                [byte @ 0..=1, rest @ ..] => (Value::Bool(*byte == 1), rest),
                _ => return None,
            },
            TypeExpr::Int(IntType::VarInt) => match *i {
                [low @ ..=0x7f, ref rest @ ..] => (Value::VarInt(low.into()), rest),
                [low, high @ 1..=0x7f, ref rest @ ..] => {
                    (Value::VarInt(i32::from(low & 0x7f) | i32::from(high) << 7), rest)
                }
                _ => return None,
            },
            TypeExpr::Int(IntType::I8) => number(i, |x| Value::I8(i8::from_be_bytes(x)))?,
            TypeExpr::Int(IntType::U8) => number(i, |x| Value::U8(u8::from_be_bytes(x)))?,
            TypeExpr::Int(IntType::I16) => number(i, |x| Value::I16(i16::from_be_bytes(x)))?,
            TypeExpr::Int(IntType::I32) => number(i, |x| Value::I32(i32::from_be_bytes(x)))?,
            TypeExpr::F32 => number(i, |x| Value::F32(f32::from_be_bytes(x)))?,
            TypeExpr::F64 => number(i, |x| Value::F64(f64::from_be_bytes(x)))?,
            TypeExpr::Enum(IntType::VarInt, names) => match i {
                [byte @ ..=0x7f, rest @ ..] if names.open || names.name((*byte).into()).is_some() => {
                    (Value::Enum((*byte).into()), rest)
                }
                _ => return None,
            },
            TypeExpr::Option(_) => (Value::Option(None), i.strip_prefix(&[0])?),
            TypeExpr::Nbt => (Value::Nbt(None), i.strip_prefix(&[0])?),
            TypeExpr::Struct(fields) if fields.is_empty() => (Value::Struct(ValueList::default()), i),
            TypeExpr::String(n) => {
                let (length, rest) = i.split_first().filter(|(length, _)| **length <= 0x7f)?;
                if u32::from(*length) > *n || cx.missing(rest, (*length).into()) > 0 {
                    return None;
                }
                let (text, rest) = rest.split_at((*length).into());
                let text = utf8::utf8(text)?;
                overwrite(place, M::bind(|| Value::String(text.into())));
                return Some(rest);
            }
            _ => return None,
        };
        overwrite(place, M::bind(|| value));
        Some(rest)
    }
}

/// A number of a fixed size.
#[cfg_attr(not(debug_assertions), inline(always))]
fn number<const N: usize>(i: &[u8], value: impl Fn([u8; N]) -> Value) -> Option<(Value, &[u8])> {
    i.split_first_chunk().map(|(bytes, rest)| (value(*bytes), rest))
}

/// Writes numbers, except long VarInts, and returns true. Returns false for all other values.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn put_common<W: Write>(
    expr: &TypeExpr,
    x: &Value,
    out: &mut WriteContext<W>,
) -> Result<bool, GenError> {
    match (expr, x) {
        (TypeExpr::Bool, Value::Bool(x)) => put(out, [u8::from(*x)])?,
        (TypeExpr::Int(IntType::VarInt), Value::VarInt(x @ 0..=0x3fff)) => {
            // The first byte has the low 7 bits.
            let [.., high, low] = (x << 1).to_be_bytes();
            if high == 0 { put(out, [low >> 1])? } else { put(out, [low >> 1 | 0x80, high])? }
        }
        (TypeExpr::Int(IntType::I8), Value::I8(x)) => put(out, x.to_be_bytes())?,
        (TypeExpr::Int(IntType::U8), Value::U8(x)) => put(out, x.to_be_bytes())?,
        (TypeExpr::Int(IntType::I16), Value::I16(x)) => put(out, x.to_be_bytes())?,
        (TypeExpr::Int(IntType::I32), Value::I32(x)) => put(out, x.to_be_bytes())?,
        (TypeExpr::F32, Value::F32(x)) => put(out, x.to_be_bytes())?,
        (TypeExpr::F64, Value::F64(x)) => put(out, x.to_be_bytes())?,
        (TypeExpr::Struct(fields), Value::Struct(x)) if fields.is_empty() && x.is_empty() => {}
        _ => return Ok(false),
    }
    Ok(true)
}
