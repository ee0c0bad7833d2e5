//! Colours.

use super::Cx;
use super::prim::{gen_reals, parse_reals};
use crate::error::PResult;
use crate::godot::model::{Color, Real};
use crate::sink::{Gen, Sink};
use crate::trace::Trace;

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | red |
/// | 4  | 4    | green |
/// | 8  | 4    | blue |
/// | 12 | 4    | opacity |
///
/// Always 32-bit in every engine, double-precision builds included. Only the layout that Godot 3's
/// documentation gives for such builds (`godot3-double`) takes 8 bytes each.
pub fn parse_color<'a, R: Real, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Color<R>> {
    let (i, [r, g, b, a]) = parse_reals(cx, i, ["r", "g", "b", "a"])?;
    Ok((i, Color { r, g, b, a }))
}

/// Mirrors [`parse_color`].
pub fn gen_color<R: Real>(color: &Color<R>, out: impl Sink) -> Gen {
    gen_reals([color.r, color.g, color.b, color.a], out)
}
