//! The grammar of type expressions: the parsers and serializers of [`wire`], chosen at run time.

use std::cell::Cell;
use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};
use nom::{Check, Emit, Err, OutputM, OutputMode, Parser, Streaming};

use super::bits::{self, gen_bits};
use super::common::{Common, put_common};
use super::int_type::{IntType, gen_integer, int_of, int_value, integer};
use super::leaf;
use super::select::{ANONYMOUS, Scope};
use super::value::blank;
use super::{Length, TypeExpr, Value, ValueList};
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::grammar::{
    Grammar, InPlace, Places, Quick as _, by_place, bytes, each, fail, grammar, makes_nothing, more, moved,
    nothing, overwrite, part, refuse, run,
};
use crate::minecraft::model::FixedPoint;
use crate::minecraft::wire::{self, Cx};
use crate::sink::{Gen, serializer};
use crate::sure::Sure as _;
use crate::trace::{Event, Meaning, Part, Trace, Unit};

/// Parses a value of the type.
pub(in crate::minecraft) fn value<'a, T: Trace>(cx: Cx<'_, T>, expr: &TypeExpr) -> impl Grammar<'a, Value> {
    Whole { cx, expr }
}

/// The parser of an outermost value.
struct Whole<'c, 'e, T: Trace> {
    cx: Cx<'c, T>,
    expr: &'e TypeExpr,
}

impl<'a, T: Trace> Parser<&'a [u8]> for Whole<'_, '_, T> {
    type Output = Value;
    type Error = Fault;

    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> nom::PResult<OM, &'a [u8], Value, Fault> {
        let Self { cx, expr } = *self;
        let checks = const { makes_nothing::<OM>() };
        let run = &Run { room: Cell::new(room(i.len())), selects: checks && expr.selects() };
        by_place::<OM, _>(&mut Any { cx, expr, scope: &Scope::NONE, run }, i)
    }
}

/// The state that all values inside an outermost value share.
struct Run {
    /// The number of values that may still be built.
    room: Cell<usize>,
    /// Whether types depend on fields, so that a check must keep the values of these fields.
    selects: bool,
}

/// Returns the maximum number of values for an input of this length. It limits types built by a program, whose elements
/// may take no bytes.
fn room(bytes: usize) -> usize {
    const LEAST: usize = 16_384;
    const FOR_EACH: usize = 4;
    bytes.saturating_mul(FOR_EACH).saturating_add(LEAST)
}

impl Run {
    /// Counts `count` values, or fails if there are too many.
    fn keep(&self, count: usize) -> Result<(), DecodeErrorKind> {
        match self.room.get().checked_sub(count) {
            Some(left) => self.room.set(left),
            None => {
                return Err(DecodeErrorKind::Custom("the bytes contain too many values for their length"));
            }
        }
        Ok(())
    }
}

/// The parser of a value of any type.
struct Any<'c, 'e, 's, T: Trace> {
    cx: Cx<'c, T>,
    expr: &'e TypeExpr,
    /// The fields that may select the type of the value.
    scope: &'s Scope<'s>,
    run: &'s Run,
}

impl<T: Trace> Clone for Any<'_, '_, '_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: Trace> Copy for Any<'_, '_, '_, T> {}

impl<'a, T: Trace> Parser<&'a [u8]> for Any<'_, '_, '_, T> {
    type Output = Value;
    type Error = Fault;

    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> nom::PResult<OM, &'a [u8], Value, Fault> {
        by_place::<OM, _>(self, i)
    }
}

impl<'a, T: Trace> InPlace<'a> for Any<'_, '_, '_, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<M: Places>(&mut self, i: &'a [u8], slot: &mut M::Output<Value>) -> PResult<'a, ()> {
        match Common(self.cx, self.expr).put::<M>(i, slot) {
            Some(rest) => Ok((rest, ())),
            None => self.full::<M>(i, slot),
        }
    }
}

/// The reason why an unknown type cannot be read or written.
pub(super) const UNKNOWN: &str = "the type is not known";

