//! Checks the differences that are reported between two values. The values are built in the tests or generated.

use std::convert::Infallible;

use crate::godot_support::bits::bits;
#[cfg(feature = "proptest")]
use crate::godot_support::tried::{any_value, in_every_dialect};
use crate::support::path;
use crate::support::positions::{exhaustive, share};
use crate::support::thread_time::thread_time;
use gamewire::godot::text::from_text;
use gamewire::godot::{Decoder, Dialect, Dictionary, Event, InputEvent, Packed, Variant, Vector2, diff};
use gamewire::path::{Change, Difference, Path, Segment};
use proptest::prelude::*;

#[test]
fn floats_differ_by_their_bits() {
    let of = |bits: u32| Variant::from(vec![Variant::from(Vector2::new(f32::from_bits(bits), 0.0))]);
    assert_eq!(diff(&of(0x7fc0_0000), &of(0x7fc0_0000)).count(), 0);
    assert_eq!(diff(&of(0x7fc0_0000), &of(0x7fc0_0001)).count(), 1);
    assert_eq!(diff(&of(0), &of(0x8000_0000)).count(), 1);
    assert_eq!(diff(&Variant::Float(f64::NAN), &Variant::Float(f64::NAN)).count(), 0);
    assert_eq!(diff(&Variant::Float(0.0), &Variant::Float(-0.0)).count(), 1);
    let packed = |number: f32| Variant::from(Packed::from(vec![1.0_f32, number]));
    assert_eq!(diff(&packed(f32::NAN), &packed(f32::NAN)).count(), 0);
    assert_eq!(diff(&packed(0.0), &packed(-0.0)).map(|it| it.path.to_string()).collect::<Vec<_>>(), ["$[1]"]);
    let stick = |number: f32| {
        let event = Event::JoystickMotion { axis: 1, value: Some(number) };
        Variant::InputEvent(InputEvent { device: 0, event })
    };
    assert_eq!(diff(&stick(f32::NAN), &stick(f32::NAN)).count(), 0);
    assert_eq!(diff(&stick(0.0), &stick(-0.0)).count(), 1);
}

#[test]
fn events_are_paired_by_all_their_fields() {
    let key = |scancode| InputEvent { device: 0, event: Event::Key { modifiers: 0, scancode } };
    let of = |keys: [u32; 4]| Variant::from(keys.map(|scancode| Variant::InputEvent(key(scancode))).to_vec());
    let differences: Vec<_> =
        diff(&of([1, 2, 3, 4]), &of([2, 3, 4, 5])).map(|it| it.path.to_string()).collect();
    assert_eq!(differences, ["$[0]", "$[3]"]);
}

