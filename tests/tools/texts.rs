//! Checks that texts (ConfigFiles, SNBT, JSON) are changed by paths, and that all other characters stay. Godot 3.2.3 wrote the
//! ConfigFiles; the other texts are written in the tests.

use std::borrow::Cow;

use crate::support::fixture_bytes;
use crate::support::positions::exhaustive;
use gamewire::godot::{Variant, variant};
use gamewire::minecraft::nbt::Tag;
use gamewire::path::{Path, Segment};
use gamewire_files::document::{AnyValue, Document, DocumentError, OpenOptions, TextKind};

fn open<'t>(text: impl Into<Cow<'t, [u8]>>) -> Result<Document<'t>, DocumentError> {
    Document::open_with(text, &OpenOptions::new().allow_text(true))
}

fn fixture(name: &str) -> String {
    String::from_utf8(fixture_bytes(name)).unwrap()
}

/// A change: a new value, or none to remove the old one.
fn changed(text: &str, path: &str, new: Option<&str>) -> Result<String, DocumentError> {
    let mut document = open(text.as_bytes())?;
    let path = path.parse().unwrap();
    match new {
        None => document.remove_path(&path)?,
        Some(new) if document.format().nbt().is_some() => {
            document.set_path(&path, new.parse::<Tag>().unwrap())?;
        }
        Some(new) => document.set_path(&path, new.parse::<Variant>().unwrap())?,
    }
    Ok(String::from_utf8(document.encode()?.into_owned()).unwrap())
}

