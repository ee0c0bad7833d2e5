//! Any value is read back from its bytes with the same bits; any bytes give a value or an error.
#![cfg(feature = "minecraft")]

use std::borrow::Cow;

use crate::minecraft_support::type_of;
use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, Numbers, OptNbt, Tag};
use gamewire::minecraft::{
    Angle, Chat, Dust, FixedPoint, Identifier, ItemStack, Metadata, MetadataEntry, MetadataValue, Particle,
    ParticleData, Position, Protocol, Slot, TypeExpr, Uuid, Value, Wire,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn java_str() -> impl Strategy<Value = JavaStr<'static>> {
    prop_oneof![
        ".{0,12}".prop_map(JavaStr::from),
        vec(any::<u16>(), 0..6).prop_map(|units| JavaStr::from_units(&units).into_owned()),
    ]
}

fn f32_bits() -> impl Strategy<Value = f32> {
    any::<u32>().prop_map(f32::from_bits)
}

fn f64_bits() -> impl Strategy<Value = f64> {
    any::<u64>().prop_map(f64::from_bits)
}

fn leaf() -> impl Strategy<Value = Tag<'static>> {
    prop_oneof![
        any::<i8>().prop_map(Tag::Byte),
        any::<i16>().prop_map(Tag::Short),
        any::<i32>().prop_map(Tag::Int),
        any::<i64>().prop_map(Tag::Long),
        f32_bits().prop_map(Tag::Float),
        f64_bits().prop_map(Tag::Double),
        vec(any::<i8>(), 0..9).prop_map(|x| Tag::ByteArray(x.into())),
        java_str().prop_map(Tag::String),
        vec(any::<i32>(), 0..5).prop_map(|x| Tag::IntArray(x.into())),
        vec(any::<i64>(), 0..5).prop_map(|x| Tag::LongArray(x.into())),
    ]
}

fn leaf_list() -> impl Strategy<Value = List<'static>> {
    prop_oneof![
        Just(List::End),
        vec(any::<i8>(), 0..5).prop_map(|x| List::Byte(x.into())),
        vec(any::<i16>(), 0..5).prop_map(|x| List::Short(x.into())),
        vec(any::<i32>(), 0..5).prop_map(|x| List::Int(x.into())),
        vec(any::<i64>(), 0..5).prop_map(|x| List::Long(x.into())),
        vec(f32_bits(), 0..5).prop_map(|x| List::Float(x.into())),
        vec(f64_bits(), 0..5).prop_map(|x| List::Double(x.into())),
        vec(java_str(), 0..4).prop_map(|x| List::String(x.into())),
        vec(vec(any::<i8>(), 0..3).prop_map(Numbers::from), 0..4).prop_map(|x| List::ByteArray(x.into())),
        vec(vec(any::<i32>(), 0..3).prop_map(Numbers::from), 0..4).prop_map(|x| List::IntArray(x.into())),
        vec(vec(any::<i64>(), 0..3).prop_map(Numbers::from), 0..4).prop_map(|x| List::LongArray(x.into())),
    ]
}

fn compound() -> impl Strategy<Value = Compound<'static>> {
    let leaves = prop_oneof![leaf(), leaf_list().prop_map(Tag::List)];
    let tag = leaves.prop_recursive(4, 24, 5, |inner| {
        let compound = vec((java_str(), inner), 0..5).prop_map(Compound::from).boxed();
        prop_oneof![
            compound.clone().prop_map(Tag::Compound),
            vec(compound, 0..4).prop_map(|x| Tag::List(List::Compound(x.into()))),
            vec(leaf_list(), 0..4).prop_map(|x| Tag::List(List::List(x.into()))),
        ]
    });
    vec((java_str(), tag), 0..6).prop_map(Compound::from)
}

fn nbt() -> impl Strategy<Value = Option<Nbt<'static>>> {
    prop::option::of((java_str(), compound()).prop_map(|(name, root)| Nbt { name, root }))
}

fn slot() -> impl Strategy<Value = Slot<'static>> {
    let item = (any::<i32>(), any::<i8>(), nbt()).prop_map(|(id, count, nbt)| ItemStack { id, count, nbt });
    prop::option::of(item).prop_map(Slot)
}

