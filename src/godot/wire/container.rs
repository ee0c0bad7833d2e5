//! Arrays, and what dictionaries and typed arrays share with them.

use std::io::Write;
use std::iter::repeat_with;
use std::mem;

use cookie_factory::WriteContext;

use super::Cx;
use super::build::{Build, Extra, Values};
use super::packed::gen_count;
use super::prim::{Header, count_word, gen_header, word};
use super::text::{gen_text, parse_text};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::godot::ids::Kind;
use crate::godot::model::{Array, ElementType, Variant};
use crate::sink::{Gen, Sink};
use crate::trace::{Part, Shown, Trace};

/// Bit 31 of a container's count: Godot 2's "shared". Later engines ignore it.
pub(super) const SHARED: u32 = 1 << 31;

/// How an element type is given: two bits of the container's header.
pub(super) const UNTYPED: u32 = 0;
const BUILTIN: u32 = 1;
const CLASS: u32 = 2;
const SCRIPT: u32 = 3;
/// Where those bits stand: of an array's elements and of a dictionary's keys, of a dictionary's values.
pub(super) const KEY_SHIFT: u32 = 16;
pub(super) const VALUE_SHIFT: u32 = 18;

/// The element type of a typed container (Godot 4.3 and later), by its kind.
///
/// | kind        | size | field |
/// |-------------|-----:|-------|
/// | 0 untyped   | 0    | |
/// | 1 builtin   | 4    | type id; Nil means untyped |
/// | 2 class     | ..   | string block: name of the class |
/// | 3 script    | ..   | string block: `res://` path of the script |
pub fn parse_element_type<'a, T: Trace>(
    cx: Cx<'_, T>,
    kind: u32,
    i: &'a [u8],
) -> PResult<'a, Option<ElementType<'a>>> {
    match kind {
        BUILTIN => {
            let (rest, id) = word(i)?;
            let Some(kind) = u8::try_from(id).ok().and_then(|id| cx.rules.dialect.kind(id)) else {
                cx.field(i, rest, "type id", Shown::Uint(id.into()));
                return Fault::number(i, rest, DecodeErrorKind::ElementType { id });
            };
            cx.field(i, rest, "type id", Shown::Named(id.into(), cx.rules.dialect.table.name(kind)));
            Ok((rest, (kind != Kind::Nil).then_some(ElementType::Builtin(kind))))
        }
        CLASS => {
            let (i, name) = cx.part(Part::Field("class"), |cx| parse_text(cx, i))?;
            Ok((i, Some(ElementType::Class(name))))
        }
        SCRIPT => {
            let (i, path) = cx.part(Part::Field("script"), |cx| parse_text(cx, i))?;
            Ok((i, Some(ElementType::Script(path))))
        }
        _ => Ok((i, None)),
    }
}

/// [`parse_element_type`] as a part of a container. Nearly all containers have none.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_declared<'a, T: Trace>(
    cx: Cx<'_, T>,
    kind: u32,
    name: &'static str,
    i: &'a [u8],
) -> PResult<'a, Option<ElementType<'a>>> {
    if kind == UNTYPED {
        return Ok((i, None));
    }
    cx.part(Part::Field(name), |cx| parse_element_type(cx, kind, i))
}

/// Mirrors [`parse_element_type`]; what kind it is stands in the container's header.
pub fn gen_element_type<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    element: &ElementType<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    match element {
        ElementType::Builtin(kind) => match cx.rules.dialect.id(*kind) {
            Some(id) => out.put(u32::from(id).to_le_bytes()),
            None => {
                cx.refuse(EncodeErrorKind::NotInDialect { kind: kind.name(), dialect: cx.rules.dialect.name })
            }
        },
        ElementType::Class(text) | ElementType::Script(text) => gen_text(cx, None, text, out),
    }
}

/// The header bits that say how an element type is given.
pub(super) fn element_kind(element: Option<&ElementType<'_>>) -> u32 {
    match element {
        None => UNTYPED,
        Some(ElementType::Builtin(_)) => BUILTIN,
        Some(ElementType::Class(_)) => CLASS,
        Some(ElementType::Script(_)) => SCRIPT,
    }
}

/// The count of a container, of things of at least `unit` bytes, and its shared bit.
#[cfg_attr(not(debug_assertions), inline(always))]
fn parse_shared_count<'a, 'c, T: Trace>(
    cx: Cx<'c, T>,
    i: &'a [u8],
    unit: usize,
) -> PResult<'a, (usize, bool, Cx<'c, T>)> {
    let (rest, number) = word(i)?;
    let count = number & !SHARED;
    let has_bit = number & SHARED != 0;
    let shared = has_bit && cx.rules.dialect.shared_bit;
    let shown = match (has_bit, shared) {
        (true, true) => Shown::Noted(count.into(), "shared"),
        (true, false) => Shown::Noted(count.into(), "bit 31 is ignored"),
        _ => Shown::Uint(count.into()),
    };
    cx.field(i, rest, if unit == 4 { "element count" } else { "pair count" }, shown);
    let cx = cx.reserve(i, rest, count, unit)?;
    Ok((rest, (count as usize, shared, cx)))
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | Godot 4.3: element type, where header bits 16 and 17 say so |
/// | .. | 4    | bits 0 to 30: count; bit 31: shared (Godot 2), ignored later |
/// | .. | ..   | that many whole values, each with its header |
#[inline(never)]
pub(super) fn parse_array<'a, B: Build<'a>, V: Values, T: Trace>(
    cx: &Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut B::Value,
) -> PResult<'a, ()> {
    let mut open = Open { cx: *cx, slots: Vec::new(), shared: false, types: None };
    let result = match open.array(header, i) {
        Ok((i, ())) => parse_items::<B, V, T>(&mut open.cx, i, &mut open.slots),
        failure => return failure,
    };
    if result.is_ok() {
        open.close_array::<B>(slot, false);
    }
    result
}

