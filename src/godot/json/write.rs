//! Values to JSON text. Without recursion: any depth will do.

use std::io::{self, Write};

use super::component::{self, Component};
use super::names::{BY_ID, named_element_type};
use super::pieces::{args, bare, format, head, hex, key, list, loose, string, text, with_mark};
use crate::godot::ids::Kind;
use crate::godot::model::{
    Array, Dictionary, ElementType, Event, Image, InputEvent, NodePath, Object, Rid, Signal, Text, Variant,
};

/// Text is handed on in pieces of about this size.
const PIECE: usize = 1 << 16;

/// A container that is being written.
struct Open<'v> {
    children: Children<'v>,
    is_first: bool,
    /// What stands behind the last child.
    close: &'static str,
}

enum Children<'v> {
    Items(std::slice::Iter<'v, Variant<'v>>),
    /// The second one is the value whose key was written last.
    Pairs(std::slice::Iter<'v, (Variant<'v>, Variant<'v>)>, Option<&'v Variant<'v>>),
    Properties(std::slice::Iter<'v, (Text<'v>, Variant<'v>)>),
}

/// Writes the text of `value` to `sink`, in pieces.
pub(super) fn write_value<'v>(value: &'v Variant<'v>, sink: &mut impl Write) -> io::Result<()> {
    let mut out = Vec::new();
    let mut open = Vec::new();
    start(value, &mut out, &mut open);
    while let Some(innermost) = open.last_mut() {
        if out.len() >= PIECE {
            sink.write_all(&out)?;
            out.clear();
        }
        match innermost.next(&mut out) {
            Some(child) => start(child, &mut out, &mut open),
            None => {
                text(&mut out, innermost.close);
                open.pop();
            }
        }
    }
    sink.write_all(&out)
}

impl<'v> Open<'v> {
    fn next(&mut self, out: &mut Vec<u8>) -> Option<&'v Variant<'v>> {
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
            out.push(b',');
        }
        if let Some(name) = name {
            loose(out, name);
            out.push(b',');
        }
        Some(child)
    }
}

/// Writes a leaf, or the start of a container.
fn start<'v>(value: &'v Variant<'v>, out: &mut Vec<u8>, open: &mut Vec<Open<'v>>) {
    match value {
        Variant::Array(array) => open.push(start_array(value.kind(), array, out)),
        Variant::PackedTypedArray(array) => open.push(start_array(value.kind(), array, out)),
        Variant::Dictionary(dictionary) => open.push(start_dictionary(dictionary, out)),
        Variant::Object(Object::Full(data)) => {
            let class = with_mark(&data.class);
            head(out, class.unwrap_or(Kind::Object.name()));
            if class.is_none() {
                key(out, "class");
                loose(out, &data.class);
            }
            key(out, "props");
            out.push(b'[');
            let close = if class == Some(BY_ID) { "],\"full\":true}" } else { "]}" };
            open.push(Open { children: Children::Properties(data.properties.iter()), is_first: true, close });
        }
        leaf => write_leaf(leaf, out),
    }
}

fn start_array<'v>(kind: Kind, array: &'v Array<'v>, out: &mut Vec<u8>) -> Open<'v> {
    let element = array.element_type();
    let close = match (kind, element, array.is_shared()) {
        (Kind::Array, None, false) => "]",
        (_, _, false) => "]}",
        (_, _, true) => "],\"shared\":true}",
    };
    if close.len() > 1 {
        head(out, kind.name());
        element_type(out, "elem_type", element);
        text(out, ",\"args\":");
    }
    out.push(b'[');
    Open { children: Children::Items(array.iter()), is_first: true, close }
}

fn start_dictionary<'v>(dictionary: &'v Dictionary<'v>, out: &mut Vec<u8>) -> Open<'v> {
    head(out, Kind::Dictionary.name());
    if let Some(types) = dictionary.entry_types() {
        element_type(out, "key_type", types.key.as_ref());
        element_type(out, "value_type", types.value.as_ref());
    }
    text(out, ",\"args\":[");
    let close = if dictionary.is_shared() { "],\"shared\":true}" } else { "]}" };
    Open { children: Children::Pairs(dictionary.iter(), None), is_first: true, close }
}

fn element_type(out: &mut Vec<u8>, key: &str, element: Option<&ElementType<'_>>) {
    let Some(element) = element else { return };
    self::key(out, key);
    let (what, name) = match element {
        ElementType::Builtin(kind) => ("builtin", &Text::from(kind.name())),
        ElementType::Class(name) => ("class", name),
        ElementType::Script(path) => ("script", path),
    };
    if with_mark(name).is_some_and(|name| named_element_type(name) == *element) {
        loose(out, name);
    } else {
        text(out, "{");
        string(out, "", what);
        text(out, ":");
        loose(out, name);
        text(out, "}");
    }
}

