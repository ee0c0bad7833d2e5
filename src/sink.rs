//! The output of serializers.
//!
//! A serializer of cookie-factory takes ownership of the output and returns it; the loops of containers own the output and
//! borrow it. [`serializer`] converts a loop to a serializer, [`run`](crate::grammar::run) runs a serializer in a loop.
//!
//! Part of the [grammar layer](crate#the-grammar-layer), which may change in minor releases.

use std::borrow::BorrowMut;
use std::io::{self, Write};

use crate::sure::Sure as _;
use cookie_factory::{GenError, GenResult, WriteContext};

/// The return type of a function that writes to a borrowed output.
pub type Gen = Result<(), GenError>;

/// Writes all of `bytes`, or fails. If the writer takes only a part, the rest is written again.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn put<W: Write>(out: &mut WriteContext<W>, bytes: impl AsRef<[u8]> + Copy) -> Gen {
    // Straight to the writer: through `WriteContext`, a copy of known length would become one of any length.
    match out.write.write(bytes.as_ref()) {
        Ok(taken) if taken == bytes.as_ref().len() => {
            out.position += taken as u64;
            Ok(())
        }
        // By value: a reference would keep the bytes in memory in the common case, too.
        taken => put_rest(out, bytes, taken),
    }
}

/// The rare cases of [`put`]: a short write, an interruption, or an error.
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

/// A buffer that grows at its end. It equals `Vec<u8>`, except that its writes are always inlined: bytes of a fixed number
/// then take one or two stores.
#[derive(Debug, Default)]
pub(crate) struct Buffer<V = Vec<u8>>(pub(crate) V);

impl<V: BorrowMut<Vec<u8>>> Write for Buffer<V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() >= LONG {
            // A vector makes room for just this, and twice as much for the padding that may follow.
            self.0.borrow_mut().reserve(bytes.len() + 4);
        }
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Output that can be most of all written bytes.
const LONG: usize = 1024;

/// A writer that only counts bytes: for the exact length of an encoding.
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
