//! Checks paths in trees and in bytes of NBT. The trees are built in the tests; the bytes are those of `nbt.tsv` and
//! `tests/fixtures/minecraft/nbt`.

use crate::support::tsv::unhex;
use crate::support::{SPAWNED, deep_protocol, fixture, fixture_text, on_stack};
use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, Numbers, Tag};
use gamewire::minecraft::{Protocol, diff, diff_each, encode_nbt, parse_nbt};
use gamewire::path::{Change, Path, Segment};

fn path(text: &str) -> Path {
    text.parse().unwrap()
}

fn sample() -> Nbt {
    let item = |id: &'static str, count: i8| {
        Compound::from_iter([("id", Tag::from(id)), ("Count", Tag::Byte(count))])
    };
    let root = Compound::from_iter([
        ("Gold", Tag::Int(7)),
        ("odd key", Tag::from("text")),
        ("Items", Tag::List(List::Compound([item("sword", 1), item("apple", 64)].into()))),
        ("Pos", Tag::List(List::Double(Numbers::from(vec![1.5, 64.0, -3.25])))),
        ("Lists", Tag::List(List::List([List::End, List::Int(Numbers::from(vec![5]))].into()))),
        ("Bytes", Tag::ByteArray(Numbers::from(vec![1, 2, 3]))),
        ("Longs", Tag::LongArray(Numbers::from(vec![1 << 40, 2]))),
        ("Empty", Tag::List(List::End)),
    ]);
    Nbt::new("level", root)
}

fn bytes_of(nbt: &Nbt) -> Vec<u8> {
    encode_nbt(&Some(nbt.clone())).unwrap()
}

#[test]
fn every_step_of_a_path_is_followed() {
    let nbt = sample();
    for (at, expected) in [
        ("$.Gold", Tag::Int(7)),
        ("$[\"odd key\"]", "text".into()),
        ("$.Items[1].Count", Tag::Byte(64)),
        ("$.Pos[2]", Tag::Double(-3.25)),
        ("$.Lists[1][0]", Tag::Int(5)),
        ("$.Bytes[1]", Tag::Byte(2)),
        ("$.Longs[0]", Tag::Long(1 << 40)),
        ("$.Empty", Tag::List(List::End)),
        ("$.Items[0]", Compound::from_iter([("id", Tag::from("sword")), ("Count", Tag::Byte(1))]).into()),
    ] {
        assert_eq!(nbt.get_path(&path(at)).unwrap(), expected, "{at}");
    }
    assert_eq!(nbt.get_path(&path("$")).unwrap(), nbt.root);
    assert_eq!(nbt.clone().get_path_mut(&path("$.Items[1].Count")).unwrap(), &mut Tag::Byte(64));
}

#[test]
fn errors_of_paths_name_the_place_and_its_contents() {
    for (at, said) in [
        (
            "$.gold",
            "at $.gold: there is no such key; the keys are \"Gold\", \"odd key\", \"Items\", \"Pos\", \"Lists\", \"Bytes\", \"Longs\", \"Empty\"",
        ),
        ("$[0]", "at $[0]: Compound cannot be indexed with [0]"),
        ("$.Items[2]", "at $.Items[2]: index out of range: there are 2 elements"),
        ("$.Items.x", "at $.Items.x: List cannot be indexed with the key x; its elements are [0], [1], .."),
        (
            "$.Items.0",
            "at $.Items[\"0\"]: List cannot be indexed with the key 0; its elements are [0], [1], ..: write [0]",
        ),
        ("$.Gold.x.y", "at $.Gold.x: Int cannot be indexed with the key x"),
        ("$.Bytes[3]", "at $.Bytes[3]: index out of range: there are 3 elements"),
        ("$.Pos[0][0]", "at $.Pos[0][0]: Double cannot be indexed with [0]"),
    ] {
        let bytes = bytes_of(&sample());
        assert_eq!(sample().get_path(&path(at)).unwrap_err().to_string(), said);
        assert_eq!(sample().remove_path(&path(at)).unwrap_err().to_string(), said);
        assert_eq!(Protocol::V1_14.remove_path(&bytes, &path(at)).unwrap_err().to_string(), said);
    }
    for (at, new, said) in [
        ("$.Items[0]", Tag::Int(1), "another type does not fit here; expected a Compound, as the whole list"),
        ("$.Pos[3]", Tag::Int(1), "expected a Double, as the whole list"),
        ("$.Bytes[0]", Tag::Int(1), "an Int does not fit here; expected numbers of a Byte_Array"),
        ("$.Items[3]", Tag::Int(1), "there are 2 elements"),
        ("$", Tag::Int(1), "cannot be removed"),
        ("$.no.x", Tag::Int(1), "at $.no: there is no such key"),
        ("$.Gold.x", Tag::Int(1), "at $.Gold.x: Int cannot be indexed with the key x"),
        ("$.Items[0].id.x", Tag::Int(1), "at $.Items[0].id.x: String cannot be indexed with the key x"),
        ("$.Gold[0]", Tag::Int(1), "at $.Gold[0]: Int cannot be indexed with [0]"),
    ] {
        let mut nbt = sample();
        let error = nbt.set_path(&path(at), new.clone()).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
        assert_eq!(nbt, sample());
        let in_bytes = Protocol::V1_14.set_path(&bytes_of(&nbt), &path(at), &new).unwrap_err();
        assert_eq!(in_bytes.to_string(), error.to_string());
    }
}

