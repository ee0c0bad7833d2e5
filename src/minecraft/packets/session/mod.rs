//! The packets of a connection, in order. Use this module to read a running connection.

mod archive;
mod assumptions;
mod collected;
mod recording;
mod replay;

use std::collections::HashMap;

pub use collected::SessionPacket;
pub use recording::Recording;

use super::{Packet, PacketError, Packets, Side, State};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::grammar::Fault;
use crate::minecraft::expr::{TypeExpr, Value};

/// A connection. It tracks the state of each side, and whether packets are compressed.
///
/// A program that sends packets encodes them with the [`packets`](Self::packets) of the side's [`state`](Self::state), and passes the
/// bytes to [`read`](Self::read), too, so that the state follows:
///
/// ```
/// use gamewire::minecraft::{Packets, Session, Side, State};
///
/// let mut session = Session::new(Packets::named("1.20.4").unwrap());
/// let (state, side) = (session.state(Side::Client), Side::Client);
/// let hello = session.packets().packet(state, side, "set_protocol").unwrap();
/// let params = r#"{"protocolVersion":765,"serverHost":"localhost","serverPort":25565,"nextState":2}"#;
/// let bytes = hello.encode(&hello.from_json(&format!(r#"{{"name":"set_protocol","params":{params}}}"#))?)?;
/// session.read(side, &bytes)?;
/// assert_eq!(session.state(Side::Server), State::Login);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It reads the packets of both sides:
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
    pub(super) client: State,
    pub(super) server: State,
    threshold: Option<usize>,
    /// The types of the packets that were read so far, and their numbers by id. Without an id, the type is that of all
    /// packets of a state and side.
    pub(super) kinds: Vec<Packet>,
    known: HashMap<(State, Side, Option<i64>), usize>,
}

/// The reason why a recording cannot be read to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The version is unknown, because there is no handshake or metadata.
    #[error(
        "the version of the recording is unknown, because it has neither a handshake at its start nor metadata"
    )]
    NoVersion,
    /// The handshake or the metadata has the number of an unknown version.
    #[error("the recording has the unknown protocol number {0}")]
    UnknownVersion(i32),
    /// The lengths or the compression of a packet are damaged. The fields are the offset and the reason.
    #[error("at byte {0:#06x}: {1}")]
    Frame(usize, String),
    /// A packet cannot be read. The fields are the offset and the error.
    #[error("at byte {0:#06x}, {1}")]
    Packet(usize, PacketError<DecodeError>),
    /// The packets from this offset on are encrypted.
    #[error("at byte {0:#06x}: the rest is encrypted, because it follows encryption_begin")]
    Encrypted(usize),
    /// The meaning of the packets depends on what the other side sent, which cannot be determined.
    #[error("the packets can be read in more than one way, because those of the other side are missing")]
    Ambiguous,
    /// The recording cannot be written with other packets. The field is the reason.
    #[error("the recording cannot be changed: {0}")]
    Write(String),
}

impl Session {
    /// Creates a connection of a version, before its handshake.
    #[must_use]
    pub fn new(packets: Packets) -> Self {
        let server = State::Status;
        Self { server, ..Self::begun(packets, State::Handshaking) }
    }

    /// Creates a connection in a state after its handshake.
    pub(super) fn begun(packets: Packets, state: State) -> Self {
        let (kinds, known) = (Vec::new(), HashMap::new());
        Self { packets, client: state, server: state, threshold: None, kinds, known }
    }

    /// Returns the packets of the version.
    pub fn packets(&self) -> &Packets {
        &self.packets
    }

    /// Returns the state of the next packet of a side.
    pub fn state(&self, side: Side) -> State {
        if side == Side::Client { self.client } else { self.server }
    }

    /// Returns the length from which on packets are compressed, or `None` before Set Compression.
    pub fn threshold(&self) -> Option<usize> {
        self.threshold
    }

