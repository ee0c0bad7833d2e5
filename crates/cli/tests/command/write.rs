//! Tests that the old file stays complete whatever happens while a file is written. The files are written in
//! the tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use super::{command, gamewire, piped};

/// Godot 3's bytes of an array of many numbers: more than a disk of 4 KiB can take.
fn save() -> Vec<u8> {
    let mut bytes = [19_u32.to_le_bytes(), 2000_u32.to_le_bytes()].concat();
    for number in 0..2000_u32 {
        bytes.extend(2_u32.to_le_bytes());
        bytes.extend(number.to_le_bytes());
    }
    bytes
}

fn folder_with(name: &str, bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// `convert` over its own input.
fn in_place(path: &Path) -> [&str; 7] {
    let path = path.to_str().unwrap();
    ["convert", "--from", "godot3", "--to", "godot4", path, "--out"]
}

fn with_out<'p>(args: &[&'p str], path: &'p Path) -> Vec<&'p str> {
    args.iter().copied().chain([path.to_str().unwrap()]).collect()
}

/// Runs the command in a shell, after a few lines of preparation.
fn in_shell(preparation: &str, args: &[&str]) -> Output {
    let script = format!("{preparation}\nexec \"$@\"");
    let program = command(&[]).get_program().to_owned();
    Command::new("sh").arg("-c").arg(script).arg("sh").arg(program).args(args).output().unwrap()
}

