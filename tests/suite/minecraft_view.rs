//! Compares the checked view of NBT with the tree, which are two results of one grammar, over the files of
//! `tests/fixtures/minecraft/nbt` and bytes that are written in the tests.

use crate::support::positions::share;
use crate::support::{SPAWNED, deep_protocol, on_stack};
use gamewire::minecraft::nbt::{
    Compound, CompoundView, JavaStr, List, Nbt, NbtView, Numbers, OptNbt, OptNbtView, Tag, TagId, TagView,
};
use gamewire::minecraft::{Metadata, Protocol, Slot, TypeExpr, Wire, check_nbt};

const P: Protocol = Protocol::V1_14;

/// The classic files that are not packed.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(crate::support::fixture("minecraft/nbt")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "nbt") {
            let bytes = std::fs::read(&path).unwrap();
            if bytes.first() == Some(&10) {
                files.push((path.display().to_string(), bytes));
            }
        }
    }
    assert!(files.len() >= 10, "{} files", files.len());
    files
}

fn view(bytes: &[u8]) -> NbtView<'_> {
    P.parse(bytes).unwrap()
}

/// Bits, not numbers: NaN occurs in the files.
fn bits(tag: &Tag) -> Vec<u8> {
    P.encode(&Nbt::unnamed(Compound::from_iter([("", tag.clone())]))).unwrap()
}

fn same_compound(view: CompoundView<'_>, tree: &Compound) -> usize {
    let mut seen = 0;
    let mut entries = tree.entries().iter();
    for (name, tag) in &view {
        let (expected, tree) = entries.next().unwrap();
        assert_eq!(name, *expected);
        seen += same(tag, tree);
    }
    assert!(entries.next().is_none());
    seen
}

/// Walks both and counts the values.
fn same(view: TagView<'_>, tree: &Tag) -> usize {
    assert_eq!(view.id(), tree.id());
    assert_eq!(bits(&view.to_tag()), bits(tree));
    // The payload is after the root's type and empty name and its own, in front of End.
    let wire = bits(tree);
    assert_eq!(view.as_wire(), &wire[6..wire.len() - 1]);
    match tree {
        Tag::Compound(tree) => 1 + same_compound(view.as_compound().unwrap(), tree),
        Tag::List(tree) => {
            let view = view.as_list().unwrap();
            assert_eq!((view.len(), view.element_type()), (tree.len(), tree.element_type()));
            assert_eq!(view.is_empty(), tree.is_empty());
            assert!(view.get(tree.len()).is_none());
            let tags = tree.clone().into_tags();
            assert_eq!(Vec::from_iter(&view).len(), tags.len());
            for (index, (view, tree)) in view.iter().zip(&tags).enumerate().take(40) {
                assert_eq!(bits(&view.to_tag()), bits(tree), "{index}");
            }
            for index in [0, tags.len() / 2, tags.len().wrapping_sub(1)] {
                if let Some(tree) = tags.get(index) {
                    same(view.get(index).unwrap(), tree);
                }
            }
            1 + view.iter().zip(&tags).take(3).map(|(view, tree)| same(view, tree)).sum::<usize>()
        }
        leaf => {
            assert_eq!((view.as_i64(), view.to_str()), (leaf.as_i64(), leaf.to_str()));
            assert_eq!(view.as_f64().map(f64::to_bits), leaf.as_f64().map(f64::to_bits));
            assert!(view.as_compound().is_none() && view.as_list().is_none());
            1
        }
    }
}

#[test]
fn the_classic_files_say_the_same_in_both() {
    let mut seen = 0;
    for (path, bytes) in files() {
        let tree = P.parse::<Nbt>(&bytes).unwrap();
        let view = view(&bytes);
        assert_eq!(view.name(), tree.name, "{path}");
        seen += same_compound(view.root().as_compound().unwrap(), tree.root.as_compound().unwrap());
        assert_eq!(view.as_wire(), bytes);
        assert_eq!(P.encode(&view).unwrap(), bytes);
        assert_eq!(P.encode(&view.to_nbt()).unwrap(), bytes);
    }
    assert!(seen > 1000, "{seen} values");
}

/// Accepted by both, or refused by both with the same words at the same place.
fn agree(bytes: &[u8]) {
    agree_in(P, bytes);
    assert_eq!(check_nbt(bytes), P.check::<OptNbt>(bytes), "{bytes:02x?}");
}

fn agree_in(p: Protocol, bytes: &[u8]) {
    let tree = p.parse::<OptNbt>(bytes).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(p.check::<OptNbt>(bytes).map_err(|error| error.to_string()), tree, "{bytes:02x?}");
}

