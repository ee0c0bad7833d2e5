//! The other leaves: atoms, text, paths, what refers to a running game, and the types of Godot 2.

use super::leaf::Leaf;
use super::names::BY_ID;
use super::numbers::{Bounds, Component, Number, integer};
use super::parts::{args, bare, head, key};
use super::text::{text, text_or_bytes, with_mark};
use crate::error::Segment;
use crate::godot::ids::Kind;
use crate::godot::model::{
    Event, Image, ImageFormat, InputEvent, NodePath, Object as Inert, Rid, Signal, Text,
};
use crate::json::write::{array, display, hex, prefixed, string};
use crate::json::{JsonType, Node, Object, Res, Within};

impl Leaf for bool {
    fn write(&self, _: Kind, _: &str, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
    fn read(object: &Object<'_>, kind: Kind) -> Res<Self> {
        object.refuse(kind)
    }
}

impl Leaf for i64 {
    fn write(&self, _: Kind, _: &str, out: &mut String) {
        display(out, format_args!("\"i:{self}\""));
    }
    fn read(object: &Object<'_>, kind: Kind) -> Res<Self> {
        object.refuse(kind)
    }
}

impl Leaf for f64 {
    fn write(&self, kind: Kind, further: &str, out: &mut String) {
        if self.is_nan() && self.abs().to_bits() != Self::NAN.to_bits() {
            head(out, kind.name());
            return Self::write_args(out, 1, further, &|each| each(*self));
        }
        out.push_str("\"f:");
        match (self.is_nan(), self.is_infinite(), self.is_sign_negative()) {
            (true, _, false) => out.push_str("nan"),
            (true, _, true) => out.push_str("-nan"),
            (_, true, false) => out.push_str("inf"),
            (_, true, true) => out.push_str("-inf"),
            _ => self.digits(out),
        }
        out.push('"');
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "args", "nan"])?;
        Ok(Self::read_args(object, Some(1))?.into_iter().next().unwrap_or_default())
    }
}

/// `String` and `StringName`.
impl Leaf for Text<'_> {
    fn write(&self, kind: Kind, _: &str, out: &mut String) {
        let prefix = if kind == Kind::StringName { "sn:" } else { "s:" };
        match with_mark(self) {
            Some(content) => prefixed(out, prefix, content),
            None => {
                head(out, kind.name());
                key(out, "bytes");
                hex(out, self.as_bytes());
                out.push('}');
            }
        }
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "bytes"])?;
        Ok(Text::from_loose_bytes(object.member("bytes", Node::bytes)?))
    }
}

/// `PackedStringArray`.
impl Leaf for Vec<Text<'_>> {
    fn write(&self, kind: Kind, _: &str, out: &mut String) {
        args(out, kind);
        array(out, self, text_or_bytes);
        out.push('}');
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "args"])?;
        object.texts("args")
    }
}

impl Leaf for NodePath<'_> {
    fn write(&self, kind: Kind, _: &str, out: &mut String) {
        let short = self.to_string();
        // A mark before a name is not part of the name, and has no place in the text.
        let mut parts = self.names.iter().chain(&self.subnames).chain(&self.property);
        if parts.all(|part| part.as_str().is_some_and(|text| text.len() == part.len()))
            && NodePath::parse(&short) == *self
        {
            return prefixed(out, "np:", &short);
        }
        head(out, kind.name());
        key(out, "names");
        array(out, &self.names, text_or_bytes);
        key(out, "subnames");
        array(out, &self.subnames, text_or_bytes);
        if let Some(property) = &self.property {
            key(out, "property");
            text_or_bytes(out, property);
        }
        if self.absolute {
            out.push_str(",\"absolute\":true");
        }
        out.push('}');
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "names", "subnames", "property", "absolute"])?;
        Ok(Self {
            names: object.texts("names")?,
            subnames: object.texts("subnames")?,
            property: object.optional_text("property")?,
            absolute: object.flag("absolute")?,
        })
    }
}

impl Leaf for Rid {
    fn write(&self, kind: Kind, _: &str, out: &mut String) {
        head(out, kind.name());
        if self.0 != 0 {
            key(out, "id");
            self.0.cast_signed().write(Kind::Int, "", out);
        }
        out.push('}');
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "id"])?;
        Ok(Self(object.id("id")?))
    }
}

/// By id, or null: whole objects have values inside.
impl Leaf for Inert<'_> {
    fn write(&self, kind: Kind, _: &str, out: &mut String) {
        match self {
            Self::Id(id) => {
                head(out, BY_ID);
                out.push_str(",\"props\":[\"object_id\",");
                id.cast_signed().write(Kind::Int, "", out);
                out.push_str(",\"script\",null]}");
            }
            Self::Null | Self::Full(_) => bare(out, kind),
        }
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type"])?;
        Ok(Self::Null)
    }
}

