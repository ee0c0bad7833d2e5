//! Compares the bytes of the golden fixtures with what engines wrote (`values-*.tsv`), and checks that the written files are
//! reproducible.

use std::collections::{BTreeMap, BTreeSet};

use crate::convert_support::{rows, scratch, through_engine, written_again};
use crate::support::tsv::hex;
use gamewire::godot::{Decoder, Dialect, Kind, Verdict};
use gamewire_fixtures::golden::{godot, write};
use gamewire_fixtures::{GODOT, godot_samples};

/// Samples that no table of the engines holds, and why their bytes are right all the same.
const WITHOUT_A_ROW: &[(&str, &str)] = &[
    ("godot2/array_nested", "its parts are in the table; a whole one without shared bits does not"),
    ("godot2/dictionary_array_key", "its parts are in the table; a whole one without shared bits does not"),
    ("godot2/dictionary_nested", "its parts are in the table; a whole one without shared bits does not"),
    ("godot3/object_id", "the tables mask the numbers of objects, which differ from run to run"),
    ("godot4/object_id", "the tables mask the numbers of objects, which differ from run to run"),
    ("godot4-double/object_id", "the tables mask the numbers of objects, which differ from run to run"),
    ("godot4-double/transform3d", "the wide basis and the wide vector are in the table, each for itself"),
];

/// Returns the bytes that engines of a dialect wrote: the tables of values, and what they wrote again for odd
/// input.
fn written(dialect: Dialect) -> Option<Vec<String>> {
    let (values, odd): (&[&str], &[&str]) = match dialect {
        Dialect::GODOT_2 => (
            &["godot2/values-2.1.tsv", "godot2/values-2.1.5.tsv", "godot2/values-joystick-1.0.tsv"],
            &["godot2/malformed-2.1.tsv", "godot2/mutations-2.1.tsv"],
        ),
        Dialect::GODOT_3 => (
            &["godot3/values-3.2.3.tsv", "godot3/values-3.6.2.tsv"],
            &["godot3/malformed-3.6.2.tsv", "godot3/mutations-3.6.2.tsv"],
        ),
        Dialect::GODOT_4 => {
            (&["godot4/values-4.6.3.tsv"], &["godot4/malformed-4.6.3.tsv", "godot4/mutations-4.6.3.tsv"])
        }
        dialect if dialect == Dialect::GODOT_4.double() => {
            (&["godot4/values-4.6.3-double.tsv"], &["godot4/malformed-4.6.3-double.tsv"])
        }
        _ => return None,
    };
    let mut known: Vec<String> =
        values.iter().flat_map(|table| rows(table)).map(|row| hex(&row.masked())).collect();
    known.extend(odd.iter().flat_map(|table| written_again(table)));
    // Types without components are the same in every build; the double tables do not repeat them.
    if dialect == Dialect::GODOT_4.double() {
        known.extend(written(Dialect::GODOT_4).unwrap());
    }
    Some(known)
}

/// Whether these bytes are in what an engine wrote, as a whole or as a part: values are whole words.
fn stands_in(known: &[String], bytes: &[u8]) -> bool {
    const WORD: usize = 8;
    let wanted = hex(bytes);
    // A word alone is in everything.
    if bytes.len() == 4 {
        return known.contains(&wanted);
    }
    known.iter().any(|row| row.match_indices(&*wanted).any(|(at, _)| at % WORD == 0))
}

#[test]
fn the_bytes_are_those_that_engines_wrote() {
    let engines = [Dialect::GODOT_2, Dialect::GODOT_3, Dialect::GODOT_4, Dialect::GODOT_4.double()];
    let known = engines.map(|dialect| written(dialect).unwrap());
    // Payloads that engines wrote, by what is after the type id: types kept their layout when ids moved.
    let mut payloads = BTreeSet::new();
    for (dialect, known) in engines.into_iter().zip(&known) {
        for sample in godot_samples(dialect).iter().filter(|sample| stands_in(known, &sample.bytes)) {
            payloads.insert((sample.name, sample.bytes[1..].to_vec()));
        }
    }
    let mut without = BTreeSet::new();
    // There are no tables for the other dialects: 3.0 differs from 3 in ints, 4.2 from 4 in typed containers,
    // and the double layout of 3 is only in the documentation.
    for &dialect in GODOT {
        let known = engines.iter().position(|engine| *engine == dialect).map(|at| &known[at]);
        let (mut direct, mut elsewhere) = (0, 0);
        let samples = godot_samples(dialect);
        for sample in &samples {
            if known.is_some_and(|known| stands_in(known, &sample.bytes)) {
                direct += 1;
            } else if payloads.contains(&(sample.name, sample.bytes[1..].to_vec())) {
                elsewhere += 1;
            } else if known.is_some() {
                without.insert(format!("{dialect}/{}", sample.name));
            }
        }
        let all = samples.len();
        eprintln!(
            "{dialect}: of {all} samples an engine of the dialect wrote {direct}, another {elsewhere} but for the id"
        );
    }
    let explained: BTreeSet<String> = WITHOUT_A_ROW.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(without, explained);
}

