//! Checks that skipping NBT gives the answers of the grammar, and that NBT is read the same whether it is built, only checked,
//! viewed or traced. A trace skips nothing. The bytes are those of the tables in `tests/fixtures/minecraft`, and generated.

use crate::minecraft_support::{rows, same};
use crate::support::positions::{config, positions, share};
use crate::support::tsv::{hex, json, unhex};
use crate::support::{SPAWNED, deep_protocol, on_stack};
use cookie_factory::{GenError, WriteContext, gen_simple};
use gamewire::grammar::{Fault, Settings};
use gamewire::minecraft::json::to_string as to_json;
use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, Numbers, OptNbt, OptNbtView, Tag};
use gamewire::minecraft::wire::{self, Cx};
use gamewire::minecraft::{Protocol, TypeExpr, Value};
use gamewire::trace::{Event, Trace};
use nom::{Err, Parser};
use proptest::prelude::*;

/// Bytes that are wrong in most places: types, the ends of their range, lengths, signs, halves of characters.
const WRONG: [u8; 12] = [0, 1, 7, 8, 9, 10, 12, 13, 0x7f, 0x80, 0xc0, 0xff];

/// Every form of NBT.
const FORMS: [Protocol; 3] = [Protocol::V1_14, Protocol::BEDROCK, Protocol::BEDROCK_NETWORK];

/// A trace that drops what is reported.
#[derive(Clone, Copy)]
struct Deaf;

