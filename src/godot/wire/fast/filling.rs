//! Containers that are being filled: what they begin with, and a slot for each thing inside. Whatever can be done
//! before and after the values inside are read is here, so that the functions that recurse do no more than that.

use std::iter::repeat_with;
use std::mem;

use nom::Parser;

use super::super::array::{ContainerHeader, SHARED, array_header, shared_count};
use super::super::dictionary::dictionary_header;
use super::super::object::{ObjectHeader, object_header};
use super::super::{Cx, Header};
use super::output::{Declared, Output};
use crate::cx::chunk;
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::godot::model::{ElementType, EntryTypes, Object, Text, Variant};
use crate::grammar::Grammar;
use crate::trace::Trace;

/// A container that is being filled: a slot for each thing inside, and the context to read it in.
pub(super) struct Filling<'c, T: Trace, S> {
    /// Godot 2's shared bit.
    pub(super) shared: bool,
    pub(super) cx: Cx<'c, T>,
    pub(super) slots: Vec<S>,
}

impl<'c, T: Trace, S: Default> Filling<'c, T, S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(cx: Cx<'c, T>) -> Self {
        Self { shared: false, cx, slots: Vec::new() }
    }

    /// Reads the count of a container, by [`shared_count`] or as it does, and makes slots.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn begin<'a>(&mut self, name: &'static str, unit: usize, i: &'a [u8]) -> PResult<'a, ()> {
        let (rest, (count, shared, cx)) = match plain_count(self.cx, unit, i) {
            Some((rest, count, cx)) => (rest, (count, false, cx)),
            None => {
                let (rest, (count, shared, cx)) = shared_count(self.cx, name, unit).parse(i)?;
                (rest, (possible(count, rest), shared, cx))
            }
        };
        self.shared = shared;
        self.cx = cx;
        // What was there owns nothing. To find that out takes longer than to read a number.
        mem::forget(mem::replace(&mut self.slots, repeat_with(S::default).take(count).collect()));
        Ok((rest, ()))
    }

    /// Reads all that a container with declared types begins with.
    #[inline(never)]
    pub(super) fn begin_typed<'a, M>(
        &mut self,
        types: &mut Option<M>,
        mut header: impl Grammar<'a, ContainerHeader<'c, M, T>>,
        i: &'a [u8],
    ) -> PResult<'a, ()> {
        let (rest, header) = header.parse(i)?;
        *types = header.types;
        self.shared = header.shared;
        self.cx = header.cx;
        self.slots = repeat_with(S::default).take(possible(header.count, rest)).collect();
        Ok((rest, ()))
    }
}

/// The number of slots for an accepted count: at most one more than the bytes that are left, where reading fails. Only counts
/// that exceed the input are more, see [`Trace::lenient_counts`].
fn possible(count: usize, left: &[u8]) -> usize {
    count.min(left.len() + 1)
}

/// [`shared_count`] for untraced, valid input without the shared bit. `None`: use [`shared_count`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn plain_count<'a, 'c, T: Trace>(
    cx: Cx<'c, T>,
    unit: usize,
    i: &'a [u8],
) -> Option<(&'a [u8], usize, Cx<'c, T>)> {
    let (rest, word) = chunk::<4>(i).ok()?;
    let count = u32::from_le_bytes(word);
    if T::ENABLED || count & SHARED != 0 {
        return None;
    }
    let cx = cx.reserving(rest, count, unit).ok()?;
    let cx = if count > 0 { cx.deeper(rest).ok()? } else { cx };
    Some((rest, count as usize, cx))
}

#[inline(never)]
pub(super) fn begin_typed_array<'a, T: Trace, S: Default>(
    array: &mut Filling<'_, T, S>,
    types: &mut Option<ElementType<'a>>,
    header: Header,
    i: &'a [u8],
) -> PResult<'a, ()> {
    array.begin_typed(types, array_header(array.cx, header), i)
}

#[inline(never)]
pub(super) fn begin_typed_dictionary<'a, T: Trace, S: Default>(
    dictionary: &mut Filling<'_, T, S>,
    types: &mut Option<EntryTypes<'a>>,
    header: Header,
    i: &'a [u8],
) -> PResult<'a, ()> {
    dictionary.begin_typed(types, dictionary_header(dictionary.cx, header), i)
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn end_array<'a, O: Output<'a>, T: Trace>(
    array: Filling<'_, T, O::Value>,
    types: Option<ElementType<'a>>,
    slot: &mut O::Value,
) {
    O::array(slot, array.slots, Declared::new(types, array.shared));
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn end_dictionary<'a, O: Output<'a>, T: Trace>(
    dictionary: Filling<'_, T, (O::Value, O::Value)>,
    types: Option<EntryTypes<'a>>,
    slot: &mut O::Value,
) {
    O::dictionary(dictionary.cx.rules, slot, dictionary.slots, Declared::new(types, dictionary.shared));
}

/// An object that is being filled.
pub(super) struct FillingObject<'a, 'c, T: Trace, P> {
    pub(super) header: ObjectHeader<'a, 'c, T>,
    pub(super) properties: Vec<P>,
}

impl<'c, T: Trace, P> FillingObject<'_, 'c, T, P> {
    pub(super) fn new(cx: Cx<'c, T>) -> Self {
        Self { header: ObjectHeader { class: Text::default(), count: 0, cx }, properties: Vec::new() }
    }
}

#[inline(never)]
pub(super) fn begin_object<'a, T: Trace, P: Default>(
    object: &mut FillingObject<'a, '_, T, P>,
    header: &'a [u8],
    i: &'a [u8],
) -> PResult<'a, ()> {
    let cx = object.header.cx;
    if !cx.rules.objects {
        return Fault::number(header, i, DecodeErrorKind::ObjectsRefused);
    }
    let rest;
    (rest, object.header) = object_header(cx).parse(i)?;
    object.properties = repeat_with(P::default).take(possible(object.header.count, rest)).collect();
    Ok((rest, ()))
}

pub(super) fn end_object<'a, O: Output<'a>, T: Trace>(
    object: FillingObject<'a, '_, T, (O::Name, O::Value)>,
    slot: &mut O::Value,
) {
    let FillingObject { header: ObjectHeader { class, .. }, properties } = object;
    if class.is_empty() {
        O::fill(slot, || Variant::Object(Object::Null));
    } else {
        O::object(slot, class, properties);
    }
}
