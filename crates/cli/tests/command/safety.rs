//! Tests that `set` and `edit` do not overwrite what a game saves in the meantime, keep the edited text after
//! an error, and do not reveal secrets. The files are written in the tests.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use gamewire::godot::{Dialect, Dictionary, Variant};
use tempfile::TempDir;

use super::access::is_ignored;
use super::{command, gamewire};

fn save(folder: &TempDir) -> PathBuf {
    let entries = (0..20).map(|number| (Variant::from(format!("k{number}")), Variant::Int(0)));
    let value = Variant::from(Dictionary::from_iter(entries));
    let path = folder.path().join("save.bin");
    fs::write(&path, Dialect::GODOT_4.encode(&value).unwrap()).unwrap();
    path
}

fn script(folder: &TempDir, text: &str) -> String {
    let path = folder.path().join("editor.sh");
    fs::write(&path, text).unwrap();
    format!("sh '{}'", path.display())
}

fn wait_for(path: &Path) {
    let end = Instant::now() + Duration::from_secs(60);
    while !path.exists() {
        assert!(Instant::now() < end, "{} never came", path.display());
        thread::sleep(Duration::from_millis(5));
    }
}

fn signal(name: &str, child: &Child) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// An editor that says where the text is, and waits until it may go on to change it.
fn editing(folder: &TempDir, path: &Path, first: &str) -> (Child, PathBuf) {
    let place = folder.path().join("place");
    let wait = format!(
        "{first}\necho \"$1\" > '{0}.new'; mv '{0}.new' '{0}'\nwhile ! [ -e '{1}' ]; do sleep 0.02; done\nsed -i 's/i:0/i:8/' \"$1\"\n",
        place.display(),
        folder.path().join("go").display(),
    );
    let mut command = command(&["edit", path.to_str().unwrap()]);
    command.env_remove("VISUAL").env("EDITOR", script(folder, &wait));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    wait_for(&place);
    (child, PathBuf::from(fs::read_to_string(&place).unwrap().trim_end()))
}

fn go(folder: &TempDir) {
    fs::write(folder.path().join("go"), "").unwrap();
}

