//! List: values of one type, without names.

use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::SerializeFn;
use nom::combinator::success;
use nom::{Emit, Mode, OutputM, OutputMode, Parser, Streaming};

use super::super::Cx;
use super::block::{Block, in_blocks};
use super::compound::{entries, put_entries};
use super::number::{count, put_count};
use super::open::Open;
use super::packed::{number_size, numbers, packed, put_numbers, put_packed};
use super::tag::{inside, tag_id};
use super::text::{put_text, text};
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::grammar::{Grammar, Lend, Make, accept, counted, field_as, grammar, in_error_mode, pass, typed};
use crate::minecraft::ids::TagId;
use crate::minecraft::model::nbt::{List, Numbers, PackedNumber};
use crate::sink::Gen;
use crate::trace::{Form, Meaning, Order, Part, Shown, Trace};

/// Tags of one type, without names.
///
/// | size | field |
/// |------|-------|
/// | 1    | type of the elements |
/// | 4    | count: Int, not negative |
/// | ..   | payloads, without type or name, see [`payload`](super::payload()) |
///
/// A list of End has no elements.
pub fn list<'a, 'v, T: Trace, M: Make<'a, 'v>>(cx: Cx<'_, T, M>) -> impl Grammar<'a, List<'v>> {
    ListGrammar { cx, value: PhantomData }
}

/// Writes a `List`, in the layout of [`list`].
pub fn gen_list<T: Trace, W: Write>(cx: Cx<'_, T>, x: &List<'_>) -> impl SerializeFn<W> {
    in_blocks(move |out| put_list(cx, x, out))
}

/// [`gen_list`] to a block.
#[inline]
pub(in crate::minecraft::wire) fn put_list<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    x: &List<'_>,
    out: &mut Block<'_, W>,
) -> Gen {
    put_elements(cx, x, out)
}

struct ListGrammar<'c, 'v, T: Trace, M> {
    cx: Cx<'c, T, M>,
    value: PhantomData<&'v ()>,
}

impl<'a, 'v, T: Trace, M: Make<'a, 'v>> Parser<&'a [u8]> for ListGrammar<'_, 'v, T, M> {
    type Output = List<'v>;
    type Error = Fault;

    #[inline]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> nom::PResult<OM, &'a [u8], List<'v>, Fault> {
        let cx = self.cx.borrowing();
        in_error_mode::<OM, _>(Open::none::<OM::Output, _>(|open| elements::<T, M, OM::Output>(cx, i, open)))
    }
}

/// The grammar of [`list`]. The entries of the compounds around it are `open`.
pub(super) fn elements<'a, 'v, T: Trace, M: Make<'a, 'v>, O: Mode>(
    cx: Cx<'_, T>,
    i: &'a [u8],
    open: &mut Open<'v>,
) -> PResult<'a, O::Output<List<'v>>> {
    let (i, id) = element_type(cx).parse(i)?;
    let (i, (inside, count)) = accept(count(cx), |count, rest| listed(cx, id, count, rest)).parse(i)?;
    match id {
        TagId::List => {
            let read: ReadInside<'a, 'v, T, O, _> = elements::<T, M, O>;
            let lists = nested::<T, O, _>(inside, (id, count), i, open, read);
            lists.map(|(i, lists)| (i, O::map(lists, |lists| List::List(lists.into()))))
        }
        TagId::Compound => {
            let read: ReadInside<'a, 'v, T, O, _> = entries::<T, M, O>;
            let compounds = nested::<T, O, _>(inside, (id, count), i, open, read);
            compounds
                .map(|(i, compounds)| (i, O::map(compounds, |compounds| List::Compound(compounds.into()))))
        }
        id => leaves::<T, M>(inside, id, count).process::<OutputM<O, Emit, Streaming>>(i),
    }
}