fn particle() -> impl Strategy<Value = Particle<'static>> {
    let bare = (0..58_i32).prop_filter("has data", |id| ![3, 14, 23, 32].contains(id));
    prop_oneof![
        bare.prop_map(|id| Particle { id, data: ParticleData::None }),
        (prop::sample::select(vec![3, 23]), any::<i32>())
            .prop_map(|(id, state)| Particle { id, data: ParticleData::BlockState(state) }),
        (f32_bits(), f32_bits(), f32_bits(), f32_bits()).prop_map(|(red, green, blue, scale)| Particle {
            id: 14,
            data: ParticleData::Dust(Box::new(Dust { red, green, blue, scale }))
        }),
        slot().prop_map(|slot| Particle { id: 32, data: ParticleData::Item(slot.0.map(Box::new)) }),
    ]
}

fn position() -> impl Strategy<Value = Position> {
    let xz = -33_554_432..=33_554_431_i32;
    (xz.clone(), -2048..=2047_i32, xz).prop_map(|(x, y, z)| Position { x, y, z })
}

fn text() -> impl Strategy<Value = Cow<'static, str>> {
    ".{0,20}".prop_map(Cow::Owned)
}

fn metadata_value() -> impl Strategy<Value = MetadataValue<'static>> {
    use MetadataValue as V;
    prop_oneof![
        any::<i8>().prop_map(V::Byte),
        any::<i32>().prop_map(V::VarInt),
        f32_bits().prop_map(V::Float),
        text().prop_map(|x| V::String(x.into())),
        text().prop_map(|x| V::Chat(Chat::new(x))),
        prop::option::of(text().prop_map(Chat::new)).prop_map(|x| V::OptChat(x.map(Box::new))),
        slot().prop_map(|x| V::Slot(x.0.map(Box::new))),
        any::<bool>().prop_map(V::Boolean),
        (f32_bits(), f32_bits(), f32_bits()).prop_map(|(x, y, z)| V::Rotation([x, y, z])),
        position().prop_map(V::Position),
        prop::option::of(position()).prop_map(V::OptPosition),
        (0..6_i32).prop_map(V::Direction),
        prop::option::of(any::<u128>().prop_map(Uuid::from_u128)).prop_map(|x| V::OptUuid(x.map(Box::new))),
        prop::option::of(any::<i32>().prop_filter("air", |x| *x != 0)).prop_map(V::OptBlockId),
        nbt().prop_map(|x| V::Nbt(x.map(Box::new))),
        particle().prop_map(V::Particle),
        (any::<i32>(), any::<i32>(), any::<i32>()).prop_map(|(kind, profession, level)| V::VillagerData {
            kind,
            profession,
            level
        }),
        prop::option::of(any::<i32>().prop_filter("-1", |x| *x != -1)).prop_map(V::OptVarInt),
        (0..7_i32).prop_map(V::Pose),
    ]
}

fn metadata() -> impl Strategy<Value = Metadata<'static>> {
    let entry = (0..255_u8, metadata_value()).prop_map(|(index, value)| MetadataEntry { index, value });
    vec(entry, 0..6).prop_map(|x| Metadata(x.into()))
}

