//! Small writes, collected in a block.

use std::io::Write;

use cookie_factory::{GenError, WriteContext};

use crate::sink::{Gen, put};

/// An output and the bytes before it, which go out together.
///
/// Fields and short text are most of NBT. In a block of a size that the compiler knows, each takes one look whether there is
/// room for any of them, and a few stores.
pub(super) struct Block<'o, W> {
    out: &'o mut WriteContext<W>,
    bytes: [u8; SIZE],
    filled: usize,
    failure: Gen,
}

/// The size of the block.
const SIZE: usize = 96;

/// The most bytes of a field, and of two fields together.
const FIELD: usize = 8;

/// The most bytes that go to the block together.
const SHORT: usize = 32;

/// Writing failed; the block has the error. In contrast to the error, this is returned in a register.
#[derive(Debug)]
pub(super) struct Failed;

/// The return type of a function that writes to a block.
pub(super) type Done = Result<(), Failed>;

impl<'o, W: Write> Block<'o, W> {
    /// An empty block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(out: &'o mut WriteContext<W>) -> Self {
        Self { out, bytes: [0; SIZE], filled: 0, failure: Ok(()) }
    }

    /// Writes a field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn field<const N: usize>(&mut self, field: [u8; N]) -> Done {
        let place = self.place()?;
        if let Some(place) = place.first_chunk_mut() {
            *place = field;
        }
        self.filled += N;
        Ok(())
    }

    /// Writes two fields and bytes after them, of which there are mostly few.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn bytes<const A: usize, const B: usize>(
        &mut self,
        fields: ([u8; A], [u8; B]),
        bytes: &[u8],
    ) -> Done {
        let (first, second) = fields;
        if bytes.len() > SHORT {
            self.field(first)?;
            self.field(second)?;
            return self.long(bytes);
        }
        let place = self.place()?;
        if let Some((start, place)) = place.split_first_chunk_mut() {
            *start = first;
            if let Some((start, place)) = place.split_first_chunk_mut() {
                *start = second;
                copy(place, bytes);
            }
        }
        self.filled += A + B + bytes.len();
        Ok(())
    }

    /// Writes bytes, by a call.
    #[inline(never)]
    pub(super) fn slice(&mut self, bytes: &[u8]) -> Done {
        self.bytes(([], []), bytes)
    }

    /// Writes the block, and then these bytes.
    #[inline(never)]
    fn long(&mut self, bytes: &[u8]) -> Done {
        self.direct(|out| put(out, bytes))
    }

    /// Writes the block, and then what the function writes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn direct(&mut self, write: impl FnOnce(&mut WriteContext<W>) -> Gen) -> Done {
        if self.filled > 0 {
            self.flush()?;
        }
        let written = write(self.out);
        self.checked(written)
    }

    /// Keeps the error.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn checked<X>(&mut self, result: Result<X, GenError>) -> Result<X, Failed> {
        match result {
            Ok(x) => Ok(x),
            Err(error) => {
                self.failure = Err(error);
                Err(Failed)
            }
        }
    }

    /// Writes the rest, or returns the error.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn end(&mut self, written: Done) -> Gen {
        match written {
            Ok(()) => match self.bytes.get(..self.filled) {
                Some(rest) => put(self.out, rest),
                None => Ok(()),
            },
            Err(Failed) => std::mem::replace(&mut self.failure, Ok(())),
        }
    }

    /// Writes the block.
    #[inline(never)]
    fn flush(&mut self) -> Done {
        let filled = std::mem::take(&mut self.filled);
        let written = put(self.out, self.bytes.get(..filled).unwrap_or_default());
        self.checked(written)
    }

    /// The rest of the block, with room for a field and the bytes after it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(&mut self) -> Result<&mut [u8], Failed> {
        if self.filled > SIZE - FIELD - SHORT {
            self.flush()?;
            return Ok(&mut self.bytes);
        }
        Ok(self.bytes.get_mut(self.filled..).unwrap_or_default())
    }
}

/// Copies at most [`SHORT`] bytes to the start of `place`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn copy(place: &mut [u8], bytes: &[u8]) {
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
fn overlap<const N: usize>(place: &mut [u8], bytes: &[u8]) {
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
