//! Compares every line of the tables of Minecraft's types with this crate: bytes and values from independent codecs, see
//! `tests/fixtures/minecraft/README.md`.

use crate::minecraft_support::{CANONICAL, rows, same, type_of};
use crate::support::positions::positions_of_long;
use crate::support::tsv::{hex, json, unhex};
use crate::support::{SPAWNED, deep_protocol, on_stack};
use gamewire::minecraft::json::{from_str as from_json, to_string as to_json};
use gamewire::minecraft::nbt::JavaStr;
use gamewire::minecraft::{Protocol, Value as Decoded};
use serde_json::Value;

#[test]
fn canonical_lines_decode_to_the_value_and_encode_to_the_bytes() {
    // serde_json's own recursion over the nested lines needs more than a test's 2 MiB.
    on_stack(SPAWNED, canonical);
}

/// The protocol, for lines of 512 levels.
fn deep() -> Protocol {
    deep_protocol(Protocol::V1_14)
}

fn canonical() {
    let mut count = 0;
    for table in CANONICAL {
        for row in rows(table) {
            let [kind, value, bytes] = row.as_slice() else { panic!("{table}: {row:?}") };
            let expr = type_of(kind);
            let bytes = unhex(bytes);
            let expected: Value = json(value);
            let decoded = expr.parse(deep(), &bytes).unwrap_or_else(|e| panic!("{kind} {value}: {e}"));
            let shown = to_json(&expr, Protocol::V1_14, &decoded);
            assert!(same(&json(&shown), &expected), "{kind}: {shown}, not {value}");
            let read = from_json(&expr, value).unwrap_or_else(|e| panic!("{kind} {value}: {e}"));
            let encoded = expr.encode(deep(), &read).unwrap_or_else(|e| panic!("{kind} {value}: {e}"));
            assert_eq!(hex(&encoded), hex(&bytes), "{kind} {value}");
            assert_eq!(expr.encode(deep(), &decoded).as_ref(), Ok(&bytes));
            let again = from_json(&expr, &shown).unwrap();
            assert_eq!(expr.encode(deep(), &again).as_ref(), Ok(&bytes), "{shown}");
            count += 1;
        }
    }
    assert_eq!(count, 453, "a table was cut or has grown");
}

#[test]
fn lenient_lines_decode_to_the_value_and_encode_to_other_bytes() {
    for row in rows("decode.tsv") {
        let [kind, value, bytes, note] = row.as_slice() else { panic!("{row:?}") };
        let expr = type_of(kind);
        let bytes = unhex(bytes);
        let decoded = expr.parse(deep(), &bytes).unwrap_or_else(|e| panic!("{kind} {value}: {e}"));
        let shown = to_json(&expr, Protocol::V1_14, &decoded);
        // JSON keeps text as it is, and shows what Java would write as code units.
        let units = match &decoded {
            Decoded::Mutf8(text) => {
                let text = JavaStr::from_units(&text.units().collect::<Vec<_>>());
                to_json(&expr, Protocol::V1_14, &Decoded::Mutf8(Box::new(text)))
            }
            _ => shown.clone(),
        };
        assert!(same(&json(&units), &json(value)), "{kind}: {units}, not {value}");
        let again = from_json(&expr, &shown).unwrap();
        assert_eq!(expr.encode(deep(), &again), expr.encode(deep(), &decoded), "{shown}");
        let encoded = expr.encode(deep(), &decoded).unwrap();
        // The exact bytes of NBT text and duplicate names are kept; the padding of VarInts is not.
        let kept = kind == "mutf8" || note.starts_with("duplicate key");
        assert_eq!(encoded == bytes, kept, "{kind} {value} {note}");
        let strict = expr.parse(deep().strict_varints(true), &bytes);
        if !kept {
            assert_eq!(strict.unwrap_err().kind().code(), "varint_not_canonical", "{kind} {value} {note}");
        }
    }
}

#[test]
fn rejected_lines_are_refused_for_the_reason_and_at_the_offset() {
    on_stack(SPAWNED, rejected);
}

fn rejected() {
    let offsets = rows("reject_offsets.tsv");
    let table = rows("reject.tsv");
    assert_eq!(table.len(), offsets.len());
    for (row, offset) in table.iter().zip(&offsets) {
        let [kind, bytes, code, note] = row.as_slice() else { panic!("{row:?}") };
        let [at, why] = offset.as_slice() else { panic!("{offset:?}") };
        let bytes = unhex(bytes);
        let error = match type_of(kind).parse(deep(), &bytes) {
            Err(error) => error,
            Ok(value) => panic!("{kind} {note}: {value:?}"),
        };
        assert_eq!(error.kind().code(), code, "{kind} {note}: {error}");
        assert_eq!(error.offset().to_string(), *at, "{kind} {note} ({why}): {error}");
        assert_eq!(error.is_incomplete(), code == "eof", "{kind} {note}: {error}");
    }
}

#[test]
fn every_prefix_of_every_line_is_reported_as_incomplete() {
    on_stack(SPAWNED, prefixes);
}

fn prefixes() {
    for table in CANONICAL {
        for row in rows(table) {
            let [kind, value, bytes] = row.as_slice() else { panic!("{table}: {row:?}") };
            let expr = type_of(kind);
            let bytes = unhex(bytes);
            for end in positions_of_long(bytes.len()) {
                if end == 0 && kind.starts_with("optional") {
                    continue; // Nothing at all is an absent value.
                }
                let error = match expr.parse(deep(), &bytes[..end]) {
                    Err(error) => error,
                    Ok(short) => panic!("{kind} {value}: {end} bytes of {} gave {short:?}", bytes.len()),
                };
                let missing = error.missing().unwrap_or_else(|| panic!("{kind} cut at {end}: {error}"));
                assert!((1..=bytes.len() - end).contains(&missing), "{kind} cut at {end}: {error}");
            }
        }
    }
}

#[test]
fn explanations_tile_every_line() {
    on_stack(SPAWNED, explained);
}

fn explained() {
    let mut lines: Vec<(String, Vec<u8>)> = Vec::new();
    for table in CANONICAL {
        lines.extend(rows(table).iter().map(|row| (row[0].clone(), unhex(&row[2]))));
    }
    lines.extend(rows("decode.tsv").iter().map(|row| (row[0].clone(), unhex(&row[2]))));
    let complete = lines.len();
    lines.extend(rows("reject.tsv").iter().map(|row| (row[0].clone(), unhex(&row[1]))));
    for (index, (kind, bytes)) in lines.iter().enumerate() {
        let explanation = type_of(kind).explain(deep(), bytes);
        let mut end = 0;
        for row in explanation.rows() {
            assert_eq!(row.start, end, "{kind} {}: {}", hex(bytes), explanation.text());
            assert!(row.len > 0, "{kind}: {}", explanation.text());
            end += row.len;
        }
        assert_eq!(end, bytes.len(), "{kind} {}: {}", hex(bytes), explanation.text());
        assert_eq!(explanation.error().is_some(), index >= complete);
        let words = ["not part", "not read", "read"];
        let explained = !explanation.rows().iter().any(|row| words.contains(&row.meaning.as_str()));
        assert!(explained || index >= complete, "{kind}: {}", explanation.text());
    }
}
