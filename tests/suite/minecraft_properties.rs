//! Checks that any value is read back from its bytes with the same bits, and that any bytes give a value or an error. proptest
//! generates both.
#![cfg(feature = "proptest")]

use crate::minecraft_support::type_of;
use crate::support::positions::config;
use gamewire::minecraft::generate::Values;
use gamewire::minecraft::nbt::{Compound, List, Nbt, NbtView, OptNbt, Tag};
use gamewire::minecraft::{
    Cases, IntType, Label, Length, Metadata, NbtForm, Particle, Protocol, Selector, Slot, TypeExpr, Value,
    Wire, diff,
};
use gamewire::path::{Difference, Path};
use proptest::collection::vec;
use proptest::prelude::*;

/// A type and a value of it: every type, and lists and options of them.
fn typed() -> impl Strategy<Value = (TypeExpr, Value)> {
    let names = "bool i8 u8 i16 u16 i32 i64 f32 f64 varint varlong string(40) chat identifier position angle uuid nbt mutf8 \
                 slot particle metadata enum(i8;a=-2|b|c=7) bytes(varint) bytes(3) fixed(i32,5) fixed(i64,60)";
    let leaf = prop::sample::select(names.split(' ').collect::<Vec<_>>());
    let counted = |of| TypeExpr::Array(Length::Prefixed(IntType::VarInt), Box::new(of));
    let expr = leaf.prop_map(type_of).prop_recursive(3, 12, 3, move |inner| {
        prop_oneof![
            inner.clone().prop_map(|of| TypeExpr::Option(Box::new(of))),
            inner.clone().prop_map(counted),
            (inner.clone(), 1..4_u32)
                .prop_map(|(of, count)| TypeExpr::Array(Length::Known(count), Box::new(of))),
            vec(inner.clone(), 1..4).prop_map(|fields| {
                let fields = fields.into_iter().enumerate().map(|(at, of)| (format!("f{at}"), of));
                TypeExpr::Struct(fields.collect())
            }),
            [inner.clone(), inner.clone()].prop_map(|[a, b]| {
                let cases = |cases: Vec<(Option<i64>, TypeExpr)>| {
                    let label = |(label, of): (Option<i64>, _)| (label.map(Label::from), of);
                    Cases::new(&TypeExpr::Int(IntType::I16), cases.into_iter().map(label).collect())
                };
                let nothing = || TypeExpr::Struct(Vec::new());
                let all = vec![(Some(0), b), (Some(1), nothing()), (Some(3), TypeExpr::Int(IntType::I8))];
                let part = Selector { part: Some(2), ..Selector::default() };
                fields([
                    ("f", TypeExpr::Int(IntType::I16)),
                    ("a", TypeExpr::Switch(part, cases(vec![(Some(1), a.clone()), (None, nothing())]))),
                    ("b", TypeExpr::Switch(Selector::default(), cases(all))),
                    (
                        "c",
                        TypeExpr::Switch(Selector::default(), cases(vec![(Some(3), a), (None, nothing())])),
                    ),
                ])
            }),
            [inner.clone(), inner].prop_map(move |[a, b]| {
                let (kind, text) = (type_of("enum(i8;a|b|c)"), type_of("string(9)"));
                let switch = |field, up, of: &TypeExpr, label: &'static str, case, other| {
                    let cases = vec![(Some(Label::from(label)), case), (None, other)];
                    TypeExpr::Switch(Selector { field, up, part: None }, Cases::new(of, cases))
                };
                let of_kind = switch(0, 1, &kind, "a", a.clone(), b);
                let of_text = switch(1, 0, &text, "on", a, TypeExpr::Int(IntType::I8));
                fields([("k", kind), ("s", text), ("o", counted(fields([("i", of_kind)]))), ("x", of_text)])
            }),
        ]
    });
    expr.prop_flat_map(|expr| {
        let values = Values::new(Protocol::V1_14).of_type(&expr);
        values.prop_map(move |value| (expr.clone(), value))
    })
}

fn fields<const N: usize>(fields: [(&str, TypeExpr); N]) -> TypeExpr {
    TypeExpr::Struct(fields.map(|(name, of)| (name.to_owned(), of)).into())
}

