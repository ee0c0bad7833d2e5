//! Tests that text files (ConfigFiles, SNBT, JSON) are read and changed by the same paths as binary ones,
//! elements at the end, and values by their number. The text is written in the tests.

use std::fs;

use tempfile::TempDir;

use super::gamewire;

const CONFIG: &str = "; mine\r\n[audio]\r\nvolume=0.5 ; half\r\nnames=PoolStringArray( \"a\", \"b\" )\r\n";
const QUESTS: &str = "{\n\tid: \"0A\"\n\tlocked: false\n\tquests: [\n\t\t{ count: 5L }\n\t]\n}\n";
const SAVE: &str = "{\n  \"gold\": 7,\n  \"bag\": [1, \"sword\"]\n}";

fn write(folder: &TempDir, name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, contents).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The file, a path, its value, a new value, the message, the text that is replaced and its replacement, the difference.
const CHANGES: [(&str, &str, [&str; 7]); 7] = [
    (
        CONFIG,
        "audio/volume",
        ["0.5", "1", "$.audio/volume: 0.5 -> 1.0\n", "=0.5", "=1.0", "~ $.audio/volume: 0.5 -> 1.0\n", "--"],
    ),
    (
        CONFIG,
        "audio/names[+]",
        [
            "",
            "c",
            "$.audio/names[2]: added, \"c\"\n",
            "\"a\", \"b\" )",
            "\"a\", \"b\", \"c\" )",
            "+ $.audio/names[2]: \"c\"\n",
            "--",
        ],
    ),
    (
        QUESTS,
        "quests[0].count",
        ["5", "6", "$.quests[0].count: 5 -> 6\n", "5L", "6L", "~ $.quests[0].count: 5 -> 6\n", "--"],
    ),
    (QUESTS, "locked", ["0", "1", "$.locked: 0 -> 1\n", "false", "true", "~ $.locked: 0 -> 1\n", "--"]),
    (SAVE, "gold", ["7", "7.5", "$.gold: 7 -> 7.5\n", ": 7", ": 7.5", "~ $.gold: 7 -> 7.5\n", "--"]),
    (
        SAVE,
        "bag[+]",
        [
            "",
            "{\"n\": null}",
            "$.bag[2]: added, {\"n\": null}\n",
            "\"sword\"]",
            "\"sword\", {\"n\":null}]",
            "+ $.bag[2]: {\"n\": null}\n",
            "--",
        ],
    ),
    (
        SAVE,
        "hp",
        ["", "9", "$.hp: added, 9\n", "\"sword\"]", "\"sword\"],\n  \"hp\": 9", "+ $.hp: 9\n", "--add"],
    ),
];

#[test]
fn texts_are_read_and_changed_by_paths() {
    let folder = TempDir::new().unwrap();
    for (text, at, [old, new, said, from, to, difference, option]) in CHANGES {
        let (before, after) = (write(&folder, "before", text), write(&folder, "after", text));
        if !old.is_empty() {
            assert_eq!(gamewire(&["get", &before, at], "").text(), format!("{old}\n"));
            let found = gamewire(&["find", old, &before], "");
            assert!(found.text().lines().any(|line| line == format!("$.{at} = {old}")), "{found:?}");
        }
        let options =
            if option == "--" { vec!["set", &after, at, new] } else { vec!["set", &after, at, new, option] };
        let set = gamewire(&options, "");
        assert_eq!((set.status, set.err.as_str()), (0, said));
        assert_eq!(fs::read_to_string(&after).unwrap(), text.replacen(from, to, 1), "{at}");
        let diff = gamewire(&["diff", &before, &after], "");
        assert_eq!((diff.status, diff.text()), (1, difference), "{}", diff.err);
    }
}

#[test]
fn texts_are_identified() {
    let folder = TempDir::new().unwrap();
    for (text, what) in [
        (CONFIG, "a Godot ConfigFile with 2 settings"),
        ("a=1\n", "a Godot ConfigFile with 1 setting"),
        (SAVE, "JSON text"),
        (QUESTS, "NBT as text (SNBT) without commas between its lines"),
    ] {
        let path = write(&folder, "text", text);
        let run = gamewire(&["identify", &path], "");
        assert!(run.text().contains(&format!(": {what}\n")), "{}", run.text());
        assert!(run.text().contains("gamewire get, find, set and diff read and change it"), "{}", run.text());
        let run = gamewire(&["decode", &path], "");
        assert!(run.err.contains("gamewire get, find, set and diff read and change it"), "{}", run.err);
    }
}

/// `--add` adds, and nothing else; `[+]` has no name.
#[test]
fn what_is_there_is_not_added() {
    let folder = TempDir::new().unwrap();
    let save = write(&folder, "save.json", SAVE);
    for (at, message) in [
        ("gold", "there is already a value at $.gold, 7; omit --add to change it\n"),
        (
            "bag[1]",
            "there is already a value at $.bag[1], \"sword\"; omit --add to change it; $.bag[+] adds an element\n",
        ),
        ("gold[+]", "$.gold is not an array or list, so [+] cannot add to it\n"),
        ("[+]", "$ is not an array or list, so [+] cannot add to it\n"),
        ("glod[+]", "there is no such key"),
    ] {
        let run = gamewire(&["set", "--add", &save, at, "5"], "");
        assert!(run.status == 1 && run.err.contains(message), "{}", run.err);
    }
    assert_eq!(fs::read_to_string(&save).unwrap(), SAVE);
}

/// Three ints of store_var: `[1]` is not a path in any of them.
#[test]
fn values_of_a_file_have_numbers() {
    let folder = TempDir::new().unwrap();
    let int = |number: u8| [8, 0, 0, 0, 2, 0, 0, 0, number, 0, 0, 0];
    let file = write(&folder, "save", [int(1), int(2), int(3)].concat());
    for args in [&["get", &file, "[1]"][..], &["set", &file, "[1]", "5"], &["set", &file, "[1]", "--remove"]]
    {
        let run = gamewire(args, "");
        assert_eq!(run.status, 1);
        assert!(run.err.contains("; value 1 of the file is $ with --value 1"), "{}", run.err);
    }
    assert_eq!(gamewire(&["set", &file, "$", "5", "--value", "1"], "").status, 0);
    assert_eq!(fs::read(&file).unwrap(), [int(1), int(5), int(3)].concat());
    let beyond = gamewire(&["get", &file, "[3]"], "");
    assert!(!beyond.err.contains("--value 3"), "{}", beyond.err);
}
