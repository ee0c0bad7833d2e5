//! The error of a parser: the place, the reason, and the path to the value.

use std::fmt;

use nom::error::{ErrorKind, FromExternalError, ParseError};
use nom::{Err, IResult, Needed};

use crate::error::{DecodeError, DecodeErrorKind, NomParser, Path, Segment};

/// The result of a parser: the rest of the input and the value, or a [`Fault`].
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
    /// Creates the fault of an invalid field that begins `left` bytes before the end of the input, and of which `read`
    /// bytes were read.
    // This returns a `Fault` and not a `Result`, because the caller would keep that in memory even if nothing fails.
    #[cold]
    #[must_use]
    pub fn new(left: usize, read: usize, kind: DecodeErrorKind) -> Self {
        Self(Box::new(Place { left, read, kind, reading: None, steps: Vec::new() }))
    }

    /// Returns the fault of the field between `i` and `rest`.
    #[must_use]
    #[cold]
    pub fn after(i: &[u8], rest: &[u8], kind: DecodeErrorKind) -> Self {
        Self::new(i.len(), i.len() - rest.len(), kind)
    }

    /// Returns the fault of nom's error.
    pub fn from_nom(error: Err<Self>) -> Self {
        match error {
            Err::Error(fault) | Err::Failure(fault) => fault,
            // The parsers of this crate never return `Incomplete`, but a parser of the caller may.
            Err::Incomplete(needed) => {
                let missing = if let Needed::Size(size) = needed { size.get() as u64 } else { 1 };
                Self::new(0, 0, DecodeErrorKind::Incomplete { missing })
            }
        }
    }

    /// Returns the number of bytes from the invalid field to the end of the input.
    pub fn left(&self) -> usize {
        self.0.left
    }

    /// Returns the offset of the invalid field in an input of `total` bytes.
    pub fn offset(&self, total: usize) -> usize {
        total.saturating_sub(self.0.left)
    }

    /// Returns the reason.
    pub fn kind(&self) -> &DecodeErrorKind {
        &self.0.kind
    }

    /// Returns the error in an input of `total` bytes. `reading` is what was read if no type is known.
    #[cold]
    pub fn in_input(self, total: usize, reading: &'static str) -> DecodeError {
        let Place { left, read, kind, reading: known, steps } = *self.0;
        let remain = left.saturating_sub(read);
        // The innermost step was added first.
        let path = steps.into_iter().rev().collect::<Path>();
        DecodeError::new(total.saturating_sub(left), remain, kind, known.unwrap_or(reading), path)
    }

    /// Adds a step of the path to the value.
    pub(crate) fn add(&mut self, step: Option<Segment>) {
        self.0.steps.extend(step);
    }

    /// Sets the type that was being read, if no type inside of it is known.
    pub(crate) fn read_as(&mut self, name: &'static str) {
        self.0.reading.get_or_insert(name);
    }
}

/// Writes the reason only. A [`DecodeError`] also writes the location.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.kind.fmt(f)
    }
}

impl std::error::Error for Fault {}

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

/// Changes the fault of an error on its way up.
#[cold]
pub(crate) fn amend(error: Err<Fault>, change: impl FnOnce(&mut Fault)) -> Err<Fault> {
    match error {
        Err::Error(mut fault) => {
            change(&mut fault);
            Err::Error(fault)
        }
        Err::Failure(mut fault) => {
            change(&mut fault);
            Err::Failure(fault)
        }
        Err::Incomplete(needed) => Err::Incomplete(needed),
    }
}

/// Fails at the first byte of `i`.
pub fn fail<O>(i: &[u8], kind: DecodeErrorKind) -> Result<O, Err<Fault>> {
    Err(Err::Error(Fault::new(i.len(), 0, kind)))
}

/// Fails at the field between `i` and `rest`.
pub fn fail_after<O>(i: &[u8], rest: &[u8], kind: DecodeErrorKind) -> Result<O, Err<Fault>> {
    Err(Err::Error(Fault::new(i.len(), i.len() - rest.len(), kind)))
}

/// Fails because `i` has fewer than `needed` bytes.
pub fn ends<O>(i: &[u8], needed: usize) -> Result<O, Err<Fault>> {
    Err(Err::Error(ended(i.len(), needed)))
}

#[cold]
pub(super) fn ended(left: usize, needed: usize) -> Fault {
    Fault::new(left, 0, DecodeErrorKind::Incomplete { missing: needed.saturating_sub(left) as u64 })
}
