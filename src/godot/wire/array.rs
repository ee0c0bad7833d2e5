//! Arrays, and what all containers have in common.

use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::sequence::pair;
use cookie_factory::{SerializeFn, WriteContext};
use nom::combinator::cond;
use nom::{Emit, OutputM, Parser, Streaming};

use super::element_type::{KEY_SHIFT, UNTYPED, declared, gen_element_type, how_given, refuse_types};
use super::header::gen_header;
use super::number::count_word;
use super::short::joined;
use super::{Cx, Header};
use crate::cx::chunk;
use crate::error::PResult;
use crate::godot::ids::Kind;
use crate::godot::model::{Array, ElementType, Variant};
use crate::grammar::{
    Fill, FillFn, Grammar, Make, Slots, WritePart, accept, bytes, checked, field_as, fill_each, filling,
    grammar, le_u32, overwrite, run, shortcut, slot, slots, then,
};
use crate::sink::{Gen, put, serializer};
use crate::trace::{Part, Shown, Trace};

/// An array; `element` reads one of the values inside.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | Godot 4.3: [`element_type`](super::element_type()), where header bits 16 and 17 say so |
/// | .. | 4    | bits 0 to 30: count; bit 31: shared (Godot 2), ignored later |
/// | .. | ..   | that many whole values, each with its header |
pub fn array<'a, 'c, 'v, T: Trace, M: Make<'a, 'v>, P: Fill<'a, Output = Variant<'v>>>(
    cx: Cx<'c, T, M>,
    header: Header,
    element: impl Fn(Cx<'c, T, M>) -> P + Copy,
) -> impl Fill<'a, Output = Array<'v>> {
    filling(AnyArray { cx, header, element, output: PhantomData })
}

struct AnyArray<'c, 'v, T: Trace, M, F> {
    cx: Cx<'c, T, M>,
    header: Header,
    element: F,
    output: PhantomData<fn() -> Array<'v>>,
}

impl<'a, 'c, 'v, T: Trace, M, F, P> FillFn<'a> for AnyArray<'c, 'v, T, M, F>
where
    M: Make<'a, 'v>,
    F: Fn(Cx<'c, T, M>) -> P + Copy,
    P: Fill<'a, Output = Variant<'v>>,
{
    type Output = Array<'v>;

    fn fill<O: Slots>(&self, i: &'a [u8], slot: &mut O::Output<Array<'v>>) -> PResult<'a, ()> {
        fill_array::<O, T, M, P, _>(&self.cx, self.header, self.element, i, slot, |array| array)
    }
}

/// Reads an array into a slot for what `make` makes of it. Once per level of nesting on the stack, so that it only recurses.
#[inline(never)]
pub(super) fn fill_array<
    'a,
    'c,
    'v,
    O: Slots,
    T: Trace,
    M: Make<'a, 'v>,
    P: Fill<'a, Output = Variant<'v>>,
    V,
>(
    cx: &Cx<'c, T, M>,
    header: Header,
    element: impl Fn(Cx<'c, T, M>) -> P,
    i: &'a [u8],
    slot: &mut O::Output<V>,
    make: impl FnOnce(Array<'v>) -> V,
) -> PResult<'a, ()> {
    let mut array = Container::new(cx);
    let mut result = begin::<O, T, M>(&mut array, header, i);
    if let Ok((i, ())) = result {
        result = fill_each::<_, T, M, O, P>(&mut array.cx, 4, Part::Index, element, i, &mut array.slots);
    }
    if result.is_ok() {
        end::<O, T, M, V>(array, slot, make);
    }
    result
}

/// Reads the header of an array, and makes its slots.
#[cfg_attr(not(debug_assertions), inline(always))]
fn begin<'a, 'v, O: Slots, T: Trace, M: Make<'a, 'v>>(
    array: &mut Container<'_, T, M, ElementType<'a>, O::Output<Variant<'v>>>,
    header: Header,
    i: &'a [u8],
) -> PResult<'a, ()> {
    array.open(array_header(array.cx.borrowing(), header), slot::<O, Variant<'v>>, i)
}

/// Puts an array whose slots are filled into its own slot.
#[cfg_attr(not(debug_assertions), inline(always))]
fn end<'a, 'v, O: Slots, T: Trace, M: Make<'a, 'v>, V>(
    array: Container<'_, T, M, ElementType<'a>, O::Output<Variant<'v>>>,
    slot: &mut O::Output<V>,
    make: impl FnOnce(Array<'v>) -> V,
) {
    let Container { types, shared, slots, .. } = array;
    let array = O::map(O::vector::<Variant<'v>>(slots), |items| match M::keep(types.map(|types| *types)) {
        Some(element) => make(Array::typed(element, items)),
        None if shared => make(Array::from(items).with_shared(true)),
        None => make(Array::from(items)),
    });
    overwrite(slot, array);
}

/// Writes an array, in the layout of [`array()`]; `element` writes one of the values inside, for example
/// [`write_variant`](super::write_variant).
pub fn gen_array<'c, 'x, T: Trace, W: Write>(
    cx: Cx<'c, T>,
    array: &'x Array<'x>,
    element: impl WritePart<Cx<'c, T>, Variant<'x>, W> + Copy,
) -> impl SerializeFn<W> {
    serializer(move |out| {
        run(out, gen_array_header(cx, array))?;
        write_elements(&cx, array, element, out)
    })
}

/// Writes the header word and the array: [`gen_array`] with a borrowed output. Once per level of nesting on the stack.
#[inline(never)]
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
pub(super) fn write_array<'c, 'x, T: Trace, W: Write>(
    cx: &Cx<'c, T>,
    array: &Array<'x>,
    element: impl WritePart<Cx<'c, T>, Variant<'x>, W>,
    out: &mut WriteContext<W>,
) -> Gen {
    let begun = match array.plain() {
        Some(items) if !T::ENABLED => begin_plain(cx, Kind::Array, items.len(), out),
        _ => begin_array(cx, array, out),
    };
    if begun.is_err() {
        return begun;
    }
    write_elements(cx, array, element, out)
}

/// Writes the header word and the count of a container with neither declared types nor a shared bit in one go: a shortcut of
/// [`begin_array`] and of the same for dictionaries.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn begin_plain<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    kind: Kind,
    count: usize,
    out: &mut WriteContext<W>,
) -> Gen {
    put(out, &joined(Header::new(cx, kind, 0)?.word, count_word(cx, count)?))
}

