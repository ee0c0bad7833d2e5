//! Parsers that write their output into its final place, such as an element of a vector.
//!
//! Usually each function around a parser moves its output once more, which takes longer than reading a
//! number. A parser that implements [`InPlace`] receives the place instead. [`each`](super::each) uses it.

use nom::{Check, Emit, Mode, OutputM, OutputMode, PResult, Parser, Streaming};

use super::{in_mode, makes_nothing};
use crate::error::{self, Fault};

/// A parser that can write its output into a place. The old value of the place owns nothing.
pub trait InPlace<'a>: Parser<&'a [u8], Error = Fault> {
    /// Parses like `parse`, and writes the output to `place`.
    ///
    /// # Errors
    /// Returns the same errors as `parse`.
    fn put<M: Places>(&mut self, i: &'a [u8], place: &mut M::Output<Self::Output>) -> error::PResult<'a, ()>;
}

/// nom's modes [`Emit`] and [`Check`], extended by places for outputs. In `Check`, places are empty.
pub trait Places: Mode {
    /// Returns the output that consists of all these outputs.
    fn all<X>(places: Vec<Self::Output<X>>) -> Self::Output<Vec<X>>;
    /// Returns the place of the first of two outputs.
    fn first<X, Y>(place: &mut Self::Output<(X, Y)>) -> &mut Self::Output<X>;
    /// Returns the place of the second of two outputs.
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

/// Makes any parser an [`InPlace`] parser, which moves its output to the place.
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

/// Maps the output of a parser, like nom's `map`, in its place.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn made<'a, P: Parser<&'a [u8], Error = Fault>, O>(
    parser: P,
    make: impl Fn(P::Output) -> O,
) -> impl InPlace<'a, Output = O> {
    Made { parser, make }
}

struct Made<P, F> {
    parser: P,
    make: F,
}

impl<'a, P: Parser<&'a [u8], Error = Fault>, F: Fn(P::Output) -> O, O> Parser<&'a [u8]> for Made<P, F> {
    type Output = O;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], O, Fault> {
        let (rest, output) = self.parser.process::<OM>(i)?;
        Ok((rest, OM::Output::map(output, |output| (self.make)(output))))
    }
}

impl<'a, P: Parser<&'a [u8], Error = Fault>, F: Fn(P::Output) -> O, O> InPlace<'a> for Made<P, F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<M: Places>(&mut self, i: &'a [u8], place: &mut M::Output<O>) -> error::PResult<'a, ()> {
        let (rest, output) = self.parser.process::<OutputM<M, Emit, Streaming>>(i)?;
        overwrite(place, M::map(output, |output| (self.make)(output)));
        Ok((rest, ()))
    }
}

/// Two parsers in sequence put their outputs into their places.
impl<'a, P: InPlace<'a>, Q: InPlace<'a>> InPlace<'a> for (P, Q) {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<M: Places>(&mut self, i: &'a [u8], place: &mut M::Output<Self::Output>) -> error::PResult<'a, ()> {
        let (i, ()) = self.0.put::<M>(i, M::first(place))?;
        self.1.put::<M>(i, M::second(place))
    }
}

/// A parser of the most common inputs. It gives no reason if it fails, and never recurses.
pub(crate) trait Quick<'a> {
    /// The output.
    type Output;
    /// Reads into the place. Returns `None` for any other input, without changing the place.
    fn put<M: Places>(&self, i: &'a [u8], place: &mut M::Output<Self::Output>) -> Option<&'a [u8]>;
}

/// Tries `quick`, and then `full`, which reads all inputs in the same way. It is like nom's `alt` with a
/// first alternative that gives no reason for its failure.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn shortcut_in_place<'a, Q: Quick<'a>, P: Parser<&'a [u8], Output = Q::Output, Error = Fault>>(
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

/// Returns the output of a parser that writes into a place.
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

/// Overwrites a value that owns nothing. No drop is needed, and checking whether one is needed takes longer
/// than writing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn overwrite<V>(place: &mut V, value: V) {
    std::mem::forget(std::mem::replace(place, value));
}
