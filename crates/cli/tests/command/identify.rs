//! Tests `identify`, and the errors of all subcommands for files of other formats. The bytes are written in
//! the tests, or are files of `tests/fixtures`.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{file, gamewire};

fn fixture(name: &str) -> String {
    file(&format!("tests/fixtures/framing/{name}"))
}

#[test]
fn every_file_of_an_engine_decodes_with_no_option() {
    for version in ["3.6.2", "4.6.3"] {
        let format = if version == "3.6.2" { "godot3" } else { "godot4" };
        for (name, frame) in [
            ("store_var_several.bin", "store-var"),
            ("store_var_full_objects.bin", "store-var"),
            ("packet_peer_stream.bin", "stream"),
            ("compressed_gzip_large.bin", "store-var"),
            ("project.binary", "none"),
        ] {
            let path = fixture(&format!("godot-{version}/{name}"));
            let found = gamewire(&["decode", &path], "");
            let named = gamewire(&["decode", "--as", format, "--frame", frame, "--objects", &path], "");
            assert_eq!((found.status, found.out), (0, named.out), "{version} {name}: {}", found.err);
        }
    }
    let nbt = file("tests/fixtures/minecraft/nbt/bigtest.nbt");
    let named = gamewire(&["decode", "--as", "minecraft/nbt", &nbt], "");
    assert_eq!(gamewire(&["decode", &nbt], "").out, named.out);
}

#[test]
fn standard_input_is_read() {
    let bytes = b"\x02\0\0\0\x05\0\0\0".to_vec();
    let run = gamewire(&["decode"], bytes);
    assert_eq!(run.text(), "\"i:5\"\n");
    assert_eq!(gamewire(&["encode", "--as", "godot4"], "\"i:5\"").out, [2, 0, 0, 0, 5, 0, 0, 0]);
    let nothing = gamewire(&["decode"], "");
    assert_eq!(nothing.status, 1);
    assert!(nothing.err.contains("the input is empty\n"), "{}", nothing.err);
}

/// A shell can run the suggested command, for any name of the file.
#[test]
#[cfg(unix)]
fn the_command_that_is_named_runs_for_any_file_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::process::Command;

    let names: [&[u8]; 8] = [
        b"--out=x",
        b"-rf",
        b"a b",
        b"it's $HOME",
        b"caf\xc3\xa9",
        b"l\xf8rdag.save",
        b"two\nlines'\\",
        b"\xe2\x80\xae.bin",
    ];
    let folder = TempDir::new().unwrap();
    for name in names {
        let path = folder.path().join(OsStr::from_bytes(name));
        fs::write(&path, b"\x02\0\0\0\x05\0\0\0").unwrap();
        let run = |script: &str| {
            let mut bash = Command::new("bash");
            bash.arg("-c").arg(format!("gamewire() {{ \"$GAMEWIRE\" \"$@\"; }}; {script}"));
            bash.env("GAMEWIRE", env!("CARGO_BIN_EXE_gamewire")).env("NAME", OsStr::from_bytes(name));
            bash.current_dir(folder.path()).output()
        };
        let Ok(identified) = run("gamewire identify -- \"$NAME\"") else {
            eprintln!("skipped: there is no bash");
            return;
        };
        let text = String::from_utf8(identified.stdout).unwrap();
        let shown = text.escape_debug().to_string();
        assert!(
            !text.lines().any(|line| line.contains(|c: char| c.is_control() || c == '\u{202e}')),
            "{shown}"
        );
        let next = text.lines().find_map(|line| line.trim().strip_prefix("next")).unwrap().trim();
        let decoded = run(next).unwrap();
        assert_eq!(decoded.stdout, b"\"i:5\"\n", "{shown}: {}", String::from_utf8_lossy(&decoded.stderr));
        let object = run("gamewire identify --json -- \"$NAME\"").unwrap();
        let object: Value = serde_json::from_slice(&object.stdout).unwrap();
        assert_eq!(run(object["command"].as_str().unwrap()).unwrap().stdout, b"\"i:5\"\n", "{shown}");
    }
}
