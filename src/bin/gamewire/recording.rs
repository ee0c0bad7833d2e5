//! `encode --frame varint --like FILE`: packets that did not change keep the bytes of their frames.

use std::collections::{HashMap, VecDeque};

use crate::packets::{Framed, Packets};
use crate::problem::Problem;

/// The frames of a session, by what `decode` prints for them.
#[derive(Debug)]
pub struct Recording<'s> {
    frames: HashMap<Contents, VecDeque<&'s [u8]>>,
}

/// The contents of a frame.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Contents {
    /// A packet: the bytes that encode its value.
    Packet(Vec<u8>),
    /// The error of a frame that is damaged, or of a packet of another type.
    Error(String),
}

impl<'s> Recording<'s> {
    /// Reads a whole session.
    pub fn new(packets: &Packets, session: &'s [u8]) -> Self {
        let mut frames: HashMap<Contents, VecDeque<&'s [u8]>> = HashMap::new();
        for Framed { frame, packet } in packets.frames(session) {
            let contents = match packet {
                Ok(packet) => match packets.codec(packet.as_wire()).rewritten(packet.as_wire()) {
                    Ok(bytes) => Contents::Packet(bytes),
                    Err(error) => Contents::error(&error.after(packet.offset()).into()),
                },
                Err(problem) => Contents::error(&problem),
            };
            frames.entry(contents).or_default().push_back(frame);
        }
        Self { frames }
    }

    /// The frame of a packet, if the session has it. Of several frames with the same packet, the first is taken first.
    pub fn frame(&mut self, packet: &[u8]) -> Option<&'s [u8]> {
        self.take(&Contents::Packet(packet.to_vec()))
    }

    /// The frame for which `decode` prints this error, if the session has it.
    pub fn frame_of_error(&mut self, line: &[u8]) -> Option<&'s [u8]> {
        let line: serde_json::Value = serde_json::from_slice(line).ok()?;
        self.take(&Contents::Error(line.get("error")?.to_string()))
    }

    fn take(&mut self, contents: &Contents) -> Option<&'s [u8]> {
        let frames = self.frames.get_mut(contents)?;
        // A packet that was copied has the frame of the last one.
        if frames.len() > 1 { frames.pop_front() } else { frames.front().copied() }
    }
}

impl Contents {
    fn error(problem: &Problem) -> Self {
        Self::Error(problem.details().to_string())
    }
}