#[test]
fn things_are_set_added_and_removed_alike_in_trees_and_bytes() {
    let bytes = bytes_of(&sample());
    for (at, new) in [
        ("$.Gold", Tag::Int(999)),
        ("$.Gold", "text".into()),
        ("$.New", List::Int(Numbers::from(vec![1])).into()),
        ("$[\"größe \u{1f600}\"]", Tag::Byte(1)),
        ("$.Items[0].Count", Tag::Short(9)),
        ("$.Items[1]", Compound::new().into()),
        ("$.Items[2]", Compound::from_iter([("id", "stick")]).into()),
        ("$.Pos[1]", Tag::Double(70.0)),
        ("$.Pos[3]", Tag::Double(70.0)),
        ("$.Lists[0]", List::String([JavaStr::from("a")].into()).into()),
        ("$.Lists[1][0]", Tag::Long(6)),
        ("$.Lists[1][1]", Tag::Int(6)),
        ("$.Bytes[0]", Tag::Byte(-1)),
        ("$.Bytes[3]", Tag::Byte(4)),
        ("$.Longs[1]", Tag::Long(-1)),
        ("$.Empty[0]", "first".into()),
    ] {
        let mut nbt = sample();
        let old = nbt.get_path(&path(at)).ok();
        assert_eq!(nbt.set_path(&path(at), new.clone()).unwrap(), old, "{at}");
        assert_eq!(nbt.get_path(&path(at)).unwrap(), new, "{at}");
        let changed = Protocol::V1_14.set_path(&bytes, &path(at), &new).unwrap();
        assert_eq!(changed, bytes_of(&nbt), "{at}");
    }
    for at in [
        "$.Gold",
        "$.Items[0].id",
        "$.Items[0]",
        "$.Pos[1]",
        "$.Lists[1][0]",
        "$.Lists[0]",
        "$.Bytes[2]",
        "$.Longs[0]",
    ] {
        let mut nbt = sample();
        let old = nbt.get_path(&path(at)).unwrap();
        assert_eq!(nbt.remove_path(&path(at)).unwrap(), old, "{at}");
        assert_eq!(Protocol::V1_14.remove_path(&bytes, &path(at)).unwrap(), bytes_of(&nbt), "{at}");
    }
}

/// The last of them counts, and none is left when they are taken out.
#[test]
fn the_last_of_equal_names_is_read() {
    let nbt = Nbt::unnamed(Compound::from_iter([("a", 1), ("b", 2), ("a", 3)]));
    let bytes = bytes_of(&nbt);
    let changed = Protocol::V1_14.set_path(&bytes, &path("$.a"), &Tag::Int(9)).unwrap();
    assert_eq!(changed[..bytes.len() - 5], bytes[..bytes.len() - 5]);
    assert_eq!(parse_nbt(&changed).unwrap().unwrap().root.get("a"), Some(&Tag::Int(9)));
    let left = parse_nbt(&bytes).unwrap().unwrap().remove_path(&path("$.a")).unwrap();
    assert_eq!(left, Tag::Int(3));
    let left = Protocol::V1_14.remove_path(&bytes, &path("$.a")).unwrap();
    assert_eq!(left, bytes_of(&Nbt::unnamed(Compound::from_iter([("b", 2)]))));
}

fn paths(tag: &Tag, at: &Path, found: &mut Vec<Path>) {
    let mut inside = |segment: Segment, tag: &Tag| {
        let mut inner = at.clone();
        inner.push(segment);
        found.push(inner.clone());
        paths(tag, &inner, found);
    };
    match tag {
        Tag::Compound(compound) => {
            for (name, tag) in compound.entries() {
                // Only names that text can ask for.
                if let Some(name) =
                    name.to_str().filter(|text| JavaStr::from(&**text).as_bytes() == name.as_bytes())
                {
                    inside(Segment::text(&name), tag);
                }
            }
        }
        Tag::List(list) => {
            let tags = list.clone().into_tags();
            tags.iter().enumerate().take(4).for_each(|(index, tag)| inside(Segment::Index(index), tag));
        }
        _ => {}
    }
}

