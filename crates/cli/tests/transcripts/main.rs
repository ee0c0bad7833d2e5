//! Runs the commands of `tests/transcripts` and compares what they print, and their exit status. With the variable
//! `TRYCMD=overwrite`, the outputs are written instead.
//!
//! Each transcript is run in a folder of its own. Its blocks begin with the kind and the name of a file:
//!
//! - `text NAME` and `bytes NAME` are the contents of the file before the first command, as text or as digits;
//!   `text NAME unended` has no end of line.
//! - `fixture NAME` is a copy of a file in `tests/fixtures`. Lines after the name of that file change the copy: `length 18000` cuts
//!   it, or adds zeros, and `0x2065 01` replaces bytes.
//! - `text NAME after`, `bytes NAME after` and `fixture NAME after` are the contents of the file after the last command.
//! - `unchanged` lists the files that have their first contents after the last command.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test may panic.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

/// The variable that names the folder in which two processes take the transcripts that they run, each with a file.
const TAKEN: &str = "GAMEWIRE_TRANSCRIPTS_TAKEN";

/// The words of the first line of each block, and the lines in it.
fn blocks(transcript: &str) -> Vec<(Vec<&str>, &str)> {
    let blocks = transcript.split("```").skip(1).step_by(2);
    blocks
        .map(|block| block.split_once('\n').unwrap())
        .map(|(head, body)| (head.split(' ').collect(), body))
        .collect()
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<_> = text.bytes().filter(u8::is_ascii_hexdigit).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

fn contents(head: &[&str], body: &str) -> Vec<u8> {
    match head {
        ["bytes", ..] => unhex(body),
        ["fixture", ..] => {
            let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
            let mut lines = body.lines();
            let mut bytes = fs::read(fixtures.join(lines.next().unwrap())).unwrap();
            for line in lines {
                match line.split_once(' ').unwrap() {
                    ("length", length) => bytes.resize(length.parse().unwrap(), 0),
                    (at, digits) => {
                        let (at, new) = (usize::from_str_radix(&at[2..], 16).unwrap(), unhex(digits));
                        bytes[at..at + new.len()].copy_from_slice(&new);
                    }
                }
            }
            bytes
        }
        [.., "unended"] => body.trim_end_matches('\n').into(),
        _ => body.into(),
    }
}

/// Two processes share the transcripts, because a process has only one current folder.
#[test]
fn commands_print_what_their_transcripts_show() {
    if let Some(taken) = env::var_os(TAKEN) {
        return run_others(Path::new(&taken));
    }
    let taken = tempfile::tempdir().unwrap();
    let start = |()| {
        let mut process = Command::new(env::current_exe().unwrap());
        process.args(env::args().skip(1)).env("RUST_TEST_NOCAPTURE", "1").env(TAKEN, taken.path());
        process.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    for process in [(); 2].map(start) {
        let Output { status, stdout, stderr } = process.wait_with_output().unwrap();
        let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(status.success(), "{stdout}{stderr}");
    }
}

/// Runs the transcripts that the other process has not taken, the longest first.
fn run_others(taken: &Path) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut failed = Vec::new();
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "trycmd")).collect();
    paths.sort_by_key(|path| path.metadata().unwrap().len());
    for path in paths.into_iter().rev() {
        match fs::File::create_new(taken.join(path.file_name().unwrap())) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            file => file.unwrap(),
        };
        let transcript = fs::read_to_string(&path).unwrap();
        let blocks = blocks(&transcript);
        let folder = tempfile::tempdir().unwrap();
        env::set_current_dir(&folder).unwrap();
        let before = |name: &str| {
            blocks.iter().find(|(head, _)| head.len() > 1 && head[1] == name && !head.contains(&"after"))
        };
        for (head, body) in &blocks {
            if let ["text" | "bytes" | "fixture", name] | ["text", name, "unended"] = head[..] {
                fs::create_dir_all(Path::new(name).parent().unwrap()).unwrap();
                fs::write(name, contents(head, body)).unwrap();
            }
        }
        let read = |name| fs::read(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let run = || {
            let cases = trycmd::TestCases::new();
            cases.register_bin("gamewire", Path::new(env!("CARGO_BIN_EXE_gamewire")));
            // With one thread, messages about several files have an order.
            cases.env("NO_COLOR", "1").env("RAYON_NUM_THREADS", "1").case(&path).run();
            for (head, body) in &blocks {
                if let [_, name, "after"] = head[..] {
                    assert_eq!(read(name), contents(head, body), "{name}");
                }
                for name in body.lines().filter(|_| head[0] == "unchanged") {
                    let (head, body) = before(name).unwrap();
                    assert_eq!(read(name), contents(head, body), "{name}");
                }
            }
        };
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err() {
            failed.push(path);
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}
