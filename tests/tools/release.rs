//! Checks the rules of a release: every dependency has a reason and no unused features, and the published package has all files
//! that its sources include.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::walk::files;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The manifests of the packages.
fn manifests() -> [String; 4] {
    ["Cargo.toml", "crates/cli/Cargo.toml", "crates/files/Cargo.toml", "crates/fixtures/Cargo.toml"].map(read)
}

/// Name and the rest of the line of every dependency of users, not of tests: those of all systems, and those of Unix.
fn dependencies(manifests: &[String]) -> Vec<(&str, &str)> {
    let sections = manifests.iter().flat_map(|manifest| manifest.split("\n["));
    let names = [
        "dependencies]\n",
        "target.'cfg(unix)'.dependencies]\n",
        "target.'cfg(not(target_family = \"wasm\"))'.dependencies]\n",
    ];
    let sections = sections.filter(|section| names.iter().any(|name| section.starts_with(name)));
    let lines = sections.flat_map(|section| section.lines().skip(1)).filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once(" = "))
        .filter(|(name, _)| !name.starts_with("gamewire"))
        .collect()
}

#[test]
fn every_dependency_has_its_row_and_every_row_a_dependency() {
    let manifests = manifests();
    let needed: BTreeSet<&str> = dependencies(&manifests).iter().map(|(name, _)| *name).collect();
    assert!(["nom", "tempfile", "rustix"].iter().all(|name| needed.contains(name)), "{needed:?}");
    let table = read("docs/DEPENDENCIES.md");
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let mut told = BTreeSet::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        assert_eq!(cells.len(), 5, "{row}");
        assert!(cells.iter().all(|cell| !cell.is_empty()), "{row}");
        assert!(told.insert(cells[0].trim_matches('`')), "{row}: twice");
    }
    assert_eq!(told, needed);
}

#[test]
fn no_dependency_brings_its_default_features() {
    for (name, asked) in dependencies(&manifests()) {
        assert!(asked.contains("default-features = false"), "{name} = {asked}");
    }
}

/// Files outside `src` that `include_str!` includes have types that are published.
#[test]
fn files_that_sources_include_are_published() {
    let manifest = read("Cargo.toml");
    let include = manifest.split_once("\ninclude = [").and_then(|(_, rest)| rest.split_once(']'));
    let (include, _) = include.expect("what is published");
    for part in ["/src", "/examples", "/docs/*.md", "/docs/book/**/*.md", "/README.md", "/LICENSE-*"] {
        assert!(include.contains(&format!("\"{part}\"")), "{part}");
    }
    let is_published = |path: &Path| {
        let inside = path.strip_prefix(root()).expect("a file of the crate");
        let kind = inside.extension().and_then(|kind| kind.to_str());
        match inside.iter().next().and_then(|first| first.to_str()) {
            Some("src" | "examples") => true,
            Some("docs") => kind == Some("md"),
            Some(name) => {
                ["README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE-APACHE", "LICENSE-MIT"].contains(&name)
            }
            None => false,
        }
    };
    let mut seen = 0;
    for source in files(&root().join("src"), ".rs") {
        let text = fs::read_to_string(&source).expect("a source");
        for included in text.split("include_str!(\"").skip(1) {
            let path = included.split('"').next().expect("a path");
            let path = source.parent().expect("a folder").join(path);
            let path = path.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let path =
                root().join(path.strip_prefix(root().canonicalize().expect("the root")).expect("inside"));
            assert!(is_published(&path), "{} includes {}", source.display(), path.display());
            seen += 1;
        }
    }
    assert!(seen >= 3, "{seen} files are included");
    assert!(!include.contains("\"/tests\"") && !include.contains("\"/snapshots"), "{include}");
}

#[test]
fn documentation_shows_every_feature() {
    let manifest = read("Cargo.toml");
    let section = manifest.split("[package.metadata.docs.rs]").nth(1).expect("the section");
    assert!(section.trim_start().starts_with("all-features = true"));
}
