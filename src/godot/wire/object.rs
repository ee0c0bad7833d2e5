//! Full objects: a class and its properties. They are data here, nothing is made of them.

use std::io::Write;
use std::marker::PhantomData;

use cookie_factory::sequence::{pair, tuple};
use cookie_factory::{GenError, SerializeFn, WriteContext};
use nom::combinator::cond;
use nom::{Mode, Parser};

use super::header::gen_header;
use super::number::{gen_count, lenient_count};
use super::text::{gen_text, text};
use super::{Cx, Header};
use crate::error::{EncodeErrorKind, PResult};
use crate::godot::ids::Kind;
use crate::godot::model::{BYTE_ORDER_MARK, Object, ObjectData, Text, Variant};
use crate::grammar::{
    Fill, FillFn, Grammar, Make, Slots, WritePart, beside, checked, fill_part, filling, grammar, next_slot,
    overwrite, part, run, slot_pair, slots,
};
use crate::sink::{Gen, serializer};
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
pub fn object<'a, 'c, 'v, T: Trace, M: Make<'a, 'v>, P: Fill<'a, Output = Variant<'v>>>(
    cx: Cx<'c, T, M>,
    value: impl Fn(Cx<'c, T, M>) -> P + Copy,
) -> impl Fill<'a, Output = Object<'v>> {
    filling(FullObject { cx, value, output: PhantomData })
}

struct FullObject<'c, 'v, T: Trace, M, F> {
    cx: Cx<'c, T, M>,
    value: F,
    output: PhantomData<fn() -> Object<'v>>,
}

impl<'a, 'c, 'v, T: Trace, M, F, P> FillFn<'a> for FullObject<'c, 'v, T, M, F>
where
    M: Make<'a, 'v>,
    F: Fn(Cx<'c, T, M>) -> P + Copy,
    P: Fill<'a, Output = Variant<'v>>,
{
    type Output = Object<'v>;

    fn fill<O: Slots>(&self, i: &'a [u8], slot: &mut O::Output<Object<'v>>) -> PResult<'a, ()> {
        fill_object::<O, T, M, P, _>(&self.cx, self.value, i, slot, |object| object)
    }
}

/// Reads a full object into a slot for what `make` makes of it. Once per level of nesting on the stack.
#[inline(never)]
pub(super) fn fill_object<
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
    value: impl Fn(Cx<'c, T, M>) -> P,
    i: &'a [u8],
    slot: &mut O::Output<V>,
    make: impl FnOnce(Object<'v>) -> V,
) -> PResult<'a, ()> {
    let mut object = ObjectSlots { class: Text::default(), cx: *cx, properties: Vec::new() };
    let mut result = begin::<O, T, M>(&mut object, i);
    if let Ok((i, ())) = result {
        result = fill_properties::<O, T, M, P>(&mut object.cx, value, i, &mut object.properties);
    }
    if result.is_ok() {
        end::<O, T, M, V>(object, slot, make);
    }
    result
}

/// An object that is read: its class, and slots for each property.
struct ObjectSlots<'a, 'c, T: Trace, M, S> {
    class: Text<'a>,
    cx: Cx<'c, T, M>,
    properties: Vec<S>,
}

/// Reads the header of an object, and makes the slots of the properties that it announces.
#[inline(never)]
fn begin<'a, 'v, O: Slots, T: Trace, M: Make<'a, 'v>>(
    object: &mut ObjectSlots<'a, '_, T, M, Slot<'v, O>>,
    i: &'a [u8],
) -> PResult<'a, ()> {
    let (rest, ObjectHeader { class, count, cx }) = object_header(object.cx.borrowing()).parse(i)?;
    object.class = class;
    object.cx = cx.making();
    object.properties = slots(slot_pair::<O, Text<'v>, Variant<'v>>, count, rest);
    Ok((rest, ()))
}

/// Puts an object whose slots are filled into its own slot.
#[cfg_attr(not(debug_assertions), inline(always))]
fn end<'a, 'v, O: Slots, T: Trace, M: Make<'a, 'v>, V>(
    object: ObjectSlots<'a, '_, T, M, Slot<'v, O>>,
    slot: &mut O::Output<V>,
    make: impl FnOnce(Object<'v>) -> V,
) {
    let ObjectSlots { class, properties, .. } = object;
    let properties = O::pairs::<Text<'v>, Variant<'v>>(properties);
    let object = O::map(properties, |properties| match class.is_empty() {
        true => make(Object::Null),
        false => make(Object::Full(Box::new(ObjectData { class: M::keep(class), properties }))),
    });
    overwrite(slot, object);
}

/// Writes a full object, in the layout of [`object`]; `value` writes the value of a property, for example
/// [`write_variant`](super::write_variant).
pub fn gen_object<'c, 'x, T: Trace, W: Write>(
    cx: Cx<'c, T>,
    data: &'x ObjectData<'x>,
    value: impl WritePart<Cx<'c, T>, Variant<'x>, W> + Copy,
) -> impl SerializeFn<W> {
    serializer(move |out| {
        run(out, gen_object_header(cx, data))?;
        write_properties(&cx, data, value, out)
    })
}

/// Writes the header word and the object: [`gen_object`] with a borrowed output. Once per level of nesting on the stack.
#[inline(never)]
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
pub(super) fn write_object<'c, 'x, T: Trace, W: Write>(
    cx: &Cx<'c, T>,
    header: Header,
    data: &ObjectData<'x>,
    value: impl WritePart<Cx<'c, T>, Variant<'x>, W>,
    out: &mut WriteContext<W>,
) -> Gen {
    let begun = begin_object(cx, header, data, out);
    if begun.is_err() {
        return begun;
    }
    write_properties(cx, data, value, out)
}

/// Writes the header word and the fields before the properties.
#[inline(never)]
fn begin_object<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    header: Header,
    data: &ObjectData<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    run(out, pair(gen_header(header), gen_object_header(*cx, data)))
}

