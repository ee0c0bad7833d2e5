//! Measures Godot's decoders on hostile input: the heap stays in proportion to the input, depth is limited, and counts are not
//! believed. The bytes are built in the tests.

use gamewire::DecodeErrorKind;
use gamewire::godot::{Decoder, Dialect, Dictionary, Kind, ObjectData, Table, Text, Variant};

use crate::{alone, peak, words};

/// Heap that any decode may take, as a multiple of the input ..
const MULTIPLE: f64 = 8.1;
/// .. of which there are two exceptions ..
const DEARER: [(&str, f64); 2] = [
    // Twelve bytes on the wire: 32 for the value, 88 for the list and both its types.
    ("key-typed empty dictionaries", 10.0),
    // Twelve bytes with their value: two values, 32 bytes in a box, 8 while equal keys are looked for.
    ("packed empty Vector2 arrays", 8.7),
];
/// .. and beside: an error with its path, a hash table's first slots; of short input a sixth of its length.
const CONSTANT: usize = 8 << 10;

const DIALECTS: [Dialect; 5] = [
    Dialect::GODOT_2,
    Dialect::GODOT_3,
    Dialect::GODOT_3.double(),
    Dialect::GODOT_4,
    Dialect::GODOT_4.double(),
];

/// The most heap that a decode of these bytes held at any moment, the input itself left out, and whether they are a value.
fn peaks(decoder: Decoder, bytes: &[u8]) -> ([usize; 2], bool) {
    let (decoded, _) = peak(|| drop(decoder.parse(bytes)));
    let (checked, is_value) = peak(|| decoder.check(bytes).is_ok());
    ([decoded, checked], is_value)
}

/// Fails if any way of decoding took too much; says how much each took.
fn assert_bounded(name: &str, decoder: Decoder, bytes: &[u8]) {
    let (peaks, is_value) = peaks(decoder, bytes);
    let multiples = peaks.map(|peak| peak as f64 / bytes.len() as f64);
    let outcome = if is_value { "value" } else { "error" };
    let [decoded, checked] = multiples;
    let dialect = decoder.dialect().name();
    eprintln!("{name:44} {dialect:14} {outcome} {:9} bytes: {decoded:.2} {checked:.2}", bytes.len());
    let dearer = DEARER.iter().find(|(what, _)| name.contains(what));
    let multiple = dearer.map_or(MULTIPLE, |(_, multiple)| *multiple);
    let constant = CONSTANT.min(bytes.len() / 6);
    let bound = bytes.len() as f64 * multiple + constant as f64;
    for peak in peaks {
        assert!(peak as f64 <= bound, "{name}, {dialect}: {peak} bytes of heap for {} bytes", bytes.len());
    }
    let [.., checked] = peaks;
    assert!(checked <= constant, "{name}, {dialect}: {checked} bytes of heap to check {} bytes", bytes.len());
}

/// The header of a type, where the dialect has it.
fn id(dialect: Dialect, kind: Kind) -> Option<u32> {
    dialect.id(kind).map(u32::from)
}

/// A container header, a count, and as many times the element as fit into `size` bytes.
fn filled(head: &[u32], element: &[u8], size: usize) -> Vec<u8> {
    let count = size / element.len();
    let mut bytes = words(head);
    bytes.extend((count as u32).to_le_bytes());
    bytes.extend(element.repeat(count));
    bytes
}

const EMPTY_PATH: u32 = 1 << 31;

