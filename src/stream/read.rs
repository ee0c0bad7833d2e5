//! Reads frames from any `Read`.

use std::io::Read;

use super::push::{FrameDecoder, Payload, decoded};
use super::{Framed, StreamError};

/// Reads frames one after the other from a file, a pipe or a socket. It takes the memory of the largest frame.
///
/// `godot::stream::Reader` reads values, and `minecraft::stream::Reader` reads packets.
///
/// A reader never reads beyond the requested frame, so other data can follow it. Wrap files and sockets in a
/// `BufReader` to reduce system calls.
///
/// If a socket is non-blocking or has a timeout, `WouldBlock` and `TimedOut` are returned as errors. The next call
/// continues where the last one stopped; see [`StreamError::can_continue`].
///
/// ```
/// use gamewire::godot::{Dialect, stream::Reader};
///
/// let save: &[u8] = b"\x08\0\0\0\x02\0\0\0\x07\0\0\0 and what the game writes after it";
/// let mut reader = Reader::new(Dialect::GODOT_4, save);
/// assert_eq!(reader.next().transpose()?, Some(7.into()));
/// assert_eq!(reader.into_inner(), b" and what the game writes after it");
/// # Ok::<(), gamewire::stream::StreamError>(())
/// ```
#[derive(Debug)]
pub struct Reader<C: Framed, R> {
    pub(crate) frames: FrameDecoder<C>,
    reader: R,
}

impl<C: Framed, R: Read> Reader<C, R> {
    /// Creates a reader of frames from `reader`.
    #[must_use]
    pub fn new(codec: impl Into<C>, reader: R) -> Self {
        Self { frames: FrameDecoder::new(codec), reader }
    }

    /// Returns the minimum number of further bytes that the next frame needs; see [`FrameDecoder::needed`].
    pub fn needed(&self) -> usize {
        self.frames.needed()
    }

    /// Returns a reference to the underlying reader.
    pub fn get_ref(&self) -> &R {
        &self.reader
    }

    /// Returns a mutable reference to the underlying reader. Bytes that you read from it directly are missing from
    /// the frames.
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.reader
    }

    /// Returns the underlying reader. If there was no error, it continues after the last frame that was taken.
    #[must_use]
    pub fn into_inner(self) -> R {
        self.reader
    }

    /// Returns the next frame, or `None` at the end.
    pub(crate) fn next_payload(&mut self) -> Result<Option<Payload<'_, C>>, StreamError> {
        self.frames.next_payload_from(&mut self.reader)
    }
}

/// Yields decoded items, until the end or an error after which the next frame cannot be found.
impl<C: Framed, R: Read> Iterator for Reader<C, R> {
    type Item = Result<C::Item, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        decoded(self.next_payload(), C::item).transpose()
    }
}
