//! Vectors, rectangles, matrices and colors. In the bytes a basis is stored by rows, also in a 3D transform, and all
//! other matrices by columns.
//!
//! `R` is the type of a component, `f32` or `f64`. A serializer writes eight bytes for each if it is `wide`, and four
//! otherwise.

use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::sequence::{pair, tuple};

use super::Cx;
use super::number::{components, gen_ints, gen_reals};
use crate::godot::model::{
    Aabb, Basis, Color, Plane, Projection, Quaternion, Real, Rect2, Rect2i, Transform2D, Transform3D,
    Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i,
};
use crate::grammar::{Parse, map, part, sized};
use crate::trace::{Part, Trace};

/// Reads a structure inside a structure, whose fields are named after it.
fn member<'a, T: Trace, O>(cx: Cx<'_, T>, name: &'static str, p: impl Parse<'a, O>) -> impl Parse<'a, O> {
    part(cx, Part::Member(name), p)
}

/// Reads two floats.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | R    | x |
/// | R  | R    | y |
///
/// ```
/// use gamewire::godot::{Dialect, Vector2, wire};
/// use gamewire::limits::Limits;
/// use gamewire::grammar::Settings;
/// let rules = Dialect::GODOT_3.into();
/// let settings = Settings::new(&rules, Limits::GODOT);
/// let (rest, v) = wire::vector2::<f32, _>(settings.cx())(&[0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 0xff]).unwrap();
/// assert_eq!((v, rest), (Vector2::new(1.0, 2.0), &[0xff][..]));
/// ```
pub fn vector2<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Vector2<R>> {
    map(components(cx, &["x", "y"]), |[x, y]| Vector2 { x, y })
}
/// Mirrors [`vector2`].
pub fn gen_vector2<R: Real, W: Write>(wide: bool, v: &Vector2<R>) -> impl SerializeFn<W> {
    gen_reals(wide, [v.x, v.y])
}

/// Reads three floats.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | R    | x |
/// | R  | R    | y |
/// | 2R | R    | z |
pub fn vector3<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Vector3<R>> {
    map(components(cx, &["x", "y", "z"]), |[x, y, z]| Vector3 { x, y, z })
}
/// Mirrors [`vector3`].
pub fn gen_vector3<R: Real, W: Write>(wide: bool, v: &Vector3<R>) -> impl SerializeFn<W> {
    gen_reals(wide, [v.x, v.y, v.z])
}

/// Reads four floats.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | R    | x |
/// | R  | R    | y |
/// | 2R | R    | z |
/// | 3R | R    | w |
pub fn vector4<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Vector4<R>> {
    map(components(cx, &["x", "y", "z", "w"]), |[x, y, z, w]| Vector4 { x, y, z, w })
}
/// Mirrors [`vector4`].
pub fn gen_vector4<R: Real, W: Write>(wide: bool, v: &Vector4<R>) -> impl SerializeFn<W> {
    gen_reals(wide, [v.x, v.y, v.z, v.w])
}

/// Reads two ints.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | x, signed |
/// | 4  | 4    | y, signed |
pub fn vector2i<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Vector2i> {
    map(components(cx, &["x", "y"]), |[x, y]| Vector2i { x, y })
}
/// Mirrors [`vector2i`].
pub fn gen_vector2i<W: Write>(v: &Vector2i) -> impl SerializeFn<W> {
    gen_ints([v.x, v.y])
}

/// Reads three ints.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | x, signed |
/// | 4  | 4    | y, signed |
/// | 8  | 4    | z, signed |
pub fn vector3i<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Vector3i> {
    map(components(cx, &["x", "y", "z"]), |[x, y, z]| Vector3i { x, y, z })
}
/// Mirrors [`vector3i`].
pub fn gen_vector3i<W: Write>(v: &Vector3i) -> impl SerializeFn<W> {
    gen_ints([v.x, v.y, v.z])
}

/// Reads four ints.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | x, signed |
/// | 4  | 4    | y, signed |
/// | 8  | 4    | z, signed |
/// | 12 | 4    | w, signed |
pub fn vector4i<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Vector4i> {
    map(components(cx, &["x", "y", "z", "w"]), |[x, y, z, w]| Vector4i { x, y, z, w })
}
/// Mirrors [`vector4i`].
pub fn gen_vector4i<W: Write>(v: &Vector4i) -> impl SerializeFn<W> {
    gen_ints([v.x, v.y, v.z, v.w])
}

