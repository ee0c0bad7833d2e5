//! Layouts that have no magic number: the whole of the bytes must make sense.

use nom::branch::alt;
use nom::bytes::complete::take;
use nom::combinator::{all_consuming, map_res, recognize, rest_len, value, verify};
use nom::multi::{fold, length_data, many1_count};
use nom::number::complete::{be_u24, be_u32, le_u16, le_u32, u8 as byte};
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

/// The nesting limit of NBT, as in the game.
const DEEPEST: usize = 512;
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

/// Little-endian NBT, one root or several in a row; in `level.dat` after a version and a length.
pub(super) fn is_bedrock_nbt(bytes: &[u8]) -> bool {
    let head = pair(le_u32, verify(pair(le_u32, rest_len), |(length, rest)| *length as usize == *rest));
    let read: Read<'_, ()> = alt((all_consuming(preceded(head, roots)), all_consuming(roots))).parse(bytes);
    read.is_ok()
}

/// Roots one after the other. A single root without entries does not show the endianness.
fn roots(i: &[u8]) -> Read<'_, ()> {
    let root = |i| {
        let (i, tag) = verify(byte, |tag| matches!(tag, 9 | 10)).parse(i)?;
        contents(tag, text(i)?.0)
    };
    value((), verify(recognize(many1_count(root)), |roots: &[u8]| roots.len() > 4)).parse(i)
}

fn text(i: &[u8]) -> Read<'_, &str> {
    map_res(length_data(le_u16), std::str::from_utf8).parse(i)
}

/// A container of NBT that is being read.
enum OpenContainer {
    Compound,
    List { tag: u8, left: u32 },
}

/// Parses the contents of a root, without recursion.
fn contents(root: u8, i: &[u8]) -> Read<'_, ()> {
    let mut open = Vec::new();
    let (mut i, ()) = payload(root, &mut open, i)?;
    while let Some(container) = open.last_mut() {
        let tag = match container {
            OpenContainer::List { left: 0, .. } => {
                open.pop();
                continue;
            }
            OpenContainer::List { tag, left } => {
                *left -= 1;
                *tag
            }
            OpenContainer::Compound => match byte::<_, ()>(i)? {
                (rest, 0) => {
                    i = rest;
                    open.pop();
                    continue;
                }
                (rest, tag) => {
                    i = text(rest)?.0;
                    tag
                }
            },
        };
        (i, ()) = payload(tag, &mut open, i)?;
    }
    Ok((i, ()))
}

/// One payload; of a container its start, which is put on the stack.
fn payload<'a>(tag: u8, open: &mut Vec<OpenContainer>, i: &'a [u8]) -> Read<'a, ()> {
    let skip = |size: usize| move |i: &'a [u8]| value((), take(size)).parse(i);
    let array = |size: usize| {
        let length =
            move |i: &'a [u8]| le_u32(i).map(|(rest, count)| (rest, (count as usize).saturating_mul(size)));
        move |i: &'a [u8]| value((), length_data(length)).parse(i)
    };
    match tag {
        1 => skip(1)(i),
        2 => skip(2)(i),
        3 | 5 => skip(4)(i),
        4 | 6 => skip(8)(i),
        7 => array(1)(i),
        8 => value((), text).parse(i),
        9 => {
            // Elements of no size would be counted for ever.
            let sensible = |(tag, left, rest): &(u8, u32, usize)| {
                *tag <= 12 && (*tag != 0 || *left == 0) && *left as usize <= *rest
            };
            let (i, (tag, left, _)) = verify((byte, le_u32, rest_len), sensible).parse(i)?;
            opened(OpenContainer::List { tag, left }, open, i)
        }
        10 => opened(OpenContainer::Compound, open, i),
        11 => array(4)(i),
        12 => array(8)(i),
        _ => Err(nom::Err::Error(())),
    }
}

fn opened<'a>(container: OpenContainer, open: &mut Vec<OpenContainer>, i: &'a [u8]) -> Read<'a, ()> {
    open.push(container);
    if open.len() <= DEEPEST { Ok((i, ())) } else { Err(nom::Err::Error(())) }
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
    let sensible = |(first, count): &(u32, u8)| match (*first as usize, *count) {
        (0, 0) => true,
        (first, count) => first >= 2 && count > 0 && first < sectors && chunk(first, count),
    };
    let place = verify(pair(be_u24, byte), sensible).map(|(_, count)| usize::from(count > 0));
    let places = fold(SECTOR / 4, place, || 0, |chunks, chunk| chunks + chunk);
    let times = take(SECTOR + 1);
    let read: Read<'_, usize> = verify(terminated(places, times), |chunks| *chunks > 0).parse(bytes);
    read.is_ok()
}

/// The header of a region, without a chunk: 4096 zeros, and the times of chunks that were there.
pub(super) fn is_empty_region(bytes: &[u8]) -> bool {
    let locations = bytes.first_chunk::<SECTOR>();
    bytes.len() == 2 * SECTOR && locations.is_some_and(|locations| *locations == [0; SECTOR])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_without_magic_numbers_are_told_by_the_whole() {
        let uid = b"\x01\0\0\0\x07\0\0\0\0\0\0\0\x08\0\0\0res://ab";
        assert!(is_uid_cache(uid) && !is_uid_cache(&uid[..uid.len() - 1]));
        let bedrock = b"\x0a\0\0\x03\x04\0gold\x05\0\0\0\0";
        assert!(is_bedrock_nbt(bedrock));
        let headed = [b"\x0a\0\0\0\x0f\0\0\0", bedrock.as_slice()].concat();
        assert!(is_bedrock_nbt(&headed) && !is_bedrock_nbt(&headed[..headed.len() - 1]));
        assert!(!is_bedrock_nbt(b"\x0a\x03\0\x04gold\0\0\0\x05\0"));
        let several = bedrock.repeat(3);
        assert!(is_bedrock_nbt(&several) && !is_bedrock_nbt(&several[..several.len() - 1]));
        assert!(!is_bedrock_nbt(b"\x0a\0\0\0"));
        let mut region = vec![0; 2 * SECTOR];
        assert!(!is_region(&region) && is_empty_region(&region) && !is_empty_region(&region[1..]));
        region[SECTOR] = 1;
        assert!(is_empty_region(&region));
        region[..4].copy_from_slice(&[0, 0, 2, 1]);
        region.extend([0, 0, 0, 9, 2]);
        assert!(!is_region(&region[..2 * SECTOR]) && is_region(&region));
        region[2 * SECTOR + 4] = 9;
        assert!(!is_region(&region));
    }

    /// A hundred thousand lists inside each other are refused, not followed.
    #[test]
    fn depth_is_bounded() {
        let mut deep = vec![10, 0, 0, 9, 0, 0];
        deep.extend([9, 1, 0, 0, 0].repeat(100_000));
        assert!(!is_bedrock_nbt(&deep));
    }
}
