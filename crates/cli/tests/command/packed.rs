//! Tests `unpack` and `pack`, the limits of unpacked sizes, and trailing bytes. The files are those of
//! `tests/fixtures`, or are packed in the tests.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{file, gamewire};

fn fixture(name: &str) -> String {
    file(&format!("tests/fixtures/framing/godot-4.6.3/{name}"))
}

#[test]
fn unpack_writes_any_contents() {
    let inside = fs::read(fixture("store_var_several.bin")).unwrap();
    for (name, secret) in [
        ("compressed_zstd.bin", &[][..]),
        ("compressed_fastlz.bin", &[]),
        ("encrypted_pass.bin", &["--password", "correct horse"]),
    ] {
        let path = fixture(name);
        let run = gamewire(&[&["unpack"], secret, &[path.as_str()]].concat(), "");
        assert_eq!((run.status, run.out == inside), (0, true), "{name}: {}", run.err);
    }
    let plain = gamewire(&["unpack", "-"], "{\"gold\":5}");
    assert_eq!((plain.status, plain.text()), (0, "{\"gold\":5}"));
    assert!(plain.err.contains("the input has no container"), "{}", plain.err);
}

#[test]
fn text_is_packed_and_unpacked() {
    let text = "[player]\n\ngold=5\n";
    let folder = TempDir::new().unwrap();
    let password = folder.path().join("password");
    fs::write(&password, "p\n").unwrap();
    let secret = ["--password-file", password.to_str().unwrap()];
    for (containers, starts) in [
        (&["--in", "zstd"][..], &b"GCPF\x02"[..]),
        (&["--in", "gzip-blocks"], b"GCPF\x03"),
        (&["--in", "gzip"], b"\x1f\x8b"),
        (&["--in", "zlib"], b"\x78"),
        (&["--in", "godot4"], b"GDEC"),
        (&["--in", "godot3"], b"GDEC\x01\0\0\0"),
        (&["--in", "godot4", "--in", "fastlz"], b"GDEC"),
    ] {
        let packed = gamewire(&[&["pack"], containers, &secret, &["-"]].concat(), text);
        assert_eq!(packed.status, 0, "{containers:?}: {}", packed.err);
        assert!(packed.out.starts_with(starts), "{containers:?}");
        let back = gamewire(&[&["unpack"], &secret[..], &["-"]].concat(), packed.out.clone());
        assert_eq!(back.text(), text, "{containers:?}: {}", back.err);
        let refused = gamewire(&[&["decode"], &secret[..], &["-"]].concat(), packed.out);
        assert!(refused.err.contains("the contents are a Godot ConfigFile"), "{}", refused.err);
        assert!(refused.err.contains("gamewire unpack extracts them"), "{}", refused.err);
    }
    let like = fixture("compressed_deflate.bin");
    let packed = gamewire(&["pack", "--like", &like, "-"], text);
    assert!(packed.out.starts_with(b"GCPF\x01"), "{}", packed.err);
    assert_eq!(gamewire(&["pack", "-"], text).status, 2);
    let bare = file("tests/fixtures/framing/godot-4.6.3/store_var_one.bin");
    let none = gamewire(&["pack", "--like", &bare, "-"], text);
    assert!(none.status == 1 && none.err.contains("has no container that --like could use"), "{}", none.err);
    let chunk = gamewire(&["pack", "--like", &like, "--chunk", "0,0", "-"], text);
    assert!(chunk.status == 1 && chunk.err.contains("gamewire set and edit do"), "{}", chunk.err);
    let locked = gamewire(&["pack", "--in", "godot4", "-"], text);
    assert_eq!((locked.status, locked.out.len()), (1, 0));
}

/// Two thousand bytes of zstd that would take gigabytes.
#[test]
fn files_do_not_exceed_the_limit() {
    let bomb = gamewire(&["pack", "--in", "gzip", "-"], vec![0; 8 << 20]);
    assert!(bomb.out.len() < 16_384);
    for command in
        [&["decode"][..], &["explain"], &["verify", "--json"], &["unpack"], &["convert", "--to", "godot4"]]
    {
        let run = gamewire(&[command, &["-"]].concat(), bomb.out.clone());
        assert_eq!(run.status, 1, "{command:?}");
        assert!(run.err.contains("--max-size"), "{command:?}: {}", run.err);
    }
    let run = gamewire(&["unpack", "--max-size", "8M", "-"], bomb.out.clone());
    assert_eq!(run.out.len(), 8 << 20, "{}", run.err);
    assert_eq!(gamewire(&["unpack", "--max-size", "8000000", "-"], bomb.out).status, 1);
    assert_eq!(gamewire(&["unpack", "--max-size", "much", "-"], "").status, 2);
}

/// Godot 2 leaves in padding what was in memory before: see tests/fixtures/README.md.
#[test]
fn padding_that_is_not_zero_is_a_class_of_its_own() {
    let table = fs::read_to_string(file("tests/fixtures/godot2/values-2.1.tsv")).unwrap();
    let mut seen = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<_> = row.split('\t').collect();
        if !cells[3].contains("undef@") || !cells[0].contains("string") {
            continue;
        }
        let run = gamewire(&["verify", "--json", "--as", "godot2", "--hex", "-"], cells[2]);
        let answer: Value = serde_json::from_slice(&run.out).unwrap();
        if answer["status"] == "identical" {
            continue; // What was left there was zero.
        }
        assert_eq!((run.status, &answer["status"]), (1, &Value::from("padding")), "{}: {answer}", cells[0]);
        assert_eq!(answer["why"], "padding is not zero");
        seen += 1;
    }
    assert!(seen > 0);
    let text = "0400000001000000 61000001";
    let run = gamewire(&["verify", "--json", "--hex", "-"], text);
    assert_eq!(
        run.text(),
        "{\"status\":\"padding\",\"offset\":11,\"bytes\":1,\"why\":\"padding is not zero\"}\n"
    );
    let also_wide = "13000000 02000000 04000000 01000000 61000001 02000100 05000000 00000000";
    let run = gamewire(&["verify", "--json", "--as", "godot3", "--hex", "-"], also_wide);
    assert!(run.text().starts_with("{\"status\":\"differs\""), "{}", run.text());
}
