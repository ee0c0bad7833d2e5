//! Types that only Godot 2 encodes.

/// An image of Godot 2, with its raw pixels.
///
/// ```
/// use gamewire::godot::{Dialect, Image, ImageFormat, variant};
///
/// let pixel = Image { format: ImageFormat::Rgb, width: 1, height: 1, data: vec![255, 128, 0], mipmaps: 0 };
/// let bytes = Dialect::GODOT_2.encode(&variant!(pixel.clone()))?;
/// assert_eq!(Dialect::GODOT_2.parse(&bytes)?, variant!(pixel.clone()));
/// assert!(Dialect::GODOT_3.encode(&variant!(pixel)).is_err()); // Since Godot 3 an image is an object.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Image {
    /// The pixel format.
    pub format: ImageFormat,
    /// The number of smaller copies (mipmaps) that follow the image. The engine does not check it.
    pub mipmaps: i32,
    /// The width in pixels.
    pub width: i32,
    /// The height in pixels.
    pub height: i32,
    /// The pixels of the image and of its smaller copies.
    pub data: Vec<u8>,
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
            /// Returns the format with this number, or `None` if there is none.
            pub fn from_number(number: u32) -> Option<Self> {
                match number {
                    $($id => Some(Self::$name),)+
                    _ => None,
                }
            }

            /// Returns the engine's name of the format.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }

            /// Returns the format with this name, or `None` if there is none.
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

/// An input event of Godot 2, with the fields that the engine encodes.
///
/// ```
/// use gamewire::godot::{Dialect, Event, InputEvent, variant};
///
/// let jump = InputEvent { device: 0, event: Event::Key { modifiers: 1 << 25, scancode: 32 } }; // Shift and Space.
/// let bytes = Dialect::GODOT_2.encode(&variant!(jump))?;
/// assert_eq!(InputEvent::try_from(&Dialect::GODOT_2.parse(&bytes)?)?, jump);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct InputEvent {
    /// The number of the device.
    pub device: i32,
    /// The event, with its fields.
    pub event: Event,
}

/// The kind and the fields of an [`InputEvent`]. Fields that are not listed are not encoded.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A key.
    Key {
        /// The bits of the modifiers: SHIFT 1<<25, ALT 1<<26, META 1<<27, CTRL 1<<28.
        modifiers: u32,
        /// The number of the key.
        scancode: u32,
    },
    /// A mouse button.
    MouseButton {
        /// The number of the button.
        button: u32,
    },
    /// A motion of a joystick.
    JoystickMotion {
        /// The number of the axis.
        axis: u32,
        /// The position of the axis, which 1.0 to 2.0.2 did not write.
        value: Option<f32>,
    },
    /// A button of a joystick.
    JoystickButton {
        /// The number of the button.
        button: u32,
    },
    /// A touch of the screen.
    ScreenTouch {
        /// The number of the finger.
        index: u32,
    },
    /// An event whose fields are not encoded: none (0), mouse motion (2), screen drag (7), action (8), or an unknown
    /// type.
    Other {
        /// The number of the event's type.
        kind: u32,
    },
}

/// The types of events by their numbers, and the names of their fields, which are words. A joystick motion also has a value.
const TYPES: [(&str, &[&str]); 9] = [
    ("none", &[]),
    ("key", &["modifiers", "scancode"]),
    ("mouse motion", &[]),
    ("mouse button", &["button"]),
    ("joystick motion", &["axis"]),
    ("joystick button", &["button"]),
    ("screen touch", &["index"]),
    ("screen drag", &[]),
    ("action", &[]),
];

impl Event {
    /// The number of the joystick motion, the only type with a value.
    pub(crate) const MOTION: u32 = 4;

    /// Returns the name of a type of events.
    pub(crate) fn type_name(kind: u32) -> &'static str {
        TYPES.get(kind as usize).map_or("unknown", |(name, _)| name)
    }

    /// Returns the names of the words that events of a type have.
    pub(crate) fn fields(kind: u32) -> &'static [&'static str] {
        TYPES.get(kind as usize).map_or(&[], |(_, fields)| fields)
    }

    /// Returns the name of a type of events as one word.
    pub(crate) fn type_word(kind: u32) -> String {
        Self::type_name(kind).replace(' ', "_")
    }

    /// Returns the number of the type with this word as its name, if it has fields.
    #[cfg(feature = "json")]
    pub(crate) fn with_fields(word: &str) -> Option<u32> {
        (1..=6).find(|kind| !Self::fields(*kind).is_empty() && Self::type_word(*kind) == word)
    }

    /// Creates an event from the number of its type and its fields.
    pub(crate) fn from_fields(kind: u32, [first, second]: [u32; 2], value: Option<f32>) -> Self {
        match kind {
            1 => Self::Key { modifiers: first, scancode: second },
            3 => Self::MouseButton { button: first },
            Self::MOTION => Self::JoystickMotion { axis: first, value },
            5 => Self::JoystickButton { button: first },
            6 => Self::ScreenTouch { index: first },
            kind => Self::Other { kind },
        }
    }

    /// Returns the number of the type, and the names and values of the words.
    pub(crate) fn words(self) -> (u32, impl Iterator<Item = (&'static str, u32)> + Clone) {
        let (kind, words) = match self {
            Self::Key { modifiers, scancode } => (1, [Some(modifiers), Some(scancode)]),
            Self::MouseButton { button } => (3, [Some(button), None]),
            Self::JoystickMotion { axis, .. } => (Self::MOTION, [Some(axis), None]),
            Self::JoystickButton { button } => (5, [Some(button), None]),
            Self::ScreenTouch { index } => (6, [Some(index), None]),
            Self::Other { kind } => (kind, [None, None]),
        };
        (kind, Self::fields(kind).iter().copied().zip(words.into_iter().flatten()))
    }

    /// Returns the value of a joystick motion.
    pub(crate) fn value(self) -> Option<f32> {
        if let Self::JoystickMotion { value, .. } = self { value } else { None }
    }
}

impl Default for Event {
    fn default() -> Self {
        Self::Other { kind: 0 }
    }
}
