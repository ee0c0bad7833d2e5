//! Checks our JSON with a live engine: `JSON.to_native`, then `var_to_bytes`, gives the bytes of the value.
//!
//! `GAMEWIRE_GODOT4` names the engine; `GAMEWIRE_LIVE_VALUES` how many values are tried, 10,000 by default.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::fixture_text;
use crate::support::tsv::unhex;
use gamewire::godot::generate::Values;
use gamewire::godot::{Array, Decoder, Dialect, Dictionary, NodePath, Packed, Rid, Text, Variant, json};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// Returns what the engine reads from each line, or `None` if it rejects the line.
fn through_engine(engine: &str, lines: &[String]) -> Vec<Option<Vec<u8>>> {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in"), folder.path().join("out"));
    std::fs::write(&input, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/live/json4.gd");
    let run = Command::new(engine)
        .args(["--headless", "-s"])
        .arg(script)
        .current_dir(&folder)
        .env("GAMEWIRE_IN", &input)
        .env("GAMEWIRE_OUT", &output)
        // It complains about every infinite number, and reads it all the same.
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .status();
    assert!(run.unwrap_or_else(|error| panic!("{engine}: {error}")).success(), "{engine} failed");
    let answers = std::fs::read(&output).unwrap();
    let mut rest = answers.as_slice();
    let mut frames = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk() {
        let length = u32::from_le_bytes(*length);
        rest = after;
        frames.push((length != u32::MAX).then(|| {
            let (bytes, after) = rest.split_at(length as usize);
            rest = after;
            bytes.to_vec()
        }));
    }
    frames
}

/// A double that the engine reads exactly: of few digits, so that its way through powers of ten rounds
/// nothing. Of others it is one unit in the last place off at times.
fn held(real: f64) -> f64 {
    if real.is_nan() {
        0.25
    } else if real.is_infinite() {
        real
    } else {
        (real % 1e9 * 8.0).trunc() / 8.0
    }
}

fn held_reals(wire: &[u8]) -> Vec<f32> {
    let real = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().unwrap());
    wire.chunks(4).map(real).map(|real| if real.is_nan() { 0.25 } else { real }).collect()
}

fn held_wire(wire: &[u8]) -> Vec<u8> {
    held_reals(wire).into_iter().flat_map(f32::to_le_bytes).collect()
}

/// The value without what the engine cannot hold in JSON: the table in `tests/live/README.md`.
fn holdable(value: Variant) -> Variant {
    match value {
        Variant::Float(real) => Variant::Float(held(real)),
        Variant::Rid(_) => Variant::Rid(Rid(0)),
        Variant::Signal(_) => Variant::Signal(Box::default()),
        Variant::String(text) => Variant::String(holdable_text(text)),
        Variant::StringName(text) => Variant::StringName(holdable_text(text)),
        Variant::NodePath(path) => {
            // Only paths that their text determines; a mark at the start of a name would be dropped.
            let path = NodePath::parse(&path.to_string().replace('\u{feff}', ""));
            Variant::NodePath(Box::new(path))
        }
        Variant::PackedInt64Array(array) => {
            Variant::PackedInt64Array(array.iter().map(|int| int >> 10).collect())
        }
        Variant::PackedFloat64Array(array) => Variant::PackedFloat64Array(array.iter().map(held).collect()),
        Variant::PackedStringArray(texts) => {
            Variant::PackedStringArray(texts.into_iter().map(holdable_text).collect())
        }
        Variant::Array(array) => {
            let element = array.element_type().cloned();
            let items = array.into_vec().into_iter().map(holdable).collect();
            Variant::Array(match element {
                Some(element) => Array::typed(element, items),
                None => Array::from(items),
            })
        }
        Variant::Dictionary(dictionary) => {
            let types = dictionary.entry_types().cloned();
            let pairs =
                dictionary.into_vec().into_iter().map(|(key, value)| (holdable(key), holdable(value)));
            Variant::Dictionary(match types {
                Some(types) => Dictionary::typed(types, pairs.collect()),
                None => Dictionary::from(pairs.collect::<Vec<_>>()),
            })
        }
        Variant::PackedFloat32Array(array) => Variant::PackedFloat32Array(wire_of(&array)),
        Variant::PackedVector2Array(array) => Variant::PackedVector2Array(wire_of(&array)),
        Variant::PackedVector3Array(array) => Variant::PackedVector3Array(wire_of(&array)),
        Variant::PackedVector4Array(array) => Variant::PackedVector4Array(wire_of(&array)),
        Variant::PackedColorArray(array) => Variant::PackedColorArray(wire_of(&array)),
        other => holdable_components(other),
    }
}