/// Writes the properties of an object.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
fn write_properties<'c, 'x, T: Trace, W: Write>(
    cx: &Cx<'c, T>,
    data: &ObjectData<'x>,
    value: impl WritePart<Cx<'c, T>, Variant<'x>, W>,
    out: &mut WriteContext<W>,
) -> Gen {
    for (name, property) in &data.properties {
        let result = write_property(cx, name, property, &value, out);
        if result.is_err() {
            return result;
        }
    }
    Ok(())
}

/// Writes a property: its name, and its value one level deeper.
#[allow(clippy::question_mark)] // Once per level of nesting on the stack, where `?` takes more room.
fn write_property<'c, 'x, T: Trace, W: Write>(
    cx: &Cx<'c, T>,
    name: &Text<'_>,
    property: &Variant<'x>,
    value: &impl WritePart<Cx<'c, T>, Variant<'x>, W>,
    out: &mut WriteContext<W>,
) -> Gen {
    let result = run(out, gen_text(*cx, name));
    if result.is_err() {
        return result;
    }
    let inner = match cx.deeper_out() {
        Ok(inner) => inner,
        Err(refusal) => return Err(refusal),
    };
    inner.enter(Part::Named(name.as_str().unwrap_or_default()));
    let result = value.write(&inner, property, out);
    if result.is_ok() {
        inner.leave();
    }
    result
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
            beside(class, count).map(move |(class, count)| {
                let (count, cx) = count.unwrap_or((0, cx));
                ObjectHeader { class, count, cx }
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

/// The slots of a name and its value.
type Slot<'v, O> = (<O as Mode>::Output<Text<'v>>, <O as Mode>::Output<Variant<'v>>);

/// Reads a property into each pair of slots.
fn fill_properties<'a, 'c, 'v, O: Slots, T: Trace, M: Make<'a, 'v>, P: Fill<'a, Output = Variant<'v>>>(
    cx: &mut Cx<'c, T, M>,
    value: impl Fn(Cx<'c, T, M>) -> P,
    mut i: &'a [u8],
    slots: &mut [Slot<'v, O>],
) -> PResult<'a, ()> {
    let (first, count, mut slots) = (i.len(), slots.len(), slots.iter_mut());
    while let Some((index, (name_slot, slot))) =
        next_slot::<O, _, _, _, _>(cx, 8, first, &mut i, count, &mut slots)
    {
        let mut name = Text::default();
        let mut inner = *cx;
        let mut read = property_name(cx, index, i, &mut name, &mut inner);
        if let Ok((rest, ())) = read {
            read = fill_part::<_, T, M, O, P>(&inner, &value, rest, slot);
        }
        let Ok((rest, ())) = read else { return read };
        i = rest;
        cx.leave();
        keep_name::<O, M>(name, name_slot);
    }
    Ok((i, ()))
}

fn keep_name<'a, 'v, O: Slots, M: Make<'a, 'v>>(name: Text<'a>, slot: &mut O::Output<Text<'v>>) {
    *slot = O::bind(|| M::keep(name));
}

/// The name of a property, and the context to read its value in, whose part is open.
#[inline(never)]
fn property_name<'a, 'c, T: Trace, M>(
    cx: &mut Cx<'c, T, M>,
    index: usize,
    i: &'a [u8],
    name: &mut Text<'a>,
    inner: &mut Cx<'c, T, M>,
) -> PResult<'a, ()> {
    cx.release(4);
    cx.enter(Part::Numbered("property", index));
    let (i, text) = text(cx.borrowing()).parse(i)?;
    cx.leave();
    cx.release(4);
    *inner = cx.deeper(i)?;
    inner.enter(Part::Named(text.as_str().unwrap_or_default()));
    *name = text;
    Ok((i, ()))
}

/// Returns whether this header is followed by a full object.
#[inline(always)]
pub(super) fn is_whole<T: Trace, M>(cx: &Cx<'_, T, M>, header: Header) -> bool {
    header.kind == Kind::Object && cx.rules.dialect.objects && !header.is_wide()
}
