//! Tests that every file that `fixtures` writes is decoded to the value in its manifest, and is encoded from
//! that value. The bytes are the samples of the crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use super::{Run, file, gamewire};
use crate::positions::exhaustive;
use crate::walk::files;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {}", &text[..text.len().min(200)]))
}

/// A folder for thousands of files: in memory, if there is room, where they take a tenth of the time.
fn folder() -> TempDir {
    #[cfg(target_os = "linux")]
    if rustix::fs::statvfs("/dev/shm").is_ok_and(|memory| memory.f_bavail * memory.f_frsize > 256 << 20)
        && let Ok(folder) = tempfile::tempdir_in("/dev/shm")
    {
        return folder;
    }
    tempfile::tempdir().unwrap()
}

/// Two runs write the same files; those of one are compared with its manifests. The second is of one format, or of all in the
/// exhaustive test.
#[test]
fn fixtures_are_the_same_each_time_and_as_their_manifests_say() {
    let folders = [(); 2].map(|()| folder());
    let [first, second] = folders.each_ref().map(|folder| folder.path());
    let write = |folder: &Path, of: &[&str]| {
        gamewire(&[&["fixtures", "--out", folder.to_str().unwrap()], of].concat(), "")
    };
    let run = write(first, &[]);
    let again = write(second, if exhaustive() { &[] } else { &["--as", "godot4"] });
    assert_eq!((run.status, again.status), (0, 0), "{}", run.err);
    let contents = |folder: &Path| -> BTreeMap<PathBuf, Vec<u8>> {
        let name = |path: &PathBuf| path.strip_prefix(folder).unwrap().to_owned();
        files(folder, "").iter().map(|path| (name(path), fs::read(path).unwrap())).collect()
    };
    let (all, again) = (contents(first), contents(second));
    // The lists of the files are of all formats, or of one.
    let is_same = |(name, file): (&PathBuf, &Vec<u8>)| {
        !exhaustive() && !name.starts_with("godot4") || all.get(name) == Some(file)
    };
    assert!(again.iter().all(is_same), "the same samples gave different files");
    assert!(again.len() > 1000 && (!exhaustive() || again.len() == all.len()));
    every_file_of_the_manifest_is_the_value_beside_it(first, &run);
    every_row_of_the_table_has_its_files(first);
}