impl<'a, 'c, 'e, 's, T: Trace> Any<'c, 'e, 's, T> {
    /// Parses a value of any type. The commonest types are in this function, which is small, because most of the time is
    /// spent on its calls.
    fn full<M: Places>(self, i: &'a [u8], slot: &mut M::Output<Value>) -> PResult<'a, ()> {
        let (own, mut any): (_, Any<'_, '_, '_, T>);
        any = self;
        if let TypeExpr::Named(name) = any.expr {
            let Some(of) = any.scope.types.and_then(|types| types.get(name)) else {
                return Fault::at(i, DecodeErrorKind::Custom("the type uses a name that is not defined"));
            };
            own = Scope::of_types(any.scope.types);
            any = Any { cx: any.cx.deeper(i)?, expr: of, scope: &own, run: any.run };
        }
        any.begin();
        // A call for each selection would take longer than to read most values.
        while let TypeExpr::Switch(of, cases) = any.expr {
            any = any.of(any.scope.choose(of, cases, i)?);
            any.begin();
        }
        match any.expr {
            TypeExpr::Struct(fields) => any.structure::<M>(fields, i, slot),
            TypeExpr::Array(length, inner) => any.array::<M>(length, inner, i, slot),
            _ => any.other::<M>(i, slot),
        }
    }

    /// Parses a value of a type other than a structure or a selection.
    #[inline(never)]
    fn other<M: Places>(self, i: &'a [u8], slot: &mut M::Output<Value>) -> PResult<'a, ()> {
        use Value as V;
        let Any { cx, expr, scope, .. } = self;
        // A selection may have led to the type.
        if let Some(rest) = Common(cx, expr).put::<M>(i, slot) {
            return Ok((rest, ()));
        }
        match expr {
            TypeExpr::Int(int) => moved(integer(cx, *int, "value")).put::<M>(i, slot),
            TypeExpr::String(n) => moved(wire::string(cx, *n).map(|x| V::String(x.into()))).put::<M>(i, slot),
            TypeExpr::Enum(int, names) if names.open => {
                moved(wire::with_name(cx, value_of(*int), number(cx, *int), |x| names.name(x)).map(V::Enum))
                    .put::<M>(i, slot)
            }
            TypeExpr::Enum(int, names) => {
                moved(wire::enumeration(cx, value_of(*int), number(cx, *int), |x| names.name(x)).map(V::Enum))
                    .put::<M>(i, slot)
            }
            TypeExpr::Bits(parts) => moved(bits::bits(cx, parts)).put::<M>(i, slot),
            TypeExpr::Optional(inner) if i.is_empty() => self.absent::<M>(inner, i, slot),
            TypeExpr::Optional(inner) => self.some::<M>(inner, i, slot),
            TypeExpr::Option(inner) => match wire::boolean(cx, "present").parse(i)? {
                (rest, true) => self.some::<M>(inner, rest, slot),
                (rest, false) => self.absent::<M>(inner, rest, slot),
            },
            TypeExpr::If(of, is, inner) => match scope.holds(of, is.as_ref()) {
                Ok(true) => self.some::<M>(inner, i, slot),
                Ok(false) => self.absent::<M>(inner, i, slot),
                Err(kind) => Fault::at(i, kind),
            },
            TypeExpr::Holder(of) => match bits::holder(cx).parse(i)? {
                (rest, 0) => self.some::<M>(&of.inner, rest, slot),
                (rest, n) => {
                    overwrite(slot, M::bind(|| V::VarInt(n.wrapping_sub(1))));
                    Ok((rest, ()))
                }
            },
            TypeExpr::Holders(of) => match bits::holders(cx).parse(i)? {
                (rest, 0) => self.some::<M>(&of.base, rest, slot),
                (rest, n) => self.elements::<M>(&of.inner, n - 1, (i, rest), slot),
            },
            TypeExpr::Until(end, inner) => self.until::<M>(*end, inner, i, slot),
            TypeExpr::Marked(inner) => self.marked::<M>(inner, i, slot),
            TypeExpr::Types(types, inner) => {
                Any { scope: &Scope::of_types(Some(types)), ..self.of(inner) }.put::<M>(i, slot)
            }
            TypeExpr::Unknown(_) => Fault::at(i, DecodeErrorKind::Custom(UNKNOWN)),
            TypeExpr::Named(_) | TypeExpr::Switch(..) | TypeExpr::Struct(_) | TypeExpr::Array(..) => {
                self.full::<M>(i, slot)
            }
            leaf => moved(Leaf { cx, leaf, scope }).put::<M>(i, slot),
        }
    }

    /// Reports the type, except a name.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(self) {
        if T::ENABLED && !matches!(self.expr, TypeExpr::Named(_) | TypeExpr::Types(..)) {
            self.cx.trace.event(Event::Reading(self.expr.name()));
        }
    }

    /// Returns the parser of a value of another type in the same place.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of<'f>(self, expr: &'f TypeExpr) -> Any<'c, 'f, 's, T> {
        Any { cx: self.cx, expr, scope: self.scope, run: self.run }
    }

    /// Counts values, or fails at the input.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep(self, count: usize, at: &[u8]) -> Result<(), Err<Fault>> {
        self.run.keep(count).or_else(|kind| Fault::at(at, kind))
    }

    /// Parses a value that is present.
    fn some<M: Places>(self, inner: &TypeExpr, i: &'a [u8], slot: &mut M::Output<Value>) -> PResult<'a, ()> {
        self.keep(1, i)?;
        let mut value = M::bind(Value::default);
        let (rest, ()) = self.of(inner).put::<M>(i, &mut value)?;
        overwrite(slot, M::map(value, |value| Value::Option(Some(value.into()))));
        Ok((rest, ()))
    }

    /// Stores a value that is absent.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn absent<M: Places>(self, _: &TypeExpr, i: &'a [u8], slot: &mut M::Output<Value>) -> PResult<'a, ()> {
        overwrite(slot, M::bind(|| Value::Option(None)));
        Ok((i, ()))
    }

    /// Parses the fields in order. A check keeps the values that may select the types of others.
    fn structure<M: Places>(
        self,
        fields: &[(String, TypeExpr)],
        mut i: &'a [u8],
        slot: &mut M::Output<Value>,
    ) -> PResult<'a, ()> {
        self.keep(fields.len(), i)?;
        let checks = const { makes_nothing::<OutputM<M, Emit, Streaming>>() };
        let kept = if checks && !self.run.selects { 0 } else { fields.len() };
        let mut values = blank(kept);
        for (at, (name, field)) in fields.iter().enumerate() {
            let named = T::ENABLED && name != ANONYMOUS;
            if named {
                self.cx.enter(Part::Named(name));
            }
            let (before, place) = values.split_at_mut(at.min(kept));
            i = match place.first_mut() {
                Some(place) if !checks || field.has_labels(self.scope.types) => {
                    self.field::<Emit>((fields, before), field, i, place)?.0
                }
                _ if checks => self.field::<Check>((fields, before), field, i, &mut ())?.0,
                // Every field has a place.
                _ => i,
            };
            if named {
                self.cx.leave();
            }
        }
        overwrite(slot, M::bind(|| Value::Struct(values.into())));
        Ok((i, ()))
    }

    /// Parses a field after those of its structure that have values.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn field<M: Places>(
        self,
        (fields, before): (&[(String, TypeExpr)], &[Value]),
        mut field: &TypeExpr,
        i: &'a [u8],
        place: &mut M::Output<Value>,
    ) -> PResult<'a, ()> {
        if let Some(rest) = Common(self.cx, field).put::<M>(i, place) {
            return Ok((rest, ()));
        }
        let scope = self.scope.field(fields, before);
        // A call for each selection would take longer than to read most values. With a trace, each type is reported.
        while let (false, TypeExpr::Switch(of, cases)) = (T::ENABLED, field) {
            field = scope.choose(of, cases, i)?;
            if let Some(rest) = Common(self.cx, field).put::<M>(i, place) {
                return Ok((rest, ()));
            }
        }
        Any { cx: self.cx, expr: field, scope: &scope, run: self.run }.full::<M>(i, place)
    }

    /// Parses a count, and as many elements.
    #[inline(never)]
    fn array<M: Places>(
        self,
        of: &Length,
        inner: &TypeExpr,
        i: &'a [u8],
        slot: &mut M::Output<Value>,
    ) -> PResult<'a, ()> {
        let (rest, count) = match of {
            Length::Known(count) => (i, *count),
            Length::Prefixed(int) => match (T::ENABLED, int, i) {
                (false, IntType::VarInt, [count @ ..=0x7f, rest @ ..]) => (rest, (*count).into()),
                _ => length(self.cx, *int, Meaning::new("count").counting(Unit::ELEMENTS)).parse(i)?,
            },
            Length::Field(of) => match self.scope.count(of) {
                Ok(count) => (i, count),
                Err(kind) => return Fault::at(i, kind),
            },
            Length::Rest => return Fault::at(i, DecodeErrorKind::Custom("an array needs a count")),
        };
        self.elements::<M>(inner, count, (i, rest), slot)
    }

    /// Parses elements after a count, which is between the two inputs.
    fn elements<M: Places>(
        self,
        inner: &TypeExpr,
        count: u32,
        (before, after): (&'a [u8], &'a [u8]),
        slot: &mut M::Output<Value>,
    ) -> PResult<'a, ()> {
        // The least length of an element is computed only if there are elements.
        if count == 0 {
            self.cx.reserve(before, after, 0, 1)?;
            overwrite(slot, M::bind(|| Value::Array(ValueList::default())));
            return Ok((after, ()));
        }
        // This is more than the length of any input.
        let unit = inner.min_len().min(u32::MAX as usize);
        if unit == 0 {
            let (mut i, count) = (after, count as usize);
            let mut values = Vec::with_capacity(count.min(8));
            while values.len() < count {
                (i, ()) = self.next::<M>(inner, i, &mut values)?;
            }
            overwrite(slot, M::map(M::all(values), |values| Value::Array(values.into())));
            return Ok((i, ()));
        }
        // A trace may accept a count that exceeds the input.
        self.keep((count as usize).min(after.len() + 1), after)?;
        let element = |cx, n| part(cx, Part::Index(n), Any { cx, ..self.of(inner) });
        let cx = self.cx.reserve(before, after, count, unit)?;
        let mut elements = each(cx, count as usize, unit, element);
        let (rest, values) = elements.process::<OutputM<M, Emit, Streaming>>(after)?;
        overwrite(slot, M::map(values, |values| Value::Array(values.into())));
        Ok((rest, ()))
    }

    /// Parses the next element of an array whose count is not known.
    fn next<M: Places>(
        self,
        inner: &TypeExpr,
        i: &'a [u8],
        values: &mut Vec<M::Output<Value>>,
    ) -> PResult<'a, ()> {
        self.cx.enter(Part::Index(values.len()));
        self.keep(1, i)?;
        if values.len() == values.capacity() {
            values.reserve_exact(more(values.len(), i.len() / inner.min_len().max(1) + 1));
        }
        let mut value = M::bind(Value::default);
        let (rest, ()) = self.of(inner).put::<M>(i, &mut value)?;
        self.cx.leave();
        values.push(value);
        Ok((rest, ()))
    }

    /// Parses elements up to a byte.
    fn until<M: Places>(
        self,
        end: u8,
        inner: &TypeExpr,
        mut i: &'a [u8],
        slot: &mut M::Output<Value>,
    ) -> PResult<'a, ()> {
        let mut values = Vec::new();
        while i.first().is_some_and(|first| *first != end) {
            (i, ()) = self.next::<M>(inner, i, &mut values)?;
        }
        let (rest, _) = bits::end(self.cx).parse(i)?;
        overwrite(slot, M::map(M::all(values), |values| Value::Array(values.into())));
        Ok((rest, ()))
    }

    /// Parses elements, each of which except the last has a mark.
    fn marked<M: Places>(
        self,
        inner: &TypeExpr,
        mut i: &'a [u8],
        slot: &mut M::Output<Value>,
    ) -> PResult<'a, ()> {
        let mut values = Vec::new();
        loop {
            let has_mark = i.first().is_some_and(|first| first & bits::MARK != 0);
            (i, ()) = self.next::<M>(inner, i, &mut values)?;
            if !has_mark {
                break;
            }
        }
        let unmarked = |mut values: Vec<Value>| {
            values.iter_mut().filter_map(bits::first_byte).for_each(|first| *first &= i8::MAX);
            Value::Array(values.into())
        };
        overwrite(slot, M::map(M::all(values), unmarked));
        Ok((i, ()))
    }
}

