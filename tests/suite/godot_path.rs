//! Checks paths in values and in bytes, over all values that engines wrote and all odd bytes that they read (`values-*.tsv`,
//! `malformed-*.tsv`, `mutations-*.tsv`).

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::godot_support::bits::same;
use crate::support::path;
use crate::support::positions::{least, share};
use crate::support::thread_time::thread_time;
use crate::support::{tsv, with_stack};
use gamewire::godot::{
    Array, Color, Decoder, Dialect, Dictionary, Double, ElementType, Kind, Object, Packed, Quaternion,
    Variant, VariantView, Vector2, Vector3, Vector4,
};
use gamewire::path::{Path, Segment};

#[test]
fn bytes_without_padding_at_the_end_get_another() {
    let bytes = [29, 0, 0, 0, 1, 0, 0, 0, 7];
    let decoder = Decoder::new(Dialect::GODOT_4);
    let changed = decoder.set_path(&bytes, &path("$[1]"), &Variant::Int(8)).unwrap();
    assert_eq!(decoder.parse(&changed).unwrap().as_bytes(), Some(&[7, 8][..]));
    assert_eq!(changed[..10], [29, 0, 0, 0, 2, 0, 0, 0, 7, 8]);
}

/// A part that is read, and set to what was read, keeps its bytes: a 32-bit signalling NaN is read as a quiet one.
#[test]
fn a_part_that_is_set_to_what_was_read_keeps_its_bits() {
    let signalling = f32::from_bits(0x7f80_0001);
    let one = Variant::from(Quaternion { x: 1.0, y: 2.0, z: 3.0, w: signalling });
    let many = Variant::from(Packed::from(vec![signalling, 1.0]));
    for (value, at) in [(one, "$.w"), (many, "$[0]")] {
        let path = path(at);
        let bytes = Dialect::GODOT_4.encode(&value).unwrap();
        let read = value.get_path(&path).unwrap().into_owned();
        let mut set = value.clone();
        set.set_path(&path, read.clone()).unwrap();
        assert_eq!(Dialect::GODOT_4.encode(&set).unwrap(), bytes, "{path}");
        assert_eq!(Decoder::new(Dialect::GODOT_4).set_path(&bytes, &path, &read).unwrap(), bytes, "{path}");
    }
}

#[test]
fn a_typed_array_is_filled_as_declared() {
    let value = Variant::Array(Array::typed(ElementType::Builtin(Kind::Int), vec![Variant::Int(5)]));
    let path = path("$[0]");
    let bytes = Dialect::GODOT_4.encode(&value).unwrap();
    assert!(Decoder::new(Dialect::GODOT_4).set_path(&bytes, &path, &Variant::Nil).is_err());
    let mut set = value;
    assert!(set.set_path(&path, Variant::Nil).is_err());
    assert_eq!(set.set_path(&path, Variant::Int(6)).unwrap(), Some(Variant::Int(5)));
}

/// Records the place of each value in the bytes, by walking through views in order.
fn places(whole: &[u8], view: VariantView<'_>, at: &Path, found: &mut Vec<(Path, usize, usize)>) {
    let start = view.as_wire().as_ptr() as usize - whole.as_ptr() as usize;
    found.push((at.clone(), start, view.as_wire().len()));
    let mut inner = at.clone();
    let mut within = |segment: Segment, view: VariantView<'_>, found: &mut Vec<_>| {
        inner.push(segment);
        places(whole, view, &inner, found);
        inner.pop();
    };
    if let Some(array) = view.as_array() {
        for (index, item) in array.iter().enumerate() {
            within(Segment::Index(index), item, found);
        }
    } else if let Some(dictionary) = view.as_dictionary() {
        let entries: Vec<_> = dictionary.entries().collect();
        for (number, (key, value)) in entries.iter().enumerate() {
            let key = key.to_variant();
            let text = |key: &Variant| key.as_text().map(|text| text.to_string_lossy().into_owned());
            let again = entries[number + 1..].iter().any(|(other, _)| {
                let other = other.to_variant();
                same(&other, &key) || text(&other).is_some() && text(&other) == text(&key)
            });
            let step = match &key {
                _ if again => continue,
                Variant::String(text) | Variant::StringName(text) if text.as_str().is_some() => {
                    Segment::text(text.as_str().unwrap())
                }
                Variant::Int(number) => Segment::Literal(number.to_string()),
                _ => continue,
            };
            within(step, *value, found);
        }
    } else if let Some(object) = view.as_object() {
        let properties: Vec<_> = object.properties().collect();
        for (number, (name, value)) in properties.iter().enumerate() {
            if !properties[number + 1..].iter().any(|(other, _)| other == name) {
                within(Segment::text(name.as_str().unwrap()), *value, found);
            }
        }
    }
}

