//! Recognizes file types that have no distinctive magic number, by checking that more of their bytes make sense.

use nom::bytes::complete::take;
use nom::combinator::{all_consuming, verify};
use nom::multi::{fold, length_data};
use nom::number::complete::{be_u24, be_u32, le_u32, u8 as byte};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

/// The number of bytes in a sector of a region file.
const SECTOR: usize = 4096;

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
    let entry = preceded(take(8_usize), path);
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

/// Returns whether bytes are a region file: 1024 locations of chunks, 1024 timestamps, then the chunks in sectors.
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
    let sectors = bytes.len().div_ceil(SECTOR);
    let chunk = |first: usize, count: u8| {
        let start = bytes.get(first * SECTOR..).unwrap_or_default();
        let length = verify(be_u32, |length| (1..=usize::from(count) * SECTOR).contains(&(*length as usize)));
        let packing = verify(byte, |packing| matches!(packing & 0x7f, 1..=4 | 127));
        let read: Read<'_, _> = pair(length, packing).parse(start);
        read.is_ok()
    };
    // If the file is cut short, its last chunks are missing.
    let sensible = |(first, count): &(u32, u8)| match (*first as usize, *count) {
        (0, 0) => true,
        (first, count) => first >= 2 && count > 0 && (first >= sectors || chunk(first, count)),
    };
    let place = verify(pair(be_u24, byte), sensible)
        .map(|(first, count)| usize::from(count > 0 && (first as usize) < sectors));
    let places = fold(SECTOR / 4, place, || 0, |chunks, chunk| chunks + chunk);
    let times = take(SECTOR + 1);
    let read: Read<'_, usize> = verify(terminated(places, times), |chunks| *chunks > 0).parse(bytes);
    read.is_ok()
}

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

/// Returns whether bytes are `_cl_` of a Godot game for Android: a count, then the length and the text of each
/// argument.
///
/// | size | field |
/// |-----:|-------|
/// | 4 | count |
/// | 4 + length | argument; the first one begins with `--` |
pub(super) fn is_command_line(bytes: &[u8]) -> bool {
    let argument = verify(length_data(le_u32), |text: &[u8]| std::str::from_utf8(text).is_ok());
    let count: Read<'_, u32> = verify(le_u32, |count| *count > 0).parse(bytes);
    count.is_ok_and(|(arguments, count)| {
        let all = fold(count as usize, argument, || (), |(), _| ());
        let read: Read<'_, ()> = all_consuming(all).parse(arguments);
        read.is_ok() && arguments.get(4..).is_some_and(|text| text.starts_with(b"--"))
    })
}