/// The parser of the less common types without inner values. [`Any`] parses the common ones itself.
struct Leaf<'c, 'e, 's, T: Trace> {
    cx: Cx<'c, T>,
    leaf: &'e TypeExpr,
    scope: &'s Scope<'s>,
}

impl<'a, T: Trace> Parser<&'a [u8]> for Leaf<'_, '_, '_, T> {
    type Output = Value;
    type Error = Fault;

    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> nom::PResult<OM, &'a [u8], Value, Fault> {
        use Value as V;
        let Self { cx, leaf, scope } = *self;
        let bytes_of = |length| wire::byte_array(cx, length).map(|x| V::Bytes(x.into()));
        match leaf {
            TypeExpr::Fixed(int, bits) => fixed(cx, *int, *bits).map(V::Fixed).process::<OM>(i),
            TypeExpr::Flags(int, names) => bits::flags(cx, *int, names).process::<OM>(i),
            TypeExpr::Bytes(Length::Known(length)) => bytes_of(*length).process::<OM>(i),
            TypeExpr::Bytes(Length::Prefixed(int)) => {
                let length = length(cx, *int, Meaning::new("byte length").counting(Unit::BYTES));
                wire::prefixed_byte_array(cx, length).map(|x| V::Bytes(x.into())).process::<OM>(i)
            }
            TypeExpr::Bytes(Length::Field(of)) => match scope.count(of) {
                Ok(length) => bytes_of(length).process::<OM>(i),
                Err(kind) => fail(kind).process::<OM>(i),
            },
            TypeExpr::Bytes(Length::Rest) => {
                bytes_of(u32::try_from(i.len()).unwrap_or(u32::MAX)).process::<OM>(i)
            }
            leaf => leaf::leaf(cx, leaf).process::<OM>(i),
        }
    }
}