fn write_leaf(value: &Variant<'_>, out: &mut Vec<u8>) {
    let kind = value.kind();
    match value {
        Variant::Nil => text(out, "null"),
        Variant::Bool(flag) => text(out, if *flag { "true" } else { "false" }),
        Variant::Int(number) => int(out, *number),
        Variant::Float(number) => float(out, *number),
        Variant::String(content) => prefixed(out, kind, "s:", content),
        Variant::StringName(content) => prefixed(out, kind, "sn:", content),
        Variant::NodePath(path) => node_path(out, path),
        Variant::Rid(rid) => write_rid(out, *rid),
        Variant::Object(object) => write_object(out, object),
        Variant::Callable => bare(out, kind),
        Variant::Signal(signal) => write_signal(out, signal),
        Variant::Image(image) => write_image(out, image),
        Variant::InputEvent(event) => write_event(out, event),
        Variant::PackedStringArray(texts) => {
            args(out, kind);
            list(out, texts, loose);
            text(out, "}");
        }
        other => component::write(other, out),
    }
}

fn int(out: &mut Vec<u8>, number: i64) {
    format(out, format_args!("\"i:{number}\""));
}

fn float(out: &mut Vec<u8>, number: f64) {
    if number.is_nan() && number.abs().to_bits() != f64::NAN.to_bits() {
        head(out, Kind::Float.name());
        return component::write_args(out, 1, "", &|each| each(number));
    }
    text(out, "\"f:");
    match (number.is_nan(), number.is_infinite(), number.is_sign_negative()) {
        (true, _, false) => text(out, "nan"),
        (true, _, true) => text(out, "-nan"),
        (_, true, false) => text(out, "inf"),
        (_, true, true) => text(out, "-inf"),
        _ => number.digits(out),
    }
    text(out, "\"");
}

fn prefixed(out: &mut Vec<u8>, kind: Kind, prefix: &str, content: &Text<'_>) {
    match with_mark(content) {
        Some(content) => string(out, prefix, content),
        None => {
            head(out, kind.name());
            key(out, "bytes");
            hex(out, content.as_bytes());
            text(out, "}");
        }
    }
}

fn node_path(out: &mut Vec<u8>, path: &NodePath<'_>) {
    let short = path.to_string();
    // A mark before a name is not part of the name, and has no place in the text.
    let mut parts = path.names.iter().chain(&path.subnames).chain(&path.property);
    if parts.all(|part| part.as_str().is_some_and(|text| text.len() == part.len()))
        && NodePath::parse(&short) == *path
    {
        return string(out, "np:", &short);
    }
    head(out, Kind::NodePath.name());
    key(out, "names");
    list(out, &path.names, loose);
    key(out, "subnames");
    list(out, &path.subnames, loose);
    if let Some(property) = &path.property {
        key(out, "property");
        loose(out, property);
    }
    if path.absolute {
        text(out, ",\"absolute\":true");
    }
    text(out, "}");
}

fn write_rid(out: &mut Vec<u8>, Rid(id): Rid) {
    head(out, Kind::Rid.name());
    if id != 0 {
        key(out, "id");
        int(out, id.cast_signed());
    }
    text(out, "}");
}

fn write_object(out: &mut Vec<u8>, object: &Object<'_>) {
    match object {
        Object::Id(id) => {
            head(out, BY_ID);
            text(out, ",\"props\":[\"object_id\",");
            int(out, id.cast_signed());
            text(out, ",\"script\",null]}");
        }
        _ => bare(out, Kind::Object),
    }
}

fn write_signal(out: &mut Vec<u8>, signal: &Signal<'_>) {
    head(out, Kind::Signal.name());
    if !signal.name.is_empty() {
        key(out, "name");
        loose(out, &signal.name);
    }
    if signal.object != 0 {
        key(out, "object");
        int(out, signal.object.cast_signed());
    }
    text(out, "}");
}

fn write_image(out: &mut Vec<u8>, image: &Image<'_>) {
    head(out, Kind::Image.name());
    key(out, "format");
    string(out, "", image.format.name());
    let Image { width, height, mipmaps, .. } = image;
    format(out, format_args!(",\"width\":{width},\"height\":{height},\"mipmaps\":{mipmaps}"));
    key(out, "data");
    hex(out, &image.data);
    text(out, "}");
}

fn write_event(out: &mut Vec<u8>, event: &InputEvent) {
    head(out, Kind::InputEvent.name());
    format(out, format_args!(",\"device\":{}", event.device));
    key(out, "event");
    match event.event {
        Event::Key { modifiers, scancode } => {
            format(out, format_args!("\"key\",\"modifiers\":{modifiers},\"scancode\":{scancode}"));
        }
        Event::MouseButton { button } => format(out, format_args!("\"mouse_button\",\"button\":{button}")),
        Event::JoystickMotion { axis, value } => {
            format(out, format_args!("\"joystick_motion\",\"axis\":{axis}"));
            if let Some(value) = value {
                return component::write_args(out, 1, "", &|each| each(value));
            }
        }
        Event::JoystickButton { button } => {
            format(out, format_args!("\"joystick_button\",\"button\":{button}"))
        }
        Event::ScreenTouch { index } => format(out, format_args!("\"screen_touch\",\"index\":{index}")),
        Event::Other { kind } => format(out, format_args!("{kind}")),
    }
    text(out, "}");
}
