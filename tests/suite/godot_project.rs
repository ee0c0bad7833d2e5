//! Checks that `project.binary` of Godot 3.2.3, 3.6.2 and 4.6.3 is read and written again unchanged, and that damaged files are
//! errors.

use crate::support::engine_file;
use crate::support::positions::config;
use crate::support::tsv::unhex;
use gamewire::godot::{Decoder, Dialect, Variant, Vector2};
use gamewire::grammar::Settings;
use gamewire::limits::Limits;
use gamewire::path::Path;
use gamewire_files::document::{Document, Format, OpenOptions};
use gamewire_files::godot::{KeyLength, ProjectFile, Setting, gen_project};
use proptest::prelude::*;

const ENGINES: [(&str, Dialect); 3] =
    [("3.2.3", Dialect::GODOT_3), ("3.6.2", Dialect::GODOT_3), ("4.6.3", Dialect::GODOT_4)];

#[test]
fn files_of_engines_read_as_their_manifests_say_and_write_the_same() {
    for (version, dialect) in ENGINES {
        let bytes = engine_file(version, "project.binary");
        let project = ProjectFile::parse(&bytes).unwrap();
        assert_eq!(project.key_length, KeyLength::Bytes);
        assert!(project.encode().unwrap() == bytes, "{version}: written differently");

        let manifest = String::from_utf8(engine_file(version, "manifest.tsv")).unwrap();
        let rows = manifest.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let mut listed = 0;
        for row in rows.filter(|row| row[0] == "project.binary") {
            let setting = project.get(row[2]).unwrap_or_else(|| panic!("{version}: {}", row[2]));
            assert_eq!(setting.value[..], unhex(row[4]), "{version}: {}", row[2]);
            listed += 1;
        }
        assert!(listed >= 11 && project.settings.len() > listed, "{version}: {listed}");

        let decoder = Decoder::new(dialect).allow_objects(true);
        let mut again = ProjectFile::default();
        for setting in &project.settings {
            assert_eq!(&bytes[setting.offset()..][..setting.value.len()], &setting.value[..]);
            again.set(&setting.key, dialect, &setting.decode(&decoder).unwrap()).unwrap();
        }
        assert!(again.encode().unwrap() == bytes, "{version}: values are written differently");
        assert_eq!(project.clone().into_owned(), project);
    }
}

#[test]
fn the_decoder_decides_about_objects_and_a_bad_value_spoils_no_other() {
    let bytes = engine_file("3.6.2", "project.binary");
    let project = ProjectFile::parse(&bytes).unwrap();
    let plain = Decoder::new(Dialect::GODOT_3);
    let refused: Vec<_> = project
        .settings
        .iter()
        .filter_map(|setting| setting.decode(&plain).err().zip(Some(setting)))
        .collect();
    assert_eq!(refused.len(), 1);
    let (error, setting) = &refused[0];
    assert_eq!((setting.key.as_ref(), error.kind().code()), ("input/jump", "objects"));
    assert!(error.offset() > setting.offset() && error.offset() < setting.offset() + setting.value.len());
}

#[test]
fn the_last_of_several_settings_counts_and_new_ones_are_appended() {
    let mut project = ProjectFile::default();
    project.settings.push(Setting::new("a", vec![0, 0, 0, 0]));
    project.settings.push(Setting::new("a", vec![2, 0, 0, 0, 1, 0, 0, 0]));
    assert_eq!(project.get("a").unwrap().decode(&Decoder::new(Dialect::GODOT_3)).unwrap(), Variant::Int(1));
    project.set("a", Dialect::GODOT_3, &Variant::Int(2)).unwrap();
    project.set("b", Dialect::GODOT_3, &Variant::Nil).unwrap();
    let bytes = project.encode().unwrap();
    assert_eq!(bytes[..29], *b"ECFG\x03\0\0\0\x01\0\0\0a\x04\0\0\0\0\0\0\0\x01\0\0\0a\x08\0\0");
    assert_eq!(ProjectFile::parse(&bytes).unwrap(), project);
    assert!(project.set("c", Dialect::GODOT_2, &Variant::Int(1 << 40)).is_err());
    assert!(project.get("c").is_none());
}

