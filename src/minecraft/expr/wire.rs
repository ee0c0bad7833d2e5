//! The grammar of type expressions: the parsers and serializers of [`wire`], chosen at run time.

use std::io::Write;
use std::mem::{forget, replace};

use cookie_factory::{GenResult, SerializeFn, WriteContext};
use nom::Err;

use super::bits;
use super::int_type::{IntType, gen_integer, int_of, int_value, integer};
use super::select::{ANONYMOUS, Scope};
use super::shape::AXES;
use super::value::{NO_VALUE, blank};
use super::{Length, TypeExpr, Value, ValueList};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{
    Fault, Parse, each, fail, fail_after, field, gen_part, in_part, le_f32, le_f64, map, reading, slice, take,
};
use crate::minecraft::model::FixedPoint;
use crate::minecraft::skip;
use crate::minecraft::wire::{self, Cx, Scratch, disagreeing};
use crate::sure::Sure as _;
use crate::trace::{Form, Meaning, Order, Part, Trace, Unit};

/// The rest of the input after a value was put in its place, or a fault. A value that is returned takes longer.
type Rest<'a> = Result<&'a [u8], Err<Fault>>;

/// The reason why an unknown type cannot be read or written.
pub(in crate::minecraft) const UNKNOWN: &str = "the type is not known";

/// Reads a value of the type.
pub(in crate::minecraft) fn value<'a, T: Trace>(cx: Cx<'_, T>, of: &TypeExpr) -> impl Parse<'a, Value> {
    move |i: &'a [u8]| {
        cx.begin_stack();
        // Types that a program builds may have elements without bytes, so the number of values is limited.
        cx.scratch().values_left.set(i.len().saturating_mul(4).saturating_add(16_384));
        let mut value = NO_VALUE;
        let rest = read(cx, of, &Scope::NONE, i, &mut value)?;
        Ok((rest, value))
    }
}

/// Returns the input after a value of the type, of which only the fields are kept that select other types. Returns
/// `None` if it is not valid.
pub(in crate::minecraft) fn skip_value<'a>(cx: Cx<'_>, of: &TypeExpr, i: &'a [u8]) -> Option<&'a [u8]> {
    cx.scratch().only_checks.set(true);
    let rest = value(cx, of)(i).ok().map(|(rest, _)| rest);
    cx.scratch().only_checks.set(false);
    rest
}

/// Returns whether arrays keep their elements, and values with NBT or bytes keep these.
#[inline]
fn keeps_values<T: Trace>(cx: Cx<'_, T>) -> bool {
    let Scratch { only_checks, .. } = cx.scratch();
    !only_checks.get() && cx.keeps_values()
}

/// Counts values, or fails if there are too many for the length of the input or if they are nested too deeply for the
/// stack.
#[inline]
fn count_values<T: Trace>(cx: Cx<'_, T>, count: usize, at: &[u8]) -> Result<(), Err<Fault>> {
    cx.check_stack(at)?;
    let left = &cx.scratch().values_left;
    match left.get().checked_sub(count) {
        Some(now) => {
            left.set(now);
            Ok(())
        }
        None => fail(at, DecodeErrorKind::Custom("the bytes contain too many values for their length")),
    }
}

/// Puts a value in its place, which holds nothing that must be dropped.
#[inline]
fn put<'a, X>((rest, x): (&'a [u8], X), place: &mut Value, of: impl FnOnce(X) -> Value) -> Rest<'a> {
    forget(replace(place, of(x)));
    Ok(rest)
}

/// Reads a value of any type into its place. `scope` has the fields that may select types.
fn read<'a, T: Trace>(
    cx: Cx<'_, T>,
    mut of: &TypeExpr,
    scope: &Scope<'_, '_>,
    i: &'a [u8],
    place: &mut Value,
) -> Rest<'a> {
    loop {
        // A name is not shown, only the type that it refers to.
        let is_name = matches!(of, TypeExpr::Named(_) | TypeExpr::Types(..));
        if !is_name {
            cx.reading(if T::ENABLED { of.name() } else { "" });
        }
        let read = match of {
            TypeExpr::Switch(by, cases) => match scope.select(by, cases) {
                Ok(case) => {
                    of = case;
                    continue;
                }
                Err(kind) => fail(i, kind),
            },
            _ => read_type(cx, of, scope, i, place),
        };
        return match read {
            Err(error) if !is_name => Err(reading(error, of.name())),
            read => read,
        };
    }
}

