//! Headers in one write with what follows: shortcuts of the mirrors of the commonest leaves.
//!
//! | here | writes as |
//! |------|-----------|
//! | [`write_int`], [`write_float`] | [`gen_int`](super::gen_int), [`gen_float`](super::gen_float) |
//! | [`write_vector2`], [`write_vector3`] | [`gen_vector2`](super::gen_vector2), [`gen_vector3`](super::gen_vector3) |

use std::io::Write;

use cookie_factory::WriteContext;

use super::header::common;
use super::number::{is_beyond_narrow, is_wide_float};
use super::payload::write_leaf;
use super::short::joined;
use super::{Cx, Header};
use crate::godot::dialect::IntRule;
use crate::godot::ids::Kind;
use crate::godot::model::{Real, Variant, Vector2, Vector3};
use crate::sink::{Gen, put};
use crate::trace::Trace;

/// An int.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn write_int<W: Write, T: Trace>(cx: &Cx<'_, T>, value: i64, out: &mut WriteContext<W>) -> Gen {
    match (cx.rules.dialect.ints, i32::try_from(value)) {
        (IntRule::ByRange | IntRule::Always32, Ok(narrow)) => {
            put(out, &joined(common::INT, narrow.cast_unsigned()))
        }
        (IntRule::Always32, Err(_)) => write_leaf(cx, &Variant::Int(value), out),
        (IntRule::ByRange, Err(_)) | (IntRule::Always64, _) => {
            put_wide(common::WIDE_INT, value.to_le_bytes(), out)
        }
    }
}

/// A float.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn write_float<W: Write, T: Trace>(cx: &Cx<'_, T>, value: f64, out: &mut WriteContext<W>) -> Gen {
    if is_wide_float(cx.rules.dialect.ints, value) {
        return put_wide(common::WIDE_FLOAT, value.to_le_bytes(), out);
    }
    if is_beyond_narrow(cx.rules.dialect.ints, value) {
        return write_leaf(cx, &Variant::Float(value), out);
    }
    put(out, &joined(common::FLOAT, f32::from_f64(value).to_bits()))
}

/// A vector of single precision.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn write_vector2<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    v: &Vector2,
    out: &mut WriteContext<W>,
) -> Gen {
    put_reals(Header::new(cx, Kind::Vector2, 0)?, [v.x, v.y], out)
}

/// A vector of single precision.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn write_vector3<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    v: &Vector3,
    out: &mut WriteContext<W>,
) -> Gen {
    put_reals(Header::new(cx, Kind::Vector3, 0)?, [v.x, v.y, v.z], out)
}

/// Header word and eight bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn put_wide<W: Write>(head: u32, bytes: [u8; 8], out: &mut WriteContext<W>) -> Gen {
    let [a, b] = [bytes.first_chunk(), bytes.last_chunk()].map(|half| half.copied().unwrap_or([0; 4]));
    put(out, [head.to_le_bytes(), a, b].as_flattened())
}

/// Header word and components of 32 bits.
#[cfg_attr(not(debug_assertions), inline(always))]
fn put_reals<W: Write, const N: usize>(header: Header, reals: [f32; N], out: &mut WriteContext<W>) -> Gen {
    let head = header.word.to_le_bytes();
    let reals = reals.map(f32::to_le_bytes);
    match reals.as_slice() {
        [x, y] => put(out, [head, *x, *y].as_flattened()),
        [x, y, z] => put(out, [head, *x, *y, *z].as_flattened()),
        reals => put(out, &head).and_then(|()| put(out, reals.as_flattened())),
    }
}
