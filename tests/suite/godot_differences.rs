//! Checks the intended differences from the engines, which `tests/suite/support/differences.rs` lists: each is needed for a line of
//! the engines' tables, and `docs/book/godot/differences.md` lists the same.

use std::path::Path;

use crate::support::differences::{DIFFERENCES, ODD_TABLES, report};
use crate::support::with_stack;

#[test]
fn every_difference_is_seen_in_some_table() {
    let reports = with_stack(|| ODD_TABLES.iter().map(|(table, _)| report(table)).collect::<Vec<_>>());
    for report in &reports {
        let differ: usize = report.differ.iter().sum();
        eprintln!("{}: {} rows agree, {differ} differences on purpose", report.table, report.agree);
    }
    for (at, difference) in DIFFERENCES.iter().enumerate() {
        let rows: usize = reports.iter().map(|report| report.differ[at]).sum();
        eprintln!("{rows:5}  {} {}: {}", difference.tables, difference.rows, difference.engine);
        assert!(rows > 0, "no row differs so: {} {}", difference.tables, difference.engine);
    }
}

/// The lines of the document's table.
fn documented() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/book/godot/differences.md");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| line.starts_with("| Godot "));
    lines.map(str::to_owned).collect()
}

#[test]
fn the_document_has_the_same_table() {
    let line = |difference: &crate::support::differences::Difference| {
        let crate::support::differences::Difference { releases, how, engine, ours, .. } = difference;
        format!("| {releases} | {} | {engine} | {ours} |", how.word())
    };
    let lines: Vec<String> = DIFFERENCES.iter().map(line).collect();
    assert_eq!(
        documented(),
        lines,
        "docs/book/godot/differences.md should have these lines:\n{}",
        lines.join("\n")
    );
}
