//! Bytes as hexadecimal digits, two digits for each byte.

use nom::Parser;
use nom::bytes::complete::take_while_m_n;
use nom::combinator::map_opt;
use nom::error::ParseError;

/// Appends two lower-case digits for each byte.
pub(crate) fn push(out: &mut String, bytes: &[u8]) {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or_default();
    out.reserve(bytes.len() * 2);
    out.extend(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]));
}

/// Returns the bytes as lower-case digits.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    push(&mut text, bytes);
    text
}

/// Parses a number of `least` to `most` hexadecimal digits of either case, such as the number of an escape.
pub(crate) fn number<'t, E: ParseError<&'t str>>(
    least: usize,
    most: usize,
) -> impl Parser<&'t str, Output = u32, Error = E> {
    let digits = take_while_m_n(least, most, |character: char| character.is_ascii_hexdigit());
    map_opt(digits, |digits: &str| u32::from_str_radix(digits, 16).ok())
}

/// Decodes hexadecimal digits of either case. Returns `None` if there is any other character or an odd number of
/// digits.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}