/// Writes the header word and the fields before the elements.
#[inline(never)]
fn begin_array<W: Write, T: Trace>(cx: &Cx<'_, T>, array: &Array<'_>, out: &mut WriteContext<W>) -> Gen {
    run(out, pair(gen_header(header_of_array(cx, array)?), gen_array_header(*cx, array)))
}

/// Writes the values of an array.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
fn write_elements<'c, 'x, T: Trace, W: Write>(
    cx: &Cx<'c, T>,
    items: &[Variant<'x>],
    element: impl WritePart<Cx<'c, T>, Variant<'x>, W>,
    out: &mut WriteContext<W>,
) -> Gen {
    if items.is_empty() {
        return Ok(());
    }
    let inner = match cx.deeper_out() {
        Ok(inner) => inner,
        Err(refusal) => return Err(refusal),
    };
    for (index, item) in items.iter().enumerate() {
        inner.enter(Part::Index(index));
        let result = element.write(&inner, item, out);
        if result.is_err() {
            return result;
        }
        inner.leave();
    }
    Ok(())
}

/// The header of an array, whose flags have the form of the element type.
pub(super) fn header_of_array<T: Trace>(
    cx: &Cx<'_, T>,
    array: &Array<'_>,
) -> Result<Header, cookie_factory::GenError> {
    let element = array.element_type();
    if element.is_some() && !cx.rules.dialect.typed_arrays {
        return refuse_types(cx, "typed Array");
    }
    Header::new(cx, Kind::Array, how_given(element) << KEY_SHIFT)
}

grammar!(
    /// The element type and the count of an array.
    pub(super) fn array_header<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        header: Header,
    ) -> impl Grammar<'a, ContainerHeader<'c, ElementType<'a>, T>> {
        let given = how_array_is_given(&cx, header);
        let types = move || declared(cx, given, "element type");
        container_header(cx, (given != UNTYPED, types), "element count", 4)
    }
);

/// Returns the form of an array's element type.
#[inline(always)]
pub(super) fn how_array_is_given<T: Trace>(cx: &Cx<'_, T>, header: Header) -> u32 {
    if cx.rules.dialect.typed_arrays { header.element_kind(KEY_SHIFT) } else { UNTYPED }
}

/// Mirrors [`array_header`].
pub(super) fn gen_array_header<T: Trace, W: Write>(cx: Cx<'_, T>, array: &Array<'_>) -> impl SerializeFn<W> {
    pair(gen_element_type(cx, array.element_type()), gen_shared_count(cx, array.len(), array.is_shared()))
}

/// The fields before the elements of a container: declared types, if any, and the count.
pub(super) struct ContainerHeader<'c, M, T: Trace> {
    /// In a box: nearly all containers have none.
    pub(super) types: Option<Box<M>>,
    /// Godot 2's shared bit.
    pub(super) shared: bool,
    pub(super) count: usize,
    /// For what is inside: one level deeper, with bytes reserved for it.
    pub(super) cx: Cx<'c, T>,
}

/// A container that is read: its header, and a slot for each of the things inside.
pub(super) struct Container<'c, T: Trace, M, D, S> {
    pub(super) types: Option<Box<D>>,
    pub(super) shared: bool,
    pub(super) cx: Cx<'c, T, M>,
    pub(super) slots: Vec<S>,
}

