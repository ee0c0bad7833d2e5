//! Compares `examples/minimal.rs`, which teaches the format with only nom and cookie-factory, with the tables of Godot 3.2.3 and
//! 3.6.2.

use cookie_factory::gen_simple;
use nom::Parser;
use nom::error::{Error, ErrorKind};
use serde_json::{Value, json};

#[path = "../../examples/minimal.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod example;

use crate::support::conform::as_written;
use crate::support::differences::matches;
use crate::support::on_stack;
use crate::support::tsv::{OddRow, Status, ValueRow, hex, odd, values};
use example::{Variant, gen_variant, variant};
use gamewire::godot::Dialect;

const VALUES: [&str; 2] = ["godot3/values-3.2.3.tsv", "godot3/values-3.6.2.tsv"];
const ODD: [&str; 3] =
    ["godot3/malformed-3.2.3.tsv", "godot3/malformed-3.6.2.tsv", "godot3/mutations-3.6.2.tsv"];

fn read(bytes: &[u8]) -> Result<(&[u8], Variant<'_>), Error<&[u8]>> {
    variant(0).parse(bytes).map_err(|error| match error {
        nom::Err::Error(error) => error,
        other => panic!("{}: {other:?}", hex(bytes)),
    })
}

fn write(value: &Variant<'_>) -> Vec<u8> {
    gen_simple(gen_variant(value, 0), Vec::new()).unwrap()
}

/// A value in the form of the tables.
fn shown(value: &Variant<'_>) -> Value {
    let bits = |x: &f32| Value::from(format!("{:08x}", x.to_bits()));
    let floats = |all: &[f32]| all.iter().map(bits).collect::<Value>();
    let placed = |of: [Value; 2]| json!({"position": of[0], "size": of[1]});
    let basis = |rows: &[[f32; 3]; 3]| {
        let axis = |n: usize| floats(&rows.map(|row| row[n]));
        json!({"x": axis(0), "y": axis(1), "z": axis(2)})
    };
    match value {
        Variant::Nil => Value::Null,
        Variant::Bool(x) => (*x).into(),
        Variant::Int(x) => json!({"int": x.to_string()}),
        Variant::Real(x) => json!({"float": format!("{:016x}", x.to_bits())}),
        Variant::String(x) => (*x).into(),
        Variant::Vector2(x) => json!({"Vector2": floats(x)}),
        Variant::Rect2(x) => json!({"Rect2": placed(x.map(|x| floats(&x)))}),
        Variant::Vector3(x) => json!({"Vector3": floats(x)}),
        Variant::Transform2D([x, y, origin]) => {
            json!({"Transform2D": {"x": floats(x), "y": floats(y), "origin": floats(origin)}})
        }
        Variant::Plane((normal, d)) => json!({"Plane": {"normal": floats(normal), "d": bits(d)}}),
        Variant::Quat(x) => json!({"Quat": floats(x)}),
        Variant::Aabb(x) => json!({"AABB": placed(x.map(|x| floats(&x)))}),
        Variant::Basis(x) => json!({"Basis": basis(x)}),
        Variant::Transform((x, origin)) => {
            json!({"Transform": {"basis": basis(x), "origin": floats(origin)}})
        }
        Variant::Color(x) => json!({"Color": floats(x)}),
        Variant::NodePath { names, subnames, absolute } => {
            json!({"NodePath": {"absolute": absolute, "names": names, "subnames": subnames}})
        }
        Variant::Rid => json!({"RID": null}),
        Variant::Object(0) => Value::Null,
        Variant::Object(id) => json!({"Object": {"id": id.cast_signed().to_string()}}),
        Variant::Dictionary(x) => {
            json!({"Dictionary": x.iter().map(|(k, v)| json!([shown(k), shown(v)])).collect::<Value>()})
        }
        Variant::Array(x) => json!({"Array": x.iter().map(shown).collect::<Value>()}),
        Variant::PoolByteArray(x) => json!({"PoolByteArray": hex(x)}),
        Variant::PoolIntArray(x) => json!({"PoolIntArray": x}),
        Variant::PoolRealArray(x) => json!({"PoolRealArray": floats(x)}),
        Variant::PoolStringArray(x) => json!({"PoolStringArray": x}),
        Variant::PoolVector2Array(x) => {
            json!({"PoolVector2Array": x.iter().map(|x| floats(x)).collect::<Value>()})
        }
        Variant::PoolVector3Array(x) => {
            json!({"PoolVector3Array": x.iter().map(|x| floats(x)).collect::<Value>()})
        }
        Variant::PoolColorArray(x) => {
            json!({"PoolColorArray": x.iter().map(|x| floats(x)).collect::<Value>()})
        }
    }
}

/// Both as they are on the wire, where a null object is null and an object is an id.
fn same(ours: &Variant<'_>, theirs: &Value) -> bool {
    let on_wire = |value| as_written(value, Dialect::GODOT_3, true);
    on_wire(shown(ours)) == on_wire(theirs.clone())
}

/// Read as the engine does, and written to the same bytes, but for padding that the engine did not set.
fn agrees(row: &ValueRow) -> bool {
    let (rest, value) = read(&row.bytes).unwrap_or_else(|error| panic!("{}: {error:?}", row.name));
    let mut written = write(&value);
    for range in &row.undefined {
        assert!(written[range.clone()].iter().all(|byte| *byte == 0), "{}: padding", row.name);
        written[range.clone()].copy_from_slice(&row.bytes[range.clone()]);
    }
    rest.is_empty() && written == row.bytes && same(&value, &row.dump)
}

