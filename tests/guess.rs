//! Guessing the generation of every value that real engines wrote: what is said to be sure must be right.

mod convert_support;

use std::collections::BTreeMap;

use convert_support::{TABLES, rows};
use gamewire::godot::{Certainty, Dialect, Fit, Table, Variant, guess};

#[derive(Debug, Default, PartialEq)]
struct Count {
    sure: usize,
    sure_wrong: usize,
    likely: usize,
    likely_wrong: usize,
    open: usize,
    open_same_value: usize,
    nothing: usize,
}

fn count(from: Dialect, bytes: &[u8], counts: &mut Count) -> Option<String> {
    let guess = guess(bytes);
    let right = guess.best().is_some_and(|best| best.table() == from.table());
    match guess.certainty() {
        Certainty::Sure => counts.sure += 1,
        Certainty::Likely => counts.likely += 1,
        Certainty::Open => counts.open += 1,
        _ => counts.nothing += 1,
    }
    counts.open_same_value += usize::from(guess.certainty() == Certainty::Open && guess.same_value());
    match guess.certainty() {
        Certainty::Sure if !right => counts.sure_wrong += 1,
        Certainty::Likely if !right => counts.likely_wrong += 1,
        _ => return None,
    }
    Some(guess.to_string())
}

#[test]
fn what_is_sure_is_right() {
    let mut wrong = Vec::new();
    for (table, from) in TABLES {
        let mut counts = Count::default();
        for row in rows(table) {
            if let Some(answer) = count(from, &row.bytes, &mut counts) {
                wrong.push(format!("{table} {}: {answer}", row.name));
            }
        }
        eprintln!("{table}: {counts:?}");
        assert_eq!(counts.sure_wrong, 0, "{wrong:#?}");
        assert_eq!(counts.nothing, 0, "{table}");
    }
    eprintln!("{}", wrong.join("\n"));
}
