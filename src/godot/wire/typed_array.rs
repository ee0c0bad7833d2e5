//! The typed arrays of a fork, which are types of their own there.

use std::io::Write;

use cookie_factory::sequence::pair;
use cookie_factory::{GenError, SerializeFn};
use nom::Parser;
use nom::combinator::cond;

use super::array::{
    ContainerHeader, SHARED, container_header, elements, gen_elements, gen_shared_count, shared_count,
};
use super::element_type::{builtin_type, gen_builtin_type};
use super::header::{gen_header, header};
use super::text::{gen_text, text};
use super::{Cx, Header};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::godot::ids::Kind;
use crate::godot::model::{Array, ElementType, Text, Variant};
use crate::grammar::{Grammar, accept, checked, grammar, part};
use crate::trace::Trace;

/// An array of one declared type (Pandemonium 5.0): `TypedArray`, and `PackedTypedArray`, which is
/// contiguous in the engine's memory and the same on the wire. `element` reads one of the values inside.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | type id of the elements, bit 31 ignored |
/// | 4  | ..   | if that is Object and header bit 16 is clear: a StringName value, the class |
/// | .. | 4    | bits 0 to 30: count; bit 31 ignored |
/// | .. | ..   | that many whole values |
pub fn typed_array<'a, 'c, T: Trace, P: Grammar<'a, Variant<'a>>>(
    cx: Cx<'c, T>,
    header: Header,
    element: impl Fn(Cx<'c, T>) -> P + Copy,
) -> impl Grammar<'a, Array<'a>> {
    typed_array_header(cx, header).flat_map(move |header| elements(header, element))
}

/// Mirrors [`typed_array`].
pub fn gen_typed_array<'c, 'x, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'c, T>,
    array: &'x Array<'x>,
    element: impl Fn(Cx<'c, T>, &'x Variant<'x>) -> F + Copy,
) -> impl SerializeFn<W> {
    pair(gen_typed_array_header(cx, array), gen_elements(cx, array, element))
}

/// The header of a typed array, with bit 16 if its elements are objects without a class.
pub(super) fn header_of_typed_array<T: Trace>(
    cx: &Cx<'_, T>,
    kind: Kind,
    array: &Array<'_>,
) -> Result<Header, GenError> {
    let (of, class) = element_of(cx, array)?;
    Ok(Header::new(cx, kind, 0)?.wide_if(of == Kind::Object && class.is_none()))
}

grammar!(
    /// The element type and the count of a typed array.
    pub(super) fn typed_array_header<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        header: Header,
    ) -> impl Grammar<'a, ContainerHeader<'c, ElementType<'a>, T>> {
        let element = builtin_type(cx, "element type", !SHARED).flat_map(move |kind| {
            cond(kind == Kind::Object && !header.is_wide(), class_name(cx)).map(move |class| {
                Some(match class {
                    Some(class) => ElementType::Class(class),
                    None => ElementType::Builtin(kind),
                })
            })
        });
        container_header(element, shared_count(cx, "element count", 4))
    }
);

/// Mirrors [`typed_array_header`].
pub(super) fn gen_typed_array_header<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    array: &Array<'_>,
) -> impl SerializeFn<W> {
    let element = checked(
        move || element_of(&cx, array),
        move |(kind, class)| pair(gen_builtin_type(cx, kind), gen_class_name(cx, class)),
    );
    pair(element, gen_shared_count(cx, array.len(), false))
}

grammar!(
    /// A StringName value, the name of a class.
    fn class_name<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Text<'a>> {
        accept(header(cx), |header, _| {
            let is_name = header.kind == Kind::StringName;
            is_name.then_some(()).ok_or(DecodeErrorKind::ElementType { id: header.word })
        })
        .flat_map(move |()| part(cx, "class", text(cx)))
    }
);

/// Mirrors [`class_name`], where there is a class.
fn gen_class_name<T: Trace, W: Write>(cx: Cx<'_, T>, class: Option<&Text<'_>>) -> impl SerializeFn<W> {
    move |out| match class {
        None => Ok(out),
        Some(class) => pair(gen_header(Header::new(&cx, Kind::StringName, 0)?), gen_text(cx, class))(out),
    }
}

/// The type of the elements, and their class.
fn element_of<'x, T: Trace>(
    cx: &Cx<'_, T>,
    array: &'x Array<'x>,
) -> Result<(Kind, Option<&'x Text<'x>>), GenError> {
    match array.element_type() {
        Some(ElementType::Builtin(kind)) => Ok((*kind, None)),
        Some(ElementType::Class(class)) => Ok((Kind::Object, Some(class))),
        Some(ElementType::Script(_)) | None => {
            let what = "a typed array here has a builtin type or a class";
            cx.refuse(EncodeErrorKind::NotExpressible { what })
        }
    }
}
