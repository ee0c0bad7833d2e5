//! LZ4 as the game writes it: the blocks of lz4-java's `LZ4BlockOutputStream`. Their layout is described on the page of
//! [regions](super::format::region).

use std::io::{self, Error, ErrorKind};

use gamewire::shared::Sure as _;
use lz4_flex::block::{compress, decompress_into};
use twox_hash::XxHash32;

use gamewire::error::DecodeErrorKind;
use gamewire::grammar::{Cx, Fault, Parse, Settings, accept, be_u8, field, field_as, le_u32, part, take};
use gamewire::limits::Limits;
use gamewire::trace::{Form, Meaning, Part, Shown, Trace};

/// The first bytes of every block.
pub(super) const MAGIC: [u8; 8] = *b"LZ4Block";
/// The method of a block whose contents are stored without compression.
const STORED: u8 = 0x10;
const LZ4: u8 = 0x20;
/// The greatest length of the contents of a block that the game writes.
const LENGTH: usize = 1 << 16;
const LEVEL: u8 = 6;
/// The logarithm of the least value of the maximum length of a block.
const SMALLEST: u32 = 10;
/// The greatest number of bytes that one byte of LZ4 decompresses to.
const RATIO: usize = 255;

fn sum(contents: &[u8]) -> u32 {
    XxHash32::oneshot(0x9747_b28c, contents) & 0x0fff_ffff
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Header {
    method: u8,
    packed: u32,
    length: u32,
    sum: u32,
}

/// The header of a block, and the data of the block.
pub(crate) fn lz4_block<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, (Header, &'a [u8])> {
    move |i: &'a [u8]| {
        let (i, ()) = magic(cx)(i)?;
        let (i, header) = part(cx, Part::Member("block"), header(cx))(i)?;
        let (i, data) = part(cx, Part::Member("block"), data(cx, header.packed as usize))(i)?;
        Ok((i, (header, data)))
    }
}

fn magic<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, ()> {
    let magic = field_as(cx, "magic", take(cx, MAGIC.len()), |_| Shown::Said("magic = \"LZ4Block\""));
    accept(magic, |magic, _| match magic == MAGIC {
        true => Ok(()),
        false => Err(DecodeErrorKind::Magic { expected: "LZ4Block" }),
    })
}

fn header<'a, T: Trace>(cx: Cx<'_, (), T>) -> impl Parse<'a, Header> {
    move |i: &'a [u8]| {
        let (i, method) = field_as(cx, "method", be_u8, |_| Shown::Said("method and level"))(i)?;
        let (i, packed) = field(cx, "length of the block", le_u32)(i)?;
        let (i, length) = field(cx, "length of its contents", le_u32)(i)?;
        let (i, sum) = field_as(cx, "checksum", le_u32, |_| Shown::Said("checksum of its contents"))(i)?;
        Ok((i, Header { method, packed, length, sum }))
    }
}

fn data<'a, T: Trace>(cx: Cx<'_, (), T>, length: usize) -> impl Parse<'a, &'a [u8]> {
    let meaning = Meaning::from("data").of(Form::Bytes);
    field_as(cx, meaning, take(cx, length), |_| Shown::Said("data, compressed"))
}

/// Decompresses all blocks and appends their contents, which may exceed the limit by one block. Returns the bytes after
/// the last block, or the bytes from the damaged block on. If a block has a wrong checksum, the contents of all blocks
/// are appended before the error is returned.
pub(super) fn unpack<'a>(
    bytes: &'a [u8],
    limit: usize,
    contents: &mut Vec<u8>,
) -> (&'a [u8], io::Result<()>) {
    let (mut rest, mut sums) = (bytes, Ok(()));
    while contents.len() <= limit {
        let before = contents.len();
        match block(rest, contents) {
            Ok((after, sum_is_right)) => {
                rest = after;
                if !sum_is_right && sums.is_ok() {
                    sums = Err(Error::new(ErrorKind::InvalidData, "the checksum of a block is wrong"));
                }
                if contents.len() == before {
                    break;
                }
            }
            Err(error) => return (rest, Err(error)),
        }
    }
    (rest, sums)
}

/// Decompresses a block and appends its contents; the last block has none. Returns the bytes after the block, and
/// whether its checksum is right.
fn block<'a>(i: &'a [u8], contents: &mut Vec<u8>) -> io::Result<(&'a [u8], bool)> {
    let invalid = |why| Error::new(ErrorKind::InvalidData, why);
    let settings = Settings::new(&(), Limits::GODOT);
    let (i, (header, data)) =
        lz4_block(settings.cx())(i).map_err(|error| match Fault::from_nom(error).kind() {
            DecodeErrorKind::Magic { .. } => invalid("a block does not begin with LZ4Block"),
            _ => Error::new(ErrorKind::UnexpectedEof, "the end of the blocks is missing"),
        })?;
    let Header { method, length, sum: expected, .. } = header;
    let (length, is_stored) = (length as usize, method & 0xf0 == STORED);
    if length == 0 && data.is_empty() {
        return Ok((i, expected == 0));
    }
    let most = data.len().saturating_mul(RATIO).min(1 << (SMALLEST + u32::from(method & 0xf)));
    if !is_stored && method & 0xf0 != LZ4 || length == 0 || length > most || is_stored && length != data.len()
    {
        return Err(invalid("the header of a block is invalid"));
    }
    let start = contents.len();
    contents.resize(start + length, 0);
    let place = contents.get_mut(start..).sure();
    let written = match is_stored {
        true => {
            place.copy_from_slice(data);
            Some(length)
        }
        false => decompress_into(data, place).ok(),
    };
    if written != Some(length) {
        contents.truncate(start);
        return Err(invalid("the data of a block is invalid"));
    }
    Ok((i, sum(contents.get(start..).sure()) == expected))
}

/// Compresses contents to blocks.
pub(super) fn pack(contents: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    for part in contents.chunks(LENGTH) {
        let data = compress(part);
        match data.len() < part.len() {
            true => put(&mut packed, LZ4, &data, part.len(), sum(part)),
            false => put(&mut packed, STORED, part, part.len(), sum(part)),
        }
    }
    put(&mut packed, STORED, &[], 0, 0);
    packed
}

fn put(packed: &mut Vec<u8>, method: u8, data: &[u8], length: usize, sum: u32) {
    packed.extend(MAGIC);
    packed.push(method | LEVEL);
    // Both lengths are less than 64 KiB.
    for length in [data.len(), length] {
        packed.extend(u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
    }
    packed.extend(sum.to_le_bytes());
    packed.extend(data);
}