/// Reads a value of any type but a `switch`.
#[inline]
fn read_type<'a, T: Trace>(
    cx: Cx<'_, T>,
    of: &TypeExpr,
    scope: &Scope<'_, '_>,
    i: &'a [u8],
    place: &mut Value,
) -> Rest<'a> {
    use Value as V;
    match of {
        TypeExpr::Bool => put(wire::boolean(cx, "value")(i)?, place, V::Bool),
        TypeExpr::Int(IntType::VarInt) => put(wire::varint(cx, "value")(i)?, place, V::VarInt),
        TypeExpr::Int(int) => put(integer(cx, *int, "value")(i)?, place, |x| x),
        TypeExpr::F32 => put(wire::float(cx, "value")(i)?, place, V::F32),
        TypeExpr::F64 => put(wire::double(cx, "value")(i)?, place, V::F64),
        TypeExpr::String(n) => put(wire::string(cx, *n)(i)?, place, |x| V::String(x.into())),
        TypeExpr::Struct(fields) => read_structure(cx, fields, scope, i, place),
        TypeExpr::Array(length, inner) => read_array(cx, length, inner, scope, i, place),
        TypeExpr::Option(inner) => match wire::boolean(cx, "present")(i)? {
            (i, true) => read_some(cx, inner, scope, i, place),
            (i, false) => put((i, None), place, V::Option),
        },
        _ => read_other(cx, of, scope, i, place),
    }
}

