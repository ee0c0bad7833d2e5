//! Runs of bytes, and the seam to loops that keep their output.

use std::io::Write;

use cookie_factory::{SerializeFn, WriteContext};

use super::Grammar;
use crate::cx::Cx;
use crate::sink::{Gen, put};
use crate::trace::Trace;

/// The next `n` bytes, provided that none of them is reserved for somebody else.
#[inline(always)]
pub fn take<'a, R, T: Trace>(cx: Cx<'_, R, T>, n: usize) -> impl Grammar<'a, &'a [u8]> {
    move |i| cx.take(i, n)
}

/// Writes the bytes of a field whose size the compiler knows.
#[inline(always)]
pub fn bytes<W: Write, const N: usize>(bytes: [u8; N]) -> impl SerializeFn<W> {
    move |mut out: WriteContext<W>| {
        put(&mut out, &bytes)?;
        Ok(out)
    }
}

/// Writes a run of bytes.
///
/// cookie-factory's combinator of this name fails where a writer takes only a part at a time; this one goes on.
#[inline(always)]
pub fn slice<W: Write>(bytes: impl AsRef<[u8]>) -> impl SerializeFn<W> {
    move |mut out: WriteContext<W>| {
        put(&mut out, bytes.as_ref())?;
        Ok(out)
    }
}

/// Writes nothing.
#[inline(always)]
pub fn nothing<W: Write>() -> impl SerializeFn<W> {
    Ok
}

/// Runs a serializer where code of its own loop holds the output: the seam between the combinators and the loops
/// of containers.
#[inline(always)]
pub fn run<'w, W: Write>(out: &'w mut WriteContext<W>, serializer: impl SerializeFn<&'w mut W>) -> Gen {
    let WriteContext { write, position } = out;
    *position = serializer(WriteContext { write, position: *position })?.position;
    Ok(())
}
