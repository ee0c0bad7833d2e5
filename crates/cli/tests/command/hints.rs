//! Tests that errors have their place, and that hints name the next step. The bytes are written in the tests,
//! or are files of `tests/fixtures`.

use std::fs;

use tempfile::TempDir;

use super::{file, gamewire};

fn write(folder: &TempDir, name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, contents).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Lines of dictionaries, the 500th of which is another.
fn lines(other: &str) -> String {
    let line = |number| match number {
        500 if !other.is_empty() => format!("{other}\n"),
        _ => format!("{{\"type\":\"Dictionary\",\"args\":[\"s:id\",\"i:{number}\"]}}\n"),
    };
    (1..=600).map(line).collect()
}

#[test]
fn the_line_of_an_error_is_counted_in_the_whole_text() {
    let folder = TempDir::new().unwrap();
    let framed = gamewire(&["encode", "--frame", "store-var", "-"], lines(""));
    let like = write(&folder, "like.bin", framed.out);
    for (bad, said) in [
        (
            "  {\"type\":\"Dictionary\",\"args\":[\"s:id\",\"i:x\"]}",
            "at line 500, column 39, $.args[1]: after",
        ),
        ("{\"type\":\"Dictionary\",\"args\":[\"s:id\"]}", "at line 500, column 29, $.args: "),
        (
            "{\"type\":\"Vector4\",\"args\":[1.0,2.0,3.0,4.0]}",
            "line 500: ", // No place in the text is known: Godot 3 has no such type.
        ),
    ] {
        for args in [&["encode", "--like", &like, "-"][..], &["encode", "--frame", "store-var", "-"]] {
            let run = gamewire(args, lines(bad));
            // With --like, a note about the file comes first.
            let errors: Vec<_> = run.err.lines().filter(|line| line.starts_with("error: ")).collect();
            assert_eq!((run.status, errors.len()), (1, 1), "{args:?}: {}", run.err);
            assert!(errors[0].starts_with(&format!("error: {said}")), "{args:?}: {}", run.err);
        }
    }
    let settings = "{\"key\":\"a\",\"value\":\"i:1\"}\n{\"key\":\"ä\",\"value\":\"i:x\"}\n";
    let run = gamewire(&["encode", "--project", "--hex", "-"], settings);
    assert!(run.err.starts_with("error: at line 2, column 20, $: after"), "{}", run.err);
    let run = gamewire(&["encode", "--project", "--hex", "-"], "{\"key\":\"a\",\"value\":1}\n{\"key\" 1}\n");
    assert!(run.err.contains("error: at line 2, column 8: expected `:`\n"), "{}", run.err);
}

#[test]
fn many_rejected_values_are_counted() {
    for args in [&["encode", "--frame", "store-var", "-"][..], &["encode", "--frame", "varint", "-"]] {
        let run = gamewire(args, "{\"wrong\n".repeat(1000));
        assert_eq!((run.status, run.err.lines().count()), (1, 11), "{}", run.err);
        assert!(run.err.ends_with("\n990 more values were rejected\n"), "{}", run.err);
        assert!(run.err.contains("error: at line 10, column "), "{}", run.err);
    }
}

#[test]
fn framings_are_offered_where_they_are_read() {
    for (subcommand, is_read) in [
        ("decode", true),
        ("explain", true),
        ("verify", true),
        ("get", false),
        ("set", false),
        ("find", false),
        ("convert", false),
    ] {
        for option in ["-h", "--help"] {
            let help = gamewire(&[subcommand, option], "");
            let line = help.text().lines().find(|line| line.contains("store-var, put-var"));
            assert_eq!(line.unwrap().contains("varint"), is_read, "{subcommand}: {}", help.text());
        }
    }
}

#[test]
fn numbers_of_values_are_ranges() {
    let framed = |text: String| gamewire(&["encode", "--frame", "store-var", "-"], text).out;
    let run = gamewire(&["get", "-", "id"], framed(lines("")));
    assert!(run.err.contains("pass --value 0 to 599\n"), "{}", run.err);
    let run = gamewire(&["get", "-", "id"], framed(lines("\"i:1\"")));
    assert!(run.err.contains("pass --value 0 to 498 or 500 to 599\n"), "{}", run.err);
    let sparse = "{\"type\":\"Dictionary\",\"args\":[\"s:id\",null]}\n\"i:1\"\n".repeat(100);
    let run = gamewire(&["get", "-", "id"], framed(sparse));
    assert!(run.err.contains("pass --value 0 or 2 or 4 or 6 or another of 100 numbers\n"), "{}", run.err);
}

