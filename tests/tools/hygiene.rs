//! What a reader relies on: the layers, the size of files, and that every type and every fixture has its dump.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
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
        let above = ["lib.rs", "fixtures", "identify", "document"].iter().any(|top| inside.starts_with(top));
        if !above && !inside.starts_with("godot") {
            assert!(!imports("godot"), "{} imports godot", path.display());
        }
        if !above && !inside.starts_with("minecraft") {
            assert!(!imports("minecraft"), "{} imports minecraft", path.display());
        }
    }
}

/// Files are split by idea, not by length. A long one may be two ideas: it is named, also where output is captured.
#[test]
fn long_source_files_are_named() {
    let folders = ["src", "tests", "examples", "cli"].map(|folder| files(&root().join(folder), ".rs"));
    for path in folders.into_iter().flatten() {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines > 0, "{} is empty", path.display());
        if lines > 700 {
            writeln!(io::stderr(), "warning: {} has {lines} lines: one idea?", path.display()).unwrap();
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
    let tests = ["tests", "cli/tests"].map(|folder| root().join(folder));
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
    let sources = ["src", "cli/src"].map(|folder| files(&root().join(folder), ".rs"));
    for path in sources.into_iter().flatten() {
        let text = fs::read_to_string(&path).unwrap();
        let is_test =
            |line: &str| line.contains("#[test]") || line.contains("cfg(test") || line.contains("::test]");
        let found = text.lines().position(|line| !line.trim_start().starts_with("//") && is_test(line));
        assert_eq!(found, None, "move the tests of {} to a program of tests", path.display());
    }
    for (manifest, name) in [("Cargo.toml", "\n[lib]\n"), ("cli/Cargo.toml", "\n[[bin]]\n")] {
        let manifest = fs::read_to_string(root().join(manifest)).unwrap();
        let section = manifest.split(name).nth(1).unwrap().split("\n[").next().unwrap();
        assert!(section.contains("\ntest = false"), "{name} is compiled once more");
    }
}

/// Words of the project that are replaced by a technical term, and British spelling. What is quoted of others, names of
/// functions of the standard library and data have them.
#[test]
fn words_are_technical_terms() {
    const WORDS: &[&str] = &[
        "room for speed",
        "the house",
        "puts up with",
        "comes to the same",
        "come to the same",
        "speaks against",
        "spoke against",
        " ways in",
        "here and now ",
        "whoever",
        "brings along",
        "nobody has to",
        "a glance",
        "cut loose",
        "cuts them loose",
        "told apart",
        "be told",
        "half a surrogate",
        "piece",
        "behaviour",
        "colour",
        "serialise",
        "optimise",
        "initialise",
        "initialisation",
        "recognise",
        "normalise",
        "licence",
        " a int ",
        " a array ",
        " a object ",
        " a int_array",
        " a aabb ",
    ];
    let mut wrong = Vec::new();
    for (folder, endings) in [
        ("src", &[".rs"][..]),
        ("tests/suite", &[".rs"]),
        ("tests/tools", &[".rs"]),
        ("tests/memory", &[".rs"]),
        ("cli/src", &[".rs"]),
        ("cli/tests", &[".rs"]),
        ("tests/kaitai", &[".py", ".js"]),
        ("examples", &[".rs"]),
        ("docs", &[".md"]),
        ("fuzz", &[".md"]),
        (".ci", &[""]),
        (".github", &[".yml"]),
    ] {
        let paths = endings.iter().flat_map(|ending| files(&root().join(folder), ending));
        for path in paths
            .filter(|path| !path.ends_with("hygiene.rs") && !path.starts_with(root().join("fuzz/target")))
        {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            for (at, line) in text.lines().enumerate() {
                let lower = line.to_lowercase();
                let word = WORDS.iter().find(|word| lower.contains(**word));
                if let Some(word) = word {
                    wrong.push(format!("{}:{}: {word:?}", path.display(), at + 1));
                }
            }
        }
    }
    for file in ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "snapshots/README.md"] {
        let text = fs::read_to_string(root().join(file)).unwrap().to_lowercase();
        wrong.extend(
            WORDS.iter().filter(|word| text.contains(**word)).map(|word| format!("{file}: {word:?}")),
        );
    }
    assert!(wrong.is_empty(), "say it in plain technical English:\n{}", wrong.join("\n"));
}

/// The first words of the documentation of a function, if it is no noun phrase and no verb; of another item too, but for
/// "Whether", by which a field or a constant says whether something is so.
fn opening<'t>(summary: &'t str, item: &str) -> Option<&'t str> {
    let first = summary.split(' ').next().unwrap_or_default();
    let is_function = item.split(' ').any(|word| word == "fn");
    let wrong =
        matches!(first, "What" | "Where" | "Whoever" | "How" | "Why") || first == "Whether" && is_function;
    wrong.then_some(first)
}

#[test]
fn summaries_are_noun_phrases_or_begin_with_a_verb() {
    assert_eq!(opening("Whether it is so.", "    pub(crate) fn is(&self) -> bool {"), Some("Whether"));
    assert_eq!(opening("Whether it is so.", "    is: fn(u8) -> bool,"), None);
    assert_eq!(opening("What it is.", "pub struct It;"), Some("What"));
    let mut wrong = Vec::new();
    let sources = ["src", "cli/src"].map(|folder| files(&root().join(folder), ".rs"));
    for path in sources.into_iter().flatten() {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        for (at, line) in lines.iter().enumerate() {
            let is_first = |sign: &str| at == 0 || !lines[at - 1].starts_with(sign);
            let summary = ["/// ", "//! "]
                .iter()
                .find_map(|sign| line.strip_prefix(sign).filter(|_| is_first(sign.trim_end())));
            let inside = |line: &&&str| line.starts_with("///") || line.starts_with("#[");
            let item = lines[at..].iter().find(|line| !inside(line)).copied().unwrap_or_default();
            if let Some(opening) = summary.and_then(|summary| opening(summary, item)) {
                wrong.push(format!("{}:{}: {opening:?}", path.display(), at + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "say what it is, or what it does:\n{}", wrong.join("\n"));
}
