//! The packets of a connection, in order. Use this module to read a recorded or a running connection.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::Range;

use super::builtin::releases_with;
use super::{Packet, PacketError, Packets, Side, State, archive, replay};
use crate::error::DecodeError;
use crate::explain::FileExplainer;
use crate::minecraft::VarInt;
use crate::minecraft::expr::{TypeExpr, Value};
use crate::minecraft::protocol::Protocol;
use crate::minecraft::stream::{Codec, Packet as Packed, Reader, StreamError};

/// A connection. It tracks the state of each side, and whether packets are compressed.
///
/// ```
/// use gamewire::minecraft::{Packets, Session, Side, State};
///
/// let mut session = Session::new(Packets::named("1.20.4").unwrap());
/// // A client connects, to ask for the status.
/// session.read(Side::Client, b"\x00\xfd\x05\x09localhost\x63\xdd\x01")?;
/// assert_eq!(session.state(Side::Server), State::Status);
/// let (packet, _) = session.read(Side::Client, &[0])?;
/// assert_eq!(packet.name(), Some("ping_start"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Session {
    packets: Packets,
    client: State,
    server: State,
    threshold: Option<usize>,
    /// The types of the packets that were read so far.
    known: HashMap<(State, Side, i64), Packet>,
}

/// A packet of a recorded connection.
#[derive(Debug, Clone)]
pub struct SessionPacket {
    /// The packet. If it cannot be read and its id is unknown, this is the type of all packets of its state and side.
    pub packet: Packet,
    /// The range of its frame in the recording, which begins with its length. In a `.mcpr` file, it is the range in the
    /// unpacked packets.
    pub frame: Range<usize>,
    /// The bytes of the frame before the packet: its lengths. In a `.mcpr` file, they are the time and the length.
    pub head: Vec<u8>,
    /// The offset of its id in the recording, or of its compressed data.
    pub offset: usize,
    /// Its decompressed bytes, including the id. They are empty if it cannot be decompressed.
    pub bytes: Vec<u8>,
    /// The reason why it cannot be read. The packets after it are read nevertheless.
    pub error: Option<SessionError>,
}

/// The packets of a recording, and the reason why the rest cannot be read.
pub(super) type Read = (Vec<SessionPacket>, Option<SessionError>);

/// The number of unreadable packets after which reading ends.
const MOST_UNREAD: usize = 1000;

fn readable((packets, _): &Read) -> usize {
    packets.iter().filter(|one| one.error.is_none()).count()
}

/// Returns whether all packets of a recording were read.
fn is_whole(read: &Read) -> bool {
    read.1.is_none() && readable(read) == read.0.len()
}

/// Ends the reading of a recording. If no packet can be read, the first error becomes that of the recording.
pub(super) fn ended((mut packets, error): Read) -> Read {
    if packets.iter().all(|one| one.error.is_some())
        && let Some(first) = packets.first_mut()
    {
        return (Vec::new(), first.error.take());
    }
    (packets, error)
}

/// The packets of a recording that have been read so far.
pub(super) struct Collected {
    pub(super) packets: Vec<SessionPacket>,
    unread: usize,
    /// The number of unreadable packets after which reading ends.
    most_unread: usize,
}

impl Default for Collected {
    fn default() -> Self {
        Self { packets: Vec::new(), unread: 0, most_unread: MOST_UNREAD }
    }
}

impl Collected {
    /// Appends a packet. If too many packets cannot be read, the error of the last one becomes that of the recording.
    pub(super) fn push(&mut self, mut packet: SessionPacket) -> Result<(), SessionError> {
        self.unread += usize::from(packet.error.is_some());
        if let Some(error) = packet.error.take_if(|_| self.unread == self.most_unread) {
            return Err(error);
        }
        self.packets.push(packet);
        Ok(())
    }
}

