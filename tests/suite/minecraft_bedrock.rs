//! NBT of the Bedrock edition: little-endian, and with VarInts, against the bytes of other codecs.

use gamewire::error::DecodeErrorKind;
use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, NbtView, Numbers, OptNbt, Tag, nbt};
use gamewire::minecraft::{NbtForm, Protocol, TypeExpr, Verdict, parse_nbt};
use gamewire::path::Path;

use crate::minecraft_support::{rows, unhex};

fn protocol(form: &str) -> Protocol {
    let form = NbtForm::ALL.iter().find(|known| known.name() == form).unwrap();
    Protocol::V1_14.nbt_form(*form)
}

/// The form, the root in the big-endian form, the same in the form.
fn others() -> Vec<(Protocol, Vec<u8>, Vec<u8>)> {
    rows("bedrock.tsv").iter().map(|row| (protocol(&row[1]), unhex(&row[2]), unhex(&row[3]))).collect()
}

fn parsed<'a>(protocol: Protocol, bytes: &'a [u8]) -> Nbt<'a> {
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
        assert!(protocol.check::<OptNbt<'_>>(&bytes).is_ok());
        assert_eq!(protocol.verify::<OptNbt<'_>>(&bytes), Verdict::Identical);
        // Every byte is explained, and the rows are those of the other form but for sizes.
        let explained = TypeExpr::Nbt.explain(protocol, &bytes);
        assert!(explained.error().is_none());
        let view: NbtView<'_> = protocol.parse(&bytes).unwrap();
        assert_eq!(view.to_nbt(), root);
        assert_eq!(view.name(), root.name);
        assert_eq!(view.as_wire(), bytes);
        for end in 0..bytes.len() {
            let error = protocol.parse::<OptNbt<'_>>(&bytes[..end]).unwrap_err();
            assert!(error.is_incomplete(), "{end}: {error}");
            assert_eq!(protocol.check::<OptNbt<'_>>(&bytes[..end]).unwrap_err(), error);
        }
    }
}

/// A root that is a List: every parser refuses it at its type, and a file of it is named with its form and its elements.
#[cfg(feature = "identify")]
#[test]
fn roots_that_are_lists_are_named() {
    use gamewire::document::Document;
    use gamewire::identify::{Contents, Foreign, Opener, identify};
    let rows = rows("list_roots.tsv");
    let roots: Vec<_> = rows.iter().filter(|row| !row[0].starts_with('#')).collect();
    assert_eq!(roots.len(), 12);
    for row in roots {
        let (form, elements, bytes) = (&row[1], &row[2], unhex(&row[3]));
        for protocol in [Protocol::V1_14, Protocol::BEDROCK, Protocol::BEDROCK_NETWORK, protocol(form)] {
            let errors = [
                protocol.parse::<OptNbt<'_>>(&bytes).unwrap_err(),
                protocol.parse::<Nbt<'_>>(&bytes).unwrap_err(),
                protocol.parse::<NbtView<'_>>(&bytes).unwrap_err(),
                protocol.check::<OptNbt<'_>>(&bytes).unwrap_err(),
            ];
            for error in errors {
                assert_eq!((error.offset(), error.kind()), (0, &DecodeErrorKind::NbtRoot { id: 9 }));
                assert!(
                    error.to_string().ends_with(
                        "an NBT root must be a compound (10) or absent (0), not a list (9): the Bedrock \
                         edition writes lists as roots, too, and gamewire does not read them"
                    ),
                    "{error}"
                );
            }
        }
        let writer = match form.as_str() {
            "big-endian" => "which the Java edition refuses",
            _ => "of Minecraft's Bedrock edition",
        };
        let name = format!("{form} NBT whose root is a List of {elements}, {writer}");
        let found = identify(&bytes, &Opener::new());
        assert_eq!(found.to_string(), name, "{bytes:02x?}");
        let Contents::Foreign(kind @ Foreign::NbtList { form: found, elements: of }) = found.contents else {
            panic!("{name}: {found:?}")
        };
        assert_eq!((found.name(), of.name()), (form.as_str(), elements.as_str()));
        let refused = Document::open(&bytes).unwrap_err().to_string();
        assert_eq!(refused, format!("the file is {name}, which gamewire does not read: {}", kind.advice()));
        // Without its end it is not such a root.
        for end in 0..bytes.len() {
            let found = identify(&bytes[..end], &Opener::new()).contents;
            assert!(!matches!(found, Contents::Foreign(Foreign::NbtList { .. })), "{name}, {end}");
        }
    }
}

/// A root with every type of list and array, so that each can be changed in its bytes.
fn sample() -> Nbt<'static> {
    Nbt::unnamed(nbt!({
        "b": 1_i8, "s": 2_i16, "i": 300, "l": 5_000_000_000_i64, "f": 1.5_f32, "d": 2.5, "t": "\u{1f600}\u{e9}",
        "bytes": [B; 1, 2], "ints": [I; 1, -300, 70000], "longs": [L; 1, -2, 3],
        "list": [1, -2, 300], "maps": [{ "a": 1 }, {}], "texts": ["a", "\u{e9}"], "lists": [[1], [2, 3]],
        "\u{1f600}": { "x": 1 }
    }))
}