/// Reads a rectangle: position, then size.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 2R   | position: [`vector2`] |
/// | 2R | 2R   | size: [`vector2`] |
pub fn rect2<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Rect2<R>> {
    sized(4 * R::SIZE, move |i: &'a [u8]| {
        let (i, position) = member(cx, "position", vector2(cx))(i)?;
        let (i, size) = member(cx, "size", vector2(cx))(i)?;
        Ok((i, Rect2 { position, size }))
    })
}
/// Mirrors [`rect2`].
pub fn gen_rect2<R: Real, W: Write>(wide: bool, rect: &Rect2<R>) -> impl SerializeFn<W> {
    pair(gen_vector2(wide, &rect.position), gen_vector2(wide, &rect.size))
}

/// Reads a rectangle of ints: position, then size.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 8    | position: [`vector2i`] |
/// | 8  | 8    | size: [`vector2i`] |
pub fn rect2i<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Rect2i> {
    move |i: &'a [u8]| {
        let (i, position) = member(cx, "position", vector2i(cx))(i)?;
        let (i, size) = member(cx, "size", vector2i(cx))(i)?;
        Ok((i, Rect2i { position, size }))
    }
}
/// Mirrors [`rect2i`].
pub fn gen_rect2i<W: Write>(rect: &Rect2i) -> impl SerializeFn<W> {
    pair(gen_vector2i(&rect.position), gen_vector2i(&rect.size))
}

/// Reads a 2D transform, by columns.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 2R   | x axis: [`vector2`] |
/// | 2R | 2R   | y axis: [`vector2`] |
/// | 4R | 2R   | origin: [`vector2`] |
///
/// Godot 2 calls it `Matrix32`.
pub fn transform2d<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Transform2D<R>> {
    sized(6 * R::SIZE, move |i: &'a [u8]| {
        let (i, x) = member(cx, "x", vector2(cx))(i)?;
        let (i, y) = member(cx, "y", vector2(cx))(i)?;
        let (i, origin) = member(cx, "origin", vector2(cx))(i)?;
        Ok((i, Transform2D { x, y, origin }))
    })
}
/// Mirrors [`transform2d`].
pub fn gen_transform2d<R: Real, W: Write>(wide: bool, t: &Transform2D<R>) -> impl SerializeFn<W> {
    tuple((gen_vector2(wide, &t.x), gen_vector2(wide, &t.y), gen_vector2(wide, &t.origin)))
}

/// Reads a plane: normal, then distance.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 3R   | normal: [`vector3`] |
/// | 3R | R    | d |
pub fn plane<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Plane<R>> {
    sized(4 * R::SIZE, move |i: &'a [u8]| {
        let (i, normal) = member(cx, "normal", vector3(cx))(i)?;
        let (i, [d]) = components(cx, &["d"])(i)?;
        Ok((i, Plane { normal, d }))
    })
}
/// Mirrors [`plane`].
pub fn gen_plane<R: Real, W: Write>(wide: bool, plane: &Plane<R>) -> impl SerializeFn<W> {
    pair(gen_vector3(wide, &plane.normal), gen_reals(wide, [plane.d]))
}

/// Reads a rotation.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 3R   | imaginary part: x, y, z |
/// | 3R | R    | real part: w |
pub fn quaternion<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Quaternion<R>> {
    map(components(cx, &["x", "y", "z", "w"]), |[x, y, z, w]| Quaternion { x, y, z, w })
}
/// Mirrors [`quaternion`].
pub fn gen_quaternion<R: Real, W: Write>(wide: bool, q: &Quaternion<R>) -> impl SerializeFn<W> {
    gen_reals(wide, [q.x, q.y, q.z, q.w])
}

