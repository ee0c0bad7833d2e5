//! Recorded connections. Use this module to read what one side sent, or a `.mcpr` file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::archive::{self, Unpacked};
use super::assumptions::{MOST_TRIED_BYTES, MOST_UNPACKED, first_packets, handshake, read_best};
use super::collected::{Collected, MOST_UNREAD, SessionPacket, threshold};
use super::{Packets, SessionError, Side, replay};
use crate::explain::Explainer;
use crate::minecraft::packets::builtin::releases_with_most;
use crate::minecraft::protocol::Protocol;
use crate::minecraft::stream::Codec;

/// A recorded connection, as far as it can be read.
///
/// ```
/// use gamewire::minecraft::{Recording, Side};
///
/// // A client asks for the status.
/// let file = b"\x10\x00\xfd\x05\x09localhost\x63\xdd\x01\x01\x00";
/// assert!(Recording::detect(file));
/// let recording = Recording::read(None, file, 1 << 20);
/// // 1.20.3 and 1.20.4 have the same protocol number, 765: the version is the last one.
/// assert_eq!((recording.version.as_deref(), recording.side), (Some("1.20.4"), Side::Client));
/// let names: Vec<_> = recording.packets().map(|one| one.packet.name()).collect();
/// assert_eq!(names, [Some("set_protocol"), Some("ping_start")]);
/// assert_eq!(recording.error(), None);
/// ```
///
/// A recording borrows the file, or owns it. Beside the file it takes 16 bytes for each packet, and in a `.mcpr` file the
/// unpacked packets. While it is read, it takes up to 64 bytes for each packet.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Recording<'f> {
    /// The name of the version, if it is known.
    pub version: Option<String>,
    /// The side that sent the packets.
    pub side: Side,
    file: Cow<'f, [u8]>,
    /// The unpacked packets of a `.mcpr` file.
    unpacked: Option<Unpacked>,
    read: Collected,
    /// The limit for the unpacked packets.
    most: usize,
}

/// The least number of packets of which one may be unreadable.
const FEW: usize = 4;
/// The number of unreadable packets after which a version is not tried further.
const FEW_UNREAD: usize = 8;

impl<'f> Recording<'f> {
    /// Returns whether bytes are a recording that states its version: the bytes that a client sent, beginning with a
    /// handshake, or a `.mcpr` file of ReplayMod.
    #[must_use]
    pub fn detect(file: &[u8]) -> bool {
        replay::is_replay(file) || handshake(file).is_some_and(|number| Packets::of(number).is_some())
    }

    /// Reads the bytes that one side sent, a `.mcpr` file, or the `recording.tmcpr` in it.
    ///
    /// If `given` is `None`, the version is read from the handshake or from the metadata of the `.mcpr` file. `most` limits
    /// the total size of the decompressed packets in bytes.
    #[must_use]
    pub fn read(given: Option<Packets>, file: impl Into<Cow<'f, [u8]>>, most: usize) -> Self {
        let file = file.into();
        if replay::is_replay(&file) {
            let (version, unpacked, read) = replay::read(given, &file, most);
            return Self { version, side: Side::Server, file, unpacked: Some(unpacked), read, most };
        }
        if let Some(packets) = given.as_ref().filter(|_| replay::is_bare(&file)) {
            let (version, read) = (Some(packets.name().to_owned()), replay::read_bare(packets, &file));
            return Self { version, side: Side::Server, file, unpacked: None, read, most };
        }
        let number = handshake(&file);
        let packets = given.or_else(|| Packets::of(number?));
        let version = packets.as_ref().map(|packets| packets.name().to_owned());
        let read = match (&packets, number) {
            (Some(packets), _) => read_best(packets, number.is_some(), &file, most, MOST_UNREAD),
            (None, None) => Collected::failed(SessionError::NoVersion),
            (None, Some(number)) => Collected::failed(SessionError::UnknownVersion(number)),
        };
        let unknown = if number.is_some() { Side::Client } else { Side::Server };
        let side = read.packet(0, &file).map_or(unknown, |first| first.packet.side());
        Self { version, side, file, unpacked: None, read, most }
    }