/// Mirrors [`elements`], `depth` compounds and lists deep.
pub(super) fn put_elements<T: Trace, W: Write>(cx: Cx<'_, T>, x: &List<'_>, out: &mut Block<'_, W>) -> Gen {
    out.number([x.element_type().to_wire()])?;
    put_count(cx, x.len(), out)?;
    match x {
        List::List(x) => put_each(cx, x.iter(), |x| put_elements(cx.deeper_out()?, x, out)),
        List::Compound(x) => put_each(cx, x.iter(), |x| put_entries(cx.deeper_out()?, x, out)),
        leaves => put_leaves(cx, leaves, out),
    }
}

/// A function that reads a list or compound inside another: [`elements`] or [`entries`].
type ReadInside<'a, 'v, T, O, X> =
    fn(Cx<'_, T>, &'a [u8], &mut Open<'v>) -> PResult<'a, <O as Mode>::Output<X>>;

/// Lists or compounds in a list.
fn nested<'a, 'v, T: Trace, O: Mode, X>(
    mut cx: Cx<'_, T>,
    (id, count): (TagId, u32),
    mut i: &'a [u8],
    open: &mut Open<'v>,
    read: ReadInside<'a, 'v, T, O, X>,
) -> PResult<'a, O::Output<Vec<X>>> {
    let mut all = Vec::new();
    let _ = O::bind(|| all.reserve_exact((count as usize).min(i.len())));
    let (unit, first, mut index) = (id.min_payload_in(cx.rules().nbt), i.len(), 0);
    loop {
        index += pass::<O, _, _, _>(&mut cx, unit, first, &mut i, index);
        if index >= count as usize {
            break;
        }
        begin(&mut cx, id, index);
        index += 1;
        let x;
        (i, x) = read(inside(cx, i)?, i, open)?;
        cx.leave();
        let _ = O::map(x, |x| all.push(x));
    }
    Ok((i, O::bind(|| all)))
}

/// Begins an element, whose bytes are reserved until then.
#[cfg_attr(not(debug_assertions), inline(always))]
fn begin<T: Trace>(cx: &mut Cx<'_, T>, id: TagId, index: usize) {
    cx.release(id.min_payload_in(cx.rules().nbt));
    cx.enter(Part::Index(index));
    if T::ENABLED {
        cx.trace.reading(id.name());
    }
}

/// `count` elements that have no children.
#[inline(never)]
fn leaves<'a, 'v, 'c, T: Trace, M: Make<'a, 'v>>(
    cx: Cx<'c, T>,
    id: TagId,
    count: u32,
) -> impl Grammar<'a, List<'v>> + use<'a, 'v, 'c, T, M> {
    Leaves { cx, id, count, value: PhantomData::<(M, &'v ())> }
}

struct Leaves<'c, T: Trace, V> {
    cx: Cx<'c, T>,
    id: TagId,
    count: u32,
    value: PhantomData<V>,
}

impl<'a, 'v, T: Trace, M: Make<'a, 'v>> Parser<&'a [u8]> for Leaves<'_, T, (M, &'v ())> {
    type Output = List<'v>;
    type Error = Fault;

    #[inline(never)]
    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> nom::PResult<OM, &'a [u8], List<'v>, Fault> {
        let Self { cx, id, count, .. } = *self;
        match id {
            TagId::Byte => released(cx, count).map(M::keep).map(List::Byte).process::<OM>(i),
            TagId::Short => released(cx, count).map(M::keep).map(List::Short).process::<OM>(i),
            TagId::Int => released(cx, count).map(M::keep).map(List::Int).process::<OM>(i),
            TagId::Long => released(cx, count).map(M::keep).map(List::Long).process::<OM>(i),
            TagId::Float => released(cx, count).map(M::keep).map(List::Float).process::<OM>(i),
            TagId::Double => released(cx, count).map(M::keep).map(List::Double).process::<OM>(i),
            TagId::ByteArray => {
                each::<T, M, _, _>(cx, id, count, packed).map(List::ByteArray).process::<OM>(i)
            }
            TagId::String => each::<T, M, _, _>(cx, id, count, text).map(List::String).process::<OM>(i),
            TagId::IntArray => each::<T, M, _, _>(cx, id, count, packed).map(List::IntArray).process::<OM>(i),
            TagId::LongArray => {
                each::<T, M, _, _>(cx, id, count, packed).map(List::LongArray).process::<OM>(i)
            }
            TagId::End | TagId::List | TagId::Compound => success(List::End).process::<OM>(i),
        }
    }
}

