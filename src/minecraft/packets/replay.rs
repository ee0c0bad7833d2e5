//! Recordings of ReplayMod, which are `.mcpr` files: zip archives with the packets of the server.

use flate2::Crc;

use super::session::{Collected, Read, Recording, Replaced, Session, SessionError, ended};
use super::{Packets, Side, State};
use crate::json::{Object, Res};
use crate::minecraft::files::{deflate_raw, inflate_raw};
use crate::minecraft::json::read_text;

/// The first bytes of a file in an archive.
const LOCAL: [u8; 4] = *b"PK\x03\x04";
/// The length of the header of a file, without its name.
const HEADER: usize = 30;

/// The name of the file with the packets.
const PACKETS: &str = "recording.tmcpr";
const ABOUT: &str = "metaData.json";
const MISSING: &str = "its end is missing";

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
    /// The offset of the header in the archive.
    at: usize,
    is_deflate: bool,
    /// The bytes after the header. The data ends by itself, or after the stated number of bytes.
    data: &'f [u8],
    length: usize,
}

/// The contents of a file of an archive, as far as they can be read.
#[derive(Default)]
struct Unpacked {
    contents: Vec<u8>,
    /// The number of bytes of the data that were read.
    read: usize,
    /// The reason why the rest cannot be read.
    damage: Option<String>,
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
        Some(Packed { at, is_deflate: u16_at(header, 8)? != 0, data, length: u32_at(header, 18)? })
    })
}

impl Packed<'_> {
    /// Unpacks at most `most` bytes.
    fn unpack(&self, most: usize) -> Unpacked {
        let mut unpacked = if self.is_deflate {
            let inflated = inflate_raw(self.data, most);
            let reason = if inflated.read == self.data.len() { MISSING } else { "corrupt deflate stream" };
            let damage = (!inflated.is_whole).then(|| reason.to_owned());
            Unpacked { contents: inflated.contents, read: inflated.read, damage }
        } else {
            let data = self.data.get(..self.length);
            let damage = data.is_none().then(|| MISSING.to_owned());
            let contents = data.unwrap_or(self.data).to_vec();
            Unpacked { read: contents.len(), contents, damage }
        };
        if unpacked.contents.len() > most {
            unpacked.contents.truncate(most);
            unpacked.damage = Some(format!("it has more than {most} bytes"));
        }
        unpacked
    }
}

/// Returns whether the bytes are the archive of a recording, which has a file with packets.
pub(super) fn is_replay(file: &[u8]) -> bool {
    file.starts_with(&LOCAL) && find(file, PACKETS).is_some()
}

/// Reads the packets of a recording, which may have at most `most` bytes when unpacked.
pub(super) fn read(given: Option<Packets>, file: &[u8], most: usize) -> Recording {
    let about = find(file, ABOUT).map(|about| about.unpack(most).contents);
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
    let Unpacked { contents, damage, .. } =
        find(file, PACKETS).map(|packed| packed.unpack(most)).unwrap_or_default();
    let starts_with_login = about.is_none_or(|about| about.format >= WITH_LOGIN);
    let state = if starts_with_login { State::Login } else { State::Play };
    let version = packets.name().to_owned();
    let session = Session::begun(packets, state);
    let (packets, error) = ended(packets_of(session, &contents, damage));
    Recording { version: Some(version), side: Side::Server, packets, error, most }
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
            let reason = damage.unwrap_or_else(|| MISSING.to_owned());
            return (read.packets, Some(SessionError::Frame(offset, reason)));
        };
        let frame = offset..offset + 8 + bytes.len();
        let packet = session.read_recorded(
            Side::Server,
            frame,
            rest.get(..8).unwrap_or_default().to_vec(),
            bytes.to_vec(),
        );
        if let Err(error) = packet.and_then(|packet| read.push(packet)) {
            return (read.packets, Some(error));
        }
        rest = rest.get(8 + bytes.len()..).unwrap_or_default();
    }
    (read.packets, damage.map(|reason| SessionError::Frame(contents.len(), reason)))
}

/// The signature of an entry in the list of files, and the length of an entry without its texts.
const ENTRY: [u8; 4] = *b"PK\x01\x02";
const ENTRY_LENGTH: usize = 46;
/// The signature of the end of the list, and its length without a comment.
const END: [u8; 4] = *b"PK\x05\x06";
const END_LENGTH: usize = 22;
/// The signature of the checksum and lengths after the data, which may be missing.
const AFTER: [u8; 4] = *b"PK\x07\x08";
/// The first bits of a block that deflate does not have.
const NO_BLOCK: u8 = 0x07;

