//! Values to JSON text. Without recursion: any depth will do.

use std::io::{self, Write};

use super::leaf;
use super::names::{BY_ID, named_element_type};
use super::parts::{head, key, text_or_bytes, with_mark};
use crate::godot::ids::Kind;
use crate::godot::model::{Array, Dictionary, ElementType, Leaf, Object, Text, Variant};
use crate::json::write::string;

/// Text is written to the sink in parts of about this size.
const PART: usize = 1 << 16;

/// A container that is being written.
struct OpenContainer<'v> {
    children: Children<'v>,
    is_first: bool,
    /// The text after the last child.
    close: &'static str,
}

enum Children<'v> {
    Items(std::slice::Iter<'v, Variant<'v>>),
    /// The second one is the value whose key was written last.
    Pairs(crate::godot::dictionary::Iter<'v, 'v>, Option<&'v Variant<'v>>),
    Properties(std::slice::Iter<'v, (Text<'v>, Variant<'v>)>),
}

/// Writes the text of `value` to `sink`, a part at a time.
pub(super) fn write_value<'v>(value: &'v Variant<'v>, sink: &mut impl Write) -> io::Result<()> {
    let mut out = String::new();
    let mut open = Vec::new();
    start(value, &mut out, &mut open);
    while let Some(innermost) = open.last_mut() {
        if out.len() >= PART {
            sink.write_all(out.as_bytes())?;
            out.clear();
        }
        match innermost.next(&mut out) {
            Some(child) => start(child, &mut out, &mut open),
            None => {
                out.push_str(innermost.close);
                open.pop();
            }
        }
    }
    sink.write_all(out.as_bytes())
}

impl<'v> OpenContainer<'v> {
    fn next(&mut self, out: &mut String) -> Option<&'v Variant<'v>> {
        let (name, child) = match &mut self.children {
            Children::Items(items) => (None, items.next()?),
            Children::Pairs(_, pending @ Some(_)) => (None, pending.take()?),
            Children::Pairs(pairs, pending) => {
                let (key, value) = pairs.next()?;
                *pending = Some(value);
                (None, key)
            }
            Children::Properties(properties) => {
                let (name, value) = properties.next()?;
                (Some(name), value)
            }
        };
        if !std::mem::replace(&mut self.is_first, false) {
            out.push(',');
        }
        if let Some(name) = name {
            text_or_bytes(out, name);
            out.push(',');
        }
        Some(child)
    }
}

/// Writes a leaf, or the start of a container.
fn start<'v>(value: &'v Variant<'v>, out: &mut String, open: &mut Vec<OpenContainer<'v>>) {
    let kind = value.kind();
    match value.leaf() {
        Leaf::Array(array) => open.push(start_array(kind, array, out)),
        Leaf::Dictionary(dictionary) => open.push(start_dictionary(dictionary, out)),
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
            open.push(OpenContainer {
                children: Children::Properties(data.properties.iter()),
                is_first: true,
                close,
            });
        }
        leaf => leaf::write(kind, &leaf, out),
    }
}

fn start_array<'v>(kind: Kind, array: &'v Array<'v>, out: &mut String) -> OpenContainer<'v> {
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
    OpenContainer { children: Children::Items(array.iter()), is_first: true, close }
}

fn start_dictionary<'v>(dictionary: &'v Dictionary<'v>, out: &mut String) -> OpenContainer<'v> {
    head(out, Kind::Dictionary.name());
    if let Some(types) = dictionary.entry_types() {
        element_type(out, "key_type", types.key.as_ref());
        element_type(out, "value_type", types.value.as_ref());
    }
    out.push_str(",\"args\":[");
    let close = if dictionary.is_shared() { "],\"shared\":true}" } else { "]}" };
    OpenContainer { children: Children::Pairs(dictionary.iter(), None), is_first: true, close }
}

fn element_type(out: &mut String, key: &str, element: Option<&ElementType<'_>>) {
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