pub(in crate::minecraft) fn gen_value<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    expr: &TypeExpr,
    x: &Value,
) -> impl SerializeFn<W> {
    serializer(move |out| put_any(cx, expr, &Scope::NONE, x, out))
}

/// Mirrors [`Any`]. The output is borrowed, because moving it takes longer than writing most values.
fn put_any<T: Trace, W: Write>(
    mut cx: Cx<'_, T>,
    expr: &TypeExpr,
    scope: &Scope<'_>,
    x: &Value,
    out: &mut WriteContext<W>,
) -> Gen {
    use Value as V;
    let own = Scope::of_types(scope.types);
    let (mut expr, mut scope) = (expr, scope);
    loop {
        expr = match expr {
            TypeExpr::Named(name) => match scope.types.and_then(|types| types.get(name)) {
                Some(of) => {
                    (cx, scope) = (cx.deeper_out()?, &own);
                    of
                }
                None => return run(out, other_type(cx)),
            },
            TypeExpr::Switch(of, cases) => match scope.select(of, cases) {
                Ok(case) => case,
                Err(_) => return run(out, wire::gen_disagreeing(cx)),
            },
            _ => break,
        };
    }
    match (expr, x) {
        (TypeExpr::Bool, V::Bool(x)) => run(out, wire::gen_boolean(*x)),
        (TypeExpr::Int(int) | TypeExpr::Flags(int, _), x) => run(out, gen_integer(cx, *int, x)),
        (TypeExpr::F32, V::F32(x)) => run(out, wire::gen_float(*x)),
        (TypeExpr::F64, V::F64(x)) => run(out, wire::gen_double(*x)),
        (TypeExpr::String(n), V::String(x)) => run(out, wire::gen_string(cx, *n, x)),
        (TypeExpr::Chat, V::Chat(x)) => run(out, wire::gen_chat(cx, x)),
        (TypeExpr::Identifier, V::Identifier(x)) => run(out, wire::gen_identifier(cx, x)),
        (TypeExpr::Position, V::Position(x)) => run(out, wire::gen_position(cx, x)),
        (TypeExpr::Angle, V::Angle(x)) => run(out, wire::gen_angle(*x)),
        (TypeExpr::Uuid, V::Uuid(x)) => run(out, wire::gen_uuid(*x)),
        (TypeExpr::Nbt, V::Nbt(x)) => run(out, wire::gen_nbt(cx, x.as_deref())),
        (TypeExpr::Mutf8, V::Mutf8(x)) => run(out, wire::gen_mutf8(cx, x)),
        (TypeExpr::Slot, V::Slot(x)) => run(out, wire::gen_slot(cx, x.as_deref())),
        (TypeExpr::Particle, V::Particle(x)) => run(out, wire::gen_particle(cx, &x.get())),
        (TypeExpr::Metadata, V::Metadata(x)) => run(out, wire::gen_metadata(cx, x)),
        (TypeExpr::Optional(_), V::Option(None)) => Ok(()),
        (TypeExpr::Optional(inner), V::Option(Some(x))) => put_any(cx, inner, scope, x, out),
        (TypeExpr::Option(inner), V::Option(x)) => {
            run(out, wire::gen_boolean(x.is_some()))?;
            x.as_deref().map_or(Ok(()), |x| put_any(cx, inner, scope, x, out))
        }
        (TypeExpr::Array(length, inner), V::Array(x)) => {
            run(out, gen_length(cx, length, *scope, x.len()))?;
            put_elements(cx, inner, scope, x, out)
        }
        (TypeExpr::Bytes(length), V::Bytes(x)) => {
            let length = gen_length(cx, length, *scope, x.len());
            run(out, wire::gen_prefixed_byte_array(length, x))
        }
        (TypeExpr::Enum(int, names), V::Enum(x)) => {
            let refusal = "the number is not a value of this enumeration";
            let refusal = EncodeErrorKind::NotExpressible { what: refusal };
            let is_value = names.open || names.name(*x).is_some();
            run(out, wire::gen_enumeration(cx, is_value, refusal, gen_number(cx, *int, *x)))
        }
        (TypeExpr::Fixed(int, bits), V::Fixed(x)) if x.fraction_bits == *bits => {
            run(out, gen_number(cx, *int, x.raw))
        }
        (TypeExpr::Struct(fields), V::Struct(x)) if fields.len() == x.len() => {
            put_structure(cx, fields, scope, x, out)
        }
        (TypeExpr::If(of, is, inner), V::Option(x)) => match scope.holds(of, is.as_ref()) {
            Ok(there) if there == x.is_some() => {
                x.as_deref().map_or(Ok(()), |x| put_any(cx, inner, scope, x, out))
            }
            Ok(_) | Err(_) => run(out, wire::gen_disagreeing(cx)),
        },
        (TypeExpr::Types(types, inner), x) => put_any(cx, inner, &Scope::of_types(Some(types)), x, out),
        (TypeExpr::Until(end, inner), V::Array(x)) => {
            put_elements(cx, inner, scope, x, out)?;
            run(out, bytes([*end]))
        }
        (TypeExpr::Marked(inner), V::Array(x)) => match bits::marked(x) {
            Some(x) => put_elements(cx, inner, scope, &x, out),
            None => run(out, other_type(cx)),
        },
        (TypeExpr::Bits(parts), V::Struct(x)) => run(out, gen_bits(cx, parts, x)),
        (TypeExpr::Holder(_), V::VarInt(-1)) => run(out, other_type(cx)),
        (TypeExpr::Holder(_), V::VarInt(x)) => run(out, wire::gen_varint(x.wrapping_add(1))),
        (TypeExpr::Holder(of), V::Option(Some(x))) => {
            run(out, wire::gen_varint(0))?;
            put_any(cx, &of.inner, scope, x, out)
        }
        (TypeExpr::Holders(of), V::Option(Some(x))) => {
            run(out, wire::gen_varint(0))?;
            put_any(cx, &of.base, scope, x, out)
        }
        (TypeExpr::Holders(of), V::Array(x)) => {
            run(out, wire::gen_length(cx, x.len().saturating_add(1)))?;
            put_elements(cx, &of.inner, scope, x, out)
        }
        (TypeExpr::GzipNbt, x) => run(out, bits::gen_gzip_nbt(cx, x)),
        (TypeExpr::LpVec3, V::Bytes(x)) => run(out, bits::gen_lp_vec3(cx, x)),
        (TypeExpr::Unknown(_), _) => run(out, refuse(cx, EncodeErrorKind::NotExpressible { what: UNKNOWN })),
        _ => run(out, other_type(cx)),
    }
}

