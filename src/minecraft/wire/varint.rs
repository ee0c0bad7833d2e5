//! VarInt and VarLong: 7 bits in each byte, the lowest group first. Bit 7 is set if another byte follows.

use std::io::Write;

use cookie_factory::multi::all;
use cookie_factory::{GenError, SerializeFn};
use nom::Parser;
use nom::bytes::take_while_m_n;
use nom::combinator::recognize;
use nom::sequence::pair;

use super::Cx;
use super::combinators::untraced;
use super::combine::not_negative;
use super::shortcuts::{few_groups, gen_few_groups};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Grammar, accept, bytes, checked, exact, field_as, gen_shortcut, grammar, shortcut, u8};
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
/// use nom::Parser;
/// let settings = Protocol::V1_14.settings();
/// let (rest, x) = wire::varint(settings.cx(), "x").parse(&[0xac, 0x02, 0xff]).unwrap();
/// assert_eq!((x, rest), (300, &[0xff][..]));
/// ```
pub fn varint<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Grammar<'a, i32> {
    varint_of(cx, name.into())
}

grammar!(
    fn varint_of<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, i32> {
        number_of::<_, _, 32>(cx, what.of(Form::VAR_INT), |word| low(word).cast_signed(), in_groups)
    }
);

/// Reads a [`varint`] whose row of an explanation is the result of `show`.
pub(in crate::minecraft) fn varint_as<'a, T: Trace>(
    cx: Cx<'_, T>,
    what: impl Into<Meaning>,
    show: impl Fn(&i32) -> Shown<'_>,
) -> impl Grammar<'a, i32> {
    let what = what.into().of(Form::VAR_INT);
    // Without a trace inside, the number is reported once.
    field_as(cx, what, varint(untraced(cx), what), show)
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
pub fn varlong<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Grammar<'a, i64> {
    varlong_of(cx, name.into())
}

grammar!(
    fn varlong_of<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, i64> {
        number_of::<_, _, 64>(cx, what.of(Form::VAR_LONG), u64::cast_signed, in_groups)
    }
);

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
pub fn zigzag_varint<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Grammar<'a, i32> {
    zigzag_varint_of(cx, name.into())
}

grammar!(
    fn zigzag_varint_of<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, i32> {
        let of = |word| (low(word) >> 1).cast_signed() ^ -(low(word) & 1).cast_signed();
        number_of::<_, _, 32>(cx, what.of(Form::Groups { bits: 32, zigzag: true }), of, |value, _| {
            Shown::Int(value)
        })
    }
);

/// Writes a zigzag VarInt in its shortest form, in the layout of [`zigzag_varint`].
pub fn gen_zigzag_varint<W: Write>(x: i32) -> impl SerializeFn<W> {
    gen_varint((x << 1) ^ (x >> 31))
}

/// Reads a number of 64 bits in one to ten bytes, in the zigzag encoding.
///
/// | size    | field |
/// |---------|-------|
/// | 1 to 10 | a VarLong whose lowest bit is the sign |
pub fn zigzag_varlong<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Grammar<'a, i64> {
    zigzag_varlong_of(cx, name.into())
}

grammar!(
    fn zigzag_varlong_of<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, i64> {
        let of = |word: u64| (word >> 1).cast_signed() ^ -(word & 1).cast_signed();
        number_of::<_, _, 64>(cx, what.of(Form::Groups { bits: 64, zigzag: true }), of, |value, _| {
            Shown::Int(value)
        })
    }
);

/// Writes a zigzag VarLong in its shortest form, in the layout of [`zigzag_varlong`].
pub fn gen_zigzag_varlong<W: Write>(x: i64) -> impl SerializeFn<W> {
    gen_varlong((x << 1) ^ (x >> 63))
}

