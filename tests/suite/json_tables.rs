//! Checks JSON against the engines' tables: from bytes to a value to JSON and back, and our JSON against the engine's own.

use crate::support::tsv::unhex;
use crate::support::{fixture_text, on_stack};
use gamewire::godot::{Decoder, Dialect, json};
use serde::Deserialize;
use serde_json::Value;

struct Row {
    name: String,
    bytes: Vec<u8>,
    /// Padding that the engine leaves to chance: where, and how many bytes.
    undefined: Vec<(usize, usize)>,
    columns: Vec<String>,
}

fn rows(table: &str) -> Vec<Row> {
    let text = fixture_text(table);
    let lines = text.split('\n').filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rows = lines.map(|line| {
        let columns: Vec<String> = line.split('\t').map(String::from).collect();
        let is_hex =
            |column: &String| column.len().is_multiple_of(2) && column.bytes().all(|b| b.is_ascii_hexdigit());
        let at = if table.contains("native") { 1 } else { 2 };
        assert!(is_hex(&columns[at]), "{line}");
        let bytes = unhex(&columns[at]);
        let undefined = columns[at + 1].split(',').filter_map(|flag| {
            let (offset, count) = flag.strip_prefix("undef@")?.split_once('+')?;
            Some((offset.parse().unwrap(), count.parse().unwrap()))
        });
        Row { name: columns[0].clone(), bytes, undefined: undefined.collect(), columns: columns.clone() }
    });
    rows.collect()
}

fn masked(row: &Row, mut bytes: Vec<u8>) -> Vec<u8> {
    for (offset, count) in &row.undefined {
        bytes[*offset..offset + count].fill(0);
    }
    bytes
}

/// Bytes, value, JSON, value, bytes: all of it as text and as a `serde_json::Value`.
fn there_and_back(table: &str, dialect: Dialect) -> usize {
    let rows = rows(table);
    for row in &rows {
        let name = &row.name;
        let value = Decoder::new(dialect)
            .allow_objects(true)
            .parse(&row.bytes)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        let expected = masked(row, row.bytes.clone());
        let text = json::to_string(&value);
        assert!(!text.contains('\n'), "{name}");
        let back = json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
        let bytes = dialect.encode(&back).unwrap();
        assert_eq!(masked(row, bytes), expected, "{name}: {text}");
        assert_eq!(json::to_string(&back), text, "{name}");

        let held = json::to_value(&value);
        let back = json::from_value(&held).unwrap_or_else(|error| panic!("{name}: {held}: {error}"));
        let bytes = dialect.encode(&back).unwrap();
        assert_eq!(masked(row, bytes), expected, "{name}: {held}");
        // The value reads the same as the text does, by a reader that is not ours.
        assert_eq!(held, foreign(&text), "{name}");
    }
    rows.len()
}

/// JSON text by another reader, infinite numbers as `"inf"`.
fn foreign(text: &str) -> Value {
    // The engine leaves control characters in strings as they are.
    let escape = |c: char| if c < ' ' { format!("\\u{:04x}", c as u32) } else { c.to_string() };
    let text: String = text.chars().map(escape).collect();
    let text = text.replace("-1e99999", "\"-inf\"").replace("1e99999", "\"inf\"");
    let mut reader = serde_json::Deserializer::from_str(&text);
    reader.disable_recursion_limit();
    Value::deserialize(&mut reader).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn godot_2() {
    assert_eq!(there_and_back("godot2/values-2.1.tsv", Dialect::GODOT_2), 248);
    assert_eq!(there_and_back("godot2/values-2.1.5.tsv", Dialect::GODOT_2_1_5), 248);
    assert_eq!(there_and_back("godot2/values-joystick-1.0.tsv", Dialect::GODOT_2), 5);
}

#[test]
fn godot_3() {
    assert_eq!(there_and_back("godot3/values-3.6.2.tsv", Dialect::GODOT_3), 262);
    assert_eq!(there_and_back("godot3/values-3.2.3.tsv", Dialect::GODOT_3), 262);
}

#[test]
fn godot_4() {
    assert_eq!(there_and_back("godot4/values-4.6.3.tsv", Dialect::GODOT_4), 341);
    assert_eq!(there_and_back("godot4/values-4.6.3-double.tsv", Dialect::GODOT_4.double()), 180);
}

/// Rows where our JSON is not the engine's, beyond further keys and floats that lost digits: why, and ours.
const DIFFERENT: &[(&str, &str, &str)] = &[
    ("string_bom", MARK, "\"s:\u{feff}x\""),
    (
        "float_from_bytes_f64_quiet_nan_payload",
        PAYLOAD,
        r#"{"type":"float","args":[null],"nan":["7ff8060504030201"]}"#,
    ),
    (
        "float_from_bytes_f64_signalling_nan",
        PAYLOAD,
        r#"{"type":"float","args":[null],"nan":["7ff0000000000001"]}"#,
    ),
    (
        "float_from_bytes_f32_quiet_nan_payload",
        PAYLOAD,
        r#"{"type":"float","args":[null],"nan":["7ff8004020000000"]}"#,
    ),
    (
        "float_from_bytes_f32_signalling_nan",
        PAYLOAD,
        r#"{"type":"float","args":[null],"nan":["7ff8000020000000"]}"#,
    ),
    (
        "typed_dict_string_script_full",
        "the engine names the class below the script of the values, which the bytes do not have, and loses the script",
        r#"{"type":"Dictionary","key_type":"String","value_type":"res://thing.gd","args":["s:a",null]}"#,
    ),
];
const MARK: &str =
    "the engine reads no byte order mark; we keep it for the bytes, and the engine reads it so";
const PAYLOAD: &str = "a string has no place for the bits of a NaN";

#[test]
fn the_engine_writes_the_same_json() {
    let (mut exact, mut digits, mut different) = (0, 0, 0);
    for row in rows("godot4/native-4.6.3.tsv") {
        let name = &row.name;
        let value = Decoder::new(Dialect::GODOT_4).allow_objects(true).parse(&row.bytes).unwrap();
        let ours = foreign(&json::to_string(&value));
        let engines = foreign(&row.columns[3]);
        let mut floats = 0;
        if let Some((_, why, text)) = DIFFERENT.iter().find(|(row, ..)| row == name) {
            assert!(
                !same(&ours, &engines, &mut floats),
                "{name} is the same now, so this is no reason: {why}"
            );
            assert_eq!(json::to_string(&value), *text, "{name}");
            different += 1;
        } else {
            assert!(same(&ours, &engines, &mut floats), "{name}:\n  ours {ours}\n  engine's {engines}");
            if floats == 0 { exact += 1 } else { digits += 1 }
        }
    }
    assert_eq!((exact, digits, different), (316, 19, DIFFERENT.len()));
}

/// Whether both are the same JSON. Further keys of ours are passed over; floats that are not the same number
/// count into `floats`, if the engine's is what its printing leaves of ours.
fn same(ours: &Value, engines: &Value, floats: &mut usize) -> bool {
    match (ours, engines) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b, floats))
        }
        (Value::Object(a), Value::Object(b)) => {
            const FURTHER: [&str; 5] = ["nan", "id", "name", "object", "full"];
            let same_keys = a.keys().filter(|key| !FURTHER.contains(&key.as_str())).eq(b.keys());
            same_keys && b.iter().all(|(key, b)| same(&a[key], b, floats))
        }
        (Value::Number(a), Value::Number(b)) if a.is_f64() && b.is_f64() => {
            same_float(a.as_f64().unwrap(), b.as_f64().unwrap(), 1e-15, floats)
        }
        (Value::String(a), Value::String(b)) => match (a.strip_prefix("f:"), b.strip_prefix("f:")) {
            // 15 digits, and 14 after the point.
            (Some(a), Some(b)) => same_float(a.parse().unwrap(), b.parse().unwrap(), 1e-14, floats),
            _ => a == b,
        },
        _ => ours == engines,
    }
}

