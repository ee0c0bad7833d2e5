//! Checks that the values generated for property tests and fuzzers can be encoded in their dialect, and that all types occur. The
//! generators make the values; no bytes are stored.
#![cfg(feature = "arbitrary")]

use std::collections::HashSet;

use crate::support::positions::{config, exhaustive, share};
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
        for seed in 0..if exhaustive() { 1500 } else { 300 } {
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

#[test]
fn nbt_made_of_bytes_is_nbt_of_the_protocol() {
    use gamewire::minecraft::Protocol;
    use gamewire::minecraft::generate::Values;
    use gamewire::minecraft::nbt::OptNbt;
    for (name, protocol) in Protocol::NAMED {
        for protocol in [*protocol, protocol.nameless_nbt(true)] {
            for seed in 0..if exhaustive() { 500 } else { 100 } {
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
        for seed in 0..if exhaustive() { 300 } else { 100 } {
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
    assert!(with > 15, "{with}");
}

/// Takes 2,000 values of a strategy.
#[cfg(feature = "proptest")]
fn taken<T>(strategy: impl proptest::strategy::Strategy<Value = T>, mut see: impl FnMut(T)) {
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::{TestRng, TestRunner};

    let numbers = TestRng::deterministic_rng(config(1).rng_algorithm);
    let mut runner = TestRunner::new_with_rng(config(1), numbers);
    for _ in 0..2000 {
        see(strategy.new_tree(&mut runner).unwrap().current());
    }
}

#[cfg(feature = "proptest")]
#[test]
fn strategies_reach_every_type_and_special_floats_and_texts() {
    for &dialect in share(Dialect::ALL, 1) {
        let (mut seen, mut typed, mut nan, mut negative_zero, mut long, mut non_utf8) =
            (HashSet::new(), [0; 2], 0, 0, 0, 0);
        taken(Values::new(dialect).objects(true).any(), |value| {
            kinds(&value, &mut seen);
            for part in value.walk() {
                typed[0] += usize::from(part.as_array().is_some_and(|array| array.element_type().is_some()));
                typed[1] += usize::from(part.as_dictionary().is_some_and(|of| of.entry_types().is_some()));
                if let Variant::Float(float) = part {
                    nan += usize::from(float.is_nan());
                    negative_zero += usize::from(float.to_bits() == (-0.0_f64).to_bits());
                }
                let text = part.as_text();
                long += usize::from(text.is_some_and(|text| text.len() > 64));
                non_utf8 += usize::from(text.is_some_and(|text| text.as_str().is_none()));
            }
        });
        let all = Kind::ALL.iter().filter(|kind| dialect.id(**kind).is_some()).count();
        assert_eq!(seen.len(), all, "{dialect}");
        assert_eq!(non_utf8 > 5, dialect.table() != gamewire::godot::Table::Godot4, "{dialect}: {non_utf8}");
        assert!(
            nan > 5 && negative_zero > 1 && long > 5,
            "{dialect}: {nan} {negative_zero} {long} {typed:?}"
        );
    }
}

#[cfg(feature = "proptest")]
#[test]
fn strategies_reach_every_tag_list_and_metadata_type() {
    use gamewire::minecraft::generate::Values;
    use gamewire::minecraft::nbt::Tag;

    let (mut tags, mut lists) = (HashSet::new(), HashSet::new());
    taken(Values::default().tag(), |tag| {
        for part in tag.walk() {
            tags.insert(part.id());
        }
        if let Tag::List(list) = &tag {
            lists.insert(list.element_type());
        }
    });
    assert_eq!((tags.len(), lists.len()), (12, 13), "{tags:?} {lists:?}");
    let mut metadata = HashSet::new();
    taken(Values::default().metadata(), |of| {
        metadata.extend(of.iter().map(|entry| entry.value.metadata_type()))
    });
    assert_eq!(metadata.len(), 19);
}