/// Reads a length or count, which must not be negative.
///
/// | size   | field |
/// |--------|-------|
/// | 1 to 5 | a VarInt that is not negative |
pub fn length<'a, T: Trace>(cx: Cx<'_, T>, name: impl Into<Meaning>) -> impl Grammar<'a, u32> {
    length_of(cx, name.into())
}

grammar!(
    fn length_of<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, u32> {
        not_negative(varint(cx, what).map(i64::from))
    }
);

/// Writes a length, in the layout of [`length`]. Fails if it exceeds an `i32`.
pub fn gen_length<T: Trace, W: Write>(cx: Cx<'_, T>, length: usize) -> impl SerializeFn<W> {
    checked(move || int_of_length(cx, length), gen_varint)
}

/// Returns a length or count as an Int. Fails if it exceeds the range of an Int.
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

/// Reads a number of `BITS` bits. `of` converts a word to the number, and `shown` returns what the trace
/// reports.
fn number_of<'a, X: Copy + Into<i64>, T: Trace, const BITS: u8>(
    cx: Cx<'_, T>,
    what: Meaning,
    of: impl Fn(u64) -> X + Copy,
    shown: impl Fn(i64, u64) -> Shown<'static>,
) -> impl Grammar<'a, X> {
    // `few_groups` reads numbers of one or two bytes in the same way, but faster.
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

/// Writes a word in as few groups as possible.
fn gen_groups<W: Write>(word: u64) -> impl SerializeFn<W> {
    let last = group_count(word) - 1;
    let groups = (0..=last).map(move |at| bytes([group(word, at) | if at < last { 0x80 } else { 0 }]));
    gen_shortcut(gen_few_groups(word), all(groups))
}

/// A number as it was read: its bits, and the form of its encoding.
#[derive(Clone, Copy)]
pub(super) struct Groups {
    pub(super) word: u64,
    pub(super) form: Written,
}

/// The form of an encoding.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Written {
    /// The number takes as few bytes as possible.
    Shortest,
    /// The number takes more bytes than necessary.
    Padded,
    /// The encoding sets bits beyond the width of the number, which are dropped.
    Spilt,
    /// The last possible byte says that another one follows.
    Endless,
}

/// Reads the groups of a number of `BITS` bits. All groups except the last have bit 7 set. If the last
/// possible byte has it set, this is an error at once, so that a reader never waits for a byte that need not
/// come.
fn groups<'a, const BITS: u8>() -> impl Grammar<'a, Groups> {
    let most = usize::from(BITS.div_ceil(7));
    exact(recognize(pair(take_while_m_n(0, most - 1, |byte| byte >= 0x80), u8()))).map(
        move |groups: &[u8]| {
            let bits = groups.iter().rev().fold(0, |bits, group| bits << 7 | u64::from(group & 0x7f));
            let (word, last) = (bits & u64::MAX >> (64 - BITS), groups.last().copied().unwrap_or(0));
            let form = match groups.len() {
                _ if last >= 0x80 => Written::Endless,
                count if count > group_count(word) => Written::Padded,
                // The last possible group has only the highest `BITS % 7` bits.
                count if count == most && last >> (BITS % 7) != 0 => Written::Spilt,
                _ => Written::Shortest,
            };
            Groups { word, form }
        },
    )
}

/// Returns the number of groups of 7 bits of a word.
pub(super) fn group_count(word: u64) -> usize {
    let bits = u64::BITS - (word | 1).leading_zeros();
    bits.div_ceil(7) as usize
}

/// Returns the group of a word at this position, without bit 7.
pub(super) fn group(word: u64, at: usize) -> u8 {
    let [low, ..] = (word >> (7 * at)).to_le_bytes();
    low & 0x7f
}

/// Returns the lower half of a word.
pub(super) fn low(word: u64) -> u32 {
    let [a, b, c, d, ..] = word.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// Returns what the trace reports for a number of several groups.
fn in_groups(value: i64, word: u64) -> Shown<'static> {
    if word > 0x7f { Shown::Groups { value, word } } else { Shown::Int(value) }
}
