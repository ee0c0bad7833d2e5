//! A dump of every fixture below `tests/fixtures/dumps`, kept as a snapshot in `snapshots`.
//!
//! A fixture's folder says what it promises: `canonical` bytes are what the engine writes, `lenient` bytes are
//! read and written differently, `rejected` bytes are no value. See `snapshots/README.md`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)] // A test may panic.

use std::fmt::Write as _;
use std::path::Path;

use gamewire::godot::{Decoder, Dialect, Verdict};

/// The bytes of a `.hex` fixture, and whether its head allows objects.
fn read_fixture(path: &Path) -> (Vec<u8>, bool) {
    let text = std::fs::read_to_string(path).unwrap();
    let (head, body): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    let digits: Vec<u8> = body.concat().bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap() as u8;
    let bytes = digits.chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect();
    (bytes, head.contains(&"# objects: allowed"))
}

fn name_of(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

#[test]
fn every_fixture_is_explained_as_its_folder_promises() {
    insta::glob!("fixtures/dumps/*/*/*.hex", |path| {
        let class = name_of(path.parent().unwrap());
        let dialect = name_of(path.parent().unwrap().parent().unwrap());
        let (bytes, objects) = read_fixture(path);
        let decoder = Decoder::new(Dialect::from_name(dialect).unwrap()).allow_objects(objects);
        let explanation = decoder.explain(&bytes);

        let mut text = explanation.text();
        match (class, decoder.verify(&bytes)) {
            ("canonical", Verdict::Identical) | ("rejected", Verdict::Rejected(_)) => {}
            ("lenient", Verdict::Differs { .. } | Verdict::Padding { .. }) => {
                let value = decoder.parse(&bytes).unwrap();
                let written = decoder.dialect().encode(&value).unwrap();
                let _ = write!(text, "\nwritten again:\n\n{}", decoder.explain(&written).text());
            }
            (class, verdict) => panic!("{}: {class} was promised, found {verdict:?}", path.display()),
        }
        let tiled = explanation.rows().iter().fold(0, |at, row| {
            assert_eq!(row.start, at, "rows leave no gap and do not overlap");
            at + row.len
        });
        assert_eq!(tiled, bytes.len());

        let mut settings = insta::Settings::clone_current();
        let snapshots = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(dialect).join(class);
        settings.set_snapshot_path(snapshots);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.remove_snapshot_suffix();
        settings.bind(|| insta::assert_snapshot!(path.file_stem().unwrap().to_str().unwrap(), text));
    });
}
