//! Checks that the engine's own text of values is read and written. The text is from the tables of Godot 3 and 4 and from
//! `tests/fixtures/keys`, or is written in the tests.

use crate::support::positions::config;
use crate::support::tsv::{self, unhex};
use crate::support::{SPAWNED, fixture_text, on_stack};
use gamewire::godot::text::{from_text, from_text_as, to_engine_text, to_text_of};
use gamewire::godot::{Decoder, Dialect, Object, Precision, Rid, Table, Variant, Vector2};
use proptest::prelude::*;

/// Rows of a table: name, bytes, the engine's text.
fn rows(table: &str) -> Vec<(String, Vec<u8>, String)> {
    let rows = tsv::rows(table).into_iter();
    rows.map(|row| (row[0].clone(), unhex(&row[2]), unescape(&row[5]))).collect()
}

/// The tables write line ends, tabs and backslashes as two characters.
fn unescape(cell: &str) -> String {
    let mut text = String::new();
    let mut characters = cell.chars();
    while let Some(character) = characters.next() {
        text.push(match character {
            '\\' => match characters.next().unwrap() {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                other => other,
            },
            other => other,
        });
    }
    text
}

/// Punctuation, words and texts; numbers as numbers, for engines round what they print.
#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(f64),
    Other(String),
}

fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' {
            let mut escaped = false;
            let end = rest.char_indices().skip(1).find(|(_, character)| {
                let ends = *character == '"' && !escaped;
                escaped = *character == '\\' && !escaped;
                ends
            });
            end.unwrap().0 + 1
        } else {
            let part = |c: char| c.is_alphanumeric() || "_.+-".contains(c);
            rest.find(|c| !part(c)).unwrap_or(rest.len()).max(first.len_utf8())
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        match token.parse() {
            _ if token.trim().is_empty() => {}
            Ok(number) if !token.contains("inf") && !token.contains("nan") => {
                found.push(Token::Number(number))
            }
            _ => found.push(Token::Other(escape(token))),
        }
    }
    if text.contains('{') {
        // Engines sort the keys of what they print.
        found.sort_by(|a, b| match (a, b) {
            (Token::Number(a), Token::Number(b)) => a.total_cmp(b),
            (a, b) => format!("{a:?}").cmp(&format!("{b:?}")),
        });
    }
    found
}

/// Engines write control characters as they are, and Godot 3 has words of its own for what is no number.
fn escape(token: &str) -> String {
    match token {
        "-inf" | "-inf.0" => return "inf_neg".into(),
        "-nan" | "nan.0" | "-nan.0" => return "nan".into(),
        _ => {}
    }
    let mut text = String::new();
    for character in token.chars() {
        match character {
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            control if control.is_control() => text.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => text.push(other),
        }
    }
    text
}

fn agree(a: &[Token], b: &[Token], digits: f64) -> bool {
    let near = |a: f64, b: f64| {
        a == b || (a - b).abs() <= digits * a.abs().max(b.abs()) || a.abs().max(b.abs()) < 1e-44
    };
    a.len() == b.len()
        && a.iter().zip(b).all(|pair| match pair {
            (Token::Number(a), Token::Number(b)) => near(*a, *b),
            (a, b) => a == b,
        })
}

/// Returns whether the text represents the whole value. It does not say which script or object a value refers
/// to.
fn says_all(text: &str) -> bool {
    !text.contains("Resource(") && !text.contains("Object(") && !text.is_empty()
}

