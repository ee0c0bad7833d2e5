//! The fast path and the plain grammar are equivalent: their values, the offsets and kinds of their errors, what
//! they report, and what they write.
#![cfg(feature = "minecraft")]

use std::cell::RefCell;
use std::fmt::Debug;

use crate::minecraft_support::bits::{same_compounds, same_lists, same_optional_roots, same_roots};
use crate::support::on_stack;
use crate::support::positions::{config, positions, share};
use cookie_factory::{GenError, WriteContext, gen_simple};
use gamewire::error::{EncodeErrorKind, Fault};
use gamewire::limits::Limits;
use gamewire::minecraft::nbt::{Compound, JavaStr, List, Nbt, Numbers, Tag};
use gamewire::minecraft::wire::{self, Cx};
use gamewire::minecraft::{Protocol, Wire};
use gamewire::trace::{Part, Shown, Trace};
use nom::{Check, Emit, Err, OutputM, Parser, Streaming};
use proptest::prelude::*;

/// Bytes that are wrong in most places: types, the ends of their range, lengths, signs, halves of characters.
const WRONG: [u8; 12] = [0, 1, 7, 8, 9, 10, 12, 13, 0x7f, 0x80, 0xc0, 0xff];

/// Every form of NBT.
const FORMS: [Protocol; 3] = [Protocol::V1_14, Protocol::BEDROCK, Protocol::BEDROCK_NETWORK];

