//! Headers in one write with what follows: shortcuts of the mirrors of the commonest leaves.
//!
//! | here | writes as |
//! |------|-----------|
//! | [`gen_headed_int`], [`gen_headed_float`] | [`gen_int`](super::gen_int), [`gen_float`](super::gen_float) |
//! | [`gen_headed_vector2`], [`gen_headed_vector3`] | [`gen_vector2`](super::gen_vector2), [`gen_vector3`](super::gen_vector3) |

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};

use super::header::common;
use super::number::{Flat, is_beyond_narrow, is_wide_float};
use super::payload::any_value;
use super::short::joined;
use super::{Cx, Header};
use crate::godot::dialect::IntRule;
use crate::godot::ids::Kind;
use crate::godot::model::{Real, Variant, Vector2, Vector3};
use crate::grammar::{bytes, checked, slice};
use crate::trace::Trace;

/// An int.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_headed_int<W: Write, T: Trace>(cx: Cx<'_, T>, value: i64) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| match (cx.rules().dialect.ints, i32::try_from(value)) {
        (IntRule::ByRange | IntRule::Always32, Ok(narrow)) => {
            bytes(joined(common::INT, narrow.cast_unsigned()))(out)
        }
        (IntRule::Always32, Err(_)) => Ok(any_value(cx, &Variant::Int(value), out)?),
        (IntRule::ByRange, Err(_)) | (IntRule::Always64, _) => {
            gen_wide(common::WIDE_INT, value.to_le_bytes())(out)
        }
    }
}

/// A float.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_headed_float<W: Write, T: Trace>(cx: Cx<'_, T>, value: f64) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| {
        if is_wide_float(cx.rules().dialect.ints, value) {
            return gen_wide(common::WIDE_FLOAT, value.to_le_bytes())(out);
        }
        if is_beyond_narrow(cx.rules().dialect.ints, value) {
            let out = any_value(cx, &Variant::Float(value), out)?;
            return Ok(out);
        }
        bytes(joined(common::FLOAT, f32::from_f64(value).to_bits()))(out)
    }
}

/// A vector of single precision.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_headed_vector2<W: Write, T: Trace>(cx: Cx<'_, T>, v: &Vector2) -> impl SerializeFn<W> {
    checked(
        move || Header::new(cx, Kind::Vector2, 0),
        |header| words([header.word.to_le_bytes(), v.x.to_le_bytes(), v.y.to_le_bytes()]),
    )
}

/// A vector of single precision.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_headed_vector3<W: Write, T: Trace>(cx: Cx<'_, T>, v: &Vector3) -> impl SerializeFn<W> {
    checked(
        move || Header::new(cx, Kind::Vector3, 0),
        |header| words([header.word.to_le_bytes(), v.x.to_le_bytes(), v.y.to_le_bytes(), v.z.to_le_bytes()]),
    )
}

/// Header word and eight bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn gen_wide<W: Write>(head: u32, bytes: [u8; 8]) -> impl SerializeFn<W> {
    let [a, b] = [bytes.first_chunk(), bytes.last_chunk()].map(|half| half.copied().unwrap_or([0; 4]));
    words([head.to_le_bytes(), a, b])
}

/// Words of four bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn words<W: Write, const N: usize>(words: [[u8; 4]; N]) -> impl SerializeFn<W> {
    slice(Flat(words))
}
