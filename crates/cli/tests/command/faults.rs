//! Tests errors of the system, such as a full disk or a closed pipe: each has its exit status, and none ends
//! in a panic. The bytes are written in the tests.
#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::io::Write as _;
use std::process::Stdio;
use std::thread;

use tempfile::TempDir;

use super::{command, gamewire, limited, piped};
use crate::positions::exhaustive;

fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

#[test]
fn an_output_that_cannot_be_written_is_an_error_and_no_panic() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path().to_str().unwrap();
    let save = &*super::file("tests/fixtures/framing/godot-4.6.3/store_var_one.bin");
    for args in [
        &["fixtures", "--as", "godot3", "--out", folder][..],
        &["explain", "--sample"],
        &["decode", save],
        &["verify", "--json", save],
        &["identify", save],
        &["kinds"],
        &["man"],
        &["completions", "bash"],
    ] {
        let output =
            command(args).stdin(Stdio::null()).stdout(full()).stderr(Stdio::piped()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains("No space left") && !error.contains("panicked"), "{args:?}: {error}");
    }
}

/// If standard error is closed, the exit status is the same.
#[test]
fn the_status_is_the_same_if_standard_error_is_closed() {
    for (args, status) in [
        (&["decode", "--hex", "-"][..], 1),
        (&["explain", "--hex", "-"], 1),
        (&["verify", "--json", "--hex", "-"], 1),
        (&["identify", "--hex", "-"], 1),
        (&["convert", "--to", "godot4", "--hex", "-"], 1),
        (&["decode", "no/such/file"], 2),
        (&["explain", "--sample"], 0),
    ] {
        let mut child =
            command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(full()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let _ = stdin.write_all(b"63000000 ffffffff");
        drop(stdin);
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(status), "{args:?}");
    }
}

/// A line without an end takes no more memory than the longest that is allowed.
#[test]
fn a_line_without_end_is_refused() {
    // Without the option, 64 MiB are read.
    for name in ["decode", "verify", "encode"].into_iter().take(if exhaustive() { 3 } else { 2 }) {
        let args =
            if name == "encode" { vec![name, "--lines"] } else { vec![name, "--lines", "--max-size", "1M"] };
        let (child, mut stdin) = piped(&args);
        let feeder = thread::spawn(move || {
            let zeros = vec![b'0'; 1 << 20];
            while stdin.write_all(&zeros).is_ok() {} // Until the reader is gone.
        });
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}");
        let text = String::from_utf8(output.stdout).unwrap();
        let said = match name {
            "verify" => "cannot be read at byte 0x100000: ",
            _ => "{\"error\":{\"offset\":",
        };
        assert!(text.starts_with(said) && text.contains("--max-size"), "{name}: {text}");
    }
    // The lines after one that is too long are answered.
    for name in ["decode", "verify"] {
        let lines = format!("{}\n0200000005000000\n", "0".repeat(50));
        let run = gamewire(&[name, "--lines", "--max-size", "17"], lines);
        assert_eq!((run.status, run.text().lines().count()), (1, 2), "{name}: {}", run.text());
        let said = if name == "decode" { "\"i:5\"" } else { "canonical: gamewire writes the same bytes" };
        assert_eq!(run.text().lines().last(), Some(said));
    }
    let just_fits = gamewire(&["decode", "--lines", "--max-size", "17"], "0200000005000000\n");
    assert_eq!((just_fits.status, just_fits.text()), (0, "\"i:5\"\n"));
}

#[test]
fn standard_input_without_end_is_refused() {
    let (child, mut stdin) = piped(&["decode", "--max-size", "1M", "-"]);
    let feeder = thread::spawn(move || while stdin.write_all(&[0; 65536]).is_ok() {});
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--max-size"));
}

