//! The buffer of received bytes, up to the end of an unfinished frame.

use std::io::{self, Read};
use std::ops::Range;

use super::cutter::{CutStep, Cutter, Head};
use super::{KEPT, StreamError};
use crate::sure::Sure as _;

/// The received bytes of frames that were not taken yet.
#[derive(Debug, Clone)]
pub(crate) struct Buffer<H> {
    pub(crate) cutter: Cutter<H>,
    bytes: Vec<u8>,
    /// The offset of the first byte that was neither taken nor skipped.
    start: usize,
    ended: bool,
    broken: bool,
}

/// The next event of the buffer.
pub(crate) enum Next {
    /// The range of a frame's payload in the buffer, and its offset in the stream.
    Frame(Range<usize>, usize),
    /// At least this number of further bytes is needed.
    Wait(usize),
    End,
}

impl<H: Head> Buffer<H> {
    pub(crate) fn new(cutter: Cutter<H>) -> Self {
        Self { cutter, bytes: Vec::new(), start: 0, ended: false, broken: false }
    }

    /// Adds the next bytes of the stream. Bytes of a refused frame are not kept.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if self.broken {
            return;
        }
        self.ended = false;
        self.give_back();
        let passed = if self.bytes.is_empty() { self.cutter.pass(bytes.len()) } else { 0 };
        let bytes = bytes.get(passed..).sure();
        self.bytes.extend_from_slice(bytes);
    }

    pub(crate) fn finish(&mut self) {
        self.ended = true;
    }

    /// Returns the minimum number of further bytes that the next frame needs.
    pub(crate) fn needed(&self) -> usize {
        if self.broken {
            return 0;
        }
        let mut cutter = self.cutter.clone();
        let mut start = self.start;
        loop {
            match cutter.step(self.bytes.get(start..).sure(), self.ended) {
                CutStep::Wait(needed) => return needed,
                CutStep::Pass(count) => start += count,
                CutStep::End => return self.cutter.framing.shortest().max(1),
                CutStep::Take { .. } | CutStep::Refuse(..) | CutStep::Broken(_) => return 0,
            }
        }
    }

    /// Returns the number of bytes of frames that are not yet taken.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len() - self.start
    }

    /// Takes the next frame out of the buffer. Its bytes stay in the buffer until more are added.
    pub(crate) fn advance(&mut self) -> Result<Next, StreamError> {
        loop {
            if self.broken {
                return Ok(Next::End);
            }
            match self.cutter.step(self.bytes.get(self.start..).sure(), self.ended) {
                CutStep::Take { head, payload, offset } => {
                    let from = self.start + head;
                    self.start = from + payload;
                    return Ok(Next::Frame(from..self.start, offset));
                }
                CutStep::Pass(count) => self.start += count,
                CutStep::Refuse(count, error) => {
                    self.start += count;
                    return Err(StreamError::Frame(error));
                }
                CutStep::Wait(needed) => return Ok(Next::Wait(needed)),
                CutStep::End => return Ok(Next::End),
                CutStep::Broken(error) => {
                    self.start = self.bytes.len();
                    self.broken = true;
                    return Err(StreamError::Frame(error));
                }
            }
        }
    }

    /// Reads from `reader` until a frame is complete. Returns `None` at the end, and after an error that ends the
    /// stream.
    pub(crate) fn advance_from(
        &mut self,
        reader: &mut impl Read,
    ) -> Result<Option<(Range<usize>, usize)>, StreamError> {
        if self.broken {
            return Ok(None);
        }
        let frame = self.read_frame(reader);
        if let Err(error) = &frame {
            self.broken = !error.can_continue();
        }
        frame
    }

    fn read_frame(&mut self, reader: &mut impl Read) -> Result<Option<(Range<usize>, usize)>, StreamError> {
        let mut reading = false;
        loop {
            let needed = match self.advance()? {
                Next::Frame(place, offset) => return Ok(Some((place, offset))),
                // At the end, one more read is tried, because a file may have grown.
                Next::End if reading => return Ok(None),
                Next::End => self.cutter.framing.shortest().max(1),
                Next::Wait(needed) => needed,
            };
            reading = true;
            self.read_from(reader, needed)?;
        }
    }

    /// Returns the payload of a frame that [`advance`](Self::advance) has found.
    pub(crate) fn payload(&self, place: Range<usize>) -> &[u8] {
        self.bytes.get(place).sure()
    }

    /// Reads the bytes that the next frame needs, but at most [`KEPT`] at a time.
    fn read_from(&mut self, reader: &mut impl Read, needed: usize) -> io::Result<()> {
        self.ended = false;
        self.give_back();
        let wanted = if self.cutter.framing.is_bare() { KEPT } else { needed.min(KEPT) };
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