/// A recorded connection, as far as it can be read.
///
/// ```
/// use gamewire::minecraft::{Recording, Side};
///
/// // A client asks for the status.
/// let file = b"\x10\x00\xfd\x05\x09localhost\x63\xdd\x01\x01\x00";
/// assert!(Recording::detect(file));
/// let recording = Recording::read(None, file, 1 << 20);
/// // 1.20.3 and 1.20.4 have the same protocol number, 765: the version is the first one.
/// assert_eq!((recording.version.as_deref(), recording.side), (Some("1.20.3"), Side::Client));
/// let names: Vec<_> = recording.packets.iter().map(|one| one.packet.name()).collect();
/// assert_eq!(names, [Some("set_protocol"), Some("ping_start")]);
/// assert_eq!(recording.error, None);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Recording {
    /// The name of the version, if it is known.
    pub version: Option<String>,
    /// The side that sent the packets.
    pub side: Side,
    /// The packets before the error. Those that cannot be read have an error of their own.
    pub packets: Vec<SessionPacket>,
    /// The reason why the rest of the recording cannot be read.
    pub error: Option<SessionError>,
    /// The bytes after the last packet. In a `.mcpr` file, they are those of the unpacked packets.
    pub rest: Vec<u8>,
    /// The limit for the unpacked packets.
    pub(super) most: usize,
}

/// New bytes of packets, by their numbers.
pub(super) type Replaced = BTreeMap<usize, Vec<u8>>;

impl Recording {
    pub(super) fn failed(error: SessionError, most: usize) -> Self {
        Self {
            version: None,
            side: Side::Server,
            packets: Vec::new(),
            error: Some(error),
            rest: Vec::new(),
            most,
        }
    }

    /// Returns whether bytes are a recording that states its version: the bytes that a client sent, beginning with a
    /// handshake, or a `.mcpr` file of ReplayMod.
    #[must_use]
    pub fn detect(file: &[u8]) -> bool {
        replay::is_replay(file) || handshake(file).is_some_and(|number| Packets::of(number).is_some())
    }

    /// Reads the bytes that one side sent, or a `.mcpr` file.
    ///
    /// If no packets are given, the handshake or the metadata states the version. The unpacked packets may have at most
    /// `most` bytes.
    #[must_use]
    pub fn read(given: Option<Packets>, file: &[u8], most: usize) -> Self {
        if replay::is_replay(file) {
            return replay::read(given, file, most);
        }
        let number = handshake(file);
        let packets = given.or_else(|| Packets::of(number?));
        let version = packets.as_ref().map(|packets| packets.name().to_owned());
        let (packets, error) = Session::read_stream(packets, file, most);
        let unknown = if number.is_some() { Side::Client } else { Side::Server };
        let side = packets.first().map_or(unknown, |first| first.packet.side());
        let end = packets.last().map_or(0, |last| last.frame.end);
        let rest = file.get(end..).unwrap_or_default().to_vec();
        Self { version, side, packets, error, rest, most }
    }