fn numbers(value: &Variant) -> Vec<&'static (String, Path)> {
    if matches!(value.kind(), Kind::Array | Kind::Dictionary | Kind::Object) {
        return Vec::new(); // What is inside is a value by itself.
    }
    /// Components, with and without a place in an array.
    static PATHS: LazyLock<Vec<(String, Path)>> = LazyLock::new(|| {
        let names = NAMES.map(|name| format!(".{name}"));
        (0..3).map(|index| format!("[{index}]")).chain(names).map(|at| (at.clone(), path(&at))).collect()
    });
    const NAMES: [&str; 16] = [
        "x",
        "y",
        "z",
        "w",
        "r",
        "a",
        "d",
        "position.x",
        "size.y",
        "normal.z",
        "x.y",
        "basis.y.z",
        "origin.x",
        "w.w",
        "y.z",
        "position.y",
    ];
    PATHS.iter().filter(|(_, path)| value.get_path(path).is_ok()).collect()
}

/// Every value of some bytes is set to another one, and back; all other bytes stay.
fn sets(decoder: &Decoder, bytes: &[u8]) -> (usize, usize) {
    let Ok((view, _)) = decoder.view_prefix(bytes) else { return (0, 0) };
    let tree = decoder.parse_prefix(bytes).unwrap().0;
    let mut all = Vec::new();
    places(bytes, view, &Path::default(), &mut all);
    let (mut set, mut parts) = (0, 0);
    let new = Variant::Int(-77);
    let encoded = decoder.dialect().encode(&new).unwrap();
    // Large values have many alike.
    let step = all.len() / 20 + 1;
    for (at, start, length) in all.into_iter().step_by(step) {
        let after = &bytes[start + length..];
        let changed = match decoder.set_path(bytes, &at, &new) {
            Err(error) if error.to_string().ends_with("as its container is declared") => {
                assert!(tree.clone().set_path(&at, new.clone()).is_err(), "{at}: {error}");
                continue;
            }
            changed => changed.unwrap_or_else(|error| panic!("{at}: {error}")),
        };
        assert_eq!(changed, [&bytes[..start], &encoded, after].concat(), "{at}");
        if let Ok(value) = tree.get_path(&at) {
            let mut expected = tree.clone();
            expected.set_path(&at, new.clone()).unwrap();
            assert!(same(&decoder.parse_prefix(&changed).unwrap().0, &expected), "{at}");
            // A key that changes is another entry.
            let in_values = !at.segments().iter().any(|segment| matches!(segment, Segment::KeyAt(_)));
            if in_values {
                let changed = decoder.set_value(bytes, &expected).unwrap();
                assert!(changed.starts_with(&bytes[..start]) && changed.ends_with(after), "{at}");
                assert!(same(&decoder.parse_prefix(&changed).unwrap().0, &expected), "{at}");
            }
            for (inner, steps) in numbers(&value) {
                let part: Path = format!("{at:#}{inner}").parse().unwrap();
                if part.segments().len() != at.segments().len() + steps.segments().len() {
                    continue;
                }
                let old = tree.get_path(&part).unwrap().into_owned();
                let other = match &old {
                    Variant::Int(number) => Variant::Int(if *number == 5 { 6 } else { 5 }),
                    Variant::String(_) => "another text".into(),
                    Variant::Float(_) => Variant::Float(1234.5),
                    _ => continue,
                };
                let changed = decoder.set_path(bytes, &part, &other).unwrap();
                assert_eq!(changed[..start + 4], bytes[..start + 4], "{part}");
                assert!(changed.ends_with(after), "{part}");
                if !matches!(old, Variant::String(_)) {
                    assert_eq!(changed.len(), bytes.len(), "{part}");
                    let differ = changed.iter().zip(bytes).filter(|(a, b)| a != b).count();
                    assert!((1..=8).contains(&differ), "{part}: {differ}");
                }
                let mut expected = tree.clone();
                expected.set_path(&part, other).unwrap();
                assert!(same(&decoder.parse_prefix(&changed).unwrap().0, &expected), "{part}");
                if in_values {
                    assert_eq!(decoder.set_value(bytes, &expected).unwrap(), changed, "{part}");
                }
                parts += 1;
            }
        }
        set += 1;
    }
    (set, parts)
}

