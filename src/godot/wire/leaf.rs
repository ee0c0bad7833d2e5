//! Values without values inside, by their type. `variant.rs` has a short way for the most common of them.

use std::io::Write;

use cookie_factory::WriteContext;
use cookie_factory::sequence::pair;
use nom::Parser;

use super::build::Build;
use super::node_path::read_node_path;
use super::packed::read_packed_strings;
use super::prim::{Header, gen_header, real_flags, writes_doubles};
use super::*;
use crate::error::{EncodeErrorKind, PResult};
use crate::godot::ids::{Doubles, Kind, Table};
use crate::godot::model::{
    Color, Object, OfReals, Packed, Variant, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i,
};
use crate::grammar::{bytes, run};
use crate::sink::{Gen, Headed};
use crate::trace::Trace;

/// A value without values inside.
#[inline(never)]
pub(super) fn parse_leaf_by_kind<'a, B: Build<'a>, T: Trace>(
    cx: &Cx<'_, T>,
    header: Header,
    i: &'a [u8],
    slot: &mut B::Value,
) -> PResult<'a, ()> {
    let cx = *cx;
    if header.has_doubles(&cx.rules.dialect) && is_real(cx, header.kind) {
        return double::parse_double_leaf::<B, T>(cx, header, i, slot);
    }
    /// Runs a parser and makes its result a variant, which borrows nothing.
    macro_rules! plain {
        ($parser:expr) => {{
            let (i, value) = $parser?;
            B::fill(slot, || Variant::from(value));
            Ok((i, ()))
        }};
    }
    /// The same for results that borrow.
    macro_rules! leaf {
        ($parser:expr) => {{
            let (i, value) = $parser?;
            B::fill_leaf(slot, || Variant::from(value));
            Ok((i, ()))
        }};
    }
    match header.kind {
        Kind::Nil => Ok((i, ())),
        Kind::Bool => plain!(parse_bool(cx, i)),
        Kind::Int => plain!(parse_int(cx, header, i)),
        Kind::Float => plain!(parse_float(cx, header, i)),
        Kind::String => leaf!(parse_text(cx, i)),
        Kind::Vector2 => plain!(vector2::<f32, T>(cx).parse(i)),
        Kind::Vector2i => plain!(vector2i(cx).parse(i)),
        Kind::Rect2 => plain!(rect2::<f32, T>(cx).parse(i)),
        Kind::Rect2i => plain!(rect2i(cx).parse(i)),
        Kind::Vector3 => plain!(vector3::<f32, T>(cx).parse(i)),
        Kind::Vector3i => plain!(vector3i(cx).parse(i)),
        Kind::Transform2D => plain!(transform2d::<f32, T>(cx).parse(i)),
        Kind::Vector4 => plain!(vector4::<f32, T>(cx).parse(i)),
        Kind::Vector4i => plain!(vector4i(cx).parse(i)),
        Kind::Plane => plain!(plane::<f32, T>(cx).parse(i)),
        Kind::Quaternion => plain!(quaternion::<f32, T>(cx).parse(i)),
        Kind::Aabb => plain!(aabb::<f32, T>(cx).parse(i)),
        Kind::Basis => plain!(basis::<f32, T>(cx).parse(i)),
        Kind::Transform3D => plain!(transform3d::<f32, T>(cx).parse(i)),
        Kind::Projection => plain!(projection::<f32, T>(cx).parse(i)),
        Kind::Color => plain!(color::<f32, T>(cx).parse(i)),
        Kind::StringName => {
            let (i, text) = parse_text(cx, i)?;
            B::fill_leaf(slot, || Variant::StringName(text));
            Ok((i, ()))
        }
        Kind::NodePath => leaf!(read_node_path(cx, i, B::KEEPS)),
        Kind::Rid => plain!(parse_rid(cx, i)),
        Kind::Object if !cx.rules.dialect.objects => {
            B::fill(slot, || Variant::Object(Object::Null));
            Ok((i, ()))
        }
        Kind::Object => {
            let (i, id) = parse_object_id(cx, i)?;
            B::fill(slot, || Variant::Object(Object::Id(id)));
            Ok((i, ()))
        }
        Kind::Callable => {
            B::fill(slot, || Variant::Callable);
            Ok((i, ()))
        }
        Kind::Signal => leaf!(parse_signal(cx, i)),
        Kind::Image => leaf!(parse_image(cx, i)),
        Kind::InputEvent => leaf!(parse_input_event(cx, i)),
        Kind::PackedByteArray => leaf!(parse_packed_bytes(cx, i)),
        Kind::PackedInt32Array => leaf!(parse_packed::<i32, T>(cx, i, "int")),
        Kind::PackedInt64Array => leaf!(parse_packed::<i64, T>(cx, i, "int")),
        Kind::PackedFloat32Array => leaf!(parse_packed::<f32, T>(cx, i, "float")),
        Kind::PackedFloat64Array => leaf!(parse_packed::<f64, T>(cx, i, "float")),
        Kind::PackedStringArray => leaf!(read_packed_strings(cx, i, B::KEEPS)),
        Kind::PackedVector2Array => leaf!(parse_packed::<Vector2, T>(cx, i, "Vector2")),
        Kind::PackedVector3Array => leaf!(parse_packed::<Vector3, T>(cx, i, "Vector3")),
        Kind::PackedVector4Array => leaf!(parse_packed::<Vector4, T>(cx, i, "Vector4")),
        Kind::PackedColorArray => leaf!(parse_packed::<Color, T>(cx, i, "Color")),
        Kind::PackedVector2iArray => leaf!(parse_packed::<Vector2i, T>(cx, i, "Vector2i")),
        Kind::PackedVector3iArray => leaf!(parse_packed::<Vector3i, T>(cx, i, "Vector3i")),
        Kind::PackedVector4iArray => leaf!(parse_packed::<Vector4i, T>(cx, i, "Vector4i")),
        // Told apart before: the containers.
        Kind::Array | Kind::Dictionary | Kind::TypedArray | Kind::PackedTypedArray => Ok((i, ())),
    }
}

