//! Layouts that a magic number alone does not show: more of the bytes must make sense.

use nom::bytes::complete::take;
use nom::combinator::{all_consuming, verify};
use nom::multi::{fold, length_data};
use nom::number::complete::{be_u24, be_u32, le_u32, u8 as byte};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

/// Bytes of a sector of a region file.
const SECTOR: usize = 4096;

/// The result of the parsers of this module, without reasons.
type Read<'a, T> = IResult<&'a [u8], T, ()>;

/// `uid_cache.bin`: a count, then an id, a length and a path for each.
///
/// | size | field |
/// |-----:|-------|
/// | 4 | count |
/// | 8 | id |
/// | 4 + length | path, `res://` before it |
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

/// A capture of a network: the magic number of pcap in either byte order and precision, or the first block of pcapng with its
/// magic number of the byte order.
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

/// A region: 1024 places of chunks, 1024 times, then the chunks in sectors.
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0 | 3 | first sector of a chunk, big-endian; 0 if there is none |
/// | 3 | 1 | how many sectors it has |
///
/// In the first sector of a chunk:
///
/// | at | size | field |
/// |---:|-----:|-------|
/// | 0 | 4 | length, big-endian |
/// | 4 | 1 | compression: gzip, zlib, none, LZ4 (1 to 4), one of the game's own (127); 128 more for a file beside |
pub(super) fn is_region(bytes: &[u8]) -> bool {
    let sectors = bytes.len().div_ceil(SECTOR);
    let chunk = |first: usize, count: u8| {
        let start = bytes.get(first * SECTOR..).unwrap_or_default();
        let length = verify(be_u32, |length| (1..=usize::from(count) * SECTOR).contains(&(*length as usize)));
        let packing = verify(byte, |packing| matches!(packing & 0x7f, 1..=4 | 127));
        let read: Read<'_, _> = pair(length, packing).parse(start);
        read.is_ok()
    };
    // Of a file that is cut, the last chunks are missing.
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

/// The header of a region, without a chunk: 4096 zeros, and the times of chunks that were there. After it may be sectors of chunks
/// whose places are lost.
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

/// Returns whether bytes are a table of LevelDB: it ends with a magic number.
pub(super) fn is_table_of_level_db(bytes: &[u8]) -> bool {
    const FOOTER: usize = 48;
    bytes.len() >= FOOTER && bytes.ends_with(&0xdb47_7524_8b80_fb57_u64.to_le_bytes())
}

/// Returns whether bytes are another file of LevelDB: a manifest begins with the name of an order, and `CURRENT` is the name of a
/// manifest.
pub(super) fn is_level_db(bytes: &[u8]) -> bool {
    const ORDER: &[u8] = b"leveldb.BytewiseComparator";
    // A record has seven bytes before its contents, and these two before the name.
    bytes.get(9..).is_some_and(|name| name.starts_with(ORDER))
        || bytes
            .strip_prefix(b"MANIFEST-")
            .and_then(|number| number.strip_suffix(b"\n"))
            .is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
}

/// The fonts of TrueType: a version, the number of tables, and after twelve bytes the first table, whose tag is text.
pub(super) fn is_font(bytes: &[u8]) -> bool {
    let tag =
        bytes.get(12..16).is_some_and(|tag| tag.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' '));
    let is_version = bytes.starts_with(&[0, 1, 0, 0, 0]) || bytes.starts_with(b"true\0");
    is_version && tag
}

/// The header of a frame of MP3: eleven bits that are set, layer 3, and a rate of bits and of samples that exist.
pub(super) fn is_mp3(bytes: &[u8]) -> bool {
    matches!(bytes, [0xff, 0xfa | 0xfb | 0xf2 | 0xf3, rates, _, ..] if (1..15).contains(&(rates >> 4)) && rates >> 2 & 3 != 3)
}

/// `_cl_` of a game for Android: a count, then the length and the text of each argument.
///
/// | size | field |
/// |-----:|-------|
/// | 4 | count |
/// | 4 + length | an argument, the first of which begins with `--` |
pub(super) fn is_command_line(bytes: &[u8]) -> bool {
    let argument = verify(length_data(le_u32), |text: &[u8]| std::str::from_utf8(text).is_ok());
    let count: Read<'_, u32> = verify(le_u32, |count| *count > 0).parse(bytes);
    count.is_ok_and(|(arguments, count)| {
        let all = fold(count as usize, argument, || (), |(), _| ());
        let read: Read<'_, ()> = all_consuming(all).parse(arguments);
        read.is_ok() && arguments.get(4..).is_some_and(|text| text.starts_with(b"--"))
    })
}
