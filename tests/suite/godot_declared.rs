//! Checks that elements that do not have the declared type of their container are found, and that Godot 4.6.3 writes none
//! (`values-*.tsv`). Wrong elements are written by hand in the tests.

use crate::support::tsv;
use gamewire::godot::{Decoder, Dialect, Kind, Variant, Vector2, Verdict};

/// `Array[int]` with one element: header with bit 16 for a builtin type, type id 2, count 1.
const HEAD: [u8; 12] = [28, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0];
const INT: [u8; 8] = [2, 0, 0, 0, 5, 0, 0, 0];
const VECTOR2: [u8; 12] = [5, 0, 0, 0, 0, 0, 128, 63, 0, 0, 0, 64];

fn ints(element: &[u8]) -> Vec<u8> {
    [&HEAD, element].concat()
}

#[test]
fn engines_write_what_they_declare() {
    let mut typed = 0;
    for (table, dialect) in [
        ("godot4/values-4.6.3.tsv", Dialect::GODOT_4),
        ("godot4/values-4.6.3-double.tsv", Dialect::GODOT_4.double()),
    ] {
        for row in tsv::values(table) {
            let decoder = Decoder::new(dialect).allow_objects(true).allow_trailing(true);
            let Ok(value) = decoder.parse(&row.bytes) else { continue };
            assert_eq!(value.check_declared(), Ok(()), "{table}: {value}");
            typed += usize::from(value.as_array().is_some_and(|array| array.element_type().is_some()));
        }
    }
    assert!(typed > 10, "only {typed} arrays were typed");
}

#[test]
fn a_verdict_names_the_element_that_is_of_another_type() {
    let decoder = Decoder::new(Dialect::GODOT_4);
    assert_eq!(decoder.verify(&ints(&INT)), Verdict::Identical);
    let Verdict::Differs { offset, why } = decoder.verify(&ints(&VECTOR2)) else { panic!("it differs") };
    assert_eq!(offset, 12);
    assert_eq!(why, "at $[0]: Vector2 in a container that is declared to hold int, which no engine writes");
    // Reading and writing are as lenient as the engine's reader.
    let bytes = ints(&VECTOR2);
    let value = decoder.parse(&bytes).unwrap();
    assert_eq!(Dialect::GODOT_4.encode(&value).unwrap(), bytes);
}

/// The head of an explanation says what `verify` says, and the row is the one of the element.
#[test]
fn an_explanation_marks_the_element_that_is_of_another_type() {
    let decoder = Decoder::new(Dialect::GODOT_4);
    assert!(decoder.explain(&ints(&INT)).text().starts_with("godot4, single precision: 20 bytes, canonical"));
    let bytes = ints(&VECTOR2);
    let text = decoder.explain(&bytes).text();
    assert!(text.starts_with("godot4, single precision: 24 bytes, lenient"), "{text}");
    // The mark is in the line after the row.
    let marked: Vec<&str> = text
        .lines()
        .zip(text.lines().skip(1))
        .filter_map(|(row, next)| next.contains("the engine writes other bytes").then_some(row))
        .collect();
    assert!(marked.len() == 1 && marked[0].contains("[0]: Vector2"), "{text}");
    let mut written = Vec::new();
    decoder.explainer(&bytes).write(&mut written).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), text);
    // A part of it that is elsewhere has no mark, and the same verdict.
    let elsewhere = decoder.explainer(&[&HEAD[..], &VECTOR2].concat()).limit(1).explain().text();
    assert!(elsewhere.contains("lenient"), "{elsewhere}");
}

#[test]
fn a_typed_container_accepts_its_declared_type() {
    let decoder = Decoder::new(Dialect::GODOT_4);
    let bytes = ints(&INT);
    let path = |text: &str| text.parse().unwrap();
    assert_eq!(decoder.set_path(&bytes, &path("$[0]"), &Variant::Int(5)).unwrap(), bytes);
    let vector = Variant::from(Vector2::new(1.0, 2.0));
    for (at, new) in [("$[0]", &vector), ("$[1]", &vector), ("$[0]", &Variant::Float(1.0))] {
        let error = decoder.set_path(&bytes, &path(at), new).unwrap_err();
        assert!(error.to_string().contains("expected int, as its container is declared"), "{error}");
        let mut value = decoder.parse(&bytes).unwrap();
        let error = value.set_path(&path(at), new.clone()).unwrap_err();
        assert!(error.to_string().contains("expected int, as its container is declared"), "{error}");
        assert_eq!(value, decoder.parse(&bytes).unwrap());
    }
    // Dictionary[String, int]: bits 16 and 18 for builtin types, ids 4 and 2, then {"a": 5}.
    let mut bytes =
        vec![27, 0, 5, 0, 4, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, b'a', 0, 0, 0];
    bytes.extend(INT);
    assert_eq!(decoder.verify(&bytes), Verdict::Identical);
    for (at, wanted) in [("$.a", "int"), ("$.b", "int"), ("$.key(0)", "String"), ("$[7]", "int")] {
        let error = decoder.set_path(&bytes, &path(at), &vector).unwrap_err();
        assert!(
            error.to_string().contains(&format!("expected {wanted}, as its container is declared")),
            "{at}: {error}"
        );
    }
    let error = decoder.set_path(&bytes, &path("$[7]"), &Variant::Int(1)).unwrap_err();
    assert!(error.to_string().contains("expected String, as its container is declared"), "{error}");
    assert!(decoder.set_path(&bytes, &path("$.b"), &Variant::Int(1)).is_ok());
}

#[test]
fn null_is_an_object_of_any_class() {
    use gamewire::godot::{Array, ElementType, Object};
    let nodes = |item: Variant| {
        Variant::from(Array::typed(ElementType::Class("Node".into()), vec![item])).check_declared()
    };
    assert_eq!(nodes(Variant::Nil), Ok(()));
    assert_eq!(nodes(Variant::Object(Object::Null)), Ok(()));
    assert_eq!(nodes(Variant::Object(Object::Id(7))), Ok(()));
    assert_eq!(nodes(5.into()).unwrap_err().found(), Kind::Int);
}