/// A report to a trace. What is borrowed is text.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Report {
    Open(String),
    Close,
    Reading(&'static str),
    Field { from: usize, to: usize, name: &'static str, shown: String },
    Refused(String),
}

/// Everything that is reported to a trace.
#[derive(Default)]
struct Reports(RefCell<Vec<Report>>);

impl Trace for &Reports {
    fn open(self, part: Part<'_>) {
        self.0.borrow_mut().push(Report::Open(format!("{part:?}")));
    }
    fn close(self) {
        self.0.borrow_mut().push(Report::Close);
    }
    fn reading(self, name: &'static str) {
        self.0.borrow_mut().push(Report::Reading(name));
    }
    fn field(self, from: usize, to: usize, name: &'static str, shown: Shown<'_>) {
        let shown = format!("{shown:?}");
        self.0.borrow_mut().push(Report::Field { from, to, name, shown });
    }
    fn refused(self, kind: EncodeErrorKind) {
        self.0.borrow_mut().push(Report::Refused(format!("{kind:?}")));
    }
}

fn reports(p: Protocol, read: impl FnOnce(Cx<'_, &Reports>)) -> Vec<Report> {
    let reports = Reports::default();
    read(Cx::traced(&p, &Limits::NBT, &reports));
    // The order in which the type of a value and its first row are reported does not matter.
    let mut lines = reports.0.into_inner();
    lines.sort_unstable();
    lines
}

type Read<X> = Result<(usize, X), Err<Fault>>;

fn left<X>(read: Result<(&[u8], X), Err<Fault>>) -> Read<X> {
    read.map(|(rest, x)| (rest.len(), x))
}

/// The same results: values bit by bit, errors with their places.
fn assert_same<X: Debug>(fast: &Read<X>, plain: &Read<X>, same: impl Fn(&X, &X) -> bool, bytes: &[u8]) {
    let is_same = match (fast, plain) {
        (Ok((left, fast)), Ok((left_plainly, plain))) => left == left_plainly && same(fast, plain),
        (Err(fast), Err(plain)) => fast == plain,
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
    };
    assert!(is_same, "{fast:?}, and plainly {plain:?}: {bytes:02x?}");
}

/// Both grammars of a compound and of a list, on the same bytes.
fn agree(p: Protocol, bytes: &[u8]) {
    let plain = left(wire::compound(p.cx()).parse(bytes));
    let fast = left(wire::fast_compound(p.cx()).parse(bytes));
    assert_same(&fast, &plain, same_compounds, bytes);
    let checked = wire::fast_compound(p.cx()).process::<OutputM<Check, Emit, Streaming>>(bytes);
    assert_eq!(left(checked), plain.map(|(left, _)| (left, ())), "{bytes:02x?}");
    let plain = left(wire::list(p.cx()).parse(bytes));
    let fast = left(wire::fast_list(p.cx()).parse(bytes));
    assert_same(&fast, &plain, same_lists, bytes);
    let checked = wire::fast_list(p.cx()).process::<OutputM<Check, Emit, Streaming>>(bytes);
    assert_eq!(left(checked), plain.map(|(left, _)| (left, ())), "{bytes:02x?}");
}

/// The same, and what they report.
fn agree_aloud(p: Protocol, bytes: &[u8]) {
    agree(p, bytes);
    let plain = reports(p, |cx| drop(wire::compound(cx).parse(bytes)));
    let fast = reports(p, |cx| drop(wire::fast_compound(cx).parse(bytes)));
    assert_eq!(fast, plain, "{bytes:02x?}");
    let plain = reports(p, |cx| drop(wire::list(cx).parse(bytes)));
    let fast = reports(p, |cx| drop(wire::fast_list(cx).parse(bytes)));
    assert_eq!(fast, plain, "{bytes:02x?}");
}

/// Whole roots: the fast path, which has no trace, and the parts, which have one.
fn roots_agree(p: Protocol, bytes: &[u8]) {
    let reports = Reports::default();
    let plain = left(wire::nbt(Cx::traced(&p, &Limits::NBT, &reports)).parse(bytes));
    let fast = left(wire::nbt(p.cx()).parse(bytes));
    assert_same(&fast, &plain, same_optional_roots, bytes);
    let checked = wire::nbt(p.cx()).process::<OutputM<Check, Emit, Streaming>>(bytes);
    assert_eq!(left(checked), plain.map(|(left, _)| (left, ())), "{bytes:02x?}");
    let plain = left(wire::required_nbt(Cx::traced(&p, &Limits::NBT, &reports)).parse(bytes));
    let fast = left(wire::required_nbt(p.cx()).parse(bytes));
    assert_same(&fast, &plain, same_roots, bytes);
    let checked = wire::required_nbt(p.cx()).process::<OutputM<Check, Emit, Streaming>>(bytes);
    assert_eq!(left(checked), plain.map(|(left, _)| (left, ())), "{bytes:02x?}");
}

#[test]
fn roots_of_any_bytes() {
    let protocols = FORMS.into_iter().flat_map(|p| [p, p.nameless_nbt(true)]);
    let list = List::Compound([every_type(), Compound::new()].into());
    let any: Vec<u8> = (0..=255).collect();
    let few = Compound::from_iter([("b", Tag::Byte(7)), ("s", Tag::from("t")), ("f", Tag::Float(-0.0))]);
    for p in protocols {
        let name = if p == p.nameless_nbt(true) { "" } else { "n\u{e9}" };
        let wrong = |bytes: &[u8], at: usize, byte: u8| {
            let mut wrong = bytes.to_vec();
            wrong[at] = byte;
            roots_agree(p, &wrong);
        };
        for root in [Tag::Compound(every_type()), Tag::List(list.clone())] {
            let Ok(bytes) = p.encode(&Nbt::new(name, root)) else { continue };
            for end in positions(bytes.len() + 1) {
                roots_agree(p, &bytes[..end]);
            }
            for at in positions(bytes.len().min(64)) {
                share(&WRONG, at).for_each(|byte| wrong(&bytes, at, *byte));
            }
        }
        // Any byte, wherever it is: what follows a root's type, name and count is the work of the tests below.
        for root in [Tag::from(few.clone()), List::Compound([few.clone(), Compound::new()].into()).into()] {
            let Ok(bytes) = p.encode(&Nbt::new(name, root)) else { continue };
            for at in 0..bytes.len() {
                share(&any, at).for_each(|byte| wrong(&bytes, at, *byte));
            }
        }
        roots_agree(p, &[0, 10, 0]);
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

fn written_alike(p: Protocol, compound: &Compound<'_>) {
    // UTF-8 has no unpaired surrogates: both refuse.
    let plain = gen_simple(wire::gen_compound(p.cx(), compound), Vec::new()).ok();
    assert_eq!(gen_simple(wire::gen_fast_compound(p.cx(), compound), Vec::new()).ok(), plain);
    assert!(plain.is_some() || p != Protocol::V1_14);
    let list = List::Compound([compound.clone()].into());
    let plain = gen_simple(wire::gen_list(p.cx(), &list), Vec::new()).ok();
    assert_eq!(gen_simple(wire::gen_fast_list(p.cx(), &list), Vec::new()).ok(), plain);
}

/// The bytes of the files after type and name of the root, and those of the tables.
fn fixtures() -> Vec<Vec<u8>> {
    let folder = crate::minecraft_support::fixture("nbt");
    let mut all: Vec<Vec<u8>> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| std::fs::read(entry.unwrap().path()).unwrap())
        .filter(|bytes| bytes.first() == Some(&10))
        .map(|bytes| bytes[3 + usize::from(bytes[2])..].to_vec())
        .collect();
    assert!(all.len() >= 10);
    for row in crate::minecraft_support::rows("nbt.tsv") {
        let bytes = crate::support::tsv::unhex(
            row.iter().find(|cell| cell.starts_with("0a")).map_or("", |cell| cell),
        );
        all.extend(bytes.get(3..).map(<[u8]>::to_vec));
    }
    all
}

/// A compound with every type in it, and every type in lists.
fn every_type() -> Compound<'static> {
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
fn over_the_fixtures() {
    on_stack(16 << 20, || {
        let p = Protocol::V1_14;
        for bytes in fixtures() {
            if bytes.len() < 6000 {
                agree_aloud(p, &bytes);
            } else {
                agree(p, &bytes);
            }
            if let Ok((_, compound)) = wire::fast_compound(p.cx()).parse(&bytes) {
                FORMS.into_iter().for_each(|p| written_alike(p, &compound));
            }
        }
    });
}

#[test]
fn cut_anywhere_and_with_any_byte_wrong() {
    on_stack(16 << 20, || {
        for p in FORMS {
            let compound = every_type();
            written_alike(p, &compound);
            let bytes = gen_simple(wire::gen_compound(p.cx(), &compound), Vec::new()).unwrap();
            agree_aloud(p, &bytes);
            for end in positions(bytes.len()) {
                agree_aloud(p, &bytes[..end]);
            }
            for at in positions(bytes.len()) {
                for byte in share(&WRONG, at) {
                    let mut wrong = bytes.clone();
                    wrong[at] = *byte;
                    agree_aloud(p, &wrong);
                }
            }
        }
    });
}

#[test]
fn values_at_the_limit_of_depth() {
    on_stack(64 << 20, || {
        for depth in [510, 511, 512, 513, 600] {
            let p = Protocol::V1_14;
            let network = Protocol::BEDROCK_NETWORK;
            agree(network, &[b"\x0a\x01n".repeat(depth), vec![0; depth + 1]].concat());
            agree(network, &[b"\x09\x02".repeat(depth), b"\0\0".to_vec()].concat());
            agree(p, &[b"\x0a\0\x01n".repeat(depth), vec![0; depth + 1]].concat());
            agree(p, &[b"\x09\0\0\0\x01".repeat(depth), b"\0\0\0\0\0".to_vec()].concat());
            agree(p, &[b"\x09\0\x01l\x0a\0\0\0\x01".repeat(depth / 2), vec![0; depth / 2 + 1]].concat());
            let deep = (0..depth).fold(Compound::new(), |inner, _| Compound::from_iter([("n", inner)]));
            for p in FORMS {
                let plain = gen_simple(wire::gen_compound(p.cx(), &deep), Vec::new()).ok();
                assert_eq!(gen_simple(wire::gen_fast_compound(p.cx(), &deep), Vec::new()).ok(), plain);
                assert_eq!(plain.is_some(), depth <= 512);
            }
        }
    });
}

/// 12 KiB a level without optimization, as the documentation of the plain grammar says.
#[test]
fn the_stack_that_the_plain_grammar_takes() {
    on_stack(6 << 20, || {
        let p = Protocol::V1_14;
        let bytes = [b"\x0a\0\x01n".repeat(512), vec![0; 513]].concat();
        let (_, deep) = wire::compound(p.cx()).parse(&bytes).unwrap();
        assert_eq!(gen_simple(wire::gen_compound(p.cx(), &deep), Vec::new()).unwrap(), bytes);
        let deeper = b"\x0a\0\x01n".repeat(5000);
        assert!(wire::compound(p.cx()).parse(&deeper).is_err());
        let nbt = Nbt::unnamed(deep);
        assert_eq!(gen_simple(nbt.serializer(p.cx()), Vec::new()).unwrap()[3..], bytes);
    });
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..config(300) })]

    #[test]
    fn whatever_the_bytes_are(bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0..13_u8, Just(0)], 0..120)) {
        FORMS.into_iter().for_each(|p| agree_aloud(p, &bytes));
        for root in [9, 10] {
            let bytes = [&[root], bytes.as_slice()].concat();
            FORMS.into_iter().for_each(|p| roots_agree(p, &bytes));
        }
    }

    #[test]
    fn whatever_is_changed(changes in prop::collection::vec((any::<prop::sample::Index>(), 0..14_u8), 1..4)) {
        for p in FORMS {
            let mut bytes = gen_simple(wire::gen_compound(p.cx(), &every_type()), Vec::new()).unwrap();
            for (at, byte) in &changes {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            agree_aloud(p, &bytes);
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
        let out = wire::gen_nbt(Protocol::V1_14.cx(), Some(&nbt))(WriteContext::from(Vec::new())).unwrap();
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
        let written =
            wire::gen_nbt(Protocol::V1_14.cx(), Some(&nbt))(WriteContext::from(room.as_mut_slice()));
        match written.map(|out| out.position) {
            Ok(position) => assert_eq!((size, position), (total, total as u64)),
            Err(error) => assert!(size < total && matches!(error, GenError::BufferTooSmall(_)), "{error:?}"),
        }
    }
}