#[test]
fn the_order_of_entries_is_reported_if_nothing_else_differs() {
    let of = |entries: &[(&'static str, i64)]| {
        Variant::from(vec![Variant::from(Dictionary::from_iter(entries.to_vec()))])
    };
    let old = of(&[("a", 1), ("b", 2), ("c", 3)]);
    let lines = |new: &Variant| diff(&old, new).map(|it| it.to_string()).collect::<Vec<_>>();
    assert_eq!(lines(&of(&[("b", 2), ("a", 1), ("c", 3)])), ["~ $[0]: the entries are in another order"]);
    assert_eq!(lines(&of(&[("b", 2), ("a", 9), ("c", 3)])), ["~ $[0].a: 1 -> 9"]);
    assert_eq!(lines(&of(&[("a", 1), ("c", 3)])), ["- $[0].b: 2"]);
}

/// Dictionaries of a hundred thousand keys are compared by key, not each pair with each.
#[test]
fn large_dictionaries_are_compared_by_their_keys() {
    let of = |range: std::ops::Range<i64>| {
        Variant::from(range.map(|key| (Variant::Int(key), Variant::Int(key))).collect::<Dictionary>())
    };
    let (old, new) = (of(0..100_000), of(1..100_001));
    let lines: Vec<_> = diff(&old, &new).map(|it| it.to_string()).collect();
    assert_eq!(lines, ["- $[0]: 0", "+ $[100000]: 100000"]);
}

/// Pseudorandom numbers.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

fn lines(old: &Variant, new: &Variant) -> Vec<String> {
    diff(old, new).map(|difference| difference.to_string()).collect()
}

#[test]
fn an_element_put_into_an_array_is_one_difference() {
    let class = |name: &str, base: &str| {
        Variant::from(Dictionary::from_iter([("class", name.to_owned()), ("base", base.to_owned())]))
    };
    let classes: Vec<Variant> = (0..50).map(|at| class(&format!("Class{at}"), "Node")).collect();
    let mut more = classes.clone();
    more.insert(7, class("New", "Resource"));
    let (old, new) = (Variant::from(classes), Variant::from(more.clone()));
    assert_eq!(lines(&old, &new), [r#"+ $[7]: {"class": "New", "base": "Resource"}"#]);
    assert_eq!(lines(&new, &old), [r#"- $[7]: {"class": "New", "base": "Resource"}"#]);
    // Later differences have the positions of the first value.
    more[20] = class("Class19", "Node2D");
    assert_eq!(lines(&old, &Variant::from(more))[1..], [r#"~ $[19].base: "Node" -> "Node2D""#]);
    let numbers = Packed::from((0..1000_i32).collect::<Vec<_>>());
    let mut fewer = numbers.to_vec();
    fewer.remove(300);
    fewer.push(7);
    let fewer = Variant::from(Packed::from(fewer));
    assert_eq!(lines(&numbers.into(), &fewer), ["- $[300]: 300", "+ $[999]: 7"]);
    let texts = |texts: &[&'static str]| {
        Variant::PackedStringArray(texts.iter().map(|text| (*text).into()).collect())
    };
    assert_eq!(lines(&texts(&["b", "c"]), &texts(&["a", "b", "c"])), [r#"+ $[0]: "a""#]);
    // No fewer lines than by position: as it was.
    assert_eq!(
        lines(&Variant::from([1, 2].map(Variant::from).to_vec()), &[2, 1].map(Variant::from).to_vec().into()),
        ["~ $[0]: 1 -> 2", "~ $[1]: 2 -> 1"]
    );
}

/// Makes one value of another by the differences: what is changed first, and from the innermost outwards.
fn patched(old: &Variant, new: &Variant) -> Variant {
    let mut value = old.clone();
    let (changed, mut others): (Vec<_>, Vec<_>) =
        diff(old, new).partition(|it| matches!(it.change, Change::Changed(..)));
    for Difference { path, change } in changed {
        let Change::Changed(_, new) = change else { unreachable!() };
        value.set_path(&path, new).unwrap();
    }
    let depth = |it: &Difference<Variant>| it.path.segments().len();
    others.sort_by_key(|it| std::cmp::Reverse(depth(it)));
    for level in others.chunk_by(|a, b| depth(a) == depth(b)) {
        for it in level.iter().rev().filter(|it| matches!(it.change, Change::Removed(_))) {
            value.remove_path(&it.path).unwrap();
        }
        for it in level {
            let Change::Added(new) = &it.change else { continue };
            let mut outer = it.path.clone();
            let Some(Segment::Index(at)) = outer.pop() else { panic!("an element") };
            value.get_path_mut(&outer).unwrap().as_array_mut().unwrap().insert(at, new.clone());
        }
    }
    value
}

#[test]
fn differences_make_the_second_value_of_the_first() {
    fn array(state: &mut u64, depth: usize) -> Variant {
        let element = |state: &mut u64| match next(state) % 4 {
            0 if depth > 0 => array(state, depth - 1),
            number => Variant::Int(number as i64),
        };
        (0..next(state) % 9).map(|_| element(state)).collect::<Vec<_>>().into()
    }
    fn change(value: &mut Variant, state: &mut u64) {
        let Some(array) = value.as_array_mut() else { return };
        for _ in 0..next(state) % 3 {
            let at = next(state) % (array.len() + 1);
            match next(state) % 3 {
                0 => array.insert(at, Variant::Int((next(state) % 4) as i64)),
                1 if at < array.len() => drop(array.remove(at)),
                _ if at < array.len() => change(&mut array[at], state),
                _ => {}
            }
        }
    }
    let mut state = 1;
    for _ in 0..3000 {
        let old = array(&mut state, 3);
        let mut new = old.clone();
        for _ in 0..3 {
            change(&mut new, &mut state);
        }
        assert_eq!(patched(&old, &new), new, "{old} {new}");
        let other = array(&mut state, 3);
        assert_eq!(patched(&old, &other), other, "{old} {other}");
    }
}

/// Four times the elements take about four times the time, also where they have little in common.
#[test]
fn time_to_align_is_proportional_to_the_length() {
    let of = |count: usize, seed: u64, most: usize| -> Variant {
        let mut state = seed;
        Packed::from((0..count).map(|_| (next(&mut state) % most) as i32).collect::<Vec<_>>()).into()
    };
    for most in [2, 1000, 1 << 30] {
        let time = |count: usize| {
            let (old, new) = (of(count, 1, most), of(count, 2, most));
            let runs = (0..2).map(|_| {
                let start = thread_time();
                assert!(diff(&old, &new).count() > count / 4);
                thread_time() - start
            });
            runs.min().unwrap()
        };
        // Others use the machine, too: it may take a few attempts, which do not help where it is sixteen times.
        let mut ratios = Vec::new();
        while ratios.last().is_none_or(|(few, many)| *many >= 9 * *few) {
            assert!(ratios.len() < 5, "{most}: {ratios:?} for n and 4n");
            ratios.push((time(5_000), time(20_000)));
        }
    }
}

/// A line for a difference.
fn line(difference: Difference<Variant>) -> String {
    difference.to_string()
}

/// The place and the bits of a difference, which are made in less time than a line.
fn held(difference: Difference<Variant>) -> (Path, [Option<Vec<u8>>; 2]) {
    let change = match &difference.change {
        Change::Added(new) => [None, Some(bits(new))],
        Change::Removed(old) => [Some(bits(old)), None],
        Change::Changed(old, new) => [Some(bits(old)), Some(bits(new))],
        Change::Reordered => [None, None],
        _ => unreachable!("a change without a rule here"),
    };
    (difference.path, change)
}

/// The differences of two encoded values: by trees, and by views, which open what has over 64 bytes in this build.
fn by_bytes<T>(decoder: &Decoder, old: &[u8], new: &[u8], show: fn(Difference<Variant>) -> T) -> [Vec<T>; 2] {
    let tree = |bytes| decoder.parse(bytes).unwrap();
    let by_trees = diff(&tree(old), &tree(new)).map(show).collect();
    let (old, new) = (decoder.view(old).unwrap(), decoder.view(new).unwrap());
    let mut by_views = Vec::new();
    let each = |path: &Path, change: Change<Variant>| {
        by_views.push(show(Difference { path: path.clone(), change }));
        Ok::<_, Infallible>(())
    };
    old.diff_each(&new, each).unwrap();
    [by_trees, by_views]
}

fn assert_views(decoder: &Decoder, old: &[u8], new: &[u8]) -> Result<(), TestCaseError> {
    let [by_trees, by_views] = by_bytes(decoder, old, new, held);
    prop_assert!(by_views == by_trees, "{:#?}", by_bytes(decoder, old, new, line));
    Ok(())
}

/// Differences after a part that is compared as decoded values still have the path of the surrounding
/// container.
#[test]
fn paths_after_a_part_are_whole() {
    // Each player has at most 64 bytes, and all have more.
    let player = |gold: i64| {
        Variant::from(Dictionary::from_iter([("name", "somebody".into()), ("gold", Variant::Int(gold))]))
    };
    let save = |gold: [i64; 3], end: i64| {
        let players = Variant::from(gold.map(player).to_vec());
        Variant::from(Dictionary::from_iter([("players", players), ("end", Variant::Int(end))]))
    };
    let encoded = |value| Dialect::GODOT_4.encode(&value).unwrap();
    let (old, new) = (encoded(save([1, 2, 3], 4)), encoded(save([5, 6, 7], 8)));
    let lines = [
        "~ $.players[0].gold: 1 -> 5",
        "~ $.players[1].gold: 2 -> 6",
        "~ $.players[2].gold: 3 -> 7",
        "~ $.end: 4 -> 8",
    ];
    for found in by_bytes(&Decoder::new(Dialect::GODOT_4), &old, &new, line) {
        assert_eq!(found, lines);
    }
}

/// Values with little in common, one that contains the other, and elements in another order.
#[cfg(feature = "proptest")]
#[test]
fn views_differ_as_trees_do() {
    in_every_dialect(
        |dialect| (any_value(dialect), any_value(dialect), any::<bool>()),
        |dialect, (old, new, keep)| {
            let decoder = Decoder::new(dialect).allow_objects(true).keep_duplicates(keep);
            let (a, b) = (dialect.encode(&old)?, dialect.encode(&new)?);
            assert_views(&decoder, &a, &b)?;
            let array = |values: [Variant; 3]| dialect.encode(&Variant::from(values.to_vec()));
            let (one, two) =
                (array([Variant::Int(1), old.clone(), new.clone()])?, array([new, Variant::Int(1), old])?);
            assert_views(&decoder, &a, &one)?;
            assert_views(&decoder, &one, &two)
        },
    );
}

/// Keys that are there twice, that are written in two ways, that are not equal to themselves, and in another order.
#[test]
fn views_pair_keys_as_trees_do() {
    let dialect = Dialect::GODOT_4;
    let nan = || Variant::Float(f64::NAN);
    let keys =
        [Variant::from("a"), Variant::StringName("a".into()), nan(), Variant::Int(1), Variant::Float(1.0)];
    let mut dictionaries = Vec::new();
    for one in 0..keys.len() {
        for two in 0..keys.len() {
            for three in 0..keys.len() {
                let pairs = [one, two, three].map(|at| (keys[at].clone(), Variant::Int(at as i64)));
                let value = Variant::from(Dictionary::from(pairs.to_vec()));
                dictionaries.push(dialect.encode(&value).unwrap());
            }
        }
    }
    for keep in [false, true] {
        let decoder = Decoder::new(dialect).keep_duplicates(keep);
        // Without the exhaustive test, half of the dictionaries in each way.
        let is_tried = |number: &usize| exhaustive() || number.is_multiple_of(2) == keep;
        for (number, old) in dictionaries.iter().enumerate().filter(|(number, _)| is_tried(number)) {
            for new in share(&dictionaries, number) {
                assert_views(&decoder, old, new).unwrap();
            }
        }
    }
}

/// Two empty dictionaries, of which one has so long a type that it is opened in its bytes.
#[test]
fn views_align_small_and_large_elements_as_trees_do() {
    let dialect = Dialect::GODOT_4;
    let small = || from_text("Dictionary[int, Variant]({})").unwrap();
    let large = || from_text(&format!("Dictionary[{}, bool]({{}})", "A".repeat(300))).unwrap();
    let array = |values: [Variant; 3]| dialect.encode(&Variant::from(values.to_vec())).unwrap();
    let one = array([Variant::Int(1), large(), small()]);
    let two = array([small(), Variant::Int(1), large()]);
    assert_views(&Decoder::new(dialect), &one, &two).unwrap();
}

/// Elements that were put in and taken out, where large elements are opened in their bytes.
#[test]
fn views_align_elements_as_trees_do() {
    let dialect = Dialect::GODOT_4;
    let decoder = Decoder::new(dialect);
    let large = |number: i64| {
        let inside: Vec<Variant> = (0..40).map(|at| Variant::from(vec![Variant::Int(at * number)])).collect();
        Variant::from(Dictionary::from_iter([
            ("inside", Variant::from(inside)),
            ("number", Variant::Int(number)),
        ]))
    };
    let old: Vec<Variant> = (0..30).map(large).collect();
    let mut new = old.clone();
    new.insert(7, large(1000));
    new.remove(20);
    new[25].set_path(&path("$.inside[39][0]"), Variant::Nil).unwrap();
    new.swap(2, 3);
    let encode = |value: &[Variant]| dialect.encode(&Variant::from(value.to_vec())).unwrap();
    assert_views(&decoder, &encode(&old), &encode(&new)).unwrap();
    assert_views(&decoder, &encode(&new), &encode(&old)).unwrap();
    assert_eq!(by_bytes(&decoder, &encode(&old), &encode(&new), line)[1].len(), 5);
}

/// A nest that is too deep to be opened level by level, and the same bytes in two dialects.
#[test]
fn deep_values_and_other_dialects_are_compared_too() {
    let dialect = Dialect::GODOT_4;
    let nest = |number: i64| {
        let inner = Variant::from(vec![Variant::Int(number), Variant::Int(2)]);
        (0..100).fold(inner, |inner, level| vec![Variant::Int(level), inner].into())
    };
    let (old, new) = (dialect.encode(&nest(1)).unwrap(), dialect.encode(&nest(2)).unwrap());
    let [trees, all, ..] = by_bytes(&Decoder::new(dialect), &old, &new, line);
    assert_eq!((all.len(), &all), (1, &trees));

    // An int in both.
    let old = Decoder::new(Dialect::GODOT_3).view(b"\x02\0\0\0\x07\0\0\0").unwrap();
    let new = Decoder::new(Dialect::GODOT_4).view(b"\x02\0\0\0\x07\0\0\0").unwrap();
    old.diff_each(&new, |path, change| Err(format!("{path}: {change:?}"))).unwrap();
}
