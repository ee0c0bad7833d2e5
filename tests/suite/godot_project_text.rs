//! Checks that `project.godot` is written character for character as engines save it, and read back to the bytes of
//! `project.binary`. Godot 3.2.3, 3.6.2 and 4.6.3 saved the files.

use crate::support::{fixture_bytes, fixture_text};
use gamewire::godot::text::{from_text, to_engine_text};
use gamewire::godot::{Decoder, Dialect, Variant};
use gamewire_files::godot::{KeyLength, ProjectFile, ProjectTextError};

/// The text and the bytes that an engine saved of the same settings.
fn saved(version: &str, name: &str) -> (String, Vec<u8>) {
    let path = |ending| format!("project/godot-{version}/{name}.{ending}");
    (fixture_text(&path("godot")), fixture_bytes(&path("binary")))
}

fn text_of(bytes: &[u8], dialect: Dialect) -> String {
    ProjectFile::parse(bytes).unwrap().to_text(&Decoder::new(dialect).allow_objects(true)).unwrap()
}

#[test]
fn the_text_is_that_of_the_engine_and_reads_back_to_its_bytes() {
    for (version, dialect) in
        [("3.2.3", Dialect::GODOT_3), ("3.6.2", Dialect::GODOT_3), ("4.6.3", Dialect::GODOT_4)]
    {
        let (text, bytes) = saved(version, "project");
        assert_eq!(text_of(&bytes, dialect), text, "{version}");
        let (mut project, found) = ProjectFile::from_text(&text, None).unwrap();
        assert_eq!(found, dialect, "{version}");
        if version != "3.2.3" {
            assert!(project.encode().unwrap() == bytes, "{version}");
            continue;
        }
        // 3.2.3 counts the characters of names, and does not set the padding of paths.
        let mut expected = ProjectFile::parse(&bytes).unwrap();
        assert_eq!(expected.key_length, KeyLength::Characters);
        project.key_length = KeyLength::Characters;
        let path = expected.settings.iter_mut().find(|setting| setting.key == "fixture/np").unwrap();
        let value = path.decode(&Decoder::new(dialect)).unwrap();
        path.value = dialect.encode(&value).unwrap().into();
        assert!(project.encode().unwrap() == expected.encode().unwrap());
    }
}

/// Numbers with a sign before zero, single floats, and keys in another order: text does not keep them.
#[test]
fn values_that_text_does_not_keep_are_written_as_by_the_engine() {
    let (text, bytes) = saved("4.6.3", "forms");
    assert_eq!(text_of(&bytes, Dialect::GODOT_4), text);
    let (text, bytes) = saved("3.6.2", "forms");
    // Godot 3 rounds to six digits, and writes nothing for a RID.
    let kept = [
        ("a/f2=0.333333\n", "a/f2=0.3333333333333333\n"),
        ("a/f4d=1.23457e+06\n", "a/f4d=1234567.0\n"),
        ("a/f10=1.23457e+08\n", "a/f10=123456789.125\n"),
        (
            "col=Color( 0.0705882, 0.203922, 0.337255, 1 )\n",
            "col=Color( 0.07058824, 0.20392157, 0.3372549, 1 )\n",
        ),
        ("rid=\n", "rid=null\n"),
    ];
    let expected = kept.iter().fold(text, |text, (engine, here)| {
        assert_eq!(text.matches(engine).count(), 1, "{engine}");
        text.replace(engine, here)
    });
    assert_eq!(text_of(&bytes, Dialect::GODOT_3), expected);
}

#[test]
fn custom_features_come_first_and_settings_are_in_sections() {
    let mut project = ProjectFile::default();
    let dialect = Dialect::GODOT_4;
    for (key, value) in [
        ("_custom_features", Variant::from("demo,full")),
        ("b/x", 1.into()),
        ("custom_features", 2.into()),
        ("a/z/y", 3.into()),
        ("b/a", 4.into()),
    ] {
        project.set(key, dialect, &value).unwrap();
    }
    let text = project.to_text(&Decoder::new(dialect)).unwrap();
    let (_, settings) = text.split_once("config_version=5\n").unwrap();
    assert_eq!(
        settings,
        "custom_features=\"demo,full\"\n\ncustom_features=2\n\n[a]\n\nz/y=3\n\n[b]\n\nx=1\na=4\n"
    );
    let (read, _) = ProjectFile::from_text(&text, None).unwrap();
    let keys: Vec<_> = read.settings.iter().map(|setting| setting.key.as_ref()).collect();
    assert_eq!(keys, ["_custom_features", "custom_features", "a/z/y", "b/x", "b/a"]);
    for setting in &read.settings {
        assert_eq!(setting.value, project.get(&setting.key).unwrap().value, "{}", setting.key);
    }
}