impl<'c, T: Trace, M, D, S> Container<'c, T, M, D, S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(cx: &Cx<'c, T, M>) -> Self {
        Self { types: None, shared: false, cx: *cx, slots: Vec::new() }
    }

    /// Reads the header, and makes the slots that it announces.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn open<'a>(
        &mut self,
        mut header: impl Grammar<'a, ContainerHeader<'c, D, T>>,
        slot: impl Fn() -> S,
        i: &'a [u8],
    ) -> PResult<'a, ()> {
        let (rest, header) = header.process::<OutputM<Emit, Emit, Streaming>>(i)?;
        let ContainerHeader { types, shared, count, cx } = header;
        // They own nothing yet.
        overwrite(&mut self.types, types);
        overwrite(&mut self.slots, slots(slot, count, rest));
        self.shared = shared;
        self.cx = cx.making();
        Ok((rest, ()))
    }
}

/// The declared types of a container, if it has any, and the count of things of at least `unit` bytes.
#[inline(always)]
pub(super) fn container_header<'a, 'c, M, T: Trace, P: Grammar<'a, Option<M>>>(
    cx: Cx<'c, T>,
    (is_typed, types): (bool, impl Fn() -> P),
    name: &'static str,
    unit: usize,
) -> impl Grammar<'a, ContainerHeader<'c, M, T>> {
    let full = move || {
        let types = cond(is_typed, types().map(|types| types.map(Box::new))).map(Option::flatten);
        (types, shared_count(cx, name, unit)).map(|(types, (count, shared, cx))| ContainerHeader {
            types,
            shared,
            count,
            cx,
        })
    };
    shortcut(move |i| if is_typed { None } else { plain_header(cx, unit, i) }, full)
}

grammar!(
    /// The count of a container, of things of at least `unit` bytes, its shared bit, and the context for them.
    pub(super) fn shared_count<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        name: &'static str,
        unit: usize,
    ) -> impl Grammar<'a, (usize, bool, Cx<'c, T>)> {
        let has_meaning = cx.rules.dialect.shared_bit;
        let number = field_as(cx, name, le_u32(), move |number| {
            match (number & !SHARED, number & SHARED != 0, has_meaning) {
                (count, true, true) => Shown::Noted(count.into(), "shared"),
                (count, true, false) => Shown::Noted(count.into(), "bit 31 is ignored"),
                (count, false, _) => Shown::Uint(count.into()),
            }
        });
        let count = accept(number, move |number, rest| {
            let count = number & !SHARED;
            Ok((count as usize, has_meaning && number & SHARED != 0, cx.reserving(rest, count, unit)?))
        });
        then(count, |(count, shared, cx)| inside(cx, count).map(move |cx| (count, shared, cx)))
    }
);

/// A valid count without the shared bit: a shortcut of [`container_header`] for containers without declared types.
#[cfg_attr(not(debug_assertions), inline(always))]
fn plain_header<'a, 'c, M, T: Trace>(
    cx: Cx<'c, T>,
    unit: usize,
    i: &'a [u8],
) -> Option<(&'a [u8], ContainerHeader<'c, M, T>)> {
    let (rest, word) = chunk::<4>(i).ok()?;
    let count = u32::from_le_bytes(word);
    if T::ENABLED || count & SHARED != 0 {
        return None;
    }
    let cx = cx.reserving(rest, count, unit).ok()?;
    let cx = if count > 0 { cx.deeper(rest).ok()? } else { cx };
    Some((rest, ContainerHeader { types: None, shared: false, count: count as usize, cx }))
}

/// Mirrors [`shared_count`].
#[inline]
pub(super) fn gen_shared_count<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    count: usize,
    shared: bool,
) -> impl SerializeFn<W> {
    let bit = if shared && cx.rules.dialect.shared_bit { SHARED } else { 0 };
    checked(move || count_word(&cx, count), move |count| bytes((count | bit).to_le_bytes()))
}

/// Reads nothing: if there is anything inside a container, it is one level deeper.
#[inline(always)]
fn inside<'a, 'c, T: Trace>(cx: Cx<'c, T>, count: usize) -> impl Grammar<'a, Cx<'c, T>> {
    move |i: &'a [u8]| -> PResult<'a, Cx<'c, T>> { Ok((i, if count > 0 { cx.deeper(i)? } else { cx })) }
}

/// Bit 31 of a container's count: Godot 2's "shared". Later engines ignore it.
pub(in crate::godot) const SHARED: u32 = 1 << 31;

/// The bytes of a count in the place of another, with the shared bit of the other.
pub(in crate::godot) fn recounted(count: u32, old: &[u8]) -> Option<Vec<u8>> {
    let old = u32::from_le_bytes(old.try_into().ok()?);
    Some((count | old & SHARED).to_le_bytes().to_vec())
}
