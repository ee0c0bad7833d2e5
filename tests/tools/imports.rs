//! The graph of imports has no circle but that of NBT's tag, list and compound: of their values, and of their grammars.
//!
//! What is seen: `use` declarations, and paths in code that begin with `crate`, `super` or `self`. A name that a module
//! hands on (`pub use`) counts as an import of the file that defines it. Names that come from macros are not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Module = Vec<String>;

#[derive(Default)]
struct Source {
    /// The names that are defined here.
    defined: BTreeSet<String>,
    /// The absolute path of each `use`, its name here, and whether it is re-exported.
    uses: Vec<(Module, String, bool)>,
    /// All words outside of `use` declarations.
    words: BTreeSet<String>,
    /// Paths in the code.
    paths: Vec<Module>,
}

/// Every file by the path of its module.
#[derive(Default)]
struct Sources(BTreeMap<Module, Source>);

fn split(path: &str) -> Module {
    path.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// `a::{b, c::{d}}` as `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((before, inside)) = tree.split_once('{') else { return vec![tree.trim().to_owned()] };
    let inside = inside.trim().strip_suffix('}').unwrap_or(inside);
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for character in inside.chars() {
        depth += i32::from(character == '{') - i32::from(character == '}');
        match character {
            ',' if depth == 0 => parts.push(String::new()),
            character => parts.last_mut().unwrap().push(character),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expanded(part)).map(|part| format!("{}{part}", before.trim())).collect()
}

/// The code without comments and text in quotes.
fn code(text: &str) -> String {
    let mut code = String::new();
    for line in text.lines() {
        let mut quoted = line.replace("\\\"", "");
        if let Some(at) = quoted.find("//") {
            quoted.truncate(at);
        }
        for (at, part) in quoted.split('"').enumerate() {
            code.push_str(if at % 2 == 0 { part } else { " " });
        }
        code.push('\n');
    }
    code
}

impl Sources {
    fn add(&mut self, module: &str, text: &str) {
        self.0.insert(split(module), Source::default());
        let module = split(module);
        let code = code(text);
        let mut source = Source::default();
        let (mut rest, mut body) = (&*code, String::new());
        while let Some((before, after)) = rest.split_once("use ") {
            let line = before.rsplit('\n').next().unwrap_or_default().trim();
            let starts = line.is_empty() || line == "pub" || line.starts_with("pub(") && line.ends_with(')');
            let Some((tree, after)) = after.split_once(';').filter(|_| starts) else {
                body.push_str(before);
                body.push(' ');
                rest = after;
                continue;
            };
            body.push_str(before);
            for path in expanded(tree) {
                let (path, name) = path.split_once(" as ").unwrap_or((&path, ""));
                let mut path = split(path);
                if path.last().is_some_and(|last| last == "self") {
                    path.pop();
                }
                let name =
                    if name.is_empty() { path.last().cloned().unwrap_or_default() } else { name.into() };
                source.uses.push((path, name, !line.is_empty()));
            }
            rest = after;
        }
        body.push_str(rest);
        let is_word = |character: char| character.is_alphanumeric() || character == '_';
        let words: Vec<&str> =
            body.split(|character| !is_word(character)).filter(|word| !word.is_empty()).collect();
        for pair in words.windows(2) {
            let defines = ["fn", "struct", "enum", "trait", "type", "const", "static", "macro_rules"];
            if defines.contains(&pair[0]) {
                source.defined.insert(pair[1].to_owned());
            }
        }
        source.words = words.iter().map(|word| (*word).to_owned()).collect();
        for path in body.split(|character| !is_word(character) && character != ':') {
            let path = split(path.trim_end_matches(':'));
            if path.len() > 1 && ["crate", "super", "self"].contains(&&*path[0]) {
                source.paths.push(path);
            }
        }
        self.0.insert(module, source);
    }

    /// A path from the crate's root; `None` if it leads to another crate.
    fn absolute(&self, module: &Module, path: &Module) -> Option<Module> {
        let first = path.first()?;
        if first == "crate" {
            return Some(path[1..].to_vec());
        }
        let mut from = module.clone();
        let steps = path.iter().take_while(|part| *part == "super" || *part == "self").count();
        for part in &path[..steps] {
            if part == "super" {
                from.pop();
            }
        }
        from.extend_from_slice(&path[steps..]);
        let is_child = || self.0.contains_key(&[&**module, std::slice::from_ref(first)].concat());
        (steps > 0 || is_child()).then_some(from)
    }

    /// The file that defines what a path leads to.
    fn file(&self, path: &Module, depth: usize) -> Option<Module> {
        if self.0.contains_key(path) {
            return Some(path.clone());
        }
        let length = (0..path.len()).rev().find(|length| self.0.contains_key(&path[..*length]))?;
        let (module, rest) = (path[..length].to_vec(), &path[length..]);
        let source = &self.0[&module];
        if depth > 8 || source.defined.contains(&rest[0]) {
            return Some(module);
        }
        for (from, name, _) in &source.uses {
            let Some(from) = self.absolute(&module, from) else { continue };
            if *name == rest[0] {
                let from = [&*from, &rest[1..]].concat();
                return self.file(&from, depth + 1).or(Some(module));
            }
            if name == "*" {
                let from = [&from[..from.len() - 1], rest].concat();
                let found = self.file(&from, depth + 1);
                if found.as_ref().is_some_and(|file| self.0[file].defined.contains(&rest[0])) {
                    return found;
                }
            }
        }
        Some(module)
    }

    /// The names that a glob import of a module brings.
    fn names(&self, module: &Module, depth: usize) -> BTreeSet<String> {
        let Some(source) = self.0.get(module).filter(|_| depth < 8) else { return BTreeSet::new() };
        let mut names = source.defined.clone();
        for (path, name, _) in &source.uses {
            match self.absolute(module, path) {
                Some(from) if name == "*" => {
                    names.extend(self.names(&from[..from.len() - 1].to_vec(), depth + 1))
                }
                Some(_) | None => drop(names.insert(name.clone())),
            }
        }
        names
    }

    /// The files that each file imports.
    fn imports(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let of = |(module, source): (&Module, &Source)| {
            let mut files = BTreeSet::new();
            for (path, name, is_handed_on) in &source.uses {
                let Some(path) = self.absolute(module, path) else { continue };
                // What a folder's own file hands on from its parts, it does not use.
                if *is_handed_on && path.starts_with(module) && !source.words.contains(name) {
                    continue;
                }
                if name == "*" {
                    let from = path[..path.len() - 1].to_vec();
                    let names = self.names(&from, 0);
                    let used = names.intersection(&source.words);
                    files.extend(
                        used.filter_map(|name| self.file(&[&*from, std::slice::from_ref(name)].concat(), 0)),
                    );
                } else {
                    files.extend(self.file(&path, 0));
                }
            }
            let paths = source.paths.iter().filter_map(|path| self.absolute(module, path));
            files.extend(paths.filter_map(|path| self.file(&path, 0)));
            files.remove(module);
            (module.clone(), files)
        };
        self.0.iter().map(of).collect()
    }
}

/// The groups of nodes that reach each other.
fn circles(graph: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<String>> {
    let reached = |from: &Module| {
        let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(node) = next.pop() {
            next.extend(graph.get(node).into_iter().flatten().filter(|node| reached.insert((*node).clone())));
        }
        reached
    };
    let reached: BTreeMap<&Module, BTreeSet<Module>> =
        graph.keys().map(|node| (node, reached(node))).collect();
    let mut circles = BTreeSet::new();
    for (node, others) in &reached {
        let circle: Vec<String> = others
            .iter()
            .filter(|other| reached.get(other).is_some_and(|back| back.contains(*node)))
            .map(|node| node.join("::"))
            .collect();
        if !circle.is_empty() {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// The folder or file right below the crate, `godot` or `minecraft` that a module is part of; `None` for those three.
fn part(module: &Module) -> Option<Module> {
    let length = match module.first()?.as_str() {
        "godot" | "minecraft" => 2,
        _ => 1,
    };
    module.get(..length).map(<[String]>::to_vec)
}

/// The graph of folders: what is in one folder is one node.
fn of_folders(files: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut graph: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (file, imports) in files {
        let Some(from) = part(file) else { continue };
        let others = imports.iter().filter_map(part).filter(|to| *to != from);
        graph.entry(from.clone()).or_default().extend(others);
    }
    graph
}

/// The graph of files without those that stand for their folder: their parts may use what all of them share.
fn of_leaves(files: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeMap<Module, BTreeSet<Module>> {
    let is_folder =
        |module: &Module| files.keys().any(|other| other.len() > module.len() && other.starts_with(module));
    let leaves = files.iter().filter(|(file, _)| !is_folder(file));
    let without =
        |imports: &BTreeSet<Module>| imports.iter().filter(|file| !is_folder(file)).cloned().collect();
    leaves.map(|(file, imports)| (file.clone(), without(imports))).collect()
}

fn sources() -> Sources {
    fn walk(folder: &Path, module: &str, sources: &mut Sources) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap();
            if path.is_dir() {
                walk(&path, &format!("{module}::{stem}"), sources);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name = if stem == "mod" || stem == "lib" {
                    module.to_owned()
                } else {
                    format!("{module}::{stem}")
                };
                sources.add(&name, &fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut sources = Sources::default();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut sources);
    sources
}

#[test]
fn folders_do_not_import_each_other_in_a_circle() {
    let imports = sources().imports();
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > 1_000, "imports are not seen");
    assert_eq!(circles(&of_folders(&imports)), Vec::<Vec<String>>::new());
}

#[test]
fn files_import_each_other_only_where_tags_hold_lists_and_compounds() {
    let circle = |folder: &str| ["compound", "list", "tag"].map(|file| format!("{folder}::{file}")).to_vec();
    assert_eq!(
        circles(&of_leaves(&sources().imports())),
        [circle("minecraft::model::nbt"), circle("minecraft::wire::nbt")]
    );
}

#[test]
fn every_form_of_circular_import_is_detected() {
    let seen = |second: &str| {
        let mut sources = Sources::default();
        sources.add("", "mod one;\npub mod two;\n");
        sources.add("one", "mod inside;\npub use inside::{Deep, other};\n");
        sources.add(
            "one::inside",
            "use crate::two::{self, Two};\npub struct Deep(two::Two);\npub fn other() {}\n",
        );
        sources.add("two", second);
        circles(&of_folders(&sources.imports()))
    };
    let circle = vec![vec!["one".to_owned(), "two".to_owned()]];
    for second in [
        "use super::one::Deep;\npub struct Two;\n",
        "use crate::one::{other as another};\npub struct Two;\n",
        "use crate::one::*;\npub struct Two(Option<Box<Deep>>);\n",
        "pub struct Two;\nfn deep() -> crate::one::Deep { loop {} }\n",
    ] {
        assert_eq!(seen(second), circle, "{second}");
    }
    for second in ["pub struct Two; // crate::one::Deep\n", "use crate::one::*;\npub struct Two;\n"] {
        assert_eq!(seen(second), Vec::<Vec<String>>::new(), "{second}");
    }
}
