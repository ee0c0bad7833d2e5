//! Tests that `get`, `set`, `edit` and `diff` read the same inputs as `decode`, with the same arguments. The
//! values are written in the tests.

use std::fs;

use tempfile::TempDir;

use super::{command, gamewire};

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