/// Mirrors the elements of [`Any`].
fn put_elements<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    inner: &TypeExpr,
    scope: &Scope<'_>,
    x: &[Value],
    out: &mut WriteContext<W>,
) -> Gen {
    for (at, x) in x.iter().enumerate() {
        if !put_common(inner, x, out)? {
            put_any(cx, inner, scope, x, out).map_err(|error| cx.refused_in(Part::Index(at), error))?;
        }
    }
    Ok(())
}

/// Mirrors the fields of [`Any`].
fn put_structure<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    fields: &[(String, TypeExpr)],
    scope: &Scope<'_>,
    x: &[Value],
    out: &mut WriteContext<W>,
) -> Gen {
    for (at, ((name, field), value)) in fields.iter().zip(x).enumerate() {
        if put_common(field, value, out)? {
            continue;
        }
        let scope = &scope.field(fields, x.get(..at).sure_to_write()?);
        put_any(cx, field, scope, value, out).map_err(|error| match name.as_str() {
            ANONYMOUS => error,
            name => cx.refused_in(Part::Named(name), error),
        })?;
    }
    Ok(())
}

/// Returns the meaning of a value of an integer type.
fn value_of(int: IntType) -> Meaning {
    Meaning::new("value").of(int.form())
}

grammar!(
    /// Parses a number of any integer type, without reporting it.
    fn number<'a, T: Trace>(cx: Cx<'_, T>, int: IntType) -> impl Grammar<'a, i64> {
        integer(cx.untraced(), int, "value").map(|x| int_of(&x).sure())
    }
);

