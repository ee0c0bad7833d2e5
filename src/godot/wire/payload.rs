//! What follows a header, by type: the one place where the rows of the table lead to their grammars.

use std::io::Write;

use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext};
use nom::combinator::success;
use nom::{OutputMode, PResult, Parser};

use super::array::header_of_array;
use super::dictionary::header_of_dictionary;
use super::header::writes_doubles;
use super::number::{is_wide_float, is_wide_int};
use super::object::header_of_object;
use super::typed_array::header_of_typed_array;
use super::*;
use crate::error::Fault;
use crate::godot::dialect::{Dialect, RealRule};
use crate::godot::ids::{Doubles, Kind, for_each_type};
use crate::godot::model::{Double, Object, OfReals, Packed, Real, Variant};
use crate::grammar::Grammar;
use crate::trace::Trace;

/// The payload of a value with this header; `element` reads the values inside, if it is a container.
pub(super) fn payload<'a, 'c, T: Trace, P: Grammar<'a, Variant<'a>>>(
    cx: Cx<'c, T>,
    header: Header,
    element: impl Fn(Cx<'c, T>) -> P + Copy,
) -> impl Grammar<'a, Variant<'a>> {
    Payload { cx, header, element }
}

struct Payload<'c, T: Trace, F> {
    cx: Cx<'c, T>,
    header: Header,
    element: F,
}

impl<'a, 'c, T: Trace, F, P> Parser<&'a [u8]> for Payload<'c, T, F>
where
    F: Fn(Cx<'c, T>) -> P + Copy,
    P: Grammar<'a, Variant<'a>>,
{
    type Output = Variant<'a>;
    type Error = Fault;

    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Variant<'a>, Fault> {
        let Self { cx, header, element } = *self;
        let dialect = &cx.rules.dialect;
        let wide = header.has_wide_components(dialect);
        /// A grammar for each shape of the table.
        #[rustfmt::skip]
        macro_rules! read {
            (unit $kind:ident) => { success(Variant::$kind).process::<OM>(i) };
            (int $kind:ident $read:ident) => { read!($kind: $read(cx, header)) };
            (float $kind:ident $read:ident) => { read!($kind: $read(cx, header)) };
            (reals $kind:ident $read:ident) => {
                if wide { read!(double $kind: $read::<f64, T>(cx)) } else { read!($kind: $read::<f32, T>(cx)) }
            };
            (packed_reals $kind:ident $read:ident) => {
                if wide { read!(double $kind: $read(cx)) } else { read!($kind: $read(cx)) }
            };
            (object $kind:ident $read:ident) => { read_object::<OM, T, F, P>(cx, header, element, i) };
            (dictionary $kind:ident $read:ident) => { read!($kind: $read(cx, header, element)) };
            (array $kind:ident $read:ident) => { read!($kind: $read(cx, header, element)) };
            (packed_array $kind:ident $read:ident) => { read!($kind: $read(cx, header, element)) };
            (boxed $kind:ident $read:ident) => { $read(cx).map(|x| Variant::$kind(Box::new(x))).process::<OM>(i) };
            // plain, ints, text, name, bytes, packed, strings
            ($shape:ident $kind:ident $read:ident) => { read!($kind: $read(cx)) };
            ($kind:ident: $grammar:expr) => { $grammar.map(|x| Variant::$kind(x.into())).process::<OM>(i) };
            (double $kind:ident: $grammar:expr) => {
                $grammar.map(|x| Variant::Double(Box::new(Double::$kind(x.into())))).process::<OM>(i)
            };
        }
        /// A row becomes an arm: `Kind::Vector2 => read!(reals Vector2 vector2)`.
        macro_rules! by_kind {
            ($($shape:ident $kind:ident [$($read:ident $write:ident)?];)+) => {
                match header.kind {
                    $(Kind::$kind => read!($shape $kind $($read)?),)+
                    // An array to the model, which has no type of this name.
                    Kind::TypedArray => read!(Array: typed_array(cx, header, element)),
                }
            };
        }
        for_each_type!(by_kind: shape kind wire)
    }
}

