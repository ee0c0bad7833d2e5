//! Dictionaries.

use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::sequence::{pair, tuple};
use cookie_factory::{GenError, SerializeFn, WriteContext};

use super::array::{Container, ContainerHeader, begin_plain, container_header, gen_shared_count};
use super::element_type::{
    KEY_SHIFT, UNTYPED, VALUE_SHIFT, declared, gen_element_type, how_given, refuse_types,
};
use super::header::gen_header;
use super::short::write_text;
use super::{Cx, Header};
use crate::error::PResult;
use crate::godot::ids::Kind;
use crate::godot::model::{Dictionary, EntryTypes, Variant, merge};
use crate::grammar::{
    Fill, FillFn, Grammar, Make, Pair, Slots, WritePart, fill_pairs, filling, grammar, overwrite, run,
    slot_pair,
};
use crate::sink::{Gen, serializer};
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
pub fn dictionary<'a, 'c, 'v, T: Trace, M: Make<'a, 'v>, P: Fill<'a, Output = Variant<'v>>>(
    cx: Cx<'c, T, M>,
    header: Header,
    value: impl Fn(Cx<'c, T, M>) -> P + Copy,
) -> impl Fill<'a, Output = Dictionary<'v>> {
    filling(AnyDictionary { cx, header, value, output: PhantomData })
}

struct AnyDictionary<'c, 'v, T: Trace, M, F> {
    cx: Cx<'c, T, M>,
    header: Header,
    value: F,
    output: PhantomData<fn() -> Dictionary<'v>>,
}

impl<'a, 'c, 'v, T: Trace, M, F, P> FillFn<'a> for AnyDictionary<'c, 'v, T, M, F>
where
    M: Make<'a, 'v>,
    F: Fn(Cx<'c, T, M>) -> P + Copy,
    P: Fill<'a, Output = Variant<'v>>,
{
    type Output = Dictionary<'v>;

    fn fill<O: Slots>(&self, i: &'a [u8], slot: &mut O::Output<Dictionary<'v>>) -> PResult<'a, ()> {
        fill_dictionary::<O, T, M, P, _>(&self.cx, self.header, self.value, i, slot, |dictionary| dictionary)
    }
}

/// Reads a dictionary into a slot for what `make` makes of it. Once per level of nesting on the stack, so that it only recurses.
#[inline(never)]
pub(super) fn fill_dictionary<
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
    value: impl Fn(Cx<'c, T, M>) -> P,
    i: &'a [u8],
    slot: &mut O::Output<V>,
    make: impl FnOnce(Dictionary<'v>) -> V,
) -> PResult<'a, ()> {
    let mut dictionary = Container::new(cx);
    let mut result = begin::<O, T, M>(&mut dictionary, header, i);
    if let Ok((i, ())) = result {
        result = fill_pairs::<_, T, M, O, P>(&mut dictionary.cx, 4, value, i, &mut dictionary.slots);
    }
    if result.is_ok() {
        end::<O, T, M, V>(dictionary, slot, make);
    }
    result
}

/// Reads the header of a dictionary, and makes its slots.
#[cfg_attr(not(debug_assertions), inline(always))]
fn begin<'a, 'v, O: Slots, T: Trace, M: Make<'a, 'v>>(
    dictionary: &mut Container<'_, T, M, EntryTypes<'a>, Pair<O, Variant<'v>>>,
    header: Header,
    i: &'a [u8],
) -> PResult<'a, ()> {
    let header = dictionary_header(dictionary.cx.borrowing(), header);
    dictionary.open(header, slot_pair::<O, Variant<'v>, Variant<'v>>, i)
}

