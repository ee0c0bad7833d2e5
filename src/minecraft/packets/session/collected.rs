//! The packets of a recording that was read. Only their places are kept: their bytes are those of the recording.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::{Packet, Session, SessionError};
use crate::minecraft::stream::{Codec, Reader};
use crate::minecraft::{Protocol, VarInt};
use crate::sure::Sure as _;

/// A packet of a recorded connection.
#[derive(Debug, Clone)]
pub struct SessionPacket<'r> {
    /// The packet. If it cannot be read and its id is unknown, this is the type of all packets of its state and side.
    pub packet: &'r Packet,
    /// The range of its frame in the recording, which begins with its length. In a `.mcpr` file, it is the range in the
    /// unpacked packets.
    pub frame: Range<usize>,
    /// The bytes of the frame.
    pub raw: &'r [u8],
    /// The number of bytes of the frame before the packet: its lengths. In a `.mcpr` file, they are the time and the
    /// length.
    pub head: usize,
    /// Its decompressed bytes, including the id. They are empty if it cannot be decompressed.
    pub bytes: Cow<'r, [u8]>,
    /// The reason why it cannot be read. The packets after it are read nevertheless.
    pub error: Option<&'r SessionError>,
}

impl SessionPacket<'_> {
    /// Returns the offset of the packet's id in the recording, or of its data if it is compressed.
    pub fn offset(&self) -> usize {
        self.frame.start + self.head
    }
}

/// The place of a packet, whose frame begins at the end of the one before.
#[derive(Debug, Clone, Copy)]
struct Mark {
    end: usize,
    /// The number of bytes before the packet in its frame.
    head: u32,
    /// The number of its type.
    kind: u32,
}

/// The packets of a recording that have been read so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Collected {
    marks: Vec<Mark>,
    /// The packets that cannot be read, by their numbers.
    unread: BTreeMap<usize, SessionError>,
    kinds: Vec<Packet>,
    /// Whether the packets are those of a `.mcpr` file, which are not compressed.
    pub(super) is_replay: bool,
    /// The reason why the rest cannot be read.
    pub(super) error: Option<SessionError>,
}

/// A recording that is being read.
pub(super) struct Reading {
    pub(super) session: Session,
    pub(super) read: Collected,
    /// The number of unreadable packets after which reading ends.
    pub(super) most_unread: usize,
}

impl Reading {
    /// Reads a recording with a function that returns the reason why the rest cannot be read. If no packet can be read, the
    /// first error becomes that of the recording.
    pub(super) fn read(mut self, read: impl FnOnce(&mut Self) -> Result<(), SessionError>) -> Collected {
        self.read.error = read(&mut self).err();
        let Self { session, mut read, .. } = self;
        if read.readable() == 0
            && let Some((_, first)) = read.unread.pop_first()
        {
            return Collected::failed(first);
        }
        read.kinds = session.kinds;
        read.marks.shrink_to_fit();
        read
    }

    /// Appends a packet, whose frame ends at `end` and has `head` bytes before it. If too many packets cannot be read, the
    /// error of the last one becomes that of the recording.
    pub(super) fn push(
        &mut self,
        end: usize,
        head: usize,
        (kind, error): (usize, Option<SessionError>),
    ) -> Result<(), SessionError> {
        let Collected { marks, unread, .. } = &mut self.read;
        if let Some(error) = error {
            if unread.len() + 1 >= self.most_unread {
                return Err(error);
            }
            unread.insert(marks.len(), error);
        }
        let short = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        marks.push(Mark { end, head: short(head), kind: short(kind) });
        Ok(())
    }
}

/// The number of unreadable packets after which the reading of a recording ends.
pub(super) const MOST_UNREAD: usize = 1000;

impl Collected {
    /// Creates the packets of a recording of which none can be read.
    pub(super) fn failed(error: SessionError) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.marks.len()
    }

    pub(super) fn readable(&self) -> usize {
        self.marks.len() - self.unread.len()
    }

    /// Returns whether all packets of the recording were read.
    pub(super) fn is_whole(&self) -> bool {
        self.error.is_none() && self.unread.is_empty()
    }

    /// Returns the offset after the last packet.
    pub(super) fn end(&self) -> usize {
        self.marks.last().map_or(0, |last| last.end)
    }

    /// Returns the error of the first packet that cannot be read.
    pub(super) fn first_unread(&self) -> Option<&SessionError> {
        self.unread.values().next()
    }

    /// Returns the range of the frame of a packet, and the offset of the packet.
    pub(super) fn place(&self, number: usize) -> Option<(Range<usize>, usize)> {
        let mark = self.marks.get(number)?;
        let before = number.checked_sub(1).and_then(|before| self.marks.get(before));
        let start = before.map_or(0, |before| before.end);
        Some((start..mark.end, start + usize::try_from(mark.head).ok()?))
    }

    /// Returns a packet of `stream`, from which the packets were read.
    pub(super) fn packet<'r>(&'r self, number: usize, stream: &'r [u8]) -> Option<SessionPacket<'r>> {
        let (frame, at) = self.place(number)?;
        let kind = usize::try_from(self.marks.get(number)?.kind).ok()?;
        let raw = stream.get(frame.clone())?;
        let (head, data) = raw.split_at_checked(at - frame.start)?;
        let (packet, error) = (self.kinds.get(kind)?, self.unread.get(&number));
        let bytes = match (error, threshold(head)) {
            (Some(SessionError::Frame(..)), _) => Cow::default(),
            (_, Some(0)) if !self.is_replay => {
                let mut frame = Reader::new(Codec::new(Protocol::V1_14).threshold(0), raw);
                Cow::Owned(frame.next_packet().ok().flatten().map(|packet| packet.as_wire().to_vec()).sure())
            }
            _ => Cow::Borrowed(data),
        };
        Some(SessionPacket { packet, frame, raw, head: head.len(), bytes, error })
    }
}

/// Returns the threshold by which a frame with this head was compressed or not.
pub(super) fn threshold(head: &[u8]) -> Option<usize> {
    match Protocol::V1_14.parse_prefix::<VarInt>(head) {
        Ok((_, compression @ [_, ..])) => Some(if compression == [0] { usize::MAX } else { 0 }),
        // Uncompressed packets have no data length, or 0.
        _ => None,
    }
}
