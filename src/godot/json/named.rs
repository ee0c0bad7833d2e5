//! The other leaves: text, paths, what refers to a running game, and the types of Godot 2.

use super::error::{Res, Within};
use super::numbers::{Bounds, reals};
use super::read::Object;
use super::scan::Kind as Shape;
use crate::error::Segment;
use crate::godot::ids::Kind;
use crate::godot::model::{
    Event, Image, ImageFormat, InputEvent, NodePath, Object as Inert, OwnedVariant, Rid, Signal, Text,
    Variant,
};

impl Object<'_> {
    /// A leaf that is not made of numbers alone.
    pub(super) fn named(&self, kind: Kind) -> Res<OwnedVariant> {
        match kind {
            Kind::String => Ok(Variant::String(self.loose()?)),
            Kind::StringName => Ok(Variant::StringName(self.loose()?)),
            Kind::NodePath => self.node_path(),
            Kind::Rid => {
                self.only(&["type", "id"])?;
                Ok(Variant::Rid(Rid(self.id("id")?)))
            }
            Kind::Object => {
                self.only(&["type"])?;
                Ok(Variant::Object(Inert::Null))
            }
            Kind::Callable => {
                self.only(&["type"])?;
                Ok(Variant::Callable)
            }
            Kind::Signal => {
                self.only(&["type", "name", "object"])?;
                let name = self.optional_text("name")?.unwrap_or_default();
                Ok(Variant::Signal(Box::new(Signal { name, object: self.id("object")? })))
            }
            Kind::PackedStringArray => {
                self.only(&["type", "args"])?;
                Ok(Variant::PackedStringArray(self.texts("args")?))
            }
            Kind::Image => self.image(),
            Kind::InputEvent => self.event(),
            other => {
                let reason = format!("{other} does not stand as an object");
                Err(self.fault(self.need("type")?, reason)).within(|| Segment::Field("type"))
            }
        }
    }

    fn loose(&self) -> Res<Text<'static>> {
        self.only(&["type", "bytes"])?;
        Ok(Text::from_loose_bytes(self.bytes("bytes")?))
    }

    fn optional_text(&self, key: &'static str) -> Res<Option<Text<'static>>> {
        let Some(token) = self.get(key)? else { return Ok(None) };
        self.reader.text(token).within(|| Segment::Field(key)).map(Some)
    }

    fn texts(&self, key: &'static str) -> Res<Vec<Text<'static>>> {
        let children = self.reader.json.children(self.list(key)?).enumerate();
        let text = |(at, token)| self.reader.text(token).within(|| Segment::Index(at));
        children.map(text).collect::<Res<_>>().within(|| Segment::Field(key))
    }

    fn node_path(&self) -> Res<OwnedVariant> {
        self.only(&["type", "names", "subnames", "property", "absolute"])?;
        Ok(Variant::NodePath(Box::new(NodePath {
            names: self.texts("names")?,
            subnames: self.texts("subnames")?,
            property: self.optional_text("property")?,
            absolute: self.flag("absolute")?,
        })))
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
        id.map_err(|_| self.fault(token, "an id stands as \"i:5\"")).within(|| Segment::Field(key))
    }

    fn number<T: TryFrom<i64> + Bounds>(&self, key: &'static str) -> Res<T> {
        self.reader.number(self.need(key)?).within(|| Segment::Field(key))
    }

    fn image(&self) -> Res<OwnedVariant> {
        self.only(&["type", "format", "width", "height", "mipmaps", "data"])?;
        let token = self.need("format")?;
        let name = self.reader.json.string(token).within(|| Segment::Field("format"))?;
        let Some(format) = ImageFormat::from_name(&name) else {
            return Err(self.fault(token, format!("{name:?} is no image format")))
                .within(|| Segment::Field("format"));
        };
        Ok(Variant::Image(Box::new(Image {
            format,
            mipmaps: self.number("mipmaps")?,
            width: self.number("width")?,
            height: self.number("height")?,
            data: self.bytes("data")?.into(),
        })))
    }

    fn event(&self) -> Res<OwnedVariant> {
        const KEYS: &[&str] = &["type", "device", "event"];
        let token = self.need("event")?;
        if self.reader.json.kind(token) == Shape::Number {
            self.only(KEYS)?;
            return self.with_device(Event::Other { kind: self.number("event")? });
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
                    Some(_) => reals(self, Some(1))?.first().copied(),
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
        self.with_device(event)
    }

    fn with_device(&self, event: Event) -> Res<OwnedVariant> {
        Ok(Variant::InputEvent(InputEvent { device: self.number("device")?, event }))
    }
}
