//! Dictionaries.

use std::io::Write;

use cookie_factory::multi::all;
use cookie_factory::sequence::{pair, tuple};
use cookie_factory::{GenError, SerializeFn};
use nom::Parser;

use super::array::{ContainerHeader, container_header, gen_inside, gen_shared_count, shared_count};
use super::element_type::{
    KEY_SHIFT, UNTYPED, VALUE_SHIFT, declared, gen_element_type, how_given, refuse_types,
};
use super::{Cx, Header};
use crate::godot::ids::Kind;
use crate::godot::model::{Dictionary, EntryTypes, Variant, merge};
use crate::grammar::{Grammar, counted_pairs, gen_part, grammar};
use crate::trace::{Part, Shown, Trace};

/// A dictionary; `value` reads one of the keys and values inside.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | Godot 4.4: [`element_type`](super::element_type()) of the keys, where header bits 16 and 17 say so |
/// | .. | ..   | Godot 4.4: the same of the values, where header bits 18 and 19 say so |
/// | .. | 4    | bits 0 to 30: number of pairs; bit 31: shared (Godot 2), ignored later |
/// | .. | ..   | that many pairs: key, value, both whole values with their headers |
///
/// Of pairs with the same key the first place and the last value remain, as in the engine.
pub fn dictionary<'a, 'c, T: Trace, P: Grammar<'a, Variant<'a>>>(
    cx: Cx<'c, T>,
    header: Header,
    value: impl Fn(Cx<'c, T>) -> P + Copy,
) -> impl Grammar<'a, Dictionary<'a>> {
    dictionary_header(cx, header).flat_map(move |header| entries(header, value))
}

/// Mirrors [`dictionary`].
pub fn gen_dictionary<'c, 'x, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'c, T>,
    dictionary: &'x Dictionary<'x>,
    value: impl Fn(Cx<'c, T>, &'x Variant<'x>) -> F + Copy,
) -> impl SerializeFn<W> {
    pair(gen_dictionary_header(cx, dictionary), gen_entries(cx, dictionary, value))
}

/// The header of a dictionary, whose flags have the forms of its types.
pub(super) fn header_of_dictionary<T: Trace>(
    cx: &Cx<'_, T>,
    dictionary: &Dictionary<'_>,
) -> Result<Header, GenError> {
    let Some(EntryTypes { key, value }) = dictionary.entry_types() else {
        return Header::new(cx, Kind::Dictionary, 0);
    };
    if !cx.rules.dialect.typed_dictionaries {
        return refuse_types(cx, "typed Dictionary");
    }
    let flags = how_given(key.as_ref()) << KEY_SHIFT | how_given(value.as_ref()) << VALUE_SHIFT;
    Header::new(cx, Kind::Dictionary, flags)
}

grammar!(
    /// The declared types and the count of a dictionary.
    pub(super) fn dictionary_header<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        header: Header,
    ) -> impl Grammar<'a, ContainerHeader<'c, EntryTypes<'a>, T>> {
        let (key, value) = how_dictionary_is_given(&cx, header);
        let types = (declared(cx, key, "key type"), declared(cx, value, "value type"));
        let types =
            types.map(|(key, value)| (key.is_some() || value.is_some()).then_some(EntryTypes { key, value }));
        container_header(types, shared_count(cx, "pair count", 8))
    }
);

/// Returns the forms of the types of keys and values.
#[inline(always)]
pub(super) fn how_dictionary_is_given<T: Trace>(cx: &Cx<'_, T>, header: Header) -> (u32, u32) {
    match cx.rules.dialect.typed_dictionaries {
        true => (header.element_kind(KEY_SHIFT), header.element_kind(VALUE_SHIFT)),
        false => (UNTYPED, UNTYPED),
    }
}

/// Mirrors [`dictionary_header`].
pub(super) fn gen_dictionary_header<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    dictionary: &Dictionary<'_>,
) -> impl SerializeFn<W> {
    let types = dictionary.entry_types();
    tuple((
        gen_element_type(cx, types.and_then(|types| types.key.as_ref())),
        gen_element_type(cx, types.and_then(|types| types.value.as_ref())),
        gen_shared_count(cx, dictionary.len(), dictionary.is_shared()),
    ))
}

/// The pairs of a dictionary.
fn entries<'a, 'c, T: Trace, P: Grammar<'a, Variant<'a>>>(
    header: ContainerHeader<'c, EntryTypes<'a>, T>,
    value: impl Fn(Cx<'c, T>) -> P + Copy,
) -> impl Grammar<'a, Dictionary<'a>> {
    let ContainerHeader { mut types, shared, count, cx } = header;
    counted_pairs(cx, count, 4, value).map(move |mut pairs| {
        if !cx.rules.keep_duplicates {
            merge(&mut pairs, cx.rules.dialect.keys);
        }
        match types.take() {
            Some(types) => Dictionary::typed(types, pairs),
            None => Dictionary::from(pairs).with_shared(shared),
        }
    })
}

/// Mirrors [`entries`].
fn gen_entries<'c, 'x, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'c, T>,
    dictionary: &'x Dictionary<'x>,
    value: impl Fn(Cx<'c, T>, &'x Variant<'x>) -> F + Copy,
) -> impl SerializeFn<W> {
    gen_inside(cx, dictionary.is_empty(), move |cx| {
        all(dictionary.iter().enumerate().map(move |(index, (key, entry))| {
            tuple((
                gen_part(cx, Part::Key(index), value(cx, key)),
                label_entry(cx, key),
                gen_part(cx, Part::Value(index), value(cx, entry)),
            ))
        }))
    })
}

/// Writes nothing: reports the key of the next value to the trace. A parser has just reported it.
#[inline(always)]
fn label_entry<'x, T: Trace, W: Write>(cx: Cx<'_, T>, key: &'x Variant<'x>) -> impl SerializeFn<W> {
    move |out| {
        show_key(&cx, key);
        Ok(out)
    }
}

/// Reports a key for [`label_entry`].
#[inline(always)]
pub(super) fn show_key<T: Trace>(cx: &Cx<'_, T>, key: &Variant<'_>) {
    if !T::ENABLED {
        return;
    }
    match key.as_str() {
        Some(text) => cx.field(&[], &[], "key", Shown::Text(text)),
        // Its text is no text of the format, which would be quoted.
        None => cx.field(&[], &[], "key", Shown::Bytes(key.preview(cx.rules.dialect.table(), 60).as_bytes())),
    }
}
