//! `serde_json::Value`, for programs that hold their JSON so.

use serde_json::{Map, Number, Value};

use super::scan::{Json, Kind};

/// The value of a token. Only for text that this crate wrote.
pub(super) fn value_of(json: &Json<'_>, token: usize) -> Value {
    match json.kind(token) {
        Kind::Null => Value::Null,
        Kind::True => Value::Bool(true),
        Kind::False => Value::Bool(false),
        Kind::Plain | Kind::Escaped => Value::String(json.string(token).unwrap_or_default().into()),
        Kind::Number => number(json.raw(token)),
        Kind::Array => Value::Array(json.children(token).map(|item| value_of(json, item)).collect()),
        Kind::Object => {
            let entry = |(key, value)| (json.string(key).unwrap_or_default().into(), value_of(json, value));
            Value::Object(json.entries(token).map(entry).collect::<Map<_, _>>())
        }
    }
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
        // There is no such number in a `Value`; a component may be text instead.
        None => Value::String(if float > 0.0 { "inf" } else { "-inf" }.into()),
    }
}
