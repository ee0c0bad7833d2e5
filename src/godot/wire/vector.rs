//! Vectors of floats and of integers.

use super::Cx;
use super::prim::{gen_ints, gen_reals, parse_ints, parse_reals};
use crate::error::PResult;
use crate::godot::model::{Real, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i};
use crate::sink::{Gen, Sink};
use crate::trace::Trace;

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | R    | x |
/// | R  | R    | y |
///
/// ```
/// use gamewire::godot::{Dialect, Vector2, wire};
/// use gamewire::limits::Limits;
/// let rules = Dialect::GODOT_3.into();
/// let cx = wire::Cx::new(&rules, &Limits::GODOT);
/// let (rest, v) = wire::parse_vector2::<f32, _>(cx, &[0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 0xff]).unwrap();
/// assert_eq!((v, rest), (Vector2::new(1.0, 2.0), &[0xff][..]));
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_vector2<'a, R: Real, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Vector2<R>> {
    let (i, [x, y]) = parse_reals(cx, i, ["x", "y"])?;
    Ok((i, Vector2 { x, y }))
}

/// Mirrors [`parse_vector2`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gen_vector2<R: Real>(v: &Vector2<R>, out: impl Sink) -> Gen {
    gen_reals([v.x, v.y], out)
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | R    | x |
/// | R  | R    | y |
/// | 2R | R    | z |
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_vector3<'a, R: Real, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Vector3<R>> {
    let (i, [x, y, z]) = parse_reals(cx, i, ["x", "y", "z"])?;
    Ok((i, Vector3 { x, y, z }))
}

/// Mirrors [`parse_vector3`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gen_vector3<R: Real>(v: &Vector3<R>, out: impl Sink) -> Gen {
    gen_reals([v.x, v.y, v.z], out)
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | R    | x |
/// | R  | R    | y |
/// | 2R | R    | z |
/// | 3R | R    | w |
pub fn parse_vector4<'a, R: Real, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Vector4<R>> {
    let (i, [x, y, z, w]) = parse_reals(cx, i, ["x", "y", "z", "w"])?;
    Ok((i, Vector4 { x, y, z, w }))
}

/// Mirrors [`parse_vector4`].
pub fn gen_vector4<R: Real>(v: &Vector4<R>, out: impl Sink) -> Gen {
    gen_reals([v.x, v.y, v.z, v.w], out)
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | x, signed |
/// | 4  | 4    | y, signed |
pub fn parse_vector2i<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Vector2i> {
    let (i, [x, y]) = parse_ints(cx, i, ["x", "y"])?;
    Ok((i, Vector2i { x, y }))
}

/// Mirrors [`parse_vector2i`].
pub fn gen_vector2i(v: &Vector2i, out: impl Sink) -> Gen {
    gen_ints([v.x, v.y], out)
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | x, signed |
/// | 4  | 4    | y, signed |
/// | 8  | 4    | z, signed |
pub fn parse_vector3i<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Vector3i> {
    let (i, [x, y, z]) = parse_ints(cx, i, ["x", "y", "z"])?;
    Ok((i, Vector3i { x, y, z }))
}

/// Mirrors [`parse_vector3i`].
pub fn gen_vector3i(v: &Vector3i, out: impl Sink) -> Gen {
    gen_ints([v.x, v.y, v.z], out)
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | x, signed |
/// | 4  | 4    | y, signed |
/// | 8  | 4    | z, signed |
/// | 12 | 4    | w, signed |
pub fn parse_vector4i<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Vector4i> {
    let (i, [x, y, z, w]) = parse_ints(cx, i, ["x", "y", "z", "w"])?;
    Ok((i, Vector4i { x, y, z, w }))
}

/// Mirrors [`parse_vector4i`].
pub fn gen_vector4i(v: &Vector4i, out: impl Sink) -> Gen {
    gen_ints([v.x, v.y, v.z, v.w], out)
}
