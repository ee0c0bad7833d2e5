//! A type expression as a grammar: the parsers and serializers of [`wire`], chosen at run time.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};
use nom::{Emit, Mode, OutputM, OutputMode, PResult, Parser};

use super::select::Scope;
use super::value::{NO_VALUE, int_of};
use super::{BoxedValue, IntType, Length, TypeExpr, Value, ValueList};
use crate::error::{EncodeErrorKind, Fault};
use crate::grammar::{Grammar, fail, gen_part, grammar, nothing, refuse, typed};
use crate::minecraft::model::FixedPoint;
use crate::minecraft::wire::{self, Cx};
use crate::trace::{Part, Trace};

/// A value of the type.
pub(in crate::minecraft) fn value<'a, T: Trace>(
    cx: Cx<'_, T>,
    expr: &TypeExpr,
) -> impl Grammar<'a, Value<'a>> {
    any(cx, expr, Scope { selects: expr.selects(), ..Scope::NONE })
}

/// A value of the type after fields that may select it.
fn any<'a, T: Trace>(cx: Cx<'_, T>, expr: &TypeExpr, scope: Scope<'_>) -> impl Grammar<'a, Value<'a>> {
    typed(cx, expr.name(), Any { cx, expr, scope })
}

/// A value of any type.
struct Any<'c, 'e, 's, T: Trace> {
    cx: Cx<'c, T>,
    expr: &'e TypeExpr,
    scope: Scope<'s>,
}

impl<'a, T: Trace> Parser<&'a [u8]> for Any<'_, '_, '_, T> {
    type Output = Value<'a>;
    type Error = Fault;

    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Value<'a>, Fault> {
        use Value as V;
        let (cx, scope) = (self.cx, self.scope);
        match self.expr {
            TypeExpr::Bool => wire::boolean(cx, "value").map(V::Bool).process::<OM>(i),
            TypeExpr::Int(int) => integer(cx, *int, "value").process::<OM>(i),
            TypeExpr::F32 => wire::float(cx, "value").map(V::F32).process::<OM>(i),
            TypeExpr::F64 => wire::double(cx, "value").map(V::F64).process::<OM>(i),
            TypeExpr::String(n) => wire::string(cx, *n).map(|x| V::String(x.into())).process::<OM>(i),
            TypeExpr::Chat => wire::chat(cx).map(V::Chat).process::<OM>(i),
            TypeExpr::Identifier => wire::identifier(cx).map(V::Identifier).process::<OM>(i),
            TypeExpr::Position => wire::position(cx).map(V::Position).process::<OM>(i),
            TypeExpr::Angle => wire::angle(cx).map(V::Angle).process::<OM>(i),
            TypeExpr::Uuid => wire::uuid(cx).map(V::Uuid).process::<OM>(i),
            TypeExpr::Nbt => wire::nbt(cx).map(|x| V::Nbt(x.map(Box::new))).process::<OM>(i),
            TypeExpr::Mutf8 => wire::mutf8(cx).map(V::Mutf8).process::<OM>(i),
            TypeExpr::Slot => wire::slot(cx).map(|x| V::Slot(x.map(Box::new))).process::<OM>(i),
            TypeExpr::Particle => wire::particle(cx).map(V::Particle).process::<OM>(i),
            TypeExpr::Metadata => wire::metadata(cx).map(V::Metadata).process::<OM>(i),
            TypeExpr::Optional(inner) => {
                wire::optional(!i.is_empty(), any(cx, inner, scope)).map(boxed).process::<OM>(i)
            }
            TypeExpr::Option(inner) => wire::option(cx, any(cx, inner, scope)).map(boxed).process::<OM>(i),
            TypeExpr::Array(Length::Known(count), inner) => {
                let element = |cx| any(cx, inner, scope);
                wire::array(cx, *count, inner.min_len(), element).map(|x| V::Array(x.into())).process::<OM>(i)
            }
            TypeExpr::Array(Length::Prefixed(int), inner) => {
                let element = |cx| any(cx, inner, scope);
                let count = length(cx, *int, "count");
                wire::prefixed_array(cx, count, inner.min_len(), element)
                    .map(|x| V::Array(x.into()))
                    .process::<OM>(i)
            }
            TypeExpr::Bytes(Length::Known(length)) => {
                wire::byte_array(cx, *length).map(|x| V::Bytes(x.into())).process::<OM>(i)
            }
            TypeExpr::Bytes(Length::Prefixed(int)) => {
                let length = length(cx, *int, "byte length");
                wire::prefixed_byte_array(cx, length).map(|x| V::Bytes(x.into())).process::<OM>(i)
            }
            TypeExpr::Enum(int, names) => {
                wire::enumeration(cx, "value", number(cx, *int), |number| names.name(number))
                    .map(V::Enum)
                    .process::<OM>(i)
            }
            TypeExpr::Fixed(int, bits) => fixed(cx, *int, *bits).map(V::Fixed).process::<OM>(i),
            TypeExpr::Struct(fields) => structure(cx, fields, scope).map(V::Struct).process::<OM>(i),
            TypeExpr::If(of, is, inner) => match scope.holds(of, is.as_ref()) {
                Ok(there) => wire::optional(there, any(cx, inner, scope)).map(boxed).process::<OM>(i),
                Err(kind) => fail(kind).process::<OM>(i),
            },
            TypeExpr::Switch(of, cases) => match scope.select(of, cases) {
                Ok(case) => any(cx, case, scope).process::<OM>(i),
                Err(kind) => fail(kind).process::<OM>(i),
            },
        }
    }
}