#[test]
fn handwritten_text_is_read() {
    let text = "\u{feff}; a comment\r\nconfig_version = 4 ; of Godot 3\r\n\r\n[ a ]\r\nb c = [ 1, ; one\n 2 ] ; two\n\"d=\" = {\n}\n[b/c]\nd=\"x;[y]\ny\"";
    let (project, dialect) = ProjectFile::from_text(text, None).unwrap();
    assert_eq!(dialect, Dialect::GODOT_3);
    let decoder = Decoder::new(dialect);
    let settings: Vec<(&str, String)> = project
        .settings
        .iter()
        .map(|setting| (setting.key.as_ref(), setting.decode(&decoder).unwrap().to_string()))
        .collect();
    assert_eq!(
        settings,
        [("a/bc", "[1, 2]".into()), ("a/d=", "{}".into()), ("b/c/d", "\"x;[y]\\ny\"".to_owned())]
    );
}

/// Reads names as 3.6.2 and 4.6.3 do: they remove control characters and spaces, and read each byte of a name
/// without quotes as one character, except in the name of a section.
#[test]
fn control_characters_and_names_without_quotes_are_read_as_by_the_engine() {
    let text = "config_version=5\n\n[ \u{1}sec\u{2} ]\na b/c=2\nx\u{5}y=3\nn\u{a0}m=5\nk\u{2003}l=6\n[\u{a0}two\u{a0}]\nz=7\n\
                [three]\nv=\u{1} 8\nw=\t9 \u{2}\nq\0r=10\n";
    let (project, dialect) = ProjectFile::from_text(text, None).unwrap();
    let read: Vec<_> = project.settings.iter().map(|setting| (&*setting.key, &*setting.value)).collect();
    let value = |number: u8| [2, 0, 0, 0, number, 0, 0, 0];
    let expected = [
        ("sec/ab/c", value(2)),
        ("sec/xy", value(3)),
        ("sec/n\u{c2}\u{a0}m", value(5)),
        ("sec/k\u{e2}\u{80}\u{83}l", value(6)),
        ("\u{a0}two\u{a0}/z", value(7)),
        ("three/v", value(8)),
        ("three/w", value(9)),
        ("three/qr", value(10)),
    ];
    assert_eq!(read, expected.each_ref().map(|(key, value)| (*key, &value[..])));
    // Written with quotes, they are read as they are.
    let written = project.to_text(&Decoder::new(dialect)).unwrap();
    let mut again = ProjectFile::from_text(&written, None).unwrap().0;
    again.settings.sort_by_key(|setting| setting.value.clone());
    assert_eq!(again.settings, project.settings);
}