#[test]
fn input_and_output_may_be_the_same_file() {
    let (folder, path) = folder_with("save.bin", &save());
    let run = gamewire(&with_out(&in_place(&path), &path), "");
    assert_eq!(run.status, 0, "{}", run.err);
    let converted = fs::read(&path).unwrap();
    assert_eq!((converted[0], converted.len()), (28, save().len()));
    assert_eq!(files(folder.path()), ["save.bin"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    use std::os::unix::process::ExitStatusExt as _;

    use super::*;

    #[test]
    fn permissions_and_links_stay() {
        let (folder, path) = folder_with("save.bin", &save());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("link.bin");
        symlink(&path, &link).unwrap();
        let before = fs::metadata(&path).unwrap();
        let run = gamewire(&with_out(&in_place(&path), &link), "");
        assert_eq!(run.status, 0, "{}", run.err);
        let after = fs::metadata(&path).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!((after.mode(), after.uid(), after.gid()), (before.mode(), before.uid(), before.gid()));
        assert_eq!(fs::read(&path).unwrap()[0], 28);
    }

    /// The file is replaced as a whole, so that it stays intact if the program is killed.
    #[test]
    fn a_command_that_is_killed_leaves_the_old_file_whole() {
        let (folder, path) = folder_with("save.bin", &save());
        let (mut child, stdin) = piped(&with_out(&["verify", "--json", "--lines", "--out"], &path));
        while files(folder.path()).len() < 2 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        child.kill().unwrap();
        assert!(child.wait().unwrap().signal().is_some());
        drop(stdin);
        assert_eq!(fs::read(&path).unwrap(), save());
    }

    #[test]
    fn a_disk_that_is_full_is_an_error_and_leaves_the_old_file_whole() {
        // With and without the signal, writing fails as it does on a full disk.
        for preparation in ["ulimit -c 0; ulimit -f 8", "trap '' XFSZ; ulimit -f 8"] {
            let (folder, path) = folder_with("save.bin", &save());
            let args = with_out(&in_place(&path), &path);
            let run = in_shell(preparation, &args);
            assert_eq!(run.status.code(), Some(2), "{run:?}");
            assert!(String::from_utf8(run.stderr).unwrap().contains("save.bin: File too large"));
            assert_eq!(fs::read(&path).unwrap(), save());
            assert_eq!(files(folder.path()), ["save.bin"]);
        }
    }

    /// A full file system of 8 KiB.
    #[test]
    fn a_small_disk_that_is_full_leaves_the_old_file_whole() {
        let folder = TempDir::new().unwrap();
        let small = save()[..4008].to_vec();
        let small = [&small[..4], &500_u32.to_le_bytes(), &small[8..]].concat();
        fs::write(folder.path().join("from.bin"), &small).unwrap();
        let disk = folder.path().join("disk");
        fs::create_dir(&disk).unwrap();
        let script = format!(
            "cd '{}' && mount -t tmpfs -o size=8k none disk && cp from.bin disk/save.bin && head -c 4096 \
             /dev/zero >disk/other || exit 77\n\"$@\"; echo \"status $?\"; cat disk/save.bin; ls -A disk >&2",
            folder.path().display()
        );
        let program = command(&[]).get_program().to_owned();
        let args = with_out(&in_place(Path::new("disk/save.bin")), Path::new("disk/save.bin"))
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>();
        let sh = ["-r", "-m", "sh", "-c", &script, "sh"];
        let run = Command::new("unshare").args(sh).arg(program).args(args).output();
        let run = match run {
            Ok(run) if run.status.code() != Some(77) && run.stdout.starts_with(b"status") => run,
            other => return eprintln!("SKIPPED: no disk of 8 KiB can be made here: {other:?}"),
        };
        assert_eq!(run.stdout, [b"status 2\n".as_slice(), &small].concat());
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(said.contains("No space left") && said.ends_with("\nother\nsave.bin\n"), "{said}");
    }

    #[test]
    fn a_folder_that_may_not_be_written_to_is_an_error() {
        let (folder, path) = folder_with("save.bin", &save());
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
        if fs::write(folder.path().join("privileged"), b"").is_ok() {
            return eprintln!("SKIPPED: this user may write everywhere");
        }
        let run = gamewire(&with_out(&in_place(&path), &path), "");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(run.status, 2);
        assert!(run.err.contains("so it is unchanged"), "{}", run.err);
        assert_eq!(fs::read(&path).unwrap(), save());
    }

    #[test]
    fn a_file_that_may_not_be_written_to_is_not_replaced() {
        let (_folder, path) = folder_with("save.bin", &save());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        if fs::OpenOptions::new().write(true).open(&path).is_ok() {
            return eprintln!("SKIPPED: this user may write everywhere");
        }
        assert_eq!(gamewire(&with_out(&in_place(&path), &path), "").status, 2);
        assert_eq!(fs::read(&path).unwrap(), save());
    }

    #[test]
    fn devices_and_pipes_are_written_to_directly() {
        let (_folder, path) = folder_with("save.bin", &save());
        // Through links of our own: nothing in /dev is at stake, whatever this test finds.
        let (_folder, pipe) = folder_with("unused", b"");
        fs::remove_file(&pipe).unwrap();
        symlink("/proc/self/fd/1", &pipe).unwrap();
        let run = gamewire(&with_out(&in_place(&path), &pipe), "");
        assert_eq!((run.status, run.out.len()), (0, save().len()), "{}", run.err);
        assert!(fs::symlink_metadata(&pipe).unwrap().is_symlink());
        fs::remove_file(&pipe).unwrap();
        symlink("/dev/full", &pipe).unwrap();
        let run = gamewire(&with_out(&in_place(&path), &pipe), "");
        assert_eq!(run.status, 2);
        assert!(run.err.contains("No space left"), "{}", run.err);
        fs::remove_file(&pipe).unwrap();
        symlink("later.bin", &pipe).unwrap();
        assert_eq!(gamewire(&with_out(&in_place(&path), &pipe), "").status, 0);
        assert_eq!(fs::read(pipe.with_file_name("later.bin")).unwrap().len(), save().len());
    }
}

#[test]
fn files_that_a_killed_run_left_are_removed() {
    let (folder, path) = folder_with("save.bin", &save());
    let left = |name: &str, hours: u64| {
        let file = fs::File::create(folder.path().join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(hours * 3600)).unwrap();
    };
    // Another run may still write the new one, and the last two are no files of this command.
    left(".gamewire-aB3dE6.new", 2);
    left(".gamewire-zzzzzz.new", 0);
    left(".save.bin.new", 2);
    left(".gamewire-backups.new", 2);
    let run = gamewire(&["set", path.to_str().unwrap(), "[0]", "5"], "");
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(
        files(folder.path()),
        [".gamewire-backups.new", ".gamewire-zzzzzz.new", ".save.bin.new", "save.bin"]
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_a_slow_run_still_writes_is_not_removed() {
    use std::io::Write as _;

    let (folder, path) = folder_with("save.bin", &save());
    let out = folder.path().join("log.json");
    let (child, mut stdin) = piped(&["decode", "--as", "godot3", "--out", out.to_str().unwrap(), "-"]);
    // The run has waited for its input for hours.
    let unfinished = loop {
        let new = files(folder.path()).into_iter().find(|name| name.starts_with(".gamewire-"));
        match new {
            Some(new) => break folder.path().join(new),
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let file = fs::File::options().append(true).open(unfinished).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(2 * 3600)).unwrap();
    drop(file);
    let run = gamewire(&["set", path.to_str().unwrap(), "[0]", "5"], "");
    assert_eq!(run.status, 0, "{}", run.err);
    stdin.write_all(&[2, 0, 0, 0, 9, 0, 0, 0]).unwrap();
    drop(stdin);
    assert!(child.wait_with_output().unwrap().status.success());
    assert_eq!(fs::read_to_string(out).unwrap(), "\"i:9\"\n");
}