fn ended(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// The keys of a terminal go to the editor as well, which decides what they mean.
#[test]
fn an_interrupt_is_the_editors() {
    let folder = TempDir::new().unwrap();
    let path = save(&folder);
    let (child, text) = editing(&folder, &path, "");
    signal("-INT", &child);
    signal("-QUIT", &child);
    go(&folder);
    let (status, said) = ended(child);
    assert_eq!(status, Some(0), "{said}");
    assert!(!text.exists());
    assert_eq!(gamewire(&["get", path.to_str().unwrap(), "k3"], "").text(), "8\n");
}

#[test]
fn a_signal_keeps_only_the_edited_text() {
    for (name, status) in [("-TERM", 143), ("-HUP", 129)] {
        if is_ignored(name) {
            continue;
        }
        let folder = TempDir::new().unwrap();
        let path = save(&folder);
        let before = fs::read(&path).unwrap();
        let (child, text) = editing(&folder, &path, "");
        signal(name, &child);
        wait_until_gone(&text);
        go(&folder); // The editor still runs, and holds the pipe.
        let (code, said) = ended(child);
        assert_eq!((code, said.contains("kept")), (Some(status), false), "{name}: {said}");

        let folder = TempDir::new().unwrap();
        let path = save(&folder);
        let (child, text) = editing(&folder, &path, "echo '{}' >> \"$1\"");
        signal(name, &child);
        thread::sleep(Duration::from_millis(300));
        go(&folder);
        let (code, said) = ended(child);
        assert_eq!(code, Some(status), "{name}: {said}");
        assert!(said.contains(&format!("the edited text is kept in {}", text.display())), "{said}");
        assert_eq!(fs::metadata(&text).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read(&path).unwrap(), before);
        fs::remove_file(text).unwrap();
    }
}

fn wait_until_gone(path: &Path) {
    let end = Instant::now() + Duration::from_secs(60);
    while path.exists() {
        assert!(Instant::now() < end, "{} is left behind", path.display());
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_file_that_changed_meanwhile_is_not_overwritten() {
    let folder = TempDir::new().unwrap();
    let path = save(&folder);
    let (child, _) = editing(&folder, &path, "");
    let newer = Dialect::GODOT_4.encode(&"newer".into()).unwrap();
    fs::write(&path, &newer).unwrap();
    go(&folder);
    let (status, said) = ended(child);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("has changed the file since it was read"), "{said}");
    assert_eq!(fs::read(&path).unwrap(), newer);
    // The edited text is not lost either.
    let kept = said.lines().find_map(|line| line.strip_prefix("the edited text is kept in ")).unwrap();
    assert!(fs::read_to_string(kept).unwrap().contains("i:8"));
    fs::remove_file(kept).unwrap();
}

/// If several processes change a file at once, each one either succeeds and its change is kept, or reports
/// that it failed.
#[test]
fn concurrent_changes_are_not_lost_without_an_error() {
    let folder = TempDir::new().unwrap();
    let path = save(&folder);
    let set = |number: u32| {
        let path = path.to_str().unwrap().to_owned();
        thread::spawn(move || gamewire(&["set", &path, &format!("k{number}"), "7"], "").status)
    };
    let runs: Vec<_> = (0..20).map(set).collect();
    let statuses: Vec<i32> = runs.into_iter().map(|run| run.join().unwrap()).collect();
    assert!(statuses.contains(&0));
    for (number, status) in statuses.into_iter().enumerate() {
        let now = gamewire(&["get", path.to_str().unwrap(), &format!("k{number}")], "");
        let expected = match status {
            0 => "7\n",
            2 => "0\n",
            other => panic!("{other}"),
        };
        assert_eq!(now.text(), expected, "k{number}");
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

/// While a file is written, its permissions are not wider than in the end.
#[test]
fn a_file_is_narrow_until_it_is_complete() {
    for (mode, exists) in [(0o600, true), (0o640, true), (0o644, false)] {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("save.bin");
        if exists {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        }
        let mut command = command(&["verify", "--json", "--lines", "--out", path.to_str().unwrap()]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let end = Instant::now() + Duration::from_secs(60);
        let new = loop {
            let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
            if let Some(new) = files.into_iter().find(|file| file.extension().is_some_and(|end| end == "new"))
            {
                break new;
            }
            assert!(Instant::now() < end);
        };
        thread::sleep(Duration::from_millis(20));
        assert_eq!(fs::metadata(&new).unwrap().permissions().mode() & 0o777, 0o600);
        drop(child.stdin.take());
        assert!(child.wait().unwrap().success());
        let umask = Command::new("sh").args(["-c", "umask"]).output().unwrap();
        let umask = u32::from_str_radix(String::from_utf8(umask.stdout).unwrap().trim(), 8).unwrap();
        let expected = if exists { mode } else { 0o666 & !umask };
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, expected);
    }
}

#[test]
fn standard_input_is_no_file_to_edit() {
    let folder = TempDir::new().unwrap();
    let mut command = command(&["edit", "-"]);
    command
        .current_dir(folder.path())
        .env_remove("VISUAL")
        .env("EDITOR", "sed -i s/5/6/")
        .stdin(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let bytes = Dialect::GODOT_4.encode(&5.into()).unwrap();
    drop(std::io::Write::write_all(&mut child.stdin.take().unwrap(), &bytes));
    let (status, said) = ended(child);
    assert_eq!((status, said.contains("standard input")), (Some(2), true), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

    let path = save(&folder);
    let path = path.to_str().unwrap();
    let mut command = super::command(&["edit", "--out", "-", path]);
    command.current_dir(folder.path()).env_remove("VISUAL").env("EDITOR", "sed -i s/i:0/i:9/");
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(gamewire(&["get", "-", "k0"], output.stdout).text(), "9\n");
    assert!(!folder.path().join("-").exists());
}
