//! Small writes, collected in a block.

use std::io::{self, Write};
use std::mem;

use cookie_factory::{GenError, GenResult, SerializeFn, WriteContext};

use crate::sink::{Gen, put};
use crate::sure::Sure as _;

/// Runs `serializer`, whose small writes go out together.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn gen_blocks<W: Write>(
    serializer: impl for<'b> Fn(WriteContext<&'b mut Block<W>>) -> GenResult<&'b mut Block<W>>,
) -> impl SerializeFn<W> {
    move |out: WriteContext<W>| {
        let mut block = Block { out, bytes: [0; SIZE], filled: 0, failure: Ok(()) };
        match serializer(WriteContext::from(&mut block)).map(drop) {
            // Here, not by a call of `flush`: small values notice.
            Ok(()) => put(&mut block.out, block.bytes.get(..usize::from(block.filled)).sure_to_write()?)?,
            Err(error) => block.failure.and(Err(error))?,
        }
        Ok(block.out)
    }
}

/// An output and the bytes before it, which go out together.
///
/// Numbers and short text are most of NBT. In a block of a size that the compiler knows, each takes one look whether there is
/// room for it, and a few stores.
pub(crate) struct Block<W> {
    out: WriteContext<W>,
    bytes: [u8; SIZE],
    /// How many of them are filled: a number that [`SHORT`] can be added to.
    filled: u8,
    /// The error of the output, for which an error of [`Write`] has no room.
    failure: Gen,
}

/// The size of the block.
const SIZE: usize = 96;

/// The most bytes that go to the block together.
const SHORT: usize = 32;

impl<W: Write> Block<W> {
    /// Writes what does not fit.
    #[inline(never)]
    fn long(&mut self, bytes: &[u8]) -> Gen {
        self.send()?;
        if bytes.len() > SHORT {
            return put(&mut self.out, bytes);
        }
        self.write(bytes).map(drop).map_err(GenError::IoError)
    }

    /// Writes the block.
    fn send(&mut self) -> Gen {
        let filled = usize::from(mem::take(&mut self.filled));
        put(&mut self.out, self.bytes.get(..filled).sure_to_write()?)
    }
}

impl<W: Write> Write for Block<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let filled = usize::from(self.filled);
        // A place of known length: the compiler then knows that the bytes fit.
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