/// A type and a value of it.
fn typed() -> impl Strategy<Value = (String, Value<'static>)> {
    fn of(
        name: &'static str,
        value: impl Strategy<Value = Value<'static>> + 'static,
    ) -> BoxedStrategy<(String, Value<'static>)> {
        value.prop_map(move |value| (name.to_string(), value)).boxed()
    }
    let leaf = prop::strategy::Union::new([
        of("bool", any::<bool>().prop_map(Value::Bool)),
        of("i8", any::<i8>().prop_map(Value::I8)),
        of("u8", any::<u8>().prop_map(Value::U8)),
        of("i16", any::<i16>().prop_map(Value::I16)),
        of("u16", any::<u16>().prop_map(Value::U16)),
        of("i32", any::<i32>().prop_map(Value::I32)),
        of("i64", any::<i64>().prop_map(Value::I64)),
        of("f32", f32_bits().prop_map(Value::F32)),
        of("f64", f64_bits().prop_map(Value::F64)),
        of("varint", any::<i32>().prop_map(Value::VarInt)),
        of("varlong", any::<i64>().prop_map(Value::VarLong)),
        of("string(40)", text().prop_map(|x| Value::String(x.into()))),
        of("chat", text().prop_map(|x| Value::Chat(Chat::new(x)))),
        of(
            "identifier",
            "([a-z0-9_.-]{0,8}:)?[a-z0-9_./-]{0,8}"
                .prop_map(|x| Value::Identifier(Identifier::new(x).unwrap())),
        ),
        of("position", position().prop_map(Value::Position)),
        of("angle", any::<u8>().prop_map(|x| Value::Angle(Angle(x)))),
        of("uuid", any::<u128>().prop_map(|x| Value::Uuid(Uuid::from_u128(x)))),
        of("nbt", nbt().prop_map(|x| Value::Nbt(x.map(Box::new)))),
        of("mutf8", java_str().prop_map(Value::Mutf8)),
        of("slot", slot().prop_map(|x| Value::Slot(x.0.map(Box::new)))),
        of("particle", particle().prop_map(Value::Particle)),
        of("metadata", metadata().prop_map(Value::Metadata)),
        of("enum(i8;a=-2|b|c=7)", prop::sample::select(vec![-2, -1, 7]).prop_map(Value::Enum)),
        of("bytes(varint)", vec(any::<u8>(), 0..9).prop_map(|x| Value::Bytes(x.into()))),
        of("bytes(3)", vec(any::<u8>(), 3).prop_map(|x| Value::Bytes(x.into()))),
        of(
            "fixed(i32,5)",
            any::<i32>().prop_map(|x| Value::Fixed(FixedPoint { raw: x.into(), fraction_bits: 5 })),
        ),
        of("fixed(i64,60)", any::<i64>().prop_map(|raw| Value::Fixed(FixedPoint { raw, fraction_bits: 60 }))),
    ]);
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), any::<bool>()).prop_map(|((expr, value), there)| {
                (format!("option({expr})"), Value::Option(there.then(|| value.into())))
            }),
            (inner.clone(), 0..4_usize).prop_map(|((expr, value), count)| {
                (format!("array(varint,{expr})"), Value::Array(vec![value; count].into()))
            }),
            (inner, 1..4_usize).prop_map(|((expr, value), count)| {
                (format!("array({count},{expr})"), Value::Array(vec![value; count].into()))
            }),
        ]
    })
}

