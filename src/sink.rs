//! Where generators put bytes.
//!
//! A generator is a function of its context, its value and an output, and mirrors the parser of the same
//! name: `parse_x(cx, i)` and `gen_x(cx, &x, out)`. Inside, everything is written through one
//! `&mut WriteContext`; at the seams, [`serializer`] turns a generator into a cookie-factory `SerializeFn`
//! that composes with `tuple`, `all` and the rest.

use std::borrow::BorrowMut;
use std::io::{self, Write};

use cookie_factory::{GenError, GenResult, WriteContext};

/// What a generator returns.
pub type Gen = Result<(), GenError>;

/// Takes the bytes of one leaf value, in one write.
///
/// A leaf's generator does not know whether a header stands before it. It lays its fields into one array and
/// hands them over; [`Headed`] joins them to the header word, `WriteContext` takes them as they are.
pub trait Sink: Sized {
    /// Writes the bytes, all of them or none.
    fn put<const N: usize>(self, bytes: [u8; N]) -> Gen;
    /// Writes a short run of bytes; those of common lengths go out joined to the header.
    fn put_slice(self, bytes: &[u8]) -> Gen;
}

impl<W: Write> Sink for &mut WriteContext<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<const N: usize>(self, bytes: [u8; N]) -> Gen {
        put(self, &bytes)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_slice(self, bytes: &[u8]) -> Gen {
        put(self, bytes)
    }
}

/// An output with a header word waiting to be written in front of the payload.
pub struct Headed<'w, W> {
    /// The header, as it stands on the wire.
    pub head: [u8; 4],
    /// Where both go.
    pub out: &'w mut WriteContext<W>,
}

impl<W> std::fmt::Debug for Headed<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Headed").field("head", &self.head).finish_non_exhaustive()
    }
}

/// Header and the first `P` bytes of a payload as one array of `N`, four more.
#[cfg_attr(not(debug_assertions), inline(always))]
fn joined<const P: usize, const N: usize>(head: [u8; 4], bytes: &[u8]) -> [u8; N] {
    let mut joined = [0; N];
    if let Some((start, rest)) = joined.split_first_chunk_mut::<4>()
        && let Some(place) = rest.first_chunk_mut::<P>()
        && let Some(payload) = bytes.first_chunk::<P>()
    {
        *start = head;
        *place = *payload;
    }
    joined
}

impl<W: Write> Sink for Headed<'_, W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put<const N: usize>(self, bytes: [u8; N]) -> Gen {
        self.put_slice(&bytes)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_slice(self, bytes: &[u8]) -> Gen {
        let Self { head, out } = self;
        match bytes.len() {
            4 => put(out, &joined::<4, 8>(head, bytes)),
            8 => put(out, &joined::<8, 12>(head, bytes)),
            12 => put(out, &joined::<12, 16>(head, bytes)),
            16 => put(out, &joined::<16, 20>(head, bytes)),
            24 => put(out, &joined::<24, 28>(head, bytes)),
            _ => {
                put(out, &head)?;
                put(out, bytes)
            }
        }
    }
}

/// Writes all of `bytes`, or fails: a writer that takes only a part is asked again, never believed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn put<W: Write>(out: &mut WriteContext<W>, bytes: &[u8]) -> Gen {
    // Straight to the writer: through `WriteContext`, a copy of known length would become one of any length.
    match out.write.write(bytes) {
        Ok(taken) => {
            out.position += taken as u64;
            if taken == bytes.len() { Ok(()) } else { put_rest(out, bytes.get(taken..).unwrap_or_default()) }
        }
        Err(error) => put_again(out, bytes, error),
    }
}

/// [`put`] for text that is mostly short, where the compiler does not know the length.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn put_short<W: Write>(out: &mut WriteContext<W>, bytes: &[u8]) -> Gen {
    match out.write.write_all(bytes) {
        Ok(()) => {
            out.position += bytes.len() as u64;
            Ok(())
        }
        Err(error) => fail(bytes, error),
    }
}

/// Header word and count, joined.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn join(head: [u8; 4], word: u32) -> [u8; 8] {
    (u64::from(u32::from_le_bytes(head)) | u64::from(word) << 32).to_le_bytes()
}

/// A rare case of [`put`]: an interruption or an error.
#[cold]
#[inline(never)]
fn put_again<W: Write>(out: &mut WriteContext<W>, bytes: &[u8], error: io::Error) -> Gen {
    match error.kind() {
        io::ErrorKind::Interrupted => put_rest(out, bytes),
        _ => Err(GenError::IoError(error)),
    }
}

/// The other: a short write.
#[cold]
#[inline(never)]
fn put_rest<W: Write>(out: &mut WriteContext<W>, rest: &[u8]) -> Gen {
    out.write_all(rest).or_else(|error| fail(rest, error))
}

#[cold]
#[inline(never)]
fn fail(bytes: &[u8], error: io::Error) -> Gen {
    Err(match error.kind() {
        io::ErrorKind::WriteZero => GenError::BufferTooSmall(bytes.len()),
        _ => GenError::IoError(error),
    })
}

/// A generator as a cookie-factory serializer, for composing with its combinators.
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

/// A buffer to write behind. The same as `Vec<u8>`, except that its writes are sure to be inlined: a leaf's
/// bytes, whose number the compiler knows, then take a store or two.
#[derive(Debug, Default)]
pub struct Buffer<V = Vec<u8>>(pub V);

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
    /// A short run goes out as two pieces of known length that may overlap: a few instructions, where a copy of
    /// any length is a call.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match bytes.len() {
            0 => {}
            1..2 => self.overlap::<1>(bytes),
            2..4 => self.overlap::<2>(bytes),
            4..8 => self.overlap::<4>(bytes),
            8..16 => self.overlap::<8>(bytes),
            16..=32 => self.overlap::<16>(bytes),
            _ => drop(self.write(bytes)?),
        }
        Ok(())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<V: BorrowMut<Vec<u8>>> Buffer<V> {
    /// Writes `N` to twice as many bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn overlap<const N: usize>(&mut self, bytes: &[u8]) {
        if let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) {
            let buffer = self.0.borrow_mut();
            let end = buffer.len() + bytes.len();
            buffer.reserve(2 * N);
            buffer.extend_from_slice(first);
            buffer.truncate(end - N);
            buffer.extend_from_slice(last);
        }
    }
}

/// What may be most of all that is written.
const LONG: usize = 1024;

/// A writer that only counts: the exact length of an encoding without the bytes.
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::Buffer;

    #[test]
    fn runs_of_any_length_go_behind_what_is_there() {
        let bytes: Vec<u8> = (0..80).collect();
        for length in 0..=bytes.len() {
            let run = bytes.get(..length).unwrap();
            for front in 0..40 {
                let mut buffer = Buffer(vec![0xff; front]);
                buffer.write_all(run).unwrap();
                assert_eq!(buffer.0, [&vec![0xff; front], run].concat());
            }
        }
    }
}
