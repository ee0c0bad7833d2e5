//! JSON by itself: every form, what is refused and why, and depth.

#![cfg(feature = "json")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // A test may panic.

use gamewire::godot::{
    Array, Dialect, Dictionary, Double, ElementType, EntryTypes, Event, Image, ImageFormat, InputEvent, Kind,
    NodePath, Object, ObjectData, Packed, Precision, Rid, Signal, Text, Variant, Vector2, json,
};

/// The value has this text, and the text has this value.
#[track_caller]
fn form(value: impl Into<Variant<'static>>, text: &str) {
    let value = value.into();
    assert_eq!(json::to_string(&value), text);
    let back = json::from_str(text).unwrap();
    // Texts are the same if the values are; `==` would not do, where there are NaNs.
    assert_eq!(json::to_string(&back), text);
    assert_eq!(format!("{back:?}"), format!("{value:?}"));
    let held = json::to_value(&value);
    assert_eq!(json::to_string(&json::from_value(&held).unwrap()), text);
}

fn loose() -> Text<'static> {
    Text::from_loose_bytes(vec![b'a', 0xed, 0xa0, 0x80])
}

#[test]
fn every_form_that_the_engine_does_not_have() {
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
    form(Object::Null, r#"{"type":"Object"}"#);
    form(Object::Id(0), r#"{"type":"EncodedObjectAsID","props":["object_id","i:0","script",null]}"#);
    form(Array::new().with_shared(true), r#"{"type":"Array","args":[],"shared":true}"#);
    form(Dictionary::new().with_shared(true), r#"{"type":"Dictionary","args":[],"shared":true}"#);
}

#[test]
fn paths_that_their_text_does_not_tell() {
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
        of(ElementType::Builtin(Kind::PackedVector2iArray)),
        r#"{"type":"Array","elem_type":{"builtin":"PackedVector2iArray"},"args":[]}"#,
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
    form(
        Variant::PackedTypedArray(of(ElementType::Builtin(Kind::Int))),
        r#"{"type":"PackedTypedArray","elem_type":"int","args":[]}"#,
    );
}

#[test]
fn objects_with_the_names_of_other_things() {
    let object = |class: Text<'static>| ObjectData { class, properties: vec![("a".into(), Variant::Nil)] };
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
    let data = vec![255, 128, 0].into();
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
    assert_eq!(single, Vector2::<f32>::new(0.1, 0.2).into());
    let double = json::from_str_as(text, Precision::Double).unwrap();
    assert_eq!(double, Double::Vector2(Vector2::new(0.1, 0.2)).into());
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
        Dictionary::typed(types, vec![(vec![Variant::Int(1)].into(), "x".into())]).into()
    });
    assert_eq!(read(r#""s:\ud83d\ude00\n\"\\\/""#), "😀\n\"\\/".into());
    assert_eq!(read("\"s:a\u{1}\""), "a\u{1}".into());
    assert_eq!(json::to_string(&"a\u{1}\n\"\\é".into()), r#""s:a\u0001\n\"\\é""#);
    assert_eq!(read(r#"{"type":"PackedInt64Array","args":[9223372036854775807,-1e3]}"#), {
        Packed::<i64>::from(vec![i64::MAX, -1000]).into()
    });
    assert_eq!(read(r#"{"type":"PoolIntArray","args":[1]}"#), Packed::<i32>::from(vec![1]).into());
    assert_eq!(
        read(r#"{"type":"Vector2","args":["inf","-inf"]}"#),
        Vector2::new(f32::INFINITY, f32::NEG_INFINITY).into()
    );
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let cases = [
        ("", "at line 1, column 1, $: a value is needed here, and the text ends"),
        ("[1", "at line 1, column 3, $[1]: ',' or ']' is needed here, and the text ends"),
        ("[\n  null,\n  nul]", "at line 3, column 3, $[1]: a word other than true, false and null"),
        ("null null", "at line 1, column 6, $: the end of the text is needed here, this is 'n'"),
        (r#"{"a" 1}"#, r#"at line 1, column 6, $["a"]: ':' is needed here, this is '1'"#),
        (
            r#"{"args": [1, {"b": x"#,
            r#"at line 1, column 20, $.args[1]["b"]: a value is needed here, this is 'x'"#,
        ),
        ("\"s:", "at line 1, column 1, $: the string has no closing quote"),
        ("-", "at line 1, column 1, $: a number needs digits here"),
        ("5", "at line 1, column 1, $: a number stands as \"i:5\" or \"f:5.0\", which tells its type"),
        (
            r#"["text"]"#,
            "at line 1, column 2, $[0]: text stands as \"s:text\"; \"sn:\", \"np:\", \"i:\" and \"f:\" are the other prefixes",
        ),
        (r#""x:y""#, "at line 1, column 1, $: the prefixes are \"s:\", \"sn:\", \"np:\", \"i:\" and \"f:\""),
        (r#""i:1.5""#, "at line 1, column 1, $: behind \"i:\" stands an integer of at most 64 bits"),
        (r#""f:x""#, "at line 1, column 1, $: behind \"f:\" stands a number, or inf, -inf, nan"),
        (
            r#""s:\x""#,
            "at line 1, column 1, $: there is no such escape; \\n, \\t, \\r, \\b, \\f, \\\", \\\\, \\/ and \\u0000 are",
        ),
        (
            r#""s:\ud800""#,
            "at line 1, column 1, $: half a surrogate pair is no character; text that is not Unicode stands as {\"bytes\": ..}",
        ),
        ("{}", "at line 1, column 1, $: the key \"type\" is missing"),
        (
            r#"{"type":"Vector9"}"#,
            "at line 1, column 9, $.type: \"Vector9\" is no type; an object of that class would have props",
        ),
        (
            r#"{"type":"Vector2","args":[1.0]}"#,
            "at line 1, column 26, $.args: Vector2 has 2 numbers, these are 1",
        ),
        (
            r#"{"type":"Vector2","args":[1.0,"x"]}"#,
            "at line 1, column 31, $.args[1]: a component is a number, or null for NaN; this is a string",
        ),
        (
            r#"{"type":"Vector2","arg":[1.0,2.0]}"#,
            "at line 1, column 19, $: \"arg\" is no key here; type, args, precision, nan are",
        ),
        (r#"{"type":"RID","id":"i:1","id":"i:2"}"#, "at line 1, column 31, $.id: the key stands twice"),
        (
            r#"{"type":"Vector2i","args":[1,2147483648]}"#,
            "at line 1, column 30, $.args[1]: 2147483648 does not fit, the range is -2147483648 to 2147483647",
        ),
        (
            r#"{"type":"PackedByteArray","args":[256]}"#,
            "at line 1, column 35, $.args[0]: 256 does not fit, the range is 0 to 255",
        ),
        (
            r#"{"type":"PackedByteArray","args":[1.5]}"#,
            "at line 1, column 35, $.args[0]: an integer is needed, this is 1.5",
        ),
        (
            r#"{"type":"PackedVector2Array","args":[1.0]}"#,
            "at line 1, column 37, $.args: 1 numbers do not make elements of 2",
        ),
        (
            r#"{"type":"Vector2","args":[null,1.0],"nan":[]}"#,
            "at line 1, column 43, $.nan: there are 0 entries for 1 nulls in args",
        ),
        (
            r#"{"type":"Vector2","args":[null,1.0],"nan":["3f800000"]}"#,
            "at line 1, column 44, $.nan[0]: \"3f800000\" is no NaN in 8 hexadecimal digits",
        ),
        (
            r#"{"type":"Vector2","args":[1.0,1.0],"precision":"half"}"#,
            "at line 1, column 48, $.precision: \"half\" is no precision; single and double are",
        ),
        (
            r#"{"type":"Dictionary","args":["s:a"]}"#,
            "at line 1, column 29, $.args: keys and values stand by turns, and the last key has no value",
        ),
        (
            r#"{"type":"A","props":["a"]}"#,
            "at line 1, column 22, $.props[0]: names and values stand by turns, and the last name has no value",
        ),
        (
            r#"{"type":"EncodedObjectAsID","props":[]}"#,
            "at line 1, column 37, $.props: an object by id has a property object_id, an integer; \"full\": true makes it a whole object",
        ),
        (
            r#"{"type":"String","bytes":"6"}"#,
            "at line 1, column 26, $.bytes: bytes stand as two hexadecimal digits each",
        ),
        (r#"{"type":"int"}"#, "at line 1, column 9, $.type: int does not stand as an object"),
        (
            r#"{"type":"InputEvent","device":0,"event":"sneeze"}"#,
            "at line 1, column 41, $.event: \"sneeze\" is no event; key, mouse_button, joystick_motion, joystick_button and screen_touch are, and numbers",
        ),
        (
            r#"{"type":"Array","args":[],"elem_type":"int","shared":true}"#,
            "at line 1, column 1, $: a typed array cannot be shared as well",
        ),
    ];
    for (text, message) in cases {
        let error = json::from_str(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
    let held = serde_json::json!({"type": "Vector2", "args": [1.0]});
    let error = json::from_value(&held).unwrap_err();
    assert_eq!(error.to_string(), "at $.args: Vector2 has 2 numbers, these are 1");
}

#[test]
fn no_text_cut_short_is_a_value_and_none_panics() {
    let text = r#"{"type":"Dictionary","args":["s:a",{"type":"Vector2","args":[1.0,null]},["np:x",true,"i:5"],{"type":"A","props":["\u00e9",null]}]}"#;
    assert!(json::from_str(text).is_ok());
    for end in 0..text.len() {
        json::from_str(&text[..end]).expect_err(&text[..end]);
    }
    // Every byte replaced by every byte that means something: an error or a value.
    for at in 0..text.len() {
        for byte in b"\"\\[]{}:,0-.enu" {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] = *byte;
            let _ = json::from_str(std::str::from_utf8(&bytes).unwrap());
        }
    }
}

/// The engine's limit, on the stack of a thread, in a debug build.
#[test]
fn as_deep_as_the_engine_goes() {
    let nest = |depth: usize, kind: usize| {
        let mut value = Variant::Nil;
        for _ in 0..depth {
            value = match kind {
                0 => vec![value].into(),
                1 => Dictionary::from(vec![(value, Variant::Nil)]).into(),
                2 => Array::typed(ElementType::Builtin(Kind::Array), vec![value]).into(),
                _ => ObjectData { class: "A".into(), properties: vec![("a".into(), value)] }.into(),
            };
        }
        value
    };
    let deep = move || {
        for kind in 0..4 {
            let value = nest(1024, kind);
            let text = json::to_string(&value);
            assert!(json::to_string(&json::from_str(&text).unwrap()) == text);
            let error = json::from_str(&json::to_string(&nest(1025, kind))).unwrap_err();
            assert_eq!(error.reason(), "values are nested deeper than the limit of 1024");
        }
        let error = json::from_str(&"[".repeat(1_000_000)).unwrap_err();
        assert_eq!(error.reason(), "lists and objects are nested deeper than 2056");
        // As deep as it goes with the parts of a value at the bottom.
        let text = format!(
            "{}{}{}",
            r#"{"type":"Array","args":["#.repeat(1024),
            r#"{"type":"PackedStringArray","args":[{"bytes":"ff"}]}"#,
            "]}".repeat(1024)
        );
        json::from_str(&text).unwrap();
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(deep).unwrap().join().unwrap();
}

#[test]
fn text_comes_in_pieces_and_a_broken_sink_is_an_error() {
    struct Pieces(Vec<usize>);
    impl std::io::Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.0.len() == 3 {
                return Err(std::io::ErrorKind::BrokenPipe.into());
            }
            self.0.push(bytes.len());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let items = vec![Variant::from("some text"); 100_000];
    let value = Variant::from(items);
    let mut pieces = Pieces(Vec::new());
    let error = json::write(&value, &mut pieces).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
    assert!(pieces.0.iter().all(|size| *size < 100_000), "{:?}", pieces.0);
    assert_eq!(
        Dialect::GODOT_4.encode(&json::from_str(&json::to_string(&value)).unwrap()),
        Dialect::GODOT_4.encode(&value)
    );
}