/// Values that are much larger in memory than on the wire.
fn small_elements(dialect: Dialect) -> Vec<(&'static str, Vec<u8>)> {
    let mut elements = Vec::new();
    let mut add = |name, kind, rest: &[u32]| {
        if let Some(id) = id(dialect, kind) {
            elements.push((name, words(&[&[id], rest].concat())));
        }
    };
    let a = u32::from(b'a');
    add("nulls", Kind::Nil, &[]);
    add("bools", Kind::Bool, &[1]);
    add("empty strings", Kind::String, &[0]);
    add("strings of a character", Kind::String, &[1, a]);
    add("strings of 25 characters", Kind::String, &[&[25][..], &[a * 0x0101_0101; 6], &[a]].concat());
    add("names of a character", Kind::StringName, &[1, a]);
    add("empty arrays", Kind::Array, &[0]);
    add("empty dictionaries", Kind::Dictionary, &[0]);
    add("arrays of a null", Kind::Array, &[1, 0]);
    add("dictionaries of nulls", Kind::Dictionary, &[1, 0, 0]);
    add("empty paths", Kind::NodePath, &[EMPTY_PATH, 0, 0]);
    add("paths of an empty name", Kind::NodePath, &[EMPTY_PATH | 1, 0, 0, 0]);
    add("paths of an empty subname", Kind::NodePath, &[EMPTY_PATH, 1, 0, 0]);
    add("paths of a character and a property", Kind::NodePath, &[EMPTY_PATH | 1, 0, 2, 1, a, 0]);
    add("empty packed byte arrays", Kind::PackedByteArray, &[0]);
    add("packed byte arrays of a byte", Kind::PackedByteArray, &[1, 7]);
    add("empty packed string arrays", Kind::PackedStringArray, &[0]);
    add("packed string arrays of an empty string", Kind::PackedStringArray, &[1, 0]);
    add("bases", Kind::Basis, &[0; 9]);
    match dialect.table() {
        Table::Godot2 => {
            add("shared empty arrays", Kind::Array, &[1 << 31]);
            add("shared empty dictionaries", Kind::Dictionary, &[1 << 31]);
            add("shared arrays of a null", Kind::Array, &[1 << 31 | 1, 0]);
            add("images", Kind::Image, &[0; 5]);
            add("events", Kind::InputEvent, &[0, 0, 12]);
        }
        Table::Godot4 => {
            add("empty signals", Kind::Signal, &[0, 0, 0]);
            let mut flagged = |name, kind, flags: u32, rest: &[u32]| {
                if let Some(id) = id(dialect, kind) {
                    elements.push((name, words(&[&[id | flags << 16], rest].concat())));
                }
            };
            flagged("typed empty arrays", Kind::Array, 1, &[2, 0]);
            flagged("class-typed empty arrays", Kind::Array, 2, &[0, 0]);
            flagged("untyped arrays by way of Nil", Kind::Array, 1, &[0, 0]);
            flagged("key-typed empty dictionaries", Kind::Dictionary, 1, &[2, 0]);
            flagged("class-typed empty dictionaries", Kind::Dictionary, 0b1010, &[0, 0, 0]);
            flagged("double Vector2", Kind::Vector2, 1, &[0; 4]);
            flagged("double Rect2", Kind::Rect2, 1, &[0; 8]);
            flagged("double Vector3", Kind::Vector3, 1, &[0; 6]);
            flagged("double Vector4", Kind::Vector4, 1, &[0; 8]);
            flagged("double Projection", Kind::Projection, 1, &[0; 32]);
            flagged("double packed empty Vector2 arrays", Kind::PackedVector2Array, 1, &[0]);
            flagged("objects by id", Kind::Object, 1, &[7, 0]);
        }
        _ => add("packed empty Vector2 arrays", Kind::PackedVector2Array, &[0]),
    }
    if dialect.table() != Table::Godot2 {
        elements.push(("objects", words(&[id(dialect, Kind::Object).unwrap_or(0), 1, a, 0])));
        let object = &[id(dialect, Kind::Object).unwrap_or(0), 1, a, 1, 0, 0];
        elements.push(("objects with a property", words(object)));
    }
    elements
}

const SIZE: usize = 12 << 10;