fn compare(table: &str, dialect: Dialect, names: Table, digits: f64) -> usize {
    let mut compared = 0;
    for (name, bytes, engine) in rows(table) {
        let value = Decoder::new(dialect).allow_objects(true).parse(&bytes).unwrap();
        // Objects by id are written out by the engine that has them; a RID is nothing at all in Godot 3.
        if !says_all(&engine)
            || ["object", "signal", "resource"].iter().any(|odd| name.contains(odd))
            || engine.contains(",  ]")
            || engine.contains("null")
        {
            continue;
        }
        let read = from_text(&engine).unwrap_or_else(|error| panic!("{name}: {error}\n{engine}"));
        let ours = to_text_of(&value, names);
        if name == "string_bom" {
            continue; // The mark is not part of the text.
        }
        if engine.contains("inf") && !ours.contains("inf") {
            continue; // Godot 3 prints 32 bits of a float, and reads as many.
        }
        assert!(agree(&tokens(&ours), &tokens(&engine), digits), "{name}:\n{ours}\n{engine}");
        let again = to_text_of(&read, names);
        assert!(agree(&tokens(&again), &tokens(&engine), digits), "{name}:\n{again}\n{engine}");
        let back = from_text(&ours).unwrap_or_else(|error| panic!("{name}: {error}\n{ours}"));
        assert_eq!(to_text_of(&back, names), ours, "{name}");
        if !ours.contains("nan") {
            let exact = dialect.encode(&back).unwrap();
            assert_eq!(exact, dialect.encode(&value).unwrap(), "{name}: {ours}");
        }
        compared += 1;
    }
    compared
}

#[test]
fn text_of_godot_4_is_read_and_written_the_same() {
    let compared = compare("godot4/values-4.6.3.tsv", Dialect::GODOT_4, Table::Godot4, 1e-6);
    assert!(compared > 250, "{compared}");
}

/// It prints six digits.
#[test]
fn text_of_godot_3_is_read_and_written_the_same() {
    for table in ["godot3/values-3.6.2.tsv", "godot3/values-3.2.3.tsv"] {
        let compared = compare(table, Dialect::GODOT_3, Table::Godot3, 2e-5);
        assert!(compared > 150, "{table}: {compared}");
    }
}

#[test]
fn every_spelling_is_read() {
    for (text, value) in [
        ("  5 ", "5"),
        ("+5", "5"),
        ("-0.0", "-0.0"),
        (".5", "0.5"),
        ("5.", "5.0"),
        ("1e3", "1000.0"),
        ("-inf", "inf_neg"),
        ("\"a\\u00e9\\U01f600\\n\\ud83d\\ude00'\\'\"", "\"aé😀\\n😀''\""),
        ("\"two\nlines\"", "\"two\\nlines\""),
        ("@\"name\"", "&\"name\""),
        ("StringName(\"name\")", "&\"name\""),
        ("^\"a/b:c\"", "NodePath(\"a/b:c\")"),
        ("#ff0000", "Color(1, 0, 0, 1)"),
        ("#00ff0000", "Color(0, 1, 0, 0)"),
        ("Color( 1, 0, 0 )", "Color(1, 0, 0, 1)"),
        ("Vector2 ( 1 , 2 , )", "Vector2(1, 2)"),
        ("Matrix32(1, 2, 3, 4, 5, 6)", "Transform2D(1, 2, 3, 4, 5, 6)"),
        ("[ ]", "[]"),
        ("[1, [2, ], ]", "[1, [2]]"),
        ("{\"a\": {}, 2: [] }", "{\"a\": {}, 2: []}"),
        ("{1: 2, 3: 4, 1: 5}", "{1: 5, 3: 4}"),
        ("Array[int]([1, 2])", "Array[int]([1, 2])"),
        ("Array[Node]([])", "Array[Node]([])"),
        ("Array[Resource(\"res://a.gd\")]([])", "Array[Resource(\"res://a.gd\")]([])"),
        ("Dictionary[String, Variant]({\"a\": 1})", "Dictionary[String, Variant]({\"a\": 1})"),
        ("Object(Node,\"name\":\"a\",\"script\":null)\n", "Object(Node,\"name\":\"a\",\"script\":null)"),
        ("Object(Node)", "Object(Node)"),
        ("[Object#5, Object(null)]", "[Object#5, Object(null)]"),
        ("PackedInt64Array(9223372036854775807)", "PackedInt64Array(9223372036854775807)"),
        ("Signal(\"a\", Object#7)", "Signal(\"a\", Object#7)"),
        ("RID(18446744073709551615)", "RID(-1)"),
        ("[RID(-1), RID( )]", "[RID(-1), RID()]"),
        ("RID(18446744073709551616)", ""),
    ] {
        match from_text(text) {
            Ok(read) => assert_eq!(read.to_string(), value, "{text}"),
            Err(error) => assert_eq!(value, "", "{text}: {error}"),
        }
    }
    let double = from_text_as("Vector2(0.1, 2)", Precision::Double).unwrap();
    assert_eq!(Vector2::<f64>::try_from(double).unwrap().x, 0.1);
}

