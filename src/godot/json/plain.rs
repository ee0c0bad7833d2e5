//! The conversion of values to plain JSON, without types.

use super::leaf;
use super::nested::{JsonForm, OpenContainer};
use crate::godot::ids::Kind;
use crate::godot::model::{Leaf, Numbers, Object, Text, Variant};
use crate::json::write::{array, display, string};

/// The form of JSON without types.
pub(super) struct Plain;

impl JsonForm for Plain {
    const KEYS_ARE_NAMES: bool = true;

    fn start<'v>(value: &'v Variant, out: &mut String) -> Option<OpenContainer<'v>> {
        match value.leaf() {
            Leaf::Array(_) => {
                out.push('[');
                OpenContainer::new::<Self>(value, "]")
            }
            Leaf::Dictionary(_) => {
                out.push('{');
                OpenContainer::new::<Self>(value, "}")
            }
            Leaf::Object(Object::Full(data)) => {
                out.push_str("{\"class\":");
                string(out, &data.class.to_string_lossy());
                OpenContainer::new::<Self>(value, "}").map(OpenContainer::after_member)
            }
            leaf => {
                write_leaf(value.kind(), &leaf, out);
                None
            }
        }
    }

    fn name(name: &Text, out: &mut String) {
        string(out, &name.to_string_lossy());
        out.push(':');
    }
}

fn write_leaf(kind: Kind, leaf: &Leaf<'_>, out: &mut String) {
    match leaf {
        Leaf::Unit | Leaf::Object(Object::Null | Object::Full(_)) => out.push_str("null"),
        Leaf::Bool(x) => display(out, x),
        Leaf::Int(x) => display(out, x),
        Leaf::Float(x) => float64(out, *x),
        Leaf::Text(x) => string(out, &x.to_string_lossy()),
        Leaf::Texts(x) => array(out, x.iter(), |out, x| string(out, &x.to_string_lossy())),
        Leaf::Structure(x) => structure(out, kind, &x.numbers()),
        Leaf::Packed(x) => array(out, 0..x.len(), |out, at| {
            let range = at * x.parts..(at + 1) * x.parts;
            if let Some(numbers) = x.numbers.range(range) {
                structure(out, x.element, &numbers);
            }
        }),
        Leaf::NodePath(x) => string(out, &x.to_string()),
        Leaf::Object(Object::Id(id)) => display(out, id),
        // Values of these rare types are written with their type.
        Leaf::Rid(_) | Leaf::Signal(_) | Leaf::Image(_) | Leaf::InputEvent(_) => leaf::write(kind, leaf, out),
        // These values are handled by the caller.
        Leaf::Dictionary(_) | Leaf::Array(_) => {}
    }
}

/// Writes a number, or an object with a member for each component.
fn structure(out: &mut String, kind: Kind, numbers: &Numbers<'_>) {
    let fields = kind.numeric().map(|numeric| numeric.fields).unwrap_or_default();
    if fields.is_empty() {
        return number(out, numbers);
    }
    let mut start = 0;
    out.push('{');
    for field in fields {
        if start > 0 {
            out.push(',');
        }
        string(out, field.name);
        out.push(':');
        let end = start + field.count;
        if let Some(part) = numbers.range(start..end) {
            structure(out, field.kind, &part);
        }
        start = end;
    }
    out.push('}');
}

/// Writes the first number.
fn number(out: &mut String, numbers: &Numbers<'_>) {
    match numbers {
        Numbers::U8(x) => display(out, x.get(0).unwrap_or_default()),
        Numbers::I32(x) => display(out, x.get(0).unwrap_or_default()),
        Numbers::I64(x) => display(out, x.get(0).unwrap_or_default()),
        Numbers::F32(x) => match x.get(0).filter(|x| x.is_finite()) {
            Some(x) => display(out, format_args!("{x:?}")),
            None => out.push_str("null"),
        },
        Numbers::F64(x) => float64(out, x.get(0).unwrap_or_default()),
    }
}

/// JSON cannot represent infinite numbers and NaN.
fn float64(out: &mut String, x: f64) {
    if x.is_finite() { display(out, format_args!("{x:?}")) } else { out.push_str("null") }
}
