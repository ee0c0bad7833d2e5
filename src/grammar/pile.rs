//! A shared stack for the elements of nested lists whose length is unknown until they end.

use std::cell::{RefCell, RefMut};
use std::mem;

use nom::{Check, Emit, Mode, OutputM, OutputMode, PResult, Parser, Streaming};

use super::until::{FEW, ends, fitted, more};
use super::{Grammar, InPlace, Places, in_mode, makes_nothing, pass};
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

    /// Returns the elements with room for one more. The rest of the input can hold at most `most` more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_room(&self, most: usize) -> RefMut<'_, Vec<X>> {
        let mut elements = self.elements.borrow_mut();
        if elements.len() == elements.capacity() {
            grow(&mut elements, most);
        }
        elements
    }

    /// Removes and returns the elements of the innermost level, which begin at `first`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close(&self, first: usize) -> Vec<X> {
        let elements = &mut *self.elements.borrow_mut();
        if first == 0 {
            return fitted(elements);
        }
        let count = elements.len() - first;
        if count > elements.len() / 2 && elements.len() > FEW {
            return close_many(elements, first);
        }
        elements.split_off(first)
    }
}

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
pub(crate) fn piled<'a, R, T: Trace, X: Default, P: InPlace<'a, Output = X>>(
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
    X: Default,
    E: Parser<&'a [u8], Error = Fault>,
    F: Fn() -> P,
    P: InPlace<'a, Output = X>,
{
    type Output = Vec<X>;
    type Error = Fault;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Vec<X>, Fault> {
        if const { makes_nothing::<OM>() } {
            let read = in_mode::<OM, ()>(self.read::<Check, P>(i));
            return read.map(|(rest, _)| (rest, OM::Output::bind(Vec::new)));
        }
        in_mode::<OM, _>(self.read::<Emit, P>(i))
    }
}

impl<R, T: Trace, X: Default, E, F> Piled<'_, '_, R, T, X, E, F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<'a, M: Places, P>(&mut self, mut i: &'a [u8]) -> error::PResult<'a, M::Output<Vec<X>>>
    where
        E: Parser<&'a [u8], Error = Fault>,
        F: Fn() -> P,
        P: InPlace<'a, Output = X>,
    {
        let (begin, first) = (i.len(), self.pile.len());
        loop {
            // Elements of such lists have no index.
            pass::<M, _, _>(&mut { self.cx }, 0, begin, &mut i, 0);
            let (rest, is_end) = ends(&mut self.end).process::<OutputM<Emit, Emit, Streaming>>(i)?;
            if is_end {
                return Ok((rest, M::bind(|| self.pile.close(first))));
            }
            let mut element = M::bind(X::default);
            (i, _) = (self.element)().put::<M>(i, &mut element)?;
            let elements = M::bind(|| self.pile.with_room(i.len() / self.min_len + 1));
            let _ = M::combine(elements, element, |mut elements, element| elements.push(element));
        }
    }
}