/// Puts a dictionary whose slots are filled into its own slot. Of pairs with the same key one remains.
#[cfg_attr(not(debug_assertions), inline(always))]
fn end<'a, 'v, O: Slots, T: Trace, M: Make<'a, 'v>, V>(
    dictionary: Container<'_, T, M, EntryTypes<'a>, Pair<O, Variant<'v>>>,
    slot: &mut O::Output<V>,
    make: impl FnOnce(Dictionary<'v>) -> V,
) {
    let Container { types, shared, slots, cx } = dictionary;
    let pairs = O::pairs::<Variant<'v>, Variant<'v>>(slots);
    let dictionary = O::map(pairs, |mut pairs| {
        if !cx.rules.keep_duplicates {
            merge(&mut pairs, cx.rules.dialect.keys);
        }
        match M::keep(types.map(|types| *types)) {
            Some(types) => make(Dictionary::typed(types, pairs)),
            None if shared => make(Dictionary::from(pairs).with_shared(true)),
            None => make(Dictionary::from(pairs)),
        }
    });
    overwrite(slot, dictionary);
}

/// Writes a dictionary, in the layout of [`dictionary`]; `value` writes one of the keys and values inside, for example
/// [`write_variant`](super::write_variant).
pub fn gen_dictionary<'c, 'x, T: Trace, W: Write>(
    cx: Cx<'c, T>,
    dictionary: &'x Dictionary<'x>,
    value: impl WritePart<Cx<'c, T>, Variant<'x>, W> + Copy,
) -> impl SerializeFn<W> {
    serializer(move |out| {
        run(out, gen_dictionary_header(cx, dictionary))?;
        write_pairs(&cx, dictionary.as_slice(), value, out)
    })
}

/// Writes the header word and the dictionary: [`gen_dictionary`] with a borrowed output. Once per level of nesting on the stack.
#[inline(never)]
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
pub(super) fn write_dictionary<'c, 'x, T: Trace, W: Write>(
    cx: &Cx<'c, T>,
    dictionary: &Dictionary<'x>,
    value: impl WritePart<Cx<'c, T>, Variant<'x>, W>,
    out: &mut WriteContext<W>,
) -> Gen {
    let begun = match dictionary.plain() {
        Some(pairs) if !T::ENABLED => begin_plain(cx, Kind::Dictionary, pairs.len(), out),
        _ => begin_dictionary(cx, dictionary, out),
    };
    if begun.is_err() {
        return begun;
    }
    write_pairs(cx, dictionary.as_slice(), value, out)
}

/// Writes the header word and the fields before the pairs.
#[inline(never)]
fn begin_dictionary<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    dictionary: &Dictionary<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let header = header_of_dictionary(cx, dictionary)?;
    run(out, pair(gen_header(header), gen_dictionary_header(*cx, dictionary)))
}

/// Writes the pairs of a dictionary.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
fn write_pairs<'c, 'x, T: Trace, W: Write>(
    cx: &Cx<'c, T>,
    pairs: &[(Variant<'x>, Variant<'x>)],
    value: impl WritePart<Cx<'c, T>, Variant<'x>, W>,
    out: &mut WriteContext<W>,
) -> Gen {
    if pairs.is_empty() {
        return Ok(());
    }
    let inner = match cx.deeper_out() {
        Ok(inner) => inner,
        Err(refusal) => return Err(refusal),
    };
    for (index, (key, entry)) in pairs.iter().enumerate() {
        inner.enter(Part::Key(index));
        // Nearly all keys are text. A second copy of everything would be too much for the loop.
        let result = match key {
            Variant::String(text) if !T::ENABLED => write_text(&inner, text, out),
            key => write_other_key(&inner, key, &value, out),
        };
        if result.is_err() {
            return result;
        }
        inner.leave();
        show_key(&inner, key);
        inner.enter(Part::Value(index));
        let result = value.write(&inner, entry, out);
        if result.is_err() {
            return result;
        }
        inner.leave();
    }
    Ok(())
}

#[inline(never)]
fn write_other_key<'c, 'x, T: Trace, W: Write>(
    cx: &Cx<'c, T>,
    key: &Variant<'x>,
    value: &impl WritePart<Cx<'c, T>, Variant<'x>, W>,
    out: &mut WriteContext<W>,
) -> Gen {
    value.write(cx, key, out)
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
        let types = move || {
            (declared(cx, key, "key type"), declared(cx, value, "value type"))
                .map(|(key, value)| (key.is_some() || value.is_some()).then_some(EntryTypes { key, value }))
        };
        container_header(cx, ((key, value) != (UNTYPED, UNTYPED), types), "pair count", 8)
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

/// Reports the key of the next value to the trace. A parser has just reported it.
#[inline(always)]
fn show_key<T: Trace>(cx: &Cx<'_, T>, key: &Variant<'_>) {
    if !T::ENABLED {
        return;
    }
    match key.as_str() {
        Some(text) => cx.field(&[], &[], "key", Shown::Text(text)),
        // Its text is no text of the format, which would be quoted.
        None => cx.field(&[], &[], "key", Shown::Bytes(key.preview(cx.rules.dialect.table(), 60).as_bytes())),
    }
}
