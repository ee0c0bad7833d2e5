//! Images and input events of Godot 2.

use std::io::Write;

use cookie_factory::multi::all;
use cookie_factory::sequence::tuple;
use cookie_factory::{GenError, SerializeFn, WriteContext};
use nom::Parser;
use nom::combinator::cond;

use super::number::{components, gen_count, gen_ints, gen_words};
use super::packed::byte_run;
use super::text::{gen_padding, padding};
use super::{Cx, words};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::godot::model::{Event, Image, ImageFormat, InputEvent};
use crate::grammar::{Parse, Show as _, accept, field, field_as, le_f32, le_u32, map, slice, take};
use crate::trace::{Form, Meaning, Shown, Trace};

/// Reads an image of Godot 2.
///
/// | at   | size   | field |
/// |-----:|-------:|-------|
/// | 0    | 4      | format, 0 to 22 |
/// | 4    | 4      | number of mipmaps, signed, not checked |
/// | 8    | 4      | width |
/// | 12   | 4      | height |
/// | 16   | 4      | length n of the pixels in bytes |
/// | 20   | n      | the pixels |
/// | 20+n | 0 to 3 | padding to a multiple of four |
///
/// The length n is not compared with the format and the size. If they do not match, the engine reads an empty image, and
/// this crate keeps the bytes unchanged.
pub fn image<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, Image> {
    move |i: &'a [u8]| {
        let (i, format) = image_format(cx)(i)?;
        let (i, [mipmaps, width, height]) = components(cx, &["mipmaps", "width", "height"])(i)?;
        let (rest, n) = field(cx, words::PIXELS, le_u32)(i)?;
        let n = cx.within_bytes(i, rest, n)?;
        let (i, pixels) = byte_run(cx, "pixels", n)(rest)?;
        let (i, ()) = padding(cx, n, false)(i)?;
        Ok((i, Image { format, mipmaps, width, height, data: pixels.to_vec() }))
    }
}
/// Mirrors [`image`].
pub fn gen_image<T: Trace, W: Write>(cx: Cx<'_, T>, x: &Image) -> impl SerializeFn<W> {
    tuple((
        gen_words([u32::from(x.format as u8)]),
        gen_ints([x.mipmaps, x.width, x.height]),
        gen_count(cx, x.data.len()),
        slice(&x.data),
        gen_padding(x.data.len()),
    ))
}
fn image_format<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, ImageFormat> {
    let what = Meaning::new("format").of(u32::FORM);
    let number = field_as(cx, what, le_u32, |number| words::image_format(*number));
    accept(number, |format, _| {
        ImageFormat::from_number(format).ok_or(DecodeErrorKind::ImageFormat { format })
    })
}

/// Reads an input event of Godot 2.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0  | 4    | event type |
/// | 4  | 4    | device |
/// | 8  | 4    | length of the event, including these 12 bytes |
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
/// The engine ignores the length. In the dialect `godot2`, a joystick motion of length 16 has no value; otherwise this
/// crate ignores the length, too. The length may be missing at the end of the input if the event has no fields.
pub fn input_event<'a, T: Trace>(cx: Cx<'_, T>) -> impl Parse<'a, InputEvent> {
    move |i: &'a [u8]| {
        let (i, kind) = field_as(cx, words::EVENT_TYPE.of(u32::FORM), le_u32, |kind| {
            Shown::Named((*kind).into(), Event::type_name(*kind))
        })(i)?;
        let (i, [device]) = components(cx, &["device"])(i)?;
        let (i, length) = event_length(cx, kind)(i)?;
        let (i, event) = event(cx, kind, length)(i)?;
        Ok((i, InputEvent { device, event }))
    }
}
/// Mirrors [`input_event`].
pub fn gen_input_event<T: Trace, W: Write>(cx: Cx<'_, T>, x: InputEvent) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        let (kind, words) = expressible(cx, x.event)?.words();
        let fields = words.map(|(_, word)| word).chain(x.event.value().map(f32::to_bits));
        let length = fields.clone().fold(EVENT_HEAD, |length, _| length + 4);
        let head = gen_words([kind, x.device.cast_unsigned(), length]);
        tuple((head, all(fields.map(|field| gen_words([field])))))(out)
    }
}

/// Reads the length of an event, which may be missing at the end of the input if no fields follow.
fn event_length<'a, T: Trace>(cx: Cx<'_, T>, kind: u32) -> impl Parse<'a, u32> {
    move |i: &'a [u8]| {
        if has_fields(kind) || i.len() >= 4 {
            return field(cx, words::EVENT_LENGTH, le_u32)(i);
        }
        let what = Meaning::new("length of the event, cut short").of(Form::Skipped);
        map(field_as(cx, what, take(cx, i.len()), |_| Shown::Padding), |_| EVENT_HEAD)(i)
    }
}

/// Reads the fields of an event after its length.
fn event<'a, T: Trace>(cx: Cx<'_, T>, kind: u32, length: u32) -> impl Parse<'a, Event> {
    move |mut i: &'a [u8]| {
        let mut fields = [0; 2];
        for (word, name) in fields.iter_mut().zip(Event::fields(kind)) {
            (i, *word) = match *name {
                "modifiers" => words::modifiers(cx)(i)?,
                name => field(cx, name, le_u32)(i)?,
            };
        }
        let has_value = kind == Event::MOTION && (length != EVENT_HEAD + 4 || !cx.dialect().short_joystick);
        let (i, value) = cond(has_value, field(cx, "value", le_f32)).parse(i)?;
        Ok((i, Event::from_fields(kind, fields, value)))
    }
}
/// Returns the event if the dialect can express it.
fn expressible<T: Trace>(cx: Cx<'_, T>, event: Event) -> Result<Event, GenError> {
    let what = match event {
        Event::JoystickMotion { value: None, .. } if !cx.dialect().short_joystick => {
            "only engines before 2.1.5 read a joystick motion without value"
        }
        Event::Other { kind } if has_fields(kind) => {
            "an event of this type has fields, and has a variant of its own"
        }
        event => return Ok(event),
    };
    cx.refuse(EncodeErrorKind::NotExpressible { what })
}

/// The number of bytes before the fields of an event.
const EVENT_HEAD: u32 = 12;

/// Returns whether events of this type have fields after the length.
fn has_fields(kind: u32) -> bool {
    !Event::fields(kind).is_empty()
}
