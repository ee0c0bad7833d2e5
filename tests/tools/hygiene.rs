//! Checks the rules of the repository that a reader relies on: the layers, and that every type and every fixture has its dump.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::walk::files;
use gamewire::godot::{Dialect, Kind};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn formats_do_not_import_each_other_and_shared_code_imports_neither() {
    let source = root().join("src");
    for path in files(&source, ".rs") {
        let inside = path.strip_prefix(&source).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let imports = |format: &str| {
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            code.into_iter().any(|line| line.contains(&format!("crate::{format}")))
        };
        let above = ["lib.rs", "shared.rs"].iter().any(|top| inside.starts_with(top));
        if !above && !inside.starts_with("godot") {
            assert!(!imports("godot"), "{} imports godot", path.display());
        }
        if !above && !inside.starts_with("minecraft") {
            assert!(!imports("minecraft"), "{} imports minecraft", path.display());
        }
    }
}

/// `dialect/class/name` of every file below a folder.
fn names(folder: &str, ending: &str) -> BTreeSet<String> {
    let folder = root().join(folder);
    let name = |path: &Path| path.strip_prefix(&folder).unwrap().to_str().unwrap().replace(ending, "");
    files(&folder, ending).iter().map(|path| name(path)).collect()
}

#[test]
fn every_fixture_has_a_dump_and_every_dump_a_fixture() {
    let fixtures = names("tests/fixtures/dumps", ".hex");
    // Minecraft's dumps are of the library's samples, those of nested arrays of bytes that their test makes.
    let of_others = ["minecraft/", "html/", "kinds/"];
    let of_fixtures = |name: &String| {
        !of_others.iter().any(|start| name.starts_with(start)) && !name.contains("/container__level_")
    };
    let mut dumps: BTreeSet<String> = names("snapshots", ".snap").into_iter().filter(of_fixtures).collect();
    assert!(
        dumps.remove("files/compressed_contents"),
        "what is in the compressed file has a dump of its own"
    );
    assert_eq!(fixtures, dumps);
}

#[test]
fn every_type_of_every_generation_has_a_canonical_dump() {
    for dialect in [Dialect::GODOT_2, Dialect::GODOT_3, Dialect::GODOT_4] {
        let mut dumped = BTreeSet::new();
        for path in files(&root().join("snapshots").join(dialect.name()).join("canonical"), ".snap") {
            let text = fs::read_to_string(path).unwrap();
            let typed = text.lines().find(|line| line.starts_with("0x0000")).unwrap();
            dumped.insert(typed[33..].split("  ").next().unwrap().to_string());
        }
        let expected = |kind: &&Kind| dialect.id(**kind).is_some();
        for kind in Kind::ALL.iter().filter(expected) {
            let name = dialect.table().name(*kind);
            assert!(dumped.contains(name), "{dialect} has no canonical dump of {name}");
        }
    }
}

/// A file that no program names would not run, and each program more links the crate once more.
#[test]
fn every_test_file_is_part_of_a_program() {
    let tests = ["tests", "crates/cli/tests"].map(|folder| root().join(folder));
    let entries = tests.iter().flat_map(|tests| fs::read_dir(tests).unwrap());
    let beside: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    let beside = beside.iter().filter(|path| path.extension().is_some_and(|kind| kind == "rs"));
    assert_eq!(beside.collect::<Vec<_>>(), Vec::<&PathBuf>::new(), "move it into the folder of a program");
    for path in tests.iter().flat_map(|tests| files(tests, ".rs")) {
        let (folder, stem) = (path.parent().unwrap(), path.file_stem().unwrap().to_str().unwrap());
        let (above, name) = match stem {
            "main" => continue,
            "mod" => (folder.parent().unwrap(), folder.file_name().unwrap().to_str().unwrap()),
            stem => (folder, stem),
        };
        let names =
            ["main.rs", "mod.rs"].map(|file| fs::read_to_string(above.join(file)).unwrap_or_default());
        let named = |text: &String| text.lines().any(|line| line.ends_with(&format!("mod {name};")));
        assert!(names.iter().any(named), "{} is in no program: add `mod {name};`", path.display());
    }
}

/// Neither the library nor the command is compiled as a test program, so tests in their sources would not run.
#[test]
fn sources_have_no_tests() {
    let sources = ["src", "crates/cli/src", "crates/files/src", "crates/fixtures/src"]
        .map(|folder| files(&root().join(folder), ".rs"));
    for path in sources.into_iter().flatten() {
        let text = fs::read_to_string(&path).unwrap();
        let is_test =
            |line: &str| line.contains("#[test]") || line.contains("cfg(test") || line.contains("::test]");
        let found = text.lines().position(|line| !line.trim_start().starts_with("//") && is_test(line));
        assert_eq!(found, None, "move the tests of {} to a program of tests", path.display());
    }
    for (manifest, name) in [
        ("Cargo.toml", "\n[lib]\n"),
        ("crates/files/Cargo.toml", "\n[lib]\n"),
        ("crates/fixtures/Cargo.toml", "\n[lib]\n"),
        ("crates/cli/Cargo.toml", "\n[[bin]]\n"),
    ] {
        let manifest = fs::read_to_string(root().join(manifest)).unwrap();
        let section = manifest.split(name).nth(1).unwrap().split("\n[").next().unwrap();
        assert!(section.contains("\ntest = false"), "{name} is compiled once more");
    }
}

/// Seeds of failures are tried again by the tests of one file.
#[test]
fn every_file_of_seeds_belongs_to_a_file_of_tests() {
    let seeds = names("tests/proptest-regressions", ".txt");
    assert!(!seeds.is_empty());
    for name in seeds {
        assert!(root().join(format!("tests/suite/{name}.rs")).is_file(), "{name}");
    }
}