/// Writes what [`number`] parses, if the type can hold it.
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
    /// Parses a count or length of any integer type.
    fn length<'a, T: Trace>(cx: Cx<'_, T>, int: IntType, what: Meaning) -> impl Grammar<'a, u32> {
        wire::not_negative(integer(cx, int, what).map(|x| int_of(&x).sure()))
    }
);

/// Writes what [`length`] parses. A count that comes from elsewhere must be the number of elements.
fn gen_length<T: Trace, W: Write>(
    cx: Cx<'_, T>,
    length: &Length,
    scope: Scope<'_>,
    is: usize,
) -> impl SerializeFn<W> {
    let value = i64::try_from(is).unwrap_or(i64::MAX);
    let known = move |count: u32, out| {
        let (min, max) = (count.into(), count.into());
        let agrees = count as usize == is;
        if agrees { nothing()(out) } else { refuse(cx, EncodeErrorKind::OutOfRange { value, min, max })(out) }
    };
    move |out: WriteContext<W>| match length {
        Length::Prefixed(int) => gen_number(cx, *int, value)(out),
        Length::Known(count) => known(*count, out),
        Length::Field(of) => match scope.count(of) {
            Ok(count) => known(count, out),
            Err(_) => wire::gen_disagreeing(cx)(out),
        },
        Length::Rest => nothing()(out),
    }
}

grammar!(
    /// Parses an integer whose low bits are the fraction.
    fn fixed<'a, T: Trace>(cx: Cx<'_, T>, int: IntType, fraction_bits: u32) -> impl Grammar<'a, FixedPoint> {
        let number = number(cx, int).map(move |raw| FixedPoint { raw, fraction_bits });
        wire::described(cx, value_of(int), number, |fixed| {
            (Some(fixed.raw), format!("{} in steps of 1/{}", fixed.value(), fixed.steps()))
        })
    }
);

pub(super) fn other_type<T: Trace, W: Write>(cx: Cx<'_, T>) -> impl SerializeFn<W> {
    refuse(cx, EncodeErrorKind::NotExpressible { what: "the value is not of the type to be written" })
}
