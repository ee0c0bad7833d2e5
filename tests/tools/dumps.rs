//! Compares a dump of every fixture below `tests/fixtures/dumps` with the one kept in `snapshots`.
//!
//! The folder of a fixture is its verdict: `canonical`, `lenient` or `rejected`. See `snapshots/README.md`.

use std::fmt::Write as _;
use std::path::Path;

use crate::dump_support::{assert_dump, read_hex};
use crate::support::walk::files;
use crate::support::{deep_decoder, with_stack};
use gamewire::godot::{Decoder, Dialect, Verdict};

fn name_of(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

#[test]
fn every_fixture_has_the_verdict_of_its_folder() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/dumps"));
    let mut fixtures = files(folder, ".hex");
    // The name of a dialect, a verdict, the name of the file: the others are files of other formats.
    fixtures.retain(|path| path.strip_prefix(folder).unwrap().components().count() == 3);
    assert!(fixtures.len() > 200, "{} fixtures", fixtures.len());
    for path in &fixtures {
        let class = name_of(path.parent().unwrap());
        let dialect = name_of(path.parent().unwrap().parent().unwrap());
        let (bytes, head) = read_hex(path);
        let objects = head.iter().any(|line| line == "# objects: allowed");
        let decoder = Decoder::new(Dialect::from_name(dialect).unwrap()).allow_objects(objects);
        let explanation = decoder.explain(&bytes);

        let mut text = explanation.text();
        for (at, note) in head.iter().filter_map(|line| line.strip_prefix("# note: ")).enumerate() {
            let _ = writeln!(text, "{:<8}{note}", if at == 0 { "note" } else { "" });
        }
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

        let name = path.file_stem().unwrap().to_str().unwrap();
        if usize::BITS == 32 && name == "container__hostile_count" {
            // No address reaches that many elements, so none is shown.
            text = text.replace("not read", "[0]: Nil  (type id 0, no flags)");
        }
        assert_dump(&format!("{dialect}/{class}/{name}"), &text);
    }
}

/// Arrays around a Nil, as many as are accepted and one more: the first and the last rows.
#[test]
fn the_limit_of_nesting_is_explained() {
    for (arrays, verdict) in [(1024, "canonical"), (1025, "rejected")] {
        let bytes = [[28, 0, 0, 0, 1, 0, 0, 0].repeat(arrays), vec![0; 4]].concat();
        // Without optimization a level takes more stack than the default limit has room for.
        let decoder = deep_decoder(Dialect::GODOT_4);
        let text = with_stack(|| decoder.explain(&bytes).text());
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with(verdict), "{}", lines[0]);
        // Other lines continue a row.
        let is_row = |line: &&str| line.starts_with("0x");
        let first = 8;
        let last = (lines.len() - 6..lines.len()).find(|at| is_row(&lines[*at])).unwrap();
        let rows = lines[first..last].iter().filter(|line| is_row(line)).count();
        let mut text = lines[..first].join("\n");
        let _ = write!(text, "\n…       {rows} rows not shown\n{}", lines[last..].join("\n"));
        assert_dump(&format!("godot4/{verdict}/container__level_{arrays}"), &text);
    }
}