#[test]
fn containers_of_small_values_need_a_fixed_multiple_of_the_bytes() {
    if !alone() {
        return;
    }
    for dialect in DIALECTS {
        let decoder = Decoder::new(dialect).allow_objects(true);
        let array = id(dialect, Kind::Array).expect("every engine has arrays");
        let dictionary = id(dialect, Kind::Dictionary).expect("and dictionaries");
        for (name, element) in small_elements(dialect) {
            assert_bounded(&format!("array of {name}"), decoder, &filled(&[array], &element, SIZE));
            let pair = [&element[..], &[0; 4]].concat();
            assert_bounded(&format!("dictionary by {name}"), decoder, &filled(&[dictionary], &pair, SIZE));
        }
        let strings = id(dialect, Kind::PackedStringArray).expect("and packed strings");
        assert_bounded("packed empty strings", decoder, &filled(&[strings], &[0; 4], SIZE));
        assert_bounded("packed strings of a character", decoder, &filled(&[strings], &words(&[2, 97]), SIZE));
        let path = id(dialect, Kind::NodePath).expect("and paths");
        let names = SIZE as u32 / 4;
        let mut bytes = words(&[path, EMPTY_PATH | (names / 2), names / 2, 0]);
        bytes.extend([0; 4].repeat(names as usize));
        assert_bounded("path of empty names", decoder, &bytes);
        if dialect.table() != Table::Godot2 {
            let object = id(dialect, Kind::Object).expect("and objects");
            assert_bounded("object of nulls", decoder, &filled(&[object, 1, 97], &[0; 8], SIZE));
        }
    }
}

/// Keys that have to be compared, some of them equal.
#[test]
fn dictionaries_with_many_keys_need_a_fixed_multiple_of_the_bytes() {
    if !alone() {
        return;
    }
    for dialect in DIALECTS {
        let decoder = Decoder::new(dialect).allow_objects(true);
        let head = id(dialect, Kind::Dictionary).expect("every engine has dictionaries");
        let entry = |key: &[u32]| words(&[key, &[0]].concat());
        let of = |entries: Vec<Vec<u8>>| [words(&[head, entries.len() as u32]), entries.concat()].concat();
        // Just past a power of two, where tables grow.
        let count = 4_100;
        let different = |n: u32| entry(&[2, n]);
        assert_bounded("dictionary by ints", decoder, &of((0..count).map(different).collect()));
        let twice = |n: u32| entry(&[2, n / 2]);
        assert_bounded("dictionary by ints, each twice", decoder, &of((0..count).map(twice).collect()));
        let late = |n: u32| if n < count / 4 { entry(&[2, n]) } else { entry(&[0]) };
        assert_bounded("dictionary by ints, then nulls", decoder, &of((0..count).map(late).collect()));
        let string = |n: u32| {
            entry(&[
                4,
                4,
                u32::from_le_bytes(format!("{n:04}").into_bytes().try_into().expect("four digits")),
            ])
        };
        assert_bounded("dictionary by strings", decoder, &of((0..count).map(string).collect()));
        let array = id(dialect, Kind::Array).expect("every engine has arrays");
        let arrays = |n: u32| entry(&[array, 1, 2, n]);
        assert_bounded("dictionary by arrays", decoder, &of((0..count).map(arrays).collect()));
    }
}

#[test]
fn four_mebibytes_of_nulls() {
    if !alone() {
        return;
    }
    let array = id(Dialect::GODOT_3, Kind::Array).expect("every engine has arrays");
    assert_bounded("array of nulls", Decoder::new(Dialect::GODOT_3), &filled(&[array], &[0; 4], 4 << 20));
}

/// Twelve bytes that announce gigabytes.
/// A check copies no text, neither that of a value nor the names and classes that it looks at.
#[test]
fn long_text_is_checked_in_place() {
    if !alone() {
        return;
    }
    let text = || Text::from("long text ".repeat(1 << 16));
    for dialect in DIALECTS {
        let mut values = vec![
            ("a long text", Variant::String(text())),
            ("a long key", Dictionary::from(vec![(Variant::String(text()), 1.into())]).into()),
        ];
        if dialect.table() != Table::Godot2 {
            values.push(("a long class", ObjectData { class: text(), properties: Vec::new() }.into()));
            let properties = vec![(text(), 1.into())];
            values.push(("a long name", ObjectData { class: "Node".into(), properties }.into()));
        }
        for (name, value) in values {
            let bytes = dialect.encode(&value).unwrap();
            assert_bounded(name, Decoder::new(dialect).allow_objects(true), &bytes);
        }
    }
}

