//! Checks how a program changes compounds, lists and arrays of NBT. The values are built in the tests.

use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, Numbers, Tag, TagId, TagRef, nbt};
use gamewire::minecraft::{encode_nbt, parse_nbt};

#[test]
fn the_macro_makes_the_values_of_the_specification() {
    let root = Nbt::unnamed(
        nbt!({ "hp": 20_i8, "l": [1_i16, 2], "a": [I; 1], "e": [], ("n".to_owned()): { "s": "x" } }),
    );
    let bytes = b"\x0a\0\0\
        \x01\0\x02hp\x14\
        \x09\0\x01l\x02\0\0\0\x02\0\x01\0\x02\
        \x0b\0\x01a\0\0\0\x01\0\0\0\x01\
        \x09\0\x01e\0\0\0\0\0\
        \x0a\0\x01n\x08\0\x01s\0\x01x\0\0";
    assert_eq!(encode_nbt(&root).unwrap(), bytes);
    assert_eq!(parse_nbt(bytes).unwrap(), Some(root));
    assert_eq!(nbt!({ "a": 1, "a": 2 }), Compound::from([("a", 2)]));

    assert_eq!(nbt!([[B; 1], [B;]]), List::from(vec![Numbers::from([1_i8]), Numbers::default()]));
}

/// `{:?}` is SNBT, which also shows the type of an empty list.
#[test]
fn debug_output() {
    let root = Nbt::unnamed(nbt!({
        "hp": 20_i8, "l": [1_i16, 2], "e": [], "s": "x\n", "c": [{}, { "d": 1.5 }], "ll": [[1], []],
    }));
    assert_eq!(
        format!("{root:?}"),
        r#"Nbt { name: "", root: {hp:20b,l:[1s,2s],e:[],s:"x\n",c:[{},{d:1.5d}],ll:[[1],[]]} }"#
    );
    assert_eq!(format!("{:#?}", root.root), format!("{:#}", root.root));
    assert_eq!(format!("{:?}", Tag::List(List::empty(TagId::Compound))), "[Compound;]");
}

#[test]
fn the_last_of_equal_names_counts_and_all_are_removed() {
    let mut compound: Compound = [("a", 1), ("b", 2), ("a", 3)].into_iter().collect();
    assert_eq!(compound.insert("a", 4), Some(Tag::Int(3)));
    assert_eq!(compound.entries().first().unwrap().1, Tag::Int(1));
    assert_eq!(*compound.entry("a").or_insert(5), Tag::Int(4));
    assert_eq!(compound.remove("a"), Some(Tag::Int(4)));
    assert_eq!(compound, Compound::from([("b", 2)]));
    assert_eq!(compound.remove("a"), None);
    compound.extend([("b", 5)]);
    assert_eq!(compound.len(), 2);
    for (_, tag) in compound.iter_mut() {
        *tag = Tag::Byte(0);
    }
    assert!(compound.values().all(|tag| tag.as_bool() == Some(false)));
    compound.retain(|name, _| *name != "b");
    assert!(compound.is_empty());
    // Equal as text, in other bytes: two names.
    compound.push(JavaStr::from_bytes(&b"\0"[..]).unwrap(), 1);
    assert_eq!(compound.get("\0"), None);
}

#[test]
fn elements_of_every_type_are_read_set_added_and_removed() {
    let lists: [(List, Tag); 12] = [
        (nbt!([1_i8, 2]), 3_i8.into()),
        (nbt!([1_i16, 2]), 3_i16.into()),
        (nbt!([1, 2]), 3.into()),
        (nbt!([1_i64, 2]), 3_i64.into()),
        (nbt!([1.0_f32, 2.0]), 3.0_f32.into()),
        (nbt!([1.0, 2.0]), 3.0.into()),
        (nbt!([[B; 1], [B; 2]]), nbt!([B; 3]).into()),
        (nbt!(["1", "2"]), "3".into()),
        (nbt!([[1], [2]]), nbt!([3]).into()),
        (nbt!([{ "a": 1 }, { "a": 2 }]), nbt!({ "a": 3 }).into()),
        (nbt!([[I; 1], [I; 2]]), nbt!([I; 3]).into()),
        (nbt!([[L; 1], [L; 2]]), nbt!([L; 3]).into()),
    ];
    for (mut list, third) in lists {
        let tags = list.clone().into_tags();
        assert!(list.iter().eq(tags.iter().map(TagRef::from)));
        assert!(list.iter().rev().map(TagRef::to_tag).eq(tags.iter().rev().cloned()));
        list.push(third.clone()).unwrap();
        assert_eq!(list.get(2), Some(TagRef::from(&third)));
        assert_eq!(list.set(0, third.clone()).unwrap().as_ref(), tags.first());
        assert_eq!(list.set(3, third.clone()).unwrap(), None);
        let other = if third.id() == Tag::Byte(0).id() { Tag::Int(0) } else { Tag::Byte(0) };
        let before = list.clone();
        assert_eq!(list.push(other.clone()).unwrap_err().index(), 3);
        assert_eq!(list.set(1, other).unwrap_err().index(), 1);
        assert_eq!(list, before);
        assert_eq!(list.remove(0), Some(third.clone()));
        assert_eq!(list.remove(2), None);
        assert_eq!(List::from_tags(vec![tags.into_iter().nth(1).unwrap(), third]).unwrap(), list);
        let of = list.element_type();
        list.remove(1);
        list.remove(0);
        assert_eq!((list.is_empty(), list.element_type()), (true, of));
    }
    let mut list = List::End;
    list.push("a").unwrap();
    assert_eq!(list, nbt!(["a"]));
}

