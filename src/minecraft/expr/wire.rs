//! The grammar of type expressions: the parsers and serializers of [`wire`], chosen at run time.

use std::io::Write;
use std::mem::{forget, replace};

use cookie_factory::{GenResult, SerializeFn, WriteContext};
use nom::Err;

use super::int_type::{IntType, gen_integer, gen_number, int_of, integer};
use super::members::{ANONYMOUS, AXES};
use super::value::{NO_VALUE, OTHER_TYPE, Value, ValueList, blank};
use super::{Length, Scope, TypeExpr, bits};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::grammar::{
    Fault, Parse, each, fail, fail_after, field, gen_part, in_part, le_f32, le_f64, map, reading, slice, take,
};
use crate::minecraft::wire::{self, Cx, Scratch, disagreeing};
use crate::minecraft::{FixedPoint, skip};
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
        let rest = Here { cx, scope: &Scope::NONE }.read(of, i, &mut value)?;
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

/// The place of a type: the context, and the fields that may select it.
#[derive(Clone, Copy)]
struct Here<'h, 'c, T: Trace> {
    cx: Cx<'c, T>,
    scope: &'h Scope<'h, 'h>,
}

impl<T: Trace> Here<'_, '_, T> {
    /// Reads a value of any type into its place.
    fn read<'a>(&self, mut of: &TypeExpr, i: &'a [u8], place: &mut Value) -> Rest<'a> {
        loop {
            let cx = self.cx;
            // A name is not shown, only the type that it refers to.
            match of {
                TypeExpr::Types(types, inner) => {
                    return Here { cx, scope: &Scope::of_types(Some(types)) }.read(inner, i, place);
                }
                TypeExpr::Named(name) => {
                    let Some(of) = self.scope.types.and_then(|types| types.get(name)) else {
                        return fail(i, DecodeErrorKind::Custom("the type uses a name that is not defined"));
                    };
                    let cx = cx.deeper(i)?;
                    return Here { cx, scope: &Scope::of_types(self.scope.types) }.read(of, i, place);
                }
                _ => cx.reading(if T::ENABLED { of.name() } else { "" }),
            }
            let read = match of {
                TypeExpr::Switch(by, cases) => match self.scope.select(*by, cases) {
                    Ok(case) => {
                        of = case;
                        continue;
                    }
                    Err(kind) => fail(i, kind),
                },
                _ => self.read_type(of, i, place),
            };
            return read.map_err(|error| reading(error, of.name()));
        }
    }

    /// Reads a value of any type but a `switch` or a name.
    #[inline]
    fn read_type<'a>(&self, of: &TypeExpr, i: &'a [u8], place: &mut Value) -> Rest<'a> {
        use Value as V;
        let cx = self.cx;
        match of {
            TypeExpr::Bool => put(wire::boolean(cx, "value")(i)?, place, V::Bool),
            TypeExpr::Int(IntType::VarInt) => put(wire::varint(cx, "value")(i)?, place, V::VarInt),
            TypeExpr::Int(int) => put(integer(cx, *int, "value")(i)?, place, |x| x),
            TypeExpr::F32 => put(wire::float(cx, "value")(i)?, place, V::F32),
            TypeExpr::F64 => put(wire::double(cx, "value")(i)?, place, V::F64),
            TypeExpr::String(n) => put(wire::string(cx, *n)(i)?, place, |x| V::String(x.into())),
            TypeExpr::Struct(fields) => self.structure(fields, i, place),
            TypeExpr::Array(length, inner) => self.array(length, inner, i, place),
            TypeExpr::Option(inner) => match wire::boolean(cx, "present")(i)? {
                (i, true) => self.some(inner, i, place),
                (i, false) => put((i, None), place, V::Option),
            },
            _ => self.read_other(of, i, place),
        }
    }

    /// Reads a value of a less common type.
    #[inline(never)]
    fn read_other<'a>(&self, of: &TypeExpr, i: &'a [u8], place: &mut Value) -> Rest<'a> {
        use Value as V;
        let cx = self.cx;
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
        let value = Meaning::new("value");
        match of {
            TypeExpr::Text(int) => {
                let text = wire::text_after(cx, u32::MAX, length(cx, *int, wire::TEXT_LENGTH));
                put(text(i)?, place, |x| V::String(x.into()))
            }
            TypeExpr::Lf32 => put(field(cx, value.of(Form::Float(Order::Little)), le_f32)(i)?, place, V::F32),
            TypeExpr::Lf64 => put(field(cx, value.of(Form::Float(Order::Little)), le_f64)(i)?, place, V::F64),
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
            TypeExpr::Particle => put(wire::particle(cx)(i)?, place, V::Particle),
            TypeExpr::Metadata => put(wire::metadata(cx)(i)?, place, V::Metadata),
            TypeExpr::Enum(int, names) if names.open => {
                let number = wire::with_name(cx, value.of(int.form()), number(cx, *int), |x| names.name(x));
                put(number(i)?, place, V::Enum)
            }
            TypeExpr::Enum(int, names) => {
                let number = wire::enumeration(cx, value.of(int.form()), number(cx, *int), |x| names.name(x));
                put(number(i)?, place, V::Enum)
            }
            TypeExpr::Fixed(int, fraction_bits) => {
                let fixed = |raw| FixedPoint { raw, fraction_bits: *fraction_bits };
                let words =
                    |x: &FixedPoint| (Some(x.raw), format!("{} in steps of 1/{}", x.value(), x.steps()));
                let fixed = wire::described(cx, value.of(int.form()), map(number(cx, *int), fixed), words);
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
                let length = |i| self.length(by, Meaning::new("byte length").counting(Unit::BYTES), i);
                let bytes = match by {
                    Length::Prefixed(_) => wire::prefixed_byte_array(cx, length)(i)?,
                    Length::Rest => wire::byte_array(cx, u32::try_from(i.len()).unwrap_or(u32::MAX))(i)?,
                    Length::Known(_) | Length::Field(_) => wire::byte_array(cx, length(i)?.1)(i)?,
                };
                let keeps = keeps_values(cx);
                put(bytes, place, |x| V::Bytes(if keeps { x.into() } else { Box::default() }))
            }
            TypeExpr::Optional(_) if i.is_empty() => put((i, None), place, V::Option),
            TypeExpr::Optional(inner) => self.some(inner, i, place),
            TypeExpr::Holder(holder) => {
                self.holds(&holder.id, i);
                match bits::holder(cx)(i)? {
                    (i, 0) => in_open(cx, Part::Named(&holder.value), || self.some(&holder.inner, i, place)),
                    (i, n) => put((i, n.wrapping_sub(1)), place, V::VarInt),
                }
            }
            TypeExpr::Holders(holder) => {
                self.holds(&holder.value, i);
                match (bits::holders(cx)(i)?, &holder.inner) {
                    ((i, 0), _) => in_open(cx, Part::Named(&holder.id), || self.some(&holder.base, i, place)),
                    ((rest, n), TypeExpr::Array(_, inner)) => in_open(cx, Part::Named(&holder.value), || {
                        self.elements(n - 1, inner, i, rest, place)
                    }),
                    _ => fail(i, DecodeErrorKind::Custom(UNKNOWN)),
                }
            }
            TypeExpr::Until(end, inner) => {
                let is_more = |_, i: &[u8]| i.first().is_some_and(|first| first != end);
                let (i, values) = self.list(inner, i, is_more)?;
                put((bits::end(cx)(i)?.0, values), place, |values| V::Array(values.into()))
            }
            TypeExpr::Marked(inner) => {
                let mut is_more = true;
                let has_mark = |i: &[u8]| i.first().is_some_and(|first| first & bits::MARK != 0);
                let (i, mut values) = self.list(inner, i, |_, i| replace(&mut is_more, has_mark(i)))?;
                values.iter_mut().filter_map(bits::first_byte).for_each(|first| *first &= i8::MAX);
                put((i, values), place, |values| V::Array(values.into()))
            }
            TypeExpr::GzipNbt => put(bits::gzip_nbt(cx)(i)?, place, |x| x),
            TypeExpr::LpVec3 => {
                AXES.iter().for_each(|name| cx.holds(name));
                put(bits::lp_vec3(cx)(i)?, place, |x| x)
            }
            TypeExpr::Unknown(_) => fail(i, DecodeErrorKind::Custom(UNKNOWN)),
            // The callers read these.
            TypeExpr::Bool | TypeExpr::Int(_) | TypeExpr::F32 | TypeExpr::F64 | TypeExpr::String(_) => Ok(i),
            TypeExpr::Struct(_) | TypeExpr::Array(..) | TypeExpr::Option(_) | TypeExpr::Switch(..) => Ok(i),
            TypeExpr::Types(..) | TypeExpr::Named(_) => Ok(i),
        }
    }

    /// Reports that the number at the start of the input is a part with this name, unless it is 0.
    fn holds(&self, name: &str, i: &[u8]) {
        if i.first() != Some(&0) {
            self.cx.holds(name);
        }
    }

    /// Reads a count or length, or takes it from where it is known. `what` is its meaning.
    #[inline]
    fn length<'a>(&self, by: &Length, what: Meaning, i: &'a [u8]) -> Result<(&'a [u8], u32), Err<Fault>> {
        match by {
            Length::Known(count) => Ok((i, *count)),
            Length::Prefixed(int) => length(self.cx, *int, what)(i),
            Length::Field(by) => match self.scope.count(*by) {
                Ok(count) => Ok((i, count)),
                Err(kind) => fail(i, kind),
            },
            Length::Rest => fail(i, DecodeErrorKind::Custom("an array needs a count")),
        }
    }

    /// Reads a value that is present.
    fn some<'a>(&self, inner: &TypeExpr, i: &'a [u8], place: &mut Value) -> Rest<'a> {
        count_values(self.cx, 1, i)?;
        let mut value = NO_VALUE;
        let i = self.read(inner, i, &mut value)?;
        put((i, value), place, |value| Value::Option(Some(value.into())))
    }

    /// Reads the fields in order, each of which may select the types of later ones.
    #[inline(never)]
    fn structure<'a>(&self, fields: &[(String, TypeExpr)], mut i: &'a [u8], place: &mut Value) -> Rest<'a> {
        count_values(self.cx, fields.len(), i)?;
        let mut values = blank(fields.len());
        for (at, (name, field)) in fields.iter().enumerate() {
            let (before, rest) = values.split_at_mut(at);
            let Some(place) = rest.first_mut() else { break };
            let here = Here { cx: self.cx, scope: &self.scope.field(before) };
            i = match name.as_str() {
                ANONYMOUS => here.read(field, i, place)?,
                name => in_open(self.cx, Part::Named(name), || here.read(field, i, place))?,
            };
        }
        put((i, values), place, |values| Value::Struct(values.into()))
    }

    /// Reads a count, and as many elements.
    #[inline(never)]
    fn array<'a>(&self, by: &Length, inner: &TypeExpr, i: &'a [u8], place: &mut Value) -> Rest<'a> {
        let (rest, count) = self.length(by, Meaning::new("count").counting(Unit::ELEMENTS), i)?;
        self.elements(count, inner, i, rest, place)
    }

    /// Reads `count` elements. The count is between `start` and `i`.
    fn elements<'a>(
        &self,
        count: u32,
        inner: &TypeExpr,
        start: &'a [u8],
        i: &'a [u8],
        place: &mut Value,
    ) -> Rest<'a> {
        let cx = self.cx;
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
        if unit == 0 {
            let list = self.list(inner, i, |index, _| index < count as usize)?;
            return put(list, place, |values| Value::Array(values.into()));
        }
        count_values(cx, (count as usize).min(i.len() + 1), i)?;
        let n = cx.promise(start, i, count, unit)?;
        let mut values = Vec::new();
        values.resize_with(if keeps_values(cx) { n } else { 0 }, || NO_VALUE);
        let mut places = values.iter_mut();
        let (i, ()) = each(cx, n, unit, i, |index, i| {
            cx.redeem(unit);
            let read = |place: &mut Value| in_open(cx, Part::Index(index), || self.read(inner, i, place));
            Ok((places.next().map_or_else(|| read(&mut Value::default()), &read)?, ()))
        })?;
        put((i, values), place, |values| Value::Array(values.into()))
    }

    /// Reads elements while `is_more` returns true. It gets the number of elements and the input.
    fn list<'a>(
        &self,
        inner: &TypeExpr,
        mut i: &'a [u8],
        mut is_more: impl FnMut(usize, &[u8]) -> bool,
    ) -> Result<(&'a [u8], Vec<Value>), Err<Fault>> {
        let (cx, mut values) = (self.cx, Vec::new());
        for index in 0.. {
            if !is_more(index, i) {
                break;
            }
            count_values(cx, 1, i).map_err(|error| in_part(error, Part::Index(index)))?;
            let mut value = NO_VALUE;
            i = in_open(cx, Part::Index(index), || self.read(inner, i, &mut value))?;
            if keeps_values(cx) {
                wire::push(&mut values, value, i.len() / inner.min_len().max(1) + 1);
            }
        }
        Ok((i, values))
    }
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

