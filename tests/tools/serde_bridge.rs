//! Checks types of a program's own through serde: every shape in both directions, errors with their path, and the samples of the
//! crate. The values are built in the tests.
#![cfg(feature = "serde")]

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::convert_support::{TABLES, rows};
use crate::support::tsv::{hex, unhex};
use gamewire::godot::{
    Color, Decoder, Dialect, Dictionary, NodePath, ObjectData, Packed, Rect2i, Text, Transform3D, Variant,
    Vector2, Vector2i, Vector3, from_slice, from_variant, to_variant, to_vec, variant,
};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum State {
    Idle,
    Walk(u32),
    Jump(i8, f32),
    Fall { speed: f64 },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Marker;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Meters(f32);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Everything {
    small: i8,
    big: u64,
    yes: bool,
    letter: char,
    name: String,
    none: Option<u8>,
    some: Option<u8>,
    unit: (),
    marker: Marker,
    meters: Meters,
    pair: (i32, String),
    states: Vec<State>,
    scores: BTreeMap<i32, f64>,
    position: Vector2,
    exact: Vector3<f64>,
    cell: Vector2i,
    area: Rect2i,
    place: Transform3D,
    tint: Color,
    anything: Variant,
}

fn everything() -> Everything {
    let path: Variant = NodePath::parse("/root/a:b").into();
    let anything = vec![
        Variant::Nil,
        Variant::StringName("jump".into()),
        path,
        Variant::from(Packed::from(vec![1u8, 2])),
        Variant::from(Vector2::new(0.5f32, 2.0)),
        Variant::Dictionary(Dictionary::from(vec![(Variant::Int(1), Variant::Float(0.5))])),
    ];
    Everything {
        small: -5,
        big: i64::MAX as u64,
        yes: true,
        letter: 'ß',
        name: "Ada".into(),
        none: None,
        some: Some(3),
        unit: (),
        marker: Marker,
        meters: Meters(1.5),
        pair: (7, "x".into()),
        states: vec![State::Idle, State::Walk(3), State::Jump(-1, 0.5), State::Fall { speed: 0.1 }],
        scores: [(3, 0.5), (4, 0.25)].into(),
        position: Vector2::new(1.0, 2.0),
        exact: Vector3::new(0.1, 0.2, 0.3),
        cell: Vector2i::new(3, -4),
        area: Rect2i { position: Vector2i::new(1, 2), size: Vector2i::new(3, 4) },
        place: Transform3D::default(),
        tint: Color::new(0.1, 0.2, 0.3, 1.0),
        anything: anything.into(),
    }
}

#[test]
fn every_shape_round_trips() {
    let value = to_variant(&everything()).unwrap();
    assert_eq!(value.get("position"), Some(&Vector2::new(1.0f32, 2.0).into()));
    assert_eq!(value.get("cell"), Some(&Vector2i::new(3, -4).into()));
    assert_eq!(value.get("exact").unwrap().to_string(), "Vector3(0.1, 0.2, 0.3)");
    assert_eq!(value.get("none"), Some(&Variant::Nil));
    let states = r#"["Idle", {"Walk": 3}, {"Jump": [-1, 0.5]}, {"Fall": {"speed": 0.1}}]"#;
    assert_eq!(value.get("states").unwrap().to_string(), states);
    assert_eq!(value.get("anything"), Some(&everything().anything));
    assert_eq!(from_variant::<Everything>(value).unwrap(), everything());
    let bytes = to_vec(&everything(), Dialect::GODOT_4.double()).unwrap();
    let mut back = from_slice::<Everything>(&bytes, Dialect::GODOT_4.double()).unwrap();
    // A double-precision build writes every vector wide: a field of type `Vector2` narrows it again, a `Variant`
    // shows it.
    assert_eq!(back.anything.to_string(), everything().anything.to_string());
    back.anything = everything().anything;
    assert_eq!(back, everything());
    // In single precision the wide vector is what single precision makes of it.
    let bytes = to_vec(&everything(), Dialect::GODOT_4).unwrap();
    assert_eq!(from_slice::<Everything>(&bytes, Dialect::GODOT_4).unwrap().exact.x, f64::from(0.1f32));
}

#[test]
fn bytes_that_an_engine_wrote_are_read() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Packet<'a> {
        #[serde(rename = "type")]
        kind: &'a str,
        id: u8,
        pos: Vector2,
    }
    let tables = rows("godot3/values-3.6.2.tsv");
    let row = tables.iter().find(|row| row.name == "dict_packet_move").unwrap();
    let packet: Packet<'_> = from_slice(&row.bytes, Dialect::GODOT_3).unwrap();
    assert_eq!(packet, Packet { kind: "move", id: 7, pos: Vector2::new(1.5, 2.5) });
    // Borrowed from the input, not copied.
    assert!(row.bytes.as_ptr_range().contains(&packet.kind.as_ptr()));
}