#[test]
fn errors_say_the_line() {
    for (text, message) in [
        ("config_version=5\n\n[a\nb=1\n", "at line 3, column 1: this is neither a section nor a setting"),
        ("config_version=5\n\n[a]\nb\nc=1\n", "at line 5, column 1: a = has to follow the name of a setting"),
        ("config_version=5\n\n[a]\nb=Vector2(1)\n", "at line 4, column 3: Vector2 takes 2 numbers"),
        (
            "config_version=4\n\n[a]\nb=Resource( \"res://a.tres\" )\n",
            "at line 4, column 3: Resource stands for the contents of another file, which are not in this text",
        ),
        ("[a]\nb=[1\n", "at line 3, column 1: expected a comma or ]"),
        ("[a]\nb=1\n", "config_version is missing, so the dialect must be given"),
        ("config_version=2\n", "config_version is 2; 3 to 5 are known, of Godot 3 and 4"),
        ("config_version=4\na=&\"name\"\n", "setting a: at $: godot3 has no StringName"),
    ] {
        let error = ProjectFile::from_text(text, None).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
    let error = ProjectFile::default().to_text(&Decoder::new(Dialect::GODOT_2)).unwrap_err();
    assert!(matches!(error, ProjectTextError::Dialect { dialect: Dialect::GODOT_2 }), "{error}");
    let (_, bytes) = saved("4.6.3", "project");
    let error = ProjectFile::parse(&bytes).unwrap().to_text(&Decoder::new(Dialect::GODOT_4)).unwrap_err();
    assert!(error.to_string().starts_with("setting input/jump: at byte "), "{error}");
}

#[test]
fn a_thousand_levels_are_written_and_read() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(1000), close.repeat(1000));
    for text in [deep("[", "]"), deep("{1: ", "}").replacen("{1: }", "{}", 1)] {
        let value = from_text(&text).unwrap();
        for dialect in [Dialect::GODOT_3, Dialect::GODOT_4] {
            let written = to_engine_text(&value, dialect);
            assert_eq!(from_text(&written).unwrap(), value);
        }
    }
}

/// The engine writes the name of a section without quotes. What its reader would take for another name is an error.
#[test]
fn names_that_would_be_read_as_others_are_refused() {
    let dialect = Dialect::GODOT_4;
    for (key, reason) in [
        ("a]\nforged=1\n[c/x", "a closing bracket"),
        ("a]/x", "a closing bracket"),
        ("a\\/x", "a backslash"),
        ("a\nb/x", "a line break"),
        (" a/b", "white space"),
        ("a\t/b", "white space"),
        ("/x", "the section before the slash is empty"),
        ("a/", "nothing follows the section"),
        ("", "nothing follows the section"),
    ] {
        let mut project = ProjectFile::default();
        project.set(key, dialect, &1.into()).unwrap();
        let error = project.to_text(&Decoder::new(dialect)).unwrap_err();
        assert!(matches!(&error, ProjectTextError::Name { key: named, .. } if named == key), "{error}");
        assert!(error.to_string().contains(reason), "{error}");
    }
    for key in ["a[b/x", "a b/c d", "x", "a/ b", "a/]\n[c]\nd=1", "a/b/", "ä/ö"] {
        let mut project = ProjectFile::default();
        project.set(key, dialect, &1.into()).unwrap();
        let text = project.to_text(&Decoder::new(dialect)).unwrap();
        assert_eq!(ProjectFile::from_text(&text, None).unwrap().0, project, "{text}");
    }
}

#[test]
fn a_long_section_is_not_copied_into_each_of_many_names() {
    let text = format!("config_version=5\n[{}]\n{}", "s".repeat(80_000), "a=1\n".repeat(20_000));
    let error = ProjectFile::from_text(&text, None).unwrap_err();
    let expected = "are longer than 32 times the text: the section has a name of 80000 bytes";
    assert!(error.to_string().contains(expected), "{error}");
    assert!(
        matches!(&error, ProjectTextError::Text(place) if (place.line(), place.column()) == (67, 1)),
        "{error}"
    );
    // Far more than any engine writes.
    let text = format!("config_version=5\n[{}]\n{}", "s".repeat(120), "a=1\n".repeat(20_000));
    assert_eq!(ProjectFile::from_text(&text, None).unwrap().0.settings.len(), 20_000);
}

/// 4.6.3 writes 0.2 for the double nearest to the single float 0.2; 4.5 does not.
#[test]
fn floats_of_a_release_before_4_6_keep_their_digits() {
    let dialect = Dialect::GODOT_4;
    for (feature, text) in [("4.6", "0.2"), ("4.5", "0.20000000298023224"), ("4.10", "0.2")] {
        let mut project = ProjectFile::default();
        let features = Variant::PackedStringArray([feature, "Mobile"].into_iter().map(Into::into).collect());
        project.set("application/config/features", dialect, &features).unwrap();
        project.set("a/b", dialect, &f64::from(0.2_f32).into()).unwrap();
        let written = project.to_text(&Decoder::new(dialect)).unwrap();
        assert!(written.contains(&format!("\nb={text}\n")), "{written}");
    }
}
