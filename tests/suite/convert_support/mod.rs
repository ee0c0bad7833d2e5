//! Tables of values that real engines wrote, and a live engine where there is one.
#![allow(dead_code)] // Each test file uses its part.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::fixture_text;
use crate::support::tsv::unhex;
use gamewire::godot::Dialect;

/// The value tables and the dialects that wrote them.
pub(crate) const TABLES: [(&str, Dialect); 7] = [
    ("godot2/values-2.1.tsv", Dialect::GODOT_2),
    ("godot2/values-2.1.5.tsv", Dialect::GODOT_2_1_5),
    ("godot2/values-joystick-1.0.tsv", Dialect::GODOT_2),
    ("godot3/values-3.2.3.tsv", Dialect::GODOT_3),
    ("godot3/values-3.6.2.tsv", Dialect::GODOT_3),
    ("godot4/values-4.6.3.tsv", Dialect::GODOT_4),
    ("godot4/values-4.6.3-double.tsv", Dialect::GODOT_4.double()),
];

/// One line of a table.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) flags: String,
}

impl Row {
    /// The bytes with those that the engine leaves undefined, or that differ from run to run, set to zero.
    pub(crate) fn masked(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for flag in self.flags.split(',') {
            if let Some((_, range)) = flag.split_once('@') {
                let (start, length) = range.split_once('+').unwrap();
                let start: usize = start.parse().unwrap();
                bytes[start..start + length.parse::<usize>().unwrap()].fill(0);
            }
        }
        bytes
    }
}

/// The lines of a table under `tests/fixtures`.
pub(crate) fn rows(table: &str) -> Vec<Row> {
    let text = fixture_text(table);
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        Row {
            name: columns[0].into(),
            source: columns[1].into(),
            bytes: unhex(columns[2]),
            flags: columns[3].into(),
        }
    };
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(row).collect()
}

/// Returns what the engine wrote for the values that it read from odd input: the last column but one, in
/// hexadecimal.
pub(crate) fn written_again(table: &str) -> Vec<String> {
    let text = fixture_text(table);
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let columns = rows.map(|line| line.split('\t').collect::<Vec<_>>());
    columns.filter(|columns| columns[3] == "ok").map(|columns| columns[7].to_string()).collect()
}

/// Sends values through a live engine: read and written again. `None`, said aloud, where there is no engine.
pub(crate) fn through_engine(
    variable: &str,
    script: &str,
    values: &[Vec<u8>],
) -> Option<Vec<Option<Vec<u8>>>> {
    let Ok(command) = std::env::var(variable) else {
        eprintln!("skipped: {variable} does not name an engine");
        return None;
    };
    let folder = scratch(script);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/live").join(script);
    let mut input = Vec::new();
    for value in values {
        input.extend(u32::try_from(value.len()).unwrap().to_le_bytes());
        input.extend(value);
    }
    std::fs::write(folder.join("in"), input).unwrap();
    let mut engine = Command::new(&command);
    engine.current_dir(&folder).env("GAMEWIRE_IN", folder.join("in")).env("GAMEWIRE_OUT", folder.join("out"));
    if variable == "GAMEWIRE_GODOT4" {
        engine.arg("--headless");
    }
    let output = engine.arg("-s").arg(&script).output().unwrap_or_else(|error| panic!("{command}: {error}"));
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    let written = std::fs::read(folder.join("out")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let mut answers = Vec::new();
    let mut rest = &written[..];
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        rest = after;
        match u32::from_le_bytes(*length) {
            u32::MAX => answers.push(None),
            length => {
                let (answer, after) = rest.split_at(length as usize);
                answers.push(Some(answer.to_vec()));
                rest = after;
            }
        }
    }
    assert_eq!(answers.len(), values.len(), "the engine gave fewer answers than it had questions");
    Some(answers)
}

/// An empty folder, another one for each call: tests run side by side.
pub(crate) fn scratch(name: &str) -> PathBuf {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("gamewire-{name}-{}-{call}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
