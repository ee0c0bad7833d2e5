//! Rectangles, planes, rotations and boxes.

use super::Cx;
use super::prim::{gen_ints, gen_reals, parse_ints, parse_reals};
use crate::error::PResult;
use crate::godot::model::{Aabb, Plane, Quaternion, Real, Rect2, Rect2i, Vector2, Vector2i, Vector3};
use crate::sink::{Gen, Sink};
use crate::trace::Trace;

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 2R   | position: x, y |
/// | 2R | 2R   | size: x, y |
pub fn parse_rect2<'a, R: Real, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Rect2<R>> {
    let (i, [x, y, w, h]) = parse_reals(cx, i, ["position.x", "position.y", "size.x", "size.y"])?;
    Ok((i, Rect2 { position: Vector2::new(x, y), size: Vector2::new(w, h) }))
}

/// Mirrors [`parse_rect2`].
pub fn gen_rect2<R: Real>(rect: &Rect2<R>, out: impl Sink) -> Gen {
    let Rect2 { position, size } = rect;
    gen_reals([position.x, position.y, size.x, size.y], out)
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 8    | position: x, y, signed |
/// | 8  | 8    | size: x, y, signed |
pub fn parse_rect2i<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Rect2i> {
    let (i, [x, y, w, h]) = parse_ints(cx, i, ["position.x", "position.y", "size.x", "size.y"])?;
    Ok((i, Rect2i { position: Vector2i::new(x, y), size: Vector2i::new(w, h) }))
}

/// Mirrors [`parse_rect2i`].
pub fn gen_rect2i(rect: &Rect2i, out: impl Sink) -> Gen {
    let Rect2i { position, size } = rect;
    gen_ints([position.x, position.y, size.x, size.y], out)
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 3R   | normal: x, y, z |
/// | 3R | R    | d |
pub fn parse_plane<'a, R: Real, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Plane<R>> {
    let (i, [x, y, z, d]) = parse_reals(cx, i, ["normal.x", "normal.y", "normal.z", "d"])?;
    Ok((i, Plane { normal: Vector3::new(x, y, z), d }))
}

/// Mirrors [`parse_plane`].
pub fn gen_plane<R: Real>(plane: &Plane<R>, out: impl Sink) -> Gen {
    let Plane { normal, d } = plane;
    gen_reals([normal.x, normal.y, normal.z, *d], out)
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 3R   | imaginary part: x, y, z |
/// | 3R | R    | real part: w |
pub fn parse_quaternion<'a, R: Real, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Quaternion<R>> {
    let (i, [x, y, z, w]) = parse_reals(cx, i, ["x", "y", "z", "w"])?;
    Ok((i, Quaternion { x, y, z, w }))
}

/// Mirrors [`parse_quaternion`].
pub fn gen_quaternion<R: Real>(q: &Quaternion<R>, out: impl Sink) -> Gen {
    gen_reals([q.x, q.y, q.z, q.w], out)
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 3R   | position: x, y, z |
/// | 3R | 3R   | size: x, y, z |
pub fn parse_aabb<'a, R: Real, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Aabb<R>> {
    let names = ["position.x", "position.y", "position.z", "size.x", "size.y", "size.z"];
    let (i, [x, y, z, w, h, d]) = parse_reals(cx, i, names)?;
    Ok((i, Aabb { position: Vector3::new(x, y, z), size: Vector3::new(w, h, d) }))
}

/// Mirrors [`parse_aabb`].
pub fn gen_aabb<R: Real>(aabb: &Aabb<R>, out: impl Sink) -> Gen {
    let Aabb { position, size } = aabb;
    gen_reals([position.x, position.y, position.z, size.x, size.y, size.z], out)
}
