//! The trace: events that parsers report to an observer.
//!
//! Every parser is generic over a [`Trace`]. With [`Silent`] the events compile to nothing; with a
//! recorder the *same* parser explains each byte it reads, so an explanation does not drift from the decoder. What
//! is read without a trace takes shortcuts for the commonest values, which report nothing; tests read the tables of the engines
//! with and without them, and hold both equal.
//!
//! Positions are given as *bytes left*; a recorder, which knows the total, turns them into offsets.
//!
//! [`explain`](crate::explain) is such a recorder. Your own observer can trace any parser of `wire`:
//!
//! ```
//! use std::cell::RefCell;
//!
//! use gamewire::cx::Settings;
//! use gamewire::godot::{Dialect, wire};
//! use gamewire::limits::Limits;
//! use gamewire::trace::{Meaning, Part, Shown, Trace};
//! use nom::Parser;
//!
//! /// The length of each field, in bytes.
//! #[derive(Clone, Copy)]
//! struct Lengths<'l>(&'l RefCell<Vec<usize>>);
//!
//! impl Trace for Lengths<'_> {
//!     fn open(self, _: Part<'_>) {}
//!     fn close(self) {}
//!     fn reading(self, _: &'static str) {}
//!     fn field(self, from: usize, to: usize, _: Meaning, _: Shown<'_>) {
//!         // An absent optional field has no bytes.
//!         self.0.borrow_mut().extend((from > to).then_some(from - to));
//!     }
//! }
//!
//! let (rules, lengths) = (Dialect::GODOT_3.into(), RefCell::default());
//! let settings = Settings::new(&rules, Limits::GODOT);
//! let cx = wire::Cx::traced(&settings, Lengths(&lengths));
//! let (_, text) = wire::text(cx).parse(b"\x03\0\0\0h\xc3\xa9\0").unwrap();
//! assert_eq!(text, "hé");
//! assert_eq!(lengths.into_inner(), [4, 3, 1]); // length, text, padding
//! ```
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

use crate::error::Segment;
pub use crate::meaning::{About, Encoding, Form, Meaning, Order, Unit};

/// An observer of parsers. It is passed by value to every parser, so it is `Copy`: a unit type or a shared reference.
pub trait Trace: Copy {
    /// Whether reports are wanted. `false` lets the compiler drop the reports and all that prepares them.
    const ENABLED: bool = true;