/// Godot 3.2.3 writes "x/é" as three characters in four bytes.
#[test]
fn keys_counted_in_characters_are_understood() {
    let value = [2, 0, 0, 0, 5, 0, 0, 0];
    // A length that begins with a byte which could continue a character.
    let long = Dialect::GODOT_3.encode(&"a".repeat(0x80).into()).unwrap();
    assert_eq!(long.len(), 0x88);
    let keys = ["x/é", "añb/ñ", "日本語/キー", "plain", "😀", "é"];
    for count in 1..=keys.len() {
        let settings = keys[..count].iter().enumerate();
        let settings: Vec<_> = settings
            .map(|(at, key)| Setting::new(*key, if at % 2 == 0 { &long[..] } else { &value[..] }))
            .collect();
        let project = ProjectFile { settings, key_length: KeyLength::Characters };
        let bytes = project.encode().unwrap();
        let read = ProjectFile::parse(&bytes).unwrap();
        assert_eq!(read, project, "{count}");
        assert_eq!(read.encode().unwrap(), bytes, "{count}");
        assert!(ProjectFile::parse_prefix(&bytes).is_err(), "no engine reads this");
    }
    let known =
        unhex("4543464701000000").into_iter().chain(unhex("03000000782fc3a9080000000200000005000000"));
    let known: Vec<u8> = known.collect();
    let project = ProjectFile::parse(&known).unwrap();
    assert_eq!((project.settings[0].key.as_ref(), project.key_length), ("x/é", KeyLength::Characters));
}

/// A file that Godot 3.2.3 wrote, and cannot read itself.
#[test]
fn names_beyond_ascii_of_godot_3_2_3_are_read() {
    let bytes = engine_file("3.2.3", "project_names.binary");
    let project = ProjectFile::parse(&bytes).unwrap();
    assert_eq!(project.key_length, KeyLength::Characters);
    assert!(project.encode().unwrap() == bytes);
    let decoder = Decoder::new(Dialect::GODOT_3);
    for (key, value) in [
        ("fixture/é", Variant::Int(5)),
        ("fixture/日本", "日本語".into()),
        ("fixture/plain", "x".repeat(0x80).into()),
        ("größe/x", Vector2::new(1.0, 2.0).into()),
    ] {
        assert_eq!(project.get(key).unwrap().decode(&decoder).unwrap(), value, "{key}");
    }
    assert!(ProjectFile::parse_prefix(&bytes).is_err());
}

#[test]
fn trailing_bytes_are_refused_or_returned() {
    let mut bytes = engine_file("3.6.2", "project.binary");
    bytes.extend(b"more");
    let error = ProjectFile::parse(&bytes).unwrap_err();
    assert_eq!((error.kind().code(), error.offset()), ("trailing", bytes.len() - 4));
    let (project, rest) = ProjectFile::parse_prefix(&bytes).unwrap();
    assert_eq!((project.encode().unwrap().as_slice(), rest), (&bytes[..bytes.len() - 4], &b"more"[..]));
}

#[test]
fn every_cut_is_an_error_that_says_where() {
    let bytes = engine_file("4.6.3", "project.binary");
    for end in 0..bytes.len() {
        let error = ProjectFile::parse(&bytes[..end]).unwrap_err();
        assert!(error.is_incomplete() && error.offset() <= end, "{end}: {error}");
    }
    let error = ProjectFile::parse(&bytes[..bytes.len() - 1]).unwrap_err();
    assert!(error.to_string().contains("reading value length at $["), "{error}");
}

