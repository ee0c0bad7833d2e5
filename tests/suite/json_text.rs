//! Checks JSON as text: which text is read, where errors are, and how `pretty` arranges it. The text is written in the tests.

use gamewire::godot::{Variant, json as godot};
use gamewire::json::{JsonError, pretty};
use gamewire::minecraft::{Chat, TypeExpr, json as minecraft};

/// Whether text is JSON by RFC 8259. A `Chat` has to be a container or a string, too.
fn is_json(text: &str) -> bool {
    Chat::new(text).is_json()
}

fn reason(error: &JsonError) -> (usize, String) {
    (error.offset().unwrap(), error.reason().to_owned())
}

/// The error by RFC 8259.
fn strict(text: &str) -> (usize, String) {
    reason(&minecraft::from_str(&TypeExpr::Bool, text).unwrap_err())
}

/// The error by Godot's rules.
fn lax(text: &str) -> (usize, String) {
    reason(&pretty(text).unwrap_err())
}

/// Values inside each other, one of another type in the place of each: the error has its place.
#[test]
fn errors_have_the_place_of_their_value() {
    let expr: TypeExpr = "struct(a:struct(b:u8,c:array(2,bool),d:string),e:struct(f:i8))".parse().unwrap();
    let text = r#" {"a": {"b": 1, "c": [true, false], "d": "x\"]"}, "e": {"f": -1}} "#;
    assert!(minecraft::from_str(&expr, text).is_ok());
    let inner = r#"{"b": 1, "c": [true, false], "d": "x\"]"}"#;
    for part in [text.trim(), inner, "1", "[true, false]", "true", "false", r#""x\"]""#, r#"{"f": -1}"#, "-1"]
    {
        let at = text.find(part).unwrap();
        let wrong = text.replacen(part, "null", 1);
        let error = minecraft::from_str(&expr, &wrong).unwrap_err();
        assert_eq!(error.offset(), Some(at), "{wrong}: {error}");
        assert!(error.reason().ends_with("found null"), "{wrong}: {error}");
    }
    for (part, shown) in [("1", "1"), ("{}", "an object"), ("[]", "an array"), (r#""x""#, r#""x""#)] {
        let wrong = text.replacen("true", part, 1);
        let needed = format!("expected true or false, found {shown}");
        assert_eq!(
            reason(&minecraft::from_str(&expr, &wrong).unwrap_err()),
            (text.find("true").unwrap(), needed)
        );
    }
}

#[test]
fn text_that_serde_json_refuses_is_refused() {
    let base = r#"[{"a":-1.5e+3,"b":[true,false,null,"é\u00e9\n"],"c":{"d":[]}},0,10.25,""]"#;
    let agree = |text: &str| {
        let theirs: Result<serde::de::IgnoredAny, _> = serde_json::from_str(text);
        assert_eq!(is_json(text), theirs.is_ok(), "{text}");
    };
    agree(base);
    for at in (0..base.len()).filter(|at| base.is_char_boundary(*at)) {
        let (front, rest) = base.split_at(at);
        agree(front);
        for other in
            ["", ",", ":", "\"", "[", "]", "{", "}", "0", "-", ".", "e", "\\", " ", "x", "v", "\u{1}", "é"]
        {
            let rest_after = rest.chars().next().map_or("", |c| rest.get(c.len_utf8()..).unwrap_or_default());
            agree(&format!("{front}{other}{rest}"));
            agree(&format!("{front}{other}{rest_after}"));
        }
    }
    for text in ["01", "-01", "-0", "00", "0.5", "-", "1.", ".5", "1e", "1e5", "\"\\u12\"", "\"\\u12", "\"\\"]
    {
        agree(&format!("[{text}]"));
        agree(&format!("[{text}"));
    }
    assert_eq!(strict("[1,]"), (3, "expected a value, found ']'".into()));
    // Depth is no matter.
    assert!(!is_json(&"[".repeat(1_000_000)));
    assert!(is_json(&["[".repeat(100_000), "]".repeat(100_000)].concat()));
}

#[test]
fn characters_that_godot_writes_beyond_json_are_read_as_godots() {
    let read = |text: &str| godot::from_str(text).unwrap();
    assert_eq!(read("\"s:a\u{1}\n\""), Variant::from("a\u{1}\n"));
    assert_eq!(read(r#""s:a\v""#), Variant::from("a\u{b}"));
    assert_eq!(
        strict("\"a\u{1}\""),
        (2, "in a string, this control character must be written as \\u0001".into())
    );
    assert_eq!(strict(r#""a\v""#).0, 2);
    assert_eq!(lax("[01]"), (1, "a number has no zeros before its first digit".into()));
}

#[test]
fn errors_of_strings_have_their_place() {
    assert_eq!(lax(r#""abc\x""#).0, 4);
    assert_eq!(lax(r#""abc\u00g0""#), (4, "\\u needs four hexadecimal digits".into()));
    assert_eq!(lax("[\"abc"), (1, "the string has no closing quote".into()));
    let advice =
        "a lone surrogate is not a character; text that is not Unicode is written as {\"bytes\": ..}";
    for text in
        [r#""s:é\ud800""#, r#""s:é\ud800x""#, r#""s:é\udc00""#, r#""s:é\ud800\u0041""#, r#""s:é\ud800\n""#]
    {
        assert_eq!(reason(&godot::from_str(text).unwrap_err()), (5, advice.into()), "{text}");
    }
}

#[test]
fn foreign_text_is_escaped_in_messages() {
    let array = "{\"type\":\"Array\",\"args\":\"\u{1b}[2J\u{202e}\"}";
    assert_eq!(
        godot::from_str(array).unwrap_err().reason(),
        r#"expected an array, found "\u{1b}[2J\u{202e}""#
    );
    assert_eq!(
        strict("\"\u{9b}[2J\u{202e}\""),
        (0, r#"expected true or false, found "\u{9b}[2J\u{202e}""#.into())
    );
}

#[test]
fn short_json_stays_on_one_line_and_only_white_space_is_added() {
    let long = "x".repeat(80);
    let json = format!(r#"{{"a":[1,2,"\"],["],"b":{{"c":"{long}","d":[]}},"e":"i:1"}}"#);
    let text = pretty(&json).unwrap();
    assert_eq!(
        text,
        format!(
            "{{\n  \"a\": [1, 2, \"\\\"],[\"],\n  \"b\": {{\n    \"c\": \"{long}\",\n    \"d\": []\n  }},\n  \"e\": \"i:1\"\n}}"
        )
    );
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(read(&text), read(&json));
    assert_eq!(pretty(&text).unwrap(), text);
    assert_eq!(pretty("\"s:a, b\"").unwrap(), "\"s:a, b\"");
}

#[test]
fn a_line_has_76_characters_at_most_and_text_that_is_not_json_is_an_error() {
    let of = |length: usize| format!("[\"{}\"]", "x".repeat(length - 4));
    assert_eq!(pretty(&of(76)).unwrap(), of(76));
    assert_eq!(pretty(&of(77)).unwrap(), of(77).replace('[', "[\n  ").replace(']', "\n]"));
    assert_eq!(pretty("[]").unwrap(), "[]");
    assert_eq!(pretty("{ }").unwrap(), "{}");
    assert_eq!(pretty("[1,]").unwrap_err().offset(), Some(3));
}

#[test]
fn deep_json_is_arranged_without_recursion() {
    let deep = ["[".repeat(30_000), "]".repeat(30_000)].concat();
    let text = pretty(&deep).unwrap();
    assert_eq!(text.replace([' ', '\n'], ""), deep);
}
