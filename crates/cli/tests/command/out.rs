//! Tests that `--out` writes the same bytes as standard output, in a file that is either complete or missing.
//! The files are written in the tests.

use std::fs;

use tempfile::TempDir;

use super::{command, file, gamewire};

fn save() -> String {
    file("tests/fixtures/framing/godot-4.6.3/store_var_several.bin")
}

#[test]
fn output_is_written_to_a_file() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let (path, project) = (save(), file("tests/fixtures/framing/godot-4.6.3/project.binary"));
    let older = file("tests/fixtures/framing/godot-3.6.2/project.binary");
    for args in [
        &["decode", &path][..],
        &["decode", &project, &path],
        &["explain", &path],
        &["explain", "--html", &path],
        &["verify", "--json", &path],
        &["identify", &path],
        &["identify", "--json", &path, &project],
        &["get", &project, "fixture/string"],
        &["get", "--raw", &project, "fixture/string"],
        &["diff", &older, &project],
        &["unpack", &path],
        &["pack", "--in", "zstd", &path],
        &["convert", "--to", "godot3", &path],
        &["kinds"],
        &["completions", "bash"],
    ] {
        let printed = gamewire(args, "");
        assert!(!printed.out.is_empty(), "{args:?}: {}", printed.err);
        let written = gamewire(&[args, &["--out", out.to_str().unwrap()]].concat(), "");
        assert_eq!((written.status, written.text()), (printed.status, ""), "{args:?}: {}", written.err);
        assert!(fs::read(&out).unwrap() == printed.out, "{args:?}");
        let standard = gamewire(&[args, &["--out", "-"]].concat(), "");
        assert!(standard.out == printed.out, "{args:?}: {}", standard.err);
    }
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn answers_for_lines_are_written_to_a_file() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let lines = "0200000005000000\n02\n";
    for args in [
        &["decode", "--lines"][..],
        &["verify", "--json", "--lines"],
        &["convert", "--to", "godot4", "--lines"],
        &["encode", "--lines"],
    ] {
        let lines = if args[0] == "encode" { "\"i:5\"\n\"i:x\"\n" } else { lines };
        let printed = gamewire(args, lines);
        let written = gamewire(&[args, &["--out", out]].concat(), lines);
        assert_eq!((written.status, written.text()), (1, ""), "{args:?}: {}", written.err);
        assert_eq!(fs::read_to_string(out).unwrap(), printed.text(), "{args:?}");
    }
}

#[test]
fn output_files_have_no_colors_and_may_be_the_input() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("save.bin");
    fs::write(&path, b"\x02\0\0\0\x05\0\0\0").unwrap();
    let path = path.to_str().unwrap();
    let forced = command(&["explain", path, "--out", path]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(forced.status.success());
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("int  (type id 2, 32-bit)") && !text.contains('\x1b'), "{text}");
}
