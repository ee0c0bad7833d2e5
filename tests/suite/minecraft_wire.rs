//! Checks layouts from Rust types (`packet!`, options, arrays and tuples) against packets that npm minecraft-protocol wrote
//! (`packets.tsv`) and against the same layouts as type expressions.

use std::borrow::Cow;

use crate::minecraft_support::rows;
use crate::own_packet::{AddPlayers, Player, Property, SetSlot, UpdateScore};
use crate::support::tsv::unhex;
use gamewire::error::DecodeErrorKind;
use gamewire::minecraft::nbt::{Compound, Nbt, OptNbt};
use gamewire::minecraft::{
    Chat, ItemStack, Position, Protocol, Slot, TypeExpr, Uuid, VarInt, Verdict, Wire, packet,
};

const P: Protocol = Protocol::V1_14;

/// A value reads from these bytes, writes them, and does in all as the type expression does, whose every leaf is `value`.
fn same<'a, X: Wire<'a> + PartialEq + std::fmt::Debug + 'a>(value: &X, bytes: &'a [u8], expression: &str) {
    let expr: TypeExpr = expression.parse().unwrap();
    assert_eq!(P.parse::<X>(bytes).as_ref(), Ok(value), "{expression}");
    assert_eq!(P.check::<X>(bytes), Ok(()));
    assert_eq!(P.encode(value).unwrap(), bytes);
    assert_eq!(P.encoded_len(value), Ok(bytes.len()));
    assert_eq!(P.verify::<X>(bytes), Verdict::Identical);
    assert_eq!(X::MIN_LEN, expr.min_len(), "{expression}");
    let rows = |explanation: &gamewire::explain::Explanation| -> Vec<_> {
        explanation.rows().iter().map(|row| (row.start, row.len, row.path().to_string())).collect()
    };
    assert_eq!(rows(&P.explain::<X>(bytes)), rows(&expr.explain(P, bytes)), "{expression}");
    for end in 0..bytes.len() {
        let (ours, theirs) =
            (P.parse::<X>(&bytes[..end]).unwrap_err(), expr.parse(P, &bytes[..end]).unwrap_err());
        assert_eq!(
            (ours.offset(), ours.kind(), ours.path().to_string(), Err(ours.clone())),
            (theirs.offset(), theirs.kind(), theirs.path().to_string(), P.check::<X>(&bytes[..end])),
            "{expression}"
        );
    }
}

#[test]
fn packets_by_their_fields() {
    let item = ItemStack::new(541, 1);
    same(
        &SetSlot { window: -1, slot: 36, item: Slot(Some(item)) },
        b"\xff\0\x24\x01\x9d\x04\x01\0",
        "struct(window:i8,slot:i16,item:slot)",
    );
    let players = vec![Player {
        uuid: "069a79f4-44e9-4726-a5be-fca90e38aaf5".parse::<Uuid>().unwrap(),
        name: "Notch".into(),
        properties: vec![Property { name: "k".into(), value: "v".into(), signature: None }],
        mode: VarInt(1),
        ping: VarInt(20),
        display_name: None,
    }];
    let info = AddPlayers { action: VarInt(0), players };
    let bytes = b"\0\x01\x06\x9a\x79\xf4\x44\xe9\x47\x26\xa5\xbe\xfc\xa9\x0e\x38\xaa\xf5\x05Notch\x01\x01k\x01v\0\x01\x14\0";
    assert_eq!((P.parse(bytes), P.encode(&info)), (Ok(info), Ok(bytes.to_vec())));
}

/// The bodies of the packets with this name, which another codec wrote.
fn bodies(name: &str) -> Vec<(String, Vec<u8>)> {
    let rows = rows("packets.tsv").into_iter().filter(|row| row[0] == name);
    rows.map(|row| (row[1].clone(), unhex(&row[2])[1..].to_vec())).collect()
}