/// Reads an axis-aligned box: position, then size.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 3R   | position: [`vector3`] |
/// | 3R | 3R   | size: [`vector3`] |
pub fn aabb<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Aabb<R>> {
    sized(6 * R::SIZE, move |i: &'a [u8]| {
        let (i, position) = member(cx, "position", vector3(cx))(i)?;
        let (i, size) = member(cx, "size", vector3(cx))(i)?;
        Ok((i, Aabb { position, size }))
    })
}
/// Mirrors [`aabb`].
pub fn gen_aabb<R: Real, W: Write>(wide: bool, aabb: &Aabb<R>) -> impl SerializeFn<W> {
    pair(gen_vector3(wide, &aabb.position), gen_vector3(wide, &aabb.size))
}

/// Reads a 3×3 matrix, by **rows**.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 3R   | first row: x.x, y.x, z.x |
/// | 3R | 3R   | second row: x.y, y.y, z.y |
/// | 6R | 3R   | third row: x.z, y.z, z.z |
///
/// `y.x` is the x component of the y axis. The documentation has the opposite order, but engines of every generation
/// write this one. Godot 2 calls the type `Matrix3`.
pub fn basis<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Basis<R>> {
    let rows = &["x.x", "y.x", "z.x", "x.y", "y.y", "z.y", "x.z", "y.z", "z.z"];
    map(components(cx, rows), |[xx, yx, zx, xy, yy, zy, xz, yz, zz]| Basis {
        x: Vector3::new(xx, xy, xz),
        y: Vector3::new(yx, yy, yz),
        z: Vector3::new(zx, zy, zz),
    })
}
/// Mirrors [`basis`].
pub fn gen_basis<R: Real, W: Write>(wide: bool, Basis { x, y, z }: &Basis<R>) -> impl SerializeFn<W> {
    gen_reals(wide, [x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z])
}

/// Reads a 3D transform: basis, then origin.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 9R   | [`basis`], by rows |
/// | 9R | 3R   | origin: [`vector3`] |
pub fn transform3d<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Transform3D<R>> {
    sized(12 * R::SIZE, move |i: &'a [u8]| {
        let (i, basis) = basis(cx)(i)?;
        let (i, origin) = member(cx, "origin", vector3(cx))(i)?;
        Ok((i, Transform3D { basis, origin }))
    })
}
/// Mirrors [`transform3d`].
pub fn gen_transform3d<R: Real, W: Write>(wide: bool, t: &Transform3D<R>) -> impl SerializeFn<W> {
    pair(gen_basis(wide, &t.basis), gen_vector3(wide, &t.origin))
}

/// Reads a 4×4 matrix, by columns.
///
/// | at  | size | field |
/// |----:|-----:|-------|
/// | 0   | 4R   | first column: [`vector4`] |
/// | 4R  | 4R   | second column: [`vector4`] |
/// | 8R  | 4R   | third column: [`vector4`] |
/// | 12R | 4R   | fourth column: [`vector4`] |
pub fn projection<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Projection<R>> {
    sized(16 * R::SIZE, move |i: &'a [u8]| {
        let (i, x) = member(cx, "x", vector4(cx))(i)?;
        let (i, y) = member(cx, "y", vector4(cx))(i)?;
        let (i, z) = member(cx, "z", vector4(cx))(i)?;
        let (i, w) = member(cx, "w", vector4(cx))(i)?;
        Ok((i, Projection { x, y, z, w }))
    })
}
/// Mirrors [`projection`].
pub fn gen_projection<R: Real, W: Write>(wide: bool, p: &Projection<R>) -> impl SerializeFn<W> {
    tuple((
        gen_vector4(wide, &p.x),
        gen_vector4(wide, &p.y),
        gen_vector4(wide, &p.z),
        gen_vector4(wide, &p.w),
    ))
}

/// Reads a color: red, green, blue and opacity.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | red |
/// | 4  | 4    | green |
/// | 8  | 4    | blue |
/// | 12 | 4    | opacity |
///
/// The components have 32 bits in every engine, including double-precision builds. Only in the layout that Godot 3's
/// documentation describes for such builds (`godot3-double`) they take 8 bytes each.
pub fn color<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Color<R>> {
    map(components(cx, &["r", "g", "b", "a"]), |[r, g, b, a]| Color { r, g, b, a })
}
/// Mirrors [`color`].
pub fn gen_color<R: Real, W: Write>(wide: bool, c: &Color<R>) -> impl SerializeFn<W> {
    gen_reals(wide, [c.r, c.g, c.b, c.a])
}