/// A file that begins as a compressed one is read as a whole, but no more of it than is read of any.
#[test]
fn frames_without_end_are_refused() {
    for (start, frame) in
        [(&b"GCPF\x02\0\0\0"[..], 0_u8), (&[0x1f, 0x8b, 8, 0], 0), (&[0xff, 0xff, 0xff, 0x7f], 0)]
    {
        let mut child =
            command(&["decode", "--as", "godot4", "--frame", "store-var", "--max-size", "1M", "-"])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let feeder = thread::spawn(move || {
            let _ = stdin.write_all(start);
            (0..256).take_while(|_| stdin.write_all(&[frame; 1 << 20]).is_ok()).count()
        });
        let output = child.wait_with_output().unwrap();
        let fed = feeder.join().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(matches!(output.status.code(), Some(1 | 2)), "{said}");
        assert!(
            said.contains("more than 1048576 bytes") || said.contains("over the limit of 1048576"),
            "{said}"
        );
        assert!(fed < 256 || start[0] == 0xff, "{fed} MiB were read");
    }
}

/// Under a limit of memory, files that would take more are errors, not the end of the program.
#[test]
fn missing_memory_is_an_error() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("big.bin");
    // Five million times null, in an array: each takes four bytes, and many more when it is read.
    let mut bytes = [28_u32.to_le_bytes(), 5_000_000_u32.to_le_bytes()].concat();
    bytes.resize(8 + 4 * 5_000_000, 0);
    std::fs::write(&path, bytes).unwrap();
    let path = path.to_str().unwrap();
    let is_refused = |args: &[&str]| {
        let run = limited(200_000, args);
        assert!(run.status == 1 && run.err.contains("not enough memory"), "{args:?}: {}", run.err);
    };
    for name in ["decode", "verify"] {
        is_refused(&[name, "--as", "godot4", "--frame", "none", path]);
    }
    // A list of ten million empty compounds, of a byte each: NBT may take 28 times as much.
    let mut bytes = b"\x0a\0\0\x09\0\x01a\x0a".to_vec();
    bytes.extend(10_000_000_u32.to_be_bytes());
    bytes.resize(bytes.len() + 10_000_001, 0);
    std::fs::write(path, bytes).unwrap();
    is_refused(&["decode", "--as", "minecraft/nbt", path]);
    // Four million times null, framed, behind a layer: a place for each frame takes more than the frame.
    let packed = gamewire_files::minecraft::pack(
        &[4, 0, 0, 0, 0, 0, 0, 0].repeat(4_000_000),
        gamewire_files::minecraft::Packing::Gzip,
    );
    std::fs::write(path, packed.unwrap()).unwrap();
    is_refused(&["identify", "--max-size", "100M", path]);
}

/// A change takes the input and the output, also of a key of the outermost dictionary, and of one that is not there.
#[test]
fn a_change_takes_the_input_and_the_output() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("big.bin");
    // A null takes four bytes, and many more when it is decoded.
    let empty = r#"{"type":"Dictionary","args":["s:gold","i:7","s:items",[]]}"#;
    let mut bytes = gamewire(&["encode", "--as", "godot4", "-"], empty).out;
    let count = bytes.len() - 4;
    let (nulls, limit) = if exhaustive() { (2_000_000, 100_000) } else { (1_000_000, 84_000) };
    bytes[count..].copy_from_slice(&u32::to_le_bytes(nulls));
    bytes.resize(bytes.len() + 4 * nulls as usize, 0);
    std::fs::write(&path, bytes).unwrap();
    let path = path.to_str().unwrap();
    for (change, status, says) in [
        ("gold 999", 0, "$.gold: 7 -> 999"),
        ("silver 999 --add", 0, "$.silver: added, 999"),
        ("glod 999", 1, "the nearest key is \"gold\""),
    ] {
        let change: Vec<_> = change.split(' ').collect();
        let run =
            limited(limit, &[&["set", "--as", "godot4", "--out", "/dev/null", path], &*change].concat());
        assert!(run.status == status && run.err.contains(says), "{change:?}: {}", run.err);
    }
}
