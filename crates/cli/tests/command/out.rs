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
fn output_files_have_no_colors() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("save.bin");
    fs::write(&path, b"\x02\0\0\0\x05\0\0\0").unwrap();
    let (path, out) = (path.to_str().unwrap(), folder.path().join("rows"));
    let forced = command(&["explain", path, "--out"]).arg(&out).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(forced.status.success());
    let text = fs::read_to_string(out).unwrap();
    assert!(text.contains("int  (type id 2, 32-bit)") && !text.contains('\x1b'), "{text}");
}

/// A shell opens the file of `>` before the command begins.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_is_not_the_input() {
    let folder = TempDir::new().unwrap();
    let (save, other) = (folder.path().join("save.bin"), folder.path().join("other"));
    fs::write(&save, b"\x02\0\0\0\x05\0\0\0").unwrap();
    let path = save.to_str().unwrap();
    let run = |args: &[&str], out: std::process::Stdio| {
        let run = command(args).stdout(out).output().unwrap();
        (run.status.code(), String::from_utf8(run.stderr).unwrap())
    };
    let append = || fs::OpenOptions::new().append(true).create(true).open(&save).unwrap().into();
    for args in [&["decode", path][..], &["set", path, "$", "7"], &["set", path, "$", "7", "--out", "-"]] {
        let (status, error) = run(args, append());
        assert!(status == Some(2) && error.contains("is the input and standard output"), "{args:?}: {error}");
    }
    assert_eq!(fs::read(&save).unwrap().len(), 8);
    // The new file is not printed, which a redirection expects.
    let (status, error) = run(&["set", path, "$", "7"], fs::File::create(&other).unwrap().into());
    assert_eq!(status, Some(0), "{error}");
    assert!(error.ends_with("save.bin itself is changed: --out - prints it instead\n"), "{error}");
    for out in [std::process::Stdio::piped(), std::process::Stdio::null()] {
        let (status, error) = run(&["set", path, "$", "8"], out);
        assert_eq!((status, error.contains("itself")), (Some(0), false), "{error}");
    }
}
