//! Helpers for nom's modes: parsers written as loops, and parsers of input that was checked before.

use nom::{Check, Emit, Err, Mode, OutputM, OutputMode, PResult, Parser, Streaming};

use super::{Grammar, InPlace, Places};
use crate::error::{self, Fault};

/// Returns whether this mode only checks the input and builds no output.
///
/// In `if const { .. }`, the other branch is not compiled.
pub(crate) const fn makes_nothing<OM: OutputMode>() -> bool {
    size_of::<<OM::Output as Mode>::Output<u8>>() == 0
}

/// Converts an output to the output type of this mode.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn in_mode<'a, OM: OutputMode, X>(read: error::PResult<'a, X>) -> PResult<OM, &'a [u8], X, Fault> {
    in_error_mode::<OM, X>(read.map(|(rest, x)| (rest, OM::Output::bind(|| x))))
}

/// Converts an error to the error type of this mode. The output already has the output type of the mode.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn in_error_mode<'a, OM: OutputMode, X>(
    read: error::PResult<'a, <OM::Output as Mode>::Output<X>>,
) -> PResult<OM, &'a [u8], X, Fault> {
    match read {
        Ok(read) => Ok(read),
        Err(Err::Error(fault)) => Err(Err::Error(OM::Error::bind(|| fault))),
        Err(Err::Failure(fault)) => Err(Err::Failure(fault)),
        Err(Err::Incomplete(needed)) => Err(Err::Incomplete(needed)),
    }
}

/// Converts a function to a parser. nom implements `Parser` for functions too, but makes a call of each.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn function<'a, O>(
    function: impl FnMut(&'a [u8]) -> error::PResult<'a, O>,
) -> impl Grammar<'a, O> {
    Function(function)
}

struct Function<F>(F);

impl<'a, O, F: FnMut(&'a [u8]) -> error::PResult<'a, O>> Parser<&'a [u8]> for Function<F> {
    type Output = O;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], O, Fault> {
        in_mode::<OM, O>((self.0)(i))
    }
}

/// Runs a parser in a function that is not inlined. Use it for parsers that are used in many places, where
/// inlining would take too much room.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn apart<'a, P: Parser<&'a [u8], Error = Fault>>(parser: P) -> Apart<P> {
    Apart(parser)
}

pub(crate) struct Apart<P>(P);

impl<'a, P: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for Apart<P> {
    type Output = P::Output;
    type Error = Fault;

    #[inline(never)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        self.0.process::<OM>(i)
    }
}

impl<'a, P: InPlace<'a>> InPlace<'a> for Apart<P> {
    #[inline(never)]
    fn put<M: Places>(&mut self, i: &'a [u8], place: &mut M::Output<P::Output>) -> error::PResult<'a, ()> {
        self.0.put::<M>(i, place)
    }
}

/// Runs the parser that `parser` creates from a context, in a function that is not inlined. Unlike with
/// [`apart`], the context is passed by value. A context in memory, for a rare call, would be stored in each
/// iteration of a loop.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn apart_of<'a, C: Copy, P: Parser<&'a [u8], Error = Fault>>(
    cx: C,
    parser: impl Fn(C) -> P + Copy,
) -> impl Grammar<'a, P::Output> {
    ApartOf { cx, parser }
}

struct ApartOf<C, F> {
    cx: C,
    parser: F,
}

impl<'a, C: Copy, P: Parser<&'a [u8], Error = Fault>, F: Fn(C) -> P + Copy> Parser<&'a [u8]>
    for ApartOf<C, F>
{
    type Output = P::Output;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        #[inline(never)]
        fn call<'a, OM: OutputMode, C, P: Parser<&'a [u8], Error = Fault>>(
            cx: C,
            parser: impl Fn(C) -> P,
            i: &'a [u8],
        ) -> PResult<OM, &'a [u8], P::Output, Fault> {
            parser(cx).process::<OM>(i)
        }
        call::<OM, _, _>(self.cx, self.parser, i)
    }
}

/// Reads a part of input that was checked before. Returns the output and the input after it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn reread<'a, P: Parser<&'a [u8], Error = Fault>>(
    mut parser: P,
    i: &'a [u8],
) -> Option<(&'a [u8], P::Output)> {
    parser.process::<OutputM<Emit, Emit, Streaming>>(i).ok()
}

/// Returns the input after a part of input that was checked before, without building the output.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn after<'a, P: Parser<&'a [u8], Error = Fault>>(mut parser: P, i: &'a [u8]) -> Option<&'a [u8]> {
    parser.process::<OutputM<Check, Emit, Streaming>>(i).ok().map(|(rest, ())| rest)
}