#[test]
fn every_type_of_every_dialect_has_a_sample_that_is_canonical() {
    for &dialect in GODOT {
        let samples = godot_samples(dialect);
        let mut names = BTreeSet::new();
        for sample in &samples {
            let name = format!("{dialect}/{}", sample.name);
            assert!(names.insert(sample.name), "{name} is there twice");
            let decoder = Decoder::new(dialect).allow_objects(true);
            assert_eq!(decoder.verify(&sample.bytes), Verdict::Identical, "{name}");
            let read = decoder.parse(&sample.bytes).unwrap();
            assert_eq!(read.kind(), sample.value.kind(), "{name}");
            assert!(read == sample.value || sample.name == "float_nan", "{name}: {read:?}");
        }
        for kind in Kind::ALL.iter().filter(|kind| dialect.id(**kind).is_some()) {
            let has = |kind| samples.iter().any(|sample| sample.value.kind() == kind);
            assert!(has(*kind), "{dialect} has no sample of {kind}");
        }
    }
}

/// The samples of `big` are made, because the table is too large for the command.
#[test]
fn the_longest_texts_are_those_that_codecs_wrote() {
    let samples = gamewire_fixtures::golden::minecraft_tables(|_, _, _| None);
    let samples = samples.iter().filter(|sample| sample.name.starts_with("big__"));
    let samples: Vec<_> = samples.map(|sample| [sample.kind.clone(), hex(&sample.bytes)]).collect();
    let table = crate::minecraft_support::rows("big.tsv");
    let texts = table.iter().filter(|row| row[0] != "nbt");
    assert_eq!(samples, texts.map(|row| [row[0].clone(), row[2].clone()]).collect::<Vec<_>>());
    assert_eq!((samples.len(), table.len()), (3, 6), "README.md of the samples names what is left out");
}

/// Two formats of all: the command, which is tested with all of them, writes the same files each time.
#[test]
fn files_say_what_the_samples_are() {
    let mut golden =
        godot(gamewire_fixtures::GODOT, |sample| Some(gamewire::godot::json::to_string(&sample.value)));
    golden.retain(|sample| ["godot2", "godot3"].contains(&sample.format.as_str()));
    let folder = scratch("golden");
    let summary = write(&folder, &golden, &false.into()).unwrap();
    let files = |folder: &std::path::Path| {
        let mut files = BTreeMap::new();
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() {
                for file in std::fs::read_dir(entry.path()).unwrap().map(Result::unwrap) {
                    let name = format!("{}/{}", entry.file_name().display(), file.file_name().display());
                    files.insert(name, std::fs::read(file.path()).unwrap());
                }
            } else {
                files.insert(entry.file_name().display().to_string(), std::fs::read(entry.path()).unwrap());
            }
        }
        files
    };
    let files = files(&folder);
    assert_eq!(files.len(), summary.files);
    assert_eq!(files.len(), 4 * summary.samples + 8);
    assert_eq!(files["godot3/vector2.hex"], b"050000000000803f00000040\n");
    assert_eq!(files["godot3/vector2.bin"], [5, 0, 0, 0, 0, 0, 128, 63, 0, 0, 0, 64]);
    let text = String::from_utf8(files["godot3/vector2.txt"].clone()).unwrap();
    assert!(text.contains("12 bytes, canonical"), "{text}");
    let manifest = String::from_utf8(files["manifest.tsv"].clone()).unwrap();
    assert!(manifest.contains("\ngodot2\ttransform2d\tMatrix32\t28\tthree columns\n"), "{manifest}");
    assert_eq!(manifest.lines().count(), summary.samples + 1);
    eprintln!("{summary:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Values that are not in the tables are read and written by a running engine.
#[test]
fn live_engines_write_the_same_samples() {
    let engines = [
        ("GAMEWIRE_GODOT3", "roundtrip3.gd", Dialect::GODOT_3),
        ("GAMEWIRE_GODOT4", "roundtrip4.gd", Dialect::GODOT_4),
    ];
    for (variable, script, dialect) in engines {
        // Objects get new numbers, lone surrogates have been written in several ways, and without full objects
        // the engine declares EncodedObjectAsID instead of a class.
        let odd = [
            "object_",
            "string_surrogate",
            "typed_array_class",
            "typed_array_script",
            "typed_dictionary_class",
        ];
        let samples: Vec<_> = godot_samples(dialect)
            .into_iter()
            .filter(|sample| !odd.iter().any(|odd| sample.name.starts_with(odd)))
            .collect();
        let sent: Vec<_> = samples.iter().map(|sample| sample.bytes.clone()).collect();
        let Some(answers) = through_engine(variable, script, &sent) else { continue };
        for (sample, answer) in samples.iter().zip(answers) {
            let answer = answer.map(|bytes| hex(&bytes));
            // Godot 3 leaves padding after names in paths as it was.
            if !(sample.name.starts_with("node_path") && dialect == Dialect::GODOT_3) {
                assert_eq!(answer, Some(hex(&sample.bytes)), "{dialect}/{}", sample.name);
            }
        }
        eprintln!("{} samples went through {variable}", samples.len());
    }
}
