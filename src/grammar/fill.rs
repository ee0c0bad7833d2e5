//! Slots: outputs that are put straight into their places.

use std::io::Write;
use std::iter::repeat_with;
use std::{mem, slice};

use cookie_factory::WriteContext;
use nom::{Check, Emit, Mode, OutputM, OutputMode, PResult, Parser, Streaming};

use super::{in_mode, makes_nothing, pass};
use crate::cx::Cx;
use crate::error::{self, Fault};
use crate::sink::Gen;
use crate::trace::{Part, Trace};

/// A grammar that writes its output into a slot, such as the place of an element in the vector of an array.
///
/// An output that is returned is moved once for each function that returns it, which takes longer than to read a number.
///
/// [`stored`] makes one of any grammar.
pub trait Fill<'a>: Parser<&'a [u8], Error = Fault> {
    /// Equals `parse`, with the output in `slot`, which has owned nothing before. In nom's mode [`Check`], the slot is `()`.
    ///
    /// # Errors
    /// Those of `parse`.
    fn fill<M: Slots>(&mut self, i: &'a [u8], slot: &mut M::Output<Self::Output>) -> error::PResult<'a, ()>;
}

/// nom's modes [`Emit`] and [`Check`], as [`Fill`] has them: a vector of slots that becomes the slot of a vector.
pub trait Slots: Mode {
    /// Returns the output of a mode that are these outputs.
    fn vector<X>(slots: Vec<Self::Output<X>>) -> Self::Output<Vec<X>>;
    /// [`vector`](Self::vector) of pairs.
    fn pairs<X, Y>(slots: Vec<(Self::Output<X>, Self::Output<Y>)>) -> Self::Output<Vec<(X, Y)>>;
}

impl Slots for Emit {
    #[inline(always)]
    fn vector<X>(slots: Vec<X>) -> Vec<X> {
        slots
    }
    #[inline(always)]
    fn pairs<X, Y>(slots: Vec<(X, Y)>) -> Vec<(X, Y)> {
        slots
    }
}

impl Slots for Check {
    #[inline(always)]
    fn vector<X>(_: Vec<()>) {}
    #[inline(always)]
    fn pairs<X, Y>(_: Vec<((), ())>) {}
}

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
    fn fill<M: Slots>(&mut self, i: &'a [u8], slot: &mut M::Output<P::Output>) -> error::PResult<'a, ()> {
        let (rest, value) = self.0.process::<OutputM<M, Emit, Streaming>>(i)?;
        overwrite(slot, value);
        Ok((rest, ()))
    }
}

/// A function that fills a slot, with nom's mode as its parameter. [`filling`] makes a grammar of it.
pub(crate) trait FillFn<'a> {
    /// The type of the slot.
    type Output: Default;

    /// Fills the slot: see [`Fill::fill`].
    fn fill<M: Slots>(&self, i: &'a [u8], slot: &mut M::Output<Self::Output>) -> error::PResult<'a, ()>;
}

/// A grammar of a [`FillFn`].
pub(crate) fn filling<'a, F: FillFn<'a>>(function: F) -> impl Fill<'a, Output = F::Output> {
    Filling(function)
}

struct Filling<F>(F);

impl<'a, F: FillFn<'a>> Parser<&'a [u8]> for Filling<F> {
    type Output = F::Output;
    type Error = Fault;

    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], F::Output, Fault> {
        by_filling::<OM, _>(self, i)
    }
}

impl<'a, F: FillFn<'a>> Fill<'a> for Filling<F> {
    fn fill<M: Slots>(&mut self, i: &'a [u8], slot: &mut M::Output<F::Output>) -> error::PResult<'a, ()> {
        self.0.fill::<M>(i, slot)
    }
}

/// The output of a grammar that fills a slot.
#[inline(always)]
pub(crate) fn by_filling<'a, OM: OutputMode, P: Fill<'a>>(
    parser: &mut P,
    i: &'a [u8],
) -> PResult<OM, &'a [u8], P::Output, Fault>
where
    P::Output: Default,
{
    if const { makes_nothing::<OM>() } {
        let read = in_mode::<OM, ()>(parser.fill::<Check>(i, &mut ()));
        return read.map(|(rest, _)| (rest, OM::Output::bind(P::Output::default)));
    }
    let mut slot = P::Output::default();
    let read = in_mode::<OM, ()>(parser.fill::<Emit>(i, &mut slot));
    read.map(|(rest, _)| (rest, OM::Output::bind(|| slot)))
}

/// Writes to a slot whose value owns nothing: it needs no drop, and looking whether it does takes longer than writing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn overwrite<V>(slot: &mut V, value: V) {
    mem::forget(mem::replace(slot, value));
}

/// Slots for an accepted count: at most one more than the bytes that are left, where reading fails. Only counts that exceed the
/// input are more, see [`Trace::lenient_counts`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn slots<S>(slot: impl Fn() -> S, count: usize, left: &[u8]) -> Vec<S> {
    repeat_with(slot).take(count.min(left.len() + 1)).collect()
}

/// An empty slot.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn slot<M: Mode, X: Default>() -> M::Output<X> {
    M::bind(X::default)
}

