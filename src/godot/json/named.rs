//! Types with a form of their own: single numbers, text, paths, references to objects of a running game, and the types
//! of Godot 2.

use super::numbers::{digits, integer, reals, write_reals};
use super::parts::{args, head, key, text, text_or_bytes, with_mark};
use crate::error::Segment;
use crate::godot::ids::Kind;
use crate::godot::model::{Event, Image, InputEvent, NodePath, Packed, Signal, Text};
use crate::json::write::{array, display, hex, prefixed, string};
use crate::json::{JsonType, Object, Res, Within};

pub(super) fn int(out: &mut String, x: i64) {
    display(out, format_args!("\"i:{x}\""));
}

pub(super) fn float(out: &mut String, x: f64) {
    if x.is_nan() && x.abs().to_bits() != f64::NAN.to_bits() {
        head(out, Kind::Float.name());
        return write_reals(out, &Packed::from([x]).into(), "");
    }
    out.push_str("\"f:");
    match (x.is_nan(), x.is_infinite(), x.is_sign_negative()) {
        (true, _, false) => out.push_str("nan"),
        (true, _, true) => out.push_str("-nan"),
        (_, true, false) => out.push_str("inf"),
        (_, true, true) => out.push_str("-inf"),
        _ => digits(x, out),
    }
    out.push('"');
}

/// The forms of `String` and `StringName`, which differ only in their prefix.
pub(super) fn write_text(x: &Text, kind: Kind, out: &mut String) {
    let prefix = if kind == Kind::StringName { "sn:" } else { "s:" };
    match with_mark(x) {
        Some(content) => prefixed(out, prefix, content),
        None => {
            head(out, kind.name());
            key(out, "bytes");
            hex(out, x.as_bytes());
            out.push('}');
        }
    }
}

pub(super) fn texts(out: &mut String, x: &[Text]) {
    args(out, Kind::PackedStringArray);
    array(out, x, text_or_bytes);
    out.push('}');
}

pub(super) fn write_node_path(x: &NodePath, kind: Kind, out: &mut String) {
    let short = x.to_string();
    // A byte order mark before a name is not part of the name, and the text of the path cannot contain it.
    let mut parts = x.names.iter().chain(&x.subnames).chain(&x.property);
    if parts.all(|part| part.as_str().is_some_and(|text| text.len() == part.len()))
        && NodePath::parse(&short) == *x
    {
        return prefixed(out, "np:", &short);
    }
    head(out, kind.name());
    key(out, "names");
    array(out, &x.names, text_or_bytes);
    key(out, "subnames");
    array(out, &x.subnames, text_or_bytes);
    if let Some(property) = &x.property {
        key(out, "property");
        text_or_bytes(out, property);
    }
    if x.absolute {
        out.push_str(",\"absolute\":true");
    }
    out.push('}');
}

pub(super) fn write_signal(x: &Signal, kind: Kind, out: &mut String) {
    head(out, kind.name());
    // A name that is only a byte order mark counts as empty.
    if with_mark(&x.name) != Some("") {
        key(out, "name");
        text_or_bytes(out, &x.name);
    }
    if x.object != 0 {
        key(out, "object");
        int(out, x.object.cast_signed());
    }
    out.push('}');
}

pub(super) fn write_image(x: &Image, kind: Kind, out: &mut String) {
    head(out, kind.name());
    key(out, "format");
    string(out, x.format.name());
    let Image { width, height, mipmaps, .. } = x;
    display(out, format_args!(",\"width\":{width},\"height\":{height},\"mipmaps\":{mipmaps}"));
    key(out, "data");
    hex(out, &x.data);
    out.push('}');
}

pub(super) fn write_input_event(x: &InputEvent, kind: Kind, out: &mut String) {
    head(out, kind.name());
    display(out, format_args!(",\"device\":{}", x.device));
    key(out, "event");
    let (kind, words) = x.event.words();
    match x.event {
        Event::Other { .. } => display(out, kind),
        _ => string(out, &Event::type_word(kind)),
    }
    for (name, word) in words {
        key(out, name);
        display(out, word);
    }
    if let Some(value) = x.event.value() {
        return write_reals(out, &Packed::from([value]).into(), "");
    }
    out.push('}');
}

impl Object<'_> {
    pub(super) fn texts(&self, key: &'static str) -> Res<Vec<Text>> {
        self.member(key, |node| node.each(text))
    }

    /// Returns the id of a member such as `"i:5"`, which is signed as in scripts. A missing member is 0.
    pub(super) fn id(&self, key: &'static str) -> Res<u64> {
        let id = self.optional(key, |node| {
            let is_number = node.json_type() == JsonType::Number;
            let text = if is_number { node.raw().into() } else { node.string()? };
            let digits = text.strip_prefix("i:").unwrap_or(&text);
            let id = digits.parse().or_else(|_| digits.parse().map(i64::cast_unsigned));
            id.map_err(|_| node.fault("an id is written as \"i:5\""))
        });
        Ok(id?.unwrap_or_default())
    }

    pub(super) fn number<T: TryFrom<i64>>(&self, key: &'static str) -> Res<T> {
        self.member(key, integer)
    }

    pub(super) fn event(&self) -> Res<Event> {
        const KEYS: &[&str] = &["type", "device", "event"];
        let node = self.need("event")?;
        if node.json_type() == JsonType::Number {
            self.only(KEYS)?;
            return Ok(Event::Other { kind: self.number("event")? });
        }
        let name = node.string().within(|| Segment::field("event"))?;
        let Some(kind) = Event::with_fields(&name) else {
            let reason = format!(
                "{name:?} is not an event; the events are key, mouse_button, joystick_motion, joystick_button, screen_touch and numbers"
            );
            return Err(node.fault(reason)).within(|| Segment::field("event"));
        };
        let has_value = kind == Event::MOTION;
        self.only(&[KEYS, Event::fields(kind), if has_value { &["args", "nan"] } else { &[] }].concat())?;
        let value = match self.get("args") {
            Some(_) if has_value => reals::<f32>(self, Some(1))?.first().copied(),
            Some(_) | None => None,
        };
        let mut words = [0; 2];
        for (word, name) in words.iter_mut().zip(Event::fields(kind)) {
            *word = self.number(name)?;
        }
        Ok(Event::from_fields(kind, words, value))
    }
}