/// Reads a value of a less common type.
#[inline(never)]
fn read_other<'a, T: Trace>(
    cx: Cx<'_, T>,
    of: &TypeExpr,
    scope: &Scope<'_, '_>,
    i: &'a [u8],
    place: &mut Value,
) -> Rest<'a> {
    use Value as V;
    // A check needs only the end of these, and they select no types.
    if !T::ENABLED && !keeps_values(cx) {
        let rest = match of {
            TypeExpr::Slot => skip::slot(cx.silent(), i),
            TypeExpr::Metadata => skip::metadata(cx.silent(), i),
            _ => None,
        };
        if let Some(rest) = rest {
            return Ok(rest);
        }
    }
    match of {
        TypeExpr::Text(int) => {
            let text = wire::text_after(cx, u32::MAX, length(cx, *int, wire::TEXT_LENGTH));
            put(text(i)?, place, |x| V::String(x.into()))
        }
        TypeExpr::Lf32 => {
            put(field(cx, Meaning::new("value").of(Form::Float(Order::Little)), le_f32)(i)?, place, V::F32)
        }
        TypeExpr::Lf64 => {
            put(field(cx, Meaning::new("value").of(Form::Float(Order::Little)), le_f64)(i)?, place, V::F64)
        }
        TypeExpr::Chat => put(wire::chat(cx)(i)?, place, V::Chat),
        TypeExpr::Identifier => put(wire::identifier(cx)(i)?, place, V::Identifier),
        TypeExpr::Position => {
            AXES.iter().for_each(|name| cx.holds(name));
            put(wire::position(cx)(i)?, place, V::Position)
        }
        TypeExpr::Angle => put(wire::angle(cx)(i)?, place, V::Angle),
        TypeExpr::Uuid => put(wire::uuid(cx)(i)?, place, V::Uuid),
        TypeExpr::Nbt if !keeps_values(cx) => put(wire::nbt_bytes(cx)(i)?, place, |_| V::Nbt(None)),
        TypeExpr::Nbt => put(wire::nbt(cx)(i)?, place, |x| V::Nbt(x.map(Box::new))),
        TypeExpr::Mutf8 => put(wire::mutf8(cx)(i)?, place, |x| V::Mutf8(x.into())),
        TypeExpr::Slot => put(wire::slot(cx)(i)?, place, |x| V::Slot(x.map(Box::new))),
        TypeExpr::Particle => put(wire::particle(cx)(i)?, place, |x| V::Particle(x.into())),
        TypeExpr::Metadata => put(wire::metadata(cx)(i)?, place, V::Metadata),
        TypeExpr::Enum(int, names) if names.open => {
            let number = wire::with_name(cx, value_of(*int), number(cx, *int), |x| names.name(x));
            put(number(i)?, place, V::Enum)
        }
        TypeExpr::Enum(int, names) => {
            let number = wire::enumeration(cx, value_of(*int), number(cx, *int), |x| names.name(x));
            put(number(i)?, place, V::Enum)
        }
        TypeExpr::Fixed(int, fraction_bits) => {
            let fixed = |raw| FixedPoint { raw, fraction_bits: *fraction_bits };
            let words = |x: &FixedPoint| (Some(x.raw), format!("{} in steps of 1/{}", x.value(), x.steps()));
            let fixed = wire::described(cx, value_of(*int), map(number(cx, *int), fixed), words);
            put(fixed(i)?, place, V::Fixed)
        }
        TypeExpr::Bits(parts) => {
            parts.iter().for_each(|part| cx.holds(&part.name));
            put(bits::bits(cx, parts)(i)?, place, |x| x)
        }
        TypeExpr::Flags(int, names) => {
            names.iter().for_each(|name| cx.holds(name));
            put(bits::flags(cx, *int, names)(i)?, place, |x| x)
        }
        TypeExpr::Bytes(by) => {
            let bytes = match by {
                Length::Known(length) => wire::byte_array(cx, *length)(i)?,
                Length::Prefixed(int) => {
                    let length = length(cx, *int, Meaning::new("byte length").counting(Unit::BYTES));
                    wire::prefixed_byte_array(cx, length)(i)?
                }
                Length::Field(by) => match scope.count(by) {
                    Ok(length) => wire::byte_array(cx, length)(i)?,
                    Err(kind) => return fail(i, kind),
                },
                Length::Rest => wire::byte_array(cx, u32::try_from(i.len()).unwrap_or(u32::MAX))(i)?,
            };
            let keeps = keeps_values(cx);
            put(bytes, place, |x| V::Bytes(if keeps { x.into() } else { Box::default() }))
        }
        TypeExpr::Optional(_) if i.is_empty() => put((i, None), place, V::Option),
        TypeExpr::Optional(inner) => read_some(cx, inner, scope, i, place),
        TypeExpr::If(by, is, inner) => match scope.holds(by, is.as_ref()) {
            Ok(true) => read_some(cx, inner, scope, i, place),
            Ok(false) => put((i, None), place, V::Option),
            Err(kind) => fail(i, kind),
        },
        TypeExpr::Holder(holder) => {
            hold(cx, i, &holder.id);
            match bits::holder(cx)(i)? {
                (i, 0) => {
                    in_open(cx, Part::Named(&holder.value), || read_some(cx, &holder.inner, scope, i, place))
                }
                (i, n) => put((i, n.wrapping_sub(1)), place, V::VarInt),
            }
        }
        TypeExpr::Holders(holder) => {
            hold(cx, i, &holder.value);
            match (bits::holders(cx)(i)?, &holder.inner) {
                ((i, 0), _) => {
                    in_open(cx, Part::Named(&holder.id), || read_some(cx, &holder.base, scope, i, place))
                }
                ((rest, n), TypeExpr::Array(_, inner)) => in_open(cx, Part::Named(&holder.value), || {
                    read_elements(cx, n - 1, inner, scope, i, rest, place)
                }),
                _ => fail(i, DecodeErrorKind::Custom(UNKNOWN)),
            }
        }
        TypeExpr::Until(end, inner) => read_until(cx, *end, inner, scope, i, place),
        TypeExpr::Marked(inner) => read_marked(cx, inner, scope, i, place),
        TypeExpr::GzipNbt => put(bits::gzip_nbt(cx)(i)?, place, |x| x),
        TypeExpr::LpVec3 => {
            AXES.iter().for_each(|name| cx.holds(name));
            put(bits::lp_vec3(cx)(i)?, place, |x| x)
        }
        TypeExpr::Types(types, inner) => read(cx, inner, &Scope::of_types(Some(types)), i, place),
        TypeExpr::Named(name) => match scope.types.and_then(|types| types.get(name)) {
            Some(of) => read(cx.deeper(i)?, of, &Scope::of_types(scope.types), i, place),
            None => fail(i, DecodeErrorKind::Custom("the type uses a name that is not defined")),
        },
        TypeExpr::Unknown(_) => fail(i, DecodeErrorKind::Custom(UNKNOWN)),
        // The callers read these.
        TypeExpr::Bool | TypeExpr::Int(_) | TypeExpr::F32 | TypeExpr::F64 | TypeExpr::String(_) => Ok(i),
        TypeExpr::Struct(_) | TypeExpr::Array(..) | TypeExpr::Option(_) | TypeExpr::Switch(..) => Ok(i),
    }
}