#[test]
fn huge_counts_in_twelve_bytes() {
    if !alone() {
        return;
    }
    for &dialect in Dialect::ALL {
        for &kind in gamewire::godot::Kind::ALL {
            let Some(id) = id(dialect, kind) else { continue };
            for count in [0x7fff_ffff, 0x3fff_ffff, 0x1000_0000, u32::MAX] {
                for flags in 0..16 {
                    let bytes = words(&[id | flags << 16, count, count]);
                    let (peaks, _) =
                        peaks(Decoder::new(dialect).allow_objects(true).allow_trailing(true), &bytes);
                    assert!(peaks.into_iter().all(|peak| peak <= CONSTANT), "{dialect}, {kind}: {peaks:?}");
                }
            }
        }
        let array = id(dialect, Kind::Array).expect("every engine has arrays");
        let error = dialect.parse(&words(&[array, 0x7fff_ffff, 0])).unwrap_err();
        let missing = 0x7fff_ffff * 4 - 4;
        assert_eq!(error.kind(), &DecodeErrorKind::CountPastEnd { count: 0x7fff_ffff, missing });
        assert_eq!(error.offset(), 4);
    }
}

/// Each count alone could be true, all of them together cannot.
#[test]
fn nested_counts_add_up() {
    if !alone() {
        return;
    }
    for dialect in DIALECTS {
        let array = id(dialect, Kind::Array).expect("every engine has arrays");
        for claim in [0x7fff_ffff, 250_000] {
            let mut bytes = words(&[array, claim]).repeat(500);
            bytes.resize(1 << 20, 0);
            assert_bounded(&format!("500 nested arrays claiming {claim}"), Decoder::new(dialect), &bytes);
            let error = dialect.check(&bytes).unwrap_err();
            assert!(matches!(error.kind(), &DecodeErrorKind::CountPastEnd { .. }), "{error}");
        }
        // The count is the number of words, and the first element takes all of them.
        let packed = id(dialect, Kind::PackedByteArray).expect("and bytes");
        let size = 1 << 20;
        let mut bytes = words(&[array, size / 4, packed, size - 8]);
        bytes.resize(size as usize + 8, 0);
        assert_bounded("array whose first element takes all", Decoder::new(dialect), &bytes);
        assert!(dialect.check(&bytes).unwrap_err().is_incomplete());
    }
}

/// A hundred thousand levels end as an error at level 1025, on the stack that a thread has by default.
#[test]
fn endless_nesting_is_an_error() {
    if !alone() {
        return;
    }
    for dialect in DIALECTS {
        let array = id(dialect, Kind::Array).expect("every engine has arrays");
        let dictionary = id(dialect, Kind::Dictionary).expect("and dictionaries");
        let mut arrays = words(&[array, 1]).repeat(100_000);
        arrays.extend([0; 4]);
        let mut values = words(&[dictionary, 1, 0]).repeat(100_000);
        values.extend([0; 4]);
        // Keys in keys; the values come after them all.
        let mut keys = words(&[dictionary, 1]).repeat(100_000);
        keys.extend([0; 4].repeat(100_001));
        for bytes in [arrays, values, keys] {
            let read = move || {
                let decoder = Decoder::new(dialect);
                let error = decoder.parse(&bytes).unwrap_err();
                // Without optimization the limit of the stack comes first, at a level that differs from one way to the other. With
                // 32-bit addresses a level takes half as much, so that the limit of the depth may come first.
                if cfg!(debug_assertions) {
                    for error in [&error, &decoder.check(&bytes).unwrap_err()] {
                        let is_short = cfg!(target_pointer_width = "32") && error.kind().code() == "depth";
                        assert!(
                            is_short || matches!(error.kind(), DecodeErrorKind::StackLimit { .. }),
                            "{error}"
                        );
                    }
                    assert!(decoder.explain(&bytes).error().is_some());
                    return;
                }
                assert_eq!(error.kind(), &DecodeErrorKind::TooDeep { limit: 1024 });
                assert_eq!(decoder.parse(&bytes).unwrap_err(), error);
                assert_eq!(decoder.check(&bytes).unwrap_err(), error);
                assert_eq!(decoder.explain(&bytes).error(), Some(&error));
            };
            let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(read).expect("a thread");
            thread.join().expect("no panic");
        }
    }
}
