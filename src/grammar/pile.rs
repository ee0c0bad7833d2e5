//! A shared stack for the elements of nested lists whose length is unknown until they end.

use std::cell::RefCell;
use std::mem;

use nom::{Emit, Mode, OutputM, OutputMode, PResult, Parser, Streaming};

use super::until::{ends, more};
use super::{Grammar, in_error_mode, pass};
use crate::cx::Cx;
use crate::error::{self, Fault};
use crate::trace::Trace;

/// The elements of all open levels. Those of the innermost level are last.
///
/// The number of elements of a level is known only when the level ends. Its elements are then moved into an
/// allocation of the right size. This avoids a growing vector for each level.
pub(crate) struct Pile<X> {
    elements: RefCell<Vec<X>>,
}

impl<X> Pile<X> {
    /// Creates a pile without elements.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new() -> Self {
        Self { elements: RefCell::new(Vec::new()) }
    }

    /// Returns the number of elements.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn len(&self) -> usize {
        self.elements.borrow().len()
    }

    /// Adds an element. The rest of the input can hold at most `most` more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push(&self, element: X, most: impl FnOnce() -> usize) {
        let mut elements = self.elements.borrow_mut();
        if elements.len() == elements.capacity() {
            grow(&mut elements, most());
        }
        elements.push(element);
    }

    /// Removes and returns the elements of the innermost level, which begin at `first`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close(&self, first: usize) -> Vec<X> {
        let elements = &mut *self.elements.borrow_mut();
        let count = elements.len() - first;
        if count > elements.len() / 2 && elements.len() > FEW {
            return close_many(elements, first);
        }
        if first > 0 {
            return elements.split_off(first);
        }
        let mut all = Vec::with_capacity(count);
        all.append(elements);
        all
    }
}

/// Fewer elements than this may be in memory twice while they are moved.
const FEW: usize = 64;

/// Removes the elements from `first` on if most of the elements are there. They keep their allocation, and
/// the few before them are moved, so that a large number of elements is never in memory twice.
#[cold]
#[inline(never)]
fn close_many<X>(elements: &mut Vec<X>, first: usize) -> Vec<X> {
    let outer = elements.drain(..first).collect();
    mem::replace(elements, outer)
}

/// Reserves room for more elements.
#[cold]
#[inline(never)]
fn grow<X>(elements: &mut Vec<X>, most: usize) {
    elements.reserve_exact(more(elements.len(), most));
}

/// Like [`until`](super::until()), for elements that may contain elements of the same type. They are kept on
/// the shared stack until `end` succeeds.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn piled<'a, R, T: Trace, X, P: Parser<&'a [u8], Output = X, Error = Fault>>(
    cx: Cx<'_, R, T>,
    pile: &Pile<X>,
    end: impl Parser<&'a [u8], Error = Fault>,
    min_len: usize,
    element: impl Fn() -> P,
) -> impl Grammar<'a, Vec<X>> {
    Piled { cx, pile, end, min_len, element }
}

struct Piled<'c, 'o, R, T: Trace, X, E, F> {
    cx: Cx<'c, R, T>,
    pile: &'o Pile<X>,
    end: E,
    min_len: usize,
    element: F,
}

impl<'a, R, T: Trace, X, E, F, P> Parser<&'a [u8]> for Piled<'_, '_, R, T, X, E, F>
where
    E: Parser<&'a [u8], Error = Fault>,
    F: Fn() -> P,
    P: Parser<&'a [u8], Output = X, Error = Fault>,
{
    type Output = Vec<X>;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Vec<X>, Fault> {
        in_error_mode::<OM, _>(self.read::<OM::Output, P>(i))
    }
}

impl<R, T: Trace, X, E, F> Piled<'_, '_, R, T, X, E, F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<'a, M: Mode, P>(&mut self, mut i: &'a [u8]) -> error::PResult<'a, M::Output<Vec<X>>>
    where
        E: Parser<&'a [u8], Error = Fault>,
        F: Fn() -> P,
        P: Parser<&'a [u8], Output = X, Error = Fault>,
    {
        let (begin, first) = (i.len(), self.pile.len());
        loop {
            // Elements of such lists have no index.
            pass::<M, _, _>(&mut { self.cx }, 0, begin, &mut i, 0);
            let (rest, is_end) = ends(&mut self.end).process::<OutputM<Emit, Emit, Streaming>>(i)?;
            if is_end {
                return Ok((rest, M::bind(|| self.pile.close(first))));
            }
            let (rest, element) = (self.element)().process::<OutputM<M, Emit, Streaming>>(i)?;
            let _ = M::map(element, |element| self.pile.push(element, || rest.len() / self.min_len + 1));
            i = rest;
        }
    }
}