/// Reports that the number at the start of the input is a part with this name, unless it is 0.
fn hold<T: Trace>(cx: Cx<'_, T>, i: &[u8], name: &str) {
    if i.first() != Some(&0) {
        cx.holds(name);
    }
}

/// Reads a value that is present.
fn read_some<'a, T: Trace>(
    cx: Cx<'_, T>,
    inner: &TypeExpr,
    scope: &Scope<'_, '_>,
    i: &'a [u8],
    place: &mut Value,
) -> Rest<'a> {
    count_values(cx, 1, i)?;
    let mut value = NO_VALUE;
    let i = read(cx, inner, scope, i, &mut value)?;
    put((i, value), place, |value| Value::Option(Some(value.into())))
}

/// Reads the fields in order, each of which may select the types of later ones.
#[inline(never)]
fn read_structure<'a, T: Trace>(
    cx: Cx<'_, T>,
    fields: &[(String, TypeExpr)],
    scope: &Scope<'_, '_>,
    mut i: &'a [u8],
    place: &mut Value,
) -> Rest<'a> {
    count_values(cx, fields.len(), i)?;
    let mut values = blank(fields.len());
    for (at, (name, field)) in fields.iter().enumerate() {
        let (before, rest) = values.split_at_mut(at);
        let Some(place) = rest.first_mut() else { break };
        let scope = scope.field(fields, before);
        i = match name.as_str() {
            ANONYMOUS => read(cx, field, &scope, i, place)?,
            name => in_open(cx, Part::Named(name), || read(cx, field, &scope, i, place))?,
        };
    }
    put((i, values), place, |values| Value::Struct(values.into()))
}

/// Reads a count, and as many elements.
#[inline(never)]
fn read_array<'a, T: Trace>(
    cx: Cx<'_, T>,
    by: &Length,
    inner: &TypeExpr,
    scope: &Scope<'_, '_>,
    i: &'a [u8],
    place: &mut Value,
) -> Rest<'a> {
    let (rest, count) = match by {
        Length::Known(count) => (i, *count),
        Length::Prefixed(int) => length(cx, *int, Meaning::new("count").counting(Unit::ELEMENTS))(i)?,
        Length::Field(by) => match scope.count(by) {
            Ok(count) => (i, count),
            Err(kind) => return fail(i, kind),
        },
        Length::Rest => return fail(i, DecodeErrorKind::Custom("an array needs a count")),
    };
    read_elements(cx, count, inner, scope, i, rest, place)
}

