//! What refers to things of a running game: resource ids, objects, signals. All of it is data here.

use std::io::Write;
use std::mem;

use cookie_factory::WriteContext;

use super::build::{Build, Values};
use super::prim::{Header, count_word, parse_count};
use super::text::{gen_text, parse_text};
use super::{Cx, prim};
use crate::cx::chunk;
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::godot::ids::Kind;
use crate::godot::model::{Object, ObjectData, Rid, Signal, Text, Variant};
use crate::sink::{Gen, Headed, Sink};
use crate::trace::{Part, Shown, Trace};

/// | at | size   | field |
/// |---:|-------:|-------|
/// | 0  | 0 or 8 | id, unsigned; only Godot 4 writes it |
pub fn parse_rid<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Rid> {
    if !cx.rules.dialect.rid_number {
        return Ok((i, Rid(0)));
    }
    let (i, id) = parse_id(cx, i, "id")?;
    Ok((i, Rid(id)))
}

/// Mirrors [`parse_rid`].
pub fn gen_rid<T: Trace>(cx: Cx<'_, T>, Rid(id): Rid, out: impl Sink) -> Gen {
    match (cx.rules.dialect.rid_number, id) {
        (true, id) => out.put(id.to_le_bytes()),
        (false, 0) => out.put([]),
        (false, _) => cx.refuse(EncodeErrorKind::NotExpressible {
            what: "before Godot 4 a RID has no number; convert to the dialect to drop it",
        }),
    }
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 8    | instance id, unsigned; 0 = null |
///
/// The form with header bit 16. Godot 2 has neither form: its objects have no payload and are null.
pub fn parse_object_id<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, u64> {
    parse_id(cx, i, "instance id")
}

/// Mirrors [`parse_object_id`].
pub fn gen_object_id(id: u64, out: impl Sink) -> Gen {
    out.put(id.to_le_bytes())
}

fn parse_id<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8], name: &'static str) -> PResult<'a, u64> {
    let (rest, bytes) = chunk::<8>(i)?;
    let id = u64::from_le_bytes(bytes);
    cx.field(i, rest, name, Shown::Uint(id));
    Ok((rest, id))
}

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | string block: name of the signal |
/// | .. | 8    | instance id of its object, unsigned |
pub fn parse_signal<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Signal<'a>> {
    let (i, name) = cx.part(Part::Field("name"), |cx| parse_text(cx, i))?;
    let (i, object) = parse_id(cx, i, "instance id")?;
    Ok((i, Signal { name, object }))
}

/// Mirrors [`parse_signal`].
pub fn gen_signal<W: Write, T: Trace>(cx: Cx<'_, T>, signal: &Signal<'_>, out: &mut WriteContext<W>) -> Gen {
    gen_text(cx, None, &signal.name, out)?;
    out.put(signal.object.to_le_bytes())
}

/// A whole object, the form without header bit 16.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | string block: name of the class; if empty, the object is null and nothing follows |
/// | .. | 4    | number of properties, signed; a negative one reads as 0 |
/// | .. | ..   | per property: string block with its name, then its value |
///
/// Read only where objects are allowed, null too: engines make live objects of it.
#[inline(never)]
pub(super) fn parse_object<'a, B: Build<'a>, V: Values, T: Trace>(
    cx: &Cx<'_, T>,
    header: &'a [u8],
    i: &'a [u8],
    slot: &mut B::Value,
) -> PResult<'a, ()> {
    let mut whole = Whole { cx: *cx, class: Text::default(), properties: Vec::new() };
    let result = match whole.open(header, i) {
        Ok((i, ())) => parse_properties::<B, V, T>(whole.cx, i, &mut whole.properties),
        failure => return failure,
    };
    if result.is_ok() {
        whole.close::<B>(slot);
    }
    result
}

/// An object being read: the context for its properties, its class, and a slot for each property.
pub(super) struct Whole<'a, 'c, T: Trace, P> {
    pub(super) cx: Cx<'c, T>,
    pub(super) class: Text<'a>,
    pub(super) properties: Vec<P>,
}

impl<'a, T: Trace, N, S> Whole<'a, '_, T, (N, S)> {
    fn close<B: Build<'a, Value = S, Name = N>>(&mut self, slot: &mut S) {
        if self.class.is_empty() {
            B::fill(slot, || Variant::Object(Object::Null));
        } else {
            B::object(slot, mem::take(&mut self.class), mem::take(&mut self.properties));
        }
    }
}

