//! The error type of grammars.

use std::fmt;

use nom::error::{ErrorKind, FromExternalError, ParseError};
use nom::{Err, IResult, Needed};

use super::DecodeErrorKind;
use super::kind::NomParser;

/// The return type of every parser of this crate: the unread rest and the output.
pub type PResult<'a, T> = IResult<&'a [u8], T, Fault>;

/// An error inside a grammar, measured from the *end* of the input.
///
/// Distances from the end stay true in every suffix of the input, which is what parsers hand on, so a fault needs neither
/// the input nor a lifetime: [`offset`](Self::offset) is `total length - left`. A slice that is cut off before the end of
/// the input has another end: [`length_value`](crate::grammar::length_value) corrects the faults inside of it.
///
/// Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Bytes from the invalid number to the end of the input.
    pub left: usize,
    /// Size of that number, where it was read: those bytes no longer remain.
    pub read: u8,
    /// The reason.
    pub kind: DecodeErrorKind,
}

impl Fault {
    /// Fails at the first byte of `input`. The failure is recoverable: `alt`, `opt` and
    /// `many0` of a grammar around this one may go on with something else.
    ///
    /// # Errors
    /// Always, for this reason.
    #[cold]
    #[inline(never)]
    pub fn at<T>(input: &[u8], kind: DecodeErrorKind) -> Result<T, Err<Self>> {
        Err(Err::Error(Self { left: input.len(), read: 0, kind }))
    }

    /// Fails because `input` is too short for `needed` bytes.
    ///
    /// # Errors
    /// Always, with the number of bytes that are missing.
    #[cold]
    #[inline(never)]
    pub fn short<T>(input: &[u8], needed: usize) -> Result<T, Err<Self>> {
        Self::at(input, DecodeErrorKind::Incomplete { missing: needed.saturating_sub(input.len()) as u64 })
    }

    /// The fault of an input that lacks this number of bytes from its start on.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn incomplete(input: &[u8], missing: usize) -> Self {
        let kind = DecodeErrorKind::Incomplete { missing: missing as u64 };
        Self { left: input.len(), read: 0, kind }
    }

    /// Fails at a number that is at the start of `before` and was read up to `after`.
    ///
    /// # Errors
    /// Always, for this reason.
    #[cold]
    #[inline(never)]
    pub fn number<T>(before: &[u8], after: &[u8], kind: DecodeErrorKind) -> Result<T, Err<Self>> {
        Err(Err::Error(Self::of_number(before, after, kind)))
    }

    /// The fault of a number at the start of `before` that was read up to `after`.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn of_number(before: &[u8], after: &[u8], kind: DecodeErrorKind) -> Self {
        let read = u8::try_from(before.len() - after.len()).unwrap_or(u8::MAX);
        Self { left: before.len(), read, kind }
    }

    /// Returns the offset of the failure in an input of `total` bytes.
    ///
    /// ```
    /// use gamewire::error::Fault;
    /// use gamewire::grammar::le_u32;
    /// use nom::{Err, Parser};
    /// let input = [7, 0, 0, 0, 1, 2];
    /// let read = (le_u32(), le_u32()).parse(&input);
    /// let Err(Err::Error(fault)) = read else { panic!() };
    /// assert_eq!(fault.offset(input.len()), 4);
    /// assert_eq!(fault.to_string(), "the input ends here, at least 2 more bytes are needed");
    /// ```
    #[must_use]
    pub fn offset(&self, total: usize) -> usize {
        total.saturating_sub(self.left)
    }

    /// Converts a fault in a slice, of which all bytes are there, and which ends `after` bytes before the end of the input. More
    /// input does not make the slice longer, so the fault is [`SliceTooShort`](DecodeErrorKind::SliceTooShort), not incomplete.
    #[must_use]
    pub fn before(self, after: usize) -> Self {
        Self { left: self.left.saturating_add(after), kind: self.kind.in_whole_slice(), ..self }
    }

    /// The fault that nom wraps.
    pub(crate) fn from_nom(error: Err<Self>) -> Self {
        match error {
            Err::Error(fault) | Err::Failure(fault) => fault,
            // None of these grammars says so; a caller's own might.
            Err::Incomplete(needed) => {
                let missing = match needed {
                    Needed::Size(size) => size.get() as u64,
                    Needed::Unknown => 1,
                };
                Self { left: 0, read: 0, kind: DecodeErrorKind::Incomplete { missing } }
            }
        }
    }
}

/// The reason; [`DecodeError`](super::DecodeError) adds the place.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for Fault {}

impl ParseError<&[u8]> for Fault {
    fn from_error_kind(input: &[u8], kind: ErrorKind) -> Self {
        let kind = match kind {
            ErrorKind::Eof => DecodeErrorKind::Incomplete { missing: 1 },
            kind => DecodeErrorKind::NoMatch { parser: NomParser(kind) },
        };
        Self { left: input.len(), read: 0, kind }
    }

    fn append(_: &[u8], _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<E> FromExternalError<&[u8], E> for Fault {
    fn from_external_error(input: &[u8], kind: ErrorKind, _: E) -> Self {
        let kind = DecodeErrorKind::NoMatch { parser: NomParser(kind) };
        Self { left: input.len(), read: 0, kind }
    }
}
