//! Checks paths in trees and in bytes of NBT. The trees are built in the tests; the bytes are those of `nbt.tsv` and
//! `tests/fixtures/minecraft/nbt`.

use crate::support::tsv::unhex;
use crate::support::{fixture, fixture_text};
use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, Tag};
use gamewire::minecraft::{Protocol, diff, encode_nbt, parse_nbt};
use gamewire::path::{Change, Path, Segment};

fn bytes_of(nbt: &Nbt) -> Vec<u8> {
    encode_nbt(&Some(nbt.clone())).unwrap()
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
            let old = nbt.root.get_path(&at).unwrap();
            let same = Protocol::V1_14.set_path(&bytes, &at, &old).unwrap();
            // Other bytes may be written only if the old ones are not canonical.
            if encode_nbt(&Some(nbt.clone())).unwrap() == bytes {
                assert_eq!(same, bytes, "{at}");
            }
            let mut expected = nbt.clone();
            let taken = expected.root.remove_path(&at).unwrap();
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
    assert!(
        root.root.walk().with_paths().skip(1).map(|(path, _)| path.to_string()[1..].to_owned()).eq(steps)
    );
    for (at, old) in [5_i8, 6, 7].into_iter().enumerate() {
        let path: Path = format!("$.value({at})").parse().unwrap();
        assert_eq!(path.to_string(), format!("$.value({at})"));
        assert_eq!(root.root.get_path(&path).unwrap(), Tag::Byte(old));
        assert_eq!(Protocol::V1_14.get_path(bytes, &path).unwrap(), Tag::Byte(old));
        let changed = Protocol::V1_14.set_path(bytes, &path, &Tag::Byte(9)).unwrap();
        let differing: Vec<u8> =
            changed.iter().zip(bytes).filter(|(new, old)| new != old).map(|(new, _)| *new).collect();
        assert_eq!((changed.len(), differing), (bytes.len(), vec![9]));
        let (mut tree, mut less) = (root.clone(), root.clone());
        assert_eq!(tree.root.set_path(&path, Tag::Byte(9)).unwrap(), Some(Tag::Byte(old)));
        assert_eq!(gamewire::minecraft::encode_nbt(&tree).unwrap(), changed);
        assert_eq!(less.root.remove_path(&path).unwrap(), Tag::Byte(old));
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
    assert!(root.root.get_path(&path).is_err() && Protocol::V1_14.get_path(bytes, &path).is_err());
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

#[test]
fn a_nan_equals_itself() {
    let of = |number: f64| {
        Nbt::unnamed(Compound::from_iter([("Pos", List::Double([number].into_iter().collect()))]))
    };
    assert_eq!(diff(&of(f64::NAN), &of(f64::NAN)).count(), 0);
    assert_eq!(diff(&of(0.0), &of(-0.0)).count(), 1);
}

#[test]
fn a_walk_visits_each_tag_in_trees_and_bytes() {
    use gamewire::minecraft::nbt::{NbtView, nbt};
    let mut root: Compound = nbt!({
        "Items": [{ "id": "sword", "Runes": [I; 1, 2] }, { "id": "bow" }],
        "Pos": [1.5, 2.5],
        "Nested": [[1, 2], [3]],
        "Name": "Ada",
    });
    // A name that no text leads to.
    root.insert(JavaStr::from_bytes(b"\xed\xa0\x80").unwrap(), 1);
    let root = Nbt::unnamed(root);
    let bytes = bytes_of(&root);
    let view: NbtView<'_> = Protocol::V1_14.parse(&bytes).unwrap();
    let all: Vec<_> =
        root.root.walk().with_paths().map(|(path, tag)| (path.to_string(), tag.to_string())).collect();
    let in_place = view.walk().with_paths().map(|(path, tag)| (path.to_string(), tag.to_tag().to_string()));
    assert!(in_place.eq(all.iter().cloned()));
    let paths: Vec<_> = all.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths[..5], ["$", "$.Items", "$.Items[0]", "$.Items[0].id", "$.Items[0].Runes"]);
    assert_eq!((paths.len(), paths[17]), (18, "$.value(4)"));
}
