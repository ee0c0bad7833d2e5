//! Tests `find`, and the output of `get` for whole and damaged files. The files are those of
//! `tests/fixtures`, or are written in the tests.

use gamewire::godot::{Dialect, Dictionary, Variant};
use gamewire::minecraft::Protocol;
use gamewire::minecraft::nbt::{Compound, Nbt, Tag};

use super::{file, gamewire};

const PROJECT: &str = "tests/fixtures/framing/godot-4.6.3/project.binary";

fn find(name: &str, args: &[&str]) -> (i32, String) {
    let path = file(name);
    let run = gamewire(&[&["find"], args, &[&path]].concat(), "");
    (run.status, run.text().to_owned())
}

#[test]
fn find_and_get_print_the_same_value() {
    let (_, listed) = find(PROJECT, &[]);
    assert!(listed.lines().count() > 5, "{listed}");
    for line in listed.lines() {
        let (path, value) = line.split_once(" = ").unwrap();
        let run = gamewire(&["get", &file(PROJECT), path], "");
        assert_eq!((run.status, run.text().trim_end()), (0, value), "{line}: {}", run.err);
    }
}

#[test]
fn completions_offer_the_dialects() {
    let run = gamewire(&["completions", "bash"], "");
    assert!(run.text().contains("godot3-double") && run.text().contains("minecraft/nbt"), "{}", run.status);
    for subcommand in ["decode", "encode", "convert", "set", "kinds"] {
        let help = gamewire(&[subcommand, "-h"], "");
        assert!(!help.text().contains("possible values: godot"), "{}", help.text());
        // The words that follow the option in the script.
        let script = run.text().split_once(&format!("gamewire__subcmd__{subcommand})\n")).unwrap().1;
        let option = if subcommand == "convert" { "--to)" } else { "--as)" };
        let words = script.split_once(option).unwrap().1.split_once(";;").unwrap().0;
        assert!(words.contains("godot3.0 ") && words.contains(" godot4"), "{subcommand}: {words}");
    }
}

#[test]
fn values_of_long_keys_are_named_by_position() {
    let long = "k".repeat(100_000);
    let inside = vec![Variant::Int(7); 100];
    let pairs = [("short", Variant::Int(5)), (long.as_str(), Variant::from(inside))];
    let value = Variant::from(Dictionary::from(pairs));
    let bytes = Dialect::GODOT_4.encode(&value).unwrap();
    let found = gamewire(&["find", "--as", "godot4", "7", "-"], bytes.clone());
    assert_eq!((found.status, found.text().lines().count()), (0, 100), "{}", found.err);
    assert!(found.text().starts_with("$.value(1)[0] = 7\n"), "{}", &found.text()[..80]);
    let got = gamewire(&["get", "--as", "godot4", "-", "$.value(1)[99]"], bytes);
    assert_eq!((got.status, got.text()), (0, "7\n"), "{}", got.err);

    let entries = Compound::from_iter([(&long[..60_000], Tag::IntArray(vec![1, 7].into()))]);
    let bytes = Protocol::V1_14.encode(&Nbt::unnamed(entries)).unwrap();
    let found = gamewire(&["find", "--as", "minecraft/nbt", "7", "-"], bytes.clone());
    assert_eq!((found.status, found.text()), (0, "$.value(0)[1] = 7\n"), "{}", found.err);
}
