//! The other leaves: atoms, text, paths, what refers to a running game, and the types of Godot 2.

use super::error::{Res, Within};
use super::leaf::Leaf;
use super::names::BY_ID;
use super::numbers::{Bounds, Component, Number};
use super::object::Object;
use super::pieces::{args, bare, format, head, hex, key, list, string, text, text_or_bytes, with_mark};
use super::scan::Kind as Shape;
use crate::error::Segment;
use crate::godot::ids::Kind;
use crate::godot::model::{
    Event, Image, ImageFormat, InputEvent, NodePath, Object as Inert, Rid, Signal, Text,
};

impl Leaf for bool {
    fn write(&self, _: Kind, _: &str, out: &mut Vec<u8>) {
        text(out, if *self { "true" } else { "false" });
    }
    fn read(object: &Object<'_>, kind: Kind) -> Res<Self> {
        object.refuse(kind)
    }
}

impl Leaf for i64 {
    fn write(&self, _: Kind, _: &str, out: &mut Vec<u8>) {
        format(out, format_args!("\"i:{self}\""));
    }
    fn read(object: &Object<'_>, kind: Kind) -> Res<Self> {
        object.refuse(kind)
    }
}

impl Leaf for f64 {
    fn write(&self, kind: Kind, further: &str, out: &mut Vec<u8>) {
        if self.is_nan() && self.abs().to_bits() != Self::NAN.to_bits() {
            head(out, kind.name());
            return Self::write_args(out, 1, further, &|each| each(*self));
        }
        text(out, "\"f:");
        match (self.is_nan(), self.is_infinite(), self.is_sign_negative()) {
            (true, _, false) => text(out, "nan"),
            (true, _, true) => text(out, "-nan"),
            (_, true, false) => text(out, "inf"),
            (_, true, true) => text(out, "-inf"),
            _ => self.digits(out),
        }
        text(out, "\"");
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "args", "nan"])?;
        Ok(Self::read_args(object, Some(1))?.into_iter().next().unwrap_or_default())
    }
}

/// `String` and `StringName`.
impl Leaf for Text<'_> {
    fn write(&self, kind: Kind, _: &str, out: &mut Vec<u8>) {
        let prefix = if kind == Kind::StringName { "sn:" } else { "s:" };
        match with_mark(self) {
            Some(content) => string(out, prefix, content),
            None => {
                head(out, kind.name());
                key(out, "bytes");
                hex(out, self.as_bytes());
                text(out, "}");
            }
        }
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "bytes"])?;
        Ok(Text::from_loose_bytes(object.bytes("bytes")?))
    }
}

/// `PackedStringArray`.
impl Leaf for Vec<Text<'_>> {
    fn write(&self, kind: Kind, _: &str, out: &mut Vec<u8>) {
        args(out, kind);
        list(out, self, text_or_bytes);
        text(out, "}");
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "args"])?;
        object.texts("args")
    }
}

impl Leaf for NodePath<'_> {
    fn write(&self, kind: Kind, _: &str, out: &mut Vec<u8>) {
        let short = self.to_string();
        // A mark before a name is not part of the name, and has no place in the text.
        let mut parts = self.names.iter().chain(&self.subnames).chain(&self.property);
        if parts.all(|part| part.as_str().is_some_and(|text| text.len() == part.len()))
            && NodePath::parse(&short) == *self
        {
            return string(out, "np:", &short);
        }
        head(out, kind.name());
        key(out, "names");
        list(out, &self.names, text_or_bytes);
        key(out, "subnames");
        list(out, &self.subnames, text_or_bytes);
        if let Some(property) = &self.property {
            key(out, "property");
            text_or_bytes(out, property);
        }
        if self.absolute {
            text(out, ",\"absolute\":true");
        }
        text(out, "}");
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
    fn write(&self, kind: Kind, _: &str, out: &mut Vec<u8>) {
        head(out, kind.name());
        if self.0 != 0 {
            key(out, "id");
            self.0.cast_signed().write(Kind::Int, "", out);
        }
        text(out, "}");
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "id"])?;
        Ok(Self(object.id("id")?))
    }
}

