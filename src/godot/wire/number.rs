//! bool, int, float, and the numbers that other types are made of.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn};

use super::{Cx, FLOAT, INT, WIDE, words};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::godot::dialect::{Dialect, IntRule};
use crate::godot::model::{Number, Real};
use crate::grammar::{
    Parse, Read, Show as _, ends, fail_after, field, field_as, le_f32, le_f64, le_i32, le_i64, le_u32, map,
    sized, slice,
};
use crate::trace::{Meaning, Shown, Trace};

/// Reads a Boolean.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | 0 = false, anything else = true; written 0 or 1 |
pub fn boolean<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, bool> {
    let number = field_as(cx, Meaning::new("value").of(u32::FORM), le_u32, |x| Shown::Bool(*x != 0));
    map(number, |x| x != 0)
}
/// Mirrors [`boolean`].
pub fn gen_boolean<W: Write>(x: bool) -> impl SerializeFn<W> {
    gen_words([x.into()])
}

/// Reads an int, which is wide if header bit 16 is set.
///
/// | at | size   | field |
/// |---:|-------:|-------|
/// | 0  | 4 or 8 | the number, signed; 8 bytes if it is wide |
///
/// The engine writes 8 bytes only if 4 are not enough. Godot 2 always writes 4 bytes, and Godot 3.0 always writes 8.
pub fn int<'a, T: Trace>(cx: Cx<'_, T>, wide: bool) -> impl Parse<'a, i64> {
    move |i: &'a [u8]| {
        if !wide {
            let (i, x) = field(cx, words::narrow(cx.dialect()), le_i32)(i)?;
            return Ok((i, x.into()));
        }
        let is_narrow = |x: &i64| cx.dialect().ints == IntRule::ByRange && i32::try_from(*x).is_ok();
        words::wide(cx, le_i64, is_narrow)(i)
    }
}
/// Mirrors [`header`](super::header()) and [`int`]: the number decides the width in the header.
pub fn gen_int<T: Trace, W: Write>(cx: Cx<'_, T>, x: i64) -> impl SerializeFn<W> {
    move |out| {
        let word = INT;
        match (cx.dialect().ints, i32::try_from(x)) {
            (IntRule::ByRange | IntRule::Always32, Ok(x)) => gen_words([word, x.cast_unsigned()])(out),
            (IntRule::Always32, Err(_)) => cx.refuse(EncodeErrorKind::OutOfRange {
                value: x,
                min: i32::MIN.into(),
                max: i32::MAX.into(),
            }),
            (IntRule::ByRange | IntRule::Always64, _) => gen_wide(word, x.to_le_bytes())(out),
        }
    }
}

/// Reads a float, which is wide if header bit 16 is set.
///
/// | at | size   | field |
/// |---:|-------:|-------|
/// | 0  | 4 or 8 | the number; 8 bytes if it is wide |
///
/// The engine writes 4 bytes if they hold the number exactly, so a NaN always takes 8. Godot 2 always writes 4 bytes
/// and rounds.
pub fn float<'a, T: Trace>(cx: Cx<'_, T>, wide: bool) -> impl Parse<'a, f64> {
    move |i: &'a [u8]| {
        if !wide {
            let (i, x) = field(cx, words::narrow(cx.dialect()), le_f32)(i)?;
            return Ok((i, x.into()));
        }
        let dialect = cx.dialect();
        let is_narrow = |x: &f64| dialect.ints != IntRule::Always32 && !is_wide_float(dialect, *x);
        words::wide(cx, le_f64, is_narrow)(i)
    }
}
/// Mirrors [`header`](super::header()) and [`float`]: the number decides the width in the header.
pub fn gen_float<T: Trace, W: Write>(cx: Cx<'_, T>, x: f64) -> impl SerializeFn<W> {
    move |out| {
        let word = FLOAT;
        if is_wide_float(cx.dialect(), x) {
            return gen_wide(word, x.to_le_bytes())(out);
        }
        if cx.dialect().ints == IntRule::Always32 && f32::in_range(x).is_none() {
            let what = "the float is too large for 32 bits, the only width that this dialect writes";
            return cx.refuse(EncodeErrorKind::NotExpressible { what });
        }
        gen_words([word, f32::from_f64(x).to_bits()])(out)
    }
}
/// Returns whether a float takes 64 bits. Dialects that write all ints in 32 bits also do so for floats.
#[allow(clippy::float_cmp)] // The engine compares exactly like this, and a NaN is not equal to itself.
fn is_wide_float(dialect: &Dialect, x: f64) -> bool {
    dialect.ints != IntRule::Always32 && f64::from(f32::from_f64(x)) != x
}

