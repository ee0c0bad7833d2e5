//! JSON that is not the form of `gamewire decode`: its errors, and plain JSON.

use serde_json::Value;

use crate::output::problem::Problem;

/// The error for JSON that is no value: with what the text is, if that is known.
pub fn refused(text: &str, problem: Problem) -> Problem {
    let Ok(json) = serde_json::from_str::<Value>(text) else { return problem };
    if let Some(reported) = reported(&json) {
        let message = format!(
            "this is an error that gamewire decode printed in the place of a value: {reported}; \
             decode --partial prints values alone"
        );
        return Problem::new(problem.kind, message).at(problem.offset);
    }
    let is_container = json.is_object() || json.is_array();
    if is_container && !has_types(&json) {
        return problem.with_advice(
            "the text is plain JSON, which has no types: use the JSON of gamewire decode without --plain, or change \
             single values with gamewire set; for Godot, encode --text reads it as the engine's text",
        );
    }
    problem
}

/// The message of an error that `decode` printed: `{"error":{"offset":4,"kind":"eof","message":".."}}`.
fn reported(json: &Value) -> Option<&str> {
    let error = json.get("error")?;
    error.get("kind").and(error.get("offset"))?;
    error.get("message")?.as_str()
}

/// Returns whether any value in the JSON names its type, as `decode` writes it for Godot and for NBT.
fn has_types(json: &Value) -> bool {
    match json {
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
        Value::String(text) => ["s:", "sn:", "np:", "i:", "f:"].iter().any(|prefix| text.starts_with(prefix)),
        Value::Array(elements) => elements.iter().any(has_types),
        Value::Object(fields) => {
            let typed = fields.get("type").is_some_and(Value::is_string);
            typed && ["args", "props", "value"].iter().any(|key| fields.contains_key(*key))
                || fields.values().any(has_types)
        }
    }
}
