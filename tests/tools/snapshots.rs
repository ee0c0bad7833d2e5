//! Checks that no snapshot is left over, and that none names a place on a machine. `cargo insta test --unreferenced=reject` finds
//! the first, too, where it is installed.

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
    let tests = ["dumps::", "minecraft_snapshots::", "html::the_page_is_as_reviewed"];
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