#[test]
fn setting_a_number_changes_neither_copies_nor_the_input() {
    let input = [0_u8, 0, 0, 1];
    let mut row = Numbers::<i32>::try_from_wire(&input[..]).unwrap();
    let copy = row.clone();
    assert!(row.set(0, -1));
    let other = row.clone();
    assert!(row.set(0, -2));
    assert_eq!(
        (row.to_vec(), other.to_vec(), copy.to_vec(), input),
        (vec![-2], vec![-1], vec![1], [0, 0, 0, 1])
    );
    assert!(!row.set(usize::MAX, 0));
    let mut long = Numbers::from((0..100_i64).collect::<Vec<_>>());
    assert!(long.set(99, 7));
    long.edit(|numbers| numbers.truncate(1));
    assert_eq!(long.to_vec(), [0]);
}

/// A field of any tag keeps it, also what serde has no word for.
#[cfg(feature = "serde")]
#[test]
fn fields_of_any_tag_keep_it() {
    use gamewire::minecraft::nbt::{JavaStr, from_tag, to_tag};
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Holder {
        any: Tag,
        all: Vec<Compound>,
        none: Option<List>,
    }
    let lone = || JavaStr::from_units(&[0xd800, 0x61]);
    let tags = [
        Tag::Byte(-1),
        Tag::Long(1),
        Tag::Float(f32::INFINITY),
        Tag::String(lone()),
        Tag::ByteArray(vec![1, -1].into()),
        Tag::IntArray(vec![1].into()),
        Tag::LongArray(Vec::new().into()),
        Tag::List(List::End),
        Tag::List(List::Byte(Vec::new().into())),
        Tag::List(List::Compound(Vec::new().into())),
        Tag::Compound(Compound::from_iter([(lone(), Tag::Short(3))])),
    ];
    for tag in tags {
        let one = Compound::from_iter([("tag", tag.clone())]);
        let all = Tag::List(List::Compound(vec![one.clone(), one].into()));
        let holder = Tag::Compound(Compound::from_iter([("any", tag.clone()), ("all", all)]));
        let read: Holder = from_tag(holder.clone()).unwrap();
        assert_eq!(read.any, tag);
        assert!(read.none.is_none());
        assert_eq!(to_tag(&read).unwrap(), holder, "{tag:?}");
    }
    let error = from_tag::<Compound>(Tag::Byte(1)).unwrap_err();
    assert_eq!(error.to_string(), "at $: expected a Compound, found a Byte");
}

/// In a text format a tag is what it holds, and integers come back as Long.
#[cfg(feature = "serde")]
#[test]
fn tags_in_json_are_what_they_hold() {
    let tag = Tag::Compound(gamewire::minecraft::nbt::nbt!({
        "a": 1_i8, "b": [1.5, 2.5], "c": [I; 1, 2], "d": { "e": "text" }, "f": [B; -1],
    }));
    let text = serde_json::to_string(&tag).unwrap();
    assert_eq!(text, r#"{"a":1,"b":[1.5,2.5],"c":[1,2],"d":{"e":"text"},"f":[255]}"#);
    let read: Tag = serde_json::from_str(&text).unwrap();
    let expected = gamewire::minecraft::nbt::nbt!({
        "a": 1_i64, "b": [1.5, 2.5], "c": [1_i64, 2_i64], "d": { "e": "text" }, "f": [255_i64],
    });
    assert_eq!(read, Tag::Compound(expected));
    let error = serde_json::from_str::<Tag>("[1, 2.5]").unwrap_err().to_string();
    assert!(
        error.starts_with(
            "all elements of a list have one type, but element 0 is Long and element 1 is Double"
        ),
        "{error}"
    );
    assert!(serde_json::from_str::<Tag>("null").is_err());
}
