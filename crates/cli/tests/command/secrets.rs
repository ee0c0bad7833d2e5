//! Tests that a password comes from a file, the environment, the terminal or the arguments, in this order.
//! The encrypted files are those of `tests/fixtures/framing`.

use std::process::Stdio;

use super::{command, file, gamewire};

fn encrypted() -> String {
    file("tests/fixtures/framing/godot-4.6.3/encrypted_pass.bin")
}

const BASE: [&str; 5] = ["decode", "--as", "godot4", "--frame", "store-var"];

fn opened_with(secret: &[&str]) -> super::Run {
    gamewire(&[&BASE[..], secret, &[encrypted().as_str()]].concat(), "")
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
fn the_help_says_why_not_in_the_arguments() {
    let help = gamewire(&["help", "options"], "");
    assert!(help.text().contains("Other users of the machine can see it"));
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
    for subcommand in ["options", "find", "pack"] {
        let help = gamewire(&[subcommand, "--help"], "");
        assert_eq!(help.text().contains("--file-key <HEX>"), subcommand != "find", "{}", help.text());
        assert_eq!(help.text().contains("--key <"), subcommand == "find", "{}", help.text());
    }
}
