//! The reader against serde_json's, and what Godot's rules add.

#![allow(clippy::unwrap_used)] // A test may panic.

use super::{Document, Node, Rules};

const GODOT: Rules = Rules { control_characters: true, ..Rules::JSON };

fn is_json(text: &str) -> bool {
    Document::new(text, Rules::JSON).is_ok()
}

#[track_caller]
fn error(text: &str, rules: Rules) -> (usize, String) {
    let error = Document::new(text, rules).unwrap_err().in_text(Some(text));
    (error.offset().unwrap(), error.reason().to_string())
}

#[test]
fn values_are_where_they_are() {
    let text = r#" {"a": [1, {"b": []}, "x\"]"], "c": {}} "#;
    let document = Document::new(text, Rules::JSON).unwrap();
    let inside = |node: Node<'_>| -> Vec<(usize, String)> {
        node.children().map(|node| (node.offset(), node.shown())).collect()
    };
    let of = |at: usize, shown: &str| (at, shown.to_string());
    let root = document.root();
    let an_array = of(7, "an array");
    assert_eq!(inside(root), [of(2, "\"a\""), an_array, of(31, "\"c\""), of(36, "an object")]);
    let (_, array) = root.entries().next().unwrap();
    assert_eq!(inside(array), [of(8, "1"), of(11, "an object"), of(22, r#""x\"]""#)]);
    assert_eq!(root.entries().nth(1).unwrap().1.children().count(), 0);
}

#[test]
fn what_serde_json_refuses_is_refused() {
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
        agree(text);
    }
    assert_eq!(error("[1,]", Rules::JSON), (3, "a value is needed here, this is ']'".into()));
    // Depth is no matter.
    assert!(!is_json(&"[".repeat(1_000_000)));
    assert!(is_json(&["[".repeat(100_000), "]".repeat(100_000)].concat()));
}

#[test]
fn what_godot_writes_beyond_json_is_its_own() {
    let read = |text: &str| Document::new(text, GODOT).unwrap().root().string().unwrap().into_owned();
    assert_eq!(read("\"a\u{1}\n\""), "a\u{1}\n");
    assert_eq!(read(r#""a\v""#), "a\u{b}");
    assert_eq!(
        error("\"a\u{1}\"", Rules::JSON),
        (2, "in a string this control character is written as \\u0001".into())
    );
    assert_eq!(error(r#""a\v""#, Rules::JSON).0, 2);
    assert_eq!(error("[01]", GODOT), (1, "a number has no zeros before its first digit".into()));
}

#[test]
fn wrong_strings_fail_where_they_are_wrong() {
    assert_eq!(error(r#""abc\x""#, GODOT).0, 4);
    assert_eq!(error(r#""abc\u00g0""#, GODOT), (4, "\\u needs four hexadecimal digits".into()));
    assert_eq!(error("[\"abc", GODOT), (1, "the string has no closing quote".into()));
    let half = |text: &str| {
        let document = Document::new(text, GODOT).unwrap();
        let error = document.root().string().unwrap_err().in_text(Some(text));
        (error.offset(), error.reason().to_string())
    };
    let reason = "a lone surrogate is not a character".to_string();
    for text in [r#""é\ud800""#, r#""é\ud800x""#, r#""é\udc00""#, r#""é\ud800\u0041""#, r#""é\ud800\n""#]
    {
        assert_eq!(half(text), (Some(3), reason.clone()), "{text}");
    }
}

#[test]
fn foreign_text_is_escaped_in_messages() {
    let document = Document::new("\"\u{1b}[2J\u{202e}\"", GODOT).unwrap();
    let error = document.root().boolean().unwrap_err().in_text(None);
    assert_eq!(error.reason(), r#"true or false is needed here, not "\u{1b}[2J\u{202e}""#);
}
