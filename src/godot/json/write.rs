//! The conversion of values to JSON text.

use std::io::{self, Write};

use super::leaf;
use super::parts::{BY_ID, head, key, named_element_type, text_or_bytes, with_mark};
use crate::godot::ids::Kind;
use crate::godot::model::{Array, Dictionary, ElementType, Object, ObjectData, Text, Variant};
use crate::json::write::string;
use crate::limits::with_stack;

/// The writer receives text in parts of about this size.
const PART: usize = 1 << 16;

/// JSON text that is passed on to a writer in parts, so that it does not have to fit into memory.
pub(super) struct Output<'w> {
    pub(super) text: String,
    writer: &'w mut dyn Write,
}

impl<'w> Output<'w> {
    pub(super) fn new(writer: &'w mut dyn Write) -> Self {
        Self { text: String::new(), writer }
    }

    /// Passes the text on to the writer if there is enough of it.
    pub(super) fn pass_on(&mut self) -> io::Result<()> {
        if self.text.len() >= PART { self.end() } else { Ok(()) }
    }

    /// Passes the rest of the text on to the writer.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.writer.write_all(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }

    /// Writes a value in the form that keeps types, so that it can be read back.
    pub(super) fn typed(&mut self, value: &Variant) -> io::Result<()> {
        self.pass_on()?;
        let close = match value {
            Variant::Array(array) => {
                let close = start_array(array, &mut self.text);
                with_stack(|| self.typed_list(array.iter()))?;
                close
            }
            Variant::Dictionary(dictionary) => {
                let close = start_dictionary(dictionary, &mut self.text);
                with_stack(|| self.typed_list(dictionary.iter().flat_map(<[_; 2]>::from)))?;
                close
            }
            Variant::Object(Object::Full(data)) => {
                let close = start_object(data, &mut self.text);
                with_stack(|| self.typed_properties(data))?;
                close
            }
            other => {
                leaf::write(other.kind(), &other.leaf(), &mut self.text);
                ""
            }
        };
        self.text.push_str(close);
        Ok(())
    }

    fn typed_list<'v>(&mut self, values: impl Iterator<Item = &'v Variant>) -> io::Result<()> {
        for (at, value) in values.enumerate() {
            self.text.push_str(comma(at));
            self.typed(value)?;
        }
        Ok(())
    }

    fn typed_properties(&mut self, data: &ObjectData) -> io::Result<()> {
        for (at, (name, value)) in data.properties.iter().enumerate() {
            self.text.push_str(comma(at));
            text_or_bytes(&mut self.text, name);
            self.text.push(',');
            self.typed(value)?;
        }
        Ok(())
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
