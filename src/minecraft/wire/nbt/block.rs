//! Small writes, collected in a block.

use std::io::{self, Write};
use std::mem;

use cookie_factory::{SerializeFn, WriteContext};

use crate::sink::{Gen, put, serializer};
use crate::sure::Sure as _;

/// A serializer of a function that writes to a [`Block`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::minecraft::wire) fn in_blocks<W: Write>(
    write: impl Fn(&mut Block<'_, W>) -> Gen,
) -> impl SerializeFn<W> {
    serializer(move |out| {
        let mut block = Block { out, bytes: [0; SIZE], filled: 0, failure: Ok(()) };
        match write(&mut block) {
            // Here, not by a call of `flush`: small values notice.
            Ok(()) => put(block.out, block.bytes.get(..block.filled).sure_to_write()?),
            Err(error) => block.failure.and(Err(error)),
        }
    })
}

/// An output and the bytes before it, which go out together.
///
/// Numbers and short text are most of NBT. In a block of a size that the compiler knows, each takes one look whether there is
/// room for any of them, and a few stores.
pub(in crate::minecraft::wire) struct Block<'o, W> {
    out: &'o mut WriteContext<W>,
    bytes: [u8; SIZE],
    filled: usize,
    /// The error of the output, which a writer cannot return.
    failure: Gen,
}

/// The size of the block.
const SIZE: usize = 96;

/// The most bytes of a text in the block.
const SHORT: usize = 32;

/// The most bytes that go to the block together: a text, and what is before it.
const MOST: usize = SHORT + 8;

impl<W: Write> Block<'_, W> {
    /// Writes a number.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::minecraft::wire) fn number<const N: usize>(&mut self, number: [u8; N]) -> Gen {
        self.text(number, &[])
    }

    /// Writes a text and what is before it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn text<const N: usize>(&mut self, before: [u8; N], text: &[u8]) -> Gen {
        if self.filled > SIZE - MOST {
            self.flush()?;
        }
        // A place of known length: the compiler then knows that the bytes fit.
        let place = self.bytes.get_mut(self.filled..).and_then(<[u8]>::first_chunk_mut::<MOST>);
        let Some((start, place)) = place.and_then(|place| place.split_first_chunk_mut()) else {
            return Ok(());
        };
        *start = before;
        self.filled += N;
        match place.first_chunk_mut() {
            Some(place) if text.len() <= SHORT => {
                copy(place, text);
                self.filled += text.len();
                Ok(())
            }
            _ => self.long(text),
        }
    }

    /// Writes any number of bytes.
    #[inline(never)]
    pub(super) fn long(&mut self, bytes: &[u8]) -> Gen {
        self.flush()?;
        put(self.out, bytes)
    }

    /// Runs a serializer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn run<'b>(&'b mut self, serializer: impl SerializeFn<&'b mut Self>) -> Gen {
        serializer(WriteContext::from(self)).map(drop)
    }

    /// Writes the block.
    #[inline(never)]
    fn flush(&mut self) -> Gen {
        let filled = mem::take(&mut self.filled);
        put(self.out, self.bytes.get(..filled).sure_to_write()?)
    }
}

/// For [`Block::run`].
impl<W: Write> Write for Block<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.text([], bytes) {
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
