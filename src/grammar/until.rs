//! Parsers of elements without a count, which are followed by an end marker.

use std::mem;

use nom::{Check, Emit, Err, Mode, OutputM, OutputMode, PResult, Parser};

use super::Grammar;
use crate::error::Fault;

/// Reads elements of at least `min_len` bytes until `end` succeeds. `element` receives the number of elements
/// before it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn until<'a, E: Parser<&'a [u8], Error = Fault>, P: Parser<&'a [u8], Error = Fault>>(
    end: E,
    min_len: usize,
    element: impl Fn(usize) -> P,
) -> impl Grammar<'a, Vec<P::Output>> {
    Until { end, min_len, element }
}

struct Until<E, F> {
    end: E,
    min_len: usize,
    element: F,
}

impl<'a, E, F, P> Parser<&'a [u8]> for Until<E, F>
where
    E: Parser<&'a [u8], Error = Fault>,
    F: Fn(usize) -> P,
    P: Parser<&'a [u8], Error = Fault>,
{
    type Output = Vec<P::Output>;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, mut i: &'a [u8]) -> PResult<OM, &'a [u8], Self::Output, Fault> {
        let mut elements = OM::Output::bind(Vec::new);
        let mut count = 0;
        loop {
            let (rest, is_end) =
                ends(&mut self.end).process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
            if is_end {
                return Ok((rest, OM::Output::map(elements, |mut elements| fitted(&mut elements))));
            }
            let (rest, element) = (self.element)(count).process::<OM>(i)?;
            let most = rest.len() / self.min_len.max(1) + 1;
            (i, count) = (rest, count + 1);
            elements = OM::Output::combine(elements, element, |mut elements, element| {
                if elements.len() == elements.capacity() {
                    elements.reserve_exact(more(elements.len(), most));
                }
                elements.push(element);
                elements
            });
        }
    }
}

/// Takes all elements. A few of them get an allocation of the right size, which takes less time than to shrink theirs.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn fitted<X>(elements: &mut Vec<X>) -> Vec<X> {
    if elements.len() == elements.capacity() || elements.len() > FEW {
        return mem::take(elements);
    }
    let mut all = Vec::with_capacity(elements.len());
    all.append(elements);
    all
}

/// Fewer elements than this may be in memory twice while they are moved.
pub(super) const FEW: usize = 64;

/// Tries to read the end, and returns whether it is there. If the input is empty, the error is that of the
/// missing end, because no element can begin.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn ends<'a, E: Parser<&'a [u8], Error = Fault>>(end: &mut E) -> impl Grammar<'a, bool> {
    Ends(end)
}

struct Ends<'e, E>(&'e mut E);

impl<'a, E: Parser<&'a [u8], Error = Fault>> Parser<&'a [u8]> for Ends<'_, E> {
    type Output = bool;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], bool, Fault> {
        match self.0.process::<OutputM<Check, Check, OM::Incomplete>>(i) {
            Ok((rest, ())) => Ok((rest, OM::Output::bind(|| true))),
            Err(Err::Error(())) if !i.is_empty() => Ok((i, OM::Output::bind(|| false))),
            Err(Err::Failure(fault)) => Err(Err::Failure(fault)),
            Err(Err::Incomplete(needed)) => Err(Err::Incomplete(needed)),
            Err(Err::Error(())) => {
                let (rest, ()) = self.0.process::<OutputM<Check, OM::Error, OM::Incomplete>>(i)?;
                Ok((rest, OM::Output::bind(|| true)))
            }
        }
    }
}

/// Returns the capacity to add to a vector of `len` elements whose count is unknown, if the rest of the input
/// can hold `most` more. The capacity doubles up to that maximum. If the maximum is near, it is reserved at
/// once, so that growing, which keeps the old and the new allocation, never takes much more memory than the
/// vector itself.
pub(crate) fn more(len: usize, most: usize) -> usize {
    let double = len.max(8);
    if most <= 4 * double { most } else { double }
}
