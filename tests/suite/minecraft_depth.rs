//! Checks that 512 levels are read, written and handled, and that 513 are refused; on a stack of 2 MiB without optimization 200, and
//! there more are an error. The values are built in the tests.

use crate::support::{SPAWNED, deep_protocol, on_stack};
use gamewire::minecraft::nbt::{Compound, List, Nbt, OptNbt, Tag};
use gamewire::minecraft::{Length, Protocol, TypeExpr, Value};

/// A root with compounds inside each other: the innermost is at `depth`.
fn compounds(depth: usize) -> Vec<u8> {
    [b"\x0a\0\0".as_slice(), &b"\x0a\0\x01n".repeat(depth), &vec![0; depth + 1]].concat()
}

/// A root with a list of lists, the innermost at `depth`, empty.
fn lists(depth: usize) -> Vec<u8> {
    [b"\x0a\0\0\x09\0\x01l".as_slice(), &b"\x09\0\0\0\x01".repeat(depth - 1), b"\0\0\0\0\0", b"\0"].concat()
}

/// A list of compounds that hold lists of compounds: two levels at a time.
fn mixed(depth: usize) -> Vec<u8> {
    assert!(depth.is_multiple_of(2));
    [b"\x0a\0\0".as_slice(), &b"\x09\0\x01l\x0a\0\0\0\x01".repeat(depth / 2), &vec![0; depth / 2 + 1]]
        .concat()
}

/// A list of lists that is the root, in the form of files of the Bedrock edition; the innermost is empty, at `depth`.
fn list_root(depth: usize) -> Vec<u8> {
    [b"\x09\0\0".as_slice(), &b"\x09\x01\0\0\0".repeat(depth), b"\0\0\0\0\0"].concat()
}

/// Compounds in lists: two levels at a time.
fn mixed_list_root(depth: usize) -> Vec<u8> {
    assert!(depth.is_multiple_of(2));
    let level = b"\x0a\x01\0\0\0\x09\x01\0l".repeat(depth / 2);
    [b"\x09\0\0".as_slice(), &level, b"\0\0\0\0\0", &vec![0; depth / 2]].concat()
}

fn survive(bytes: Vec<u8>) {
    survive_as(Protocol::V1_14, bytes);
}

fn survive_as(p: Protocol, bytes: Vec<u8>) {
    let p = deep_protocol(p);
    on_stack(SPAWNED, move || {
        let nbt: OptNbt = p.parse(&bytes).unwrap();
        assert_eq!(p.encode(&nbt).unwrap(), bytes);
        let copy = nbt.clone();
        assert!(copy == nbt);
        assert!(format!("{copy:?}").len() > 512);
        // Indented no further than some levels: in proportion to the depth, not to its square.
        let pretty = format!("{copy:#?}").len();
        assert!((512 * 10..512 * 1000).contains(&pretty), "{pretty}");
        drop(copy);
        let explanation = p.explain::<OptNbt>(&bytes);
        assert!(explanation.error().is_none());
        assert!(explanation.text().len() > bytes.len());
        // The path to a failure at the bottom.
        let cut = &bytes[..bytes.len() / 2];
        assert!(p.parse::<OptNbt>(cut).unwrap_err().is_incomplete());
        json(p, &bytes);
    });
}

fn json(p: Protocol, bytes: &[u8]) {
    use gamewire::minecraft::json::{from_str as from_json, to_string as to_json};
    let expr = TypeExpr::Nbt;
    let value = expr.parse(p, bytes).unwrap();
    let text = to_json(&expr, p, &value);
    let again = from_json(&expr, &text).unwrap();
    assert_eq!(expr.encode(p, &again).unwrap(), bytes);
}

#[test]
fn depth_512_survives() {
    survive(compounds(512));
    survive(lists(512));
    survive(mixed(512));
    survive_as(Protocol::BEDROCK, list_root(512));
    survive_as(Protocol::BEDROCK, mixed_list_root(512));
}

/// With the default limits, on the stack that threads have.
#[test]
fn two_mebibytes_are_enough() {
    let levels = if cfg!(debug_assertions) { 200 } else { 512 };
    let inputs = [
        (Protocol::V1_14, compounds as fn(usize) -> Vec<u8>),
        (Protocol::V1_14, lists),
        (Protocol::V1_14, mixed),
        (Protocol::BEDROCK, list_root),
        (Protocol::BEDROCK, mixed_list_root),
    ];
    for (p, nested) in inputs {
        on_stack(2 << 20, || {
            let bytes = nested(levels);
            let nbt: OptNbt = p.parse(&bytes).unwrap();
            assert_eq!(p.encode(&nbt).unwrap(), bytes);
            p.check::<OptNbt>(&bytes).unwrap();
            let explanation = p.explain::<OptNbt>(&bytes);
            assert!(explanation.error().is_none(), "{:?}", explanation.error());
            if p == Protocol::V1_14 {
                let view: gamewire::minecraft::nbt::OptNbtView<'_> = p.parse(&bytes).unwrap();
                assert_eq!(p.encode(&view).unwrap(), bytes);
            }
            // Without optimization it may be the stack that ends it, but never the process.
            for levels in [514, 1_000, 100_000] {
                let bytes = nested(levels);
                let code = |error: gamewire::DecodeError| error.kind().code();
                let codes = [
                    code(p.parse::<OptNbt>(&bytes).unwrap_err()),
                    code(p.check::<OptNbt>(&bytes).unwrap_err()),
                    code(p.explain::<OptNbt>(&bytes).error().unwrap().clone()),
                ];
                let expected: &[&str] =
                    if cfg!(debug_assertions) { &["nbt_depth", "stack"] } else { &["nbt_depth"] };
                assert!(codes.iter().all(|code| expected.contains(code)), "{levels}: {codes:?}");
            }
        });
    }
    on_stack(2 << 20, || {
        let deep = |levels: usize| {
            Nbt::unnamed((0..levels).fold(Compound::new(), |inner, _| Compound::from_iter([("n", inner)])))
        };
        assert!(Protocol::V1_14.encode(&deep(levels)).is_ok());
        assert!(Protocol::V1_14.encode(&deep(100_000)).is_err());
    });
}

