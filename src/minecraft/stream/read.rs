//! Packets out of anything that can be read.

use std::io::Read;

use super::{Codec, FrameDecoder, Packet, StreamError};

/// Packets out of a file, a pipe or a socket, in the memory of the largest.
///
/// Reads no byte after the frame of the returned packet. A `BufReader` around files and sockets reduces system calls.
///
/// ```
/// use gamewire::minecraft::Protocol;
/// use gamewire::minecraft::stream::Reader;
/// let stream: &[u8] = b"\x02\x00\x05\x01\x0e";
/// let ids: Result<Vec<i32>, _> = Reader::new(Protocol::V1_14, stream).map(|packet| packet?.id().map_err(
///     gamewire::minecraft::stream::StreamError::Value)).collect();
/// assert_eq!(ids?, [0x00, 0x0e]);
/// # Ok::<(), gamewire::minecraft::stream::StreamError>(())
/// ```
///
/// If a socket does not block or has a time limit, `WouldBlock` and `TimedOut` are errors after which the same call
/// continues: see [`StreamError::can_continue`].
#[derive(Debug)]
pub struct Reader<R> {
    frames: FrameDecoder,
    reader: R,
}

impl<R: Read> Reader<R> {
    /// Reads from `reader`.
    #[must_use]
    pub fn new(codec: impl Into<Codec>, reader: R) -> Self {
        Self { frames: FrameDecoder::new(codec), reader }
    }

    /// The next packet; `None` at the end.
    ///
    /// # Errors
    /// If the reader fails, and as [`FrameDecoder::next_packet`].
    pub fn next_packet(&mut self) -> Result<Option<Packet<'_>>, StreamError> {
        let place = self.frames.buffer.advance_from(&mut self.reader)?;
        place.map(|(place, offset)| self.frames.packet(place, offset)).transpose()
    }

    /// Sets the compression threshold for the next packets: call it after the packet Set Compression.
    #[cfg(feature = "compress")]
    pub fn set_threshold(&mut self, bytes: impl Into<Option<usize>>) {
        self.frames.set_threshold(bytes);
    }

    /// The source.
    pub fn get_ref(&self) -> &R {
        &self.reader
    }

    /// The source. Bytes that are read from it directly are missing here.
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.reader
    }

    /// The source, after the last frame that was taken.
    #[must_use]
    pub fn into_inner(self) -> R {
        self.reader
    }
}

/// Owned packets, up to the end or an error after which there is no next frame.
impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Packet<'static>, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.next_packet().transpose()?.map(Packet::into_owned))
    }
}
