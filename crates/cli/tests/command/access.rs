//! Tests that replacing a file keeps its owner, group, permissions and attributes, or that a note names what
//! is lost, and that nobody gains access. No signal leaves a temporary file. The files are written in the
//! tests.
#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::io::Read as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use gamewire::godot::Dialect;
use gamewire::minecraft::encode_nbt;
use gamewire::minecraft::nbt::{Compound, Nbt, Tag};
use gamewire_files::minecraft::{Packing, pack};
use tempfile::TempDir;

use super::{command, gamewire, piped};

fn save(folder: &TempDir) -> PathBuf {
    let path = folder.path().join("save.bin");
    fs::write(&path, Dialect::GODOT_4.encode(&5.into()).unwrap()).unwrap();
    path
}

fn names(folder: &TempDir) -> Vec<String> {
    let names = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// Runs `set` as user 1001 of some groups, the first of which is the user's own.
fn set_as_another(path: &Path, groups: &[u32]) -> Option<(i32, String)> {
    let others: Vec<_> = groups.iter().map(u32::to_string).collect();
    let program = command(&[]).get_program().to_owned();
    let as_another = |args: &[&str]| {
        let user = ["--reuid=1001", &format!("--regid={}", others[0]), "--groups", &others.join(",")];
        Command::new("setpriv").args(user).args(args).output()
    };
    let runs_here = as_another(&["test", "-x", program.to_str()?]);
    if !runs_here.is_ok_and(|run| run.status.success()) {
        eprintln!("SKIPPED: the command cannot be run as another user here");
        return None;
    }
    let run = as_another(&[program.to_str()?, "set", path.to_str()?, "$", "6"]).unwrap();
    Some((run.status.code().unwrap(), String::from_utf8(run.stderr).unwrap()))
}

/// The mode, the user and the group of a file before and after, and the groups of user 1001.
#[test]
fn nobody_gains_access_to_a_replaced_file() {
    for (before, groups, after, said) in [
        (
            (0o660, 1001, 2000),
            &[1001][..],
            (0o600, 1001, 1001),
            &["group 1001 now, not group 2000", "600 now, not 660"][..],
        ),
        (
            (0o664, 1001, 2000),
            &[1001],
            (0o644, 1001, 1001),
            &["group 1001 now, not group 2000", "644 now, not 664"],
        ),
        // Group 2000 may do less than others: its members become others.
        ((0o604, 1001, 2000), &[1001], (0o600, 1001, 1001), &["600 now, not 604"]),
        ((0o660, 1001, 2000), &[1001, 2000], (0o660, 1001, 2000), &[]),
        ((0o660, 1002, 2000), &[1001, 2000], (0o660, 1001, 2000), &["user 1001 now, not user 1002"]),
        ((0o666, 1002, 3000), &[1001], (0o666, 1001, 1001), &["user 1001", "group 1001 now, not group 3000"]),
    ] {
        let folder = TempDir::new().unwrap();
        let path = save(&folder);
        fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
        if chown(&path, Some(before.1), Some(before.2)).is_err() {
            return eprintln!("SKIPPED: this user may not give files away");
        }
        fs::set_permissions(&path, Permissions::from_mode(before.0)).unwrap();
        let Some((status, err)) = set_as_another(&path, groups) else { return };
        assert_eq!(status, 0, "{before:?}: {err}");
        let now = fs::metadata(&path).unwrap();
        assert_eq!((now.mode() & 0o7777, now.uid(), now.gid()), after, "{before:?}: {err}");
        assert!(said.iter().all(|said| err.contains(said)), "{before:?}: {err}");
        let changed = err.lines().any(|line| !line.starts_with("note: ") && line.contains("save.bin: "));
        assert_eq!(changed, !said.is_empty(), "{before:?}: {err}");
        assert_eq!(gamewire(&["get", path.to_str().unwrap(), "$"], "").text(), "6\n");
    }
}

#[test]
fn attributes_are_kept_and_hard_links_are_noted() {
    let folder = TempDir::new().unwrap();
    let path = save(&folder);
    fs::hard_link(&path, folder.path().join("other.bin")).unwrap();
    let run = gamewire(&["set", path.to_str().unwrap(), "$", "6"], "");
    assert_eq!(run.status, 0);
    assert!(
        run.err.contains("save.bin: the other hard links of the file keep the old contents"),
        "{}",
        run.err
    );
    let run = gamewire(&["set", path.to_str().unwrap(), "$", "7"], "");
    assert!(!run.err.contains("hard links"), "{}", run.err);
}

#[test]
fn names_of_any_length_can_be_changed() {
    for length in [243, 244, 255] {
        let folder = TempDir::new().unwrap();
        // Two bytes each: no character is divided.
        let path = folder.path().join(format!("{}{}", "é".repeat(length / 2), &"x"[..length % 2]));
        fs::rename(save(&folder), &path).unwrap();
        let run = gamewire(&["set", path.to_str().unwrap(), "$", "6"], "");
        assert_eq!(run.status, 0, "{length}: {}", run.err);
        assert_eq!(names(&folder).len(), 1);
    }
}

/// Another program may never release its lock.
pub(super) fn waiting_for_a_lock_ends() {
    let folder = TempDir::new().unwrap();
    let path = save(&folder);
    let lock = File::open(&path).unwrap();
    rustix::fs::flock(&lock, rustix::fs::FlockOperation::LockExclusive).unwrap();
    let run = gamewire(&["set", path.to_str().unwrap(), "$", "6"], "");
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("save.bin: waiting for another program to release its lock"), "{}", run.err);
    assert!(run.err.contains("holds a lock on the file; the file is not replaced"), "{}", run.err);
    assert_eq!(names(&folder), ["save.bin"]);
    drop(lock);
    assert_eq!(gamewire(&["get", path.to_str().unwrap(), "$"], "").text(), "5\n");
}

