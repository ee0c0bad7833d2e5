//! Checks the errors of JSON text with their places and reasons, the limit of depth, and writing in parts. The text is written in
//! the tests.

use crate::support::{SPAWNED, on_stack};
use gamewire::godot::{Array, Dialect, Dictionary, ElementType, Kind, ObjectData, Variant, json};

#[test]
fn errors_have_their_place_in_the_file() {
    let cases = [
        ("", "at line 1, column 1, $: expected a value, but the text ends"),
        ("[1", "at line 1, column 3, $[1]: expected ',' or ']', but the text ends"),
        ("[\n  null,\n  nul]", "at line 3, column 3, $[1]: expected true, false or null"),
        ("null null", "at line 1, column 6, $: expected the end of the text, found 'n'"),
        (r#"{"a" 1}"#, r#"at line 1, column 6, $.a: expected ':', found '1'"#),
        (r#"{"args": [1, {"b": x"#, r#"at line 1, column 20, $.args[1].b: expected a value, found 'x'"#),
        ("\"s:", "at line 1, column 1, $: the string has no closing quote"),
        ("-", "at line 1, column 1, $: a number needs digits here"),
        (
            r#"{"type":"Vector2i","args":[1,01]}"#,
            "at line 1, column 30, $.args[1]: a number has no zeros before its first digit",
        ),
        ("5", "at line 1, column 1, $: a number is written as \"i:5\" or \"f:5.0\", which names its type"),
        (
            r#"["text"]"#,
            "at line 1, column 2, $[0]: text is written as \"s:text\"; \"sn:\", \"np:\", \"i:\" and \"f:\" are the other prefixes",
        ),
        (r#""x:y""#, "at line 1, column 1, $: the prefixes are \"s:\", \"sn:\", \"np:\", \"i:\" and \"f:\""),
        (r#""i:1.5""#, "at line 1, column 1, $: after \"i:\" comes an integer of at most 64 bits"),
        (r#""f:x""#, "at line 1, column 1, $: after \"f:\" comes a number, or inf, -inf, nan"),
        (
            r#""s:\x""#,
            "at line 1, column 4, $: there is no such escape; the escapes are \\n, \\t, \\r, \\b, \\f, \\\", \\\\, \\/ and \\u0000",
        ),
        (
            r#""s:\ud800""#,
            "at line 1, column 4, $: a lone surrogate is not a character; text that is not Unicode is written as {\"bytes\": ..}",
        ),
        ("{}", "at line 1, column 1, $: the key \"type\" is missing"),
        (
            r#"{"type":"Vector9"}"#,
            "at line 1, column 9, $.type: \"Vector9\" is not a type; an object of that class would have props",
        ),
        (
            r#"{"type":"Vector2","args":[1.0]}"#,
            "at line 1, column 26, $.args: Vector2 has 2 numbers, but the array has 1",
        ),
        (
            r#"{"type":"Vector2","args":[1.0,"x"]}"#,
            "at line 1, column 31, $.args[1]: expected a number, or null for NaN, found a string",
        ),
        (
            r#"{"type":"Vector2","arg":[1.0,2.0]}"#,
            "at line 1, column 19, $: \"arg\" is not a key here; the keys are type, args, precision, nan",
        ),
        (r#"{"type":"RID","id":"i:1","id":"i:2"}"#, "at line 1, column 31, $.id: the key occurs twice"),
        (
            r#"{"type":"Vector2i","args":[1,2147483648]}"#,
            "at line 1, column 30, $.args[1]: 2147483648 is out of range; the range is -2147483648 to 2147483647",
        ),
        (
            r#"{"type":"PackedByteArray","args":[256]}"#,
            "at line 1, column 35, $.args[0]: 256 is out of range; the range is 0 to 255",
        ),
        (
            r#"{"type":"PackedByteArray","args":[1.5]}"#,
            "at line 1, column 35, $.args[0]: expected an integer, found 1.5",
        ),
        (
            r#"{"type":"PackedVector2Array","args":[1.0]}"#,
            "at line 1, column 37, $.args: 1 numbers do not make elements of 2",
        ),
        (
            r#"{"type":"Vector2","args":[null,1.0],"nan":[]}"#,
            "at line 1, column 43, $.nan: there are 0 entries for 1 nulls in args",
        ),
        (
            r#"{"type":"Vector2","args":[null,1.0],"nan":["3f800000"]}"#,
            "at line 1, column 44, $.nan[0]: \"3f800000\" is not a NaN in 8 hexadecimal digits",
        ),
        (
            r#"{"type":"Vector2","args":[1.0,1.0],"precision":"half"}"#,
            "at line 1, column 48, $.precision: \"half\" is not a precision; expected single or double",
        ),
        (
            r#"{"type":"Dictionary","args":["s:a"]}"#,
            "at line 1, column 29, $.args: keys and values alternate, and the last key has no value",
        ),
        (
            r#"{"type":"A","props":["a"]}"#,
            "at line 1, column 22, $.props[0]: names and values alternate, and the last name has no value",
        ),
        (
            r#"{"type":"EncodedObjectAsID","props":[]}"#,
            "at line 1, column 37, $.props: an object by id has a property object_id, an integer; \"full\": true makes it a full object",
        ),
        (
            r#"{"type":"String","bytes":"6"}"#,
            "at line 1, column 26, $.bytes: bytes are written as two hexadecimal digits each",
        ),
        (r#"{"type":"int"}"#, "at line 1, column 9, $.type: int is not written as an object"),
        (
            r#"{"type":"InputEvent","device":0,"event":"sneeze"}"#,
            "at line 1, column 41, $.event: \"sneeze\" is not an event; the events are key, mouse_button, joystick_motion, joystick_button, screen_touch and numbers",
        ),
        (
            r#"{"type":"Array","args":[],"elem_type":"int","shared":true}"#,
            "at line 1, column 1, $: a typed array cannot be shared as well",
        ),
    ];
    for (text, message) in cases {
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

#[test]
fn text_is_written_in_parts_and_a_failing_sink_is_an_error() {
    struct Parts(Vec<usize>);
    impl std::io::Write for Parts {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.0.len() == 3 {
                return Err(std::io::ErrorKind::BrokenPipe.into());
            }
            self.0.push(bytes.len());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let items = vec![Variant::from("some text"); 100_000];
    let value = Variant::from(items);
    let mut parts = Parts(Vec::new());
    let error = json::to_writer(&mut parts, &value).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
    assert!(parts.0.iter().all(|size| *size < 100_000), "{:?}", parts.0);
    assert_eq!(
        Dialect::GODOT_4.encode(&json::from_str(&json::to_string(&value)).unwrap()),
        Dialect::GODOT_4.encode(&value)
    );
}
