//! Header, bool, int, float, and the pieces that other types are made of.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn, WriteContext};

use super::Cx;
use crate::cx::chunk;
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::godot::dialect::{Dialect, HeaderRule, IntRule, Precision, RealRule};
use crate::godot::ids::{Doubles, Kind};
use crate::godot::model::{Element, Real};
use crate::grammar::{Grammar, slice};
use crate::sink::{Gen, Headed, Sink, join};
use crate::trace::{Shown, Trace};

/// Bit 16 of a header: ints and floats have 64 bits, components are double, an object is only its id.
const WIDE: u32 = 1 << 16;

/// What a header word says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The type of the value.
    pub kind: Kind,
    /// The whole word, flags included.
    pub word: u32,
}

impl Header {
    /// Bit 16.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_wide(self) -> bool {
        self.word & WIDE != 0
    }

    /// Whether the components of a vector, matrix and so on take eight bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn has_doubles(self, dialect: &Dialect) -> bool {
        match dialect.reals {
            RealRule::Single => false,
            RealRule::Flagged => self.is_wide(),
            RealRule::Double => true,
        }
    }

    /// The two bits from `shift` on: how a container's element type is given.
    pub fn element_kind(self, shift: u32) -> u32 {
        self.word >> shift & 0b11
    }
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 1    | type id |
/// | 1  | 1    | ignored, written 0 |
/// | 2  | 2    | flags; bit 16 = wide, bits 16 to 19 = element types of Godot 4 containers |
///
/// In Godot 2 the whole word is the id.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_header<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Header> {
    let (rest, word) = word(i)?;
    let [id, ..] = word.to_le_bytes();
    let dialect = &cx.rules.dialect;
    let Some(kind) = dialect.kind(id).filter(|kind| flags_are_known(dialect, *kind, word)) else {
        return unknown_type(dialect, i, rest, word);
    };
    let header = Header { kind, word };
    if T::LISTENS {
        let name = dialect.table.name(kind);
        cx.trace.reading(name);
        let flags = flags_in_words(dialect, header);
        cx.field(i, rest, "type", Shown::Type { name, id: id.into(), flags });
    }
    Ok((rest, header))
}

/// The header word of a value of this type.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gen_header<T: Trace>(cx: Cx<'_, T>, kind: Kind, flags: u32) -> Result<[u8; 4], GenError> {
    let dialect = &cx.rules.dialect;
    match dialect.id(kind) {
        Some(id) => Ok((u32::from(id) | flags).to_le_bytes()),
        None => cx.refuse(EncodeErrorKind::NotInDialect { kind: kind.name(), dialect: dialect.name }),
    }
}

/// The header words of the types that every table has, under the same id: they take no look-up.
pub(super) mod common {
    use super::WIDE;
    use crate::godot::ids::{Kind, everywhere};

    pub(in crate::godot::wire) const NIL: u32 = word(Kind::Nil, 0);
    pub(in crate::godot::wire) const BOOL: u32 = word(Kind::Bool, 0);
    pub(in crate::godot::wire) const INT: u32 = word(Kind::Int, 0);
    pub(in crate::godot::wire) const WIDE_INT: u32 = word(Kind::Int, WIDE);
    pub(in crate::godot::wire) const FLOAT: u32 = word(Kind::Float, 0);
    pub(in crate::godot::wire) const WIDE_FLOAT: u32 = word(Kind::Float, WIDE);
    pub(in crate::godot::wire) const STRING: u32 = word(Kind::String, 0);

    const fn word(kind: Kind, flags: u32) -> u32 {
        u32::from_le_bytes([everywhere(kind), 0, 0, 0]) | flags
    }
}

/// The flags of a value with components of type `R`: bit 16 where the dialect marks double components.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn real_flags<R: Real>(dialect: &Dialect) -> u32 {
    if R::WIDE && matches!(dialect.reals, RealRule::Flagged) { WIDE } else { 0 }
}

/// Whether components are written with 64 bits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn writes_doubles(dialect: &Dialect) -> bool {
    matches!(dialect.precision, Precision::Double)
}

/// The flags of a value that is only an object's id.
pub(super) const BY_ID: u32 = WIDE;

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn flags_are_known(dialect: &Dialect, kind: Kind, word: u32) -> bool {
    let flags = word >> 8;
    match dialect.header {
        _ if flags == 0 => true,
        HeaderRule::LowByte => true,
        HeaderRule::WholeWord => false,
        HeaderRule::WholeWordOr64 => matches!(kind, Kind::Int | Kind::Float) && flags == WIDE >> 8,
    }
}

