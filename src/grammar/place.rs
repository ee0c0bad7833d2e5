//! Outputs that are put into their places: an element into the vector of its array.
//!
//! A parser returns its output, and each function around it moves it once more, which takes longer than to read a number. A parser
//! that is [`InPlace`] is given the place instead. [`each`](super::each) uses it; no grammar has to know.

use nom::{Check, Emit, Mode, OutputM, OutputMode, PResult, Parser, Streaming};

use super::{in_mode, makes_nothing};
use crate::error::{self, Fault};

/// A parser that can put its output into a place, which has owned nothing before.
pub trait InPlace<'a>: Parser<&'a [u8], Error = Fault> {
    /// `parse`, with the output in `place`.
    ///
    /// # Errors
    /// Those of `parse`.
    fn put<M: Places>(&mut self, i: &'a [u8], place: &mut M::Output<Self::Output>) -> error::PResult<'a, ()>;
}

/// nom's modes [`Emit`] and [`Check`], with places of outputs. In `Check` there is nothing to put anywhere.
pub trait Places: Mode {
    /// The output that is all of these.
    fn all<X>(places: Vec<Self::Output<X>>) -> Self::Output<Vec<X>>;
    /// The place of the first of two.
    fn first<X, Y>(place: &mut Self::Output<(X, Y)>) -> &mut Self::Output<X>;
    /// The place of the second of two.
    fn second<X, Y>(place: &mut Self::Output<(X, Y)>) -> &mut Self::Output<Y>;
}

impl Places for Emit {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn all<X>(places: Vec<X>) -> Vec<X> {
        places
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first<X, Y>(place: &mut (X, Y)) -> &mut X {
        &mut place.0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn second<X, Y>(place: &mut (X, Y)) -> &mut Y {
        &mut place.1
    }
}

impl Places for Check {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn all<X>(_: Vec<()>) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first<X, Y>(place: &mut ()) -> &mut () {
        place
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn second<X, Y>(place: &mut ()) -> &mut () {
        place
    }
}

/// Any parser, whose output is moved to its place.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn moved<'a, P: Parser<&'a [u8], Error = Fault>>(
    parser: P,
) -> impl InPlace<'a, Output = P::Output> {
    Moved(parser)
}

struct Moved<P>(P);

impl<'a, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for Moved<P> {
    type Output = P::Output;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        self.0.process::<OM>(i)
    }
}

impl<'a, P: Parser<&'a [u8], Error = Fault>> InPlace<'a> for Moved<P> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<M: Places>(&mut self, i: &'a [u8], place: &mut M::Output<P::Output>) -> error::PResult<'a, ()> {
        let (rest, output) = self.0.process::<OutputM<M, Emit, Streaming>>(i)?;
        overwrite(place, output);
        Ok((rest, ()))
    }
}

/// Two parsers in sequence: nom's `pair`, in place.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn both<'a, P: InPlace<'a>, Q: InPlace<'a>>(
    first: P,
    second: Q,
) -> impl InPlace<'a, Output = (P::Output, Q::Output)> {
    Both { first, second }
}

struct Both<P, Q> {
    first: P,
    second: Q,
}

impl<'a, P: InPlace<'a>, Q: InPlace<'a>> Parser<&'a [u8]> for Both<P, Q> {
    type Output = (P::Output, Q::Output);
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Self::Output, Fault> {
        let (i, first) = self.first.process::<OM>(i)?;
        let (i, second) = self.second.process::<OM>(i)?;
        Ok((i, OM::Output::combine(first, second, |first, second| (first, second))))
    }
}

impl<'a, P: InPlace<'a>, Q: InPlace<'a>> InPlace<'a> for Both<P, Q> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<M: Places>(&mut self, i: &'a [u8], place: &mut M::Output<Self::Output>) -> error::PResult<'a, ()> {
        let (i, ()) = self.first.put::<M>(i, M::first(place))?;
        self.second.put::<M>(i, M::second(place))
    }
}

/// A parser of the commonest inputs, which gives no reason where it fails. It recurses nowhere.
pub(crate) trait Quick<'a> {
    /// What it reads.
    type Output;
    /// Reads into the place. `None`: another input; the place is as it was.
    fn put<M: Places>(&self, i: &'a [u8], place: &mut M::Output<Self::Output>) -> Option<&'a [u8]>;
}

/// Tries `quick`, and then `full`, which reads all inputs: nom's `alt` for a first alternative that gives no reason. The second by
/// itself reads the same.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn quickly<'a, Q: Quick<'a>, P: Parser<&'a [u8], Output = Q::Output, Error = Fault>>(
    quick: Q,
    full: P,
) -> impl InPlace<'a, Output = Q::Output>
where
    Q::Output: Default,
{
    Quickly { quick, full }
}

struct Quickly<Q, P> {
    quick: Q,
    full: P,
}

impl<'a, Q: Quick<'a>, P: Parser<&'a [u8], Output = Q::Output, Error = Fault>> Parser<&'a [u8]>
    for Quickly<Q, P>
where
    Q::Output: Default,
{
    type Output = Q::Output;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Q::Output, Fault> {
        by_place::<OM, _>(self, i)
    }
}

impl<'a, Q: Quick<'a>, P: Parser<&'a [u8], Output = Q::Output, Error = Fault>> InPlace<'a> for Quickly<Q, P>
where
    Q::Output: Default,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<M: Places>(&mut self, i: &'a [u8], place: &mut M::Output<Q::Output>) -> error::PResult<'a, ()> {
        if let Some(rest) = self.quick.put::<M>(i, place) {
            return Ok((rest, ()));
        }
        let (rest, value) = self.full.process::<OutputM<M, Emit, Streaming>>(i)?;
        overwrite(place, value);
        Ok((rest, ()))
    }
}

/// The output of a parser that puts it into a place.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn by_place<'a, OM: OutputMode, P: InPlace<'a>>(
    parser: &mut P,
    i: &'a [u8],
) -> PResult<OM, &'a [u8], P::Output, Fault>
where
    P::Output: Default,
{
    if const { makes_nothing::<OM>() } {
        let read = in_mode::<OM, ()>(parser.put::<Check>(i, &mut ()));
        return read.map(|(rest, _)| (rest, OM::Output::bind(P::Output::default)));
    }
    let mut place = P::Output::default();
    let read = in_mode::<OM, ()>(parser.put::<Emit>(i, &mut place));
    read.map(|(rest, _)| (rest, OM::Output::bind(|| place)))
}

/// Writes to a place whose value owns nothing: it needs no drop, and looking whether it does takes longer than writing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn overwrite<V>(place: &mut V, value: V) {
    std::mem::forget(std::mem::replace(place, value));
}