/// Fixtures replace only fixtures: a folder with other files, a link or another file in the place of one is left as it is.
#[test]
fn no_other_file_is_replaced() {
    let format = if exhaustive() { "godot3" } else { "godot4.2" };
    let write =
        |folder: &Path| gamewire(&["fixtures", "--as", format, "--out", folder.to_str().unwrap()], "");
    let refused = |folder: &Path, why: &str| {
        let before = files(folder, "");
        let run = write(folder);
        assert!(run.status == 2 && run.err.contains(why), "{}: {}", run.status, run.err);
        assert_eq!(run.err.matches(folder.to_str().unwrap()).count(), 1, "{}", run.err);
        assert_eq!(files(folder, ""), before);
    };
    let folder = folder();
    let [project, golden] = ["project", "golden"].map(|name| folder.path().join(name));
    fs::create_dir(&project).unwrap();
    fs::write(project.join("README.md"), "mine").unwrap();
    refused(&project, "the folder is not empty");
    assert_eq!(fs::read(project.join("README.md")).unwrap(), b"mine");

    assert_eq!((write(&golden).status, write(&golden).status), (0, 0));
    let one = files(&golden, ".bin").into_iter().min().unwrap();
    let names = fs::read_dir(&golden).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().starts_with('.')));
    // A fixture that somebody changed is kept, until it is moved away.
    let changed = one.with_extension("txt");
    fs::write(&changed, "mine").unwrap();
    refused(&golden, "was changed after `gamewire fixtures` wrote it");
    assert_eq!(fs::read(&changed).unwrap(), b"mine");
    fs::remove_file(&changed).unwrap();
    assert_eq!(write(&golden).status, 0);
    assert_ne!(fs::read(&changed).unwrap(), b"mine");
    if let Ok(sums) = Command::new("md5sum").args(["--strict", "-c", "MD5SUMS"]).current_dir(&golden).output()
    {
        let checked = String::from_utf8(sums.stdout).unwrap();
        assert!(sums.status.success(), "{checked}");
        assert_eq!(checked.lines().count() + 1, files(&golden, "").len());
    }
    fs::remove_file(&one).unwrap();
    fs::create_dir(&one).unwrap();
    refused(&golden, " was not written by `gamewire fixtures`");
    fs::remove_dir(&one).unwrap();
    #[cfg(unix)]
    {
        let [empty, link] = ["empty", "link"].map(|name| folder.path().join(name));
        fs::create_dir(&empty).unwrap();
        std::os::unix::fs::symlink(&empty, &link).unwrap();
        refused(&link, "the folder is a link");
        refused(&link.join(""), "the folder is a link");
        assert!(files(&empty, "").is_empty());

        std::os::unix::fs::symlink(&project, &one).unwrap();
        refused(&golden, "was not written by `gamewire fixtures`");
        fs::remove_file(&one).unwrap();
        fs::remove_dir_all(golden.join(format)).unwrap();
        std::os::unix::fs::symlink(&project, golden.join(format)).unwrap();
        refused(&golden, &format!("{format} is not a folder"));
        fs::remove_file(golden.join(format)).unwrap();

        // A FIFO would keep a reader waiting, also where the list is.
        let pipe = |path: &Path| {
            assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        };
        fs::remove_file(golden.join("errors.tsv")).unwrap();
        pipe(&golden.join("errors.tsv"));
        refused(&golden, "errors.tsv was not written by `gamewire fixtures`");
        fs::remove_file(golden.join("MD5SUMS")).unwrap();
        pipe(&golden.join("MD5SUMS"));
        refused(&golden, "the folder is not empty");
    }
    // The rest of a run that was interrupted is named: nothing else in the folder explains it.
    let interrupted = folder.path().join("interrupted");
    fs::create_dir_all(interrupted.join(".gamewire-unfinished")).unwrap();
    refused(&interrupted, "delete .gamewire-unfinished in it");
    let beside = folder.path().join("new.gamewire-unfinished");
    fs::create_dir(&beside).unwrap();
    let run = write(&folder.path().join("new"));
    assert!(run.status == 2 && run.err.contains("delete new.gamewire-unfinished beside it"), "{}", run.err);
}

/// A run for another format removes the files of the earlier one, so that the lists name all files. Files that were changed,
/// other files and files outside the folder are kept.
#[test]
fn files_of_an_earlier_format_are_removed() {
    let place = folder();
    let golden = place.path().join("golden");
    let [one, other] = if exhaustive() { ["godot3", "godot4"] } else { ["godot3.0", "godot4.2"] };
    let write = |format: &str| {
        let run = gamewire(&["fixtures", "--as", format, "--out", golden.to_str().unwrap()], "");
        assert_eq!(run.status, 0, "{}", run.err);
    };
    let listed = || {
        let sums = fs::read_to_string(golden.join("MD5SUMS")).unwrap();
        let listed = sums.lines().filter_map(|line| Some(golden.join(line.split_once("  ")?.1)));
        listed.chain([golden.join("MD5SUMS")]).collect::<BTreeSet<_>>()
    };
    write(one);
    write(other);
    assert!(!golden.join(one).exists());
    assert_eq!(files(&golden, "").into_iter().collect::<BTreeSet<_>>(), listed());

    let [changed, own] = ["color.txt", "own.txt"].map(|name| golden.join(other).join(name));
    fs::write(&changed, "mine").unwrap();
    fs::write(&own, "mine").unwrap();
    let [outside, linked] = ["outside.txt", "linked"].map(|name| place.path().join(name));
    fs::write(&outside, "a\n").unwrap();
    fs::create_dir(&linked).unwrap();
    fs::write(linked.join("a.txt"), "a\n").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&linked, golden.join("link")).unwrap();
    let mut sums = fs::read_to_string(golden.join("MD5SUMS")).unwrap();
    for name in ["../outside.txt", outside.to_str().unwrap(), "link/a.txt"] {
        // The sum is that of md5sum.
        sums += &format!("60b725f10c9c85c70d97880dfe8191b3  {name}\n");
    }
    fs::write(golden.join("MD5SUMS"), sums).unwrap();
    write(one);
    let is_kept = |path: &&PathBuf| !path.starts_with(golden.join("link"));
    let left: BTreeSet<_> = files(&golden, "").into_iter().collect();
    let left: BTreeSet<_> = left.difference(&listed()).filter(is_kept).cloned().collect();
    assert_eq!(left, BTreeSet::from([changed.clone(), own]));
    assert_eq!(fs::read(&changed).unwrap(), b"mine");
    assert!(outside.exists() && linked.join("a.txt").exists());
}

