//! Images and input events of Godot 2.

use std::io::Write;

use cookie_factory::multi::all;
use cookie_factory::sequence::tuple;
use cookie_factory::{GenError, SerializeFn};
use nom::branch::alt;
use nom::combinator::{cond, success};
use nom::sequence::terminated;

use super::Cx;
use super::number::{gen_count, gen_ints, ints};
use super::packed::byte_run;
use super::text::{gen_padding, padding};
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::godot::model::{Event, Image, ImageFormat, InputEvent};
use crate::grammar::{
    Grammar, accept, bytes, checked, count_within, field_as, grammar, if_else, le_f32, le_u32, number,
    number_as, observed, slice, take, with_input,
};
use crate::trace::{Form, Meaning, Order, Shown, Trace, Unit};

grammar!(
    /// Parses an image of Godot 2.
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
    /// The length n is not compared with the format and the size. If they do not match, the engine reads an empty
    /// image, and this crate keeps the bytes unchanged.
    pub fn image<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Image> {
        let length = count_within(cx, number(cx, PIXELS, le_u32()), 1).map(|length| length as usize);
        let pixels = length
            .flat_map(move |length| terminated(byte_run(cx, "pixels", length), padding(cx, length, false)));
        (image_format(cx), ints(cx, &["mipmaps", "width", "height"]), pixels).map(
            |(format, [mipmaps, width, height], data)| Image {
                format,
                mipmaps,
                width,
                height,
                data: data.to_vec(),
            },
        )
    }
);

/// Writes an `Image`, in the layout of [`image`].
pub fn gen_image<T: Trace, W: Write>(cx: Cx<'_, T>, image: &Image) -> impl SerializeFn<W> {
    let Image { format, mipmaps, width, height, data } = image;
    tuple((
        bytes(u32::from(*format as u8).to_le_bytes()),
        gen_ints([*mipmaps, *width, *height]),
        gen_count(cx, data.len()),
        slice(data),
        gen_padding(data.len()),
    ))
}

grammar!(
    fn image_format<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, ImageFormat> {
        let number = number_as(cx, "format", le_u32(), |number| match ImageFormat::from_number(*number) {
            Some(format) => Shown::Named((*number).into(), format.name()),
            None => Shown::Uint((*number).into()),
        });
        accept(number, |number, _| {
            ImageFormat::from_number(number).ok_or(DecodeErrorKind::ImageFormat { format: number })
        })
    }
);

grammar!(
    /// Parses an input event of Godot 2.
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
    pub fn input_event<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, InputEvent> {
        (event_type(cx), ints(cx, &["device"])).flat_map(move |(kind, [device])| {
            event_length(cx, kind)
                .flat_map(move |length| event(cx, kind, length))
                .map(move |event| InputEvent { device, event })
        })
    }
);

/// Writes an `InputEvent`, in the layout of [`input_event`].
pub fn gen_input_event<T: Trace, W: Write>(cx: Cx<'_, T>, event: InputEvent) -> impl SerializeFn<W> {
    let InputEvent { device, event } = event;
    checked(
        move || event_fields(cx, event),
        move |(kind, fields)| {
            let length = fields.iter().flatten().fold(EVENT_HEAD, |length, _| length + 4);
            tuple((
                bytes(kind.to_le_bytes()),
                gen_ints([device]),
                bytes(length.to_le_bytes()),
                all(fields.into_iter().flatten().map(|field| bytes(field.to_le_bytes()))),
            ))
        },
    )
}

grammar!(
    fn event_type<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, u32> {
        number_as(cx, EVENT_TYPE, le_u32(), |kind| Shown::Named((*kind).into(), event_name(*kind)))
    }
);

grammar!(
    /// Parses the length of an event, which may be missing at the end of the input.
    fn event_length<'a, T: Trace>(cx: Cx<'_, T>, kind: u32) -> impl Grammar<'a, u32> {
        let length = move || number(cx, EVENT_LENGTH, le_u32());
        if_else(has_fields(kind), length(), alt((length(), cut_short(cx))))
    }
);

grammar!(
    /// Parses a length that is cut off by the end of the input.
    fn cut_short<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, u32> {
        let what = Meaning::new("length of the event, cut short").of(Form::Skipped);
        field_as(cx, what, with_input(move |i| take(cx, i.len())), |_| Shown::Padding).map(|_| EVENT_HEAD)
    }
);

grammar!(
    /// Parses the fields of an event after its length.
    fn event<'a, T: Trace>(cx: Cx<'_, T>, kind: u32, length: u32) -> impl Grammar<'a, Event> {
        match kind {
            1 => (modifiers(cx), word(cx, "scancode"))
                .map(|(modifiers, scancode)| Event::Key { modifiers, scancode }),
            3 => word(cx, "button").map(|button| Event::MouseButton { button }),
            4 => (word(cx, "axis"), cond(has_value(cx, length), number(cx, "value", le_f32())))
                .map(|(axis, value)| Event::JoystickMotion { axis, value }),
            5 => word(cx, "button").map(|button| Event::JoystickButton { button }),
            6 => word(cx, "index").map(|index| Event::ScreenTouch { index }),
            kind => success(Event::Other { kind }),
        }
    }
);

fn word<'a, T: Trace>(cx: Cx<'_, T>, name: &'static str) -> impl Grammar<'a, u32> {
    number(cx, name, le_u32())
}

/// Returns whether a joystick motion of this length has its value.
fn has_value<T: Trace>(cx: Cx<'_, T>, length: u32) -> bool {
    length != EVENT_HEAD + 4 || !cx.rules().dialect.short_joystick
}

grammar!(
    /// Parses the modifiers of a key. The trace names the bits that are set.
    fn modifiers<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, u32> {
        observed(cx, le_u32(), move |&word, i, rest| {
            let is_set = |&(bit, _): &(u32, &str)| word >> bit & 1 == 1;
            let named = MODIFIERS.into_iter().filter(is_set).map(|(bit, name)| format!("{name}: bit {bit}"));
            let words = named.collect::<Vec<_>>().join(", ");
            let shown =
                if words.is_empty() { Shown::Uint(word.into()) } else { Shown::Named(word.into(), &words) };
            cx.field(i, rest, Meaning::new("modifiers").of(Form::unsigned(Order::Little)), shown);
        })
    }
);

/// The bits of a key's modifiers.
const MODIFIERS: [(u32, &str); 4] = [(25, "shift"), (26, "alt"), (27, "meta"), (28, "control")];

/// Returns the type of an event, and the words after its length.
fn event_fields<T: Trace>(cx: Cx<'_, T>, event: Event) -> Result<(u32, [Option<u32>; 2]), GenError> {
    Ok(match event {
        Event::Key { modifiers, scancode } => (1, [Some(modifiers), Some(scancode)]),
        Event::MouseButton { button } => (3, [Some(button), None]),
        Event::JoystickMotion { value: None, .. } if !cx.rules().dialect.short_joystick => {
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
    })
}

const PIXELS: Meaning = Meaning::new("byte length")
    .counting(&Unit { one: "byte of a pixel", many: "bytes of the pixels, without the padding after them" });
const EVENT_TYPE: Meaning = Meaning::new("event type").saying("It decides which fields follow the length.");
const EVENT_LENGTH: Meaning = Meaning::new("length of the event").saying(
    "The engine writes how many bytes the event has from its type on, without the header of the value, \
     and ignores the number when it reads.",
);

/// The number of bytes before the fields of an event.
const EVENT_HEAD: u32 = 12;

/// Returns whether events of this type have fields after the length.
fn has_fields(kind: u32) -> bool {
    matches!(kind, 1 | 3..=6)
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
