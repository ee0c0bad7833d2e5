//! The trace: the events that parsers report while they read. Implement [`Trace`] to observe which bytes a parser
//! reads, and what they mean.
//!
//! Every parser is generic over a [`Trace`]. With [`Silent`] the events compile to nothing, and parsers use faster code
//! for the most common values. With a recorder, the parser behind that code explains each byte that it reads. Tests
//! compare the two, so that an explanation agrees with the decoder.
//!
//! Positions are reported as *bytes left* before the end of the input. A recorder, which knows the length of the input,
//! converts them to offsets.
//!
//! [`explain`](crate::explain) is such a recorder. You can trace any parser of `wire` with your own observer:
//!
//! ```
//! use std::cell::RefCell;
//!
//! use gamewire::grammar::Settings;
//! use gamewire::godot::{Dialect, wire};
//! use gamewire::limits::Limits;
//! use gamewire::trace::{Event, Trace};
//!
//! /// The length of each field, in bytes.
//! #[derive(Clone, Copy)]
//! struct Lengths<'l>(&'l RefCell<Vec<usize>>);
//!
//! impl Trace for Lengths<'_> {
//!     fn event(self, event: Event<'_>) {
//!         if let Event::Field { from, to, .. } = event {
//!             // An absent optional field has no bytes.
//!             self.0.borrow_mut().extend((from > to).then_some(from - to));
//!         }
//!     }
//! }
//!
//! let (rules, lengths) = (Dialect::GODOT_3.into(), RefCell::default());
//! let settings = Settings::new(&rules, Limits::GODOT);
//! let (_, text) = wire::text(settings.traced(Lengths(&lengths)))(b"\x03\0\0\0h\xc3\xa9\0").unwrap();
//! assert_eq!(text, "hé");
//! assert_eq!(lengths.into_inner(), [4, 3, 1]); // length, text, padding
//! ```
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

use crate::error::Segment;
pub use crate::meaning::{About, Encoding, Form, Meaning, Order, Unit};

/// An observer of parsers. It is passed by value to every parser, so it is `Copy`: a unit type or a shared reference.
pub trait Trace: Copy {
    /// Whether the events are used. If it is `false`, the compiler removes the reports and everything that prepares
    /// them.
    const ENABLED: bool = true;

    /// Receives an event.
    fn event(self, event: Event<'_>);

    /// Returns what else this crate asks an observer of its own. Only parsers that build no value are given one.
    #[doc(hidden)] // Hidden because `Internal` has no public path, so only this crate can call or override it.
    fn observer(&self, _: Internal) -> Option<&dyn Observer> {
        None
    }
}

mod sealed {
    use super::Event;

    /// The argument of the method of [`Trace`](super::Trace) that only this crate can call.
    #[derive(Debug, Clone, Copy)]
    pub struct Internal;

    /// The object-safe form of [`Trace`](super::Trace), and what only this crate asks. All traces of this crate have
    /// the type of a pointer to it, so that every grammar is compiled only once.
    ///
    /// A parser with an observer builds no value: lists keep no elements, so that an explanation of a long input takes
    /// no memory for them.
    pub trait Observer {
        fn event(&self, event: Event<'_>);

        /// Returns whether a parser should accept a count that exceeds the input, and read the elements that are
        /// present. A parser calls this only where it would otherwise fail. Parsers that allocate must not accept such a
        /// count, because it is not bounded. The elements have at least `own` bytes, in addition to what earlier counts
        /// promised to others.
        fn lenient_counts(&self, _own: u64) -> bool {
            false
        }

        /// Returns whether no more events are wanted. The parser then fails after the field that it has just reported.
        fn is_done(&self) -> bool {
            false
        }

        /// Reports that element `index` of a container, or the end of the container, is `left` bytes before the end of
        /// the input. The first element is `first` bytes before the end.
        ///
        /// To make the parser skip elements, return the index of the element to continue with, and the number of bytes
        /// left there.
        fn element(&self, first: usize, left: usize, index: usize) -> Option<(usize, usize)> {
            let _ = (first, left, index);
            None
        }
    }
}
pub(crate) use sealed::{Internal, Observer};

/// A trace that is chosen at run time: none, one that records the path of an error, or one that records the rows of an
/// explanation.
///
/// It is the trace of grammars in [`Decoder::parse_with`](crate::godot::Decoder::parse_with) and similar functions.
#[derive(Clone, Copy)]
pub struct Dynamic<'t>(Option<&'t dyn Observer>);

impl<'t> Dynamic<'t> {
    /// No trace.
    pub(crate) const NONE: Self = Self(None);

    pub(crate) fn new(observer: &'t dyn Observer) -> Self {
        Self(Some(observer))
    }
}

impl std::fmt::Debug for Dynamic<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Dynamic(..)" } else { "Dynamic(none)" })
    }
}

impl Trace for Dynamic<'_> {
    fn event(self, event: Event<'_>) {
        if let Some(observer) = self.0 {
            observer.event(event);
        }
    }
    fn observer(&self, _: Internal) -> Option<&dyn Observer> {
        self.0
    }
}

/// A trace that ignores all events.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Trace for Silent {
    const ENABLED: bool = false;
    #[inline]
    fn event(self, _: Event<'_>) {}
}