/// Reads `count` elements. The count is between `start` and `i`.
fn read_elements<'a, T: Trace>(
    cx: Cx<'_, T>,
    count: u32,
    inner: &TypeExpr,
    scope: &Scope<'_, '_>,
    start: &'a [u8],
    mut i: &'a [u8],
    place: &mut Value,
) -> Rest<'a> {
    if let Some(int) = inner.packed_element() {
        return read_integers(cx, count, int, start, i, place);
    }
    // The least length of an element is computed only if there are elements.
    if count == 0 {
        cx.within(start, i, 0, 1)?;
        return put((i, ValueList::default()), place, Value::Array);
    }
    // More than the length of any input is as good as the greatest number.
    let unit = inner.min_len().min(u32::MAX as usize);
    let mut values = Vec::new();
    if unit == 0 {
        for index in 0..count as usize {
            i = read_next(cx, inner, scope, index, i, &mut values)?;
        }
        return put((i, values), place, |values| Value::Array(values.into()));
    }
    count_values(cx, (count as usize).min(i.len() + 1), i)?;
    let n = cx.promise(start, i, count, unit)?;
    if !keeps_values(cx) {
        let (i, ()) = each(cx, n, unit, i, |index, i| {
            cx.redeem(unit);
            let mut value = NO_VALUE;
            let rest = in_open(cx, Part::Index(index), || read(cx, inner, scope, i, &mut value))?;
            Ok((rest, ()))
        })?;
        return put((i, ValueList::default()), place, Value::Array);
    }
    let after = cx.promised_after(n, unit);
    values.resize_with(cx.room(i, n, unit), || NO_VALUE);
    for (index, place) in values.iter_mut().enumerate() {
        cx.redeem(unit);
        match in_open(cx, Part::Index(index), || read(cx, inner, scope, i, place)) {
            Ok(rest) => i = rest,
            Err(error) => {
                cx.set_promised(after);
                return Err(error);
            }
        }
    }
    put((i, values), place, |values| Value::Array(values.into()))
}

/// Reads `count` integers of fixed size as one block. The count is between `start` and `i`.
fn read_integers<'a, T: Trace>(
    cx: Cx<'_, T>,
    count: u32,
    int: IntType,
    start: &'a [u8],
    i: &'a [u8],
    place: &mut Value,
) -> Rest<'a> {
    count_values(cx, (count as usize).min(i.len() + 1), i)?;
    let n = cx.within(start, i, count, int.min_len())?;
    let (rest, wire) = take(cx, n.saturating_mul(int.min_len()))(i)?;
    if T::ENABLED {
        let mut at = i;
        for index in 0..n {
            at = in_open(cx, Part::Index(index), || {
                cx.reading(int.shown());
                Ok(integer(cx, int, "value")(at)?.0)
            })?;
        }
    }
    let wire = if keeps_values(cx) { wire } else { &[] };
    put((rest, wire), place, |wire| Value::Integers(wire.into()))
}

/// Reads a part of a value.
#[inline]
fn in_open<'a, T: Trace>(cx: Cx<'_, T>, part: Part<'_>, read: impl FnOnce() -> Rest<'a>) -> Rest<'a> {
    cx.open(part);
    match read() {
        Ok(rest) => {
            cx.close();
            Ok(rest)
        }
        Err(error) => Err(in_part(error, part)),
    }
}

/// Reads the next element of an array whose length is not known.
fn read_next<'a, T: Trace>(
    cx: Cx<'_, T>,
    inner: &TypeExpr,
    scope: &Scope<'_, '_>,
    index: usize,
    i: &'a [u8],
    values: &mut Vec<Value>,
) -> Rest<'a> {
    count_values(cx, 1, i).map_err(|error| in_part(error, Part::Index(index)))?;
    let mut value = NO_VALUE;
    let rest = in_open(cx, Part::Index(index), || read(cx, inner, scope, i, &mut value))?;
    if keeps_values(cx) {
        wire::push(values, value, rest.len() / inner.min_len().max(1) + 1);
    }
    Ok(rest)
}

/// Reads elements until the next byte is the end.
fn read_until<'a, T: Trace>(
    cx: Cx<'_, T>,
    end: u8,
    inner: &TypeExpr,
    scope: &Scope<'_, '_>,
    mut i: &'a [u8],
    place: &mut Value,
) -> Rest<'a> {
    let mut values = Vec::new();
    for index in 0.. {
        if i.first().is_none_or(|first| *first == end) {
            break;
        }
        i = read_next(cx, inner, scope, index, i, &mut values)?;
    }
    put((bits::end(cx)(i)?.0, values), place, |values| Value::Array(values.into()))
}

