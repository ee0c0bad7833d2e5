//! Reading of what one side of a connection sent. The packets of the other side, which may for example start the
//! compression, are not there. Their effects are determined by trying assumptions.

use super::collected::{Collected, Reading};
use super::{Packets, Session, SessionError, Side, State};
use crate::minecraft::stream::{Codec, RawPacket, Reader, StreamError};
use crate::minecraft::{Protocol, TypeExpr, Value};

/// An assumption about the packets of the other side.
#[derive(Debug, Clone, Copy)]
struct Assumption {
    side: Side,
    /// The state of the first packet, if it is not a handshake.
    state: State,
    /// The number of packets before those of the running game, and before compression.
    login: usize,
    /// Whether the packets after the login have a data length, which compression adds.
    is_compressed: bool,
}

/// Reads a recording under the assumption that reads the most packets. If there are several that read all packets, and
/// not to the same packets, the recording is ambiguous. All packets together may have at most `most` bytes when
/// unpacked. Reading under an assumption ends when `most_unread` packets cannot be read.
pub(super) fn read_best(
    packets: &Packets,
    has_handshake: bool,
    stream: &[u8],
    most: usize,
    most_unread: usize,
) -> Collected {
    // Without a handshake, these are the packets of a server, or of a client after its handshake.
    let sides: &[_] = if has_handshake { &[Side::Client] } else { &[Side::Server, Side::Client] };
    let mut best: Option<Collected> = None;
    for side in sides {
        for way in assumptions(*side, has_handshake) {
            // An assumption that leaves as many packets unread as the best one is not better.
            let unread = best.as_ref().filter(|best| best.len() > 0);
            let unread = unread.map_or(most_unread, |best| (best.len() - best.readable()).max(1));
            let read = read_by(packets, way, stream, most, unread);
            best = Some(match best.take() {
                Some(best) if best.is_whole() && read.is_whole() => {
                    if !is_same(&best, &read, stream) {
                        return Collected::failed(SessionError::Ambiguous);
                    }
                    best
                }
                Some(best) if best.is_whole() || !read.is_whole() && best.readable() >= read.readable() => {
                    best
                }
                _ => read,
            });
        }
        if best.as_ref().is_some_and(Collected::is_whole) {
            break;
        }
    }
    best.unwrap_or_default()
}

/// Returns whether a recording was read to the same packets.
fn is_same(one: &Collected, other: &Collected, stream: &[u8]) -> bool {
    one.len() == other.len()
        && (0..one.len()).all(|number| {
            let packet = |read: &Collected| {
                let one = read.packet(number, stream)?;
                Some((one.packet.state(), one.bytes.into_owned()))
            };
            packet(one) == packet(other)
        })
}

/// Reads a recording under an assumption, until `most_unread` packets cannot be read.
fn read_by(packets: &Packets, way: Assumption, stream: &[u8], most: usize, most_unread: usize) -> Collected {
    let mut session = Session::new(packets.clone());
    match way.side {
        Side::Server => session.server = way.state,
        Side::Client => session.client = way.state,
    }
    let reading = Reading { session, read: Collected::default(), most_unread };
    reading.read(|reading| read_frames(reading, way, stream, most))
}

/// Reads the frames of a recording under an assumption. Returns the reason why the rest cannot be read.
fn read_frames(
    reading: &mut Reading,
    way: Assumption,
    stream: &[u8],
    most: usize,
) -> Result<(), SessionError> {
    let (mut left, side) = (most, way.side);
    let packets = reading.session.packets();
    let configures = packets.all(State::Configuration, Side::Server).is_some();
    let mut frames = Reader::new(Codec::new(packets.protocol()), stream);
    let mut is_encrypted = false;
    loop {
        let (session, number) = (&mut reading.session, reading.read.len());
        if side == Side::Client && number == way.login && session.client == State::Login && !configures {
            session.client = State::Play;
        }
        let assumed = way.is_compressed && number >= way.login;
        frames.set_threshold(session.threshold().or(assumed.then_some(0)));
        let start = stream.len() - frames.get_ref().len();
        let next = frames.next_packet().map(|frame| frame.map(RawPacket::into_owned));
        let end = stream.len() - frames.get_ref().len();
        let (offset, packet) = match next {
            Ok(None) => return Ok(()),
            Ok(Some(frame)) => {
                let (offset, bytes) = (frame.offset(), frame.as_wire());
                left = left.checked_sub(bytes.len()).ok_or_else(|| {
                    SessionError::Frame(offset, format!("the packets have more than {most} bytes"))
                })?;
                (offset, session.read_recorded(side, offset, bytes)?)
            }
            Err(_) if is_encrypted => return Err(SessionError::Encrypted(start)),
            Err(StreamError::Frame(error)) => {
                return Err(SessionError::Frame(error.offset(), error.reason()));
            }
            Err(StreamError::Value(error)) => {
                let damage = SessionError::Frame(error.offset(), error.reason());
                match session.kind(side, None) {
                    Some(kind) => (error.offset(), (kind, Some(damage))),
                    None => return Err(damage),
                }
            }
            Err(error) => return Err(SessionError::Frame(start, error.to_string())),
        };
        let (kind, error) = &packet;
        if is_encrypted && error.is_some() {
            return Err(SessionError::Encrypted(start));
        }
        // A program that records decrypted packets has this packet, too.
        is_encrypted = session.name_of(*kind) == Some("encryption_begin");
        reading.push(end, offset - start, packet)?;
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
            let plain = Assumption { side, state: *state, login, is_compressed: false };
            ways.push(plain);
            // A server sends the packet that starts the compression.
            if side == Side::Client || matches!(state, State::Play | State::Configuration) {
                ways.push(Assumption { is_compressed: true, ..plain });
            }
        }
    }
    ways
}

/// The limits for the part of a recording by which its version is found: packets, bytes, and unpacked bytes.
const MOST_TRIED: usize = 4096;
pub(super) const MOST_TRIED_BYTES: usize = 256 << 10;
pub(super) const MOST_UNPACKED: usize = 4 << 20;

/// Returns the packets at the start of a stream, up to the limits for finding its version.
pub(super) fn first_packets(stream: &[u8]) -> &[u8] {
    let mut frames = Reader::new(Codec::new(Protocol::V1_14), stream);
    let mut end = 0;
    for _ in 0..MOST_TRIED {
        match frames.next_packet() {
            Ok(Some(_)) if end < MOST_TRIED_BYTES => end = stream.len() - frames.get_ref().len(),
            Ok(_) => break,
            Err(_) if end > 0 => return stream,
            // All versions have the same frames.
            Err(_) => return &[],
        }
    }
    stream.get(..end).unwrap_or(stream)
}

/// Returns the protocol number of the handshake at the start.
pub(super) fn handshake(stream: &[u8]) -> Option<i32> {
    const LAYOUT: &str = "struct(length:varint,id:enum(varint;handshake),protocol:varint,host:string(255),port:u16,next:enum(varint;s=1|l|t))";
    let layout: TypeExpr = LAYOUT.parse().ok()?;
    let (value, rest) = layout.parse_prefix(Protocol::V1_14, stream).ok()?;
    let (Value::VarInt(length), Value::VarInt(number)) = (value.field(0)?, value.field(2)?) else {
        return None;
    };
    // The length itself takes one byte or two.
    let before = if *length < 0x80 { 1 } else { 2 };
    let is_whole = usize::try_from(*length).is_ok_and(|length| before + length == stream.len() - rest.len());
    is_whole.then_some(*number)
}
