//! Declared types of the elements of typed containers.

use std::io::Write;

use cookie_factory::combinator::cond;
use cookie_factory::{GenError, SerializeFn};
use nom::combinator::success;

use super::text::{gen_text, text};
use super::{Cx, Header};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::godot::ids::Kind;
use crate::godot::model::ElementType;
use crate::grammar::{
    Grammar, accept, bytes, checked, gen_apart, gen_match, grammar, le_u32, nothing, number_as, part, refuse,
};
use crate::trace::{Meaning, Shown, Trace};

grammar!(
    /// Parses the element type of a typed container (Godot 4.3 and later). The header of the container says how the
    /// type is declared ([`Header::declaration`]).
    ///
    /// | declaration | size | field |
    /// |-------------|-----:|-------|
    /// | 0 untyped   | 0    | |
    /// | 1 builtin   | 4    | type id; Nil means untyped |
    /// | 2 class     | ..   | string block: name of the class |
    /// | 3 script    | ..   | string block: `res://` path of the script |
    pub fn element_type<'a, T: Trace>(
        cx: Cx<'_, T>,
        declaration: u32,
    ) -> impl Grammar<'a, Option<ElementType>> {
        match declaration {
            BUILTIN => builtin_type(cx, DECLARED)
                .map(|kind| (kind != Kind::Nil).then_some(ElementType::Builtin(kind))),
            CLASS => part(cx, "class", text(cx)).map(|name| Some(ElementType::Class(name))),
            SCRIPT => part(cx, "script", text(cx)).map(|path| Some(ElementType::Script(path))),
            _ => success(None),
        }
    }
);

/// Writes an element type, in the layout of [`element_type`]. The header of the container says how it is declared.
pub fn gen_element_type<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    element: Option<&ElementType>,
) -> impl SerializeFn<W> {
    const NIL: EncodeErrorKind =
        EncodeErrorKind::NotExpressible { what: "an element type of Nil is read as none" };
    let declared = gen_apart(gen_match!(element {
        None => nothing(),
        Some(ElementType::Builtin(Kind::Nil)) => refuse(cx, NIL),
        Some(ElementType::Builtin(kind)) => gen_builtin_type(cx, *kind),
        Some(ElementType::Class(text) | ElementType::Script(text)) => gen_text(cx, text),
    }));
    // Most containers declare no type, and `cond` leaves out a call for them.
    cond(element.is_some(), declared)
}

grammar!(
    /// | size | field |
    /// |-----:|-------|
    /// | 4    | id of a type that the dialect has |
    pub(super) fn builtin_type<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning) -> impl Grammar<'a, Kind> {
        let dialect = &cx.rules().dialect;
        let kind = move |id: u32| u8::try_from(id).ok().and_then(|id| dialect.kind(id));
        let id = number_as(cx, what, le_u32(), move |id| match kind(*id) {
            Some(kind) => Shown::Named((*id).into(), dialect.table.name(kind)),
            None => Shown::Uint((*id).into()),
        });
        accept(id, move |id, _| kind(id).ok_or(DecodeErrorKind::ElementType { id }))
    }
);

/// Mirrors [`builtin_type`].
pub(super) fn gen_builtin_type<T: Trace, W: Write>(cx: Cx<'_, T>, kind: Kind) -> impl SerializeFn<W> {
    checked(move || Header::new(cx, kind, 0), |header| bytes(header.word.to_le_bytes()))
}

grammar!(
    /// Parses an [`element_type`] as a part of a container.
    pub(super) fn declared<'a, T: Trace>(
        cx: Cx<'_, T>,
        declaration: u32,
        name: &'static str,
    ) -> impl Grammar<'a, Option<ElementType>> {
        part(cx, name, element_type(cx, declaration))
    }
);

/// Returns how the header of a container declares this type.
pub(super) fn declaration_of(element: Option<&ElementType>) -> u32 {
    match element {
        None => UNTYPED,
        Some(ElementType::Builtin(_)) => BUILTIN,
        Some(ElementType::Class(_)) => CLASS,
        Some(ElementType::Script(_)) => SCRIPT,
    }
}

/// Returns an error for declared types in a dialect that has none.
pub(super) fn refuse_types<T: Trace, O>(cx: Cx<'_, T>, kind: &'static str) -> Result<O, GenError> {
    cx.refuse(EncodeErrorKind::NotInDialect { kind, dialect: cx.rules().dialect.name })
}

/// The id of a declared type.
const DECLARED: Meaning = Meaning::new("type id")
    .saying("The container declares this type; each value still has a header of its own.");

pub(super) const UNTYPED: u32 = 0;
const BUILTIN: u32 = 1;
const CLASS: u32 = 2;
const SCRIPT: u32 = 3;

/// The lowest of the two header bits that declare the first type: of the elements of an array, or of the
/// keys of a dictionary.
pub(super) const FIRST_TYPE_SHIFT: u32 = 16;
/// The lowest of the two header bits that declare the second type: of the values of a dictionary.
pub(super) const SECOND_TYPE_SHIFT: u32 = 18;
