//! `encode --frame varint --like FILE`: packets that did not change keep the bytes of their frames.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher as _, Hash, RandomState};

use crate::input::packets::{Framed, Packets, Thresholds};
use crate::output::problem::Problem;
use crate::values::text;

/// The frames of a session, by the contents that `decode` prints for them.
///
/// The contents of a packet can be a thousand times as long as its frame. So only a hash of 128 bits with random keys
/// is kept.
#[derive(Debug, Default)]
pub struct Recording<'s> {
    frames: HashMap<[u64; 2], VecDeque<&'s [u8]>>,
    keys: [RandomState; 2],
    /// Whether any frame has an error.
    has_errors: bool,
    /// The compression thresholds of the packets.
    pub thresholds: Thresholds,
}

/// The contents of a frame.
#[derive(Hash)]
enum FrameContents<'p> {
    /// The encoding of a packet's value.
    Packet(&'p [u8]),
    /// The error of a damaged frame, or of a packet of another type.
    Error(String),
}

impl<'s> Recording<'s> {
    /// Reads a whole session.
    pub fn new(packets: &Packets, session: &'s [u8]) -> Self {
        let mut recording = Self { thresholds: packets.thresholds(session), ..Self::default() };
        for Framed { frame, packet } in packets.frames(session) {
            let rewritten;
            let contents = match packet {
                Ok(packet) => match text::rewritten(&packets.format(packet.as_wire()), packet.as_wire()) {
                    Ok(bytes) => {
                        rewritten = bytes;
                        FrameContents::Packet(&rewritten)
                    }
                    Err(error) => FrameContents::error(&error.after(packet.offset()).into()),
                },
                Err(problem) => FrameContents::error(&problem),
            };
            let hash = recording.hash(&contents);
            recording.has_errors |= matches!(contents, FrameContents::Error(_));
            recording.frames.entry(hash).or_default().push_back(frame);
        }
        recording
    }

    /// Returns the frame of a packet, if the session has it. If several frames have the same packet, they are
    /// returned in order.
    pub fn frame(&mut self, packet: &[u8]) -> Option<&'s [u8]> {
        self.take(&FrameContents::Packet(packet))
    }

    /// Returns the frame for which `decode` prints this error, if the session has it.
    pub fn frame_of_error(&mut self, line: &[u8]) -> Option<&'s [u8]> {
        if !self.has_errors {
            return None;
        }
        let line: serde_json::Value = serde_json::from_slice(line).ok()?;
        self.take(&FrameContents::Error(line.get("error")?.to_string()))
    }

    fn take(&mut self, contents: &FrameContents<'_>) -> Option<&'s [u8]> {
        let frames = self.frames.get_mut(&self.hash(contents))?;
        // If a packet occurs more often than in the session, the last frame is used again.
        if frames.len() > 1 { frames.pop_front() } else { frames.front().copied() }
    }

    fn hash(&self, contents: &FrameContents<'_>) -> [u64; 2] {
        self.keys.each_ref().map(|keys| keys.hash_one(contents))
    }
}

impl FrameContents<'_> {
    fn error(problem: &Problem) -> Self {
        Self::Error(problem.details().to_string())
    }
}
