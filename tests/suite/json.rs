//! Checks every form of Godot's JSON in both directions. Values and text are written in the tests.

use crate::support::tsv::unhex;
use gamewire::godot::{
    Array, Dialect, Dictionary, Double, ElementType, EntryTypes, Event, Image, ImageFormat, InputEvent, Kind,
    NodePath, Object, ObjectData, Packed, Precision, Rid, Signal, Text, Variant, Vector2, json,
};

/// The value has this text, and the text has this value.
#[track_caller]
fn form(value: impl Into<Variant>, text: &str) {
    let value = value.into();
    assert_eq!(json::to_string(&value), text);
    let back = json::from_str(text).unwrap();
    // Texts are the same if the values are; `==` would not do, where there are NaNs.
    assert_eq!(json::to_string(&back), text);
    assert_eq!(format!("{back:?}"), format!("{value:?}"));
    let held = json::to_value(&value);
    assert_eq!(json::to_string(&json::from_value(&held).unwrap()), text);
}

fn loose() -> Text {
    Text::from_non_utf8_bytes(vec![b'a', 0xed, 0xa0, 0x80])
}

#[test]
fn every_form_of_json_that_the_engine_does_not_have() {
    form(-f64::NAN, r#""f:-nan""#);
    form(
        f64::from_bits(0x7ff0_0000_0000_0001),
        r#"{"type":"float","args":[null],"nan":["7ff0000000000001"]}"#,
    );
    form(Variant::String(loose()), r#"{"type":"String","bytes":"61eda080"}"#);
    form(Variant::StringName(loose()), r#"{"type":"StringName","bytes":"61eda080"}"#);
    form(vec![loose(), "b".into()], r#"{"type":"PackedStringArray","args":[{"bytes":"61eda080"},"b"]}"#);
    form(Rid(5), r#"{"type":"RID","id":"i:5"}"#);
    form(Rid(u64::MAX), r#"{"type":"RID","id":"i:-1"}"#);
    form(
        Signal { name: "hit".into(), object: 1 << 63 },
        r#"{"type":"Signal","name":"hit","object":"i:-9223372036854775808"}"#,
    );
    form(Signal { name: loose(), object: 0 }, r#"{"type":"Signal","name":{"bytes":"61eda080"}}"#);
    // A name that is only a byte order mark.
    let marked = unhex("1a00000003000000efbbbf000500000000000000");
    let signal = Dialect::GODOT_4.parse(&marked).unwrap();
    form(signal.clone(), "{\"type\":\"Signal\",\"name\":\"\u{feff}\",\"object\":\"i:5\"}");
    assert_eq!(Dialect::GODOT_4.encode(&json::from_str(&json::to_string(&signal)).unwrap()).unwrap(), marked);
    form(Object::Null, r#"{"type":"Object"}"#);
    form(Object::Id(0), r#"{"type":"EncodedObjectAsID","props":["object_id","i:0","script",null]}"#);
    form(Array::new().with_shared(true), r#"{"type":"Array","args":[],"shared":true}"#);
    form(Dictionary::new().with_shared(true), r#"{"type":"Dictionary","args":[],"shared":true}"#);
}

#[test]
fn paths_that_their_text_does_not_determine() {
    let path = |names: &[&'static str], subnames: &[&'static str], property: Option<&'static str>| NodePath {
        names: names.iter().map(|name| Text::from(*name)).collect(),
        subnames: subnames.iter().map(|name| Text::from(*name)).collect(),
        property: property.map(Text::from),
        absolute: false,
    };
    form(path(&["a", "b"], &["c"], None), r#""np:a/b:c""#);
    form(path(&["a"], &[], Some("c")), r#"{"type":"NodePath","names":["a"],"subnames":[],"property":"c"}"#);
    form(path(&["a"], &[], Some("")), r#"{"type":"NodePath","names":["a"],"subnames":[],"property":""}"#);
    form(path(&["a", ""], &[], None), r#"{"type":"NodePath","names":["a",""],"subnames":[]}"#);
    form(path(&["a/b"], &[], None), r#"{"type":"NodePath","names":["a/b"],"subnames":[]}"#);
    form(path(&["a:b"], &[], None), r#"{"type":"NodePath","names":["a:b"],"subnames":[]}"#);
    form(path(&["a"], &["b:c"], None), r#"{"type":"NodePath","names":["a"],"subnames":["b:c"]}"#);
    let root = NodePath { absolute: true, ..path(&["a:b"], &[], None) };
    form(root, r#"{"type":"NodePath","names":["a:b"],"subnames":[],"absolute":true}"#);
    let lossy = NodePath { names: vec![loose()], ..path(&[], &[], None) };
    form(lossy, r#"{"type":"NodePath","names":[{"bytes":"61eda080"}],"subnames":[]}"#);
}

/// Text after a byte order mark, as a decoder makes it: equal to text without, but written with it.
#[test]
fn byte_order_marks_are_kept() {
    // A path of one name, a string, a name with two marks.
    let cases = [
        ("04000000 04000000 efbbbf61", "\"s:\u{feff}a\""),
        ("04000000 07000000 efbbbfefbbbf61 00", "\"s:\u{feff}\u{feff}a\""),
        ("15000000 04000000 efbbbf61", "\"sn:\u{feff}a\""),
        (
            "16000000 01000080 00000000 00000000 04000000 efbbbf61",
            "{\"type\":\"NodePath\",\"names\":[\"\u{feff}a\"],\"subnames\":[]}",
        ),
        (
            "1c000200 06000000 efbbbf696e74 0000 00000000",
            "{\"type\":\"Array\",\"elem_type\":{\"class\":\"\u{feff}int\"},\"args\":[]}",
        ),
    ];
    for (hex, text) in cases {
        let bytes = unhex(hex);
        let value = Dialect::GODOT_4.parse(&bytes).unwrap();
        assert_eq!(json::to_string(&value), text);
        assert_eq!(Dialect::GODOT_4.encode(&json::from_str(text).unwrap()).unwrap(), bytes, "{text}");
    }
}

#[test]
fn element_types() {
    let of = |element| Array::typed(element, Vec::new());
    form(of(ElementType::Builtin(Kind::Int)), r#"{"type":"Array","elem_type":"int","args":[]}"#);
    form(of(ElementType::Class("Object".into())), r#"{"type":"Array","elem_type":"Object","args":[]}"#);
    form(of(ElementType::Class("Image".into())), r#"{"type":"Array","elem_type":"Image","args":[]}"#);
    form(of(ElementType::Class("Transform".into())), r#"{"type":"Array","elem_type":"Transform","args":[]}"#);
    form(
        of(ElementType::Script("res://a.gd".into())),
        r#"{"type":"Array","elem_type":"res://a.gd","args":[]}"#,
    );
    form(
        of(ElementType::Builtin(Kind::Object)),
        r#"{"type":"Array","elem_type":{"builtin":"Object"},"args":[]}"#,
    );
    form(
        of(ElementType::Builtin(Kind::InputEvent)),
        r#"{"type":"Array","elem_type":{"builtin":"InputEvent"},"args":[]}"#,
    );
    form(of(ElementType::Class("int".into())), r#"{"type":"Array","elem_type":{"class":"int"},"args":[]}"#);
    form(
        of(ElementType::Class("res://a".into())),
        r#"{"type":"Array","elem_type":{"class":"res://a"},"args":[]}"#,
    );
    form(
        of(ElementType::Script("a.gd".into())),
        r#"{"type":"Array","elem_type":{"script":"a.gd"},"args":[]}"#,
    );
    form(
        of(ElementType::Class(loose())),
        r#"{"type":"Array","elem_type":{"class":{"bytes":"61eda080"}},"args":[]}"#,
    );
    let types = EntryTypes { key: None, value: Some(ElementType::Script("".into())) };
    form(
        Dictionary::typed(types, Vec::new()),
        r#"{"type":"Dictionary","value_type":{"script":""},"args":[]}"#,
    );
}

#[test]
fn objects_with_the_names_of_other_things() {
    let object = |class: Text| ObjectData { class, properties: vec![("a".into(), Variant::Nil)] };
    form(object("Vector2".into()), r#"{"type":"Vector2","props":["a",null]}"#);
    form(object("Image".into()), r#"{"type":"Image","props":["a",null]}"#);
    form(object("".into()), r#"{"type":"","props":["a",null]}"#);
    form(
        object("EncodedObjectAsID".into()),
        r#"{"type":"EncodedObjectAsID","props":["a",null],"full":true}"#,
    );
    form(object(loose()), r#"{"type":"Object","class":{"bytes":"61eda080"},"props":["a",null]}"#);
    let odd_name = ObjectData { class: "A".into(), properties: vec![(loose(), true.into())] };
    form(odd_name, r#"{"type":"A","props":[{"bytes":"61eda080"},true]}"#);
}

#[test]
fn the_types_of_godot_2() {
    let data = vec![255, 128, 0];
    let image = Image { format: ImageFormat::Rgb, mipmaps: 0, width: 1, height: -1, data };
    form(image, r#"{"type":"Image","format":"RGB","width":1,"height":-1,"mipmaps":0,"data":"ff8000"}"#);
    let event = |event| InputEvent { device: -3, event };
    form(
        event(Event::Key { modifiers: u32::MAX, scancode: 65 }),
        r#"{"type":"InputEvent","device":-3,"event":"key","modifiers":4294967295,"scancode":65}"#,
    );
    form(
        event(Event::MouseButton { button: 1 }),
        r#"{"type":"InputEvent","device":-3,"event":"mouse_button","button":1}"#,
    );
    form(
        event(Event::JoystickMotion { axis: 2, value: Some(0.5) }),
        r#"{"type":"InputEvent","device":-3,"event":"joystick_motion","axis":2,"args":[0.5]}"#,
    );
    form(
        event(Event::JoystickMotion { axis: 2, value: Some(-f32::NAN) }),
        r#"{"type":"InputEvent","device":-3,"event":"joystick_motion","axis":2,"args":[null],"nan":["ffc00000"]}"#,
    );
    form(
        event(Event::JoystickMotion { axis: 2, value: None }),
        r#"{"type":"InputEvent","device":-3,"event":"joystick_motion","axis":2}"#,
    );
    form(
        event(Event::JoystickButton { button: 1 }),
        r#"{"type":"InputEvent","device":-3,"event":"joystick_button","button":1}"#,
    );
    form(
        event(Event::ScreenTouch { index: 1 }),
        r#"{"type":"InputEvent","device":-3,"event":"screen_touch","index":1}"#,
    );
    form(event(Event::Other { kind: 2 }), r#"{"type":"InputEvent","device":-3,"event":2}"#);
}

#[test]
fn components_keep_every_bit() {
    let signalling = f32::from_bits(0x7f80_0001);
    form(Vector2::<f32>::new(f32::NAN, -0.0), r#"{"type":"Vector2","args":[null,-0.0]}"#);
    form(
        Vector2::<f32>::new(f32::NAN, signalling),
        r#"{"type":"Vector2","args":[null,null],"nan":["7fc00000","7f800001"]}"#,
    );
    form(
        Packed::<f32>::from(vec![f32::from_bits(1), f32::INFINITY, -f32::NAN, f32::MAX]),
        r#"{"type":"PackedFloat32Array","args":[1.401298464324817e-45,1e99999,null,3.4028234663852886e+38],"nan":["ffc00000"]}"#,
    );
    form(
        Double::Vector2(Vector2::<f64>::new(0.1, f64::from_bits(0x7ff0_0000_0000_0001))),
        r#"{"type":"Vector2","args":[0.1,null],"precision":"double","nan":["7ff0000000000001"]}"#,
    );
    form(
        Double::PackedFloat32Array(Packed::from(vec![0.1])),
        r#"{"type":"PackedFloat32Array","args":[0.1],"precision":"double"}"#,
    );
}

#[test]
fn components_without_a_mark_have_the_precision_that_is_asked_for() {
    let text = r#"{"type":"Vector2","args":[0.1,0.2]}"#;
    let single = json::from_str_as(text, Precision::Single).unwrap();
    assert_eq!(single, Variant::from(Vector2::<f32>::new(0.1, 0.2)));
    let double = json::from_str_as(text, Precision::Double).unwrap();
    assert_eq!(double, Variant::from(Double::Vector2(Vector2::new(0.1, 0.2))));
    let marked = r#"{"type":"Vector2","args":[0.1,0.2],"precision":"single"}"#;
    assert_eq!(json::from_str_as(marked, Precision::Double).unwrap(), single);
}

#[test]
fn keys_in_any_order_escapes_and_other_ways_to_write_numbers() {
    let read = |text| json::from_str(text).unwrap();
    assert_eq!(
        read(r#" { "args" : [ 1 , 2.0 ] , "type" : "Vector2i" } "#),
        read(r#"{"type":"Vector2i","args":[1,2]}"#)
    );
    assert_eq!(read(r#"{"args":[["i:1"],"s:x"],"key_type":"Array","\u0074ype":"Dictionary"}"#), {
        let types = EntryTypes { key: Some(ElementType::Builtin(Kind::Array)), value: None };
        Variant::from(Dictionary::typed(types, vec![(vec![Variant::Int(1)].into(), "x".into())]))
    });
    assert_eq!(read(r#""s:\ud83d\ude00\n\"\\\/""#), "😀\n\"\\/");
    assert_eq!(read("\"s:a\u{1}\""), "a\u{1}");
    // Godot 4.6.3 writes U+000B so, and cannot read it.
    assert_eq!(read(r#""s:a\v""#), "a\u{b}");
    assert_eq!(json::to_string(&"a\u{1}\n\"\\é".into()), r#""s:a\u0001\n\"\\é""#);
    assert_eq!(read(r#"{"type":"PackedInt64Array","args":[9223372036854775807,-1e3]}"#), {
        Variant::from(Packed::<i64>::from(vec![i64::MAX, -1000]))
    });
    assert_eq!(read(r#"{"type":"PoolIntArray","args":[1]}"#), Variant::from(vec![1]));
    assert_eq!(
        read(r#"{"type":"Vector2","args":["inf","-inf"]}"#),
        Variant::from(Vector2::new(f32::INFINITY, f32::NEG_INFINITY))
    );
}

/// Engines of double precision write colors with 32 bits, and read vectors of either width.
#[test]
fn narrow_nans_go_through_json_in_double_dialects() {
    let bytes: [&[u8]; 3] = [
        // Color(-nan, 1, 0, 0)
        b"\x14\0\0\0\0\0\xc0\xff\0\0\x80\x3f\0\0\0\0\0\0\0\0",
        // PackedColorArray([Color(signalling nan, 1, 0, 0)])
        b"\x25\0\0\0\x01\0\0\0\x01\0\x80\x7f\0\0\x80\x3f\0\0\0\0\0\0\0\0",
        // PackedFloat32Array([-nan])
        b"\x20\0\0\0\x01\0\0\0\0\0\xc0\xff",
    ];
    let dialect = Dialect::GODOT_4.double();
    for bytes in bytes {
        let value = dialect.parse(bytes).unwrap();
        let text = json::to_string(&value);
        let back =
            json::from_str_as(&text, dialect.precision()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(dialect.encode(&back).unwrap(), bytes, "{text}");
    }
    // Vector2(-nan, 1), narrow: it is written wide, as without JSON in between.
    let narrow = dialect.parse(b"\x05\0\0\0\0\0\xc0\xff\0\0\x80\x3f").unwrap();
    let back = json::from_str_as(&json::to_string(&narrow), dialect.precision()).unwrap();
    assert_eq!(dialect.encode(&back), dialect.encode(&narrow));
}
