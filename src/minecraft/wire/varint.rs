//! VarInt and VarLong: 7 bits per byte, lowest group first; bit 7 means that another byte follows.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};
use nom::{Mode, OutputMode, Parser};

use super::Cx;
use super::combine::counting;
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::grammar::{Grammar, Show, accept, checked, field, grammar};
use crate::sink::{Gen, put, serializer};
use crate::trace::{Shown, Trace};

/// The greatest number of bytes of a VarInt.
pub const VARINT_MAX: usize = 5;
/// The greatest number of bytes of a VarLong.
pub const VARLONG_MAX: usize = 10;

grammar!(
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
    pub fn varint<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, i32> {
        accept(field(cx, name, int()), move |number, _| number.check::<VARINT_MAX>(cx.rules().strict_varints))
    }
);

/// Writes a VarInt in its shortest form, in the layout of [`varint`].
#[inline]
pub fn gen_varint<W: Write>(x: i32) -> impl SerializeFn<W> {
    gen_groups(x.cast_unsigned().into())
}

grammar!(
    /// A number of 64 bits in one to ten bytes.
    ///
    /// | size  | field |
    /// |-------|-------|
    /// | 1..10 | groups of 7 bits of the value as `u64`, lowest first; bit 7 set: another byte follows |
    ///
    /// The tenth byte must end it. The sign comes from bit 63 alone: `ffffffff0f` is 4294967295.
    pub fn varlong<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, i64> {
        accept(field(cx, name, long()), move |number, _| {
            number.check::<VARLONG_MAX>(cx.rules().strict_varints)
        })
    }
);

/// Writes a VarLong in its shortest form, in the layout of [`varlong`].
pub fn gen_varlong<W: Write>(x: i64) -> impl SerializeFn<W> {
    gen_groups(x.cast_unsigned())
}

grammar!(
    /// A number of 32 bits in one to five bytes, small on both sides of zero: 0, -1, 1, -2 are the VarInts 0, 1, 2, 3.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 1..5 | a VarInt: the lowest bit is the sign |
    pub fn zigzag_varint<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, i32> {
        accept(field(cx, name, int().map(|number| number.zigzag(of_zigzag32))), move |number, _| {
            number.check::<VARINT_MAX>(cx.rules().strict_varints)
        })
    }
);

/// Writes a zigzag VarInt in its shortest form, in the layout of [`zigzag_varint`].
#[inline]
pub fn gen_zigzag_varint<W: Write>(x: i32) -> impl SerializeFn<W> {
    gen_varint((x << 1) ^ (x >> 31))
}

grammar!(
    /// A number of 64 bits in one to ten bytes, small on both sides of zero.
    ///
    /// | size  | field |
    /// |-------|-------|
    /// | 1..10 | a VarLong: the lowest bit is the sign |
    pub fn zigzag_varlong<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, i64> {
        accept(field(cx, name, long().map(|number| number.zigzag(of_zigzag64))), move |number, _| {
            number.check::<VARLONG_MAX>(cx.rules().strict_varints)
        })
    }
);

/// Writes a zigzag VarLong in its shortest form, in the layout of [`zigzag_varlong`].
pub fn gen_zigzag_varlong<W: Write>(x: i64) -> impl SerializeFn<W> {
    gen_varlong((x << 1) ^ (x >> 63))
}

fn of_zigzag32(x: i32) -> i32 {
    (x.cast_unsigned() >> 1).cast_signed() ^ -(x & 1)
}

fn of_zigzag64(x: i64) -> i64 {
    (x.cast_unsigned() >> 1).cast_signed() ^ -(x & 1)
}

grammar!(
    /// A length or count, which must not be negative.
    ///
    /// | size | field |
    /// |------|-------|
    /// | 1..5 | a VarInt that counts: not negative |
    pub fn length<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, u32> {
        counting(varint(cx, name).map(i64::from))
    }
);

