//! Payloads by type: the only place where the rows of the table lead to their grammars.

use std::io::Write;

use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext};
use nom::combinator::success;
use nom::{OutputMode, PResult, Parser};

use super::array::header_of_array;
use super::dictionary::header_of_dictionary;
use super::header::writes_doubles;
use super::number::{is_beyond_narrow, is_wide_float, is_wide_int};
use super::object::{header_of_object, is_whole};
use super::*;
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault};
use crate::godot::dialect::{Dialect, RealRule};
use crate::godot::ids::{Doubles, Kind, for_each_type};
use crate::godot::model::{Double, Object, OfReals, Packed, Real, Variant};
use crate::grammar::{Grammar, fail};
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
        /// A grammar for each shape with values inside; the rest are leaves.
        #[rustfmt::skip]
        macro_rules! read {
            (object $kind:ident) => {
                match is_whole(&cx, header) {
                    true => object(cx, element).map(Variant::$kind).process::<OM>(i),
                    false => leaf(cx, header).process::<OM>(i),
                }
            };
            (dictionary $kind:ident) => { dictionary(cx, header, element).map(Variant::$kind).process::<OM>(i) };
            (array $kind:ident) => { array(cx, header, element).map(Variant::$kind).process::<OM>(i) };
            ($shape:ident $kind:ident) => { leaf(cx, header).process::<OM>(i) };
        }
        /// A row becomes an arm: `Kind::Array => read!(array Array)`.
        macro_rules! by_kind {
            ($($shape:ident $kind:ident;)+) => {
                match header.kind {
                    $(Kind::$kind => read!($shape $kind),)+
                }
            };
        }
        for_each_type!(by_kind: shape kind)
    }
}

/// The payload of a value that has no values inside.
pub(super) fn leaf<'a, T: Trace>(cx: Cx<'_, T>, header: Header) -> impl Grammar<'a, Variant<'a>> {
    Leaf { cx, header }
}

struct Leaf<'c, T: Trace> {
    cx: Cx<'c, T>,
    header: Header,
}

impl<'a, T: Trace> Parser<&'a [u8]> for Leaf<'_, T> {
    type Output = Variant<'a>;
    type Error = Fault;

    fn process<OM: OutputMode>(&mut self, i: &'a [u8]) -> PResult<OM, &'a [u8], Variant<'a>, Fault> {
        let Self { cx, header } = *self;
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
            // Nothing in Godot 2, or an id; whole ones are read by `Payload`.
            (object $kind:ident $read:ident) => {
                match dialect.objects {
                    false => success(Variant::$kind(Object::Null)).process::<OM>(i),
                    true => object_id(cx).map(|id| Variant::$kind(Object::Id(id))).process::<OM>(i),
                }
            };
            // Read by `Payload`.
            (dictionary $kind:ident $read:ident) => { read!(none) };
            (array $kind:ident $read:ident) => { read!(none) };
            (none) => { fail(DecodeErrorKind::UnknownType { id: header.word }).process::<OM>(i) };
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
                }
            };
        }
        for_each_type!(by_kind: shape kind wire)
    }
}

/// Mirrors [`payload`].
pub(super) fn gen_payload<'c, 'x, T: Trace, W: Write, F: SerializeFn<W>>(
    cx: Cx<'c, T>,
    header: Header,
    value: &'x Variant<'x>,
    element: impl Fn(Cx<'c, T>, &'x Variant<'x>) -> F + Copy,
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| -> GenResult<W> {
        match value {
            Variant::Object(Object::Full(data)) => gen_object(cx, data, element)(out),
            Variant::Dictionary(x) => gen_dictionary(cx, x, element)(out),
            Variant::Array(x) => gen_array(cx, x, element)(out),
            leaf => gen_leaf(cx, header, leaf)(out),
        }
    }
}

/// Mirrors [`leaf`].
pub(super) fn gen_leaf<'x, T: Trace, W: Write>(
    cx: Cx<'_, T>,
    header: Header,
    value: &'x Variant<'x>,
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
            (object $write:ident $x:ident) => {
                match (cx.rules.dialect.objects, $x) {
                    (true, Object::Id(id)) => gen_object_id(*id)(out),
                    // An empty class, and nothing else.
                    (true, Object::Null) => gen_text(cx, &Default::default())(out),
                    // Godot 2 writes nothing; full objects are written by `gen_payload`.
                    (false, _) | (true, Object::Full(_)) => Ok(out),
                }
            };
            // Written by `gen_payload`.
            (dictionary $write:ident $x:ident) => { { let _ = $x; Ok(out) } };
            (array $write:ident $x:ident) => { { let _ = $x; Ok(out) } };
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

/// Returns whether the dialect writes values of this type with 64-bit components.
pub(crate) fn writes_wide_components(dialect: &Dialect, kind: Kind) -> bool {
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
        Variant::Float(x) if is_beyond_narrow(dialect.ints, *x) => {
            cx.refuse(EncodeErrorKind::NotExpressible {
                what: "the float is beyond the range of 32 bits, and this dialect writes no others",
            })
        }
        Variant::Float(x) => Ok(Header::new(cx, Kind::Float, 0)?.wide_if(is_wide_float(dialect.ints, *x))),
        Variant::Object(x) => header_of_object(cx, x),
        Variant::Dictionary(x) => header_of_dictionary(cx, x),
        Variant::Array(x) => header_of_array(cx, x),
        value => header_of_kind(cx, value.kind()),
    }
}

/// The header of values that have the same in a dialect: all but numbers, objects and containers.
#[inline(always)]
pub(super) fn header_of_kind<T: Trace>(cx: &Cx<'_, T>, kind: Kind) -> Result<Header, GenError> {
    let dialect = &cx.rules.dialect;
    let header = Header::new(cx, kind, 0)?;
    // Bit 16 marks 64-bit components, where they are marked at all.
    Ok(header.wide_if(writes_doubles(dialect) && header.marks_doubles(dialect)))
}
