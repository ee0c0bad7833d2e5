//! Godot 2's images and input events.

use std::borrow::Cow;
use std::io::Write;

use cookie_factory::WriteContext;
use nom::Parser;

use super::Cx;
use super::prim::{count_word, ints, parse_count, word};
use super::text::{gen_padded, parse_padding};
use crate::cx::chunk;
use crate::error::{DecodeErrorKind, EncodeErrorKind, Fault, PResult};
use crate::godot::model::{Event, Image, ImageFormat, InputEvent};
use crate::sink::{Gen, Sink};
use crate::trace::{Shown, Trace};

/// | at   | size | field |
/// |-----:|-----:|-------|
/// | 0    | 4    | format, 0 to 22 |
/// | 4    | 4    | number of mipmaps, signed, not checked |
/// | 8    | 4    | width |
/// | 12   | 4    | height |
/// | 16   | 4    | length n of the pixels in bytes |
/// | 20   | n    | the pixels |
/// | 20+n | 0..3 | padding to a multiple of four |
///
/// Whether n fits format and size is not checked: the engine reads such an image as an empty one, and this
/// crate keeps it as it is.
pub fn parse_image<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Image<'a>> {
    let (rest, number) = word(i)?;
    let Some(format) = ImageFormat::from_number(number) else {
        cx.field(i, rest, "format", Shown::Uint(number.into()));
        return Fault::number(i, rest, DecodeErrorKind::ImageFormat { format: number });
    };
    cx.field(i, rest, "format", Shown::Named(number.into(), format.name()));
    let (i, [mipmaps, width, height]) = ints(cx, ["mipmaps", "width", "height"]).parse(rest)?;
    let outer = cx;
    let (i, (length, mut cx)) = parse_count(cx, i, "byte length", 1)?;
    cx.release(length);
    let (rest, data) = cx.take(i, length)?;
    cx.field(i, rest, "pixels", Shown::Bytes(data));
    let (rest, ()) = parse_padding(outer, rest, length, false)?;
    Ok((rest, Image { format, mipmaps, width, height, data: Cow::Borrowed(data) }))
}

/// Mirrors [`parse_image`].
pub fn gen_image<W: Write, T: Trace>(cx: Cx<'_, T>, image: &Image<'_>, out: &mut WriteContext<W>) -> Gen {
    let Image { format, mipmaps, width, height, data } = image;
    (&mut *out).put(u32::from(*format as u8).to_le_bytes())?;
    for number in [mipmaps, width, height] {
        (&mut *out).put(number.to_le_bytes())?;
    }
    (&mut *out).put(count_word(cx, data.len())?.to_le_bytes())?;
    gen_padded(data, out)
}

/// Bytes before an event's own fields.
const EVENT_HEAD: u32 = 12;

/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | event type |
/// | 4  | 4    | device |
/// | 8  | 4    | length of all this, these 12 bytes included |
/// | 12 | ..   | by type, see below |
///
/// | event type | fields |
/// |------------|--------|
/// | 1 key      | 4 modifiers, 4 scancode |
/// | 3 mouse button, 5 joystick button | 4 button |
/// | 4 joystick motion | 4 axis, 4 value as float; 1.0 to 2.0.2 write no value |
/// | 6 screen touch | 4 index |
/// | 0 none, 2 mouse motion, 7 screen drag, 8 action, unknown | none |
///
/// The engine ignores the length word; it is the only thing that tells the two joystick forms apart. Where no
/// fields follow it, it may even be missing at the end of the input.
pub fn parse_input_event<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, InputEvent> {
    let (rest, kind) = word(i)?;
    cx.field(i, rest, "event type", Shown::Named(kind.into(), event_name(kind)));
    let (at_length, [device]) = ints(cx, ["device"]).parse(rest)?;
    let (i, length) = match word(at_length) {
        Err(_) if !has_fields(kind) => return cut_short(cx, at_length, kind, device),
        read => read?,
    };
    cx.field(at_length, i, "length of the event", Shown::Uint(length.into()));
    let (i, event) = match kind {
        1 => {
            let (i, modifiers) = event_word(cx, i, "modifiers")?;
            let (i, scancode) = event_word(cx, i, "scancode")?;
            (i, Event::Key { modifiers, scancode })
        }
        3 => {
            let (i, button) = event_word(cx, i, "button")?;
            (i, Event::MouseButton { button })
        }
        4 => {
            let (i, axis) = event_word(cx, i, "axis")?;
            let has_value = length != EVENT_HEAD + 4 || !cx.rules.dialect.short_joystick;
            let (i, value) = if has_value { joystick_value(cx, i)? } else { (i, None) };
            (i, Event::JoystickMotion { axis, value })
        }
        5 => {
            let (i, button) = event_word(cx, i, "button")?;
            (i, Event::JoystickButton { button })
        }
        6 => {
            let (i, index) = event_word(cx, i, "index")?;
            (i, Event::ScreenTouch { index })
        }
        kind => (i, Event::Other { kind }),
    };
    Ok((i, InputEvent { device, event }))
}