/// Packets that another codec wrote are read and written by the descriptions, with errors where the bytes end.
#[cfg(feature = "packets")]
#[test]
fn packets_of_another_codec() {
    use gamewire::minecraft::{Packets, Side, State};
    let packets = Packets::named("1.14").unwrap();
    let mut names = std::collections::BTreeSet::new();
    for row in rows("packets.tsv") {
        let (packet, bytes) = (packets.packet(State::Play, Side::Server, &row[0]).unwrap(), unhex(&row[2]));
        let context = format!("{}: {}", row[0], row[1]);
        assert_eq!(packet.encode(&packet.parse(&bytes).unwrap()).as_ref(), Ok(&bytes), "{context}");
        assert_eq!(packet.verify(&bytes), Verdict::Identical, "{context}");
        for end in 0..bytes.len() {
            let error = packet.parse(&bytes[..end]).unwrap_err();
            assert_eq!(packet.check(&bytes[..end]), Err(error.clone()), "{context}");
            assert!(error.error().missing().is_some() && error.error().offset() <= end, "{context}: {error}");
        }
        names.insert(row[0].clone());
    }
    assert_eq!(names.len(), 5);
}

#[test]
fn a_field_that_is_there_for_one_number() {
    for (case, bytes) in &bodies("scoreboard_score") {
        let score: UpdateScore = P.parse(bytes).unwrap();
        assert_eq!(score.value, (case == "set").then_some(VarInt(300)));
        assert_eq!((P.encode(&score).as_ref(), P.encoded_len(&score)), (Ok(bytes), Ok(bytes.len())));
        assert_eq!(
            (P.verify::<UpdateScore>(bytes), P.check::<UpdateScore>(bytes)),
            (Verdict::Identical, Ok(()))
        );
        for end in 0..bytes.len() {
            let error = P.parse::<UpdateScore>(&bytes[..end]).unwrap_err();
            assert_eq!(P.check::<UpdateScore>(&bytes[..end]), Err(error.clone()));
            assert_eq!(error.offset() + bytes[error.offset()..end].len(), end, "{error}");
        }
        // A member that the action does not announce cannot be written.
        let other = UpdateScore { value: score.value.is_none().then_some(VarInt(1)), ..score };
        let error = P.encode(&other).unwrap_err().to_string();
        assert_eq!(error, "at $.value: this value contradicts the field that selects its layout");
    }
}

packet! {
    /// The form and the look of a team, whose text is borrowed.
    #[derive(Debug, PartialEq)]
    struct Team<'a> { name: Cow<'a, str>, flags: u8, color: VarInt, players: Vec<Cow<'a, str>> }
}

#[test]
fn text_is_borrowed_from_the_bytes() {
    let bytes = b"\x03red\x01\x0c\x02\x05Notch\x04jeb_";
    let team = Team {
        name: "red".into(),
        flags: 1,
        color: VarInt(12),
        players: vec!["Notch".into(), "jeb_".into()],
    };
    same(&team, bytes, "struct(name:string,flags:u8,color:varint,players:array(varint,string))");
    assert!(matches!(P.parse::<Team>(bytes).unwrap().name, Cow::Borrowed(_)));
}

packet! {
    /// A lifetime of another name, attributes of fields, a field whose name is used inside of the macro, no comma at the end.
    #[derive(Debug, PartialEq)]
    struct Odd<'bytes> {
        /// A field.
        #[doc(hidden)]
        i: Cow<'bytes, str>,
        cx: [VarInt; 2],
        field: (bool, Option<Position>)
    }
}

packet! {
    #[derive(Debug, PartialEq)]
    struct Ping { id: i64 }
}

packet! {
    #[derive(Debug, PartialEq)]
    struct Nothing {}
}

