//! Checks which engine or codec wrote the bytes of each sample: found in their tables, kept in `crates/fixtures/src/sources.tsv`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::convert_support::{rows, written_again};
use crate::support::tsv::hex;
use gamewire::godot::Dialect;
use gamewire_fixtures::golden::source;
use gamewire_fixtures::{GODOT, GodotSample, godot_samples, minecraft_samples};

/// A release, its dialect, tables of what it wrote, and of what it wrote again of odd input. The newest first.
const RELEASES: &[(&str, Dialect, &[&str], &[&str])] = &[
    (
        "Godot 4.6.3",
        Dialect::GODOT_4,
        &["godot4/values-4.6.3.tsv", "godot4/samples-4.6.3.tsv"],
        &["godot4/malformed-4.6.3.tsv", "godot4/mutations-4.6.3.tsv"],
    ),
    (
        "Godot 4.6.3 in double precision",
        Dialect::GODOT_4.double(),
        &["godot4/values-4.6.3-double.tsv"],
        &["godot4/malformed-4.6.3-double.tsv"],
    ),
    (
        "Godot 3.6.2",
        Dialect::GODOT_3,
        &["godot3/values-3.6.2.tsv"],
        &["godot3/malformed-3.6.2.tsv", "godot3/mutations-3.6.2.tsv"],
    ),
    ("Godot 3.2.3", Dialect::GODOT_3, &["godot3/values-3.2.3.tsv", "godot3/samples-3.2.3.tsv"], &[]),
    ("Godot 2.1.5", Dialect::GODOT_2, &["godot2/values-2.1.5.tsv"], &[]),
    (
        "Godot 2.1",
        Dialect::GODOT_2,
        &["godot2/values-2.1.tsv"],
        &["godot2/malformed-2.1.tsv", "godot2/mutations-2.1.tsv"],
    ),
    ("Godot 1.0", Dialect::GODOT_2, &["godot2/values-joystick-1.0.tsv"], &[]),
];

/// Everything that a release wrote, in hex.
fn written(values: &[&str], odd: &[&str]) -> Vec<String> {
    let values = values.iter().flat_map(|table| rows(table)).map(|row| hex(&row.masked()));
    values.chain(odd.iter().flat_map(|table| written_again(table))).collect()
}

/// Whether these bytes are a value of the table, or a part of one: values are whole words.
fn is_in(known: &[String], bytes: &[u8]) -> bool {
    let wanted = hex(bytes);
    match bytes.len() {
        4 => known.contains(&wanted),
        _ => known.iter().any(|row| row.match_indices(&*wanted).any(|(at, _)| at % 8 == 0)),
    }
}

fn godot_sources() -> Vec<(String, String, String)> {
    let tables: Vec<_> = RELEASES
        .iter()
        .map(|(release, dialect, values, odd)| (*release, *dialect, written(values, odd)))
        .collect();
    let direct = |sample: &GodotSample, dialect: Dialect| {
        tables
            .iter()
            .find(|(_, of, known)| *of == dialect && is_in(known, &sample.bytes))
            .map(|(release, ..)| *release)
    };
    // Bytes that other releases wrote for the same sample are equal, or differ only in the type id.
    let mut values = BTreeMap::<_, Vec<(&str, Dialect)>>::new();
    let mut payloads = BTreeMap::<_, Vec<(&str, Dialect)>>::new();
    for (release, dialect, known) in &tables {
        for sample in godot_samples(*dialect).iter().filter(|sample| is_in(known, &sample.bytes)) {
            payloads.entry((sample.name, sample.bytes[1..].to_vec())).or_default().push((*release, *dialect));
            values.entry((sample.name, sample.bytes.clone())).or_default().push((*release, *dialect));
        }
    }
    // One of the same generation, else the newest.
    let nearest = |releases: Option<&Vec<(&'static str, Dialect)>>, dialect: Dialect| {
        let releases = releases?;
        let same = releases.iter().find(|(_, of)| of.table() == dialect.table());
        same.or(releases.first()).map(|(release, _)| *release)
    };
    let mut sources = Vec::new();
    for &dialect in GODOT {
        for sample in godot_samples(dialect) {
            let same = nearest(values.get(&(sample.name, sample.bytes.clone())), dialect);
            let written = direct(&sample, dialect).or(same);
            let elsewhere = nearest(payloads.get(&(sample.name, sample.bytes[1..].to_vec())), dialect);
            let source = match (written, elsewhere) {
                (Some(release), _) => release.to_owned(),
                (None, Some(release)) => format!("{release}, under another type id"),
                (None, None) => continue,
            };
            sources.push((dialect.name().to_owned(), source, sample.name.to_owned()));
        }
    }
    sources
}

/// The tables of Minecraft's types were written by two unrelated codecs each; see `tests/fixtures/minecraft/README.md`.
fn minecraft_sources() -> Vec<(String, String, String)> {
    let tables: Vec<_> = crate::minecraft_support::CANONICAL
        .iter()
        .flat_map(|table| crate::minecraft_support::rows(table))
        .collect();
    let mut sources = Vec::new();
    for sample in minecraft_samples() {
        let hex = hex(sample.bytes);
        let is_same = |row: &&Vec<String>| {
            row[2] == hex && row[0].split('(').next() == sample.expression.split('(').next()
        };
        if !tables.iter().any(|row| is_same(&row)) {
            continue;
        }
        let source = match sample.expression {
            "mutf8" => "OpenJDK 17",
            "nbt" => "prismarine-nbt 2.8.0 and amulet-nbt 2.1.8",
            _ => "protodef 1.19.0 and quarry 1.9.6",
        };
        sources.push(("minecraft".to_owned(), source.to_owned(), sample.name()));
    }
    sources
}

#[test]
fn the_source_of_each_sample_is_the_table_that_has_it() {
    let mut lines: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for (format, source, name) in godot_sources().into_iter().chain(minecraft_sources()) {
        lines.entry((format, source)).or_default().push(name);
    }
    let mut text =
        String::from("# made by tests/tools/golden_sources.rs: format, source, names of samples\n");
    for ((format, source), names) in &lines {
        text.push_str(&format!("{format}\t{source}\t{}\n", names.join(" ")));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/fixtures/src/sources.tsv");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|mode| mode == "always") {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text, "INSTA_UPDATE=always writes it anew");
}

#[test]
fn samples_know_their_source() {
    assert_eq!(source("godot4", "vector2"), "Godot 4.6.3");
    assert_eq!(source("godot4.2", "vector2"), "Godot 4.6.3");
    assert_eq!(source("godot3", "packed_int32_array"), "Godot 3.2.3");
    assert_eq!(source("godot3", "object_id"), "layout", "numbers of objects differ from run to run");
    assert_eq!(source("minecraft", "varint__three_hundred"), "protodef 1.19.0 and quarry 1.9.6");
    assert_eq!(source("godot4", "no such sample"), "layout");
}
