//! Parsers and serializers of plain bytes, and an adapter for loops that borrow the output.

use std::io::{self, Write};

use cookie_factory::{GenResult, SerializeFn, WriteContext};

use super::Grammar;
use crate::cx::Cx;
use crate::error::{DecodeErrorKind, Fault};
use crate::sink::{Gen, put};
use crate::trace::Trace;

/// Reads the next `n` bytes. Fails if fewer unreserved bytes are left.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn take<'a, R, T: Trace>(cx: Cx<'_, R, T>, n: usize) -> impl Grammar<'a, &'a [u8]> {
    move |i| cx.take(i, n)
}

/// Reads nothing, and fails with [`TrailingBytes`](DecodeErrorKind::TrailingBytes) if there are more bytes.
/// Use it at the end of a slice, for example of [`length_value`](super::length_value).
///
/// The error of nom's `eof` and `all_consuming` would be [`Incomplete`](DecodeErrorKind::Incomplete) here,
/// because nom uses the same kind of error as for input that is too short.
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
/// cookie-factory's combinator of the same name fails if the writer accepts only a part of the bytes. This
/// one writes the rest.
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

/// Runs a serializer in a function that is not inlined. Use it for rare parts and for parts of many types,
/// like [`apart`](super::apart) for parsers.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn gen_apart<W: Write>(serializer: impl SerializeFn<W> + Copy) -> impl SerializeFn<W> + Copy {
    #[inline(never)]
    fn call<W: Write, F: SerializeFn<W>>(serializer: F, out: WriteContext<W>) -> GenResult<W> {
        serializer(out)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| {
        // The result is unpacked and built again, because otherwise all arms of a choice would share one result
        // in memory, and write and read it there.
        let out = call(serializer, out)?;
        Ok(out)
    }
}

/// Runs a serializer with a borrowed output. Use it in loops that borrow the output for each element.
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
