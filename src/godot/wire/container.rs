//! Values that contain values: arrays, dictionaries and full objects.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn, WriteContext};

use super::number::{count_word, gen_words, lenient_count};
use super::text::{gen_text, text, text_ref};
use super::{Cx, Header, WIDE, gen_header, gen_variant, header_word, put, words};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Segment};
use crate::godot::ids::Kind;
use crate::godot::model::{
    Array, BYTE_ORDER_MARK, Dictionary, ElementType, EntryTypes, Leaf, Object, ObjectData, Text, TextRef,
    Variant, merge,
};
use crate::godot::text::to_text_of;
use crate::grammar::{
    Parse, Read, accept, amend, each, field_as, forgiving, gen_part, in_part, le_u32, map, part,
};
use crate::trace::{Event, Form, Meaning, Order, Part, PathStep, Silent, Trace};

/// Reads an array.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | since Godot 4.3: [`element_type`], where header bits 16 and 17 say so |
/// | .. | 4    | bits 0 to 30: count; bit 31: shared (Godot 2), ignored later |
/// | .. | ..   | that many whole values, each with its header, whose type is not compared with the declared one |
pub fn array<'a, T: Trace>(cx: Cx<'_, T>, header: Header) -> impl Parse<'a, Array> {
    forgiving(cx, move |i: &'a [u8]| {
        let (i, ContainerHead { of, shared, count }) = array_head(cx, header)(i)?;
        let cx = if count > 0 { cx.deeper(i)? } else { cx };
        let mut all = places(cx, count, || Variant::Nil);
        let (i, ()) = each(cx, count, MIN_VALUE, i, |n, i| match all.get_mut(n) {
            Some(place) => value(cx, Part::Index(n), i, place),
            None => unkept(cx, Part::Index(n), i),
        })?;
        Ok((
            i,
            match of {
                Some(of) => Array::typed(of, all),
                None => Array::from(all).with_shared(shared),
            },
        ))
    })
}
/// Mirrors [`header`](super::header()) and [`array()`]: the element type is declared in the header.
pub fn gen_array<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Array) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        let of = x.element_type();
        if of.is_some() && !cx.dialect().typed_arrays {
            return refuse_types(cx, "typed Array");
        }
        let word = header_word(cx, Kind::Array)? | form_of(of) << 16;
        let count = shared_count_word(cx, x.len(), x.is_shared())?;
        let mut out = match of {
            None => gen_words([word, count])(out)?,
            of => gen_words([count])(gen_element_type(cx, of)(gen_words([word])(out)?)?)?,
        };
        let cx = if x.is_empty() { cx } else { cx.deeper_out()? };
        for (n, x) in x.as_slice().iter().enumerate() {
            out = gen_part(cx, Part::Index(n), gen_variant(cx, x))(out)?;
        }
        Ok(out)
    }
}

/// The part of a container before its contents: what it is of, Godot 2's shared bit, and the number of elements, pairs
/// or properties.
pub(in crate::godot) struct ContainerHead<O> {
    pub(in crate::godot) of: O,
    pub(in crate::godot) shared: bool,
    pub(in crate::godot) count: usize,
}

/// Reads the part of an array before its elements.
pub(in crate::godot) fn array_head<'a, T: Trace>(
    cx: Cx<'_, T>,
    header: Header,
) -> impl Parse<'a, ContainerHead<Option<ElementType>>> {
    let form = if cx.dialect().typed_arrays { header.word >> 16 & 0b11 } else { UNTYPED };
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        let (i, of) = declared(cx, "element type", form)(i)?;
        let (i, (count, shared)) = shared_count(cx, words::ELEMENTS, MIN_VALUE)(i)?;
        Ok((i, ContainerHead { of, shared, count }))
    }
}