fn removes(decoder: &Decoder, bytes: &[u8]) -> usize {
    let Ok((view, _)) = decoder.view_prefix(bytes) else { return 0 };
    let tree = decoder.parse_prefix(bytes).unwrap().0;
    let mut all = Vec::new();
    places(bytes, view, &Path::default(), &mut all);
    let step = all.len() / 10 + 1;
    let mut removed = 0;
    for (at, start, length) in all.into_iter().step_by(step) {
        let mut expected = tree.clone();
        if at.segments().is_empty() || expected.remove_path(&at).is_err() {
            continue;
        }
        let changed = decoder.remove_path(bytes, &at).unwrap();
        assert!(changed.ends_with(&bytes[start + length..]), "{at}");
        assert!(same(&decoder.parse_prefix(&changed).unwrap().0, &expected), "{at}");
        removed += 1;
    }
    removed
}

#[test]
fn all_other_bytes_of_every_fixture_stay_as_they_are() {
    const VALUES: [(&str, Dialect); 8] = [
        ("godot2/values-2.1.tsv", Dialect::GODOT_2),
        ("godot2/values-2.1.5.tsv", Dialect::GODOT_2_1_5),
        ("godot3/values-3.2.3.tsv", Dialect::GODOT_3),
        ("godot3/values-3.6.2.tsv", Dialect::GODOT_3),
        ("godot4/values-4.6.3.tsv", Dialect::GODOT_4),
        ("godot4/values-4.6.3-double.tsv", Dialect::GODOT_4.double()),
        ("godot4/values-4.6.3-double.tsv", Dialect::GODOT_4),
        ("godot4/values-4.6.3.tsv", Dialect::GODOT_4.double()),
    ];
    let (set, parts, removed) = with_stack(|| {
        let canonical = VALUES.iter().flat_map(|(table, dialect)| {
            tsv::values(table).into_iter().map(|row| (dialect.name(), row.bytes)).collect::<Vec<_>>()
        });
        let lenient = crate::support::differences::ODD_TABLES.iter().flat_map(|(table, dialect)| {
            tsv::odd(table).into_iter().map(|row| (dialect.name(), row.bytes)).collect::<Vec<_>>()
        });
        let inputs: BTreeSet<(&str, Vec<u8>)> = canonical.chain(lenient).collect();
        let mut counts = (0, 0, 0);
        // In what nests deeply every step down is a walk.
        let inputs = Vec::from_iter(inputs.into_iter().filter(|(_, bytes)| bytes.len() < 2000));
        // One after another: several of them are alike.
        for (dialect, bytes) in share(&inputs, 0) {
            let dialect = Dialect::from_name(dialect).unwrap();
            let decoder = Decoder::new(dialect).allow_objects(true).allow_trailing(true);
            let (set, parts) = sets(&decoder, bytes);
            counts.0 += set;
            counts.1 += parts;
            counts.2 += removes(&decoder, bytes);
        }
        counts
    });
    assert!(set > least(5000) && parts > least(1500) && removed > least(1500), "{set} {parts} {removed}");
}

