//! One grammar, two results: a tree, or nothing but the knowledge that the bytes are right.

use super::compound::{Compound, Entry, add, closed};
use super::list::List;
use super::tag::Tag;

/// Makes the result of the parsers of `compound` and `list`.
pub(super) trait Build<'a> {
    /// The entries of all compounds that are open, the innermost last. How many entries a compound has is known
    /// only at its end: there they move out, into an allocation that fits.
    type Open: Default;
    /// A compound that is complete.
    type Compound;
    /// A list that is complete.
    type List;
    /// The elements of a list so far.
    type Row<X>;

    /// How many entries are open.
    fn count(open: &Self::Open) -> usize;
    /// Adds an entry whose value comes next; `i` is what follows the name, which is right.
    fn entry(open: &mut Self::Open, i: &[u8], name: &'a [u8]);
    /// The place of that value, if it has no children.
    fn slot(open: &mut Self::Open) -> impl Slot<'a>;
    /// Puts a list there.
    fn list(open: &mut Self::Open, list: Self::List);
    /// Puts a compound there.
    fn compound(open: &mut Self::Open, compound: Self::Compound);
    /// Closes the compound whose entries start at `first`.
    fn close(open: &mut Self::Open, first: usize) -> Self::Compound;

    /// Begins a list.
    fn row<X>(count: u32) -> Self::Row<X>;
    /// Adds an element.
    fn push<X>(row: &mut Self::Row<X>, x: X);
    /// Numbers, which are not copied.
    fn numbers(list: List<'a>) -> Self::List;
    /// Other elements without children.
    fn leaves<X>(row: Self::Row<X>, list: impl FnOnce(Box<[X]>) -> List<'a>) -> Self::List;
    /// Lists in a list.
    fn lists(row: Self::Row<Self::List>) -> Self::List;
    /// Compounds in a list.
    fn compounds(row: Self::Row<Self::Compound>) -> Self::List;
}

/// The place of a value without children.
pub(super) trait Slot<'a> {
    /// Puts the value there. It is made when its place is known, not put together elsewhere: reading it from there
    /// again would have to wait for it.
    fn fill(self, tag: impl FnOnce() -> Tag<'a>);
}

impl<'a> Slot<'a> for Option<&mut Tag<'a>> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(self, tag: impl FnOnce() -> Tag<'a>) {
        if let Some(slot) = self {
            // What was there owns nothing, and looking takes longer than writing.
            std::mem::forget(std::mem::replace(slot, tag()));
        }
    }
}

impl<'a> Slot<'a> for () {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(self, tag: impl FnOnce() -> Tag<'a>) {
        // What was just read borrows: there is nothing to drop, and not looking is a good part of the time.
        std::mem::forget(tag());
    }
}

/// A tree that borrows text and numbers from the input.
pub(super) struct Tree;

impl<'a> Build<'a> for Tree {
    type Open = Vec<Entry<'a>>;
    type Compound = Compound<'a>;
    type List = List<'a>;
    type Row<X> = Vec<X>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(open: &Self::Open) -> usize {
        open.len()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry(open: &mut Self::Open, i: &[u8], name: &'a [u8]) {
        add(open, i, name);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slot(open: &mut Self::Open) -> impl Slot<'a> {
        open.last_mut().map(|(_, slot)| slot)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn list(open: &mut Self::Open, list: List<'a>) {
        Self::slot(open).fill(|| Tag::List(list));
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compound(open: &mut Self::Open, compound: Compound<'a>) {
        Self::slot(open).fill(|| Tag::Compound(compound));
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close(open: &mut Self::Open, first: usize) -> Compound<'a> {
        closed(open, first)
    }
    fn row<X>(count: u32) -> Vec<X> {
        Vec::with_capacity(count as usize)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push<X>(row: &mut Vec<X>, x: X) {
        row.push(x);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn numbers(list: List<'a>) -> List<'a> {
        list
    }
    fn leaves<X>(row: Vec<X>, list: impl FnOnce(Box<[X]>) -> List<'a>) -> List<'a> {
        list(row.into_boxed_slice())
    }
    fn lists(row: Vec<List<'a>>) -> List<'a> {
        List::List(row.into_boxed_slice())
    }
    fn compounds(row: Vec<Compound<'a>>) -> List<'a> {
        List::Compound(row.into_boxed_slice())
    }
}

/// Nothing is made.
pub(super) struct Check;

impl<'a> Build<'a> for Check {
    type Open = ();
    type Compound = ();
    type List = ();
    type Row<X> = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count((): &()) -> usize {
        0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry((): &mut (), _: &[u8], _: &'a [u8]) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slot((): &mut ()) -> impl Slot<'a> {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn list((): &mut (), (): ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compound((): &mut (), (): ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close((): &mut (), _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn row<X>(_: u32) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push<X>((): &mut (), x: X) {
        std::mem::forget(x);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn numbers(list: List<'a>) {
        std::mem::forget(list);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leaves<X>((): (), _: impl FnOnce(Box<[X]>) -> List<'a>) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lists((): ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compounds((): ()) {}
}
