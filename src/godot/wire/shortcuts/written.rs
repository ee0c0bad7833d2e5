//! Shortcuts of [`gen_any_value`](super::super::payload::gen_any_value) that write a value and its header at once.
//!
//! | here | writes as |
//! |------|-----------|
//! | [`gen_headed_int`], [`gen_headed_float`] | [`gen_int`](super::super::gen_int), [`gen_float`](super::super::gen_float) |
//! | [`gen_headed_vector2`], [`gen_headed_vector3`] | [`gen_vector2`](super::super::gen_vector2), [`gen_vector3`](super::super::gen_vector3) |
//! | [`gen_headed_text`] | [`gen_text`](super::super::gen_text) |

use std::io::Write;

use cookie_factory::{GenResult, SerializeFn, WriteContext};

use super::super::header::{common, writes_doubles};
use super::super::number::{Flat, is_beyond_narrow, is_wide_float};
use super::super::{Cx, Header};
use super::swar::number;
use crate::godot::dialect::IntRule;
use crate::godot::ids::Kind;
use crate::godot::model::{Array, Dictionary, Real, Text, Variant, Vector2, Vector3};
use crate::grammar::{bytes, checked, gen_apart, slice};
use crate::trace::Trace;

/// Writes the most common values, each together with its header, and containers, each in a function of its own.
/// `otherwise` writes all other values.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::godot::wire) fn gen_common<'c, 'x, T: Trace, W: Write>(
    cx: Cx<'c, T>,
    value: &'x Variant,
    array: impl Fn(Cx<'c, T>, &'x Array, WriteContext<W>) -> GenResult<W> + Copy,
    dictionary: impl Fn(Cx<'c, T>, &'x Dictionary, WriteContext<W>) -> GenResult<W> + Copy,
    otherwise: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| match value {
        Variant::Array(x) => gen_apart(move |out| array(cx, x, out))(out),
        Variant::Dictionary(x) => gen_apart(move |out| dictionary(cx, x, out))(out),
        _ if T::ENABLED => otherwise(out),
        Variant::Nil => bytes(common::NIL.to_le_bytes())(out),
        Variant::Bool(x) => bytes(joined(common::BOOL, (*x).into()))(out),
        Variant::Int(x) => gen_headed_int(cx, *x, &otherwise)(out),
        Variant::Float(x) => gen_headed_float(cx, *x, &otherwise)(out),
        Variant::String(x) => gen_headed_text(x, &otherwise)(out),
        Variant::Vector2(v) if !writes_doubles(&cx.rules().dialect) => gen_headed_vector2(cx, v)(out),
        Variant::Vector3(v) if !writes_doubles(&cx.rules().dialect) => gen_headed_vector3(cx, v)(out),
        _ => otherwise(out),
    }
}

/// Writes the header and the count of a container without declared types, at once.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::godot::wire) fn gen_plain_head<T: Trace, W: Write>(
    _: Cx<'_, T>,
    header: Header,
    is_plain: bool,
    count: usize,
) -> Option<impl SerializeFn<W>> {
    let count = i32::try_from(count).ok().filter(|_| is_plain && !T::ENABLED)?;
    Some(bytes(joined(header.word, count.cast_unsigned())))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn gen_headed_int<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    value: i64,
    otherwise: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| match (cx.rules().dialect.ints, i32::try_from(value)) {
        (IntRule::ByRange | IntRule::Always32, Ok(narrow)) => {
            bytes(joined(common::INT, narrow.cast_unsigned()))(out)
        }
        (IntRule::Always32, Err(_)) => otherwise(out),
        (IntRule::ByRange, Err(_)) | (IntRule::Always64, _) => {
            gen_wide(common::WIDE_INT, value.to_le_bytes())(out)
        }
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn gen_headed_float<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    value: f64,
    otherwise: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| {
        if is_wide_float(cx.rules().dialect.ints, value) {
            return gen_wide(common::WIDE_FLOAT, value.to_le_bytes())(out);
        }
        if is_beyond_narrow(cx.rules().dialect.ints, value) {
            return otherwise(out);
        }
        bytes(joined(common::FLOAT, f32::from_f64(value).to_bits()))(out)
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn gen_headed_vector2<W: Write, T: Trace>(cx: Cx<'_, T>, v: &Vector2) -> impl SerializeFn<W> {
    checked(
        move || Header::new(cx, Kind::Vector2, 0),
        |header| words([header.word.to_le_bytes(), v.x.to_le_bytes(), v.y.to_le_bytes()]),
    )
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn gen_headed_vector3<W: Write, T: Trace>(cx: Cx<'_, T>, v: &Vector3) -> impl SerializeFn<W> {
    checked(
        move || Header::new(cx, Kind::Vector3, 0),
        |header| words([header.word.to_le_bytes(), v.x.to_le_bytes(), v.y.to_le_bytes(), v.z.to_le_bytes()]),
    )
}

/// Writes a header word and eight bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn gen_wide<W: Write>(head: u32, number: [u8; 8]) -> impl SerializeFn<W> {
    let [low, high] = halves(number);
    words([head.to_le_bytes(), low, high])
}

/// Writes words of four bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn words<W: Write, const N: usize>(words: [[u8; 4]; N]) -> impl SerializeFn<W> {
    slice(Flat(words))
}

/// At most sixteen bytes of UTF-8 without a NUL, as most text is. It is written together with its header.
struct Short {
    length: u32,
    number: u128,
    words: usize,
}

impl Short {
    /// Returns `None` if the full serializer is needed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_text(text: &Text) -> Option<Self> {
        let bytes = text.plain_bytes()?;
        let (number, words) = number(bytes)?;
        let length = u32::try_from(bytes.len()).ok()?;
        Some(Self { length, number, words })
    }

    /// Writes the header, the length, the bytes, and zeros up to a multiple of four.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn r#gen<W: Write>(self, head: u32, out: WriteContext<W>) -> GenResult<W> {
        let mut block = [0; 8 + 16];
        let (start, text) = block.split_at_mut(8);
        start.copy_from_slice(&joined(head, self.length));
        text.copy_from_slice(&self.number.to_le_bytes());
        // The compiler knows these lengths, so it copies the bytes with one or two moves.
        match (self.words, block) {
            (0, [used @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _]) => bytes::<_, 8>(used)(out),
            (1, [used @ .., _, _, _, _, _, _, _, _, _, _, _, _]) => bytes::<_, 12>(used)(out),
            (2, [used @ .., _, _, _, _, _, _, _, _]) => bytes::<_, 16>(used)(out),
            (3, [used @ .., _, _, _, _]) => bytes::<_, 20>(used)(out),
            _ => bytes(block)(out),
        }
    }
}

/// Returns the words of four bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn halves([a, b, c, d, e, f, g, h]: [u8; 8]) -> [[u8; 4]; 2] {
    [[a, b, c, d], [e, f, g, h]]
}

/// Returns the bytes of the header word and a second word.
#[cfg_attr(not(debug_assertions), inline(always))]
fn joined(head: u32, word: u32) -> [u8; 8] {
    (u64::from(head) | u64::from(word) << 32).to_le_bytes()
}

/// Writes a String. If it is short, it is written together with its header.
#[cfg_attr(not(debug_assertions), inline(always))]
fn gen_headed_text<W: Write>(text: &Text, otherwise: impl SerializeFn<W>) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| match Short::from_text(text) {
        Some(short) => short.r#gen(common::STRING, out),
        None => otherwise(out),
    }
}
