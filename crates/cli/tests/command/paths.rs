//! Tests that `get`, `set`, `edit` and `diff` read the same inputs as `decode`, with the same arguments. The
//! values are written in the tests.

use std::fs;

use tempfile::TempDir;

use super::{command, file, gamewire};

/// `{"gold": 7}` of Godot 4.
const SAVE: &str = "1b000000 01000000 04000000 04000000 676f6c64 02000000 07000000";

fn write(folder: &TempDir, name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, contents).unwrap();
    path.to_str().unwrap().to_owned()
}

fn edited(args: &[&str], editor: &str) -> i32 {
    let mut command = command(args);
    command.env("VISUAL", editor).env_remove("EDITOR").output().unwrap().status.code().unwrap()
}

#[test]
fn bytes_as_text_stay_text() {
    let folder = TempDir::new().unwrap();
    for (option, before, after) in [
        ("--hex", SAVE, "1b000000010000000400000004000000676f6c6402000000e7030000\n"),
        (
            "--base64",
            "GwAAAAEAAAAEAAAABAAAAGdvbGQCAAAABwAAAA==",
            "GwAAAAEAAAAEAAAABAAAAGdvbGQCAAAA5wMAAA==\n",
        ),
    ] {
        let path = write(&folder, "save", before);
        let copy = write(&folder, "copy", before);
        assert_eq!(gamewire(&["get", option, &path, "gold"], "").text(), "7\n", "{option}");
        assert_eq!(gamewire(&["get", option, "-", "gold"], before).text(), "7\n", "{option}");
        // The text of unchanged parts stays the same.
        assert_eq!(gamewire(&["set", option, &path, "gold", "7"], "").status, 0);
        assert_eq!(fs::read_to_string(&path).unwrap(), before);
        assert_eq!(gamewire(&["set", option, &path, "gold", "999"], "").status, 0);
        assert_eq!(fs::read_to_string(&path).unwrap(), after);
        let diff = gamewire(&["diff", option, &copy, &path], "");
        assert_eq!((diff.status, diff.text()), (1, "~ $.gold: 7 -> 999\n"), "{}", diff.err);
        assert_eq!(edited(&["edit", option, &path], "sed -i s/999/5/"), 0);
        assert_eq!(gamewire(&["get", option, &path, "gold"], "").text(), "5\n");
        let piped = gamewire(&["set", option, "-", "gold", "999"], before);
        assert_eq!(piped.text(), after, "{}", piped.err);
    }
}

