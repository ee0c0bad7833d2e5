//! Small writes, collected in a block.

use std::io::{self, Write};
use std::mem;

use cookie_factory::WriteContext;

use crate::sink::{Gen, put};

/// Runs `write` with an output that collects what is written, and writes it in blocks.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::minecraft::wire) fn in_blocks<W: Write>(
    out: &mut WriteContext<W>,
    write: impl FnOnce(&mut WriteContext<Block<'_, W>>) -> Gen,
) -> Gen {
    let mut block = WriteContext::from(Block { out, bytes: [0; SIZE], filled: 0, failure: Ok(()) });
    match write(&mut block) {
        Ok(()) => block.write.end(),
        Err(error) => block.write.failure.and(Err(error)),
    }
}

/// An output and the bytes before it, which go out together.
///
/// Numbers and short text are most of NBT. In a block of a size that the compiler knows, each takes one look whether there is
/// room for any of them, and a few stores.
pub(in crate::minecraft::wire) struct Block<'o, W> {
    out: &'o mut WriteContext<W>,
    bytes: [u8; SIZE],
    filled: usize,
    /// The error of the output.
    failure: Gen,
}

/// The size of the block.
const SIZE: usize = 96;

/// The most bytes that go to the block together.
const SHORT: usize = 32;

impl<W: Write> Write for Block<'_, W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > SHORT {
            return self.long(bytes);
        }
        if self.filled > SIZE - SHORT {
            self.flush()?;
        }
        // A place of known length: the compiler then knows that the bytes fit.
        if let Some(place) = self.bytes.get_mut(self.filled..).and_then(<[u8]>::first_chunk_mut) {
            copy(place, bytes);
        }
        self.filled += bytes.len();
        Ok(bytes.len())
    }

    /// Writes the block.
    #[inline(never)]
    fn flush(&mut self) -> io::Result<()> {
        let filled = mem::take(&mut self.filled);
        let written = put(self.out, self.bytes.get(..filled).unwrap_or_default());
        self.keep(written)
    }
}

impl<W: Write> Block<'_, W> {
    /// Writes the block and then these bytes.
    #[inline(never)]
    fn long(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.flush()?;
        let written = put(self.out, bytes);
        self.keep(written).map(|()| bytes.len())
    }

    /// Writes the rest.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&mut self) -> Gen {
        put(self.out, self.bytes.get(..self.filled).unwrap_or_default())
    }

    /// Keeps the error of the output: a writer can only return one of another type.
    fn keep(&mut self, written: Gen) -> io::Result<()> {
        written.map_err(|error| {
            self.failure = Err(error);
            io::ErrorKind::Other.into()
        })
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

/// [`copy`] of `N` to `2 * N` bytes as two words that may overlap: a few instructions instead of a call.
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
