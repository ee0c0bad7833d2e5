//! Text in values of Godot, and the text forms of values: JSON and `var_to_str`.

use super::bits::same;
use super::chosen;
use gamewire::godot::text::{from_text, from_text_as, to_text_of};
use gamewire::godot::{Dialect, Precision, Table, Text, Variant, json as as_json};

/// Text in any dialect is read back unchanged, and its characters agree with its bytes.
pub fn text(data: &[u8]) {
    let text = Text::from_non_utf8_bytes(data.to_vec());
    let _ = (text.code_points().count(), text.to_string_lossy().len(), text.to_string(), format!("{text:?}"));
    let mut block = vec![4, 0, 0, 0];
    block.extend(u32::try_from(data.len()).expect("small").to_le_bytes());
    block.extend(data);
    block.resize(block.len().next_multiple_of(4), 0);
    for &dialect in Dialect::ALL {
        let Ok(Variant::String(text)) = dialect.parse(&block) else { continue };
        let written = match dialect.encode(&Variant::String(text.clone())) {
            Ok(written) => written,
            // Reading removes only the first of two byte order marks. The second one would be lost at the next read,
            // so that such a text cannot be written.
            Err(error) => {
                assert!(text.as_bytes().starts_with(b"\xef\xbb\xbf"), "{error}: {text:?} of {dialect}");
                continue;
            }
        };
        let Ok(Variant::String(again)) = dialect.parse(&written) else { panic!("{written:02x?} is no text") };
        assert_eq!(again.as_bytes(), text.as_bytes());
    }
}

/// JSON of a value is read back with the same bits. The input itself, read as JSON, is a value or an error.
pub fn json(data: &[u8]) {
    if let Some((decoder, bytes)) = chosen(data)
        && let Ok((value, _)) = decoder.parse_prefix(bytes)
    {
        both_ways(&value);
        let precision = decoder.dialect().precision();
        let back = as_json::from_str_as(&as_json::to_string(&value), precision).expect("JSON of a value");
        assert_eq!(decoder.dialect().encode(&back), decoder.dialect().encode(&value));
    }
    let Ok(text) = str::from_utf8(data) else { return };
    for precision in [Precision::Single, Precision::Double] {
        match as_json::from_str_as(text, precision) {
            Ok(value) => both_ways(&value),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn both_ways(value: &Variant) {
    let text = as_json::to_string(value);
    let back = as_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(same(&back, value), "{value:?} comes back from {text} as {back:?}");
    let held = as_json::to_value(value);
    let back = as_json::from_value(&held).unwrap_or_else(|error| panic!("{error}: {held}"));
    assert!(same(&back, value), "{value:?} comes back from {held} as {back:?}");
}

/// The engine's text of a value is read back as the same value. The input itself is a value or an error.
pub fn var_to_str(data: &[u8]) {
    if let Some((decoder, bytes)) = chosen(data)
        && let Ok((value, _)) = decoder.allow_objects(true).parse_prefix(bytes)
    {
        stays(&value.to_string(), decoder.dialect().precision());
        for names in [Table::Godot2, Table::Godot3] {
            let _ = from_text(&to_text_of(&value, names));
        }
    }
    let Ok(text) = str::from_utf8(data) else { return };
    for precision in [Precision::Single, Precision::Double] {
        match from_text_as(text, precision) {
            Ok(value) => stays(&value.to_string(), precision),
            Err(error) => assert!(text.is_char_boundary(error.offset()), "{error}"),
        }
    }
}

fn stays(text: &str, precision: Precision) {
    let Ok(read) = from_text_as(text, precision) else { return };
    let again = read.to_string();
    let last = from_text_as(&again, precision).unwrap_or_else(|error| panic!("{error}: {again}"));
    assert_eq!(last.to_string(), again);
}
