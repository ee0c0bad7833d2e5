//! Helpers for several tests. Each test program uses some of them.
#![allow(dead_code, unreachable_pub)]

pub mod conform;
pub mod differences;
pub mod dump;
pub mod mimic;
pub mod positions;
pub mod thread_time;
pub mod tsv;
pub mod walk;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gamewire::godot::{Decoder, Dialect, Encoder};
use gamewire::limits::Limits;

/// A path as it is written.
pub(crate) fn path(text: &str) -> gamewire::path::Path {
    text.parse().unwrap()
}

/// The path of a file of `tests/fixtures`.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

pub(crate) fn fixture_bytes(name: &str) -> Vec<u8> {
    fs::read(fixture(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub(crate) fn fixture_text(name: &str) -> String {
    fs::read_to_string(fixture(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A file that a release of Godot wrote.
pub(crate) fn engine_file(release: &str, name: &str) -> Vec<u8> {
    fixture_bytes(&format!("framing/godot-{release}/{name}"))
}

/// The bytes of each value of such a file, as the engine gave them without framing; `None` for the large ones.
pub(crate) fn values_of_file(release: &str, file: &str) -> Vec<Option<Vec<u8>>> {
    let text = fixture_text(&format!("framing/godot-{release}/manifest.tsv"));
    let rows = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[0] == file).map(|row| (row[4] != "-").then(|| tsv::unhex(row[4]))).collect()
}

/// The stack of a spawned thread, which takes values of any depth.
pub(crate) const SPAWNED: usize = 64 << 20;

/// [`Limits::GODOT`] with a stack to match [`SPAWNED`].
pub(crate) fn deep_limits() -> Limits {
    let mut limits = Limits::GODOT;
    limits.stack = SPAWNED / 2;
    limits
}

/// A decoder with a stack to match [`SPAWNED`]: the default is for threads of 2 MiB, and for optimized builds.
pub(crate) fn deep_decoder(dialect: Dialect) -> Decoder {
    Decoder::new(dialect).max_stack(SPAWNED / 2)
}

/// The encoder beside [`deep_decoder`].
pub(crate) fn deep_encoder(dialect: Dialect) -> Encoder {
    Encoder::new(dialect).max_stack(SPAWNED / 2)
}

/// A protocol with a stack to match [`SPAWNED`], as [`deep_decoder`].
pub(crate) fn deep_protocol(protocol: gamewire::minecraft::Protocol) -> gamewire::minecraft::Protocol {
    protocol.max_stack(SPAWNED / 2)
}

/// Runs on a stack of this many bytes.
pub(crate) fn on_stack<T: Send>(bytes: usize, run: impl FnOnce() -> T + Send) -> T {
    let mut done = None;
    on_stack_boxed(bytes, Box::new(|| done = Some(run())));
    done.unwrap()
}

/// This is not generic, so that the thread around each test is compiled once.
fn on_stack_boxed(bytes: usize, run: Box<dyn FnOnce() + Send + '_>) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, run).unwrap();
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

/// Runs on a stack that is large enough for the deepest row in builds without optimization.
pub(crate) fn with_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    on_stack(256 << 20, run)
}

/// Tables of what real engines wrote.
const WRITTEN: [&str; 7] = [
    "godot2/values-2.1.tsv",
    "godot2/values-2.1.5.tsv",
    "godot2/values-joystick-1.0.tsv",
    "godot3/values-3.2.3.tsv",
    "godot3/values-3.6.2.tsv",
    "godot4/values-4.6.3.tsv",
    "godot4/values-4.6.3-double.tsv",
];

/// Calls `check` once with all bytes that real engines wrote or were given, on a stack of some depth, in each dialect of
/// [`positions::share`]; the last argument is whether objects were refused, allowed or both. What nests about a thousand
/// deep is left out.
pub(crate) fn all_bytes_of_the_engines_tables(check: impl Fn(Dialect, &[u8], &[bool]) + Send + 'static) {
    with_stack(move || {
        let written = WRITTEN.into_iter().flat_map(tsv::values).map(|row| (row.bytes, row.full));
        let given = differences::ODD_TABLES.iter().flat_map(|(table, _)| tsv::odd(table));
        let given = given.map(|row| (row.bytes, row.objects));
        let rows: BTreeSet<_> = written.chain(given).filter(|(bytes, _)| bytes.len() < 4096).collect();
        assert!(rows.len() > 10_000, "{} rows", rows.len());
        let rows = Vec::from_iter(rows);
        for (number, same) in rows.chunk_by(|(a, _), (b, _)| a == b).enumerate() {
            let objects: Vec<bool> = same.iter().map(|(_, objects)| *objects).collect();
            for &dialect in positions::share(Dialect::ALL, number) {
                check(dialect, &same[0].0, &objects);
            }
        }
    });
}

/// Every row of a `values-*.tsv` is read and written as the engine does.
pub(crate) fn agree_with_values(table: &'static str, dialect: Dialect) {
    let wrong = with_stack(move || {
        let compare = |row: &tsv::ValueRow| {
            let result = conform::value_row(row, dialect);
            let result = result.and_then(|()| is_explained_as_written(row, dialect));
            result.err().map(|why| format!("{table} {}: {why}", row.name))
        };
        tsv::values(table).iter().filter_map(compare).collect::<Vec<_>>()
    });
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// An explanation never says that the engine writes other bytes than it wrote.
fn is_explained_as_written(row: &tsv::ValueRow, dialect: Dialect) -> Result<(), String> {
    let text = Decoder::new(dialect).allow_objects(true).explain(&row.bytes).text();
    let title = text.lines().next().unwrap_or_default();
    let is_true = title.ends_with(", canonical") || title.ends_with(", canonical except for padding");
    if is_true && !text.contains("<- the engine writes") { Ok(()) } else { Err(text) }
}

/// Every row of a table of odd input agrees, or is one of the differences on purpose.
pub(crate) fn explain_all(table: &'static str) {
    let wrong = &with_stack(move || differences::report(table)).unexplained;
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
}
