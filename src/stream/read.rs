//! Reading frames from any `Read`.

use std::io::Read;

use super::StreamError;
use super::framed::Framed;
use super::push::{FrameDecoder, Payload, decoded};

/// Reads frames from a file, a pipe or a socket, one after the other, in the memory of the largest.
///
/// `godot::stream::Reader` is the one for values, `minecraft::stream::Reader` the one for packets.
///
/// Reads no byte beyond the frame that is asked for, so that something else may follow it. A `BufReader` around
/// files and sockets reduces system calls.
///
/// If a socket does not block, or has a timeout, `WouldBlock` and `TimedOut` are returned as errors after which the
/// same call continues where it was: see [`StreamError::can_continue`].
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
    /// Reads from `reader`.
    #[must_use]
    pub fn new(codec: impl Into<C>, reader: R) -> Self {
        Self { frames: FrameDecoder::new(codec), reader }
    }

    /// Returns how many more bytes the next frame needs, at least: see [`FrameDecoder::needed`].
    pub fn needed(&self) -> usize {
        self.frames.needed()
    }

    /// Returns the source.
    pub fn get_ref(&self) -> &R {
        &self.reader
    }

    /// Returns the source. Bytes that are read from it directly are missing from the frames.
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.reader
    }

    /// Returns the source, after the last frame that was taken, if there was no error.
    #[must_use]
    pub fn into_inner(self) -> R {
        self.reader
    }

    /// The next frame; `None` at the end.
    pub(crate) fn next_payload(&mut self) -> Result<Option<Payload<'_, C>>, StreamError> {
        self.frames.next_payload_from(&mut self.reader)
    }
}

/// Owned items, up to the end or an error after which there is no next frame.
impl<C: Framed, R: Read> Iterator for Reader<C, R> {
    type Item = Result<C::Item, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        decoded(self.next_payload(), C::item).transpose()
    }
}