    /// Converts the recording to one that borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Recording<'static> {
        let Self { version, side, file, unpacked, read, most } = self;
        Recording { version, side, file: file.into_owned().into(), unpacked, read, most }
    }

    /// Returns the frames of the packets, one after the other.
    fn stream(&self) -> &[u8] {
        self.unpacked.as_ref().map_or(&self.file, |unpacked| &unpacked.contents)
    }

    /// Returns an iterator over the packets before the error. A packet that cannot be read has an error of its own. Each
    /// packet is decompressed when the iterator reaches it.
    pub fn packets(&self) -> impl DoubleEndedIterator<Item = SessionPacket<'_>> {
        (0..self.len()).filter_map(|number| self.packet(number))
    }

    /// Returns the packet with this number, from 0.
    pub fn packet(&self, number: usize) -> Option<SessionPacket<'_>> {
        self.read.packet(number, self.stream())
    }

    /// Returns the number of packets.
    pub fn len(&self) -> usize {
        self.read.len()
    }

    /// Returns whether there are no packets.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of packets that can be read.
    pub fn readable(&self) -> usize {
        self.read.readable()
    }

    /// Returns the reason why the rest of the recording cannot be read.
    pub fn error(&self) -> Option<&SessionError> {
        self.read.error.as_ref()
    }

    /// Returns the first error, which is that of a packet or that of the rest.
    pub fn first_error(&self) -> Option<&SessionError> {
        self.read.first_unread().or(self.error())
    }

    /// Returns the bytes after the last packet. For a `.mcpr` file, these are bytes of the unpacked list of packets, not
    /// of the archive.
    pub fn rest(&self) -> &[u8] {
        self.stream().get(self.read.end()..).unwrap_or_default()
    }

    /// Explains the zip archive of a `.mcpr` file, without the packets in it. Returns `None` for other recordings.
    ///
    /// ```
    /// use gamewire::minecraft::Recording;
    ///
    /// let file = b"\x10\x00\xfd\x05\x09localhost\x63\xdd\x01";
    /// assert!(Recording::read(None, file, 1 << 20).explain_archive().is_none());
    /// ```
    pub fn explain_archive(&self) -> Option<Explainer<'_>> {
        self.is_archive().then(|| archive::explain(&self.file, self.most))
    }

    /// Returns whether this is a `.mcpr` file.
    pub fn is_archive(&self) -> bool {
        self.unpacked.is_some()
    }

    /// Returns whether a time and a length of 32 bits are before each packet, as in a `.mcpr` file, instead of a length
    /// alone.
    pub fn is_replay(&self) -> bool {
        self.read.is_replay
    }

    /// Returns whether bytes are the packets of a `.mcpr` file without their archive. Their version is not known.
    ///
    /// ```
    /// use gamewire::minecraft::{Packets, Recording};
    ///
    /// // keep_alive of 1.12.2, after 50 milliseconds.
    /// let file = b"\0\0\0\x32\0\0\0\x09\x1f\0\0\0\0\0\0\0\x07";
    /// assert!(Recording::is_bare_replay(file) && !Recording::detect(file));
    /// let recording = Recording::read(Packets::named("1.12.2"), file, 1 << 20);
    /// assert_eq!(recording.packet(0).unwrap().packet.name(), Some("keep_alive"));
    /// ```
    #[must_use]
    pub fn is_bare_replay(file: &[u8]) -> bool {
        replay::is_bare(file)
    }

    /// Returns the releases that can read the most packets that one side sent, the oldest first. Use this function if there
    /// is no handshake, which would state the version. Less than one packet of eight may be unreadable, or one of at least four.
    ///
    /// Only the start of the file is tried: at most 4096 packets, 256 KiB, and 4 MiB of decompressed packets. `most` lowers
    /// the last of these limits.
    ///
    /// ```
    /// use gamewire::minecraft::Recording;
    ///
    /// // A server starts compression and accepts a player. The id of a player is text in these versions.
    /// let file = b"\x03\x03\x80\x02\x2b\x00\x02\x24d21a6667-579c-3cc5-a9d9-06317322108e\x03Bot";
    /// let versions = Recording::versions(file, 1 << 20);
    /// assert_eq!((versions.first(), versions.last()), (Some(&"1.8"), Some(&"1.15.2")));
    /// ```
    #[must_use]
    pub fn versions(file: &[u8], most: usize) -> Vec<&'static str> {
        let bare = replay::is_bare(file).then(|| replay::first_bare(file, MOST_TRIED_BYTES));
        let (start, most) = (first_packets(file), most.min(MOST_UNPACKED));
        if bare.is_none() && start.is_empty() {
            return Vec::new();
        }
        releases_with_most(|packets| {
            let read = match bare {
                Some(start) => replay::read_bare(packets, start),
                None => read_best(packets, false, start, most, FEW_UNREAD),
            };
            let unread = read.len() - read.readable() + usize::from(read.error.is_some());
            if unread * 8 < read.len() || unread == 1 && read.len() >= FEW { read.readable() } else { 0 }
        })
    }

    /// Returns the file with new bytes for the packets with these numbers.
    ///
    /// All other bytes stay as they are, also those that are damaged. Each packet stays compressed or uncompressed. The
    /// packets of a `.mcpr` file are compressed again.
    ///
    /// # Errors
    /// Returns [`SessionError::Write`] if there is no packet with a number, or if the file cannot be written.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use gamewire::minecraft::Recording;
    ///
    /// let file = b"\x10\x00\xfd\x05\x09localhost\x63\xdd\x01\x01\x00";
    /// let recording = Recording::read(None, file, 1 << 20);
    /// let ping = b"\x01\0\0\0\0\0\0\0\x07".to_vec();
    /// let changed = recording.with_packets(&BTreeMap::from([(1, ping)]))?;
    /// assert_eq!(changed[..17], file[..17]);
    /// assert_eq!(changed[17..], *b"\x09\x01\0\0\0\0\0\0\0\x07");
    /// # Ok::<(), gamewire::minecraft::SessionError>(())
    /// ```
    pub fn with_packets(&self, new: &BTreeMap<usize, Vec<u8>>) -> Result<Vec<u8>, SessionError> {
        if let Some(unpacked) = &self.unpacked {
            let contents = self.spliced(new, replay::framed)?;
            return replay::with_contents(&self.file, unpacked, &contents, self.most);
        }
        if self.is_replay() {
            return self.spliced(new, replay::framed);
        }
        self.spliced(new, |head, bytes| {
            let mut frame = Vec::new();
            let codec = Codec::new(Protocol::V1_14).threshold(threshold(head));
            let written = codec.encode_packet(bytes, &mut frame);
            written.map_err(|error| SessionError::Write(error.to_string()))?;
            Ok(frame)
        })
    }

    /// Replaces the frames of packets. `framed` makes the frame of a packet from the bytes before the old packet and
    /// the new bytes.
    fn spliced(
        &self,
        new: &BTreeMap<usize, Vec<u8>>,
        framed: impl Fn(&[u8], &[u8]) -> Result<Vec<u8>, SessionError>,
    ) -> Result<Vec<u8>, SessionError> {
        let stream = self.stream();
        let (mut written, mut end) = (Vec::with_capacity(stream.len()), 0);
        for (number, bytes) in new {
            let place = self.read.place(*number);
            let place = place.and_then(|(frame, at)| Some((stream.get(end..frame.start)?, frame, at)));
            let Some((before, frame, at)) = place else {
                return Err(SessionError::Write(format!("there is no packet {number}")));
            };
            written.extend_from_slice(before);
            written.extend(framed(stream.get(frame.start..at).unwrap_or_default(), bytes)?);
            end = frame.end;
        }
        written.extend_from_slice(stream.get(end..).unwrap_or_default());
        Ok(written)
    }
}
