//! Checks paths as text: every form, the places of errors, and that the printed text is read back. The text is written in the
//! tests.

use gamewire::path::{Path, Segment};
use gamewire::shared::escape::{is_hidden, visible};

fn parsed(text: &str) -> Vec<Segment> {
    text.parse::<Path>().unwrap().segments().to_vec()
}

#[test]
fn every_form_of_a_path_is_read() {
    use Segment::{Index, KeyAt, Literal};
    let name = Segment::text;
    assert_eq!(parsed("$"), []);
    assert_eq!(parsed(""), []);
    assert_eq!(parsed("$.player.gold"), [name("player"), name("gold")]);
    assert_eq!(parsed("player.gold"), [name("player"), name("gold")]);
    assert_eq!(parsed("application/config/name"), [name("application/config/name")]);
    assert_eq!(parsed("$.größe 2[3].key(2)"), [name("größe 2"), Index(3), KeyAt(2)]);
    assert_eq!(parsed("[3][\"odd key\"]"), [Index(3), name("odd key")]);
    assert_eq!(parsed("$[-3][1.5][true]"), ["-3", "1.5", "true"].map(|key| Literal(key.into())));
    assert_eq!(
        parsed("$[Vector2(1, 2)][[1, \"]\"]]"),
        ["Vector2(1, 2)", "[1, \"]\"]"].map(|k| Literal(k.into()))
    );
    assert_eq!(parsed(r#"$["a\"]\n\u{e9}\\"]"#), [Segment::text("a\"]\né\\")]);
    assert_eq!(parsed(r#"$['odd "key'][0]['a\'b']"#), [name("odd \"key"), Index(0), name("a'b")]);
    assert_eq!(parsed("$[99999999999999999999999]"), [Literal("99999999999999999999999".into())]);
    assert_eq!(parsed("$[gold][null]"), [name("gold"), Literal("null".into())]);
    assert_eq!(parsed("$.key.keys(1)"), [name("key"), name("keys(1)")]);
    assert_eq!(parsed("key(2).key(3)2"), [KeyAt(2), name("key(3)2")]);
    assert_eq!(parsed("key(6)2"), [name("key(6)2")]);
}

/// A path is one line, whatever is in it.
#[test]
fn hidden_characters_are_escaped() {
    for text in
        ["$[[\"a\u{1b}[2J\"]]", "$[\n2]", "$[0\u{feff}]", "$[[\"\u{202e}\r\"]][-3]", "$[\"\u{feff}\n\"]"]
    {
        let path: Path = text.parse().unwrap();
        for printed in [path.to_string(), format!("{path:#}")] {
            assert!(!printed.contains(is_hidden), "{printed:?}");
            assert_eq!(printed.parse().as_ref(), Ok(&path), "{printed}");
        }
    }
    assert_eq!(Path::from(vec![Segment::Literal("[\"\u{1b}\"]".into())]).to_string(), r#"$[["\u001b"]]"#);
    assert_eq!(parsed(r#"$["\u001b\u{1b}"]"#), [Segment::text("\u{1b}\u{1b}")]);
}

#[test]
fn errors_have_the_offset_in_the_path() {
    for (text, at) in [
        ("$player", 1),
        ("$.", 2),
        ("$.a..b", 4),
        ("$[", 2),
        ("$[]", 2),
        ("$[3", 3),
        ("$[\"a]", 5),
        ("$[\"a\" ]", 5),
        ("$.größe[\"", 11),
        ("$ .a", 1),
    ] {
        let error = text.parse::<Path>().unwrap_err();
        assert_eq!(error.offset(), at, "{text}: {error}");
    }
}

#[test]
fn printed_paths_are_read() {
    let steps = [
        Segment::Index(3),
        Segment::Literal("-3".into()),
        Segment::Literal("1.5".into()),
        Segment::Literal("Vector2(1, 2)".into()),
        Segment::Literal(visible("[\"\u{1b}[2J\n\u{feff}\"]").into_owned()),
        Segment::KeyAt(2),
        Segment::Name("origin".into()),
        Segment::text("gold"),
        Segment::text("odd \"key\".'[]\\\n\t\0\u{7f}é\u{301}"),
        Segment::text(""),
        Segment::text("key(2)"),
    ];
    for first in &steps {
        for second in &steps {
            let path = Path::from(vec![first.clone(), second.clone()]);
            let text = path.to_string();
            assert_eq!(format!("{path:#}"), text);
            assert_eq!(text.parse().as_ref(), Ok(&path), "{text}");
        }
    }
    let long = Path::from(vec![Segment::Index(0); 100]);
    assert_eq!(format!("{long:#}").parse(), Ok(long));
}