    /// Reads the next packet of a side, which is decompressed and has no length.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a packet of the side's state. The state is then unchanged.
    pub fn read(&mut self, side: Side, bytes: &[u8]) -> Result<(Packet, Value), PacketError<DecodeError>> {
        let (kind, value) = self.read_kind(side, bytes)?;
        let packet = self.kinds.get(kind).ok_or_else(|| self.no_packets(side, bytes))?;
        Ok((packet.clone(), value))
    }

    /// Creates the error that a side sends no packets in its state.
    fn no_packets(&self, side: Side, bytes: &[u8]) -> PacketError<DecodeError> {
        let (version, protocol) = (self.packets.name().into(), self.packets.protocol());
        let nothing = TypeExpr::Struct(Vec::new());
        let packet = Packet::all(version, protocol, self.state(side), side, nothing);
        let kind = DecodeErrorKind::Custom("there are no packets in this state");
        let error = Fault::new(bytes.len(), 0, kind).in_input(bytes.len(), "packet");
        PacketError { packet, id: None, error }
    }

    /// Reads the next packet of a side. Returns the number of its type.
    fn read_kind(&mut self, side: Side, bytes: &[u8]) -> Result<(usize, Value), PacketError<DecodeError>> {
        let all = self.packets.all(self.state(side), side);
        let value = all.ok_or_else(|| self.no_packets(side, bytes))?.parse(bytes)?;
        let id = if let Some(Value::Enum(id)) = value.field(0) { Some(*id) } else { None };
        let kind = self.kind(side, id).ok_or_else(|| self.no_packets(side, bytes))?;
        self.follow(side, kind, &value);
        Ok((kind, value))
    }

    /// Returns the number of the type of a packet with this id, which the side sends in its state. Without an id, the type is
    /// that of all packets.
    pub(super) fn kind(&mut self, side: Side, id: Option<i64>) -> Option<usize> {
        let key = (self.state(side), side, id);
        if let Some(kind) = self.known.get(&key) {
            return Some(*kind);
        }
        let all = self.packets.all(self.state(side), side)?;
        let packet = match id {
            Some(id) => match all.names().and_then(|names| all.one(names.name(id)?)) {
                Some(one) => one,
                None => return self.kind(side, None),
            },
            None => all.clone(),
        };
        let kind = self.kinds.len();
        self.kinds.push(packet);
        self.known.insert(key, kind);
        Some(kind)
    }

    /// Changes the state after a packet that begins another one.
    fn follow(&mut self, side: Side, kind: usize, packet: &Value) {
        let name = self.name_of(kind).unwrap_or_default();
        let number = |at| packet.field(1)?.field(at).and_then(crate::minecraft::expr::int_of);
        let configures = self.packets.all(State::Configuration, Side::Server).is_some();
        match (side, self.state(side), name) {
            (Side::Client, State::Handshaking, "set_protocol") => {
                let next = if number(3) == Some(1) { State::Status } else { State::Login };
                (self.client, self.server) = (next, next);
            }
            (Side::Server, _, "compress" | "set_compression") => {
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

    /// Reads a packet of a recording at `offset`. Returns the number of its type, and the reason if it cannot be read.
    /// Most states can be tracked by the names of packets only.
    pub(super) fn read_recorded(
        &mut self,
        side: Side,
        offset: usize,
        bytes: &[u8],
    ) -> Result<(usize, Option<SessionError>), SessionError> {
        let error = match self.read_kind(side, bytes) {
            Ok((kind, _)) => return Ok((kind, None)),
            Err(error) => SessionError::Packet(offset, error),
        };
        let id = self.packets.all(self.state(side), side).and_then(|all| all.id(bytes));
        let Some(kind) = self.kind(side, id) else { return Err(error) };
        let needs_value = |name| matches!(name, "set_protocol" | "compress" | "set_compression");
        if self.name_of(kind).is_some_and(|name| !needs_value(name)) {
            self.follow(side, kind, &Value::default());
        }
        Ok((kind, Some(error)))
    }

    /// Returns the name of the packet with this number of its type.
    pub(super) fn name_of(&self, kind: usize) -> Option<&str> {
        self.kinds.get(kind)?.name()
    }
}
