//! The mirrors of [`part`](super::part()) and of [`in_slice`](super::in_slice()), and cookie-factory's `slice` for writers that take a
//! part of the bytes.

use std::io::Write;

use cookie_factory::{GenError, SerializeFn, WriteContext};

use super::cx::{Cx, Rules};
use crate::trace::{PathStep, Trace};

/// Writes bytes. cookie-factory's `slice` fails if the writer takes only a part of them.
pub fn slice<W: Write>(bytes: impl AsRef<[u8]>) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |mut out: WriteContext<W>| match out.write.write_all(bytes.as_ref()) {
        Ok(()) => {
            out.position += bytes.as_ref().len() as u64;
            Ok(out)
        }
        Err(error) if error.kind() == std::io::ErrorKind::WriteZero => {
            Err(GenError::BufferTooSmall(bytes.as_ref().len()))
        }
        Err(error) => Err(GenError::IoError(error)),
    }
}

/// Writes a part of a value: a step of the path of an error.
pub fn gen_part<R: Rules, T: Trace, W: Write>(
    cx: Cx<'_, R, T>,
    step: impl PathStep,
    write: impl SerializeFn<W>,
) -> impl SerializeFn<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    move |out: WriteContext<W>| match write(out) {
        Ok(out) => Ok(out),
        Err(error) => Err(cx.refused_in(step.segment(), error)),
    }
}

/// Writes a value after its length in bytes, as [`in_slice`](super::in_slice) reads it after a length.
pub fn gen_with_length<W: Write, L: SerializeFn<W>>(
    length: impl Fn(usize) -> L,
    value: impl SerializeFn<Vec<u8>>,
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        let bytes = value(WriteContext::from(Vec::new()))?.write;
        slice(&bytes)(length(bytes.len())(out)?)
    }
}