fn wire_of<T: gamewire::godot::PackedElement>(array: &Packed<T>) -> Packed<T> {
    Packed::try_from_wire(held_wire(array.as_wire())).unwrap()
}

/// The bytes of a value that consists of this many 32-bit floats: its header and the floats.
fn holdable_components(value: Variant) -> Variant {
    use gamewire::godot::Kind;
    let of_reals = [
        Kind::Vector2,
        Kind::Rect2,
        Kind::Vector3,
        Kind::Transform2D,
        Kind::Vector4,
        Kind::Plane,
        Kind::Quaternion,
        Kind::Aabb,
        Kind::Basis,
        Kind::Transform3D,
        Kind::Projection,
        Kind::Color,
    ];
    if !of_reals.contains(&value.kind()) {
        return value;
    }
    let mut bytes = Dialect::GODOT_4.encode(&value).unwrap();
    let components = held_wire(&bytes[4..]);
    bytes[4..].copy_from_slice(&components);
    Dialect::GODOT_4.parse(&bytes).unwrap()
}

fn holdable_text(text: Text) -> Text {
    let unmarked = text.as_str().unwrap().trim_start_matches('\u{feff}').replace('\0', "");
    Text::from(unmarked)
}

/// The value as the engine holds it: keys that are the same to it are one entry.
fn settled(value: &Variant) -> Variant {
    let dialect = Dialect::GODOT_4;
    dialect.parse(&dialect.encode(value).unwrap()).unwrap()
}

fn compare(engine: &str, values: &[Variant]) {
    let lines: Vec<String> = values.iter().map(json::to_string).collect();
    let answers = through_engine(engine, &lines);
    assert_eq!(answers.len(), values.len(), "the engine died at {:?}", lines.get(answers.len()));
    let mut differ = Vec::new();
    for ((value, line), answer) in values.iter().zip(&lines).zip(answers) {
        let bytes = Dialect::GODOT_4.encode(value).unwrap();
        if answer.as_ref() != Some(&bytes) {
            let back =
                answer.map(|answer| Dialect::GODOT_4.parse(&answer).map(|value| json::to_string(&value)));
            differ.push(format!("{line}\n  came back as {back:?}"));
        }
    }
    let few: Vec<_> = differ.iter().take(10).cloned().collect();
    assert!(differ.is_empty(), "{} of {} differ:\n{}", differ.len(), values.len(), few.join("\n"));
}

fn engine() -> Option<String> {
    let engine = std::env::var("GAMEWIRE_GODOT4").ok();
    if engine.is_none() {
        eprintln!("skipped: GAMEWIRE_GODOT4 names no engine");
    }
    engine
}

#[test]
fn any_value_round_trips_through_the_engine() {
    let Some(engine) = engine() else { return };
    let count = std::env::var("GAMEWIRE_LIVE_VALUES").map_or(10_000, |count| count.parse().unwrap());
    let strategy = Values::new(Dialect::GODOT_4).unchanged_by_engines(true).any();
    let mut runner = TestRunner::default();
    let any = || settled(&holdable(strategy.new_tree(&mut runner).unwrap().current()));
    let values: Vec<_> = std::iter::repeat_with(any).take(count).collect();
    compare(&engine, &values);
    eprintln!("{count} values came back from the engine");
}

#[test]
fn every_value_of_the_table_round_trips_through_the_engine() {
    let Some(engine) = engine() else { return };
    let table = fixture_text("godot4/values-4.6.3.tsv");
    let mut values = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        // Objects come back as other objects.
        if columns[3].contains("full") || columns[3].contains("id@") {
            continue;
        }
        let value = Decoder::new(Dialect::GODOT_4).parse(&unhex(columns[2])).unwrap();
        values.push(settled(&holdable(value)));
    }
    assert!(values.len() > 250, "{}", values.len());
    compare(&engine, &values);
}
