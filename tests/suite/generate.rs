//! Checks that the values generated for property tests and fuzzers can be encoded in their dialect, and that all types occur. The
//! generators make the values; no bytes are stored.
#![cfg(feature = "arbitrary")]

use std::collections::HashSet;

use crate::support::positions::exhaustive;
use arbitrary::Unstructured;
use gamewire::godot::generate::Values;
use gamewire::godot::{Decoder, Dialect, Kind, Variant};

/// Bytes that look random, the same in every run.
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    };
    std::iter::repeat_with(next).take(60).flatten().collect()
}

fn kinds(value: &Variant, seen: &mut HashSet<Kind>) {
    seen.insert(value.kind());
    if let Some(array) = value.as_array() {
        array.iter().for_each(|item| kinds(item, seen));
    } else if let Some(dictionary) = value.as_dictionary() {
        dictionary.iter().for_each(|(key, value)| {
            kinds(key, seen);
            kinds(value, seen);
        });
    } else if let Some(object) = value.as_object() {
        object.properties.iter().for_each(|(_, value)| kinds(value, seen));
    }
}

#[test]
fn values_made_of_bytes_are_values_of_the_dialect() {
    for &dialect in Dialect::ALL {
        let mut seen = HashSet::new();
        for seed in 0..if exhaustive() { 1500 } else { 500 } {
            let values = Values::new(dialect).objects(seed % 2 == 0).unchanged_by_engines(seed % 3 == 0);
            let value = values.arbitrary(&mut Unstructured::new(&bytes(seed))).unwrap();
            let wire = dialect.encode(&value).unwrap_or_else(|error| panic!("{dialect}: {error}: {value}"));
            let decoder = Decoder::new(dialect).allow_objects(true).keep_duplicates(true);
            let read = decoder.parse(&wire).unwrap_or_else(|error| panic!("{dialect}: {error}: {value}"));
            assert_eq!(dialect.encode(&read).unwrap(), wire, "{dialect}: {value}");
            kinds(&value, &mut seen);
        }
        let all: HashSet<Kind> =
            Kind::ALL.iter().copied().filter(|kind| dialect.id(*kind).is_some()).collect();
        let missing: Vec<_> = all.difference(&seen).collect();
        assert!(missing.is_empty(), "{dialect}: {missing:?}");
    }
    // No bytes make a value, too. The default is that of the crate's root.
    assert!(Values::default().arbitrary(&mut Unstructured::new(&[])).is_ok());
}

#[test]
fn values_without_a_dialect_are_of_godot_3() {
    for seed in 0..100 {
        let value: Variant = Unstructured::new(&bytes(seed)).arbitrary().unwrap();
        assert!(gamewire::encode_variant(&value).is_ok(), "{value}");
    }
}

#[cfg(feature = "minecraft")]
#[test]
fn nbt_made_of_bytes_is_nbt_of_the_protocol() {
    use gamewire::minecraft::Protocol;
    use gamewire::minecraft::generate::Values;
    use gamewire::minecraft::nbt::OptNbt;
    for (name, protocol) in Protocol::NAMED {
        for protocol in [*protocol, protocol.nameless_nbt(true)] {
            for seed in 0..500 {
                let nbt = Values::new(protocol).arbitrary_nbt(&mut Unstructured::new(&bytes(seed))).unwrap();
                let wire = protocol.encode(&nbt).unwrap_or_else(|error| panic!("{name}: {error}: {nbt:?}"));
                assert_eq!(protocol.encode(&protocol.parse::<OptNbt>(&wire).unwrap()).unwrap(), wire);
            }
        }
    }
}

#[test]
fn values_without_nan_are_equal_to_themselves() {
    let mut with = 0;
    for &dialect in Dialect::ALL {
        for seed in 0..300 {
            let make = |nan| {
                let values = Values::new(dialect).objects(true).nan(nan);
                values.arbitrary(&mut Unstructured::new(&bytes(seed))).unwrap()
            };
            let (any, without) = (make(true), make(false));
            assert!(any.same_bits(&any) && without.same_bits(&without), "{any}");
            assert_eq!(without, without.clone(), "{dialect}");
            with += usize::from(!any.same_bits(&without));
        }
    }
    assert!(with > 50, "{with}");
}
