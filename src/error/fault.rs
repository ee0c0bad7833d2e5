//! The error type of grammars, which an entry point converts to a [`DecodeError`](super::DecodeError).

use std::fmt;

use nom::error::{ErrorKind, FromExternalError, ParseError};
use nom::{Err, IResult, Needed};

use super::DecodeErrorKind;
use super::kind::NomParser;

/// The return type of every parser of this crate: the unread rest of the input and the output.
pub type PResult<'a, T> = IResult<&'a [u8], T, Fault>;

/// The error that a parser returns. Its location is counted from the *end* of the input.
///
/// A parser sees only the rest of the input, which ends where the whole input ends. It therefore knows how far an error
/// is from the end, but not its offset. An entry point knows the length of the input, and [`offset`](Self::offset)
/// subtracts [`left`](Self::left) from it. If a parser reads a slice that ends before the end of the input,
/// [`length_value`](crate::grammar::length_value) corrects the faults from inside the slice.
///
/// Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The number of bytes from the invalid field to the end of the input.
    pub left: usize,
    /// The number of bytes of the invalid field that the parser has read, or 0 if it has read none. The number of bytes
    /// that "remain" in a message does not include them.
    pub read: u8,
    /// The reason.
    pub kind: DecodeErrorKind,
}

impl Fault {
    /// Returns an error at the first byte of `input`. It is a recoverable `Err::Error`: `alt`, `opt` and `many0` may
    /// try something else.
    ///
    /// # Errors
    /// Always returns an error, with `kind` as its reason.
    #[cold]
    #[inline(never)]
    pub fn at<T>(input: &[u8], kind: DecodeErrorKind) -> Result<T, Err<Self>> {
        Err(Err::Error(Self { left: input.len(), read: 0, kind }))
    }

    /// Returns an error at the first byte of `input`, which is shorter than the `needed` bytes.
    ///
    /// # Errors
    /// Always returns an error, with the number of missing bytes.
    #[cold]
    #[inline(never)]
    pub fn short<T>(input: &[u8], needed: usize) -> Result<T, Err<Self>> {
        Self::at(input, DecodeErrorKind::Incomplete { missing: needed.saturating_sub(input.len()) as u64 })
    }

    /// Creates a fault at the first byte of `input`, which is `missing` bytes too short.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub fn incomplete(input: &[u8], missing: usize) -> Self {
        let kind = DecodeErrorKind::Incomplete { missing: missing as u64 };
        Self { left: input.len(), read: 0, kind }
    }

    /// Returns an error at a number. `before` is the input from the number on, and `after` the input after it.
    ///
    /// # Errors
    /// Always returns an error, with `kind` as its reason.
    #[cold]
    #[inline(never)]
    pub fn number<T>(before: &[u8], after: &[u8], kind: DecodeErrorKind) -> Result<T, Err<Self>> {
        Err(Err::Error(Self::of_number(before, after, kind)))
    }

    /// Creates the fault of a number. `before` is the input from the number on, and `after` the input after it.
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

    /// Converts a fault in a slice to a fault in the whole input, in which `after` bytes follow the slice.
    ///
    /// All bytes of the slice are present, and more input does not make it longer. A fault that says that bytes are
    /// missing therefore becomes [`SliceTooShort`](DecodeErrorKind::SliceTooShort).
    #[must_use]
    pub fn before(self, after: usize) -> Self {
        Self { left: self.left.saturating_add(after), kind: self.kind.in_whole_slice(), ..self }
    }

    /// Returns the fault inside nom's error.
    pub fn from_nom(error: Err<Self>) -> Self {
        match error {
            Err::Error(fault) | Err::Failure(fault) => fault,
            // The parsers of this crate never return `Incomplete`, but a parser of the caller may.
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

/// Writes the reason only. A [`DecodeError`](super::DecodeError) also writes the location.
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
