//! VarInt and VarLong: 7 bits per byte, lowest group first; bit 7 means that another byte follows.

use std::io::Write;

use cookie_factory::multi::all;
use cookie_factory::{GenError, SerializeFn};
use nom::Parser;
use nom::bytes::take_while_m_n;
use nom::combinator::recognize;
use nom::sequence::pair;

use super::Cx;
use super::combine::counting;
use super::shortcuts::{few_groups, gen_few_groups};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Grammar, accept, bytes, checked, exact, field_as, gen_shortcut, grammar, shortcut, u8};
use crate::trace::{Form, Meaning, Shown, Trace};

/// The greatest number of bytes of a VarInt.
pub const VARINT_MAX: usize = 5;
/// The greatest number of bytes of a VarLong.
pub const VARLONG_MAX: usize = 10;

/// A number of 32 bits in one to five bytes.
///
/// | size | field |
/// |------|-------|
/// | 1..5 | groups of 7 bits of the value as `u32`, lowest first; bit 7 set: another byte follows |
///
/// The fifth byte must end it. Longer forms than needed are read, and so are bits beyond 32, which are
/// dropped as the game drops them; [`Protocol::strict_varints`](crate::minecraft::Protocol::strict_varints) refuses both.
///
/// ```
/// use gamewire::minecraft::{Protocol, wire};
/// use nom::{Mode, OutputMode, Parser};
/// let settings = Protocol::V1_14.settings();
/// let (rest, x) = wire::varint(settings.cx(), "x").parse(&[0xac, 0x02, 0xff]).unwrap();
/// assert_eq!((x, rest), (300, &[0xff][..]));
/// ```
pub fn varint<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Grammar<'a, i32> {
    varint_of(cx, name.into())
}

grammar!(
    fn varint_of<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, i32> {
        number::<_, _, 32>(cx, what.of(Form::VAR_INT), |word| low(word).cast_signed(), in_groups)
    }
);

/// Writes a VarInt in its shortest form, in the layout of [`varint`].
pub fn gen_varint<W: Write>(x: i32) -> impl SerializeFn<W> {
    gen_number(x.cast_unsigned().into())
}

/// A number of 64 bits in one to ten bytes.
///
/// | size  | field |
/// |-------|-------|
/// | 1..10 | groups of 7 bits of the value as `u64`, lowest first; bit 7 set: another byte follows |
///
/// The tenth byte must end it. The sign comes from bit 63 alone: `ffffffff0f` is 4294967295.
pub fn varlong<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Grammar<'a, i64> {
    varlong_of(cx, name.into())
}

grammar!(
    fn varlong_of<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, i64> {
        number::<_, _, 64>(cx, what.of(Form::VAR_LONG), u64::cast_signed, in_groups)
    }
);

/// Writes a VarLong in its shortest form, in the layout of [`varlong`].
pub fn gen_varlong<W: Write>(x: i64) -> impl SerializeFn<W> {
    gen_number(x.cast_unsigned())
}

/// A number of 32 bits in one to five bytes, small on both sides of zero: 0, -1, 1, -2 are the VarInts 0, 1, 2, 3.
///
/// | size | field |
/// |------|-------|
/// | 1..5 | a VarInt: the lowest bit is the sign |
pub fn zigzag_varint<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Grammar<'a, i32> {
    zigzag_varint_of(cx, name.into())
}

grammar!(
    fn zigzag_varint_of<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, i32> {
        let of = |word| (low(word) >> 1).cast_signed() ^ -(low(word) & 1).cast_signed();
        number::<_, _, 32>(cx, what.of(Form::Groups { bits: 32, zigzag: true }), of, |value, _| {
            Shown::Int(value)
        })
    }
);

/// Writes a zigzag VarInt in its shortest form, in the layout of [`zigzag_varint`].
pub fn gen_zigzag_varint<W: Write>(x: i32) -> impl SerializeFn<W> {
    gen_varint((x << 1) ^ (x >> 31))
}

/// A number of 64 bits in one to ten bytes, small on both sides of zero.
///
/// | size  | field |
/// |-------|-------|
/// | 1..10 | a VarLong: the lowest bit is the sign |
pub fn zigzag_varlong<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Grammar<'a, i64> {
    zigzag_varlong_of(cx, name.into())
}

grammar!(
    fn zigzag_varlong_of<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, i64> {
        let of = |word: u64| (word >> 1).cast_signed() ^ -(word & 1).cast_signed();
        number::<_, _, 64>(cx, what.of(Form::Groups { bits: 64, zigzag: true }), of, |value, _| {
            Shown::Int(value)
        })
    }
);

/// Writes a zigzag VarLong in its shortest form, in the layout of [`zigzag_varlong`].
pub fn gen_zigzag_varlong<W: Write>(x: i64) -> impl SerializeFn<W> {
    gen_varlong((x << 1) ^ (x >> 63))
}

/// A length or count, which must not be negative.
///
/// | size | field |
/// |------|-------|
/// | 1..5 | a VarInt that counts: not negative |
pub fn length<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Grammar<'a, u32> {
    length_of(cx, name.into())
}

