//! Recognizes file types that have no distinctive magic number, by checking that more of their bytes make sense.

use nom::bytes::complete::take;
use nom::combinator::{all_consuming, verify};
use nom::multi::{fold, length_data};
use nom::number::complete::{be_u32, le_u32, u8 as byte};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

use crate::minecraft::region::SECTOR;

/// The result of the parsers in this module, whose errors have no reasons.
type Read<'a, T> = IResult<&'a [u8], T, ()>;

/// Returns whether bytes are a `uid_cache.bin`: a count, and for each entry an id, a length and a path.
///
/// | size | field |
/// |-----:|-------|
/// | 4 | count |
/// | 8 | id |
/// | 4 + length | path, which begins with `res://` |
pub(super) fn is_uid_cache(bytes: &[u8]) -> bool {
    let path = verify(length_data(le_u32), |path: &[u8]| {
        path.starts_with(b"res://") && std::str::from_utf8(path).is_ok()
    });
    are_counted(bytes, preceded(take(8_usize), path))
}

/// Returns whether bytes are a count that is not 0, and as many entries.
fn are_counted<'a>(bytes: &'a [u8], entry: impl Parser<&'a [u8], Output = &'a [u8], Error = ()>) -> bool {
    let count: Read<'_, u32> = verify(le_u32, |count| *count > 0).parse(bytes);
    count.is_ok_and(|(entries, count)| {
        let read: Read<'_, ()> = all_consuming(fold(count as usize, entry, || (), |(), _| ())).parse(entries);
        read.is_ok()
    })
}

/// Returns whether bytes are a network capture. It begins with the magic number of pcap, in either byte order and
/// precision, or with the first block of pcapng and its byte-order magic.
///
/// | at | size | field of pcapng |
/// |---:|-----:|-----------------|
/// | 0  | 4    | type of the block, `0a 0d 0d 0a` |
/// | 4  | 4    | length of the block |
/// | 8  | 4    | magic number, 0x1a2b3c4d |
pub(super) fn is_capture(bytes: &[u8]) -> bool {
    const PCAP: [u32; 2] = [0xa1b2_c3d4, 0xa1b2_3c4d];
    const PCAPNG: u32 = 0x1a2b_3c4d;
    let is = |at: usize, wanted: &[u32]| {
        let number = bytes.get(at..).and_then(<[u8]>::first_chunk).copied();
        number.is_some_and(|number| {
            wanted.contains(&u32::from_le_bytes(number)) || wanted.contains(&u32::from_be_bytes(number))
        })
    };
    is(0, &PCAP) && bytes.len() >= 24 || bytes.starts_with(b"\x0a\x0d\x0d\x0a") && is(8, &[PCAPNG])
}

/// Returns whether bytes are a region file: 1024 locations of chunks, 1024 timestamps, then the chunks in sectors. A part
/// of them may be damaged.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0 | 3 | first sector of a chunk, big-endian; 0 if there is none |
/// | 3 | 1 | number of sectors |
///
/// The first sector of a chunk begins with:
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0 | 4 | length, big-endian |
/// | 4 | 1 | compression: gzip, zlib, none, LZ4 (1 to 4) or a custom one (127), plus 128 if the data is in a file beside |
pub(super) fn is_region(bytes: &[u8]) -> bool {
    let Some((head, body)) = bytes.split_at_checked(2 * SECTOR) else { return false };
    let sectors = bytes.len().div_ceil(SECTOR);
    let words = head.as_chunks::<4>().0.iter().take(SECTOR / 4).map(|word| u32::from_be_bytes(*word));
    let locations: Vec<(usize, u32)> =
        words.filter(|word| *word > 0).map(|word| ((word >> 8) as usize, word & 0xff)).collect();
    // If the file is cut short, its last chunks are missing.
    let is_far = |(first, _): &(usize, u32)| *first >= sectors && *first > FARTHEST;
    let invalid = locations.iter().filter(|(first, count)| *first < 2 || *count == 0).count();
    let is_chunk = |sector: &[u8]| {
        let Some(([a, b, c, d, packing], _)) = sector.split_first_chunk() else { return false };
        let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
        (1..=body.len()).contains(&length) || length <= LONGEST && matches!(packing & 0x7f, 1..=4 | 127)
    };
    !locations.is_empty()
        && !locations.iter().any(is_far)
        && (invalid == 0 || 2 * invalid < locations.len() || locations.len() == 1)
        && body.chunks(SECTOR).any(is_chunk)
}