impl<'a, T: Trace, P: Default> Whole<'a, '_, T, P> {
    pub(super) fn open(&mut self, header: &'a [u8], i: &'a [u8]) -> PResult<'a, ()> {
        let cx = self.cx;
        if !cx.rules.objects {
            return Fault::at(header, DecodeErrorKind::ObjectsRefused);
        }
        let (i, class) = cx.part(Part::Field("class"), |cx| parse_text(cx, i))?;
        if class.is_empty() {
            return Ok((i, ()));
        }
        self.class = class;
        match prim::word(i)? {
            (rest, count) if count.cast_signed() < 0 => {
                cx.field(i, rest, "property count", Shown::Words("negative, read as 0"));
                Ok((rest, ()))
            }
            _ => {
                let (i, (count, cx)) = parse_count(cx, i, "property count", 8)?;
                self.properties = std::iter::repeat_with(P::default).take(count).collect();
                self.cx = cx;
                Ok((i, ()))
            }
        }
    }
}

/// The properties of an object, each into its slots. On the stack once per level of nesting, so the rest is
/// done elsewhere.
fn parse_properties<'a, B: Build<'a>, V: Values, T: Trace>(
    mut cx: Cx<'_, T>,
    mut i: &'a [u8],
    properties: &mut [(B::Name, B::Value)],
) -> PResult<'a, ()> {
    for (index, (name, slot)) in properties.iter_mut().enumerate() {
        let mut text = Text::default();
        let result = match parse_property_name(&mut cx, index, i, &mut text) {
            Ok((i, inner)) => {
                inner.enter(Part::Named(text.as_str().unwrap_or_default()));
                V::parse::<B, T>(&inner, i, slot)
            }
            Err(failure) => return Err(failure),
        };
        match result {
            Ok((rest, ())) => i = rest,
            failure => return failure,
        }
        cx.leave();
        *name = B::name(text);
    }
    Ok((i, ()))
}

/// The name of a property, and the context to read its value in.
fn parse_property_name<'a, 'c, T: Trace>(
    cx: &mut Cx<'c, T>,
    index: usize,
    i: &'a [u8],
    name: &mut Text<'a>,
) -> PResult<'a, Cx<'c, T>> {
    cx.release(4);
    let (i, text) = cx.part(Part::Numbered("property", index), |cx| parse_text(cx, i))?;
    *name = text;
    cx.release(4);
    let inner = cx.deeper(i)?;
    Ok((i, inner))
}

/// Mirrors [`parse_object`], [`parse_object_id`] and Godot 2's empty form.
#[inline(never)]
pub(super) fn gen_object<V: Values, W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    object: &Object<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    match object {
        Object::Full(data) if cx.rules.dialect.objects => {
            let mut result = gen_whole_head(*cx, data, out);
            for (name, property) in &data.properties {
                if result.is_ok() {
                    result = gen_property(*cx, name, out, |cx, out| V::r#gen(&cx, property, out));
                }
            }
            result
        }
        object => gen_reference(*cx, object, out),
    }
}

/// Everything but a whole object.
fn gen_reference<W: Write, T: Trace>(cx: Cx<'_, T>, object: &Object<'_>, out: &mut WriteContext<W>) -> Gen {
    let flags = if matches!(object, Object::Id(_)) { prim::BY_ID } else { 0 };
    let head = prim::gen_header(cx, Kind::Object, flags)?;
    match object {
        Object::Null | Object::Id(0) if !cx.rules.dialect.objects => {
            out.put(prim::gen_header(cx, Kind::Object, 0)?)
        }
        Object::Null => gen_text(cx, Some(head), &Text::default(), out),
        Object::Id(id) if cx.rules.dialect.objects => gen_object_id(*id, Headed { head, out }),
        _ => cx.refuse(EncodeErrorKind::NotExpressible {
            what: "Godot 2 writes nothing of an object; convert to the dialect to make it null",
        }),
    }
}

/// What stands before the properties.
fn gen_whole_head<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    ObjectData { class, properties }: &ObjectData<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    if class.is_empty() {
        let what = "an object needs the name of its class";
        return cx.refuse(EncodeErrorKind::NotExpressible { what });
    }
    gen_text(cx, Some(prim::gen_header(cx, Kind::Object, 0)?), class, out)?;
    out.put(count_word(cx, properties.len())?.to_le_bytes())
}

/// A property: its name, and its value one level deeper.
fn gen_property<'c, W: Write, T: Trace>(
    cx: Cx<'c, T>,
    name: &Text<'_>,
    out: &mut WriteContext<W>,
    value: impl FnOnce(Cx<'c, T>, &mut WriteContext<W>) -> Gen,
) -> Gen {
    gen_text(cx, None, name, out)?;
    let inner = cx.deeper_out()?;
    inner.enter(Part::Named(name.as_str().unwrap_or_default()));
    let result = value(inner, out);
    if result.is_ok() {
        cx.leave();
    }
    result
}

/// Whether this header is followed by a whole object.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn is_whole(cx: Cx<'_, impl Trace>, header: Header) -> bool {
    cx.rules.dialect.objects && !header.is_wide()
}
