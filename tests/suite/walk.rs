//! Checks that a walk visits every value, and that its paths lead to the visited values. The values are the samples of the crate.

use gamewire::godot::{Array, Decoder, Variant, variant};
use gamewire_fixtures::{GODOT, godot_samples};

/// Each path of a walk leads to the value that was visited; a walk in the bytes visits the same values.
#[test]
fn paths_of_samples_lead_to_their_values() {
    let mut visited = 0;
    for &dialect in GODOT {
        let decoder = Decoder::new(dialect).allow_objects(true).keep_duplicates(true);
        for sample in godot_samples(dialect) {
            let view = decoder.view(&sample.bytes).unwrap();
            let mut in_place = view.walk().with_keys().with_paths();
            for (path, value) in sample.value.walk().with_keys().with_paths() {
                let there = sample.value.get_path(&path).unwrap();
                assert_eq!(there.to_string(), value.to_string(), "{dialect} {} {path}", sample.name);
                let (path_in_place, there) = in_place.next().unwrap();
                assert_eq!(path_in_place, path, "{dialect} {}", sample.name);
                assert_eq!(there.to_variant().to_string(), value.to_string(), "{path}");
                visited += 1;
            }
            assert!(in_place.next().is_none(), "{dialect} {}", sample.name);
        }
    }
    assert!(visited > 900, "{visited}");
}

#[test]
fn a_walk_visits_containers_before_their_contents_and_keys_if_asked() {
    let value = variant!({ "a": [1, { "b": null }], (variant!([7])): "c" });
    let paths = |keys: bool| {
        let walk = if keys { value.walk().with_keys() } else { value.walk() };
        walk.with_paths().map(|(path, _)| path.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(paths(false), ["$", "$.a", "$.a[0]", "$.a[1]", "$.a[1].b", "$[[7]]"]);
    let with_keys = ["$", "$.key(0)", "$.a", "$.a[0]", "$.a[1]", "$.a[1].key(0)", "$.a[1].b"];
    assert_eq!(paths(true)[..7], with_keys);
    assert_eq!(paths(true)[7..], ["$.key(1)", "$.key(1)[0]", "$[[7]]"]);

    let mut walk = value.walk();
    let mut seen = Vec::new();
    while let Some(value) = walk.next() {
        seen.push((walk.path().to_string(), walk.depth()));
        if value.as_array().is_some() {
            walk.skip_inside();
        }
    }
    assert_eq!(seen, [("$".to_owned(), 0), ("$.a".to_owned(), 1), ("$[[7]]".to_owned(), 1)]);
    assert_eq!((walk.next(), walk.path().to_string()), (None, "$".to_owned()));
}

#[test]
fn a_walk_takes_no_stack_for_depth() {
    let deep = (0..200_000).fold(Variant::Nil, |inner, _| Variant::from(Array::from(vec![inner])));
    let mut walk = deep.walk();
    assert_eq!(walk.by_ref().inspect(|_| ()).count(), 200_001);
    let mut walk = deep.walk();
    let last = walk.by_ref().find(|value| value.is_nil());
    assert!(last.is_some());
    assert_eq!(walk.path().segments().len(), 200_000);
}