/// The output of `decode --plain` has no types. `encode` says so, but not about text with types.
#[test]
fn plain_json_is_named() {
    let [godot, nbt] =
        ["tests/fixtures/framing/godot-4.6.3/store_var_one.bin", "tests/fixtures/minecraft/nbt/bigtest.nbt"]
            .map(file);
    for (path, format) in [(godot, "godot4"), (nbt, "minecraft/nbt")] {
        let plain = gamewire(&["decode", "--plain", &path], "").out;
        let run = gamewire(&["encode", "--as", format, "-"], plain);
        assert_eq!(run.status, 1, "{}", run.err);
        let says = ["the text is plain JSON, which has no types", "without --plain", "gamewire set"];
        assert!(says.iter().all(|part| run.err.contains(part)), "{}", run.err);
    }
    for (text, format) in [
        ("[\"i:1\", 2]", "godot4"),
        ("5", "godot4"),
        ("{\"type\":\"Dictionary\",\"args\":[\"a\",1]}", "godot4"),
        ("{\"name\":\"\",\"tag\":{\"type\":\"int\",\"value\":true}}", "minecraft/nbt"),
        ("{", "godot4"),
    ] {
        let run = gamewire(&["encode", "--as", format, "-"], text);
        assert!(run.status == 1 && !run.err.contains("plain JSON"), "{text}: {}", run.err);
    }
}

/// A value of another type than the old one is set if the new value names its type, and the type is named.
#[test]
fn a_change_of_type_is_said() {
    let save = file("tests/fixtures/framing/godot-4.6.3/store_var_one.bin");
    let nbt = file("tests/fixtures/minecraft/nbt/bigtest.nbt");
    for (path, at, new, says) in [
        (&save, "pos", "\"x\"", Some("from Vector3 to String")),
        (&save, "inv", "{\"a\": 1}", Some("from Array to Dictionary")),
        (&save, "inv", "[1]", None),
        (&save, "level", "13", None),
        (&save, "name", "x", None),
        (&nbt, "intTest", "{a: 1}", Some("from Int to Compound")),
        (&nbt, "intTest", "5", None),
    ] {
        let run = gamewire(&["set", path, at, new, "--out", "-"], "");
        assert_eq!(run.status, 0, "{at} {new}: {}", run.err);
        let said = run.err.split_once("; the type changes ").map(|(_, said)| said.trim());
        assert_eq!(said, says, "{at} {new}: {}", run.err);
    }
    let run = gamewire(&["set", &save, "level", "2.5", "--type", "float", "--out", "-"], "");
    assert!(run.status == 0 && run.err.ends_with("-> 2.5\n"), "{}", run.err);
}

/// Without a terminal, the editor that is the default would wait for nobody.
#[cfg(unix)]
#[test]
fn without_a_terminal_edit_needs_an_editor() {
    let save = file("tests/fixtures/framing/godot-4.6.3/store_var_one.bin");
    let mut command = super::command(&["edit", &save]);
    let run = command
        .env_remove("VISUAL")
        .env_remove("EDITOR")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let error = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(2), "{error}");
    assert!(error.contains("edit needs a terminal") && error.contains("set EDITOR to a program"), "{error}");
}

#[test]
fn encode_replaces_no_file_in_a_format_that_nobody_named() {
    let folder = TempDir::new().unwrap();
    let json = write(&folder, "x.json", "\"s:hello\"");
    let save = write(&folder, "save.bin", "old");
    let refused = gamewire(&["encode", &json, "--out", &save], "");
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("pass --like") && refused.err.contains("--as"), "{}", refused.err);
    assert_eq!(fs::read(&save).unwrap(), b"old");
    assert_eq!(gamewire(&["encode", &json, "--as", "godot4", "--out", &save], "").status, 0);
    let new = folder.path().join("new.bin");
    let written = gamewire(&["encode", &json, "--out", new.to_str().unwrap()], "");
    assert_eq!((written.status, written.err.contains("written as godot3")), (0, true), "{}", written.err);
}
