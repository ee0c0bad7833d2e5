//! Tests that the contents of files are escaped before they are printed, so that they can neither start a new
//! line nor control a terminal. The contents are written in the tests.

use std::fs;

use gamewire::godot::{Array, Dialect, Dictionary, ElementType, NodePath, Object, ObjectData, Text, Variant};
use gamewire::minecraft::encode_nbt;
use gamewire::minecraft::nbt::{Compound, Nbt, Tag};
use gamewire::shared::escape::is_hidden;
use gamewire_files::godot::{ProjectFile, Setting};
use tempfile::TempDir;

use super::gamewire;
use crate::positions::exhaustive;

/// A line as `diff` prints it, and what begins commands to a terminal, ends lines and turns text around.
const FORGED: &str =
    "A\n~ $.gold: 1 -> 999\r\u{1b}[2J\u{7f}\u{9b}31m\u{85}\u{2028}\u{2029}\u{202e}\u{2066}\u{61c}\u{feff}B";

fn value(number: i64) -> Variant {
    let object = ObjectData {
        class: FORGED.into(),
        properties: vec![(Text::from(FORGED), Variant::Int(number)), ("script".into(), Variant::Nil)],
    };
    let typed = |element| Variant::from(Array::typed(element, Vec::new()));
    Variant::from(Dictionary::from_iter([
        (Variant::from("gold"), Variant::Int(number)),
        ("object".into(), Variant::Object(Object::Full(Box::new(object)))),
        ("path".into(), Variant::NodePath(Box::new(NodePath::parse(FORGED)))),
        ("class".into(), typed(ElementType::Class(FORGED.into()))),
        ("script".into(), typed(ElementType::Script(FORGED.into()))),
        ("name".into(), Variant::StringName(FORGED.into())),
        (FORGED.into(), Variant::from(vec![Variant::from(FORGED)])),
    ]))
}

fn no_hidden(what: &str, text: &str) {
    let found = text.chars().find(|&character| is_hidden(character) && !matches!(character, '\n' | '\t'));
    assert_eq!(found, None, "{what}: {text:?}");
    let forged = text.lines().find(|line| line.starts_with("~ $.gold: 1 ->"));
    assert_eq!(forged, None, "{what}: {text}");
}

#[test]
fn text_of_the_input_is_escaped() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, bytes: Vec<u8>| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let project = |number: i64| {
        let setting =
            |name: &str| Setting::new(name.to_owned(), Dialect::GODOT_4.encode(&value(number)).unwrap());
        ProjectFile { settings: vec![setting(FORGED), setting("plain")], ..ProjectFile::default() }
            .encode()
            .unwrap()
    };
    let nbt = |number: i32| {
        let compound = Compound::from_iter([("gold", Tag::Int(number)), (FORGED, FORGED.into())]);
        encode_nbt(&Some(Nbt::unnamed(compound))).unwrap()
    };
    let godot = |number: i64| Dialect::GODOT_4.encode(&value(number)).unwrap();
    let files = [
        (write("old", godot(5)), write("new", godot(6))),
        (write("old.project", project(5)), write("new.project", project(6))),
        (write("old.nbt", nbt(5)), write("new.nbt", nbt(6))),
    ];
    for (number, (old, new)) in files.iter().enumerate() {
        let is_project = old.ends_with("project");
        let at = if is_project { "plain.gold" } else { "gold" };
        let cut = format!("{new}.cut");
        let bytes = fs::read(new).unwrap();
        fs::write(&cut, &bytes[..bytes.len() - 5]).unwrap();
        let commands = [
            &["identify", old][..],
            &["explain", old],
            &["explain", "--html", old],
            &["explain", &cut],
            &["decode", &cut],
            &["get", old, "$"],
            &["get", old, "$.nothing"],
            &["set", old, "nothing", "5"],
            &["set", old, at, "5", "--out", "/dev/null"],
            &["diff", old, new],
            &["verify", "--json", &cut],
            &["convert", "--to", "godot3", "--lossy", old, "--out", "/dev/null"],
        ];
        // Each command is tried with one of the files, if not with all.
        let is_tried = |(at, _): &(usize, &&[&str])| exhaustive() || (number + at) % 3 == 0;
        for (_, args) in commands.iter().enumerate().filter(is_tried) {
            let run = gamewire(args, "");
            no_hidden(&format!("{args:?}"), &String::from_utf8_lossy(&run.out));
            no_hidden(&format!("{args:?}"), &run.err);
        }
        let diff = gamewire(&["diff", old, new], "");
        assert_eq!(diff.status, 1, "{}", diff.err);
    }
}

