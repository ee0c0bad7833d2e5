//! What changed between two values.

use crate::godot_support::sample::{path, sample};
use gamewire::godot::{Dictionary, Event, InputEvent, Packed, Variant, Vector2, diff};

#[test]
fn differences_have_their_paths() {
    let old = sample();
    let mut new = sample();
    for (at, value) in [
        ("$.gold", Variant::Int(8)),
        ("$.items[1][0]", Variant::Float(2.0)),
        ("$.items[2]", Variant::Nil),
        ("$.at.origin.x", Variant::Float(5.0)),
        ("$.bytes[1]", Variant::Int(9)),
        ("$.texts[2]", "c".into()),
        ("$.object.hp", Variant::Int(1)),
        ("$[-7]", Variant::Int(1)),
    ] {
        new.set_path(&path(at), value).unwrap();
    }
    new.remove_path(&path("$[Vector2(1, 2)]")).unwrap();
    let lines: Vec<_> = diff(&old, &new).map(|difference| difference.to_string()).collect();
    assert_eq!(
        lines,
        [
            "~ $.gold: 7 -> 8",
            "- $[Vector2(1, 2)]: \"vector\"",
            "~ $.items[1][0]: 2 -> 2.0",
            "+ $.items[2]: null",
            "~ $.at: Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0) -> Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0)",
            "~ $.bytes[1]: 2 -> 9",
            "+ $.texts[2]: \"c\"",
            "+ $.object.hp: 1",
            "+ $[-7]: 1",
        ]
    );
    for difference in diff(&old, &new) {
        let there = new.get_path(&difference.path).is_ok();
        assert_eq!(there, !difference.to_string().starts_with('-'), "{difference}");
    }
    assert_eq!(diff(&old, &old).count(), 0);
}

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
fn the_order_of_entries_is_told_where_nothing_else_differs() {
    let of = |entries: &[(&'static str, i64)]| {
        Variant::from(vec![Variant::from(Dictionary::from_iter(entries.to_vec()))])
    };
    let old = of(&[("a", 1), ("b", 2), ("c", 3)]);
    let lines = |new: &Variant<'static>| diff(&old, new).map(|it| it.to_string()).collect::<Vec<_>>();
    assert_eq!(lines(&of(&[("b", 2), ("a", 1), ("c", 3)])), ["~ $[0]: the entries are in another order"]);
    assert_eq!(lines(&of(&[("b", 2), ("a", 9), ("c", 3)])), ["~ $[0].a: 1 -> 9"]);
    assert_eq!(lines(&of(&[("a", 1), ("c", 3)])), ["- $[0].b: 2"]);
}

/// Dictionaries of a hundred thousand keys are compared by what the keys are, not each with each.
#[test]
fn large_dictionaries_are_compared_by_their_keys() {
    let of = |range: std::ops::Range<i64>| {
        Variant::from(range.map(|key| (Variant::Int(key), Variant::Int(key))).collect::<Dictionary<'_>>())
    };
    let (old, new) = (of(0..100_000), of(1..100_001));
    let lines: Vec<_> = diff(&old, &new).map(|it| it.to_string()).collect();
    assert_eq!(lines, ["- $[0]: 0", "+ $[100000]: 100000"]);
}
