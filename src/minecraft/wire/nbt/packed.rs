//! Numbers in a row.

use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::sequence::pair;
use nom::Parser;

use super::super::Cx;
use super::super::prim::{gen_int, int};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{Grammar, accept, checked, grammar, slice, take};
use crate::minecraft::model::nbt::{Number, Numbers};
use crate::trace::{Part, Shown, Trace};

grammar!(
    /// An array of NBT: numbers of one width.
    ///
    /// | size      | field |
    /// |-----------|-------|
    /// | 4         | count: Int, not negative |
    /// | count × N | numbers, big-endian |
    ///
    /// Nothing is copied: the numbers stay where they are.
    pub fn packed<'a, N: Number, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Numbers<'a, N>> {
        accept(count(cx), move |count, rest| cx.reserving(rest, count, N::SIZE).map(|_| count))
            .flat_map(move |count| numbers(cx, count))
    }
);

/// Mirrors [`packed`].
#[inline]
pub fn gen_packed<N: Number, T: Trace, W: Write>(cx: Cx<'_, T>, x: &Numbers<'_, N>) -> impl SerializeFn<W> {
    pair(gen_count(cx, x.len()), slice(x.as_wire()))
}

/// The numbers of a count that has been read.
#[inline]
pub(in crate::minecraft) fn numbers<'a, N: Number, T: Trace>(
    cx: Cx<'_, T>,
    count: u32,
) -> impl Grammar<'a, Numbers<'a, N>> {
    move |i| {
        let (rest, numbers) =
            take(cx, (count as usize).saturating_mul(N::SIZE)).map(Numbers::of_input).parse(i)?;
        if T::ENABLED {
            show_numbers(cx, &numbers, i, rest);
        }
        Ok((rest, numbers))
    }
}

grammar!(
    /// The count in front of an array or list.
    pub(in crate::minecraft) fn count<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, u32> {
        accept(int(cx, "count"), |value, _| {
            u32::try_from(value).map_err(|_| DecodeErrorKind::NegativeLength { value: value.into() })
        })
    }
);

/// Mirrors [`count`].
#[inline]
pub(in crate::minecraft) fn gen_count<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    count: usize,
) -> impl SerializeFn<W> {
    let fits = move || match i32::try_from(count) {
        Ok(count) => Ok(count),
        Err(_) => cx.refuse(EncodeErrorKind::TooLong { length: count, limit: i32::MAX as usize }),
    };
    checked(fits, gen_int)
}

/// Longest run that an explanation shows number by number.
const SHOWN_SINGLY: u32 = 32;

/// A few numbers one by one, many as one run.
fn show_numbers<N: Number, T: Trace>(cx: Cx<'_, T>, x: &Numbers<'_, N>, i: &[u8], rest: &[u8]) {
    if x.len() > SHOWN_SINGLY as usize {
        cx.field(i, rest, "numbers", Shown::Run { count: x.len(), size: N::SIZE, of: N::NAME });
        return;
    }
    let mut at = i;
    for (index, number) in x.iter().enumerate() {
        let after = at.get(N::SIZE..).unwrap_or_default();
        cx.trace.open(Part::Index(index));
        cx.field(at, after, "value", number.shown());
        cx.trace.close();
        at = after;
    }
}