grammar!(
    fn length_of<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, u32> {
        counting(varint(cx, what).map(i64::from))
    }
);

/// Writes a length, which is an error beyond an `i32`, in the layout of [`length`].
pub fn gen_length<T: Trace, W: Write>(cx: Cx<'_, T>, length: usize) -> impl SerializeFn<W> {
    checked(move || int_of_length(cx, length), gen_varint)
}

/// Returns a length or count as an Int, which is an error beyond its range.
pub(super) fn int_of_length<T: Trace>(cx: Cx<'_, T>, length: usize) -> Result<i32, GenError> {
    match i32::try_from(length) {
        Ok(length) => Ok(length),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length, limit: i32::MAX as usize }),
    }
}

/// Returns the encoded length: 1 to 5 bytes.
pub fn varint_len(x: i32) -> usize {
    group_count(x.cast_unsigned().into())
}

/// Returns the encoded length: 1 to 10 bytes.
pub fn varlong_len(x: i64) -> usize {
    group_count(x.cast_unsigned())
}

/// A number of `BITS` bits: `of` is what a word means, `shown` how a row shows it.
fn number<'a, X: Copy + Into<i64>, T: Trace, const BITS: u8>(
    cx: Cx<'_, T>,
    what: Meaning,
    of: impl Fn(u64) -> X + Copy,
    shown: impl Fn(i64, u64) -> Shown<'static>,
) -> impl Grammar<'a, X> {
    let groups =
        shortcut(move |i| few_groups(cx, i), groups::<BITS>).map(move |groups| (of(groups.word), groups));
    let row = field_as(cx, what, groups, move |(value, groups)| match (groups.form, (*value).into()) {
        (Written::Shortest, value) => shown(value, groups.word),
        (Written::Padded | Written::Spilt, value) => Shown::Int(value),
        (Written::Endless, _) => Shown::Words("no end within the most bytes it may have"),
    });
    accept(row, move |(value, groups), _| match groups.form {
        Written::Shortest => Ok(value),
        Written::Padded | Written::Spilt if !cx.rules().strict_varints => Ok(value),
        Written::Padded | Written::Spilt => Err(DecodeErrorKind::VarIntNotCanonical),
        Written::Endless => Err(DecodeErrorKind::VarIntTooLong { max: BITS.div_ceil(7) }),
    })
}

/// Mirrors [`number`]: as few groups as hold the word.
fn gen_number<W: Write>(word: u64) -> impl SerializeFn<W> {
    let last = group_count(word) - 1;
    let groups = (0..=last).map(move |at| bytes([group(word, at) | if at < last { 0x80 } else { 0 }]));
    gen_shortcut(gen_few_groups(word), all(groups))
}

/// A number as it was read: its bits, and how they were written.
#[derive(Clone, Copy)]
pub(super) struct Groups {
    pub(super) word: u64,
    pub(super) form: Written,
}

/// How a number was written.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Written {
    /// In as few bytes as hold it.
    Shortest,
    /// In more bytes than it needs.
    Padded,
    /// With bits beyond its width, which are dropped.
    Spilt,
    /// Its last possible byte announces another.
    Endless,
}

/// The groups of a number of `BITS` bits: all but the last have bit 7 set. Whether the last possible one ends the number is decided by
/// that byte alone: a reader must not wait for one that need not come.
fn groups<'a, const BITS: u8>() -> impl Grammar<'a, Groups> {
    let most = usize::from(BITS.div_ceil(7));
    exact(recognize(pair(take_while_m_n(0, most - 1, |byte| byte >= 0x80), u8()))).map(
        move |groups: &[u8]| {
            let bits = groups.iter().rev().fold(0, |bits, group| bits << 7 | u64::from(group & 0x7f));
            let (word, last) = (bits & u64::MAX >> (64 - BITS), groups.last().copied().unwrap_or(0));
            let form = match groups.len() {
                _ if last >= 0x80 => Written::Endless,
                count if count > group_count(word) => Written::Padded,
                count if count == most && last >> (BITS % 7) != 0 => Written::Spilt,
                _ => Written::Shortest,
            };
            Groups { word, form }
        },
    )
}

/// The number of groups of 7 bits that a word takes.
pub(super) fn group_count(word: u64) -> usize {
    let bits = u64::BITS - (word | 1).leading_zeros();
    bits.div_ceil(7) as usize
}

/// The group of a word at a position, without bit 7.
pub(super) fn group(word: u64, at: usize) -> u8 {
    let [low, ..] = (word >> (7 * at)).to_le_bytes();
    low & 0x7f
}

/// The lower half of a word.
pub(super) fn low(word: u64) -> u32 {
    let [a, b, c, d, ..] = word.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// How a row shows a number whose groups are not seen at once.
fn in_groups(value: i64, word: u64) -> Shown<'static> {
    if word > 0x7f { Shown::Groups { value, word } } else { Shown::Int(value) }
}