fn same_float(ours: f64, engines: f64, relative: f64, floats: &mut usize) -> bool {
    if ours.to_bits() == engines.to_bits() || ours.is_nan() && engines.is_nan() {
        return true;
    }
    *floats += 1;
    let lost_small = engines == 0.0 && ours.abs() < 1e-14;
    lost_small || (ours - engines).abs() <= ours.abs() * relative
}

/// The engine's text is read back, if the engine wrote everything.
#[test]
fn the_engines_json_is_read() {
    let mut read = 0;
    for row in rows("godot4/native-4.6.3.tsv") {
        let text = &row.columns[3];
        let value = json::from_str(text).unwrap_or_else(|error| panic!("{}: {error}", row.name));
        let original = Decoder::new(Dialect::GODOT_4).allow_objects(true).parse(&row.bytes).unwrap();
        // The values are compared as text, because 0.0 == -0.0.
        let whole = |text: &str| foreign(text).to_string();
        if whole(&json::to_string(&original)) == whole(text) {
            assert_eq!(Dialect::GODOT_4.encode(&value).unwrap(), row.bytes, "{}: {text}", row.name);
            read += 1;
        }
    }
    assert_eq!(read, 296);
}

/// Odd bytes that are accepted make odd values: names that are empty, counts that are none, wrong types.
#[test]
fn values_of_odd_bytes_round_trip() {
    // Some are as deep as the engine goes; how much stack the binary reader takes for that is not the point.
    on_stack(16 << 20, odd_bytes);
}

fn odd_bytes() {
    let tables = [
        ("godot2/malformed-2.1.tsv", Dialect::GODOT_2),
        ("godot2/mutations-2.1.tsv", Dialect::GODOT_2),
        ("godot3/malformed-3.6.2.tsv", Dialect::GODOT_3),
        ("godot3/mutations-3.6.2.tsv", Dialect::GODOT_3),
        ("godot4/malformed-4.6.3.tsv", Dialect::GODOT_4),
        ("godot4/malformed-4.6.3-double.tsv", Dialect::GODOT_4.double()),
        ("godot4/mutations-4.6.3.tsv", Dialect::GODOT_4),
    ];
    let mut accepted = 0;
    for (table, dialect) in tables {
        for line in fixture_text(table).split('\n').filter(|line| !line.starts_with('#')) {
            let Some(hex) = line.split('\t').nth(2) else { continue };
            let bytes = unhex(hex);
            let decoder =
                Decoder::new(dialect).allow_objects(true).allow_trailing(true).keep_duplicates(true);
            let Ok(value) = decoder.parse(&bytes) else { continue };
            accepted += 1;
            let text = json::to_string(&value);
            let back = json::from_str(&text).unwrap_or_else(|error| panic!("{line}: {text}: {error}"));
            assert_eq!(dialect.encode(&back), dialect.encode(&value), "{line}: {text}");
        }
    }
    assert!(accepted > 2000, "{accepted}");
}