#[test]
fn values_are_changed_in_their_bytes_as_in_the_tree() {
    let path = |text: &str| -> Path { text.parse().unwrap() };
    for protocol in [Protocol::V1_14, Protocol::BEDROCK, Protocol::BEDROCK_NETWORK] {
        for nameless in [false, true] {
            let protocol = protocol.nameless_nbt(nameless);
            let bytes = protocol.encode(&sample()).unwrap();
            for (at, new) in [
                ("$.i", Tag::Int(-1)),
                ("$.i", Tag::Long(1 << 40)),
                ("$.l", Tag::Int(7)),
                ("$.t", "\u{1f600}".repeat(40).into()),
                ("$[\"\u{1f600}\"].x", Tag::Short(9)),
                ("$[\"\u{1f600}\"]", Tag::Byte(9)),
                ("$.bytes[1]", Tag::Byte(-1)),
                ("$.ints[0]", Tag::Int(100_000)),
                ("$.ints[2]", Tag::Int(0)),
                ("$.ints[3]", Tag::Int(5)),
                ("$.longs[1]", Tag::Long(i64::MIN)),
                ("$.longs[3]", Tag::Long(5)),
                ("$.list[1]", Tag::Int(i32::MIN)),
                ("$.list[3]", Tag::Int(4)),
                ("$.maps[1].new", Tag::Double(0.5)),
                ("$.maps[2]", nbt!({ "z": 1 }).into()),
                ("$.texts[1]", "".into()),
                ("$.lists[1][0]", Tag::Int(-70000)),
                ("$.added", Tag::IntArray(Numbers::from([1, 2]))),
            ] {
                let mut tree = sample();
                tree.set_path(&path(at), new.clone()).unwrap();
                let changed = protocol.set_path(&bytes, &path(at), &new).unwrap();
                assert_eq!(changed, protocol.encode(&tree).unwrap(), "{at}");
            }
            for at in [
                "$.i",
                "$.t",
                "$[\"\u{1f600}\"]",
                "$.ints[1]",
                "$.longs[0]",
                "$.list[2]",
                "$.maps[0]",
                "$.bytes[0]",
            ] {
                let mut tree = sample();
                tree.remove_path(&path(at)).unwrap();
                let changed = protocol.remove_path(&bytes, &path(at)).unwrap();
                assert_eq!(changed, protocol.encode(&tree).unwrap(), "{at}");
            }
        }
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
        let error = protocol.parse::<OptNbt<'_>>(bytes).unwrap_err();
        (error.offset(), *error.kind())
    };
    // Text is UTF-8: surrogates and cut sequences are refused.
    let (at, kind) = error(Protocol::BEDROCK, b"\x0a\0\0\x08\x01\0t\x04\0a\xed\xa0\xbd\0");
    assert_eq!((at, kind), (10, DecodeErrorKind::Utf8));
    assert_eq!(error(Protocol::BEDROCK_NETWORK, b"\x0a\0\x08\x02a\xe9\x00\0").0, 5);
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
    let rows: Vec<String> = network.text().lines().skip(3).map(|row| row.trim_end().to_owned()).collect();
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
            "0x0007  0b                         \"b\": Int_Array  (type id 11, count, then zigzag VarInts)",
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