/// The greatest length of a chunk, which takes at most 255 sectors.
const LONGEST: usize = 255 * SECTOR;

/// The highest first sector of a chunk in a file that is cut short: that of a region of 256 MiB.
const FARTHEST: usize = 1 << 16;

/// Returns whether bytes are a region file without chunks: 4096 zeros, and the timestamps of removed chunks. Sectors
/// of chunks without a location may follow.
pub(super) fn is_empty_region(bytes: &[u8]) -> bool {
    let locations = bytes.first_chunk::<SECTOR>();
    let chunk = |sector: &[u8]| {
        let length = verify(be_u32, |length| (1..=bytes.len()).contains(&(*length as usize)));
        let read: Read<'_, _> = pair(length, verify(byte, |packing| matches!(packing, 1..=4))).parse(sector);
        read.is_ok()
    };
    locations.is_some_and(|locations| *locations == [0; SECTOR])
        && bytes.len().is_multiple_of(SECTOR)
        && (bytes.len() == 2 * SECTOR || bytes.chunks(SECTOR).skip(2).any(chunk))
}

/// Returns whether bytes are a table of LevelDB, which ends with a magic number.
pub(super) fn is_table_of_level_db(bytes: &[u8]) -> bool {
    const FOOTER: usize = 48;
    bytes.len() >= FOOTER && bytes.ends_with(&0xdb47_7524_8b80_fb57_u64.to_le_bytes())
}

/// Returns whether bytes are a manifest or the file `CURRENT` of a LevelDB database. A manifest begins with the name of
/// the comparator, and `CURRENT` contains the name of a manifest.
pub(super) fn is_level_db(bytes: &[u8]) -> bool {
    const ORDER: &[u8] = b"leveldb.BytewiseComparator";
    // Nine bytes are before the name: seven of the record header and two of the record.
    bytes.get(9..).is_some_and(|name| name.starts_with(ORDER))
        || bytes
            .strip_prefix(b"MANIFEST-")
            .and_then(|number| number.strip_suffix(b"\n"))
            .is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
}

/// Returns whether bytes are the lock of a world: the time in milliseconds since 1970, big-endian, or a snowman. The
/// game was released in 2009, and the time of 2100 has the same first bytes.
pub(super) fn is_session_lock(bytes: &[u8]) -> bool {
    const TIMES: std::ops::Range<u64> = 1_240_000_000_000..4_102_444_800_000;
    let time = <[u8; 8]>::try_from(bytes).map(u64::from_be_bytes);
    bytes == "☃".as_bytes() || time.is_ok_and(|time| TIMES.contains(&time))
}

/// Returns whether bytes are a UUID of version 4, the random one.
pub(super) fn is_random_uuid(bytes: &[u8]) -> bool {
    matches!(bytes, [_, _, _, _, _, _, 0x40..=0x4f, _, 0x80..=0xbf, _, _, _, _, _, _, _])
}

/// Returns whether bytes are the digits of a number of 32 bits.
pub(super) fn is_number(digits: &[u8]) -> bool {
    digits.len() < 12 && std::str::from_utf8(digits).is_ok_and(|digits| digits.parse::<i32>().is_ok())
}

/// Returns whether bytes are packets of RCON, each of which has a length, a number, a type, a text and two zero bytes.
/// Numbers are little-endian.
pub(super) fn is_rcon(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_le_bytes(*length) as usize;
        let Some((packet, after)) = after.split_at_checked(length) else { return false };
        let body = match packet {
            [_, _, _, _, 0 | 2 | 3, 0, 0, 0, body @ .., 0, 0] => body,
            _ => return false,
        };
        if body.contains(&0) || std::str::from_utf8(body).is_err() {
            return false;
        }
        rest = after;
    }
    rest.is_empty() && !bytes.is_empty()
}

/// Returns whether bytes are `_cl_` of a Godot game for Android: a count, then the length and the text of each
/// argument.
///
/// | size | field |
/// |-----:|-------|
/// | 4 | count |
/// | 4 + length | argument; the first one begins with `--` |
pub(super) fn is_command_line(bytes: &[u8]) -> bool {
    let argument = verify(length_data(le_u32), |text: &[u8]| std::str::from_utf8(text).is_ok());
    bytes.get(8..).is_some_and(|text| text.starts_with(b"--")) && are_counted(bytes, argument)
}
