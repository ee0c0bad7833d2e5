//! The combinator for parts whose names are in the input, such as the entries of an NBT compound.

use nom::{OutputMode, PResult, Parser};

use super::{InPlace, Places};
use crate::cx::Cx;
use crate::error::{self, Fault};
use crate::trace::{Event, Part, Trace};

/// Runs `parser` for the part of the value whose type and name `ahead` finds in the input, if it finds one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn part_ahead<'a, R, T: Trace, P: InPlace<'a>>(
    cx: Cx<'_, R, T>,
    ahead: impl Fn(&'a [u8]) -> Option<(&'static str, String)>,
    parser: P,
) -> impl InPlace<'a, Output = P::Output> {
    PartAhead { trace: cx.trace, ahead, parser }
}

struct PartAhead<T, F, P> {
    trace: T,
    ahead: F,
    parser: P,
}

impl<'a, T, F, P> Parser<&'a [u8]> for PartAhead<T, F, P>
where
    T: Trace,
    F: Fn(&'a [u8]) -> Option<(&'static str, String)>,
    P: Parser<&'a [u8], Error = Fault>,
{
    type Output = P::Output;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], P::Output, Fault> {
        self.enter(i);
        // After an error, the part stays open to record the place of the error.
        let read = self.parser.process::<OM>(i)?;
        self.leave();
        Ok(read)
    }
}

impl<'a, T, F, P> InPlace<'a> for PartAhead<T, F, P>
where
    T: Trace,
    F: Fn(&'a [u8]) -> Option<(&'static str, String)>,
    P: InPlace<'a>,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<M: Places>(&mut self, i: &'a [u8], place: &mut M::Output<P::Output>) -> error::PResult<'a, ()> {
        self.enter(i);
        let read = self.parser.put::<M>(i, place)?;
        self.leave();
        Ok(read)
    }
}

impl<'a, T: Trace, F: Fn(&'a [u8]) -> Option<(&'static str, String)>, P> PartAhead<T, F, P> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter(&self, i: &'a [u8]) {
        if !T::ENABLED {
            return;
        }
        if let Some((kind, name)) = (self.ahead)(i) {
            self.trace.event(Event::Open(Part::Named(&name)));
            self.trace.event(Event::Reading(kind));
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(&self) {
        if T::ENABLED {
            self.trace.event(Event::Close);
        }
    }
}
