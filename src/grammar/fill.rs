//! Slots: outputs that are put straight into their places.

use std::iter::repeat_with;
use std::mem;

use nom::{Check, Emit, Mode, OutputM, OutputMode, PResult, Parser, Streaming};

use super::{Grammar, in_mode, makes_nothing};
use crate::cx::Cx;
use crate::error::{self, Fault};
use crate::trace::{Part, Trace};

/// A grammar that puts its output straight into a slot, such as the place of an element in the vector of an array. Returned
/// instead, the output would be moved once for each function that returns it, which takes longer than to read a number.
///
/// [`stored`] makes one of any grammar.
pub trait Fill<'a>: Parser<&'a [u8], Error = Fault> {
    /// Equals `parse`, with the output in `slot`, which has owned nothing before. In nom's mode [`Check`], the slot is `()`.
    ///
    /// # Errors
    /// Those of `parse`.
    fn fill<M: Mode>(&mut self, i: &'a [u8], slot: &mut M::Output<Self::Output>) -> error::PResult<'a, ()>;
}

/// The slot of an output in a mode: `()` where nothing is built.
type Slot<'a, O, P> = <O as Mode>::Output<<P as Parser<&'a [u8]>>::Output>;

/// The slots of a key and its value.
type Slots<'a, O, P> = (Slot<'a, O, P>, Slot<'a, O, P>);

/// A grammar whose output is moved into its slot.
#[inline(always)]
pub fn stored<'a, P: Parser<&'a [u8], Error = Fault>>(parser: P) -> impl Fill<'a, Output = P::Output> {
    Stored(parser)
}

struct Stored<P>(P);

impl<'a, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for Stored<P> {
    type Output = P::Output;
    type Error = Fault;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        self.0.process::<OM>(i)
    }
}

impl<'a, P: Parser<&'a [u8], Error = Fault>> Fill<'a> for Stored<P> {
    #[inline(always)]
    fn fill<M: Mode>(&mut self, i: &'a [u8], slot: &mut M::Output<P::Output>) -> error::PResult<'a, ()> {
        let (rest, value) = self.0.process::<OutputM<M, Emit, Streaming>>(i)?;
        overwrite(slot, value);
        Ok((rest, ()))
    }
}

/// Writes to a slot whose value owns nothing: it needs no drop, and looking whether it does takes longer than writing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn overwrite<V>(slot: &mut V, value: V) {
    mem::forget(mem::replace(slot, value));
}

/// The number of slots for an accepted count: at most one more than the bytes that are left, where reading fails. Only counts
/// that exceed the input are more, see [`Trace::lenient_counts`].
fn possible(count: usize, left: &[u8]) -> usize {
    count.min(left.len() + 1)
}

/// Reads `count` elements of at least `unit` bytes each, for which [`Cx::reserve`] has reserved bytes in `cx`, into a slot for
/// each. Equals [`counted`](super::counted) otherwise.
#[inline(always)]
pub fn filled<'a, 'c, R, T: Trace, M, P: Fill<'a>>(
    cx: Cx<'c, R, T, M>,
    count: usize,
    unit: usize,
    part: impl Fn(usize) -> Part<'static>,
    element: impl Fn(Cx<'c, R, T, M>) -> P,
) -> impl Grammar<'a, Vec<P::Output>>
where
    P::Output: Default,
{
    Filled { cx, count, unit, part, element }
}

struct Filled<'c, R, T: Trace, M, N, F> {
    cx: Cx<'c, R, T, M>,
    count: usize,
    unit: usize,
    part: N,
    element: F,
}

