//! Colors.

use std::io::Write;

use cookie_factory::SerializeFn;

use super::Cx;
use super::number::{gen_reals, reals};
use crate::godot::model::{Color, Real};
use crate::grammar::{Grammar, grammar};
use crate::trace::Trace;

grammar!(
    /// Parses a color: red, green, blue and opacity.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 4    | red |
    /// | 4  | 4    | green |
    /// | 8  | 4    | blue |
    /// | 12 | 4    | opacity |
    ///
    /// The components have 32 bits in every engine, including double-precision builds. Only in the layout that Godot
    /// 3's documentation describes for such builds (`godot3-double`) they take 8 bytes each.
    pub fn color<'a, R: Real, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Color<R>> {
        reals(cx, &["r", "g", "b", "a"]).map(|[r, g, b, a]| Color { r, g, b, a })
    }
);

/// Writes a `Color`, in the layout of [`color`].
pub fn gen_color<R: Real, W: Write>(color: &Color<R>) -> impl SerializeFn<W> {
    gen_reals([color.r, color.g, color.b, color.a])
}
