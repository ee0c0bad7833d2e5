//! Full objects: a class and its properties. They are data here, nothing is made of them.

use std::io::Write;

use cookie_factory::multi::all;
use cookie_factory::sequence::tuple;
use cookie_factory::{GenError, SerializeFn};
use nom::combinator::cond;
use nom::{Emit, Mode, OutputM, OutputMode, PResult as Process, Parser};

use super::number::{gen_count, lenient_count};
use super::text::{gen_text, text};
use super::{Cx, Header};
use crate::error::{EncodeErrorKind, Fault, PResult};
use crate::godot::ids::Kind;
use crate::godot::model::{BYTE_ORDER_MARK, Object, ObjectData, Text, Variant};
use crate::grammar::{Grammar, checked, gen_part, grammar, in_mode, part};
use crate::trace::{Part, Trace};

/// A full object, the form without header bit 16; `value` reads the value of a property.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | string block: name of the class; if empty, the object is null and nothing follows |
/// | .. | 4    | number of properties, signed; a negative one reads as 0 |
/// | .. | ..   | per property: string block with its name, then its value |
///
/// Read only where objects are allowed, null too: engines make live objects of it.
pub fn object<'a, 'c, T: Trace, P: Grammar<'a, Variant<'a>>>(
    cx: Cx<'c, T>,
    value: impl Fn(Cx<'c, T>) -> P + Copy,
) -> impl Grammar<'a, Object<'a>> {
    object_header(cx).flat_map(move |ObjectHeader { class, count, cx }| {
        let mut class = Some(class);
        properties(cx, count, value).map(move |properties| match class.take() {
            Some(class) if !class.is_empty() => Object::Full(Box::new(ObjectData { class, properties })),
            _ => Object::Null,
        })
    })
}

/// Mirrors [`object`].
pub fn gen_object<'c, 'x, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'c, T>,
    data: &'x ObjectData<'x>,
    value: impl Fn(Cx<'c, T>, &'x Variant<'x>) -> F + Copy,
) -> impl SerializeFn<W> {
    tuple((gen_object_header(cx, data), gen_properties(cx, data, value)))
}

/// The header of an object, with bit 16 if only its id follows.
pub(super) fn header_of_object<T: Trace>(cx: &Cx<'_, T>, object: &Object<'_>) -> Result<Header, GenError> {
    let has_payload = cx.rules.dialect.objects;
    match object {
        Object::Id(_) if has_payload => Ok(Header::new(cx, Kind::Object, 0)?.wide_if(true)),
        Object::Full(_) | Object::Id(1..) if !has_payload => cx.refuse(EncodeErrorKind::NotExpressible {
            what: "Godot 2 writes nothing of an object; convert to the dialect to make it null",
        }),
        Object::Null | Object::Id(_) | Object::Full(_) => Header::new(cx, Kind::Object, 0),
    }
}

/// The fields before the properties of a full object.
pub(super) struct ObjectHeader<'a, 'c, T: Trace> {
    /// Empty if the object is null.
    pub(super) class: Text<'a>,
    pub(super) count: usize,
    /// For the properties: with bytes reserved for them.
    pub(super) cx: Cx<'c, T>,
}

grammar!(
    pub(super) fn object_header<'a, 'c, T: Trace>(
        cx: Cx<'c, T>,
    ) -> impl Grammar<'a, ObjectHeader<'a, 'c, T>> {
        part(cx, "class", text(cx)).flat_map(move |class| {
            let count = cond(!class.is_empty(), lenient_count(cx, "property count", 8));
            let mut class = Some(class);
            count.map(move |count| {
                let (count, cx) = count.unwrap_or((0, cx));
                ObjectHeader { class: class.take().unwrap_or_default(), count, cx }
            })
        })
    }
);

/// Mirrors [`object_header`].
pub(super) fn gen_object_header<'x, T: Trace, W: Write>(
    cx: Cx<'_, T>,
    ObjectData { class, properties }: &'x ObjectData<'x>,
) -> impl SerializeFn<W> {
    let class = checked(
        // Readers take a byte order mark away.
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

/// The properties of an object.
fn properties<'a, 'c, T: Trace, P: Grammar<'a, Variant<'a>>>(
    cx: Cx<'c, T>,
    count: usize,
    value: impl Fn(Cx<'c, T>) -> P,
) -> impl Grammar<'a, Vec<(Text<'a>, Variant<'a>)>> {
    Properties { cx, count, value }
}

struct Properties<'c, T: Trace, F> {
    cx: Cx<'c, T>,
    count: usize,
    value: F,
}

impl<'a, 'c, T: Trace, F, P> Parser<&'a [u8]> for Properties<'c, T, F>
where
    F: Fn(Cx<'c, T>) -> P,
    P: Grammar<'a, Variant<'a>>,
{
    type Output = Vec<(Text<'a>, Variant<'a>)>;
    type Error = Fault;

    fn process<OM: OutputMode>(&mut self, mut i: &'a [u8]) -> Process<OM, &'a [u8], Self::Output, Fault> {
        let mut cx = self.cx;
        let count = self.count.min(i.len() + 1);
        let mut properties = OM::Output::bind(|| Vec::with_capacity(count));
        for index in 0..self.count {
            let (rest, (name, inner)) =
                in_mode::<OutputM<Emit, OM::Error, OM::Incomplete>, _>(property_name(&mut cx, index, i))?;
            inner.enter(Part::Named(name.as_str().unwrap_or_default()));
            let (rest, x) = (self.value)(inner).process::<OM>(rest)?;
            inner.leave();
            properties = OM::Output::combine(properties, x, |mut properties, x| {
                properties.push((name, x));
                properties
            });
            i = rest;
        }
        Ok((i, properties))
    }
}

/// Mirrors [`properties`].
fn gen_properties<'c, 'x, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'c, T>,
    data: &'x ObjectData<'x>,
    value: impl Fn(Cx<'c, T>, &'x Variant<'x>) -> F + Copy,
) -> impl SerializeFn<W> {
    all(data.properties.iter().map(move |(name, x)| {
        tuple((
            gen_text(cx, name),
            checked(
                move || cx.deeper_out(),
                move |cx| gen_part(cx, Part::Named(name.as_str().unwrap_or_default()), value(cx, x)),
            ),
        ))
    }))
}

/// The name of a property, and the context to read its value in.
pub(super) fn property_name<'a, 'c, T: Trace>(
    cx: &mut Cx<'c, T>,
    index: usize,
    i: &'a [u8],
) -> PResult<'a, (Text<'a>, Cx<'c, T>)> {
    cx.release(4);
    cx.enter(Part::Numbered("property", index));
    let (i, name) = text(*cx).parse(i)?;
    cx.leave();
    cx.release(4);
    let inner = cx.deeper(i)?;
    Ok((i, (name, inner)))
}

/// Returns whether this header is followed by a full object.
#[inline(always)]
pub(super) fn is_whole<T: Trace>(cx: &Cx<'_, T>, header: Header) -> bool {
    header.kind == Kind::Object && cx.rules.dialect.objects && !header.is_wide()
}
