//! Numbers in a row.

use std::io::Write;

use cookie_factory::SerializeFn;
use nom::{Err, Parser};

use super::super::Cx;
use super::super::combinators::untraced;
use super::super::varint::{zigzag_varint, zigzag_varlong};
use super::block::{Block, in_blocks};
use super::number::{count, put_count, put_int, put_long};
use crate::error::{Fault, PResult};
use crate::grammar::{Grammar, accept, grammar, take};
use crate::minecraft::model::nbt::{Numbers, PackedNumber};
use crate::minecraft::nbt_form::NbtForm;
use crate::sink::Gen;
use crate::sure::Sure as _;
use crate::trace::{Form, Meaning, Order, Part, Shown, Silent, Trace};

grammar!(
    /// An array of NBT: numbers of one width.
    ///
    /// | size      | field |
    /// |-----------|-------|
    /// | 4         | count: Int, not negative |
    /// | count × N | numbers, big-endian |
    ///
    /// In the big-endian form nothing is copied: the numbers stay in the input. Numbers of other forms are converted; in the VarInt form
    /// the count, Ints and Longs are zigzag VarInts.
    pub fn packed<'a, N: PackedNumber, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Numbers<'a, N>> {
        accept(count(cx), move |count, rest| {
            cx.reserving(rest, count, number_size::<N>(cx.rules().nbt)).map(|_| count)
        })
        .flat_map(move |count| numbers(cx, count))
    }
);

/// Writes the count and the numbers of an array, in the layout of [`packed`].
#[inline]
pub fn gen_packed<N: PackedNumber, T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &Numbers<'_, N>,
) -> impl SerializeFn<W> {
    in_blocks(move |out| put_packed(cx, x, out))
}

/// [`gen_packed`] to a block.
#[inline]
pub(super) fn put_packed<N: PackedNumber, T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &Numbers<'_, N>,
    out: &mut Block<'_, W>,
) -> Gen {
    put_count(cx, x.len(), out)?;
    put_numbers(cx, x, out)
}

/// The numbers of a count that has been read.
#[inline]
pub(in crate::minecraft) fn numbers<'a, N: PackedNumber, T: Trace>(
    cx: Cx<'_, T>,
    count: u32,
) -> impl Grammar<'a, Numbers<'a, N>> {
    move |i| {
        if !(cx.rules().nbt.is_java() || N::SIZE == 1) {
            return converted(cx, count, i);
        }
        let (rest, numbers) =
            take(cx, (count as usize).saturating_mul(N::SIZE)).map(Numbers::of_input).parse(i)?;
        if T::ENABLED {
            show_numbers(cx, &numbers, i, rest);
        }
        Ok((rest, numbers))
    }
}

/// The fewest bytes of a number.
#[inline]
pub(in crate::minecraft) fn number_size<N: PackedNumber>(form: NbtForm) -> usize {
    if is_varint::<N>(form) { 1 } else { N::SIZE }
}

/// Returns whether a form writes the number as a VarInt.
#[inline]
fn is_varint<N: PackedNumber>(form: NbtForm) -> bool {
    form.has_varints() && N::INTEGER && N::SIZE >= 4
}

/// [`numbers`] in another form than the one in memory.
#[inline(never)]
fn converted<'a, N: PackedNumber, T: Trace>(
    cx: Cx<'_, T>,
    count: u32,
    i: &'a [u8],
) -> PResult<'a, Numbers<'a, N>> {
    if is_varint::<N>(cx.rules().nbt) {
        return varints(cx, count, i);
    }
    let (rest, little) = take(cx, (count as usize).saturating_mul(N::SIZE)).parse(i)?;
    let numbers = Numbers::of_bytes(swapped::<N>(little));
    if T::ENABLED {
        show_numbers(cx, &numbers, i, rest);
    }
    Ok((rest, numbers))
}

/// Numbers in the other order of bytes.
fn swapped<N: PackedNumber>(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks_exact(N::SIZE).flat_map(|number| number.iter().rev().copied()).collect()
}

/// [`numbers`] that are VarInts or VarLongs.
fn varints<'a, N: PackedNumber, T: Trace>(
    cx: Cx<'_, T>,
    count: u32,
    i: &'a [u8],
) -> PResult<'a, Numbers<'a, N>> {
    let singly = T::ENABLED && count <= SHOWN_SINGLY;
    // A trace may accept a count that exceeds the input, see `Trace::lenient_counts`.
    let mut all = Vec::with_capacity((count as usize).min(i.len()) * N::SIZE);
    let mut at = i;
    for index in 0..count as usize {
        let rest = if singly {
            cx.part(Part::Index(index), |cx| varint::<N, T>(cx, at, &mut all))?
        } else {
            varint::<N, Silent>(untraced(cx), at, &mut all)?
        };
        at = rest;
    }
    if T::ENABLED && !singly {
        cx.field(
            i,
            at,
            Meaning::new("numbers")
                .of(Form::Groups { bits: if N::SIZE == 4 { 32 } else { 64 }, zigzag: true }),
            Shown::Words("zigzag VarInts"),
        );
    }
    Ok((at, Numbers::of_bytes(all)))
}

/// Reads one of [`varints`].
fn varint<'a, N: PackedNumber, T: Trace>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    into: &mut Vec<u8>,
) -> Result<&'a [u8], Err<Fault>> {
    Ok(if N::SIZE == 4 {
        let (rest, number) = zigzag_varint(cx, "value").parse(i)?;
        into.extend(number.to_be_bytes());
        rest
    } else {
        let (rest, number) = zigzag_varlong(cx, "value").parse(i)?;
        into.extend(number.to_be_bytes());
        rest
    })
}

/// Mirrors [`numbers`].
#[inline]
pub(super) fn put_numbers<N: PackedNumber, T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &Numbers<'_, N>,
    out: &mut Block<'_, W>,
) -> Gen {
    match cx.rules().nbt {
        form if is_varint::<N>(form) => {
            x.iter().try_for_each(|number| match i32::try_from(number.integer()) {
                Ok(int) if N::SIZE == 4 => put_int(cx, int, out),
                _ => put_long(cx, number.integer(), out),
            })
        }
        NbtForm::BigEndian => out.long(x.as_wire()),
        NbtForm::LittleEndian | NbtForm::VarInt => out.long(&swapped::<N>(x.as_wire())),
    }
}

/// Longest run that an explanation shows number by number.
const SHOWN_SINGLY: u32 = 32;

/// A few numbers one by one, many as one run.
fn show_numbers<N: PackedNumber, T: Trace>(cx: Cx<'_, T>, x: &Numbers<'_, N>, i: &[u8], rest: &[u8]) {
    let order = if cx.rules().nbt.is_java() { Order::Big } else { Order::Little };
    let form = if N::INTEGER { Form::signed(order) } else { Form::Float(order) };
    if x.len() > SHOWN_SINGLY as usize {
        cx.field(
            i,
            rest,
            Meaning::new("numbers").of(form),
            Shown::Run { count: x.len(), size: N::SIZE, of: N::NAME },
        );
        return;
    }
    let mut at = i;
    for (index, number) in x.iter().enumerate() {
        let after = at.get(N::SIZE..).sure();
        cx.trace.open(Part::Index(index));
        cx.field(at, after, Meaning::new("value").of(form), number.shown());
        cx.trace.close();
        at = after;
    }
}
