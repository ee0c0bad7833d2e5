//! Detection of text after its length, which Godot programs write beside Variants.

use gamewire::shared::escape::visible;

/// The maximum number of characters of a text that are shown.
const SHOWN: usize = 40;

/// Describes text after its length, which no format of this crate reads.
pub(super) fn described(bytes: &[u8]) -> Option<String> {
    let (text, is_big_endian) = text(bytes)?;
    let shown: String = text.chars().take(SHOWN).collect();
    let more = if shown.len() < text.len() { ".." } else { "" };
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes();
    let written: Vec<String> =
        length.iter().chain(text.as_bytes()).take(8).map(|byte| format!("{byte:02x}")).collect();
    Some(format!(
        "a length of {} and the text \"{}{more}\", as put_utf8_string and store_pascal_string write it{}; \
         var_to_bytes would write 04 00 00 00 {}{}",
        text.len(),
        visible(&shown),
        if is_big_endian { " with big_endian set" } else { "" },
        written.join(" "),
        if text.len() == 4 { "" } else { " .." }
    ))
}

/// Returns the text after its length of 32 bits, and whether the length is big-endian. The text has no control characters
/// that people do not type.
pub(super) fn text(bytes: &[u8]) -> Option<(&str, bool)> {
    let (length, text) = bytes.split_first_chunk()?;
    let counted = u32::try_from(text.len()).ok()?;
    let is_little = u32::from_le_bytes(*length) == counted;
    let is_length = is_little || u32::from_be_bytes(*length) == counted;
    let text = std::str::from_utf8(text).ok().filter(|text| is_length && !text.is_empty())?;
    let is_typed = |one: char| !one.is_control() || matches!(one, '\n' | '\r' | '\t');
    text.chars().all(is_typed).then_some((text, !is_little))
}
