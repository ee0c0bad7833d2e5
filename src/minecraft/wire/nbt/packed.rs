//! Byte_Array, Int_Array, Long_Array, and the numbers of lists.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};

use super::super::Cx;
use super::super::varint::{zigzag_varint, zigzag_varlong};
use super::number::{count, gen_count, gen_int, gen_long, order};
use crate::grammar::{Parse, Read, map, part, slice, take};
use crate::minecraft::model::nbt::{Numbers, PackedNumber};
use crate::minecraft::nbt_form::NbtForm;
use crate::sure::Sure as _;
use crate::trace::{Form, Meaning, Part, Shown, Trace};

/// Reads an array of NBT, which has numbers of one width.
///
/// | size      | field |
/// |-----------|-------|
/// | 4         | count: Int, not negative |
/// | count × N | numbers, big-endian |
///
/// In the VarInt form, the count, Ints and Longs are zigzag VarInts.
pub fn packed<'a, N: PackedNumber, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Numbers<N>> {
    move |start: &'a [u8]| {
        let (i, n) = count(cx)(start)?;
        numbers(cx, start, n)(i)
    }
}

/// Writes the count and the numbers of an array, in the layout of [`packed`].
pub fn gen_packed<N: PackedNumber, T: Trace, W: Write>(cx: Cx<'_, T>, x: &Numbers<N>) -> impl SerializeFn<W> {
    move |out| {
        let out = gen_count(cx, x.len())(out)?;
        gen_numbers(cx, x)(out)
    }
}

/// Reads `n` numbers, whose count is at `start`.
pub(super) fn numbers<'a, N: PackedNumber, T: Trace>(
    cx: Cx<'_, T>,
    start: &'a [u8],
    n: u32,
) -> impl Parse<'a, Numbers<N>> {
    move |i: &'a [u8]| {
        if is_varint::<N>(cx.rules().nbt) {
            let n = cx.within(start, i, n, 1)?;
            return varints(cx, n, i);
        }
        let n = cx.within(start, i, n, N::SIZE)?;
        let (rest, bytes) = take(cx, n.saturating_mul(N::SIZE))(i)?;
        if T::ENABLED {
            show_numbers::<N, T>(cx, bytes, i, rest);
            if !cx.keeps_values() {
                return Ok((rest, Numbers::default()));
            }
        }
        Ok((rest, in_memory(cx, bytes)))
    }
}

/// Writes what [`numbers`] reads.
pub(super) fn gen_numbers<N: PackedNumber, T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &Numbers<N>,
) -> impl SerializeFn<W> {
    move |mut out: WriteContext<W>| match cx.rules().nbt {
        form if is_varint::<N>(form) => {
            for number in x.iter() {
                out = match i32::try_from(number.integer()) {
                    Ok(number) if N::SIZE == 4 => gen_int(cx, number)(out)?,
                    _ => gen_long(cx, number.integer())(out)?,
                };
            }
            Ok(out)
        }
        NbtForm::BigEndian | NbtForm::AnyText => slice(x.as_wire())(out),
        NbtForm::LittleEndian | NbtForm::VarInt => slice(swapped::<N>(x.as_wire()))(out),
    }
}

/// Returns numbers of fixed size. Those of the big-endian form have the same bytes in memory.
fn in_memory<N: PackedNumber, T: Trace>(cx: Cx<'_, T>, bytes: &[u8]) -> Numbers<N> {
    match cx.rules().nbt.is_java() || N::SIZE == 1 {
        true => Numbers::from_wire(bytes.into()),
        false => Numbers::from_wire(swapped::<N>(bytes).into()),
    }
}

/// Reverses the byte order of numbers.
fn swapped<N: PackedNumber>(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks_exact(N::SIZE).flat_map(|number| number.iter().rev().copied()).collect()
}

/// Returns whether a form encodes the number as a VarInt.
fn is_varint<N: PackedNumber>(form: NbtForm) -> bool {
    form.has_varints() && N::INTEGER && N::SIZE >= 4
}

/// Reads `n` numbers that are VarInts or VarLongs. A few are reported one by one, many as one row.
fn varints<'a, N: PackedNumber, T: Trace>(cx: Cx<'_, T>, n: usize, i: &'a [u8]) -> Read<'a, Numbers<N>> {
    if T::ENABLED && n <= SHOWN_SINGLY {
        return each_varint(cx, n, i);
    }
    let (rest, numbers) = each_varint(cx.silent(), n, i)?;
    let bits = if N::SIZE == 4 { 32 } else { 64 };
    let meaning = Meaning::new("numbers").of(Form::Groups { bits, zigzag: true });
    cx.row(i, rest, meaning, Shown::Words("zigzag VarInts"));
    Ok((rest, numbers))
}

fn each_varint<'a, N: PackedNumber, T: Trace>(
    cx: Cx<'_, T>,
    n: usize,
    mut i: &'a [u8],
) -> Read<'a, Numbers<N>> {
    let mut bytes = Vec::with_capacity(n.min(i.len()).saturating_mul(N::SIZE));
    for index in 0..n {
        let number = |i| match N::SIZE {
            4 => map(zigzag_varint(cx, "value"), i64::from)(i),
            _ => zigzag_varlong(cx, "value")(i),
        };
        let (rest, x) = part(cx, Part::Index(index), number)(i)?;
        bytes.extend_from_slice(x.to_be_bytes().get(8 - N::SIZE..).sure());
        i = rest;
    }
    Ok((i, Numbers::from_wire(bytes.into())))
}

/// The maximum count of numbers that an explanation shows one by one.
const SHOWN_SINGLY: usize = 32;

/// Reports a few numbers one by one, and many as one row.
fn show_numbers<N: PackedNumber, T: Trace>(cx: Cx<'_, T>, bytes: &[u8], i: &[u8], rest: &[u8]) {
    let order = order(cx);
    let form = if N::INTEGER { Form::signed(order) } else { Form::Float(order) };
    let count = bytes.len() / N::SIZE;
    if count > SHOWN_SINGLY {
        let shown = Shown::Run { count, size: N::SIZE, of: N::NAME };
        return cx.row(i, rest, Meaning::new("numbers").of(form), shown);
    }
    let mut at = i;
    for (index, number) in in_memory::<N, T>(cx, bytes).iter().enumerate() {
        let after = at.get(N::SIZE..).sure();
        cx.open(Part::Index(index));
        cx.row(at, after, Meaning::new("value").of(form), number.shown());
        cx.close();
        at = after;
    }
}
