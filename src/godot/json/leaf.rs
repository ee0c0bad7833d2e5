//! Values that contain no other values.

use super::named::{self, float, int, read_float, read_texts, texts};
use super::numbers;
use super::parts::{bare, refuse};
use crate::godot::Precision;
use crate::godot::ids::{Kind, Shape};
use crate::godot::model::{Leaf, Numbers, Variant};
use crate::json::write::display;
use crate::json::{Object, Res};

/// Writes a value of type `kind` that contains no other values.
pub(super) fn write(kind: Kind, leaf: &Leaf<'_>, out: &mut String) {
    match leaf {
        Leaf::Unit if kind == Kind::Nil => out.push_str("null"),
        Leaf::Unit => bare(out, kind),
        Leaf::Bool(x) => display(out, x),
        Leaf::Int(x) => int(out, *x),
        Leaf::Float(x) => float(out, *x),
        Leaf::Structure(x) => numbers::write(kind, &x.numbers(), out),
        Leaf::Packed(x) => numbers::write(kind, &x.numbers, out),
        Leaf::Text(x) => named::write_text(x, kind, out),
        Leaf::Texts(x) => texts(out, x),
        Leaf::NodePath(x) => named::write_node_path(x, kind, out),
        Leaf::Rid(x) => named::write_rid(x, kind, out),
        Leaf::Signal(x) => named::write_signal(x, kind, out),
        Leaf::Image(x) => named::write_image(x, kind, out),
        Leaf::InputEvent(x) => named::write_input_event(x, kind, out),
        Leaf::Object(x) => named::write_object(x, kind, out),
        // These values are handled by the caller.
        Leaf::Dictionary(_) | Leaf::Array(_) => {}
    }
}

/// Reads a value that contains no other values from a JSON object whose `"type"` is `kind`. Components have the given
/// precision, unless the text states their precision.
pub(super) fn read(object: &Object<'_>, kind: Kind, precision: Precision) -> Res<Variant> {
    Ok(match kind.shape() {
        Shape::Unit if kind != Kind::Nil => {
            object.only(&["type"])?;
            let none = Numbers::of::<u8>([]);
            Variant::from_numbers(kind, none).map_or_else(|| refuse(object, kind), Ok)?
        }
        Shape::Reals | Shape::Ints | Shape::Bytes | Shape::Packed | Shape::PackedReals => {
            numbers::read(object, kind, precision)?
        }
        Shape::Float => read_float(object)?.into(),
        Shape::Text => Variant::String(named::read_text(object)?),
        Shape::Name => Variant::StringName(named::read_text(object)?),
        Shape::Strings => read_texts(object)?.into(),
        Shape::NodePath => named::read_node_path(object)?.into(),
        Shape::Rid => named::read_rid(object)?.into(),
        Shape::Signal => named::read_signal(object)?.into(),
        Shape::Image => named::read_image(object)?.into(),
        Shape::InputEvent => named::read_input_event(object)?.into(),
        Shape::Object => named::read_object(object)?.into(),
        Shape::Unit | Shape::Bool | Shape::Int => return refuse(object, kind),
        // These values are handled by the caller.
        Shape::Dictionary | Shape::Array => return refuse(object, kind),
    })
}