/// Reads a value of a container into its slot and moves on behind it: the short way, or any way. A macro, for
/// a function would be one more on the stack per level of nesting.
macro_rules! parse_into {
    ($build:ty, $values:ty, $trace:ty: $cx:expr, $i:ident, $slot:expr) => {
        match <$values>::parse_common::<$build, $trace>($cx, $i, $slot) {
            Some(rest) => $i = rest,
            None => match <$values>::parse::<$build, $trace>($cx, $i, $slot) {
                Ok((rest, ())) => $i = rest,
                failure => return failure,
            },
        }
    };
}
pub(super) use parse_into;

/// The elements of an array, each into its slot.
///
/// This function and those like it are on the stack once per level of nesting. Whatever else there is to do
/// stands in functions of its own, which are gone by then: a build without optimisation gives every
/// intermediate result of a function a place in its frame, and `?` makes three.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_items<'a, B: Build<'a>, V: Values, T: Trace>(
    inner: &mut Cx<'_, T>,
    mut i: &'a [u8],
    items: &mut [B::Value],
) -> PResult<'a, ()> {
    for (index, slot) in items.iter_mut().enumerate() {
        inner.release(4);
        inner.enter(Part::Index(index));
        parse_into!(B, V, T: inner, i, slot);
        inner.leave();
    }
    Ok((i, ()))
}

/// A container being read: the context for what is inside, a slot for each thing that was announced, and what
/// else was said in front.
pub(super) struct Open<'c, T: Trace, M, S> {
    pub(super) cx: Cx<'c, T>,
    pub(super) slots: Vec<S>,
    pub(super) shared: bool,
    pub(super) types: Option<M>,
}

impl<T: Trace, M, S: Default> Open<'_, T, M, S> {
    /// The count, of things of at least `unit` bytes; if there are any, they stand one level deeper.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn count<'a>(&mut self, i: &'a [u8], unit: usize) -> PResult<'a, ()> {
        let (i, (count, shared, cx)) = parse_shared_count(self.cx, i, unit)?;
        // What was there owns nothing. To find that out takes longer than to read a number.
        mem::forget(mem::replace(&mut self.slots, repeat_with(S::default).take(count).collect()));
        self.cx = if count > 0 { cx.deeper(i)? } else { cx };
        self.shared = shared;
        Ok((i, ()))
    }
}

impl<'a, T: Trace, S> Open<'_, T, ElementType<'a>, S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn close_array<B: Build<'a, Value = S>>(self, slot: &mut S, packed: bool) {
        B::array(slot, self.slots, extra(self.types, self.shared), packed);
    }
}

impl<'a, T: Trace, S: Default> Open<'_, T, ElementType<'a>, S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn array(&mut self, header: Header, i: &'a [u8]) -> PResult<'a, ()> {
        let kind = header.element_kind(KEY_SHIFT);
        if !self.cx.rules.dialect.typed_arrays || kind == UNTYPED {
            return self.count(i, 4);
        }
        let (i, ()) = self.element_type(kind, i)?;
        self.count(i, 4)
    }

    #[inline(never)]
    fn element_type(&mut self, kind: u32, i: &'a [u8]) -> PResult<'a, ()> {
        let (i, types) = parse_declared(self.cx, kind, "element type", i)?;
        self.types = types;
        Ok((i, ()))
    }
}

pub(super) fn extra<T>(typed: Option<T>, shared: bool) -> Extra<T> {
    match typed {
        Some(types) => Extra::Typed(types),
        None if shared => Extra::Shared,
        None => Extra::Plain,
    }
}

/// Mirrors [`parse_array`].
#[inline(never)]
pub(super) fn gen_array<V: Values, W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    array: &Array<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    match array.plain() {
        Some(items) => gen_count(*cx, gen_header(*cx, Kind::Array, 0)?, items.len(), out)?,
        None => gen_array_head(*cx, array, out)?,
    }
    gen_items::<V, W, T>(cx, array, out)
}

/// What stands before the elements, where there is a declared type or a shared bit.
#[inline(never)]
fn gen_array_head<W: Write, T: Trace>(cx: Cx<'_, T>, array: &Array<'_>, out: &mut WriteContext<W>) -> Gen {
    let element = array.element_type();
    if element.is_some() && !cx.rules.dialect.typed_arrays {
        return cx
            .refuse(EncodeErrorKind::NotInDialect { kind: "typed Array", dialect: cx.rules.dialect.name });
    }
    let head = gen_header(cx, Kind::Array, element_kind(element) << KEY_SHIFT)?;
    match element {
        None => gen_shared_count(cx, head, array.len(), array.is_shared(), out),
        Some(element) => {
            (&mut *out).put(head)?;
            gen_element_type(cx, element, out)?;
            (&mut *out).put(count_word(cx, array.len())?.to_le_bytes())
        }
    }
}

/// Mirrors [`parse_items`].
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
pub(super) fn gen_items<V: Values, W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    items: &[Variant<'_>],
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
        let result = V::r#gen(&inner, item, out);
        if result.is_err() {
            return result;
        }
        inner.leave();
    }
    Ok(())
}

/// Mirrors [`parse_shared_count`], with the header in the same write.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn gen_shared_count<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    head: [u8; 4],
    count: usize,
    shared: bool,
    out: &mut WriteContext<W>,
) -> Gen {
    if !shared || !cx.rules.dialect.shared_bit {
        return gen_count(cx, head, count, out);
    }
    (&mut *out).put(head)?;
    out.put((count_word(cx, count)? | SHARED).to_le_bytes())
}