/// The paths that errors show lead to the same places.
#[test]
fn errors_name_places_that_can_be_followed() {
    let value = Variant::from(Dictionary::from_iter([("a b", vec![Variant::from(1), (1_i64 << 40).into()])]));
    let error = Dialect::GODOT_2.encode(&value).unwrap_err();
    let read: Path = error.path().to_string().parse().unwrap();
    assert_eq!(*value.get_path(error.path()).unwrap(), Variant::Int(1 << 40));
    assert_eq!(*value.get_path(&read).unwrap(), Variant::Int(1 << 40));
    let null = Variant::Object(Object::Null);
    assert!(null.get_path(&path("$.a")).is_err());
}

/// The bytes that no engine writes so stay where the values around them change, and what has another shape is encoded anew.
#[test]
fn a_whole_value_replaces_another() {
    let decoder = Decoder::new(Dialect::GODOT_4).allow_objects(true);
    // {"a": 1 of 64 bits, "t": ["x" with odd padding, "y"]}
    let bytes = b"\x1b\0\0\0\x02\0\0\0\
        \x04\0\0\0\x01\0\0\0axyz\x02\0\x01\0\x01\0\0\0\0\0\0\0\
        \x04\0\0\0\x01\0\0\0t\0\0\0\x22\0\0\0\x02\0\0\0\x02\0\0\0x\0\x07\x07\x02\0\0\0y\0\0\0";
    let old = decoder.parse(bytes).unwrap();
    assert_eq!(decoder.set_value(bytes, &old).unwrap(), bytes);
    let mut new = old.clone();
    new.set_path(&path("$.t[1]"), "long".into()).unwrap();
    let changed = decoder.set_value(bytes, &new).unwrap();
    assert_eq!(changed, [&bytes[..60], b"\x05\0\0\0long\0\0\0\0"].concat());
    new.set_path(&path("$.new"), Variant::Nil).unwrap();
    assert_eq!(decoder.set_value(bytes, &new).unwrap(), Dialect::GODOT_4.encode(&new).unwrap());
    // If several keys are not equal to themselves, the path leads to the last one, which is also correct.
    let nan = || Variant::from(vec![Variant::Float(f64::NAN)]);
    let of = |first: i64| Variant::from(Dictionary::from(vec![(nan(), first.into()), (nan(), 2.into())]));
    let bytes = Dialect::GODOT_4.encode(&of(1)).unwrap();
    assert_eq!(decoder.set_value(&bytes, &of(9)).unwrap(), Dialect::GODOT_4.encode(&of(9)).unwrap());
}

/// Entries and properties with the same key or name are values of their own where they are kept: a change of the first
/// one is a change, although the last one counts in a comparison.
#[test]
fn each_of_equal_keys_is_replaced() {
    let int = |number: u8| [2, 0, 0, 0, number, 0, 0, 0];
    let object = |first: u8| {
        let name = [0; 4];
        [&[24, 0, 0, 0, 1, 0, 0, 0, b'A', 0, 0, 0, 2, 0, 0, 0][..], &name, &int(first), &name, &int(9)]
            .concat()
    };
    let dictionary =
        |first: u8| [&[27, 0, 0, 0, 2, 0, 0, 0][..], &int(7), &int(first), &int(7), &int(9)].concat();
    let decoder = Decoder::new(Dialect::GODOT_4).allow_objects(true);
    for (decoder, old, new) in
        [(decoder, object(1), object(5)), (decoder.keep_duplicates(true), dictionary(1), dictionary(5))]
    {
        let changed = decoder.set_value(&old, &decoder.parse(&new).unwrap()).unwrap();
        assert_eq!(changed, new);
    }
}