    /// Explains the zip archive of a `.mcpr` file, from which this recording was read, without the packets in it.
    /// Returns `None` for other recordings.
    ///
    /// ```
    /// use gamewire::minecraft::Recording;
    ///
    /// let file = b"\x10\x00\xfd\x05\x09localhost\x63\xdd\x01";
    /// assert!(Recording::read(None, file, 1 << 20).explain_archive(file).is_none());
    /// ```
    #[must_use]
    pub fn explain_archive<'a>(&self, file: &'a [u8]) -> Option<FileExplainer<'a>> {
        replay::is_replay(file).then(|| archive::explain(file, self.most))
    }

    /// Returns the releases, in their order, by which all packets can be read that one side sent. Use this function if
    /// there is no handshake, which would state the version.
    ///
    /// Only the first 4096 packets or 256 KiB are tried. The unpacked packets may have at most `most` bytes.
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
        let (start, most) = (first_packets(file), most.min(MOST_UNPACKED));
        releases_with(|packets| {
            let read = Session::read_best(packets, false, start, most, 1);
            is_whole(&read) && !read.0.is_empty()
        })
    }

    /// Returns the file, from which this recording was read, with new bytes for the packets with these numbers.
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
    /// let changed = recording.with_packets(file, &BTreeMap::from([(1, ping)]))?;
    /// assert_eq!(changed[..17], file[..17]);
    /// assert_eq!(changed[17..], *b"\x09\x01\0\0\0\0\0\0\0\x07");
    /// # Ok::<(), gamewire::minecraft::SessionError>(())
    /// ```
    pub fn with_packets(&self, file: &[u8], new: &BTreeMap<usize, Vec<u8>>) -> Result<Vec<u8>, SessionError> {
        if replay::is_replay(file) {
            return replay::with_packets(self, file, new);
        }
        let failed = |reason: &dyn fmt::Display| SessionError::Write(reason.to_string());
        self.spliced(file, new, |head, bytes| {
            let (VarInt(_), compression) =
                Protocol::V1_14.parse_prefix(head).map_err(|error| failed(&error))?;
            // Uncompressed packets have no data length, or 0.
            let threshold = match compression {
                [] => None,
                [0] => Some(usize::MAX),
                _ => Some(0),
            };
            let mut frame = Vec::new();
            let codec = Codec::new(Protocol::V1_14).threshold(threshold);
            codec.encode_packet(bytes, &mut frame).map_err(|error| failed(&error))?;
            Ok(frame)
        })
    }

    /// Replaces the frames of packets. `framed` makes the frame of a packet from the bytes before the old packet and
    /// the new bytes.
    pub(super) fn spliced(
        &self,
        stream: &[u8],
        new: &Replaced,
        framed: impl Fn(&[u8], &[u8]) -> Result<Vec<u8>, SessionError>,
    ) -> Result<Vec<u8>, SessionError> {
        let (mut written, mut end) = (Vec::with_capacity(stream.len()), 0);
        for (number, bytes) in new {
            let one = self.packets.get(*number);
            let place = one.and_then(|one| Some((one, stream.get(end..one.frame.start)?)));
            let Some((one, before)) = place else {
                return Err(SessionError::Write(format!("there is no packet {number}")));
            };
            written.extend_from_slice(before);
            written.extend(framed(stream.get(one.frame.start..one.offset).unwrap_or_default(), bytes)?);
            end = one.frame.end;
        }
        written.extend_from_slice(stream.get(end..).unwrap_or_default());
        Ok(written)
    }
}

/// The reason why a recording cannot be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionError {
    /// The version is unknown, because there is no handshake or metadata.
    NoVersion,
    /// The handshake or the metadata has the number of an unknown version.
    UnknownVersion(i32),
    /// The lengths or the compression of a packet are damaged. The fields are the offset and the reason.
    Frame(usize, String),
    /// A packet cannot be read. The fields are the offset and the error.
    Packet(usize, PacketError<DecodeError>),
    /// The meaning of the packets depends on what the other side sent, which cannot be determined.
    Ambiguous,
    /// The recording cannot be written with other packets. The field is the reason.
    Write(String),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoVersion => f.write_str(
                "the recording has no handshake at its start and no metadata, which name the version",
            ),
            Self::UnknownVersion(number) => write!(f, "the protocol {number} of the recording is not known"),
            Self::Frame(offset, reason) => write!(f, "at byte {offset:#06x}: {reason}"),
            Self::Packet(offset, error) => write!(f, "at byte {offset:#06x}, {error}"),
            Self::Ambiguous => {
                f.write_str("the packets can be read in more than one way without those of the other side")
            }
            Self::Write(reason) => write!(f, "the recording cannot be changed: {reason}"),
        }
    }
}

impl std::error::Error for SessionError {}

/// An assumption about the packets of the other side.
#[derive(Debug, Clone, Copy)]
struct Assumption {
    side: Side,
    /// The state of the first packet, if it is not a handshake.
    state: State,
    /// The number of the first packet with a data length, which compression adds. The login of a client ends there too.
    compressed_from: Option<usize>,
    login: usize,
}

impl Session {
    /// Creates a connection of a version, before its handshake.
    #[must_use]
    pub fn new(packets: Packets) -> Self {
        Self {
            packets,
            client: State::Handshaking,
            server: State::Status,
            threshold: None,
            known: HashMap::new(),
        }
    }

    /// Creates a connection in a state after its handshake.
    pub(super) fn begun(packets: Packets, state: State) -> Self {
        Self { packets, client: state, server: state, threshold: None, known: HashMap::new() }
    }