impl<'a, 'c, R, T: Trace, M, N, F, P> Parser<&'a [u8]> for Filled<'c, R, T, M, N, F>
where
    N: Fn(usize) -> Part<'static>,
    F: Fn(Cx<'c, R, T, M>) -> P,
    P: Fill<'a>,
    P::Output: Default,
{
    type Output = Vec<P::Output>;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Vec<P::Output>, Fault> {
        let count = possible(self.count, i);
        if const { makes_nothing::<OM>() } {
            let read = self.fill_each::<Check, P>(i, &mut vec![(); count]);
            return in_mode::<OM, _>(read).map(|(rest, _)| (rest, OM::Output::bind(Vec::new)));
        }
        let mut slots: Vec<P::Output> = repeat_with(P::Output::default).take(count).collect();
        let read = self.fill_each::<Emit, P>(i, &mut slots);
        in_mode::<OM, _>(read).map(|(rest, _)| (rest, OM::Output::bind(|| slots)))
    }
}

impl<'c, R, T: Trace, M, N, F> Filled<'c, R, T, M, N, F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill_each<'a, O: Mode, P: Fill<'a>>(
        &self,
        mut i: &'a [u8],
        slots: &mut [Slot<'a, O, P>],
    ) -> error::PResult<'a, ()>
    where
        N: Fn(usize) -> Part<'static>,
        F: Fn(Cx<'c, R, T, M>) -> P,
    {
        let mut cx = self.cx;
        for (index, slot) in slots.iter_mut().enumerate() {
            cx.release(self.unit);
            cx.enter((self.part)(index));
            match (self.element)(cx).fill::<O>(i, slot) {
                Ok((rest, ())) => i = rest,
                failure => return failure,
            }
            cx.leave();
        }
        Ok((i, ()))
    }
}

/// Reads `count` pairs of a key and a value of at least `unit` bytes each, for which [`Cx::reserve`] has reserved bytes in
/// `cx`, into slots; like [`filled`].
#[inline(always)]
pub fn filled_pairs<'a, 'c, R, T: Trace, M, P: Fill<'a>>(
    cx: Cx<'c, R, T, M>,
    count: usize,
    unit: usize,
    element: impl Fn(Cx<'c, R, T, M>) -> P,
) -> impl Grammar<'a, Vec<(P::Output, P::Output)>>
where
    P::Output: Default,
{
    FilledPairs { cx, count, unit, element }
}

struct FilledPairs<'c, R, T: Trace, M, F> {
    cx: Cx<'c, R, T, M>,
    count: usize,
    unit: usize,
    element: F,
}

impl<'a, 'c, R, T: Trace, M, F, P> Parser<&'a [u8]> for FilledPairs<'c, R, T, M, F>
where
    F: Fn(Cx<'c, R, T, M>) -> P,
    P: Fill<'a>,
    P::Output: Default,
{
    type Output = Vec<(P::Output, P::Output)>;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Self::Output, Fault> {
        let count = possible(self.count, i);
        if const { makes_nothing::<OM>() } {
            let read = self.fill_each::<Check, P>(i, &mut vec![((), ()); count]);
            return in_mode::<OM, _>(read).map(|(rest, _)| (rest, OM::Output::bind(Vec::new)));
        }
        let mut slots: Self::Output = repeat_with(Default::default).take(count).collect();
        let read = self.fill_each::<Emit, P>(i, &mut slots);
        in_mode::<OM, _>(read).map(|(rest, _)| (rest, OM::Output::bind(|| slots)))
    }
}

impl<'c, R, T: Trace, M, F> FilledPairs<'c, R, T, M, F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill_each<'a, O: Mode, P: Fill<'a>>(
        &self,
        mut i: &'a [u8],
        slots: &mut [Slots<'a, O, P>],
    ) -> error::PResult<'a, ()>
    where
        F: Fn(Cx<'c, R, T, M>) -> P,
    {
        let mut cx = self.cx;
        for (index, (key, value)) in slots.iter_mut().enumerate() {
            cx.release(self.unit);
            cx.enter(Part::Key(index));
            match (self.element)(cx).fill::<O>(i, key) {
                Ok((rest, ())) => i = rest,
                failure => return failure,
            }
            cx.leave();
            cx.release(self.unit);
            cx.enter(Part::Value(index));
            match (self.element)(cx).fill::<O>(i, value) {
                Ok((rest, ())) => i = rest,
                failure => return failure,
            }
            cx.leave();
        }
        Ok((i, ()))
    }
}