#[test]
fn packed_arrays_read_as_lists_and_objects_as_structs() {
    let ints: Vec<u16> = from_variant(Packed::from(vec![1i32, 2]).into()).unwrap();
    assert_eq!(ints, [1, 2]);
    let bytes: Vec<u8> = from_variant(Packed::from(vec![1u8, 2]).into()).unwrap();
    assert_eq!(bytes, [1, 2]);
    let points: Vec<Vector2> = from_variant(Packed::from(vec![Vector2::new(1.0f32, 2.0)]).into()).unwrap();
    assert_eq!(points, [Vector2::new(1.0, 2.0)]);
    let pairs: Vec<(f32, f32)> = from_variant(Packed::from(vec![Vector2::new(1.0f32, 2.0)]).into()).unwrap();
    assert_eq!(pairs, [(1.0, 2.0)]);
    let texts: Vec<Cow<'_, str>> = from_variant(vec![Text::from("a")].into()).unwrap();
    assert_eq!(texts, ["a"]);
    #[derive(Deserialize)]
    struct Thing {
        hp: u8,
    }
    let object = ObjectData { class: "Thing".into(), properties: vec![("hp".into(), Variant::Int(3))] };
    assert_eq!(from_variant::<Thing>(object.into()).unwrap().hp, 3);
    let name: String = from_variant(Variant::StringName("jump".into())).unwrap();
    assert_eq!(name, "jump");
    let whole: f32 = from_variant(Variant::Int(3)).unwrap();
    assert_eq!(whole, 3.0);
}

