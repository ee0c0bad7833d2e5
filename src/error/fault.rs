//! What nom carries while parsing.

use nom::error::{ErrorKind, FromExternalError, ParseError};
use nom::{Err, IResult, Needed};

use super::DecodeErrorKind;

/// What every parser of this crate returns: the unread rest and the thing read.
pub type PResult<'a, T> = IResult<&'a [u8], T, Fault>;

/// A failure inside a grammar, measured from the *end* of the input.
///
/// Offsets from the end stay true in every sub-slice, so a fault needs neither the input nor a lifetime:
/// `offset = total length - left`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Bytes from the wrong number to the end of the input.
    pub left: usize,
    /// Size of that number, where it was read: those bytes no longer remain.
    pub read: u8,
    /// Why it failed.
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

    /// The fault of an input that lacks so many bytes from its start on.
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

    /// The fault that nom wraps.
    pub(crate) fn of(error: Err<Self>) -> Self {
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

impl ParseError<&[u8]> for Fault {
    fn from_error_kind(input: &[u8], kind: ErrorKind) -> Self {
        let kind = match kind {
            ErrorKind::Eof => DecodeErrorKind::Incomplete { missing: 1 },
            kind => DecodeErrorKind::Nom(kind),
        };
        Self { left: input.len(), read: 0, kind }
    }

    fn append(_: &[u8], _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<E> FromExternalError<&[u8], E> for Fault {
    fn from_external_error(input: &[u8], kind: ErrorKind, _: E) -> Self {
        Self { left: input.len(), read: 0, kind: DecodeErrorKind::Nom(kind) }
    }
}
