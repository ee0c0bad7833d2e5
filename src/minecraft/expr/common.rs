//! A shortcut for the commonest values.

use super::{IntType, TypeExpr, Value};
use crate::grammar::{Places, Quick, overwrite};
use crate::minecraft::wire::Cx;
use crate::trace::Trace;
use crate::utf8;

/// Reads numbers, short text and absent NBT without a trace, and nothing else.
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
            TypeExpr::Struct(fields) if fields.is_empty() => (Value::Struct(Vec::new().into()), i),
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
