//! bool, int, float, and the numbers that other types are made of.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn, WriteContext};

use super::{Cx, Header};
use crate::cx::chunk;
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::godot::dialect::IntRule;
use crate::godot::model::{Real, SealedElement};
use crate::grammar::{
    Grammar, accept, bytes, checked, field, field_as, function, gen_if_else, grammar, if_else, le_f32,
    le_f64, le_i32, le_i64, le_u32, slice,
};
use crate::trace::{Shown, Trace};

grammar!(
    /// True or false.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 4    | 0 = false, anything else = true; written 0 or 1 |
    pub fn boolean<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, bool> {
        field(cx, "value", le_u32().map(|word| word != 0))
    }
);

/// Writes a `bool`, in the layout of [`boolean`].
#[inline(always)]
pub fn gen_boolean<T: Trace, W: Write>(_: Cx<'_, T>, value: bool) -> impl SerializeFn<W> {
    bytes(u32::from(value).to_le_bytes())
}

grammar!(
    /// An int, of the width in the header.
    ///
    /// | at | size   | field |
    /// |---:|-------:|-------|
    /// | 0  | 4 or 8 | the number, signed; 8 bytes where header bit 16 is set |
    ///
    /// The engine writes 8 bytes only where 4 would not do. Godot 2 has no other than 4, Godot 3.0 writes 8 always.
    pub fn int<'a, T: Trace>(cx: Cx<'_, T>, header: Header) -> impl Grammar<'a, i64> {
        field(cx, "value", if_else(header.is_wide(), le_i64(), le_i32().map(i64::from)))
    }
);

/// Writes an `i64` in the width of the header, in the layout of [`int`].
#[inline(always)]
pub fn gen_int<W: Write, T: Trace>(cx: Cx<'_, T>, header: Header, value: i64) -> impl SerializeFn<W> {
    let narrow = checked(move || fit_32_bits(cx, value), |narrow| bytes(narrow.to_le_bytes()));
    gen_if_else(header.is_wide(), bytes(value.to_le_bytes()), narrow)
}

grammar!(
    /// A float, of the width in the header.
    ///
    /// | at | size   | field |
    /// |---:|-------:|-------|
    /// | 0  | 4 or 8 | the number; 8 bytes where header bit 16 is set |
    ///
    /// The engine writes 4 bytes where that gives the same number back, so a NaN always takes 8. Godot 2 has no
    /// other than 4 and rounds.
    pub fn float<'a, T: Trace>(cx: Cx<'_, T>, header: Header) -> impl Grammar<'a, f64> {
        field(cx, "value", if_else(header.is_wide(), le_f64(), le_f32().map(f64::from)))
    }
);

/// Writes an `f64` in the width of the header, in the layout of [`float`].
#[inline(always)]
pub fn gen_float<W: Write>(header: Header, value: f64) -> impl SerializeFn<W> {
    gen_if_else(header.is_wide(), bytes(value.to_le_bytes()), bytes(f32::from_f64(value).to_le_bytes()))
}

/// Returns whether an int takes 64 bits.
#[inline(always)]
pub(super) fn is_wide_int(rule: IntRule, value: i64) -> bool {
    match rule {
        IntRule::Always32 => false,
        IntRule::Always64 => true,
        IntRule::ByRange => i32::try_from(value).is_err(),
    }
}

/// Returns whether a float takes 64 bits.
#[inline(always)]
#[allow(clippy::float_cmp)] // Exactly this comparison decides in the engine.
pub(super) fn is_wide_float(rule: IntRule, value: f64) -> bool {
    rule != IntRule::Always32 && f64::from(f32::from_f64(value)) != value
}

/// Returns whether a finite float is infinite in the 32 bits that are written for it.
#[inline(always)]
pub(super) fn is_beyond_narrow(rule: IntRule, value: f64) -> bool {
    rule == IntRule::Always32 && f32::in_range(value).is_none()
}

#[inline(always)]
fn fit_32_bits<T: Trace>(cx: Cx<'_, T>, value: i64) -> Result<i32, GenError> {
    match i32::try_from(value) {
        Ok(narrow) => Ok(narrow),
        Err(_) => {
            cx.refuse(EncodeErrorKind::OutOfRange { value, min: i32::MIN.into(), max: i32::MAX.into() })
        }
    }
}

/// `N` components of type `R`, one after the other.
#[inline(always)]
pub(super) fn reals<'a, R: Real, const N: usize, T: Trace>(
    cx: Cx<'_, T>,
    names: &'static [&'static str; N],
) -> impl Grammar<'a, [R; N]> {
    function(move |i| parse_reals(cx, i, names))
}

/// Mirrors [`reals`].
#[inline(always)]
pub(super) fn gen_reals<R: Real, W: Write, const N: usize>(reals: [R; N]) -> impl SerializeFn<W> {
    move |mut out: WriteContext<W>| {
        R::put(reals, &mut out)?;
        Ok(out)
    }
}

