//! Checks that every rejected sample is in the table of its engine, and refused there.

use std::collections::HashSet;

use crate::support::fixture_text;
use gamewire_fixtures::rejected_samples;

#[test]
fn rejected_samples_are_refused_by_the_engine_that_they_name() {
    let table = |engine: &str| match engine {
        "Godot 2.1" => "godot2/malformed-2.1.tsv",
        "Godot 2.1.5" => "godot2/malformed-2.1.5.tsv",
        "Godot 3.6.2" => "godot3/malformed-3.6.2.tsv",
        "Godot 4.6.3" => "godot4/malformed-4.6.3.tsv",
        "Godot 4.6.3 in double precision" => "godot4/malformed-4.6.3-double.tsv",
        other => panic!("{other}"),
    };
    let samples = rejected_samples();
    let mut names = HashSet::new();
    let mut engines = HashSet::new();
    for sample in &samples {
        assert!(names.insert((sample.dialect, sample.name)), "{}", sample.name);
        if engines.insert(sample.engine) {
            let text = fixture_text(table(sample.engine));
            let refused: HashSet<(String, String)> = text
                .lines()
                .map(|line| line.split('\t').collect::<Vec<_>>())
                .filter(|row| row.len() > 3 && row[3] == "error")
                .map(|row| (row[0].replace('/', "__"), row[2].to_owned()))
                .collect();
            for sample in samples.iter().filter(|other| other.engine == sample.engine) {
                let hex: String = sample.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                assert!(refused.contains(&(sample.name.to_owned(), hex)), "{}", sample.name);
            }
        }
        assert!(sample.engine_error == "-" || sample.engine_error.starts_with("ERR_"), "{sample:?}");
    }
    // No line of the table is left out.
    let lines = include_str!("../../crates/fixtures/src/rejected.tsv").lines().count();
    assert_eq!((samples.len() + 1, engines.len()), (lines, 5));
}
