//! Values to plain JSON, without types.

use std::io::{self, Write};

use super::leaf;
use crate::godot::dictionary;
use crate::godot::ids::Kind;
use crate::godot::model::{Leaf, Numbers, Object, Text, Variant};
use crate::json::write::{array, display, string};

/// Text is written to the sink in parts of about this size.
const PART: usize = 1 << 16;

/// A container that is being written.
struct OpenContainer<'v> {
    children: Children<'v>,
    is_first: bool,
    close: char,
}

enum Children<'v> {
    Items(std::slice::Iter<'v, Variant<'v>>),
    Pairs(dictionary::Iter<'v, 'v>),
    Properties(std::slice::Iter<'v, (Text<'v>, Variant<'v>)>),
}

/// Writes the text of `value` to `sink`, a part at a time. Without recursion: any depth will do.
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
                out.push(innermost.close);
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
            Children::Pairs(pairs) => {
                let (key, value) = pairs.next()?;
                let name = match key.as_text() {
                    Some(text) => text.to_string_lossy().into_owned(),
                    None => key.to_string(),
                };
                (Some(name), value)
            }
            Children::Properties(properties) => {
                let (name, value) = properties.next()?;
                (Some(name.to_string_lossy().into_owned()), value)
            }
        };
        if !std::mem::replace(&mut self.is_first, false) {
            out.push(',');
        }
        if let Some(name) = name {
            string(out, &name);
            out.push(':');
        }
        Some(child)
    }
}

/// Writes a leaf, or the start of a container.
fn start<'v>(value: &'v Variant<'v>, out: &mut String, open: &mut Vec<OpenContainer<'v>>) {
    match value.leaf() {
        Leaf::Array(array) => {
            out.push('[');
            let children = Children::Items(array.iter());
            open.push(OpenContainer { children, is_first: true, close: ']' });
        }
        Leaf::Dictionary(dictionary) => {
            out.push('{');
            let children = Children::Pairs(dictionary.iter());
            open.push(OpenContainer { children, is_first: true, close: '}' });
        }
        Leaf::Object(Object::Full(data)) => {
            out.push_str("{\"class\":");
            string(out, &data.class.to_string_lossy());
            let children = Children::Properties(data.properties.iter());
            open.push(OpenContainer { children, is_first: false, close: '}' });
        }
        leaf => write_leaf(value.kind(), &leaf, out),
    }
}

fn write_leaf(kind: Kind, leaf: &Leaf<'_, '_>, out: &mut String) {
    match leaf {
        Leaf::Unit | Leaf::Object(Object::Null | Object::Full(_)) => out.push_str("null"),
        Leaf::Bool(x) => display(out, x),
        Leaf::Int(x) => display(out, x),
        Leaf::Float(x) => float64(out, *x),
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
        // Rare: in the form that tells the type.
        Leaf::Rid(_) | Leaf::Signal(_) | Leaf::Image(_) | Leaf::InputEvent(_) => leaf::write(kind, leaf, out),
        // Handled before.
        Leaf::Dictionary(_) | Leaf::Array(_) => {}
    }
}

/// A number, or an object with a member for each component.
fn structure(out: &mut String, kind: Kind, numbers: &Numbers<'_>) {
    let fields = kind.numeric().map(|numeric| numeric.fields).unwrap_or_default();
    if fields.is_empty() {
        return number(out, numbers);
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

/// The first number.
fn number(out: &mut String, numbers: &Numbers<'_>) {
    match numbers {
        Numbers::U8(x) => display(out, x.get(0).unwrap_or_default()),
        Numbers::I32(x) => display(out, x.get(0).unwrap_or_default()),
        Numbers::I64(x) => display(out, x.get(0).unwrap_or_default()),
        Numbers::F32(x) => match x.get(0).filter(|x| x.is_finite()) {
            Some(x) => display(out, format_args!("{x:?}")),
            None => out.push_str("null"),
        },
        Numbers::F64(x) => float64(out, x.get(0).unwrap_or_default()),
    }
}

/// JSON has no infinite numbers and no NaN.
fn float64(out: &mut String, x: f64) {
    if x.is_finite() { display(out, format_args!("{x:?}")) } else { out.push_str("null") }
}