impl Trace for Deaf {
    fn event(self, _: Event<'_>) {}
}

/// The context that takes no shortcut.
fn long_way<'c>(settings: &'c Settings<'c, Protocol>) -> Cx<'c, Deaf> {
    settings.traced(Deaf)
}

/// The tables of independent codecs are read and written as they say, with the shortcuts and without.
#[test]
fn tables_of_independent_codecs() {
    let p = deep_protocol(Protocol::V1_14);
    // serde_json's own recursion over the nested lines needs more than a test's 2 MiB.
    on_stack(SPAWNED, move || {
        let rows = rows("nbt.tsv").into_iter().filter(|row| row[0] == "nbt");
        let mut count = 0;
        for row in rows {
            let bytes = unhex(&row[2]);
            let short = wire::nbt(p.settings().cx()).parse(&bytes).unwrap().1;
            let long = wire::nbt(long_way(&p.settings())).parse(&bytes).unwrap().1;
            for nbt in [short, long] {
                let short = gen_simple(wire::gen_nbt(p.settings().cx(), nbt.as_ref()), Vec::new()).unwrap();
                let long =
                    gen_simple(wire::gen_nbt(long_way(&p.settings()), nbt.as_ref()), Vec::new()).unwrap();
                assert_eq!([hex(&short), hex(&long)], [row[2].clone(), row[2].clone()]);
                let shown = to_json(&TypeExpr::Nbt, p, &Value::Nbt(nbt.map(Box::new)));
                assert!(same(&json(&shown), &json(&row[1])), "{shown}, not {}", row[1]);
            }
            count += 1;
        }
        assert_eq!(count, 56);
    });
}

/// The VarInts and VarLongs of the published tables, and forms of them that are longer than needed.
#[test]
fn numbers_in_few_groups() {
    let p = Protocol::V1_14;
    let (mut count, rows) = (0, rows("documented.tsv").into_iter().chain(rows("decode.tsv")));
    for row in rows.filter(|row| row[0] == "varint" || row[0] == "varlong") {
        let (bytes, settings) = (unhex(&row[2]), p.settings());
        let [short, long] = match row[0] == "varint" {
            true => [
                wire::varint(settings.cx(), "x").map(i64::from).parse(&bytes).unwrap(),
                wire::varint(long_way(&settings), "x").map(i64::from).parse(&bytes).unwrap(),
            ],
            false => [
                wire::varlong(settings.cx(), "x").parse(&bytes).unwrap(),
                wire::varlong(long_way(&settings), "x").parse(&bytes).unwrap(),
            ],
        };
        assert_eq!(
            [short, long].map(|(rest, x)| (rest.len(), x.to_string())),
            [(); 2].map(|()| (0, row[1].trim_matches('"').to_owned()))
        );
        count += 1;
    }
    assert!(count > 20, "{count}");
    // Each number of one or two bytes, padded or not, and each that ends too early.
    for bytes in (0..=u16::MAX).map(|word| [word.to_le_bytes(), [0x80, 0]].concat()) {
        for end in 0..=bytes.len() {
            let settings = p.settings();
            let short = left(wire::varint(settings.cx(), "x").parse(&bytes[..end]));
            assert_eq!(
                left(wire::varint(long_way(&settings), "x").parse(&bytes[..end])),
                short,
                "{bytes:02x?}"
            );
            let strict = p.strict_varints(true);
            let settings = strict.settings();
            let short = left(wire::varint(settings.cx(), "x").parse(&bytes[..end]));
            assert_eq!(
                left(wire::varint(long_way(&settings), "x").parse(&bytes[..end])),
                short,
                "{bytes:02x?}"
            );
        }
    }
}

/// A value owns nothing of the input: it is written after the input is gone.
#[test]
fn owned_values_outlive_their_input() {
    for p in FORMS {
        let root = Compound::from_iter([("all", every_type()), ("again", every_type())]);
        let bytes = p.encode(&Nbt::new("n\u{e9}", root)).unwrap();
        let owned: Option<Nbt> = {
            let input = bytes.clone();
            wire::nbt(p.settings().cx()).parse(&input).unwrap().1
        };
        assert_eq!(p.encode(&owned.unwrap()).unwrap(), bytes);
    }
}

/// The rest, or the place, the reason and the bytes that are missing.
fn left<X>(read: Result<(&[u8], X), Err<Fault>>) -> Result<usize, String> {
    match read {
        Ok((rest, _)) => Ok(rest.len()),
        Err(Err::Error(fault)) => Err(format!("{} {:?}", fault.left(), fault.kind())),
        Err(error) => panic!("{error:?}"),
    }
}

/// Whether a value is made, checked, viewed or traced does not decide about what is valid, nor where it is not.
fn every_mode_agrees(p: Protocol, bytes: &[u8]) {
    let read = left(wire::nbt(p.settings().cx()).parse(bytes));
    assert_eq!(left(wire::nbt(long_way(&p.settings())).parse(bytes)), read, "{bytes:02x?}");
    assert_eq!(left(wire::nbt_bytes(p.settings().cx()).parse(bytes)), read, "{bytes:02x?}");
    // If a root is required, End is an error.
    if bytes.first() != Some(&0) {
        assert_eq!(left(wire::required_nbt(p.settings().cx()).parse(bytes)), read, "{bytes:02x?}");
    }
    let built = p.parse_prefix::<OptNbt>(bytes).map(|(nbt, rest)| (nbt, bytes.len() - rest.len()));
    let end = built.as_ref().map(|(_, end)| *end).map_err(Clone::clone);
    assert_eq!(p.check_prefix::<OptNbt>(bytes), end, "{bytes:02x?}");
    let viewed = p
        .parse_prefix::<OptNbtView>(bytes)
        .map(|(view, rest)| (OptNbt(view.0.map(|view| view.to_nbt())), bytes.len() - rest.len()));
    // Bytes are compared, since a NaN is not equal to itself.
    let same = |nbt: (OptNbt, usize)| (p.encode(&nbt.0).unwrap(), nbt.1);
    assert_eq!(viewed.map(same), built.map(same), "{bytes:02x?}");
}

#[test]
fn cut_anywhere_and_with_any_byte_wrong() {
    let protocols = FORMS.into_iter().flat_map(|p| [p, p.nameless_nbt(true)]);
    let list = List::Compound([every_type(), Compound::new()].into());
    for p in protocols {
        let name = if p == p.nameless_nbt(true) { "" } else { "n\u{e9}" };
        for root in [Tag::Compound(every_type()), Tag::List(list.clone())] {
            let Ok(bytes) = p.encode(&Nbt::new(name, root)) else { continue };
            for end in positions(bytes.len()) {
                every_mode_agrees(p, &bytes[..end]);
                assert!(p.parse::<Nbt>(&bytes[..end]).unwrap_err().is_incomplete());
            }
            for at in positions(bytes.len()) {
                for byte in share(&WRONG, at) {
                    let mut wrong = bytes.clone();
                    wrong[at] = *byte;
                    every_mode_agrees(p, &wrong);
                }
            }
        }
        every_mode_agrees(p, &[0, 10, 0]);
    }
}

#[test]
fn a_root_is_written_with_its_name_whatever_its_length() {
    for length in [0, 1, 3, 8, 17, 40, 1_500, 0xffff] {
        let name = "n".repeat(length);
        let nbt = Nbt::new(name.as_str(), Compound::from_iter([("b", 7_i8)]));
        let [high, low] = u16::try_from(length).unwrap().to_be_bytes();
        let entries = [1, 0, 1, b'b', 7, 0];
        let named = [&[10, high, low][..], name.as_bytes(), &entries].concat();
        assert_eq!(Protocol::V1_14.encode(&nbt).unwrap(), named, "{length}");
        let nameless = Protocol::V1_15.nameless_nbt(true).encode(&nbt);
        let expected = if length == 0 { Some([&[10][..], &entries].concat()) } else { None };
        assert_eq!(nameless.ok(), expected, "{length}");
        let little = Protocol::BEDROCK.encode(&nbt).unwrap();
        assert_eq!(
            little,
            [&[10, low, high][..], name.as_bytes(), &[1, 1, 0, b'b', 7, 0]].concat(),
            "{length}"
        );
    }
    let long = Nbt::new("n".repeat(0x1_0000), Compound::new());
    let error = Protocol::V1_14.encode(&long).unwrap_err();
    assert_eq!(error.to_string(), "at $.name: the length 65536 is over the limit of 65535");
}

/// A compound with every type in it, and every type in lists.
fn every_type() -> Compound {
    let leaf = Compound::from_iter([("a", Tag::Byte(1)), ("b", Tag::Double(0.5)), ("c", Tag::from("text"))]);
    let lists = [
        List::End,
        List::Byte(vec![1, 2].into()),
        List::Short(vec![1].into()),
        List::Int(vec![1].into()),
        List::Long(vec![1].into()),
        List::Float(vec![1.5].into()),
        List::Double(vec![1.5].into()),
        List::ByteArray([Numbers::from(vec![1_i8])].into()),
        List::String(["a".into(), "\u{1f600}".into()].into()),
        List::List([List::End, List::Int(vec![1].into())].into()),
        List::Compound([leaf.clone(), Compound::new()].into()),
        List::IntArray([Numbers::from(vec![3])].into()),
        List::LongArray([Numbers::from(vec![3_i64])].into()),
    ];
    let mut all = Compound::from_iter(lists.map(|list| (list.element_type().name(), Tag::List(list))));
    all.push("short", 3_i16);
    all.push("int", 3_i32);
    all.push("long", 3_i64);
    all.push("float", 3.5_f32);
    all.push("bytes", Numbers::from(vec![1_i8, 2]));
    all.push("ints", Numbers::from(vec![1_i32, 2]));
    all.push("longs", Numbers::from(vec![1_i64, 2]));
    all.push("compound", leaf);
    all
}

#[test]
fn values_at_the_limit_of_depth() {
    on_stack(SPAWNED, || {
        for depth in [510, 511, 512, 513, 600] {
            let [p, _, network] = FORMS.map(deep_protocol);
            let reads = |p: Protocol, bytes: Vec<u8>| {
                every_mode_agrees(p, &bytes);
                wire::nbt(p.settings().cx()).parse(&bytes).is_ok()
            };
            let compounds = [b"\x0a\x01n".repeat(depth), vec![0; depth + 1]].concat();
            let lists = [b"\x09\x02".repeat(depth), b"\0\0".to_vec()].concat();
            let fits = depth <= 512;
            assert_eq!(reads(network, [b"\x0a\0".to_vec(), compounds].concat()), fits);
            assert_eq!(reads(network, [b"\x09\0".to_vec(), lists].concat()), fits);
            let compounds = [b"\x0a\0\x01n".repeat(depth), vec![0; depth + 1]].concat();
            let lists = [b"\x09\0\0\0\x01".repeat(depth - 1), b"\0\0\0\0\0\0".to_vec()].concat();
            let mixed = [b"\x09\0\x01l\x0a\0\0\0\x01".repeat(depth / 2), vec![0; depth / 2 + 1]].concat();
            assert_eq!(reads(p, [b"\x0a\0\0".to_vec(), compounds].concat()), fits);
            assert_eq!(reads(p, [b"\x0a\0\0\x09\0\x01l".to_vec(), lists].concat()), fits);
            assert_eq!(reads(p, [b"\x0a\0\0".to_vec(), mixed].concat()), depth / 2 * 2 <= 512);
            let deep = (0..depth).fold(Compound::new(), |inner, _| Compound::from_iter([("n", inner)]));
            for p in FORMS.map(deep_protocol) {
                assert_eq!(
                    gen_simple(wire::gen_compound(p.settings().cx(), &deep), Vec::new()).is_ok(),
                    fits
                );
                assert_eq!(
                    gen_simple(wire::gen_compound(long_way(&p.settings()), &deep), Vec::new()).is_ok(),
                    fits
                );
            }
        }
    });
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn whatever_the_bytes_are(bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0..13_u8, Just(0)], 0..120)) {
        for root in [9, 10] {
            let bytes = [&[root], bytes.as_slice()].concat();
            FORMS.into_iter().for_each(|p| every_mode_agrees(p, &bytes));
        }
    }

    #[test]
    fn whatever_is_changed(changes in prop::collection::vec((any::<prop::sample::Index>(), 0..14_u8), 1..4)) {
        for p in FORMS {
            let mut bytes = p.encode(&Nbt::unnamed(every_type())).unwrap();
            for (at, byte) in &changes {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            every_mode_agrees(p, &bytes);
        }
    }
}