/// Godot 3.2.3 made the same changes to its own file.
#[test]
fn settings_are_changed_as_the_engine_changes_them() {
    let before = fixture("config/godot-3.2.3/before.cfg");
    for (name, path, new) in [
        ("gold", "player/gold", Some("999")),
        ("name", "player/name", Some(r#""b\\c \"d\"\te""#)),
        ("at", "player/at.x", Some("-7.25")),
        ("bag", "player/bag[1].count", Some("4")),
        ("tags", "player/bag[1].tags[0]", None),
        ("append", "player/bag[3]", Some("Color(1, 0, 0.5, 1)")),
        ("key", "audio/bus/levels.voice", Some("1")),
        ("new", "player/hp", Some("{\"max\": 9}")),
        ("section", "video/mode", Some("Vector2(640, 480)")),
        ("erase", "player/speed", None),
    ] {
        let after = fixture(&format!("config/godot-3.2.3/{name}.cfg"));
        assert_eq!(changed(&before, path, new).unwrap(), after, "{name}");
        // Lines that end as those of Windows do.
        let windows = |text: &str| text.replace('\n', "\r\n");
        assert_eq!(changed(&windows(&before), path, new).unwrap(), windows(&after), "{name}");
    }
}

/// The text of `var_to_str` is a document of one value, of the generation that its words have.
#[test]
fn the_text_of_one_value_is_a_document() {
    for (text, new) in [
        ("{\n\"gold\": 5,\n\"pos\": Vector2(1, 2)\n}\n", "{\n\"gold\": 6,\n\"pos\": Vector2(1, 2)\n}\n"),
        ("{\n\"gold\": 5,\n\"pos\": Vector2( 1, 2 )\n}", "{\n\"gold\": 6,\n\"pos\": Vector2( 1, 2 )\n}"),
        (
            "{\"gold\": 5, \"a\": [&\"b\", PackedByteArray( 1, 2 )]}",
            "{\"gold\": 6, \"a\": [&\"b\", PackedByteArray( 1, 2 )]}",
        ),
    ] {
        let mut document = open(text.as_bytes()).unwrap();
        assert_eq!(document.text(), Some(TextKind::Value), "{text}");
        let gold: Path = "$.gold".parse().unwrap();
        assert_eq!(document.get_path(&gold).unwrap(), Variant::Int(5).into());
        document.set_path(&gold, Variant::Int(6)).unwrap();
        assert_eq!(String::from_utf8(document.encode().unwrap().into_owned()).unwrap(), new);
    }
}

/// Every value in files of engines and of FTB's mod is set to another one and back: the text is the same again, and in between only
/// the text of the value differs.
#[test]
fn there_and_back_is_the_same_text() {
    for (name, kind) in [
        ("config/godot-3.2.3/before.cfg", TextKind::ConfigFile),
        ("project/godot-4.6.3/forms.godot", TextKind::ConfigFile),
        ("minecraft/ftb/quest.snbt", TextKind::Snbt),
    ] {
        let text = fixture(name);
        let document = open(text.as_bytes()).unwrap();
        assert_eq!(document.text(), Some(kind), "{name}");
        assert_eq!(*document.encode().unwrap(), *text.as_bytes());
        let mut count = 0;
        for value in document.values() {
            let first = value.name().map(Segment::text);
            let whole = value.get_path(&Path::default()).unwrap();
            let inside: Vec<(Path, AnyValue)> = match &whole {
                AnyValue::Godot(whole) => {
                    whole.walk().with_paths().map(|(path, value)| (path, value.clone().into())).collect()
                }
                AnyValue::Nbt(whole) => {
                    whole.walk().with_paths().map(|(path, tag)| (path, tag.to_tag().into())).collect()
                }
                _ => unreachable!(),
            };
            // A third of a long text is tried, without the exhaustive test.
            let step = if exhaustive() || inside.len() < 50 { 1 } else { 3 };
            for (inner, old) in inside.into_iter().step_by(step) {
                let path: Path = first.iter().chain(inner.segments()).cloned().collect();
                let (new, spelled): (AnyValue, &str) = match &old {
                    AnyValue::Godot(Variant::Int(_)) => (Variant::Int(-48).into(), "-48"),
                    AnyValue::Godot(Variant::Float(_)) => (Variant::Float(-48.5).into(), "-48.5"),
                    AnyValue::Godot(Variant::String(_)) => (variant!("q\"é").into(), r#""q\"é""#),
                    AnyValue::Nbt(Tag::Int(_)) => (Tag::Int(-48).into(), "-48"),
                    AnyValue::Nbt(Tag::Long(_)) => (Tag::Long(-48).into(), "-48L"),
                    // .. and an exponent.
                    AnyValue::Nbt(Tag::Double(real)) if real.abs() > 1e6 => continue,
                    AnyValue::Nbt(Tag::Double(_)) => (Tag::Double(-48.5).into(), "-48.5d"),
                    // The game would write other quotes ..
                    AnyValue::Nbt(Tag::String(text)) if text.to_string_lossy().contains('"') => continue,
                    AnyValue::Nbt(Tag::String(_)) => (Tag::from("q\"é".to_owned()).into(), "'q\"é'"),
                    _ => continue,
                };
                let mut there = open(text.as_bytes()).unwrap();
                there.set_path(&path, new).unwrap();
                let middle = String::from_utf8(there.encode().unwrap().into_owned()).unwrap();
                let at = text.bytes().zip(middle.bytes()).take_while(|(a, b)| a == b).count();
                let place = middle[..at + 1].rfind(&spelled[..1]).into_iter();
                let place = place.chain(middle.match_indices(spelled).map(|(at, _)| at));
                let is_only_change = |start: usize| {
                    let rest = &middle[start + spelled.len()..];
                    middle[start..].starts_with(spelled)
                        && text.starts_with(&middle[..start])
                        && text.ends_with(rest)
                };
                assert!(place.into_iter().any(is_only_change), "{name} {path}\n{middle}");
                let mut back = open(middle.as_bytes()).unwrap();
                back.set_path(&path, old).unwrap();
                assert_eq!(String::from_utf8_lossy(&back.encode().unwrap()), text, "{name} {path}");
                count += 1;
            }
        }
        assert!(count > 5, "{name}: {count}");
    }
}

/// The text around a value is kept: line ends, comments, spaces, byte order marks, and other entries with the
/// same key.
#[test]
fn only_the_value_changes() {
    let mut wrong = Vec::new();
    for (text, path, new, expected) in [
        // A byte order mark, comments, spaces around the sign, no line end.
        ("\u{feff};c\r\n[a]\r\n b = 1 ;d", "a/b", Some("2"), "\u{feff};c\r\n[a]\r\n b = 2 ;d"),
        ("[a]\nb=1\nc=2", "a/b", None, "[a]\nc=2"),
        ("[a]\nb=1\nc=2", "a/c", None, "[a]\nb=1\n"),
        ("[a]\nb=1 ; why\nc=2\n", "a/b", None, "[a]\n ; why\nc=2\n"),
        // A section and a key that are there twice: the last one counts.
        ("[a]\nb=1\nb=2\n[c]\nd=1\n[a]\nb=3\n", "a/b", Some("4"), "[a]\nb=1\nb=2\n[c]\nd=1\n[a]\nb=4\n"),
        ("[a]\nb=1\n[c]\nd=1\n[a]\nb=3\n\n", "a/e", Some("4"), "[a]\nb=1\n[c]\nd=1\n[a]\nb=3\ne=4\n\n"),
        // The longest section that fits; without a section, before all.
        ("[a]\nb=1\n[a/b]\nc=1\n", "a/b/d", Some("2"), "[a]\nb=1\n[a/b]\nc=1\nd=2\n"),
        ("; x\n[a]\nb=1\n", "top", Some("2"), "; x\ntop=2\n\n[a]\nb=1\n"),
        ("t=1\n\n[a]\nb=1\n", "top", Some("2"), "t=1\ntop=2\n\n[a]\nb=1\n"),
        ("[a]\n\n[b]\nc=1\n", "a/d", Some("2"), "[a]\n\nd=2\n\n[b]\nc=1\n"),
        ("[a]\nb=1", "c/d", Some("\"=\""), "[a]\nb=1\n\n[c]\n\nd=\"=\"\n"),
        ("[a]\nb=1\n", "a/o k", Some("2"), "[a]\nb=1\n\"o k\"=2\n"),
        // Comments and text over several lines inside of values.
        (
            "a={ ; {\n\"k\": [1, ; ]\n 2], ; x\n\"t\": \"x\n;y\" }\nb=1",
            "a.k[1]",
            Some("3"),
            "a={ ; {\n\"k\": [1, ; ]\n 3], ; x\n\"t\": \"x\n;y\" }\nb=1",
        ),
        ("a={ ; {\n\"k\": 1, ; x\n\"t\": 2 }\n", "a.k", None, "a={ ; {\n ; x\n\"t\": 2 }\n"),
        ("a={\"k\": 1, ; x\n\"t\": 2 }\n", "a.t", None, "a={\"k\": 1 ; x\n }\n"),
        ("a={\"k\": 1,}\n", "a.t", Some("2"), "a={\"k\": 1, \"t\": 2,}\n"),
        ("a=[1,\n\t2,\n]\n", "a[2]", Some("3"), "a=[1,\n\t2,\n\t3,\n]\n"),
        ("a=Array[int]([1, 2])\n", "a[1]", Some("3"), "a=Array[int]([1, 3])\n"),
        ("a=Vector2( 1, 2 )\n", "a", Some("{1: &\"x\"}"), ""),
        ("a=[{}, [1]]\n", "a[1][0]", None, "a=[{}, []]\n"),
        ("a={1: 2, \"1\": 3}\n", "a[1]", Some("4"), "a={1: 4, \"1\": 3}\n"),
        ("a={1: 2, \"1\": 3}\n", "a[\"1\"]", Some("4"), "a={1: 2, \"1\": 4}\n"),
        (
            "a=Object(Node,\"name\":\"x\",\"n\":1)\n",
            "a.n",
            Some("2"),
            "a=Object(Node,\"name\":\"x\",\"n\":2)\n",
        ),
        ("a=PoolIntArray( 1, 2 )\nb=1\n", "a[0]", Some("3"), "a=PoolIntArray( 3, 2 )\nb=1\n"),
        // JSON.
        ("{\"a\":1e2,\"b\" : [ 1 ,2 ]}\n", "b[1]", Some("3"), "{\"a\":1e2,\"b\" : [ 1 ,3 ]}\n"),
        (
            "{\"\\u0061\\n\": \"\\u00e9\", \"b\": 1}",
            "b",
            Some("2"),
            "{\"\\u0061\\n\": \"\\u00e9\", \"b\": 2}",
        ),
        ("{\"\\u0061\": 1}", "a", Some("\"x\n\u{1}\""), "{\"\\u0061\": \"x\\n\\u0001\"}"),
        ("{\"a\": 1, \"a\": 2}", "a", Some("3"), "{\"a\": 1, \"a\": 3}"),
        ("{\"a\": 1, \"b\": 0, \"a\": 2}", "a", None, "{\"b\": 0}"),
        ("{\"a\": 1}", "b", Some("[1, {\"c\": null}]"), "{\"a\": 1, \"b\": [1,{\"c\":null}]}"),
        ("{\"a\":1}", "b", Some("2"), "{\"a\":1,\"b\":2}"),
        ("{\n  \"a\": {}\n}\n", "a.b", Some("2"), "{\n  \"a\": {\"b\":2}\n}\n"),
        ("{\r\n\t\"a\": 1\r\n}", "b", Some("[1]"), "{\r\n\t\"a\": 1,\r\n\t\"b\": [1]\r\n}"),
        ("{\n\t\"a\": 1,\n\t\"b\": 2\n}", "b", None, "{\n\t\"a\": 1\n}"),
        ("{\n\t\"a\": 1,\n\t\"b\": 2\n}", "a", None, "{\n\t\"b\": 2\n}"),
        ("{\n\t\"a\": 1\n}", "a", None, "{}"),
        ("[1, 2, 3]", "[1]", None, "[1, 3]"),
        ("[1,2,2,2]", "[3]", None, "[1,2,2]"),
        ("[18446744073709551616, 1]", "[1]", Some("2"), "[18446744073709551616, 2]"),
        ("\u{feff} [1] ", "[0]", Some("2"), "\u{feff} [2] "),
        // SNBT.
        ("{\n\ta: 1\n\t# x\n\tb: true\n}\n", "b", Some("0b"), "{\n\ta: 1\n\t# x\n\tb: false\n}\n"),
        (
            "{\n\ta: 1\n\t# x\n\tb: true\n}\n",
            "c",
            Some("[1,2]"),
            "{\n\ta: 1\n\t# x\n\tb: true\n\tc: [1,2]\n}\n",
        ),
        (
            "{\n\ta: 1\n\tb: 2\n}\n",
            "c",
            Some("{d:[{e:1b},{e:2b}]}"),
            "{\n\ta: 1\n\tb: 2\n\tc: {\n\t\td: [\n\t\t\t{\n\t\t\t\te: 1b\n\t\t\t}\n\t\t\t{\n\t\t\t\te: 2b\n\t\t\t}\n\t\t]\n\t}\n}\n",
        ),
        ("{\n\ta: [\n\t\t1L\n\t]\n}\n", "a[1]", Some("2L"), "{\n\ta: [\n\t\t1L\n\t\t2L\n\t]\n}\n"),
        ("{a:[I; 1,2],'b':1b}", "a[1]", Some("3"), "{a:[I; 1,3],'b':1b}"),
        ("{a:[I;1,2],'b':1b}", "a[2]", Some("3"), "{a:[I;1,2,3],'b':1b}"),
        ("{a:[B;1b, 2b]}", "a[0]", Some("3b"), "{a:[B;3b, 2b]}"),
        ("{'a':1s,a:2s}", "c", Some("'\"'"), "{'a':1s,a:2s,c:'\"'}"),
        ("{a:1, b:{}}", "b.'c d'", Some("1"), "{a:1, b:{\"'c d'\":1}}"),
    ] {
        let result = changed(text, path, new);
        let is_right = match &result {
            Err(DocumentError::Edit(_) | DocumentError::NoText { .. }) => expected.is_empty(),
            result => result.as_ref().is_ok_and(|result| result == expected),
        };
        if !is_right {
            wrong.push(format!("{text:?} {path} {new:?}: {result:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A value that the text cannot express is refused, and nothing changes.
#[test]
fn what_text_cannot_express_is_refused() {
    let json = changed("{\"a\": 1}", "a", Some("Vector2(1, 2)")).unwrap_err();
    assert_eq!(json.to_string(), "JSON cannot express the new value");
    let nan = changed("{\"a\": 1}", "a", Some("nan")).unwrap_err();
    assert!(matches!(nan, DocumentError::NoText { kind: TextKind::Json }));
    for name in ["a]b/c", " /c", "a\\/c"] {
        let path = Path::from(vec![Segment::text(name)]);
        let error = open("[a]\nb=1\n".as_bytes()).unwrap();
        let mut document = error;
        document.set_path(&path, Variant::Int(1)).unwrap();
        let written = document.encode();
        let is_read = |text: &[u8]| open(text.to_vec()).unwrap().get_path(&path).is_ok();
        assert!(
            written
                .as_ref()
                .map_or_else(|error| matches!(error, DocumentError::NoText { .. }), |text| is_read(text))
        );
    }
}

/// Values that are changed without a path, removed or added are written, too.
#[test]
fn any_change_of_a_document_is_written() {
    let text = "[a]\nb={\"x\": [1,  2]} ; c\nd=1\n";
    let mut document = open(text.as_bytes()).unwrap();
    *document.value_mut(0).unwrap().godot().unwrap() = variant!({ "x": [1, 3], "y": 2 });
    assert_eq!(*document.encode().unwrap(), *b"[a]\nb={\"x\": [1,  3], \"y\": 2} ; c\nd=1\n");
    // Another order of keys is another value.
    *document.value_mut(0).unwrap().godot().unwrap() = variant!({ "y": 2, "x": [1, 3] });
    let changed = document.encode().unwrap().into_owned();
    assert_eq!(
        *open(&changed).unwrap().value(0).unwrap().as_wire().unwrap(),
        *document.value(0).unwrap().as_wire().unwrap()
    );
    let one = document.value(1).unwrap().as_wire().unwrap().into_owned();
    document.set_values([(Some("e/f".into()), one.clone()), (Some("a/d".into()), one)]).unwrap();
    assert_eq!(*document.encode().unwrap(), *b"[a]\n ; c\nd=1\n\n[e]\n\nf=1\n");
}

/// By default text is refused, as what it is; text that is wrong is refused with its place.
#[test]
fn text_is_opened_only_if_it_is_allowed() {
    for text in ["{\"a\": 1}", "{a:1b}", "[a]\nb=1\n"] {
        let refused = Document::open(text.as_bytes()).unwrap_err();
        assert!(refused.to_string().ends_with(": OpenOptions::allow_text opens it"), "{refused}");
    }
    for (text, message) in [
        ("{\"a\": 1,}", "the file is JSON, which has an error at character 9: "),
        (
            "[a]\nb=1\nc=[1, Vector2(1)]\n",
            "the file is a Godot ConfigFile, which has an error at line 3, column 7: ",
        ),
    ] {
        let refused = open(text.as_bytes()).unwrap_err().to_string();
        assert!(refused.starts_with(message), "{refused}");
    }
    for text in ["just words", "a = b", "<html a=1>"] {
        assert!(matches!(open(text.as_bytes()), Err(DocumentError::Foreign(_))), "{text}");
    }
}

/// Text in containers is changed there.
#[test]
fn texts_in_containers_keep_them() {
    use gamewire_files::minecraft::{Packing, pack, unpack};
    let file = pack(b"{\n\ta: 1\n}\n", Packing::Gzip).unwrap();
    let mut document = open(&file).unwrap();
    document.set_path(&"a".parse().unwrap(), Tag::Int(2)).unwrap();
    let changed = document.encode().unwrap();
    assert_eq!(*unpack(&changed, 100).unwrap().1, *b"{\n\ta: 2\n}\n");
}

/// A change of a large text takes a time in proportion to it.
#[test]
fn large_texts_are_changed_in_linear_time() {
    let last = if exhaustive() { 19_999 } else { 3999 };
    let entries: Vec<String> =
        (0..=last).map(|at| format!("\t\"key{at}\": {{\"n\": [{at}, 1.5, \"x\"]}}")).collect();
    let json = format!("{{\n{}\n}}", entries.join(",\n"));
    let [old, new] = ["1.5", "2.5"].map(|number| format!("[{last}, {number}"));
    assert_eq!(changed(&json, &format!("key{last}.n[1]"), Some("2.5")).unwrap(), json.replace(&old, &new));
    let lines: String = (0..=last).map(|at| format!("key{at}=[{at}, 1.5]\n")).collect();
    let config = format!("[s]\n\n{lines}");
    let expected = config.replace(&old, &new);
    assert_eq!(changed(&config, &format!("s/key{last}[1]"), Some("2.5")).unwrap(), expected);
    // No comma has a space after it, and all values change.
    let lines =
        |number: u8| format!("[\n{}[{number}]\n]", format!("[\n\t{number},\n{number}],\n").repeat(last));
    let mut document = open(lines(1).into_bytes()).unwrap();
    let new = open(lines(2).into_bytes()).unwrap().value(0).unwrap().as_wire().unwrap().into_owned();
    document.value_mut(0).unwrap().set_wire(new);
    assert_eq!(*document.encode().unwrap(), *lines(2).into_bytes());
    // Deep ones, too.
    let deep = format!("{}1{}", "[".repeat(250), "]".repeat(250));
    let path = format!("${}", "[0]".repeat(250));
    assert_eq!(changed(&deep, &path, Some("22")).unwrap(), deep.replace('1', "22"));
}
