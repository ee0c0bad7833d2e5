//! Base64, of both alphabets, with its padding or without.

use std::collections::BTreeSet;

use super::{PastedFault, Read};

/// Returns whether a text is Base64 and cannot be anything else: hexadecimal digits with a mistake in them are not.
pub(super) fn is(text: &str) -> bool {
    let (digits, padding) = parts(text);
    let others = digits.chars().filter(|one| !one.is_ascii_hexdigit() && !one.is_whitespace());
    let of_alphabet = |one: char| value(one).is_some() || one.is_whitespace();
    let count = digits.chars().filter(|one| !one.is_whitespace()).count();
    let whole = match padding {
        0 => count % 4 != 1,
        _ => (count + padding).is_multiple_of(4) && padding < 3,
    };
    // A mistake in digits is one or two of them.
    let many = others.collect::<BTreeSet<_>>().len() >= if padding > 0 { 1 } else { 4 };
    let mixed = digits.chars().any(|one| one.is_ascii_uppercase())
        && digits.chars().any(|one| one.is_ascii_lowercase() || one.is_ascii_digit());
    digits.chars().all(of_alphabet) && whole && many && (padding > 0 || mixed && count % 4 == 0)
}

fn parts(text: &str) -> (&str, usize) {
    let digits = text.trim_end_matches('=');
    (digits, text.len() - digits.len())
}

/// Bytes of Base64 and nothing else.
pub(crate) fn bytes(text: &str) -> Option<Vec<u8>> {
    read(text).ok()
}

pub(super) fn read(text: &str) -> Read<'_> {
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0_u32, 0);
    for (at, one) in parts(text).0.char_indices().filter(|(_, one)| !one.is_whitespace()) {
        let from = text.get(at..).unwrap_or_default();
        let digit = value(one).ok_or_else(|| PastedFault::new(from, "this is no digit of Base64"))?;
        bits = bits << 6 | digit;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xff).unwrap_or_default());
        }
    }
    Ok(bytes)
}

fn value(one: char) -> Option<u32> {
    Some(match one {
        'A'..='Z' => u32::from(one) - u32::from('A'),
        'a'..='z' => u32::from(one) - u32::from('a') + 26,
        '0'..='9' => u32::from(one) - u32::from('0') + 52,
        '+' | '-' => 62,
        '/' | '_' => 63,
        _ => return None,
    })
}
