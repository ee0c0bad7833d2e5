//! Rectangles, planes, rotations and boxes.

use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::sequence::pair;

use super::Cx;
use super::number::{gen_reals, reals};
use super::vector::{gen_vector2, gen_vector2i, gen_vector3, vector2, vector2i, vector3};
use crate::godot::model::{Aabb, Plane, Quaternion, Real, Rect2, Rect2i};
use crate::grammar::{Grammar, grammar, member, of_size};
use crate::trace::Trace;

grammar!(
    /// Parses a rectangle: position, then size.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 2R   | position: [`vector2`] |
    /// | 2R | 2R   | size: [`vector2`] |
    pub fn rect2<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Rect2<R>> {
        of_size(4 * R::SIZE, (member(cx, "position", vector2(cx)), member(cx, "size", vector2(cx))))
            .map(|(position, size)| Rect2 { position, size })
    }
);

/// Writes a `Rect2`, in the layout of [`rect2`].
pub fn gen_rect2<R: Real, W: Write>(rect: &Rect2<R>) -> impl SerializeFn<W> {
    pair(gen_vector2(&rect.position), gen_vector2(&rect.size))
}

grammar!(
    /// Parses a rectangle of ints: position, then size.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 8    | position: [`vector2i`] |
    /// | 8  | 8    | size: [`vector2i`] |
    pub fn rect2i<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Rect2i> {
        (member(cx, "position", vector2i(cx)), member(cx, "size", vector2i(cx)))
            .map(|(position, size)| Rect2i { position, size })
    }
);

/// Writes a `Rect2i`, in the layout of [`rect2i`].
pub fn gen_rect2i<W: Write>(rect: &Rect2i) -> impl SerializeFn<W> {
    pair(gen_vector2i(&rect.position), gen_vector2i(&rect.size))
}

grammar!(
    /// Parses a plane: normal, then distance.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 3R   | normal: [`vector3`] |
    /// | 3R | R    | d |
    pub fn plane<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Plane<R>> {
        of_size(4 * R::SIZE, (member(cx, "normal", vector3(cx)), reals(cx, &["d"])))
            .map(|(normal, [d])| Plane { normal, d })
    }
);

/// Writes a `Plane`, in the layout of [`plane`].
pub fn gen_plane<R: Real, W: Write>(plane: &Plane<R>) -> impl SerializeFn<W> {
    pair(gen_vector3(&plane.normal), gen_reals([plane.d]))
}

grammar!(
    /// Parses a rotation.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 3R   | imaginary part: x, y, z |
    /// | 3R | R    | real part: w |
    pub fn quaternion<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Quaternion<R>> {
        reals(cx, &["x", "y", "z", "w"]).map(|[x, y, z, w]| Quaternion { x, y, z, w })
    }
);

/// Writes a `Quaternion`, in the layout of [`quaternion`].
pub fn gen_quaternion<R: Real, W: Write>(q: &Quaternion<R>) -> impl SerializeFn<W> {
    gen_reals([q.x, q.y, q.z, q.w])
}

grammar!(
    /// Parses an axis-aligned box: position, then size.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 3R   | position: [`vector3`] |
    /// | 3R | 3R   | size: [`vector3`] |
    pub fn aabb<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Aabb<R>> {
        of_size(6 * R::SIZE, (member(cx, "position", vector3(cx)), member(cx, "size", vector3(cx))))
            .map(|(position, size)| Aabb { position, size })
    }
);

/// Writes an `Aabb`, in the layout of [`aabb`].
pub fn gen_aabb<R: Real, W: Write>(aabb: &Aabb<R>) -> impl SerializeFn<W> {
    pair(gen_vector3(&aabb.position), gen_vector3(&aabb.size))
}