/// Mirrors [`value`].
pub(in crate::minecraft) fn gen_value<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    expr: &TypeExpr,
    x: &Value<'_>,
) -> impl SerializeFn<W> {
    gen_any(cx, expr, Scope::NONE, x)
}

/// Mirrors [`any`].
fn gen_any<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    expr: &TypeExpr,
    scope: Scope<'_>,
    x: &Value<'_>,
) -> impl SerializeFn<W> {
    use Value as V;
    move |out: WriteContext<W>| match (expr, x) {
        (TypeExpr::Bool, V::Bool(x)) => wire::gen_boolean(*x)(out),
        (TypeExpr::Int(int), x) => gen_integer(cx, *int, x)(out),
        (TypeExpr::F32, V::F32(x)) => wire::gen_float(*x)(out),
        (TypeExpr::F64, V::F64(x)) => wire::gen_double(*x)(out),
        (TypeExpr::String(n), V::String(x)) => wire::gen_string(cx, *n, x)(out),
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
        (TypeExpr::Optional(inner), V::Option(x)) => {
            wire::gen_optional(x.as_deref().map(|x| gen_any(cx, inner, scope, x)))(out)
        }
        (TypeExpr::Option(inner), V::Option(x)) => {
            wire::gen_option(x.as_deref().map(|x| gen_any(cx, inner, scope, x)))(out)
        }
        (TypeExpr::Array(length, inner), V::Array(x)) => {
            let elements = x.iter();
            wire::gen_prefixed_array(cx, gen_length(cx, *length, x.len()), elements, |x| {
                gen_any(cx, inner, scope, x)
            })(out)
        }
        (TypeExpr::Bytes(length), V::Bytes(x)) => {
            wire::gen_prefixed_byte_array(gen_length(cx, *length, x.len()), x)(out)
        }
        (TypeExpr::Enum(int, names), V::Enum(x)) => {
            let refusal = "the number is not a value of this enumeration";
            let refusal = EncodeErrorKind::NotExpressible { what: refusal };
            wire::gen_enumeration(cx, names.name(*x).is_some(), refusal, gen_number(cx, *int, *x))(out)
        }
        (TypeExpr::Fixed(int, bits), V::Fixed(x)) if x.fraction_bits == *bits => {
            gen_number(cx, *int, x.raw)(out)
        }
        (TypeExpr::Struct(fields), V::Struct(x)) if fields.len() == x.len() => {
            gen_structure(cx, fields, scope, x)(out)
        }
        (TypeExpr::If(of, is, inner), V::Option(x)) => match scope.holds(of, is.as_ref()) {
            Ok(there) if there == x.is_some() => {
                wire::gen_optional(x.as_deref().map(|x| gen_any(cx, inner, scope, x)))(out)
            }
            Ok(_) | Err(_) => wire::gen_disagreeing(cx)(out),
        },
        (TypeExpr::Switch(of, cases), x) => match scope.select(of, cases) {
            Ok(case) => gen_any(cx, case, scope, x)(out),
            Err(_) => wire::gen_disagreeing(cx)(out),
        },
        (TypeExpr::Bool | TypeExpr::F32 | TypeExpr::F64 | TypeExpr::String(_), _) => other_type(cx)(out),
        (TypeExpr::Chat | TypeExpr::Identifier | TypeExpr::Position, _) => other_type(cx)(out),
        (TypeExpr::Angle | TypeExpr::Uuid | TypeExpr::Nbt | TypeExpr::Mutf8, _) => other_type(cx)(out),
        (TypeExpr::Slot | TypeExpr::Particle | TypeExpr::Metadata, _) => other_type(cx)(out),
        (TypeExpr::Optional(_) | TypeExpr::Option(_) | TypeExpr::Array(..), _) => other_type(cx)(out),
        (TypeExpr::Bytes(_) | TypeExpr::Enum(..) | TypeExpr::Fixed(..), _) => other_type(cx)(out),
        (TypeExpr::Struct(_) | TypeExpr::If(..), _) => other_type(cx)(out),
    }
}

