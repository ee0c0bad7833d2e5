//! Payloads by type. This is the only place that selects the grammar of each type, from the rows of the table.

use std::io::Write;

use cookie_factory::sequence::pair;
use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext};
use nom::combinator::{cond, success};

use super::header::writes_doubles;
use super::number::{is_beyond_narrow, is_wide_float, is_wide_int};
use super::object::{header_of_object, is_full_object};
use super::text::kept_text;
use super::*;
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::godot::dialect::{Dialect, RealRule};
use crate::godot::ids::{Doubles, Kind, for_each_type};
use crate::godot::model::{Double, Object, OfReals, Packed, Real, Variant};
use crate::grammar::{Grammar, apart, checked, fail, gen_apart, grammar, if_else};
use crate::trace::Trace;

grammar!(
    /// Parses the payload of a value with this header.
    pub(super) fn payload<'a, T: Trace>(cx: Cx<'_, T>, header: Header) -> impl Grammar<'a, Variant> {
        match header.kind {
            Kind::Array => apart(array(cx, header).map(Variant::Array)),
            Kind::Dictionary => apart(dictionary(cx, header).map(Variant::Dictionary)),
            Kind::Object if is_full_object(cx, header) => apart(object(cx).map(Variant::Object)),
            _ => apart(leaf(cx, header)),
        }
    }
);

/// Returns the grammar for each shape of the table.
#[rustfmt::skip]
macro_rules! read {
    ($cx:ident $header:ident unit $kind:ident) => { success(()).map(|()| Variant::$kind) };
    ($cx:ident $header:ident plain $kind:ident $read:ident) => { $read($cx).map(Variant::$kind) };
    ($cx:ident $header:ident ints $kind:ident $read:ident) => { $read($cx).map(Variant::$kind) };
    ($cx:ident $header:ident int $kind:ident $read:ident) => { $read($cx, $header).map(Variant::$kind) };
    ($cx:ident $header:ident float $kind:ident $read:ident) => { $read($cx, $header).map(Variant::$kind) };
    ($cx:ident $header:ident reals $kind:ident $read:ident) => {
        if_else(
            $header.has_wide_components(&$cx.rules().dialect),
            $read::<f64, T>($cx).map(|x| Variant::Double(Box::new(Double::$kind(x.into())))),
            $read::<f32, T>($cx).map(|x| Variant::$kind(x.into())),
        )
    };
    ($cx:ident $header:ident packed_reals $kind:ident $read:ident) => {
        if_else(
            $header.has_wide_components(&$cx.rules().dialect),
            $read($cx).map(|x| Variant::Double(Box::new(Double::$kind(x)))),
            $read($cx).map(|x| Variant::$kind(x)),
        )
    };
    // In Godot 2 there is no payload, later it is an id. Full objects contain values, so `payload` reads them.
    ($cx:ident $header:ident object $kind:ident $read:ident) => {
        cond($cx.rules().dialect.objects, object_id($cx))
            .map(|id| Variant::$kind(id.map_or(Object::Null, Object::Id)))
    };
    // These types contain values, and are handled by the caller.
    ($cx:ident $header:ident dictionary $kind:ident $read:ident) => { read!($cx $header none) };
    ($cx:ident $header:ident array $kind:ident $read:ident) => { read!($cx $header none) };
    ($cx:ident $header:ident none) => {
        fail::<Variant>(DecodeErrorKind::UnknownType {
            id: $header.word,
            dialect: $cx.rules().dialect.name(),
        })
    };
    ($cx:ident $header:ident text $kind:ident $read:ident) => {
        kept_text($cx).map(Variant::$kind)
    };
    // name, boxed, bytes, packed, strings
    ($cx:ident $header:ident $shape:ident $kind:ident $read:ident) => {
        $read($cx).map(|x| Variant::$kind(x.into()))
    };
}

/// Generates a match arm from a row: `Kind::Vector2 => read!(reals Vector2 vector2)`. The comment of `for_each_type!`
/// shows each step.
macro_rules! leaf {
    ($($shape:ident $kind:ident [$($read:ident $write:ident)?];)+) => {
        grammar!(
            /// Parses the payload of a type that contains no values.
            fn leaf<'a, T: Trace>(
                cx: Cx<'_, T>,
                header: Header,
            ) -> impl Grammar<'a, Variant> {
                match header.kind {
                    $(Kind::$kind => read!(cx header $shape $kind $($read)?),)+
                }
            }
        );
    };
}
for_each_type!(leaf: shape kind wire);

