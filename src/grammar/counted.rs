//! Parsers and serializers of elements whose count is known.

use std::io::Write;

use cookie_factory::multi::all;
use cookie_factory::{SerializeFn, WriteContext};
use nom::{Check, Emit, Mode, OutputM, OutputMode, PResult, Parser, Streaming};

use std::iter::repeat_with;

use super::{Grammar, InPlace, Places, gen_part, in_mode, makes_nothing};
use crate::cx::Cx;
use crate::error::{self, Fault};
use crate::sure::Sure as _;
use crate::trace::{Internal, Part, Trace};

/// Reads `count` elements of at least `unit` bytes each. [`Cx::reserve`] must have reserved their bytes in
/// `cx`. `element` receives a context that reserves the bytes of the following elements, but not its own.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn counted<'a, 'c, R, T: Trace, P: Parser<&'a [u8], Error = Fault>>(
    cx: Cx<'c, R, T>,
    count: usize,
    unit: usize,
    part: impl Fn(usize) -> Part<'static>,
    element: impl Fn(Cx<'c, R, T>) -> P,
) -> impl Grammar<'a, Vec<P::Output>> {
    counted_with_room(cx, count, 0, unit, part, element)
}

/// Like [`counted`], with capacity for `room` additional elements.
#[cfg_attr(not(debug_assertions), inline(always))]
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
        // The reserved bytes exist, so that a false count allocates nothing. The exception is described at
        // `Trace::lenient_counts`.
        let count = self.count.min(i.len() + 1);
        let mut elements = OM::Output::bind(|| Vec::with_capacity(count + self.room));
        let (first, mut index) = (i.len(), 0);
        loop {
            index += pass::<OM::Output, _, _>(&mut cx, self.unit, first, &mut i, index);
            if index >= self.count {
                break;
            }
            cx.release(self.unit);
            cx.enter((self.part)(index));
            let (rest, element) = (self.element)(cx).process::<OM>(i)?;
            cx.leave();
            i = rest;
            elements = OM::Output::combine(elements, element, |mut elements, element| {
                elements.push(element);
                elements
            });
            index += 1;
        }
        Ok((i, elements))
    }
}

/// Reads `count` elements of at least `unit` bytes each into their places. [`Cx::reserve`] must have reserved
/// their bytes in `cx`. `element` receives the index of the element, and a context that reserves the bytes of
/// the following elements, but not its own.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn each<'a, 'c, R, T: Trace, P: InPlace<'a>>(
    cx: Cx<'c, R, T>,
    count: usize,
    unit: usize,
    element: impl Fn(Cx<'c, R, T>, usize) -> P,
) -> impl Grammar<'a, Vec<P::Output>>
where
    P::Output: Default,
{
    Each { cx, count, unit, element }
}

struct Each<'c, R, T: Trace, F> {
    cx: Cx<'c, R, T>,
    count: usize,
    unit: usize,
    element: F,
}

impl<'a, 'c, R, T: Trace, F, P> Parser<&'a [u8]> for Each<'c, R, T, F>
where
    F: Fn(Cx<'c, R, T>, usize) -> P,
    P: InPlace<'a>,
    P::Output: Default,
{
    type Output = Vec<P::Output>;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Vec<P::Output>, Fault> {
        if const { makes_nothing::<OM>() } {
            let read = in_mode::<OM, ()>(self.read::<Check, P>(i));
            return read.map(|(rest, _)| (rest, OM::Output::bind(Vec::new)));
        }
        in_mode::<OM, _>(self.read::<Emit, P>(i))
    }
}

impl<'c, R, T: Trace, F> Each<'c, R, T, F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<'a, M: Places, P: InPlace<'a>>(
        &mut self,
        mut i: &'a [u8],
    ) -> error::PResult<'a, M::Output<Vec<P::Output>>>
    where
        F: Fn(Cx<'c, R, T>, usize) -> P,
        P::Output: Default,
    {
        let mut cx = self.cx;
        // The reserved bytes exist, so that a false count allocates nothing. The exception is described at
        // `Trace::lenient_counts`.
        let count = self.count.min(i.len() + 1);
        let mut places: Vec<_> = repeat_with(|| M::bind(P::Output::default)).take(count).collect();
        let first = i.len();
        let mut left = places.iter_mut();
        loop {
            let index = count - left.len();
            let passed = pass::<M, _, _>(&mut cx, self.unit, first, &mut i, index);
            let Some(place) = left.nth(passed) else { break };
            cx.release(self.unit);
            (i, _) = (self.element)(cx, index + passed).put::<M>(i, place)?;
        }
        Ok((i, M::all(places)))
    }
}

/// Skips elements of at least `unit` bytes each, from element `index` at `i` on, if no output is built and
/// the trace does not need them (see [`Trace::element`]). The elements begin `first` bytes before the end.
/// Returns the number of skipped elements.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn pass<M: Mode, R, T: Trace>(
    cx: &mut Cx<'_, R, T>,
    unit: usize,
    first: usize,
    i: &mut &[u8],
    index: usize,
) -> usize {
    if !T::ENABLED || !const { makes_nothing::<OutputM<M, Emit, Streaming>>() } {
        return 0;
    }
    let Some((next, left)) = cx.trace.element(Internal, first, i.len(), index) else { return 0 };
    *i = i.get(i.len() - left..).sure();
    cx.release((next - index) * unit);
    next - index
}

/// Writes elements in sequence. It mirrors [`counted`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gen_counted<X, R, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'_, R, T>,
    elements: impl Iterator<Item = X> + Clone,
    part: impl Fn(usize) -> Part<'static> + Clone,
    element: impl Fn(X) -> F + Clone,
) -> impl SerializeFn<W> {
    all(elements.enumerate().map(move |(index, x)| gen_part(cx, part(index), element(x))))
}

/// Writes two parts in sequence. It is equivalent to cookie-factory's `pair`, which is not inlined into loops.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn gen_both<W: Write>(
    first: impl SerializeFn<W>,
    second: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| second(first(out)?)
}

/// Writes each element; `element` also receives its index. It mirrors `each`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gen_each<'x, X, W: Write, F: SerializeFn<W>>(
    list: &'x [X],
    element: impl Fn(usize, &'x X) -> F,
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |mut out: WriteContext<W>| {
        for (n, x) in list.iter().enumerate() {
            out = element(n, x)(out)?;
        }
        Ok(out)
    }
}

/// Writes contents that are one level deeper.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn gen_deeper<'c, R, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'c, R, T>,
    inside: impl Fn(Cx<'c, R, T>) -> F,
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| inside(cx.deeper_out()?)(out)
}
