//! Checks that a value that a reader of the dialect would read as another value is not written: encoding fails, and the error has
//! the path. The values are built in the tests.

use gamewire::EncodeErrorKind;
use gamewire::godot::{
    Array, Decoder, Dialect, Dictionary, ElementType, EntryTypes, Kind, NodePath, ObjectData, Text, Variant,
    convert,
};

/// Bytes that are no text: to Godot 3 a wrong lead byte, to Godot 2 and 3.0 nothing at all.
fn odd_text(bytes: &[u8]) -> Text {
    Text::from_non_utf8_bytes(bytes.to_vec())
}

/// Everywhere that text can be.
fn with_text(text: &Text) -> Vec<(&'static str, Variant)> {
    let path = NodePath { names: vec![text.clone()], ..NodePath::default() };
    let object = |class: Text, name: Text| ObjectData { class, properties: vec![(name, Variant::Nil)] };
    vec![
        ("$", Variant::from(text.clone())),
        ("$", Variant::from(path)),
        ("$[0]", Variant::from(vec![text.clone()])),
        ("$", Variant::from(object(text.clone(), "a".into()))),
        ("$", Variant::from(object("A".into(), text.clone()))),
    ]
}

#[test]
fn text_that_its_own_dialect_refuses_or_loses() {
    for bytes in [&b"\xae"[..], b"\xae\xae\xae\xae\x08\x0c", b"\xff", b"\xc0\x80", b"a\xe2\x82"] {
        for &dialect in Dialect::ALL {
            for (path, value) in with_text(&odd_text(bytes)) {
                match dialect.encode(&value) {
                    // A value that is written is read back unchanged.
                    Ok(written) => {
                        let read = Decoder::new(dialect).allow_objects(true).parse(&written).unwrap();
                        assert_eq!(read, value, "{bytes:x?} in {dialect}");
                    }
                    Err(error) => {
                        let kind = error.kind();
                        let told = matches!(
                            kind,
                            EncodeErrorKind::NotExpressible { .. } | EncodeErrorKind::NotInDialect { .. }
                        );
                        assert!(told, "{error}");
                        assert!(error.path().to_string().starts_with(path), "{error}");
                    }
                }
            }
        }
    }
    let error = Dialect::GODOT_3.encode(&odd_text(b"\xae").into()).unwrap_err();
    assert_eq!(error.to_string(), "at $: the engine reads these bytes as other text, or as none");
    assert!(Dialect::GODOT_2.encode(&odd_text(b"\xae\xae\xae\xae\x08\x0c").into()).is_err());
}

#[test]
fn an_element_type_that_means_none() {
    let nil = || ElementType::Builtin(Kind::Nil);
    let array = Variant::from(Array::typed(nil(), vec![]));
    let error = Dialect::GODOT_4.encode(&array).unwrap_err();
    assert_eq!(error.to_string(), "at $: an element type of Nil is read as none");
    let types = EntryTypes { key: Some(nil()), value: Some(ElementType::Builtin(Kind::Int)) };
    assert!(Dialect::GODOT_4.encode(&Dictionary::typed(types, vec![]).into()).is_err());

    // Conversion drops the declaration, and reports that.
    let converted = convert(array, Dialect::GODOT_4, Dialect::GODOT_4).unwrap();
    assert_eq!(converted.value, Variant::from(Array::new()));
    assert_eq!(converted.report.changes().len(), 1);
}