#[test]
fn depth_513_is_refused_when_read() {
    on_stack(SPAWNED, || {
        let [java, bedrock] = [Protocol::V1_14, Protocol::BEDROCK].map(deep_protocol);
        for (bytes, offset) in [(compounds(513), 3 + 4 * 512), (lists(513), 7 + 5 * 512)] {
            let error = java.parse::<OptNbt>(&bytes).unwrap_err();
            assert_eq!(error.kind().code(), "nbt_depth");
            assert_eq!(error.offset(), offset);
        }
        let error = bedrock.parse::<OptNbt>(&list_root(513)).unwrap_err();
        assert_eq!((error.kind().code(), error.offset()), ("nbt_depth", 3 + 5 * 513));
        let error = bedrock.parse::<OptNbt>(&list_root(100_000)).unwrap_err();
        assert_eq!(error.kind().code(), "nbt_depth");
        let error = java.parse::<OptNbt>(&mixed(514)).unwrap_err();
        assert_eq!(error.kind().code(), "nbt_depth");
        // However deep the input is, the stack is not what ends it.
        let error = java.parse::<OptNbt>(&lists(100_000)).unwrap_err();
        assert_eq!(error.kind().code(), "nbt_depth");
    });
}

#[test]
fn depth_513_is_refused_when_written() {
    on_stack(SPAWNED, || {
        let [java, bedrock] = [Protocol::V1_14, Protocol::BEDROCK].map(deep_protocol);
        let mut compound = Compound::new();
        let mut list = List::End;
        for level in 1..=513 {
            compound = Compound::from_iter([("n", compound)]);
            list = if level == 1 { List::End } else { List::List([list].into()) };
            let lists = Compound::from_iter([("l", list)]);
            for root in [&compound, &lists] {
                let nbt = Nbt::unnamed(root.clone());
                assert_eq!(java.encode(&nbt).is_ok(), level <= 512, "{level}");
            }
            // The root itself is at level 0.
            let root = Nbt::unnamed(lists.get("l").unwrap().clone());
            assert_eq!(bedrock.encode(&root).is_ok(), level <= 513, "{level}");
            list = match lists.into_iter().next() {
                Some((_, Tag::List(list))) => list,
                other => panic!("{other:?}"),
            };
        }
    });
}

#[test]
fn a_list_with_the_greatest_count_is_refused_in_ten_bytes() {
    // Every element type, with 2^31-1 announced and nothing there: refused by the count alone.
    for id in 1..=12 {
        let bytes = [b"\x0a\0\0\x09\0\0".as_slice(), &[id], b"\x7f\xff\xff\xff"].concat();
        let error = Protocol::V1_14.parse::<OptNbt>(&bytes).unwrap_err();
        assert_eq!((error.kind().code(), error.offset()), ("eof", 7));
    }
}

/// A hundred thousand levels, of every kind that there is: no stack would do.
#[test]
fn deep_values_of_programs_are_dropped() {
    const DEEP: usize = 100_000;
    on_stack(1 << 20, || {
        let compounds = (0..DEEP).fold(Compound::new(), |inner, _| Compound::from_iter([("n", inner)]));
        drop(Nbt::unnamed(compounds));
        let lists = (0..DEEP).fold(List::End, |inner, _| List::List([inner].into()));
        drop(Tag::List(lists));
        let mixed = (0..DEEP).fold(Compound::new(), |inner, at| {
            let list = List::Compound([Compound::new(), inner].into());
            let list = if at % 2 == 0 { list } else { List::List([List::End, list].into()) };
            Compound::from_iter([("a", Tag::Byte(1)), ("n", Tag::List(list))])
        });
        drop(Tag::Compound(mixed));
        let kinds: [fn(Value) -> Value; 3] = [
            |inner| Value::Option(Some(inner.into())),
            |inner| Value::Array([inner].into()),
            |inner| Value::Struct([Value::Bool(true), inner, Value::Option(None)].into()),
        ];
        for kind in kinds {
            drop((0..DEEP).fold(Value::U8(7), |inner, _| kind(inner)));
        }
        drop((0..DEEP).fold(Value::U8(7), |inner, at| kinds[at % 3](inner)));
        let types = (0..DEEP).fold(TypeExpr::Bool, |inner, at| match at % 4 {
            0 => TypeExpr::Option(inner.into()),
            1 => TypeExpr::Optional(inner.into()),
            2 => TypeExpr::Array(Length::Known(1), inner.into()),
            _ => TypeExpr::Struct(vec![("flag".into(), TypeExpr::Bool), ("inner".into(), inner)]),
        });
        drop(types);
    });
}