/// Reads a dictionary.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | since Godot 4.4: [`element_type`] of the keys, where header bits 16 and 17 say so |
/// | .. | ..   | since Godot 4.4: the same of the values, where header bits 18 and 19 say so |
/// | .. | 4    | bits 0 to 30: number of pairs; bit 31: shared (Godot 2), ignored later |
/// | .. | ..   | that many pairs: key, value, both whole values with their headers, whose types are not compared with the declared ones |
///
/// If several pairs have the same key ([`Dialect::same_key`](crate::godot::Dialect::same_key)), the first key, in its
/// position, and the last value are kept, as in the engine, unless [`Rules::keep_duplicates`](super::Rules::keep_duplicates) is set.
pub fn dictionary<'a, T: Trace>(cx: Cx<'_, T>, header: Header) -> impl Parse<'a, Dictionary> {
    forgiving(cx, move |i: &'a [u8]| {
        let (i, ContainerHead { of, shared, count }) = dictionary_head(cx, header)(i)?;
        let cx = if count > 0 { cx.deeper(i)? } else { cx };
        let mut pairs = places(cx, count, || (Variant::Nil, Variant::Nil));
        let (i, ()) = each(cx, count, 2 * MIN_VALUE, i, |n, i| match pairs.get_mut(n) {
            Some((key, place)) => pair(cx, n, i, key, place),
            None => unkept_pair(cx, n, i),
        })?;
        if !cx.rules().keep_duplicates {
            merge(&mut pairs, cx.dialect().keys); // The rules of `same_key`.
        }
        Ok((
            i,
            match of {
                Some(of) => Dictionary::typed(of, pairs),
                None => Dictionary::from(pairs).with_shared(shared),
            },
        ))
    })
}
/// Mirrors [`header`](super::header()) and [`dictionary`]: the types are declared in the header.
pub fn gen_dictionary<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Dictionary) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        let types = x.entry_types();
        if types.is_some() && !cx.dialect().typed_dictionaries {
            return refuse_types(cx, "typed Dictionary");
        }
        let (key, value) = types.map_or((None, None), |of| (of.key.as_ref(), of.value.as_ref()));
        let word = header_word(cx, Kind::Dictionary)? | form_of(key) << 16 | form_of(value) << 18;
        let count = shared_count_word(cx, x.len(), x.is_shared())?;
        let mut out = match types {
            None => gen_words([word, count])(out)?,
            Some(_) => {
                let out = gen_element_type(cx, key)(gen_words([word])(out)?)?;
                gen_words([count])(gen_element_type(cx, value)(out)?)?
            }
        };
        let cx = if x.is_empty() { cx } else { cx.deeper_out()? };
        for (n, (key, value)) in x.as_slice().iter().enumerate() {
            out = gen_part(cx, Part::Key(n), gen_variant(cx, key))(out)?;
            out = match gen_variant(cx, value)(out) {
                Ok(out) => out,
                Err(error) => return Err(refused_value(cx, n, key, error)),
            };
        }
        Ok(out)
    }
}

#[cold]
fn refused_value<T: Trace>(cx: Cx<'_, T>, n: usize, key: &Variant, error: GenError) -> GenError {
    cx.refused_in(ValueOf(cx.silent(), n, key).segment(), error)
}

/// Reads the part of a dictionary before its pairs.
pub(in crate::godot) fn dictionary_head<'a, T: Trace>(
    cx: Cx<'_, T>,
    header: Header,
) -> impl Parse<'a, ContainerHead<Option<EntryTypes>>> {
    let forms = if cx.dialect().typed_dictionaries { header.word >> 16 & 0b1111 } else { UNTYPED };
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        let (i, key) = declared(cx, "key type", forms & 0b11)(i)?;
        let (i, value) = declared(cx, "value type", forms >> 2)(i)?;
        let (i, (count, shared)) = shared_count(cx, words::PAIRS, 2 * MIN_VALUE)(i)?;
        let of = (key.is_some() || value.is_some()).then_some(EntryTypes { key, value });
        Ok((i, ContainerHead { of, shared, count }))
    }
}

/// The least number of bytes of a value: its header.
pub(in crate::godot) const MIN_VALUE: usize = 4;