/// Raw zeros and overlong sequences in names and text, which Java would not write, and all else.
#[test]
fn all_other_bytes_of_every_fixture_stay_as_they_are() {
    let table = fixture_text("minecraft/nbt.tsv");
    let is_hex = |cell: &&str| cell.len().is_multiple_of(2) && cell.bytes().all(|b| b.is_ascii_hexdigit());
    let mut roots: Vec<Vec<u8>> = table
        .lines()
        .flat_map(|line| line.split('\t').filter(is_hex).map(unhex).collect::<Vec<_>>())
        .collect();
    for entry in std::fs::read_dir(fixture("minecraft/nbt")).unwrap() {
        let file = std::fs::read(entry.unwrap().path()).unwrap();
        if let Ok((_, contents)) = gamewire_files::minecraft::unpack(&file, 1 << 24) {
            roots.push(contents.into_owned());
        }
    }
    let mut set = 0;
    for bytes in roots {
        let Ok(Some(nbt)) = parse_nbt(&bytes) else { continue };
        if bytes.len() > 1 << 12 {
            continue; // Every step down is a walk.
        }
        let mut all = Vec::new();
        paths(&nbt.root, &Path::default(), &mut all);
        if all.iter().any(|at| at.segments().len() > 40) {
            continue; // In what nests deeply every step down is a walk; how that ends is tested below.
        }
        let step = all.len() / 30 + 1;
        for at in all.into_iter().step_by(step) {
            let old = nbt.get_path(&at).unwrap();
            let same = Protocol::V1_14.set_path(&bytes, &at, &old).unwrap();
            // Other bytes may be written only if the old ones are not canonical.
            if encode_nbt(&Some(nbt.clone())).unwrap() == bytes {
                assert_eq!(same, bytes, "{at}");
            }
            let mut expected = nbt.clone();
            let taken = expected.remove_path(&at).unwrap();
            assert!(format!("{taken:?}") == format!("{old:?}"));
            let changed = Protocol::V1_14.remove_path(&bytes, &at).unwrap();
            assert_eq!(encode_nbt(&parse_nbt(&changed).unwrap()).unwrap(), bytes_of(&expected), "{at}");
            // The bytes that are left are all from the original, in order.
            let front = changed.iter().zip(&bytes).take_while(|(a, b)| a == b).count();
            let back = changed.iter().rev().zip(bytes.iter().rev()).take_while(|(a, b)| a == b).count();
            let counted = at.segments().last().is_some_and(|step| matches!(step, Segment::Index(_)));
            assert!(front + back >= changed.len() || counted, "{at}");
            set += 1;
        }
    }
    assert!(set > 100, "{set}");
}

#[test]
fn differences_have_their_paths() {
    let old = sample();
    let mut new = sample();
    for (at, tag) in [
        ("$.Gold", Tag::Int(8)),
        ("$.Items[1].Count", Tag::Byte(1)),
        ("$.Pos[1]", Tag::Double(f64::NAN)),
        ("$.Bytes[3]", Tag::Byte(1)),
        ("$.Empty[0]", Tag::Int(1)),
        ("$.New", Tag::Int(1)),
    ] {
        new.set_path(&path(at), tag).unwrap();
    }
    new.remove_path(&path("$[\"odd key\"]")).unwrap();
    let paths: Vec<_> = diff(&old, &new).map(|found| format!("{:#}", found.path)).collect();
    assert_eq!(
        paths,
        ["$.Gold", "$[\"odd key\"]", "$.Items[1].Count", "$.Pos[1]", "$.Bytes[3]", "$.Empty[0]", "$.New"]
    );
    assert_eq!(diff(&new, &new).count(), 0);
}