/// Writes a length, which is an error beyond an `i32`, in the layout of [`length`].
#[inline]
pub fn gen_length<T: Trace, W: Write>(cx: Cx<'_, T>, length: usize) -> impl SerializeFn<W> {
    let fits = move || match i32::try_from(length) {
        Ok(length) => Ok(length),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length, limit: i32::MAX as usize }),
    };
    checked(fits, gen_varint)
}

/// Returns the encoded length: 1 to 5 bytes.
pub fn varint_len(x: i32) -> usize {
    group_count(u64::from(x.cast_unsigned()))
}

/// Returns the encoded length: 1 to 10 bytes.
pub fn varlong_len(x: i64) -> usize {
    group_count(x.cast_unsigned())
}

/// Returns the number of groups of 7 bits in a number.
fn group_count(x: u64) -> usize {
    let bits = u64::BITS - (x | 1).leading_zeros();
    bits.div_ceil(7) as usize
}

/// Groups as they were read: their bits, how many they were, and the last of them.
struct Groups {
    bits: u64,
    count: usize,
    last: u8,
}

/// The number that groups mean, and how it was written.
struct Decoded<X> {
    value: X,
    form: Form,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// The shortest.
    Canonical,
    /// The shortest of the number's zigzag.
    Zigzag,
    /// In more bytes than it needs.
    Padded,
    /// With bits beyond its width, which are dropped.
    Spilt,
    /// Its last possible byte announces another.
    Endless,
}

/// The number of a VarInt.
#[inline(always)]
fn int<'a>() -> impl Grammar<'a, Decoded<i32>> {
    Few(groups::<VARINT_MAX>.map(Groups::int))
}

/// The number of a VarLong.
#[inline(always)]
fn long<'a>() -> impl Grammar<'a, Decoded<i64>> {
    Few(groups::<VARLONG_MAX>.map(Groups::long))
}

/// Reads one group or two, the commonest by far, in a few instructions, and others by the parser inside, which reads those, too.
struct Few<P>(P);

impl<'a, P: Parser<&'a [u8], Output: From<u16>, Error = Fault>> Parser<&'a [u8]> for Few<P> {
    type Output = P::Output;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> nom::PResult<OM, &'a [u8], P::Output, Fault> {
        let (rest, value) = match i {
            [low @ ..0x80, rest @ ..] => (rest, u16::from(*low)),
            [low, high @ 1..0x80, rest @ ..] => (rest, u16::from(low & 0x7f) | u16::from(*high) << 7),
            _ => return self.0.process::<OM>(i),
        };
        Ok((rest, OM::Output::bind(|| value.into())))
    }
}

/// Groups of 7 bits up to the byte whose bit 7 is clear, `N` bytes at most.
#[inline(never)]
fn groups<const N: usize>(i: &[u8]) -> PResult<'_, Groups> {
    let (mut bits, mut rest, mut last) = (0, i, 0);
    for count in 1..=N {
        let Some((byte, after)) = rest.split_first() else {
            return Fault::short(i, count);
        };
        (rest, last) = (after, *byte);
        bits |= u64::from(byte & 0x7f) << (7 * (count - 1));
        if last < 0x80 {
            return Ok((rest, Groups { bits, count, last }));
        }
    }
    // Decided by the last byte alone: a reader must not wait for one that need not come.
    Ok((rest, Groups { bits, count: N, last }))
}

/// Mirrors [`groups`]: as few as hold the number.
#[inline]
fn gen_groups<W: Write>(x: u64) -> impl SerializeFn<W> {
    serializer(move |out| match x {
        // One group or two are the commonest by far.
        ..0x80 => put(out, &few::<1>(x)),
        0x80..0x4000 => put(out, &few::<2>(x)),
        _ => put_groups(x, out),
    })
}

/// Writes three groups or more. The compiler knows the length of most of them: these take a store or two, others a call.
#[inline(never)]
fn put_groups<W: Write>(x: u64, out: &mut WriteContext<W>) -> Gen {
    match group_count(x) {
        ..=3 => put(out, &few::<3>(x)),
        4 => put(out, &few::<4>(x)),
        5 => put(out, &few::<5>(x)),
        _ => put(out, Shortest::new(x).as_ref()),
    }
}