/// Returns a list of empty elements, into which the parsers of the elements write. A returned value would be copied
/// several times, which takes as long as reading it.
fn places<T: Trace, X>(cx: Cx<'_, T>, count: usize, nothing: impl FnMut() -> X) -> Vec<X> {
    let mut all = Vec::with_capacity(cx.kept(count));
    all.resize_with(cx.kept(count), nothing);
    all
}

/// Reads a promised value as a part, and puts it into its place.
#[cfg_attr(not(debug_assertions), inline(always))]
fn value<'a, T: Trace>(cx: Cx<'_, T>, part: Part<'_>, i: &'a [u8], place: &mut Variant) -> Read<'a, ()> {
    match placed(cx, part, i, place) {
        Ok(read) => Ok(read),
        Err(error) => Err(in_part(error, part)),
    }
}
/// Reads a value that an explanation does not keep.
#[cold]
fn unkept<'a, T: Trace>(cx: Cx<'_, T>, part: Part<'_>, i: &'a [u8]) -> Read<'a, ()> {
    value(cx, part, i, &mut Variant::Nil)
}
/// Reads a pair of promised values into their places.
#[cfg_attr(not(debug_assertions), inline(always))]
fn pair<'a, T: Trace>(
    cx: Cx<'_, T>,
    n: usize,
    i: &'a [u8],
    key: &mut Variant,
    place: &mut Variant,
) -> Read<'a, ()> {
    let (i, ()) = value(cx, Part::Key(n), i, key)?;
    let step = ValueOf(cx.silent(), n, key);
    if T::ENABLED {
        cx.trace.event(Event::Key(&step));
    }
    match placed(cx, Part::Value(n), i, place) {
        Ok(read) => Ok(read),
        Err(error) => Err(amend(error, |fault| fault.add(step.segment()))),
    }
}
/// Reads a pair that an explanation does not keep.
#[cold]
fn unkept_pair<'a, T: Trace>(cx: Cx<'_, T>, n: usize, i: &'a [u8]) -> Read<'a, ()> {
    pair(cx, n, i, &mut Variant::Nil, &mut Variant::Nil)
}
/// Does as [`value`], without the step of the path.
#[cfg_attr(not(debug_assertions), inline(always))]
fn placed<'a, T: Trace>(cx: Cx<'_, T>, part: Part<'_>, i: &'a [u8], place: &mut Variant) -> Read<'a, ()> {
    cx.redeem(MIN_VALUE);
    cx.open(part);
    let read = put(cx, i, place)?;
    cx.close();
    Ok(read)
}
/// The value of the key at a position, as a step of a path: the key, or the position if the key has parts that an explanation does
/// not keep.
#[derive(Debug, Clone, Copy)]
struct ValueOf<'x>(Cx<'x, Silent>, usize, &'x Variant);

impl PathStep for ValueOf<'_> {
    fn segment(&self) -> Option<Segment> {
        let Self(cx, at, key) = *self;
        Some(match (key.as_str(), key.leaf()) {
            (Some(text), _) => Segment::text(text),
            (None, Leaf::Int(number)) => Segment::int(number),
            (None, Leaf::Unit | Leaf::Bool(_) | Leaf::Float(_) | Leaf::Structure(_) | Leaf::Rid(_)) => {
                Segment::literal(&to_text_of(key, cx.dialect().table()))
            }
            _ => Segment::ValueAt(at),
        })
    }
}

/// Reads the count of a container, and whether it is shared. Promises `unit` bytes to each element.
fn shared_count<'a, T: Trace>(cx: Cx<'_, T>, what: Meaning, unit: usize) -> impl Parse<'a, (usize, bool)> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| {
        let has_meaning = cx.dialect().shared_bit;
        let what = what.of(Form::low_bits(Order::Little, 31));
        let (rest, word) = field_as(cx, what, le_u32, |word| words::shared(*word, has_meaning))(i)?;
        let count = cx.promise(i, rest, word & !SHARED, unit)?;
        Ok((rest, (count, has_meaning && word & SHARED != 0)))
    }
}
/// Returns what [`shared_count`] reads. A dialect that ignores the bit writes 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn shared_count_word<T: Trace>(cx: Cx<'_, T>, count: usize, shared: bool) -> Result<u32, GenError> {
    let bit = if shared && cx.dialect().shared_bit { SHARED } else { 0 };
    Ok(count_word(cx, count)? | bit)
}

