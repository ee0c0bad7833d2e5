//! Checks that Rust programs can build, read and change values. The values are built in the tests.

use gamewire::godot::{
    Array, Basis, Color, Decoder, Dialect, Dictionary, Double, EntryTypes, Image, Kind, NodePath, Object,
    ObjectData, OldNodePath, Packed, Rect2i, Rid, Signal, Text, TryFromVariantError, Variant, Vector2,
    Vector2i, Vector3, variant,
};

#[test]
fn a_dictionary_is_a_map() {
    let mut dictionary = Dictionary::new();
    assert_eq!(dictionary.insert("a", 1), None);
    assert_eq!(dictionary.insert("b", "two"), None);
    assert_eq!(dictionary.insert(3, 3.0), None);
    assert_eq!(dictionary.insert("a", 10), Some(Variant::Int(1)));
    assert_eq!(dictionary.len(), 3);
    assert_eq!(dictionary.to_string(), r#"{"a": 10, "b": "two", 3: 3.0}"#);

    assert_eq!(dictionary.get("a"), Some(&Variant::Int(10)));
    assert_eq!(dictionary.get(&3), Some(&Variant::Float(3.0)));
    assert_eq!(dictionary.get(&Variant::Int(3)), Some(&Variant::Float(3.0)));
    assert_eq!(dictionary.get("c"), None);
    assert!(dictionary.contains_key("b") && !dictionary.contains_key(&4));

    *dictionary.get_mut("b").unwrap() = Variant::Bool(true);
    for (key, value) in &mut dictionary {
        if let (Variant::Int(3), Variant::Float(float)) = (key, value) {
            *float += 0.5;
        }
    }
    for value in dictionary.values_mut() {
        if let Variant::Int(int) = value {
            *int += 1;
        }
    }
    assert_eq!(dictionary.to_string(), r#"{"a": 11, "b": true, 3: 3.5}"#);

    assert_eq!(dictionary.remove("a"), Some(Variant::Int(11)));
    assert_eq!(dictionary.remove("a"), None);
    assert_eq!(dictionary.keys().cloned().collect::<Array>(), Array::from(["b".into(), Variant::Int(3)]));
    dictionary.retain(|key, _| key.as_i64().is_none());
    assert_eq!(dictionary.into_vec(), [("b".into(), Variant::Bool(true))]);
}

#[test]
fn entries_of_a_dictionary() {
    let mut dictionary = Dictionary::from([("hp", 1)]);
    assert_eq!(*dictionary.entry("hp").or_insert(9), Variant::Int(1));
    assert_eq!(*dictionary.entry("mp").or_insert(9), Variant::Int(9));
    *dictionary.entry("hp").and_modify(|hp| *hp = 4.into()).or_insert(3) = 5.into();
    let _ = dictionary.entry("gold").and_modify(|_| panic!("it is not there"));
    assert_eq!(dictionary.to_string(), r#"{"hp": 5, "mp": 9}"#);
}

/// Whatever the number of keys, of which type they are, and in which way they come.
#[test]
fn keys_are_unique_unless_the_bytes_repeat_them() {
    for count in [3, 8, 9, 1000] {
        let key = |at: usize| match at % 5 {
            0 => Variant::Int((at / 5) as i64),
            1 => Variant::from(format!("key {at}")),
            2 => Variant::from(Vector2i::new(at as i32, 1)),
            3 => Variant::from(vec![Variant::Int(at as i64), Variant::from("x")]),
            _ => Variant::from(Vector2::new(at as f32, 0.0)),
        };
        let twice = (0..count).chain((0..count).rev()).enumerate().map(|(value, at)| (key(at), value as i64));
        let collected: Dictionary = twice.clone().collect();
        let mut inserted = Dictionary::new();
        for (key, value) in twice {
            inserted.insert(key, value);
        }
        assert_eq!(collected, inserted);
        assert_eq!(collected.len(), count);
        assert_eq!(collected.get(&key(0)), Some(&Variant::Int(2 * count as i64 - 1)), "the last value");
        assert_eq!(collected.get_index(0).unwrap().0, &key(0), "the first place");
    }
    // {"a": 1, "a": 2}, as a decoder with keep_duplicates reads it.
    let kept = Dictionary::from(vec![("a".into(), Variant::Int(1)), ("a".into(), Variant::Int(2))]);
    assert_eq!((kept.len(), kept.get("a")), (2, Some(&Variant::Int(2))));
    let mut one = kept.clone();
    assert_eq!((one.remove("a"), one.len()), (Some(Variant::Int(2)), 0));
    let mut none = kept;
    none.extend([("b", 3)]);
    assert_eq!(none.len(), 3);
}

#[test]
fn containers_iterate_by_value_and_by_reference() {
    let mut array = Array::from([1, 2, 3]);
    for item in &mut array {
        *item = Variant::Int(item.as_i64().unwrap() * 2);
    }
    assert_eq!((&array).into_iter().filter_map(Variant::as_i64).sum::<i64>(), 12);
    array.extend(["four"]);
    let owned: Vec<Variant> = array.into_iter().rev().collect();
    assert_eq!(owned[0], "four");

    let dictionary = Dictionary::from([("a", 1), ("b", 2)]);
    assert_eq!(dictionary.iter().rev().map(|(_, value)| value.as_i64().unwrap()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(dictionary.iter().len(), 2);
    let back: Dictionary = dictionary.clone().into_iter().collect();
    assert_eq!(back, dictionary);
}

#[test]
fn brackets_reach_into_values() {
    let mut value = variant!({ "pos": { "x": 1.5, 7: [null, [1, -2]] }, "name": "Ada" });
    assert_eq!(value["pos"]["x"], Variant::Float(1.5));
    assert_eq!(value["pos"][&7][1][0], Variant::Int(1));
    value["pos"][&7][1][0] = variant!({ "deep": true });
    assert_eq!(value["pos"].to_string(), r#"{"x": 1.5, 7: [null, [{"deep": true}, -2]]}"#);
}

#[test]
#[should_panic = "no such key, only [\"pos\"]"]
fn a_missing_key_in_brackets_panics() {
    let _ = &variant!({ "pos": 1 })["name"];
}

#[test]
#[should_panic = "expected Dictionary, found int"]
fn brackets_on_something_else_panic() {
    let _ = &variant!(3)["name"];
}

#[test]
fn the_macro_makes_what_the_types_say() {
    let name = String::from("Ada");
    let value = variant!({
        "name": name,
        "hp": 4 + 5,
        "pos": Vector2::new(1.0, 2.0),
        "list": [1, "two", [], {}, null, Rid(5),],
        (Vector2i::new(1, 2)): { 1: true, },
        "hp": 10,
    });
    let expected = Dictionary::from(vec![
        ("name".into(), "Ada".into()),
        ("hp".into(), Variant::Int(10)),
        ("pos".into(), Variant::Vector2(Vector2 { x: 1.0, y: 2.0 })),
        (
            "list".into(),
            Variant::from(vec![
                Variant::Int(1),
                "two".into(),
                Array::new().into(),
                Dictionary::new().into(),
                Variant::Nil,
                Rid(5).into(),
            ]),
        ),
        (Vector2i::new(1, 2).into(), Dictionary::from([(1, true)]).into()),
    ]);
    assert_eq!(value, Variant::from(expected));
    assert_eq!(variant!(null), Variant::Nil);
    assert_eq!(variant!([]), Variant::from(Array::new()));
}

#[test]
fn payloads_round_trip() {
    /// By value and by reference; another type is named.
    macro_rules! same {
        ($($payload:expr => $by_reference:ty;)+) => {$(
            let payload = $payload;
            let value = Variant::from(payload.clone());
            let seen: $by_reference = (&value).try_into().unwrap();
            assert_eq!(format!("{seen:?}"), format!("{payload:?}"));
            let wrong = <$by_reference>::try_from(&Variant::Callable).unwrap_err();
            assert_eq!(wrong, TryFromVariantError::Type { expected: value.kind(), found: Variant::Callable.kind() });
            assert_eq!(value.try_into(), Ok(payload));
        )+};
    }
    same! {
        true => bool;
        -5_i64 => i64;
        200_u8 => u8;
        0.5_f64 => f64;
        "text".to_owned() => &str;
        Text::from("text") => &Text;
        Vector2::<f32>::new(1.0, 2.0) => Vector2;
        Rect2i::from([1, 2, 3, 4]) => Rect2i;
        Basis::<f32>::default() => Basis;
        NodePath::parse("/a:b") => &NodePath;
        Rid(7) => Rid;
        Object::Id(7) => &Object;
        Signal::default() => &Signal;
        Image::default() => &Image;
        Array::from([1]) => &Array;
        Dictionary::from([(1, 2)]) => &Dictionary;
        Packed::from(vec![1_u8]) => &Packed<u8>;
        Packed::from(vec![Color::<f32>::new(0.0, 0.0, 0.0, 1.0)]) => &Packed<Color>;
        vec![Text::from("text")] => &Vec<Text>;
    }
    assert_eq!(f64::try_from(Variant::Int(3)), Ok(3.0));
    assert_eq!(u8::try_from(Variant::Int(256)), Err(TryFromVariantError::Range { value: 256, target: "u8" }));
    let loose = Variant::String(Text::from_non_utf8_bytes(vec![0xed, 0xa0, 0x80]));
    assert_eq!(String::try_from(loose), Err(TryFromVariantError::NotUnicode));
    let wide = Variant::from(Double::from(Vector2::new(0.1, 0.2)));
    assert_eq!(Vector2::<f64>::try_from(&wide), Ok(Vector2::new(0.1, 0.2)));
}

/// The contents that a view lends outlive the view.
#[test]
fn text_of_views_is_lent_by_the_bytes() {
    fn texts(bytes: &[u8]) -> Vec<&str> {
        let view = Dialect::GODOT_4.view(bytes).unwrap();
        let array = view.get("list").unwrap().as_array().unwrap();
        array.iter().filter_map(|item| item.as_str()).collect()
    }
    let bytes = Dialect::GODOT_4.encode(&variant!({ "list": ["a", "bc"] })).unwrap();
    assert_eq!(texts(&bytes), ["a", "bc"]);
}

#[test]
fn all_types_are_send_and_sync() {
    fn crosses<T: Send + Sync + 'static>() {}
    crosses::<Variant>();
    crosses::<Array>();
    crosses::<Dictionary>();
    crosses::<ObjectData>();
    crosses::<Text>();
    crosses::<NodePath>();
    crosses::<Packed<u8>>();
    crosses::<Double>();
    crosses::<Dialect>();
    crosses::<gamewire::godot::Kind>();
    crosses::<gamewire::godot::Decoder>();
    crosses::<gamewire::godot::VariantView<'static>>();
    crosses::<gamewire::explain::Explainer<'static>>();
    crosses::<gamewire::DecodeError>();
    crosses::<gamewire::EncodeError>();
    crosses::<TryFromVariantError>();
}

#[test]
fn declared_types_of_nil_are_no_declaration() {
    let pairs = vec![(Variant::Int(1), Variant::Nil)];
    let dictionary = Dictionary::typed(EntryTypes::default(), pairs.clone());
    assert_eq!(dictionary.entry_types(), None);
    assert_eq!(dictionary, Dictionary::from(pairs));
    for dialect in [Dialect::GODOT_2, Dialect::GODOT_3] {
        assert!(dialect.encode(&dictionary.clone().into()).is_ok(), "{dialect}");
    }
}

#[test]
fn names_are_parsed_and_printed() {
    for &dialect in Dialect::ALL {
        assert_eq!(dialect.to_string().parse(), Ok(dialect));
    }
    for &kind in gamewire::godot::Kind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    assert_eq!("Quat".parse(), Ok(gamewire::godot::Kind::Quaternion));
    assert_eq!(
        "Vec2".parse::<gamewire::godot::Kind>().unwrap_err().to_string(),
        r#"there is no type "Vec2""#
    );
}

#[test]
fn packed_arrays_are_not_cut_in_silence() {
    assert_eq!(Packed::<u8>::try_from_wire(vec![1, 2, 3]).unwrap(), Packed::from([1, 2, 3]));
    assert_eq!(Packed::<Vector2>::try_from_wire(&[0; 16][..]).unwrap().len(), 2);
    assert!(Packed::<Vector2>::try_from_wire(&[0; 15][..]).is_err());
    assert!(Packed::<i64>::try_from_wire(&[0; 4][..]).is_err());
    let mut array = Packed::from([1_i32]);
    array.extend([2, 3]);
    assert_eq!(Vec::from(array), [1, 2, 3]);
}

#[cfg(feature = "mint")]
#[test]
fn mint_and_back() {
    use gamewire::godot::{Projection, Quaternion, Transform2D, Transform3D, Vector3, Vector4};
    let v3 = |x: f32| Vector3::new(x, x + 1.0, x + 2.0);
    let basis = Basis { x: v3(1.0), y: v3(4.0), z: v3(7.0) };
    let matrix = mint::ColumnMatrix3::from(basis);
    assert_eq!(<[[f32; 3]; 3]>::from(matrix), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]);
    assert_eq!(Basis::from(matrix), basis);
    let quaternion = mint::Quaternion::from(Quaternion::<f64>::new(1.0, 2.0, 3.0, 4.0));
    assert_eq!((quaternion.v.x, quaternion.s), (1.0, 4.0));
    assert_eq!(Quaternion::from(quaternion), Quaternion::new(1.0, 2.0, 3.0, 4.0));
    let place = Transform3D { basis, origin: v3(10.0) };
    assert_eq!(Transform3D::from(mint::ColumnMatrix3x4::from(place)), place);
    assert_eq!(mint::ColumnMatrix3x4::from(place).w.y, 11.0);
    let flat = Transform2D { x: [1.0, 2.0].into(), y: [3.0, 4.0].into(), origin: [5.0, 6.0].into() };
    assert_eq!(Transform2D::<f32>::from(mint::ColumnMatrix2x3::from(flat)), flat);
    let v4 = |x: f32| Vector4::new(x, x + 1.0, x + 2.0, x + 3.0);
    let projection = Projection { x: v4(1.0), y: v4(5.0), z: v4(9.0), w: v4(13.0) };
    assert_eq!(Projection::from(mint::ColumnMatrix4::from(projection)), projection);
    assert_eq!(Vector2i::from(mint::Vector2 { x: 1, y: -2 }), Vector2i::new(1, -2));
    assert_eq!(mint::Point3::from(v3(1.0)), mint::Point3 { x: 1.0, y: 2.0, z: 3.0 });
}

/// The lowest and the highest code point of each length in UTF-8 as it was first defined, with up to 31 bits. Godot 3 reads
/// and writes them so; the surrogate in front makes the text other than UTF-8.
#[test]
fn text_beyond_unicode_keeps_its_bytes() {
    for point in [
        &[0x01][..],
        &[0x7f],
        &[0xc2, 0x80],
        &[0xdf, 0xbf],
        &[0xe0, 0xa0, 0x80],
        &[0xef, 0xbf, 0xbf],
        &[0xf0, 0x90, 0x80, 0x80],
        &[0xf7, 0xbf, 0xbf, 0xbf],
        &[0xf8, 0x88, 0x80, 0x80, 0x80],
        &[0xfb, 0xbf, 0xbf, 0xbf, 0xbf],
        &[0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
        &[0xfd, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf],
    ] {
        let text = [&[0xed, 0xa0, 0x80], point].concat();
        let length = u32::try_from(text.len()).unwrap().to_le_bytes();
        let mut bytes = [&[4, 0, 0, 0], &length[..], &text].concat();
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let value = Dialect::GODOT_3.parse(&bytes).unwrap();
        assert_eq!(value.as_text().unwrap().as_bytes(), text, "{point:02x?}");
        assert_eq!(Dialect::GODOT_3.encode(&value).unwrap(), bytes, "{point:02x?}");
    }
}

/// The form of a path that is one text is split in the same places, whether the text is UTF-8 or not.
#[test]
fn a_path_beyond_unicode_is_split_as_any_other() {
    const SURROGATE: &[u8] = &[0xed, 0xa0, 0x80];
    fn read(text: &[u8]) -> NodePath {
        let mut bytes =
            [&[15, 0, 0, 0], &u32::try_from(text.len()).unwrap().to_le_bytes()[..], text].concat();
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let decoder = Decoder::new(Dialect::GODOT_3.old_node_path(OldNodePath::Padded)).allow_trailing(true);
        match decoder.parse(&bytes).unwrap() {
            Variant::NodePath(path) => *path,
            other => panic!("{other:?}"),
        }
    }
    let path = read(&[b"/a/", SURROGATE, b":b:", SURROGATE, b"c"].concat());
    let parts = |parts: &[Text]| parts.iter().map(|part| part.as_bytes().to_vec()).collect::<Vec<_>>();
    assert_eq!(parts(&path.names), [b"a", SURROGATE]);
    assert_eq!(parts(&path.subnames), [&b"b"[..], &[SURROGATE, b"c"].concat()]);
    assert!(path.absolute);
    let with = |x: &[u8], text: &[u8]| -> Vec<u8> {
        text.iter().flat_map(|byte| if *byte == b'x' { x.to_vec() } else { vec![*byte] }).collect()
    };
    for text in ["x", "x/b", "/x", "a:x", "x:a:b", "a//x::b", ":x", "/:x/b", "a/x:"] {
        let [plain, odd] = [&b"x"[..], SURROGATE].map(|x| read(&with(x, text.as_bytes())));
        let expected = |of: &[Text]| parts(of).iter().map(|part| with(SURROGATE, part)).collect::<Vec<_>>();
        assert_eq!(parts(&odd.names), expected(&plain.names), "{text}");
        assert_eq!(parts(&odd.subnames), expected(&plain.subnames), "{text}");
        assert_eq!(odd.absolute, plain.absolute, "{text}");
    }
}

#[test]
fn rust_values_become_variants() {
    let value = variant!({ "d": vec![1u8], "hp": Some(9), "none": None::<i32>, "c": 'x' });
    assert_eq!(value["d"], Variant::PackedByteArray(Packed::from(&[1u8][..])));
    assert_eq!(value["hp"], Variant::Int(9));
    assert_eq!(value["none"], Variant::Nil);
    assert_eq!(value["c"], Variant::String("x".into()));
    assert_eq!(Variant::from(vec![1i32]).kind(), Kind::PackedInt32Array);
    assert_eq!(Variant::from(vec![1i64]).kind(), Kind::PackedInt64Array);
    assert_eq!(Variant::from(vec![1f32]).kind(), Kind::PackedFloat32Array);
    assert_eq!(Variant::from(vec![1f64]).kind(), Kind::PackedFloat64Array);
    let texts = Variant::from(vec!["a".to_owned(), "b".to_owned()]);
    assert_eq!(texts, Variant::PackedStringArray(vec!["a".into(), "b".into()]));
    assert_eq!(texts, Variant::from(vec!["a", "b"]));
    assert_eq!(Variant::from(vec![Vector2::<f32>::new(1.0, 2.0)]).kind(), Kind::PackedVector2Array);
    assert_eq!(Variant::from([1, 2]), variant!([1, 2]));
    assert_eq!((1..=2).collect::<Variant>(), variant!([1, 2]));
    assert_eq!([("a", 1)].into_iter().collect::<Variant>(), variant!({ "a": 1 }));
    let map = std::collections::BTreeMap::from([("b", 2), ("a", 1)]);
    assert_eq!(Variant::from(map), variant!({ "a": 1, "b": 2 }));
    assert_eq!(Variant::from(std::collections::HashMap::from([("a", 1)])), variant!({ "a": 1 }));
    let (owned, cow) = ("a".to_owned(), std::borrow::Cow::Borrowed("a"));
    assert_eq!(Variant::from(&owned).as_str(), Some("a"));
    assert_eq!(Variant::from(cow), Variant::from("a"));
}

#[test]
fn variants_equal_numbers_and_text_of_their_type() {
    let (int, float, text) = (Variant::Int(9), Variant::Float(9.0), Variant::StringName("a".into()));
    assert_eq!(int, 9);
    assert_eq!(9, int);
    assert_eq!(int, 9u8);
    assert_eq!(int, 9usize);
    assert_ne!(int, 8);
    assert_ne!(int, 9.0, "an Int is no Float");
    assert_eq!(float, 9.0);
    assert_eq!(float, 9f32);
    assert_ne!(float, 9, "a Float is no Int");
    assert_ne!(Variant::Int(-1), u64::MAX);
    assert_eq!(Variant::Int(i64::MAX), i64::MAX.cast_unsigned());
    let nan = f64::NAN;
    assert_ne!(Variant::Float(nan), nan, "as in Rust");
    assert_eq!(text, "a");
    assert_eq!("a", text);
    assert_eq!(text, "a".to_owned());
    assert_ne!(text, "b");
    assert_ne!(int, "9");
    assert_eq!(Variant::Bool(true), true);
    assert_ne!(Variant::Int(1), true);
}

#[test]
fn components_of_64_bits_convert_to_32_bits_rounded() {
    let wide = Variant::from(Double::from(Vector2::<f64>::new(0.1, 2.0)));
    assert_eq!(Vector2::<f32>::try_from(&wide), Ok(Vector2::new(0.1, 2.0)));
    assert_eq!(Vector2::<f64>::try_from(&wide), Ok(Vector2::new(0.1, 2.0)));
    let error = Vector3::<f32>::try_from(&wide).unwrap_err();
    assert_eq!(error.to_string(), "expected Vector3, found Vector2");
    let array = Double::from(Packed::from(vec![Vector2::<f64>::new(0.1, 2.0)]));
    let array = Variant::from(array);
    let error = <&Packed<Vector2>>::try_from(&array).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the PackedVector2Array has 64-bit components, so it cannot be borrowed as 32-bit components; convert the owned value"
    );
    let narrow = Packed::<Vector2>::try_from(array).unwrap();
    assert_eq!(narrow.to_vec(), [Vector2::new(0.1, 2.0)]);
}

/// The message of a panic names the line that asked for a missing value, not a line of this crate.
#[test]
fn a_missing_index_panics_where_it_was_asked_for() {
    use std::panic::{self, AssertUnwindSafe};
    use std::sync::Mutex;

    static PLACES: Mutex<Vec<(std::thread::ThreadId, String)>> = Mutex::new(Vec::new());
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let file = info.location().map_or_else(String::new, |place| place.file().to_owned());
        PLACES.lock().unwrap().push((std::thread::current().id(), file));
        if std::thread::current().name() != Some("asks") {
            before(info);
        }
    }));
    let asks = || {
        let mut value = variant!({ "list": [1] });
        let mut dictionary = gamewire::godot::Dictionary::new();
        let caught = [
            panic::catch_unwind(AssertUnwindSafe(|| drop(value["none"].clone()))).is_err(),
            panic::catch_unwind(AssertUnwindSafe(|| value["none"] = 1.into())).is_err(),
            panic::catch_unwind(AssertUnwindSafe(|| drop(value[0].clone()))).is_err(),
            panic::catch_unwind(AssertUnwindSafe(|| drop(value["list"][7].clone()))).is_err(),
            panic::catch_unwind(AssertUnwindSafe(|| value["list"][7] = 1.into())).is_err(),
            panic::catch_unwind(AssertUnwindSafe(|| drop(dictionary["none"].clone()))).is_err(),
            panic::catch_unwind(AssertUnwindSafe(|| dictionary["none"] = 1.into())).is_err(),
        ];
        assert_eq!(caught, [true; 7]);
        {
            let mut nbt = gamewire::minecraft::nbt::Nbt::unnamed(gamewire::minecraft::nbt::nbt!({ "hp": 1 }));
            assert!(panic::catch_unwind(AssertUnwindSafe(|| drop(nbt.root["none"].clone()))).is_err());
            assert!(panic::catch_unwind(AssertUnwindSafe(|| nbt.root["none"] = 1.into())).is_err());
            assert!(panic::catch_unwind(AssertUnwindSafe(|| drop(nbt.root["hp"]["none"].clone()))).is_err());
        }
        std::thread::current().id()
    };
    let thread = std::thread::Builder::new().name("asks".into()).spawn(asks).unwrap().join().unwrap();
    drop(panic::take_hook());
    let places = PLACES.lock().unwrap();
    let mine: Vec<&String> = places.iter().filter(|(id, _)| *id == thread).map(|(_, file)| file).collect();
    assert!(mine.len() >= 7 && mine.iter().all(|file| file.ends_with("godot_model.rs")), "{mine:?}");
}
