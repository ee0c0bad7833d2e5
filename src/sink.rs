//! The output of serializers. Use this module to write your own serializer as a loop.
//!
//! A serializer of cookie-factory takes ownership of the output and returns it, while a loop borrows the output for each
//! element. [`serializer`] converts a function that borrows the output to a serializer, and
//! [`run`](crate::grammar::run) runs a serializer on a borrowed output.
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

use std::borrow::BorrowMut;
use std::io::{self, Write};

use crate::sure::Sure as _;
use cookie_factory::{GenError, GenResult, WriteContext};

/// The return type of a function that writes to a borrowed output.
pub type Gen = Result<(), GenError>;

/// Writes all of `bytes`. If the writer takes only a part of them, the rest is written again.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn put<W: Write>(out: &mut WriteContext<W>, bytes: impl AsRef<[u8]> + Copy) -> Gen {
    // This calls the writer directly, because the compiler would not see the known length of `bytes` through
    // `WriteContext`.
    match out.write.write(bytes.as_ref()) {
        Ok(taken) if taken == bytes.as_ref().len() => {
            out.position += taken as u64;
            Ok(())
        }
        // The bytes are passed by value. A reference would force them into memory even in the common case.
        taken => put_rest(out, bytes, taken),
    }
}

/// Handles the rare cases of [`put`]: a short write, an interruption, or an error.
#[cold]
#[inline(never)]
fn put_rest<W: Write>(out: &mut WriteContext<W>, bytes: impl AsRef<[u8]>, taken: io::Result<usize>) -> Gen {
    let bytes = bytes.as_ref();
    let rest = match taken {
        Ok(taken) => {
            out.position += taken as u64;
            bytes.get(taken..).sure_to_write()?
        }
        Err(error) if error.kind() == io::ErrorKind::Interrupted => bytes,
        Err(error) => return Err(GenError::IoError(error)),
    };
    out.write_all(rest).map_err(|error| match error.kind() {
        io::ErrorKind::WriteZero => GenError::BufferTooSmall(rest.len()),
        _ => GenError::IoError(error),
    })
}

/// Converts a function that writes to a borrowed output to a cookie-factory serializer.
///
/// ```
/// use cookie_factory::{combinator::slice, gen_simple, sequence::pair};
/// use gamewire::sink::{put, serializer};
///
/// let framed = pair(slice(b"len="), serializer(|out| put(out, &[7])));
/// assert_eq!(gen_simple(framed, Vec::new()).unwrap(), b"len=\x07");
/// ```
pub fn serializer<W: Write>(
    generate: impl Fn(&mut WriteContext<W>) -> Gen,
) -> impl Fn(WriteContext<W>) -> GenResult<W> {
    move |mut out| {
        generate(&mut out)?;
        Ok(out)
    }
}

/// A buffer that grows at its end. It is like `Vec<u8>`, but its writes are always inlined, so that a fixed number of
/// bytes takes one or two stores.
#[derive(Debug, Default)]
pub(crate) struct Buffer<V = Vec<u8>>(pub(crate) V);

impl<V: BorrowMut<Vec<u8>>> Write for Buffer<V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() >= LONG {
            // This also reserves room for the padding that may follow. Otherwise the vector would double its capacity
            // for it.
            self.0.borrow_mut().reserve(bytes.len() + 4);
        }
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes of at least this many bytes may make up most of the output.
const LONG: usize = 1024;

/// A writer that only counts the bytes, to compute the exact length of an encoding.
#[derive(Debug, Default)]
pub struct Counter;

impl Write for Counter {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
