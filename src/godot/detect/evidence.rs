//! The plausibility of values: whether a game would contain them.

use std::fmt;
use std::ops::Range;

use crate::godot::ids::Doubles;
use crate::godot::model::{Event, Leaf, Numbers, Object, Text, Variant};

/// Implausible contents, and how often they occur.
///
/// ```
/// use gamewire::godot::{Dialect, detect, detect::Doubt};
/// let found = detect(&Dialect::GODOT_4.encode(&"a\u{1}b".into())?);
/// let doubts = &found.candidates[0].doubts;
/// assert_eq!(doubts[..], [Doubt::ControlCharacters(1)]);
/// assert_eq!(doubts[0].to_string(), "control characters in text (1)");
/// # Ok::<(), gamewire::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Doubt {
    /// Floats of a size that games do not use.
    AbsurdFloats(usize),
    /// Integer coordinates whose bits are those of a usual float.
    FloatBits(usize),
    /// Invalid class names.
    ClassNames(usize),
    /// Text with control characters.
    ControlCharacters(usize),
    /// Input events of an unknown type.
    EventTypes(usize),
}

impl Doubt {
    /// Returns how often the contents occur. Only the first elements of packed arrays are examined.
    pub fn count(self) -> usize {
        let (Self::AbsurdFloats(count)
        | Self::FloatBits(count)
        | Self::ClassNames(count)
        | Self::ControlCharacters(count)
        | Self::EventTypes(count)) = self;
        count
    }
}

/// Writes a description such as `floats of implausible size (3)`.
impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            Self::AbsurdFloats(_) => "floats of implausible size",
            Self::FloatBits(_) => "integers that look like the bits of a float",
            Self::ClassNames(_) => "invalid class names",
            Self::ControlCharacters(_) => "control characters in text",
            Self::EventTypes(_) => "input events of unknown types",
        };
        write!(f, "{what} ({})", self.count())
    }
}

/// The findings in one value.
#[derive(Debug, Default, Clone)]
pub(super) struct Evidence {
    /// Floats of a size that games do not use.
    odd_floats: usize,
    /// Integers in places of coordinates that are the bits of a usual float.
    float_bits: usize,
    /// Class names that are not valid names.
    odd_names: usize,
    /// Text with control characters.
    odd_text: usize,
    /// Input events of a type that no engine has.
    pub(super) odd_events: usize,
    /// Whether there are values whose components have 32 or 64 bits, depending on the precision.
    pub(super) components: bool,
    /// Whether there are objects, in any form.
    pub(super) objects: bool,
    /// Whether a container declares the types of its contents.
    pub(super) types: bool,
}

/// The number of elements of packed arrays that are examined.
const ELEMENTS: usize = 64;
/// The first number that is not the type of an input event.
const LAST_EVENT: u32 = 9;

impl Evidence {
    pub(super) fn doubts(&self) -> Vec<Doubt> {
        let found = [
            Doubt::AbsurdFloats(self.odd_floats),
            Doubt::FloatBits(self.float_bits),
            Doubt::ClassNames(self.odd_names),
            Doubt::ControlCharacters(self.odd_text),
            Doubt::EventTypes(self.odd_events),
        ];
        found.into_iter().filter(|doubt| doubt.count() > 0).collect()
    }

    /// Examines a value and all values inside it. This is several times as fast as a walk, which knows paths.
    pub(super) fn look<'v>(&mut self, value: &'v Variant) {
        let mut waiting = vec![value];
        while let Some(value) = waiting.pop() {
            let mut each = |value: &'v Variant| match value {
                Variant::Array(_) | Variant::Dictionary(_) | Variant::Object(Object::Full(_)) => {
                    waiting.push(value)
                }
                _ => self.leaf(value),
            };
            match value {
                Variant::Array(array) => {
                    array.iter().for_each(each);
                    self.types |= array.element_type().is_some();
                }
                Variant::Dictionary(dictionary) => {
                    dictionary.as_slice().iter().flat_map(|(key, value)| [key, value]).for_each(each);
                    self.types |= dictionary.entry_types().is_some();
                }
                Variant::Object(Object::Full(data)) => {
                    data.properties.iter().for_each(|(_, value)| each(value));
                    self.objects = true;
                    self.class(&data.class);
                    data.properties.iter().for_each(|(name, _)| self.text(name));
                }
                _ => self.leaf(value),
            }
        }
    }

    /// Examines the class of an object.
    fn class(&mut self, class: &Text) {
        let mut name = class.as_bytes().iter();
        let starts = name.next().is_some_and(u8::is_ascii_uppercase);
        let goes_on = name.all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        self.odd_names += usize::from(!(starts && goes_on));
    }

    /// Examines a value that contains no other values.
    fn leaf(&mut self, leaf: &Variant) {
        // A plain float is the same in every generation, so its size says nothing.
        if matches!(leaf, Variant::Nil | Variant::Bool(_) | Variant::Int(_) | Variant::Float(_)) {
            return;
        }
        self.components |= leaf.kind().doubles() != Doubles::Never;
        match leaf.leaf() {
            Leaf::Text(text) => self.text(text),
            Leaf::NodePath(path) => {
                for text in path.names.iter().chain(&path.subnames).chain(&path.property) {
                    self.text(text);
                }
            }
            Leaf::Texts(texts) => {
                for text in texts.iter().take(ELEMENTS) {
                    self.text(text);
                }
            }
            Leaf::Signal(signal) => self.text(&signal.name),
            Leaf::Structure(structure) => self.numbers(&structure.numbers()),
            Leaf::Packed(packed) => self.numbers(&packed.numbers),
            Leaf::InputEvent(event) => {
                self.odd_events += usize::from(matches!(event.event, Event::Other { kind: LAST_EVENT.. }));
            }
            Leaf::Unit | Leaf::Bool(_) | Leaf::Int(_) | Leaf::Float(_) | Leaf::Rid(_) | Leaf::Image(_) => {}
            // An object by id, which has no contents.
            Leaf::Object(_) => self.objects = true,
            Leaf::Dictionary(_) | Leaf::Array(_) => {}
        }
    }

    /// Examines the first numbers of a structure or a packed array.
    fn numbers(&mut self, numbers: &Numbers<'_>) {
        let is_float = |number: &i32| {
            let size = f64::from(f32::from_bits(number.cast_unsigned()).abs());
            number.unsigned_abs() > 1 << 24 && USUAL.contains(&size.to_bits())
        };
        let is_odd = |real: f64| {
            let size = real.abs();
            !USUAL.contains(&size.to_bits()) && size != 0.0 && size != f64::INFINITY
        };
        match numbers {
            Numbers::U8(_) | Numbers::I64(_) => {}
            Numbers::I32(ints) => self.float_bits += ints.iter().take(ELEMENTS).filter(is_float).count(),
            Numbers::F32(_) | Numbers::F64(_) => {
                let first = numbers.range(0..ELEMENTS.min(numbers.len()));
                let mut each = |real| self.odd_floats += usize::from(is_odd(real));
                first.iter().for_each(|first| first.for_each_real(&mut each));
            }
        }
    }

    /// Examines a text.
    fn text(&mut self, text: &Text) {
        let text = text.as_bytes();
        let odd = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
        self.odd_text += usize::from(text.iter().any(odd));
    }
}

/// The sizes of floats that games use, from a thousandth of a millimetre to more than any world needs. They
/// are compared as bits, because without the sign, the bits have the same order as the floats.
const USUAL: Range<u64> = 1e-7_f64.to_bits()..1e12_f64.to_bits();