/// Writes a value of the type, in the layout of [`value`]. Its scope is that inside another value.
pub(in crate::minecraft) fn gen_value<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    scope: &Scope<'_, '_>,
    of: &TypeExpr,
    x: &Value,
) -> impl SerializeFn<W> {
    move |out| Here { cx, scope }.write(of, x, out)
}

impl<T: Trace> Here<'_, '_, T> {
    /// Mirrors [`read`](Self::read).
    fn write<W: Write>(&self, mut of: &TypeExpr, x: &Value, out: WriteContext<W>) -> GenResult<W> {
        use Value as V;
        let cx = self.cx;
        while let TypeExpr::Switch(by, cases) = of {
            of = match self.scope.select(*by, cases) {
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
                self.write_structure(fields, x, out)
            }
            (TypeExpr::Array(length, inner), V::Array(x)) => {
                self.write_elements(inner, x, self.gen_length(length, x.len())(out)?)
            }
            (TypeExpr::Array(length, inner), V::Integers(x)) => match inner.count_in(x) {
                Some(count) => slice(&**x)(self.gen_length(length, count)(out)?),
                None => cx.refuse(OTHER_TYPE),
            },
            (TypeExpr::Option(inner), V::Option(x)) => {
                self.write_optional(inner, x.as_deref(), wire::gen_boolean(x.is_some())(out)?)
            }
            _ => self.write_other(of, x, out),
        }
    }

