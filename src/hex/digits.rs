//! The conversion of bytes to hexadecimal digits.

use crate::sure::Sure as _;

/// Converts the bytes to lower-case digits, and passes the digits to `put` in several parts.
///
/// # Errors
/// Returns the first error of `put`.
pub fn parts<E>(bytes: &[u8], mut put: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).copied().unwrap_or_default();
    let mut text = [0; 128];
    for part in bytes.chunks(text.len() / 2) {
        for (pair, byte) in text.chunks_exact_mut(2).zip(part) {
            pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
        }
        let digits = text.get(..part.len() * 2).sure();
        put(std::str::from_utf8(digits).unwrap_or_default())?;
    }
    Ok(())
}
