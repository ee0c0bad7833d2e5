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
fn the_first_numbers_of_values_are_listed() {
    let framed = |text: String| gamewire(&["encode", "--frame", "store-var", "-"], text).out;
    let run = gamewire(&["get", "-", "id"], framed(lines("")));
    assert!(run.err.contains("pass --value 0 or 1 or 2 or 3 or another of 600 numbers\n"), "{}", run.err);
    let run = gamewire(&["get", "-", "id"], framed(lines("\"i:1\"")));
    assert!(run.err.contains("pass --value 0 or 1 or 2 or 3 or another of 599 numbers\n"), "{}", run.err);
    let sparse = "{\"type\":\"Dictionary\",\"args\":[\"s:id\",null]}\n\"i:1\"\n".repeat(100);
    let run = gamewire(&["get", "-", "id"], framed(sparse));
    assert!(run.err.contains("pass --value 0 or 2 or 4 or 6 or another of 100 numbers\n"), "{}", run.err);
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