/// Returns the offsets of the entries in the list of files, and of the end of the list. A truncated archive has none.
fn list(file: &[u8]) -> Option<(Vec<usize>, usize)> {
    let end = memchr::memmem::rfind(file, &END).filter(|end| file.len() - end >= END_LENGTH)?;
    let mut at = u32_at(file, end + 16)?;
    let mut entries = Vec::new();
    for _ in 0..u16_at(file, end + 10)? {
        let entry = file.get(at..end).filter(|entry| entry.starts_with(&ENTRY))?;
        entries.push(at);
        at += ENTRY_LENGTH + u16_at(entry, 28)? + u16_at(entry, 30)? + u16_at(entry, 32)?;
    }
    Some((entries, end))
}

fn checksum(contents: &[u8]) -> [u8; 4] {
    let mut crc = Crc::new();
    crc.update(contents);
    crc.sum().to_le_bytes()
}

/// Adds to a number of an archive.
fn add(file: &mut [u8], at: usize, difference: u32) {
    let number = file.get_mut(at..).and_then(|rest| rest.first_chunk_mut());
    if let Some(number) = number {
        *number = u32::from_le_bytes(*number).wrapping_add(difference).to_le_bytes();
    }
}

/// Returns the archive with other packets. What follows the damage of compressed data stays as it is.
pub(super) fn with_packets(
    recording: &Recording,
    file: &[u8],
    new: &Replaced,
) -> Result<Vec<u8>, SessionError> {
    let failed = |reason: &str| SessionError::Write(reason.to_owned());
    let packed = find(file, PACKETS).ok_or_else(|| failed("the archive has no packets"))?;
    let Unpacked { contents: old, read, damage } = packed.unpack(recording.most);
    if let Some(reason) = damage.as_ref().filter(|_| old.len() == recording.most) {
        return Err(failed(reason));
    }
    let contents = recording.spliced(&old, new, |head, bytes| {
        let length = u32::try_from(bytes.len()).map_err(|_| failed("the packet is too long"))?;
        let time = head.get(..4).unwrap_or_default();
        Ok([time, &length.to_be_bytes(), bytes].concat())
    })?;
    let listed = list(file).unwrap_or_default();
    let entry = listed.0.iter().find(|entry| u32_at(file, *entry + 42) == Some(packed.at));
    // Without a list, damaged data may extend to the end of the file.
    let length = match (&damage, entry) {
        (None, _) => read,
        (Some(_), Some(entry)) => u32_at(file, entry + 20).unwrap_or(read),
        (Some(_), None) => packed.data.len(),
    };
    let length = length.clamp(read, packed.data.len());
    let mut data = contents.clone();
    if packed.is_deflate {
        data = deflate_raw(&contents, damage.is_none()).map_err(|error| failed(&error.to_string()))?;
        let rest = packed.data.get(read..length).unwrap_or_default();
        if !rest.is_empty() && damage.is_some() {
            data.push(NO_BLOCK);
            data.extend_from_slice(rest.strip_prefix(&[NO_BLOCK]).unwrap_or(rest));
        }
    }
    let size = |length: usize| u32::try_from(length).map_err(|_| failed("the archive is too long"));
    let grown = size(data.len())?.wrapping_sub(size(length)?);
    let start = file.len() - packed.data.len();
    let (before, after) =
        (file.get(..start).unwrap_or_default(), file.get(start + length..).unwrap_or_default());
    let mut written = [before, &data, after].concat();
    // The checksum and both lengths are in the header, after the data, and in the list of files.
    let is_described = u16_at(file, packed.at + 6).is_some_and(|flags| flags & 8 != 0);
    let behind = start + data.len();
    let mut places = Vec::new();
    if !is_described {
        places.push(packed.at + 14);
    } else if damage.is_none() {
        places.push(if after.starts_with(&AFTER) { behind + 4 } else { behind });
    }
    let moved = |at: usize| at + data.len() - length;
    places.extend(entry.map(|entry| moved(*entry) + 16));
    for place in places {
        // A wrong checksum stays wrong.
        if written.get(place..place + 4) == Some(&checksum(&old))
            && let Some(number) = written.get_mut(place..place + 4)
        {
            number.copy_from_slice(&checksum(&contents));
        }
        add(&mut written, place + 4, grown);
        add(&mut written, place + 8, size(contents.len())?.wrapping_sub(size(old.len())?));
    }
    let (entries, end) = listed;
    for entry in &entries {
        if u32_at(file, entry + 42).is_some_and(|at| at > packed.at) {
            add(&mut written, moved(*entry) + 42, grown);
        }
    }
    if !entries.is_empty() {
        add(&mut written, moved(end) + 16, grown);
    }
    Ok(written)
}
