//! The packets of a connection, in order.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use super::{Packet, PacketError, Packets, Side, State, replay};
use crate::error::DecodeError;
use crate::minecraft::expr::{TypeExpr, Value};
use crate::minecraft::protocol::Protocol;
use crate::minecraft::stream::{Codec, Reader, StreamError};

/// A connection: it follows which packets begin another state, and from when on packets are compressed.
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
    /// The packets that were read, each once.
    known: HashMap<(State, Side, i64), Packet>,
}

/// A packet of a recorded connection.
#[derive(Debug, Clone)]
pub struct SessionPacket {
    /// The packet. If it cannot be read and its id is not known, these are all packets of its state and side.
    pub packet: Packet,
    /// Where it begins in the recording: its id, or its compressed data.
    pub offset: usize,
    /// Its bytes from the id on, decompressed. There are none if it cannot be decompressed.
    pub bytes: Vec<u8>,
    /// Why it cannot be read. The packets after it are read all the same.
    pub error: Option<SessionError>,
}

/// The packets of a recording, and why it cannot be read further.
pub(super) type Read = (Vec<SessionPacket>, Option<SessionError>);

/// How many packets may be unreadable before reading ends.
const MOST_UNREAD: usize = 1000;

/// Ends the reading of a recording. If no packet can be read, the first error is that of the recording.
pub(super) fn ended((mut packets, error): Read) -> Read {
    if packets.iter().all(|one| one.error.is_some())
        && let Some(first) = packets.first_mut()
    {
        return (Vec::new(), first.error.take());
    }
    (packets, error)
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
    /// The name of the version.
    pub version: Option<String>,
    /// The side that sent the packets.
    pub side: Side,
    /// The packets before the error. Each of those that cannot be read has an error of its own.
    pub packets: Vec<SessionPacket>,
    /// Why it cannot be read further.
    pub error: Option<SessionError>,
}

impl Recording {
    pub(super) fn failed(error: SessionError) -> Self {
        Self { version: None, side: Side::Server, packets: Vec::new(), error: Some(error) }
    }

    /// Returns whether bytes are a recording that names its version: the bytes that a client sent, from a handshake on, or the `.mcpr` file
    /// of ReplayMod.
    #[must_use]
    pub fn detect(file: &[u8]) -> bool {
        replay::is_replay(file) || handshake(file).is_some_and(|number| Packets::of(number).is_some())
    }

    /// Reads the bytes that one side sent, or a `.mcpr`. The version is the given one; without one, that of the handshake or the metadata.
    /// The unpacked packets may have so many bytes.
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
        Self { version, side, packets, error }
    }
}

/// A recording that cannot be read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionError {
    /// It has no handshake or metadata, and so no version.
    NoVersion,
    /// Its handshake or metadata has the number of a version that is not known.
    UnknownVersion(i32),
    /// The lengths or the compression of a packet are damaged: the offset, and why.
    Frame(usize, String),
    /// A packet cannot be read.
    Packet(usize, PacketError<DecodeError>),
    /// What the other side said decides about the meaning, and it cannot be found.
    Ambiguous,
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
        }
    }
}

impl std::error::Error for SessionError {}

/// What one side cannot know of the other.
#[derive(Debug, Clone, Copy)]
struct Assumption {
    side: Side,
    /// The state of the first packet, if it is no handshake.
    state: State,
    /// The number of the first packet that has a data length, as compression has it; the login of a client ends there, too.
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

    /// A connection in a state after its handshake.
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

    /// Returns from which length on packets are compressed, after Set Compression.
    #[must_use]
    pub fn threshold(&self) -> Option<usize> {
        self.threshold
    }

    /// Reads the next packet of a side, without length and decompressed.
    ///
    /// # Errors
    /// If the bytes are no packet of the side's state. The state is then as before.
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

    /// Follows a packet to its state.
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

    /// Reads a packet of a recording, or notes why it cannot be read. Its name is enough to follow it to most states.
    fn read_recorded(
        &mut self,
        side: Side,
        offset: usize,
        bytes: Vec<u8>,
    ) -> Result<SessionPacket, SessionError> {
        let error = match self.read(side, &bytes) {
            Ok((packet, _)) => return Ok(SessionPacket { packet, offset, bytes, error: None }),
            Err(error) => SessionError::Packet(offset, error),
        };
        let Some(all) = self.packets.all(self.state(side), side) else { return Err(error) };
        let packet = all.by_id_of(&bytes).unwrap_or_else(|| all.clone());
        if let Some(name) = packet.name().filter(|name| !matches!(*name, "set_protocol" | "compress")) {
            self.follow(side, name, &Value::default());
        }
        Ok(SessionPacket { packet, offset, bytes, error: Some(error) })
    }

