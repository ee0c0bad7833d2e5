//! The header word that every value begins with.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn};

use super::Cx;
use crate::error::{DecodeErrorKind, EncodeErrorKind};
use crate::godot::dialect::{Dialect, HeaderRule, Precision, RealRule};
use crate::godot::ids::{Doubles, Kind, Shape};
use crate::grammar::{Grammar, accept, bytes, field_as, grammar, le_u32};
use crate::trace::{Event, Form, Meaning, Order, Shown, Trace};

/// A header word: the type of the value, and the flags that decide the layout of its payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The type of the value.
    pub kind: Kind,
    /// The whole word, flags included.
    pub word: u32,
}

grammar!(
    /// Parses the word that every value begins with: the type and the flags.
    ///
    /// | at | size | field |
    /// |---:|-----:|-------|
    /// | 0  | 1    | type id |
    /// | 1  | 1    | ignored, written 0 |
    /// | 2  | 2    | flags |
    ///
    /// | flag bit | in values of type | means |
    /// |---------:|-------------------|-------|
    /// | 16       | int, float        | the number takes 8 bytes |
    /// | 16       | Object            | only the id of the object follows |
    /// | 16       | vectors, matrices and the like, packed arrays of vectors (Godot 4) | components take 8 bytes |
    /// | 16, 17   | Array (Godot 4.3), keys of a Dictionary (Godot 4.4) | how the element type is given |
    /// | 18, 19   | values of a Dictionary (Godot 4.4) | the same |
    ///
    /// In Godot 2 the whole word is the id.
    pub fn header<'a, T: Trace>(cx: Cx<'_, T>) -> impl Grammar<'a, Header> {
        let dialect = &cx.rules().dialect;
        let id = match dialect.header {
            HeaderRule::WholeWord => Form::unsigned(Order::Little),
            HeaderRule::WholeWordOr64 | HeaderRule::LowByte => Form::low_bits(Order::Little, 8),
        };
        field_as(
            cx,
            Meaning::new("type").of(id),
            accept(le_u32(), |word, _| Header::read(dialect, word)),
            move |header| {
                let name = dialect.table.name(header.kind);
                let [id, ..] = header.word.to_le_bytes();
                // Errors in the payload name the type. `typed` would need the name before the header is read.
                cx.trace.event(Event::Reading(name));
                Shown::Type { name, id: id.into(), flags: header.flags_in_words(dialect) }
            },
        )
    }
);

/// Writes a `Header`, in the layout of [`header`].
pub fn gen_header<W: Write>(header: Header) -> impl SerializeFn<W> {
    bytes(header.word.to_le_bytes())
}

/// Bit 16 of a header.
const WIDE: u32 = 1 << 16;

/// Returns the words for some flags, without or with other flags that are ignored.
macro_rules! words {
    ($($word:expr),+) => {
        [concat!($($word),+), concat!($($word),+, ", other flags ignored")]
    };
}

impl Header {
    /// Creates the header of a value of this type in the dialect of the context.
    ///
    /// # Errors
    /// Returns an error if the dialect does not have the type.
    pub fn new<T: Trace>(cx: Cx<'_, T>, kind: Kind, flags: u32) -> Result<Self, GenError> {
        let dialect = &cx.rules().dialect;
        match dialect.id(kind) {
            Some(id) => Ok(Self { kind, word: u32::from(id) | flags }),
            None => cx.refuse(EncodeErrorKind::NotInDialect { kind: kind.name(), dialect: dialect.name }),
        }
    }

    /// Decodes a header word in a dialect.
    fn read(dialect: &Dialect, word: u32) -> Result<Self, DecodeErrorKind> {
        let [id, ..] = word.to_le_bytes();
        match dialect.kind(id) {
            Some(kind) if flags_are_known(dialect, kind, word) => Ok(Self { kind, word }),
            _ => Err(unknown_type(dialect, word)),
        }
    }

    /// Returns whether bit 16 is set.
    pub fn is_wide(self) -> bool {
        self.word & WIDE != 0
    }

    /// Returns this header, with bit 16 set if `wide`.
    pub(super) fn wide_if(self, wide: bool) -> Self {
        Self { word: self.word | if wide { WIDE } else { 0 }, ..self }
    }

    /// Returns whether the components of the value take eight bytes.
    pub fn has_wide_components(self, dialect: &Dialect) -> bool {
        match dialect.reals {
            RealRule::Single => false,
            RealRule::Flagged => self.is_wide() && self.kind.doubles() == Doubles::Flagged,
            RealRule::Double => self.kind.doubles() != Doubles::Never,
        }
    }

    /// Returns whether bit 16 selects the width of the value's components.
    pub(super) fn marks_doubles(self, dialect: &Dialect) -> bool {
        dialect.reals == RealRule::Flagged && self.kind.doubles() == Doubles::Flagged
    }

    /// Returns how a container declares a type: 0 untyped, 1 a builtin type, 2 a class, 3 a script. These are two bits,
    /// the lower one at `shift`.
    pub fn declaration(self, shift: u32) -> u32 {
        self.word >> shift & 0b11
    }