/// By id, or null: whole objects have values inside.
impl Leaf for Inert<'_> {
    fn write(&self, kind: Kind, _: &str, out: &mut Vec<u8>) {
        match self {
            Self::Id(id) => {
                head(out, BY_ID);
                text(out, ",\"props\":[\"object_id\",");
                id.cast_signed().write(Kind::Int, "", out);
                text(out, ",\"script\",null]}");
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
    fn write(&self, kind: Kind, _: &str, out: &mut Vec<u8>) {
        head(out, kind.name());
        if !self.name.is_empty() {
            key(out, "name");
            text_or_bytes(out, &self.name);
        }
        if self.object != 0 {
            key(out, "object");
            self.object.cast_signed().write(Kind::Int, "", out);
        }
        text(out, "}");
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "name", "object"])?;
        let name = object.optional_text("name")?.unwrap_or_default();
        Ok(Self { name, object: object.id("object")? })
    }
}

impl Leaf for Image<'_> {
    fn write(&self, kind: Kind, _: &str, out: &mut Vec<u8>) {
        head(out, kind.name());
        key(out, "format");
        string(out, "", self.format.name());
        let Image { width, height, mipmaps, .. } = self;
        format(out, format_args!(",\"width\":{width},\"height\":{height},\"mipmaps\":{mipmaps}"));
        key(out, "data");
        hex(out, &self.data);
        text(out, "}");
    }
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        object.only(&["type", "format", "width", "height", "mipmaps", "data"])?;
        let token = object.need("format")?;
        let name = object.reader.json.string(token).within(|| Segment::Field("format"))?;
        let Some(format) = ImageFormat::from_name(&name) else {
            return Err(object.fault(token, format!("{name:?} is no image format")))
                .within(|| Segment::Field("format"));
        };
        Ok(Self {
            format,
            mipmaps: object.number("mipmaps")?,
            width: object.number("width")?,
            height: object.number("height")?,
            data: object.bytes("data")?.into(),
        })
    }
}

impl Leaf for InputEvent {
    fn write(&self, kind: Kind, _: &str, out: &mut Vec<u8>) {
        head(out, kind.name());
        format(out, format_args!(",\"device\":{}", self.device));
        key(out, "event");
        match self.event {
            Event::Key { modifiers, scancode } => {
                format(out, format_args!("\"key\",\"modifiers\":{modifiers},\"scancode\":{scancode}"));
            }
            Event::MouseButton { button } => {
                format(out, format_args!("\"mouse_button\",\"button\":{button}"))
            }
            Event::JoystickMotion { axis, value } => {
                format(out, format_args!("\"joystick_motion\",\"axis\":{axis}"));
                if let Some(value) = value {
                    return f32::write_args(out, 1, "", &|each| each(value));
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
    fn read(object: &Object<'_>, _: Kind) -> Res<Self> {
        Ok(Self { event: object.event()?, device: object.number("device")? })
    }
}

impl Object<'_> {
    fn optional_text(&self, key: &'static str) -> Res<Option<Text<'static>>> {
        let Some(token) = self.get(key)? else { return Ok(None) };
        self.reader.text(token).within(|| Segment::Field(key)).map(Some)
    }

    fn texts(&self, key: &'static str) -> Res<Vec<Text<'static>>> {
        let children = self.reader.json.children(self.list(key)?).enumerate();
        let text = |(at, token)| self.reader.text(token).within(|| Segment::Index(at));
        children.map(text).collect::<Res<_>>().within(|| Segment::Field(key))
    }

    /// An id as `"i:5"`, signed as in scripts; 0 if it is not there.
    fn id(&self, key: &'static str) -> Res<u64> {
        let Some(token) = self.get(key)? else { return Ok(0) };
        let text = match self.reader.json.kind(token) {
            Shape::Number => self.reader.json.raw(token).into(),
            _ => self.reader.json.string(token).within(|| Segment::Field(key))?,
        };
        let digits = text.strip_prefix("i:").unwrap_or(&text);
        let id = digits.parse().or_else(|_| digits.parse().map(i64::cast_unsigned));
        id.map_err(|_| self.fault(token, "an id is written as \"i:5\"")).within(|| Segment::Field(key))
    }

    fn number<T: TryFrom<i64> + Bounds>(&self, key: &'static str) -> Res<T> {
        self.reader.number(self.need(key)?).within(|| Segment::Field(key))
    }

    fn event(&self) -> Res<Event> {
        const KEYS: &[&str] = &["type", "device", "event"];
        let token = self.need("event")?;
        if self.reader.json.kind(token) == Shape::Number {
            self.only(KEYS)?;
            return Ok(Event::Other { kind: self.number("event")? });
        }
        let name = self.reader.json.string(token).within(|| Segment::Field("event"))?;
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
                let value = match self.get("args")? {
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
                return Err(self.fault(token, reason)).within(|| Segment::Field("event"));
            }
        };
        Ok(event)
    }
}