/// The length of a value is known: a value that needs more is not incomplete.
#[test]
fn a_setting_that_lacks_bytes_is_not_incomplete() {
    let file = b"ECFG\x01\0\0\0\x05\0\0\0x/int\x06\0\0\0\x02\0\0\0\x05\0";
    let (project, decoder) = (ProjectFile::parse(file).unwrap(), Decoder::new(Dialect::GODOT_4));
    let error = project.settings[0].decode(&decoder).unwrap_err();
    assert_eq!((error.kind().code(), error.offset(), error.is_incomplete()), ("slice_end", 25, false));
    let options = OpenOptions::new().format(Format::Godot(decoder)).allow_nearest(true);
    let mut document = Document::open_with(file, &options).unwrap();
    let path = "x/int.y".parse().unwrap();
    let error = document.get_path(&path).unwrap_err();
    assert!(error.to_string().contains("the frame ends here"), "{error}");
    let change = document.set_path(&path, Variant::Int(1));
    assert!(change.unwrap_err().to_string().contains("the frame ends here"));
}

#[test]
fn every_changed_byte_gives_a_file_or_an_error_with_its_place() {
    let bytes = engine_file("4.6.3", "project.binary");
    let decoder = Decoder::new(Dialect::GODOT_4).allow_objects(true);
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[at] ^= change;
            match ProjectFile::parse(&bytes) {
                Err(error) => assert!(error.offset() <= bytes.len(), "{at}: {error}"),
                Ok(project) => {
                    assert_eq!(project.encode().unwrap(), bytes, "{at}");
                    for setting in &project.settings {
                        let _ = setting.decode(&decoder);
                    }
                }
            }
        }
    }
}

#[test]
fn errors_are_sentences_with_a_place() {
    let sentences: [(&[u8], &str); 5] = [
        (b"RSRC", "at byte 0x0000, reading magic at $: the file does not begin with ECFG"),
        (b"ECF", "at byte 0x0000, reading magic at $: at least 4 bytes are needed, 3 remain"),
        (
            b"ECFG\xff\xff\xff\xff",
            "at byte 0x0004, reading count of settings at $: count 4294967295 needs at least 34359738360 bytes, 0 remain",
        ),
        (
            b"ECFG\x01\0\0\0\x09\0\0\0abcd",
            "at byte 0x0008, reading key length at $[0]: the length is 9, but 4 bytes remain",
        ),
        (
            b"ECFG\x01\0\0\0\x01\0\0\0\xff\0\0\0\0",
            "at byte 0x000c, reading key at $[0]: text is not valid UTF-8",
        ),
    ];
    for (bytes, sentence) in sentences {
        assert_eq!(ProjectFile::parse(bytes).unwrap_err().to_string(), sentence);
    }
}

#[test]
fn the_generator_composes() {
    let project = ProjectFile { settings: vec![Setting::new("k", vec![0; 4])], ..ProjectFile::default() };
    let settings = Settings::new(&KeyLength::Bytes, Limits::GODOT);
    let cx = settings.cx();
    let written = cookie_factory::gen_simple(gen_project(cx, &project), Vec::new());
    assert_eq!(written.unwrap(), project.encode().unwrap());
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn any_bytes_behind_the_magic_give_an_answer(bytes in prop::collection::vec(prop_oneof![Just(0), 0..9_u8, any::<u8>()], 0..60)) {
        let bytes = [&b"ECFG"[..], &bytes].concat();
        match ProjectFile::parse(&bytes) {
            Ok(project) => prop_assert_eq!(project.encode().unwrap(), bytes),
            Err(error) => prop_assert!(error.offset() <= bytes.len()),
        }
    }

    #[test]
    fn what_is_written_is_read(
        settings in prop::collection::vec((".{0,8}", prop::collection::vec(any::<u8>(), 0..40)), 0..8),
    ) {
        let settings = settings.into_iter().map(|(key, value)| Setting::new(key, value)).collect();
        let project = ProjectFile { settings, ..ProjectFile::default() };
        let bytes = project.encode().unwrap();
        prop_assert_eq!(ProjectFile::parse(&bytes).unwrap(), project.clone());
    }
}

