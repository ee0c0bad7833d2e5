//! Dictionaries.

use std::io::Write;

use cookie_factory::combinator::cond;
use cookie_factory::sequence::{pair, tuple};
use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext};
use nom::Parser;

use super::array::{Announced, MIN_VALUE, container_header, gen_shared_count};
use super::element_type::{
    FIRST_TYPE_SHIFT, SECOND_TYPE_SHIFT, UNTYPED, declaration_of, declared, gen_element_type, refuse_types,
};
use super::shortcuts::gen_plain_head;
use super::variant::{gen_variant, variant};
use super::{Cx, Header, gen_header};
use crate::error::Segment;
use crate::godot::ids::{Kind, Table};
use crate::godot::model::{Dictionary, EntryTypes, Variant, merge};
use crate::grammar::{
    Grammar, beside, checked, each, gen_apart, gen_both, gen_deeper, gen_each, gen_part, gen_shortcut,
    grammar, part, then,
};
use crate::trace::{Meaning, Part, PathStep, Trace, Unit};

/// Parses a dictionary.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | since Godot 4.4: [`element_type`](super::element_type()) of the keys, where header bits 16 and 17 say so |
/// | .. | ..   | since Godot 4.4: the same of the values, where header bits 18 and 19 say so |
/// | .. | 4    | bits 0 to 30: number of pairs; bit 31: shared (Godot 2), ignored later |
/// | .. | ..   | that many pairs: key, value, both whole values with their headers, whose types are not compared with the declared ones |
///
/// If several pairs have the same key ([`Dialect::same_key`](crate::godot::Dialect::same_key)), the first key, in its
/// position, and the last value are kept, as in the engine, unless [`Rules::keep_duplicates`](super::Rules::keep_duplicates) is set.
pub fn dictionary<'a, T: Trace>(cx: Cx<'_, T>, header: Header) -> impl Grammar<'a, Dictionary> {
    let rules = cx.rules();
    then(dictionary_header(cx, header), |Announced { types, shared, count, inner }| {
        let pairs = each(inner, count, MIN_PAIR, |cx, n| {
            // While a key is read, the least number of bytes of its value stays reserved.
            let key = part(cx, Part::Key(n), variant(cx.keeping(MIN_VALUE)));
            (key, part(cx, Part::Value(n), variant(cx)))
        });
        beside((types, shared), pairs)
    })
    .map(move |((types, shared), mut pairs)| {
        if !rules.keep_duplicates {
            merge(&mut pairs, rules.dialect.keys); // The rules of `same_key`.
        }
        match types {
            Some(types) => Dictionary::typed(*types, pairs),
            // Only Godot 2, which has no declared types, has shared dictionaries.
            None if shared => Dictionary::from(pairs).with_shared(true),
            None => Dictionary::from(pairs),
        }
    })
}

/// Writes the payload of a dictionary, without its header, in the layout of [`dictionary`]. Whole values are written by
/// `gen_headed_dictionary`.
pub fn gen_dictionary<T: Trace, W: Write>(cx: Cx<'_, T>, dictionary: &Dictionary) -> impl SerializeFn<W> {
    // The header is created only for its error, as in `gen_array`.
    let head =
        checked(move || header_of_dictionary(cx, dictionary), move |_| gen_dictionary_header(cx, dictionary));
    pair(head, gen_pairs(cx, dictionary))
}

/// Writes a dictionary and its header, as [`variant`] reads them. It is a plain function for the reason given at
/// [`gen_headed_array`](super::array::gen_headed_array).
pub(super) fn gen_headed_dictionary<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    dictionary: &Dictionary,
    out: WriteContext<W>,
) -> GenResult<W> {
    let is_plain = dictionary.entry_types().is_none() && !dictionary.is_shared();
    let head = move |header| {
        let full = gen_apart(move |out| pair(gen_header(header), gen_dictionary_header(cx, dictionary))(out));
        gen_shortcut(gen_plain_head(cx, header, is_plain, dictionary.len()), full)
    };
    pair(checked(move || header_of_dictionary(cx, dictionary), head), gen_pairs(cx, dictionary))(out)
}

