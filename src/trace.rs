//! What parsers report while somebody listens.
//!
//! Every parser is generic over a [`Trace`]. With [`Silent`] the reports compile to nothing; with a
//! recorder the *same* parser explains each byte it reads. So an explanation can never drift from the
//! decoder: there is no second walk of the format.
//!
//! Positions are given as *bytes left*; a recorder, which knows the total, turns them into offsets.
//!
//! [`explain`](crate::explain) is such a recorder. One of your own listens to any parser of `wire`:
//!
//! ```
//! use std::cell::RefCell;
//!
//! use gamewire::godot::{Dialect, wire};
//! use gamewire::limits::Limits;
//! use gamewire::trace::{Part, Shown, Trace};
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
//!     fn field(self, from: usize, to: usize, _: &'static str, _: Shown<'_>) {
//!         // What may be there and is not is a field of no bytes.
//!         self.0.borrow_mut().extend((from > to).then_some(from - to));
//!     }
//! }
//!
//! let (rules, lengths) = (Dialect::GODOT_3.into(), RefCell::default());
//! let cx = wire::Cx::traced(&rules, &Limits::GODOT, Lengths(&lengths));
//! let (_, text) = wire::text(cx).parse(b"\x03\0\0\0h\xc3\xa9\0").unwrap();
//! assert_eq!(text, "hé");
//! assert_eq!(lengths.into_inner(), [4, 3, 1]); // length, text, padding
//! ```
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

use crate::error::EncodeErrorKind;

/// A listener. It is passed by value into every parser, so it is something `Copy`: nothing at all, or a
/// shared reference.
pub trait Trace: Copy {
    /// Whether reports are wanted. `false` lets the compiler drop the reports and all that prepares them.
    const ENABLED: bool = true;

    /// A part of a value begins here; what is reported until [`Trace::close`] belongs to it.
    fn open(self, part: Part<'_>);

    /// The part that was opened last is complete.
    fn close(self);

    /// The type of the value being read is known.
    fn reading(self, name: &'static str);

    /// A run of bytes, from `from` to `to` bytes before the end of the input, has this meaning.
    fn field(self, from: usize, to: usize, name: &'static str, shown: Shown<'_>);

    /// What is read until [`Trace::leave_slice`] is a slice that ends `after` bytes before the end of what was read until
    /// now: positions count from its end.
    fn enter_slice(self, after: usize) {
        let _ = after;
    }

    /// The slice that was entered last is complete; `after` is what it was entered with.
    fn leave_slice(self, after: usize) {
        let _ = after;
    }

    /// A generator cannot write the value that it was given.
    fn refused(self, kind: EncodeErrorKind) {
        let _ = kind;
    }
}

/// A [`Trace`] behind a pointer: the traces of this crate are of one type, so that every grammar is compiled once for
/// all of them.
pub(crate) trait Observer {
    /// See [`Trace::open`].
    fn open(&self, part: Part<'_>);
    /// See [`Trace::close`].
    fn close(&self);
    /// See [`Trace::reading`].
    fn reading(&self, name: &'static str);
    /// See [`Trace::field`].
    fn field(&self, from: usize, to: usize, name: &'static str, shown: Shown<'_>);
    /// See [`Trace::enter_slice`].
    fn enter_slice(&self, after: usize);
    /// See [`Trace::leave_slice`].
    fn leave_slice(&self, after: usize);
    /// See [`Trace::refused`].
    fn refused(&self, kind: EncodeErrorKind);
}

/// A trace of this crate's own, or none, chosen at run time: what finds the path to an error, what makes the rows of an
/// explanation. Grammars that [`Decoder::run`](crate::godot::Decoder::run) and its like read or write with have this
/// trace.
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
    fn field(self, from: usize, to: usize, name: &'static str, shown: Shown<'_>) {
        if let Some(observer) = self.0 {
            observer.field(from, to, name, shown);
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
    fn refused(self, kind: EncodeErrorKind) {
        if let Some(observer) = self.0 {
            observer.refused(kind);
        }
    }
}

/// Nobody listens.
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
    fn field(self, _: usize, _: usize, _: &'static str, _: Shown<'_>) {}
}

/// A part of a value, as the reader names it before reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part<'v> {
    /// Element `n` of an array or list.
    Index(usize),
    /// Key of dictionary entry `n`.
    Key(usize),
    /// Value of dictionary entry `n`; its path segment is the key that was just read.
    Value(usize),
    /// Something with a number that is not an element, as `name 0` of a path.
    Numbered(&'static str, usize),
    /// A part with a fixed name.
    Field(&'static str),
    /// A member of a structure of numbers: its fields are `position.x`, `position.y`, in the rows of the structure.
    Member(&'static str),
    /// A part whose name the bytes gave: a property, an NBT tag.
    Named(&'v str),
}

/// What a run of bytes means, in a form that can be shown.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Shown<'v> {
    /// The header of a value: type name, id, and what the flags mean.
    Type {
        /// The type's name in its generation.
        name: &'static str,
        /// Its number on the wire.
        id: u32,
        /// What the rest of the header means: `no flags`, `64-bit`, ..
        flags: &'static str,
    },
    /// A signed number.
    Int(i64),
    /// An unsigned number.
    Uint(u64),
    /// A length or count; below zero it is wrong.
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
    /// A number and what it means.
    Named(i64, &'v str),
    /// A number and a remark about it.
    Noted(i64, &'static str),
    /// Only words.
    Words(&'static str),
    /// Bytes that carry nothing.
    Padding,
    /// A few numbers that belong together: the components of a vector, so many of them.
    Tuple(Tuple),
    /// Many elements of one fixed size in a row: how many, of what, and the first few as text.
    Run {
        /// How many elements.
        count: usize,
        /// Bytes of one element.
        size: usize,
        /// What one element is.
        of: &'static str,
    },
}

/// A few numbers that belong together, printed as `(1, 2.5)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tuple {
    /// The numbers, widened.
    pub numbers: [f64; 4],
    /// How many of them there are.
    pub count: usize,
    /// Whether they are 32-bit floats, which need fewer digits to be told apart.
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