impl Leaf for Signal<'_> {
    fn write(&self, kind: Kind, _: &str, out: &mut String) {
        head(out, kind.name());
        if !self.name.is_empty() {
            key(out, "name");
            text_or_bytes(out, &self.name);
        }
        if self.object != 0 {
            key(out, "object");
            self.object.cast_signed().write(Kind::Int, "", out);
        }
        out.push('}');
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "name", "object"])?;
        let name = object.optional_text("name")?.unwrap_or_default();
        Ok(Self { name, object: object.id("object")? })
    }
}

impl Leaf for Image<'_> {
    fn write(&self, kind: Kind, _: &str, out: &mut String) {
        head(out, kind.name());
        key(out, "format");
        string(out, self.format.name());
        let Image { width, height, mipmaps, .. } = self;
        display(out, format_args!(",\"width\":{width},\"height\":{height},\"mipmaps\":{mipmaps}"));
        key(out, "data");
        hex(out, &self.data);
        out.push('}');
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "format", "width", "height", "mipmaps", "data"])?;
        let node = object.need("format")?;
        let name = node.string().within(|| Segment::Field("format"))?;
        let Some(format) = ImageFormat::from_name(&name) else {
            return Err(node.fault(format!("{name:?} is no image format")))
                .within(|| Segment::Field("format"));
        };
        Ok(Self {
            format,
            mipmaps: object.number("mipmaps")?,
            width: object.number("width")?,
            height: object.number("height")?,
            data: object.member("data", Node::bytes)?.into(),
        })
    }
}

impl Leaf for InputEvent {
    fn write(&self, kind: Kind, _: &str, out: &mut String) {
        head(out, kind.name());
        display(out, format_args!(",\"device\":{}", self.device));
        key(out, "event");
        match self.event {
            Event::Key { modifiers, scancode } => {
                display(out, format_args!("\"key\",\"modifiers\":{modifiers},\"scancode\":{scancode}"));
            }
            Event::MouseButton { button } => {
                display(out, format_args!("\"mouse_button\",\"button\":{button}"))
            }
            Event::JoystickMotion { axis, value } => {
                display(out, format_args!("\"joystick_motion\",\"axis\":{axis}"));
                if let Some(value) = value {
                    return f32::write_args(out, 1, "", &|each| each(value));
                }
            }
            Event::JoystickButton { button } => {
                display(out, format_args!("\"joystick_button\",\"button\":{button}"))
            }
            Event::ScreenTouch { index } => display(out, format_args!("\"screen_touch\",\"index\":{index}")),
            Event::Other { kind } => display(out, format_args!("{kind}")),
        }
        out.push('}');
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        Ok(Self { event: object.event()?, device: object.number("device")? })
    }
}

impl Object<'_> {
    fn optional_text(&self, key: &'static str) -> Res<Option<Text<'static>>> {
        self.optional(key, text)
    }

    fn texts(&self, key: &'static str) -> Res<Vec<Text<'static>>> {
        self.member(key, |node| node.each(text))
    }

    /// An id as `"i:5"`, signed as in scripts; 0 if it is not there.
    fn id(&self, key: &'static str) -> Res<u64> {
        let id = self.optional(key, |node| {
            let text = match node.json_type() {
                JsonType::Number => node.raw().into(),
                _ => node.string()?,
            };
            let digits = text.strip_prefix("i:").unwrap_or(&text);
            let id = digits.parse().or_else(|_| digits.parse().map(i64::cast_unsigned));
            id.map_err(|_| node.fault("an id is written as \"i:5\""))
        });
        Ok(id?.unwrap_or_default())
    }

    fn number<T: TryFrom<i64> + Bounds>(&self, key: &'static str) -> Res<T> {
        self.member(key, integer)
    }

    fn event(&self) -> Res<Event> {
        const KEYS: &[&str] = &["type", "device", "event"];
        let node = self.need("event")?;
        if node.json_type() == JsonType::Number {
            self.only(KEYS)?;
            return Ok(Event::Other { kind: self.number("event")? });
        }
        let name = node.string().within(|| Segment::Field("event"))?;
        let only = |further: &[&str]| self.only(&[KEYS, further].concat());
        let event = match &*name {
            "key" => {
                only(&["modifiers", "scancode"])?;
                Event::Key { modifiers: self.number("modifiers")?, scancode: self.number("scancode")? }
            }
            "mouse_button" => {
                only(&["button"])?;
                Event::MouseButton { button: self.number("button")? }
            }
            "joystick_motion" => {
                only(&["axis", "args", "nan"])?;
                let value = match self.get("args") {
                    Some(_) => f32::read_args(self, Some(1))?.first().copied(),
                    None => None,
                };
                Event::JoystickMotion { axis: self.number("axis")?, value }
            }
            "joystick_button" => {
                only(&["button"])?;
                Event::JoystickButton { button: self.number("button")? }
            }
            "screen_touch" => {
                only(&["index"])?;
                Event::ScreenTouch { index: self.number("index")? }
            }
            other => {
                let reason = format!(
                    "{other:?} is no event; key, mouse_button, joystick_motion, joystick_button and screen_touch are, and numbers"
                );
                return Err(node.fault(reason)).within(|| Segment::Field("event"));
            }
        };
        Ok(event)
    }
}