/// Fields and text of any length are collected in blocks before they go out.
#[test]
fn collected_writes_come_out_in_order() {
    for length in 0..=80 {
        let text = "t".repeat(length);
        let length = [0, length as u8];
        let entry = Compound::from([(text.clone(), Tag::Long(-1))]);
        let root = Compound::from([
            ("c", Tag::from(List::from(vec![entry; 40]))),
            ("s", Tag::from(List::from(vec![JavaStr::from(text.clone()); 40]))),
        ]);
        let compound = [&[4], &length[..], text.as_bytes(), &[0xff; 8], &[0]].concat();
        let string = [&length[..], text.as_bytes()].concat();
        let compounds = [b"\x09\0\x01c\x0a\0\0\0\x28", &compound.repeat(40)[..]].concat();
        let strings = [b"\x09\0\x01s\x08\0\0\0\x28", &string.repeat(40)[..]].concat();
        let expected = [&[10, 0, 0], &compounds[..], &strings, &[0]].concat();
        let nbt = Nbt::unnamed(root);
        let out = wire::gen_nbt(Protocol::V1_14.settings().cx(), Some(&nbt))(WriteContext::from(Vec::new()))
            .unwrap();
        assert_eq!(out.write, expected);
        assert_eq!(out.position, expected.len() as u64);
    }
}

