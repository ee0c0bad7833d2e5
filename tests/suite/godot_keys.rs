//! Checks that an error under a key of any type names a path that leads there, and that keys are equal as in the engines. The
//! values are built in the tests.

use crate::support::thread_time::thread_time;
use crate::support::tsv::unhex;
use crate::support::{SPAWNED, deep_decoder, deep_encoder, on_stack};
use gamewire::godot::{Decoder, Dialect, Dictionary, NodePath, Object, Variant, Vector2, Vector3, diff};
use gamewire::path::Path;

fn keys() -> [(Variant, &'static str); 12] {
    [
        ("text".into(), "$.text"),
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

fn under(key: &Variant, value: Variant) -> Variant {
    Variant::from(Dictionary::from(vec![(key.clone(), value)]))
}

#[test]
fn reading_fails_under_a_key() {
    for dialect in [Dialect::GODOT_2, Dialect::GODOT_3, Dialect::GODOT_4] {
        for (key, path) in keys() {
            // Godot 2 cannot write it.
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
        // It cannot write the key 1e300 itself either.
        assert_eq!(error.path().to_string(), if path == "$[1e300]" { "$.key(0)" } else { path });
    }
}

/// The value of a key that has parts is named by its position, with which it can be read.
#[test]
fn a_key_of_another_type_than_number_or_text() {
    let array = Variant::from(vec![Variant::Int(1), Variant::Int(2)]);
    let path = Variant::from(NodePath::parse("a/b:c"));
    for key in [array, path] {
        let mut bytes = Dialect::GODOT_4.encode(&under(&key, Variant::Nil)).unwrap();
        let shown = "$.value(0)";
        let view = Dialect::GODOT_4.view(&bytes).unwrap();
        assert!(view.view_path(&shown.parse().unwrap()).unwrap().is_nil());
        let end = bytes.len() - 4;
        bytes.splice(end.., 0x63_u32.to_le_bytes());
        assert_eq!(Dialect::GODOT_4.parse(&bytes).unwrap_err().path().to_string(), shown);
    }
}

/// `f8 7f` and so on: a NaN, one of other bits, and both zeros.
const NAN: f64 = f64::NAN;

fn other_nan() -> f64 {
    f64::from_bits(0xfff8_0000_0000_0001)
}

fn array(items: impl IntoIterator<Item = Variant>) -> Variant {
    Variant::Array(items.into_iter().collect())
}

fn dictionary(key: impl Into<Variant>, value: impl Into<Variant>) -> Variant {
    Variant::from(Dictionary::from(vec![(key.into(), value.into())]))
}

/// `{1: 1, 2: 2}`, in the order of the keys.
fn entries(keys: [i64; 2]) -> Variant {
    Variant::from(Dictionary::from(keys.map(|key| (key.into(), Variant::Int(key))).to_vec()))
}

/// Two keys, and how many entries they are in an engine: to Godot 3.2.3 and to Godot 4.6.3, where it was asked.
fn pairs() -> Vec<(Variant, Variant, Option<usize>, Option<usize>)> {
    let nan = Variant::Float;
    let vector = |x: f32| Variant::from(Vector2::new(x, 1.0));
    let floats = |x: f32| Variant::PackedFloat32Array(vec![x].into());
    let vectors = |x: f32| Variant::PackedVector2Array(vec![Vector2::new(x, 1.0)].into());
    let single = f32::from_bits(0xffc0_0001);
    let zeros = |count: usize, last: i64| array((1..count).map(|_| 0).chain([last]).map(Variant::Int));
    let marked = || Dialect::GODOT_4.parse(b"\x04\0\0\0\x06\0\0\0\xef\xbb\xbfkey\0\0").unwrap();
    vec![
        (nan(NAN), nan(other_nan()), Some(1), Some(1)),
        (array([nan(NAN)]), array([nan(NAN)]), Some(1), Some(2)),
        (array([array([nan(NAN)])]), array([array([nan(other_nan())])]), Some(1), Some(2)),
        (dictionary(nan(NAN), 0), dictionary(nan(NAN), 0), Some(2), Some(1)),
        (dictionary(0, nan(NAN)), dictionary(0, nan(NAN)), Some(2), Some(2)),
        (vector(f32::NAN), vector(single), Some(1), Some(1)),
        (array([vector(f32::NAN)]), array([vector(single)]), Some(1), Some(1)),
        (floats(f32::NAN), floats(f32::NAN), Some(2), Some(1)),
        (floats(1.0), floats(1.0), Some(1), Some(1)),
        (floats(0.0), floats(-0.0), Some(2), Some(1)),
        (array([floats(0.0)]), array([floats(-0.0)]), Some(2), None),
        (vectors(f32::NAN), vectors(single), Some(1), Some(1)),
        (vectors(0.0), vectors(-0.0), Some(1), Some(1)),
        (vector(0.0), vector(-0.0), Some(1), Some(1)),
        (nan(0.0), nan(-0.0), Some(1), Some(1)),
        (array([nan(0.0)]), array([nan(-0.0)]), Some(1), Some(1)),
        ("key".into(), marked(), Some(1), Some(1)),
        (array(["key".into()]), array([marked()]), Some(1), Some(1)),
        (zeros(5000, 0), zeros(5000, 0), Some(1), Some(1)),
        (zeros(5000, 0), zeros(5000, 1), Some(2), Some(2)),
        (1.into(), nan(1.0), Some(2), Some(2)),
        (array([1.into()]), array([nan(1.0)]), Some(2), Some(2)),
        (array([nan(1.5)]), array([nan(1.5)]), Some(1), Some(1)),
        (array([nan(1.5)]), array([nan(2.5)]), Some(2), Some(2)),
        (array([1.into()]), array([1.into(), 2.into()]), Some(2), Some(2)),
        (floats(1.0), floats(2.0), Some(2), Some(2)),
        (vectors(1.0), vectors(2.0), Some(2), Some(2)),
        (vector(1.0), vector(2.0), Some(2), Some(2)),
        (dictionary(1, 1), dictionary(1, 1), Some(2), Some(1)),
        (dictionary(1, 1), dictionary(1, 2), Some(2), Some(2)),
        (dictionary(1, 1), dictionary(2, 1), Some(2), Some(2)),
        (dictionary(0, nan(1.5)), dictionary(0, nan(1.5)), Some(2), Some(1)),
        (entries([1, 2]), entries([2, 1]), Some(2), Some(2)),
        (entries([1, 2]), dictionary(1, 1), Some(2), Some(2)),
        (Variant::Nil, Variant::Nil, Some(1), Some(1)),
        (true.into(), true.into(), Some(1), Some(1)),
    ]
}

/// Alone, among a few keys and among many.
#[test]
fn keys_are_equal_as_in_the_engine() {
    for (a, b, godot3, godot4) in pairs() {
        for (dialect, entries) in [(Dialect::GODOT_3, godot3), (Dialect::GODOT_4, godot4)] {
            let Some(entries) = entries else { continue };
            assert_eq!(dialect.same_key(&a, &b), entries == 1, "{dialect}: {a} and {b}");
            for others in [0, 5, 100] {
                let others = (0..others).map(|other| (Variant::from(format!("other {other}")), Variant::Nil));
                let mut all: Vec<_> = others.collect();
                let count = all.len() + entries;
                all.insert(all.len() / 2, (a.clone(), 1.into()));
                all.push((b.clone(), 2.into()));
                let bytes = dialect.encode(&Dictionary::from(all).into()).unwrap();
                let decoded = dialect.parse(&bytes).unwrap();
                let decoded = decoded.as_dictionary().unwrap();
                assert_eq!(decoded.len(), count, "{dialect}: {a} and {b} of {count}");
                let first = decoded.iter().find(|(key, _)| dialect.same_key(key, &a));
                let last =
                    if entries == 1 { Some(&Variant::Int(2)) } else { first.map(|_| &Variant::Int(1)) };
                assert_eq!(first.map(|(_, value)| value), last, "{dialect}: {a}");
            }
        }
    }
}

/// Keys without a payload, or with one of zeros only, beside many others: Godot 4.6.3 keeps 22 of these 24.
#[test]
fn keys_without_a_payload_are_distinguished() {
    use gamewire::godot::Rid;
    let (nil, rid) = (|| Variant::Nil, || Variant::from(Rid(0)));
    let keys = [nil(), rid(), nil(), rid()].into_iter().chain((0..20).map(Variant::Int));
    let pairs: Vec<_> = keys.enumerate().map(|(at, key)| (key, Variant::Int(at as i64))).collect();
    let bytes = Dialect::GODOT_4.encode(&Dictionary::from(pairs).into()).unwrap();
    let decoded = Dialect::GODOT_4.parse(&bytes).unwrap();
    let decoded = decoded.as_dictionary().unwrap();
    assert_eq!(decoded.len(), 22);
    assert_eq!(decoded.get_index(0), Some((&nil(), &Variant::Int(2))));
    assert_eq!(decoded.get_index(1), Some((&rid(), &Variant::Int(3))));
}

/// To Godot 2 a number that is none is a key of its own, wherever it is, and a dictionary is one as well; before 2.1.5 the
/// two zeros differ where they are keys themselves.
#[test]
fn keys_of_godot_2() {
    let vector = |x: f32| Variant::from(Vector2::new(x, 1.0));
    let number = Variant::Float;
    for (dialect, zeros) in [(Dialect::GODOT_2, false), (Dialect::GODOT_2_1_5, true)] {
        for (a, b, same) in [
            (number(NAN), number(NAN), false),
            (array([number(NAN)]), array([number(NAN)]), false),
            (vector(f32::NAN), vector(f32::NAN), false),
            (vector(1.0), vector(1.0), true),
            (vector(1.0), vector(2.0), false),
            (number(1.5), number(1.5), true),
            (number(0.0), number(-0.0), zeros),
            (array([1.into()]), array([1.into()]), true),
            (dictionary(1, 1), dictionary(1, 1), false),
            (array([dictionary(1, 1)]), array([dictionary(1, 1)]), false),
            ("a".into(), "a".into(), true),
            (Variant::Nil, Variant::Nil, true),
        ] {
            assert_eq!(dialect.same_key(&a, &b), same, "{dialect}: {a} and {b}");
        }
    }
}

/// Both arrays have eight zero bytes.
#[test]
fn arrays_of_different_lengths_are_different_keys() {
    let key = |json| gamewire::godot::json::from_str(json).unwrap();
    let (two, one): (Variant, Variant) = (
        key(r#"{"type":"PackedFloat32Array","args":[0.0,0.0]}"#),
        key(r#"{"type":"PackedFloat32Array","args":[0.0],"precision":"double"}"#),
    );
    for dialect in [Dialect::GODOT_3, Dialect::GODOT_3.double(), Dialect::GODOT_4] {
        assert!(!dialect.same_key(&two, &one), "{dialect}");
        assert!(!dialect.same_key(&array([two.clone()]), &array([one.clone()])), "{dialect}");
    }
}

/// A key of a map is equal only to keys that are the same.
#[test]
fn keys_of_a_map_differ() {
    use gamewire::godot::Key;
    assert_eq!(Key::new(1), Key::new(1));
    assert_ne!(Key::new(1), Key::new(2));
    assert_ne!(Key::new("a"), Key::new("b"));
}

/// The entries that an engine would lose, by their path.
#[test]
fn lost_entries_are_listed() {
    let value = Variant::from(Dictionary::from(vec![
        ("a".into(), 1.into()),
        (Variant::StringName("a".into()), 2.into()),
        ("b".into(), Dictionary::from(vec![(1.into(), 1.into()), (1.into(), 2.into())]).into()),
    ]));
    let lost: Vec<_> = Dialect::GODOT_4.lost_entries(&value).map(|path| path.to_string()).collect();
    assert_eq!(lost, ["$.key(0)", "$.b.key(0)"]);
}

/// Many keys that begin alike, and are all there twice: counted by Godot 3.2.3.
#[test]
fn many_large_keys_are_distinguished() {
    for dialect in [Dialect::GODOT_3, Dialect::GODOT_4] {
        let large = |number: i64| array((0..100).map(|_| 0).chain([number / 2]).map(Variant::Int));
        let small = |number: i64| array([number / 2, 0, 7].map(Variant::Int));
        for key in [&large as &dyn Fn(i64) -> Variant, &small] {
            let pairs: Vec<_> = (0..128).map(|number| (key(number), Variant::Int(number))).collect();
            let bytes = dialect.encode(&Dictionary::from(pairs).into()).unwrap();
            let decoded = dialect.parse(&bytes).unwrap();
            let values: Vec<_> =
                decoded.as_dictionary().unwrap().values().filter_map(Variant::as_i64).collect();
            assert_eq!(values, (0..64).map(|number| 2 * number + 1).collect::<Vec<_>>(), "{dialect}");
        }
        // Godot 3 keeps one of several keys that contain NaN, Godot 4 keeps all.
        let nans: Vec<_> =
            (0..64).map(|number| (array([Variant::Float(NAN)]), Variant::Int(number))).collect();
        let bytes = dialect.encode(&Dictionary::from(nans).into()).unwrap();
        let count = dialect.parse(&bytes).unwrap().as_dictionary().unwrap().len();
        assert_eq!(count, if dialect == Dialect::GODOT_3 { 1 } else { 64 });
    }
}

/// Keys inside of keys: all of the outer ones hold all of the inner ones, and begin alike.
#[test]
fn comparing_keys_takes_time_proportional_to_the_bytes() {
    let time_of = |levels| {
        let mut nested = array((0..20_000).map(Variant::Int));
        for level in 0..levels {
            // Fourteen keys: more than are compared one by one.
            let mut pairs: Vec<_> =
                (0..13).map(|other| (array([Variant::Int(other)]), Variant::Nil)).collect();
            pairs.push((array([nested]), Variant::Int(level)));
            nested = Variant::from(Dictionary::from(pairs));
        }
        let bytes = deep_encoder(Dialect::GODOT_4).encode(&nested).unwrap();
        let started = thread_time();
        assert!(deep_decoder(Dialect::GODOT_4).parse(&bytes).unwrap() == nested);
        thread_time() - started
    };
    let (flat, deep) = on_stack(SPAWNED, || (time_of(1), time_of(250)));
    assert!(deep < flat * 100, "{flat:?}, {deep:?}");
}

/// One key has a large array, and all begin alike.
#[test]
fn a_large_array_in_a_key_is_not_copied_for_each_other_key() {
    let time_of = |large: usize| {
        let floats = |at: u16| if at == 256 { vec![1.0; large] } else { vec![f32::from(at), 0.0] };
        let key = |at| {
            let nils = std::iter::repeat_n(Variant::Nil, 40);
            array(nils.chain([Variant::PackedFloat32Array(floats(at).into())]))
        };
        let pairs: Vec<_> = (0..512).map(|at| (key(at), Variant::Nil)).collect();
        let one = key(256);
        let bytes = Dialect::GODOT_4.encode(&Dictionary::from(pairs).into()).unwrap();
        let started = thread_time();
        let value = Dialect::GODOT_4.parse(&bytes).unwrap();
        let dictionary = value.as_dictionary().unwrap();
        assert_eq!((dictionary.len(), dictionary.get(&one)), (512, Some(&Variant::Nil)));
        thread_time() - started
    };
    let (small, large) = (time_of(3), time_of(50_000));
    assert!(large < small * 20, "{small:?}, {large:?}");
}

/// Fuzzing found these bytes: `{[NAN]: 1, [NAN]: 2}`, as Godot 4.6.3 writes it.
#[test]
fn an_engine_writes_a_nan_in_two_keys() {
    let key = "1c0000000100000003000100000000000000f87f";
    let hex = format!("1b00000002000000{key}0200000001000000{key}0200000002000000");
    let bytes = unhex(&hex);
    let value = Dialect::GODOT_4.parse(&bytes).unwrap();
    assert_eq!(value.as_dictionary().unwrap().len(), 2);
    assert_eq!(Dialect::GODOT_4.encode(&value).unwrap(), bytes);
}

/// One relation for all that a dictionary can do.
#[test]
fn a_key_that_is_there_keeps_its_type_and_place() {
    let name = || Variant::StringName("hp".into());
    let start = || Dictionary::from(vec![(name(), Variant::Int(1)), ("mp".into(), Variant::Int(5))]);
    let changed = r#"{&"hp": 2, "mp": 5}"#;

    let mut inserted = start();
    assert_eq!(inserted.insert("hp", 2), Some(Variant::Int(1)));
    let mut entered = start();
    *entered.entry("hp").or_insert(0) = Variant::Int(2);
    let mut extended = start();
    extended.extend([("hp", 2)]);
    let mut set = Variant::from(start());
    set.set_path(&"$.hp".parse().unwrap(), Variant::Int(2)).unwrap();
    let collected: Dictionary = [(name(), 1), ("mp".into(), 5), ("hp".into(), 2)].into_iter().collect();
    for dictionary in [inserted, entered, extended, collected] {
        assert_eq!(dictionary.to_string(), changed);
    }
    assert_eq!(set.to_string(), changed);

    let mut dictionary = start();
    assert_eq!(dictionary.get(&Variant::from("hp")), Some(&Variant::Int(1)));
    assert_eq!(dictionary.get(&name()), dictionary.get("hp"));
    assert_eq!(dictionary.remove(&Variant::from("hp")), Some(Variant::Int(1)));

    let bytes = Dialect::GODOT_4.encode(&start().into()).unwrap();
    let view = Dialect::GODOT_4.view(&bytes).unwrap();
    let found = view.as_dictionary().unwrap().get(&Variant::from("hp"));
    assert_eq!(found.and_then(|hp| hp.as_i64()), Some(1));
}

/// However a place is named, it is one path: in errors, in what is typed, in what is printed.
#[test]
fn a_path_has_one_form() {
    let path = |text: &str| text.parse::<Path>().unwrap();
    for (text, printed) in [
        ("$[\"gold\"]", "$.gold"),
        ("gold", "$.gold"),
        ("$[gold]", "$.gold"),
        ("$[\"odd key\"]", "$[\"odd key\"]"),
        ("$.odd key", "$[\"odd key\"]"),
        ("$[null]", "$[null]"),
        ("$[\"null\"]", "$.null"),
        ("$[5].x", "$[5].x"),
    ] {
        assert_eq!(path(text).to_string(), printed, "{text}");
        assert_eq!(path(text), path(printed), "{text}");
        let same = std::collections::HashSet::from([path(text), path(printed)]);
        assert_eq!(same.len(), 1, "{text}");
    }
    let long = "a key of more than forty characters, all of which are in the path";
    for (key, text) in keys()
        .into_iter()
        .chain([("odd key".into(), "$[\"odd key\"]"), (long.into(), "")])
        .collect::<Vec<_>>()
    {
        let expected = if text.is_empty() { path(&format!("$[\"{long}\"]")) } else { path(text) };
        let mut bytes = Dialect::GODOT_4.encode(&under(&key, Variant::Nil)).unwrap();
        let end = bytes.len() - 4;
        bytes.splice(end.., 0x63_u32.to_le_bytes());
        assert_eq!(*Dialect::GODOT_4.parse(&bytes).unwrap_err().path(), expected);
        // Godot 2 cannot write the key 1e300 itself.
        let expected = if text == "$[1e300]" { path("$.key(0)") } else { expected };
        let error = Dialect::GODOT_2.encode(&under(&key, Variant::Int(1 << 40))).unwrap_err();
        assert_eq!(*error.path(), expected);
    }
}

/// Characters that control a terminal are escapes in the path, and the path still leads to the key.
#[test]
fn a_path_shows_what_is_hidden_in_a_key() {
    let key = array(["a\u{1b}[2J\n~ $.gold: 1 -> 2\u{202e}\u{feff}".into()]);
    let (old, new) = (dictionary(key.clone(), 1), dictionary(key, 2));
    let difference = diff(&old, &new).next().unwrap();
    let printed = difference.path.to_string();
    assert_eq!(printed, r#"$[["a\u001b[2J\n~ $.gold: 1 -> 2\u202e\ufeff"]]"#);
    assert_eq!(printed.parse().as_ref(), Ok(&difference.path));
    assert_eq!(*old.get_path(&difference.path).unwrap(), Variant::Int(1));
}

#[test]
fn the_form_of_a_key_is_a_difference_of_the_key() {
    let lines = |old: &Variant, new: &Variant| -> Vec<String> {
        diff(old, new).map(|difference| difference.to_string()).collect()
    };
    let (text, name) = (dictionary("hp", 1), dictionary(Variant::StringName("hp".into()), 2));
    assert_eq!(lines(&text, &name), ["~ $.key(0): \"hp\" -> &\"hp\"", "~ $.hp: 1 -> 2"]);
    assert_eq!(lines(&dictionary(0.0, 1), &dictionary(-0.0, 1)), ["~ $.key(0): 0.0 -> -0.0"]);

    let nan = || array([Variant::Float(NAN)]);
    let twice = |last: i64| Variant::from(Dictionary::from(vec![(nan(), 1.into()), (nan(), last.into())]));
    assert_eq!(lines(&twice(2), &twice(2)), [""; 0]);
    assert_eq!(lines(&twice(2), &twice(3)), ["~ $.value(1): 2 -> 3"]);
}

/// An engine makes an object of its own for each one that it reads, so none is the same key as another. Null is.
#[test]
fn objects_are_keys_of_their_own() {
    for others in [0, 30] {
        let mut pairs: Vec<(Variant, Variant)> = vec![
            (Object::Id(7).into(), 1.into()),
            (Object::Null.into(), 2.into()),
            (Object::Id(7).into(), 3.into()),
            (Object::Null.into(), 4.into()),
        ];
        pairs.extend((0..others).map(|n| (Variant::Int(n), Variant::Nil)));
        for dialect in [Dialect::GODOT_3, Dialect::GODOT_4] {
            let bytes = dialect.encode(&Dictionary::from(pairs.clone()).into()).unwrap();
            let value = Decoder::new(dialect).allow_objects(true).parse(&bytes).unwrap();
            let read = value.as_dictionary().unwrap().as_slice();
            let mut expected = pairs.clone();
            expected[1].1 = 4.into();
            expected.remove(3);
            assert_eq!(read.len(), expected.len(), "{dialect}");
            for ((key, value), (expected_key, expected_value)) in read.iter().zip(&expected) {
                assert_eq!((key.to_string(), value), (expected_key.to_string(), expected_value), "{dialect}");
            }
        }
    }
}