/// In a large array or dictionary, only values of another shape are encoded anew.
#[test]
fn values_in_a_large_one_keep_their_bytes() {
    let decoder = Decoder::new(Dialect::GODOT_4);
    // {"a": 1 of 64 bits}
    let element = b"\x1b\0\0\0\x01\0\0\0\x04\0\0\0\x01\0\0\0axyz\x02\0\x01\0\x01\0\0\0\0\0\0\0";
    let array = [&b"\x1c\0\0\0\x88\x13\0\0"[..], &element.repeat(5000)].concat();
    // {"b": those}
    let bytes = [&b"\x1b\0\0\0\x01\0\0\0\x04\0\0\0\x01\0\0\0b\0\0\0"[..], &array].concat();
    let old = decoder.parse(&bytes).unwrap();
    assert_eq!(decoder.set_value(&bytes, &old).unwrap(), bytes);
    let mut new = old.clone();
    new.set_path(&path("$.b[7].c"), Variant::Nil).unwrap();
    new.set_path(&path("$.b[9].a"), Variant::Int(2)).unwrap();
    let mut expected = bytes.clone();
    expected.splice(28 + 9 * 32 + 20..28 + 10 * 32, *b"\x02\0\0\0\x02\0\0\0");
    let anew = Dialect::GODOT_4.encode(&new.get_path(&path("$.b[7]")).unwrap()).unwrap();
    expected.splice(28 + 7 * 32..28 + 8 * 32, anew);
    assert_eq!(decoder.set_value(&bytes, &new).unwrap(), expected);
    // A key that is written in another way, and one in another place.
    let key = |key: Variant| Dictionary::from(vec![(key, old["b"].clone())]).into();
    let named = decoder.set_value(&bytes, &key(Variant::StringName("b".into()))).unwrap();
    assert_eq!(named, [&bytes[..8], b"\x15\0\0\0", &bytes[12..]].concat());
    let other: Variant = key("c".into());
    assert_eq!(decoder.set_value(&bytes, &other).unwrap(), Dialect::GODOT_4.encode(&other).unwrap());
}

/// Elements of every packed array of numbers are replaced, added and removed.
#[test]
fn elements_of_every_packed_array() {
    fn wide(value: impl Into<Double>) -> Variant {
        value.into().into()
    }
    macro_rules! every {
        ($($element:ty: $make:expr => $of:path;)+) => {$({
            let make: fn(u8) -> $element = $make;
            let [a, b, c] = [1, 2, 3].map(make);
            let packed = |elements: &[$element]| $of(Packed::from(elements.to_vec()));
            let mut value = packed(&[a, b]);
            value.set_path(&path("$[1]"), $of(c)).unwrap();
            assert_eq!(value, packed(&[a, c]));
            value.set_path(&path("$[2]"), $of(b)).unwrap();
            assert_eq!(value, packed(&[a, c, b]));
            value.remove_path(&path("$[0]")).unwrap();
            assert_eq!(value, packed(&[c, b]));
        })+};
    }
    every! {
        u8: |x| x => Variant::from;
        i32: i32::from => Variant::from;
        i64: i64::from => Variant::from;
        f32: f32::from => Variant::from;
        f64: f64::from => Variant::from;
        Vector2: |x| Vector2::new(x.into(), 0.5) => Variant::from;
        Vector3: |x| Vector3::new(0.5, x.into(), 1.5) => Variant::from;
        Vector4: |x| Vector4::new(0.5, x.into(), 1.5, 2.5) => Variant::from;
        Color: |x| Color::new(0.5, 0.25, x.into(), 1.0) => Variant::from;
        Vector2<f64>: |x| Vector2::new(x.into(), 0.5) => wide;
        Vector3<f64>: |x| Vector3::new(0.5, x.into(), 1.5) => wide;
        Vector4<f64>: |x| Vector4::new(0.5, x.into(), 1.5, 2.5) => wide;
    }
}

/// Four times the changes in four times the value take about four times the time, not sixteen times.
#[test]
fn time_is_proportional_to_the_number_of_changes() {
    let number = |of: usize, by: i64| i64::try_from(of).unwrap() + by;
    let kinds: [fn(&mut dyn Iterator<Item = i64>) -> Variant; 4] = [
        |numbers| numbers.map(Variant::Int).collect::<Vec<_>>().into(),
        |numbers| numbers.enumerate().map(|(at, x)| (format!("key {at}"), x)).collect::<Dictionary>().into(),
        |numbers| gamewire::godot::Packed::from(numbers.collect::<Vec<_>>()).into(),
        |numbers| Variant::PackedStringArray(numbers.map(|number| number.to_string().into()).collect()),
    ];
    let decoder = Decoder::new(Dialect::GODOT_4);
    for (kind, make) in kinds.into_iter().enumerate() {
        let time = |count: usize| {
            let old = Dialect::GODOT_4.encode(&make(&mut (0..count).map(|at| number(at, 0)))).unwrap();
            let new = make(&mut (0..count).map(|at| number(at, 100_000)));
            let runs = (0..2).map(|_| {
                let start = thread_time();
                let changed = decoder.set_value(&old, &new).unwrap();
                let took = thread_time() - start;
                assert!(same(&decoder.parse(&changed).unwrap(), &new));
                took
            });
            runs.min().unwrap()
        };
        // Others use the machine, too: it may take a few attempts, which do not help where it is sixteen times.
        let mut ratios = Vec::new();
        while ratios.last().is_none_or(|(few, many)| *many >= 9 * *few) {
            assert!(ratios.len() < 5, "{kind}: {ratios:?} for n and 4n");
            ratios.push((time(2_000), time(8_000)));
        }
    }
}

