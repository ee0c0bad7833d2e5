//! Runs of bytes, and an adapter for loops that own the output.

use std::io::{self, Write};

use cookie_factory::{GenResult, SerializeFn, WriteContext};

use super::Grammar;
use crate::cx::Cx;
use crate::error::{DecodeErrorKind, Fault};
use crate::sink::{Gen, put};
use crate::trace::Trace;

/// Reads the next `n` bytes, if that many are unreserved.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn take<'a, R, T: Trace>(cx: Cx<'_, R, T>, n: usize) -> impl Grammar<'a, &'a [u8]> {
    move |i| cx.take(i, n)
}

/// Reads nothing, and fails with [`TrailingBytes`](DecodeErrorKind::TrailingBytes) if there are more bytes: for the end of a slice, as
/// of [`length_value`](super::length_value).
///
/// nom's `eof` and `all_consuming` fail for the reason [`Incomplete`](DecodeErrorKind::Incomplete) there: to nom, their error is the
/// same as that of input that is too short.
pub fn end<'a>() -> impl Grammar<'a, ()> {
    |i: &'a [u8]| match i.len() {
        0 => Ok((i, ())),
        count => Fault::at(i, DecodeErrorKind::TrailingBytes { count }),
    }
}

/// Writes the bytes of a field of fixed size.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn bytes<W: Write, const N: usize>(bytes: [u8; N]) -> impl SerializeFn<W> {
    slice(bytes)
}

/// Writes a run of bytes.
///
/// cookie-factory's combinator of the same name fails if a writer takes only a part; this one writes the rest.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn slice<W: Write>(bytes: impl AsRef<[u8]> + Copy) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |mut out: WriteContext<W>| {
        put(&mut out, bytes)?;
        Ok(out)
    }
}

/// Writes nothing.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn nothing<W: Write>() -> impl SerializeFn<W> {
    Ok
}

/// A serializer that stays a function. For parts that are rare, or of many types: the counterpart of [`apart`](super::apart).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn gen_apart<W: Write>(serializer: impl SerializeFn<W> + Copy) -> impl SerializeFn<W> + Copy {
    #[inline(never)]
    fn call<W: Write, F: SerializeFn<W>>(serializer: F, out: WriteContext<W>) -> GenResult<W> {
        serializer(out)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| {
        // Not handed on as it is: a result in memory for each arm of a choice would be one for all.
        let out = call(serializer, out)?;
        Ok(out)
    }
}

/// Runs a serializer with a borrowed output. Adapter for loops that own the output.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn run<'w, W: Write>(out: &'w mut WriteContext<W>, serializer: impl SerializeFn<Lent<'w, W>>) -> Gen {
    let WriteContext { write, position } = out;
    *position = serializer(WriteContext { write: Lent(write), position: *position })?.position;
    Ok(())
}

/// A borrowed output, whose writes are always inlined.
#[derive(Debug)]
pub struct Lent<'w, W>(&'w mut W);

impl<W: Write> Write for Lent<'_, W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
