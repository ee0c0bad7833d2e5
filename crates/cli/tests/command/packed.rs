//! Tests `unpack` and `pack`, the limits of unpacked sizes, and trailing bytes. The files are those of
//! `tests/fixtures`, or are packed in the tests.

use std::fs;

use serde_json::Value;

use super::{file, gamewire};

/// Two thousand bytes of zstd that would take gigabytes.
#[test]
fn files_do_not_exceed_the_limit() {
    let bomb = gamewire(&["pack", "--in", "gzip", "-"], vec![0; 8 << 20]);
    assert!(bomb.out.len() < 16_384);
    for command in
        [&["decode"][..], &["explain"], &["verify", "--json"], &["unpack"], &["convert", "--to", "godot4"]]
    {
        let run = gamewire(&[command, &["-"]].concat(), bomb.out.clone());
        assert_eq!(run.status, 1, "{command:?}");
        assert!(run.err.contains("--max-size"), "{command:?}: {}", run.err);
    }
    let run = gamewire(&["unpack", "--max-size", "8M", "-"], bomb.out.clone());
    assert_eq!(run.out.len(), 8 << 20, "{}", run.err);
    assert_eq!(gamewire(&["unpack", "--max-size", "8000000", "-"], bomb.out).status, 1);
    assert_eq!(gamewire(&["unpack", "--max-size", "much", "-"], "").status, 2);
}

/// Godot 2 leaves in padding what was in memory before: see tests/fixtures/README.md.
#[test]
fn padding_that_is_not_zero_is_a_class_of_its_own() {
    let table = fs::read_to_string(file("tests/fixtures/godot2/values-2.1.tsv")).unwrap();
    let mut seen = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<_> = row.split('\t').collect();
        if !cells[3].contains("undef@") || !cells[0].contains("string") {
            continue;
        }
        let run = gamewire(&["verify", "--json", "--as", "godot2", "--hex", "-"], cells[2]);
        let answer: Value = serde_json::from_slice(&run.out).unwrap();
        if answer["status"] == "identical" {
            continue; // What was left there was zero.
        }
        assert_eq!((run.status, &answer["status"]), (1, &Value::from("padding")), "{}: {answer}", cells[0]);
        assert_eq!(answer["why"], "padding is not zero");
        seen += 1;
    }
    assert!(seen > 0);
    let text = "0400000001000000 61000001";
    let run = gamewire(&["verify", "--json", "--hex", "-"], text);
    assert_eq!(
        run.text(),
        "{\"status\":\"padding\",\"offset\":11,\"bytes\":1,\"why\":\"padding is not zero\"}\n"
    );
    let also_wide = "13000000 02000000 04000000 01000000 61000001 02000100 05000000 00000000";
    let run = gamewire(&["verify", "--json", "--as", "godot3", "--hex", "-"], also_wide);
    assert!(run.text().starts_with("{\"status\":\"differs\""), "{}", run.text());
}
