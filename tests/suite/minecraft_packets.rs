//! Checks whole packets of 1.14.4 as type expressions: read, written back, explained, and as JSON. The bytes are written in the
//! tests by the protocol's documentation.

use gamewire::minecraft::{Protocol, TypeExpr, Value, Verdict};

const P: Protocol = Protocol::V1_14;

/// Packets as the protocol's documentation lists their fields: the number of the packet, then its body.
const PACKETS: [(&str, &str, &[u8]); 8] = [
    ("Set Slot", "struct(id:varint,window:i8,slot:i16,item:slot)", b"\x16\xff\0\x24\x01\x9d\x04\x01\0"),
    ("Window Items", "struct(id:varint,window:u8,items:array(i16,slot))", b"\x14\0\0\x02\0\x01\x05\x40\0"),
    ("Entity Metadata", "struct(id:varint,entity:varint,metadata:metadata)", b"\x43\xac\x02\0\0\x20\xff"),
    ("Block Change", "struct(id:varint,at:position,state:varint)", b"\x0b\0\0\0\x40\0\0\x30\x02\x09"),
    ("Chat Message", "struct(id:varint,json:chat,position:enum(u8;chat|system|game_info))", b"\x0e\x02\"a\x01"),
    (
        "Plugin Message",
        "struct(id:varint,channel:identifier,data:bytes(3))",
        b"\x18\x0fminecraft:brand\x02hi",
    ),
    (
        "Entity Relative Move",
        "struct(id:varint,entity:varint,dx:fixed(i16,12),dy:fixed(i16,12),dz:fixed(i16,12),on_ground:bool)",
        b"\x28\x07\x10\0\0\0\xf0\0\x01",
    ),
    (
        "Player Info, add",
        "struct(id:varint,action:varint,players:array(varint,struct(uuid:uuid,name:string(16),\
         properties:array(varint,struct(name:string,value:string,signature:option(string))),\
         mode:varint,ping:varint,display:option(chat))))",
        b"\x33\0\x01\x06\x9a\x79\xf4\x44\xe9\x47\x26\xa5\xbe\xfc\xa9\x0e\x38\xaa\xf5\x05Notch\x01\x01k\x01v\0\x01\x14\0",
    ),
];

#[test]
fn packets_are_read_explained_and_written_back() {
    for (name, expr, bytes) in PACKETS {
        let expr: TypeExpr = expr.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(expr.to_string().parse(), Ok(expr.clone()), "{name}");
        let value = expr.parse(P, bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(expr.encode(P, &value).unwrap(), bytes, "{name}");
        assert_eq!(expr.verify(P, bytes), Verdict::Identical, "{name}");
        assert_eq!(expr.check(P, bytes), Ok(()), "{name}");
        let explanation = expr.explain(P, bytes);
        assert_eq!(explanation.rows().iter().map(|row| row.len).sum::<usize>(), bytes.len(), "{name}");
        assert!(explanation.text().contains("\"id\": value = "), "{name}: {}", explanation.text());
        for end in 0..bytes.len() {
            let error = expr.parse(P, &bytes[..end]).unwrap_err();
            assert!(error.missing().is_some_and(|missing| missing <= bytes.len() - end), "{name}: {error}");
        }
    }
}

#[test]
fn an_error_says_which_field() {
    let expr: TypeExpr = "struct(window:u8,items:array(i16,struct(at:i8,item:slot)))".parse().unwrap();
    let error = expr.parse(P, b"\0\0\x01\x07\x01\x05\x40\x03").unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 0x0007, reading NBT at $.items[0].item.nbt: \
         an NBT root must be a compound (10), a list (9, Bedrock edition only) or absent (0), not tag 3"
    );
}

#[test]
fn counts_may_be_of_any_integer_type() {
    let three: [(&str, &[u8]); 8] = [
        ("i8", &[3]),
        ("u8", &[3]),
        ("i16", &[0, 3]),
        ("u16", &[0, 3]),
        ("i32", &[0, 0, 0, 3]),
        ("i64", &[0, 0, 0, 0, 0, 0, 0, 3]),
        ("varint", &[3]),
        ("varlong", &[3]),
    ];
    for (int, count) in three {
        let bytes = [count, &[1, 0, 1]].concat();
        for (expr, value) in [
            (format!("array({int},bool)"), Value::Array([true, false, true].map(Value::Bool).into())),
            (format!("bytes({int})"), Value::Bytes([1, 0, 1].as_slice().into())),
        ] {
            let expr: TypeExpr = expr.parse().unwrap();
            assert_eq!(expr.parse(P, &bytes).unwrap(), value, "{expr}");
            assert_eq!(expr.encode(P, &value).unwrap(), bytes, "{expr}");
            assert_eq!(expr.parse(P, count).unwrap_err().kind().code(), "eof", "{expr}");
        }
    }
    let refused = |expr: &str, bytes: &[u8]| {
        let expr: TypeExpr = expr.parse().unwrap();
        expr.parse(P, bytes).unwrap_err().kind().code()
    };
    assert_eq!(refused("array(i8,bool)", &[0xff, 1]), "negative_length");
    assert_eq!(refused("bytes(i64)", &[0x80, 0, 0, 0, 0, 0, 0, 0]), "negative_length");
    assert_eq!(refused("bytes(i64)", &[0x7f, 0, 0, 0, 0, 0, 0, 0]), "length_limit");
    // A count that does not fit is an error.
    let many = Value::Array(vec![Value::Bool(true); 128].into());
    let expr: TypeExpr = "array(i8,bool)".parse().unwrap();
    assert_eq!(
        expr.encode(P, &many).unwrap_err().to_string(),
        "at $: 128 is out of range; the range is -128 to 127"
    );
}

