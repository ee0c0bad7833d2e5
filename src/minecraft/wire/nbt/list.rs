//! List: tags of one type, without names.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};

use super::super::Cx;
use super::super::combine::gen_array;
use super::number::{count, gen_count};
use super::packed::{gen_numbers, gen_packed, numbers, packed};
use super::{compound, gen_compound, gen_text, inside, tag_id, text};
use crate::error::DecodeErrorKind;
use crate::grammar::{self, Parse, Read, fail_after, field_as, map, part, slice, typed};
use crate::minecraft::model::nbt::{Compound, List, TagId};
use crate::trace::{Form, Meaning, Order, Part, Shown, Trace};

const ELEMENT_TYPE: Meaning = Meaning::new("element type")
    .of(Form::unsigned(Order::Big))
    .saying("All elements have this type, so none has a type of its own.");

/// Reads tags of one type, without names.
///
/// | size | field |
/// |------|-------|
/// | 1    | type of the elements |
/// | 4    | count: Int, not negative |
/// | ..   | payloads, without type or name, see [`payload`](super::payload()) |
///
/// A list of End has no elements.
pub fn list<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, List> {
    move |i: &'a [u8]| read(cx, i)
}

fn read<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> Read<'a, List> {
    let (start, id) = element_type(cx)(i)?;
    let (i, n) = count(cx)(start)?;
    match id {
        TagId::End if n > 0 => {
            let count = i32::try_from(n).unwrap_or(i32::MAX);
            fail_after(start, i, DecodeErrorKind::NbtListEnd { count })
        }
        TagId::End => Ok((i, List::End)),
        TagId::Byte => map(numbers(cx, start, n), List::Byte)(i),
        TagId::Short => map(numbers(cx, start, n), List::Short)(i),
        TagId::Int => map(numbers(cx, start, n), List::Int)(i),
        TagId::Long => map(numbers(cx, start, n), List::Long)(i),
        TagId::Float => map(numbers(cx, start, n), List::Float)(i),
        TagId::Double => map(numbers(cx, start, n), List::Double)(i),
        TagId::ByteArray => map(elements(cx, id, start, n, packed), |x| List::ByteArray(x.into()))(i),
        TagId::String => map(elements(cx, id, start, n, text), |x| List::String(x.into()))(i),
        TagId::List => map(elements(cx, id, start, n, inner_list), |x| List::List(x.into()))(i),
        TagId::Compound => map(elements(cx, id, start, n, inner_compound), |x| List::Compound(x.into()))(i),
        TagId::IntArray => map(elements(cx, id, start, n, packed), |x| List::IntArray(x.into()))(i),
        TagId::LongArray => map(elements(cx, id, start, n, packed), |x| List::LongArray(x.into()))(i),
    }
}

/// Writes a `List`, in the layout of [`list`].
pub fn gen_list<T: Trace, W: Write>(cx: Cx<'_, T>, x: &List) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        let out = slice([x.element_type().to_wire()])(out)?;
        let out = gen_count(cx, x.len())(out)?;
        match x {
            List::End => Ok(out),
            List::Byte(x) => gen_numbers(cx, x)(out),
            List::Short(x) => gen_numbers(cx, x)(out),
            List::Int(x) => gen_numbers(cx, x)(out),
            List::Long(x) => gen_numbers(cx, x)(out),
            List::Float(x) => gen_numbers(cx, x)(out),
            List::Double(x) => gen_numbers(cx, x)(out),
            List::ByteArray(x) => gen_array(cx, x.iter(), |x| gen_packed(cx, x))(out),
            List::String(x) => gen_array(cx, x.iter(), |x| gen_text(cx, x))(out),
            List::List(x) => gen_array(cx, x.iter(), |x| move |out| gen_list(cx.deeper_out()?, x)(out))(out),
            List::Compound(x) => {
                gen_array(cx, x.iter(), |x| move |out| gen_compound(cx.deeper_out()?, x)(out))(out)
            }
            List::IntArray(x) => gen_array(cx, x.iter(), |x| gen_packed(cx, x))(out),
            List::LongArray(x) => gen_array(cx, x.iter(), |x| gen_packed(cx, x))(out),
        }
    }
}

/// Reads the type of the elements.
fn element_type<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, TagId> {
    field_as(cx, ELEMENT_TYPE, tag_id(cx), |id: &TagId| Shown::Named(id.to_wire().into(), id.name()))
}

/// Reads `n` elements, whose count is at `start`.
fn elements<'a, 'c, T: Trace, O, P: Parse<'a, O>>(
    cx: Cx<'c, T>,
    id: TagId,
    start: &'a [u8],
    n: u32,
    element: impl Fn(Cx<'c, T>) -> P,
) -> impl Parse<'a, Vec<O>> {
    let unit = id.min_payload_in(cx.rules().nbt);
    move |i: &'a [u8]| {
        let n = cx.promise(start, i, n, unit)?;
        grammar::list(cx, n, unit, |at| part(cx, Part::Index(at), typed(cx, id.name(), element(cx))))(i)
    }
}

/// Reads a list in a list, one level deeper.
fn inner_list<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, List> {
    move |i: &'a [u8]| list(inside(cx, i)?)(i)
}

/// Reads a compound in a list, one level deeper.
fn inner_compound<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Compound> {
    move |i: &'a [u8]| compound(inside(cx, i)?)(i)
}