/// Reads elements, each of which except the last has a mark.
fn read_marked<'a, T: Trace>(
    cx: Cx<'_, T>,
    inner: &TypeExpr,
    scope: &Scope<'_, '_>,
    mut i: &'a [u8],
    place: &mut Value,
) -> Rest<'a> {
    let mut values = Vec::new();
    for index in 0.. {
        let has_mark = i.first().is_some_and(|first| first & bits::MARK != 0);
        i = read_next(cx, inner, scope, index, i, &mut values)?;
        if !has_mark {
            break;
        }
    }
    values.iter_mut().filter_map(bits::first_byte).for_each(|first| *first &= i8::MAX);
    put((i, values), place, |values| Value::Array(values.into()))
}

/// Writes a value of the type, in the layout of [`value`].
pub(in crate::minecraft) fn gen_value<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    of: &TypeExpr,
    x: &Value,
) -> impl SerializeFn<W> {
    move |out| write(cx, of, &Scope::NONE, x, out)
}

/// Mirrors [`read`].
pub(in crate::minecraft) fn write<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    mut of: &TypeExpr,
    scope: &Scope<'_, '_>,
    x: &Value,
    out: WriteContext<W>,
) -> GenResult<W> {
    use Value as V;
    while let TypeExpr::Switch(by, cases) = of {
        of = match scope.select(by, cases) {
            Ok(case) => case,
            Err(_) => return cx.refuse(disagreeing()),
        };
    }
    match (of, x) {
        (TypeExpr::Bool, V::Bool(x)) => wire::gen_boolean(*x)(out),
        (TypeExpr::Int(IntType::VarInt), V::VarInt(x)) => wire::gen_varint(*x)(out),
        (TypeExpr::Int(int) | TypeExpr::Flags(int, _), x) => gen_integer(cx, *int, x)(out),
        (TypeExpr::F32, V::F32(x)) => wire::gen_float(*x)(out),
        (TypeExpr::F64, V::F64(x)) => wire::gen_double(*x)(out),
        (TypeExpr::String(n), V::String(x)) => wire::gen_string(cx, *n, x)(out),
        (TypeExpr::Struct(fields), V::Struct(x)) if fields.len() == x.len() => {
            write_structure(cx, fields, scope, x, out)
        }
        (TypeExpr::Array(length, inner), V::Array(x)) => {
            let out = gen_length(cx, length, scope, x.len())(out)?;
            write_elements(cx, inner, scope, x, out)
        }
        (TypeExpr::Array(length, inner), V::Integers(x)) => match inner.count_in(x) {
            Some(count) => slice(&**x)(gen_length(cx, length, scope, count)(out)?),
            None => cx.refuse(other_type()),
        },
        (TypeExpr::Option(inner), V::Option(x)) => {
            let out = wire::gen_boolean(x.is_some())(out)?;
            write_optional(cx, inner, scope, x.as_deref(), out)
        }
        _ => write_other(cx, of, scope, x, out),
    }
}

