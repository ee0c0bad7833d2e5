//! Checks NBT of the Bedrock edition, little-endian and with VarInts, against the bytes of other codecs (`bedrock.tsv`).

use gamewire::error::DecodeErrorKind;
use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, NbtView, Numbers, OptNbt, Tag, nbt};
use gamewire::minecraft::{NbtForm, Protocol, Slot, TypeExpr, Verdict, diff, parse_nbt, wire};
use gamewire::path::Path;
use nom::Parser as _;
use nom::sequence::pair;

use crate::minecraft_support::rows;
use crate::support::tsv::unhex;

fn protocol(form: &str) -> Protocol {
    let form = NbtForm::ALL.iter().find(|known| known.name() == form).unwrap();
    Protocol::V1_14.with_nbt_form(*form)
}

/// The form, the root in the big-endian form, the same in the form.
fn others() -> Vec<(Protocol, Vec<u8>, Vec<u8>)> {
    rows("bedrock.tsv").iter().map(|row| (protocol(&row[1]), unhex(&row[2]), unhex(&row[3]))).collect()
}

fn parsed(protocol: Protocol, bytes: &[u8]) -> Nbt {
    protocol.parse(bytes).unwrap_or_else(|error| panic!("{error}: {bytes:02x?}"))
}

#[test]
fn bytes_of_other_codecs_are_read_checked_and_written_again() {
    let others = others();
    assert!(others.len() >= 25, "{}", others.len());
    for (protocol, java, bytes) in others {
        let root = parsed(protocol, &bytes);
        assert_eq!(root, parse_nbt(&java).unwrap().unwrap(), "{bytes:02x?}");
        assert_eq!(protocol.encode(&root).unwrap(), bytes);
        assert_eq!(Protocol::V1_14.encode(&root).unwrap(), java);
        assert!(protocol.check::<OptNbt>(&bytes).is_ok());
        assert_eq!(protocol.verify::<OptNbt>(&bytes), Verdict::Identical);
        // Every byte is explained, and the rows are those of the other form but for sizes.
        let explained = TypeExpr::Nbt.explain(protocol, &bytes);
        assert!(explained.error().is_none());
        let view: NbtView<'_> = protocol.parse(&bytes).unwrap();
        assert_eq!(view.to_nbt(), root);
        assert_eq!(view.name(), root.name);
        assert_eq!(view.as_wire(), bytes);
        for end in 0..bytes.len() {
            let error = protocol.parse::<OptNbt>(&bytes[..end]).unwrap_err();
            assert!(error.is_incomplete(), "{end}: {error}");
            assert_eq!(protocol.check::<OptNbt>(&bytes[..end]).unwrap_err(), error);
        }
    }
}

/// A root that is a List: the rules, the type of its elements, its bytes, as another codec wrote them.
struct ListRoot {
    protocol: Protocol,
    elements: String,
    bytes: Vec<u8>,
}

fn list_roots() -> Vec<ListRoot> {
    let rows = rows("list_roots.tsv");
    let rows = rows.iter().filter(|row| !row[0].starts_with('#'));
    let roots: Vec<_> = rows
        .map(|row| {
            let protocol = protocol(&row[1]);
            let protocol = protocol.allow_list_roots(is_java(protocol));
            ListRoot { protocol, elements: row[2].clone(), bytes: unhex(&row[3]) }
        })
        .collect();
    assert_eq!(roots.len(), 12);
    roots
}

fn is_java(protocol: Protocol) -> bool {
    protocol.nbt_form() == NbtForm::BigEndian
}

/// The list in a root of the Java edition's form, by the parsers of its parts.
fn java_list(bytes: &[u8]) -> (JavaStr, List) {
    let settings = Protocol::V1_14.settings();
    let cx = settings.cx();
    let (rest, root) = pair(wire::mutf8(cx), wire::list(cx)).parse(&bytes[1..]).unwrap();
    assert!(rest.is_empty());
    root
}

