//! Page 9: Image and InputEvent, types that only Godot 1 and 2 have.
//!
//! [Contents](super) · Previous: [packed arrays](super::packed) · Next: [frames](super::frames)
#![doc = facts!(Image)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | 4    | format |
//! | 8  | 4    | number of mipmaps, signed; 0: none |
//! | 12 | 4    | width |
//! | 16 | 4    | height |
//! | 20 | 4    | n, number of bytes of pixels; 2³¹ and above is an error |
//! | 24 | n    | the pixels |
//! | 24 + n | (−n mod 4) | [padding](super::reading#padding) |
//!
#![doc = dump!("godot2/canonical/legacy__image")]
//!
//! `Image()`, the empty image, is five zeros:
//!
#![doc = dump!("godot2/canonical/legacy__image_empty")]
//!
//! Formats: 0 GRAYSCALE, 1 INTENSITY, 2 GRAYSCALE_ALPHA, 3 RGB, 4 RGBA, 5 INDEXED, 6 INDEXED_ALPHA, 7 YUV_422, 8 YUV_444, 9 to
//! 13 BC1 to BC5, 14 PVRTC2, 15 PVRTC2_ALPHA, 16 PVRTC4, 17 PVRTC4_ALPHA, 18 ETC, 19 ATC, 20 ATC_ALPHA_EXPLICIT, 21
//! ATC_ALPHA_INTERPOLATED, 22 CUSTOM: [`ImageFormat`](crate::godot::ImageFormat). Any other format is an error, even without
//! pixels:
//!
#![doc = dump!("godot2/rejected/legacy__image_format_unknown")]
//!
//! - If n is 0, the engine reads the empty image, whatever format, mipmaps, width and height say, and writes five zeros for it.
//! - It also reads the empty image if n does not fit format and size, or if width or height is not 1 to 16384. The n bytes and the
//!   padding are skipped.
//! - This crate keeps all fields in both cases, and writes them again.
//! - The padding is uninitialized memory. It may be missing at the very end of the input, also in 2.1.5.
#![doc = links!(Image)]
#![doc = facts!(InputEvent)]
//!
//! | at | size | field |
//! |---:|-----:|-------|
//! | 4  | 4    | kind of the event |
//! | 8  | 4    | device |
//! | 12 | 4    | length of the payload, with these 12 bytes |
//! | 16 | ..   | fields by kind |
//!
//! | kind | fields, 4 bytes each | length |
//! |------|--------|-------:|
//! | 1 key | modifiers, scancode | 20 |
//! | 3 mouse button | number of the button | 16 |
//! | 4 joystick motion, from 2.0.3 on | axis, value (a float) | 20 |
//! | 4 joystick motion, 1.0 to 2.0.2 | axis | 16 |
//! | 5 joystick button | number of the button | 16 |
//! | 6 screen touch | index | 16 |
//! | 0 none, 2 mouse motion, 7 screen drag, 8 action, any other | – | 12 |
//!
#![doc = dump!("godot2/canonical/legacy__input_event_key")]
//!
//! Bits of the modifiers: 25 shift, 26 alt, 27 meta, 28 control. All other properties of an event are lost.
//!
//! The engine ignores the length, but only the length distinguishes the two forms of a joystick motion. So 2.0.3 to 2.1.4 read
//! four bytes more than 1.0 to 2.0.2 wrote. 2.1.5 refuses the older form at the end of the input. This crate follows the length:
//!
#![doc = dump!("godot2/canonical/legacy__input_event_joystick_motion")]
#![doc = dump!("godot2/canonical/legacy__input_event_joystick_without_value")]
#![doc = links!(InputEvent)]
//!
//! [Contents](super) · Previous: [packed arrays](super::packed) · Next: [frames](super::frames)
#![doc = layout!()]