/// `N` integers of four bytes, one after the other.
#[inline(always)]
pub(super) fn ints<'a, const N: usize, T: Trace>(
    cx: Cx<'_, T>,
    names: &'static [&'static str; N],
) -> impl Grammar<'a, [i32; N]> {
    function(move |i| parse_ints(cx, i, names))
}

/// Mirrors [`ints`].
#[inline(always)]
pub(super) fn gen_ints<W: Write, const N: usize>(ints: [i32; N]) -> impl SerializeFn<W> {
    slice(Flat(ints.map(i32::to_le_bytes)))
}

/// Numbers of `S` bytes each, as bytes.
struct Flat<const S: usize, const N: usize>([[u8; S]; N]);

impl<const S: usize, const N: usize> AsRef<[u8]> for Flat<S, N> {
    #[inline(always)]
    fn as_ref(&self) -> &[u8] {
        self.0.as_flattened()
    }
}

grammar!(
    /// | size | field |
    /// |-----:|-------|
    /// | 4    | count, not negative |
    ///
    /// Fails unless `count` things of at least `unit` bytes can still come. Bytes for them are reserved in the context
    /// that it gives with the count.
    pub(super) fn count<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        name: &'static str,
        unit: usize,
    ) -> impl Grammar<'a, (usize, Cx<'c, T>)> {
        accept(length_word(cx, name), move |count, rest| match u32::try_from(count) {
            Ok(count) => Ok((count as usize, cx.reserving(rest, count, unit)?)),
            Err(_) => Err(DecodeErrorKind::NegativeLength { value: count.into() }),
        })
    }
);

grammar!(
    /// [`count`] as the engine reads it in a few places: a negative one is 0.
    pub(super) fn lenient_count<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        name: &'static str,
        unit: usize,
    ) -> impl Grammar<'a, (usize, Cx<'c, T>)> {
        let number = field_as(cx, name, le_i32(), |count| match count {
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
#[inline(always)]
pub(super) fn gen_count<W: Write, T: Trace>(cx: Cx<'_, T>, count: usize) -> impl SerializeFn<W> {
    checked(move || count_word(&cx, count), |word| bytes(word.to_le_bytes()))
}

grammar!(
    /// Any encoded length or count.
    pub(super) fn length_word<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, i32> {
        field_as(cx, name, le_i32(), |length| Shown::Length(*length))
    }
);

/// An encoded count: the engine's are signed.
#[inline(always)]
pub(super) fn count_word<T: Trace>(cx: &Cx<'_, T>, count: usize) -> Result<u32, GenError> {
    const MAX: u32 = i32::MAX.cast_unsigned();
    match u32::try_from(count) {
        Ok(count) if count <= MAX => Ok(count),
        _ => cx.refuse(EncodeErrorKind::TooLong { length: count, limit: MAX as usize }),
    }
}

/// Checks the length once for all components, unless a trace wants each.
#[inline(always)]
fn parse_reals<'a, R: Real, const N: usize, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    names: &'static [&'static str; N],
) -> PResult<'a, [R; N]> {
    if !T::ENABLED {
        let Some((bytes, rest)) = i.split_at_checked(N * R::SIZE) else {
            // The components that are there are read: the next one is where bytes are missing.
            let read = i.len() - i.len() % R::SIZE;
            return Fault::short(i.get(read..).unwrap_or_default(), N * R::SIZE - read);
        };
        return Ok((rest, std::array::from_fn(|at| R::read(bytes.get(at * R::SIZE..).unwrap_or_default()))));
    }
    let mut reals = [R::default(); N];
    let (rest, ()) = report_reals(cx.trace, i, names, &mut reals)?;
    Ok((rest, reals))
}

/// [`parse_reals`] with a row for each. One function for any number of them.
#[inline(never)]
fn report_reals<'a, R: Real, T: Trace>(
    trace: T,
    i: &'a [u8],
    names: &[&'static str],
    reals: &mut [R],
) -> PResult<'a, ()> {
    let mut left = i;
    for (at, (real, name)) in reals.iter_mut().zip(names).enumerate() {
        let Some((bytes, rest)) = left.split_at_checked(R::SIZE) else {
            return Fault::short(left, (names.len() - at) * R::SIZE);
        };
        *real = R::read(bytes);
        let shown = if R::WIDE { Shown::F64((*real).into()) } else { Shown::F32(f32::read(bytes)) };
        trace.field(left.len(), rest.len(), name, shown);
        left = rest;
    }
    Ok((left, ()))
}

#[inline(always)]
fn parse_ints<'a, const N: usize, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    names: &'static [&'static str; N],
) -> PResult<'a, [i32; N]> {
    let mut ints = [0; N];
    let mut left = i;
    for (int, name) in ints.iter_mut().zip(names) {
        let (rest, bytes) = chunk::<4>(left)?;
        *int = i32::from_le_bytes(bytes);
        cx.field(left, rest, name, Shown::Int((*int).into()));
        left = rest;
    }
    Ok((left, ints))
}
