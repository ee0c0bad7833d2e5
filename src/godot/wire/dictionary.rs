//! Dictionaries.

use std::io::Write;

use cookie_factory::WriteContext;

use super::Cx;
use super::build::{Build, Values};
use super::container::{
    KEY_SHIFT, Open, UNTYPED, VALUE_SHIFT, element_kind, extra, gen_element_type, gen_shared_count,
    parse_declared, parse_into,
};
use super::packed::gen_count;
use super::prim::{Header, common, count_word, gen_header};
use super::text::gen_text;
use crate::error::{EncodeErrorKind, PResult};
use crate::godot::ids::Kind;
use crate::godot::model::{Dictionary, EntryTypes, Variant};
use crate::sink::{Gen, Sink};
use crate::trace::{Part, Shown, Trace};

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | Godot 4.4: type of the keys, where header bits 16 and 17 say so |
/// | .. | ..   | Godot 4.4: type of the values, where header bits 18 and 19 say so |
/// | .. | 4    | bits 0 to 30: number of pairs; bit 31: shared (Godot 2), ignored later |
/// | .. | ..   | that many pairs: key, value, both whole values with their headers |
#[inline(never)]
pub(super) fn parse_dictionary<'a, B: Build<'a>, V: Values, T: Trace>(
    cx: &Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut B::Value,
) -> PResult<'a, ()> {
    let mut open = Open { cx: *cx, slots: Vec::new(), shared: false, types: None };
    let result = match open.dictionary(header, i) {
        Ok((i, ())) => parse_pairs::<B, V, T>(&mut open.cx, i, &mut open.slots),
        failure => return failure,
    };
    if result.is_ok() {
        open.close_dictionary::<B>(slot);
    }
    result
}

impl<'a, T: Trace, S: Default> Open<'_, T, EntryTypes<'a>, S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn dictionary(&mut self, header: Header, i: &'a [u8]) -> PResult<'a, ()> {
        let kinds = (header.element_kind(KEY_SHIFT), header.element_kind(VALUE_SHIFT));
        if !self.cx.rules.dialect.typed_dictionaries || kinds == (UNTYPED, UNTYPED) {
            return self.count(i, 8);
        }
        let (i, ()) = self.entry_types(kinds, i)?;
        self.count(i, 8)
    }

    #[inline(never)]
    fn entry_types(&mut self, (key_kind, value_kind): (u32, u32), i: &'a [u8]) -> PResult<'a, ()> {
        let (i, key) = parse_declared(self.cx, key_kind, "key type", i)?;
        let (i, value) = parse_declared(self.cx, value_kind, "value type", i)?;
        self.types = (key.is_some() || value.is_some()).then_some(EntryTypes { key, value });
        Ok((i, ()))
    }
}

impl<'a, T: Trace, S> Open<'_, T, EntryTypes<'a>, (S, S)> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close_dictionary<B: Build<'a, Value = S>>(self, slot: &mut S) {
        B::dictionary(self.cx.rules, slot, self.slots, extra(self.types, self.shared));
    }
}

/// The entries of a dictionary, each into its slots; kept apart as [`parse_items`] is.
#[cfg_attr(not(debug_assertions), inline(always))]
fn parse_pairs<'a, B: Build<'a>, V: Values, T: Trace>(
    inner: &mut Cx<'_, T>,
    mut i: &'a [u8],
    pairs: &mut [(B::Value, B::Value)],
) -> PResult<'a, ()> {
    for (index, (key_slot, value_slot)) in pairs.iter_mut().enumerate() {
        inner.release(4);
        inner.enter(Part::Key(index));
        parse_into!(B, V, T: inner, i, key_slot);
        inner.leave();
        inner.release(4);
        inner.enter(Part::Value(index));
        parse_into!(B, V, T: inner, i, value_slot);
        inner.leave();
    }
    Ok((i, ()))
}

/// Mirrors [`parse_dictionary`].
#[inline(never)]
pub(super) fn gen_dictionary<V: Values, W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    dictionary: &Dictionary<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    match dictionary.plain() {
        Some(pairs) => gen_count(*cx, gen_header(*cx, Kind::Dictionary, 0)?, pairs.len(), out)?,
        None => gen_dictionary_head(*cx, dictionary, out)?,
    }
    gen_pairs::<V, W, T>(cx, dictionary.as_slice(), out)
}

/// What stands before the pairs, where there are declared types or a shared bit.
#[inline(never)]
fn gen_dictionary_head<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    dictionary: &Dictionary<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let types = dictionary.entry_types();
    if types.is_some() && !cx.rules.dialect.typed_dictionaries {
        let dialect = cx.rules.dialect.name;
        return cx.refuse(EncodeErrorKind::NotInDialect { kind: "typed Dictionary", dialect });
    }
    let (key_type, value_type) =
        types.map_or((None, None), |types| (types.key.as_ref(), types.value.as_ref()));
    let flags = element_kind(key_type) << KEY_SHIFT | element_kind(value_type) << VALUE_SHIFT;
    let head = gen_header(cx, Kind::Dictionary, flags)?;
    if types.is_none() {
        return gen_shared_count(cx, head, dictionary.len(), dictionary.is_shared(), out);
    }
    (&mut *out).put(head)?;
    for element in key_type.into_iter().chain(value_type) {
        gen_element_type(cx, element, out)?;
    }
    (&mut *out).put(count_word(cx, dictionary.len())?.to_le_bytes())
}

/// Mirrors [`parse_pairs`].
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
fn gen_pairs<V: Values, W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    pairs: &[(Variant<'_>, Variant<'_>)],
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
            Variant::String(text) => gen_text(inner, Some(common::STRING.to_le_bytes()), text, out),
            key => gen_other_key::<V, W, T>(&inner, key, out),
        };
        if result.is_err() {
            return result;
        }
        inner.leave();
        label_entry(inner, key);
        inner.enter(Part::Value(index));
        let result = V::r#gen(&inner, entry, out);
        if result.is_err() {
            return result;
        }
        inner.leave();
    }
    Ok(())
}

#[inline(never)]
fn gen_other_key<V: Values, W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    key: &Variant<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    V::r#gen(cx, key, out)
}

/// Tells a listener which key the next value belongs to; a parser's listener has just heard it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn label_entry<T: Trace>(cx: Cx<'_, T>, key: &Variant<'_>) {
    if !T::LISTENS {
        return;
    }
    let shown = match key {
        Variant::Int(number) => Shown::Int(*number),
        Variant::Float(number) => Shown::F64(*number),
        Variant::Bool(flag) => Shown::Bool(*flag),
        key => key.as_str().map_or(Shown::Words(""), Shown::Text),
    };
    cx.field(&[], &[], key.kind().name(), shown);
}
