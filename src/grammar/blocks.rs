//! A buffer that joins small writes.

use std::io::{self, Write};
use std::mem;

use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext};

use crate::sink::{Gen, put};
use crate::sure::Sure as _;

/// Runs `serializer`, and joins its small writes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn gen_blocks<W: Write>(
    serializer: impl for<'b> Fn(WriteContext<&'b mut Block<W>>) -> GenResult<&'b mut Block<W>>,
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        let mut block = Block { out, bytes: [0; SIZE], filled: 0, failure: Ok(()) };
        match serializer(WriteContext::from(&mut block)).map(drop) {
            // This is not done in `flush`, because a call would make the writing of small values slower.
            Ok(()) => put(&mut block.out, block.bytes.get(..usize::from(block.filled)).sure_to_write()?)?,
            Err(error) => block.failure.and(Err(error))?,
        }
        Ok(block.out)
    }
}

/// A writer that joins small writes in a buffer.
///
/// Numbers and short text are most of NBT. Because the compiler knows the size of the buffer, each write
/// takes one comparison and a few stores.
pub(crate) struct Block<W> {
    out: WriteContext<W>,
    bytes: [u8; SIZE],
    /// The number of filled bytes. [`SHORT`] can be added to it without an overflow.
    filled: u8,
    /// The error of the output, which does not fit in an error of [`Write`].
    failure: Gen,
}

/// The size of the buffer.
const SIZE: usize = 96;

/// The maximum length of a write that goes to the buffer.
const SHORT: usize = 32;

impl<W: Write> Block<W> {
    /// Writes bytes that do not fit in the buffer.
    #[inline(never)]
    fn long(&mut self, bytes: &[u8]) -> Gen {
        self.send()?;
        if bytes.len() > SHORT {
            return put(&mut self.out, bytes);
        }
        self.write(bytes).map(drop).map_err(GenError::IoError)
    }

    /// Writes the contents of the buffer to the output.
    fn send(&mut self) -> Gen {
        let filled = usize::from(mem::take(&mut self.filled));
        put(&mut self.out, self.bytes.get(..filled).sure_to_write()?)
    }
}

impl<W: Write> Write for Block<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let filled = usize::from(self.filled);
        // The place has a fixed length, so that the compiler knows that the bytes fit.
        let place = self.bytes.get_mut(filled..filled + SHORT).and_then(<[u8]>::first_chunk_mut);
        let written = match (place, u8::try_from(bytes.len())) {
            (Some(place), Ok(length)) if bytes.len() <= SHORT => {
                copy(place, bytes);
                self.filled += length;
                Ok(())
            }
            _ => self.long(bytes),
        };
        match written {
            Ok(()) => Ok(bytes.len()),
            error => {
                self.failure = error;
                Err(io::ErrorKind::Other.into())
            }
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Copies at most [`SHORT`] bytes to the start of `place`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn copy(place: &mut [u8; SHORT], bytes: &[u8]) {
    match bytes.len() {
        0 => {}
        1..2 => overlap::<1>(place, bytes),
        2..4 => overlap::<2>(place, bytes),
        4..8 => overlap::<4>(place, bytes),
        8..16 => overlap::<8>(place, bytes),
        _ => overlap::<16>(place, bytes),
    }
}

/// Copies `N` to `2 * N` bytes as two words that may overlap. This takes a few instructions instead of a
/// call.
#[cfg_attr(not(debug_assertions), inline(always))]
fn overlap<const N: usize>(place: &mut [u8; SHORT], bytes: &[u8]) {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>())
        && let Some(place) = place.get_mut(..bytes.len())
    {
        if let Some(start) = place.first_chunk_mut() {
            *start = *first;
        }
        if let Some(end) = place.last_chunk_mut() {
            *end = *last;
        }
    }
}