/// The groups of a number of `N` groups.
#[inline(always)]
fn few<const N: usize>(x: u64) -> [u8; N] {
    std::array::from_fn(|at| {
        let [low, ..] = (x >> (7 * at)).to_le_bytes();
        if at + 1 < N { low | 0x80 } else { low & 0x7f }
    })
}

/// A number in its shortest form.
struct Shortest {
    groups: [u8; VARLONG_MAX],
    count: usize,
}

impl Shortest {
    fn new(x: u64) -> Self {
        let count = group_count(x);
        let mut groups = [0; VARLONG_MAX];
        for (at, group) in groups.iter_mut().enumerate().take(count) {
            let [low, ..] = (x >> (7 * at)).to_le_bytes();
            *group = if at + 1 < count { low | 0x80 } else { low & 0x7f };
        }
        Self { groups, count }
    }
}

impl AsRef<[u8]> for Shortest {
    fn as_ref(&self) -> &[u8] {
        self.groups.get(..self.count).unwrap_or_default()
    }
}

impl Groups {
    #[inline]
    fn int(self) -> Decoded<i32> {
        let [.., a, b, c, d] = self.bits.to_be_bytes();
        let value = i32::from_be_bytes([a, b, c, d]);
        self.number(value, || varint_len(value), self.bits >> 32 != 0)
    }

    fn long(self) -> Decoded<i64> {
        let value = self.bits.cast_signed();
        // Of the tenth byte's seven bits, one is left: bit 63.
        self.number(value, || varlong_len(value), self.count == VARLONG_MAX && self.last > 1)
    }

    #[inline]
    fn number<X>(&self, value: X, shortest: impl FnOnce() -> usize, spilt: bool) -> Decoded<X> {
        let form = match () {
            () if self.last >= 0x80 => Form::Endless,
            () if self.count > 1 && self.count > shortest() => Form::Padded,
            () if spilt => Form::Spilt,
            () => Form::Canonical,
        };
        Decoded { value, form }
    }
}

impl<X: Copy + Into<i64>> Show for Decoded<X> {
    fn shown(&self) -> Shown<'_> {
        let value = self.value.into();
        match self.form {
            Form::Canonical if value.cast_unsigned() > 0x7f => {
                let word = value.cast_unsigned() & (u64::MAX >> (64 - 8 * size_of::<X>()));
                Shown::Groups { value, word }
            }
            Form::Canonical | Form::Zigzag => Shown::Int(value),
            Form::Padded => Shown::Noted(self.value.into(), "in more bytes than it needs"),
            Form::Spilt => Shown::Noted(self.value.into(), "bits beyond its width are dropped"),
            Form::Endless => Shown::Words("no end within the most bytes it may have"),
        }
    }
}

/// A number in its shortest form.
impl<X: From<u16>> From<u16> for Decoded<X> {
    #[inline]
    fn from(value: u16) -> Self {
        Self { value: value.into(), form: Form::Canonical }
    }
}

impl<X> Decoded<X> {
    /// The number that a zigzag means.
    fn zigzag(self, f: impl FnOnce(X) -> X) -> Self {
        let form = if self.form == Form::Canonical { Form::Zigzag } else { self.form };
        Decoded { value: f(self.value), form }
    }

    #[inline]
    fn check<const MAX: usize>(self, strict: bool) -> Result<X, DecodeErrorKind> {
        match self.form {
            Form::Canonical | Form::Zigzag => Ok(self.value),
            Form::Endless => {
                Err(DecodeErrorKind::VarIntTooLong { max: if MAX == VARINT_MAX { 5 } else { 10 } })
            }
            Form::Padded | Form::Spilt if strict => Err(DecodeErrorKind::VarIntNotCanonical),
            Form::Padded | Form::Spilt => Ok(self.value),
        }
    }
}
