//! Short runs of bytes, a word at a time.

/// What a first look at bytes tells.
#[derive(PartialEq, Eq)]
pub(super) enum Look {
    /// There is a NUL.
    Nul,
    /// Nothing but ASCII without NUL.
    Ascii,
    /// Bytes beyond ASCII, but no NUL.
    Other,
}

/// Looks at eight bytes together, and at the last eight once more rather than one by one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn look(bytes: &[u8]) -> Look {
    /// The top bit of every byte.
    const TOPS: u64 = 0x8080_8080_8080_8080;
    /// Has a top bit for each zero byte of the first, and the second's own.
    fn join((borrows, all): (u64, u64), word: u64) -> (u64, u64) {
        (borrows | word.wrapping_sub(0x0101_0101_0101_0101) & !word, all | word)
    }
    let (borrows, all) = if let Some(last) = bytes.last_chunk::<8>() {
        let (words, _) = bytes.as_chunks::<8>();
        let last = join((0, 0), u64::from_le_bytes(*last));
        words.iter().fold(last, |found, word| join(found, u64::from_le_bytes(*word)))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let [first, last] = [first, last].map(|half| u64::from(u32::from_le_bytes(*half)));
        join((0, 0), first | last << 32)
    } else {
        // Ones are neither NUL nor beyond ASCII.
        let word = match bytes {
            [] => [1; 8],
            [a] => [*a, 1, 1, 1, 1, 1, 1, 1],
            [a, b, ..] => [*a, *b, *bytes.last().unwrap_or(b), 1, 1, 1, 1, 1],
        };
        join((0, 0), u64::from_le_bytes(word))
    };
    match (borrows & TOPS, all & TOPS) {
        (0, 0) => Look::Ascii,
        (0, _) => Look::Other,
        _ => Look::Nul,
    }
}

/// At most sixteen bytes as one number, the first one lowest and zeros above the last.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn number(bytes: &[u8]) -> u128 {
    // What both halves hold, they hold in the same place.
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        u128::from(u64::from_le_bytes(*first))
            | u128::from(u64::from_le_bytes(*last)) << (8 * (bytes.len() - 8))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let [first, last] = [first, last].map(|half| u64::from(u32::from_le_bytes(*half)));
        u128::from(first | last << (8 * (bytes.len() - 4)))
    } else {
        u128::from(match bytes {
            [] => 0,
            [a] => u32::from_le_bytes([*a, 0, 0, 0]),
            [a, b] => u32::from_le_bytes([*a, *b, 0, 0]),
            [a, b, c, ..] => u32::from_le_bytes([*a, *b, *c, 0]),
        })
    }
}
