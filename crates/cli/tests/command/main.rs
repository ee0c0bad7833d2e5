//! The command `gamewire`, run as its users run it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)] // A test may panic.

mod access;
mod arguments;
mod bedrock;
mod conform;
mod convert;
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
mod texts;
#[path = "../../../../tests/suite/support/walk.rs"]
#[allow(unreachable_pub, reason = "shared with the tests of the library")]
mod walk;
mod write;

use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
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
    Run {
        status: output.status.code().unwrap(),
        out: output.stdout,
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn without_an_input_there_is_a_sample_of_every_format() {
    let minecraft = ["varint", "slot", "nbt", "metadata", "particle", "position", "uuid", "string(16)"];
    let minecraft = minecraft.map(|name| format!("minecraft/{name}"));
    let godot = gamewire::godot::Dialect::ALL.iter().map(|dialect| dialect.name().to_string());
    let godot: Vec<_> = godot.collect();
    for format in godot.iter().chain(&minecraft) {
        let explained = gamewire(&["explain", "--as", format], "");
        assert_eq!(explained.status, 0, "{format}: {explained:?}");
        assert!(explained.text().contains("canonical"), "{format}: {}", explained.text());
        assert!(explained.err.contains("embedded sample"), "{format}");

        let verdict = gamewire(&["verify", "--json", "--as", format], "");
        assert_eq!(verdict.text(), "{\"status\":\"identical\"}\n", "{format}");

        let json = gamewire(&["decode", "--as", format], "");
        let bytes = gamewire(&["encode", "--as", format, "-"], json.out);
        let back = gamewire(&["verify", "--json", "--as", format, "-"], bytes.out.as_slice());
        assert_eq!(back.text(), "{\"status\":\"identical\"}\n", "{format}");
        let of_the_sample = gamewire(&["encode", "--as", format], "");
        assert_eq!(of_the_sample.out, bytes.out, "{format}");
    }
}

#[test]
fn bytes_come_raw_in_hex_and_in_base64() {
    let raw = [4, 0, 0, 0, 1, 0, 0, 0, b'a', 0, 0, 0];
    assert_eq!(gamewire(&["decode", "-"], raw).text(), "\"s:a\"\n");
    assert_eq!(gamewire(&["decode", "--hex", "-"], "0400 0000\n01000000\t61 00 00 00\n").text(), "\"s:a\"\n");
    assert_eq!(gamewire(&["decode", "--base64", "-"], "BAAAAAEAAABh\nAAAA\n").text(), "\"s:a\"\n");
    let out = gamewire(&["encode", "-"], "\"s:a\"");
    assert_eq!(out.out, raw);
    assert_eq!(gamewire(&["encode", "--hex", "-"], "\"s:a\"").text(), "040000000100000061000000\n");
    assert_eq!(gamewire(&["encode", "--base64", "-"], "\"s:a\"").text(), "BAAAAAEAAABhAAAA\n");
}

/// The files are compressed by gzip, like `level.dat`, and by zlib, like chunks.
#[test]
fn packed_files_of_nbt_are_unpacked() {
    use gamewire_files::minecraft::{Packing, pack};
    let bytes = std::fs::read(file("tests/fixtures/minecraft/nbt/hello_world.nbt")).unwrap();
    let plain = gamewire(&["decode", "--as", "minecraft/nbt", "-"], bytes.as_slice());
    assert_eq!((plain.status, plain.err.as_str()), (0, ""));
    for packing in [Packing::Gzip, Packing::Zlib] {
        let packed = pack(&bytes, packing).unwrap();
        let run = gamewire(&["decode", "--as", "minecraft/nbt", "-"], packed.as_slice());
        assert_eq!(run.text(), plain.text());
        assert!(run.err.contains("packed"), "{}", run.err);
        assert_eq!(
            gamewire(&["verify", "--json", "--as", "minecraft/nbt", "-"], packed.as_slice()).status,
            0
        );
        let cut = gamewire(&["decode", "--as", "minecraft/nbt", "-"], &packed[..packed.len() - 9]);
        assert_eq!(cut.status, 1);
        assert!(cut.err.contains("damaged"), "{}", cut.err);
    }
}

#[test]
fn an_error_shows_its_place_and_has_status_1() {
    let run = gamewire(&["decode", "--hex", "-"], "13000000 e8030000 02000000 01000000");
    assert_eq!((run.status, run.text()), (1, ""));
    let rows: Vec<_> = run.err.lines().collect();
    assert!(rows[0].starts_with("note: no format reads the whole input; the error is that of godot3"));
    assert_eq!(
        rows[1],
        "error: at byte 0x0004, reading Array at $: count 1000 needs at least 4000 bytes, 8 remain"
    );
    assert_eq!(rows[3], "  0x0000  13 00 00 00              Array  (type id 19, no flags)");
    assert_eq!(rows[4], "  0x0004  e8 03 00 00                element count = 1000");
    assert_eq!(rows[5], "          ^^^^^^^^^^^");
}

#[test]
fn the_caret_of_an_input_that_ends_too_early_is_after_it() {
    let run = gamewire(&["verify", "--json", "--hex", "-"], "02000000");
    assert_eq!(run.status, 1);
    assert!(
        run.text()
            .starts_with("{\"status\":\"rejected\",\"offset\":4,\"message\":\"at byte 0x0004, reading int")
    );
    let rows: Vec<_> = run.err.lines().collect();
    assert_eq!(
        rows[3..6],
        [
            "  0x0000  02 00 00 00              int  (type id 2, 32-bit)",
            "  0x0004  (the input ends here)",
            "          ^^",
        ]
    );
}

#[test]
fn trailing_bytes_and_objects_need_permission() {
    let spare = "0200000005000000ff";
    let refused = gamewire(&["decode", "--hex", "-"], spare);
    assert_eq!(refused.status, 1);
    assert!(refused.err.contains("--trailing"), "{}", refused.err);
    assert_eq!(gamewire(&["decode", "--hex", "--trailing", "-"], spare).text(), "\"i:5\"\n");
    let minecraft = gamewire(&["decode", "--as", "minecraft/u8", "--hex", "--trailing", "-"], "05ff");
    assert_eq!(minecraft.text(), "5\n");

    let table = std::fs::read_to_string(file("tests/fixtures/godot3/values-3.6.2.tsv")).unwrap();
    let rows = table.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    let object = rows.filter(|row| row.get(3) == Some(&"full")).map(|row| row[2].to_string()).next().unwrap();
    // To Godot 4 it is a Basis, of numbers that no game has: none of the two is taken.
    let open = gamewire(&["explain", "--hex", "-"], object.clone());
    assert!(
        open.status == 1 && open.err.contains("--as godot4: Basis(") && open.err.contains("--as godot3: "),
        "{}",
        open.err
    );
    let refused = gamewire(&["explain", "--as", "godot3", "--hex", "--no-objects", "-"], object.clone());
    assert_eq!(refused.status, 1);
    assert!(refused.err.contains("--no-objects"), "{}", refused.err);
    let read = gamewire(&["explain", "--as", "godot3", "--hex", "-"], object.clone());
    assert_eq!(read.status, 0);
    assert!(read.err.contains("the input has full objects"), "{}", read.err);
    let asked = gamewire(&["explain", "--as", "godot3", "--hex", "--objects", "-"], object);
    assert_eq!((asked.status, asked.out == read.out), (0, true));
    assert!(!asked.err.contains("full objects"), "{}", asked.err);
}

#[test]
fn explain_prints_a_page_and_colors_on_request() {
    let page = gamewire(&["explain", "--html"], "");
    assert!(page.text().starts_with("<!doctype html>") && page.text().contains("&quot;move&quot;"));
    assert!(!gamewire(&["explain"], "").text().contains('\x1b'));
    let forced = command(&["explain"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(String::from_utf8(forced.stdout).unwrap().contains("\x1b[1;36mDictionary"));
}

#[test]
fn explain_has_limits_of_depth_and_rows() {
    // [[true], 5]
    let bytes = "13000000 02000000 13000000 01000000 01000000 01000000 02000000 05000000";
    let lines = |args: &[&str]| {
        let run = gamewire(&[&["explain", "--hex", "-"][..], args].concat(), bytes);
        assert_eq!(run.status, 0, "{run:?}");
        run.text().lines().skip(4).map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(lines(&[]).len(), 9);
    let shallow = lines(&["--depth", "0"]);
    assert_eq!(shallow.len(), 3, "the row, what is left out, the end: {shallow:?}");
    assert!(
        shallow[0].ends_with("Array  (type id 19, no flags)") && shallow[1].ends_with("7 rows not shown")
    );
    let few = lines(&["--limit", "2"]);
    assert!(few.len() == 4 && few[2].ends_with("6 rows not shown"), "{few:?}");
    let inner = lines(&["--at", "$[0][0]"]);
    assert!(inner.len() == 5 && inner[1].ends_with("  [0]: bool  (type id 1, no flags)"), "{inner:?}");
    let nowhere = gamewire(&["explain", "--hex", "-", "--at", "$.gold"], bytes);
    assert_eq!(
        (nowhere.status, nowhere.err.contains("there is no value at $.gold")),
        (1, true),
        "{nowhere:?}"
    );
    assert!(lines(&["--chars"])[1].contains("02 00 00 00              |....|        element count = 2"));
    let said = "        Four bytes, least significant first: 02 00 00 00 = 0x00000002; the low 31 bits are";
    assert!(lines(&["--sentences"]).iter().any(|line| line.starts_with(said)));
}

#[test]
fn a_rejected_input_is_explained_with_status_1() {
    let run = gamewire(&["explain", "--hex", "-"], "13000000ffffff7f");
    assert_eq!(run.status, 1);
    assert!(run.text().contains("element count = 2147483647        <- here"), "{}", run.text());
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
