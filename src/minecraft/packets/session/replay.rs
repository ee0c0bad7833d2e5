//! Recordings of ReplayMod, which are `.mcpr` files: zip archives with the packets of the server.

use flate2::Crc;

use super::archive::{
    AFTER, CHECKSUM, ENTRY, LIST, LIST_END, LOCAL, OFFSET, PACKED, Unpacked, find, list, starts_archive,
};
use super::collected::{Collected, MOST_UNREAD, Reading};
use super::{Packets, Session, SessionError, Side, State};
use crate::json::{JsonDocument, JsonRules, Object};
use crate::minecraft::deflate::{MISSING, deflate_raw};

/// The name of the file with the packets.
const PACKETS: &str = "recording.tmcpr";
const ABOUT: &str = "metaData.json";
/// The maximum size of the metadata in bytes, and its nesting limit. ReplayMod writes one object with the ids of the
/// players that were seen.
const ABOUT_SIZE: usize = 1 << 20;
const ABOUT_DEPTH: usize = 64;

/// The protocol numbers of formats 1 to 9, whose metadata does not state them.
const BEFORE_NUMBERS: [i32; 9] = [47, 110, 210, 315, 316, 335, 338, 5, 340];
/// The first format that begins with the login.
const WITH_LOGIN: usize = 14;

/// Returns the protocol number and the first state of a recording from its metadata.
fn about(json: &str) -> Option<(Option<i32>, State)> {
    let document = JsonDocument::new(json, JsonRules { depth: ABOUT_DEPTH, ..JsonRules::JSON }).ok()?;
    let about = Object::from_node(document.root()).ok()?;
    let number = |key| about.get(key).and_then(|node| node.raw().parse::<usize>().ok());
    let format = number("fileFormatVersion").unwrap_or(0);
    let before = format.checked_sub(1).and_then(|at| BEFORE_NUMBERS.get(at).copied());
    let protocol = before.or_else(|| number("protocol")?.try_into().ok());
    Some((protocol, if format >= WITH_LOGIN { State::Login } else { State::Play }))
}

/// Returns whether the bytes are the archive of a recording, which has a file with packets.
pub(super) fn is_replay(file: &[u8]) -> bool {
    starts_archive(file) && find(file, PACKETS).is_some()
}

/// Reads the packets of a recording, which may have at most `most` bytes when unpacked. Returns the name of the version,
/// the unpacked packets, and their places.
pub(super) fn read(
    given: Option<Packets>,
    file: &[u8],
    most: usize,
) -> (Option<String>, Unpacked, Collected) {
    let json = find(file, ABOUT).map(|about| about.unpack(most.min(ABOUT_SIZE)).contents);
    let (number, state) =
        json.and_then(|json| about(std::str::from_utf8(&json).ok()?)).unwrap_or((None, State::Login));
    let Some(packets) = given.or_else(|| Packets::of(number?)) else {
        let error = number.map_or(SessionError::NoVersion, SessionError::UnknownVersion);
        return (None, Unpacked::default(), Collected::failed(error));
    };
    let unpacked = find(file, PACKETS).map(|packed| packed.unpack(most)).unwrap_or_default();
    let version = packets.name().to_owned();
    let read = collect(packets, state, &unpacked.contents, unpacked.damage.as_ref());
    (Some(version), unpacked, read)
}

/// The number of bytes of the time and the length before a packet.
const HEAD: usize = 8;

/// Splits off the first packet. Returns its time, its bytes, and the rest.
fn split_first(contents: &[u8]) -> Option<(u32, &[u8], &[u8])> {
    let (time, rest) = contents.split_first_chunk()?;
    let (length, rest) = rest.split_first_chunk()?;
    let (packet, rest) = rest.split_at_checked(u32::from_be_bytes(*length).try_into().ok()?)?;
    Some((u32::from_be_bytes(*time), packet, rest))
}

/// Returns whether the bytes are the packets of a recording without its archive: each follows its time, which never
/// decreases, and its length.
pub(super) fn is_bare(file: &[u8]) -> bool {
    let (mut rest, mut time) = (file, 0);
    while let Some((now, [_, ..], after)) = split_first(rest)
        && now >= time
    {
        (rest, time) = (after, now);
    }
    rest.is_empty() && !file.is_empty()
}

/// Returns the first packets of a recording without its archive, which together have about this many bytes.
pub(super) fn first_bare(file: &[u8], most: usize) -> &[u8] {
    let mut rest = file;
    while file.len() - rest.len() < most
        && let Some((_, _, after)) = split_first(rest)
    {
        rest = after;
    }
    file.get(..file.len() - rest.len()).unwrap_or(file)
}

/// Reads the packets of a recording without its archive, whose first state is not known.
pub(super) fn read_bare(packets: &Packets, file: &[u8]) -> Collected {
    let [login, play] = [State::Login, State::Play].map(|state| collect(packets.clone(), state, file, None));
    if play.readable() > login.readable() { play } else { login }
}

