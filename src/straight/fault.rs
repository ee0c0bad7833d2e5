//! The error of a parser: the place, the reason, and the path to the value.

use nom::error::{ErrorKind, FromExternalError, ParseError};
use nom::{Err, IResult};

use crate::error::{DecodeErrorKind, NomParser, Segment};

/// What a parser returns: the rest of the input and the value, or a [`Fault`].
pub type Read<'a, O> = IResult<&'a [u8], O, Fault>;

/// A parser of this crate: a function of the input, which nom's combinators take, too.
pub trait Parse<'a, O>: Fn(&'a [u8]) -> Read<'a, O> {}
impl<'a, O, P: Fn(&'a [u8]) -> Read<'a, O>> Parse<'a, O> for P {}

/// The error of a parser. It is a pointer, so that results stay small.
///
/// A parser sees only the rest of the input and not its start. So the place is the number of bytes that were left, and
/// the steps of the path are added while the error is returned: [`part`](super::part()) adds its step.
#[derive(Debug, Clone)]
pub struct Fault(pub(crate) Box<Place>);

/// The contents of a [`Fault`].
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The bytes from the invalid field to the end of the input.
    pub(crate) left: usize,
    /// How many bytes of the invalid field were read.
    pub(crate) read: usize,
    /// The reason.
    pub(crate) kind: DecodeErrorKind,
    /// The type that was being read, if it is known.
    pub(crate) reading: Option<&'static str>,
    /// The steps to the value, innermost first.
    pub(crate) steps: Vec<Segment>,
}

impl Fault {
    // This returns a `Fault` and not a `Result`, because the caller would keep that in memory even if nothing fails.
    #[cold]
    #[inline(never)]
    pub(crate) fn new(left: usize, read: usize, kind: DecodeErrorKind) -> Self {
        Self(Box::new(Place { left, read, kind, reading: None, steps: Vec::new() }))
    }

    /// Returns the fault of nom's error.
    pub(crate) fn from_nom(error: Err<Self>) -> Self {
        match error {
            Err::Error(fault) | Err::Failure(fault) => fault,
            Err::Incomplete(_) => Self::new(0, 0, DecodeErrorKind::Incomplete { missing: 1 }),
        }
    }

    /// Changes the fault of an error on its way up.
    #[cold]
    #[inline(never)]
    pub(crate) fn amend(error: Err<Self>, change: impl FnOnce(&mut Self)) -> Err<Self> {
        match error {
            Err::Error(mut fault) => {
                change(&mut fault);
                Err::Error(fault)
            }
            error => error,
        }
    }
}

/// nom's own parsers do not say how many bytes they lack.
impl<'a> ParseError<&'a [u8]> for Fault {
    #[cold]
    fn from_error_kind(i: &'a [u8], kind: ErrorKind) -> Self {
        let kind = match kind {
            ErrorKind::Eof => DecodeErrorKind::Incomplete { missing: 1 },
            kind => DecodeErrorKind::NoMatch { parser: NomParser(kind) },
        };
        Self::new(i.len(), 0, kind)
    }
    fn append(_: &'a [u8], _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'a, E> FromExternalError<&'a [u8], E> for Fault {
    #[cold]
    fn from_external_error(i: &'a [u8], kind: ErrorKind, _: E) -> Self {
        Self::new(i.len(), 0, DecodeErrorKind::NoMatch { parser: NomParser(kind) })
    }
}

/// Fails at the first byte of `i`.
#[inline]
pub fn fail<O>(i: &[u8], kind: DecodeErrorKind) -> Result<O, Err<Fault>> {
    Err(Err::Error(Fault::new(i.len(), 0, kind)))
}

/// Fails at the field between `i` and `rest`.
#[inline]
pub fn fail_after<O>(i: &[u8], rest: &[u8], kind: DecodeErrorKind) -> Result<O, Err<Fault>> {
    Err(Err::Error(Fault::new(i.len(), i.len() - rest.len(), kind)))
}

/// Fails because `i` has fewer than `needed` bytes.
#[inline]
pub fn ends<O>(i: &[u8], needed: usize) -> Result<O, Err<Fault>> {
    Err(Err::Error(ended(i.len(), needed)))
}

#[cold]
#[inline(never)]
pub(super) fn ended(left: usize, needed: usize) -> Fault {
    Fault::new(left, 0, DecodeErrorKind::Incomplete { missing: needed.saturating_sub(left) as u64 })
}
