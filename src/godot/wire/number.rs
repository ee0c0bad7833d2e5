//! bool, int, float, and the numbers that other types are made of.

use std::cmp::Ordering;
use std::io::Write;

use cookie_factory::{GenError, SerializeFn, WriteContext};
use nom::Parser;

use super::{Cx, Header};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::godot::dialect::{HeaderRule, IntRule};
use crate::godot::model::Real;
use crate::grammar::{
    Formed, Grammar, Show, accept, bytes, checked, exact, fields, gen_if_else, grammar, if_else, le_f32,
    le_f64, le_i32, le_i64, le_u32, number, number_as, observed, of_size, slice,
};
use crate::trace::{Form, Meaning, Order, Shown, Trace};

grammar!(
    /// Parses a Boolean.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 4    | 0 = false, anything else = true; written 0 or 1 |
    pub fn boolean<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, bool> {
        number_as(cx, "value", le_u32(), |word| Shown::Bool(*word != 0)).map(|word| word != 0)
    }
);

/// Writes a `bool`, in the layout of [`boolean`].
pub fn gen_boolean<T: Trace, W: Write>(_: Cx<'_, T>, value: bool) -> impl SerializeFn<W> {
    bytes(u32::from(value).to_le_bytes())
}

grammar!(
    /// Parses an int of the width that the header states.
    ///
    /// | at | size   | field |
    /// |---:|-------:|-------|
    /// | 0  | 4 or 8 | the number, signed; 8 bytes where header bit 16 is set |
    ///
    /// The engine writes 8 bytes only if 4 are not enough. Godot 2 always writes 4 bytes, and Godot 3.0 always writes
    /// 8.
    pub fn int<'a, T: Trace>(cx: Cx<'_, T>, header: Header) -> impl Grammar<'a, i64> {
        let by_range = cx.rules().dialect.ints == IntRule::ByRange;
        let is_narrow = move |value: &i64| by_range && i32::try_from(*value).is_ok();
        if_else(
            header.is_wide(),
            wide(cx, le_i64(), is_narrow),
            number(cx, narrow(cx), le_i32()).map(i64::from),
        )
    }
);

/// Writes an `i64` in the width of the header, in the layout of [`int`].
pub fn gen_int<W: Write, T: Trace>(cx: Cx<'_, T>, header: Header, value: i64) -> impl SerializeFn<W> {
    let narrow = checked(move || fit_32_bits(cx, value), |narrow| bytes(narrow.to_le_bytes()));
    gen_if_else(header.is_wide(), bytes(value.to_le_bytes()), narrow)
}

grammar!(
    /// Parses a float of the width that the header states.
    ///
    /// | at | size   | field |
    /// |---:|-------:|-------|
    /// | 0  | 4 or 8 | the number; 8 bytes where header bit 16 is set |
    ///
    /// The engine writes 4 bytes if they hold the number exactly, so a NaN always takes 8. Godot 2 always writes 4
    /// bytes and rounds.
    pub fn float<'a, T: Trace>(cx: Cx<'_, T>, header: Header) -> impl Grammar<'a, f64> {
        // Dialects that write all ints in 32 bits also do so for floats; all others choose the width by the number.
        let rule = cx.rules().dialect.ints;
        let is_narrow = move |value: &f64| rule != IntRule::Always32 && !is_wide_float(rule, *value);
        if_else(
            header.is_wide(),
            wide(cx, le_f64(), is_narrow),
            number(cx, narrow(cx), le_f32()).map(f64::from),
        )
    }
);

/// Writes an `f64` in the width of the header, in the layout of [`float`].
pub fn gen_float<W: Write>(header: Header, value: f64) -> impl SerializeFn<W> {
    gen_if_else(header.is_wide(), bytes(value.to_le_bytes()), bytes(f32::from_f64(value).to_le_bytes()))
}

/// Returns the meaning of a number of 32 bits. In Godot 2 the header does not state the width.
fn narrow<T: Trace>(cx: Cx<'_, T>) -> Meaning {
    let value = Meaning::new("value");
    match cx.rules().dialect.header {
        HeaderRule::WholeWord => value,
        HeaderRule::WholeWordOr64 | HeaderRule::LowByte => {
            value.saying("Bit 16 of the header is 0, so the number has 32 bits.")
        }
    }
}

/// Parses a number of 64 bits.
fn wide<'a, T: Trace, X: Show>(
    cx: Cx<'_, T>,
    parser: impl Grammar<'a, X> + Formed,
    is_narrow: impl Fn(&X) -> bool,
) -> impl Grammar<'a, X> {
    let form = parser.form();
    observed(cx, parser, move |value, i, rest| {
        let says = match is_narrow(value) {
            true => {
                "Bit 16 of the header is 1, so the number has 64 bits. It fits in 32 bits: the engine writes 4 bytes."
            }
            false => "Bit 16 of the header is 1, so the number has 64 bits.",
        };
        cx.field(i, rest, Meaning::new("value").of(form).saying(says), value.shown());
    })
}