/// Bit 31 of a container's count: Godot 2's "shared". Later engines ignore it.
pub(in crate::godot) const SHARED: u32 = 1 << 31;

/// Returns the bytes of a count that replaces `old` and keeps its shared bit, for code that edits encoded bytes.
pub fn recounted(count: u32, old: &[u8]) -> Option<Vec<u8>> {
    let old = u32::from_le_bytes(old.try_into().ok()?);
    Some((count | old & SHARED).to_le_bytes().to_vec())
}

/// Reads the element type of a typed container (Godot 4.3 and later). The header of the container says how the type is
/// declared.
///
/// | declaration | size | field |
/// |-------------|-----:|-------|
/// | 0 untyped   | 0    | |
/// | 1 builtin   | 4    | type id; Nil means untyped |
/// | 2 class     | ..   | string block: name of the class |
/// | 3 script    | ..   | string block: `res://` path of the script |
pub fn element_type<'a, T: Trace>(cx: Cx<'_, T>, declaration: u32) -> impl Parse<'a, Option<ElementType>> {
    move |i: &'a [u8]| match declaration {
        UNTYPED => Ok((i, None)),
        BUILTIN => {
            let (i, kind) = builtin_type(cx)(i)?;
            Ok((i, (kind != Kind::Nil).then_some(ElementType::Builtin(kind))))
        }
        CLASS => map(part(cx, "class", text(cx)), |name| Some(ElementType::Class(name)))(i),
        _ => map(part(cx, "script", text(cx)), |path| Some(ElementType::Script(path)))(i),
    }
}
/// Mirrors [`element_type`].
pub fn gen_element_type<T: Trace, W: Write>(cx: Cx<'_, T>, of: Option<&ElementType>) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match of {
        None => Ok(out),
        Some(ElementType::Builtin(Kind::Nil)) => {
            cx.refuse(EncodeErrorKind::NotExpressible { what: "an element type of Nil is read as none" })
        }
        Some(ElementType::Builtin(kind)) => gen_header(cx, *kind, 0)(out),
        Some(ElementType::Class(text) | ElementType::Script(text)) => gen_text(cx, text)(out),
    }
}
/// Reads an [`element_type`] as a part of a container. Most containers have none.
fn declared<'a, T: Trace>(
    cx: Cx<'_, T>,
    name: &'static str,
    declaration: u32,
) -> impl Parse<'a, Option<ElementType>> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |i: &'a [u8]| match declaration {
        UNTYPED => Ok((i, None)),
        _ => part(cx, name, element_type(cx, declaration))(i),
    }
}
fn builtin_type<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Kind> {
    let kind = move |id: u32| u8::try_from(id).ok().and_then(|id| cx.dialect().kind(id));
    let id = field_as(cx, words::DECLARED, le_u32, move |id| words::declared(*id, kind(*id), cx.dialect()));
    accept(id, move |id, _| kind(id).ok_or(DecodeErrorKind::ElementType { id }))
}
/// Returns how the header of a container declares this type.
fn form_of(of: Option<&ElementType>) -> u32 {
    match of {
        None => UNTYPED,
        Some(ElementType::Builtin(_)) => BUILTIN,
        Some(ElementType::Class(_)) => CLASS,
        Some(ElementType::Script(_)) => SCRIPT,
    }
}
fn refuse_types<T: Trace, O>(cx: Cx<'_, T>, kind: &'static str) -> Result<O, GenError> {
    cx.refuse(EncodeErrorKind::NotInDialect { kind, dialect: cx.dialect().name })
}
const UNTYPED: u32 = 0;
const BUILTIN: u32 = 1;
const CLASS: u32 = 2;
const SCRIPT: u32 = 3;