#[test]
fn arrays_of_integers_are_their_bytes() {
    for (int, bytes, first) in [
        ("u8", &[0xff, 1][..], Value::U8(255)),
        ("i16", &[0xff, 0xfe, 0, 1], Value::I16(-2)),
        ("i64", &[0x80, 0, 0, 0, 0, 0, 0, 1], Value::I64(i64::MIN + 1)),
        ("u64", &[0xff; 8], Value::U64(u64::MAX)),
    ] {
        let expr: TypeExpr = format!("array(varint,{int})").parse().unwrap();
        let TypeExpr::Array(_, element) = &expr else { panic!() };
        let TypeExpr::Int(of) = **element else { panic!() };
        let all: Vec<_> = of.values(bytes).collect();
        assert_eq!(all[0], first, "{int}");
        let encoded = [&[u8::try_from(all.len()).unwrap()], bytes].concat();
        let value = expr.parse(P, &encoded).unwrap();
        assert_eq!(value, Value::Integers(bytes.into()), "{int}");
        assert_eq!(expr.encode(P, &value).unwrap(), encoded, "{int}");
        assert_eq!(expr.encode(P, &Value::Array(all.into())).unwrap(), encoded, "{int}");
        let cut = Value::Integers(bytes[1..].into());
        assert_eq!(expr.encode(P, &cut).is_err(), int != "u8", "{int}");
    }
    let numbers: TypeExpr = "array(varint,varint)".parse().unwrap();
    assert!(numbers.encode(P, &Value::Integers([1].into())).is_err());
}

#[test]
fn a_fraction_of_all_the_bits_does_not_panic() {
    use gamewire::minecraft::IntType;
    for bits in [31, 32, 63, 64, 65, 1024, u32::MAX] {
        let expr = TypeExpr::Fixed(IntType::I32, bits);
        let value = expr.parse(P, &[0, 0, 0, 5]).unwrap();
        assert_eq!(expr.encode(P, &value).unwrap(), [0, 0, 0, 5]);
        let explained = expr.explain(P, &[0, 0, 0, 5]);
        assert!(explained.rows().iter().any(|row| row.meaning.contains("in steps of 1/")));
    }
}

#[test]
fn roots_without_a_name_are_read_on_request_everywhere() {
    use gamewire::minecraft::nbt::{Compound, JavaStr, Nbt, NbtView};
    use gamewire::minecraft::{ItemStack, Slot};
    let network = Protocol::V1_15.nameless_nbt(true);
    let bytes = b"\x01\x05\x40\x0a\x01\0\x04size\x07\0";
    let slot: Slot = network.parse(bytes).unwrap();
    let nbt = Nbt::unnamed(Compound::from_iter([("size", 7_i8)]));
    assert_eq!(slot, Slot(Some(ItemStack::new(5, 64).with_nbt(nbt.clone()))));
    assert_eq!(network.encode(&slot).unwrap(), bytes);
    let view: NbtView = network.parse(&bytes[3..]).unwrap();
    assert_eq!((view.to_nbt(), view.name()), (nbt.clone(), JavaStr::default()));
    assert_eq!(network.encode(&view).unwrap(), &bytes[3..]);
    // A name would be lost.
    let named = Nbt { name: "level".into(), ..nbt };
    let error = network.encode(&named).unwrap_err();
    assert_eq!(
        error.to_string(),
        "at $.name: this root has a name, but roots have no name with `nameless_nbt`"
    );
    assert!(Protocol::V1_15.parse::<Slot>(bytes).is_err());
}

