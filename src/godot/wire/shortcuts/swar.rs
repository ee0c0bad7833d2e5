//! Operations on short runs of bytes, eight at a time ("SIMD within a register").

/// The top bit of every byte of a word.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// Sets the top bit of the lowest zero byte. Higher bytes may be set too; the result is 0 if no byte is zero.
fn nuls(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & TOPS
}

/// The lowest bit of every byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Returns whether all bytes are ASCII and none is a NUL.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    fold(bytes, 0, |found, word| found | word | word.wrapping_sub(ONES)) & TOPS == 0
}

/// Returns whether there is an ASCII control character.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn has_control(bytes: &[u8]) -> bool {
    let below_space = |word: u64| word.wrapping_sub(SPACES) & !word & TOPS;
    fold(bytes, 0, |found, word| found | below_space(word) | nuls(word ^ DELETES)) != 0
}

/// Eight spaces.
const SPACES: u64 = 0x2020_2020_2020_2020;
/// Eight DELETE characters, the last character of ASCII.
const DELETES: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Combines eight bytes at a time. The last word overlaps with the one before it instead of taking the rest byte by
/// byte. Fewer than eight bytes are padded with spaces, which are ASCII and not control characters.
#[cfg_attr(not(debug_assertions), inline(always))]
fn fold<A>(bytes: &[u8], start: A, join: impl Fn(A, u64) -> A) -> A {
    if let Some(last) = bytes.last_chunk::<8>() {
        let (words, _) = bytes.as_chunks::<8>();
        let last = join(start, u64::from_le_bytes(*last));
        words.iter().fold(last, |found, word| join(found, u64::from_le_bytes(*word)))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let [first, last] = [first, last].map(|half| u64::from(u32::from_le_bytes(*half)));
        join(start, first | last << 32)
    } else {
        const FILL: u8 = b' ';
        let [a, b, c] = match bytes {
            [] => [FILL; 3],
            [a] => [*a, FILL, FILL],
            [a, b, ..] => [*a, *b, *bytes.last().unwrap_or(b)],
        };
        join(start, u64::from_le_bytes([a, b, c, FILL, FILL, FILL, FILL, FILL]))
    }
}

/// Returns at most sixteen bytes as one little-endian number with zeros above the last byte, and how many words of four
/// bytes they take. Returns `None` if there are more bytes, or if one of them is a NUL.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn number(bytes: &[u8]) -> Option<(u128, usize)> {
    // The halves overlap, and the bytes that both have are at the same place of the number.
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        let words = match bytes.len() {
            8 => 2,
            9..=12 => 3,
            13..=16 => 4,
            _ => return None,
        };
        let [first, last] = [first, last].map(|half| u64::from_le_bytes(*half));
        let joined = u128::from(first) | u128::from(last) << (8 * (bytes.len() - 8));
        (nuls(first) | nuls(last) == 0).then_some((joined, words))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let words = if bytes.len() == 4 { 1 } else { 2 };
        let [first, last] = [first, last].map(|half| u64::from(u32::from_le_bytes(*half)));
        let joined = first | last << (8 * (bytes.len() - 4));
        (nuls(first | last << 32) == 0).then_some((joined.into(), words))
    } else {
        let number: u32 = match bytes {
            [] => return Some((0, 0)),
            [0, ..] | [_, 0, ..] | [_, _, 0, ..] => return None,
            [a] => u32::from_le_bytes([*a, 0, 0, 0]),
            [a, b] => u32::from_le_bytes([*a, *b, 0, 0]),
            [a, b, c, ..] => u32::from_le_bytes([*a, *b, *c, 0]),
        };
        Some((number.into(), 1))
    }
}
