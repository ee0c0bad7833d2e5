//! Tests that a password comes from a file, the environment, the terminal or the arguments, in this order.
//! The encrypted files are those of `tests/fixtures/framing`.

use std::process::Stdio;

use tempfile::TempDir;

use super::{command, file, gamewire};

fn encrypted() -> String {
    file("tests/fixtures/framing/godot-4.6.3/encrypted_pass.bin")
}

const BASE: [&str; 5] = ["decode", "--as", "godot4", "--frame", "store-var"];

fn opened_with(secret: &[&str]) -> super::Run {
    gamewire(&[&BASE[..], secret, &[encrypted().as_str()]].concat(), "")
}

#[test]
fn a_password_is_the_first_line_of_a_file() {
    let said = opened_with(&["--password", "correct horse"]);
    assert_eq!(said.status, 0);
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("password.txt");
    for text in ["correct horse", "correct horse\n", "correct horse\r\nmore\n", "\u{feff}correct horse\n"] {
        std::fs::write(&path, text).unwrap();
        let run = opened_with(&["--password-file", path.to_str().unwrap()]);
        assert_eq!((run.status, run.text()), (0, said.text()), "{text:?}: {}", run.err);
    }
    std::fs::write(&path, "correct horse ").unwrap();
    let run = opened_with(&["--password-file", path.to_str().unwrap()]);
    assert_eq!(run.status, 1);
    assert!(run.err.contains("the password or key does not open this file"), "{}", run.err);
    let run = opened_with(&["--password-file", "no/such/file"]);
    assert!(run.status == 2 && run.err.contains("no/such/file"), "{}", run.err);
}

#[test]
fn a_password_is_in_the_environment() {
    let path = encrypted();
    let mut command = command(&[&BASE[..], &[path.as_str()]].concat());
    let output = command.env("GAMEWIRE_PASSWORD", "correct horse").stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, opened_with(&["--password", "correct horse"]).out);
}

/// It opens files; that others be encrypted with it must be asked for.
#[test]
fn a_password_in_the_environment_encrypts_nothing() {
    let mut command = command(&["encode", "--as", "godot3", &file("crates/cli/tests/command/five.json")]);
    let output = command.env("GAMEWIRE_PASSWORD", "correct horse").output().unwrap();
    assert_eq!(output.stdout, [2, 0, 0, 0, 5, 0, 0, 0]);
}

#[test]
fn a_password_for_a_file_that_is_not_encrypted_is_pointed_out() {
    let plain = file("tests/fixtures/framing/godot-4.6.3/compressed_gzip.bin");
    let run = gamewire(&["decode", "--as", "godot3", "--password", "p", "--hex", "-"], "0200000005000000");
    assert_eq!(run.text(), "\"i:5\"\n");
    assert!(run.err.contains("not encrypted"), "{}", run.err);
    assert!(!gamewire(&["decode", "--as", "godot4", &plain], "").err.contains("not encrypted"));
}

#[test]
fn the_help_says_why_not_in_the_arguments() {
    let help = gamewire(&["decode", "--help"], "");
    assert!(help.text().contains("Other users of the machine can see the arguments"));
}

/// One name in all subcommands; elsewhere than in `find`, where `--key` is a key of the values, `--key` is another name.
#[test]
fn the_key_of_a_file_has_one_name() {
    let path = file("tests/fixtures/framing/godot-4.6.3/encrypted_key.bin");
    let digits: String = (0..32).map(|byte| format!("{byte:02x}")).collect();
    let opened = |args: &[&str]| {
        let run = gamewire(&[args, &["--file-key", &digits]].concat(), "");
        (run.status, run.err)
    };
    for args in
        [&["get", &*path][..], &["find", &path], &["decode", &path], &["find", "--key", "name", &path]]
    {
        let (status, error) = opened(args);
        assert!(status == 0 || error.contains("no key contains"), "{args:?}: {error}");
    }
    assert_eq!(gamewire(&["decode", "--key", &digits, &path], "").status, 0);
    let named = gamewire(&["identify", &path], "");
    assert!(named.text().contains("--password or --file-key opens it"), "{}", named.text());
    for subcommand in ["decode", "find", "pack", "encode"] {
        let help = gamewire(&[subcommand, "--help"], "");
        assert!(help.text().contains("--file-key <HEX>"), "{}", help.text());
        assert_eq!(help.text().contains("--key <"), subcommand == "find", "{}", help.text());
    }
}