/// Whatever the size of the output, the error of a value that does not fit is that of the output.
#[test]
fn the_error_of_an_output_is_kept() {
    let entries = (0..100_i16).map(|number| (format!("{number:02}"), Tag::Short(number)));
    let nbt = Nbt::unnamed(Compound::from_iter(entries));
    let total = 4 + 100 * 7;
    for size in 0..=total {
        let mut room = vec![0; size];
        let written = wire::gen_nbt(Protocol::V1_14.settings().cx(), Some(&nbt))(WriteContext::from(
            room.as_mut_slice(),
        ));
        match written.map(|out| out.position) {
            Ok(position) => assert_eq!((size, position), (total, total as u64)),
            Err(error) => assert!(size < total && matches!(error, GenError::BufferTooSmall(_)), "{error:?}"),
        }
    }
}

/// The last group of a VarInt of 32 bits has bits that readers ignore. Lengths and counts with such bits are those without,
/// in values, in checks and in views.
#[test]
fn numbers_with_ignored_bits() {
    let p = Protocol::BEDROCK_NETWORK;
    let wide = |low: u8| [low | 0x80, 0x80, 0x80, 0x80, 0x70];
    let root = [
        &[10][..],
        &wide(0), // The name of the root.
        &[8],     // A String,
        &wide(1), // its name,
        b"s",
        &wide(5), // and its length.
        b"hello",
        &[9, 1, b'l', 1], // A List of Bytes,
        &wide(4),         // whose count is zigzag: 2.
        &[7, 9, 0],
    ]
    .concat();
    let OptNbt(Some(nbt)) = p.parse(&root).unwrap() else { panic!("no root") };
    let list = Tag::from(List::Byte([7, 9].into_iter().collect()));
    let expected = [("s", Tag::String("hello".into())), ("l", list)];
    assert_eq!(nbt.root, Tag::from(Compound::from_iter(expected)));
    p.check::<OptNbt>(&root).unwrap();
    let OptNbtView(Some(view)) = p.parse(&root).unwrap() else { panic!("no root") };
    assert_eq!(view.to_nbt(), nbt);
    assert_eq!(view.root().as_compound().unwrap().into_iter().count(), 2);
}