#[cfg(unix)]
#[test]
fn names_of_files_are_escaped() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(FORGED);
    let name = path.to_str().unwrap();
    for args in [
        &["decode", name][..],
        &["get", name, "gold"],
        &["set", name, "gold", "1"],
        &["verify", "--json", name, name],
    ] {
        let run = gamewire(args, "");
        assert_ne!(run.status, 0);
        no_hidden(&format!("{args:?}"), &run.err);
    }
    fs::write(&path, Dialect::GODOT_4.encode(&value(5)).unwrap()).unwrap();
    for args in [&["set", name, "gold", "1"][..], &["diff", name, name], &["get", name, "nothing"]] {
        no_hidden(&format!("{args:?}"), &gamewire(args, "").err);
    }
    let to = folder.path().join("to");
    let run =
        gamewire(&["convert", "--to", "godot3", "--lossy", name, name, "--out", to.to_str().unwrap()], "");
    no_hidden("convert", run.text());
    no_hidden("convert", &run.err);
}

/// A hundred kilobytes of wrong text are not answered with as many.
#[test]
fn messages_are_short() {
    let folder = TempDir::new().unwrap();
    let save = folder.path().join("save");
    fs::write(
        &save,
        Dialect::GODOT_4.encode(&Dictionary::from_iter([("gold", Variant::Int(5))]).into()).unwrap(),
    )
    .unwrap();
    let save = save.to_str().unwrap();
    let long = "x".repeat(100_000);
    let runs = [
        gamewire(&["encode", "-"], format!("\"q:{long}\"")),
        gamewire(&["encode", "-"], format!("{{\"type\":\"{long}\",\"args\":[]}}")),
        gamewire(&["encode", "-"], format!("{{\"type\":\"Dictionary\",\"args\":[\"s:{long}\",\"x\"]}}")),
        gamewire(&["encode", "--lines"], format!("\"q:{long}\"\n")),
        gamewire(&["encode", "--as", "minecraft/i32", "-"], format!("\"{long}\"")),
        gamewire(
            &["encode", "--as", "minecraft/nbt", "-"],
            format!("{{\"name\":\"\",\"tag\":{{\"type\":\"{long}\"}}}}"),
        ),
        gamewire(&["encode", "--project", "-"], format!("{{\"{long}\":1}}")),
        gamewire(&["decode", "--hex", "-"], long.clone()),
        gamewire(&["decode", "--base64", "-"], format!("{long}!")),
        gamewire(&["set", save, "gold", &long], ""),
        gamewire(&["set", save, "gold", &long, "--json"], ""),
        gamewire(&["set", save, &long, "1"], ""),
        gamewire(&["get", save, &long], ""),
    ];
    for (number, run) in runs.iter().enumerate() {
        assert_ne!(run.status, 0, "{number}");
        assert!(run.err.len() + run.out.len() < 8000, "{number}: {} bytes: {:.200}", run.err.len(), run.err);
    }
}

/// An argument may be pasted from anywhere.
#[test]
fn arguments_are_escaped_in_errors() {
    let odd = "\u{1b}[2J\nerror: \u{202e}forged";
    for args in [
        &[odd][..],
        &["get", "save.bin", odd],
        &["get", "save.bin", "$", odd],
        &["decode", "--as", odd],
        &["decode", "--max-size", odd],
        &["decode", "--chunk", odd],
        &["decode", "--frame", odd],
        &["decode", &format!("--{odd}")],
        &["decode", "--file-key", odd],
        &["kinds", "--as", odd],
    ] {
        let run = gamewire(args, "");
        assert_eq!(run.status, 2, "{args:?}: {}", run.err);
        let hidden = |character| character != '\n' && gamewire::shared::escape::is_hidden(character);
        assert!(!run.err.contains(hidden) && !run.err.contains("\nerror: "), "{args:?}: {}", run.err);
    }
}