/// The id of a packet, the version of a save: they stay.
#[test]
fn bytes_before_the_value_are_skipped() {
    let folder = TempDir::new().unwrap();
    let (id, after) = ("fe0102", "1b000000010000000400000004000000676f6c6402000000e7030000");
    let path = write(&folder, "packet", format!("{id} {SAVE}"));
    let skip = ["--hex", "--skip", "3", path.as_str()];
    let identified = gamewire(&[&["identify"], &skip[..]].concat(), "");
    assert!(identified.text().contains(": a value of Godot 4\n"), "{}", identified.text());
    assert!(identified.text().contains(&format!("next       gamewire decode --hex --skip 3 {path}")));
    let decoded = gamewire(&[&["decode"], &skip[..]].concat(), "");
    assert_eq!(
        decoded.text(),
        "{\"type\":\"Dictionary\",\"args\":[\"s:gold\",\"i:7\"]}\n",
        "{}",
        decoded.err
    );
    assert_eq!(gamewire(&[&["verify", "--json"][..], &skip[..]].concat(), "").status, 0);
    let explained = gamewire(&[&["explain"], &skip[..]].concat(), "");
    let rows = ["0x0000  ", "  skipped\n0x0003  1b 00 00 00 "];
    assert!(rows.iter().all(|row| explained.text().contains(row)), "{}", explained.text());
    assert_eq!(gamewire(&[&["get"], &skip[..], &["gold"]].concat(), "").text(), "7\n");
    assert_eq!(gamewire(&[&["set"], &skip[..], &["gold", "999"]].concat(), "").status, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{id}{after}\n"));
    let converted = gamewire(&[&["convert", "--to", "godot3"], &skip[..]].concat(), "");
    assert_eq!(converted.text(), format!("{id}12{}\n", &after[2..]), "{}", converted.err);
    // The option skips bytes of each line, and it is an error if a line has too few.
    let lines = gamewire(&["decode", "--lines", "--skip", "1"], "fe0200000005000000\n\n");
    assert!(
        lines.text().starts_with("\"i:5\"\n{\"error\":{\"offset\":0,\"kind\":\"eof\""),
        "{}",
        lines.text()
    );
    let short = gamewire(&["decode", "--skip", "9", "-"], "abc");
    assert!(
        short.status == 1 && short.err.contains("--skip exceeds the length of the input, which is 3 bytes"),
        "{}",
        short.err
    );
    assert!(!short.err.contains("--partial"), "{}", short.err);
    // A frame that is cut short can be printed, so there the hint stays.
    let cut = gamewire(
        &["decode", "--as", "godot4", "--frame", "store-var", "--hex", "--skip", "1", "-"],
        "ff0800000002000000",
    );
    assert!(cut.err.contains("pass --partial"), "{}", cut.err);
    // An error says where it is in the whole.
    let wrong = gamewire(&["verify", "--json", "--hex", "--skip", "2", "-"], "abcd 63000000");
    assert!(wrong.text().starts_with("{\"status\":\"rejected\",\"offset\":2,"), "{}", wrong.text());
}

/// The header is reported.
#[test]
fn bytes_before_the_values_are_reported() {
    let bytes = format!("{} {SAVE}", "47414d45 0300");
    let identified = gamewire(&["identify", "--hex", "-"], bytes.clone());
    assert_eq!(identified.status, 1);
    for line in [
        "  perhaps    after 6 bytes there is a value of Godot 4",
        "  next       gamewire decode --hex --skip 6 -",
    ] {
        assert!(identified.text().lines().any(|other| other == line), "{}", identified.text());
    }
    let decoded = gamewire(&["decode", "--hex", "-"], bytes);
    assert!(
        decoded.err.ends_with("hint: after 6 bytes there is a value of Godot 4: pass --skip 6\n"),
        "{}",
        decoded.err
    );
}

#[test]
fn bombs_do_not_open() {
    let folder = TempDir::new().unwrap();
    let zeros = write(&folder, "zeros", vec![0; 4 << 20]);
    let bomb = folder.path().join("bomb");
    let bomb = bomb.to_str().unwrap();
    assert_eq!(gamewire(&["pack", "--in", "gzip", &zeros, "--out", bomb], "").status, 0);
    for args in [&["get", bomb, "a"][..], &["set", bomb, "a", "1"], &["diff", bomb, bomb], &["edit", bomb]] {
        let refused = gamewire(&[args, &["--max-size", "1M"]].concat(), "");
        assert_eq!(refused.status, if args[0] == "diff" { 2 } else { 1 }, "{args:?}");
        assert!(refused.err.contains("--max-size"), "{args:?}: {}", refused.err);
    }
    let refused = gamewire(&["get", "--max-size", "10", "-", "a"], [0; 100]);
    assert!(refused.status == 2 && refused.err.contains("more than 10 bytes"), "{}", refused.err);
}

/// A dialect that is named and does not read the file names the one that does.
#[test]
fn the_dialect_is_chosen_as_by_decode() {
    let path = file("tests/fixtures/framing/godot-4.6.3/store_var_one.bin");
    let refused = gamewire(&["get", "--as", "godot3", &path, "name"], "");
    assert_eq!(refused.status, 1);
    assert!(refused.err.contains("godot4 reads this input: pass --as godot4"), "{}", refused.err);
    let several = gamewire(&["get", "--hex", "-", "$"], "0200000005000000");
    assert!(
        several.text() == "5\n"
            && several.err.starts_with("note: this value is the same in Godot 2, 3 and 4"),
        "{}",
        several.err
    );
    let sure = gamewire(&["get", &path, "name"], "");
    assert_eq!((sure.text(), sure.err.as_str()), ("\"Ayla\"\n", ""));
}

#[test]
fn differences_for_programs() {
    let folder = TempDir::new().unwrap();
    let old = file("tests/fixtures/framing/godot-4.6.3/store_var_one.bin");
    let new = folder.path().join("new");
    fs::copy(&old, &new).unwrap();
    let new = new.to_str().unwrap();
    for args in [&["name", "Bob"][..], &["inv[1]", "--remove"], &["mana", "3", "--add"]] {
        assert_eq!(gamewire(&[&["set", new], args].concat(), "").status, 0);
    }
    let diff = gamewire(&["diff", "--json", &old, new], "");
    assert_eq!(
        (diff.status, diff.text()),
        (
            1,
            "{\"path\":\"$.name\",\"change\":\"changed\",\"old\":\"s:Ayla\",\"new\":\"s:Bob\"}\n\
             {\"path\":\"$.inv[1]\",\"change\":\"removed\",\"old\":\"s:potion\"}\n\
             {\"path\":\"$.mana\",\"change\":\"added\",\"new\":\"i:3\"}\n"
        )
    );
    let several = file("tests/fixtures/framing/godot-4.6.3/store_var_several.bin");
    let more = gamewire(&["diff", "--json", &old, &several], "");
    assert!(more.text().starts_with("{\"path\":\"$\",\"value\":1,\"change\":\"added\","), "{}", more.text());
    let level = file("tests/fixtures/minecraft/nbt/hello_world.nbt");
    let nbt = write(&folder, "level.nbt", fs::read(&level).unwrap());
    assert_eq!(gamewire(&["set", &nbt, "name", "x"], "").status, 0);
    let diff = gamewire(&["diff", "--json", &level, &nbt], "");
    assert_eq!(
        diff.text(),
        "{\"path\":\"$.name\",\"change\":\"changed\",\"old\":{\"type\":\"string\",\"value\":\"Bananrama\"},\
         \"new\":{\"type\":\"string\",\"value\":\"x\"}}\n"
    );
    // The text of the two numbers is the same.
    let [int, byte] = [&b"\x0a\0\0\x03\0\x01a\0\0\0\x01\0"[..], b"\x0a\0\0\x01\0\x01a\x01\0"];
    let (int, byte) = (write(&folder, "int.nbt", int), write(&folder, "byte.nbt", byte));
    assert_eq!(
        gamewire(&["diff", &int, &byte], "").text(),
        "~ $.a: {\"type\":\"int\",\"value\":1} -> {\"type\":\"byte\",\"value\":1}\n"
    );
    for line in diff.text().lines().chain(more.text().lines()) {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
    }
}

/// A long key is not printed once for each difference below it.
#[test]
fn paths_of_differences_do_not_add_up() {
    use gamewire::godot::{Dialect, Dictionary, Variant};
    let folder = TempDir::new().unwrap();
    let save = |name: &str, key: &str, number: i64| {
        let value = Dictionary::from_iter([(key, Variant::from(vec![Variant::Int(number); 300]))]);
        write(&folder, name, Dialect::GODOT_4.encode(&value.into()).unwrap())
    };
    let long = "k".repeat(10_000);
    let (old, new) = (save("old", &long, 1), save("new", &long, 2));
    let diff = gamewire(&["diff", "--json", &old, &new], "");
    assert_eq!((diff.status, diff.text().lines().count()), (1, 300));
    assert!(diff.out.len() < 300 * 250, "{} bytes", diff.out.len());
    let shown = "k".repeat(80);
    let first = format!(
        "{{\"path\":\"$.{shown}…[0]\",\"shortened\":true,\"change\":\"changed\",\"old\":\"i:1\",\"new\":\"i:2\"}}"
    );
    assert_eq!(diff.text().lines().next(), Some(first.as_str()));
    // 1024 bytes are printed in full, one more are not: "$." and "[299]" are seven of them.
    for (length, in_full) in [(1017, true), (1018, false)] {
        let key = "k".repeat(length);
        let (old, new) = (save("old", &key, 1), save("new", &key, 2));
        let diff = gamewire(&["diff", "--json", &old, &new], "");
        let last = diff.text().lines().last().unwrap_or_default().to_owned();
        assert_eq!(last.contains(&key), in_full, "{last}");
        assert_eq!(last.contains("\"shortened\":true"), !in_full, "{last}");
    }
}

/// A value that the engine would convert or drop is set only on request.
#[test]
fn a_typed_container_accepts_another_type_only_on_request() {
    use gamewire::godot::{Array, Dialect, Dictionary, ElementType, EntryTypes, Kind, Variant};
    use gamewire_files::godot::ProjectFile;
    let folder = TempDir::new().unwrap();
    let ints = Array::typed(ElementType::Builtin(Kind::Int), vec![1.into(), 2.into()]);
    let types = EntryTypes {
        key: Some(ElementType::Builtin(Kind::String)),
        value: Some(ElementType::Builtin(Kind::Int)),
    };
    let scores = Dictionary::typed(types, vec![("ada".into(), 7.into())]);
    let value = Variant::from(Dictionary::from(vec![
        ("ints".into(), Variant::Array(ints)),
        ("scores".into(), Variant::from(scores)),
    ]));
    let bytes = Dialect::GODOT_4.encode(&value).unwrap();
    let path = write(&folder, "save", bytes.clone());
    for (at, new, refused, changed) in [
        ("ints[0]", "Vector2(1, 2)", "expected int", "[Vector2(1, 2), 2]"),
        ("ints[2]", "2.5", "expected int", "[1, 2, 2.5]"),
        ("scores.ada", "&\"x\"", "expected int", "{\"ada\": &\"x\"}"),
        ("scores[5]", "8", "expected String", "{\"ada\": 7, 5: 8}"),
        ("scores.key(0)", "&\"x\"", "expected String", "{&\"x\": 7}"),
    ] {
        fs::write(&path, &bytes).unwrap();
        let run = gamewire(&["set", &path, at, new], "");
        assert_eq!(run.status, 1, "{at}: {}", run.err);
        assert!(run.err.contains(refused), "{at}: {}", run.err);
        assert!(
            run.err.contains("as its container is declared; --undeclared sets it anyway"),
            "{at}: {}",
            run.err
        );
        assert_eq!(fs::read(&path).unwrap(), bytes);
        let add: &[&str] = if ["ints[2]", "scores[5]"].contains(&at) { &["--add"] } else { &[] };
        let run = gamewire(&[&["set", &path, at, new, "--undeclared"], add].concat(), "");
        assert_eq!(run.status, 0, "{at}: {}", run.err);
        let of = at.split(['[', '.']).next().unwrap();
        // The declaration stays, and `verify` names the value, unless it is the value of a dictionary, which Godot 4.6.3
        // reads and writes unchanged.
        let got = gamewire(&["get", &path, of], "");
        assert!(got.text().contains(changed), "{at}: {}", got.text());
        let verdict = gamewire(&["verify", "--json", "--as", "godot4", &path], "");
        assert!(
            at == "scores.ada" && verdict.status == 0
                || verdict.status == 1 && verdict.text().contains("is declared to hold"),
            "{at}: {}",
            verdict.text()
        );
    }
    // If the container is declared to hold the value, the option has no effect.
    fs::write(&path, &bytes).unwrap();
    assert_eq!(gamewire(&["set", &path, "ints[0]", "9", "--undeclared"], "").status, 0);
    assert_eq!(gamewire(&["verify", "--json", "--as", "godot4", &path], "").status, 0);
    // A value that is missing is still an error.
    let run = gamewire(&["set", &path, "scores.bob", "2.5", "--undeclared"], "");
    assert!(run.status == 1 && run.err.contains("--add"), "{}", run.err);
    // Inside of a setting.
    let mut project = ProjectFile::default();
    project.set("game/saves", Dialect::GODOT_4, &value).unwrap();
    let path = write(&folder, "project.binary", project.encode().unwrap());
    let run = gamewire(&["set", &path, "game/saves.ints[0]", "Vector2(1, 2)"], "");
    assert!(run.status == 1 && run.err.contains("--undeclared"), "{}", run.err);
    let run = gamewire(&["set", &path, "game/saves.ints[0]", "Vector2(1, 2)", "--undeclared"], "");
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(gamewire(&["get", &path, "game/saves.ints[0]"], "").text(), "Vector2(1, 2)\n");
}

/// Lines of another dialect are reported once, after the answers.
#[test]
fn lines_that_are_refused_name_the_dialect_that_reads_them() {
    let lines = "2200000000000000\n0200000005000000\n2200000000000000\n";
    for name in ["decode", "verify"] {
        let run = gamewire(&[name, "--as", "godot3", "--lines"], lines);
        assert_eq!(run.status, 1);
        let hint = "hint: the first rejected line is a value of godot4: pass --as godot4\n";
        assert_eq!(run.err, hint, "{name}");
    }
    assert_eq!(gamewire(&["decode", "--as", "godot3", "--lines"], "ffff\n").err, "");
    assert_eq!(gamewire(&["decode", "--lines"], "ffff\n").err, "");
}

/// Half of a surrogate pair, which Java's text may have and UTF-8 may not: 61 ed a0 bd in modified UTF-8.
#[test]
fn text_of_nbt_that_is_not_unicode_is_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = b"\x0a\0\0\x08\0\x01t\0\x04a\xed\xa0\xbd\0";
    let path = write(&folder, "half.nbt", bytes);
    let got = gamewire(&["get", &path, "t"], "");
    assert_eq!(got.text(), "{\"type\":\"string\",\"value\":{\"mutf8\":\"61eda0bd\"}}\n");
    assert_eq!(gamewire(&["get", "--json", &path, "t"], "").text(), got.text());
    assert_eq!(gamewire(&["get", "--raw", &path, "t"], "").out, b"a\xed\xa0\xbd");
    // A value that is printed can be set.
    assert_eq!(gamewire(&["set", &path, "t", "x"], "").status, 0);
    assert_eq!(gamewire(&["set", &path, "t", got.text().trim()], "").status, 0);
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

/// `find` prints the paths that `get` and `set` take, also of names that no text equals, and `set` takes what `get` prints.
#[test]
fn odd_names_and_infinity_are_found_read_and_set() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.nbt");
    let bytes = b"\x0a\0\0\x05\0\x03\xed\xa0\xbd\x7f\x80\0\0\x06\0\x02\xc1\x81\xff\xf0\0\0\0\0\0\0\0";
    fs::write(&path, bytes).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(gamewire(&["find", path], "").text(), "$.value(0) = inf\n$.value(1) = -inf\n");
    for (at, old, new) in [("$.value(0)", "inf", "1.5"), ("$.value(1)", "-inf", "Infinityd")] {
        assert_eq!(gamewire(&["get", path, at], "").text(), format!("{old}\n"));
        let run = gamewire(&["set", path, at, old], "");
        assert_eq!((run.status, fs::read(path).unwrap()), (0, bytes.to_vec()), "{}", run.err);
        let run = gamewire(&["set", path, at, new], "");
        assert_eq!(run.status, 0, "{}", run.err);
        fs::write(path, bytes).unwrap();
    }
    for beyond in ["1e39", "3.5e38f"] {
        let run = gamewire(&["set", path, "$.value(0)", beyond], "");
        assert!(run.status == 1 && run.err.contains("is not a valid Float"), "{}", run.err);
    }
}