/// The fields in order.
fn structure<'a, T: Trace>(
    cx: Cx<'_, T>,
    fields: &[(String, TypeExpr)],
    scope: Scope<'_>,
) -> impl Grammar<'a, ValueList<'a>> {
    StructType { cx, fields, scope }
}

struct StructType<'c, 'e, 's, T: Trace> {
    cx: Cx<'c, T>,
    fields: &'e [(String, TypeExpr)],
    scope: Scope<'s>,
}

impl<'a, T: Trace> Parser<&'a [u8]> for StructType<'_, '_, '_, T> {
    type Output = ValueList<'a>;
    type Error = Fault;

    fn process<OM: OutputMode>(&mut self, mut i: &'a [u8]) -> PResult<OM, &'a [u8], ValueList<'a>, Fault> {
        let mut values = Vec::new();
        OM::Output::map(OM::Output::bind(|| ()), |()| values.reserve_exact(self.fields.len()));
        for (name, field) in self.fields {
            let parser = |scope| wire::within(self.cx, Part::Named(name), any(self.cx, field, scope));
            let scope = self.scope.field(self.fields, &values);
            if self.scope.selects && field.has_labels() {
                let (rest, x) = parser(scope).process::<OutputM<Emit, OM::Error, OM::Incomplete>>(i)?;
                i = rest;
                values.push(x);
            } else {
                let (rest, x) = parser(scope).process::<OM>(i)?;
                i = rest;
                let before = values.len();
                OM::Output::map(x, |x| values.push(x));
                if self.scope.selects && values.len() == before {
                    values.push(NO_VALUE);
                }
            }
        }
        Ok((i, OM::Output::bind(|| ValueList::from(values))))
    }
}

/// Mirrors [`structure`].
fn gen_structure<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    fields: &[(String, TypeExpr)],
    scope: Scope<'_>,
    x: &[Value<'_>],
) -> impl SerializeFn<W> {
    move |mut out: WriteContext<W>| {
        for (at, ((name, field), value)) in fields.iter().zip(x).enumerate() {
            let scope = scope.field(fields, x.get(..at).unwrap_or_default());
            out = gen_part(cx, Part::Named(name), gen_any(cx, field, scope, value))(out)?;
        }
        Ok(out)
    }
}

/// A number of one of the integer types.
fn integer<'a, T: Trace>(cx: Cx<'_, T>, int: IntType, name: &'static str) -> impl Grammar<'a, Value<'a>> {
    move |i| match int {
        IntType::I8 => wire::byte(cx, name).map(Value::I8).parse(i),
        IntType::U8 => wire::ubyte(cx, name).map(Value::U8).parse(i),
        IntType::I16 => wire::short(cx, name).map(Value::I16).parse(i),
        IntType::U16 => wire::ushort(cx, name).map(Value::U16).parse(i),
        IntType::I32 => wire::int(cx, name).map(Value::I32).parse(i),
        IntType::I64 => wire::long(cx, name).map(Value::I64).parse(i),
        IntType::VarInt => wire::varint(cx, name).map(Value::VarInt).parse(i),
        IntType::VarLong => wire::varlong(cx, name).map(Value::VarLong).parse(i),
    }
}