/// Reads a full object, which is the form without header bit 16. It is decoded as data, and never instantiated.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | ..   | string block: name of the class; if empty, the object is null and nothing follows |
/// | .. | 4    | number of properties, signed; a negative one reads as 0 |
/// | .. | ..   | per property: string block with its name, then its value, one level deeper |
///
/// This is accepted only where objects are allowed, even if the object is null, because engines instantiate it.
pub fn object<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Object> {
    forgiving(cx, move |i: &'a [u8]| {
        let (i, ContainerHead { of: class, count, .. }) = object_head(cx)(i)?;
        if class.is_empty() {
            return Ok((i, Object::Null));
        }
        let mut properties = Vec::with_capacity(cx.kept(count));
        let (i, ()) = each(cx, count, MIN_PROPERTY, i, |n, i| {
            let (i, (name, value)) = property(cx, n)(i)?;
            if cx.keeps_values() {
                properties.push((name, value));
            }
            Ok((i, ()))
        })?;
        Ok((i, Object::Full(Box::new(ObjectData { class: class.into(), properties }))))
    })
}
fn property<'a, T: Trace>(cx: Cx<'_, T>, n: usize) -> impl Parse<'a, (Text, Variant)> {
    move |i: &'a [u8]| {
        cx.redeem(MIN_PROPERTY - MIN_VALUE);
        let (i, name) = part(cx, Part::Numbered("property", n), text(cx))(i)?;
        let cx = cx.deeper(i)?;
        let mut x = Variant::Nil;
        let (i, ()) = value(cx, Part::Named(name.as_str().unwrap_or_default()), i, &mut x)?;
        Ok((i, (name, x)))
    }
}
/// Mirrors [`object`].
pub fn gen_object<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    ObjectData { class, properties }: &ObjectData,
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        // A class that is only a byte order mark counts as empty, because readers skip the mark.
        if class.is_empty() || class.as_bytes() == BYTE_ORDER_MARK {
            let what = "an object needs the name of its class";
            return cx.refuse(EncodeErrorKind::NotExpressible { what });
        }
        let out = gen_text(cx, class)(out)?;
        let mut out = gen_words([count_word(cx, properties.len())?])(out)?;
        for (name, value) in properties {
            out = gen_text(cx, name)(out)?;
            let part = Part::Named(name.as_str().unwrap_or_default());
            out = gen_part(cx, part, gen_variant(cx.deeper_out()?, value))(out)?;
        }
        Ok(out)
    }
}

/// Reads the class and the number of properties, which an object without a class does not have.
pub(in crate::godot) fn object_head<'a, T: Trace>(
    cx: Cx<'_, T>,
) -> impl Parse<'a, ContainerHead<TextRef<'a>>> {
    move |i: &'a [u8]| {
        let (i, class) = part(cx, "class", text_ref(cx))(i)?;
        let (i, count) = match class.is_empty() {
            true => (i, 0),
            false => lenient_count(cx, words::PROPERTIES, MIN_PROPERTY)(i)?,
        };
        Ok((i, ContainerHead { of: class, shared: false, count }))
    }
}

/// Returns the header of an object, with bit 16 set if only its id follows.
pub(super) fn object_word<T: Trace>(cx: Cx<'_, T>, x: &Object) -> Result<u32, GenError> {
    let has_payload = cx.dialect().objects;
    match x {
        Object::Id(_) if has_payload => Ok(header_word(cx, Kind::Object)? | WIDE),
        Object::Full(_) | Object::Id(1..) if !has_payload => cx.refuse(EncodeErrorKind::NotExpressible {
            what: "Godot 2 cannot encode an object; `convert` to Godot 2 replaces it by null",
        }),
        Object::Null | Object::Id(_) | Object::Full(_) => header_word(cx, Kind::Object),
    }
}

/// The least number of bytes of a property: the length of its name, and a value.
const MIN_PROPERTY: usize = 4 + MIN_VALUE;