/// Full objects are what the example leaves out.
#[test]
fn minimal_values_are_read_and_written_as_the_engines_do() {
    let mut covered = 0;
    for row in VALUES.iter().flat_map(|table| values(table)) {
        let has_full_object = row.full && row.dump.to_string().contains("\"properties\"");
        if !has_full_object {
            assert!(agrees(&row), "{}: {:?}", row.name, read(&row.bytes));
            covered += 1;
        }
    }
    assert_eq!(covered, 502);
}

/// The rows in which the example differs from an engine, by the reason.
const DIFFERENCES: [(&str, &str); 3] = [
    (
        "refuses text that is not UTF-8",
        "utf8/*_surrogate_*|utf8/*_above_10ffff|utf8/*_five_bytes|utf8/*_six_bytes",
    ),
    (
        "keeps entries whose keys are equal",
        "dict/*_key*|count/dict_high_bit_and_right_count|mut/0140|mut/0516",
    ),
    (
        "differs as the crate does, see docs/book/godot/differences.md",
        "deep/*|nodepath/*_ffffffff|nodepath/*_wrap*|nodepath/no_names_absolute|mut/1665|mut/1763",
    ),
];

/// The difference of a row, if there is one: what the engine refuses is refused, what it reads is read to the same byte.
fn difference(row: &OddRow) -> Option<String> {
    match (read(&row.bytes), row.status) {
        (Ok((rest, value)), Status::Ok) => {
            let (used, len) = ((row.bytes.len() - rest.len()) as i64, row.bytes.len() as i64);
            // An engine counts the padding of bytes also where the input lacks it.
            let ends = row.used.is_none_or(|engine| engine == used || engine > len && used == len);
            let holds =
                row.name.starts_with("deep/") || row.dump.as_ref().is_none_or(|dump| same(&value, dump));
            (!ends || !holds).then(|| format!("{} is {value:?}, {used} bytes", row.name))
        }
        (Ok((_, value)), _) => Some(format!("{} is accepted: {value:?}", row.name)),
        (Err(_), Status::Error) => None,
        (Err(error), _) => Some(format!("{} is refused: {:?}", row.name, error.code)),
    }
}

#[test]
fn minimal_odd_input_is_read_as_by_the_engines() {
    let rows: Vec<OddRow> = ODD.iter().flat_map(|table| odd(table)).filter(|row| !row.objects).collect();
    let differ: Vec<(&str, String)> = on_stack(16 << 20, || {
        rows.iter().filter_map(|row| Some((row.name.as_str(), difference(row)?))).collect()
    });
    let known = |name: &str| DIFFERENCES.iter().any(|(_, names)| matches(names, name));
    let wrong: Vec<_> = differ.iter().filter(|(name, _)| !known(name)).map(|(_, why)| &why[..]).collect();
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((rows.len(), differ.len()), (2940, 48));
}

/// Every cut of every value is refused, or lacks only the padding of bytes at its end.
#[test]
fn minimal_cut_values_are_refused() {
    let mut refused = 0;
    for row in VALUES.iter().flat_map(|table| values(table)).filter(|row| row.bytes.len() < 500) {
        for cut in 0..row.bytes.len() {
            match read(&row.bytes[..cut]) {
                Ok((rest, _)) => assert!(rest.is_empty() && row.bytes.len() - cut < 4, "{}: {cut}", row.name),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 10_000);
}

/// `n` arrays, each the only element of the one around it, and a Nil in the innermost.
fn nested(n: usize) -> Vec<u8> {
    [&[19, 0, 0, 0, 1, 0, 0, 0].repeat(n)[..], &[0; 4]].concat()
}

/// 1024 levels are read and written; one more is refused, and so are a million, on the same stack.
#[test]
fn minimal_nesting_has_the_limit_of_the_engine() {
    on_stack(16 << 20, || {
        let bytes = nested(1024);
        let (rest, value) = read(&bytes).unwrap();
        assert!(rest.is_empty());
        assert!(write(&value) == bytes);
        let deep = nested(1025);
        let error = read(&deep).unwrap_err();
        assert_eq!((error.input.len(), error.code), (4, ErrorKind::Verify));
        assert!(gen_simple(gen_variant(&Variant::Array(vec![value]), 0), Vec::new()).is_err());
        assert!(read(&nested(1_000_000)).is_err());
    });
}

/// Counts and lengths that the input cannot hold are refused, whatever the type.
#[test]
fn minimal_counts_are_not_trusted() {
    for id in [4, 15, 18, 19, 20, 21, 22, 23, 24, 25, 26] {
        for count in [0x7fff_ffff_u32, 0x8000_0000, 0xffff_ffff, 100] {
            let mut bytes = [u32::to_le_bytes(id), count.to_le_bytes()].concat();
            bytes.extend([0; 40]);
            let read = read(&bytes);
            let is_none = count == 0x8000_0000 && matches!(id, 15 | 18 | 19);
            assert_eq!(read.is_ok(), is_none || (id == 23 && count >> 31 == 1), "{id} {count:#x}: {read:?}");
        }
    }
}

/// The page is short, and stands alone.
#[test]
fn minimal_is_one_page_without_this_crate() {
    let text = include_str!("../../examples/minimal.rs");
    assert!(text.lines().count() <= 250);
    let code = text.lines().filter(|line| !line.starts_with("//!"));
    assert!(code.clone().count() > 200 && !code.clone().any(|line| line.contains("gamewire::")));
}