/// Writes the header and the payload of a value that is neither an array nor a dictionary.
pub(super) fn gen_any_value<T: Trace, W: Write>(cx: Cx<'_, T>, value: &Variant) -> impl SerializeFn<W> {
    checked(
        move || header_of(cx, value),
        move |header| pair(gen_header(header), gen_payload(cx, header, value)),
    )
}

/// Mirrors [`payload`].
fn gen_payload<T: Trace, W: Write>(cx: Cx<'_, T>, header: Header, value: &Variant) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| -> GenResult<W> {
        match value {
            Variant::Object(Object::Full(data)) => gen_apart(move |out| gen_object(cx, data)(out))(out),
            leaf => gen_leaf(cx, header, leaf)(out),
        }
    }
}

/// Mirrors [`leaf`].
fn gen_leaf<T: Trace, W: Write>(cx: Cx<'_, T>, header: Header, value: &Variant) -> impl SerializeFn<W> {
    let wide = writes_wide_components(&cx.rules().dialect, header.kind);
    move |out: WriteContext<W>| -> GenResult<W> {
        /// Returns the serializer for each shape of the table.
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
                match (cx.rules().dialect.objects, $x) {
                    (true, Object::Id(id)) => gen_object_id(*id)(out),
                    // A null object is an empty class name.
                    (true, Object::Null) => gen_text(cx, &Default::default())(out),
                    // Godot 2 writes nothing here. Full objects are handled by the caller, because they contain values.
                    (false, _) | (true, Object::Full(_)) => Ok(out),
                }
            };
            // These types contain values, and are handled by the caller.
            (dictionary $write:ident $x:ident) => { { let _ = $x; Ok(out) } };
            (array $write:ident $x:ident) => { { let _ = $x; Ok(out) } };
            // text, name, boxed, bytes, packed, strings
            ($shape:ident $write:ident $x:ident) => { $write(cx, $x)(out) };
        }
        /// Generates a match arm from a row: `Variant::Vector2(x) => generate!(reals gen_vector2 x)`.
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

/// Writes a value with 64-bit components. In a dialect of single precision, the components are rounded to the nearest
/// ones, as an engine of single precision does.
fn gen_double<T: Trace, W: Write>(cx: Cx<'_, T>, value: &Double) -> impl SerializeFn<W> {
    let wide = writes_wide_components(&cx.rules().dialect, value.kind());
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
        /// Generates a match arm from a row with a wide form: `Double::Vector2(x) => generate!(reals gen_vector2 x)`.
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

/// Converts the components of a packed array to the other width.
fn packed_map<R, S, E>(array: &Packed<E>, mut real: impl FnMut(R) -> S) -> Packed<E::With<S>>
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

/// Returns the header that the engine writes for a value.
pub(super) fn header_of<T: Trace>(cx: Cx<'_, T>, value: &Variant) -> Result<Header, GenError> {
    let dialect = &cx.rules().dialect;
    match value {
        Variant::Int(x) => Ok(Header::new(cx, Kind::Int, 0)?.wide_if(is_wide_int(dialect.ints, *x))),
        Variant::Float(x) if is_beyond_narrow(dialect.ints, *x) => {
            cx.refuse(EncodeErrorKind::NotExpressible {
                what: "the float is too large for 32 bits, the only width that this dialect writes",
            })
        }
        Variant::Float(x) => Ok(Header::new(cx, Kind::Float, 0)?.wide_if(is_wide_float(dialect.ints, *x))),
        Variant::Object(x) => header_of_object(cx, x),
        value => header_of_kind(cx, value.kind()),
    }
}

/// Returns the header of values that all have the same header in a dialect: all types except numbers, objects and
/// containers.
pub(super) fn header_of_kind<T: Trace>(cx: Cx<'_, T>, kind: Kind) -> Result<Header, GenError> {
    let dialect = &cx.rules().dialect;
    let header = Header::new(cx, kind, 0)?;
    // Bit 16 marks 64-bit components, in types where it has this meaning.
    Ok(header.wide_if(writes_doubles(dialect) && header.marks_doubles(dialect)))
}
