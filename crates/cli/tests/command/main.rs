//! The command `gamewire`, run as its users run it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)] // A test may panic.

mod access;
mod arguments;
mod bedrock;
mod conform;
mod damage;
mod edit;
mod engine_text;
mod escape;
mod every;
mod faults;
mod files;
mod find;
mod frames;
mod golden;
mod help;
mod hints;
mod identify;
mod lines;
mod many;
mod out;
mod packed;
mod packet_paths;
mod packets;
mod paths;
#[path = "../../../../tests/suite/support/positions.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests of the library")]
mod positions;
mod readme;
mod recordings;
mod region;
mod safety;
mod secrets;
mod sessions;
mod snbt;
mod tables;
mod terminal;
#[path = "../../../../tests/suite/support/walk.rs"]
#[allow(unreachable_pub, reason = "shared with the tests of the library")]
mod walk;
mod write;

use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::thread;

/// The output and the status of a run.
#[derive(Debug)]
struct Run {
    status: i32,
    out: Vec<u8>,
    err: String,
}

impl Run {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.out).unwrap()
    }
}

/// A file of the project.
fn file(path: &str) -> String {
    format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs the command with a program as its editor. Returns the status and the text on standard error.
#[cfg(unix)]
fn in_editor(args: &[&str], editor: &str) -> (i32, String) {
    let mut command = command(args);
    command.env_remove("VISUAL").env("EDITOR", editor).stdin(Stdio::null());
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// The command with these arguments.
fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gamewire"));
    command.args(args).env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR").env_remove("GAMEWIRE_PASSWORD");
    command
}

/// Starts the command with pipes for its input, output and errors. Returns it and its standard input.
fn piped(args: &[&str]) -> (Child, ChildStdin) {
    let pipes = command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = pipes.unwrap();
    let stdin = child.stdin.take().unwrap();
    (child, stdin)
}

/// Runs the command, `input` on its standard input, to the end.
fn gamewire(args: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let input = input.into();
    let (child, mut stdin) = piped(args);
    // A command that does not read its input closes it early, which is not an error of the test.
    let feeder = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    finished(output)
}

fn finished(output: Output) -> Run {
    let err = String::from_utf8(output.stderr).unwrap();
    Run { status: output.status.code().unwrap(), out: output.stdout, err }
}

/// Runs the command with no more than this many KiB of memory.
#[cfg(target_os = "linux")]
fn limited(kib: u32, args: &[&str]) -> Run {
    let mut shell = Command::new("sh");
    let script = format!("ulimit -v {kib}; exec \"$0\" \"$@\"");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_gamewire")]).args(args).stdin(Stdio::null());
    // For each allocation of a thread, glibc would try in vain to reserve an arena of 64 MiB.
    shell.env("MALLOC_ARENA_MAX", "1");
    finished(shell.output().unwrap())
}

/// These wait for seconds: one after the other, they would be a third of the time of all tests.
#[cfg(unix)]
#[test]
fn all_that_is_waited_for_ends() {
    thread::scope(|scope| {
        scope.spawn(access::waiting_for_a_lock_ends);
        scope.spawn(conform::a_program_that_does_not_read_is_ended);
        scope.spawn(conform::programs_that_give_no_answer_fail_their_cases);
        #[cfg(target_os = "linux")]
        scope.spawn(conform::a_program_ends_with_what_it_has_started);
    });
}

#[test]
fn a_sample_of_every_format_is_explained() {
    let minecraft = ["varint", "slot", "nbt", "metadata", "particle", "position", "uuid", "string(16)"];
    let minecraft = minecraft.map(|name| format!("minecraft/{name}"));
    let godot = gamewire::godot::Dialect::ALL.iter().map(|dialect| dialect.name().to_string());
    let godot: Vec<_> = godot.collect();
    for format in godot.iter().chain(&minecraft) {
        let explained = gamewire(&["explain", "--sample", "--as", format], "");
        assert_eq!(explained.status, 0, "{format}: {explained:?}");
        assert!(explained.text().contains("canonical"), "{format}: {}", explained.text());
        assert!(explained.err.contains("embedded sample"), "{format}");
    }
}

#[test]
fn explain_prints_a_page_and_colors_on_request() {
    let page = gamewire(&["explain", "--sample", "--html"], "");
    assert!(page.text().starts_with("<!doctype html>") && page.text().contains("&quot;move&quot;"));
    assert!(!gamewire(&["explain", "--sample"], "").text().contains('\x1b'));
    let forced = command(&["explain", "--sample"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(String::from_utf8(forced.stdout).unwrap().contains("\x1b[1;36mDictionary"));
}

#[test]
fn the_place_of_an_error_is_shown_at_any_depth() {
    let nested = format!("{}63000000", "13000000 01000000".repeat(500));
    let run = gamewire(&["decode", "--as", "godot3", "--hex", "-"], nested);
    assert_eq!(run.status, 1);
    let excerpt: Vec<_> = run.err.lines().filter(|line| line.starts_with("  0x")).collect();
    assert_eq!(excerpt.len(), 3, "{}", run.err);
    assert!(excerpt.iter().all(|line| line.len() < 120), "{excerpt:?}");
}

#[test]
fn deep_values_are_read_and_written() {
    // Without optimization the limit of the stack ends sooner than that of the depth.
    let levels = if cfg!(debug_assertions) { 200 } else { 1024 };
    let mut deep = "1300000001000000".repeat(levels);
    deep.push_str("00000000");
    let json = gamewire(&["decode", "--hex", "-"], deep.clone());
    assert_eq!(json.text().trim_end(), format!("{}null{}", "[".repeat(levels), "]".repeat(levels)));
    assert_eq!(gamewire(&["encode", "--hex", "-"], json.out).text().trim_end(), deep);
    let deeper = gamewire(&["decode", "--hex", "-"], format!("{}00000000", "1300000001000000".repeat(1025)));
    let limit = if cfg!(debug_assertions) { "nested too deeply for the stack" } else { "limit of 1024" };
    assert_eq!(deeper.status, 1);
    assert!(deeper.err.contains(limit), "{}", deeper.err);
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    for args in
        [&["decode", "--lines", "-"][..], &["verify", "--json", "--lines", "-"], &["encode", "--lines", "-"]]
    {
        let line = if args[0] == "encode" { "\"i:5\"\n" } else { "0200000005000000\n" };
        let (mut child, mut stdin) = piped(args);
        let feeder = thread::spawn(move || while stdin.write_all(line.repeat(1000).as_bytes()).is_ok() {});
        let mut first = [0; 8];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap(); // Closed right after.
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{args:?}");
    }
}