/// Runs that a signal ends at any time: the folder is as before, or the next run completes it.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_nothing_half_done() {
    let end = |folder: &Path, signal: &str, of: &[&str], is_time: &dyn Fn() -> bool| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gamewire"));
        let mut child = child.args(["fixtures", "--out", folder.to_str().unwrap()]).args(of).spawn().unwrap();
        while child.try_wait().unwrap().is_none() && !is_time() {
            sleep(Duration::from_millis(1));
        }
        let _ = Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
        child.wait().unwrap().success()
    };
    // The sample is stopped after few files, and completed with few.
    let (first, before, last, of) = match exhaustive() {
        true => ("godot3", &["--as", "godot3"], "minecraft", &[][..]),
        false => ("godot2.1.5", &["--as", "godot3.0"], "godot4.2", &["--as", "godot4.2"][..]),
    };
    let place = folder();
    let [new, beside] = ["new", "new.gamewire-unfinished"].map(|name| place.path().join(name));
    assert!(!end(&new, "-KILL", &[], &|| beside.join(first).exists()));
    assert!(!new.exists() && beside.exists());
    fs::remove_dir_all(&beside).unwrap();
    assert!(!end(&new, "-TERM", &[], &|| beside.join(first).exists()));
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);

    let write = |more: &[&str]| gamewire(&[&["fixtures", "--out", new.to_str().unwrap()], more].concat(), "");
    assert_eq!(write(before).status, 0);
    let old = files(&new, "");
    let unfinished = new.join(".gamewire-unfinished");
    assert!(!end(&new, "-TERM", &[], &|| unfinished.join(first).exists()));
    assert_eq!(files(&new, ""), old);
    // While files are moved to their places.
    let are_moved = || unfinished.join(last).exists() && !unfinished.join("errors.tsv").exists();
    end(&new, "-KILL", of, &are_moved);
    let _ = fs::remove_dir_all(&unfinished);
    let run = write(of);
    assert_eq!(run.status, 0, "{}", run.err);
}

/// `manifest.tsv`.
fn every_row_of_the_table_has_its_files(folder: &Path) {
    let manifest = fs::read_to_string(folder.join("manifest.tsv")).unwrap();
    let rows: Vec<Vec<_>> = manifest.lines().skip(1).map(|row| row.split('\t').collect()).collect();
    for format in ["godot2", "godot3", "godot4", "godot4-double", "minecraft"] {
        assert!(rows.iter().filter(|row| row[0] == format).count() > 30, "{format}");
    }
    let read = |row: &[&str], ending: &str| {
        fs::read(folder.join(row[0]).join(format!("{}.{ending}", row[1]))).unwrap()
    };
    for row in &rows {
        assert!(["hex", "json", "txt"].iter().all(|ending| !read(row, ending).is_empty()), "{row:?}");
        assert_eq!(read(row, "bin").len().to_string(), row[3], "{row:?}");
    }
    // The JSON of a format, line by line, is encoded to its bytes.
    for format in ["godot2", "godot3", "godot4"] {
        let join = |ending: &str| -> String {
            let of_format = rows.iter().filter(|row| row[0] == format);
            of_format.map(|row| String::from_utf8(read(row, ending)).unwrap()).collect()
        };
        let run = gamewire(&["encode", "--as", format, "--lines"], join("json"));
        assert_eq!(run.text(), join("hex"), "{format}");
    }
}

