//! Values that contain no other values.

use super::named::{self, float, int, texts};
use super::numbers;
use super::parts::{BY_ID, bare, head, key, refuse, text};
use crate::godot::Precision;
use crate::godot::ids::{Kind, Shape};
use crate::godot::model::{
    Image, ImageFormat, InputEvent, Leaf, NodePath, Numbers, Object, Rid, Signal, Text, Variant,
};
use crate::json::write::display;
use crate::json::{JsonNode, Object as Members, Res};

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
        Leaf::Rid(Rid(id)) => {
            head(out, kind.name());
            if *id != 0 {
                key(out, "id");
                int(out, id.cast_signed());
            }
            out.push('}');
        }
        Leaf::Signal(x) => named::write_signal(x, kind, out),
        Leaf::Image(x) => named::write_image(x, kind, out),
        Leaf::InputEvent(x) => named::write_input_event(x, kind, out),
        Leaf::Object(Object::Id(id)) => {
            head(out, BY_ID);
            out.push_str(",\"props\":[\"object_id\",");
            int(out, id.cast_signed());
            out.push_str(",\"script\",null]}");
        }
        Leaf::Object(Object::Null | Object::Full(_)) => bare(out, kind),
        // These values are handled by the caller.
        Leaf::Dictionary(_) | Leaf::Array(_) => {}
    }
}

/// Reads a value that contains no other values from a JSON object whose `"type"` is `kind`. Components have the given
/// precision, unless the text states their precision.
pub(super) fn read(object: &Members<'_>, kind: Kind, precision: Precision) -> Res<Variant> {
    let only = |further: &[&str]| object.only(&[&["type"], further].concat());
    Ok(match kind.shape() {
        Shape::Unit if kind != Kind::Nil => {
            only(&[])?;
            let none = Numbers::of::<u8>([]);
            Variant::from_numbers(kind, none).map_or_else(|| refuse(object, kind), Ok)?
        }
        Shape::Reals | Shape::Ints | Shape::Bytes | Shape::Packed | Shape::PackedReals => {
            numbers::read(object, kind, precision)?
        }
        Shape::Float => {
            only(&["args", "nan"])?;
            numbers::reals::<f64>(object, Some(1))?.first().copied().unwrap_or_default().into()
        }
        Shape::Text | Shape::Name => {
            only(&["bytes"])?;
            let text = Text::from_non_utf8_bytes(object.member("bytes", JsonNode::bytes)?);
            if kind == Kind::StringName { Variant::StringName(text) } else { Variant::String(text) }
        }
        Shape::Strings => {
            only(&["args"])?;
            object.texts("args")?.into()
        }
        Shape::NodePath => {
            only(&["names", "subnames", "property", "absolute"])?;
            let (names, subnames) = (object.texts("names")?, object.texts("subnames")?);
            let property = object.optional("property", text)?;
            NodePath { names, subnames, property, absolute: object.flag("absolute")? }.into()
        }
        Shape::Rid => {
            only(&["id"])?;
            Rid(object.id("id")?).into()
        }
        Shape::Signal => {
            only(&["name", "object"])?;
            let name = object.optional("name", text)?.unwrap_or_default();
            Signal { name, object: object.id("object")? }.into()
        }
        Shape::Image => {
            only(&["format", "width", "height", "mipmaps", "data"])?;
            let format = object.member("format", |node| {
                let name = node.string()?;
                let reason = || node.fault(format!("{name:?} is not an image format"));
                ImageFormat::from_name(&name).ok_or_else(reason)
            })?;
            let mipmaps = object.number("mipmaps")?;
            let (width, height) = (object.number("width")?, object.number("height")?);
            Image { format, mipmaps, width, height, data: object.member("data", JsonNode::bytes)? }.into()
        }
        Shape::InputEvent => InputEvent { event: object.event()?, device: object.number("device")? }.into(),
        Shape::Object => {
            only(&[])?;
            Object::Null.into()
        }
        Shape::Unit | Shape::Bool | Shape::Int => return refuse(object, kind),
        // These values are handled by the caller.
        Shape::Dictionary | Shape::Array => return refuse(object, kind),
    })
}
