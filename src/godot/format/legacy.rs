//! Page 9: what Godot 1 and 2 had, and no later release: Image and InputEvent.
//!
//! The published documentation of this generation (a fork carries it under the name Mole) lists both; of the second it
//! says nothing but the name.
#![doc = facts!(Image)]
//!
//! Format, number of mipmaps, width, height, length of the pixels, the pixels, padding.
//!
#![doc = dump!("godot2/canonical/legacy__image")]
//!
//! Formats are numbered from 0: GRAYSCALE, INTENSITY, GRAYSCALE_ALPHA, RGB, RGBA, INDEXED, INDEXED_ALPHA, YUV_422, YUV_444,
//! BC1 to BC5, PVRTC2, PVRTC2_ALPHA, PVRTC4, PVRTC4_ALPHA, ETC, ATC, ATC_ALPHA_EXPLICIT, ATC_ALPHA_INTERPOLATED, CUSTOM (22):
//! [`ImageFormat`](crate::godot::ImageFormat). Others are an error, even for an image without pixels:
//!
#![doc = dump!("godot2/rejected/legacy__image_format_unknown")]
//!
//! - No pixels is the empty image, whatever the other numbers are.
//! - If the length does not fit format and size, or a side is not 1 to 16384, the engine's image stays empty; the bytes are
//!   read past. This crate keeps all of it.
//! - The padding is memory that nobody cleared, and may be missing at the end, also in 2.1.5.
#![doc = facts!(InputEvent)]
//!
//! The kind of event, the device, the **length of the payload** with these twelve bytes, then what the kind has:
//!
//! | kind | fields | length |
//! |------|--------|-------:|
//! | 1 key | modifiers, scancode | 20 |
//! | 3 mouse button, 5 joystick button | button | 16 |
//! | 4 joystick motion | axis, and from 2.0.3 on the value as a float | 16, then 20 |
//! | 6 screen touch | index | 16 |
//! | 0 none, 2 mouse motion, 7 screen drag, 8 action | | 12 |
//!
#![doc = dump!("godot2/canonical/legacy__input_event_key")]
//!
//! Modifiers are bits: 25 shift, 26 alt, 27 meta, 28 control. All else that an event has in a game is lost.
//!
//! The engine ignores the length. It is all that tells the two forms of a joystick motion apart: 2.0.3 to 2.1.4 read four
//! bytes more than 1.0 to 2.0.2 wrote, whatever they are, and 2.1.5 refuses such an event at the end of the input. This
//! crate believes the length:
//!
#![doc = dump!("godot2/canonical/legacy__input_event_joystick_motion")]
#![doc = dump!("godot2/canonical/legacy__input_event_joystick_without_value")]
//!
//! [Contents](super) · before: [packed arrays](super::packed) · next: [frames](super::frames)
#![doc = layout!()]