#[test]
fn an_element_put_into_a_list_is_one_difference() {
    let item = |count: i8| Compound::from_iter([("Count", count)]);
    let of = |counts: &[i8]| {
        let items = List::Compound(counts.iter().map(|count| item(*count)).collect());
        let ints = Tag::IntArray(counts.iter().map(|count| i32::from(*count)).collect());
        Nbt::unnamed(Compound::from_iter([("Items", Tag::List(items)), ("Ints", ints)]))
    };
    let (old, new) = (of(&[1, 2, 3, 4, 5]), of(&[1, 9, 2, 3, 4, 5]));
    let lines = |old: &Nbt, new: &Nbt| -> Vec<String> {
        let mut lines = Vec::new();
        let each = |path: &Path, change| {
            lines.push(format!("{}{path}", if matches!(change, Change::Added(_)) { "+" } else { "-" }));
            Ok::<_, std::convert::Infallible>(())
        };
        diff_each(old, new, each).unwrap();
        assert!(
            diff(old, new).map(|it| it.path.to_string()).eq(lines.iter().map(|line| line[1..].to_owned()))
        );
        lines
    };
    assert_eq!(lines(&old, &new), ["+$.Items[1]", "+$.Ints[1]"]);
    assert_eq!(lines(&new, &old), ["-$.Items[1]", "-$.Ints[1]"]);
}

#[test]
fn deep_values_are_compared_and_changed_on_a_small_stack() {
    let run = || {
        let deep = |inner: i32| {
            let mut compound = Compound::from_iter([("a", inner)]);
            for _ in 0..511 {
                compound = Compound::from_iter([("a", compound)]);
            }
            Nbt::unnamed(compound)
        };
        let (old, new) = (deep(1), deep(2));
        let at = Path::from(vec![Segment::text("a"); 512]);
        assert!(diff(&old, &new).map(|found| found.path).eq([at.clone()]));
        assert_eq!(old.get_path(&at).unwrap(), Tag::Int(1));
        let p = deep_protocol(Protocol::V1_14);
        let bytes_of = |nbt: &Nbt| p.encode(nbt).unwrap();
        let changed = p.set_path(&bytes_of(&old), &at, &Tag::Int(2)).unwrap();
        assert_eq!(changed, bytes_of(&new));
        let mut changed = old;
        changed.set_path(&at, Tag::Int(2)).unwrap();
        assert!(changed == new);
    };
    on_stack(SPAWNED, run);
}

/// Lengths of text and counts that take a byte more than needed stay where they are, wherever something else changes.
#[test]
fn a_whole_root_replaces_another() {
    use gamewire::minecraft::NbtForm;
    use gamewire::minecraft::nbt::nbt;
    let bedrock = Protocol::V1_14.with_nbt_form(NbtForm::VarInt);
    // {"l": [["x"], ["y"]], "n": 1, "a": [I; 1, 2]}, all with VarInts of two bytes or more.
    let bytes = [
        &b"\x0a\x80\0\x09\x81\0l\x09\x84\0"[..],
        b"\x08\x82\0\x81\0x\x08\x82\0\x81\0y",
        b"\x03\x81\0n\x82\0\x0b\x81\0a\x84\0\x82\0\x84\0\0",
    ]
    .concat();
    let root = |lists: List, n: i32, ints: Vec<i32>| {
        Nbt::unnamed(nbt!({ "l": (lists), "n": n, "a": (Tag::IntArray(ints.into())) }))
    };
    let lists = |texts: &[&'static str]| {
        List::List(texts.iter().map(|text| List::String([JavaStr::from(*text)].into())).collect())
    };
    let old = root(lists(&["x", "y"]), 1, vec![1, 2]);
    assert_eq!(bedrock.parse::<Nbt>(&bytes).unwrap(), old);
    assert_eq!(bedrock.set_value(&bytes, &old).unwrap(), bytes);
    let replaced = |from: &[u8], to: &[u8]| {
        let at = bytes.windows(from.len()).position(|there| there == from).unwrap();
        [&bytes[..at], to, &bytes[at + from.len()..]].concat()
    };
    for (new, expected) in [
        (root(lists(&["x", "y"]), 3, vec![1, 2]), replaced(b"n\x82\0", b"n\x06")),
        (root(lists(&["x", "z"]), 1, vec![1, 2]), replaced(b"\x81\0y", b"\x01z")),
        (root(lists(&["x", "y"]), 1, vec![1, 5]), replaced(b"\x84\0\0", b"\x0a\0")),
        // An element of the list is new, which has another count.
        (
            root(lists(&["x", "w", "y"]), 1, vec![1, 2]),
            replaced(b"\x09\x84\0\x08\x82\0\x81\0x", b"\x09\x06\x08\x82\0\x81\0x\x08\x02\x01w"),
        ),
        (root(lists(&["y"]), 1, vec![1, 2]), replaced(b"\x09\x84\0\x08\x82\0\x81\0x", b"\x09\x02")),
    ] {
        assert_eq!(bedrock.set_value(&bytes, &new).unwrap(), expected, "{new:?}");
        assert_eq!(bedrock.parse::<Nbt>(&expected).unwrap(), new);
    }
    // Another order, and an entry less.
    let less = Nbt::unnamed(nbt!({ "n": 1, "l": (lists(&["x", "y"])) }));
    let changed = bedrock.set_value(&bytes, &less).unwrap();
    assert_eq!(bedrock.parse::<Nbt>(&changed).unwrap(), less);
    assert_eq!(changed.len(), bytes.len() - b"\x0b\x81\0a\x84\0\x82\0\x84\0".len());
}

