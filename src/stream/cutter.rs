//! Finds the boundaries of frames, without a buffer of its own.

use std::fmt::Debug;

use crate::error::{DecodeError, DecodeErrorKind};
use crate::grammar::{Fault, Read};

/// The name of a frame's length in errors.
const READING: &str = "frame length";

/// The form of the length before each frame.
pub trait Head: Clone + Debug {
    /// Parses the length.
    fn length<'a>(&self, i: &'a [u8]) -> Read<'a, u32>;

    /// Returns the minimum number of bytes of the length. It is 0 if frames have no length, so that a frame ends where
    /// the input ends.
    fn shortest(&self) -> usize;
}

/// Finds the boundaries of frames in a stream. The caller holds the bytes and carries out each
/// [`step`](Cutter::step).
#[derive(Debug, Clone)]
pub struct Cutter<H> {
    pub(crate) framing: H,
    pub(crate) limit: usize,
    /// The offset of the first byte that no step has consumed.
    offset: usize,
    /// The size of the last frame that was taken or refused, including its length.
    pub(crate) frame_len: usize,
    refused: Option<LongFrame>,
}

/// A frame over the limit, whose bytes are skipped as they arrive.
#[derive(Debug, Clone, Copy)]
struct LongFrame {
    /// The stated length, or `None` for a bare packet, which ends where the input ends.
    stated: Option<u32>,
    /// The number of bytes of the length itself.
    head: usize,
    came: usize,
}

impl LongFrame {
    fn left(self) -> usize {
        self.stated.map_or(usize::MAX, |stated| (stated as usize).saturating_sub(self.came))
    }
}

/// The next step for the caller.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CutStep {
    /// Take a frame. `head` is the size of its length, `payload` the size of its payload, and `offset` the offset of
    /// the payload in the stream.
    Take { head: usize, payload: usize, offset: usize },
    /// Discard this number of bytes.
    Pass(usize),
    /// Discard this number of bytes and report the error: a frame begins that is over the limit.
    Refuse(usize, DecodeError),
    /// Wait for at least this number of further bytes.
    Wait(usize),
    /// The input has ended after a frame.
    End,
    /// The input has ended inside a frame: discard the remaining bytes and report the error.
    Broken(DecodeError),
}

impl<H: Head> Cutter<H> {
    pub(crate) fn new(framing: H, limit: usize) -> Self {
        Self { framing, limit, offset: 0, frame_len: 0, refused: None }
    }

    /// Returns the next step. `unread` has the bytes from the current offset on. The caller must carry out the step.
    pub(crate) fn step(&mut self, unread: &[u8], ended: bool) -> CutStep {
        let passed = self.pass(unread.len());
        match self.refused {
            _ if passed > 0 => CutStep::Pass(passed),
            Some(refused) if ended => self.end_refused(refused),
            // Wait for the rest of the refused frame and the next length.
            Some(refused) if refused.stated.is_some() => {
                CutStep::Wait(refused.left().saturating_add(self.framing.shortest()))
            }
            Some(_) => CutStep::Wait(1),
            None if self.framing.shortest() == 0 => self.bare(unread.len(), ended),
            None => self.framed(unread, ended),
        }
    }

    /// Returns how many of the next `count` bytes belong to a refused frame. The caller discards them.
    pub(crate) fn pass(&mut self, count: usize) -> usize {
        let Some(refused) = &mut self.refused else { return 0 };
        let passed = refused.left().min(count);
        refused.came += passed;
        self.offset = self.offset.wrapping_add(passed);
        if refused.left() == 0 {
            self.refused = None;
        }
        passed
    }

    fn framed(&mut self, unread: &[u8], ended: bool) -> CutStep {
        let (rest, stated) = match self.framing.length(unread).map_err(Fault::from_nom) {
            Ok(read) => read,
            Err(fault) => {
                return match fault.kind().missing() {
                    Some(_) if ended && unread.is_empty() => CutStep::End,
                    Some(missing) if !ended => CutStep::Wait(missing),
                    _ => self.wrong(unread, fault),
                };
            }
        };
        let head = unread.len() - rest.len();
        let payload = usize::try_from(stated).unwrap_or(usize::MAX);
        if payload > self.limit {
            self.refused = (payload > 0).then_some(LongFrame { stated: Some(stated), head, came: 0 });
            self.frame_len = head.saturating_add(payload);
            let limit = u32::try_from(self.limit).unwrap_or(u32::MAX);
            let kind = DecodeErrorKind::TooLong { length: stated.into(), limit };
            let error = Fault::new(head, head, kind).in_input(head, READING).after(self.offset);
            self.offset = self.offset.wrapping_add(head);
            return CutStep::Refuse(head, error);
        }
        match payload.saturating_sub(rest.len()) {
            0 => self.take(head, payload),
            missing if ended => {
                let kind = DecodeErrorKind::LengthPastEnd { length: stated, missing: missing as u64 };
                self.wrong(unread, Fault::after(unread, rest, kind))
            }
            missing => CutStep::Wait(missing),
        }
    }

    fn bare(&mut self, came: usize, ended: bool) -> CutStep {
        if came > self.limit {
            self.frame_len = came;
            self.refused = Some(LongFrame { stated: None, head: 0, came });
            let kind = DecodeErrorKind::InputTooLong { limit: self.limit };
            let fault = Fault::new(came - self.limit, 0, kind);
            let error = fault.in_input(came, "a packet").after(self.offset);
            self.offset = self.offset.wrapping_add(came);
            return CutStep::Refuse(came, error);
        }
        match ended {
            true if came == 0 => CutStep::End,
            true => self.take(0, came),
            false => CutStep::Wait(1),
        }
    }

    fn take(&mut self, head: usize, payload: usize) -> CutStep {
        self.frame_len = head + payload;
        let offset = self.offset.wrapping_add(head);
        self.offset = offset.wrapping_add(payload);
        CutStep::Take { head, payload, offset }
    }

    /// Returns the step for the end of the input inside a refused frame.
    fn end_refused(&mut self, refused: LongFrame) -> CutStep {
        self.refused = None;
        let Some(length) = refused.stated else { return CutStep::End };
        let kind = DecodeErrorKind::LengthPastEnd { length, missing: refused.left() as u64 };
        let came = refused.came + refused.head;
        let start = self.offset.wrapping_sub(came);
        CutStep::Broken(Fault::new(came, refused.head, kind).in_input(came, READING).after(start))
    }

    #[cold]
    fn wrong(&mut self, unread: &[u8], fault: Fault) -> CutStep {
        let error = fault.in_input(unread.len(), READING);
        let start = self.offset;
        self.offset = self.offset.wrapping_add(unread.len());
        CutStep::Broken(error.after(start))
    }
}
