//! Checks JSON of Minecraft's values: which text is refused and where, single tags, and that the time is proportional to the
//! length. The text is written in the tests.

use std::time::Duration;

use gamewire::minecraft::json::{
    from_str as from_json, nbt_from_str, nbt_to_string, tag_from_str, tag_to_string, to_string as to_json,
};
use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, Tag};
use gamewire::minecraft::{Cases, Chat, Label, Packets, Protocol, Selector, TypeExpr, Value};

use crate::support::positions::exhaustive;
use crate::support::thread_time::thread_time;

#[track_caller]
fn error(of: &str, text: &str) -> String {
    from_json(&of.parse::<TypeExpr>().unwrap(), text).unwrap_err().to_string()
}

#[test]
fn a_tag_has_its_own_json() {
    let half = JavaStr::from_units(&[0x61, 0xd83d]);
    let tags = [
        (Tag::Byte(-1), r#"{"type":"byte","value":-1}"#),
        (Tag::Long(1 << 60), r#"{"type":"long","value":"1152921504606846976"}"#),
        (Tag::String("a\u{1}\u{1f600}".into()), "{\"type\":\"string\",\"value\":\"a\\u0001\u{1f600}\"}"),
        (
            Tag::String(JavaStr::from_utf8(b"\xc5\0\0\0\x01\0\0\0")),
            r#"{"type":"string","value":{"bytes":"c500000001000000"}}"#,
        ),
        (Tag::String(half), r#"{"type":"string","value":{"mutf8":"61eda0bd"}}"#),
        (Tag::List(List::End), r#"{"type":"list","value":{"type":"end","value":[]}}"#),
        (Tag::ByteArray(vec![1, -2].into()), r#"{"type":"byteArray","value":[1,-2]}"#),
        (
            Tag::Compound(Compound::from_iter([("a", 1_i16)])),
            r#"{"type":"compound","value":[["a",{"type":"short","value":1}]]}"#,
        ),
    ];
    for (tag, text) in tags {
        assert_eq!(tag_to_string(&tag), text);
        assert_eq!(tag_from_str(text).unwrap(), tag);
        let nbt = Nbt::new("n", Compound::from_iter([("t", tag)]));
        let whole = format!(r#"{{"name":"n","tag":{{"type":"compound","value":[["t",{text}]]}}}}"#);
        assert_eq!(nbt_to_string(&nbt), whole);
        assert_eq!(nbt_from_str(&whole).unwrap(), nbt);
        let value = Value::Nbt(Some(Box::new(nbt)));
        assert_eq!(to_json(&TypeExpr::Nbt, Protocol::V1_14, &value), whole);
    }
}

#[test]
fn an_error_says_why_a_type_is_not_found() {
    let number: TypeExpr = "u8".parse().unwrap();
    let cases = Cases::new(&number, vec![(Some(Label::Number(1)), TypeExpr::Bool)]);
    let switch = TypeExpr::Switch(Selector::default(), cases);
    let of = TypeExpr::Struct(vec![("n".into(), number), ("v".into(), switch)]);
    let error = from_json(&of, r#"{"n":5,"v":true}"#).unwrap_err().to_string();
    assert_eq!(error, "at line 1, column 12, $.v: 5 is not a value of this enumeration");
    // This type is only itself.
    let of = Packets::from_protodef(r#"{"types":{"T":"T"}}"#).unwrap().type_of("T").unwrap();
    let error = from_json(&of, "5").unwrap_err().to_string();
    assert_eq!(error, "at line 1, column 1, $: types are nested too deeply");
}

#[test]
fn errors_lead_to_the_place_in_the_text() {
    let tag = |text: &str| tag_from_str(text).unwrap_err().to_string();
    assert_eq!(
        tag(r#"{"type":"compound","value":[["a",{"type":"byte","value":300}]]}"#),
        "at line 1, column 57, $.value[0][1].value: expected an integer in range, found 300"
    );
    assert_eq!(
        tag(r#"{"type":"compound","value":[["a"]]}"#),
        "at line 1, column 29, $.value[0]: an entry is an array of a name and a tag"
    );
    assert_eq!(
        tag(r#"{"type":"int","value":1"#),
        "at line 1, column 24, $: expected ',' or '}', but the text ends"
    );
    assert_eq!(
        tag(r#"{"type":"string","value":"\ud83d"}"#),
        "at line 1, column 27, $.value: a lone surrogate is not a character; text of NBT that is not Unicode is written as {\"mutf8\": ..}"
    );
    let root = nbt_from_str(r#"{"name":"","tag":{"type":"list","value":[]}}"#).unwrap_err();
    assert_eq!(root.to_string(), "at line 1, column 41, $.tag.value: expected an object, found an array");
    assert_eq!(nbt_from_str("null").unwrap_err().reason(), "expected an object, found null");
}

#[test]
fn a_key_that_occurs_twice_is_an_error() {
    assert_eq!(
        error("position", r#"{"x":1,"y":2,"z":3,"x":4}"#),
        "at line 1, column 24, $.x: the key occurs twice"
    );
    assert_eq!(error("struct(a:i8)", r#"{"a":1,"a":2}"#), "at line 1, column 12, $.a: the key occurs twice");
    let tag = tag_from_str(r#"{"type":"int","value":1,"value":2}"#).unwrap_err();
    assert_eq!(tag.to_string(), "at line 1, column 33, $.value: the key occurs twice");
}

/// RFC 8259, and nothing of what Godot writes beyond it.
#[test]
fn json_is_read_strictly() {
    for text in ["\"a\u{1}\"", "\"a\n\"", r#""a\v""#, r#""a\x""#] {
        assert!(from_json(&"string(9)".parse().unwrap(), text).is_err(), "{text}");
        assert!(!Chat::new(text).is_json(), "{text}");
    }
    for text in ["01", "-", "1.", "+1", "0x1", "NaN", "1 2"] {
        assert!(from_json(&"f64".parse().unwrap(), text).is_err(), "{text}");
    }
    assert!(Chat::new(r#" {"text": ["a", 1.5e3, null]} "#).is_json());
}

/// This would take two hundred times as long if a level were read again for each level around it.
#[test]
fn time_is_proportional_to_the_bytes_at_any_depth() {
    let size = if exhaustive() { 60_000 } else { 20_000 };
    let text = |depth: usize| {
        let text = (0..size / depth).fold(Compound::new(), |mut all, n| {
            let mut inner = Compound::from_iter([(format!("leaf {n}"), "text")]);
            if n == 0 {
                inner = (1..depth).fold(inner, |inner, _| Compound::from_iter([("n", inner)]));
            }
            all.edit(|entries| entries.push((format!("entry {n}").into(), inner.into())));
            all
        });
        tag_to_string(&text.into())
    };
    // The text is only nested, with as many bytes in the innermost level.
    let deep = (0..500).fold(tag_to_string(&"x".repeat(33 * size).into()), |inner, _| {
        format!(r#"{{"type":"compound","value":[["n",{inner}]]}}"#)
    });
    let per_byte = |text: &str| {
        let took = (0..3).map(|_| {
            let start = thread_time();
            assert!(tag_from_str(text).is_ok());
            thread_time() - start
        });
        took.min().unwrap_or(Duration::ZERO).as_secs_f64() / text.len() as f64
    };
    let flat = per_byte(&text(2));
    for deep in [text(500), deep] {
        let ratio = per_byte(&deep) / flat;
        assert!(ratio < 10.0, "a byte takes {ratio} times as long");
    }
}