/// Keys that no text leads to, as bytes that are no UTF-8 (Godot 2) and values without a text form: the position of the entry does.
#[test]
fn keys_without_text_have_positions() {
    use gamewire::path::Segment;
    let odd = Variant::String(gamewire::godot::Text::from_non_utf8_bytes(vec![0xed, 0xa0, 0xbd]));
    let image = Variant::Image(Box::default());
    let keys = [odd, image, Variant::from("hp")];
    let pairs: Vec<(Variant, Variant)> = keys.into_iter().zip([5.into(), 6.into(), 7.into()]).collect();
    let save = Variant::Dictionary(pairs.clone().into());
    let steps: Vec<String> =
        pairs.iter().enumerate().map(|(at, (key, _))| Segment::of_key(key, at).to_string()).collect();
    assert_eq!(steps, [".value(0)", ".value(1)", ".hp"]);
    let decoder = Decoder::new(Dialect::GODOT_2);
    let bytes = Dialect::GODOT_2.encode(&save).unwrap();
    for (at, old) in [5, 6, 7].into_iter().enumerate() {
        let path: Path = format!("$.value({at})").parse().unwrap();
        let old = Variant::Int(old);
        assert_eq!(*save.get_path(&path).unwrap(), old);
        assert_eq!(decoder.get_path(&bytes, &path).unwrap(), old);
        let (mut new, mut less) = (save.clone(), save.clone());
        assert_eq!(new.set_path(&path, 9.into()).unwrap(), Some(old.clone()));
        assert_eq!(
            decoder.set_path(&bytes, &path, &9.into()).unwrap(),
            Dialect::GODOT_2.encode(&new).unwrap()
        );
        assert_eq!(less.remove_path(&path).unwrap(), old);
        assert_eq!(decoder.remove_path(&bytes, &path).unwrap(), Dialect::GODOT_2.encode(&less).unwrap());
        let found: Vec<Path> = gamewire::godot::diff(&save, &new).map(|found| found.path).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(*save.get_path(&found[0]).unwrap(), old);
    }
    assert!(save.get_path(&"$.value(3)".parse().unwrap()).is_err());
    assert!(decoder.set_path(&bytes, &"$.value(3)".parse().unwrap(), &1.into()).is_err());
}

/// An entry that a later one with the same key hides is a part of the value, also if the value is a key.
#[test]
fn hidden_entries_of_a_key_are_replaced() {
    let entry = |value: u8| [&[4, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, value, 0, 0, 0][..]].concat();
    let twice = |hidden: u8| [&[27, 0, 0, 0, 2, 0, 0, 0][..], &entry(hidden), &entry(2)].concat();
    let as_key = |key: &[u8]| [&[27, 0, 0, 0, 1, 0, 0, 0][..], key, &[0; 4]].concat();
    let (old, new) = (as_key(&twice(1)), as_key(&twice(9)));
    let decoder = Decoder::new(Dialect::GODOT_4).keep_duplicates(true);
    let value = decoder.parse(&new).unwrap();
    assert!(!value.same_bits(&decoder.parse(&old).unwrap()));
    assert_eq!(decoder.set_value(&old, &value).unwrap(), new);
    // Without duplicates the two are equal, and nothing is replaced.
    let merging = decoder.keep_duplicates(false);
    assert_eq!(merging.set_value(&old, &merging.parse(&new).unwrap()).unwrap(), old);
}