fn collect(packets: Packets, state: State, contents: &[u8], damage: Option<&String>) -> Collected {
    let mut read = Collected::default();
    read.is_replay = true;
    Reading { session: Session::begun(packets, state), read, most_unread: MOST_UNREAD }.read(|reading| {
        let mut rest = contents;
        while let Some((_, bytes, after)) = split_first(rest) {
            let end = contents.len() - after.len();
            let packet = reading.session.read_recorded(Side::Server, end - bytes.len(), bytes)?;
            reading.push(end, HEAD, packet)?;
            rest = after;
        }
        match damage.map(String::as_str).or((!rest.is_empty()).then_some(MISSING)) {
            Some(reason) => Err(SessionError::Frame(contents.len() - rest.len(), reason.to_owned())),
            None => Ok(()),
        }
    })
}

/// Writes the frame of a packet with the time of another one.
pub(super) fn framed(head: &[u8], bytes: &[u8]) -> Result<Vec<u8>, SessionError> {
    let length = u32::try_from(bytes.len()).map_err(|_| failed("the packet is too long"))?;
    Ok([head.get(..4).unwrap_or_default(), &length.to_be_bytes(), bytes].concat())
}

fn failed(reason: &str) -> SessionError {
    SessionError::Write(reason.to_owned())
}

/// The first bits of a block that deflate does not have.
const NO_BLOCK: u8 = 0x07;

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

/// Compresses the contents. `damaged` is the data from the damage on, which stays as it is.
fn deflated(contents: &[u8], damaged: Option<&[u8]>) -> Result<Vec<u8>, SessionError> {
    let data = deflate_raw(contents, damaged.is_none());
    let mut data = data.map_err(|error| failed(&error.to_string()))?;
    if let Some(rest) = damaged.filter(|rest| !rest.is_empty()) {
        data.push(NO_BLOCK);
        data.extend_from_slice(rest.strip_prefix(&[NO_BLOCK]).unwrap_or(rest));
    }
    Ok(data)
}

/// Returns the archive with other packets. What follows the damage of compressed data stays as it is.
pub(super) fn with_contents(
    file: &[u8],
    Unpacked { contents: old, read, damage }: &Unpacked,
    contents: &[u8],
    most: usize,
) -> Result<Vec<u8>, SessionError> {
    let packed = find(file, PACKETS).ok_or_else(|| failed("the archive has no packets"))?;
    if let Some(reason) = damage.as_ref().filter(|_| old.len() == most) {
        return Err(failed(reason));
    }
    if packed.is_zip64 {
        return Err(failed("its archive has lengths of 64 bits, which gamewire only reads"));
    }
    let read = *read;
    let listed = list(file).unwrap_or_default();
    let entry = listed.0.iter().find(|entry| ENTRY.read(file, **entry, &OFFSET) == Some(packed.at));
    // Without a list, damaged data may extend to the end of the file.
    let length = match (damage, entry) {
        (None, _) => read,
        (Some(_), Some(entry)) => ENTRY.read(file, *entry, &PACKED).unwrap_or(read),
        (Some(_), None) => packed.data.len(),
    };
    let length = length.clamp(read, packed.data.len());
    let rest = damage.as_ref().map(|_| packed.data.get(read..length).unwrap_or_default());
    let data = if packed.is_deflate { deflated(contents, rest)? } else { contents.to_vec() };
    let size = |length: usize| u32::try_from(length).map_err(|_| failed("the archive is too long"));
    let grown = size(data.len())?.wrapping_sub(size(length)?);
    let start = file.len() - packed.data.len();
    let (before, after) =
        (file.get(..start).unwrap_or_default(), file.get(start + length..).unwrap_or_default());
    let mut written = [before, &data, after].concat();
    // The checksum and both lengths are in the header, after the data, and in the list of files.
    let behind = start + data.len();
    let mut places = Vec::new();
    if !packed.is_described {
        places.push(LOCAL.place(packed.at, &CHECKSUM).start);
    } else if damage.is_none() {
        places.push(if AFTER.starts(after) { AFTER.place(behind, &CHECKSUM).start } else { behind });
    }
    let moved = |at: usize| at + data.len() - length;
    places.extend(entry.map(|entry| ENTRY.place(moved(*entry), &CHECKSUM).start));
    for place in places {
        // A wrong checksum stays wrong.
        if written.get(place..place + 4) == Some(&checksum(old))
            && let Some(number) = written.get_mut(place..place + 4)
        {
            number.copy_from_slice(&checksum(contents));
        }
        add(&mut written, place + 4, grown);
        add(&mut written, place + 8, size(contents.len())?.wrapping_sub(size(old.len())?));
    }
    let (entries, end) = listed;
    for entry in &entries {
        if ENTRY.read(file, *entry, &OFFSET).is_some_and(|at| at > packed.at) {
            add(&mut written, ENTRY.place(moved(*entry), &OFFSET).start, grown);
        }
    }
    if !entries.is_empty() {
        add(&mut written, LIST_END.place(moved(end), &LIST).start, grown);
    }
    Ok(written)
}