#[cold]
#[inline(never)]
fn unknown_type<'a, O>(dialect: &Dialect, i: &'a [u8], rest: &'a [u8], word: u32) -> PResult<'a, O> {
    let [id, ..] = word.to_le_bytes();
    let id_is_known = dialect.kind(id).is_some();
    let kind = match dialect.header {
        HeaderRule::LowByte => DecodeErrorKind::UnknownType { id: id.into() },
        _ if id_is_known => DecodeErrorKind::UnknownFlags { header: word },
        _ => DecodeErrorKind::UnknownType { id: word },
    };
    Fault::number(i, rest, kind)
}

/// What the header says beside the type.
fn flags_in_words(dialect: &Dialect, header: Header) -> &'static str {
    let flags = header.word >> 16;
    let (known, words) = match header.kind {
        Kind::Int | Kind::Float if header.is_wide() => (1, ["64-bit", "64-bit, other flags ignored"]),
        Kind::Int | Kind::Float => (0, ["32-bit", "32-bit, other flags ignored"]),
        Kind::Object if dialect.objects && header.is_wide() => (1, ["by id", "by id, other flags ignored"]),
        Kind::Object if dialect.objects => (0, ["whole", "whole, flags ignored"]),
        Kind::Array if dialect.typed_arrays && flags & 0b11 != 0 => {
            (0b11, ["typed", "typed, other flags ignored"])
        }
        Kind::Dictionary if dialect.typed_dictionaries && flags & 0b1111 != 0 => {
            (0b1111, ["typed", "typed, other flags ignored"])
        }
        kind if header.is_wide()
            && dialect.reals == RealRule::Flagged
            && kind.doubles() == Doubles::Flagged =>
        {
            (1, ["64-bit components", "64-bit components, other flags ignored"])
        }
        _ => (0, ["no flags", "flags ignored"]),
    };
    let [plain, with_ignored] = words;
    let ignored = header.word >> 8 & 0xff != 0 || flags & !known != 0;
    if ignored { with_ignored } else { plain }
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | 0 = false, anything else = true; written 0 or 1 |
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_bool<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, bool> {
    let (rest, number) = word(i)?;
    let value = number != 0;
    cx.field(i, rest, "value", Shown::Bool(value));
    Ok((rest, value))
}

/// Mirrors [`parse_bool`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gen_bool(value: bool, out: impl Sink) -> Gen {
    out.put(u32::from(value).to_le_bytes())
}

/// | at | size   | field |
/// |---:|-------:|-------|
/// | 0  | 4 or 8 | the number, signed; 8 bytes where header bit 16 is set |
///
/// The engine writes 8 bytes only where 4 would not do. Godot 2 has no other than 4, Godot 3.0 writes 8 always.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_int<'a, T: Trace>(cx: Cx<'_, T>, header: Header, i: &'a [u8]) -> PResult<'a, i64> {
    let (rest, value) = if header.is_wide() {
        let (rest, bytes) = chunk::<8>(i)?;
        (rest, i64::from_le_bytes(bytes))
    } else {
        let (rest, bytes) = chunk::<4>(i)?;
        (rest, i32::from_le_bytes(bytes).into())
    };
    cx.field(i, rest, "value", Shown::Int(value));
    Ok((rest, value))
}

/// Mirrors [`parse_int`]; the width is a flag of the header, so the header is written here.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gen_int<W: Write, T: Trace>(cx: Cx<'_, T>, value: i64, out: &mut WriteContext<W>) -> Gen {
    let narrow = i32::try_from(value);
    match (cx.rules.dialect.ints, narrow) {
        (IntRule::ByRange | IntRule::Always32, Ok(narrow)) => {
            out.put(join(common::INT.to_le_bytes(), narrow.cast_unsigned()))
        }
        (IntRule::Always32, Err(_)) => {
            cx.refuse(EncodeErrorKind::OutOfRange { value, min: i32::MIN.into(), max: i32::MAX.into() })
        }
        _ => Headed { head: common::WIDE_INT.to_le_bytes(), out }.put(value.to_le_bytes()),
    }
}

/// | at | size   | field |
/// |---:|-------:|-------|
/// | 0  | 4 or 8 | the number; 8 bytes where header bit 16 is set |
///
/// The engine writes 4 bytes where that gives the same number back, so a NaN always takes 8. Godot 2 has no
/// other than 4 and rounds.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_float<'a, T: Trace>(cx: Cx<'_, T>, header: Header, i: &'a [u8]) -> PResult<'a, f64> {
    let (rest, value) = if header.is_wide() {
        let (rest, bytes) = chunk::<8>(i)?;
        (rest, f64::from_le_bytes(bytes))
    } else {
        let (rest, bytes) = chunk::<4>(i)?;
        (rest, f32::from_le_bytes(bytes).into())
    };
    cx.field(i, rest, "value", Shown::F64(value));
    Ok((rest, value))
}