/// Mirrors [`read_other`].
#[inline(never)]
fn write_other<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    of: &TypeExpr,
    scope: &Scope<'_, '_>,
    x: &Value,
    out: WriteContext<W>,
) -> GenResult<W> {
    use Value as V;
    match (of, x) {
        (TypeExpr::Text(int), V::String(x)) => {
            let out = gen_length(cx, &Length::Prefixed(*int), scope, x.len())(out)?;
            slice(&**x)(out)
        }
        (TypeExpr::Lf32, V::F32(x)) => slice(x.to_le_bytes())(out),
        (TypeExpr::Lf64, V::F64(x)) => slice(x.to_le_bytes())(out),
        (TypeExpr::Chat, V::Chat(x)) => wire::gen_chat(cx, x)(out),
        (TypeExpr::Identifier, V::Identifier(x)) => wire::gen_identifier(cx, x)(out),
        (TypeExpr::Position, V::Position(x)) => wire::gen_position(cx, x)(out),
        (TypeExpr::Angle, V::Angle(x)) => wire::gen_angle(*x)(out),
        (TypeExpr::Uuid, V::Uuid(x)) => wire::gen_uuid(*x)(out),
        (TypeExpr::Nbt, V::Nbt(x)) => wire::gen_nbt(cx, x.as_deref())(out),
        (TypeExpr::Mutf8, V::Mutf8(x)) => wire::gen_mutf8(cx, x)(out),
        (TypeExpr::Slot, V::Slot(x)) => wire::gen_slot(cx, x.as_deref())(out),
        (TypeExpr::Particle, V::Particle(x)) => wire::gen_particle(cx, &x.get())(out),
        (TypeExpr::Metadata, V::Metadata(x)) => wire::gen_metadata(cx, x)(out),
        (TypeExpr::Enum(int, names), V::Enum(x)) => {
            let refusal = "the number is not a value of this enumeration";
            let refusal = EncodeErrorKind::NotExpressible { what: refusal };
            let is_value = names.open || names.name(*x).is_some();
            wire::gen_enumeration(cx, is_value, refusal, gen_number(cx, *int, *x))(out)
        }
        (TypeExpr::Fixed(int, bits), V::Fixed(x)) if x.fraction_bits == *bits => {
            gen_number(cx, *int, x.raw)(out)
        }
        (TypeExpr::Bits(parts), V::Struct(x)) => bits::gen_bits(cx, parts, x)(out),
        (TypeExpr::Bytes(length), V::Bytes(x)) => {
            wire::gen_prefixed_byte_array(gen_length(cx, length, scope, x.len()), x)(out)
        }
        (TypeExpr::Optional(inner), V::Option(x)) => write_optional(cx, inner, scope, x.as_deref(), out),
        (TypeExpr::If(by, is, inner), V::Option(x)) => match scope.holds(by, is.as_ref()) {
            Ok(there) if there == x.is_some() => write_optional(cx, inner, scope, x.as_deref(), out),
            Ok(_) | Err(_) => cx.refuse(disagreeing()),
        },
        (TypeExpr::Holder(holder), V::Option(Some(x))) => {
            let value = |out| write(cx, &holder.inner, scope, x, out);
            gen_part(cx, Part::Named(&holder.value), value)(wire::gen_varint(0)(out)?)
        }
        (TypeExpr::Holder(_), V::VarInt(x)) if *x != -1 => wire::gen_varint(x.wrapping_add(1))(out),
        (TypeExpr::Holders(holder), V::Option(Some(x))) => {
            let name = |out| write(cx, &holder.base, scope, x, out);
            gen_part(cx, Part::Named(&holder.id), name)(wire::gen_varint(0)(out)?)
        }
        (TypeExpr::Holders(holder), V::Array(x)) => {
            let TypeExpr::Array(_, inner) = &holder.inner else { return cx.refuse(other_type()) };
            let out = wire::gen_length(cx, x.len().saturating_add(1))(out)?;
            let entries = |out| write_elements(cx, inner, scope, x, out);
            gen_part(cx, Part::Named(&holder.value), entries)(out)
        }
        (TypeExpr::Holders(holder), V::Integers(x)) => {
            match holder.inner.element().and_then(|inner| inner.count_in(x)) {
                Some(count) => slice(&**x)(wire::gen_length(cx, count.saturating_add(1))(out)?),
                None => cx.refuse(other_type()),
            }
        }
        (TypeExpr::Until(end, inner), V::Array(x)) => {
            let out = write_elements(cx, inner, scope, x, out)?;
            slice([*end])(out)
        }
        (TypeExpr::Marked(inner), V::Array(x)) => match bits::marked(x) {
            Some(x) => write_elements(cx, inner, scope, &x, out),
            None => cx.refuse(other_type()),
        },
        (TypeExpr::GzipNbt, x) => bits::gen_gzip_nbt(cx, x)(out),
        (TypeExpr::LpVec3, V::Bytes(x)) => bits::gen_lp_vec3(cx, x)(out),
        (TypeExpr::Types(types, inner), x) => write(cx, inner, &Scope::of_types(Some(types)), x, out),
        (TypeExpr::Named(name), x) => match scope.types.and_then(|types| types.get(name)) {
            Some(of) => write(cx.deeper_out()?, of, &Scope::of_types(scope.types), x, out),
            None => cx.refuse(other_type()),
        },
        (TypeExpr::Unknown(_), _) => cx.refuse(EncodeErrorKind::NotExpressible { what: UNKNOWN }),
        _ => cx.refuse(other_type()),
    }
}

