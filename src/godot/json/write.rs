//! The conversion of values to JSON text.

use super::leaf;
use super::names::{BY_ID, named_element_type};
use super::nested::{JsonForm, OpenContainer};
use super::parts::{head, key, text_or_bytes, with_mark};
use crate::godot::ids::Kind;
use crate::godot::model::{Array, Dictionary, ElementType, Leaf, Object, Text, Variant};
use crate::json::write::string;

/// The form of JSON that keeps types, so that it can be read back.
pub(super) struct Typed;

impl JsonForm for Typed {
    const KEYS_ARE_NAMES: bool = false;

    fn start<'v>(value: &'v Variant, out: &mut String) -> Option<OpenContainer<'v>> {
        let kind = value.kind();
        match value.leaf() {
            Leaf::Array(array) => OpenContainer::new::<Self>(value, start_array(kind, array, out)),
            Leaf::Dictionary(dictionary) => {
                OpenContainer::new::<Self>(value, start_dictionary(dictionary, out))
            }
            Leaf::Object(Object::Full(data)) => {
                let class = with_mark(&data.class);
                head(out, class.unwrap_or(Kind::Object.name()));
                if class.is_none() {
                    key(out, "class");
                    text_or_bytes(out, &data.class);
                }
                key(out, "props");
                out.push('[');
                let close = if class == Some(BY_ID) { "],\"full\":true}" } else { "]}" };
                OpenContainer::new::<Self>(value, close)
            }
            leaf => {
                leaf::write(kind, &leaf, out);
                None
            }
        }
    }

    fn name(name: &Text, out: &mut String) {
        text_or_bytes(out, name);
        out.push(',');
    }
}

/// Writes the start of an array, and returns its end.
fn start_array(kind: Kind, array: &Array, out: &mut String) -> &'static str {
    let element = array.element_type();
    let close = match (kind, element, array.is_shared()) {
        (Kind::Array, None, false) => "]",
        (_, _, false) => "]}",
        (_, _, true) => "],\"shared\":true}",
    };
    if close.len() > 1 {
        head(out, kind.name());
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