    /// Returns the packets of the version.
    #[must_use]
    pub fn packets(&self) -> &Packets {
        &self.packets
    }

    /// Returns the state of the next packet of a side.
    #[must_use]
    pub fn state(&self, side: Side) -> State {
        if side == Side::Client { self.client } else { self.server }
    }

    /// Returns the length from which on packets are compressed, or `None` before Set Compression.
    #[must_use]
    pub fn threshold(&self) -> Option<usize> {
        self.threshold
    }

    /// Reads the next packet of a side, which is decompressed and has no length.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a packet of the side's state. The state is then unchanged.
    pub fn read(&mut self, side: Side, bytes: &[u8]) -> Result<(Packet, Value), PacketError<DecodeError>> {
        let state = self.state(side);
        let Some(all) = self.packets.all(state, side) else {
            return Err(PacketError::no_packets(self.packets.name(), state, side, bytes.len()));
        };
        let value = all.parse(bytes)?;
        let id = match &value {
            Value::Struct(fields) => fields.first().cloned(),
            _ => None,
        };
        let packet = match id {
            Some(Value::Enum(id)) => match self.known.entry((state, side, id)) {
                Entry::Occupied(known) => known.get().clone(),
                Entry::Vacant(place) => {
                    let one = all.names().and_then(|names| all.one(names.name(id)?));
                    place.insert(one.unwrap_or_else(|| all.clone())).clone()
                }
            },
            _ => all.clone(),
        };
        self.follow(side, packet.name().unwrap_or_default(), &value);
        Ok((packet, value))
    }

    /// Changes the state after a packet that begins another one.
    fn follow(&mut self, side: Side, name: &str, packet: &Value) {
        let params = match packet {
            Value::Struct(fields) => fields.get(1),
            _ => None,
        };
        let number = |at: usize| match params {
            Some(Value::Struct(params)) => params.get(at).and_then(crate::minecraft::expr::int_of),
            _ => None,
        };
        let configures = self.packets.all(State::Configuration, Side::Server).is_some();
        match (side, self.state(side), name) {
            (Side::Client, State::Handshaking, "set_protocol") => {
                let next = if number(3) == Some(1) { State::Status } else { State::Login };
                (self.client, self.server) = (next, next);
            }
            (Side::Server, _, "compress") => {
                self.threshold = number(0).and_then(|bytes| bytes.try_into().ok())
            }
            (Side::Server, State::Login, "success") if configures => self.server = State::Configuration,
            (Side::Server, State::Login, "success") => {
                (self.client, self.server) = (State::Play, State::Play)
            }
            (Side::Client, State::Login, "login_acknowledged") => self.client = State::Configuration,
            (Side::Client, State::Configuration, "finish_configuration") => self.client = State::Play,
            (Side::Server, State::Configuration, "finish_configuration") => self.server = State::Play,
            (Side::Client, State::Play, "configuration_acknowledged") => self.client = State::Configuration,
            (Side::Server, State::Play, "start_configuration") => self.server = State::Configuration,
            _ => {}
        }
    }

    /// Reads a packet of a recording, or records why it cannot be read. Most states can be tracked by the names of
    /// packets only.
    pub(super) fn read_recorded(
        &mut self,
        side: Side,
        frame: Range<usize>,
        head: Vec<u8>,
        bytes: Vec<u8>,
    ) -> Result<SessionPacket, SessionError> {
        let offset = frame.start + head.len();
        let error = match self.read(side, &bytes) {
            Ok((packet, _)) => return Ok(SessionPacket { packet, frame, head, offset, bytes, error: None }),
            Err(error) => SessionError::Packet(offset, error),
        };
        let Some(all) = self.packets.all(self.state(side), side) else { return Err(error) };
        let packet = all.by_id_of(&bytes).unwrap_or_else(|| all.clone());
        if let Some(name) = packet.name().filter(|name| !matches!(*name, "set_protocol" | "compress")) {
            self.follow(side, name, &Value::default());
        }
        Ok(SessionPacket { packet, frame, head, offset, bytes, error: Some(error) })
    }