#[test]
fn arrays_of_rust_types() {
    use gamewire::minecraft::{Position, Slot, VarInt};
    let numbers: Vec<VarInt> = P.parse(&[2, 5, 0xac, 2]).unwrap();
    assert_eq!(numbers, [VarInt(5), VarInt(300)]);
    assert_eq!(P.encode(&numbers).unwrap(), [2, 5, 0xac, 2]);
    let nested: Vec<Vec<Slot>> = P.parse(&[2, 1, 0, 0]).unwrap();
    assert_eq!(nested, [vec![Slot(None)], vec![]]);
    // The count alone says that this cannot be.
    let error = P.parse::<Vec<Position>>(&[3, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap_err();
    assert_eq!((error.offset(), error.missing()), (0, Some(16)));
}

#[test]
fn limits_are_the_same_error_at_the_same_place_everywhere() {
    use gamewire::minecraft::VarInt;
    let limited = P.max_bytes(2);
    let error = limited.parse::<VarInt>(&[0x80, 0x80, 0]).unwrap_err();
    assert_eq!((error.kind().code(), error.offset()), ("input_limit", 2));
    assert_eq!(limited.check::<VarInt>(&[0x80, 0x80, 0]).unwrap_err(), error);
    assert_eq!(limited.explain::<VarInt>(&[0x80, 0x80, 0]).error(), Some(&error));
    assert!(
        matches!(limited.verify::<VarInt>(&[0x80, 0x80, 0]), Verdict::Rejected(rejected) if rejected == error)
    );
}

#[test]
fn versions_read_what_they_print() {
    let mut last = 0;
    for protocol in Protocol::VERSIONS {
        assert_eq!(protocol.to_string().parse().as_ref(), Ok(protocol));
        for (release, number) in protocol.releases() {
            assert!(*number > last, "{release}");
            last = *number;
        }
    }
}

#[test]
fn packets_are_objects_in_json() {
    use gamewire::minecraft::json::{from_str as from_json, to_string as to_json};
    for (name, expr, bytes) in PACKETS {
        let expr: TypeExpr = expr.parse().unwrap();
        let value = expr.parse(P, bytes).unwrap();
        let text = to_json(&expr, P, &value);
        let read = from_json(&expr, &text).unwrap_or_else(|error| panic!("{name}: {error}: {text}"));
        assert_eq!(expr.encode(P, &read).unwrap(), bytes, "{name}: {text}");
    }
    let expr: TypeExpr = "struct(id:varint,slot:i16)".parse().unwrap();
    let value = from_json(&expr, r#"{"slot": 2, "id": 1}"#).unwrap();
    assert_eq!(to_json(&expr, P, &value), r#"{"id":1,"slot":2}"#);
    let error = |text: &str| {
        let error = from_json(&expr, text).unwrap_err();
        (error.offset().unwrap(), error.to_string())
    };
    assert_eq!(error(r#"{"id":1}"#), (0, "at line 1, column 1, $: the key \"slot\" is missing".into()));
    assert_eq!(
        error(r#"{"id":1,"slot":"x"}"#),
        (15, "at line 1, column 16, $.slot: expected an integer in range, found \"x\"".into())
    );
    assert_eq!(
        error(r#"{"id":1,"slot":2,"a":3}"#),
        (17, "at line 1, column 18, $: \"a\" is not a key here; the keys are id, slot".into())
    );
    assert_eq!(
        error("{\"id\":1 "),
        (8, "at line 1, column 9, $: expected ',' or '}', but the text ends".into())
    );
    assert_eq!(error("[1]"), (0, "at line 1, column 1, $: expected an object, found an array".into()));
}

#[test]
fn numbers_above_63_bits_select_the_default() {
    use crate::minecraft_support::type_of;
    let fields =
        |of: &str| format!(r#"["container",[{{"name":"n","type":"u64"}},{{"name":"v","type":{of}}}]]"#);
    let switch = r#"["switch",{"compareTo":"n","fields":{"-1":"u16","1":"u32"},"default":"u8"}]"#;
    let expr = type_of(&fields(switch));
    let bytes = [&[0xff; 8][..], &[7]].concat();
    let value = expr.parse(P, &bytes).unwrap();
    assert_eq!(value, Value::Struct([Value::U64(u64::MAX), Value::U8(7)].into()));
    assert_eq!(expr.encode(P, &value).unwrap(), bytes);

    let list = type_of(&fields(r#"["array",{"count":"n","type":"u8"}]"#));
    assert_eq!(list.parse(P, &bytes).unwrap_err().kind().code(), "length_limit");

    let flags = type_of(r#"["bitflags",{"type":"u64","flags":["a","b"]}]"#);
    let rows = flags.explain(P, &[0x80, 0, 0, 0, 0, 0, 0, 2]).text();
    assert!(rows.contains("flags = 9223372036854775810 (b)"), "{rows}");
}

#[test]
fn a_part_is_changed_beside_deeply_nested_nbt() {
    let expr: TypeExpr = "slot".parse().unwrap();
    let levels = |count: usize| {
        let tags = [b"\x0a\0\x01a".repeat(count), vec![0; count]].concat();
        [&[1, 5, 64, 10, 0, 0][..], &tags, &[0]].concat()
    };
    let set = |bytes: &[u8]| expr.set_path_json(P, bytes, &"$.count".parse().unwrap(), "3");
    for count in [2, 100, 400] {
        let bytes = levels(count);
        assert_eq!(set(&bytes).unwrap(), [&[1, 5, 3], &bytes[3..]].concat());
    }
}
