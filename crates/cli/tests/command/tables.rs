//! Tests `verify --lines` on every value that engines wrote (`tests/fixtures/godot2` to `godot4`).

use super::{file, gamewire};

fn verify(table: &str, format: &str) {
    let text = std::fs::read_to_string(file(&format!("tests/fixtures/{table}"))).unwrap();
    let rows: Vec<Vec<_>> =
        text.lines().filter(|row| !row.starts_with('#')).map(|row| row.split('\t').collect()).collect();
    assert!(!rows.is_empty());
    let hex: String = rows.iter().map(|row| format!("{}\n", row[2])).collect();
    let run = gamewire(&["verify", "--json", "--as", format, "--objects", "--lines", "-"], hex);
    let answers: Vec<_> = run.text().lines().collect();
    assert_eq!(answers.len(), rows.len());
    for (row, answer) in rows.iter().zip(answers) {
        let (name, flags) = (row[0], row[3]);
        if flags.contains("undef") {
            // Padding that the engine left to chance: read, and perhaps written differently.
            assert!(!answer.contains("rejected"), "{table} {name}: {answer}");
        } else {
            assert_eq!(answer, "{\"status\":\"identical\"}", "{table} {name}");
        }
    }
}

#[test]
fn godot_2() {
    for table in ["values-2.1.tsv", "values-2.1.5.tsv", "values-joystick-1.0.tsv"] {
        verify(&format!("godot2/{table}"), "godot2");
    }
}

#[test]
fn godot_3() {
    for table in ["values-3.2.3.tsv", "values-3.6.2.tsv"] {
        verify(&format!("godot3/{table}"), "godot3");
    }
}

#[test]
fn godot_4() {
    verify("godot4/values-4.6.3.tsv", "godot4");
    verify("godot4/values-4.6.3-double.tsv", "godot4-double");
}

/// Type, value, hex: the canonical tables of `fixtures/minecraft`, in all three directions.
#[test]
fn minecraft() {
    let mut rows = std::collections::BTreeMap::<String, (String, String)>::new();
    let mut deep = 0;
    for name in ["primitives", "varint", "text", "compose", "nbt", "slot", "particle", "metadata"] {
        let table = std::fs::read_to_string(file(&format!("tests/fixtures/minecraft/{name}.tsv"))).unwrap();
        for row in table.lines() {
            let cells: Vec<_> = row.split('\t').collect();
            // Without optimization, 512 levels take more stack than is allowed.
            if cfg!(debug_assertions) && cells[1].matches("\"type\":\"").count() > 500 {
                deep += 1;
                continue;
            }
            let (json, hex) = rows.entry(format!("minecraft/{}", cells[0])).or_default();
            json.push_str(&format!("{}\n", cells[1]));
            hex.push_str(&format!("{}\n", cells[2]));
        }
    }
    assert!(rows.len() > 20);
    assert_eq!(deep, if cfg!(debug_assertions) { 2 } else { 0 });
    for (format, (json, hex)) in rows {
        let verdicts = gamewire(&["verify", "--json", "--as", &format, "--lines"], hex.clone());
        assert!(verdicts.text().lines().all(|line| line == "{\"status\":\"identical\"}"), "{format}");
        assert_eq!(verdicts.text().lines().count(), hex.lines().count(), "{format}");
        assert_eq!(gamewire(&["encode", "--as", &format, "--lines"], json).text(), hex, "{format}");
        let decoded = gamewire(&["decode", "--as", &format, "--lines"], hex.clone());
        assert_eq!(gamewire(&["encode", "--as", &format, "--lines"], decoded.out).text(), hex, "{format}");
    }
}
