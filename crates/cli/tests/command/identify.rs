//! Tests `identify`, and the errors of all subcommands for files of other formats. The bytes are written in
//! the tests, or are files of `tests/fixtures`.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{file, gamewire};

fn fixture(name: &str) -> String {
    file(&format!("tests/fixtures/framing/{name}"))
}

/// Files that are met beside saved games: each is named, by every subcommand in the same words.
#[test]
fn every_subcommand_names_unsupported_formats() {
    let mut region = vec![0; 8192];
    region[..4].copy_from_slice(&[0, 0, 2, 1]);
    region.extend([0, 0, 0, 9, 2, 0x78, 0x9c, 3, 0, 0, 0, 0, 1]);
    region.resize(3 * 4096, 0);
    let files: [(&str, Vec<u8>, &str); 16] = [
        ("a.stex", b"GDST\x10\0\x10\0\0\0\0\0".into(), "a texture that Godot imported (GDST, GST2)"),
        ("a.ctex", b"GST2\x01\0\0\0\x10\0\0\0".into(), "a texture that Godot imported (GDST, GST2)"),
        (
            "a.cache",
            b"GDSC\x04\0\0\0\x01\0\0\0\x40\0\0\0GSBD\x09\0\0\0".into(),
            "a compiled shader of Godot's shader cache (GDSC, GLSC)",
        ),
        ("lost.save", vec![0; 4096], "only zero bytes"),
        ("r.1.0.mca", vec![0; 8192], "a region file of Minecraft (.mca) without chunks"),
        ("a.res", b"RSRC\0\0\0\0\0\0\0\0\x04\0\0\0".into(), "a binary resource or scene of Godot (RSRC)"),
        ("a.scn", b"RSCC\x02\0\0\0\0\x10\0\0".into(), "a compressed resource or scene of Godot (RSCC)"),
        ("a.gdc", b"GDSC\x0d\0\0\0\0\0\0\0".into(), "a compiled script of Godot (GDSC)"),
        ("a.pck", b"GDPC\x01\0\0\0\x03\0\0\0".into(), "a pack of an exported Godot game (GDPC)"),
        ("r.0.0.mca", region, "a region file of Minecraft (.mca)"),
        ("a.zip", b"PK\x03\x04\x14\0\0\0".into(), "a .zip file (application/zip)"),
        ("icon.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".into(), "a .png file (image/png)"),
        ("a.json", b"{\"gold\": 5}\n".into(), "JSON text"),
        ("a.cfg", b"[player]\n\ngold=5\n".into(), "a Godot ConfigFile"),
        ("a.txt", b"hello world\n".into(), "plain text"),
        ("uid_cache.bin", b"\x01\0\0\0\x07\0\0\0\0\0\0\0\x08\0\0\0res://ab".into(), "uid_cache.bin"),
    ];
    let folder = TempDir::new().unwrap();
    for (name, bytes, what) in files {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let path = path.to_str().unwrap();
        let named = gamewire(&["identify", path], "");
        assert_eq!(named.status, 0, "{name}");
        assert!(named.text().contains(what), "{name}: {}", named.text());
        for args in [
            &["decode"][..],
            &["explain"],
            &["verify", "--json"],
            &["convert", "--to", "godot4"],
            &["decode", "--as", "godot3"],
            &["explain", "--as", "godot4"],
            &["verify", "--json", "--as", "godot2"],
            &["decode", "--as", "godot4", "--frame", "store-var"],
        ] {
            // `verify` looks into the chunks of a region, of which an empty one has none.
            if name.ends_with(".mca") && args[0] == "verify" {
                continue;
            }
            let run = gamewire(&[args, &[path]].concat(), "");
            assert_eq!(run.status, 1, "{name} {args:?}");
            // The user asks for a value, and zeros may be the start of one.
            if name == "lost.save" && args.contains(&"--as") && !args.contains(&"--frame") {
                let said = format!("{}{}", run.text(), run.err);
                assert!(said.contains("bytes follow the value"), "{args:?}: {said}");
                continue;
            }
            assert!(run.err.contains(what), "{name} {args:?}: {}", run.err);
            assert!(!run.err.contains("type id"), "{name} {args:?}: {}", run.err);
        }
    }
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
