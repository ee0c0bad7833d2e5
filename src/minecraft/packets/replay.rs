//! Recordings of ReplayMod, which are `.mcpr` files: zip archives with the packets of the server.

use super::session::{Collected, Read, Recording, Session, SessionError, ended};
use super::{Packets, Side, State};
use crate::json::{Object, Res};
use crate::minecraft::files::inflate_raw;
use crate::minecraft::json::read_text;

/// The first bytes of a file in an archive.
const LOCAL: [u8; 4] = *b"PK\x03\x04";
/// The length of the header of a file, without its name.
const HEADER: usize = 30;

/// The name of the file with the packets.
const PACKETS: &str = "recording.tmcpr";
const ABOUT: &str = "metaData.json";

/// The protocol numbers of formats 1 to 9, whose metadata does not state them.
const BEFORE_NUMBERS: [i32; 9] = [47, 110, 210, 315, 316, 335, 338, 5, 340];
/// The first format that begins with the login.
const WITH_LOGIN: usize = 14;

/// The metadata of a recording.
struct About {
    protocol: Option<i32>,
    format: usize,
}

impl About {
    fn of_json(json: &str) -> Option<Self> {
        let about = read_text(json, |root| -> Res<Self> {
            let about = Object::from_node(root)?;
            let number = |key| about.get(key).and_then(|node| node.raw().parse::<usize>().ok());
            let format = number("fileFormatVersion").unwrap_or(0);
            let before = format.checked_sub(1).and_then(|at| BEFORE_NUMBERS.get(at).copied());
            let protocol = number("protocol").and_then(|number| i32::try_from(number).ok());
            Ok(Self { protocol: before.or(protocol), format })
        });
        about.ok()
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<usize> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?).into())
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?)).ok()
}

/// The data of a file of an archive, after its header.
struct Packed<'f> {
    is_deflate: bool,
    /// The bytes after the header. The data ends by itself, or after the stated number of bytes.
    data: &'f [u8],
    length: usize,
}

/// Finds a file by its local header. The list of files at the end of the archive is not needed, because a truncated
/// archive has none.
fn find<'f>(file: &'f [u8], name: &str) -> Option<Packed<'f>> {
    memchr::memmem::find_iter(file, &LOCAL).find_map(|at| {
        let header = file.get(at..)?;
        let (own, more) = (u16_at(header, 26)?, u16_at(header, 28)?);
        if header.get(HEADER..HEADER + own)? != name.as_bytes() {
            return None;
        }
        let data = header.get(HEADER + own + more..)?;
        Some(Packed { is_deflate: u16_at(header, 8)? != 0, data, length: u32_at(header, 18)? })
    })
}

impl Packed<'_> {
    /// Returns the contents as far as they can be read, and the reason why the rest cannot.
    fn unpack(&self, most: usize) -> (Vec<u8>, Option<String>) {
        let mut contents = Vec::new();
        let read = match (self.is_deflate, self.data.get(..self.length)) {
            (true, _) => inflate_raw(self.data, most, &mut contents).map_err(|error| error.to_string()),
            (false, Some(data)) => {
                contents.extend_from_slice(data);
                Ok(())
            }
            (false, None) => {
                contents.extend_from_slice(self.data);
                Err("its end is missing".to_owned())
            }
        };
        if contents.len() > most {
            contents.truncate(most);
            return (contents, Some(format!("it has more than {most} bytes")));
        }
        (contents, read.err())
    }
}

/// Returns whether the bytes are the archive of a recording, which has a file with packets.
pub(super) fn is_replay(file: &[u8]) -> bool {
    file.starts_with(&LOCAL) && find(file, PACKETS).is_some()
}

/// Reads the packets of a recording, which may have at most `most` bytes when unpacked.
pub(super) fn read(given: Option<Packets>, file: &[u8], most: usize) -> Recording {
    let about = find(file, ABOUT).map(|about| about.unpack(most).0);
    let about = about.and_then(|json| About::of_json(std::str::from_utf8(&json).ok()?));
    let number = about.as_ref().and_then(|about| about.protocol);
    let packets = match (given, number) {
        (Some(packets), _) => packets,
        (None, Some(number)) => match Packets::of(number) {
            Some(packets) => packets,
            None => return Recording::failed(SessionError::UnknownVersion(number)),
        },
        (None, None) => return Recording::failed(SessionError::NoVersion),
    };
    let (contents, damage) = find(file, PACKETS).map(|packed| packed.unpack(most)).unwrap_or_default();
    let starts_with_login = about.is_none_or(|about| about.format >= WITH_LOGIN);
    let state = if starts_with_login { State::Login } else { State::Play };
    let version = packets.name().to_owned();
    let session = Session::begun(packets, state);
    let (packets, error) = ended(packets_of(session, &contents, damage));
    Recording { version: Some(version), side: Side::Server, packets, error }
}

/// Reads the packets, each of which follows its time and its length. `damage` is the error after them.
fn packets_of(mut session: Session, contents: &[u8], damage: Option<String>) -> Read {
    let mut read = Collected::default();
    let mut rest = contents;
    let number = |bytes: &[u8], at| Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?));
    while !rest.is_empty() {
        let offset = contents.len() - rest.len();
        let length = number(rest, 4).and_then(|length| usize::try_from(length).ok());
        let Some(bytes) = length.and_then(|length| rest.get(8..)?.get(..length)) else {
            let reason = damage.unwrap_or_else(|| "its end is missing".to_owned());
            return (read.packets, Some(SessionError::Frame(offset, reason)));
        };
        let packet = session.read_recorded(Side::Server, offset + 8, bytes.to_vec());
        if let Err(error) = packet.and_then(|packet| read.push(packet)) {
            return (read.packets, Some(error));
        }
        rest = rest.get(8 + bytes.len()..).unwrap_or_default();
    }
    (read.packets, damage.map(|reason| SessionError::Frame(contents.len(), reason)))
}
