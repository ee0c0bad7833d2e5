//! Arrays of numbers.

use std::io::Write;

use cookie_factory::multi::all;
use cookie_factory::{SerializeFn, WriteContext};

use super::super::Cx;
use super::super::combinators::untraced;
use super::super::varint::{zigzag_varint, zigzag_varlong};
use super::number::{count, gen_count, gen_int, gen_long};
use crate::grammar::{
    Grammar, apart_of, checked, count_within, counted, field_as, gen_both, gen_if_else, grammar, if_else,
    observed, slice, take,
};
use crate::minecraft::model::nbt::{Numbers, PackedNumber};
use crate::minecraft::nbt_form::NbtForm;
use crate::sure::Sure as _;
use crate::trace::{Form, Meaning, Order, Part, Shown, Trace};

grammar!(
    /// Reads an array of NBT, which has numbers of one width.
    ///
    /// | size      | field |
    /// |-----------|-------|
    /// | 4         | count: Int, not negative |
    /// | count × N | numbers, big-endian |
    ///
    /// In the VarInt form, the count, Ints and Longs are zigzag VarInts.
    pub fn packed<'a, N: PackedNumber, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Numbers<N>> {
        count_within(cx, count(cx), number_size::<N>(cx.rules().nbt))
            .flat_map(move |count| numbers(cx, count))
    }
);

/// Writes the count and the numbers of an array, in the layout of [`packed`].
pub fn gen_packed<N: PackedNumber, T: Trace, W: Write>(cx: Cx<'_, T>, x: &Numbers<N>) -> impl SerializeFn<W> {
    gen_both(gen_count(cx, x.len()), gen_numbers(cx, x))
}

grammar!(
    /// Reads the numbers after a count.
    pub(in crate::minecraft) fn numbers<'a, N: PackedNumber, T: Trace>(
        cx: Cx<'_, T>,
        count: u32,
    ) -> impl Grammar<'a, Numbers<N>> {
        if_else(
            is_varint::<N>(cx.rules().nbt),
            apart_of((cx, count), |(cx, count)| varints(cx, count)),
            fixed_numbers(cx, count),
        )
    }
);

pub(super) fn gen_numbers<N: PackedNumber, T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &Numbers<N>,
) -> impl SerializeFn<W> {
    let form = cx.rules().nbt;
    // `gen_match!` inlines the loop of the VarInt form into every writer.
    move |out: WriteContext<W>| match form {
        _ if is_varint::<N>(form) => all(x.iter().map(move |number| gen_number(cx, number)))(out),
        NbtForm::BigEndian => slice(x.as_wire())(out),
        NbtForm::LittleEndian | NbtForm::VarInt => slice(&*swapped::<N>(x.as_wire()))(out),
    }
}

/// Returns the minimum encoded size of a number in bytes.
pub(in crate::minecraft) fn number_size<N: PackedNumber>(form: NbtForm) -> usize {
    if is_varint::<N>(form) { 1 } else { N::SIZE }
}

/// Returns whether a form encodes the number as a VarInt.
fn is_varint<N: PackedNumber>(form: NbtForm) -> bool {
    form.has_varints() && N::INTEGER && N::SIZE >= 4
}

grammar!(
    /// Reads numbers of fixed size. Those of the big-endian form have the same bytes in memory.
    fn fixed_numbers<'a, N: PackedNumber, T: Trace>(
        cx: Cx<'_, T>,
        count: u32,
    ) -> impl Grammar<'a, Numbers<N>> {
        let as_in_memory = cx.rules().nbt.is_java() || N::SIZE == 1;
        observed(cx, take(cx, (count as usize).saturating_mul(N::SIZE)), move |bytes, i, rest| {
            show_numbers::<N, T>(cx, bytes, i, rest);
        })
        .map(move |bytes| match as_in_memory {
            true => Numbers::from_wire(bytes.into()),
            false => Numbers::from_wire(swapped::<N>(bytes).into()),
        })
    }
);

/// Reverses the byte order of numbers.
fn swapped<N: PackedNumber>(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks_exact(N::SIZE).flat_map(|number| number.iter().rev().copied()).collect()
}

grammar!(
    /// Reads numbers that are VarInts or VarLongs. A few are reported one by one, many as one row.
    fn varints<'a, N: PackedNumber, T: Trace>(cx: Cx<'_, T>, count: u32) -> impl Grammar<'a, Numbers<N>> {
        let bits = if N::SIZE == 4 { 32 } else { 64 };
        if_else(
            T::ENABLED && count <= SHOWN_SINGLY,
            each_varint(cx, count, N::SIZE),
            field_as(
                cx,
                Meaning::new("numbers").of(Form::Groups { bits, zigzag: true }),
                each_varint(untraced(cx), count, N::SIZE),
                |_| Shown::Words("zigzag VarInts"),
            ),
        )
        .map(|numbers| {
            let bytes = numbers.iter().flat_map(|number| number.to_be_bytes().into_iter().skip(8 - N::SIZE));
            Numbers::from_wire(bytes.collect::<Vec<_>>().into())
        })
    }
);

grammar!(
    fn each_varint<'a, T: Trace>(cx: Cx<'_, T>, count: u32, size: usize) -> impl Grammar<'a, Vec<i64>> {
        // `packed` has only compared the count with the input, so no bytes are reserved that 0 would not release.
        counted(cx, count as usize, 0, Part::Index, move |cx| zigzag(cx, size))
    }
);

grammar!(
    /// Reads a number of [`varints`], which takes `size` bytes in memory.
    fn zigzag<'a, T: Trace>(cx: Cx<'_, T>, size: usize) -> impl Grammar<'a, i64> {
        if_else(size == 4, zigzag_varint(cx, "value").map(i64::from), zigzag_varlong(cx, "value"))
    }
);

/// Writes a number of [`varints`].
fn gen_number<N: PackedNumber, T: Trace, W: Write>(cx: Cx<'_, T>, number: N) -> impl SerializeFn<W> {
    let number = number.integer();
    let int = move || i32::try_from(number).ok().sure_to_write();
    gen_if_else(N::SIZE == 4, checked(int, move |int| gen_int(cx, int)), gen_long(cx, number))
}

/// The maximum count of numbers that an explanation shows one by one.
const SHOWN_SINGLY: u32 = 32;

/// Reports a few numbers one by one, and many as one row.
fn show_numbers<N: PackedNumber, T: Trace>(cx: Cx<'_, T>, bytes: &[u8], i: &[u8], rest: &[u8]) {
    let order = if cx.rules().nbt.is_java() { Order::Big } else { Order::Little };
    let form = if N::INTEGER { Form::signed(order) } else { Form::Float(order) };
    let count = bytes.len() / N::SIZE;
    if count > SHOWN_SINGLY as usize {
        let shown = Shown::Run { count, size: N::SIZE, of: N::NAME };
        return cx.field(i, rest, Meaning::new("numbers").of(form), shown);
    }
    let numbers = match order {
        Order::Little => Numbers::<N>::from_wire(swapped::<N>(bytes).into()),
        Order::Big => Numbers::from_wire(bytes.into()),
    };
    numbers.iter().enumerate().fold(i, |at, (index, number)| {
        let after = at.get(N::SIZE..).sure();
        cx.enter(Part::Index(index));
        cx.field(at, after, Meaning::new("value").of(form), number.shown());
        cx.leave();
        after
    });
}
