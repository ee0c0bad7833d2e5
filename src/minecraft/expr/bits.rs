//! Types that only packets have: bits, flags, holders, marked elements, packed NBT and vectors of low precision.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};

use super::int_type::{IntType, bits_of, gen_number, has_bit, int_of, integer};
use super::types::BitField;
use super::value::{OTHER_TYPE, Value, blank};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Parse, be_u8, fail, fail_after, field_as, gen_part, map, slice, take};
use crate::minecraft::wire::{self, Cx, VARINT_MAX, described};
use crate::sure::Sure as _;
use crate::trace::{Form, Meaning, Order, Part, Shown, Trace};

/// The highest bit of the first byte of an element, which says that another element follows.
pub(super) const MARK: u8 = 0x80;

/// Returns the first byte of a value, if it may have a mark.
pub(in crate::minecraft) fn first_byte(value: &mut Value) -> Option<&mut i8> {
    match value {
        Value::I8(first) => Some(first),
        Value::Struct(fields) => fields.first_mut().and_then(first_byte),
        _ => None,
    }
}

/// Returns the elements with their marks. Returns `None` if an element cannot have a mark, or has one already.
pub(super) fn marked(values: &[Value]) -> Option<Vec<Value>> {
    let mut marked = values.to_vec();
    let (last, others) = marked.split_last_mut()?;
    for value in others {
        let first = first_byte(value).filter(|first| **first >= 0)?;
        *first |= i8::MIN;
    }
    first_byte(last).filter(|first| **first >= 0)?;
    Some(marked)
}

/// Reads the byte after the last element.
pub(super) fn end<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, u8> {
    field_as(cx, Meaning::new("end").of(Form::unsigned(Order::Big)), be_u8, |end| {
        Shown::Noted((*end).into(), "the end")
    })
}

/// Reads numbers of a few bits each.
pub(super) fn bits<'a, T: Trace>(cx: Cx<'_, T>, parts: &[BitField]) -> impl Parse<'a, Value> {
    let width = parts.iter().fold(0_u32, |sum, part| sum.saturating_add(part.size));
    let size = width as usize / 8;
    let numbers = map(take(cx, size), move |bytes: &[u8]| {
        // The bits that are left, from the highest on.
        let all = bytes.iter().fold(0, |all, byte| all << 8 | u64::from(*byte));
        let mut left = all.unbounded_shl(u64::BITS.saturating_sub(width));
        let mut numbers = blank(parts.len());
        for (place, part) in numbers.iter_mut().zip(parts) {
            let unused = u64::BITS.saturating_sub(part.size);
            *place = Value::I64(match part.signed {
                true => left.cast_signed().unbounded_shr(unused),
                false => left.unbounded_shr(unused).cast_signed(),
            });
            left = left.unbounded_shl(part.size);
        }
        (all, numbers)
    });
    let numbers = described(cx, "bits", numbers, move |(all, numbers)| {
        let number = |(part, x): (&BitField, &Value)| format!("{} {}", part.name, int_of(x).sure());
        let words: Vec<_> = parts.iter().zip(numbers).map(number).collect();
        // The trace has no single number for several coordinates.
        (if size <= 2 { i64::try_from(*all).ok() } else { None }, words.join(", "))
    });
    map(numbers, |(_, numbers)| Value::Struct(numbers.into()))
}

/// Writes what [`bits`] reads. A number that does not fit in its bits is an error.
pub(super) fn gen_bits<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    parts: &[BitField],
    numbers: &[Value],
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        let (mut all, mut size) = (0_u64, 0);
        if parts.len() != numbers.len() {
            return cx.refuse(OTHER_TYPE);
        }
        for (part, number) in parts.iter().zip(numbers) {
            let Value::I64(value) = *number else { return cx.refuse(OTHER_TYPE) };
            let (min, max) = part.range();
            // An unsigned number of 64 bits may be negative here.
            if !(min..=max).contains(&value) {
                let refuse = |_| cx.refuse(EncodeErrorKind::OutOfRange { value, min, max });
                return gen_part(cx, Part::Named(&part.name), refuse)(out);
            }
            let unused = u64::BITS.saturating_sub(part.size);
            let low = value.cast_unsigned().unbounded_shl(unused).unbounded_shr(unused);
            all = all.unbounded_shl(part.size) | low;
            size += part.size as usize;
        }
        let bytes = all.to_be_bytes();
        slice(bytes.get(bytes.len().saturating_sub(size / 8)..).sure_to_write()?)(out)
    }
}

impl BitField {
    /// Returns the least and the greatest number. A field of 64 bits holds any number, with a sign.
    pub fn range(&self) -> (i64, i64) {
        match (self.size, self.signed) {
            (64.., _) => (i64::MIN, i64::MAX),
            (0, _) => (0, 0),
            (size, true) => (-1 << (size - 1), (1 << (size - 1)) - 1),
            (size, false) => (0, i64::MAX >> (63 - size)),
        }
    }
}

