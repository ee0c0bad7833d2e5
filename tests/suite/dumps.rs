//! A dump of every fixture below `tests/fixtures/dumps`, kept in `snapshots`.
//!
//! A fixture's folder says what it promises: `canonical` bytes are what the engine writes, `lenient` bytes are
//! read and written differently, `rejected` bytes are no value. See `snapshots/README.md`.

use std::fmt::Write as _;
use std::path::Path;

use crate::dump_support::{assert_dump, read_hex};
use gamewire::godot::{Decoder, Dialect, Verdict};

fn name_of(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

#[test]
fn every_fixture_is_explained_as_its_folder_promises() {
    insta::glob!("../fixtures/dumps", "*/*/*.hex", |path| {
        let class = name_of(path.parent().unwrap());
        let dialect = name_of(path.parent().unwrap().parent().unwrap());
        let (bytes, head) = read_hex(path);
        let objects = head.iter().any(|line| line == "# objects: allowed");
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

        assert_dump(&format!("{dialect}/{class}/{}", path.file_stem().unwrap().to_str().unwrap()), &text);
    });
}
