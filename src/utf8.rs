//! UTF-8, for the text of both games.

use ascii::AsciiStr;

/// Returns the bytes as text, or `None` if they are not UTF-8.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn utf8(bytes: &[u8]) -> Option<&str> {
    if bytes.len() < LONG { short(bytes) } else { long(bytes) }
}

/// The length from which on a check with SIMD is faster than one word by word.
pub(crate) const LONG: usize = 64;

/// Most short text is ASCII. Checking for ASCII first takes a fifth of the time of the standard library for a
/// few bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn short(bytes: &[u8]) -> Option<&str> {
    match AsciiStr::from_ascii(bytes) {
        Ok(text) => Some(text.as_str()),
        Err(_) => std::str::from_utf8(bytes).ok(),
    }
}

#[cfg(feature = "simdutf8")]
fn long(bytes: &[u8]) -> Option<&str> {
    simdutf8::basic::from_utf8(bytes).ok()
}

#[cfg(not(feature = "simdutf8"))]
fn long(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}
