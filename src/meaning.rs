//! The meanings of fields, which parsers report.

/// The meaning of a field: its name, the form of its bytes, and what its value says about other fields.
///
/// A name alone is a meaning too. Parsers of numbers add the form ([`field`](crate::grammar::field())).
///
/// ```
/// use gamewire::trace::{About, Form, Meaning, Order, Unit};
///
/// let count = Meaning::from("element count").of(Form::unsigned(Order::Little)).counting(Unit::ELEMENTS);
/// assert_eq!(count.name, "element count");
/// assert_eq!(count.about, About::Counts(Unit::ELEMENTS));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Meaning {
    /// The name of the field.
    pub name: &'static str,
    /// The form of the bytes.
    pub form: Form,
    /// The information that the value gives about other fields.
    pub about: About,
}

impl From<&'static str> for Meaning {
    fn from(name: &'static str) -> Self {
        Self::new(name)
    }
}

impl Meaning {
    /// Creates a meaning that is only a name.
    pub const fn new(name: &'static str) -> Self {
        Self { name, form: Form::Unsaid, about: About::Nothing }
    }

    /// Returns a copy of this meaning with `form` as the form of the bytes.
    #[must_use]
    pub const fn of(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// Returns a copy of this meaning, for a field whose number counts `unit`.
    #[must_use]
    pub const fn counting(self, unit: &'static Unit) -> Self {
        Self { about: About::Counts(unit), ..self }
    }

    /// Returns a copy of this meaning with a sentence about the field.
    #[must_use]
    pub const fn saying(self, sentence: &'static str) -> Self {
        Self { about: About::Says(sentence), ..self }
    }
}

/// The form of bytes. The width of a number is the number of its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Form {
    /// The field does not state its form.
    #[default]
    Unsaid,
    /// One or several integers of fixed width.
    Int {
        /// The order of its bytes.
        order: Order,
        /// Whether it is in two's complement.
        signed: bool,
        /// The number of low bits that are the value, or 0 for all bits.
        low: u8,
    },
    /// One or several numbers of IEEE 754.
    Float(Order),
    /// Groups of seven bits, the lowest first; bit 7 is set if another follows.
    Groups {
        /// The width of the number: 32 for a VarInt, 64 for a VarLong.
        bits: u8,
        /// Whether bit 0 is the sign: 0, 1, 2, 3 stand for 0, -1, 1, -2.
        zigzag: bool,
    },
    /// Text.
    Text(Encoding),
    /// Bytes that are kept unchanged.
    Bytes,
    /// Bytes that are not kept.
    Lost,
    /// Bytes that readers skip.
    Skipped,
}

impl Form {
    /// An unsigned integer.
    pub const fn unsigned(order: Order) -> Self {
        Self::Int { order, signed: false, low: 0 }
    }

    /// An integer in two's complement.
    pub const fn signed(order: Order) -> Self {
        Self::Int { order, signed: true, low: 0 }
    }

    /// An unsigned integer of these low bits; the others have another meaning.
    pub const fn low_bits(order: Order, low: u8) -> Self {
        Self::Int { order, signed: false, low }
    }

    /// A VarInt.
    pub const VAR_INT: Self = Self::Groups { bits: 32, zigzag: false };
    /// A VarLong.
    pub const VAR_LONG: Self = Self::Groups { bits: 64, zigzag: false };

    /// Returns the unsigned number in at most 8 bytes, or in a VarInt.
    pub(crate) fn unsigned_number(self, bytes: &[u8]) -> u64 {
        let join = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        match self {
            Self::Groups { .. } => {
                bytes.iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f))
            }
            Self::Int { order: Order::Big, .. } => bytes.iter().fold(0, join),
            _ => bytes.iter().rev().fold(0, join),
        }
    }

    /// Returns a remark if the bytes are an unusual encoding in this form.
    pub(crate) fn remark(self, bytes: &[u8]) -> Option<&'static str> {
        let (Self::Groups { bits, .. }, [rest @ .., last]) = (self, bytes) else { return None };
        if rest.iter().any(|byte| *byte < 0x80) || *last >= 0x80 {
            return None; // Several numbers, or none.
        }
        let spare = (7 * bytes.len()).saturating_sub(bits.into());
        match last {
            0 if !rest.is_empty() => Some("in more bytes than it needs"),
            last if last.leading_zeros() < u32::try_from(spare + 1).unwrap_or(u32::MAX) => {
                Some("bits beyond its width are dropped")
            }
            _ => None,
        }
    }
}

/// The order of the bytes of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The least significant byte comes first.
    Little,
    /// The most significant byte comes first.
    Big,
}

/// An encoding of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// UTF-8 as Java's `writeUTF` writes it: NUL in two bytes, and surrogates in three bytes each.
    Modified,
    /// UTF-8 that is extended to surrogates and to numbers of up to 31 bits.
    Generalized,
}

/// The information that a field gives about other fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum About {
    /// No information.
    Nothing,
    /// It is the number of units that follow.
    Counts(&'static Unit),
    /// A sentence about the field.
    Says(&'static str),
}

/// The unit of a count, in singular and plural: elements, bytes, characters, ..
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// The name of one unit.
    pub one: &'static str,
    /// The name of several units.
    pub many: &'static str,
}

impl Unit {
    /// Elements of an array or list.
    pub const ELEMENTS: &Self = &Self { one: "element", many: "elements" };
    /// Bytes of any meaning.
    pub const BYTES: &Self = &Self { one: "byte", many: "bytes" };
    /// Characters of text.
    pub const CHARACTERS: &Self = &Self { one: "character", many: "characters" };
    /// Bytes of text, to its end.
    pub const TEXT: &Self = &Self { one: "byte of text", many: "bytes of text" };
}