/// Paths into settings change the bytes of what they lead to, and no others.
#[test]
fn a_change_at_a_path_leaves_all_other_bytes() {
    for (version, dialect) in ENGINES {
        let bytes = engine_file(version, "project.binary");
        let mut project = Document::open(&bytes).unwrap();
        assert_eq!(project.format().to_string(), dialect.name());
        let path = |text: &str| text.parse().unwrap();
        let get = |project: &Document<'_>, at: &str| {
            project.get_path(&path(at)).map(|value| value.as_godot().cloned())
        };
        assert_eq!(get(&project, "fixture/int").unwrap(), Some(Variant::Int(7)));
        assert_eq!(get(&project, "fixture/array[2][0]").unwrap(), Some(Variant::Float(2.5)));
        project.set_path(&path("fixture/array[2][0]"), Variant::Float(5.0)).unwrap();
        let changed = project.encode().unwrap().into_owned();
        // 2.5 and 5.0 as 32-bit floats.
        let at = changed.iter().zip(&bytes).position(|(new, old)| new != old).unwrap();
        assert_eq!((changed.len(), &changed[at + 2..]), (bytes.len(), &bytes[at + 2..]), "{version}");

        project.set_path(&path("fixture/array[2][0]"), Variant::Float(2.5)).unwrap();
        project.set_path(&path("fixture/new"), Variant::from(Vector2::new(1.0, 2.0))).unwrap();
        project.set_path(&path("fixture/new.y"), Variant::Int(9)).unwrap();
        assert_eq!(get(&project, "fixture/new.y").unwrap(), Some(Variant::Float(9.0)));
        project.remove_path(&path("$[\"fixture/new\"]")).unwrap();
        assert!(*project.encode().unwrap() == bytes, "{version}");

        for (at, said) in [
            ("fixture/none", "at $.fixture/none: there is no setting fixture/none; the keys are fixture/"),
            ("fixture/array[7]", "at $.fixture/array[7]: index out of range: there are 3 elements"),
            ("fixture/array[2][1].x", "at $.fixture/array[2][1]: index out of range: there is 1 element"),
        ] {
            let error = project.get_path(&path(at)).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
            let error = project.set_path(&path(at), Variant::Nil).err().map(|e| e.to_string());
            assert!(error.is_none_or(|error| error.starts_with(said)));
            if at == "fixture/none" {
                project.remove_path(&path(at)).unwrap();
            }
        }
        assert!(*project.encode().unwrap() == bytes, "{version}");
        let all = get(&project, "$").unwrap().unwrap();
        assert_eq!(all.as_dictionary().unwrap().len(), project.len());
        // The names are the first steps of the paths.
        let steps: Vec<_> = project.steps().flatten().map(|step| Path::from(vec![step])).collect();
        assert_eq!(steps.len(), project.len());
        for (number, step) in steps.iter().enumerate() {
            assert_eq!(project.find(step).unwrap(), (number, Path::default()), "{step}");
        }
    }
}

#[test]
fn many_settings_are_changed_in_linear_time() {
    // Each name compared to all of the others, this would be forty thousand million comparisons.
    let settings = (0..100_000).map(|at| Setting::new(format!("s/{at}"), vec![0; 4])).collect();
    let mut project = ProjectFile { settings, ..ProjectFile::default() };
    let mut editor = project.edit();
    for at in (0..200_000).rev() {
        editor.set(&format!("s/{at}"), Dialect::GODOT_4, &at.into()).unwrap();
    }
    assert_eq!(project.settings.len(), 200_000);
    for setting in &project.settings {
        let at: i32 = setting.key[2..].parse().unwrap();
        assert_eq!(setting.value[4..], at.to_le_bytes());
    }
}

#[test]
fn the_last_of_settings_with_equal_names_is_changed() {
    let settings = vec![Setting::new("a", vec![0; 4]), Setting::new("a", vec![0; 4])];
    let mut project = ProjectFile { settings, ..ProjectFile::default() };
    project.edit().set("a", Dialect::GODOT_4, &true.into()).unwrap();
    assert_eq!(project.settings[0].value[..], [0; 4]);
    assert_eq!(project.settings[1].value[..], [1, 0, 0, 0, 1, 0, 0, 0]);
}