/// Numbers in a row, whose bytes were reserved.
fn released<'a, N: PackedNumber, T: Trace>(cx: Cx<'_, T>, count: u32) -> impl Grammar<'a, Numbers<'a, N>> {
    numbers(cx.released(count as usize * number_size::<N>(cx.rules().nbt)), count)
}

/// Mirrors [`leaves`].
#[inline(never)]
fn put_leaves<T: Trace, W: Write>(cx: Cx<'_, T>, x: &List<'_>, out: &mut Block<'_, W>) -> Gen {
    match x {
        List::Byte(x) => put_numbers(cx, x, out),
        List::Short(x) => put_numbers(cx, x, out),
        List::Int(x) => put_numbers(cx, x, out),
        List::Long(x) => put_numbers(cx, x, out),
        List::Float(x) => put_numbers(cx, x, out),
        List::Double(x) => put_numbers(cx, x, out),
        List::ByteArray(x) => put_each(cx, x.iter(), |x| put_packed(cx, x, out)),
        List::String(x) => put_each(cx, x.iter(), |x| put_text(cx, None, x, out)),
        List::IntArray(x) => put_each(cx, x.iter(), |x| put_packed(cx, x, out)),
        List::LongArray(x) => put_each(cx, x.iter(), |x| put_packed(cx, x, out)),
        List::End | List::List(_) | List::Compound(_) => Ok(()),
    }
}

/// Writes elements one after the other: mirrors [`nested`] and [`each`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn put_each<T: Trace, X>(
    cx: Cx<'_, T>,
    elements: impl Iterator<Item = X>,
    mut put: impl FnMut(X) -> Gen,
) -> Gen {
    for (index, x) in elements.enumerate() {
        put(x).map_err(|error| cx.refused_in(Part::Index(index), error))?;
    }
    Ok(())
}

/// Elements one after the other.
fn each<'a, 'v, 'c, T: Trace, M: Make<'a, 'v>, X: Lend<'a>, P: Grammar<'a, X>>(
    cx: Cx<'c, T>,
    id: TagId,
    count: u32,
    element: impl Fn(Cx<'c, T>) -> P,
) -> impl Grammar<'a, Box<[X::With<'v>]>> {
    counted(cx, count as usize, id.min_payload_in(cx.rules().nbt), Part::Index, move |cx| {
        typed(cx, id.name(), element(cx).map(M::keep))
    })
    .map(Vec::into_boxed_slice)
}

grammar!(
    /// The type of the elements.
    pub(in crate::minecraft) fn element_type<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, TagId> {
        field_as(cx, ELEMENT_TYPE, tag_id(cx), |id: &TagId| Shown::Named(id.to_wire().into(), id.name()))
    }
);

/// The context for the elements of a type, with their bytes reserved, and their count.
#[inline]
pub(in crate::minecraft) fn listed<'c, T: Trace>(
    cx: Cx<'c, T>,
    id: TagId,
    count: u32,
    rest: &[u8],
) -> Result<(Cx<'c, T>, u32), DecodeErrorKind> {
    let cx = cx.reserving(rest, count, id.min_payload_in(cx.rules().nbt))?;
    if id == TagId::End && count > 0 {
        return Err(DecodeErrorKind::NbtListEnd { count: i32::try_from(count).unwrap_or(i32::MAX) });
    }
    Ok((cx, count))
}

const ELEMENT_TYPE: Meaning = Meaning::new("element type")
    .of(Form::unsigned(Order::Big))
    .saying("All elements have this type, so none has a type of its own.");
