//! The conversion of plain JSON, which has no types, to values.

use crate::godot::Variant;
use crate::godot::model::{KeyRules, merge};
use crate::json::{Fault, JsonChildren, JsonDocument, JsonNode, JsonRules, JsonType, Res};
use crate::limits::Limits;
use crate::path::{Inside, Places};
use crate::sure::Sure as _;

/// An array or object that is being read.
struct OpenNode<'d> {
    node: JsonNode<'d>,
    children: JsonChildren<'d>,
    items: Vec<Variant>,
}

/// Reads plain JSON, and records the places in the text. Numbers become ints if they have no fraction or exponent and
/// fit in 64 bits.
pub(super) fn read(text: &str, places: &mut Places) -> Res<Variant> {
    let depth = Limits::GODOT.depth as usize;
    let rules = JsonRules { control_characters: true, depth, ..JsonRules::JSON };
    let document = JsonDocument::new(text, rules)?;
    let rest = |node: JsonNode<'_>, length: usize| text.get(node.offset() + length..).sure();
    let mut open: Vec<OpenNode<'_>> = Vec::new();
    let mut next = Some(document.root());
    loop {
        let complete = match (next, open.pop()) {
            (Some(node), outer) => {
                open.extend(outer);
                let inside = match node.json_type() {
                    JsonType::Array => Inside::Items,
                    JsonType::Object => Inside::Entries,
                    _ => Inside::Nothing,
                };
                places.begin(rest(node, 0), inside);
                if inside == Inside::Nothing {
                    places.end(rest(node, node.text().len()));
                    read_leaf(node)?
                } else {
                    open.push(OpenNode { node, children: node.children(), items: Vec::new() });
                    next = open.last_mut().and_then(|open| open.children.next());
                    continue;
                }
            }
            (None, Some(OpenNode { node, items, .. })) => {
                places.end(rest(node, node.text().len()));
                if node.is_object() { by_keys(items) } else { Variant::Array(items.into()) }
            }
            (None, None) => return Err(Fault::new(0, "expected a value")),
        };
        let Some(innermost) = open.last_mut() else { return Ok(complete) };
        innermost.items.push(complete);
        next = innermost.children.next();
    }
}

/// Creates a dictionary from keys and values that alternate. If several keys are equal, the last value is kept.
fn by_keys(items: Vec<Variant>) -> Variant {
    let mut items = items.into_iter();
    let mut pairs: Vec<_> = std::iter::from_fn(|| Some((items.next()?, items.next()?))).collect();
    merge(&mut pairs, KeyRules::GODOT_2);
    Variant::Dictionary(pairs.into())
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
