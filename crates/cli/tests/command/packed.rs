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

#[test]
fn nbt_is_packed_as_the_game_does() {
    let json = gamewire(&["decode", &file("tests/fixtures/minecraft/nbt/hello_world.nbt")], "");
    for (mode, starts) in [("gzip", &[0x1f, 0x8b][..]), ("zlib", &[0x78])] {
        let packed =
            gamewire(&["encode", "--as", "minecraft/nbt", "--compress", mode, "-"], json.out.clone());
        assert!(packed.out.starts_with(starts), "{mode}: {}", packed.err);
        assert_eq!(gamewire(&["decode", "-"], packed.out).out, json.out);
    }
    for (format, mode) in [("minecraft/nbt", "zstd"), ("godot4", "zlib")] {
        let value = if format == "godot4" { b"null".to_vec() } else { json.out.clone() };
        let refused = gamewire(&["encode", "--as", format, "--compress", mode, "-"], value);
        assert_eq!((refused.status, refused.out.len()), (1, 0), "{format} {mode}");
    }
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

#[test]
fn bytes_that_are_left_over_are_counted() {
    let spare = "0200000005000000ffffff";
    let run = gamewire(&["decode", "--hex", "--trailing", "--as", "godot4", "-"], spare);
    assert_eq!(run.text(), "\"i:5\"\n");
    assert!(run.err.contains("8 of 11 bytes were decoded; 3 bytes follow the value"), "{}", run.err);
    for args in [&["--as", "godot4"][..], &["--as", "minecraft/u8"], &[]] {
        let run = gamewire(&[&["verify", "--json", "--hex", "--trailing"], args, &["-"]].concat(), spare);
        assert_eq!(run.status, 1, "{args:?}");
        let answer: Value = serde_json::from_slice(&run.out).unwrap();
        assert_eq!(answer["status"], "differs", "{args:?}: {answer}");
        let unread = if args.contains(&"minecraft/u8") { "10 of 11 bytes" } else { "3 of 11 bytes" };
        assert!(answer["why"].as_str().unwrap().starts_with(unread), "{answer}");
    }
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

/// The int 5 in blocks of 5 bytes, which Python's zlib packed: Godot would write the value, but not the file.
#[test]
fn the_container_is_verified_too() {
    let blocks = "47435046 01000000 05000000 08000000 0d000000 0b000000 \
        789c6362606060050000140008 789c63606000000003000147435046";
    let run = gamewire(&["verify", "--json", "--as", "godot3", "--hex", "-"], blocks);
    assert_eq!(
        (run.status, run.text()),
        (
            1,
            "{\"status\":\"differs\",\"offset\":8,\"why\":\"blocks of 5 bytes: the engine writes blocks of 4096\"}\n"
        )
    );
}

#[test]
fn pasted_bytes_are_read() {
    for text in [
        "[4, 0, 0, 0, 1, 0, 0, 0, 97, 0, 0, 0]",
        "0x04,0x00,0x00,0x00,0x01,0,0,0,0x61,0,0,0",
        "04:00:00:00:01:00:00:00:61:00:00:00",
        "\\x04\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x61\\x00\\x00\\x00",
        "00000000  04 00 00 00 01 00 00 00  61 00 00 00              |........a...|\n0000000c\n",
        "00000000: 0400 0000 0100 0000 6100 0000            ........a...\n",
    ] {
        let run = gamewire(&["decode", "--hex", "-"], text);
        assert_eq!(run.text(), "\"s:a\"\n", "{text}: {}", run.err);
    }
    let words = gamewire(&["decode", "--hex", "-"], "0000000 0004 0000 0001 0000 0061 0000\n000000c\n");
    assert_eq!(words.text(), "\"s:a\"\n", "{}", words.err);
    let wrong = gamewire(&["decode", "--hex", "-"], "0400 0000\n0100 00x0");
    assert!(wrong.err.contains("at line 2, column 8: this is not a hexadecimal digit"), "{}", wrong.err);
}
