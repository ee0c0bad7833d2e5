//! The words of a row.

use super::Role;
use crate::trace::Shown;

/// Longest text or run that a row shows whole, in characters or bytes.
const SHOWN: usize = 60;

/// What one field means, in one line.
pub(super) fn meaning(name: &str, shown: Shown<'_>) -> (Role, String) {
    let value = |text: String| (Role::Value, format!("{name} = {text}"));
    match shown {
        Shown::Type { name: kind, id, flags } => (Role::Type, format!("{kind}  (type id {id}, {flags})")),
        Shown::Int(number) => value(number.to_string()),
        Shown::Uint(number) => (Role::Structure, format!("{name} = {number}")),
        Shown::Length(number) => (Role::Structure, format!("{name} = {number}")),
        Shown::Hex(number) => (Role::Structure, format!("{name} = {number:#x}")),
        Shown::F32(number) => {
            value(format!("{number:?}{}", nan_bits(number.is_nan(), number.to_bits().into())))
        }
        Shown::F64(number) => value(format!("{number:?}{}", nan_bits(number.is_nan(), number.to_bits()))),
        Shown::Bool(flag) => value(flag.to_string()),
        Shown::Text(text) => value(short_text(text)),
        Shown::Bytes(bytes) => value(short_bytes(bytes)),
        Shown::Named(number, meant) => value(format!("{number} ({meant})")),
        Shown::Noted(number, remark) => (Role::Structure, format!("{name} = {number}, {remark}")),
        Shown::Words(words) => (Role::Structure, format!("{name}: {words}")),
        Shown::Padding => (Role::Padding, name.to_string()),
        Shown::Tuple(tuple) => value(tuple.to_string()),
        Shown::Run { count, size, of } => {
            let unit = if size == 1 { "byte" } else { "bytes" };
            (Role::Value, format!("{name}: {count} × {of} of {size} {unit}"))
        }
    }
}

fn nan_bits(is_nan: bool, bits: u64) -> String {
    if is_nan { format!(" (bits {bits:#x})") } else { String::new() }
}

fn short_text(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}… ({} bytes)", text.get(..end).unwrap_or_default(), text.len()),
        None => format!("{text:?}"),
    }
}

fn short_bytes(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for byte in bytes.iter().take(SHOWN / 3) {
        let _ = write!(text, "{byte:02x} ");
    }
    if bytes.len() > SHOWN / 3 {
        let _ = write!(text, "… ({} bytes)", bytes.len());
    }
    text.trim_end().to_string()
}
