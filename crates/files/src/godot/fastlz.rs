//! FastLZ, the oldest compression of Godot's compressed files.
//!
//! | first byte | further bytes | meaning |
//! |------------|---------------|---------|
//! | `000nnnnn` | n + 1 literals | n + 1 bytes as they are |
//! | `lllddddd`, l from 1 to 6 | low byte of d | l + 2 bytes again, from d + 1 bytes back |
//! | `111ddddd` | a length n, low byte of d | n + 9 bytes again, from d + 1 bytes back |
//!
//! The three high bits of the very first byte are the level instead, because the data always begins with literals.
//! Level 0 is the table above. In level 1, a length of 255 continues in the next byte, which is added to it. A distance
//! of 8191 (all 13 bits) is followed by two more bytes, the high byte first, which are added to it.
//!
//! This is not a grammar, because the output refers to earlier output, which is copied byte by byte.

use gamewire::shared::Sure as _;

/// The length of the longest repetition in level 0.
const LONGEST: usize = 9 + 255;
/// The farthest distance of a repetition in level 0.
const FARTHEST: usize = 1 << 13;
/// The distance that is followed by two more bytes in the second level.
const FAR: usize = FARTHEST - 1;
/// The number of bits of an index into the table of positions where three bytes were last seen.
const HASH_BITS: u32 = 12;

/// Decompresses `input` and appends the result to `out`, which is at most `limit` bytes.
pub(super) fn decode(input: &[u8], limit: usize, out: &mut Vec<u8>) -> Result<(), &'static str> {
    const CUT: &str = "the block ends too early";
    let start = out.len();
    let mut input = input.iter().copied();
    let mut next = move || input.next().ok_or(CUT).map(usize::from);
    let first = next()?;
    let far_reaching = match first >> 5 {
        0 => false,
        1 => true,
        _ => return Err("this level of FastLZ does not exist"),
    };
    let mut token = first & 0x1f;
    loop {
        let room = limit - (out.len() - start);
        if token < 0x20 {
            if token >= room {
                return Err(TOO_LONG);
            }
            for _ in 0..=token {
                #[allow(clippy::cast_possible_truncation)] // It was a byte before.
                out.push(next()? as u8);
            }
        } else {
            let mut length = (token >> 5) + 2;
            if length == 9 {
                loop {
                    let more = next()?;
                    length += more;
                    if !far_reaching || more != 255 || length > room {
                        break;
                    }
                }
            }
            let mut distance = (token & 0x1f) << 8 | next()?;
            if far_reaching && distance == FAR {
                distance += next()? << 8 | next()?;
            }
            if length > room {
                return Err(TOO_LONG);
            }
            let from = (out.len() - start).checked_sub(distance + 1);
            repeat(out, start + from.ok_or("a repetition reaches back before the block")?, length);
        }
        match next() {
            Ok(following) => token = following,
            Err(_) => return Ok(()),
        }
    }
}

/// The error of a block that decompresses to too many bytes.
const TOO_LONG: &str = "the block decompresses to more bytes than it should";

/// Appends `length` bytes that begin at `from`. The bytes may overlap with those that this call appends.
fn repeat(out: &mut Vec<u8>, from: usize, mut length: usize) {
    while length > 0 {
        let at_once = length.min(out.len() - from);
        out.extend_from_within(from..from + at_once);
        length -= at_once;
    }
}

/// Compresses `input` in level 0.
pub(super) fn encode(input: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(input.len() + input.len() / 32 + 1);
    let mut seen = vec![usize::MAX; 1 << HASH_BITS];
    // Literals are counted, and written before the next repetition or at the end.
    let mut waiting = 0;
    let mut at = 0;
    while let Some(three) = input.get(at..).and_then(<[u8]>::first_chunk::<3>) {
        let place = seen.get_mut(hash(*three)).map(|place| std::mem::replace(place, at));
        let before = place.filter(|before| *before < at && at - before <= FARTHEST);
        let length = before.map_or(0, |before| same(input, before, at));
        match before {
            Some(before) if length >= 3 => {
                literals(input.get(waiting..at).sure(), &mut out);
                repetition(length, at - before - 1, &mut out);
                at += length;
                waiting = at;
            }
            _ => at += 1,
        }
    }
    literals(input.get(waiting..).sure(), &mut out);
    out
}

/// Returns how many bytes are equal at both positions.
fn same(input: &[u8], before: usize, at: usize) -> usize {
    let pairs = input.iter().skip(before).zip(input.iter().skip(at));
    pairs.take(LONGEST).take_while(|(before, at)| before == at).count()
}

fn hash([a, b, c]: [u8; 3]) -> usize {
    let word = u32::from_le_bytes([a, b, c, 0]);
    (word.wrapping_mul(0x9e37_79b1) >> (u32::BITS - HASH_BITS)) as usize
}

#[allow(clippy::cast_possible_truncation)] // A chunk has 32 bytes at most.
fn literals(bytes: &[u8], out: &mut Vec<u8>) {
    for chunk in bytes.chunks(32) {
        out.push(chunk.len() as u8 - 1);
        out.extend(chunk);
    }
}

/// Appends a repetition. `distance` is the number of bytes back minus one, and `length` is from 3 to [`LONGEST`].
#[allow(clippy::cast_possible_truncation)] // `length` and `distance` are bounded, and split into bytes here.
fn repetition(length: usize, distance: usize, out: &mut Vec<u8>) {
    let high = (distance >> 8) as u8;
    if length < 9 {
        out.push(((length - 2) << 5) as u8 | high);
    } else {
        out.push(0xe0 | high);
        out.push((length - 9) as u8);
    }
    out.push(distance as u8);
}
