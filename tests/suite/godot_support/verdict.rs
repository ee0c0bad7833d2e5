//! The verdicts that `verify` must return for bytes that the dialect itself wrote.

use gamewire::godot::{Array, Decoder, Dictionary, EntryTypes, Object, Variant, Verdict};

/// Identical; but where an element or a key is not of its container's declared type, which this crate writes and an engine
/// would not, the first one is named. Godot 4.6.3 writes values of a dictionary unchanged, whatever their type.
#[track_caller]
pub fn assert_own(decoder: &Decoder, bytes: &[u8], value: &Variant) {
    match (without_types_of_values(value).check_declared(), decoder.verify(bytes)) {
        (Ok(()), verdict) => assert_eq!(verdict, Verdict::Identical, "{bytes:x?}"),
        (Err(error), Verdict::Differs { why, .. }) => {
            assert!(why.contains(&error.reason()), "{why}: {error}")
        }
        (Err(error), verdict) => panic!("{error}, and yet {verdict:?}"),
    }
}

/// The value with dictionaries that declare no types of their values.
fn without_types_of_values(value: &Variant) -> Variant {
    match value {
        Variant::Array(array) => {
            let items: Vec<_> = array.iter().map(without_types_of_values).collect();
            match array.element_type().cloned() {
                Some(declared) => Array::typed(declared, items).into(),
                None => Array::from(items).into(),
            }
        }
        Variant::Dictionary(dictionary) => {
            let pairs: Vec<_> = dictionary
                .iter()
                .map(|(key, value)| (without_types_of_values(key), without_types_of_values(value)))
                .collect();
            match dictionary.entry_types().and_then(|types| types.key.clone()) {
                Some(key) => Dictionary::typed(EntryTypes { key: Some(key), value: None }, pairs).into(),
                None => Dictionary::from(pairs).into(),
            }
        }
        Variant::Object(Object::Full(data)) => {
            let mut data = (**data).clone();
            for (_, property) in &mut data.properties {
                *property = without_types_of_values(property);
            }
            data.into()
        }
        leaf => leaf.clone(),
    }
}
