//! One grammar, two results: a tree, or nothing but the knowledge that the bytes are right.

use super::super::combinators::more;
use crate::grammar::overwrite;
use crate::minecraft::model::nbt::{Compound, Entry, JavaStr, List, Tag};

/// Outputs for compounds and lists.
///
/// Godot has a trait of its own: a count comes before its elements, so each has a slot from the start. Here entries wait
/// in one list for all levels until the end of their compound.
pub(super) trait Output<'a> {
    /// Whether the form is known to be that of the Java edition when this is compiled: see [`at`](super::read::at).
    const JAVA: bool;
    /// The entries of all compounds that are open, the innermost last. How many entries a compound has is known
    /// only at its end: there they move out, into an allocation that fits.
    type OpenEntries: Default;
    /// A compound that is complete.
    type Compound;
    /// A list that is complete.
    type List;
    /// The elements of a list so far.
    type Elements<X>;

    /// Returns the number of open entries.
    fn count(open: &Self::OpenEntries) -> usize;
    /// Adds an entry whose value comes next; `i` is what follows the name, which is valid.
    fn entry(open: &mut Self::OpenEntries, i: &[u8], name: impl FnOnce() -> JavaStr<'a>);
    /// The place of that value, if it has no children.
    fn place(open: &mut Self::OpenEntries) -> impl Place<'a>;
    /// Puts a list there.
    fn list(open: &mut Self::OpenEntries, list: Self::List);
    /// Puts a compound there.
    fn compound(open: &mut Self::OpenEntries, compound: Self::Compound);
    /// Closes the compound whose entries start at `first`.
    fn close(open: &mut Self::OpenEntries, first: usize) -> Self::Compound;

    /// Begins the elements of a list; `i` starts at the first of them.
    fn elements<X>(count: u32, i: &[u8]) -> Self::Elements<X>;
    /// Adds an element.
    fn push<X>(elements: &mut Self::Elements<X>, x: X);
    /// Numbers, which are not copied.
    fn numbers(list: List<'a>) -> Self::List;
    /// Other elements without children.
    fn leaves<X>(elements: Self::Elements<X>, list: impl FnOnce(Box<[X]>) -> List<'a>) -> Self::List;
    /// Lists in a list.
    fn lists(elements: Self::Elements<Self::List>) -> Self::List;
    /// Compounds in a list.
    fn compounds(elements: Self::Elements<Self::Compound>) -> Self::List;
}

/// The place of a value without children.
pub(super) trait Place<'a> {
    /// Puts the value there. It is made when its place is known, not put together elsewhere: reading it from there
    /// again would have to wait for it.
    fn fill(self, tag: impl FnOnce() -> Tag<'a>);
}

impl<'a> Place<'a> for Option<&mut Tag<'a>> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(self, tag: impl FnOnce() -> Tag<'a>) {
        if let Some(place) = self {
            overwrite(place, tag());
        }
    }
}

/// No place.
pub(super) struct Nowhere<const JAVA: bool>;

impl<'a, const JAVA: bool> Place<'a> for Nowhere<JAVA> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(self, tag: impl FnOnce() -> Tag<'a>) {
        discard::<JAVA, _>(tag());
    }
}

/// Drops what was just read. Of the Java edition it borrows: nothing is dropped, and not looking saves a good part of the time. Numbers
/// and text of other forms may own memory.
#[cfg_attr(not(debug_assertions), inline(always))]
fn discard<const JAVA: bool, X>(x: X) {
    if JAVA {
        std::mem::forget(x);
    }
}

/// A tree that borrows text and numbers from the input.
pub(super) struct Tree<const JAVA: bool>;

impl<'a, const JAVA: bool> Output<'a> for Tree<JAVA> {
    const JAVA: bool = JAVA;