/// An object has three forms: nothing in Godot 2, its id, or all of it.
fn read_object<
    'a,
    'c,
    OM: OutputMode,
    T: Trace,
    F: Fn(Cx<'c, T>) -> P + Copy,
    P: Grammar<'a, Variant<'a>>,
>(
    cx: Cx<'c, T>,
    header: Header,
    element: F,
    i: &'a [u8],
) -> PResult<OM, &'a [u8], Variant<'a>, Fault> {
    match (cx.rules.dialect.objects, header.is_wide()) {
        (false, _) => success(Variant::Object(Object::Null)).process::<OM>(i),
        (true, true) => object_id(cx).map(|id| Variant::Object(Object::Id(id))).process::<OM>(i),
        (true, false) => object(cx, element).map(Variant::Object).process::<OM>(i),
    }
}

/// Mirrors [`payload`].
pub(super) fn gen_payload<'c, 'x, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'c, T>,
    header: Header,
    value: &'x Variant<'x>,
    element: impl Fn(Cx<'c, T>, &'x Variant<'x>) -> F + Copy,
) -> impl SerializeFn<W> {
    let wide = writes_wide_components(&cx.rules.dialect, header.kind);
    move |out: WriteContext<W>| -> GenResult<W> {
        /// A serializer for each shape of the table.
        #[rustfmt::skip]
        macro_rules! generate {
            (unit) => { Ok(out) };
            (plain $write:ident $x:ident) => { $write(cx, *$x)(out) };
            (int $write:ident $x:ident) => { $write(cx, header, *$x)(out) };
            (float $write:ident $x:ident) => { $write(header, *$x)(out) };
            (ints $write:ident $x:ident) => { $write($x)(out) };
            (reals $write:ident $x:ident) => {
                if wide { $write::<f64, W>(&$x.map(&mut f64::from))(out) } else { $write::<f32, W>($x)(out) }
            };
            (packed_reals $write:ident $x:ident) => {
                if wide { $write(cx, &packed_map(&$x, f64::from))(out) } else { $write(cx, $x)(out) }
            };
            (object $write:ident $x:ident) => { write_object(cx, $x, element, out) };
            (dictionary $write:ident $x:ident) => { $write(cx, $x, element)(out) };
            (array $write:ident $x:ident) => {
                if header.kind == Kind::Array { $write(cx, $x, element)(out) } else { gen_typed_array(cx, $x, element)(out) }
            };
            (packed_array $write:ident $x:ident) => { $write(cx, $x, element)(out) };
            // text, name, boxed, bytes, packed, strings
            ($shape:ident $write:ident $x:ident) => { $write(cx, $x)(out) };
        }
        /// A row becomes an arm: `Variant::Vector2(x) => generate!(reals gen_vector2 x)`.
        macro_rules! by_kind {
            ($($shape:ident $kind:ident ($($x:ident: $payload:ty)?) [$($read:ident $write:ident)?];)+) => {
                match value {
                    $(Variant::$kind$(($x))? => generate!($shape $($write $x)?),)+
                    Variant::Double(x) => gen_double(cx, x)(out),
                }
            };
        }
        for_each_type!(by_kind: shape kind payload wire)
    }
}

/// Mirrors [`read_object`].
fn write_object<'c, 'x, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'c, T>,
    x: &'x Object<'x>,
    element: impl Fn(Cx<'c, T>, &'x Variant<'x>) -> F + Copy,
    out: WriteContext<W>,
) -> GenResult<W> {
    match (cx.rules.dialect.objects, x) {
        (false, _) => Ok(out),
        (true, Object::Id(id)) => gen_object_id(*id)(out),
        (true, Object::Full(data)) => gen_object(cx, data, element)(out),
        // An empty class, and nothing else.
        (true, Object::Null) => gen_text(cx, &Default::default())(out),
    }
}

/// A value with 64-bit components. A dialect of single precision writes what an engine of single precision makes of
/// it: components rounded to nearest.
fn gen_double<'x, T: Trace, W: Write>(cx: Cx<'_, T>, value: &'x Double<'x>) -> impl SerializeFn<W> {
    let wide = writes_wide_components(&cx.rules.dialect, value.kind());
    move |out: WriteContext<W>| -> GenResult<W> {
        #[rustfmt::skip]
        macro_rules! generate {
            (reals [$read:ident $write:ident] $x:ident) => {
                if wide { $write::<f64, W>($x)(out) } else { $write::<f32, W>(&$x.map(&mut f32::from_f64))(out) }
            };
            (packed_reals [$read:ident $write:ident] $x:ident) => {
                if wide { $write(cx, $x)(out) } else { $write(cx, &packed_map(&$x, f32::from_f64))(out) }
            };
        }
        /// A row with a wide form becomes an arm: `Double::Vector2(x) => generate!(reals gen_vector2 x)`.
        macro_rules! by_kind {
            ($($shape:ident $kind:ident $wire:tt ($($width:ident $x:ident: $wide:ty)?);)+) => {
                match value {
                    $($(Double::$kind($x) => generate!($shape $wire $x),)?)+
                }
            };
        }
        for_each_type!(by_kind: shape kind wire wide)
    }
}

/// A packed array with components of the other width.
fn packed_map<R, S, E>(array: &Packed<'_, E>, mut real: impl FnMut(R) -> S) -> Packed<'static, E::With<S>>
where
    E: super::super::model::Element + OfReals<R>,
    E::With<S>: super::super::model::Element,
{
    array.iter().map(|element| element.map(&mut real)).collect()
}

/// Whether the dialect writes values of this type with 64-bit components.
fn writes_wide_components(dialect: &Dialect, kind: Kind) -> bool {
    writes_doubles(dialect)
        && match kind.doubles() {
            Doubles::Never => false,
            Doubles::Flagged => true,
            Doubles::Documented => dialect.reals == RealRule::Double,
        }
}

/// The header of a value as the engine writes it.
pub(super) fn header_of<T: Trace>(cx: &Cx<'_, T>, value: &Variant<'_>) -> Result<Header, GenError> {
    let dialect = &cx.rules.dialect;
    match value {
        Variant::Int(x) => Ok(Header::new(cx, Kind::Int, 0)?.wide_if(is_wide_int(dialect.ints, *x))),
        Variant::Float(x) => Ok(Header::new(cx, Kind::Float, 0)?.wide_if(is_wide_float(dialect.ints, *x))),
        Variant::Object(x) => header_of_object(cx, x),
        Variant::Dictionary(x) => header_of_dictionary(cx, x),
        Variant::Array(x) if x.element_type().is_some() && dialect.id(Kind::TypedArray).is_some() => {
            header_of_typed_array(cx, Kind::TypedArray, x)
        }
        Variant::Array(x) => header_of_array(cx, x),
        Variant::PackedTypedArray(x) => header_of_typed_array(cx, Kind::PackedTypedArray, x),
        // Bit 16 marks 64-bit components, where they are marked at all.
        value => {
            let header = Header::new(cx, value.kind(), 0)?;
            Ok(header.wide_if(writes_doubles(dialect) && header.marks_doubles(dialect)))
        }
    }
}
