//! Bytes as hexadecimal digits, two for each.

use std::convert::Infallible;

/// Hands out the lower-case digits of the bytes, part by part.
///
/// # Errors
/// The first error of `put`.
pub fn parts<E>(bytes: &[u8], mut put: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).copied().unwrap_or_default();
    let mut text = [0; 128];
    for part in bytes.chunks(text.len() / 2) {
        for (pair, byte) in text.chunks_exact_mut(2).zip(part) {
            pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
        }
        let digits = text.get(..part.len() * 2).unwrap_or_default();
        put(std::str::from_utf8(digits).unwrap_or_default())?;
    }
    Ok(())
}

/// Appends two lower-case digits for each byte.
pub(crate) fn push(out: &mut String, bytes: &[u8]) {
    out.reserve(bytes.len() * 2);
    let Ok(()) = parts(bytes, |digits| {
        out.push_str(digits);
        Ok::<(), Infallible>(())
    });
}

/// The bytes as lower-case digits.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    push(&mut text, bytes);
    text
}

/// Decodes hexadecimal digits of either case; `None` if there is anything else, or an odd number of digits.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}
