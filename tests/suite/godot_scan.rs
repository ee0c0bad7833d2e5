//! Detection scans values without decoding them. A scan finds what decoding, encoding and comparing find.

use std::collections::BTreeMap;

use crate::support::positions::{least, positions, share};
use crate::support::tsv::hex;
use gamewire::fixtures::godot_samples;
use gamewire::godot::plain::{ValueScanner, value_findings};
use gamewire::godot::{Decoder, Dialect, Verdict};

/// Compares a scan with what decoding, encoding and comparing give. Returns whether there was one.
fn compare(dialect: Dialect, bytes: &[u8], scanner: &ValueScanner, numbers: &mut Numbers) -> bool {
    let decoder = Decoder::new(dialect).allow_objects(true);
    let Ok((value, rest)) = decoder.parse_prefix(bytes) else { return false };
    let Some(found) = scanner.scan(dialect, bytes) else { return false };
    let read = &bytes[..bytes.len() - rest.len()];
    let context = || format!("{dialect}: {}", hex(read));
    assert_eq!(found.length, read.len(), "{}", context());
    assert_eq!(found.objects, decoder.allow_objects(false).check(read).is_err(), "{}", context());
    let verdict = decoder.verify(read);
    assert_eq!(found.canonical, verdict == Verdict::Identical, "{}", context());
    match (found.difference, verdict) {
        (None, _) => {}
        (Some(place), Verdict::Differs { offset, .. } | Verdict::Padding { offset, .. }) => {
            assert_eq!(place, offset, "{}", context());
            numbers.places += 1;
        }
        (Some(place), verdict) => panic!("byte {place}, but {verdict:?}: {}", context()),
    }
    let (doubts, built) = value_findings(&value);
    assert_eq!(found.doubts, doubts, "{}", context());
    // The same numbers for the same values, and other numbers for others.
    assert_eq!(*numbers.of_scans.entry(found.reading).or_insert(built), built, "{}", context());
    let (number, first) = numbers.of_values.entry(built).or_insert_with(|| (found.reading, context()));
    assert_eq!(*number, found.reading, "{} and {first}", context());
    true
}

#[derive(Default)]
struct Numbers {
    of_scans: BTreeMap<u64, Option<u64>>,
    of_values: BTreeMap<Option<u64>, (u64, String)>,
    /// The number of differences whose place a scan found.
    places: usize,
}

#[test]
fn a_scan_finds_what_decoding_and_encoding_find() {
    let (scanner, mut numbers) = (ValueScanner::default(), Numbers::default());
    let mut scans = 0;
    for &dialect in Dialect::ALL {
        for sample in godot_samples(dialect) {
            for &reader in Dialect::ALL {
                scans += usize::from(compare(reader, &sample.bytes, &scanner, &mut numbers));
            }
            let mut bytes = sample.bytes;
            for at in positions(bytes.len().min(120)) {
                let byte = bytes[at];
                for &other in share(&[0, 1, 0x80, 0xff, byte ^ 1, byte.wrapping_add(4)], at) {
                    bytes[at] = other;
                    scans += usize::from(compare(dialect, &bytes, &scanner, &mut numbers));
                }
                bytes[at] = byte;
            }
        }
    }
    assert!(scans > least(50_000), "{scans} scans");
    assert!(numbers.places > least(5_000), "{} places", numbers.places);
}