fn gen_pairs<T: Trace, W: Write>(cx: Cx<'_, T>, dictionary: &Dictionary) -> impl SerializeFn<W> {
    let pairs = move |cx| {
        gen_each(dictionary.as_slice(), move |n, (key, value)| {
            gen_both(
                gen_part(cx, Part::Key(n), gen_variant(cx, key)),
                gen_part(cx, ValueOf { key, table: cx.rules().dialect.table() }, gen_variant(cx, value)),
            )
        })
    };
    cond(!dictionary.is_empty(), gen_deeper(cx, pairs))
}

/// The value of a key, as a step of the path of an error. (A reader has only the number of the pair in `Part::Value(n)`,
/// and the trace finds the key.)
#[derive(Clone, Copy)]
struct ValueOf<'x> {
    key: &'x Variant,
    table: Table,
}

impl PathStep for ValueOf<'_> {
    fn segment(&self) -> Option<Segment> {
        Some(match self.key.as_str() {
            Some(text) => Segment::text(text),
            None => Segment::of_written_key(&self.key.preview(self.table, MOST_OF_KEY)),
        })
    }
}

/// Returns the header of a dictionary, whose flags say how its types are declared.
pub(super) fn header_of_dictionary<T: Trace>(
    cx: Cx<'_, T>,
    dictionary: &Dictionary,
) -> Result<Header, GenError> {
    let Some(EntryTypes { key, value }) = dictionary.entry_types() else {
        return Header::new(cx, Kind::Dictionary, 0);
    };
    if !cx.rules().dialect.typed_dictionaries {
        return refuse_types(cx, "typed Dictionary");
    }
    let flags = declaration_of(key.as_ref()) << FIRST_TYPE_SHIFT
        | declaration_of(value.as_ref()) << SECOND_TYPE_SHIFT;
    Header::new(cx, Kind::Dictionary, flags)
}

grammar!(
    pub(super) fn dictionary_header<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        header: Header,
    ) -> impl Grammar<'a, Announced<'c, EntryTypes, T>> {
        let (key, value) = entry_declarations(cx, header);
        let types = move || {
            (declared(cx, key, "key type"), declared(cx, value, "value type"))
                .map(|(key, value)| (key.is_some() || value.is_some()).then_some(EntryTypes { key, value }))
        };
        container_header(cx, (key, value) != (UNTYPED, UNTYPED), types, PAIR_COUNT, MIN_PAIR)
    }
);

pub(super) fn entry_declarations<T: Trace>(cx: Cx<'_, T>, header: Header) -> (u32, u32) {
    match cx.rules().dialect.typed_dictionaries {
        true => (header.declaration(FIRST_TYPE_SHIFT), header.declaration(SECOND_TYPE_SHIFT)),
        false => (UNTYPED, UNTYPED),
    }
}

/// Mirrors [`dictionary_header`].
pub(super) fn gen_dictionary_header<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    dictionary: &Dictionary,
) -> impl SerializeFn<W> {
    let types = dictionary.entry_types();
    tuple((
        gen_element_type(cx, types.and_then(|types| types.key.as_ref())),
        gen_element_type(cx, types.and_then(|types| types.value.as_ref())),
        gen_shared_count(cx, dictionary.len(), dictionary.is_shared()),
    ))
}

/// The greatest number of characters of a key in the path of an error.
const MOST_OF_KEY: usize = 60;

/// The least number of bytes of a key and its value.
const MIN_PAIR: usize = 2 * MIN_VALUE;

const PAIR_COUNT: Meaning =
    Meaning::new("pair count").counting(&Unit { one: "pair", many: "pairs of a key and its value" });
