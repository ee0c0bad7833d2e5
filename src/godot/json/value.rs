//! The conversion to `serde_json::Value`.

use serde_json::{Map, Number, Value};

use crate::json::{JsonNode, JsonType};

/// Converts a node of JSON text to a `Value`. This crate must have written the text.
pub(super) fn value_of(node: JsonNode<'_>) -> Value {
    match node.json_type() {
        JsonType::Null => Value::Null,
        JsonType::True => Value::Bool(true),
        JsonType::False => Value::Bool(false),
        JsonType::Plain | JsonType::Escaped => Value::String(string(node)),
        JsonType::Number => number(node.raw()),
        JsonType::Array => Value::Array(node.children().map(value_of).collect()),
        JsonType::Object => {
            let entry = |(key, value)| (string(key), value_of(value));
            Value::Object(node.entries().map(entry).collect::<Map<_, _>>())
        }
    }
}

fn string(node: JsonNode<'_>) -> String {
    node.string().unwrap_or_default().into()
}

fn number(raw: &str) -> Value {
    if let Ok(integer) = raw.parse::<i64>()
        && raw != "-0"
    {
        return integer.into();
    }
    let float: f64 = raw.parse().unwrap_or_default();
    match Number::from_f64(float) {
        Some(number) => Value::Number(number),
        // A `Value` cannot represent this number, but a component may also be text.
        None => Value::String(if float > 0.0 { "inf" } else { "-inf" }.into()),
    }
}