    /// Reads the recording of one side, each packet after its length. The version is that of the handshake, or the given one. Without a
    /// handshake, these are the packets of a server, or of a client that had connected before.
    ///
    /// What the other side said, such as the compression, is found by trying: if one way reads all packets, it is taken. Otherwise the
    /// result has the packets of the way that reads most of them; each of the others has its error. The error of the result says why the
    /// recording cannot be read further, if a length is damaged. All packets together may have so many bytes.
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
        // Without a handshake these are a server's packets, or else a client's from a later one on.
        let sides: &[_] = if number.is_some() { &[Side::Client] } else { &[Side::Server, Side::Client] };
        let readable = |(packets, _): &Read| packets.iter().filter(|one| one.error.is_none()).count();
        let is_whole = |read: &Read| read.1.is_none() && readable(read) == read.0.len();
        let mut best: Option<Read> = None;
        for side in sides {
            for way in assumptions(*side, number.is_some()) {
                let read = ended(Self::new(packets.clone()).read_by(way, stream, most));
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

    fn read_by(mut self, way: Assumption, stream: &[u8], most: usize) -> Read {
        let side = way.side;
        match side {
            Side::Server => self.server = way.state,
            Side::Client => self.client = way.state,
        }
        let configures = self.packets.all(State::Configuration, Side::Server).is_some();
        let (mut read, mut unread) = (Vec::new(), 0);
        let mut left = most;
        let mut frames = Reader::new(Codec::new(self.packets.protocol()), stream);
        loop {
            if side == Side::Client && read.len() == way.login && self.client == State::Login && !configures {
                self.client = State::Play;
            }
            let assumed = way.compressed_from.is_some_and(|from| read.len() >= from);
            frames.set_threshold(self.threshold.or(assumed.then_some(0)));
            let before = stream.len() - frames.get_ref().len();
            let (offset, bytes) = match frames.next_packet() {
                Ok(None) => return (read, None),
                Ok(Some(frame)) => (frame.offset(), frame.as_wire().to_vec()),
                Err(StreamError::Frame(error)) => {
                    return (read, Some(SessionError::Frame(error.offset(), error.reason())));
                }
                Err(StreamError::Value(error)) => {
                    let offset = error.offset();
                    let error = SessionError::Frame(offset, error.reason());
                    unread += 1;
                    let Some(all) = self.packets.all(self.state(side), side).filter(|_| unread < MOST_UNREAD)
                    else {
                        return (read, Some(error));
                    };
                    let (packet, bytes) = (all.clone(), Vec::new());
                    read.push(SessionPacket { packet, offset, bytes, error: Some(error) });
                    continue;
                }
                Err(error) => return (read, Some(SessionError::Frame(before, error.to_string()))),
            };
            left = match left.checked_sub(bytes.len()) {
                Some(left) => left,
                None => {
                    let reason = format!("the packets have more than {most} bytes");
                    return (read, Some(SessionError::Frame(offset, reason)));
                }
            };
            if let Err(error) = self.read_next(side, offset, bytes, &mut read, &mut unread) {
                return (read, Some(error));
            }
        }
    }

    /// Appends the next packet of a recording. If too many cannot be read, its error is that of the recording.
    pub(super) fn read_next(
        &mut self,
        side: Side,
        offset: usize,
        bytes: Vec<u8>,
        read: &mut Vec<SessionPacket>,
        unread: &mut usize,
    ) -> Result<(), SessionError> {
        let mut packet = self.read_recorded(side, offset, bytes)?;
        *unread += usize::from(packet.error.is_some());
        if let Some(error) = packet.error.take_if(|_| *unread == MOST_UNREAD) {
            return Err(error);
        }
        read.push(packet);
        Ok(())
    }
}

/// The most packets of a client's login: it may answer questions of mods.
const MOST_LOGINS: usize = 5;

/// The ways to try, from the commonest on.
fn assumptions(side: Side, has_handshake: bool) -> Vec<Assumption> {
    let states: &[State] = match side {
        Side::Client if has_handshake => &[State::Handshaking],
        Side::Client => &[State::Play, State::Configuration, State::Login],
        Side::Server => &[State::Login, State::Status, State::Play, State::Configuration],
    };
    let mut ways = Vec::new();
    for state in states {
        // A login of a client has two packets with the handshake, or three with encryption.
        let logins = match (side, state) {
            (Side::Client, State::Handshaking) => 2..=MOST_LOGINS,
            (Side::Client, State::Login) => 1..=MOST_LOGINS,
            _ => 0..=0,
        };
        for login in logins {
            for compressed_from in [None, Some(login)] {
                // A server says from when on it compresses.
                let says = side == Side::Server && matches!(state, State::Login | State::Status);
                if !says || compressed_from.is_none() {
                    ways.push(Assumption { side, state: *state, compressed_from, login });
                }
            }
        }
    }
    ways
}

/// The protocol number of the handshake at the start.
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
