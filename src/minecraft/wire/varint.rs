//! VarInt and VarLong: 7 bits in each byte, the lowest group first. Bit 7 is set if another byte follows.

use std::io::Write;

use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext};

use super::Cx;
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Parse, Read, ends, fail_after, map, slice};
use crate::sure::Sure as _;
use crate::trace::{Form, Meaning, Shown, Trace};

/// The greatest number of bytes of a VarInt.
pub const VARINT_MAX: usize = 5;
/// The greatest number of bytes of a VarLong.
pub const VARLONG_MAX: usize = 10;

/// Reads a number of 32 bits, which takes one to five bytes.
///
/// | size   | field |
/// |--------|-------|
/// | 1 to 5 | groups of 7 bits of the value as `u32`, the lowest first; bit 7 is set if another byte follows |
///
/// The fifth byte must be the last one. Encodings that are longer than necessary are accepted, and bits
/// beyond 32 are dropped, as the game does; with
/// [`Protocol::strict_varints`](crate::minecraft::Protocol::strict_varints), both are errors.
///
/// ```
/// use gamewire::minecraft::{Protocol, wire};
/// let settings = Protocol::V1_14.settings();
/// let (rest, x) = wire::varint(settings.cx(), "x")(&[0xac, 0x02, 0xff]).unwrap();
/// assert_eq!((x, rest), (300, &[0xff][..]));
/// ```
pub fn varint<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Parse<'a, i32> {
    map(groups::<_, 32>(cx, name.into(), false), |word| low(word).cast_signed())
}

/// Writes a VarInt in its shortest form, in the layout of [`varint`].
pub fn gen_varint<W: Write>(x: i32) -> impl SerializeFn<W> {
    gen_groups(x.cast_unsigned().into())
}

/// Reads a number of 64 bits, which takes one to ten bytes.
///
/// | size    | field |
/// |---------|-------|
/// | 1 to 10 | groups of 7 bits of the value as `u64`, the lowest first; bit 7 is set if another byte follows |
///
/// The tenth byte must be the last one. Only bit 63 is the sign, so that `ffffffff0f` is 4294967295.
pub fn varlong<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Parse<'a, i64> {
    map(groups::<_, 64>(cx, name.into(), false), u64::cast_signed)
}

/// Writes a VarLong in its shortest form, in the layout of [`varlong`].
pub fn gen_varlong<W: Write>(x: i64) -> impl SerializeFn<W> {
    gen_groups(x.cast_unsigned())
}

/// Reads a number of 32 bits in one to five bytes, in the zigzag encoding: 0, -1, 1, -2 are encoded as the
/// VarInts 0, 1, 2, 3. NBT of the Bedrock edition's network has such numbers.
///
/// | size   | field |
/// |--------|-------|
/// | 1 to 5 | a VarInt whose lowest bit is the sign |
pub fn zigzag_varint<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Parse<'a, i32> {
    map(groups::<_, 32>(cx, name.into(), true), |word| low(unzigzag(word).cast_unsigned()).cast_signed())
}

/// Writes a zigzag VarInt in its shortest form, in the layout of [`zigzag_varint`].
pub fn gen_zigzag_varint<W: Write>(x: i32) -> impl SerializeFn<W> {
    gen_varint((x << 1) ^ (x >> 31))
}

/// Reads a number of 64 bits in one to ten bytes, in the zigzag encoding.
///
/// | size    | field |
/// |---------|-------|
/// | 1 to 10 | a VarLong whose lowest bit is the sign |
pub fn zigzag_varlong<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Parse<'a, i64> {
    map(groups::<_, 64>(cx, name.into(), true), unzigzag)
}

/// Writes a zigzag VarLong in its shortest form, in the layout of [`zigzag_varlong`].
pub fn gen_zigzag_varlong<W: Write>(x: i64) -> impl SerializeFn<W> {
    gen_varlong((x << 1) ^ (x >> 63))
}

/// Reads a length or count, which must not be negative.
///
/// | size   | field |
/// |--------|-------|
/// | 1 to 5 | a VarInt that is not negative |
pub fn length<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Parse<'a, u32> {
    not_negative(map(varint(cx, name), i64::from))
}

/// Writes a length, in the layout of [`length`]. Fails if it exceeds an `i32`.
pub fn gen_length<T: Trace, W: Write>(cx: Cx<'_, T>, length: usize) -> impl SerializeFn<W> {
    move |out| gen_varint(int_of_length(cx, length)?)(out)
}

