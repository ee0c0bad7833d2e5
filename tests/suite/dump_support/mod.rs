//! Dumps as plain text below `snapshots`: the pages of the format include them as they are.
#![allow(dead_code)] // Each test uses a part.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::tsv::unhex;

/// Compares a dump with `snapshots/NAME.txt`. `INSTA_UPDATE=always` writes it instead, as it writes the snapshots of
/// insta; read each difference.
pub(crate) fn assert_dump(name: &str, text: &str) {
    let path = snapshot(name);
    let text = format!("{}\n", text.trim_end_matches('\n'));
    if std::env::var_os("INSTA_UPDATE").is_some_and(|mode| mode == "always") {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    if kept == text {
        return;
    }
    let lines = kept.lines().zip(text.lines()).take_while(|(old, new)| old == new).count();
    panic!(
        "{} differs from line {} on.\nIt was:\n  {}\nIt is:\n  {}\nAll of it:\n{text}\n\
         INSTA_UPDATE=always writes it anew; read the difference.",
        path.display(),
        lines + 1,
        kept.lines().nth(lines).unwrap_or("(the end)"),
        text.lines().nth(lines).unwrap_or("(the end)"),
    );
}

/// Where the dump of this name is kept.
fn snapshot(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(format!("{name}.txt"))
}

/// The bytes of a `.hex` file, and the lines of its head, which begin with `#`.
pub(crate) fn read_hex(path: &Path) -> (Vec<u8>, Vec<String>) {
    let text = fs::read_to_string(path).unwrap();
    let (head, body): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    (unhex(&body.concat()), head.into_iter().map(str::to_owned).collect())
}
