//! Snapshots below `snapshots`, which insta holds. The pages of `docs/book` copy dumps.
#![allow(dead_code)] // Each test uses a part.

use std::fs;
use std::path::Path;

use crate::support::tsv::unhex;

/// The settings of insta for snapshots in this folder of `snapshots`.
pub(crate) fn snapshots_in(folder: &str) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

/// Compares a dump with `snapshots/NAME.snap`.
pub(crate) fn assert_dump(name: &str, text: &str) {
    // A page shows 92 columns without scrolling. Summaries of files are not dumps.
    let is_dump = text.contains("\noffset  bytes");
    let wide = text.lines().find(|line| is_dump && line.chars().count() > 92);
    assert_eq!(wide, None, "{name} has a line that is too long");
    let (folder, name) = name.rsplit_once('/').unwrap();
    snapshots_in(folder).bind(|| insta::assert_snapshot!(name, text));
}

/// The dump of this name, without the head that insta keeps.
pub(crate) fn dump(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(format!("{name}.snap"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.splitn(3, "---\n").last().unwrap().to_owned()
}

/// The first line that differs, as it was and as it is.
pub(crate) fn first_difference(old: &str, new: &str) -> Option<String> {
    if old == new {
        return None;
    }
    let line = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
    let of = |text: &str| text.lines().nth(line).unwrap_or("(the end)").to_owned();
    Some(format!("differs from line {} on.\nIt was:\n  {}\nIt is:\n  {}", line + 1, of(old), of(new)))
}

#[test]
fn the_first_line_that_differs_is_named() {
    assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
    let cases = [
        ("a\nb\n", "a\nc\n", 2, "b", "c"),
        ("a\n", "a\nb\n", 2, "(the end)", "b"),
        ("", "a", 1, "(the end)", "a"),
    ];
    for (old, new, line, was, is) in cases {
        let expected = format!("differs from line {line} on.\nIt was:\n  {was}\nIt is:\n  {is}");
        assert_eq!(first_difference(old, new), Some(expected));
    }
}

/// The bytes of a `.hex` file, and the lines of its head, which begin with `#`.
pub(crate) fn read_hex(path: &Path) -> (Vec<u8>, Vec<String>) {
    let text = fs::read_to_string(path).unwrap();
    let (head, body): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    (unhex(&body.concat()), head.into_iter().map(str::to_owned).collect())
}