/// Every List of another codec is read in all forms, as the same List.
#[test]
fn roots_that_are_lists_are_read_written_and_explained() {
    let all = list_roots();
    assert_eq!(all.iter().filter(|root| is_java(root.protocol)).count(), 4);
    for ListRoot { protocol, elements, bytes } in &all {
        let other = all.iter().find(|root| is_java(root.protocol) && root.elements == *elements).unwrap();
        let (name, list) = java_list(&other.bytes);
        let root = parsed(*protocol, bytes);
        assert_eq!((&root.name, root.root.as_list()), (&name, Some(&list)), "{bytes:02x?}");
        assert_eq!(list.element_type().name(), elements);
        assert_eq!(protocol.encode(&root).unwrap(), *bytes);
        assert!(protocol.check::<OptNbt>(bytes).is_ok());
        assert_eq!(protocol.verify::<OptNbt>(bytes), Verdict::Identical);
        let value = TypeExpr::Nbt.parse(*protocol, bytes).unwrap();
        assert_eq!(TypeExpr::Nbt.encode(*protocol, &value).unwrap(), *bytes);
        assert_eq!(protocol.parse_prefix::<Nbt>(&[bytes, &b"rest"[..]].concat()).unwrap().1, b"rest");
        // The view has the same values.
        let view: NbtView<'_> = protocol.parse(bytes).unwrap();
        assert_eq!((view.to_nbt(), view.as_wire()), (root.clone(), &bytes[..]));
        assert_eq!(view.name(), name);
        let (inside, tags) = (view.root().as_list().unwrap(), list.into_tags());
        assert_eq!(inside.iter().map(|tag| tag.to_tag()).collect::<Vec<_>>(), tags);
        assert_eq!(inside.get(1).unwrap().to_tag(), tags[1]);
        assert!(view.root().as_compound().is_none() && view.root().get("name").is_none());
        assert_eq!(view.root().as_wire(), &bytes[bytes.len() - view.root().as_wire().len()..]);
        assert_eq!(protocol.encode(&view).unwrap(), *bytes);
        // Every byte has a row, the first names the type.
        let explained = TypeExpr::Nbt.explain(*protocol, bytes);
        assert!(explained.error().is_none());
        assert_eq!(explained.rows().iter().map(|row| row.len).sum::<usize>(), bytes.len());
        assert!(explained.text().contains("List  (type id 9, "), "{}", explained.text());
        // Without its end it is incomplete, wherever the end is.
        for end in 0..bytes.len() {
            let error = protocol.parse::<OptNbt>(&bytes[..end]).unwrap_err();
            assert!(error.is_incomplete() && error.offset() <= end, "{end}: {error}");
            assert_eq!(protocol.check::<OptNbt>(&bytes[..end]).unwrap_err(), error);
            assert_eq!(protocol.parse::<NbtView<'_>>(&bytes[..end]).unwrap_err().offset(), error.offset());
        }
    }
}

/// Without the name the List follows the type at once, as `nameless_nbt` says.
#[test]
fn a_list_is_a_root_without_a_name() {
    for ListRoot { protocol, bytes, .. } in list_roots() {
        let root = Nbt::unnamed(parsed(protocol, &bytes).root);
        let nameless = protocol.nameless_nbt(true);
        let list = protocol.parse::<NbtView<'_>>(&bytes).unwrap().root().as_wire();
        let written = nameless.encode(&root).unwrap();
        assert_eq!(written, [&[9], list].concat());
        assert_eq!(parsed(nameless, &written), root);
        assert_eq!(nameless.parse::<NbtView<'_>>(&written).unwrap().to_nbt(), root);
    }
}

/// The Java edition has no such root: the error is at its type, when it is read, and is a sentence, when it is written.
#[test]
fn the_java_edition_refuses_roots_that_are_lists() {
    for ListRoot { protocol, bytes, .. } in list_roots() {
        for java in [Protocol::V1_14, Protocol::V1_15.nameless_nbt(true)] {
            for error in [
                java.parse::<OptNbt>(&bytes).unwrap_err(),
                java.parse::<Nbt>(&bytes).unwrap_err(),
                java.parse::<NbtView<'_>>(&bytes).unwrap_err(),
                java.check::<OptNbt>(&bytes).unwrap_err(),
            ] {
                assert_eq!((error.offset(), error.kind()), (0, &DecodeErrorKind::NbtRoot { id: 9 }));
                assert_eq!(
                    error.to_string(),
                    "at byte 0x0000, reading NBT at $: an NBT root of the Java edition must be a compound (10) or absent (0), \
                     not a list (9): only the Bedrock edition has lists as roots"
                );
            }
            let mut root = parsed(protocol, &bytes);
            root.name = JavaStr::default();
            let sentence =
                "at $: an NBT root that is a List has no form in the Java edition, which needs a Compound";
            assert_eq!(java.encode(&root).unwrap_err().to_string(), sentence);
            assert_eq!(java.encode(&OptNbt(Some(root.clone()))).unwrap_err().to_string(), sentence);
            let mut buffer = b"kept".to_vec();
            assert!(java.encode_into(&root, &mut buffer).is_err());
            assert_eq!(buffer, b"kept");
        }
    }
    // In a slot the offset is that of the root.
    let error = Protocol::V1_14.parse::<Slot>(&[1, 5, 64, 9, 0, 0, 1, 0, 0, 0, 0]).unwrap_err();
    assert_eq!((error.offset(), error.kind()), (3, &DecodeErrorKind::NbtRoot { id: 9 }));
    assert_eq!(error.path().to_string(), "$.nbt");
}

/// In every form, only these types can be roots.
#[test]
fn other_types_are_no_roots() {
    let tags = [
        Tag::Byte(1),
        Tag::Short(1),
        Tag::Int(1),
        Tag::Long(1),
        Tag::Float(1.0),
        Tag::Double(1.0),
        Tag::ByteArray(Numbers::from([1])),
        Tag::from("text"),
        Tag::IntArray(Numbers::from([1])),
        Tag::LongArray(Numbers::from([1])),
    ];
    for protocol in [Protocol::V1_14, Protocol::BEDROCK, Protocol::BEDROCK_NETWORK] {
        for tag in &tags {
            let error = protocol.encode(&Nbt::unnamed(tag.clone())).unwrap_err();
            assert_eq!(
                error.to_string(),
                "at $: an NBT root must be a Compound, or in the forms of the Bedrock edition a List"
            );
            let id = tag.id().to_wire();
            let error = protocol.parse::<OptNbt>(&[id, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]).unwrap_err();
            assert_eq!((error.offset(), error.kind()), (0, &DecodeErrorKind::NbtRoot { id }));
            assert!(error.to_string().ends_with(&format!(
                "an NBT root must be a compound (10), a list (9, Bedrock edition only) or absent (0), not tag {id}"
            )));
        }
        let error = protocol.parse::<OptNbt>(&[13, 0]).unwrap_err();
        assert_eq!((error.offset(), error.kind()), (0, &DecodeErrorKind::NbtTag { id: 13 }));
        let error = protocol.parse::<Nbt>(&[0]).unwrap_err();
        assert_eq!((error.offset(), error.kind()), (0, &DecodeErrorKind::NbtRoot { id: 0 }));
    }
}

/// Values inside are changed in the bytes as in the tree, and nothing else changes.
#[test]
fn values_in_a_root_that_is_a_list_are_changed() {
    let path = |text: &str| -> Path { text.parse().unwrap() };
    for ListRoot { protocol, elements, bytes } in list_roots() {
        let root = parsed(protocol, &bytes);
        let len = root.root.as_list().unwrap().len();
        let (place, new, wrong) = match elements.as_str() {
            "Compound" => ("$[1].name", Tag::from("longer than before"), "$[1].name[0]"),
            "Int" => ("$[2]", Tag::Int(-70_000), "$[2].x"),
            "String" => ("$[0]", Tag::from("\u{1f600}"), "$.name"),
            "List" => ("$[1][0]", Tag::Double(0.25), "$[0][2]"),
            other => panic!("{other}"),
        };
        let mut tree = root.clone();
        let old = tree.root.set_path(&path(place), new.clone()).unwrap().unwrap();
        let changed = protocol.set_path(&bytes, &path(place), &new).unwrap();
        assert_eq!(changed, protocol.encode(&tree).unwrap(), "{place}");
        assert_eq!(protocol.get_path(&changed, &path(place)).unwrap(), new);
        let view: NbtView<'_> = protocol.parse(&changed).unwrap();
        assert_eq!(view.root().view_path(&path(place)).unwrap().to_tag(), new);
        assert_eq!(view.root().view_path(&path("$")).unwrap().to_tag(), tree.root);
        let found: Vec<_> = diff(&root, &tree).map(|found| format!("{:#}", found.path)).collect();
        assert_eq!(found, [place]);
        assert_eq!(protocol.set_path(&changed, &path(place), &old).unwrap(), bytes);
        // One element more, and one less.
        let (last, end) = (format!("$[{}]", len - 1), path(&format!("$[{len}]")));
        let element = root.root.get_path(&path(&last)).unwrap();
        let more = protocol.set_path(&bytes, &end, &element).unwrap();
        let mut tree = root.clone();
        tree.root.set_path(&end, element).unwrap();
        assert_eq!(more, protocol.encode(&tree).unwrap());
        assert_eq!(protocol.remove_path(&more, &end).unwrap(), bytes);
        assert_eq!(tree.root.remove_path(&end).unwrap(), root.root.get_path(&path(&last)).unwrap());
        assert_eq!(tree, root);
        // These do not fit or do not exist.
        for at in [wrong, "$[0]", "$[9]", "$.name"] {
            let (mut tree, new) = (root.clone(), Tag::Byte(1));
            let in_bytes = protocol.set_path(&bytes, &path(at), &new).unwrap_err().to_string();
            let in_tree = tree.root.set_path(&path(at), new).unwrap_err().to_string();
            assert!(at == wrong || in_bytes == in_tree, "{in_bytes}, {in_tree}");
            assert_eq!(tree, root);
        }
    }
}

/// Duplicates are found in a root that is a List.
#[test]
fn entries_that_the_game_loses_are_found_below_a_list() {
    let twice = Compound::from_iter([("hp", 1), ("hp", 2)]);
    let nbt = Nbt::unnamed(List::from(vec![Compound::new(), twice]));
    let lost: Vec<String> = nbt.lost_entries().map(|path| format!("{path:#}")).collect();
    assert_eq!(lost, ["$[1].hp"]);
}

/// JSON, SNBT and trees of the same List are the same bytes again.
#[test]
fn roots_that_are_lists_go_through_json_and_snbt() {
    use gamewire::minecraft::json::{from_str, nbt_from_str, nbt_to_string, to_string};
    for ListRoot { protocol, elements, bytes } in list_roots() {
        let root = parsed(protocol, &bytes);
        let json = nbt_to_string(&root);
        let inside =
            format!(r#""tag":{{"type":"list","value":{{"type":"{}","value":["#, elements.to_lowercase());
        assert!(json.contains(&inside), "{json}");
        assert_eq!(nbt_from_str(&json).unwrap(), root);
        let value = from_str(&TypeExpr::Nbt, &json).unwrap();
        assert_eq!(TypeExpr::Nbt.encode(protocol, &value).unwrap(), bytes);
        assert_eq!(to_string(&TypeExpr::Nbt, protocol, &value), json);
        assert!(TypeExpr::Nbt.encode(Protocol::V1_14, &value).is_err());
        let snbt: Tag = root.root.to_string().parse().unwrap();
        assert_eq!(protocol.encode(&Nbt::new(root.name, snbt)).unwrap(), bytes);
    }
    let error = nbt_from_str(r#"{"name":"","tag":{"type":"int","value":5}}"#).unwrap_err();
    assert_eq!(error.to_string(), "at line 1, column 18, $.tag: a root is a compound or a list, not int");
}

/// A `Vec` is a root where the form has Lists as roots.
#[cfg(feature = "serde")]
#[test]
fn a_vec_of_your_type_is_a_root() {
    use gamewire::minecraft::nbt::{from_slice, from_slice_as, to_vec, to_vec_as};
    #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
    struct Block {
        name: String,
        id: i16,
    }
    for ListRoot { protocol, elements, bytes } in list_roots() {
        if elements != "Compound" {
            continue;
        }
        if is_java(protocol) {
            assert!(from_slice::<Vec<Block>>(&bytes).unwrap_err().to_string().contains("not a list (9)"));
        }
        let blocks: Vec<Block> = from_slice_as(&bytes, protocol).unwrap();
        let names: Vec<_> = blocks.iter().map(|block| (block.name.as_str(), block.id)).collect();
        assert_eq!(names, [("minecraft:stone", 1), ("minecraft:dirt", 3)]);
        assert_eq!(to_vec_as(&blocks, protocol).unwrap(), bytes);
        let error = from_slice_as::<Block>(&bytes, protocol).unwrap_err().to_string();
        assert_eq!(error, "at $[0]: invalid type: map, expected a string");
    }
    let said = |error: gamewire::error::SerdeError| error.to_string();
    assert_eq!(
        said(to_vec(&[1, 2]).unwrap_err()),
        "at $: a root is a Compound, not a List; in the forms of the Bedrock edition it may be a List: to_vec_as"
    );
    assert_eq!(
        said(to_vec_as(&5, Protocol::BEDROCK).unwrap_err()),
        "at $: a root is a Compound or a List, not an Int"
    );
    assert_eq!(said(to_vec(&5).unwrap_err()), "at $: a root is a Compound, not an Int");
}

/// A file of such a root is recognized in the forms that have it, alone, after the header of a `level.dat`, and beside other roots.
#[test]
fn files_with_roots_that_are_lists_are_recognized() {
    use gamewire_files::document::Document;
    use gamewire_files::identify::{Arrangement, Contents, examine, identify};
    let found = |bytes: &[u8]| match examine(bytes) {
        Contents::Nbt { protocol, arrangement, values, alone: true, canonical: Some(true), .. } => {
            Some((protocol, arrangement, values))
        }
        _ => None,
    };
    for ListRoot { protocol, bytes, .. } in list_roots() {
        let form = protocol.nbt_form();
        assert_eq!(found(&bytes), Some((protocol, Arrangement::Single, 1)), "{bytes:02x?}");
        let document = Document::open(&bytes).unwrap();
        let value = document.value(0).unwrap();
        assert_eq!(value.nbt().unwrap(), parsed(protocol, &bytes));
        for end in 0..bytes.len() {
            assert_eq!(found(&bytes[..end]), None, "{end}");
        }
        if is_java(protocol) {
            let said = identify(&bytes).to_string();
            assert_eq!(said, "NBT of Minecraft whose root is a List, which the Java edition refuses");
            // Without its name, as packets have roots.
            let rules = protocol.nameless_nbt(true);
            let nameless = rules.encode(&Nbt::unnamed(parsed(protocol, &bytes).root)).unwrap();
            assert_eq!(found(&nameless), Some((rules, Arrangement::Single, 1)), "{nameless:02x?}");
            let said = identify(&nameless).to_string();
            assert_eq!(said, "NBT of Minecraft whose root is a List without a name");
            continue;
        }
        let compound = protocol.encode(&Nbt::unnamed(nbt!({ "gold": 5 }))).unwrap();
        for (roots, count) in
            [([&bytes[..], &compound].concat(), 2), ([&compound[..], &bytes, &bytes].concat(), 3)]
        {
            assert_eq!(found(&roots), Some((protocol, Arrangement::Roots(form), count)));
        }
        if form == NbtForm::LittleEndian {
            let level =
                [&b"\x0a\0\0\0"[..], &u32::try_from(bytes.len()).unwrap().to_le_bytes(), &bytes].concat();
            assert_eq!(found(&level), Some((protocol, Arrangement::LevelDat { version: 10 }, 1)));
        }
    }
    // The shortest Lists that are recognized have one Byte.
    let (java, one) = (Protocol::V1_14.allow_list_roots(true), Arrangement::Single);
    assert_eq!(found(b"\x09\0\0\x01\0\0\0\x01\x05"), Some((java, one, 1)));
    assert_eq!(found(b"\x09\x01\0\0\0\x01\x05"), Some((java.nameless_nbt(true), one, 1)));
    // Roots without elements do not show the form: nothing is recognized by them.
    for empty in [
        &b"\x09\0\0\0\0\0\0\0"[..],
        b"\x09\0\0\x03\0\0\0\0",
        b"\x09\x03\0\0\0\0",
        b"\x09\0\x03\0",
        b"\x09\0\0\0",
    ] {
        assert_eq!(found(empty), None, "{empty:02x?}");
        assert_eq!(found(&empty.repeat(2)), None, "{empty:02x?}");
    }
}

/// A count past 63 takes two bytes as a zigzag VarInt.
#[test]
fn a_count_that_gets_longer_is_written_longer() {
    let network = Protocol::BEDROCK_NETWORK;
    let root = |count| Nbt::unnamed(Compound::from_iter([("l", List::Byte(Numbers::from(vec![1; count])))]));
    let bytes = network.encode(&root(63)).unwrap();
    let changed = network.set_path(&bytes, &"$.l[63]".parse().unwrap(), &Tag::Byte(1)).unwrap();
    assert_eq!(changed, network.encode(&root(64)).unwrap());
    assert_eq!(changed.len(), bytes.len() + 2);
    let back = network.remove_path(&changed, &"$.l[63]".parse().unwrap()).unwrap();
    assert_eq!(back, bytes);
}

#[test]
fn faults_have_their_offset_and_reason() {
    let error = |protocol: Protocol, bytes: &[u8]| {
        let error = protocol.parse::<OptNbt>(bytes).unwrap_err();
        (error.offset(), *error.kind())
    };
    // -1 elements.
    let (at, kind) = error(Protocol::BEDROCK, b"\x0a\0\0\x0b\x01\0a\xff\xff\xff\xff\0");
    assert_eq!((at, kind), (7, DecodeErrorKind::NegativeLength { value: -1 }));
    assert_eq!(
        error(Protocol::BEDROCK_NETWORK, b"\x0a\0\x0b\x01a\x01\0"),
        (5, DecodeErrorKind::NegativeLength { value: -1 })
    );
    // 2 147 483 647 elements in eight bytes: nothing is allocated.
    for tag in [b'\x07', b'\x0b', b'\x0c'] {
        let bytes = [b"\x0a\0", [tag].as_slice(), b"\x01a\xfe\xff\xff\xff\x0f\0\0\0\0\0\0\0\0"].concat();
        let (at, kind) = error(Protocol::BEDROCK_NETWORK, &bytes);
        assert!(at == 5 && matches!(kind, DecodeErrorKind::CountPastEnd { .. }), "{at} {kind:?}");
    }
    let (at, kind) = error(Protocol::BEDROCK_NETWORK, b"\x0a\0\x03\x01a\xff\xff\xff\xff\xff\x01\0");
    assert_eq!((at, kind), (5, DecodeErrorKind::VarIntTooLong { max: 5 }));
}

/// The key that the game writes for players since 1.18.30, the Latin-1 of an old command block, and what looks like other text.
#[test]
fn text_is_any_bytes() {
    let texts: [&[u8]; 9] = [
        b"\xc5\0\0\0\x01\0\0\0",
        b"\xa7\x6cDisable",
        b"\xff",
        b"a\xe9",
        // Surrogates, a pair of them, U+0000 in two bytes: modified UTF-8 of other text.
        b"\xed\xb2\x80",
        b"\xed\xa0\xbd\xed\xb8\x80",
        b"\xc0\x80",
        b"\xf0\x9f\x98",
        b"\xf0\x9f\x98\x80\xc3",
    ];
    for bytes in texts {
        let length = u8::try_from(bytes.len()).unwrap();
        let file = [&b"\x0a\0\0\x08\x01\0t"[..], &[length, 0], bytes, b"\0"].concat();
        let packet = [&b"\x0a\0\x08\x01t"[..], &[length], bytes, b"\0"].concat();
        let named = [&b"\x0a\0\0\x01"[..], &[length, 0], bytes, b"\x07\0"].concat();
        for (protocol, bytes) in
            [(Protocol::BEDROCK, &file), (Protocol::BEDROCK_NETWORK, &packet), (Protocol::BEDROCK, &named)]
        {
            let value = parsed(protocol, bytes);
            assert_eq!(protocol.encode(&value).unwrap(), *bytes);
            assert_eq!(protocol.verify::<Nbt>(bytes), Verdict::Identical);
            assert_eq!(protocol.parse::<NbtView<'_>>(bytes).unwrap().to_nbt(), value);
            let text: Tag = value.root.to_string().parse().unwrap();
            assert_eq!(text, value.root);
        }
        let value = parsed(Protocol::BEDROCK, &file);
        let text = value.root["t"].as_text().unwrap();
        assert_eq!(text.to_utf8().as_deref(), Some(bytes));
        assert_eq!(text.to_str(), None);
        // The Java edition can hold it, and it comes back from there.
        let java = Protocol::V1_14.encode(&value).unwrap();
        assert_eq!(parsed(Protocol::V1_14, &java), value);
    }
    // Bytes that together are UTF-8 are other text.
    let pair = Tag::String(JavaStr::from_units(&[0xdcc3, 0xdca9]));
    assert_eq!(pair.as_text().unwrap().to_utf8(), None);
    assert!(Protocol::BEDROCK.encode(&Nbt::unnamed(Compound::from_iter([("t", pair)]))).is_err());
}

/// Half of a surrogate pair is text in the Java edition only.
#[test]
fn text_that_utf8_cannot_hold_is_not_written() {
    let half = Nbt::unnamed(Compound::from_iter([("t", Tag::String(JavaStr::from_units(&[0xd83d])))]));
    assert!(Protocol::V1_14.encode(&half).is_ok());
    for protocol in [Protocol::BEDROCK, Protocol::BEDROCK_NETWORK] {
        let error = protocol.encode(&half).unwrap_err();
        assert_eq!(error.to_string(), "at $.t: UTF-8 has no unpaired surrogates");
    }
    let long = Nbt::unnamed(Compound::from_iter([("t", "x".repeat(65536))]));
    assert!(Protocol::BEDROCK.encode(&long).is_err());
    // The length is a VarInt here.
    let bytes = Protocol::BEDROCK_NETWORK.encode(&long).unwrap();
    assert_eq!(parsed(Protocol::BEDROCK_NETWORK, &bytes), long);
}

#[test]
fn an_explanation_shows_the_form() {
    let network =
        TypeExpr::Nbt.explain(Protocol::BEDROCK_NETWORK, b"\x0a\0\x03\x01a\xd8\x04\x0b\x01b\x02\x01\0");
    let text = network.text();
    let rows = text.lines().skip_while(|row| !row.starts_with("offset"));
    let rows: Vec<String> = rows.map(|row| row.trim_end().to_owned()).collect();
    assert_eq!(
        rows,
        [
            "offset  bytes                    meaning",
            "0x0000  0a                       Compound  (type id 10, named tags until End)",
            "0x0001  00                         root name length = 0",
            "0x0002  03                         \"a\": Int  (type id 3, zigzag VarInt)",
            "0x0003  01                           name length = 1",
            "0x0004  61                           name = \"a\"",
            "0x0005  d8 04                        value = 300",
            "0x0007  0b                         \"b\": Int_Array  (type id 11, count, zigzag VarInts)",
            "0x0008  01                           name length = 1",
            "0x0009  62                           name = \"b\"",
            "0x000a  02                           count = 1",
            "0x000b  01                           [0]: value = -1",
            "0x000c  00                         End  (type id 0, closes the compound)",
            "0x000d  end                      13 of 13 bytes explained",
        ]
    );
}

/// Up to 32 numbers have a row each, whatever the order of their bytes.
#[test]
fn the_rows_of_an_array() {
    for (count, single) in [(31, 31), (32, 32), (33, 0)] {
        for protocol in [Protocol::V1_14, Protocol::BEDROCK] {
            let numbers = Tag::LongArray(Numbers::from(vec![7_i64; count]));
            let bytes = protocol.encode(&Nbt::unnamed(Compound::from_iter([("a", numbers)]))).unwrap();
            let explanation = protocol.explain::<Nbt>(&bytes);
            assert_eq!(explanation.rows().iter().filter(|row| row.len == 8).count(), single, "{count}");
            assert_eq!(explanation.rows().iter().any(|row| row.len == 8 * count), single == 0, "{count}");
        }
    }
}