    /// Reads the recording of one side, in which each packet follows its length. The version is the given one, or that
    /// of the handshake. Without a handshake, the packets are those of a server, or of a client that had connected
    /// before.
    ///
    /// The packets of the other side, which may for example start the compression, are not in the recording.
    /// Their effects are determined by trying assumptions. If all packets can be read under an assumption,
    /// its result is returned. Otherwise the result is the one with the most readable packets, and each of
    /// the others has its error. If a length is damaged, the error of the result says why the rest cannot be
    /// read. All packets together may have at most `most` bytes when unpacked.
    #[must_use]
    pub fn read_stream(
        given: Option<Packets>,
        stream: &[u8],
        most: usize,
    ) -> (Vec<SessionPacket>, Option<SessionError>) {
        let number = handshake(stream);
        let packets = match (given, number) {
            (Some(packets), _) => packets,
            (None, None) => return (Vec::new(), Some(SessionError::NoVersion)),
            (None, Some(number)) => match Packets::of(number) {
                Some(packets) => packets,
                None => return (Vec::new(), Some(SessionError::UnknownVersion(number))),
            },
        };
        Self::read_best(&packets, number.is_some(), stream, most, MOST_UNREAD)
    }

    /// Reads a recording under the assumption that reads the most packets. Reading under an assumption ends when
    /// `most_unread` packets cannot be read.
    fn read_best(
        packets: &Packets,
        has_handshake: bool,
        stream: &[u8],
        most: usize,
        most_unread: usize,
    ) -> Read {
        // Without a handshake, these are the packets of a server, or of a client after its handshake.
        let sides: &[_] = if has_handshake { &[Side::Client] } else { &[Side::Server, Side::Client] };
        let mut best: Option<Read> = None;
        for side in sides {
            for way in assumptions(*side, has_handshake) {
                // An assumption that leaves as many packets unread as the best one is not better.
                let unread = best.as_ref().filter(|best| !best.0.is_empty());
                let unread = unread.map_or(most_unread, |best| (best.0.len() - readable(best)).max(1));
                let read = ended(Self::new(packets.clone()).read_by(way, stream, most, unread));
                best = Some(match best.take() {
                    Some(best) if is_whole(&best) && is_whole(&read) => {
                        let names = |all: &[SessionPacket]| -> Vec<_> {
                            all.iter().map(|packet| (packet.packet.state(), packet.bytes.clone())).collect()
                        };
                        if names(&best.0) != names(&read.0) {
                            return (Vec::new(), Some(SessionError::Ambiguous));
                        }
                        best
                    }
                    Some(best)
                        if is_whole(&best) || !is_whole(&read) && readable(&best) >= readable(&read) =>
                    {
                        best
                    }
                    _ => read,
                });
            }
            if best.as_ref().is_some_and(is_whole) {
                break;
            }
        }
        best.unwrap_or_default()
    }

    /// Reads a recording under an assumption, until `most_unread` packets cannot be read.
    fn read_by(mut self, way: Assumption, stream: &[u8], most: usize, most_unread: usize) -> Read {
        let side = way.side;
        match side {
            Side::Server => self.server = way.state,
            Side::Client => self.client = way.state,
        }
        let configures = self.packets.all(State::Configuration, Side::Server).is_some();
        let mut read = Collected { most_unread, ..Collected::default() };
        let mut left = most;
        let mut frames = Reader::new(Codec::new(self.packets.protocol()), stream);
        loop {
            if side == Side::Client
                && read.packets.len() == way.login
                && self.client == State::Login
                && !configures
            {
                self.client = State::Play;
            }
            let assumed = way.compressed_from.is_some_and(|from| read.packets.len() >= from);
            frames.set_threshold(self.threshold.or(assumed.then_some(0)));
            let start = stream.len() - frames.get_ref().len();
            let next = frames.next_packet().map(|frame| frame.map(Packed::into_owned));
            let place = start..stream.len() - frames.get_ref().len();
            let (offset, bytes) = match next {
                Ok(None) => return (read.packets, None),
                Ok(Some(frame)) => (frame.offset(), frame.into_wire().into_owned()),
                Err(StreamError::Frame(error)) => {
                    return (read.packets, Some(SessionError::Frame(error.offset(), error.reason())));
                }
                Err(StreamError::Value(error)) => {
                    let offset = error.offset();
                    let error = SessionError::Frame(offset, error.reason());
                    let Some(all) = self.packets.all(self.state(side), side) else {
                        return (read.packets, Some(error));
                    };
                    let (packet, bytes) = (all.clone(), Vec::new());
                    let head = stream.get(start..offset).unwrap_or_default().to_vec();
                    let packet =
                        SessionPacket { packet, frame: place, head, offset, bytes, error: Some(error) };
                    match read.push(packet) {
                        Ok(()) => continue,
                        Err(error) => return (read.packets, Some(error)),
                    }
                }
                Err(error) => return (read.packets, Some(SessionError::Frame(start, error.to_string()))),
            };
            left = match left.checked_sub(bytes.len()) {
                Some(left) => left,
                None => {
                    let reason = format!("the packets have more than {most} bytes");
                    return (read.packets, Some(SessionError::Frame(offset, reason)));
                }
            };
            let packet = self.read_recorded(
                side,
                place,
                stream.get(start..offset).unwrap_or_default().to_vec(),
                bytes,
            );
            if let Err(error) = packet.and_then(|packet| read.push(packet)) {
                return (read.packets, Some(error));
            }
        }
    }
}

