//! Tests the command on a terminal, which `script` provides: passwords are not shown, and bytes are printed
//! as hexadecimal digits. The files are written in the tests.
#![cfg(target_os = "linux")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::{command, file};

/// Runs the command on a terminal, types text after it has stopped writing, and returns what the terminal
/// shows. The last line has the exit status. Returns `None`, with a message, if no terminal is available.
fn on_terminal(args: &[&str], typed: &str) -> Option<String> {
    let quoted = |word: &str| format!("'{word}'");
    let program = command(&[]).get_program().to_str().unwrap().to_owned();
    let words: Vec<String> =
        std::iter::once(program.as_str()).chain(args.iter().copied()).map(quoted).collect();
    let script = format!("tty; {}; echo \"status $?\"", words.join(" "));
    let mut child = Command::new("script");
    child
        .args(["-q", "-e", "-c", &script, "/dev/null"])
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .env_remove("GAMEWIRE_PASSWORD");
    let Ok(mut child) = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
    else {
        eprintln!("SKIPPED: there is no `script` here to make a terminal");
        return None;
    };
    let mut seen = Vec::new();
    let mut out = child.stdout.take().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answered = typed.is_empty();
    let mut some = [0; 4096];
    while let Ok(count @ 1..) = std::io::Read::read(&mut out, &mut some) {
        seen.extend_from_slice(&some[..count]);
        if !answered && String::from_utf8_lossy(&seen).contains("Password: ") {
            answered = true;
            let tty = String::from_utf8_lossy(&seen).lines().next().unwrap().trim().to_owned();
            wait_for_silence(&tty);
            stdin.write_all(typed.as_bytes()).unwrap();
        }
    }
    drop(stdin);
    child.wait().unwrap();
    let seen = String::from_utf8_lossy(&seen).replace('\r', "");
    Some(seen.split_once('\n').unwrap().1.to_owned())
}

/// The prompt comes first, and only then the terminal stops to show what is typed: no human is as fast as a test.
fn wait_for_silence(tty: &str) {
    for _ in 0..10_000 {
        let settings = Command::new("stty").args(["-a", "-F", tty]).output().unwrap();
        if String::from_utf8_lossy(&settings.stdout).contains(" -echo ") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    panic!("the terminal goes on to show what is typed");
}

fn encrypted() -> String {
    file("tests/fixtures/framing/godot-4.6.3/encrypted_pass.bin")
}

#[test]
fn a_password_is_asked_for_and_not_shown() {
    let path = encrypted();
    let Some(seen) = on_terminal(&["decode", &path], "correct horse\n") else { return };
    assert!(seen.starts_with("The file is encrypted. Password: "), "{seen}");
    assert!(seen.contains("\"s:Ayla\"") && seen.ends_with("status 0\n"), "{seen}");
    assert!(!seen.contains("correct horse"), "{seen}");
    let seen = on_terminal(&["get", &path, "name"], "wrong\n").unwrap();
    assert!(
        seen.contains("the password or key does not open this file") && seen.ends_with("status 1\n"),
        "{seen}"
    );
    assert!(!seen.contains("wrong\n"), "{seen}");
}

#[test]
fn a_changed_save_is_encrypted_again_with_the_password_that_was_typed_once() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("save");
    std::fs::copy(encrypted(), &path).unwrap();
    let path = path.to_str().unwrap();
    let Some(seen) = on_terminal(&["set", path, "level", "99"], "correct horse\n") else { return };
    assert!(seen.contains("$.level: 12 -> 99") && seen.ends_with("status 0\n"), "{seen}");
    assert_eq!(seen.matches("Password: ").count(), 1, "{seen}");
    let read = super::gamewire(&["get", "--password", "correct horse", path, "level"], "");
    assert_eq!(read.text(), "99\n");
}

#[test]
fn bytes_are_digits_and_a_sample_is_shown() {
    let plain = file("tests/fixtures/framing/godot-4.6.3/store_var_one.bin");
    let Some(seen) = on_terminal(&["pack", "--in", "fastlz", &plain], "") else { return };
    assert!(seen.contains("(hexadecimal, since standard output is a terminal"), "{seen}");
    assert!(seen.contains("\n47435046"), "{seen}");
    let seen = on_terminal(&["unpack", &plain], "").unwrap();
    assert!(seen.contains("\n9c0000001b000000"), "{seen}");
    let seen = on_terminal(&["explain"], "").unwrap();
    assert!(seen.contains("using an embedded sample") && seen.contains("\x1b[1;36mDictionary"), "{seen}");
}