#[test]
fn structures_of_all_forms() {
    let odd = Odd { i: Cow::from("a"), cx: [VarInt(1), VarInt(300)], field: (true, None) };
    // The position is not there: its Boolean is false.
    let bytes = b"\x01a\x01\xac\x02\x01\x00";
    assert_eq!(P.parse::<Odd>(bytes).as_ref(), Ok(&odd));
    assert_eq!(P.encode(&odd).unwrap(), bytes);
    assert_eq!(P.check::<Odd>(bytes), Ok(()));
    let error = P.parse::<Odd>(b"\x01a\x01\xac\x02\x01\x02").unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 0x0006, reading Odd at $.field[1]: a Boolean must be 0 or 1, not 2"
    );
    let error = P.encode(&Odd { field: (true, Some(Position { x: 0, y: 5000, z: 0 })), ..odd }).unwrap_err();
    assert!(error.to_string().starts_with("at $.field[1].y"), "{error}");

    same(&Ping { id: -2 }, b"\xff\xff\xff\xff\xff\xff\xff\xfe", "struct(id:i64)");
    assert_eq!((P.parse(b""), P.encode(&Nothing {}).unwrap()), (Ok(Nothing {}), vec![]));
}

#[test]
fn options_arrays_and_tuples() {
    same(&Some(7_i16), b"\x01\0\x07", "option(i16)");
    same(&None::<i16>, b"\0", "option(i16)");
    same(&Some(None::<Chat>), b"\x01\0", "option(option(chat))");
    same(&[1_u8, 2, 3], b"\x01\x02\x03", "array(3,u8)");
    same(&vec![Some(1_i32)], b"\x01\x01\0\0\0\x01", "array(varint,option(i32))");
    same(
        &[[VarInt(1), VarInt(2)], [VarInt(3), VarInt(300)]],
        b"\x01\x02\x03\xac\x02",
        "array(2,array(2,varint))",
    );
    let bytes = b"\x01\x05\0\x02";
    assert_eq!(P.parse::<(bool, VarInt, i16)>(bytes), Ok((true, VarInt(5), 2)));
    assert_eq!(P.encode(&(true, VarInt(5), 2_i16)).unwrap(), bytes);
    assert_eq!(<(i64, Option<i64>, [i16; 3])>::MIN_LEN, 15);
    let error = P.parse::<(bool, (VarInt, i16))>(b"\x01\x05\0").unwrap_err();
    assert_eq!((error.path().to_string(), error.missing()), ("$[1][1]".into(), Some(1)));
}

#[test]
fn a_slot_or_a_root_in_an_option_has_both_prefixes() {
    same(&Some(Slot(None)), b"\x01\0", "option(slot)");
    same(&Some(OptNbt(None)), b"\x01\0", "option(nbt)");
    same(&OptNbt(Some(Nbt::default())), b"\x0a\0\0\0", "nbt");
    let nbt = Nbt::unnamed(Compound::from_iter([("hp", 20_i8)]));
    let bytes = b"\x0a\0\0\x01\0\x02hp\x14\0";
    assert_eq!((P.parse(bytes), P.encode(&nbt).unwrap()), (Ok(nbt.clone()), bytes.to_vec()));
    assert_eq!(P.encode(&Some(nbt)).unwrap(), [b"\x01", &bytes[..]].concat());
    let error = P.parse::<Nbt>(b"\0").unwrap_err();
    assert_eq!((error.offset(), error.kind()), (0, &DecodeErrorKind::NbtRoot { id: 0 }));
    assert_eq!(
        error.to_string(),
        "at byte 0x0000, reading NBT at $: expected an NBT root, found tag 0, which means that there is none"
    );
}

/// An owned string has the layout of a borrowed one.
#[test]
fn an_owned_string_is_a_string() {
    use gamewire::minecraft::Protocol;
    assert_eq!(Protocol::V1_14.encode(&"hé".to_owned()).unwrap(), b"\x03h\xc3\xa9");
    assert_eq!(Protocol::V1_14.parse::<String>(b"\x03h\xc3\xa9").unwrap(), "hé");
}