    /// Opens a part of a value: events until [`Trace::close`] belong to it.
    fn open(self, part: Part<'_>);

    /// Closes the part that was opened last.
    fn close(self);

    /// Reports the type of the value that is being read.
    fn reading(self, name: &'static str);

    /// Reports the meaning of a range of bytes, from `from` to `to` bytes before the end of the input.
    fn field(self, from: usize, to: usize, meaning: Meaning, shown: Shown<'_>);

    /// Enters a slice that ends `after` bytes before the end of the current one: until [`Trace::leave_slice`], positions
    /// count from the end of the slice.
    fn enter_slice(self, after: usize) {
        let _ = after;
    }

    /// Leaves the slice that was entered last, with the same `after`.
    fn leave_slice(self, after: usize) {
        let _ = after;
    }

    /// Returns whether a count that exceeds the input is accepted, and the elements that are there are read. A parser asks where it
    /// fails otherwise, and only there. Parsers that allocate must not accept such a count: it is not bounded.
    #[doc(hidden)] // Neither called nor overridden outside of this crate: `Internal` has no public path.
    fn lenient_counts(self, _: Internal) -> bool {
        false
    }

    /// Returns whether nothing more is wanted: a parser then fails after the field that it has reported.
    #[doc(hidden)] // As `lenient_counts`.
    fn is_done(self, _: Internal) -> bool {
        false
    }

    /// Reports that element `index` of a container begins, or that the container ends: `left` bytes before the end of the
    /// input. Its elements begin `first` bytes before the end. Returns the element to continue with, if it is a later one, and
    /// the bytes left there. Only parsers that build no value ask.
    #[doc(hidden)] // As `lenient_counts`.
    fn element(self, _: Internal, first: usize, left: usize, index: usize) -> Option<(usize, usize)> {
        let _ = (first, left, index);
        None
    }
}

mod sealed {
    /// The argument of methods of [`Trace`](super::Trace) that are this crate's own.
    #[derive(Debug, Clone, Copy)]
    pub struct Internal;
}
pub(crate) use sealed::Internal;

/// A pointer to a [`Trace`]. All traces of this crate have one type, so that every grammar is compiled once.
pub(crate) trait Observer {
    /// See [`Trace::open`].
    fn open(&self, part: Part<'_>);
    /// See [`Trace::close`].
    fn close(&self);
    /// See [`Trace::reading`].
    fn reading(&self, name: &'static str);
    /// See [`Trace::field`].
    fn field(&self, from: usize, to: usize, meaning: Meaning, shown: Shown<'_>);
    /// See [`Trace::enter_slice`].
    fn enter_slice(&self, after: usize);
    /// See [`Trace::leave_slice`].
    fn leave_slice(&self, after: usize);
    /// See [`Trace::lenient_counts`].
    fn lenient_counts(&self) -> bool {
        false
    }
    /// See [`Trace::is_done`].
    fn is_done(&self) -> bool {
        false
    }
    /// See [`Trace::element`].
    fn element(&self, first: usize, left: usize, index: usize) -> Option<(usize, usize)> {
        let _ = (first, left, index);
        None
    }
}

/// A trace that is chosen at run time.
///
/// It is no trace, the one that records the path of an error, or the one that records the rows of an explanation. Grammars have
/// this trace in [`Decoder::parse_with`](crate::godot::Decoder::parse_with) and similar functions.
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
    fn open(self, part: Part<'_>) {
        if let Some(observer) = self.0 {
            observer.open(part);
        }
    }
    fn close(self) {
        if let Some(observer) = self.0 {
            observer.close();
        }
    }
    fn reading(self, name: &'static str) {
        if let Some(observer) = self.0 {
            observer.reading(name);
        }
    }
    fn field(self, from: usize, to: usize, meaning: Meaning, shown: Shown<'_>) {
        if let Some(observer) = self.0 {
            observer.field(from, to, meaning, shown);
        }
    }
    fn enter_slice(self, after: usize) {
        if let Some(observer) = self.0 {
            observer.enter_slice(after);
        }
    }
    fn leave_slice(self, after: usize) {
        if let Some(observer) = self.0 {
            observer.leave_slice(after);
        }
    }
    fn lenient_counts(self, _: Internal) -> bool {
        self.0.is_some_and(Observer::lenient_counts)
    }
    fn is_done(self, _: Internal) -> bool {
        self.0.is_some_and(Observer::is_done)
    }
    fn element(self, _: Internal, first: usize, left: usize, index: usize) -> Option<(usize, usize)> {
        self.0.and_then(|observer| observer.element(first, left, index))
    }
}

/// The trace that observes nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Trace for Silent {
    const ENABLED: bool = false;
    #[inline]
    fn open(self, _: Part<'_>) {}
    #[inline]
    fn close(self) {}
    #[inline]
    fn reading(self, _: &'static str) {}
    #[inline]
    fn field(self, _: usize, _: usize, _: Meaning, _: Shown<'_>) {}
}

/// The name of a part of a value, known before the part is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part<'v> {
    /// Element of an array or list, by index.
    Index(usize),
    /// Key of dictionary entry `n`.
    Key(usize),
    /// Value of dictionary entry `n`. Its path segment is the key that was read last.
    Value(usize),
    /// A numbered part that is not an element, such as `name 0` of a path.
    Numbered(&'static str, usize),
    /// A part with a fixed name.
    Field(&'static str),
    /// A member of a structure of numbers. Its fields are rows of the structure: `position.x`, `position.y`.
    Member(&'static str),
    /// A part whose name was read from the bytes: a property, an NBT tag.
    Named(&'v str),
}

impl Part<'_> {
    /// The path segment of the part, if it has one; `key` is that of the key that was read last.
    pub(crate) fn step<S: From<Segment>>(self, key: impl FnOnce() -> S) -> Option<S> {
        let segment = match self {
            Self::Index(index) => Segment::Index(index),
            Self::Key(index) => Segment::KeyAt(index),
            Self::Value(_) => return Some(key()),
            Self::Named(name) => Segment::text(name),
            Self::Field(name) => Segment::field(name),
            Self::Numbered(..) | Self::Member(_) => return None,
        };
        Some(segment.into())
    }
}

/// A part of a value that a serializer writes: a step to the place of an error.
pub trait PathStep {
    /// The path segment of the part, if it has one.
    fn segment(&self) -> Option<Segment>;
}

impl PathStep for Part<'_> {
    fn segment(&self) -> Option<Segment> {
        let at = if let Self::Value(at) = *self { at } else { 0 };
        self.step(|| Segment::ValueAt(at))
    }
}

/// A part with a fixed name.
impl PathStep for &'static str {
    fn segment(&self) -> Option<Segment> {
        Some(Segment::field(self))
    }
}

/// The meaning of a range of bytes, in printable form.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Shown<'v> {
    /// The header of a value: type name, id, and the meaning of its flags.
    Type {
        /// The type's name in its generation.
        name: &'static str,
        /// Its type id.
        id: u32,
        /// The meaning of the rest of the header: `no flags`, `64-bit`, ..
        flags: &'static str,
    },
    /// A signed number.
    Int(i64),
    /// A signed number that is written in groups of seven bits.
    Groups {
        /// The number.
        value: i64,
        /// The word that the groups make.
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
    /// Padding.
    Padding,
    /// A few numbers that form one value, such as the components of a vector.
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

/// A few numbers that form one value, printed as `(1, 2.5)`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Tuple {
    /// The numbers, widened.
    pub numbers: [f64; 4],
    /// The number of components.
    pub count: usize,
    /// Whether they are 32-bit floats, which are printed with fewer digits.
    pub single: bool,
}

impl std::fmt::Display for Tuple {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(")?;
        for (at, number) in self.numbers.iter().take(self.count).enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            #[allow(clippy::cast_possible_truncation)] // It was a 32-bit float before.
            match self.single {
                true => write!(f, "{comma}{}", *number as f32)?,
                false => write!(f, "{comma}{number}")?,
            }
        }
        f.write_str(")")
    }
}
