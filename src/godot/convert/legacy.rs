//! Conversion of Godot 2's images and input events, which later engines have only as objects.

use super::Conversion;
use super::report::{Rule, became, shown};
use crate::godot::model::{Event, InputEvent};
use crate::godot::{Dictionary, Image, Packed, Variant};

impl Conversion {
    /// Converts an image or an input event to a dictionary of its fields, because an object cannot be decoded from
    /// bytes. A script can create the object from them. Returns `true` if the value was converted.
    pub(super) fn legacy(&mut self, value: &mut Variant) -> bool {
        let (before, is_lacked) = (shown(value), self.lacks(value.kind()));
        let (rule, fields) = match value {
            Variant::Image(image) if is_lacked => (Rule::Image, image_fields(std::mem::take(&mut **image))),
            Variant::InputEvent(event) if is_lacked => (Rule::InputEvent, event_fields(event)),
            Variant::InputEvent(event) => {
                self.short_joystick(event);
                return false;
            }
            _ => return false,
        };
        *value = Variant::Dictionary(fields);
        self.report.note(rule, || became(&before, value));
        true
    }

    /// Adds the position 0 to a joystick motion without one, because the reader of 2.1.5 accepts only motions with a
    /// position.
    fn short_joystick(&mut self, event: &mut InputEvent) {
        if let Event::JoystickMotion { value: position @ None, .. } = &mut event.event
            && !self.to().short_joystick
        {
            *position = Some(0.0);
            self.report.note(Rule::JoystickPosition, || "no position → 0.0".into());
        }
    }
}

/// The fields have the order of `Image.create_from_data(width, height, mipmaps, format, data)`. `mipmaps` is
/// their number; `format` is the name in Godot 2: `RGB` is called `FORMAT_RGB8` in later engines.
fn image_fields(image: Image) -> Dictionary {
    let fields: [(&str, Variant); 5] = [
        ("width", image.width.into()),
        ("height", image.height.into()),
        ("mipmaps", image.mipmaps.into()),
        ("format", image.format.name().into()),
        ("data", Packed::<u8>::from_wire(image.data).into()),
    ];
    fields.into_iter().collect()
}

fn event_fields(event: &InputEvent) -> Dictionary {
    type Field = (&'static str, Variant);
    let (kind, fields): (&str, Vec<Field>) = match event.event {
        Event::Key { modifiers, scancode } => {
            ("key", vec![("modifiers", modifiers.into()), ("scancode", scancode.into())])
        }
        Event::MouseButton { button } => ("mouse_button", vec![("button", button.into())]),
        Event::JoystickMotion { axis, value } => {
            let value = value.map(|value| ("value", value.into()));
            ("joystick_motion", [("axis", axis.into())].into_iter().chain(value).collect())
        }
        Event::JoystickButton { button } => ("joystick_button", vec![("button", button.into())]),
        Event::ScreenTouch { index } => ("screen_touch", vec![("index", index.into())]),
        Event::Other { kind: 0 } => ("none", vec![]),
        Event::Other { kind: 2 } => ("mouse_motion", vec![]),
        Event::Other { kind: 7 } => ("screen_drag", vec![]),
        Event::Other { kind: 8 } => ("action", vec![]),
        Event::Other { kind } => ("unknown", vec![("kind", kind.into())]),
    };
    let head: [Field; 2] = [("type", kind.into()), ("device", event.device.into())];
    head.into_iter().chain(fields).collect()
}