/// Returns whether an int takes 64 bits.
pub(super) fn is_wide_int(rule: IntRule, value: i64) -> bool {
    match rule {
        IntRule::Always32 => false,
        IntRule::Always64 => true,
        IntRule::ByRange => i32::try_from(value).is_err(),
    }
}

/// Returns whether a float takes 64 bits.
pub(super) fn is_wide_float(rule: IntRule, value: f64) -> bool {
    // The engine uses exactly this comparison, in which a NaN is not equal to itself.
    rule != IntRule::Always32 && f64::from(f32::from_f64(value)).partial_cmp(&value) != Some(Ordering::Equal)
}

/// Returns whether a finite float becomes infinite in the 32 bits that are written for it.
pub(super) fn is_beyond_narrow(rule: IntRule, value: f64) -> bool {
    rule == IntRule::Always32 && f32::in_range(value).is_none()
}

fn fit_32_bits<T: Trace>(cx: Cx<'_, T>, value: i64) -> Result<i32, GenError> {
    match i32::try_from(value) {
        Ok(narrow) => Ok(narrow),
        Err(_) => {
            cx.refuse(EncodeErrorKind::OutOfRange { value, min: i32::MIN.into(), max: i32::MAX.into() })
        }
    }
}

/// Parses `N` components of type `R`.
pub(super) fn reals<'a, R: Real, const N: usize, T: Trace>(
    cx: Cx<'_, T>,
    names: &'static [&'static str; N],
) -> impl Grammar<'a, [R; N]> {
    of_size(
        N * R::SIZE,
        fields(
            cx,
            names,
            Form::Float(Order::Little),
            || exact(nom::bytes::take(R::SIZE)).map(R::read),
            |x| x.shown(),
        ),
    )
}

/// Mirrors [`reals`].
pub(super) fn gen_reals<R: Real, W: Write, const N: usize>(reals: [R; N]) -> impl SerializeFn<W> {
    move |mut out: WriteContext<W>| {
        R::put(reals, &mut out)?;
        Ok(out)
    }
}

/// Parses `N` integers of four bytes.
pub(super) fn ints<'a, const N: usize, T: Trace>(
    cx: Cx<'_, T>,
    names: &'static [&'static str; N],
) -> impl Grammar<'a, [i32; N]> {
    of_size(N * 4, fields(cx, names, Form::signed(Order::Little), le_i32, Show::shown))
}

/// Mirrors [`ints`].
pub(super) fn gen_ints<W: Write, const N: usize>(ints: [i32; N]) -> impl SerializeFn<W> {
    slice(Flat(ints.map(i32::to_le_bytes)))
}

/// The bytes of `N` numbers of `S` bytes each.
#[derive(Clone, Copy)]
pub(super) struct Flat<const S: usize, const N: usize>(pub(super) [[u8; S]; N]);

impl<const S: usize, const N: usize> AsRef<[u8]> for Flat<S, N> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_flattened()
    }
}

grammar!(
    /// | size | field |
    /// |-----:|-------|
    /// | 4    | count, not negative |
    ///
    /// Fails unless the rest of the input can hold `count` elements of at least `unit` bytes each. In the returned
    /// context, bytes are reserved for them.
    pub(super) fn count<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        what: Meaning,
        unit: usize,
    ) -> impl Grammar<'a, (usize, Cx<'c, T>)> {
        accept(length_word(cx, what), move |count, rest| match u32::try_from(count) {
            Ok(count) => Ok((count as usize, cx.reserving(rest, count, unit)?)),
            Err(_) => Err(DecodeErrorKind::NegativeLength { value: count.into() }),
        })
    }
);

grammar!(
    /// Parses a [`count`] that is 0 if it is negative, as the engine reads it in a few places.
    pub(super) fn lenient_count<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        what: Meaning,
        unit: usize,
    ) -> impl Grammar<'a, (usize, Cx<'c, T>)> {
        let number = number_as(cx, what, le_i32(), |count| match count {
            0.. => Shown::Length(*count),
            _ => Shown::Words("negative, read as 0"),
        });
        accept(number, move |count, rest| match u32::try_from(count) {
            Ok(count) => Ok((count as usize, cx.reserving(rest, count, unit)?)),
            Err(_) => Ok((0, cx)),
        })
    }
);

/// Mirrors [`count`].
pub(super) fn gen_count<W: Write, T: Trace>(cx: Cx<'_, T>, count: usize) -> impl SerializeFn<W> {
    checked(move || count_word(cx, count), |word| bytes(word.to_le_bytes()))
}

grammar!(
    /// Any encoded length or count.
    pub(super) fn length_word<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, i32> {
        number_as(cx, what, le_i32(), |length| Shown::Length(*length))
    }
);

/// An encoded count: the engine's are signed.
pub(super) fn count_word<T: Trace>(cx: Cx<'_, T>, count: usize) -> Result<u32, GenError> {
    const MAX: u32 = i32::MAX.cast_unsigned();
    match u32::try_from(count) {
        Ok(count) if count <= MAX => Ok(count),
        _ => cx.refuse(EncodeErrorKind::TooLong { length: count, limit: MAX as usize }),
    }
}
