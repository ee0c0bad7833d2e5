//! Text that is Base64.

use super::Read;
use gamewire::shared::TextFault;
use gamewire::shared::base64::{bytes, digit, without_padding};

/// Returns whether a text can only be Base64. Hexadecimal digits with a mistake in them do not count.
pub(super) fn is(text: &str) -> bool {
    let digits = without_padding(text);
    let padding = text.len() - digits.len();
    let others =
        digits.chars().filter(|one| one.is_ascii() && !one.is_ascii_hexdigit() && !one.is_whitespace());
    let of_alphabet = |one: char| digit(one).is_some() || one.is_whitespace();
    let count = digits.chars().filter(|one| !one.is_whitespace()).count();
    let whole = match padding {
        0 => count % 4 != 1,
        _ => (count + padding).is_multiple_of(4) && padding < 3,
    };
    // Digits with a mistake have one or two other characters.
    let many = others.fold(0_u128, |seen, one| seen | 1 << u32::from(one)).count_ones()
        >= if padding > 0 { 1 } else { 4 };
    let mixed = digits.chars().any(|one| one.is_ascii_uppercase())
        && digits.chars().any(|one| one.is_ascii_lowercase() || one.is_ascii_digit());
    digits.chars().all(of_alphabet) && whole && many && (padding > 0 || mixed && count % 4 == 0)
}

pub(super) fn read(text: &str) -> Read<'_> {
    bytes(text).map_err(|at| TextFault::new(text.get(at..).unwrap_or_default(), "this is not a Base64 digit"))
}
