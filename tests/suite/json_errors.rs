//! Checks the errors of JSON text with their places and reasons, and the limit of depth.

use crate::support::{SPAWNED, on_stack};
use gamewire::godot::{Array, Dictionary, ElementType, Kind, ObjectData, Variant, json};

#[test]
fn errors_have_their_place_in_the_file() {
    let table = include_str!("../fixtures/json_errors.tsv");
    let lines =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once('\t').expect(line));
    let over_lines = ("[\n  null,\n  nul]", "at line 3, column 3, $[1]: expected true, false or null");
    for (text, message) in lines.chain([over_lines]) {
        let error = json::from_str(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
    let held = serde_json::json!({"type": "Vector2", "args": [1.0]});
    let error = json::from_value(&held).unwrap_err();
    assert_eq!(error.to_string(), "at $.args: Vector2 has 2 numbers, but the array has 1");
}

#[test]
fn cut_text_is_an_error_and_never_panics() {
    let text = r#"{"type":"Dictionary","args":["s:a",{"type":"Vector2","args":[1.0,null]},["np:x",true,"i:5"],{"type":"A","props":["\u00e9",null]}]}"#;
    assert!(json::from_str(text).is_ok());
    for end in 0..text.len() {
        json::from_str(&text[..end]).expect_err(&text[..end]);
    }
    // Every byte replaced by every byte that means something: an error or a value.
    for at in 0..text.len() {
        for byte in b"\"\\[]{}:,0-.enu" {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] = *byte;
            let _ = json::from_str(std::str::from_utf8(&bytes).unwrap());
        }
    }
}

/// The engine's limit, on the stack of a thread, in a debug build.
#[test]
fn as_deep_as_the_engine_goes() {
    let nest = |depth: usize, kind: usize| {
        let mut value = Variant::Nil;
        for _ in 0..depth {
            value = match kind {
                0 => vec![value].into(),
                1 => Dictionary::from(vec![(value, Variant::Nil)]).into(),
                2 => Array::typed(ElementType::Builtin(Kind::Array), vec![value]).into(),
                _ => ObjectData { class: "A".into(), properties: vec![("a".into(), value)] }.into(),
            };
        }
        value
    };
    let deep = move || {
        for kind in 0..4 {
            let value = nest(1024, kind);
            let text = json::to_string(&value);
            assert!(json::to_string(&json::from_str(&text).unwrap()) == text);
            let error = json::from_str(&json::to_string(&nest(1025, kind))).unwrap_err();
            assert_eq!(error.reason(), "values are nested deeper than the limit of 1024");
        }
        let error = json::from_str(&"[".repeat(1_000_000)).unwrap_err();
        assert_eq!(error.reason(), "arrays and objects are nested deeper than 2056");
        // The text is nested as deeply as allowed, with the parts of a value in the innermost level.
        let text = format!(
            "{}{}{}",
            r#"{"type":"Array","args":["#.repeat(1024),
            r#"{"type":"PackedStringArray","args":[{"bytes":"ff"}]}"#,
            "]}".repeat(1024)
        );
        json::from_str(&text).unwrap();
    };
    on_stack(SPAWNED, deep);
}
