//! Reads frames from bytes that the caller pushes.

use std::io::{self, Read};
use std::ops::Range;

use super::cutter::{CutStep, Cutter, Head as _};
use super::{Framed, KEPT, StreamError};
use crate::error::DecodeError;
use crate::sure::Sure as _;

/// Decodes frames from bytes that the caller passes as they arrive, in chunks of any size.
///
/// `godot::stream::FrameDecoder` decodes values, and `minecraft::stream::FrameDecoder` decodes packets.
///
/// Take all complete frames after each push. Then the buffer never holds more than the last chunk and one unfinished
/// frame.
///
/// ```
/// use gamewire::godot::{Dialect, variant, stream::FrameDecoder};
///
/// let value = variant!({ "hp": 9 });
/// let bytes = Dialect::GODOT_4.encode(&value)?;
/// let mut frames = FrameDecoder::new(Dialect::GODOT_4);
/// assert_eq!(frames.needed(), 4); // The length of the frame.
/// frames.push(&u32::try_from(bytes.len())?.to_le_bytes());
/// assert_eq!(frames.needed(), bytes.len());
/// frames.push(&bytes);
/// assert_eq!(frames.next().transpose()?, Some(value));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct FrameDecoder<C: Framed> {
    pub(crate) codec: C,
    cutter: Cutter<C::Head>,
    /// The received bytes of frames that were not taken yet. The last frame that was taken stays until more are added.
    bytes: Vec<u8>,
    /// The offset of the first byte that was neither taken nor skipped.
    start: usize,
    ended: bool,
    broken: bool,
}

/// The codec, the payload of a frame, and the offset of the payload in the stream.
pub(crate) type Payload<'d, C> = (&'d mut C, &'d [u8], usize);

impl<C: Framed> FrameDecoder<C> {
    /// Creates a decoder for the start of a stream.
    #[must_use]
    pub fn new(codec: impl Into<C>) -> Self {
        let codec = codec.into();
        let cutter = codec.cutter().clone();
        Self { codec, cutter, bytes: Vec::new(), start: 0, ended: false, broken: false }
    }

    /// Adds the next bytes of the stream. Bytes of a refused frame are not kept.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.broken {
            return;
        }
        self.ended = false;
        self.give_back();
        let passed = if self.bytes.is_empty() { self.cutter.pass(bytes.len()) } else { 0 };
        self.bytes.extend_from_slice(bytes.get(passed..).sure());
    }

    /// Marks the end of the stream. An unfinished frame is then an error. For packets without a length, the bytes
    /// pushed so far are one complete packet.
    pub fn finish(&mut self) {
        self.ended = true;
    }

    /// Returns the minimum number of further bytes that the next frame needs. If its length is not complete yet,
    /// these are the missing bytes of the length. Returns 0 if a frame or an error is ready, or if the stream has
    /// ended.
    ///
    /// A packet without a length ends where the input ends, so it always needs at least one more byte.
    pub fn needed(&self) -> usize {
        if self.broken {
            return 0;
        }
        let mut cutter = self.cutter.clone();
        let mut start = self.start;
        loop {
            match cutter.step(self.bytes.get(start..).sure(), self.ended) {
                CutStep::Wait(needed) => return needed,
                CutStep::Pass(count) => start += count,
                CutStep::End => return cutter.framing.shortest().max(1),
                CutStep::Take { .. } | CutStep::Refuse(..) | CutStep::Broken(_) => return 0,
            }
        }
    }

    /// Returns the number of buffered bytes of frames that were not taken yet.
    pub fn buffered(&self) -> usize {
        self.bytes.len() - self.start
    }

    /// Returns the codec.
    pub fn codec(&self) -> &C {
        &self.codec
    }

    /// Returns the next frame, if it is complete.
    pub(crate) fn next_payload(&mut self) -> Result<Option<Payload<'_, C>>, StreamError> {
        let frame = self.advance()?;
        Ok(frame.map(|(place, offset)| (&mut self.codec, self.bytes.get(place).sure(), offset)))
    }

    /// Returns the next frame, read from `reader`, or `None` at the end.
    pub(super) fn next_payload_from(
        &mut self,
        reader: &mut impl Read,
    ) -> Result<Option<Payload<'_, C>>, StreamError> {
        let mut reading = false;
        let (place, offset) = loop {
            match self.advance()? {
                Some(frame) => break frame,
                // At the end, one more read is tried, because a file may have grown.
                None if self.broken || reading && self.ended => return Ok(None),
                None => reading = true,
            }
            let came = self.read_from(reader).map_err(StreamError::Io);
            came.inspect_err(|error| self.broken = !error.can_continue())?;
        };
        Ok(Some((&mut self.codec, self.bytes.get(place).sure(), offset)))
    }

    /// Takes the next frame out of the buffer, and returns its place there and its offset in the stream.
    fn advance(&mut self) -> Result<Option<(Range<usize>, usize)>, StreamError> {
        while !self.broken {
            match self.cutter.step(self.bytes.get(self.start..).sure(), self.ended) {
                CutStep::Take { head, payload, offset } => {
                    let from = self.start + head;
                    self.start = from + payload;
                    return Ok(Some((from..self.start, offset)));
                }
                CutStep::Pass(count) => self.start += count,
                CutStep::Refuse(count, error) => {
                    self.start += count;
                    return Err(StreamError::Frame(error));
                }
                CutStep::Wait(_) | CutStep::End => break,
                CutStep::Broken(error) => {
                    self.start = self.bytes.len();
                    self.broken = true;
                    return Err(StreamError::Frame(error));
                }
            }
        }
        Ok(None)
    }

    /// Reads the bytes that the next frame needs, but at most [`KEPT`] at a time.
    fn read_from(&mut self, reader: &mut impl Read) -> io::Result<()> {
        let wanted = if self.cutter.framing.shortest() == 0 { KEPT } else { self.needed().min(KEPT) };
        self.ended = false;
        self.give_back();
        let came = reader.take(wanted as u64).read_to_end(&mut self.bytes)?;
        self.ended = came < wanted;
        Ok(())
    }

    /// Removes the bytes that were taken.
    fn give_back(&mut self) {
        let left = self.bytes.len() - self.start;
        if left == 0 {
            // The memory for one large frame is not kept for small ones.
            if self.bytes.capacity() > KEPT && self.bytes.len() < self.bytes.capacity() / 4 {
                self.bytes = Vec::new();
            }
            self.bytes.clear();
            self.start = 0;
        } else if self.start > left {
            // This moves fewer bytes than were taken, so in total at most as many bytes are moved as were received.
            self.bytes.drain(..self.start);
            self.start = 0;
        }
    }
}

/// Decodes the next frame.
pub(crate) fn decoded<'d, C: Framed, X>(
    next: Result<Option<Payload<'d, C>>, StreamError>,
    decode: impl FnOnce(&'d mut C, &'d [u8], usize) -> Result<X, DecodeError>,
) -> Result<Option<X>, StreamError> {
    let item = next?.map(|(codec, payload, offset)| decode(codec, payload, offset));
    item.transpose().map_err(StreamError::Value)
}

/// Yields decoded items, and `None` while the next frame is incomplete.
impl<C: Framed> Iterator for FrameDecoder<C> {
    type Item = Result<C::Item, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        decoded(self.next_payload(), C::item).transpose()
    }
}
