//! No snapshot is left over, and none names a place on a machine. `cargo insta test --unreferenced=reject` finds the first,
//! too, where it is installed.
#![cfg(all(feature = "json", feature = "identify"))]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::walk::files;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots")
}

/// The tests that compare with snapshots run once more, and insta lists what they compare with.
#[test]
fn every_snapshot_is_compared_with_something() {
    let scratch = tempfile::tempdir().unwrap();
    let list = scratch.path().join("referenced");
    let tests = ["dumps::", "minecraft_snapshots::", "html::the_page_is_as_reviewed", "schema::printed::"];
    let mut program = Command::new(std::env::current_exe().unwrap());
    let output =
        program.args(tests).env("INSTA_SNAPSHOT_REFERENCES_FILE", &list).env("INSTA_UPDATE", "no").output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let compared: BTreeSet<PathBuf> = fs::read_to_string(&list)
        .unwrap()
        .lines()
        .map(|path| Path::new(path).canonicalize().unwrap())
        .collect();
    let kept = files(&folder(), ".snap").iter().map(|path| path.canonicalize().unwrap()).collect();
    assert_eq!(compared.symmetric_difference(&kept).collect::<Vec<_>>(), Vec::<&PathBuf>::new());
}

/// A dump is a pair of files: its text, and the head that insta keeps.
#[test]
fn every_dump_has_its_head_and_no_head_more_than_it_needs() {
    let mut texts: BTreeSet<PathBuf> = files(&folder(), ".txt").into_iter().collect();
    for head in files(&folder(), ".snap") {
        let content = fs::read_to_string(&head).unwrap();
        if !content.contains("\nsnapshot_kind: binary\n") {
            continue;
        }
        let keys: Vec<&str> = content.lines().filter_map(|line| Some(line.split_once(": ")?.0)).collect();
        assert_eq!(keys, ["source", "extension", "snapshot_kind"], "{}", head.display());
        assert!(content.starts_with("---\nsource: tests/tools/dump_support/mod.rs\n"), "{}", head.display());
        assert!(texts.remove(&head.with_extension("snap.txt")), "{} has no text", head.display());
    }
    assert_eq!(texts, BTreeSet::new(), "without a head");
}