    /// Returns a description of the flags.
    fn flags_in_words(self, dialect: &Dialect) -> &'static str {
        let flags = self.word >> 16;
        let none = (0, ["no flags", "flags ignored"]);
        let (known, words) = match self.kind.shape() {
            Shape::Int | Shape::Float if self.is_wide() => (1, words!("bit 16: 64-bit")),
            Shape::Int | Shape::Float => (0, words!("32-bit")),
            Shape::Object if dialect.objects && self.is_wide() => (1, words!("bit 16: by id")),
            Shape::Object if dialect.objects => (0, ["full", "full, flags ignored"]),
            Shape::Array if dialect.typed_arrays && flags & 0b11 != 0 => {
                (0b11, declared_kinds(Shape::Array, flags))
            }
            Shape::Dictionary if dialect.typed_dictionaries && flags & 0b1111 != 0 => {
                (0b1111, declared_kinds(Shape::Dictionary, flags))
            }
            Shape::Reals | Shape::PackedReals if self.is_wide() && self.marks_doubles(dialect) => {
                (1, words!("bit 16: 64-bit components"))
            }
            Shape::Unit
            | Shape::Bool
            | Shape::Rid
            | Shape::Text
            | Shape::Name
            | Shape::NodePath
            | Shape::Reals
            | Shape::Ints
            | Shape::Image
            | Shape::InputEvent
            | Shape::Signal
            | Shape::Object
            | Shape::Dictionary
            | Shape::Array
            | Shape::Bytes
            | Shape::Packed
            | Shape::PackedReals
            | Shape::Strings => none,
        };
        let [plain, with_ignored] = words;
        let ignored = self.word >> 8 & 0xff != 0 || flags & !known != 0;
        if ignored { with_ignored } else { plain }
    }
}

/// Returns descriptions of the forms of a container's declared types.
fn declared_kinds(shape: Shape, flags: u32) -> [&'static str; 2] {
    macro_rules! kinds {
        ($($keys:literal $values:literal),+) => {
            match (shape, flags & 3, flags >> 2 & 3) {
                (Shape::Array, 1, _) => words!("element kind 1"),
                (Shape::Array, 2, _) => words!("element kind 2"),
                (Shape::Array, ..) => words!("element kind 3"),
                $((_, $keys, $values) => words!("key kind ", $keys, ", value kind ", $values),)+
                _ => words!("typed"),
            }
        };
    }
    kinds!(0 1, 0 2, 0 3, 1 0, 1 1, 1 2, 1 3, 2 0, 2 1, 2 2, 2 3, 3 0, 3 1, 3 2, 3 3)
}

/// Returns whether components are written with 64 bits.
pub(super) fn writes_doubles(dialect: &Dialect) -> bool {
    matches!(dialect.precision, Precision::Double)
}

pub(super) fn flags_are_known(dialect: &Dialect, kind: Kind, word: u32) -> bool {
    let flags = word >> 8;
    match dialect.header {
        _ if flags == 0 => true,
        HeaderRule::LowByte => true,
        HeaderRule::WholeWord => false,
        HeaderRule::WholeWordOr64 => matches!(kind, Kind::Int | Kind::Float) && flags == WIDE >> 8,
    }
}

#[cold]
fn unknown_type(dialect: &Dialect, word: u32) -> DecodeErrorKind {
    let [id, ..] = word.to_le_bytes();
    match dialect.header {
        HeaderRule::LowByte => DecodeErrorKind::UnknownType { id: id.into(), dialect: dialect.name() },
        HeaderRule::WholeWord | HeaderRule::WholeWordOr64 => match dialect.kind(id) {
            Some(_) => DecodeErrorKind::UnknownFlags { header: word },
            None => DecodeErrorKind::UnknownType { id: word, dialect: dialect.name() },
        },
    }
}

/// The header words of the types that have the same id in every table, so that no look-up is needed.
pub(super) mod common {
    use super::WIDE;
    use crate::godot::ids::{Kind, everywhere};

    pub(in crate::godot::wire) const NIL: u32 = word(Kind::Nil, 0);
    pub(in crate::godot::wire) const BOOL: u32 = word(Kind::Bool, 0);
    pub(in crate::godot::wire) const INT: u32 = word(Kind::Int, 0);
    pub(in crate::godot::wire) const WIDE_INT: u32 = word(Kind::Int, WIDE);
    pub(in crate::godot::wire) const FLOAT: u32 = word(Kind::Float, 0);
    pub(in crate::godot::wire) const WIDE_FLOAT: u32 = word(Kind::Float, WIDE);
    pub(in crate::godot::wire) const STRING: u32 = word(Kind::String, 0);
    pub(in crate::godot::wire) const VECTOR2: u32 = word(Kind::Vector2, 0);

    const fn word(kind: Kind, flags: u32) -> u32 {
        u32::from_le_bytes([everywhere(kind), 0, 0, 0]) | flags
    }
}