/// Whether events of this type have fields behind the length word.
fn has_fields(kind: u32) -> bool {
    matches!(kind, 1 | 3..=6)
}

/// An event without fields whose length word the end of the input cuts off.
#[cold]
fn cut_short<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8], kind: u32, device: i32) -> PResult<'a, InputEvent> {
    let (rest, _) = cx.take(i, i.len())?;
    cx.field(i, rest, "length of the event, cut short", Shown::Padding);
    Ok((rest, InputEvent { device, event: Event::Other { kind } }))
}

fn event_word<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8], name: &'static str) -> PResult<'a, u32> {
    let (rest, number) = word(i)?;
    cx.field(i, rest, name, Shown::Uint(number.into()));
    Ok((rest, number))
}

fn joystick_value<'a, T: Trace>(cx: Cx<'_, T>, i: &'a [u8]) -> PResult<'a, Option<f32>> {
    let (rest, bytes) = chunk::<4>(i)?;
    let value = f32::from_le_bytes(bytes);
    cx.field(i, rest, "value", Shown::F32(value));
    Ok((rest, Some(value)))
}

fn event_name(kind: u32) -> &'static str {
    let names = [
        "none",
        "key",
        "mouse motion",
        "mouse button",
        "joystick motion",
        "joystick button",
        "screen touch",
        "screen drag",
        "action",
    ];
    names.get(kind as usize).copied().unwrap_or("unknown")
}

/// Mirrors [`parse_input_event`].
pub fn gen_input_event<W: Write, T: Trace>(
    cx: Cx<'_, T>,
    InputEvent { device, event }: &InputEvent,
    out: &mut WriteContext<W>,
) -> Gen {
    let (kind, fields) = match *event {
        Event::Key { modifiers, scancode } => (1, [Some(modifiers), Some(scancode)]),
        Event::MouseButton { button } => (3, [Some(button), None]),
        Event::JoystickMotion { value: None, .. } if !cx.rules.dialect.short_joystick => {
            let what = "only engines before 2.1.5 read a joystick motion without value";
            return cx.refuse(EncodeErrorKind::NotExpressible { what });
        }
        Event::JoystickMotion { axis, value } => (4, [Some(axis), value.map(f32::to_bits)]),
        Event::JoystickButton { button } => (5, [Some(button), None]),
        Event::ScreenTouch { index } => (6, [Some(index), None]),
        Event::Other { kind } if has_fields(kind) => {
            let what = "an event of this type has fields, and has a variant of its own";
            return cx.refuse(EncodeErrorKind::NotExpressible { what });
        }
        Event::Other { kind } => (kind, [None, None]),
    };
    let length = fields.iter().flatten().fold(EVENT_HEAD, |length, _| length + 4);
    (&mut *out).put(kind.to_le_bytes())?;
    (&mut *out).put(device.to_le_bytes())?;
    (&mut *out).put(length.to_le_bytes())?;
    for field in fields.into_iter().flatten() {
        (&mut *out).put(field.to_le_bytes())?;
    }
    Ok(())
}