#[test]
fn views_refuse_what_trees_refuse() {
    let list = List::String([JavaStr::from("a"), JavaStr::from("\u{1f600}")].into());
    let inner = Compound::from_iter([
        ("list", Tag::List(list)),
        ("lists", Tag::List(List::List([List::End, List::Int(vec![1].into())].into()))),
        ("array", Tag::LongArray(Numbers::from(vec![1, 2]))),
        ("arrays", Tag::List(List::IntArray([Numbers::from(vec![3])].into()))),
    ]);
    let compounds = Tag::List(List::Compound([inner, Compound::new()].into()));
    let root = Compound::from_iter([("a", Tag::Byte(1)), ("b", compounds), ("c", Tag::Double(0.5))]);
    let bytes = P.encode(&Nbt::unnamed(root)).unwrap();
    agree(&bytes);
    for end in 0..bytes.len() {
        agree(&bytes[..end]);
    }
    let any: Vec<u8> = (0..=255).collect();
    for at in 0..bytes.len() {
        for byte in share(&any, at) {
            let mut wrong = bytes.clone();
            wrong[at] = *byte;
            agree(&wrong);
        }
    }
    agree(&[bytes.as_slice(), b"x"].concat());
    agree(b"\0");
    // Depth 512 and 513.
    on_stack(SPAWNED, || {
        for depth in [512, 513] {
            agree_in(
                deep_protocol(P),
                &[b"\x0a\0\0".as_slice(), &b"\x0a\0\x01n".repeat(depth), &vec![0; depth + 1]].concat(),
            );
        }
    });
}

#[test]
fn the_last_of_entries_with_equal_names_counts() {
    let bytes = b"\x0a\0\0\x01\0\x01a\x05\x01\0\x01b\x06\x01\0\x01a\x07\0";
    let root = view(bytes).root();
    assert_eq!(root.get("a").unwrap().as_i64(), Some(7));
    assert_eq!(root.get("b").unwrap().id(), TagId::Byte);
    assert!(root.get("c").is_none());
    assert_eq!(root.as_compound().unwrap().entries().count(), 3);
    assert_eq!(P.parse(b"\0"), Ok(OptNbtView(None)));
    assert_eq!(P.encode(&OptNbtView(None)).unwrap(), b"\0");
}

#[test]
fn roots_of_any_type_have_their_type() {
    let any = P.nameless_nbt(true).allow_any_roots(true);
    let roots: [(&[u8], Tag); 4] = [
        (b"\x01\x05", Tag::Byte(5)),
        (b"\x08\0\x05hello", "hello".into()),
        (b"\x09\x01\0\0\0\x01\x05", List::from(vec![5_i8]).into()),
        (b"\x0b\0\0\0\x01\0\0\0\x05", Numbers::from(vec![5]).into()),
    ];
    for (bytes, tag) in roots {
        let view: NbtView<'_> = any.parse(bytes).unwrap();
        assert_eq!(view.root().id(), tag.id());
        assert_eq!(view.root().as_wire(), &bytes[1..]);
        assert_eq!(view.to_nbt(), Nbt::unnamed(tag));
    }
    let changed = any.set_path(b"\x0b\0\0\0\x01\0\0\0\x05", &"$[0]".parse().unwrap(), &Tag::Int(7));
    assert_eq!(changed.unwrap(), b"\x0b\0\0\0\x01\0\0\0\x07");
}

/// Slots and metadata are skipped if they are only checked: whatever is changed or cut, `check` answers as `parse` does.
#[test]
fn slots_and_metadata_are_checked_as_they_are_read() {
    fn agree<X: for<'a> Wire<'a>>(of: &TypeExpr, bytes: &[u8]) {
        for p in [P, P.strict_varints(true)] {
            let read = p.parse::<X>(bytes).map(drop);
            assert_eq!(p.check::<X>(bytes), read, "{bytes:02x?}");
            assert_eq!(of.check(p, bytes).is_ok(), read.is_ok(), "{bytes:02x?}");
        }
    }
    let [all, one] = ["metadata", "slot"].map(|name| name.parse().unwrap());
    let stack = b"\x01\x85\x02\x40\x0a\0\0\x02\0\x01a\0\x05\0";
    let entries: [&[u8]; 19] = [
        b"\x07",
        b"\xac\x02",
        b"\0\0\x80\x3f",
        b"\x02hi",
        b"\x02{}",
        b"\x01\x02{}",
        stack,
        b"\x01",
        &[7; 12],
        &[7; 8],
        b"\x01\0\0\0\0\0\0\0\x07",
        b"\x05",
        b"\x010123456789abcdef",
        b"\x81\x01",
        b"\x0a\0\0\0",
        b"\x03\x07",
        b"\x01\x02\x03",
        b"\x01",
        b"\x06",
    ];
    let mut metadata = Vec::new();
    for (kind, value) in (0..).zip(entries) {
        metadata.extend([&[kind, kind], value].concat());
    }
    metadata.push(0xff);
    assert_eq!(P.parse::<Metadata>(&metadata).unwrap().len(), 19);
    for end in 0..=metadata.len() {
        agree::<Metadata>(&all, &metadata[..end]);
        agree::<Slot>(&one, &stack[..end.min(stack.len())]);
    }
    let any: Vec<u8> = (0..=255).collect();
    for at in 0..metadata.len() {
        for byte in share(&any, at) {
            let mut wrong = metadata.clone();
            wrong[at] = *byte;
            agree::<Metadata>(&all, &wrong);
            let mut wrong = stack.to_vec();
            wrong[at % stack.len()] = *byte;
            agree::<Slot>(&one, &wrong);
        }
    }
}
