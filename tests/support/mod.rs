//! What several tests share. Each test program uses a part of it.
#![allow(dead_code, unreachable_pub)]

pub mod conform;
pub mod differences;
pub mod dump;
pub mod mimic;
pub mod tsv;

use gamewire::godot::Dialect;

/// Runs on a stack that is large enough for the deepest row in builds without optimisation.
pub fn with_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run).unwrap();
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Every row of a `values-*.tsv` is read and written as the engine does.
pub fn agree_with_values(table: &'static str, dialect: Dialect) {
    let wrong = with_stack(move || {
        let compare = |row: &tsv::ValueRow| {
            let result = conform::value_row(row, dialect);
            result.err().map(|why| format!("{table} {}: {why}", row.name))
        };
        tsv::values(table).iter().filter_map(compare).collect::<Vec<_>>()
    });
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every row of a table of odd input agrees, or is one of the differences on purpose.
pub fn explain_all(table: &'static str) {
    let (_, dialect) =
        differences::ODD_TABLES.iter().find(|(name, _)| *name == table).expect("a known table");
    let wrong = with_stack(move || differences::run(table, *dialect)).unexplained;
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
}
