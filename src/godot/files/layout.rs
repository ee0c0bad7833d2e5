//! What the layouts of the files have in common.

use cookie_factory::WriteContext;

use crate::cx::{Cx, chunk};
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Fault, PResult, Path};
use crate::explain::PathFinder;
use crate::limits::Limits;
use crate::sink::Gen;
use crate::trace::{Shown, Trace};

/// The four bytes that a file begins with.
pub(super) fn parse_magic<'a, R, T: Trace>(
    cx: Cx<'_, R, T>,
    i: &'a [u8],
    expected: &'static str,
) -> PResult<'a, ()> {
    cx.trace.reading("magic");
    match i.strip_prefix(expected.as_bytes()) {
        Some(rest) => {
            cx.field(i, rest, "magic", Shown::Text(expected));
            Ok((rest, ()))
        }
        None if expected.as_bytes().starts_with(i) => Fault::short(i, expected.len()),
        None => Fault::at(i, DecodeErrorKind::Magic { expected }),
    }
}

/// A little-endian number of four bytes.
pub(super) fn parse_word<'a, R, T: Trace>(
    cx: Cx<'_, R, T>,
    i: &'a [u8],
    name: &'static str,
) -> PResult<'a, u32> {
    cx.trace.reading(name);
    let (rest, bytes) = chunk(i)?;
    let number = u32::from_le_bytes(bytes);
    cx.field(i, rest, name, Shown::Uint(number.into()));
    Ok((rest, number))
}

/// The bytes after a length, which is at `before`; if there are not so many, the length is wrong.
pub(super) fn take_counted<'a, R, T: Trace>(
    cx: Cx<'_, R, T>,
    before: &[u8],
    i: &'a [u8],
    count: u32,
) -> PResult<'a, &'a [u8]> {
    match cx.missing(i, count as usize) {
        0 => cx.take(i, count as usize),
        missing => Fault::number(before, i, DecodeErrorKind::CountPastEnd { count, missing }),
    }
}

/// Runs a parser; after a failure once more, to learn where it happened.
pub(super) fn run<'a, R, O>(
    rules: &R,
    bytes: &'a [u8],
    silent: impl Fn(Cx<'_, R>, &'a [u8]) -> PResult<'a, O>,
    aloud: impl Fn(Cx<'_, R, &PathFinder>, &'a [u8]) -> PResult<'a, O>,
) -> Result<(&'a [u8], O), DecodeError> {
    let limits = Limits::GODOT;
    silent(Cx::new(rules, &limits), bytes).map_err(|error| {
        let finder = PathFinder::default();
        let _ = aloud(Cx::traced(rules, &limits, &finder), bytes);
        DecodeError::new(bytes.len(), Fault::of(error), finder.reading().unwrap_or("a file"), finder.path())
    })
}

/// Runs a generator into a new buffer.
pub(super) fn written(
    generate: impl FnOnce(&mut WriteContext<Vec<u8>>) -> Gen,
) -> Result<Vec<u8>, EncodeError> {
    let mut out = WriteContext::from(Vec::new());
    match generate(&mut out) {
        Ok(()) => Ok(out.write),
        Err(_) => Err(EncodeError::new(Path::default(), EncodeErrorKind::Write)),
    }
}