/// Returns whether this process ignores a signal, as one that `nohup` or a shell in the background starts; so do its children,
/// and the command leaves it so. Says that a test is skipped then.
pub(super) fn is_ignored(name: &str) -> bool {
    let number = match name {
        "-HUP" => 1,
        "-INT" => 2,
        "-QUIT" => 3,
        "-TERM" => 15,
        name => unreachable!("{name}"),
    };
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).map(str::trim);
    let mask = mask.and_then(|mask| u64::from_str_radix(mask, 16).ok()).unwrap_or(0);
    let ignored = mask & 1 << (number - 1) != 0;
    if ignored {
        eprintln!("SKIPPED {name}: it is ignored where the tests were started");
    }
    ignored
}

/// Until the output is complete it is in a temporary file, which may have the contents of an encrypted one.
#[test]
fn no_signal_leaves_a_temporary_file() {
    for (name, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129), ("-QUIT", 131)] {
        if is_ignored(name) {
            continue;
        }
        let folder = TempDir::new().unwrap();
        let out = folder.path().join("out.json");
        let (mut child, stdin) = piped(&["verify", "--json", "--lines", "--out", out.to_str().unwrap()]);
        let end = Instant::now() + Duration::from_secs(60);
        while names(&folder).is_empty() {
            assert!(Instant::now() < end, "{name}");
            thread::sleep(Duration::from_millis(5));
        }
        let sent = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        assert_eq!(child.wait().unwrap().code(), Some(status), "{name}");
        assert_eq!(names(&folder), [""; 0], "{name}");
        drop(stdin);
    }
}

/// A program that `nohup` starts continues after its terminal is closed.
#[test]
fn a_signal_that_is_ignored_stays_so() {
    if !Path::new("/proc/self/status").exists() {
        return eprintln!("SKIPPED: this system does not say which signals are ignored");
    }
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out.json");
    let program = command(&[]).get_program().to_owned();
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$@\"", "sh"])
        .arg(program)
        .args(["verify", "--json", "--lines", "--out", out.to_str().unwrap()])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    while names(&folder).is_empty() {
        assert!(Instant::now() < end);
        thread::sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    thread::sleep(Duration::from_millis(200));
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(names(&folder), ["out.json"]);
}

/// The header of RFC 1952: flags 4 (extra field), 8 (name) and 16 (comment), time, level, system.
#[test]
fn the_header_of_gzip_is_kept() {
    let level = Nbt::unnamed(Compound::from_iter([("Gold", Tag::Int(7))]));
    let packed = pack(&encode_nbt(&Some(level)).unwrap(), Packing::Gzip).unwrap();
    let header =
        [&[0x1f, 0x8b, 8, 4 | 8 | 16, 1, 2, 3, 4, 0, 3, 2, 0, 7, 8][..], b"level.dat\0", b"by hand\0"]
            .concat();
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("level.dat");
    fs::write(&path, [&header, &packed[10..]].concat()).unwrap();
    let run = gamewire(&["set", path.to_str().unwrap(), "Gold", "9"], "");
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(gamewire(&["get", path.to_str().unwrap(), "Gold"], "").text(), "9\n");
    assert!(fs::read(&path).unwrap().starts_with(&header));
}

#[test]
fn an_editor_does_not_inherit_the_password() {
    let folder = TempDir::new().unwrap();
    let path = save(&folder);
    let seen = folder.path().join("seen");
    let mut command = command(&["edit", path.to_str().unwrap()]);
    let editor = format!("echo \"<$GAMEWIRE_PASSWORD>\" > '{}'; true", seen.display());
    let run = command.env_remove("VISUAL").env("EDITOR", editor).env("GAMEWIRE_PASSWORD", "secret").output();
    assert_eq!(run.unwrap().status.code(), Some(0));
    let mut text = String::new();
    File::open(seen).unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "<>\n");
}

/// Runs at the same time all change the file: one that finds it changed reads it again.
#[test]
fn changes_at_the_same_time_are_all_made() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("save.bin");
    fs::write(&path, Dialect::GODOT_4.encode(&gamewire::godot::variant!({})).unwrap()).unwrap();
    let path = path.to_str().unwrap();
    let keys: Vec<String> = (0..16).map(|number| format!("key{number}")).collect();
    let start = |key: &String| {
        let mut set = command(&["set", "--as", "godot4", path, key, "--add", "1"]);
        set.stderr(Stdio::piped()).spawn().unwrap()
    };
    let runs: Vec<_> = keys.iter().map(start).collect();
    for run in runs {
        let output = run.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let value = Dialect::GODOT_4.parse(&fs::read(path).unwrap()).unwrap();
    let dictionary = value.as_dictionary().unwrap();
    assert!(dictionary.len() == 16 && keys.iter().all(|key| dictionary.get(&**key).is_some()), "{value}");
}