/// Values by their bits: floats in the debug text are distinguished more strictly than by `==`, but not NaNs.
fn encoded(expr: &TypeExpr, value: &Value<'_>) -> Vec<u8> {
    expr.encode(Protocol::V1_14, value).unwrap_or_else(|error| panic!("{expr}: {error}: {value:?}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn values_come_back_by_their_bits((expr, value) in typed()) {
        let expr = type_of(&expr);
        let bytes = encoded(&expr, &value);
        let read = expr.parse(Protocol::V1_14, &bytes).unwrap();
        prop_assert_eq!(&encoded(&expr, &read), &bytes);
        prop_assert_eq!(format!("{:?}", &read), format!("{:?}", &value));
        let owned = read.into_owned();
        prop_assert_eq!(&encoded(&expr, &owned), &bytes);
        // With something after it, exactly the value is taken.
        let more = [bytes.as_slice(), b"more"].concat();
        let (_, rest) = expr.parse_prefix(Protocol::V1_14, &more).unwrap();
        prop_assert_eq!(rest, b"more");
        let error = expr.parse(Protocol::V1_14, &more).unwrap_err();
        prop_assert_eq!((error.kind().code(), error.offset()), ("trailing", bytes.len()));
    }

    #[test]
    fn the_large_types_come_back(metadata in metadata(), nbt in nbt().prop_map(OptNbt), slot in slot(), particle in particle()) {
        fn back<'a, X: Wire<'a> + std::fmt::Debug>(value: &X, bytes: &'a [u8]) {
            let read = Protocol::V1_14.parse::<X>(bytes).unwrap();
            assert_eq!(format!("{read:?}"), format!("{value:?}"));
            assert_eq!(Protocol::V1_14.encode(&read).unwrap(), bytes);
        }
        let p = Protocol::V1_14;
        let all = (p.encode(&metadata), p.encode(&nbt), p.encode(&slot), p.encode(&particle));
        back(&metadata, &all.0.unwrap());
        back(&nbt, &all.1.unwrap());
        back(&slot, &all.2.unwrap());
        back(&particle, &all.3.unwrap());
    }

    #[test]
    fn every_prefix_is_incomplete((expr, value) in typed(), cut in any::<prop::sample::Index>()) {
        let expr = type_of(&expr);
        let bytes = encoded(&expr, &value);
        if !bytes.is_empty() {
            let end = cut.index(bytes.len());
            let error = expr.parse(Protocol::V1_14, &bytes[..end]).unwrap_err();
            prop_assert!(error.missing().is_some_and(|missing| missing <= bytes.len() - end), "{}", error);
        }
    }

    #[test]
    fn rows_tile_whatever_is_read((expr, value) in typed(), wrong in any::<(prop::sample::Index, u8)>()) {
        let expr = type_of(&expr);
        let mut bytes = encoded(&expr, &value);
        for attempt in 0..2 {
            let explanation = expr.explain(Protocol::V1_14, &bytes);
            let mut end = 0;
            for row in explanation.rows() {
                prop_assert_eq!(row.start, end, "{}", explanation.text());
                end += row.len;
            }
            prop_assert_eq!(end, bytes.len(), "{}", explanation.text());
            prop_assert!(attempt > 0 || explanation.error().is_none());
            if !bytes.is_empty() {
                let at = wrong.0.index(bytes.len());
                bytes[at] = wrong.1;
            }
        }
    }

    #[test]
    fn any_bytes_give_a_value_or_an_error(
        (expr, _) in typed(),
        bytes in vec(prop_oneof![any::<u8>(), 0..13_u8, Just(0xff)], 0..60),
    ) {
        let expr = type_of(&expr);
        for protocol in [Protocol::V1_14, Protocol::V1_13, Protocol::V1_15.lenient_booleans(true).lossy_text(true)] {
            match expr.parse_prefix(protocol, &bytes) {
                // What was read can be written, and reads the same again.
                Ok((value, _)) => {
                    let again = expr.encode(protocol, &value).unwrap();
                    let read = expr.parse(protocol, &again).unwrap();
                    prop_assert_eq!(format!("{:?}", read), format!("{:?}", value));
                }
                Err(error) => prop_assert!(error.offset() <= bytes.len()),
            }
        }
    }

    #[test]
    fn any_bytes_behind_a_root_are_harmless(bytes in vec(prop_oneof![any::<u8>(), 0..13_u8, Just(0)], 0..200)) {
        let bytes = [b"\x0a\0\0".as_slice(), &bytes].concat();
        if let Ok((nbt, rest)) = Protocol::V1_14.parse_prefix::<OptNbt>(&bytes) {
            let read = &bytes[..bytes.len() - rest.len()];
            prop_assert_eq!(Protocol::V1_14.encode(&nbt).unwrap(), read, "NBT keeps all it reads");
        }
    }

    #[test]
    fn varints_are_exactly_as_long_as_they_need_be(x in any::<i32>(), y in any::<i64>(), shift in 0..64_u32) {
        let (x, y) = (x >> (shift % 32), y >> shift);
        let groups = |bits: u64| (1..10).find(|n| bits < 1 << (7 * n)).unwrap_or(10);
        let bytes = encoded(&type_of("varint"), &Value::VarInt(x));
        prop_assert_eq!(bytes.len(), groups(x.cast_unsigned().into()));
        let bytes = encoded(&type_of("varlong"), &Value::VarLong(y));
        prop_assert_eq!(bytes.len(), groups(y.cast_unsigned()));
    }
}

#[cfg(feature = "json")]
mod json {
    use super::*;
    use gamewire::minecraft::json::{from_str as from_json, to_string as to_json};

    #[test]
    fn options_inside_each_other_stay_apart() {
        let expr = type_of("option(option(option(bool)))");
        for bytes in [&[0][..], &[1, 0], &[1, 1, 0], &[1, 1, 1, 0], &[1, 1, 1, 1]] {
            let value = expr.parse(Protocol::V1_14, bytes).unwrap();
            let read = from_json(&expr, &to_json(&expr, Protocol::V1_14, &value)).unwrap();
            assert_eq!(encoded(&expr, &read), bytes);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

        #[test]
        fn json_restores_the_bytes((expr, value) in typed()) {
            let expr = type_of(&expr);
            let bytes = encoded(&expr, &value);
            let text = to_json(&expr, Protocol::V1_14, &value);
            let read = from_json(&expr, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
            prop_assert_eq!(encoded(&expr, &read), bytes, "{}", text);
            prop_assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{}", text);
        }

        #[test]
        fn any_text_gives_a_value_or_an_error((expr, value) in typed(), at in any::<prop::sample::Index>(), with in "[\\[\\]{}\",:0-9nul-]{0,3}") {
            let expr = type_of(&expr);
            let mut text = to_json(&expr, Protocol::V1_14, &value);
            let at = at.index(text.len());
            if text.is_char_boundary(at) {
                text.insert_str(at, &with);
            }
            let _ = from_json(&expr, &text).map_err(|error| error.to_string());
        }
    }
}
