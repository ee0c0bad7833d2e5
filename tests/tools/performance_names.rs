//! What `docs/PERFORMANCE.md` names is there: files, programs, functions and types.

use std::fs;
use std::path::{Path, PathBuf};

/// Names of others: of Rust, nom, Godot, C and what is compared with.
const OF_OTHERS: [&str; 9] =
    ["str", "unsafe", "Check", "flat_map", "var_to_bytes", "bytes_to_var", "store_var", "memcpy", "ValueRef"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a folder, with its text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

/// Whether a source defines something of this name: a function, a type, a trait, a module, a variant or a macro.
fn defines(text: &str, name: &str) -> bool {
    let is_end = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    let after = |before: &str| {
        let whole = format!("{before}{name}");
        text.match_indices(&whole).any(|(at, _)| is_end(&text[at + whole.len()..]))
    };
    ["fn ", "struct ", "enum ", "trait ", "type ", "mod ", "macro_rules! "].iter().any(|before| after(before))
        || text.lines().any(|line| {
            let rest = line.trim_start().strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with([',', '(', ' ']) && is_end(rest))
        })
}

/// What is wrong with one name, if anything.
fn missing(name: &str, sources: &[(PathBuf, String)], manifest: &str) -> Option<String> {
    let exists = |path: &str| root().join(path).exists();
    if name.contains(' ') {
        // A command: its files, and the program or the test that it names.
        let words: Vec<&str> = name.split_whitespace().collect();
        let files = words.iter().filter(|word| word.contains('/'));
        let missing = files.filter(|word| !exists(word)).map(|word| format!("there is no file {word}"));
        let named = words.windows(2).filter(|pair| {
            let (option, value) = (pair[0], pair[1]);
            let places = match option {
                "--bin" => vec![
                    format!("benches/compare/src/bin/{value}.rs"),
                    format!("benches/compare/src/bin/{value}/main.rs"),
                ],
                "--test" => vec![format!("tests/{value}/main.rs")],
                _ => return false,
            };
            !places.iter().any(|place| exists(place))
        });
        return missing.chain(named.map(|pair| format!("there is no {}", pair[1]))).next();
    }
    if name.contains('/') {
        let whole = exists(name) || sources.iter().any(|(path, _)| path.ends_with(name));
        return (!whole).then(|| "there is no such file".to_owned());
    }
    let name = name.split('(').next().unwrap();
    if OF_OTHERS.contains(&name) || manifest.lines().any(|line| line.starts_with(&format!("{name} = "))) {
        return None;
    }
    let (owner, name) = name.rsplit_once("::").map_or((None, name), |(owner, name)| (Some(owner), name));
    let there = sources.iter().any(|(path, text)| {
        let owned = owner.is_none_or(|owner| {
            text.contains(owner) || path.iter().any(|part| part == owner || *part == *format!("{owner}.rs"))
        });
        owned && defines(text, name)
    });
    (!there).then(|| "nothing of this name is defined".to_owned())
}

#[test]
fn names_in_performance_md_exist() {
    let text = fs::read_to_string(root().join("docs/PERFORMANCE.md")).unwrap();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let sources = sources(&root().join("src"));
    let outside_of_blocks: String = text.split("```").step_by(2).collect();
    let mut names = 0;
    let mut wrong = Vec::new();
    for name in outside_of_blocks.split('`').skip(1).step_by(2) {
        names += 1;
        wrong.extend(missing(name, &sources, &manifest).map(|why| format!("`{name}`: {why}")));
    }
    assert!(names > 40, "{names} names");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_name_that_no_longer_exists_is_reported() {
    let sources =
        [(root().join("src/godot/wire/variant.rs"), "impl Decoder { fn view(&self) {} }".to_owned())];
    let why = |name: &str| missing(name, &sources, "memchr = 1\n");
    for there in ["wire/variant.rs", "Decoder::view", "view", "memchr", "cargo test --test suite"] {
        assert_eq!(why(there), None, "{there}");
    }
    let gone =
        ["wire/gone.rs", "Decoder::vie", "Encoder::view", "gone", "cargo run --bin gone", "a tests/gone.rs"];
    for gone in gone {
        assert!(why(gone).is_some(), "{gone}");
    }
}
