//! Transforms and matrices. In the bytes a basis is stored by rows, also in a 3D transform, and all others by columns.

use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::sequence::{pair, tuple};

use super::Cx;
use super::number::{gen_reals, reals};
use super::vector::{gen_vector2, gen_vector3, gen_vector4, vector2, vector3, vector4};
use crate::godot::model::{Basis, Projection, Real, Transform2D, Transform3D, Vector3};
use crate::grammar::{Grammar, grammar, member, of_size};
use crate::trace::Trace;

grammar!(
    /// Parses a 2D transform, by columns.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 2R   | x axis: [`vector2`] |
    /// | 2R | 2R   | y axis: [`vector2`] |
    /// | 4R | 2R   | origin: [`vector2`] |
    ///
    /// Godot 2 calls it `Matrix32`.
    pub fn transform2d<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Transform2D<R>> {
        let columns =
            (member(cx, "x", vector2(cx)), member(cx, "y", vector2(cx)), member(cx, "origin", vector2(cx)));
        of_size(6 * R::SIZE, columns).map(|(x, y, origin)| Transform2D { x, y, origin })
    }
);

/// Writes a `Transform2D`, in the layout of [`transform2d`].
pub fn gen_transform2d<R: Real, W: Write>(transform: &Transform2D<R>) -> impl SerializeFn<W> {
    let Transform2D { x, y, origin } = transform;
    tuple((gen_vector2(x), gen_vector2(y), gen_vector2(origin)))
}

grammar!(
    /// Parses a 3×3 matrix, by **rows**.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 3R   | first row: x.x, y.x, z.x |
    /// | 3R | 3R   | second row: x.y, y.y, z.y |
    /// | 6R | 3R   | third row: x.z, y.z, z.z |
    ///
    /// `y.x` is the x component of the y axis. The documentation has the opposite order, but engines of every
    /// generation write this one. Godot 2 calls the type `Matrix3`.
    pub fn basis<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Basis<R>> {
        let rows = &["x.x", "y.x", "z.x", "x.y", "y.y", "z.y", "x.z", "y.z", "z.z"];
        reals(cx, rows).map(|[xx, yx, zx, xy, yy, zy, xz, yz, zz]| Basis {
            x: Vector3::new(xx, xy, xz),
            y: Vector3::new(yx, yy, yz),
            z: Vector3::new(zx, zy, zz),
        })
    }
);

/// Writes a `Basis`, in the layout of [`basis`].
pub fn gen_basis<R: Real, W: Write>(basis: &Basis<R>) -> impl SerializeFn<W> {
    let Basis { x, y, z } = basis;
    gen_reals([x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z])
}

grammar!(
    /// Parses a 3D transform: basis, then origin.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 9R   | [`basis`], by rows |
    /// | 9R | 3R   | origin: [`vector3`] |
    pub fn transform3d<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Transform3D<R>> {
        of_size(12 * R::SIZE, (basis(cx), member(cx, "origin", vector3(cx))))
            .map(|(basis, origin)| Transform3D { basis, origin })
    }
);

/// Writes a `Transform3D`, in the layout of [`transform3d`].
pub fn gen_transform3d<R: Real, W: Write>(transform: &Transform3D<R>) -> impl SerializeFn<W> {
    pair(gen_basis(&transform.basis), gen_vector3(&transform.origin))
}

grammar!(
    /// Parses a 4×4 matrix, by columns.
    ///
    /// | at  | size | field |
    /// |----:|-----:|-------|
    /// | 0   | 4R   | first column: [`vector4`] |
    /// | 4R  | 4R   | second column: [`vector4`] |
    /// | 8R  | 4R   | third column: [`vector4`] |
    /// | 12R | 4R   | fourth column: [`vector4`] |
    pub fn projection<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Projection<R>> {
        let column = |name| member(cx, name, vector4(cx));
        of_size(16 * R::SIZE, (column("x"), column("y"), column("z"), column("w")))
            .map(|(x, y, z, w)| Projection { x, y, z, w })
    }
);

/// Writes a `Projection`, in the layout of [`projection`].
pub fn gen_projection<R: Real, W: Write>(projection: &Projection<R>) -> impl SerializeFn<W> {
    let Projection { x, y, z, w } = projection;
    tuple((gen_vector4(x), gen_vector4(y), gen_vector4(z), gen_vector4(w)))
}
