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

#[test]
fn paths_of_nbt_lead_to_its_tags() {
    use gamewire::minecraft::Protocol;
    use gamewire::minecraft::nbt::{JavaStr, Nbt, NbtView, OptNbt, nbt};

    let mut root = nbt!({
        "Items": [{ "id": "sword", "Runes": [I; 1, 2] }, { "id": "bow" }],
        "Pos": [1.5, 2.5],
        "Nested": [[1, 2], [3]],
        "Name": "Ada",
    });
    // A name that no text leads to.
    root.insert(JavaStr::from_bytes(b"\xed\xa0\x80").unwrap(), 1);
    let root = Nbt::unnamed(root);
    let bytes = Protocol::V1_14.encode(&OptNbt(Some(root.clone()))).unwrap();
    let view: NbtView<'_> = Protocol::V1_14.parse(&bytes).unwrap();
    let all: Vec<_> = root.walk().with_paths().collect();
    let in_place: Vec<_> = view.walk().with_paths().map(|(path, tag)| (path, tag.to_tag())).collect();
    for ((path, tag), (path_in_place, there)) in all.iter().zip(&in_place) {
        assert_eq!((&root.get_path(path).unwrap(), path), (&tag.to_tag(), path_in_place));
        assert_eq!(*there, tag.to_tag());
    }
    let paths: Vec<String> = all.iter().map(|(path, _)| path.to_string()).collect();
    assert_eq!((all.len(), in_place.len()), (18, 18), "{paths:?}");
    assert_eq!(paths[..5], ["$", "$.Items", "$.Items[0]", "$.Items[0].id", "$.Items[0].Runes"]);
    assert_eq!(paths[17], "$.value(4)");
}