/// Accepts a number as a count.
pub(in crate::minecraft) fn not_negative<'a>(number: impl Parse<'a, i64>) -> impl Parse<'a, u32> {
    move |start: &'a [u8]| {
        let (i, value) = number(start)?;
        match u32::try_from(value) {
            Ok(count) => Ok((i, count)),
            Err(_) if value < 0 => fail_after(start, i, DecodeErrorKind::NegativeLength { value }),
            Err(_) => {
                let kind = DecodeErrorKind::TooLong { length: value.unsigned_abs(), limit: u32::MAX };
                fail_after(start, i, kind)
            }
        }
    }
}

/// Returns a length or count as an Int. Fails if it exceeds the range of an Int.
pub(super) fn int_of_length<T: Trace>(cx: Cx<'_, T>, length: usize) -> Result<i32, GenError> {
    match i32::try_from(length) {
        Ok(length) => Ok(length),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length, limit: i32::MAX as usize }),
    }
}

/// Reads the word of a number of `BITS` bits.
fn groups<'a, T: Trace, const BITS: u8>(cx: Cx<'_, T>, name: Meaning, zigzag: bool) -> impl Parse<'a, u64> {
    let meaning = name.of(Form::Groups { bits: BITS, zigzag });
    move |start: &'a [u8]| match start {
        // Nearly all numbers have one or two groups.
        [low @ ..0x80, i @ ..] if !T::ENABLED => Ok((i, (*low).into())),
        [low, high @ 1..0x80, i @ ..] if !T::ENABLED => {
            Ok((i, u64::from(low & 0x7f) | u64::from(*high) << 7))
        }
        _ => any_groups::<T, BITS>(cx, meaning, zigzag, start),
    }
}

#[inline(never)]
fn any_groups<'a, T: Trace, const BITS: u8>(
    cx: Cx<'_, T>,
    meaning: Meaning,
    zigzag: bool,
    start: &'a [u8],
) -> Read<'a, u64> {
    let most = usize::from(BITS.div_ceil(7));
    let (mut word, mut i) = (0, start);
    for at in 0..most {
        let [byte, rest @ ..] = i else { return ends(start, start.len() + 1) };
        (word, i) = (word | u64::from(byte & 0x7f) << (7 * at), rest);
        if *byte < 0x80 {
            // A last group of 0 is not needed, and the last possible one has only the highest `BITS % 7` bits.
            let canonical = (at == 0 || *byte > 0) && (at + 1 < most || *byte >> (BITS % 7) == 0);
            word &= u64::MAX >> (64 - BITS);
            if T::ENABLED {
                let value = match (BITS, zigzag) {
                    (_, true) => unzigzag(word),
                    (32, false) => low(word).cast_signed().into(),
                    _ => word.cast_signed(),
                };
                let shown = match canonical && !zigzag && word >= 0x80 {
                    true => Shown::Groups { value, word },
                    false => Shown::Int(value),
                };
                cx.row(start, i, meaning, shown);
            }
            if !canonical && cx.rules().strict_varints {
                return fail_after(start, i, DecodeErrorKind::VarIntNotCanonical);
            }
            return Ok((i, word));
        }
    }
    cx.row(start, i, meaning, Shown::Words("no end within the most bytes it may have"));
    fail_after(start, i, DecodeErrorKind::VarIntTooLong { max: BITS.div_ceil(7) })
}

/// Writes a word in as few groups as possible.
fn gen_groups<W: Write>(word: u64) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match word {
        ..0x80 => slice([group(word, 0)])(out),
        0x80..0x4000 => slice([group(word, 0) | 0x80, group(word, 1)])(out),
        _ => gen_many_groups(word, out),
    }
}

#[inline(never)]
fn gen_many_groups<W: Write>(word: u64, out: WriteContext<W>) -> GenResult<W> {
    let last = group_count(word) - 1;
    let groups: [u8; VARLONG_MAX] =
        std::array::from_fn(|at| group(word, at) | if at < last { 0x80 } else { 0 });
    slice(groups.get(..=last).sure_to_write()?)(out)
}

fn unzigzag(word: u64) -> i64 {
    (word >> 1).cast_signed() ^ -(word & 1).cast_signed()
}

/// Returns the number of groups of 7 bits of a word.
fn group_count(word: u64) -> usize {
    (u64::BITS - (word | 1).leading_zeros()).div_ceil(7) as usize
}

/// Returns the group of a word at this position, without bit 7.
fn group(word: u64, at: usize) -> u8 {
    let [low, ..] = (word >> (7 * at)).to_le_bytes();
    low & 0x7f
}

/// Returns the lower half of a word.
pub(super) fn low(word: u64) -> u32 {
    let [a, b, c, d, ..] = word.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}