/// An empty slot for each of two.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn slot_pair<M: Mode, X: Default, Y: Default>() -> (M::Output<X>, M::Output<Y>) {
    (slot::<M, X>(), slot::<M, Y>())
}

/// Reads an element of at least `unit` bytes into each slot. [`Cx::reserve`] has reserved bytes for them in `cx`; `element` gets
/// a context that reserves the bytes of the following elements, but not its own.
///
/// # Errors
/// Those of the elements.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn fill_each<'a, 'c, R, T: Trace, K, M: Slots, P: Fill<'a>>(
    cx: &mut Cx<'c, R, T, K>,
    unit: usize,
    part: impl Fn(usize) -> Part<'static>,
    element: impl Fn(Cx<'c, R, T, K>) -> P,
    mut i: &'a [u8],
    slots: &mut [M::Output<P::Output>],
) -> error::PResult<'a, ()> {
    let (first, count, mut slots) = (i.len(), slots.len(), slots.iter_mut());
    while let Some((index, slot)) = next_slot::<M, _, _, _, _>(cx, unit, first, &mut i, count, &mut slots) {
        let read = fill_next::<R, T, K, M, P>(cx, unit, part(index), &element, i, slot);
        let Ok((rest, ())) = read else { return read };
        i = rest;
    }
    Ok((i, ()))
}

/// Reads a key and a value of at least `unit` bytes each into each pair of slots; like [`fill_each`].
///
/// # Errors
/// Those of the keys and values.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn fill_pairs<'a, 'c, R, T: Trace, K, M: Slots, P: Fill<'a>>(
    cx: &mut Cx<'c, R, T, K>,
    unit: usize,
    element: impl Fn(Cx<'c, R, T, K>) -> P,
    mut i: &'a [u8],
    slots: &mut [Pair<M, P::Output>],
) -> error::PResult<'a, ()> {
    let (first, count, mut slots) = (i.len(), slots.len(), slots.iter_mut());
    while let Some((index, (key, value))) =
        next_slot::<M, _, _, _, _>(cx, 2 * unit, first, &mut i, count, &mut slots)
    {
        let mut read = fill_next::<R, T, K, M, P>(cx, unit, Part::Key(index), &element, i, key);
        if let Ok((rest, ())) = read {
            read = fill_next::<R, T, K, M, P>(cx, unit, Part::Value(index), &element, rest, value);
        }
        let Ok((rest, ())) = read else { return read };
        i = rest;
    }
    Ok((i, ()))
}

/// The next of `count` slots with its number, after those of elements that the trace [passes over](pass).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn next_slot<'s, M: Mode, R, T: Trace, K, S>(
    cx: &mut Cx<'_, R, T, K>,
    unit: usize,
    first: usize,
    i: &mut &[u8],
    count: usize,
    slots: &mut slice::IterMut<'s, S>,
) -> Option<(usize, &'s mut S)> {
    let index = count - slots.len();
    let passed = pass::<M, _, _, _>(cx, unit, first, i, index);
    slots.nth(passed).map(|slot| (index + passed, slot))
}

/// Reads the next part. A function, so that unoptimized builds do not keep room for it in the frame of the loop.
#[cfg_attr(not(debug_assertions), inline(always))]
fn fill_next<'a, 'c, R, T: Trace, K, M: Slots, P: Fill<'a>>(
    cx: &mut Cx<'c, R, T, K>,
    unit: usize,
    part: Part<'static>,
    element: &impl Fn(Cx<'c, R, T, K>) -> P,
    i: &'a [u8],
    slot: &mut M::Output<P::Output>,
) -> error::PResult<'a, ()> {
    cx.release(unit);
    cx.enter(part);
    let read = element(*cx).fill::<M>(i, slot);
    if read.is_ok() {
        cx.leave();
    }
    read
}

/// Reads a part whose bytes are released.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn fill_part<'a, 'c, R, T: Trace, K, M: Slots, P: Fill<'a>>(
    cx: &Cx<'c, R, T, K>,
    element: &impl Fn(Cx<'c, R, T, K>) -> P,
    i: &'a [u8],
    slot: &mut M::Output<P::Output>,
) -> error::PResult<'a, ()> {
    element(*cx).fill::<M>(i, slot)
}

/// The slots of a key and its value.
pub type Pair<M, X> = (<M as Mode>::Output<X>, <M as Mode>::Output<X>);

/// Writes a part of a value with a borrowed output: mirrors [`Fill`].
///
/// Any function of these arguments implements it. A type of its own can be inlined into the loops of containers; the call of a
/// function that is passed on cannot.
pub trait WritePart<C, X: ?Sized, W: Write> {
    /// Writes the part in this context.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&self, cx: &C, part: &X, out: &mut WriteContext<W>) -> Gen;
}

impl<C, X: ?Sized, W: Write, F: Fn(&C, &X, &mut WriteContext<W>) -> Gen> WritePart<C, X, W> for F {
    #[inline(always)]
    fn write(&self, cx: &C, part: &X, out: &mut WriteContext<W>) -> Gen {
        self(cx, part, out)
    }
}
