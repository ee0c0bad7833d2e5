//! Dictionaries.

use std::io::Write;
use std::mem;

use cookie_factory::WriteContext;

use super::Cx;
use super::build::{Build, Values};
use super::container::{
    KEY_SHIFT, Open, UNTYPED, VALUE_SHIFT, element_kind, extra, gen_element_type, gen_shared_count,
    parse_declared,
};
use super::prim::{Header, count_word, gen_header};
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
    cx: Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut B::Value,
) -> PResult<'a, ()> {
    let mut open = Open { cx, slots: Vec::new(), shared: false, types: None };
    let result = match open.dictionary(header, i) {
        Ok((i, ())) => parse_pairs::<B, V, T>(open.cx, i, &mut open.slots),
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
        let (key_kind, value_kind) = if self.cx.rules.dialect.typed_dictionaries {
            (header.element_kind(KEY_SHIFT), header.element_kind(VALUE_SHIFT))
        } else {
            (UNTYPED, UNTYPED)
        };
        let (i, key) = parse_declared(self.cx, key_kind, "key type", i)?;
        let (i, value) = parse_declared(self.cx, value_kind, "value type", i)?;
        self.types = (key.is_some() || value.is_some()).then_some(EntryTypes { key, value });
        self.count(i, 8)
    }
}

impl<'a, T: Trace, S> Open<'_, T, EntryTypes<'a>, (S, S)> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close_dictionary<B: Build<'a, Value = S>>(&mut self, slot: &mut S) {
        B::dictionary(self.cx.rules, slot, mem::take(&mut self.slots), extra(self.types.take(), self.shared));
    }
}

/// The entries of a dictionary, each into its slots; kept apart as [`parse_items`] is.
#[cfg_attr(not(debug_assertions), inline(always))]
fn parse_pairs<'a, B: Build<'a>, V: Values, T: Trace>(
    mut inner: Cx<'_, T>,
    mut i: &'a [u8],
    pairs: &mut [(B::Value, B::Value)],
) -> PResult<'a, ()> {
    for (index, (key_slot, value_slot)) in pairs.iter_mut().enumerate() {
        inner.paid(4);
        inner.enter(Part::Key(index));
        match V::parse::<B, T>(inner, i, key_slot) {
            Ok((rest, ())) => i = rest,
            failure => return failure,
        }
        inner.leave();
        inner.paid(4);
        inner.enter(Part::Value(index));
        match V::parse::<B, T>(inner, i, value_slot) {
            Ok((rest, ())) => i = rest,
            failure => return failure,
        }
        inner.leave();
    }
    Ok((i, ()))
}

/// Mirrors [`parse_dictionary`].
#[inline(never)]
pub(super) fn gen_dictionary<V: Values, W: Write, T: Trace>(
    cx: Cx<'_, T>,
    dictionary: &Dictionary<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_dictionary_head(cx, dictionary, out)?;
    gen_pairs::<V, W, T>(cx, dictionary, out)
}

#[cfg_attr(not(debug_assertions), inline(always))]
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
    cx: Cx<'_, T>,
    pairs: &[(Variant<'_>, Variant<'_>)],
    out: &mut WriteContext<W>,
) -> Gen {
    if pairs.is_empty() {
        return Ok(());
    }
    let inner = cx.deeper_out()?;
    for (index, (key, entry)) in pairs.iter().enumerate() {
        // One call for both: what it does becomes part of the loop, and twice would be too much of it.
        for (part, half) in [(Part::Key(index), key), (Part::Value(index), entry)] {
            inner.enter(part);
            let result = V::r#gen(inner, half, out);
            if result.is_err() {
                return result;
            }
            inner.leave();
            if matches!(part, Part::Key(_)) {
                label_entry(inner, key);
            }
        }
    }
    Ok(())
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
