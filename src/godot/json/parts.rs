//! Parts of the JSON of every value: types, keys, and text, which is written as bytes if it is not UTF-8.

use crate::error::Segment;
use crate::godot::ids::{Kind, Table};
use crate::godot::model::{ElementType, Text};
use crate::json::write::{hex, string};
use crate::json::{JsonNode, Object, Res, Within};

/// Writes an object with only the type.
pub(super) fn bare(out: &mut String, kind: Kind) {
    head(out, kind.name());
    out.push('}');
}

/// Writes the start of an object, up to its type.
pub(super) fn head(out: &mut String, kind: &str) {
    out.push_str("{\"type\":");
    string(out, kind);
}

pub(super) fn args(out: &mut String, kind: Kind) {
    head(out, kind.name());
    out.push_str(",\"args\":");
}

pub(super) fn key(out: &mut String, key: &str) {
    out.push(',');
    string(out, key);
    out.push(':');
}

/// Returns the error for a type that is not written as an object.
pub(super) fn refuse<T>(object: &Object<'_>, kind: Kind) -> Res<T> {
    let reason = format!("{kind} is not written as an object");
    Err(object.need("type")?.fault(reason)).within(|| Segment::field("type"))
}

/// Returns the text including a byte order mark before it, or `None` if it is not Unicode.
pub(super) fn with_mark(content: &Text) -> Option<&str> {
    let text = content.as_str()?;
    if text.len() == content.len() { Some(text) } else { std::str::from_utf8(content.as_bytes()).ok() }
}

/// Writes text.
pub(super) fn text_or_bytes(out: &mut String, content: &Text) {
    match with_mark(content) {
        Some(content) => string(out, content),
        None => {
            out.push_str("{\"bytes\":");
            hex(out, content.as_bytes());
            out.push('}');
        }
    }
}

/// Reads text that [`text_or_bytes`] wrote.
pub(super) fn text(node: JsonNode<'_>) -> Res<Text> {
    if !node.is_object() {
        return Ok(own(&node.string()?));
    }
    let object = Object::with(node, &["bytes"])?;
    Ok(Text::from_non_utf8_bytes(object.member("bytes", JsonNode::bytes)?))
}

/// Creates text. A byte order mark at the start becomes a mark before the text.
pub(super) fn own(text: &str) -> Text {
    match text.strip_prefix('\u{feff}') {
        Some(text) => Text::from(text).with_bom(),
        None => text.into(),
    }
}

/// The class that the engine writes for an object of which it knows only the id.
pub(super) const BY_ID: &str = "EncodedObjectAsID";

/// Returns the type of a bare name in `elem_type`, as the engine reads it.
pub(super) fn named_element_type(name: &str) -> ElementType {
    match Kind::from_name(name) {
        // Some names of types are classes here: `Image` is a class in Godot 4, and arrays of objects name the class
        // `Object`.
        Some(kind) if kind.name() == name && kind != Kind::Object && Table::Godot4.id(kind).is_some() => {
            ElementType::Builtin(kind)
        }
        _ if name.contains("://") => ElementType::Script(name.into()),
        _ => ElementType::Class(name.into()),
    }
}
