//! Validation of modified UTF-8, eight bytes at a time. The result is the same as that of [`first_malformed_sequence`],
//! which checks each sequence; `tests/suite/minecraft_text.rs` compares them.

/// Returns the position of the first sequence that Java's reader rejects.
#[inline]
pub(super) fn first_malformed(bytes: &[u8]) -> Option<usize> {
    if is_ascii(bytes) || is_well_formed(bytes) { None } else { first_malformed_sequence(bytes) }
}

/// Returns whether text is ASCII. Most text is a name of 4 to 16 bytes, which two words cover that may overlap.
#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        if bytes.len() <= 16 {
            return (u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last)) & TOPS == 0;
        }
        match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) if bytes.len() <= 32 => {
                (u128::from_ne_bytes(*first) | u128::from_ne_bytes(*last)) & LONG_TOPS == 0
            }
            _ => is_long_ascii(bytes),
        }
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        u64::from(u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last)) & TOPS == 0
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        u64::from(u16::from_ne_bytes(*first) | u16::from_ne_bytes(*last)) & TOPS == 0
    } else {
        bytes.first().is_none_or(u8::is_ascii)
    }
}

/// Returns whether longer text is ASCII. The standard library would check the last bytes one by one.
#[inline(never)]
fn is_long_ascii(bytes: &[u8]) -> bool {
    let (words, _) = bytes.as_chunks();
    let last = bytes.last_chunk().map_or(0, |last| u128::from_ne_bytes(*last));
    words.iter().fold(last, |all, word| all | u128::from_ne_bytes(*word)) & LONG_TOPS == 0
}

/// The top bit of every byte of a word.
const TOPS: u64 = 0x8080_8080_8080_8080;
const LONG_TOPS: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;

/// Validates text, eight bytes at a time: the continuation bytes must be exactly those that the preceding bytes
/// require.
#[inline(never)]
pub(super) fn is_well_formed(bytes: &[u8]) -> bool {
    let (words, rest) = bytes.as_chunks();
    let last = match bytes.last_chunk() {
        // This word has at most seven new bytes. The others were checked in the previous words.
        Some(last) => (u64::from_le_bytes(*last) >> 8) >> (8 * (7 - rest.len())),
        None => rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    };
    let (mut wrong, mut asked) = (0, 0);
    for word in words.iter().map(|word| u64::from_le_bytes(*word)).chain([last]) {
        let leads = word & word << 1 & TOPS;
        let leads_of_three = leads & word << 2;
        let continuing = word & TOPS & !leads;
        wrong |= continuing ^ (asked | leads << 8 | leads_of_three << 16);
        // No sequence has four bytes in modified UTF-8.
        wrong |= leads_of_three & word << 3;
        asked = leads >> 56 | leads_of_three >> 48;
    }
    wrong | asked == 0
}

#[cold]
#[inline(never)]
pub(super) fn first_malformed_sequence(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    loop {
        rest = match rest {
            [] => return None,
            [0..=0x7f, rest @ ..]
            | [0xc0..=0xdf, 0x80..=0xbf, rest @ ..]
            | [0xe0..=0xef, 0x80..=0xbf, 0x80..=0xbf, rest @ ..] => rest,
            _ => return Some(bytes.len() - rest.len()),
        };
    }
}
