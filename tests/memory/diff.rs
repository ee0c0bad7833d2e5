//! Measures that a long path is held once, and that of encoded values only the differing parts are decoded. The values are built in
//! the tests.

use gamewire::godot::{Dialect, Dictionary, Variant, diff_each};
use gamewire::minecraft::{
    Protocol, encode_nbt,
    nbt::{Compound, List, Nbt, NbtView, Tag},
};
use gamewire::path::{Change, Path};

use crate::{alone, peak};

#[test]
fn a_long_path_is_held_once_however_much_differs() {
    if !alone() {
        return;
    }
    let key = "k".repeat(100_000);
    let of = |names: [&'static str; 2]| {
        let inner = Variant::from(names.map(|name| (name, 1)).into_iter().collect::<Dictionary>());
        Variant::from(Dictionary::from_iter([(key.clone(), vec![inner; 2000])]))
    };
    let differences = |new: &Variant, expected: &dyn Fn(&Change<Variant>) -> bool| {
        let old = of(["a", "b"]);
        let (peak, count) = peak(|| {
            let mut count = 0;
            let found = diff_each(&old, new, |_, change| {
                count += usize::from(expected(&change));
                Ok::<_, std::convert::Infallible>(())
            });
            found.map(|()| count).unwrap()
        });
        assert!(peak < 1 << 20, "{peak} bytes for {count} differences");
        count
    };
    assert_eq!(differences(&of(["b", "a"]), &|change| *change == Change::Reordered), 2000);
    assert_eq!(differences(&of(["a", "c"]), &|change| *change != Change::Reordered), 4000);
}

#[test]
fn encoded_values_are_compared_without_trees() {
    if !alone() {
        return;
    }
    let of = |gold: i64| {
        let player = |at: i64| {
            let gold = if at == 12_500 { gold } else { at };
            Variant::from(Dictionary::from_iter([("name", "somebody".into()), ("gold", Variant::Int(gold))]))
        };
        let players: Vec<Variant> = (0..25_000).map(player).collect();
        Dialect::GODOT_4.encode(&Dictionary::from_iter([("players", players)]).into()).unwrap()
    };
    let (old, new) = (of(1), of(2));
    let (peak, count) = peak(|| {
        let (old, new) = (Dialect::GODOT_4.view(&old).unwrap(), Dialect::GODOT_4.view(&new).unwrap());
        let mut count = 0;
        let each = |_: &Path, _| {
            count += 1;
            Ok::<_, std::convert::Infallible>(())
        };
        old.diff_each(&new, each).unwrap();
        count
    });
    assert_eq!(count, 1);
    // Four bytes for each element of both, in vectors that grow.
    assert!(peak < old.len() / 2, "{peak} bytes for two of {}", old.len());
}

#[test]
fn encoded_roots_are_compared_without_trees() {
    if !alone() {
        return;
    }
    let of = |gold: i32| {
        let player = |at: i32| {
            let gold = if at == 12_500 { gold } else { at };
            Compound::from_iter([("name", Tag::from("somebody with a name")), ("gold", Tag::Int(gold))])
        };
        let players = List::Compound((0..25_000).map(player).collect());
        encode_nbt(&Nbt::unnamed(Compound::from_iter([("players", Tag::List(players))]))).unwrap()
    };
    let (old, new) = (of(1), of(2));
    let (peak, count) = peak(|| {
        let parse = |bytes| Protocol::V1_14.parse::<NbtView<'_>>(bytes).unwrap();
        let mut count = 0;
        let each = |_: &Path, _| {
            count += 1;
            Ok::<_, std::convert::Infallible>(())
        };
        parse(&old).diff_each(&parse(&new), each).unwrap();
        count
    });
    assert_eq!(count, 1);
    // Four bytes for each element of both, in vectors that grow.
    assert!(peak < old.len() / 2, "{peak} bytes for two of {}", old.len());
}
