//! Checks that the lenient samples, kept in `crates/fixtures/src/lenient.tsv`, are those of the tables of bytes that engines read and
//! wrote again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::tsv::{Status, hex, odd};
use gamewire::godot::{Decoder, Dialect, Verdict};
use gamewire_fixtures::golden::lenient;

/// An engine, its dialect, and the table of its answers.
const ENGINES: &[(&str, Dialect, &str)] = &[
    ("Godot 2.1", Dialect::GODOT_2, "godot2/malformed-2.1.tsv"),
    ("Godot 2.1.5", Dialect::GODOT_2_1_5, "godot2/malformed-2.1.5.tsv"),
    ("Godot 3.6.2", Dialect::GODOT_3, "godot3/malformed-3.6.2.tsv"),
    ("Godot 4.6.3", Dialect::GODOT_4, "godot4/malformed-4.6.3.tsv"),
    ("Godot 4.6.3 in double precision", Dialect::GODOT_4.double(), "godot4/malformed-4.6.3-double.tsv"),
];
/// The most samples of a group of a table, and the most bytes of one.
const EACH: usize = 12;
const LONGEST: usize = 64;

/// Rows that the engine reads, and writes again as this crate does, but not as they are.
fn rows() -> Vec<[String; 4]> {
    let mut rows = Vec::new();
    for (engine, dialect, table) in ENGINES {
        let mut groups = BTreeMap::<String, Vec<[String; 4]>>::new();
        let mut names = BTreeSet::new();
        let decoder = Decoder::new(*dialect).allow_objects(true);
        for row in odd(table).into_iter().filter(|row| row.status == Status::Ok && row.bytes.len() <= LONGEST)
        {
            let differs =
                matches!(decoder.verify(&row.bytes), Verdict::Differs { .. } | Verdict::Padding { .. });
            let Ok(value) = decoder.parse(&row.bytes) else { continue };
            let written = dialect.encode(&value).ok();
            if !differs || written.is_none() || written != row.written || written.as_ref() == Some(&row.bytes)
            {
                continue;
            }
            let name = row.name.replace('/', "__");
            if names.insert(name.clone()) {
                let group = groups.entry(name.split("__").next().unwrap().to_owned()).or_default();
                group.push([dialect.name().into(), (*engine).into(), name, hex(&row.bytes)]);
            }
        }
        for group in groups.into_values() {
            let step = group.len().div_ceil(EACH).max(1);
            rows.extend(group.into_iter().step_by(step));
        }
    }
    rows
}

#[test]
fn lenient_samples_are_read_and_written_so_by_the_engine_that_they_name() {
    let mut text = String::from(
        "# made by tests/tools/golden_lenient.rs of the tables of the engines in tests/fixtures: dialect, engine, name, bytes\n",
    );
    for row in rows() {
        text.push_str(&row.join("\t"));
        text.push('\n');
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/fixtures/src/lenient.tsv");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|mode| mode == "always") {
        std::fs::write(&path, &text).unwrap();
        return;
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text, "INSTA_UPDATE=always writes it anew");
    // No line of the table is left out, and the bytes that are written are others.
    let samples = lenient(|_, _| None);
    assert_eq!(samples.len() + 1, text.lines().count());
    for sample in &samples {
        assert!(sample.written.as_ref().is_some_and(|written| *written != sample.bytes), "{sample:?}");
    }
    // Decoders in other languages were tested with these.
    for name in [
        "bool__",
        "int__",
        "float__",
        "pad__",
        "utf8__",
        "dict__",
        "header__",
        "count__",
        "nodepath__",
        "wide__",
    ] {
        assert!(samples.iter().any(|sample| sample.name.starts_with(name)), "{name}");
    }
}
