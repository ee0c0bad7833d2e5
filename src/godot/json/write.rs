//! The conversion of values to JSON text.

use super::leaf;
use super::parts::{BY_ID, head, key, named_element_type, text_or_bytes, with_mark};
use crate::godot::ids::Kind;
use crate::godot::model::{Array, Dictionary, ElementType, Object, ObjectData, Text, Variant};
use crate::json::write::string;
use crate::limits::with_stack;

/// Writes a value in the form that keeps types, so that it can be read back.
pub(super) fn typed(out: &mut String, value: &Variant) {
    let close = match value {
        Variant::Array(array) => {
            let close = start_array(array, out);
            with_stack(|| typed_list(out, array.iter()));
            close
        }
        Variant::Dictionary(dictionary) => {
            let close = start_dictionary(dictionary, out);
            with_stack(|| typed_list(out, dictionary.iter().flat_map(<[_; 2]>::from)));
            close
        }
        Variant::Object(Object::Full(data)) => {
            let close = start_object(data, out);
            with_stack(|| {
                for (at, (name, value)) in data.properties.iter().enumerate() {
                    out.push_str(comma(at));
                    text_or_bytes(out, name);
                    out.push(',');
                    typed(out, value);
                }
            });
            close
        }
        other => {
            leaf::write(other.kind(), &other.leaf(), out);
            ""
        }
    };
    out.push_str(close);
}

fn typed_list<'v>(out: &mut String, values: impl Iterator<Item = &'v Variant>) {
    for (at, value) in values.enumerate() {
        out.push_str(comma(at));
        typed(out, value);
    }
}

/// Returns the separator in front of an element.
pub(super) fn comma(at: usize) -> &'static str {
    if at == 0 { "" } else { "," }
}

/// Writes the start of an array, and returns its end.
fn start_array(array: &Array, out: &mut String) -> &'static str {
    let element = array.element_type();
    let close = match (element, array.is_shared()) {
        (None, false) => "]",
        (_, false) => "]}",
        (_, true) => "],\"shared\":true}",
    };
    if close.len() > 1 {
        head(out, Kind::Array.name());
        element_type(out, "elem_type", element);
        out.push_str(",\"args\":");
    }
    out.push('[');
    close
}

/// Writes the start of a dictionary, and returns its end.
fn start_dictionary(dictionary: &Dictionary, out: &mut String) -> &'static str {
    head(out, Kind::Dictionary.name());
    if let Some(types) = dictionary.entry_types() {
        element_type(out, "key_type", types.key.as_ref());
        element_type(out, "value_type", types.value.as_ref());
    }
    out.push_str(",\"args\":[");
    if dictionary.is_shared() { "],\"shared\":true}" } else { "]}" }
}

/// Writes the start of an object, and returns its end.
fn start_object(data: &ObjectData, out: &mut String) -> &'static str {
    let class = with_mark(&data.class);
    head(out, class.unwrap_or(Kind::Object.name()));
    if class.is_none() {
        key(out, "class");
        text_or_bytes(out, &data.class);
    }
    key(out, "props");
    out.push('[');
    if class == Some(BY_ID) { "],\"full\":true}" } else { "]}" }
}

fn element_type(out: &mut String, key: &str, element: Option<&ElementType>) {
    let Some(element) = element else { return };
    self::key(out, key);
    let (what, name) = match element {
        ElementType::Builtin(kind) => ("builtin", &Text::from(kind.name())),
        ElementType::Class(name) => ("class", name),
        ElementType::Script(path) => ("script", path),
    };
    if with_mark(name).is_some_and(|name| named_element_type(name) == *element) {
        text_or_bytes(out, name);
    } else {
        out.push('{');
        string(out, what);
        out.push(':');
        text_or_bytes(out, name);
        out.push('}');
    }
}