    /// Mirrors [`read_other`](Self::read_other).
    #[inline(never)]
    fn write_other<W: Write>(&self, of: &TypeExpr, x: &Value, out: WriteContext<W>) -> GenResult<W> {
        use Value as V;
        let cx = self.cx;
        match (of, x) {
            (TypeExpr::Text(int), V::String(x)) => {
                slice(&**x)(gen_number(cx, *int, number_of(x.len()))(out)?)
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
            (TypeExpr::Particle, V::Particle(x)) => wire::gen_particle(cx, x)(out),
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
            (TypeExpr::Bytes(length), V::Bytes(x)) => slice(&**x)(self.gen_length(length, x.len())(out)?),
            (TypeExpr::Optional(inner), V::Option(x)) => self.write_optional(inner, x.as_deref(), out),
            (TypeExpr::Holder(holder), V::Option(Some(x))) => {
                let value = |out| self.write(&holder.inner, x, out);
                gen_part(cx, Part::Named(&holder.value), value)(wire::gen_varint(0)(out)?)
            }
            (TypeExpr::Holder(_), V::VarInt(x)) if *x != -1 => wire::gen_varint(x.wrapping_add(1))(out),
            (TypeExpr::Holders(holder), V::Option(Some(x))) => {
                let name = |out| self.write(&holder.base, x, out);
                gen_part(cx, Part::Named(&holder.id), name)(wire::gen_varint(0)(out)?)
            }
            (TypeExpr::Holders(holder), V::Array(x)) => {
                let TypeExpr::Array(_, inner) = &holder.inner else { return cx.refuse(OTHER_TYPE) };
                let out = wire::gen_length(cx, x.len().saturating_add(1))(out)?;
                gen_part(cx, Part::Named(&holder.value), |out| self.write_elements(inner, x, out))(out)
            }
            (TypeExpr::Holders(holder), V::Integers(x)) => {
                match holder.inner.element().and_then(|inner| inner.count_in(x)) {
                    Some(count) => slice(&**x)(wire::gen_length(cx, count.saturating_add(1))(out)?),
                    None => cx.refuse(OTHER_TYPE),
                }
            }
            (TypeExpr::Until(end, inner), V::Array(x)) => slice([*end])(self.write_elements(inner, x, out)?),
            (TypeExpr::Marked(inner), V::Array(x)) => match bits::marked(x) {
                Some(x) => self.write_elements(inner, &x, out),
                None => cx.refuse(OTHER_TYPE),
            },
            (TypeExpr::GzipNbt, x) => bits::gen_gzip_nbt(cx, x)(out),
            (TypeExpr::LpVec3, V::Bytes(x)) => bits::gen_lp_vec3(cx, x)(out),
            (TypeExpr::Types(types, inner), x) => {
                Here { cx, scope: &Scope::of_types(Some(types)) }.write(inner, x, out)
            }
            (TypeExpr::Named(name), x) => match self.scope.types.and_then(|types| types.get(name)) {
                Some(of) => {
                    Here { cx: cx.deeper_out()?, scope: &Scope::of_types(self.scope.types) }.write(of, x, out)
                }
                None => cx.refuse(OTHER_TYPE),
            },
            (TypeExpr::Unknown(_), _) => cx.refuse(EncodeErrorKind::NotExpressible { what: UNKNOWN }),
            _ => cx.refuse(OTHER_TYPE),
        }
    }

    /// Writes a value if there is one.
    fn write_optional<W: Write>(
        &self,
        inner: &TypeExpr,
        x: Option<&Value>,
        out: WriteContext<W>,
    ) -> GenResult<W> {
        match x {
            Some(x) => self.write(inner, x, out),
            None => Ok(out),
        }
    }

    /// Mirrors [`structure`](Self::structure).
    fn write_structure<W: Write>(
        &self,
        fields: &[(String, TypeExpr)],
        x: &[Value],
        mut out: WriteContext<W>,
    ) -> GenResult<W> {
        for (at, ((name, field), value)) in fields.iter().zip(x).enumerate() {
            let here = Here { cx: self.cx, scope: &self.scope.field(x.get(..at).sure_to_write()?) };
            out = match name.as_str() {
                ANONYMOUS => here.write(field, value, out)?,
                name => gen_part(self.cx, Part::Named(name), |out| here.write(field, value, out))(out)?,
            };
        }
        Ok(out)
    }

    /// Mirrors [`elements`](Self::elements).
    fn write_elements<W: Write>(&self, inner: &TypeExpr, x: &[Value], out: WriteContext<W>) -> GenResult<W> {
        wire::gen_array(self.cx, x.iter(), |x| move |out| self.write(inner, x, out))(out)
    }

    /// Mirrors [`length`](Self::length). A count that comes from elsewhere must be the number of elements.
    fn gen_length<W: Write>(&self, length: &Length, is: usize) -> impl SerializeFn<W> {
        let value = number_of(is);
        move |out: WriteContext<W>| {
            let count = match length {
                Length::Prefixed(int) => return gen_number(self.cx, *int, value)(out),
                Length::Known(count) => *count,
                Length::Field(by) => match self.scope.count(*by) {
                    Ok(count) => count,
                    Err(_) => return self.cx.refuse(disagreeing()),
                },
                Length::Rest => return Ok(out),
            };
            if count as usize == is {
                return Ok(out);
            }
            let (min, max) = (count.into(), count.into());
            self.cx.refuse(EncodeErrorKind::OutOfRange { value, min, max })
        }
    }
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

/// Reads a count or length of any integer type.
fn length<'a, T: Trace>(cx: Cx<'_, T>, int: IntType, what: Meaning) -> impl Parse<'a, u32> {
    wire::not_negative(signed(integer(cx, int, what)))
}

/// Returns a length as a number.
fn number_of(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
