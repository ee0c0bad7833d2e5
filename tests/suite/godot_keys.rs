//! Errors name the keys that they are under so that the same path leads there, whatever type the keys have.

use gamewire::godot::{Dialect, Dictionary, Kind, NodePath, Variant, Vector2, Vector3};
use gamewire::path::Path;

fn keys() -> [(Variant<'static>, &'static str); 12] {
    [
        ("text".into(), "$[\"text\"]"),
        ("".into(), "$[\"\"]"),
        (Variant::Int(5), "$[5]"),
        (Variant::Int(-5), "$[-5]"),
        (Variant::Float(1.5), "$[1.5]"),
        (Variant::Float(2.0), "$[2.0]"),
        // 32 bits on the wire, and as many digits as it takes to name the value.
        (Variant::Float(0.100_000_001_490_116_12), "$[0.10000000149011612]"),
        (Variant::Float(1e300), "$[1e300]"),
        (Variant::Bool(true), "$[true]"),
        (Vector2::new(1.5, 2.0).into(), "$[Vector2(1.5, 2)]"),
        (Vector3::new(0.1, 0.0, -3.0).into(), "$[Vector3(0.1, 0, -3)]"),
        (Variant::Nil, "$[null]"),
    ]
}

fn under(key: &Variant<'static>, value: Variant<'static>) -> Variant<'static> {
    Variant::from(Dictionary::from(vec![(key.clone(), value)]))
}

#[test]
fn reading_fails_under_a_key() {
    for dialect in [Dialect::GODOT_2, Dialect::GODOT_3, Dialect::GODOT_4] {
        for (key, path) in keys() {
            // To Godot 2 this is infinity.
            if dialect == Dialect::GODOT_2 && key == Variant::Float(1e300) {
                continue;
            }
            let mut bytes = dialect.encode(&under(&key, Variant::Nil)).unwrap();
            // The value is the last word: a type that there is not.
            let end = bytes.len() - 4;
            bytes.splice(end.., 0x63_u32.to_le_bytes());
            let error = dialect.parse(&bytes).unwrap_err();
            assert_eq!(error.path().to_string(), path, "{dialect}");
        }
    }
}

#[test]
fn the_path_of_an_error_leads_there() {
    for (key, path) in keys() {
        let value = under(&key, Variant::Int(7));
        let path: Path = path.parse().unwrap();
        assert_eq!(*value.get_path(&path).unwrap(), Variant::Int(7), "{path}");
    }
}

#[test]
fn writing_fails_under_a_key() {
    for (key, path) in keys() {
        // Godot 2 has no int of more than 32 bits.
        let error = Dialect::GODOT_2.encode(&under(&key, Variant::Int(1 << 40))).unwrap_err();
        assert_eq!(error.path().to_string(), path);
    }
}

/// A key that holds others is named by its type: what is in it is no key.
#[test]
fn a_key_that_is_no_number_and_no_text() {
    let array = Variant::from(vec![Variant::Int(1), Variant::Int(2)]);
    let path = Variant::from(NodePath::parse("a/b:c").into_owned());
    for (key, shown) in [(array, "$[Array]"), (path, "$[NodePath]")] {
        let mut bytes = Dialect::GODOT_4.encode(&under(&key, Variant::Nil)).unwrap();
        let end = bytes.len() - 4;
        bytes.splice(end.., 0x63_u32.to_le_bytes());
        assert_eq!(Dialect::GODOT_4.parse(&bytes).unwrap_err().path().to_string(), shown);
    }
    assert_eq!(Kind::Array.name(), "Array");
}