/// The name of the format of a sample for `--as`.
fn format_of(sample: &Value) -> String {
    let dialect = sample["dialect"].as_str().unwrap();
    match sample.get("kind").filter(|_| dialect.starts_with("minecraft")) {
        Some(kind) => format!("{dialect}/{}", kind.as_str().unwrap()),
        None => dialect.to_owned(),
    }
}

/// `manifest.json`.
fn every_file_of_the_manifest_is_the_value_beside_it(folder: &Path, run: &Run) {
    let text = fs::read_to_string(folder.join("manifest.json")).unwrap();
    let shown =
        text.lines().find(|line| line.contains("\"godot3/vector2.bin\"")).unwrap().trim_end_matches(',');
    let page = fs::read_to_string(file("docs/book/fixtures.md")).unwrap();
    assert!(page.contains(shown), "the page shows {shown}");
    let manifest = json(&text);
    assert_eq!(manifest["gamewire"], env!("CARGO_PKG_VERSION"));
    let fixtures = manifest["fixtures"].as_array().unwrap();
    let rejected = manifest["rejected"].as_array().unwrap();
    let lenient = manifest["lenient"].as_array().unwrap();
    let (samples, others) = (fixtures.len(), (lenient.len(), rejected.len()));
    let said = format!("{samples} samples, {} lenient and {} rejected ones in ", others.0, others.1);
    assert!(run.text().starts_with(&said), "{}", run.text());
    for (list, count) in [("fixtures", samples), ("lenient", others.0), ("rejected", others.1)] {
        let row = format!("| `{list}` | {count} |");
        assert!(page.contains(&row), "the page has the row {row}");
    }

    // The formats that `--as` accepts, with the files of each.
    let mut formats: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    let mut single = 0;
    for fixture in fixtures.iter().chain(lenient) {
        let text = |key: &str| fixture[key].as_str().unwrap_or_else(|| panic!("no {key}: {fixture}"));
        let bytes = fs::read(folder.join(text("file"))).unwrap();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(text("bytes"), hex, "{}", text("file"));
        assert!(!text("about").is_empty() && !text("source").is_empty(), "{fixture}");
        // A value of no bytes is no line, and deep values are only in their files: these are encoded one by one.
        if !bytes.is_empty() && fixture.get("value").is_some() {
            formats.entry(format_of(fixture)).or_default().push(fixture);
            continue;
        }
        assert!(
            bytes.is_empty() || bytes.len() > 300,
            "{}: a value is in the manifest unless it is deep",
            text("file")
        );
        let path = folder.join(text("file")).with_extension("json");
        let run = gamewire(&["encode", "--hex", "--as", &format_of(fixture), path.to_str().unwrap()], "");
        // Without optimization, 512 levels take more stack than is allowed.
        let is_too_deep = cfg!(debug_assertions) && bytes.len() > 2_000;
        if !(is_too_deep && run.err.contains("nested too deeply for the stack")) {
            assert_eq!((run.status, run.text().trim_end()), (0, &*hex), "{}: {}", text("file"), run.err);
        }
        assert!(fixture.get("written").is_none(), "{}", text("file"));
        single += 1;
    }
    assert_eq!(formats.values().map(Vec::len).sum::<usize>() + single, samples + lenient.len());
    let mut decoded = 0;
    for (format, fixtures) in &formats {
        let lines =
            |key: &str| -> String { fixtures.iter().map(|fixture| format!("{}\n", fixture[key])).collect() };
        let hex = lines("bytes").replace('"', "");
        let written = fixtures.iter().map(|fixture| fixture.get("written").unwrap_or(&fixture["bytes"]));
        let written: String = written.map(|hex| format!("{}\n", hex.as_str().unwrap())).collect();
        let run = gamewire(&["decode", "--as", format, "--lines"], hex.clone());
        assert_eq!(run.text().lines().count(), fixtures.len(), "{format}: {}", run.err);
        for (fixture, line) in fixtures.iter().zip(run.text().lines()) {
            // The engine spells infinity as a number that is too large for most readers; the manifest does not.
            let line = line.replace("-1e99999", "\"-inf\"").replace("1e99999", "\"inf\"");
            // Text that Java never writes, and entries that the game loses, are kept here; the value is that of the game.
            if json(&line) != fixture["value"] {
                let is_kept = fixture.get("written").is_some()
                    && ["mutf8", "nbt"].iter().any(|kind| fixture["kind"] == *kind);
                assert!(is_kept, "{line} for {fixture}");
                let again = gamewire(&["encode", "--hex", "--as", format], line);
                assert_eq!(again.text().trim_end(), fixture["bytes"], "{fixture}");
            }
            decoded += 1;
        }
        let run = gamewire(&["encode", "--as", format, "--lines"], lines("value"));
        // The value determines the bytes, or those that are written.
        assert_eq!(run.text().lines().count(), fixtures.len(), "{format}: {}", run.err);
        for (fixture, (line, right)) in fixtures.iter().zip(run.text().lines().zip(written.lines())) {
            assert_eq!(line, right, "{format}: {fixture}");
        }
    }
    assert!(decoded > 1300, "{decoded}");
    for id in 0..=18 {
        let has = |sample: &&Value| {
            sample["kind"] == "metadata"
                && sample["value"].as_array().is_some_and(|all| all.iter().any(|one| one["type"] == id))
        };
        assert!(fixtures.iter().any(|sample| has(&sample)), "no metadata of type {id}");
    }

    assert!(rejected.len() > 500, "{}", rejected.len());
    let errors = fs::read_to_string(folder.join("errors.tsv")).unwrap();
    let mut dialects: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for one in rejected {
        // A line of no bytes is none.
        if one["bytes"] != "" {
            dialects.entry(format_of(one)).or_default().push(one);
        }
        let kind = format!("\n{}\t", one["error"]["kind"].as_str().unwrap());
        assert!(errors.contains(&kind), "{kind} is not listed");
        let bytes = fs::read(folder.join(one["file"].as_str().unwrap())).unwrap();
        assert_eq!(one["bytes"].as_str().unwrap().len(), bytes.len() * 2, "{one}");
    }
    for (dialect, rejected) in dialects {
        let hex: String =
            rejected.iter().map(|one| format!("{}\n", one["bytes"].as_str().unwrap())).collect();
        let no_objects = if dialect.starts_with("godot") { &["--no-objects"][..] } else { &[] };
        let run = gamewire(&[&["decode", "--as", &dialect, "--lines"], no_objects].concat(), hex);
        assert_eq!((run.status, run.text().lines().count()), (1, rejected.len()), "{dialect}: {}", run.err);
        for (one, line) in rejected.iter().zip(run.text().lines()) {
            let error = &json(line)["error"];
            // Without optimization, the stack ends 513 levels before the limit does.
            if cfg!(debug_assertions) && one["error"]["kind"] == "nbt_depth" {
                assert!(error["kind"] == "nbt_depth" || error["kind"] == "stack", "{error}");
                continue;
            }
            assert_eq!(*error, one["error"], "{one}");
        }
    }

    let of = |dialect: &str, name: &str| {
        fixtures.iter().find(|fixture| fixture["dialect"] == dialect && fixture["name"] == name).unwrap()
    };
    let vector = of("godot3", "vector2");
    assert_eq!((&vector["kind"], &vector["source"]), (&"Vector2".into(), &"Godot 3.6.2".into()));
    assert_eq!(vector["value"], serde_json::json!({"type": "Vector2", "args": [1.0, 2.0]}));
}