/// Whether values of the type have components that can be double in this dialect.
fn is_real(cx: Cx<'_, impl Trace>, kind: Kind) -> bool {
    match kind.doubles() {
        Doubles::Never => false,
        Doubles::Flagged => true,
        Doubles::Documented => cx.rules.dialect.table == Table::Godot3,
    }
}

/// Mirrors [`parse_leaf_by_kind`].
#[inline(never)]
pub(super) fn gen_leaf_by_kind<W: Write, T: Trace>(
    cx: &Cx<'_, T>,
    leaf: &Variant<'_>,
    out: &mut WriteContext<W>,
) -> Gen {
    let dialect = &cx.rules.dialect;
    /// Header and payload of a type of fixed size.
    macro_rules! fixed {
        ($kind:ident, $generator:ident, $value:expr) => {{
            let head = gen_header(*cx, Kind::$kind, 0)?;
            run(out, pair(bytes(head), $generator($value)))
        }};
    }
    /// The same for types with components: a dialect of double precision writes them wide.
    macro_rules! real {
        ($kind:ident, $generator:ident, $value:expr) => {{
            if writes_doubles(dialect) {
                let head = gen_header(*cx, Kind::$kind, real_flags::<f64>(dialect))?;
                run(out, pair(bytes(head), $generator(&$value.map(&mut f64::from))))
            } else {
                let head = gen_header(*cx, Kind::$kind, 0)?;
                run(out, pair(bytes(head), $generator($value)))
            }
        }};
    }
    macro_rules! packed {
        ($array:expr) => {
            gen_packed(*cx, gen_header(*cx, leaf.kind(), 0)?, $array, out)
        };
    }
    macro_rules! packed_real {
        ($array:expr) => {{
            if writes_doubles(dialect) {
                let wide: Packed<'_, _> = $array.iter().map(|element| element.map(&mut f64::from)).collect();
                gen_packed(*cx, gen_header(*cx, leaf.kind(), real_flags::<f64>(dialect))?, &wide, out)
            } else {
                packed!($array)
            }
        }};
    }
    // Colours and floats, which only Godot 3's documented double layout widens.
    let widens_all = writes_doubles(dialect) && dialect.table == Table::Godot3;
    match leaf {
        Variant::Vector2(value) => real!(Vector2, gen_vector2, value),
        Variant::Vector2i(value) => fixed!(Vector2i, gen_vector2i, value),
        Variant::Rect2(value) => real!(Rect2, gen_rect2, value),
        Variant::Rect2i(value) => fixed!(Rect2i, gen_rect2i, value),
        Variant::Vector3(value) => real!(Vector3, gen_vector3, value),
        Variant::Vector3i(value) => fixed!(Vector3i, gen_vector3i, value),
        Variant::Transform2D(value) => real!(Transform2D, gen_transform2d, value),
        Variant::Vector4(value) => real!(Vector4, gen_vector4, value),
        Variant::Vector4i(value) => fixed!(Vector4i, gen_vector4i, value),
        Variant::Plane(value) => real!(Plane, gen_plane, value),
        Variant::Quaternion(value) => real!(Quaternion, gen_quaternion, value),
        Variant::Aabb(value) => real!(Aabb, gen_aabb, value),
        Variant::Basis(value) => real!(Basis, gen_basis, &**value),
        Variant::Transform3D(value) => real!(Transform3D, gen_transform3d, &**value),
        Variant::Projection(value) => real!(Projection, gen_projection, &**value),
        Variant::Color(value) if widens_all => fixed!(Color, gen_color, &value.map(&mut f64::from)),
        Variant::Color(value) => fixed!(Color, gen_color, value),
        Variant::StringName(text) => gen_text(*cx, Some(gen_header(*cx, Kind::StringName, 0)?), text, out),
        Variant::NodePath(path) => {
            crate::sink::put(out, &gen_header(*cx, Kind::NodePath, 0)?)?;
            gen_node_path(*cx, path, out)
        }
        Variant::Rid(rid) => {
            let head = gen_header(*cx, Kind::Rid, 0)?;
            gen_rid(*cx, *rid, Headed { head, out })
        }
        Variant::Callable => crate::sink::put(out, &gen_header(*cx, Kind::Callable, 0)?),
        Variant::Signal(signal) => {
            crate::sink::put(out, &gen_header(*cx, Kind::Signal, 0)?)?;
            gen_signal(*cx, signal, out)
        }
        Variant::Image(image) => {
            crate::sink::put(out, &gen_header(*cx, Kind::Image, 0)?)?;
            gen_image(*cx, image, out)
        }
        Variant::InputEvent(event) => {
            crate::sink::put(out, &gen_header(*cx, Kind::InputEvent, 0)?)?;
            gen_input_event(*cx, event, out)
        }
        Variant::PackedByteArray(array) => {
            gen_packed_bytes(*cx, gen_header(*cx, leaf.kind(), 0)?, array, out)
        }
        Variant::PackedInt32Array(array) => packed!(array),
        Variant::PackedInt64Array(array) => packed!(array),
        Variant::PackedFloat32Array(array) if widens_all => {
            packed!(&array.iter().map(f64::from).collect::<Packed<'_, f64>>())
        }
        Variant::PackedFloat32Array(array) => packed!(array),
        Variant::PackedFloat64Array(array) => packed!(array),
        Variant::PackedStringArray(texts) => {
            gen_packed_strings(*cx, gen_header(*cx, leaf.kind(), 0)?, texts, out)
        }
        Variant::PackedVector2Array(array) => packed_real!(array),
        Variant::PackedVector3Array(array) => packed_real!(array),
        Variant::PackedVector4Array(array) => packed_real!(array),
        Variant::PackedColorArray(array) if widens_all => packed_real!(array),
        Variant::PackedColorArray(array) => packed!(array),
        Variant::PackedVector2iArray(array) => packed!(array),
        Variant::PackedVector3iArray(array) => packed!(array),
        Variant::PackedVector4iArray(array) => packed!(array),
        Variant::Double(double) => double::gen_double_leaf(*cx, double, out),
        // Told apart before: the common leaves and the containers.
        _ => cx.refuse(EncodeErrorKind::NotInDialect { kind: leaf.kind().name(), dialect: dialect.name }),
    }
}