/// An event that a parser reports while it reads.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A part of the value begins. Events belong to it until it is closed.
    Open(Part<'e>),
    /// The part that was opened last ends.
    Close,
    /// The next field has a part with this name that has no bytes of its own, such as a flag or a coordinate.
    Holds(&'e str),
    /// A value of this type is being read.
    Reading(&'static str),
    /// The key of an entry was read, which is the path segment of the value after it.
    Key(&'e dyn PathStep),
    /// The meaning of a range of bytes is known.
    Field {
        /// The start of the range, in bytes before the end of the input.
        from: usize,
        /// The end of the range, in bytes before the end of the input.
        to: usize,
        /// The meaning of the bytes.
        meaning: Meaning,
        /// The value that was read from them.
        shown: Shown<'e>,
    },
    /// A slice begins. It ends this number of bytes before the end of the current slice. Until it is left, positions
    /// are counted from its end.
    EnterSlice(usize),
    /// The slice that was entered last ends. The number is the same as for [`EnterSlice`](Self::EnterSlice).
    LeaveSlice(usize),
}

/// The name of a part of a value. A parser reports it before it reads the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part<'v> {
    /// The element of an array or list at this index.
    Index(usize),
    /// The key of the dictionary entry at this index.
    Key(usize),
    /// The value of the dictionary entry at this index. Its path segment is the key that was read last.
    Value(usize),
    /// A numbered part that is not an element, such as `name 0` of a path.
    Numbered(&'static str, usize),
    /// A part with a fixed name.
    Field(&'static str),
    /// A member of a structure of numbers. Its fields are named after the structure, such as `position.x` and
    /// `position.y`.
    Member(&'static str),
    /// A part whose name was read from the bytes, such as a property or an NBT tag.
    Named(&'v str),
}

/// A part of a value that a serializer writes, as a step of the path of an error.
pub trait PathStep: std::fmt::Debug {
    /// Returns the path segment of the part, if it has one.
    fn segment(&self) -> Option<Segment>;
}

/// A fixed name is the name of a field.
impl From<&'static str> for Part<'_> {
    fn from(name: &'static str) -> Self {
        Self::Field(name)
    }
}

impl PathStep for Part<'_> {
    fn segment(&self) -> Option<Segment> {
        match *self {
            Self::Index(index) => Some(Segment::Index(index)),
            Self::Key(index) => Some(Segment::KeyAt(index)),
            Self::Value(index) => Some(Segment::ValueAt(index)),
            Self::Named(name) => Some(Segment::text(name)),
            Self::Field(name) => Some(Segment::field(name)),
            Self::Numbered(..) | Self::Member(_) => None,
        }
    }
}

/// The field with this name.
impl PathStep for &'static str {
    fn segment(&self) -> Option<Segment> {
        Some(Segment::field(self))
    }
}

/// The meaning of a range of bytes, in printable form.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Shown<'v> {
    /// The header of a value: the name of its type, the id, and the meaning of its flags.
    Type {
        /// The name of the type in its generation.
        name: &'static str,
        /// The id of the type.
        id: u32,
        /// The meaning of the rest of the header, such as `no flags` or `64-bit`.
        flags: &'v str,
    },
    /// A signed number.
    Int(i64),
    /// A signed number that is encoded in groups of seven bits.
    Groups {
        /// The number.
        value: i64,
        /// The word that the groups form.
        word: u64,
    },
    /// An unsigned number.
    Uint(u64),
    /// A length or count; a negative one is invalid.
    Length(i32),
    /// A 32-bit float.
    F32(f32),
    /// A 64-bit float.
    F64(f64),
    /// True or false.
    Bool(bool),
    /// Text.
    Text(&'v str),
    /// Text that is not UTF-8, or plain bytes.
    Bytes(&'v [u8]),
    /// A number and its meaning.
    Named(i64, &'v str),
    /// A number and a remark about it.
    Noted(i64, &'static str),
    /// A description without a value.
    Words(&'static str),
    /// The whole text of the row, without the name of the field.
    Said(&'v str),
    /// Padding.
    Padding,
    /// A tuple of numbers, such as the components of a vector.
    Tuple(Tuple),
    /// A sequence of elements of a fixed size.
    Run {
        /// The number of elements.
        count: usize,
        /// The size of an element in bytes.
        size: usize,
        /// The type of an element.
        of: &'static str,
    },
}

/// A tuple of numbers, printed as `(1, 2.5)`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Tuple {
    /// The numbers, converted to `f64`. A NaN of 32 bits has its bits as the lowest ones.
    pub numbers: [f64; 4],
    /// The number of components.
    pub count: usize,
    /// Whether the numbers are 32-bit floats, which are printed with fewer digits.
    pub single: bool,
}

impl std::fmt::Display for Tuple {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(")?;
        for (at, number) in self.numbers.iter().take(self.count).enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let bits = number.to_bits() & if self.single { u32::MAX.into() } else { u64::MAX };
            #[allow(clippy::cast_possible_truncation)] // It was a 32-bit float before.
            match self.single {
                _ if number.is_nan() => write!(f, "{comma}NaN (bits {bits:#x})")?,
                true => write!(f, "{comma}{}", *number as f32)?,
                false => write!(f, "{comma}{number}")?,
            }
        }
        f.write_str(")")
    }
}
