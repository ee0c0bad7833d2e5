//! The fuzz targets' demands, made of their corpus and of bytes that engines wrote.

#[path = "../fuzz/properties.rs"]
#[allow(unreachable_pub)] // The fuzz targets reach it.
mod properties;

use std::path::Path;

/// Every file of a target's corpus.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.map(|entry| std::fs::read(entry.expect("a file").path()).expect("a file")).collect()
}

/// Whatever looks like the hex of a value in the tables of the fixtures.
fn fixtures() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut found = Vec::new();
    for game in ["godot2", "godot3", "godot4"] {
        let Ok(entries) = std::fs::read_dir(folder.join(game)) else { continue };
        for entry in entries {
            let Ok(table) = std::fs::read_to_string(entry.expect("a file").path()) else { continue };
            found.extend(table.split(['\t', '\n']).filter_map(unhex));
        }
    }
    found
}

/// Bytes of at least one word, and no more than keeps this test quick.
fn unhex(field: &str) -> Option<Vec<u8>> {
    if !(8..2000).contains(&field.len()) || !field.len().is_multiple_of(2) {
        return None;
    }
    field.as_bytes().chunks(2).map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()).collect()
}

type Demand = fn(&[u8]);

#[test]
fn demands_hold_for_corpus_and_fixtures() {
    let targets: [(&str, Demand); 4] = [
        ("parse", properties::parse),
        ("round_trip", properties::round_trip),
        ("explain", properties::explain),
        ("text", properties::text),
    ];
    let fixtures = fixtures();
    assert!(fixtures.len() > 1000, "{} fixtures were found", fixtures.len());
    for (target, demand) in targets {
        corpus(target).iter().for_each(|data| demand(data));
        for (at, bytes) in fixtures.iter().enumerate() {
            // A choice of dialect in front, another for each.
            let [choice, ..] = at.to_le_bytes();
            demand(&[&[choice], &bytes[..]].concat());
        }
    }
}