/// Mirrors [`integer`].
fn gen_integer<T: Trace, W: Write>(cx: Cx<'_, T>, int: IntType, x: &Value<'_>) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| match (int, x) {
        (IntType::I8, Value::I8(x)) => wire::gen_byte(*x)(out),
        (IntType::U8, Value::U8(x)) => wire::gen_ubyte(*x)(out),
        (IntType::I16, Value::I16(x)) => wire::gen_short(*x)(out),
        (IntType::U16, Value::U16(x)) => wire::gen_ushort(*x)(out),
        (IntType::I32, Value::I32(x)) => wire::gen_int(*x)(out),
        (IntType::I64, Value::I64(x)) => wire::gen_long(*x)(out),
        (IntType::VarInt, Value::VarInt(x)) => wire::gen_varint(*x)(out),
        (IntType::VarLong, Value::VarLong(x)) => wire::gen_varlong(*x)(out),
        (IntType::I8 | IntType::U8 | IntType::I16 | IntType::U16, _) => other_type(cx)(out),
        (IntType::I32 | IntType::I64 | IntType::VarInt | IntType::VarLong, _) => other_type(cx)(out),
    }
}

grammar!(
    /// The number of any integer type, not reported.
    fn number<'a, T: Trace>(cx: Cx<'_, T>, int: IntType) -> impl Grammar<'a, i64> {
        integer(cx.untraced(), int, "value").map(|x| int_of(&x).unwrap_or_default())
    }
);

/// Mirrors [`number`], if the type can hold it.
fn gen_number<T: Trace, W: Write>(cx: Cx<'_, T>, int: IntType, x: i64) -> impl SerializeFn<W> {
    let fits = move || match int_value(int, x) {
        Some(value) => Ok(value),
        None => {
            let (min, max) = int.range();
            cx.refuse(EncodeErrorKind::OutOfRange { value: x, min, max })
        }
    };
    move |out: WriteContext<W>| gen_integer(cx, int, &fits()?)(out)
}

grammar!(
    /// A count or length of any integer type.
    fn length<'a, T: Trace>(cx: Cx<'_, T>, int: IntType, name: &'static str) -> impl Grammar<'a, u32> {
        wire::counting(integer(cx, int, name).map(|x| int_of(&x).unwrap_or_default()))
    }
);

/// Mirrors [`length`]; a count that comes from elsewhere must be the one that is there.
fn gen_length<T: Trace, W: Write>(cx: Cx<'_, T>, length: Length, is: usize) -> impl SerializeFn<W> {
    let value = i64::try_from(is).unwrap_or(i64::MAX);
    move |out: WriteContext<W>| match length {
        Length::Prefixed(int) => gen_number(cx, int, value)(out),
        Length::Known(count) if count as usize == is => nothing()(out),
        Length::Known(count) => {
            let (min, max) = (count.into(), count.into());
            refuse(cx, EncodeErrorKind::OutOfRange { value, min, max })(out)
        }
    }
}

grammar!(
    /// An integer whose low bits are the fraction.
    fn fixed<'a, T: Trace>(cx: Cx<'_, T>, int: IntType, fraction_bits: u32) -> impl Grammar<'a, FixedPoint> {
        let number = number(cx, int).map(move |raw| FixedPoint { raw, fraction_bits });
        wire::described(cx, "value", number, |fixed| {
            (Some(fixed.raw), format!("{} in steps of 1/{}", fixed.value(), fixed.steps()))
        })
    }
);

fn boxed(x: Option<Value<'_>>) -> Value<'_> {
    Value::Option(x.map(BoxedValue::from))
}

fn other_type<T: Trace, W: Write>(cx: Cx<'_, T>) -> impl SerializeFn<W> {
    refuse(cx, EncodeErrorKind::NotExpressible { what: "the value is not of the type to be written" })
}

/// A number as a value of an integer type, if it fits.
pub(in crate::minecraft) fn int_value(int: IntType, x: i64) -> Option<Value<'static>> {
    Some(match int {
        IntType::I8 => Value::I8(x.try_into().ok()?),
        IntType::U8 => Value::U8(x.try_into().ok()?),
        IntType::I16 => Value::I16(x.try_into().ok()?),
        IntType::U16 => Value::U16(x.try_into().ok()?),
        IntType::I32 => Value::I32(x.try_into().ok()?),
        IntType::I64 => Value::I64(x),
        IntType::VarInt => Value::VarInt(x.try_into().ok()?),
        IntType::VarLong => Value::VarLong(x),
    })
}
