//! Types that only Godot 2 writes.

use std::borrow::Cow;

/// An image (Godot 2): its raw pixels.
///
/// ```
/// use std::borrow::Cow;
/// use gamewire::godot::{Dialect, Image, ImageFormat, variant};
///
/// let pixel = Image { format: ImageFormat::Rgb, width: 1, height: 1, data: Cow::Borrowed(&[255, 128, 0]), mipmaps: 0 };
/// let bytes = Dialect::GODOT_2.encode(&variant!(pixel.clone()))?;
/// assert_eq!(Dialect::GODOT_2.parse(&bytes)?.as_image(), Some(&pixel));
/// assert!(Dialect::GODOT_3.encode(&variant!(pixel)).is_err()); // Since Godot 3 an image is an object.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Image<'a> {
    /// The pixel format.
    pub format: ImageFormat,
    /// Number of smaller copies that follow the picture; the engine does not check it.
    pub mipmaps: i32,
    /// Width in pixels.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
    /// The pixels, and the smaller copies after them.
    pub data: Cow<'a, [u8]>,
}

impl Image<'_> {
    /// Returns the image, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Image<'static> {
        Image { data: Cow::Owned(self.data.into_owned()), ..self }
    }
}

macro_rules! formats {
    ($($name:ident = $id:literal $text:literal,)+) => {
        /// The pixel format of an [`Image`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum ImageFormat {
            #[default]
            $(#[doc = concat!("`", $text, "` of the engine, number ", $id, ".")] $name = $id,)+
        }

        impl ImageFormat {
            /// The format with that number.
            pub fn from_number(number: u32) -> Option<Self> {
                match number {
                    $($id => Some(Self::$name),)+
                    _ => None,
                }
            }

            /// The engine's name of the format.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }

            /// The format of that name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($text => Some(Self::$name),)+
                    _ => None,
                }
            }
        }
    };
}

formats! {
    Grayscale = 0 "GRAYSCALE",
    Intensity = 1 "INTENSITY",
    GrayscaleAlpha = 2 "GRAYSCALE_ALPHA",
    Rgb = 3 "RGB",
    Rgba = 4 "RGBA",
    Indexed = 5 "INDEXED",
    IndexedAlpha = 6 "INDEXED_ALPHA",
    Yuv422 = 7 "YUV_422",
    Yuv444 = 8 "YUV_444",
    Bc1 = 9 "BC1",
    Bc2 = 10 "BC2",
    Bc3 = 11 "BC3",
    Bc4 = 12 "BC4",
    Bc5 = 13 "BC5",
    Pvrtc2 = 14 "PVRTC2",
    Pvrtc2Alpha = 15 "PVRTC2_ALPHA",
    Pvrtc4 = 16 "PVRTC4",
    Pvrtc4Alpha = 17 "PVRTC4_ALPHA",
    Etc = 18 "ETC",
    Atc = 19 "ATC",
    AtcAlphaExplicit = 20 "ATC_ALPHA_EXPLICIT",
    AtcAlphaInterpolated = 21 "ATC_ALPHA_INTERPOLATED",
    Custom = 22 "CUSTOM",
}

/// An input event (Godot 2), with the fields that are encoded.
///
/// ```
/// use gamewire::godot::{Dialect, Event, InputEvent, variant};
///
/// let jump = InputEvent { device: 0, event: Event::Key { modifiers: 1 << 25, scancode: 32 } }; // Shift and Space.
/// let bytes = Dialect::GODOT_2.encode(&variant!(jump))?;
/// assert_eq!(Dialect::GODOT_2.parse(&bytes)?.as_input_event(), Some(jump));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct InputEvent {
    /// Number of the device.
    pub device: i32,
    /// The event.
    pub event: Event,
}

/// The event of an [`InputEvent`]. Fields that are not listed are not encoded.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A key: which modifiers, which key.
    Key {
        /// Modifier bits: SHIFT 1<<25, ALT 1<<26, META 1<<27, CTRL 1<<28.
        modifiers: u32,
        /// The key's number.
        scancode: u32,
    },
    /// A mouse button.
    MouseButton {
        /// The button's number.
        button: u32,
    },
    /// A joystick's stick.
    JoystickMotion {
        /// The axis' number.
        axis: u32,
        /// Its position; 1.0 to 2.0.2 did not write it.
        value: Option<f32>,
    },
    /// A joystick's button.
    JoystickButton {
        /// The button's number.
        button: u32,
    },
    /// A finger on the screen.
    ScreenTouch {
        /// The finger's number.
        index: u32,
    },
    /// An event without fields: none (0), mouse motion (2), screen drag (7), action (8), or an unknown type.
    Other {
        /// The event type's number.
        kind: u32,
    },
}

impl Default for Event {
    fn default() -> Self {
        Self::Other { kind: 0 }
    }
}
