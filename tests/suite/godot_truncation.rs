//! Checks every value that an engine wrote, cut off at every byte: the error says that bytes are missing, and never more than are
//! missing.

use crate::support::positions::positions_of_long;
use crate::support::tsv::{ValueRow, hex, values};
use crate::support::with_stack;
use gamewire::godot::{Decoder, Dialect};

/// All readers return the same error for a prefix, or all of them accept it.
fn outcome(decoder: &Decoder, bytes: &[u8]) -> Result<Vec<u8>, gamewire::DecodeError> {
    let borrowed = decoder.parse(bytes);
    let owned = decoder.parse(bytes);
    let checked = decoder.check(bytes);
    assert_eq!(borrowed.as_ref().err(), owned.as_ref().err(), "{}", hex(bytes));
    assert_eq!(borrowed.as_ref().err(), checked.as_ref().err(), "{}", hex(bytes));
    borrowed.map(|value| decoder.dialect().encode(&value).unwrap())
}

/// Returns the number of prefixes that were wrong, and the number of those that are valid after all.
fn cut(row: &ValueRow, dialect: Dialect) -> (usize, usize) {
    let decoder = Decoder::new(dialect).allow_objects(row.full);
    let whole = outcome(&decoder, &row.bytes).unwrap();
    let length = row.bytes.len();
    let (mut wrong, mut right) = (0, 0);
    for end in positions_of_long(length) {
        let prefix = &row.bytes[..end];
        match outcome(&decoder, prefix) {
            Err(error) => {
                assert!(error.is_incomplete(), "{} of {}: {error}", hex(prefix), row.name);
                let missing = error.missing().unwrap();
                assert!(missing > 0 && end + missing <= length, "{} of {}: {error}", hex(prefix), row.name);
                assert!(error.offset() <= end);
                wrong += 1;
            }
            // Only what carries nothing may be missing, and only where the engine does without it.
            Ok(written) => {
                assert_eq!(written, whole, "{} of {}", hex(prefix), row.name);
                assert!(length - end <= 4, "{} of {}", hex(prefix), row.name);
                right += 1;
            }
        }
    }
    (wrong, right)
}

fn cut_all(table: &'static str, dialect: Dialect) -> (usize, usize) {
    with_stack(move || {
        let counts = values(table).into_iter().map(|row| cut(&row, dialect));
        counts.fold((0, 0), |(a, b), (c, d)| (a + c, b + d))
    })
}

#[test]
fn godot_2() {
    // The tolerant reader does without the padding of text, images and byte arrays, and without the length
    // word of events that have no fields.
    let (wrong, right) = cut_all("godot2/values-2.1.tsv", Dialect::GODOT_2);
    assert!(wrong > 5000 && right > 50, "{wrong} {right}");
    let (wrong, fewer) = cut_all("godot2/values-2.1.5.tsv", Dialect::GODOT_2_1_5);
    assert!(wrong > 5000 && fewer < right, "{wrong} {fewer}");
    cut_all("godot2/values-joystick-1.0.tsv", Dialect::GODOT_2);
}

#[test]
fn godot_3() {
    for table in ["godot3/values-3.2.3.tsv", "godot3/values-3.6.2.tsv"] {
        let (wrong, right) = cut_all(table, Dialect::GODOT_3);
        assert!(wrong > 5000 && (1..50).contains(&right), "{wrong} {right}");
    }
}

#[test]
fn godot_4() {
    let (wrong, right) = cut_all("godot4/values-4.6.3.tsv", Dialect::GODOT_4);
    assert!(wrong > 5000 && (1..50).contains(&right), "{wrong} {right}");
    let (wrong, _) = cut_all("godot4/values-4.6.3-double.tsv", Dialect::GODOT_4.double());
    assert!(wrong > 5000, "{wrong}");
}