/// Values by their bits: floats in the debug text are distinguished more strictly than by `==`, but not NaNs.
fn encoded(expr: &TypeExpr, value: &Value) -> Vec<u8> {
    expr.encode(Protocol::V1_14, value).unwrap_or_else(|error| panic!("{expr}: {error}: {value:?}"))
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn values_come_back_by_their_bits((expr, value) in typed()) {
        let bytes = encoded(&expr, &value);
        let read = expr.parse(Protocol::V1_14, &bytes).unwrap();
        prop_assert_eq!(&encoded(&expr, &read), &bytes);
        prop_assert_eq!(format!("{:?}", &read), format!("{:?}", &value));
        // With something after it, exactly the value is taken.
        let more = [bytes.as_slice(), b"more"].concat();
        let (_, rest) = expr.parse_prefix(Protocol::V1_14, &more).unwrap();
        prop_assert_eq!(rest, b"more");
        let error = expr.parse(Protocol::V1_14, &more).unwrap_err();
        prop_assert_eq!((error.kind().code(), error.offset()), ("trailing", bytes.len()));
    }

    #[test]
    fn the_large_types_come_back(metadata in any::<Metadata>(), nbt in any::<OptNbt>(), slot in any::<Slot>(), particle in any::<Particle>()) {
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
        let bytes = encoded(&expr, &value);
        if !bytes.is_empty() {
            let end = cut.index(bytes.len());
            let error = expr.parse(Protocol::V1_14, &bytes[..end]).unwrap_err();
            prop_assert!(error.missing().is_some_and(|missing| missing <= bytes.len() - end), "{}", error);
        }
    }

    #[test]
    fn rows_tile_whatever_is_read((expr, value) in typed(), wrong in any::<(prop::sample::Index, u8)>()) {
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
        for protocol in [Protocol::V1_14, Protocol::V1_13, Protocol::V1_15.allow_lenient_booleans(true).allow_lossy_text(true)] {
            match expr.parse_prefix(protocol, &bytes) {
                // A value that was read can be written, and is read back unchanged.
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
        #![proptest_config(config(400))]

        #[test]
        fn json_restores_the_bytes((expr, value) in typed()) {
                let bytes = encoded(&expr, &value);
            let text = to_json(&expr, Protocol::V1_14, &value);
            let read = from_json(&expr, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
            prop_assert_eq!(encoded(&expr, &read), bytes, "{}", text);
            prop_assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{}", text);
        }

        #[test]
        fn any_text_gives_a_value_or_an_error((expr, value) in typed(), at in any::<prop::sample::Index>(), with in "[\\[\\]{}\",:0-9nul-]{0,3}") {
                let mut text = to_json(&expr, Protocol::V1_14, &value);
            let at = at.index(text.len());
            if text.is_char_boundary(at) {
                text.insert_str(at, &with);
            }
            let _ = from_json(&expr, &text).map_err(|error| error.to_string());
        }
    }
}

/// Each protocol can encode what it is said to encode, and reads it back to the same bytes.
#[test]
fn values_of_every_protocol_come_back() {
    use proptest::test_runner::TestRunner;
    let types = ["nbt", "slot", "metadata", "particle", "chat", "position", "string(3)", "option(mutf8)"];
    for (name, protocol) in Protocol::NAMED {
        for protocol in [*protocol, protocol.nameless_nbt(true), protocol.chat_limit(7)] {
            let config = ProptestConfig { source_file: Some(file!()), ..config(40) };
            for expr in types.map(type_of) {
                let tried =
                    TestRunner::new(config.clone()).run(&Values::new(protocol).of_type(&expr), |value| {
                        let bytes =
                            expr.encode(protocol, &value).map_err(|e| TestCaseError::fail(e.to_string()))?;
                        let read =
                            expr.parse(protocol, &bytes).map_err(|e| TestCaseError::fail(e.to_string()))?;
                        prop_assert_eq!(&expr.encode(protocol, &read).unwrap(), &bytes);
                        Ok(())
                    });
                if let Err(failure) = tried {
                    panic!("{name} {expr}: {failure}");
                }
            }
        }
    }
}

/// Two roots that share parts, in the same form or in two.
fn alike(form: NbtForm) -> impl Strategy<Value = [Nbt; 2]> {
    let values = Values::new(Protocol::V1_14.with_nbt_form(form));
    let parts = (vec(values.compound(), 3..8), vec(values.tag(), 4));
    (parts, 0..8_usize, 0..8_usize).prop_map(|((mut items, tags), removed, added)| {
        let root = |items: &[Compound], order: [usize; 3]| {
            let list = Tag::List(List::Compound(items.to_vec().into()));
            let entries = [("a", tags[0].clone()), ("list", list), ("b", tags[1].clone())];
            let inner = Compound::from_iter(order.map(|at| entries[at].clone()));
            Nbt::unnamed(Compound::from_iter([
                ("inner", Tag::Compound(inner)),
                ("c", tags[order[0]].clone()),
            ]))
        };
        let old = root(&items, [0, 1, 2]);
        let new = items.remove(removed % items.len());
        let at = added % (items.len() + 1);
        items.insert(at, if added % 2 == 0 { new } else { Compound::from_iter([("new", tags[3].clone())]) });
        [old, root(&items, if removed % 2 == 0 { [0, 1, 2] } else { [2, 0, 1] })]
    })
}

proptest! {
    #![proptest_config(config(256))]

    /// Views open what has over 64 bytes in this build.
    #[test]
    fn views_differ_as_trees_do(
        (pair, forms) in prop::sample::select(NbtForm::ALL.to_vec()).prop_flat_map(|form| {
            (alike(form), prop::sample::select(vec![[form, form], [form, NbtForm::BigEndian]]))
        })
    ) {
        let protocols = forms.map(|form| Protocol::V1_14.with_nbt_form(form));
        let bytes = [0, 1].map(|at| protocols[at].encode(&OptNbt(Some(pair[at].clone()))));
        prop_assume!(bytes.iter().all(Result::is_ok));
        let bytes = bytes.map(Result::unwrap);
        let trees = [0, 1].map(|at| protocols[at].parse::<Nbt>(&bytes[at]).unwrap());
        let by_trees: Vec<_> = diff(&trees[0], &trees[1]).collect();
        let views = [0, 1].map(|at| protocols[at].parse::<NbtView<'_>>(&bytes[at]).unwrap());
        let mut by_views = Vec::new();
        let each = |path: &Path, change| {
            by_views.push(Difference { path: path.clone(), change });
            Ok::<_, std::convert::Infallible>(())
        };
        views[0].diff_each(&views[1], each).unwrap();
        // The values are compared as text, in which NaN equals itself.
        prop_assert_eq!(format!("{by_views:?}"), format!("{by_trees:?}"));
        // Canonical bytes have nothing else to keep.
        let new = protocols[0].encode(&trees[1]);
        prop_assert_eq!(protocols[0].set_value(&bytes[0], &trees[1]).ok(), new.ok());
    }
}
