//! Tests `find`, and the output of `get` for whole and damaged files. The files are those of
//! `tests/fixtures`, or are written in the tests.

use gamewire::godot::{Dialect, Dictionary, Variant};
use gamewire::minecraft::Protocol;
use gamewire::minecraft::nbt::{Compound, Nbt, Tag};

use super::{file, gamewire};

const SAVE: &str = "tests/fixtures/framing/godot-4.6.3/store_var_one.bin";
const SEVERAL: &str = "tests/fixtures/framing/godot-4.6.3/store_var_several.bin";
const NBT: &str = "tests/fixtures/minecraft/nbt/bigtest.nbt";
const PROJECT: &str = "tests/fixtures/framing/godot-4.6.3/project.binary";

fn find(name: &str, args: &[&str]) -> (i32, String) {
    let path = file(name);
    let run = gamewire(&[&["find"], args, &[&path]].concat(), "");
    (run.status, run.text().to_owned())
}

#[test]
fn without_a_text_every_value_is_listed() {
    let listed = "$.name = \"Ayla\"\n$.level = 12\n$.hp = 87.5\n$.pos = Vector3(1.5, 0, -3.25)\n\
                  $.inv[0] = \"sword\"\n$.inv[1] = \"potion\"\n";
    assert_eq!(find(SAVE, &[]), (0, listed.into()));
    let (status, text) = find(NBT, &[]);
    assert_eq!(status, 0);
    assert!(text.contains("$[\"nested compound test\"].ham.name = \"Hampus\"\n"), "{text}");
}

#[test]
fn numbers_texts_and_keys_are_found_by_their_paths() {
    for (wanted, line) in [
        (&["12"][..], "$.level = 12\n"),
        (&["87.5"], "$.hp = 87.5\n"),
        (&["-3.25"], "$.pos = Vector3(1.5, 0, -3.25)\n"),
        (&["POTION"], "$.inv[1] = \"potion\"\n"),
        (&["\"Ayla\""], "$.name = \"Ayla\"\n"),
        (&["Vector3(1.5,0,-3.25)"], "$.pos = Vector3(1.5, 0, -3.25)\n"),
        (&["--key", "lev"], "$.level = 12\n"),
        (&["--key", "inv"], "$.inv = [\"sword\", \"potion\"]\n"),
        (&["--json", "--key", "hp"], "{\"path\":\"$.hp\",\"value\":\"f:87.5\"}\n"),
    ] {
        assert_eq!(find(SAVE, wanted), (0, line.into()), "{wanted:?}");
    }
    for nothing in [&["13"][..], &["axe"], &["--key", "mana"], &["--key", "hp", "--value", "12"]] {
        assert_eq!(find(SAVE, nothing), (1, String::new()), "{nothing:?}");
    }
    assert_eq!(find(NBT, &["32767"]), (0, "$.shortTest = 32767\n".into()));
    assert_eq!(find(NBT, &["eggbert"]), (0, "$[\"nested compound test\"].egg.name = \"Eggbert\"\n".into()));
    assert_eq!(find(SEVERAL, &["42"]), (0, "value 2: $ = 42\n".into()));
    // An element of a packed array.
    assert_eq!(find(SEVERAL, &["bc"]), (0, "value 7: $[1] = \"bc\"\n".into()));
    assert_eq!(find(SEVERAL, &["\"bc\""]), (0, "value 7: $[1] = \"bc\"\n".into()));
    assert_eq!(find(SEVERAL, &["\"b\""]), (1, String::new()));
}

/// The elements of arrays of NBT are found like single numbers: an int as 7, a Double as 7 and 7.0.
#[test]
fn elements_of_nbt_arrays_are_found() {
    let root =
        b"\x0a\0\0\x0b\0\x01a\0\0\0\x03\0\0\0\x07\0\0\0\x08\0\0\0\x07\x06\0\x01b\x40\x1c\0\0\0\0\0\0\0";
    for (wanted, lines) in
        [("7", "$.a[0] = 7\n$.a[2] = 7\n$.b = 7.0\n"), ("8", "$.a[1] = 8\n"), ("7.0", "$.b = 7.0\n")]
    {
        let run = super::gamewire(&["find", "--as", "minecraft/nbt", wanted, "-"], root.to_vec());
        assert_eq!((run.status, run.text()), (0, lines), "{wanted}");
    }
}