#[test]
fn errors_say_where() {
    let scores = |value: Variant| {
        Variant::from(Dictionary::from(vec![("scores".into(), vec![Variant::Int(1), value].into())]))
    };
    type Scores = BTreeMap<String, Vec<u8>>;
    let message = |value| from_variant::<Scores>(scores(value)).unwrap_err().to_string();
    assert_eq!(message(Variant::Int(300)), r#"at $.scores[1]: invalid value: integer `300`, expected u8"#);
    assert_eq!(message(Variant::Int(-1)), r#"at $.scores[1]: invalid value: integer `-1`, expected u8"#);
    assert_eq!(message("x".into()), r#"at $.scores[1]: invalid type: string "x", expected u8"#);
    let error = from_variant::<f32>(Variant::Float(1e39)).unwrap_err();
    assert!(error.to_string().starts_with("at $: invalid value: floating point"), "{error}");
    let error = from_variant::<Vector2>(Vector3::new(1.0f32, 2.0, 3.0).into()).unwrap_err();
    assert_eq!(error.to_string(), "at $: expected Vector2, found Vector3");
    let error = to_variant(&BTreeMap::from([("big", vec![1, u64::MAX])])).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"at $.big[1]: 18446744073709551615 is out of range; an int has 64 bits with sign"#
    );
    let error = to_vec(&BTreeMap::from([("cell", Vector2i::new(1, 2))]), Dialect::GODOT_3).unwrap_err();
    assert_eq!(error.to_string(), r#"at $.cell: godot3 has no Vector2i"#);
    let error = from_slice::<i32>(&unhex("0200000005"), Dialect::GODOT_3).unwrap_err();
    assert_eq!(error.to_string(), "at byte 0x0004, reading int at $: at least 4 bytes are needed, 1 remains");
    let error = from_variant::<State>("Swim".into()).unwrap_err();
    assert!(error.to_string().starts_with("at $: unknown variant `Swim`, expected one of"), "{error}");
    let loose = Variant::String(Text::from_non_utf8_bytes(b"\xed\xa0\x80".to_vec()));
    assert_eq!(from_variant::<String>(loose).unwrap_err().to_string(), "at $: the text is not Unicode");
    let deep = "1c00000001000000".repeat(129) + "00000000";
    let error = from_slice::<serde::de::IgnoredAny>(&unhex(&deep), Dialect::GODOT_4).unwrap_err();
    assert!(error.to_string().contains("nested deeper than the limit of 128"), "{error}");
}

/// Whatever an engine wrote, as a field of type `Variant`: serde gives back the same value.
#[test]
fn a_variant_inside_your_own_types_is_any_value() {
    let mut count = 0;
    for (table, dialect) in TABLES {
        for row in rows(table) {
            let decoder = Decoder::new(dialect).allow_objects(true);
            let value = decoder.parse(&row.bytes).unwrap();
            let text = format!("{value:?}");
            let there =
                to_variant(&vec![value]).unwrap_or_else(|error| panic!("{table} {}: {error}", row.name));
            let [back] = <[Variant; 1]>::try_from(from_variant::<Vec<Variant>>(there).unwrap()).unwrap();
            assert_eq!(format!("{back:?}"), text, "{table} {}", row.name);
            assert_eq!(
                hex(&dialect.encode(&back).unwrap()),
                hex(&dialect.encode(&decoder.parse(&row.bytes).unwrap()).unwrap()),
                "{table} {}",
                row.name
            );
            count += 1;
        }
    }
    assert!(count > 1000, "{count}");
}

/// Another format sees lists of numbers, and the same type comes back.
#[test]
fn other_formats_see_plain_data() {
    let json =
        serde_json::to_string(&(Vector2::new(1.0f32, 2.0), Vector2i::new(3, 4), State::Walk(1))).unwrap();
    assert_eq!(json, r#"[[1.0,2.0],[3,4],{"Walk":1}]"#);
    let back: (Vector2, Vector2i, State) = serde_json::from_str(&json).unwrap();
    assert_eq!(back, (Vector2::new(1.0, 2.0), Vector2i::new(3, 4), State::Walk(1)));
    assert!(serde_json::from_str::<Vector2>("[1.0]").is_err());
    assert!(serde_json::from_str::<Vector2>("[1.0,2.0,3.0]").is_err());
    let any: Variant = serde_json::from_str(r#"{"a":[1,2.5,null,"x"]}"#).unwrap();
    assert_eq!(any.to_string(), r#"{"a": [1, 2.5, null, "x"]}"#);
    let everything: Everything =
        serde_json::from_str(&serde_json::to_string(&everything()).unwrap()).unwrap();
    assert_eq!(everything.states.len(), 4);
}

/// Every value that there is a sample of, through a text format and back.
#[test]
fn variants_go_through_other_formats_without_loss() {
    let mut count = 0;
    for &dialect in Dialect::ALL {
        for sample in gamewire_fixtures::godot_samples(dialect) {
            let value = Decoder::new(dialect).allow_objects(true).parse(&sample.bytes).unwrap();
            let text = serde_json::to_string(&value).unwrap();
            let back: Variant = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(format!("{back:?}"), format!("{value:?}"), "{dialect} {}: {text}", sample.name);
            let held: Variant = serde_json::from_value(serde_json::to_value(&value).unwrap()).unwrap();
            assert_eq!(format!("{held:?}"), format!("{value:?}"));
            count += 1;
        }
    }
    assert!(count > 500, "{count}");

    let plain = variant!({ "name": "Ada", "hp": 9, "alive": true, "list": [1, 2.5, null] });
    let text = r#"{"name":"Ada","hp":9,"alive":true,"list":[1,2.5,null]}"#;
    assert_eq!(serde_json::to_string(&plain).unwrap(), text);
    assert_eq!(serde_json::from_str::<Variant>(text).unwrap(), plain);
    // These would be mistaken for another value in that format.
    for odd in [variant!({ "$gamewire": "05" }), variant!({ 1: 2 }), Variant::Float(f64::INFINITY)] {
        let text = serde_json::to_string(&odd).unwrap();
        assert!(text.starts_with(r#"{"$gamewire":""#), "{text}");
        assert_eq!(serde_json::from_str::<Variant>(&text).unwrap(), odd);
        assert_eq!(from_variant::<Variant>(odd.clone()).unwrap(), odd);
        assert_eq!(to_variant(&odd).unwrap(), odd);
    }
    assert!(serde_json::from_str::<Variant>(r#"{"$gamewire":"0"}"#).is_err());
}

/// Types that only one dialect has are kept inside opaque values, or refused.
#[test]
fn values_of_one_dialect_are_encoded_in_it() {
    use gamewire::godot::{Array, Double};
    let path = NodePath { property: Some("b".into()), ..NodePath::parse("a") };
    let inside = |value: Variant| Variant::Dictionary(Dictionary::from_iter([(value, 7_i64)]));
    let shared = Variant::Array(Array::from(vec![Variant::Int(1)]).with_shared(true));
    for odd in [inside(path.clone().into()), inside(shared)] {
        let text = serde_json::to_string(&odd).unwrap();
        let back: Variant = serde_json::from_str(&text).unwrap();
        assert_eq!(format!("{back:?}"), format!("{odd:?}"), "{text}");
    }
    // Godot 2 has no Vector2i, and nobody else such a path.
    let both = variant!({ 1: (Variant::from(path)), 2: (Vector2i::new(1, 2)) });
    let error = serde_json::to_string(&both).unwrap_err().to_string();
    assert_eq!(error, "no engine can express this value");
    // Components of 32 bits beside some of 64, in what is carried as a whole: no dialect writes both.
    let wide = || Variant::from(Double::Vector2(Vector2::new(1.1, -2.2)));
    for (mixed, is_said) in [
        (variant!({ 1: (wide()), 2: (Vector2::new(1.1, -2.2)) }), false),
        (variant!({ 1: (wide()), 2: (Color::new(0.1, 0.2, 0.3, 1.0)) }), true),
        (variant!([(wide()), (Vector2::new(1.1, -2.2))]), true),
    ] {
        let said = serde_json::to_string(&mixed);
        assert_eq!(said.is_ok(), is_said, "{said:?}");
        if let Ok(text) = said {
            let back: Variant = serde_json::from_str(&text).unwrap();
            assert_eq!(format!("{back:?}"), format!("{mixed:?}"), "{text}");
        }
    }
}

/// The limit of nesting holds for user-defined types, from bytes and from values.
#[test]
fn depth_has_one_limit() {
    let chain = |depth| (0..depth).fold(Variant::Nil, |inner, _| Variant::from(vec![inner]));
    let bytes = |depth| Dialect::GODOT_4.encode(&chain(depth)).unwrap();
    for depth in [127, 128] {
        assert!(from_variant::<serde_json::Value>(chain(depth)).is_ok(), "{depth}");
        assert!(from_slice::<serde_json::Value>(&bytes(depth), Dialect::GODOT_4).is_ok(), "{depth}");
    }
    for depth in [129, 1024, 100_000] {
        let error = from_variant::<serde_json::Value>(chain(depth)).unwrap_err();
        assert_eq!(error.path().segments().len(), 128);
        assert!(error.to_string().ends_with("values are nested deeper than the limit of 128"), "{error}");
    }
    let error = from_slice::<serde_json::Value>(&bytes(129), Dialect::GODOT_4).unwrap_err();
    assert_eq!(error.path().segments().len(), 128);
}

/// Text and bytes of the input, without a copy.
#[test]
fn your_types_borrow_from_the_input() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Packet<'a> {
        name: &'a str,
        #[serde(borrow)]
        kinds: Vec<&'a str>,
        payload: &'a [u8],
    }
    let value = variant!({
        "name": "Ada",
        "kinds": [Variant::StringName("mage".into())],
        "payload": Packed::from([1_u8, 2, 3]),
    });
    let bytes = Dialect::GODOT_4.encode(&value).unwrap();
    let packet: Packet<'_> = from_slice(&bytes, Dialect::GODOT_4).unwrap();
    assert_eq!(packet, Packet { name: "Ada", kinds: vec!["mage"], payload: &[1, 2, 3] });
    assert!(bytes.as_ptr_range().contains(&packet.payload.as_ptr()));
}

/// `from_slice` by the options of a decoder, and a part of a checked value.
#[test]
fn a_decoder_reads_types_by_its_own_rules() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Packet<'a> {
        name: &'a str,
        #[serde(borrow)]
        note: Cow<'a, str>,
        hp: u8,
    }
    let value = variant!({ "name": "Ada", "note": "hello", "hp": 9 });
    let mut bytes = Dialect::GODOT_4.encode(&value).unwrap();
    let decoder = Decoder::new(Dialect::GODOT_4);
    let packet: Packet<'_> = decoder.deserialize(&bytes).unwrap();
    assert_eq!(packet, Packet { name: "Ada", note: "hello".into(), hp: 9 });
    assert!(bytes.as_ptr_range().contains(&packet.name.as_ptr()) && matches!(packet.note, Cow::Borrowed(_)));
    let viewed: Packet<'_> = decoder.view(&bytes).unwrap().deserialize().unwrap();
    assert!(bytes.as_ptr_range().contains(&viewed.name.as_ptr()));
    let hp: u8 = decoder.view(&bytes).unwrap().get("hp").unwrap().deserialize().unwrap();
    assert_eq!(hp, 9);

    // Trailing bytes, depth, and objects are the decoder's.
    bytes.extend([0; 4]);
    assert!(decoder.deserialize::<Packet<'_>>(&bytes).is_err());
    assert!(decoder.allow_trailing(true).deserialize::<Packet<'_>>(&bytes).is_ok());
    let nested = Dialect::GODOT_4.encode(&variant!([[[1]]])).unwrap();
    assert!(decoder.max_depth(2).deserialize::<Vec<Vec<Vec<u8>>>>(&nested).is_err());
    assert_eq!(decoder.max_depth(3).deserialize::<Vec<Vec<Vec<u8>>>>(&nested).unwrap(), [[[1]]]);
    // 4.6.3 writes this for `Resource.new()` with full objects, without its properties.
    let full = b"\x18\0\0\0\x08\0\0\0Resource\0\0\0\0";
    assert!(decoder.deserialize::<BTreeMap<String, u8>>(full).is_err());
    assert_eq!(decoder.allow_objects(true).deserialize::<BTreeMap<String, u8>>(full).unwrap().len(), 0);
}

#[cfg(feature = "mint")]
#[test]
fn types_of_mint_are_fields() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Body {
        #[serde(with = "gamewire::godot::serde_mapping::mint")]
        cell: mint::Vector2<i32>,
        #[serde(with = "gamewire::godot::serde_mapping::mint")]
        position: mint::Point3<f32>,
        #[serde(with = "gamewire::godot::serde_mapping::mint")]
        rotation: mint::Quaternion<f32>,
        #[serde(with = "gamewire::godot::serde_mapping::mint")]
        at: mint::ColumnMatrix2x3<f64>,
    }
    let body = Body {
        cell: [1, -2].into(),
        position: [1.5, 2.0, 3.0].into(),
        rotation: mint::Quaternion { v: [0.0, 0.0, 1.0].into(), s: 0.5 },
        at: [[1.0, 0.0], [0.0, 1.0], [5.0, 6.0]].into(),
    };
    let value = to_variant(&body).unwrap();
    let expected = variant!({
        "cell": Vector2i::new(1, -2),
        "position": Vector3::new(1.5_f32, 2.0, 3.0),
    });
    assert_eq!((&value["cell"], &value["position"]), (&expected["cell"], &expected["position"]));
    assert_eq!(value["rotation"].to_string(), "Quaternion(0, 0, 1, 0.5)");
    assert_eq!(from_variant::<Body>(value).unwrap(), body);
    let error = from_variant::<Body>(variant!({ "cell": 1 })).unwrap_err();
    assert!(error.to_string().starts_with("at $.cell"), "{error}");
}

/// A field of any value keeps it to the bit, wherever it is.
#[test]
fn fields_of_any_value_keep_it() {
    #[derive(Serialize, Deserialize)]
    struct Fields {
        any: Variant,
        all: Vec<Variant>,
        none: Option<Variant>,
    }
    let mut count = 0;
    for &dialect in Dialect::ALL {
        for sample in gamewire_fixtures::godot_samples(dialect) {
            let decoder = Decoder::new(dialect).allow_objects(true).keep_duplicates(true);
            let value = decoder.parse(&sample.bytes).unwrap();
            let shown = format!("{value:?}");
            let holder = Variant::from(Dictionary::from_iter([
                ("any", value.clone()),
                ("all", Variant::from(vec![Variant::Int(1), value.clone()])),
            ]));
            // Both the tree and, if the dialect can write them, the bytes are deserialized.
            let of_bytes = dialect.encode(&holder).ok().map(|bytes| {
                let written = decoder.parse(&bytes).unwrap()["any"].clone();
                (decoder.deserialize(&bytes).unwrap(), format!("{written:?}"))
            });
            let of_tree: Fields = from_variant(holder).unwrap();
            for (fields, shown) in [(of_tree, shown.clone())].into_iter().chain(of_bytes) {
                assert_eq!(format!("{:?}", fields.any), shown, "{dialect} {}", sample.name);
                assert_eq!(format!("{:?}", fields.all[1]), shown, "{dialect} {}", sample.name);
                assert!(fields.none.is_none());
                let back = to_variant(&fields).unwrap();
                assert_eq!(format!("{:?}", back.get("any").unwrap()), shown, "{dialect} {}", sample.name);
            }
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}

/// Text and byte arrays are slices of the input, in containers, in objects and in packed arrays of texts.
#[test]
fn text_and_bytes_are_lent_by_the_input() {
    #[derive(Deserialize)]
    struct Packet<'a> {
        name: &'a str,
        bytes: &'a [u8],
        #[serde(borrow)]
        texts: Vec<&'a str>,
        by_name: BTreeMap<&'a str, Vec<Vec<&'a str>>>,
        node: Node<'a>,
    }
    #[derive(Deserialize)]
    struct Node<'a> {
        label: &'a str,
    }
    let node = ObjectData { class: "Node".into(), properties: vec![("label".into(), "ein Schild".into())] };
    let value = variant!({
        "name": (Variant::StringName("a name".into())),
        "bytes": (Packed::from([1_u8, 2, 3])),
        "texts": (Variant::from(vec!["one", "two"])),
        "by_name": { "an entry": [["three"], ["four", "five"]] },
        "node": node,
    });
    let bytes = Dialect::GODOT_4.encode(&value).unwrap();
    let packet: Packet<'_> = from_slice(&bytes, Dialect::GODOT_4).unwrap();
    let (entry, lists) = packet.by_name.first_key_value().unwrap();
    let texts = [packet.name, entry, packet.node.label].into_iter().chain(packet.texts).chain(lists.concat());
    let texts: Vec<_> = texts.collect();
    assert_eq!(texts, ["a name", "an entry", "ein Schild", "one", "two", "three", "four", "five"]);
    assert_eq!(packet.bytes, [1, 2, 3]);
    let range = bytes.as_ptr_range();
    for text in texts.into_iter().map(str::as_bytes).chain([packet.bytes]) {
        assert!(range.contains(&text.as_ptr()), "{text:?}");
    }
}

/// Text is lent inside of any number of containers that can be deserialized.
#[test]
fn text_is_lent_at_any_depth() {
    fn innermost<'a, D: serde::Deserializer<'a>>(lists: D) -> Result<&'a str, D::Error> {
        struct Lists;
        impl<'a> serde::de::Visitor<'a> for Lists {
            type Value = &'a str;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("text in lists")
            }
            fn visit_borrowed_str<E>(self, text: &'a str) -> Result<&'a str, E> {
                Ok(text)
            }
            fn visit_seq<A: serde::de::SeqAccess<'a>>(self, mut list: A) -> Result<&'a str, A::Error> {
                let text = list.next_element::<Text<'a>>()?;
                text.map(|Text(text)| text).ok_or_else(|| serde::de::Error::invalid_length(0, &self))
            }
        }
        lists.deserialize_any(Lists)
    }
    #[derive(Debug, Deserialize)]
    struct Text<'a>(#[serde(borrow, deserialize_with = "innermost")] &'a str);

    for depth in 0..20 {
        let value = (0..depth).fold(variant!("hello"), |value, _| variant!([value]));
        let bytes = Dialect::GODOT_4.encode(&value).unwrap();
        let read = from_slice::<Text<'_>>(&bytes, Dialect::GODOT_4);
        assert_eq!(read.unwrap().0, "hello", "{depth}");
        {
            use gamewire::minecraft::Protocol;
            use gamewire::minecraft::nbt::{self, Compound, List, Nbt, Tag};
            let list = |tag, _| Tag::from(List::from_tags(vec![tag]).unwrap());
            let root = Nbt::unnamed(Compound::from_iter([("a", (0..depth).fold(Tag::from("hello"), list))]));
            let bytes = Protocol::V1_14.encode(&root).unwrap();
            let read = nbt::from_slice::<BTreeMap<&str, Text<'_>>>(&bytes);
            assert_eq!(read.unwrap()["a"].0, "hello", "{depth}");
        }
    }
}

/// Bytes are deserialized as the tree is that they decode to, however deep they are, with keys that occur twice.
#[test]
fn bytes_are_deserialized_as_their_tree_is() {
    let twice =
        Dictionary::from(vec![("a".into(), 1.into()), ("b".into(), 2.into()), ("a".into(), 3.into())]);
    let mut value = variant!({ "twice": twice, "text": (Variant::from("\u{feff}mark")) });
    for level in 0..20 {
        value = variant!([level, value]);
        let bytes = Dialect::GODOT_4.encode(&value).unwrap();
        let tree = Dialect::GODOT_4.parse(&bytes).unwrap();
        let read: serde_json::Value = from_slice(&bytes, Dialect::GODOT_4).unwrap();
        assert_eq!(read, from_variant::<serde_json::Value>(tree).unwrap());
    }
}

/// If another format or a user uses this crate's own names, the result is a value or an error.
#[test]
fn names_of_this_crate_in_foreign_text_are_harmless() {
    for text in [
        r#"{"$gamewire::Variant": []}"#,
        r#"{"$gamewire::Variant": [0]}"#,
        r#"{"$gamewire::Variant": [18446744073709551615]}"#,
        r#"{"$gamewire::Variant": [18446744073709551615, "0002"]}"#,
        r#"{"$gamewire::Variant": [5, 1, "abc"]}"#,
        r#"{"$gamewire::Variant": [99, 1, 2]}"#,
        r#"{"$gamewire::Variant": 3}"#,
        r#"{"$gamewire::Variant": [25, 0, 9]}"#,
    ] {
        assert!(serde_json::from_str::<Variant>(text).is_err(), "{text}");
    }
    let odd = variant!({ "$gamewire::Variant": [1] });
    let text = serde_json::to_string(&odd).unwrap();
    assert_eq!(serde_json::from_str::<Variant>(&text).unwrap(), odd);
    assert_eq!(from_variant::<Variant>(odd.clone()).unwrap(), odd);
    assert_eq!(to_variant(&odd).unwrap(), odd);
}

/// Fields that serde reads before it knows their types hold what serde has words for.
#[test]
fn flattened_fields_hold_plain_values() {
    use std::collections::BTreeMap;
    #[derive(Serialize, Deserialize)]
    struct Save {
        gold: u32,
        #[serde(flatten)]
        rest: BTreeMap<String, Variant>,
    }
    let bytes = || Variant::from(Packed::from([1_u8, 2]));
    let value = variant!({ "gold": 7, "name": "Ada", "bytes": (bytes()), "at": (Vector2::new(1.0, 2.0)) });
    let save: Save = from_variant(value).unwrap();
    assert_eq!(save.rest["name"], "Ada");
    assert_eq!(save.rest["bytes"], bytes());
    assert_eq!(save.rest["at"], variant!([1.0, 2.0]));
}

/// A type with a text form is text in every format, and a type with fields has the same fields there.
#[test]
fn types_of_the_crate_go_through_json() {
    use gamewire::godot::Kind;
    use gamewire::minecraft::nbt::{Nbt, nbt};
    use gamewire::minecraft::{Identifier, ItemStack, Position, Protocol, Slot, Uuid};
    use gamewire::path::{Change, Difference, Path};

    fn through<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(
        value: T,
        json: &str,
    ) {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
    }

    through(Dialect::GODOT_4.double(), r#""godot4-double""#);
    through(Kind::PackedVector2Array, r#""PackedVector2Array""#);
    through(Protocol::V1_15, r#""minecraft-1.15""#);
    through(Identifier::new("minecraft:stone").unwrap(), r#""minecraft:stone""#);
    through(
        Uuid::from_u128(0x069a_79f4_44e9_4726_a5be_fca9_0e38_aaf5),
        r#""069a79f4-44e9-4726-a5be-fca90e38aaf5""#,
    );
    through(Position { x: 1, y: -2, z: 3 }, r#"{"x":1,"y":-2,"z":3}"#);
    // Steps past 24 are left out where a path is printed, not here.
    let long: Path = format!("$.bag{}", "[0]".repeat(30)).parse().unwrap();
    through(long.clone(), &format!("\"{long:#}\""));
    through(Slot(None), "null");
    through(Slot(Some(ItemStack::new(5, 64))), r#"{"id":5,"count":64}"#);
    let sword = ItemStack::new(5, 1).with_nbt(Nbt::unnamed(nbt!({ "Name": "Ada" })));
    through(Slot(Some(sword)), r#"{"id":5,"count":1,"nbt":{"name":"","root":{"Name":"Ada"}}}"#);
    let path: Path = "$.hp".parse().unwrap();
    let change = Change::Changed(Variant::Int(1), Variant::Int(2));
    through(Difference { path: path.clone(), change }, r#"{"path":"$.hp","change":{"changed":[1,2]}}"#);
    through(
        Difference::<Variant> { path, change: Change::Reordered },
        r#"{"path":"$.hp","change":"reordered"}"#,
    );
    let wrong = serde_json::from_str::<Dialect>(r#""godot9""#).unwrap_err().to_string();
    assert!(wrong.starts_with("there is no dialect"), "{wrong}");
}

/// The contents of values are fields of a struct, without a `Variant` around them: in bytes and in formats of text.
#[test]
fn contents_of_values_are_fields() {
    use gamewire::godot::{Array, Dictionary, NodePath, Rid, Signal, Text, from_slice, to_vec, variant};

    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Scene {
        target: NodePath,
        mesh: Rid,
        changed: Signal,
        items: Array,
        scores: Dictionary,
        name: Text,
    }
    let scene = Scene {
        target: NodePath::parse("../Door:open"),
        mesh: Rid(7),
        changed: Signal { name: "changed".into(), object: 5 },
        items: Array::from([1, 2]),
        scores: Dictionary::from_iter([("Ada", 3)]),
        name: "Door".into(),
    };
    let bytes = to_vec(&scene, Dialect::GODOT_4).unwrap();
    let value = Dialect::GODOT_4.parse(&bytes).unwrap();
    assert_eq!(value["target"], variant!(NodePath::parse("../Door:open")));
    assert_eq!(value["scores"], variant!({ "Ada": 3 }));
    assert_eq!(from_slice::<Scene>(&bytes, Dialect::GODOT_4).unwrap(), scene);
    let text = serde_json::to_string(&scene).unwrap();
    assert!(text.ends_with(r#""items":[1,2],"scores":{"Ada":3},"name":"Door"}"#), "{text}");
    assert_eq!(serde_json::from_str::<Scene>(&text).unwrap(), scene);
    let error = serde_json::from_str::<Array>("5").unwrap_err();
    assert_eq!(error.to_string(), "expected Array, found int");
}

/// Rows and errors have the names that the command prints.
#[test]
fn rows_and_errors_are_serialized() {
    let bytes = [28, 0, 0, 0, 1, 0, 0, 0, 99, 0, 0, 0];
    let explanation = gamewire::godot::Decoder::new(Dialect::GODOT_4).explain(&bytes);
    let row = serde_json::to_value(&explanation.rows()[1]).unwrap();
    assert_eq!(
        row,
        serde_json::json!({
            "offset": 4, "length": 4, "role": "structure", "depth": 1, "path": "$", "type": "Array",
            "meaning": "element count = 1",
        })
    );
    let error = serde_json::to_value(explanation.error().unwrap()).unwrap();
    assert_eq!(
        error,
        serde_json::json!({
            "offset": 8, "type": "Array", "path": "$[0]", "kind": "type",
            "message": "at byte 0x0008, reading Array at $[0]: type id 99 does not exist in godot4",
        })
    );
}