    type OpenEntries = Vec<Entry<'a>>;
    type Compound = Compound<'a>;
    type List = List<'a>;
    type Elements<X> = Vec<X>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(open: &Self::OpenEntries) -> usize {
        open.len()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry(open: &mut Self::OpenEntries, i: &[u8], name: impl FnOnce() -> JavaStr<'a>) {
        add(open, i, name());
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(open: &mut Self::OpenEntries) -> impl Place<'a> {
        open.last_mut().map(|(_, place)| place)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn list(open: &mut Self::OpenEntries, list: List<'a>) {
        Self::place(open).fill(|| Tag::List(list));
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compound(open: &mut Self::OpenEntries, compound: Compound<'a>) {
        Self::place(open).fill(|| Tag::Compound(compound));
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close(open: &mut Self::OpenEntries, first: usize) -> Compound<'a> {
        closed(open, first)
    }
    fn elements<X>(count: u32, i: &[u8]) -> Vec<X> {
        // A trace may accept a count that exceeds the input, see `Trace::lenient_counts`.
        Vec::with_capacity((count as usize).min(i.len()))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push<X>(elements: &mut Vec<X>, x: X) {
        elements.push(x);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn numbers(list: List<'a>) -> List<'a> {
        list
    }
    fn leaves<X>(elements: Vec<X>, list: impl FnOnce(Box<[X]>) -> List<'a>) -> List<'a> {
        list(elements.into_boxed_slice())
    }
    fn lists(elements: Vec<List<'a>>) -> List<'a> {
        List::List(elements.into())
    }
    fn compounds(elements: Vec<Compound<'a>>) -> List<'a> {
        List::Compound(elements.into_boxed_slice())
    }
}

/// Nothing is made.
pub(super) struct Nothing<const JAVA: bool>;

impl<'a, const JAVA: bool> Output<'a> for Nothing<JAVA> {
    const JAVA: bool = JAVA;

    type OpenEntries = ();
    type Compound = ();
    type List = ();
    type Elements<X> = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count((): &()) -> usize {
        0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry((): &mut (), _: &[u8], _: impl FnOnce() -> JavaStr<'a>) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place((): &mut ()) -> impl Place<'a> {
        Nowhere::<JAVA>
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn list((): &mut (), (): ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compound((): &mut (), (): ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close((): &mut (), _: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn elements<X>(_: u32, _: &[u8]) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push<X>((): &mut (), x: X) {
        discard::<JAVA, _>(x);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn numbers(list: List<'a>) {
        discard::<JAVA, _>(list);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leaves<X>((): (), _: impl FnOnce(Box<[X]>) -> List<'a>) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lists((): ()) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compounds((): ()) {}
}

/// The fewest bytes that an entry takes: type, an empty name, one byte.
const MIN_ENTRY: usize = 4;

/// The entries from `first` on, in an allocation that fits.
#[cfg_attr(not(debug_assertions), inline(always))]
fn closed<'a>(entries: &mut Vec<Entry<'a>>, first: usize) -> Compound<'a> {
    let count = entries.len() - first;
    if count > entries.len() / 2 && entries.len() > FEW {
        return closed_many(entries, first);
    }
    if first > 0 {
        return entries.split_off(first).into();
    }
    let mut all = Vec::with_capacity(count);
    all.append(entries);
    all.into()
}

/// If most of the open entries belong to one compound, they are not moved, and the few before them
/// move: many are never held twice.
#[cold]
#[inline(never)]
fn closed_many<'a>(entries: &mut Vec<Entry<'a>>, first: usize) -> Compound<'a> {
    let outer = entries.drain(..first).collect();
    std::mem::replace(entries, outer).into()
}

/// Below this many open entries, holding them twice is no matter.
const FEW: usize = 64;

/// Adds an entry, with a value that owns nothing until its own is read; `i` is what follows the name.
#[cfg_attr(not(debug_assertions), inline(always))]
fn add<'a>(entries: &mut Vec<Entry<'a>>, i: &[u8], name: JavaStr<'a>) {
    if entries.len() == entries.capacity() {
        grow(entries, i);
    }
    entries.push((name, Tag::Byte(0)));
}

/// Room for more entries.
#[cold]
#[inline(never)]
fn grow(entries: &mut Vec<Entry<'_>>, i: &[u8]) {
    entries.reserve_exact(more(entries.len(), i.len() / MIN_ENTRY + 1));
}