/// Names that no text equals: half of a surrogate pair, and an overlong form of "A". The position leads to their values.
#[test]
fn names_without_text_have_positions() {
    use gamewire::path::Segment;
    let bytes = b"\x0a\0\0\x01\0\x03\xed\xa0\xbd\x05\x01\0\x02\xc1\x81\x06\x01\0\x01A\x07\0";
    let root = gamewire::minecraft::parse_nbt(bytes).unwrap().unwrap();
    let names = root.root.as_compound().unwrap().iter().map(|(name, _)| name);
    let steps: Vec<String> =
        names.enumerate().map(|(at, name)| Segment::of_name(name, at).to_string()).collect();
    assert_eq!(steps, [".value(0)", ".value(1)", ".A"]);
    for (at, old) in [5_i8, 6, 7].into_iter().enumerate() {
        let path: Path = format!("$.value({at})").parse().unwrap();
        assert_eq!(path.to_string(), format!("$.value({at})"));
        assert_eq!(root.get_path(&path).unwrap(), Tag::Byte(old));
        assert_eq!(Protocol::V1_14.get_path(bytes, &path).unwrap(), Tag::Byte(old));
        let changed = Protocol::V1_14.set_path(bytes, &path, &Tag::Byte(9)).unwrap();
        let differing: Vec<u8> =
            changed.iter().zip(bytes).filter(|(new, old)| new != old).map(|(new, _)| *new).collect();
        assert_eq!((changed.len(), differing), (bytes.len(), vec![9]));
        let (mut tree, mut less) = (root.clone(), root.clone());
        assert_eq!(tree.set_path(&path, Tag::Byte(9)).unwrap(), Some(Tag::Byte(old)));
        assert_eq!(gamewire::minecraft::encode_nbt(&tree).unwrap(), changed);
        assert_eq!(less.remove_path(&path).unwrap(), Tag::Byte(old));
        assert_eq!(
            Protocol::V1_14.remove_path(bytes, &path).unwrap(),
            gamewire::minecraft::encode_nbt(&less).unwrap()
        );
        assert_eq!(
            gamewire::minecraft::diff(&root, &tree).map(|found| found.path).collect::<Vec<_>>().len(),
            1
        );
    }
    let path = "$.value(3)".parse().unwrap();
    assert!(root.get_path(&path).is_err() && Protocol::V1_14.get_path(bytes, &path).is_err());
    assert!(Protocol::V1_14.set_path(bytes, &path, &Tag::Byte(1)).is_err());
}

/// A Short with an empty name: 256 in one order of bytes, 1 in the other.
#[test]
fn equal_bytes_of_two_forms_are_compared_as_values() {
    use gamewire::minecraft::NbtForm;
    use gamewire::minecraft::nbt::NbtView;
    let bytes = b"\x0a\0\0\x02\0\0\x01\0\0";
    let [old, new] = [NbtForm::BigEndian, NbtForm::LittleEndian]
        .map(|form| Protocol::V1_14.with_nbt_form(form).parse::<NbtView<'_>>(bytes).unwrap());
    let mut found = Vec::new();
    let each = |path: &Path, change| {
        found.push((path.to_string(), change));
        Ok::<_, std::convert::Infallible>(())
    };
    old.diff_each(&new, each).unwrap();
    assert_eq!(found, [("$[\"\"]".to_owned(), Change::Changed(Tag::Short(256), Tag::Short(1)))]);
}

/// A tag that a later one with the same name hides is a part of the value, at every depth.
#[test]
fn hidden_tags_are_replaced() {
    for depth in [0, 1, 7, 8, 9, 20] {
        let root = |hidden: u8| {
            let compounds = b"\x0a\0\x01c".repeat(depth);
            let tags = [3, 0, 1, b'a', 0, 0, 0, hidden, 3, 0, 1, b'a', 0, 0, 0, 2];
            [b"\x0a\0\0", &*compounds, &tags, &vec![0; depth + 1]].concat()
        };
        let (old, new) = (root(1), root(9));
        let value = parse_nbt(&new).unwrap().unwrap();
        assert!(!value.root.same_bits(&parse_nbt(&old).unwrap().unwrap().root), "{depth}");
        assert_eq!(Protocol::V1_14.set_value(&old, &value).unwrap(), new, "{depth}");
    }
}
