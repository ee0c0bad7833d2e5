//! Detection of data that Godot programs write beside Variants: text after its length, and single floats.

use gamewire::shared::escape::visible;

/// The maximum number of characters of a text that are shown.
const SHOWN: usize = 40;

/// The byte orders of numbers, and whether each is big-endian: `big_endian` of a `StreamPeer` or a file may be set.
const ORDERS: [bool; 2] = [false, true];

/// Describes a value without a type id, which no format of this crate reads: text after its length, which is recognized
/// reliably, or one or two floats of common magnitudes, which are a guess.
pub(super) fn described(bytes: &[u8]) -> Option<String> {
    let Some((text, order)) = text(bytes) else {
        let (what, order) = numbers(bytes)?;
        return Some(what + named(order));
    };
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
        named(order),
        written.join(" "),
        if text.len() == 4 { "" } else { " .." }
    ))
}

/// Returns the text after its length of 32 bits, and whether the length is big-endian.
pub(super) fn text(bytes: &[u8]) -> Option<(&str, bool)> {
    let (length, text) = bytes.split_first_chunk()?;
    let counts = |order| u32::try_from(text.len()) == Ok(u32::from_le_bytes(in_order(*length, order)));
    let order = ORDERS.into_iter().find(|order| counts(*order))?;
    Some((readable(text)?, order))
}

/// Describes four or eight bytes as floats. Numbers that games store have few digits, so those with the fewest digits are
/// chosen.
fn numbers(bytes: &[u8]) -> Option<(String, bool)> {
    let float = |half: [u8; 4], order| f32::from_le_bytes(in_order(half, order));
    if let Ok(bytes) = <[u8; 4]>::try_from(bytes) {
        let order = ORDERS.into_iter().find(|order| everyday(float(bytes, *order).into()))?;
        let float = float(bytes, order);
        return Some((format!("the float {float:?}, as put_float and store_float write it"), order));
    }
    let bytes = <[u8; 8]>::try_from(bytes).ok()?;
    let [a, b, c, d, e, f, g, h] = bytes;
    let double = |order| {
        let double = f64::from_le_bytes(in_order(bytes, order));
        let what = || format!("the float {double:?} of 64 bits, as put_double and store_double write it");
        everyday(double).then(|| (format!("{double:?}").len(), what(), order))
    };
    let pair = |order| {
        let floats @ [first, second] = [float([a, b, c, d], order), float([e, f, g, h], order)];
        let what = || format!("the floats {first:?} and {second:?}, as put_float and store_float write them");
        let are_common = everyday(first.into()) && everyday(second.into());
        are_common.then(|| (format!("{floats:?}").len(), what(), order))
    };
    let found = ORDERS.into_iter().filter_map(double).chain(ORDERS.into_iter().filter_map(pair));
    found.min_by_key(|(digits, ..)| *digits).map(|(_, what, order)| (what, order))
}

fn named(is_big_endian: bool) -> &'static str {
    if is_big_endian { " with big_endian set" } else { "" }
}

/// Returns the bytes of a number in little-endian order.
fn in_order<const N: usize>(mut bytes: [u8; N], is_big_endian: bool) -> [u8; N] {
    if is_big_endian {
        bytes.reverse();
    }
    bytes
}

/// Returns the bytes as text, if it has no control characters that people do not type.
fn readable(text: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(text).ok().filter(|text| !text.is_empty())?;
    text.chars()
        .all(|character| !character.is_control() || matches!(character, '\n' | '\r' | '\t'))
        .then_some(text)
}

/// Returns whether a number has a magnitude that is common in games.
fn everyday(number: f64) -> bool {
    (1e-4..1e7).contains(&number.abs())
}