#[test]
fn find_and_get_print_the_same_value() {
    let (_, listed) = find(PROJECT, &[]);
    assert!(listed.lines().count() > 5, "{listed}");
    for line in listed.lines() {
        let (path, value) = line.split_once(" = ").unwrap();
        let run = gamewire(&["get", &file(PROJECT), path], "");
        assert_eq!((run.status, run.text().trim_end()), (0, value), "{line}: {}", run.err);
    }
}

#[test]
fn get_without_a_path_prints_every_value() {
    let run = gamewire(&["get", &file(SEVERAL)], "");
    assert_eq!((run.status, run.text().lines().count()), (0, 13), "{}", run.text());
    let same = gamewire(&["get", &file(SEVERAL), "$"], "");
    assert_eq!(run.text(), same.text());
}

#[test]
fn get_and_find_read_what_is_before_the_damage() {
    let save = std::fs::read(file(SAVE)).unwrap();
    let cut = &save[..save.len() - 60];
    let run = gamewire(&["get", "-", "hp"], cut);
    assert_eq!((run.status, run.text()), (1, "87.5\n"), "{}", run.err);
    assert!(run.err.contains("only the part before the damage is read"), "{}", run.err);
    assert!(
        run.err.contains(&format!("the length is {}, but {} bytes remain", save.len() - 4, cut.len() - 4)),
        "{}",
        run.err
    );
    let run = gamewire(&["get", "-", "inv"], cut);
    assert_eq!((run.status, run.text()), (1, ""), "{}", run.err);
    let run = gamewire(&["find", "87.5", "-"], cut);
    assert_eq!((run.status, run.text()), (1, "$.hp = 87.5\n"), "{}", run.err);
    // A damaged file is not written.
    let run = gamewire(&["set", "-", "hp", "1"], cut);
    assert_eq!((run.status, run.out.len()), (1, 0));
    // Bytes after the value are no damage.
    let followed = [&save[4..], b"\0\0\0\0"].concat();
    let run = gamewire(&["get", "-", "hp"], followed.clone());
    assert!(run.status == 1 && run.err.contains("--trailing"), "{}", run.err);
    let run = gamewire(&["get", "--trailing", "-", "hp"], followed);
    assert_eq!((run.status, run.text()), (0, "87.5\n"), "{}", run.err);
}

#[test]
fn plain_json_has_no_types() {
    let plain = |path: &str| gamewire(&["decode", "--plain", &file(path)], "");
    let save =
        r#"{"name":"Ayla","level":12,"hp":87.5,"pos":{"x":1.5,"y":0.0,"z":-3.25},"inv":["sword","potion"]}"#;
    assert_eq!(plain(SAVE).text(), format!("{save}\n"));
    let nbt: serde_json::Value = serde_json::from_str(plain(NBT).text()).unwrap();
    assert_eq!(nbt["longTest"], i64::MAX);
    assert_eq!(nbt["listTest (compound)"][1]["created-on"], 1_264_099_775_885_i64);
    assert_eq!(nbt["nested compound test"]["egg"], serde_json::json!({"name": "Eggbert", "value": 0.5}));
    // Every value of every type is JSON.
    for line in plain(SEVERAL).text().lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
}

#[test]
fn completions_offer_the_dialects() {
    let run = gamewire(&["completions", "bash"], "");
    assert!(run.text().contains("godot3-double") && run.text().contains("minecraft/nbt"), "{}", run.status);
    for subcommand in ["decode", "encode", "convert", "set", "kinds"] {
        let help = gamewire(&[subcommand, "-h"], "");
        assert!(!help.text().contains("possible values: godot"), "{}", help.text());
        // The words that follow the option in the script.
        let script = run.text().split_once(&format!("gamewire__subcmd__{subcommand})\n")).unwrap().1;
        let option = if subcommand == "convert" { "--to)" } else { "--as)" };
        let words = script.split_once(option).unwrap().1.split_once(";;").unwrap().0;
        assert!(words.contains("godot3.0 ") && words.contains(" godot4"), "{subcommand}: {words}");
    }
}

