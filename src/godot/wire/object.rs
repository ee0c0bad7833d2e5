//! Full objects: a class and its properties. They are decoded as data, and never instantiated.

use std::io::Write;

use cookie_factory::sequence::{pair, tuple};
use cookie_factory::{GenError, SerializeFn};
use nom::Parser;
use nom::combinator::cond;

use super::number::{gen_count, lenient_count};
use super::text::{gen_text, text_ref};
use super::variant::{gen_variant, variant};
use super::{Cx, Header};
use crate::error::EncodeErrorKind;
use crate::godot::ids::Kind;
use crate::godot::model::{BYTE_ORDER_MARK, Object, ObjectData, Text, TextRef, Variant};
use crate::grammar::{
    Grammar, beside, checked, each, gen_deeper, gen_each, gen_part, grammar, moved, named, part, then,
};
use crate::trace::{Meaning, Part, Trace, Unit};

/// Parses a full object, which is the form without header bit 16.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | string block: name of the class; if empty, the object is null and nothing follows |
/// | .. | 4    | number of properties, signed; a negative one reads as 0 |
/// | .. | ..   | per property: string block with its name, then its value |
///
/// This is accepted only where objects are allowed, even if the object is null, because engines instantiate it.
pub fn object<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Object> {
    then(object_header(cx), |ObjectHeader { class, count, cx }| {
        beside(class, each(cx, count, 8, |cx, n| moved(property(cx, n))))
    })
    .map(|(class, properties)| match class.is_empty() {
        true => Object::Null,
        false => Object::Full(Box::new(ObjectData { class: class.into(), properties })),
    })
}

/// Parses a property: its name, and its value, which is one level deeper.
fn property<'a, T: Trace>(cx: Cx<'_, T>, n: usize) -> impl Grammar<'a, (Text, Variant)> {
    let name = part(cx, Part::Numbered("property", n), text_ref(cx.keeping(4)));
    named(cx, name, |name| name.as_str().unwrap_or_default(), variant)
        .map(|(name, value)| (name.into(), value))
}

/// Writes a full object, in the layout of [`object`].
pub fn gen_object<T: Trace, W: Write>(cx: Cx<'_, T>, data: &ObjectData) -> impl SerializeFn<W> {
    let properties = gen_each(&data.properties, move |_, (name, value)| {
        let part = Part::Named(name.as_str().unwrap_or_default());
        pair(gen_text(cx, name), gen_deeper(cx, move |cx| gen_part(cx, part, gen_variant(cx, value))))
    });
    pair(gen_object_header(cx, data), properties)
}

/// Returns the header of an object, with bit 16 set if only its id follows.
pub(super) fn header_of_object<T: Trace>(cx: Cx<'_, T>, object: &Object) -> Result<Header, GenError> {
    let has_payload = cx.rules().dialect.objects;
    match object {
        Object::Id(_) if has_payload => Ok(Header::new(cx, Kind::Object, 0)?.wide_if(true)),
        Object::Full(_) | Object::Id(1..) if !has_payload => cx.refuse(EncodeErrorKind::NotExpressible {
            what: "Godot 2 cannot encode an object; `convert` to Godot 2 replaces it by null",
        }),
        Object::Null | Object::Id(_) | Object::Full(_) => Header::new(cx, Kind::Object, 0),
    }
}

/// The fields before the properties of a full object.
pub(super) struct ObjectHeader<'a, 'c, T: Trace> {
    /// The name of the class, which is empty if the object is null.
    pub(super) class: TextRef<'a>,
    pub(super) count: usize,
    /// The context of the properties, in which bytes are reserved for them.
    pub(super) cx: Cx<'c, T>,
}

grammar!(
    pub(super) fn object_header<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
    ) -> impl Grammar<'a, ObjectHeader<'a, 'c, T>> {
        then(part(cx, "class", text_ref(cx)), move |class| {
            let count = property_count(cx, !class.is_empty());
            beside(class, count).map(|(class, (count, cx))| ObjectHeader { class, count, cx })
        })
    }
);

grammar!(
    /// Parses the number of properties, which an object without a class does not have.
    fn property_count<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
        is_there: bool,
    ) -> impl Grammar<'a, (usize, Cx<'c, T>)> {
        let count = lenient_count(cx, Meaning::new("property count").counting(PROPERTIES), 8);
        cond(is_there, count).map(move |count| count.unwrap_or((0, cx)))
    }
);

/// Mirrors [`object_header`].
pub(super) fn gen_object_header<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    ObjectData { class, properties }: &ObjectData,
) -> impl SerializeFn<W> {
    let class = checked(
        // A class that is only a byte order mark counts as empty, because readers skip the mark.
        move || match class.is_empty() || class.as_bytes() == BYTE_ORDER_MARK {
            true => {
                cx.refuse(EncodeErrorKind::NotExpressible { what: "an object needs the name of its class" })
            }
            false => Ok(()),
        },
        move |()| gen_text(cx, class),
    );
    tuple((class, gen_count(cx, properties.len())))
}

/// Returns whether this header is followed by a full object.
pub(super) fn is_full_object<T: Trace>(cx: Cx<'_, T>, header: Header) -> bool {
    header.kind == Kind::Object && cx.rules().dialect.objects && !header.is_wide()
}

const PROPERTIES: &Unit = &Unit { one: "property", many: "properties, each a name and its value" };
