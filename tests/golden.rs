//! The golden fixtures: their bytes are compared with what engines wrote, and written files are reproducible.

mod convert_support;

use std::collections::{BTreeMap, BTreeSet};

use convert_support::{TABLES, hex, rows, scratch};
use gamewire::fixtures::{GODOT, godot, godot_samples, write};
use gamewire::godot::{Decoder, Dialect, KINDS, Verdict};

/// Samples that no table of the engines holds, and why their bytes are right all the same.
const WITHOUT_A_ROW: &[(&str, &str)] = &[];

/// The tables that hold bytes of a dialect, and those whose bytes it shares.
fn tables_of(dialect: Dialect) -> Option<Vec<&'static str>> {
    let named = |prefix: &'static str| {
        TABLES.iter().map(|(table, _)| *table).filter(move |table| table.starts_with(prefix))
    };
    match dialect {
        Dialect::GODOT_2 => Some(named("godot2/").collect()),
        Dialect::GODOT_3 => Some(named("godot3/").collect()),
        Dialect::GODOT_4 => Some(vec!["godot4/values-4.6.3.tsv"]),
        // The double table repeats only what double precision changes; the rest is as in the other.
        dialect if dialect == Dialect::GODOT_4.double() => Some(named("godot4/").collect()),
        _ => None,
    }
}

#[test]
fn the_bytes_are_those_that_engines_wrote() {
    let mut without = BTreeSet::new();
    for dialect in GODOT {
        let Some(tables) = tables_of(dialect) else { continue };
        let known: BTreeSet<String> =
            tables.iter().flat_map(|table| rows(table)).map(|row| hex(&row.masked())).collect();
        let samples = godot_samples(dialect);
        let found = samples.iter().filter(|sample| {
            let found = known.contains(&hex(&sample.bytes));
            if !found {
                without.insert(format!("{dialect}/{}", sample.name));
            }
            found
        });
        let found = found.count();
        eprintln!(
            "{dialect}: {found} of {} samples stand in an engine's table, byte for byte",
            samples.len()
        );
    }
    let explained: BTreeSet<String> = WITHOUT_A_ROW.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(without, explained);
}