/// Reads an integer whose bits have names.
pub(super) fn flags<'a, T: Trace>(cx: Cx<'_, T>, int: IntType, names: &[String]) -> impl Parse<'a, Value> {
    move |start: &'a [u8]| {
        let (i, value) = integer(cx.silent(), int, "flags")(start)?;
        if T::ENABLED {
            let bits = bits_of(&value).sure();
            let set = names.iter().enumerate().filter(|(bit, _)| has_bit(bits, *bit));
            let set: Vec<_> = set.map(|(_, name)| name.as_str()).collect();
            let set = if set.is_empty() { "none".to_owned() } else { set.join(", ") };
            match int_of(&value) {
                Some(number) => cx.row(start, i, "flags", Shown::Named(number, &set)),
                None => cx.row(start, i, "flags", Shown::Said(&format!("flags = {bits} ({set})"))),
            }
        }
        Ok((i, value))
    }
}

/// Reads the VarInt before a holder: 0 before an inline value, otherwise the id plus one.
pub(super) fn holder<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, i32> {
    let meaning = Meaning::new("holder").of(Form::VAR_INT);
    described(cx, meaning, wire::varint(cx.silent(), "holder"), |n| match n {
        0 => (Some(0), "an inline value".to_owned()),
        n => (Some((*n).into()), format!("the id {}", n.wrapping_sub(1))),
    })
}

/// Reads the VarInt before holders: 0 before a name, otherwise the count plus one.
pub(super) fn holders<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, u32> {
    let meaning = Meaning::new("holders").of(Form::VAR_INT);
    described(cx, meaning, wire::length(cx.silent(), "holders"), |n| match n {
        0 => (Some(0), "a name".to_owned()),
        n => (Some((*n).into()), format!("{} entries", n - 1)),
    })
}

/// Reads NBT that is packed by gzip, or none.
pub(super) fn gzip_nbt<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Value> {
    let meaning = Meaning::new("byte length").of(Form::signed(Order::Big));
    let length = described(cx, meaning, wire::short(cx.silent(), "byte length"), |length| match length {
        ..0 => (Some((*length).into()), "no NBT".to_owned()),
        _ => (Some((*length).into()), "packed bytes".to_owned()),
    });
    move |i: &'a [u8]| {
        let (i, length) = length(i)?;
        match u32::try_from(length) {
            Ok(length) => {
                let (i, bytes) = wire::byte_array(cx, length)(i)?;
                Ok((i, Value::Option(Some(Value::Bytes(bytes.into()).into()))))
            }
            Err(_) if length == -1 => Ok((i, Value::Option(None))),
            Err(_) => fail(i, DecodeErrorKind::NegativeLength { value: length.into() }),
        }
    }
}

/// Mirrors [`gzip_nbt`].
pub(super) fn gen_gzip_nbt<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Value) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match x {
        Value::Option(None) => wire::gen_short(-1)(out),
        Value::Option(Some(x)) => match &**x {
            Value::Bytes(bytes) => {
                let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
                slice(&**bytes)(gen_number(cx, IntType::I16, length)(out)?)
            }
            _ => cx.refuse(OTHER_TYPE),
        },
        _ => cx.refuse(OTHER_TYPE),
    }
}

/// Reads the bytes of a vector of low precision.
pub(super) fn lp_vec3<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Value> {
    let bytes = move |start: &'a [u8]| {
        let (i, bytes) = take(cx, lp_vec3_len(start))(start)?;
        match bytes.get(6..) {
            Some(scale) if scale.len() > VARINT_MAX => {
                fail_after(start, i, DecodeErrorKind::VarIntTooLong { max: 5 })
            }
            _ => Ok((i, bytes)),
        }
    };
    let vector = described(cx, "vector", bytes, |bytes| {
        let [x, y, z] = lp_vec3_numbers(bytes);
        (None, format!("x {x}, y {y}, z {z}"))
    });
    map(vector, |bytes| Value::Bytes(bytes.into()))
}

/// Mirrors [`lp_vec3`].
pub(super) fn gen_lp_vec3<T: Trace, W: Write>(cx: Cx<'_, T>, x: &[u8]) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        if lp_vec3_len(x) == x.len() { slice(x)(out) } else { cx.refuse(OTHER_TYPE) }
    }
}

/// Returns the length of the vector at the start of `i`: 1 if the first byte is 0, otherwise 6, plus a VarInt if the
/// scale is greater than 3.
fn lp_vec3_len(i: &[u8]) -> usize {
    let more = |byte: &&u8| **byte & 0x80 != 0;
    match i.first() {
        Some(0) => 1,
        Some(first) if first & 4 != 0 => 7 + i.iter().skip(6).take(VARINT_MAX).take_while(more).count(),
        _ => 6,
    }
}

/// Returns the components of a vector of low precision.
pub(in crate::minecraft) fn lp_vec3_numbers(bytes: &[u8]) -> [f64; 3] {
    let [a, b, c, d, e, f, scale @ ..] = bytes else { return [0.0; 3] };
    let packed = u64::from_be_bytes([0, 0, *c, *d, *e, *f, *b, *a]);
    let more = scale.iter().rev().fold(0_u64, |all, byte| all << 7 | u64::from(byte & 0x7f));
    let scale = u64::from(a & 3) + more * 4;
    [3, 18, 33].map(|shift| {
        let part = (packed >> shift & 0x7fff).min(0x7ffe) as f64;
        (part * 2.0 / 32766.0 - 1.0) * scale as f64
    })
}
