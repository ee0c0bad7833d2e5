//! The typed arrays of a fork, which are types of their own there.

use std::io::Write;

use cookie_factory::WriteContext;

use super::Cx;
use super::build::{Build, Values};
use super::container::{Open, SHARED, gen_element_type, gen_items, parse_items};
use super::prim::{BY_ID, Header, count_word, gen_header, parse_header, word};
use super::text::{gen_text, parse_text};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::godot::ids::Kind;
use crate::godot::model::{Array, ElementType};
use crate::sink::{Gen, Sink};
use crate::trace::{Part, Shown, Trace};

/// An array of one declared type (Pandemonium 5.0); `packed` is the variant kept in one piece.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | type id of the elements, bit 31 ignored |
/// | 4  | ..   | if that is Object and header bit 16 is clear: a StringName value, the class |
/// | .. | 4    | bits 0 to 30: count; bit 31 ignored |
/// | .. | ..   | that many whole values |
#[inline(never)]
pub(super) fn parse_typed_array<'a, B: Build<'a>, V: Values, T: Trace>(
    cx: &Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut B::Value,
) -> PResult<'a, ()> {
    let mut open = Open { cx: *cx, slots: Vec::new(), shared: false, types: None };
    let result = match open.typed_array(header, i) {
        Ok((i, ())) => parse_items::<B, V, T>(&mut open.cx, i, &mut open.slots),
        failure => return failure,
    };
    if result.is_ok() {
        open.close_array::<B>(slot, header.kind == Kind::PackedTypedArray);
    }
    result
}

impl<'a, T: Trace, S: Default> Open<'_, T, ElementType<'a>, S> {
    pub(super) fn typed_array(&mut self, header: Header, i: &'a [u8]) -> PResult<'a, ()> {
        let cx = self.cx;
        let (rest, id) = word(i)?;
        let id = id & !SHARED;
        let Some(kind) = u8::try_from(id).ok().and_then(|id| cx.rules.dialect.kind(id)) else {
            return Fault::number(i, rest, DecodeErrorKind::ElementType { id });
        };
        cx.field(i, rest, "element type", Shown::Named(id.into(), cx.rules.dialect.table.name(kind)));
        let (i, element) = if kind == Kind::Object && !header.is_wide() {
            let (after, name) = parse_header(cx, rest)?;
            if name.kind != Kind::StringName {
                return Fault::number(rest, after, DecodeErrorKind::ElementType { id: name.word });
            }
            let (i, class) = cx.part(Part::Field("class"), |cx| parse_text(cx, after))?;
            (i, ElementType::Class(class))
        } else {
            (rest, ElementType::Builtin(kind))
        };
        self.types = Some(element);
        self.count(i, 4)
    }
}

/// Mirrors [`parse_typed_array`].
#[inline(never)]
pub(super) fn gen_typed_array<V: Values, W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    kind: Kind,
    array: &Array<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    gen_typed_array_head(*cx, kind, array, out)?;
    gen_items::<V, W, T>(cx, array, out)
}

fn gen_typed_array_head<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    kind: Kind,
    array: &Array<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let (of, class) = match array.element_type() {
        Some(ElementType::Builtin(of)) => (*of, None),
        Some(ElementType::Class(class)) => (Kind::Object, Some(class)),
        _ => {
            let what = "a typed array here has a builtin type or a class";
            return cx.refuse(EncodeErrorKind::NotExpressible { what });
        }
    };
    let by_id = if of == Kind::Object && class.is_none() { BY_ID } else { 0 };
    (&mut *out).put(gen_header(cx, kind, by_id)?)?;
    gen_element_type(cx, &ElementType::Builtin(of), out)?;
    if let Some(class) = class {
        gen_text(cx, Some(gen_header(cx, Kind::StringName, 0)?), class, out)?;
    }
    out.put(count_word(cx, array.len())?.to_le_bytes())
}
