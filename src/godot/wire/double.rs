//! Values with 64-bit components.

use std::io::Write;

use cookie_factory::WriteContext;
use cookie_factory::sequence::pair;
use nom::Parser;

use super::build::Build;
use super::prim::{Header, gen_header, real_flags, writes_doubles};
use super::*;
use crate::error::PResult;
use crate::godot::ids::{Kind, Table};
use crate::godot::model::{Color, Double, OfReals, Packed, Real, Variant, Vector2, Vector3, Vector4};
use crate::grammar::{bytes, run};
use crate::sink::Gen;
use crate::trace::Trace;

/// The same types with 64-bit components.
#[inline(never)]
pub(super) fn parse_double_leaf<'a, B: Build<'a>, T: Trace>(
    cx: Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut B::Value,
) -> PResult<'a, ()> {
    macro_rules! leaf {
        ($parser:expr) => {{
            let (i, value) = $parser?;
            B::fill_leaf(slot, || Variant::from(Double::from(value)));
            Ok((i, ()))
        }};
    }
    match header.kind {
        Kind::Vector2 => leaf!(vector2::<f64, T>(cx).parse(i)),
        Kind::Rect2 => leaf!(rect2::<f64, T>(cx).parse(i)),
        Kind::Vector3 => leaf!(vector3::<f64, T>(cx).parse(i)),
        Kind::Transform2D => leaf!(transform2d::<f64, T>(cx).parse(i)),
        Kind::Vector4 => leaf!(vector4::<f64, T>(cx).parse(i)),
        Kind::Plane => leaf!(plane::<f64, T>(cx).parse(i)),
        Kind::Quaternion => leaf!(quaternion::<f64, T>(cx).parse(i)),
        Kind::Aabb => leaf!(aabb::<f64, T>(cx).parse(i)),
        Kind::Basis => leaf!(basis::<f64, T>(cx).parse(i)),
        Kind::Transform3D => leaf!(transform3d::<f64, T>(cx).parse(i)),
        Kind::Projection => leaf!(projection::<f64, T>(cx).parse(i)),
        Kind::Color => leaf!(color::<f64, T>(cx).parse(i)),
        Kind::PackedVector2Array => leaf!(parse_packed::<Vector2<f64>, T>(cx, i, "Vector2")),
        Kind::PackedVector3Array => leaf!(parse_packed::<Vector3<f64>, T>(cx, i, "Vector3")),
        Kind::PackedVector4Array => leaf!(parse_packed::<Vector4<f64>, T>(cx, i, "Vector4")),
        Kind::PackedColorArray => leaf!(parse_packed::<Color<f64>, T>(cx, i, "Color")),
        _ => {
            let (i, array) = parse_packed::<f64, T>(cx, i, "float")?;
            B::fill_leaf(slot, || Variant::Double(Box::new(Double::PackedFloat32Array(array))));
            Ok((i, ()))
        }
    }
}

/// Mirrors [`parse_double_leaf`]. A dialect of single precision writes what an engine of single precision
/// makes of such a value: components rounded to nearest.
#[inline(never)]
pub(super) fn gen_double_leaf<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    double: &Double<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let dialect = &cx.rules.dialect;
    let wide = writes_doubles(dialect);
    let widens_all = wide && dialect.table == Table::Godot3;
    let flags = if wide { real_flags::<f64>(dialect) } else { 0 };
    let head = gen_header(cx, double.kind(), 0)?;
    macro_rules! real {
        ($generator:ident, $value:expr) => {{
            if wide {
                run(out, pair(bytes(gen_header(cx, double.kind(), flags)?), $generator($value)))
            } else {
                run(out, pair(bytes(head), $generator(&$value.map(&mut f32::from_f64))))
            }
        }};
    }
    macro_rules! packed {
        ($array:expr, $wide:expr, $flags:expr) => {{
            if $wide {
                gen_packed(cx, gen_header(cx, double.kind(), $flags)?, $array, out)
            } else {
                let narrow: Packed<'_, _> =
                    $array.iter().map(|element| element.map(&mut f32::from_f64)).collect();
                gen_packed(cx, head, &narrow, out)
            }
        }};
    }
    match double {
        Double::Vector2(value) => real!(gen_vector2, value),
        Double::Rect2(value) => real!(gen_rect2, &**value),
        Double::Vector3(value) => real!(gen_vector3, value),
        Double::Transform2D(value) => real!(gen_transform2d, &**value),
        Double::Vector4(value) => real!(gen_vector4, &**value),
        Double::Plane(value) => real!(gen_plane, &**value),
        Double::Quaternion(value) => real!(gen_quaternion, &**value),
        Double::Aabb(value) => real!(gen_aabb, &**value),
        Double::Basis(value) => real!(gen_basis, &**value),
        Double::Transform3D(value) => real!(gen_transform3d, &**value),
        Double::Projection(value) => real!(gen_projection, &**value),
        Double::Color(value) if widens_all => run(out, pair(bytes(head), gen_color(&**value))),
        Double::Color(value) => run(out, pair(bytes(head), gen_color(&value.map(&mut f32::from_f64)))),
        Double::PackedVector2Array(array) => packed!(array, wide, flags),
        Double::PackedVector3Array(array) => packed!(array, wide, flags),
        Double::PackedVector4Array(array) => packed!(array, wide, flags),
        Double::PackedColorArray(array) => packed!(array, widens_all, 0),
        Double::PackedFloat32Array(array) if widens_all => gen_packed(cx, head, array, out),
        Double::PackedFloat32Array(array) => {
            let narrow: Packed<'_, f32> = array.iter().map(f32::from_f64).collect();
            gen_packed(cx, head, &narrow, out)
        }
    }
}