#[test]
fn an_invalid_value_has_an_offset_and_a_reason() {
    for (text, at, why) in [
        ("", 0, "this is not a value"),
        ("abc", 0, "abc is not a value; text must be in quotes"),
        ("1 2", 2, "text follows the value"),
        ("[1, 2", 5, "expected a comma or ]"),
        ("[1 2]", 3, "a comma or ]"),
        ("{\"a\" 1}", 5, "expected : after the key"),
        ("{\"größe\": }", 12, "this is not a value"),
        ("[\"abc]", 1, "the quotes of this text are not closed"),
        ("Vector2(1, 2, 3)", 0, "Vector2 takes 2 numbers"),
        ("Vector2i(1.5, 2)", 0, "32-bit ints"),
        ("PackedByteArray(256)", 0, "ints from 0 to 255"),
        ("PackedVector2Array(1, 2, 3)", 0, "2 numbers for each element"),
        ("Vector5(1, 2)", 0, "Vector5 is not a type of value"),
        ("NodePath(5)", 0, "NodePath"),
        ("99999999999999999999", 0, "an int has 64 bits"),
        ("Object(Node,5:6)", 12, "the name of a property must be text"),
        ("Array[int]([1]", 14, "expected )"),
        ("#12345", 1, "6 or 8 digits"),
    ] {
        let error = from_text(text).unwrap_err();
        assert_eq!(error.offset(), at, "{text}: {error}");
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
}

#[test]
fn text_nests_as_deeply_as_bytes() {
    let run = || {
        let deep = format!("{}{}", "[".repeat(1024), "]".repeat(1024));
        assert_eq!(from_text(&deep).unwrap().to_string(), deep);
        let deep = format!("{}1{}", "{\"a\": ".repeat(1024), "}".repeat(1024));
        assert_eq!(from_text(&deep).unwrap().to_string(), deep);
        assert!(from_text(&"[".repeat(1025)).unwrap_err().to_string().contains("too deeply"));
        assert!(from_text(&"[".repeat(1_000_000)).is_err());
    };
    on_stack(SPAWNED, run);
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn nothing_panics(text in "[\\[\\]{}():,\"\\\\#&@^a-z0-9.eE \\-\u{e9}]{0,40}") {
        let _ = from_text(&text);
    }

    #[test]
    fn what_is_written_is_read(value in crate::godot_support::tried::any_value(Dialect::GODOT_4)) {
        let text = value.to_string();
        match from_text(&text) {
            // The width of components does not show, nor what is empty in a path; of equal keys one is left.
            Ok(read) => {
                let once = read.to_string();
                prop_assert_eq!(from_text(&once).unwrap().to_string(), once);
            }
            Err(_) => {
                // Names of classes are any text here.
                let odd = ["Image(", "InputEvent(", "Array[", "Dictionary[", "Object("];
                prop_assert!(odd.iter().any(|odd| text.contains(odd)), "{}", text);
            }
        }
    }
}

#[test]
fn a_float_keeps_its_bits() {
    for bits in [0_u64, 1 << 63, 1, 0x7fef_ffff_ffff_ffff, 0x3fb9_9999_9999_999a, 0x7ff0_0000_0000_0000] {
        let value = Variant::Float(f64::from_bits(bits));
        let Variant::Float(read) = from_text(&value.to_string()).unwrap() else { panic!("{value}") };
        assert_eq!(read.to_bits(), bits, "{value}");
    }
}

/// Godot 4.4 and later write the path of a script after its uid, Godot 3 and earlier releases of 4 only the path. The bytes
/// of an object have the path.
#[test]
fn the_script_of_an_object_is_a_resource() {
    let path = "res://thing.gd";
    for text in [
        "Object(RefCounted,\"script\":Resource(\"uid://ds6fdtsgd5qcj\", \"res://thing.gd\"))",
        "Object(RefCounted,\"script\":Resource(\"res://thing.gd\"))",
        "Object(RefCounted,\"script\":Resource( \"res://thing.gd\" ))",
    ] {
        let value = from_text(text).unwrap();
        let Variant::Object(Object::Full(data)) = &value else { panic!("{value}") };
        assert_eq!(data.properties, [("script".into(), Variant::from(path))], "{text}");
        assert_eq!(
            to_engine_text(&value, Dialect::GODOT_4),
            "Object(RefCounted,\"script\":Resource(\"res://thing.gd\"))\n"
        );
        assert_eq!(
            to_engine_text(&value, Dialect::GODOT_3),
            "Object(RefCounted,\"script\":Resource( \"res://thing.gd\" ))\n"
        );
    }
    let typed = from_text("Array[Resource(\"uid://ds6fdtsgd5qcj\", \"res://thing.gd\")]([null])").unwrap();
    assert_eq!(typed.to_string(), "Array[Resource(\"res://thing.gd\")]([null])");
    // A resource elsewhere is a value that the engine loads.
    assert!(from_text("{\"script\": Resource(\"res://thing.gd\")}").is_err());
}

/// Godot 4 writes the number of a RID with a sign.
#[test]
fn the_number_of_a_rid_has_a_sign() {
    let value = Variant::from(Rid(u64::MAX));
    assert_eq!(value.to_string(), "RID(-1)");
    assert_eq!(from_text("RID(-1)").unwrap(), value);
    assert_eq!(from_text("RID(18446744073709551615)").unwrap(), value);
}

/// RFC 4648 has the examples.
#[test]
fn bytes_are_read_from_base64() {
    for (text, bytes) in
        [("", &b""[..]), ("Zg==", b"f"), ("Zm8=", b"fo"), ("Zm9v", b"foo"), ("AQI=", &[1, 2])]
    {
        let value = from_text(&format!("PackedByteArray(\"{text}\")")).unwrap();
        assert_eq!(value, Variant::PackedByteArray(bytes.to_vec().into()), "{text}");
    }
    for wrong in ["Zg", "Z", "Zm9v!", "####"] {
        assert!(from_text(&format!("PackedByteArray(\"{wrong}\")")).is_err(), "{wrong}");
    }
}

/// Each line is a dictionary that the engine wrote as bytes and as text: `tests/live/keys4.gd`.
#[test]
fn keys_are_in_the_order_of_the_engine() {
    for (version, dialect) in [("3.2.3", Dialect::GODOT_3), ("4.6.3", Dialect::GODOT_4)] {
        for line in fixture_text(&format!("keys/godot-{version}.tsv")).lines() {
            let (bytes, text) = line.split_once('\t').unwrap();
            let value = Decoder::new(dialect).parse(&unhex(bytes)).unwrap();
            let text: String = serde_json::from_str(text).unwrap();
            assert_eq!(to_engine_text(&value, dialect), text, "{version}");
        }
    }
}

#[test]
fn many_keys_are_sorted() {
    let keys = (0..1000_i64).map(|at| (at * 7919) % 1000);
    let value = Variant::from(keys.map(|key| (key, true)).collect::<gamewire::godot::Dictionary>());
    let sorted: Vec<String> = (0..1000).map(|key| format!("{key}: true")).collect();
    assert_eq!(to_engine_text(&value, Dialect::GODOT_4), format!("{{\n{}\n}}", sorted.join(",\n")));
}
