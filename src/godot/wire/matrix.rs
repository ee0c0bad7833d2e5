//! Transforms and matrices. The wire holds a basis by rows, everything else by columns.

use super::Cx;
use super::prim::{gen_reals, parse_reals};
use crate::error::PResult;
use crate::godot::model::{Basis, Projection, Real, Transform2D, Transform3D, Vector2, Vector3, Vector4};
use crate::sink::{Gen, Sink};
use crate::trace::Trace;

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 2R   | x axis: x, y |
/// | 2R | 2R   | y axis: x, y |
/// | 4R | 2R   | origin: x, y |
///
/// Godot 2 calls it `Matrix32`.
pub fn parse_transform2d<'a, R: Real, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Transform2D<R>> {
    let names = ["x.x", "x.y", "y.x", "y.y", "origin.x", "origin.y"];
    let (i, [xx, xy, yx, yy, ox, oy]) = parse_reals(cx, i, names)?;
    Ok((i, Transform2D { x: Vector2::new(xx, xy), y: Vector2::new(yx, yy), origin: Vector2::new(ox, oy) }))
}

/// Mirrors [`parse_transform2d`].
pub fn gen_transform2d<R: Real>(transform: &Transform2D<R>, out: impl Sink) -> Gen {
    let Transform2D { x, y, origin } = transform;
    gen_reals([x.x, x.y, y.x, y.y, origin.x, origin.y], out)
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 3R   | first row: x.x, y.x, z.x |
/// | 3R | 3R   | second row: x.y, y.y, z.y |
/// | 6R | 3R   | third row: x.z, y.z, z.z |
///
/// `y.x` is the x component of the y axis. The documentation says the opposite order; engines of every
/// generation write this one. Godot 2 calls it `Matrix3`.
pub fn parse_basis<'a, R: Real, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Basis<R>> {
    let (i, [xx, yx, zx, xy, yy, zy, xz, yz, zz]) = parse_reals(cx, i, BASIS)?;
    Ok((i, Basis { x: Vector3::new(xx, xy, xz), y: Vector3::new(yx, yy, yz), z: Vector3::new(zx, zy, zz) }))
}

const BASIS: [&str; 9] = ["x.x", "y.x", "z.x", "x.y", "y.y", "z.y", "x.z", "y.z", "z.z"];

/// Mirrors [`parse_basis`].
pub fn gen_basis<R: Real>(basis: &Basis<R>, out: impl Sink) -> Gen {
    let Basis { x, y, z } = basis;
    gen_reals([x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z], out)
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 9R   | basis, by rows as in [`parse_basis`] |
/// | 9R | 3R   | origin: x, y, z |
pub fn parse_transform3d<'a, R: Real, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Transform3D<R>> {
    let (i, basis) = parse_basis(cx, i)?;
    let (i, [x, y, z]) = parse_reals(cx, i, ["origin.x", "origin.y", "origin.z"])?;
    Ok((i, Transform3D { basis, origin: Vector3 { x, y, z } }))
}

/// Mirrors [`parse_transform3d`].
pub fn gen_transform3d<R: Real>(transform: &Transform3D<R>, out: impl Sink) -> Gen {
    let Transform3D { basis: Basis { x, y, z }, origin } = transform;
    let rows = [x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z];
    let [a, b, c, d, e, f, g, h, i] = rows;
    gen_reals([a, b, c, d, e, f, g, h, i, origin.x, origin.y, origin.z], out)
}

/// | at  | size | field |
/// |----:|-----:|-------|
/// | 0   | 4R   | first column: x, y, z, w |
/// | 4R  | 4R   | second column |
/// | 8R  | 4R   | third column |
/// | 12R | 4R   | fourth column |
pub fn parse_projection<'a, R: Real, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Projection<R>> {
    let (i, x) = parse_reals(cx, i, ["x.x", "x.y", "x.z", "x.w"])?;
    let (i, y) = parse_reals(cx, i, ["y.x", "y.y", "y.z", "y.w"])?;
    let (i, z) = parse_reals(cx, i, ["z.x", "z.y", "z.z", "z.w"])?;
    let (i, w) = parse_reals(cx, i, ["w.x", "w.y", "w.z", "w.w"])?;
    Ok((i, Projection { x: Vector4::from(x), y: Vector4::from(y), z: Vector4::from(z), w: Vector4::from(w) }))
}

/// Mirrors [`parse_projection`].
pub fn gen_projection<R: Real>(projection: &Projection<R>, out: impl Sink) -> Gen {
    let Projection { x, y, z, w } = projection;
    let columns = [x.x, x.y, x.z, x.w, y.x, y.y, y.z, y.w, z.x, z.y, z.z, z.w, w.x, w.y, w.z, w.w];
    gen_reals(columns, out)
}