/// The framing of packets is offered by those that read packets.
#[test]
fn completions_offer_varint_frames_where_they_are_read() {
    let run = gamewire(&["completions", "bash"], "");
    let mut subcommand = "";
    let mut offered = Vec::new();
    for line in run.text().lines() {
        if let Some(name) =
            line.trim().strip_prefix("gamewire__subcmd__").and_then(|name| name.strip_suffix(')'))
        {
            subcommand = name;
        }
        if line.contains("store-var put-var stream varint") {
            offered.push(subcommand);
        }
    }
    assert_eq!(offered, ["decode", "encode", "explain", "verify"]);
}

#[test]
fn folders_and_regions_are_searched() {
    let folder = tempfile::TempDir::new().unwrap();
    for (name, from) in [("a.bin", SAVE), ("b.dat", NBT)] {
        std::fs::copy(file(from), folder.path().join(name)).unwrap();
    }
    std::fs::write(folder.path().join("c.txt"), "Hampus, a text").unwrap();
    let path = folder.path().to_str().unwrap();
    let run = gamewire(&["find", "Hampus", path], "");
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(run.text(), format!("{path}/b.dat: $[\"nested compound test\"].ham.name = \"Hampus\"\n"));
    assert!(run.err.contains("not searched") && run.err.contains("c.txt"), "{}", run.err);
    let json = gamewire(&["find", path, "--json", "--key", "level"], "");
    assert_eq!(
        json.text(),
        format!("{{\"file\":\"{path}/a.bin\",\"path\":\"$.level\",\"value\":\"i:12\"}}\n")
    );
    assert_eq!(gamewire(&["find", "no such text", path], "").status, 1);
}

#[test]
fn several_files_are_searched() {
    let (save, nbt) = (file(SAVE), file(NBT));
    let run = gamewire(&["find", "am", &save, &nbt], "");
    let listed = format!("{nbt}: $[\"nested compound test\"].ham.name = \"Hampus\"\n");
    assert_eq!((run.status, run.text()), (0, &*listed), "{}", run.err);
    // With an option that says what is searched, all arguments are files.
    for (option, found) in [(["--key", "level"], "level = 12"), (["--value", "87.5"], "hp = 87.5")] {
        let run = gamewire(&[&["find"], &option[..], &[&save, &nbt]].concat(), "");
        assert_eq!((run.status, run.text()), (0, &*format!("{save}: $.{found}\n")), "{}", run.err);
    }
    // A file that is not read does not end the search.
    let run = gamewire(&["find", "Ayla", "no such file", &save], "");
    assert_eq!((run.status, run.text()), (0, &*format!("{save}: $.name = \"Ayla\"\n")));
    assert!(run.err.starts_with("note: not searched: no such file: "), "{}", run.err);
    let run = gamewire(&["find", &save, "12"], "");
    assert_eq!(run.status, 2);
    assert_eq!(
        run.err,
        format!("error: there is no file 12; pass the text before the file: gamewire find 12 {save}\n")
    );
}

/// A value is printed up to a width, whatever is in it: each level would take as long as all levels inside it.
#[test]
fn deep_values_are_found_in_little_time() {
    use gamewire::godot::{Dialect, Dictionary, Variant};
    // With the array, these are all levels that are read; without optimization the limit of the stack ends sooner.
    let deep = if cfg!(debug_assertions) { 199 } else { 1023 };
    let time_of = |levels: usize| {
        let mut value = Variant::from(vec![7_u8; 200_000].into_iter().map(i64::from).collect::<Vec<_>>());
        for _ in 0..levels {
            value = Dictionary::from_iter([("k", value)]).into();
        }
        let bytes = Dialect::GODOT_4.encode(&value).unwrap();
        let once = || {
            let start = std::time::Instant::now();
            let run = gamewire(&["find", "--as", "godot4", "--key", "k", "-"], bytes.clone());
            assert_eq!((run.status, run.text().lines().count()), (0, levels));
            start.elapsed()
        };
        once().min(once())
    };
    // The innermost array is not printed once for each level, which takes 200 times as long. Both inputs have it, so
    // that a busy machine is as slow with the one as with the other.
    let (flat, nested) = (time_of(1), time_of(deep));
    assert!(nested < flat * 40, "{flat:?}, {nested:?}");
}

