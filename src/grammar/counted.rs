//! Counted elements.

use std::io::Write;

use cookie_factory::SerializeFn;
use cookie_factory::multi::all;
use nom::{Mode, OutputMode, PResult, Parser};

use super::{Grammar, gen_part};
use crate::cx::Cx;
use crate::error::Fault;
use crate::trace::{Part, Trace};

/// Reads `count` elements of at least `unit` bytes each, for which [`Cx::reserve`] has reserved bytes in `cx`. `element` gets
/// a context that reserves the bytes of the following elements, but not its own.
#[inline(always)]
pub fn counted<'a, 'c, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'c, R, T>,
    count: usize,
    unit: usize,
    part: impl Fn(usize) -> Part<'static>,
    element: impl Fn(Cx<'c, R, T>) -> P,
) -> impl Grammar<'a, Vec<P::Output>> {
    counted_with_room(cx, count, 0, unit, part, element)
}

/// [`counted`] with capacity for `room` additional elements.
#[inline(always)]
pub(crate) fn counted_with_room<'a, 'c, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'c, R, T>,
    count: usize,
    room: usize,
    unit: usize,
    part: impl Fn(usize) -> Part<'static>,
    element: impl Fn(Cx<'c, R, T>) -> P,
) -> impl Grammar<'a, Vec<P::Output>> {
    Counted { cx, count, room, unit, part, element }
}

struct Counted<'c, R, T: Trace, N, F> {
    cx: Cx<'c, R, T>,
    count: usize,
    room: usize,
    unit: usize,
    part: N,
    element: F,
}

impl<'a, 'c, R, T: Trace, N, F, P> Parser<&'a [u8]> for Counted<'c, R, T, N, F>
where
    N: Fn(usize) -> Part<'static>,
    F: Fn(Cx<'c, R, T>) -> P,
    P: Parser<&'a [u8], Error = Fault>,
{
    type Output = Vec<P::Output>;
    type Error = Fault;

    #[inline]
    fn process<OM: OutputMode>(&mut self, mut i: &'a [u8]) -> PResult<OM, &'a [u8], Vec<P::Output>, Fault> {
        let mut cx = self.cx;
        // The reserved bytes exist, so a false count allocates nothing. If they do not, see `Trace::lenient_counts`.
        let count = self.count.min(i.len() + 1);
        let mut elements = OM::Output::bind(|| Vec::with_capacity(count + self.room));
        for index in 0..self.count {
            cx.release(self.unit);
            cx.enter((self.part)(index));
            let (rest, element) = (self.element)(cx).process::<OM>(i)?;
            cx.leave();
            i = rest;
            elements = OM::Output::combine(elements, element, |mut elements, element| {
                elements.push(element);
                elements
            });
        }
        Ok((i, elements))
    }
}

/// Writes elements in sequence: mirrors [`counted`].
#[inline(always)]
pub fn gen_counted<X, R, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'_, R, T>,
    elements: impl Iterator<Item = X> + Clone,
    part: impl Fn(usize) -> Part<'static> + Clone,
    element: impl Fn(X) -> F + Clone,
) -> impl SerializeFn<W> {
    all(elements.enumerate().map(move |(index, x)| gen_part(cx, part(index), element(x))))
}
