//! Keys of dictionaries, told apart by bytes that can be put into a map.

use super::model::Variant;

/// Bytes that equal keys have in common and others do not. `String` and `StringName` of one text are two keys.
pub(super) fn fingerprint(key: &Variant<'_>) -> Vec<u8> {
    let mut bytes = vec![key.kind() as u8];
    match key {
        Variant::String(text) | Variant::StringName(text) => bytes.extend(text.as_bytes()),
        Variant::Int(number) => bytes.extend(number.to_le_bytes()),
        Variant::Float(number) => bytes.extend(number.to_bits().to_le_bytes()),
        key => bytes.extend(format!("{key}").into_bytes()),
    }
    bytes
}
