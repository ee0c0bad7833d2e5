//! Checks that the parsers work under nom's combinators and the serializers under cookie-factory's, without help from this crate.
//! The bytes are written in the tests.

use cookie_factory::combinator::slice;
use cookie_factory::gen_simple;
use cookie_factory::sequence::tuple;
use gamewire::error::DecodeErrorKind;
use gamewire::minecraft::nbt::{Compound, Nbt};
use gamewire::minecraft::{ItemStack, Metadata, MetadataEntry, MetadataValue, Protocol, wire};
use nom::branch::alt;
use nom::bytes::tag;
use nom::combinator::{all_consuming, map, opt, recognize, verify};
use nom::multi::{count, fold_many0, length_value, many0, many1};
use nom::number::be_u32;
use nom::sequence::{pair, preceded};
use nom::{Err, Parser};

const P: Protocol = Protocol::V1_14;
/// 64 of item 5, without NBT.
const STACK: &[u8] = &[1, 5, 64, 0];

fn stack() -> ItemStack {
    ItemStack::new(5, 64)
}

#[test]
fn many_slots_until_something_else() {
    let settings = P.settings();
    let cx = settings.cx();
    let bytes = [STACK, &[0], STACK, &[9, 9]].concat();
    let (rest, slots) = many0(wire::slot(cx)).parse(&bytes).unwrap();
    assert_eq!(slots, [Some(stack()), None, Some(stack())]);
    assert_eq!(rest, [9, 9]);
    assert_eq!(count(wire::slot(cx), 2).parse(&bytes).unwrap().1.len(), 2);
    assert!(many1(wire::slot(cx)).parse(&[9]).is_err());
    let sum = fold_many0(wire::varint(cx, "x"), || 0, |sum, x| sum + x).parse(&[1, 2, 0xac, 2]).unwrap().1;
    assert_eq!(sum, 303);
}

#[test]
fn one_of_two_grammars() {
    let settings = P.settings();
    let cx = settings.cx();
    let mut either = alt((
        map(preceded(tag("S"), wire::slot(cx)), |slot| slot.map(|stack| stack.id)),
        map(preceded(tag("P"), wire::particle(cx)), |particle| Some(particle.id)),
        map(wire::varint(cx, "id"), Some),
    ));
    assert_eq!(either.parse(b"S\x01\x05\x40\0").unwrap().1, Some(5));
    assert_eq!(either.parse(b"P\x1a").unwrap().1, Some(26));
    assert_eq!(either.parse(&[7]).unwrap().1, Some(7));
    // NBT, or else anything.
    let mut nbt = opt(wire::nbt(cx));
    assert_eq!(nbt.parse(&[9, 1]).unwrap(), (&[9, 1][..], None));
    assert_eq!(nbt.parse(&[0, 1]).unwrap(), (&[1][..], Some(None)));
}

#[test]
fn failures_are_recoverable_and_have_an_offset() {
    let settings = P.settings();
    let cx = settings.cx();
    match wire::slot(cx).parse(&[1, 5, 64, 3]) {
        Err(Err::Error(fault)) => {
            assert_eq!((fault.left(), fault.kind()), (1, &DecodeErrorKind::NbtRoot { id: 3 }));
        }
        other => panic!("{other:?}"),
    }
    for bytes in [&b"\x0a\0\0\x63"[..], b"\x0a\0\x02\xc3A", b"\x0a\0\0\x09\0\0\0\0\0\0\x01", &[10; 5000]] {
        assert!(matches!(wire::nbt(cx).parse(bytes), Err(Err::Error(_))));
        assert!(matches!(wire::compound(cx).parse(bytes), Err(Err::Error(_)) | Ok(_)));
    }
}

#[test]
fn a_value_after_its_length() {
    let settings = P.settings();
    let cx = settings.cx();
    let entries = Compound::from_iter([("size", 5_i8)]);
    let nbt = Nbt::unnamed(entries.clone());
    let body = P.encode(&nbt).unwrap();
    let length = u32::try_from(body.len()).unwrap().to_be_bytes();
    let framed = [&length[..], &body, b"more"].concat();
    let (rest, read) = length_value(be_u32(), all_consuming(wire::nbt(cx))).parse(&framed).unwrap();
    assert_eq!((rest, read), (&b"more"[..], Some(nbt)));
    let (_, bytes) = recognize(pair(wire::slot(cx), wire::nbt(cx))).parse(&[0, 0, 7]).unwrap();
    assert_eq!(bytes, [0, 0]);
    assert!(verify(wire::length(cx, "count"), |count| *count < 5).parse(&[5]).is_err());
}

#[test]
fn skipping_makes_no_output() {
    let settings = P.settings();
    let cx = settings.cx();
    use nom::{Check, Emit, OutputM, Streaming};
    let entry = MetadataEntry::new(7, MetadataValue::Slot(Some(Box::new(stack()))));
    let bytes = P.encode(&Metadata::from(vec![entry; 3])).unwrap();
    let end = wire::metadata(cx).process::<OutputM<Check, Emit, Streaming>>(&bytes).unwrap();
    assert_eq!(end, (&[][..], ()));
    assert!(P.check::<Metadata>(&bytes).is_ok());
    assert!(P.check::<Metadata>(&bytes[1..]).is_err());
}

#[test]
fn serializers_go_with_those_of_cookie_factory() {
    let settings = P.settings();
    let cx = settings.cx();
    let stack = stack();
    let entries = Compound::from_iter([("size", 5_i8)]);
    let nbt = Nbt::unnamed(entries.clone());
    let packet = tuple((
        slice(b"X"),
        wire::gen_slot(cx, Some(&stack)),
        wire::gen_nbt(cx, Some(&nbt)),
        wire::gen_compound(cx, &entries),
        wire::gen_varint(300),
    ));
    let written = gen_simple(packet, Vec::new()).unwrap();
    assert_eq!(written, b"X\x01\x05\x40\0\x0a\0\0\x01\0\x04size\x05\0\x01\0\x04size\x05\0\xac\x02");
    let mut all = (tag("X"), wire::slot(cx), wire::nbt(cx), wire::compound(cx), wire::varint(cx, "number"));
    let (rest, (_, slot, root, compound, number)) = all.parse(&written).unwrap();
    assert_eq!((rest, slot, root), (&[][..], Some(stack), Some(nbt.clone())));
    assert_eq!((compound, number), (entries, 300));
}
