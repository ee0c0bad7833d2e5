//! VarInt and VarLong: 7 bits per byte, lowest group first, bit 7 says that another byte follows.

use std::io::Write;

use cookie_factory::WriteContext;

use crate::cx::Cx;
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::minecraft::protocol::{Protocol, Wire};
use crate::sink::{Gen, put};
use crate::trace::{Shown, Trace};

/// Most bytes of a VarInt.
pub const VARINT_MAX: usize = 5;
/// Most bytes of a VarLong.
pub const VARLONG_MAX: usize = 10;

/// An `i32` that stands on the wire as VarInt; the newtype is for [`Protocol::decode`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct VarInt(pub i32);

/// An `i64` that stands on the wire as VarLong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct VarLong(pub i64);

/// How many bytes the value takes: 1 to 5.
pub fn varint_len(x: i32) -> usize {
    groups(u64::from(x.cast_unsigned()))
}

/// How many bytes the value takes: 1 to 10.
pub fn varlong_len(x: i64) -> usize {
    groups(x.cast_unsigned())
}

/// How many groups of 7 bits a number has.
fn groups(x: u64) -> usize {
    let bits = u64::BITS - (x | 1).leading_zeros();
    bits.div_ceil(7) as usize
}

/// | size | field |
/// |------|-------|
/// | 1..5 | groups of 7 bits of the value as `u32`, lowest first; bit 7 set: another byte follows |
///
/// The fifth byte must end it. Longer forms than needed are read, and so are bits beyond 32, which are
/// dropped as the game drops them; [`Protocol::strict_varints`] refuses both.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn parse_varint<'a, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    name: &'static str,
    i: &'a [u8],
) -> PResult<'a, i32> {
    // One byte is by far the commonest.
    if let [byte @ 0..=0x7f, rest @ ..] = i {
        let value = i32::from(*byte);
        cx.field(i, rest, name, Shown::Int(value.into()));
        return Ok((rest, value));
    }
    let (rest, bits) = parse_groups::<T, VARINT_MAX>(cx, name, i)?;
    let [.., a, b, c, d] = bits.to_be_bytes();
    let value = i32::from_be_bytes([a, b, c, d]);
    finish(cx, name, i, rest, value.into(), varint_len(value), bits >> 32 != 0)?;
    Ok((rest, value))
}

/// Mirrors [`parse_varint`]: always the shortest form.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gen_varint<T: Trace, W: Write>(_: Cx<'_, Protocol, T>, x: i32, out: &mut WriteContext<W>) -> Gen {
    match u8::try_from(x) {
        Ok(byte @ 0..=0x7f) => put(out, &[byte]),
        _ => gen_groups(x.cast_unsigned().into(), out),
    }
}

/// | size  | field |
/// |-------|-------|
/// | 1..10 | groups of 7 bits of the value as `u64`, lowest first; bit 7 set: another byte follows |
///
/// The tenth byte must end it. The sign comes from bit 63 alone: `ffffffff0f` is 4294967295.
pub fn parse_varlong<'a, T: Trace>(
    cx: Cx<'_, Protocol, T>,
    name: &'static str,
    i: &'a [u8],
) -> PResult<'a, i64> {
    let (rest, bits) = parse_groups::<T, VARLONG_MAX>(cx, name, i)?;
    let value = bits.cast_signed();
    // Of the tenth byte's seven bits, one is left: bit 63.
    let spilt = i.len() - rest.len() == VARLONG_MAX && i.get(VARLONG_MAX - 1).is_some_and(|last| *last > 1);
    finish(cx, name, i, rest, value, varlong_len(value), spilt)?;
    Ok((rest, value))
}

/// Mirrors [`parse_varlong`]: always the shortest form.
pub fn gen_varlong<T: Trace, W: Write>(_: Cx<'_, Protocol, T>, x: i64, out: &mut WriteContext<W>) -> Gen {
    gen_groups(x.cast_unsigned(), out)
}

/// Groups of 7 bits up to the byte whose bit 7 is clear, `N` bytes at most.
fn parse_groups<'a, T: Trace, const N: usize>(
    cx: Cx<'_, Protocol, T>,
    name: &'static str,
    i: &'a [u8],
) -> PResult<'a, u64> {
    let mut value = 0;
    let mut rest = i;
    for group in 0..N {
        let Some((byte, after)) = rest.split_first() else {
            return Fault::short(i, group + 1);
        };
        rest = after;
        value |= u64::from(byte & 0x7f) << (7 * group);
        if *byte < 0x80 {
            return Ok((rest, value));
        }
    }
    // Decided by the last byte alone: a reader must not wait for one that need not come.
    cx.field(i, rest, name, Shown::Words("no end within the most bytes it may have"));
    Fault::number(i, rest, DecodeErrorKind::VarIntTooLong { max: if N == VARINT_MAX { 5 } else { 10 } })
}

/// Reports the number, and refuses a form that is not canonical where that is asked for.
fn finish<T: Trace>(
    cx: Cx<'_, Protocol, T>,
    name: &'static str,
    before: &[u8],
    after: &[u8],
    value: i64,
    shortest: usize,
    spilt: bool,
) -> Result<(), nom::Err<Fault>> {
    let padded = before.len() - after.len() > shortest;
    let shown = match (padded, spilt) {
        (false, false) => Shown::Int(value),
        (true, _) => Shown::Noted(value, "in more bytes than it needs"),
        (_, true) => Shown::Noted(value, "bits beyond its width are dropped"),
    };
    cx.field(before, after, name, shown);
    if (padded || spilt) && cx.rules.strict_varints {
        return Fault::number(before, after, DecodeErrorKind::VarIntNotCanonical);
    }
    Ok(())
}

/// Mirrors [`parse_groups`].
fn gen_groups<W: Write>(mut x: u64, out: &mut WriteContext<W>) -> Gen {
    let mut bytes = [0; VARLONG_MAX];
    let mut len = 0;
    for byte in &mut bytes {
        let [group, ..] = (x & 0x7f).to_le_bytes();
        x >>= 7;
        len += 1;
        *byte = if x == 0 { group } else { group | 0x80 };
        if x == 0 {
            break;
        }
    }
    put(out, bytes.get(..len).unwrap_or(&bytes))
}

impl Wire<'_> for VarInt {
    const NAME: &'static str = "VarInt";
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parse<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
        let (i, value) = parse_varint(cx, "value", i)?;
        Ok((i, Self(value)))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
        gen_varint(cx, self.0, out)
    }
}

impl Wire<'_> for VarLong {
    const NAME: &'static str = "VarLong";
    fn parse<'a, T: Trace>(cx: Cx<'_, Protocol, T>, i: &'a [u8]) -> PResult<'a, Self> {
        let (i, value) = parse_varlong(cx, "value", i)?;
        Ok((i, Self(value)))
    }
    fn gen_to<T: Trace, W: Write>(&self, cx: Cx<'_, Protocol, T>, out: &mut WriteContext<W>) -> Gen {
        gen_varlong(cx, self.0, out)
    }
}
