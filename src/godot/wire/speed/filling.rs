//! Containers that are being filled: what they begin with, and a slot for each thing inside. Whatever can be done
//! before and after the values inside are read is here, so that the functions that recurse do no more than that.

use std::iter::repeat_with;
use std::mem;

use nom::Parser;

use super::super::array::{ContainerHeader, array_header, how_array_is_given, shared_count};
use super::super::dictionary::{dictionary_header, how_dictionary_is_given};
use super::super::element_type::UNTYPED;
use super::super::object::{ObjectHeader, object_header};
use super::super::typed_array::typed_array_header;
use super::super::{Cx, Header};
use super::output::{Extra, Output};
use crate::error::{DecodeErrorKind, Fault, PResult};
use crate::godot::model::{ElementType, EntryTypes, Object, Text, Variant};
use crate::grammar::Grammar;
use crate::trace::Trace;

/// A container that is being filled: what it begins with, and a slot for each thing inside.
pub(super) struct Filling<'c, T: Trace, M, S> {
    pub(super) header: ContainerHeader<'c, M, T>,
    pub(super) slots: Vec<S>,
}

impl<'c, T: Trace, M, S: Default> Filling<'c, T, M, S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(cx: Cx<'c, T>) -> Self {
        Self { header: ContainerHeader { types: None, shared: false, count: 0, cx }, slots: Vec::new() }
    }

    /// Reads what a container without declared types begins with: its count alone.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_untyped<'a>(
        &mut self,
        mut count: impl Grammar<'a, (usize, bool, Cx<'c, T>)>,
        i: &'a [u8],
    ) -> PResult<'a, ()> {
        let (rest, (count, shared, cx)) = count.parse(i)?;
        self.header.shared = shared;
        self.header.cx = cx;
        // What was there owns nothing. To find that out takes longer than to read a number.
        mem::forget(mem::replace(&mut self.slots, repeat_with(S::default).take(count).collect()));
        Ok((rest, ()))
    }

    /// Reads what any container begins with.
    #[inline(never)]
    pub(super) fn begin<'a>(
        &mut self,
        mut header: impl Grammar<'a, ContainerHeader<'c, M, T>>,
        i: &'a [u8],
    ) -> PResult<'a, ()> {
        let (rest, header) = header.parse(i)?;
        self.header = header;
        self.slots = repeat_with(S::default).take(self.header.count).collect();
        Ok((rest, ()))
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn begin_array<'a, T: Trace, S: Default>(
    array: &mut Filling<'_, T, ElementType<'a>, S>,
    header: Header,
    i: &'a [u8],
) -> PResult<'a, ()> {
    let cx = array.header.cx;
    match how_array_is_given(&cx, header) {
        UNTYPED => array.begin_untyped(shared_count(cx, "element count", 4), i),
        _ => array.begin(array_header(cx, header), i),
    }
}

#[inline(never)]
pub(super) fn begin_typed_array<'a, T: Trace, S: Default>(
    array: &mut Filling<'_, T, ElementType<'a>, S>,
    header: Header,
    i: &'a [u8],
) -> PResult<'a, ()> {
    array.begin(typed_array_header(array.header.cx, header), i)
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn end_array<'a, O: Output<'a>, T: Trace>(
    array: Filling<'_, T, ElementType<'a>, O::Value>,
    slot: &mut O::Value,
    packed: bool,
) {
    let Filling { header: ContainerHeader { types, shared, .. }, slots } = array;
    O::array(slot, slots, Extra::new(types, shared), packed);
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn begin_dictionary<'a, T: Trace, S: Default>(
    dictionary: &mut Filling<'_, T, EntryTypes<'a>, S>,
    header: Header,
    i: &'a [u8],
) -> PResult<'a, ()> {
    let cx = dictionary.header.cx;
    match how_dictionary_is_given(&cx, header) {
        (UNTYPED, UNTYPED) => dictionary.begin_untyped(shared_count(cx, "pair count", 8), i),
        _ => dictionary.begin(dictionary_header(cx, header), i),
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn end_dictionary<'a, O: Output<'a>, T: Trace>(
    dictionary: Filling<'_, T, EntryTypes<'a>, (O::Value, O::Value)>,
    slot: &mut O::Value,
) {
    let Filling { header: ContainerHeader { types, shared, cx, .. }, slots } = dictionary;
    O::dictionary(cx.rules, slot, slots, Extra::new(types, shared));
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
    object.properties = repeat_with(P::default).take(object.header.count).collect();
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
