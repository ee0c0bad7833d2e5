//! Tests commands with several files and folders. The files are copies of those in `tests/fixtures`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::{file, gamewire};

fn copy(from: &str, to: &Path) {
    fs::copy(file(&format!("tests/fixtures/framing/{from}")), to).unwrap();
}

/// Good files of two engines, one in a folder of its own, and a bad one.
fn saves() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("deeper")).unwrap();
    copy("godot-3.6.2/store_var_several.bin", &folder.path().join("a.bin"));
    copy("godot-3.6.2/compressed_zstd.bin", &folder.path().join("deeper/b.bin"));
    copy("godot-3.6.2/project.binary", &folder.path().join("project.binary"));
    folder
}

fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

/// The exit status says whether all files are right, also if the output is closed early.
#[cfg(unix)]
#[test]
fn the_status_is_the_same_if_the_output_is_closed() {
    use std::process::{Command, Stdio};
    let folder = TempDir::new().unwrap();
    let script = "\"$0\" verify \"$1\" 2>/dev/null | true; echo ${PIPESTATUS[0]}";
    let status = |path: &Path| {
        let program = super::command(&[]).get_program().to_owned();
        let mut command = Command::new("bash");
        let output =
            command.args(["-c", script]).arg(program).arg(path).stdin(Stdio::null()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for number in 0..300_u32 {
        let bytes = [2_u32.to_le_bytes(), number.to_le_bytes()].concat();
        fs::write(folder.path().join(format!("{number:03}.bin")), bytes).unwrap();
    }
    assert_eq!(status(folder.path()), "0\n");
    let last = folder.path().join("999.bin");
    fs::write(&last, b"\x02\0\0\0").unwrap();
    assert_eq!(status(folder.path()), "1\n");
    assert_eq!(status(&last), "1\n");
}

/// A folder that cannot be read is answered, and stops no other.
#[cfg(unix)]
#[test]
fn an_unreadable_folder_does_not_stop_other_files() {
    let folder = saves();
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
    if fs::read_dir(&closed).is_ok() {
        eprintln!("SKIPPED: this user may read every folder");
        return;
    }
    let run = gamewire(&["verify", "--json", folder.path().to_str().unwrap()], "");
    fs::remove_dir(&closed).unwrap();
    let answers = objects(run.text());
    assert_eq!((run.status, answers.len()), (1, 4), "{}", run.err);
    assert!(
        answers
            .iter()
            .any(|answer| answer["status"] == "rejected"
                && answer["file"].as_str().unwrap().ends_with("closed"))
    );
}

/// The bytes around the values are written again.
#[test]
fn converted_files_keep_their_compression() {
    let path = |name: &str| file(&format!("tests/fixtures/framing/godot-3.6.2/{name}"));
    for (name, secret, starts) in [
        ("compressed_zstd.bin", &[][..], &b"GCPF\x02"[..]),
        ("compressed_fastlz.bin", &[], b"GCPF\0"),
        ("encrypted_pass.bin", &["--password", "correct horse"], b"GDEC"),
        ("store_var_big_endian.bin", &[], b"\0"),
        ("project.binary", &[], b"ECFG"),
    ] {
        let path = path(name);
        let there = gamewire(&[&["convert", "--to", "godot4"], secret, &[path.as_str()]].concat(), "");
        assert_eq!(there.status, 0, "{name}: {}", there.err);
        assert!(there.out.starts_with(starts), "{name}");
        let identity = gamewire(&[&["identify", "--json"], secret, &["-"]].concat(), there.out.clone());
        let identity: Value = serde_json::from_slice(&identity.out).unwrap();
        assert_eq!(
            (&identity["generation"], &identity["canonical"]),
            (&4.into(), &true.into()),
            "{name}: {identity}"
        );
        let back = gamewire(&[&["convert", "--to", "godot3"], secret, &["-"]].concat(), there.out);
        let values =
            |bytes: Vec<u8>| gamewire(&[&["decode", "--as", "godot3"], secret, &["-"]].concat(), bytes).out;
        assert!(values(back.out) == values(fs::read(&path).unwrap()), "{name}: {}", back.err);
    }
}

#[test]
fn completions_and_the_manual_are_printed() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = gamewire(&["completions", shell], "");
        assert_eq!(run.status, 0, "{shell}");
        assert!(run.text().contains("identify") && run.text().contains("max-size"), "{shell}");
    }
    let page = gamewire(&["man"], "");
    assert!(page.text().contains(".TH gamewire 1") && page.text().contains("identify"), "{}", page.text());
    let folder = TempDir::new().unwrap();
    assert_eq!(gamewire(&["man", "--out", folder.path().to_str().unwrap()], "").status, 0);
    assert!(folder.path().join("gamewire-identify.1").is_file());
}