#[test]
fn get_names_the_nearest_key() {
    for (path, wrong, near) in [(SAVE, "levl", "level"), (NBT, "shortTst", "shortTest")] {
        let run = gamewire(&["get", &file(path), wrong], "");
        assert_eq!(run.status, 1);
        assert!(run.err.contains(&format!("the nearest key is {near:?}")), "{}", run.err);
    }
}

/// A key is on every line below it: a long one would make the output quadratic.
#[test]
fn values_of_long_keys_are_named_by_position() {
    let long = "k".repeat(100_000);
    let inside = vec![Variant::Int(7); 100];
    let pairs = [("short", Variant::Int(5)), (long.as_str(), Variant::from(inside))];
    let value = Variant::from(Dictionary::from(pairs));
    let bytes = Dialect::GODOT_4.encode(&value).unwrap();
    let found = gamewire(&["find", "--as", "godot4", "7", "-"], bytes.clone());
    assert_eq!((found.status, found.text().lines().count()), (0, 100), "{}", found.err);
    assert!(found.text().starts_with("$.value(1)[0] = 7\n"), "{}", &found.text()[..80]);
    let got = gamewire(&["get", "--as", "godot4", "-", "$.value(1)[99]"], bytes);
    assert_eq!((got.status, got.text()), (0, "7\n"), "{}", got.err);

    let entries = Compound::from_iter([(&long[..60_000], Tag::IntArray(vec![1, 7].into()))]);
    let bytes = Protocol::V1_14.encode(&Nbt::unnamed(entries)).unwrap();
    let found = gamewire(&["find", "--as", "minecraft/nbt", "7", "-"], bytes.clone());
    assert_eq!((found.status, found.text()), (0, "$.value(0)[1] = 7\n"), "{}", found.err);
}

/// Each path that is printed leads to the value beside it.
#[test]
fn paths_lead_to_the_values_of_repeated_keys() {
    let folder = tempfile::tempdir().unwrap();
    let nbt = b"\x0a\0\0\x01\0\x01a\x01\x01\0\x01b\x01\x01\0\x01a\x02\0".to_vec();
    let dictionary = Dialect::GODOT_4.encode(&Variant::from(Dictionary::from(vec![
        (Variant::Int(1), Variant::from("x")),
        (Variant::Int(1), Variant::from("y")),
        (Variant::from("1"), Variant::from("z")),
    ])));
    for (name, bytes) in [("a.nbt", nbt), ("b.bin", dictionary.unwrap())] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let path = path.to_str().unwrap();
        let listed = gamewire(&["find", path], "");
        assert_eq!(listed.text().lines().count(), 3, "{}", listed.text());
        for line in listed.text().lines() {
            let (at, value) = line.split_once(" = ").unwrap();
            assert_eq!(gamewire(&["get", path, at], "").text(), format!("{value}\n"), "{name}: {line}");
        }
    }
    // Settings have no positions.
    let setting = |value: u8| [&b"\x01\0\0\0a\x08\0\0\0\x02\0\0\0"[..], &[value, 0, 0, 0]].concat();
    let path = folder.path().join("project.binary");
    std::fs::write(&path, [&b"ECFG\x02\0\0\0"[..], &setting(1), &setting(2)].concat()).unwrap();
    let found = gamewire(&["find", "1", path.to_str().unwrap()], "");
    assert_eq!(found.text(), "$.a = 1\n");
    assert!(
        found.err.contains("the setting a occurs more than once: a path leads to the last one"),
        "{}",
        found.err
    );
}