/// Mirrors [`parse_float`]; the width is a flag of the header, so the header is written here.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::float_cmp)] // Exactly this comparison decides in the engine.
pub fn gen_float<W: Write, T: Trace>(cx: Cx<'_, T>, value: f64, out: &mut WriteContext<W>) -> Gen {
    let narrow = f32::from_f64(value);
    if f64::from(narrow) == value || matches!(cx.rules.dialect.ints, IntRule::Always32) {
        out.put(join(common::FLOAT.to_le_bytes(), narrow.to_bits()))
    } else {
        Headed { head: common::WIDE_FLOAT.to_le_bytes(), out }.put(value.to_le_bytes())
    }
}

/// Four bytes, unsigned.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn word(i: &[u8]) -> PResult<'_, u32> {
    let (i, bytes) = chunk::<4>(i)?;
    Ok((i, u32::from_le_bytes(bytes)))
}

/// | size | field |
/// |-----:|-------|
/// | 4    | count, not negative |
///
/// Fails unless `count` things of at least `unit` bytes can still come, and has bytes reserved for
/// them in the context it returns.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_count<'a, 'c, T: Trace>(
    cx: Cx<'c, T>,
    i: &'a [u8],
    name: &'static str,
    unit: usize,
) -> PResult<'a, (usize, Cx<'c, T>)> {
    let (rest, count) = word(i)?;
    cx.field(i, rest, name, Shown::Length(count.cast_signed()));
    if count > MAX_COUNT {
        return Fault::number(i, rest, DecodeErrorKind::NegativeLength { value: count.cast_signed() });
    }
    let cx = cx.reserve(i, rest, count, unit)?;
    Ok((rest, (count as usize, cx)))
}

/// The largest count or length: the engine's are signed.
const MAX_COUNT: u32 = i32::MAX.cast_unsigned();

/// Mirrors [`parse_count`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn count_word<T: Trace>(cx: Cx<'_, T>, count: usize) -> Result<u32, GenError> {
    match u32::try_from(count) {
        Ok(count) if count <= MAX_COUNT => Ok(count),
        _ => cx.refuse(EncodeErrorKind::TooLong { length: count, limit: MAX_COUNT as usize }),
    }
}

/// `N` components of type `R`, one after the other.
#[inline(always)]
pub(super) fn reals<'a, R: Real, const N: usize, T: Trace>(
    cx: Cx<'_, T>,
    names: [&'static str; N],
) -> impl Grammar<'a, [R; N]> {
    move |i| parse_reals(cx, i, names)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn parse_reals<'a, R: Real, const N: usize, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    names: [&'static str; N],
) -> PResult<'a, [R; N]> {
    if !T::LISTENS {
        let Some((bytes, rest)) = i.split_at_checked(N * R::SIZE) else {
            // The components that are there are read: the next one is where bytes are missing.
            let read = i.len() - i.len() % R::SIZE;
            return Fault::short(i.get(read..).unwrap_or_default(), N * R::SIZE - read);
        };
        return Ok((rest, std::array::from_fn(|at| R::read(bytes.get(at * R::SIZE..).unwrap_or_default()))));
    }
    let mut reals = [R::default(); N];
    let mut left = i;
    for (at, (real, name)) in reals.iter_mut().zip(names).enumerate() {
        let Some((bytes, rest)) = left.split_at_checked(R::SIZE) else {
            return Fault::short(left, (N - at) * R::SIZE);
        };
        *real = R::read(bytes);
        let shown = if R::WIDE { Shown::F64((*real).into()) } else { Shown::F32(f32::read(bytes)) };
        cx.field(left, rest, name, shown);
        left = rest;
    }
    Ok((left, reals))
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
    names: [&'static str; N],
) -> impl Grammar<'a, [i32; N]> {
    move |i| parse_ints(cx, i, names)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn parse_ints<'a, const N: usize, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    names: [&'static str; N],
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

/// Mirrors [`ints`].
#[inline(always)]
pub(super) fn gen_ints<W: Write, const N: usize>(ints: [i32; N]) -> impl SerializeFn<W> {
    slice(Flat(ints.map(i32::to_le_bytes)))
}

struct Flat<const S: usize, const N: usize>([[u8; S]; N]);

impl<const S: usize, const N: usize> AsRef<[u8]> for Flat<S, N> {
    #[inline(always)]
    fn as_ref(&self) -> &[u8] {
        self.0.as_flattened()
    }
}