/// The most packets of a client's login, which may include answers to mods.
const MOST_LOGINS: usize = 5;

/// Returns the assumptions to try, the most common first.
fn assumptions(side: Side, has_handshake: bool) -> Vec<Assumption> {
    let states: &[State] = match side {
        Side::Client if has_handshake => &[State::Handshaking],
        Side::Client => &[State::Play, State::Configuration, State::Login],
        Side::Server => &[State::Login, State::Status, State::Play, State::Configuration],
    };
    let mut ways = Vec::new();
    for state in states {
        // The login of a client has two packets including the handshake, or three with encryption.
        let logins = match (side, state) {
            (Side::Client, State::Handshaking) => 2..=MOST_LOGINS,
            (Side::Client, State::Login) => 1..=MOST_LOGINS,
            _ => 0..=0,
        };
        for login in logins {
            for compressed_from in [None, Some(login)] {
                // A server sends the packet that starts the compression.
                let says = side == Side::Server && matches!(state, State::Login | State::Status);
                if !says || compressed_from.is_none() {
                    ways.push(Assumption { side, state: *state, compressed_from, login });
                }
            }
        }
    }
    ways
}

/// The limits for the part of a recording by which its version is found: packets, bytes, and unpacked bytes.
const MOST_TRIED: usize = 4096;
const MOST_TRIED_BYTES: usize = 256 << 10;
const MOST_UNPACKED: usize = 4 << 20;

/// Returns the packets at the start of a stream, up to the limits for finding its version.
fn first_packets(stream: &[u8]) -> &[u8] {
    let mut frames = Reader::new(Codec::new(Protocol::V1_14), stream);
    let mut end = 0;
    for _ in 0..MOST_TRIED {
        match frames.next_packet() {
            Ok(Some(_)) if end < MOST_TRIED_BYTES => end = stream.len() - frames.get_ref().len(),
            Ok(_) => break,
            Err(_) => return stream,
        }
    }
    stream.get(..end).unwrap_or(stream)
}

/// Returns the protocol number of the handshake at the start.
fn handshake(stream: &[u8]) -> Option<i32> {
    const LAYOUT: &str = "struct(length:varint,id:enum(varint;handshake),protocol:varint,host:string(255),port:u16,next:enum(varint;s=1|l|t))";
    let layout: TypeExpr = LAYOUT.parse().ok()?;
    let (value, rest) = layout.parse_prefix(Protocol::V1_14, stream).ok()?;
    let Value::Struct(fields) = &value else { return None };
    let (Value::VarInt(length), Value::VarInt(number)) = (fields.first()?, fields.get(2)?) else {
        return None;
    };
    // The length itself takes one byte or two.
    let before = if *length < 0x80 { 1 } else { 2 };
    let is_whole = usize::try_from(*length).is_ok_and(|length| before + length == stream.len() - rest.len());
    is_whole.then_some(*number)
}