/// Writes words of four bytes at once.
pub(super) fn gen_words<W: Write, const N: usize>(words: [u32; N]) -> impl SerializeFn<W> {
    move |out| slice(words.map(u32::to_le_bytes).as_flattened())(out)
}
/// Writes a header with bit 16 and a number at once.
fn gen_wide<W: Write>(word: u32, [a, b, c, d, e, f, g, h]: [u8; 8]) -> impl SerializeFn<W> {
    let halves = [[a, b, c, d], [e, f, g, h]].map(u32::from_le_bytes);
    let [low, high] = halves;
    gen_words([word | WIDE, low, high])
}

/// Reads `N` components, each an `f32`, an `f64` or an `i32`.
pub(super) fn components<'a, E: Number, const N: usize, T: Trace>(
    cx: Cx<'_, T>,
    names: &'static [&'static str; N],
) -> impl Parse<'a, [E; N]> {
    sized(N * E::SIZE, move |mut i: &'a [u8]| {
        let mut all = [E::default(); N];
        for (x, name) in all.iter_mut().zip(names) {
            (i, *x) = field(cx, *name, component)(i)?;
        }
        Ok((i, all))
    })
}
fn component<E: Number>(i: &[u8]) -> Read<'_, E> {
    match i.split_at_checked(E::SIZE) {
        Some((bytes, rest)) => Ok((rest, E::read(bytes))),
        None => ends(i, E::SIZE),
    }
}
/// Mirrors [`components`] of floats. The components take eight bytes each if they are `wide`, and four otherwise.
pub(super) fn gen_reals<R: Real, W: Write, const N: usize>(wide: bool, x: [R; N]) -> impl SerializeFn<W> {
    move |out| match wide {
        false => slice(x.map(|x| x.to_f32().to_le_bytes()).as_flattened())(out),
        true => slice(x.map(|x| x.into().to_le_bytes()).as_flattened())(out),
    }
}
/// Mirrors [`components`] of ints.
pub(super) fn gen_ints<W: Write, const N: usize>(x: [i32; N]) -> impl SerializeFn<W> {
    gen_words(x.map(i32::cast_unsigned))
}

/// Reads a count of elements of `unit` bytes, which must follow.
///
/// | size | field |
/// |-----:|-------|
/// | 4    | count, not negative |
pub(super) fn count<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning, unit: usize) -> impl Parse<'a, usize> {
    move |i: &'a [u8]| {
        let (rest, n) = field_as(cx, what.of(i32::FORM), le_i32, |n| Shown::Length(*n))(i)?;
        match u32::try_from(n) {
            Ok(n) => Ok((rest, cx.within(i, rest, n, unit)?)),
            Err(_) => fail_after(i, rest, DecodeErrorKind::NegativeLength { value: n.into() }),
        }
    }
}
/// Reads a [`count`] that is 0 if it is negative, as the engine reads it in a few places.
pub(super) fn lenient_count<'a, T: Trace>(
    cx: Cx<'_, T>,
    what: Meaning,
    unit: usize,
) -> impl Parse<'a, usize> {
    move |i: &'a [u8]| {
        let (rest, n) = field_as(cx, what.of(i32::FORM), le_i32, |n| match n {
            0.. => Shown::Length(*n),
            _ => Shown::Words("negative, read as 0"),
        })(i)?;
        Ok((rest, cx.promise(i, rest, n.max(0).cast_unsigned(), unit)?))
    }
}

/// Returns a length or a count as it is written. The engine's are signed.
pub(super) fn count_word<T: Trace>(cx: Cx<'_, T>, n: usize) -> Result<u32, GenError> {
    match i32::try_from(n) {
        Ok(n) => Ok(n.cast_unsigned()),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length: n, limit: i32::MAX as usize }),
    }
}
/// Mirrors [`count`].
pub(super) fn gen_count<T: Trace, W: Write>(cx: Cx<'_, T>, n: usize) -> impl SerializeFn<W> {
    move |out| gen_words([count_word(cx, n)?])(out)
}
