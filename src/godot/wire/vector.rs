//! Vectors of floats and of integers.

use std::io::Write;

use cookie_factory::SerializeFn;

use super::Cx;
use super::number::{gen_ints, gen_reals, ints, reals};
use crate::godot::model::{Real, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i};
use crate::grammar::{Grammar, grammar};
use crate::trace::Trace;

grammar!(
    /// Parses two floats.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | R    | x |
    /// | R  | R    | y |
    ///
    /// ```
    /// use gamewire::cx::Settings;
    /// use gamewire::godot::{Dialect, Vector2, wire};
    /// use gamewire::limits::Limits;
    /// use nom::Parser;
    /// let rules = Dialect::GODOT_3.into();
    /// let settings = Settings::new(&rules, Limits::GODOT);
    /// let cx = settings.cx();
    /// let (rest, v) = wire::vector2::<f32, _>(cx).parse(&[0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 0xff]).unwrap();
    /// assert_eq!((v, rest), (Vector2::new(1.0, 2.0), &[0xff][..]));
    /// ```
    pub fn vector2<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Vector2<R>> {
        reals(cx, &["x", "y"]).map(|[x, y]| Vector2 { x, y })
    }
);

/// Writes a `Vector2`, in the layout of [`vector2`].
pub fn gen_vector2<R: Real, W: Write>(v: &Vector2<R>) -> impl SerializeFn<W> {
    gen_reals([v.x, v.y])
}

grammar!(
    /// Parses three floats.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | R    | x |
    /// | R  | R    | y |
    /// | 2R | R    | z |
    pub fn vector3<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Vector3<R>> {
        reals(cx, &["x", "y", "z"]).map(|[x, y, z]| Vector3 { x, y, z })
    }
);

/// Writes a `Vector3`, in the layout of [`vector3`].
pub fn gen_vector3<R: Real, W: Write>(v: &Vector3<R>) -> impl SerializeFn<W> {
    gen_reals([v.x, v.y, v.z])
}

grammar!(
    /// Parses four floats.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | R    | x |
    /// | R  | R    | y |
    /// | 2R | R    | z |
    /// | 3R | R    | w |
    pub fn vector4<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Vector4<R>> {
        reals(cx, &["x", "y", "z", "w"]).map(|[x, y, z, w]| Vector4 { x, y, z, w })
    }
);

/// Writes a `Vector4`, in the layout of [`vector4`].
pub fn gen_vector4<R: Real, W: Write>(v: &Vector4<R>) -> impl SerializeFn<W> {
    gen_reals([v.x, v.y, v.z, v.w])
}

grammar!(
    /// Parses two ints.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 4    | x, signed |
    /// | 4  | 4    | y, signed |
    pub fn vector2i<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Vector2i> {
        ints(cx, &["x", "y"]).map(|[x, y]| Vector2i { x, y })
    }
);

/// Writes a `Vector2i`, in the layout of [`vector2i`].
pub fn gen_vector2i<W: Write>(v: &Vector2i) -> impl SerializeFn<W> {
    gen_ints([v.x, v.y])
}

grammar!(
    /// Parses three ints.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 4    | x, signed |
    /// | 4  | 4    | y, signed |
    /// | 8  | 4    | z, signed |
    pub fn vector3i<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Vector3i> {
        ints(cx, &["x", "y", "z"]).map(|[x, y, z]| Vector3i { x, y, z })
    }
);

/// Writes a `Vector3i`, in the layout of [`vector3i`].
pub fn gen_vector3i<W: Write>(v: &Vector3i) -> impl SerializeFn<W> {
    gen_ints([v.x, v.y, v.z])
}

grammar!(
    /// Parses four ints.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 4    | x, signed |
    /// | 4  | 4    | y, signed |
    /// | 8  | 4    | z, signed |
    /// | 12 | 4    | w, signed |
    pub fn vector4i<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Vector4i> {
        ints(cx, &["x", "y", "z", "w"]).map(|[x, y, z, w]| Vector4i { x, y, z, w })
    }
);

/// Writes a `Vector4i`, in the layout of [`vector4i`].
pub fn gen_vector4i<W: Write>(v: &Vector4i) -> impl SerializeFn<W> {
    gen_ints([v.x, v.y, v.z, v.w])
}
