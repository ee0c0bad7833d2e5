//! Plain JSON, which has no types, from and to values.

use super::leaf;
use super::write::comma;
use crate::error::JsonError;
use crate::godot::ids::Kind;
use crate::godot::model::{KeyRules, Leaf, Number, Numbers, Object, Variant, each_type, merge};
use crate::json::write::{array, display, string};
use crate::json::{JsonDocument, JsonNode, JsonRules, JsonType, Res};
use crate::limits::{Limits, with_stack};
use crate::path::{Inside, Places};
use crate::sure::Sure as _;

/// Writes a value as plain JSON.
pub(super) fn plain(out: &mut String, value: &Variant) {
    match value {
        Variant::Array(items) => with_stack(|| array(out, items.iter(), plain)),
        Variant::Dictionary(dictionary) => {
            out.push('{');
            with_stack(|| {
                for (at, (key, value)) in dictionary.iter().enumerate() {
                    match key.as_text() {
                        Some(text) => member(out, at, &text.to_string_lossy(), value),
                        None => member(out, at, &key.to_string(), value),
                    }
                }
            });
            out.push('}');
        }
        Variant::Object(Object::Full(data)) => {
            out.push_str("{\"class\":");
            string(out, &data.class.to_string_lossy());
            with_stack(|| {
                data.properties
                    .iter()
                    .for_each(|(name, value)| member(out, 1, &name.to_string_lossy(), value));
            });
            out.push('}');
        }
        other => write_leaf(other.kind(), &other.leaf(), out),
    }
}

fn member(out: &mut String, at: usize, name: &str, value: &Variant) {
    out.push_str(comma(at));
    string(out, name);
    out.push(':');
    plain(out, value);
}

fn write_leaf(kind: Kind, leaf: &Leaf<'_>, out: &mut String) {
    match leaf {
        Leaf::Unit | Leaf::Object(Object::Null | Object::Full(_)) => out.push_str("null"),
        Leaf::Bool(x) => display(out, x),
        Leaf::Int(x) => display(out, x),
        Leaf::Float(x) => number(out, *x),
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
        return each_type!(numbers, array => number(out, array.get(0).unwrap_or_default()));
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

/// Writes a number. JSON cannot represent infinite numbers and NaN.
fn number<N: Number>(out: &mut String, x: N) {
    if x.real().is_finite() { display(out, format_args!("{x:?}")) } else { out.push_str("null") }
}

/// Reads plain JSON, and records the places in the text. Numbers become ints if they have no fraction or exponent and
/// fit in 64 bits.
pub fn read(text: &str, places: &mut Places) -> Result<Variant, JsonError> {
    let depth = Limits::GODOT.depth as usize;
    let rules = JsonRules { control_characters: true, depth, ..JsonRules::JSON };
    JsonDocument::new(text, rules)
        .and_then(|document| read_value(document.root(), text, places))
        .map_err(|fault| fault.in_text(Some(text)))
}

fn read_value(node: JsonNode<'_>, text: &str, places: &mut Places) -> Res<Variant> {
    let inside = match node.json_type() {
        JsonType::Array => Inside::Items,
        JsonType::Object => Inside::Entries,
        _ => Inside::Nothing,
    };
    places.begin(text.get(node.offset()..).sure(), inside);
    let mut inner = |node| read_value(node, text, places);
    let value = match inside {
        Inside::Nothing => read_leaf(node)?,
        Inside::Items => with_stack(|| node.children().map(inner).collect::<Res<Vec<_>>>())?.into(),
        Inside::Entries => {
            let pairs = node.entries().map(|(key, value)| Ok((inner(key)?, inner(value)?)));
            let mut pairs = with_stack(|| pairs.collect::<Res<Vec<_>>>())?;
            // If several keys are equal, the last value is kept.
            merge(&mut pairs, KeyRules::GODOT_2);
            Variant::Dictionary(pairs.into())
        }
    };
    places.end(text.get(node.offset() + node.text().len()..).sure());
    Ok(value)
}

fn read_leaf(node: JsonNode<'_>) -> Res<Variant> {
    Ok(match node.json_type() {
        JsonType::True => Variant::Bool(true),
        JsonType::False => Variant::Bool(false),
        JsonType::Number => match (node.raw().parse(), node.raw().parse::<f64>()) {
            (Ok(int), _) => Variant::Int(int),
            (_, Ok(float)) if float.is_finite() => Variant::Float(float),
            _ => return Err(node.fault("the number is beyond the range of a 64-bit float")),
        },
        JsonType::Plain | JsonType::Escaped => Variant::String(node.string()?.into_owned().into()),
        JsonType::Null | JsonType::Array | JsonType::Object => Variant::Nil,
    })
}