/// Writes a value if there is one.
fn write_optional<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    inner: &TypeExpr,
    scope: &Scope<'_, '_>,
    x: Option<&Value>,
    out: WriteContext<W>,
) -> GenResult<W> {
    match x {
        Some(x) => write(cx, inner, scope, x, out),
        None => Ok(out),
    }
}

/// Mirrors [`read_structure`].
fn write_structure<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    fields: &[(String, TypeExpr)],
    scope: &Scope<'_, '_>,
    x: &[Value],
    mut out: WriteContext<W>,
) -> GenResult<W> {
    for (at, ((name, field), value)) in fields.iter().zip(x).enumerate() {
        let scope = scope.field(fields, x.get(..at).sure_to_write()?);
        out = match name.as_str() {
            ANONYMOUS => write(cx, field, &scope, value, out)?,
            name => gen_part(cx, Part::Named(name), |out| write(cx, field, &scope, value, out))(out)?,
        };
    }
    Ok(out)
}

/// Mirrors the elements of [`read_elements`].
fn write_elements<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    inner: &TypeExpr,
    scope: &Scope<'_, '_>,
    x: &[Value],
    out: WriteContext<W>,
) -> GenResult<W> {
    wire::gen_array(cx, x.iter(), |x| move |out| write(cx, inner, scope, x, out))(out)
}

/// Returns the meaning of a value of an integer type.
fn value_of(int: IntType) -> Meaning {
    Meaning::new("value").of(int.form())
}

/// Reads a number of any integer type, without reporting it.
fn number<'a, T: Trace>(cx: Cx<'_, T>, int: IntType) -> impl Parse<'a, i64> {
    signed(integer(cx.silent(), int, "value"))
}

/// Accepts a number that a signed integer of 64 bits can hold.
fn signed<'a>(number: impl Parse<'a, Value>) -> impl Parse<'a, i64> {
    move |start: &'a [u8]| {
        let (i, x) = number(start)?;
        match int_of(&x) {
            Some(x) => Ok((i, x)),
            None => fail_after(start, i, DecodeErrorKind::Custom("the number exceeds 63 bits")),
        }
    }
}

/// Writes what [`number`] reads, if the type can hold it.
fn gen_number<T: Trace, W: Write>(cx: Cx<'_, T>, int: IntType, x: i64) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match int_value(int, x) {
        Some(value) => gen_integer(cx, int, &value)(out),
        None => {
            let (min, max) = int.range();
            cx.refuse(EncodeErrorKind::OutOfRange { value: x, min, max })
        }
    }
}

/// Reads a count or length of any integer type.
fn length<'a, T: Trace>(cx: Cx<'_, T>, int: IntType, what: Meaning) -> impl Parse<'a, u32> {
    wire::not_negative(signed(integer(cx, int, what)))
}

/// Writes what [`length`] reads. A count that comes from elsewhere must be the number of elements.
fn gen_length<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    length: &Length,
    scope: &Scope<'_, '_>,
    is: usize,
) -> impl SerializeFn<W> {
    let value = i64::try_from(is).unwrap_or(i64::MAX);
    move |out: WriteContext<W>| {
        let count = match length {
            Length::Prefixed(int) => return gen_number(cx, *int, value)(out),
            Length::Known(count) => *count,
            Length::Field(by) => match scope.count(by) {
                Ok(count) => count,
                Err(_) => return cx.refuse(disagreeing()),
            },
            Length::Rest => return Ok(out),
        };
        if count as usize == is {
            return Ok(out);
        }
        let (min, max) = (count.into(), count.into());
        cx.refuse(EncodeErrorKind::OutOfRange { value, min, max })
    }
}

pub(super) fn other_type() -> EncodeErrorKind {
    EncodeErrorKind::NotExpressible { what: "the value is not of the type to be written" }
}
