//! Payloads by type: the only place where the rows of the table lead to their grammars.

use std::io::Write;

use cookie_factory::sequence::pair;
use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext};
use nom::Parser;
use nom::combinator::success;

use super::array::{fill_array, header_of_array, write_array};
use super::dictionary::{fill_dictionary, header_of_dictionary, write_dictionary};
use super::header::writes_doubles;
use super::number::{is_beyond_narrow, is_wide_float, is_wide_int};
use super::object::{fill_object, header_of_object, is_whole, write_object};
use super::text::kept_text;
use super::*;
use crate::error::{DecodeErrorKind, EncodeErrorKind, PResult};
use crate::godot::dialect::{Dialect, RealRule};
use crate::godot::ids::{Doubles, Kind, for_each_type};
use crate::godot::model::{Double, Object, OfReals, Packed, Real, Variant};
use crate::grammar::{Fill, Make, Slots, WritePart, fail, run, stored};
use crate::sink::Gen;
use crate::trace::Trace;

/// Reads the payload of a value with this header; `element` reads the values inside, if it is a container. Once per level of nesting
/// on the stack: every arm is a call.
#[inline(always)]
pub(super) fn fill_payload<
    'a,
    'c,
    'v,
    O: Slots,
    T: Trace,
    M: Make<'a, 'v>,
    P: Fill<'a, Output = Variant<'v>>,
>(
    cx: &Cx<'c, T, M>,
    header: Header,
    element: impl Fn(Cx<'c, T, M>) -> P + Copy,
    i: &'a [u8],
    slot: &mut O::Output<Variant<'v>>,
) -> PResult<'a, ()> {
    /// A function for each shape with values inside; the rest are leaves.
    #[rustfmt::skip]
    macro_rules! read {
        (object $kind:ident) => {
            match is_whole(cx, header) {
                true => fill_object::<O, T, M, P, _>(cx, element, i, slot, Variant::$kind),
                false => fill_leaf::<O, T, M>(cx, header, i, slot),
            }
        };
        (dictionary $kind:ident) => { fill_dictionary::<O, T, M, P, _>(cx, header, element, i, slot, Variant::$kind) };
        (array $kind:ident) => { fill_array::<O, T, M, P, _>(cx, header, element, i, slot, Variant::$kind) };
        ($shape:ident $kind:ident) => { fill_leaf::<O, T, M>(cx, header, i, slot) };
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

/// Reads a payload without values inside. Each arm puts what it reads into the slot: a value that all arms make would be moved
/// once more.
#[inline(never)]
fn fill_leaf<'a, 'v, O: Slots, T: Trace, M: Make<'a, 'v>>(
    cx: &Cx<'_, T, M>,
    header: Header,
    i: &'a [u8],
    slot: &mut O::Output<Variant<'v>>,
) -> PResult<'a, ()> {
    let cx = cx.borrowing();
    let dialect = &cx.rules.dialect;
    let wide = header.has_wide_components(dialect);
    /// A grammar for each shape of the table.
    #[rustfmt::skip]
    macro_rules! read {
        (unit $kind:ident) => { read!(success(()).map(|()| Variant::$kind)) };
        (plain $kind:ident $read:ident) => { read!($read(cx).map(Variant::$kind)) };
        (ints $kind:ident $read:ident) => { read!($read(cx).map(Variant::$kind)) };
        (int $kind:ident $read:ident) => { read!($read(cx, header).map(Variant::$kind)) };
        (float $kind:ident $read:ident) => { read!($read(cx, header).map(Variant::$kind)) };
        (reals $kind:ident $read:ident) => {
            if wide {
                read!($read::<f64, T>(cx).map(|x| Variant::Double(Box::new(Double::$kind(x.into())))))
            } else {
                read!($read::<f32, T>(cx).map(|x| Variant::$kind(x.into())))
            }
        };
        (packed_reals $kind:ident $read:ident) => {
            if wide {
                read!($read(cx).map(|x| Variant::Double(Box::new(Double::$kind(M::keep(x))))))
            } else {
                read!($read(cx).map(|x| Variant::$kind(M::keep(x))))
            }
        };
        // Nothing in Godot 2, or an id; whole ones are read by `fill_payload`.
        (object $kind:ident $read:ident) => {
            match dialect.objects {
                false => read!(success(()).map(|()| Variant::$kind(Object::Null))),
                true => read!(object_id(cx).map(|id| Variant::$kind(Object::Id(id)))),
            }
        };
        // Read by `fill_payload`.
        (dictionary $kind:ident $read:ident) => { read!(none) };
        (array $kind:ident $read:ident) => { read!(none) };
        (none) => { read!(fail(DecodeErrorKind::UnknownType { id: header.word }).map(|()| Variant::Nil)) };
        (text $kind:ident $read:ident) => { read!(kept_text::<T, M>(cx).map(Variant::$kind)) };
        // name, boxed, bytes, packed, strings
        ($shape:ident $kind:ident $read:ident) => { read!($read(cx).map(|x| Variant::$kind(M::keep(x).into()))) };
        ($grammar:expr) => { stored($grammar).fill::<O>(i, slot) };
    }
    /// A row becomes an arm: `Kind::Vector2 => read!(reals Vector2 vector2)`. The comment of `for_each_type!` shows each step.
    macro_rules! by_kind {
        ($($shape:ident $kind:ident [$($read:ident $write:ident)?];)+) => {
            match header.kind {
                $(Kind::$kind => read!($shape $kind $($read)?),)+
            }
        };
    }
    for_each_type!(by_kind: shape kind wire)
}

/// Writes a value: header and payload; `element` writes the values inside, if it is a container. Once per level of nesting on the
/// stack: every arm is a call.
#[inline(always)]
pub(super) fn write_value<'c, 'x, T: Trace, W: Write>(
    cx: &Cx<'c, T>,
    value: &Variant<'x>,
    element: impl WritePart<Cx<'c, T>, Variant<'x>, W>,
    out: &mut WriteContext<W>,
) -> Gen {
    match value {
        Variant::Array(array) => write_array(cx, array, element, out),
        Variant::Dictionary(dictionary) => write_dictionary(cx, dictionary, element, out),
        Variant::Object(object @ Object::Full(data)) => match header_of_object(cx, object) {
            Ok(header) => write_object(cx, header, data, element, out),
            Err(refusal) => Err(refusal),
        },
        leaf => write_leaf(cx, leaf, out),
    }
}

/// Writes a value without values inside: header and payload.
#[inline(never)]
pub(super) fn write_leaf<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    leaf: &Variant<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let header = header_of(cx, leaf)?;
    run(out, pair(gen_header(header), gen_leaf(*cx, header, leaf)))
}

/// Mirrors [`fill_leaf`].
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
                    // Godot 2 writes nothing; full objects are written by `write_value`.
                    (false, _) | (true, Object::Full(_)) => Ok(out),
                }
            };
            // Written by `write_value`.
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
    E: super::super::model::PackedElement + OfReals<R>,
    E::With<S>: super::super::model::PackedElement,
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
