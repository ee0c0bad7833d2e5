//! The combinator for parts whose names are in the input, such as the entries of an NBT compound.

use super::InPlace;
use super::fields::{OfPart, Opens};
use crate::cx::Cx;
use crate::trace::{Event, Part, Trace};

/// Runs `parser` for the part of the value whose type and name `ahead` finds in the input, if it finds one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn part_ahead<'a, R, T: Trace, P: InPlace<'a>>(
    cx: Cx<'_, R, T>,
    ahead: impl Fn(&'a [u8]) -> Option<(&'static str, String)>,
    parser: P,
) -> impl InPlace<'a, Output = P::Output> {
    OfPart { trace: cx.trace, part: Ahead(ahead), parser }
}

struct Ahead<F>(F);

impl<'a, F: Fn(&'a [u8]) -> Option<(&'static str, String)>> Opens<'a> for Ahead<F> {
    fn open<T: Trace>(&self, trace: T, i: &'a [u8]) {
        if let Some((kind, name)) = (self.0)(i) {
            trace.event(Event::Open(Part::Named(&name)));
            trace.event(Event::Reading(kind));
        }
    }
}
