//! Compares what the pages of the book say about bytes with the engines' tables and with the codecs.

use std::fs;

use gamewire::godot::{Dialect, Kind, Variant};

use crate::book::root;
use crate::book::{COVER, pages};
use crate::dump_support::dump;
use crate::support::deep_protocol;
use crate::support::tsv::{odd, unhex, values};
use crate::support::{deep_decoder, with_stack};

/// Rustdoc shows no list of names with the constants that hold them, so that the page has them.
#[test]
fn the_names_of_metadata_are_those_of_the_lists() {
    use gamewire::minecraft::ids::{DIRECTIONS, POSES, VILLAGER_PROFESSIONS, VILLAGER_TYPES};
    let page = &pages("minecraft")["metadata"];
    for names in [DIRECTIONS, POSES, VILLAGER_TYPES, VILLAGER_PROFESSIONS] {
        let row = format!(" | {} | [`", names.join(", "));
        assert!(page.contains(&row), "no row with {row}");
    }
}

/// The exercises of the cover.
#[test]
fn the_answers_are_right() {
    let cover = &pages("godot")[COVER];
    let answers = cover.split_once("<summary>Answers</summary>").unwrap().1;
    let given: Vec<String> =
        answers.lines().map(|line| line.split_once("   ").unwrap_or((line, "")).0.to_owned()).collect();
    let array = Variant::from(vec![Variant::Nil, true.into()]);
    for (dialect, value) in [
        (Dialect::GODOT_3, "hp".into()),
        (Dialect::GODOT_4, array),
        (Dialect::GODOT_3, (-1).into()),
        (Dialect::GODOT_3, 3_000_000_000_i64.into()),
    ] {
        let bytes = dialect.encode(&value).unwrap();
        let right: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let found = given.iter().any(|line| line.split_whitespace().collect::<String>() == right);
        assert!(found, "{value:?} is {right}, among {given:#?}");
    }
}

/// Sentences on versions; the tables of ids are made from those of the code.
#[test]
fn the_pages_name_every_version_of_minecraft_and_its_last_ids() {
    use gamewire::minecraft::ids::{MetadataType, particle};
    use gamewire::minecraft::{Protocol, TypeRow};
    let page = &pages("minecraft")["versions"];
    let row = |name: &str| -> Vec<String> {
        let row = page.lines().find(|line| line.starts_with(&format!("| {name}"))).unwrap();
        row.split('|').map(|cell| cell.trim().replace("**", "")).collect()
    };
    let words = |expression: &str| {
        TypeRow::ALL.iter().find(|row| row.expression == expression).unwrap().versions.to_owned()
    };
    let last = |known: &dyn Fn(i32) -> bool| (0..).take_while(|id| known(*id)).last().unwrap();
    let heads = row("| 1.12.2");
    for protocol in Protocol::VERSIONS {
        let (first, newest) = (protocol.releases()[0].0, protocol.releases().last().unwrap().0);
        let head = if first == newest { first.to_owned() } else { format!("{first} to {newest}") };
        let column = heads.iter().position(|cell| *cell == head).unwrap();
        let numbers: Vec<_> = protocol.releases().iter().map(|(_, number)| number.to_string()).collect();
        assert_eq!(row("protocol numbers")[column], numbers.join(", "), "{protocol}");
        let metadata = last(&|id| MetadataType::from_wire(id, protocol).is_some());
        assert_eq!(row("[metadata]")[column], format!("0 to {metadata}"), "{protocol}");
        assert!(words("metadata").contains(&format!("0..{metadata}")), "{protocol}");
        let particles = last(&|id| particle(id, protocol).is_some());
        assert_eq!(row("[particles]")[column], format!("0 to {particles}"), "{protocol}");
        assert!(words("particle").contains(&format!("0..{particles}")), "{protocol}");
    }
}

/// The header word and the type that each value of a table begins with, as an engine wrote it.
fn headers(table: &str, dialect: Dialect) -> Vec<(Kind, u32)> {
    let rows = values(table);
    let header = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let words = rows.iter().map(|row| header(&row.bytes));
    words.map(|word| (dialect.kind(word.to_le_bytes()[0]).unwrap(), word)).collect()
}

/// The list of the types that use bit 16 is right: it is set in what a double-precision engine wrote, and in no other type.
#[test]
fn the_types_that_use_bit_16_are_listed() {
    let page = &pages("godot")["header"];
    let section = page.split_once("\n## Bit 16\n").unwrap().1.split_once("\n## ").unwrap().0;
    let row = |means: &str| {
        let line = section.lines().find(|line| line.contains(means)).unwrap();
        let cell = line.trim_start_matches("| ").split(" | ").next().unwrap();
        cell.split(", ").map(|name| name.parse().unwrap()).collect::<Vec<Kind>>()
    };
    let wide = row("each component takes 8 bytes");
    let others =
        [row("the number takes 8 bytes"), row("the id of the object"), row("element's"), row("key's")];
    let written = headers("godot4/values-4.6.3-double.tsv", Dialect::GODOT_4.double());
    for kind in &wide {
        let words: Vec<u32> = written.iter().filter(|(k, _)| k == kind).map(|(_, word)| *word).collect();
        assert!(!words.is_empty() && words.iter().all(|word| word >> 16 == 1), "{kind}");
    }
    let other = headers("godot4/values-4.6.3.tsv", Dialect::GODOT_4);
    for (kind, word) in written.iter().chain(&other) {
        let listed = wide.contains(kind) || others.concat().contains(kind);
        assert!(listed || word >> 16 == 0, "{kind} has flags and is not in the list");
    }
}

/// After n bytes of text or of an array, there are (−n mod 4) bytes of padding.
#[test]
fn padding_is_as_the_page_says() {
    let mut seen = 0;
    for file in
        ["text__string_with_padding", "packed__strings", "packed__bytes", "node_path__absolute_with_subnames"]
    {
        let shown = dump(&format!("godot4/canonical/{file}"));
        let rows: Vec<(usize, &str)> = shown
            .lines()
            .filter_map(|line| {
                Some((usize::from_str_radix(line.strip_prefix("0x")?.get(..4)?, 16).unwrap(), line))
            })
            .collect();
        for pair in rows.windows(2).filter(|pair| pair[0].1.contains("padding to a multiple of 4")) {
            let (start, end) = (pair[0].0, pair[1].0);
            assert!(end % 4 == 0 && end - start == start.wrapping_neg() % 4, "{file} at {start}");
            seen += 1;
        }
    }
    assert!(seen > 4);
}

/// The formula of the pages, for all exponents.
#[test]
fn floats_are_as_the_formula_says() {
    let value = |sign: bool, e: i32, f: f64, (last, bias, least): (i32, i32, i32)| {
        let size = match e {
            0 => f * 2_f64.powi(least),
            e if e == last && f == 0.0 => f64::INFINITY,
            e if e == last => f64::NAN,
            e => (1.0 + f) * 2_f64.powi(e - bias),
        };
        if sign { -size } else { size }
    };
    let same = |a: f64, b: f64| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    for exponent in 0..256_u32 {
        for fraction in [0, 1, 1 << 22, (1 << 23) - 1] {
            let float = f32::from_bits(exponent << 23 | fraction);
            let f = f64::from(fraction) / 2_f64.powi(23);
            assert!(
                same(value(false, exponent as i32, f, (255, 127, -126)), float.into()),
                "{exponent} {fraction}"
            );
        }
    }
    for exponent in [1, 2, 1022, 1023, 2046, 2047_u64] {
        let float = f64::from_bits(1 << 63 | exponent << 52 | 1 << 51);
        assert!(same(value(true, exponent as i32, 0.5, (2047, 1023, -1022)), float), "{exponent}");
    }
    for format in ["godot", "minecraft"] {
        let page = &pages(format)["reading"];
        for row in [
            "| 1 to 254 | ±(1 + f / 2²³) · 2ᵉ⁻¹²⁷ |",
            "| 0 | ±(f / 2²³) · 2⁻¹²⁶",
            "| 255 | ±infinity if f is 0",
        ] {
            assert!(page.contains(row), "{format}: {row}");
        }
    }
}

/// Tests which overlong encodings are rejected before Godot 4. An engine rejected `e0 80 80` and `f0 80 80
/// 80`, and read `e0 9f bf`.
#[test]
fn overlong_forms_are_refused_as_the_page_says() {
    let text = |bytes: &[u8]| {
        let mut block = vec![4, 0, 0, 0, u8::try_from(bytes.len()).unwrap(), 0, 0, 0];
        block.extend(bytes);
        block.resize(block.len().next_multiple_of(4), 0);
        Dialect::GODOT_3.parse(&block).is_ok()
    };
    for (length, lead) in [(3_u32, 0xe0), (4, 0xf0), (5, 0xf8), (6, 0xfc)] {
        for second in [0x80, 0x81, 0x9f] {
            for third in 0x80..0xc0 {
                let mut bytes = vec![lead, second, third];
                bytes.resize(length as usize, 0x80);
                let refused = second == 0x80 && u32::from(third) - 0x80 < 1 << (7 - length);
                assert_eq!(text(&bytes), !refused, "{bytes:x?}");
            }
        }
    }
    assert!(!text(&[0xe0, 0x80, 0x80]) && !text(&[0xf0, 0x80, 0x80, 0x80]) && text(&[0xe0, 0x9f, 0xbf]));
}

/// The rows of the table of equal keys that engines were asked about: how many pairs remain.
#[test]
fn equal_keys_are_one_as_the_page_says() {
    let godot4 = odd("godot4/malformed-4.6.3.tsv");
    let double = odd("godot4/malformed-4.6.3-double.tsv");
    let (old, newer) = (odd("godot2/malformed-2.1.tsv"), odd("godot2/malformed-2.1.5.tsv"));
    for (table, dialect, name, pairs) in [
        (&godot4, Dialect::GODOT_4, "dict/int_and_float_key", 2),
        (&godot4, Dialect::GODOT_4, "dict/int32_and_int64_same_key", 1),
        (&godot4, Dialect::GODOT_4, "dict/string_and_stringname_key", 1),
        (&godot4, Dialect::GODOT_4, "dict/zero_and_minus_zero_keys", 1),
        (&godot4, Dialect::GODOT_4, "dict/duplicate_keys", 2),
        (&double, Dialect::GODOT_4.double(), "f64mixed/dict_key_nan_payloads", 1),
        (&double, Dialect::GODOT_4.double(), "f64mixed/dict_key_same_in_f32", 2),
        (&newer, Dialect::GODOT_2_1_5, "dict/zero_keys", 1),
        (&old, Dialect::GODOT_2, "dict/zero_keys", 2),
    ] {
        let row = table.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("no row {name}"));
        let engine = row.dump.as_ref().unwrap()["Dictionary"].as_array().unwrap().len();
        assert_eq!(engine, pairs, "{name}");
        let Variant::Dictionary(ours) = dialect.parse(&row.bytes).unwrap() else { panic!("{name}") };
        assert_eq!(ours.len(), pairs, "{name}");
    }
}

/// The formulas of Position, over the table of other codecs; the order before 1.14 is from the specification.
#[test]
fn positions_are_as_the_formula_says() {
    let table = fs::read_to_string(root().join("tests/fixtures/minecraft/primitives.tsv")).unwrap();
    let mut seen = 0;
    for line in table.lines().filter(|line| line.starts_with("position\t")) {
        let columns: Vec<&str> = line.split('\t').collect();
        let value: serde_json::Value = serde_json::from_str(columns[1]).unwrap();
        let [x, y, z] = ["x", "y", "z"].map(|name| value[name].as_i64().unwrap());
        let v = i64::from_be_bytes(unhex(columns[2]).try_into().unwrap());
        assert_eq!((v >> 38, v << 26 >> 38, v << 52 >> 52), (x, z, y), "{line}");
        assert_eq!((x & 0x3ff_ffff) << 38 | (z & 0x3ff_ffff) << 12 | (y & 0xfff), v, "{line}");
        seen += 1;
    }
    assert!(seen > 3);
    let old = 0x0000_0040_0800_0003_i64;
    assert_eq!((old >> 38, old << 26 >> 52, old << 38 >> 38), (1, 2, 3));
    assert_eq!((1 & 0x3ff_ffff) << 38 | (2 & 0xfff) << 26 | (3 & 0x3ff_ffff), old);
    let page = &pages("minecraft")["places"];
    for line in [
        "write: v = (x & 0x3ffffff) << 38 | (z & 0x3ffffff) << 12 | (y & 0xfff)",
        "read:  x = v >> 38    z = v << 26 >> 38    y = v << 52 >> 52",
        "write: v = (x & 0x3ffffff) << 38 | (y & 0xfff) << 26 | (z & 0x3ffffff)",
        "read:  x = v >> 38    y = v << 26 >> 52    z = v << 38 >> 38",
    ] {
        assert!(page.contains(line), "{line}");
    }
}

/// A sentence of a page, on one line.
fn says(format: &str, page: &str, sentence: &str) {
    let text = &pages(format)[page];
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains(sentence), "{format}/{page} does not say: {sentence}");
}

/// The last level that is accepted, and the first that is not.
#[test]
fn levels_are_as_the_pages_say() {
    says("godot", "containers", "A value at level 1024 is accepted, a value at level 1025 is an error.");
    let arrays = |count: usize| {
        let mut bytes = [28, 0, 0, 0, 1, 0, 0, 0].repeat(count);
        bytes.extend([0; 4]);
        let decoder = deep_decoder(Dialect::GODOT_4);
        with_stack(|| decoder.check(&bytes).is_ok())
    };
    assert!(arrays(1024) && !arrays(1025));
    {
        says("minecraft", "nbt", "Level 512 is accepted, level 513 is an error.");
        let compounds = |count: usize| {
            let mut bytes = [10, 0, 0].repeat(count + 1);
            bytes.extend(vec![0; count + 1]);
            let protocol = deep_protocol(gamewire::minecraft::Protocol::V1_14);
            with_stack(|| protocol.check::<gamewire::minecraft::nbt::OptNbt>(&bytes).is_ok())
        };
        assert!(compounds(512) && !compounds(513));
    }
}

/// An input that ends before padding, or within it.
#[test]
fn missing_padding_is_as_the_pages_say() {
    says(
        "godot",
        "packed",
        "If nothing follows the array, the input may end before or within its padding. This also holds for an array that is the \
         last element of a container.",
    );
    let array = |generation: u8, padding: usize| {
        let id = if generation == 4 { 29 } else { 20 };
        [&[id, 0, 0, 0, 1, 0, 0, 0, 7][..], &[0; 3][..padding]].concat()
    };
    let text = |padding: usize| [&[4, 0, 0, 0, 1, 0, 0, 0, b'a'][..], &[0; 3][..padding]].concat();
    for padding in 0..=3 {
        assert!(Dialect::GODOT_4.parse(&array(4, padding)).is_ok());
        assert!(Dialect::GODOT_3.parse(&array(3, padding)).is_ok());
        assert_eq!(Dialect::GODOT_4.parse(&text(padding)).is_ok(), padding == 3);
        assert_eq!(Dialect::GODOT_3.parse(&text(padding)).is_ok(), padding == 3);
        assert!(Dialect::GODOT_2.parse(&text(padding)).is_ok());
    }
}

/// A class name without a character is a null object; a declared type is a word without flags; a negative count of texts
/// is none.
#[test]
fn words_and_counts_are_as_the_pages_say() {
    use gamewire::godot::{Decoder, Object};
    says("godot", "containers", "| 1 | a builtin type | its id, a word of 4 bytes without flags |");
    says(
        "godot",
        "packed",
        "A negative count is an error, except that a PackedStringArray with a negative count is read as an empty one.",
    );
    says(
        "godot",
        "text",
        "If the input is too short for the number of names or subnames, that number is an error.",
    );
    let decoder = Decoder::new(Dialect::GODOT_4).allow_objects(true);
    for name in [&[0, 0, 0, 0][..], &[1, 0, 0, 0, 0, 0, 0, 0], &[3, 0, 0, 0, 0xef, 0xbb, 0xbf, 0]] {
        let bytes = [&[24, 0, 0, 0], name].concat();
        assert_eq!(decoder.parse(&bytes).unwrap(), Variant::Object(Object::Null), "{bytes:?}");
    }
    let typed = |id: [u8; 4]| [&[28, 0, 1, 0], &id[..], &[0; 4]].concat();
    assert!(Dialect::GODOT_4.parse(&typed([2, 0, 0, 0])).is_ok());
    assert!(Dialect::GODOT_4.parse(&typed([2, 0, 1, 0])).is_err());
    let counted = |id: u8| [id, 0, 0, 0, 0xff, 0xff, 0xff, 0xff];
    assert_eq!(Dialect::GODOT_4.parse(&counted(34)).unwrap(), Variant::PackedStringArray(Vec::new()));
    assert!((29..=38).filter(|id| *id != 34).all(|id| Dialect::GODOT_4.parse(&counted(id)).is_err()));
    let path = |names: u8, subnames: u8| [22, 0, 0, 0, names, 0, 0, 0x80, subnames, 0, 0, 0, 0, 0, 0, 0];
    assert!(Dialect::GODOT_4.parse(&path(0, 0)).is_ok());
    assert!(Dialect::GODOT_4.parse(&path(1, 0)).is_err() && Dialect::GODOT_4.parse(&path(0, 1)).is_err());
}

/// The tables of the places of errors and of the least sizes. Engines report no offsets: they refuse all of these inputs, as
/// the tables of refused inputs show for each kind.
#[test]
fn errors_are_where_the_page_says() {
    use gamewire::godot::Decoder;
    says("godot", "reading", "length n of a text too great if n > 0 and n + owed > rest");
    let offset = |hex: &str| {
        let bytes = unhex(hex);
        let decoder = Decoder::new(Dialect::GODOT_4).allow_objects(true);
        let error = decoder.check(&bytes).expect_err(hex);
        assert!(decoder.parse(&bytes) == Err(error.clone()), "{hex}");
        error.offset()
    };
    for (hex, at) in [
        // Within a number, a component, a header.
        ("02000000 ffff", 4),
        ("05000000 00000000 0000", 8),
        ("0b000000 00000000 00000000 00000000 00000000", 20),
        ("1c000000 02000000 02000000 05000000 0000", 16),
        // An unknown type.
        ("1c000000 01000000 63000000", 8),
        // Counts and lengths: negative; too great by themselves.
        ("1d000000 ffffffff", 4),
        ("1d000000 05000000 01020304", 4),
        ("18000000 01000000 61000000 01000000 00000000", 12),
        ("22000000 02000000 00000000", 4),
        // Too great only with what is owed: where the input ends.
        ("1c000000 02000000 04000000 04000000 61626364 00", 20),
        ("1c000000 02000000 1d000000 04000000 01020304", 20),
        ("1b000000 01000000 04000000 04000000 61626364", 20),
        ("22000000 02000000 04000000 61626300", 16),
        // The names of a NodePath, the subnames, a name.
        ("16000000 02000080 00000000 00000000 00000000", 4),
        ("16000000 01000080 01000000 00000000 00000000", 20),
        ("16000000 01000080 01000000 00000000 04000000 61626364", 24),
        ("16000000 01000080 00000000 00000000 05000000", 16),
        ("16000000 01000000 61000000", 4),
        // Declared type, text, padding, what follows the value.
        ("1c000100 63000000 00000000", 4),
        ("04000000 03000000 61ff6200", 8),
        ("16000000 01000080 00000000 00000000 03000000 61ff6200", 20),
        ("04000000 01000000 61 00", 9),
        ("00000000 00", 4),
    ] {
        assert_eq!(offset(hex), at, "{hex}");
    }
    let object = [28, 0, 0, 0, 1, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(Dialect::GODOT_4.parse(&object).unwrap_err().offset(), 8);
    // A length of 0 is never too great: the element after it is missing.
    assert_eq!(offset("1c000000 02000000 04000000 00000000"), 16);
}

/// Tests how many of two equal keys with a NaN remain. Godot 3.2.3, 3.6.2 and 4.6.3 were asked with these
/// bytes.
#[test]
fn keys_with_nan_are_as_the_page_says() {
    says(
        "godot",
        "containers",
        "| two Dictionaries that are keys, with the same vector, matrix, color, or packed array of them as a value, in which a component is NaN | Godot 4: yes; before Godot 4: no |",
    );
    says(
        "godot",
        "containers",
        "in which a component is NaN | yes; in Godot 2 only if it is a packed array |",
    );
    let nan: &[u8] = &[0, 0, 0xc0, 0x7f];
    let word = |number: u8| [number, 0, 0, 0];
    let pairs = |dialect: Dialect, key: &[u8]| {
        let id = dialect.id(Kind::Dictionary).unwrap();
        let entry = [key, &word(2), &word(0)].concat();
        let bytes = [&word(id)[..], &word(2), &entry, &entry].concat();
        match dialect.parse(&bytes) {
            Ok(Variant::Dictionary(pairs)) => pairs.len(),
            other => panic!("{other:?}"),
        }
    };
    let float = [&word(3)[..], nan].concat();
    let vector = [&word(5)[..], nan, &word(0)].concat();
    for (dialect, in_array, in_value) in [(Dialect::GODOT_3, 1, 2), (Dialect::GODOT_4, 2, 2)] {
        let [array, dictionary] = [Kind::Array, Kind::Dictionary].map(|kind| word(dialect.id(kind).unwrap()));
        let list = |element: &[u8]| [&array[..], &word(1), element].concat();
        let map = |value: &[u8]| [&dictionary[..], &word(1), &word(2), &word(1), value].concat();
        assert_eq!(pairs(dialect, &float), 1);
        assert_eq!(pairs(dialect, &vector), 1);
        assert_eq!(pairs(dialect, &list(&float)), in_array);
        assert_eq!(pairs(dialect, &list(&vector)), 1);
        assert_eq!(pairs(dialect, &list(&list(&vector))), 1);
        assert_eq!(pairs(dialect, &map(&float)), in_value);
        assert_eq!(pairs(dialect, &map(&vector)), if dialect == Dialect::GODOT_4 { 1 } else { 2 });
    }
    let array = word(Dialect::GODOT_2.id(Kind::Array).unwrap());
    for key in [&float, &vector, &[&array[..], &word(1), &vector].concat()] {
        assert_eq!(pairs(Dialect::GODOT_2, key), 2, "{key:?}");
    }
}

/// The sizes of the table of types, against what engines of both precisions wrote.
#[test]
fn payloads_are_as_long_as_the_table_says() {
    let cover = &pages("godot")[COVER];
    let single = values("godot4/values-4.6.3.tsv");
    let double = values("godot4/values-4.6.3-double.tsv");
    let mut compared = 0;
    for &kind in Kind::ALL {
        let row = cover.lines().find(|row| row.starts_with(&format!("| [`{kind}`]["))).unwrap();
        let [_, _, _, _, one, two, _] = row.split(" | ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        for (cell, rows, dialect) in [
            (one, &single, Dialect::GODOT_4),
            (if two == "–" { one } else { two }, &double, Dialect::GODOT_4.double()),
        ] {
            let written = rows.iter().filter(|row| dialect.kind(row.bytes[0]) == Some(kind));
            for row in written {
                let payload = row.bytes.len() - 4;
                let count =
                    || usize::try_from(u32::from_le_bytes(row.bytes[4..8].try_into().unwrap())).unwrap();
                let expected = match cell.split_once(" + ") {
                    None => cell.parse().ok(),
                    Some((head, "n + p")) => {
                        Some(head.parse::<usize>().unwrap() + count().next_multiple_of(4))
                    }
                    Some((head, each)) => {
                        let each: usize = each.trim_end_matches('n').parse().unwrap();
                        Some(head.parse::<usize>().unwrap() + each * count())
                    }
                };
                // The others are ranges, or depend on more than a count.
                let Some(expected) = expected else { continue };
                assert_eq!(payload, expected, "{kind} {}", row.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

/// Tests which of several errors is reported.
#[test]
fn errors_are_in_the_order_of_the_page() {
    says(
        "godot",
        "reading",
        "the length is there; not negative; not too great; the text is valid; the padding is there",
    );
    says(
        "godot",
        "packed",
        "The padding of the last text must be present even at the end of the input, while the padding of a PackedByteArray may be \
         missing there.",
    );
    for (hex, words) in [
        // Text that is not valid, without its padding; a level too deep, of an unknown type; an unknown declared type, and no count.
        ("04000000 03000000 61ff62", "UTF-8"),
        ("1c000100 63000000 01", "element type id 99"),
        ("22000000 01000000 03000000 ff6100", "UTF-8"),
        ("22000000 01000000 02000000 6100", "2 bytes are needed"),
        ("16000000 01000000 ff", "old text form"),
        ("00000000 63000000", "follow the value"),
    ] {
        let error = Dialect::GODOT_4.parse(&unhex(hex)).unwrap_err().to_string();
        assert!(error.contains(words), "{hex}: {error}");
    }
    let deep = [[28, 0, 0, 0, 1, 0, 0, 0].repeat(1025), vec![99, 0, 0, 0]].concat();
    let decoder = deep_decoder(Dialect::GODOT_4);
    let error = with_stack(|| decoder.check(&deep).unwrap_err().to_string());
    assert!(error.contains("nested deeper"), "{error}");
}

/// Tests how many of two keys remain. Godot 3.2.3 and 4.6.3 were asked with these bytes.
#[test]
fn equal_keys_are_as_the_page_says() {
    use gamewire::godot::Decoder;
    says("godot", "containers", "| a null object and Nil | no: the types differ |");
    says(
        "godot",
        "containers",
        "| two arrays, typed and untyped or of different types | as if both were untyped |",
    );
    let path = "01000080 00000000 01000000 01000000 61000000";
    let relative = "01000080 00000000 00000000 01000000 61000000";
    let signal = |id: &str| format!("1a000000 01000000 61000000 {id}000000 00000000");
    let four = |kind: &str, payload: &str| format!("{kind}000000 {payload}");
    let id = |id: &str| format!("18000100 {id}000000 00000000");
    for (a, b, remain) in [
        (four("16", path), four("16", path), 1),
        (four("16", path), four("16", relative), 2),
        (four("16", relative), four("04", "01000000 61000000"), 2),
        (four("17", "05000000 00000000"), four("17", "05000000 00000000"), 1),
        (four("17", "05000000 00000000"), four("17", "06000000 00000000"), 2),
        (signal("05"), signal("05"), 1),
        (signal("05"), signal("06"), 2),
        (four("19", ""), four("19", ""), 1),
        (id("00"), four("00", ""), 2),
        (id("00"), four("18", "00000000"), 1),
        (id("05"), id("05"), 2),
        ("1c000100 02000000 00000000".into(), "1c000100 04000000 00000000".into(), 1),
        ("1c000100 02000000 00000000".into(), four("1c", "00000000"), 1),
        ("1b000500 04000000 02000000 00000000".into(), four("1b", "00000000"), 1),
        (four("1e", "01000000 07000000"), four("1f", "01000000 07000000 00000000"), 2),
        (four("1d", "01000000 07000000"), four("1c", "01000000 02000000 07000000"), 2),
        (four("22", "01000000 02000000 61000000"), four("22", "01000000 01000000 61000000"), 1),
    ] {
        let bytes = unhex(&format!("1b000000 02000000 {a} 00000000 {b} 00000000"));
        let value = Decoder::new(Dialect::GODOT_4).allow_objects(true).parse(&bytes).unwrap();
        let Variant::Dictionary(pairs) = value else { panic!("{value:?}") };
        assert_eq!(pairs.len(), remain, "{a} {b}");
    }
}

/// An empty property of a NodePath is a subname: 3.2.3, 3.6.2 and 4.6.3 read these bytes with one subname. A property of an
/// object may have an empty name.
#[test]
fn empty_properties_are_as_the_pages_say() {
    use gamewire::godot::{Decoder, Object};
    says("godot", "text", "the property becomes one more subname, even if it is empty.");
    says("godot", "references", "a string block with its name, which may be empty");
    for dialect in [Dialect::GODOT_3, Dialect::GODOT_4] {
        let id = dialect.id(Kind::NodePath).unwrap();
        let bytes =
            [&[id, 0, 0, 0, 1, 0, 0, 0x80, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, b'a'][..], &[0; 7]].concat();
        let Variant::NodePath(path) = dialect.parse(&bytes).unwrap() else { panic!() };
        assert_eq!((path.names.len(), path.subnames.len(), path.property.is_none()), (1, 1, true));
        let id = dialect.id(Kind::Object).unwrap();
        let bytes = [&[id, 0, 0, 0, 1, 0, 0, 0, b'a', 0, 0, 0, 1, 0, 0, 0][..], &[0; 8]].concat();
        let value = Decoder::new(dialect).allow_objects(true).parse(&bytes).unwrap();
        let Variant::Object(Object::Full(object)) = value else { panic!("{value:?}") };
        assert_eq!(object.properties, [("".into(), Variant::Nil)]);
    }
}

/// In Godot 3 header bit 16 does not choose the width of components, in `godot3-double` neither.
#[test]
fn bit_16_is_ignored_where_the_pages_say() {
    says(
        "godot",
        "packed",
        "All other packed arrays ignore the bit. Godot 3 ignores it in every packed array, also in [`godot3-double`]",
    );
    says("godot", "header", "Bit 16 of their headers is ignored and written 0.");
    let double = Dialect::GODOT_3.double();
    for kind in [
        Kind::Vector2,
        Kind::Rect2,
        Kind::Color,
        Kind::Basis,
        Kind::PackedVector2Array,
        Kind::PackedVector3Array,
        Kind::PackedColorArray,
        Kind::PackedFloat32Array,
    ] {
        let id = double.id(kind).unwrap();
        let is_array = kind.name().starts_with("Packed");
        let bytes = [&[id, 0, 0, 0][..], if is_array { &[1, 0, 0, 0] } else { &[] }].concat();
        let components = match kind {
            Kind::PackedFloat32Array => 1,
            Kind::Vector2 | Kind::PackedVector2Array => 2,
            Kind::PackedVector3Array => 3,
            Kind::Basis => 9,
            _ => 4,
        };
        let bytes = [bytes, 1.5_f64.to_le_bytes().repeat(components)].concat();
        let mut flagged = bytes.clone();
        flagged[2] = 1;
        let value = double.parse(&bytes).unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!(double.parse(&flagged).unwrap(), value);
        assert_eq!(double.encode(&value).unwrap(), bytes);
    }
}

/// The samples of the published page are on ours, and the codec reads and writes them.
#[test]
fn the_documented_numbers_are_on_the_page() {
    use gamewire::minecraft::{Protocol, TypeExpr};
    let page = &pages("minecraft")["numbers"];
    let rows = fs::read_to_string(root().join("tests/fixtures/minecraft/documented.tsv")).unwrap();
    let rows: Vec<&str> = rows.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 20);
    for row in rows {
        let [kind, value, hex] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let number = value.trim_matches('"');
        let digits: Vec<&str> = hex.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).unwrap()).collect();
        let (heading, row) = (
            format!("## Var{}", &kind[3..4].to_uppercase()),
            format!("| {number} | `{}` |", digits.join(" ")),
        );
        assert!(page.split_once(&heading).unwrap().1.contains(&row), "{row}");
        let expr: TypeExpr = kind.parse().unwrap();
        let bytes = unhex(hex);
        let read = expr.parse(Protocol::V1_14, &bytes).unwrap();
        assert_eq!(expr.encode(Protocol::V1_14, &read).unwrap(), bytes, "{row}");
        assert_eq!(gamewire::minecraft::json::to_string(&expr, Protocol::V1_14, &read), value);
    }
}

/// Each bit of a Position changes the coordinate that the picture names.
#[test]
fn the_bits_of_a_position_are_as_in_the_picture() {
    use gamewire::minecraft::{Position, Protocol, TypeExpr, Value};
    let page = &pages("minecraft")["places"];
    for (version, protocol) in [("1.14  ", Protocol::V1_14), ("1.13.2", Protocol::V1_13)] {
        let line = page.lines().find(|line| line.starts_with(&format!("{version}    "))).unwrap();
        let letters: String = line[6..].split_whitespace().collect();
        assert_eq!(letters.len(), 64, "{line}");
        for (at, letter) in letters.chars().enumerate() {
            let bytes = (1_u64 << (63 - at)).to_be_bytes();
            let value = TypeExpr::Position.parse(protocol, &bytes).unwrap();
            let Value::Position(Position { x, y, z }) = value else { panic!("{value:?}") };
            let changed = [('x', x), ('y', y), ('z', z)].map(|(name, value)| (name, value != 0));
            assert_eq!(changed, ['x', 'y', 'z'].map(|name| (name, name == letter)), "{version} {at}");
        }
    }
}

/// The places of errors in Minecraft's types; `reject_offsets.tsv` has more of them.
#[test]
fn errors_of_minecraft_are_where_the_page_says() {
    use gamewire::minecraft::{Protocol, TypeExpr};
    says(
        "minecraft",
        "reading",
        "| text is not valid, or a character is not allowed | the first byte of the invalid character, also in NBT |",
    );
    for (expression, hex, at) in [
        ("array(varint,i32)", "010000", 0),
        ("struct(a:i32,b:i32)", "0000000000", 4),
        ("string(5)", "036180ff", 2),
        ("identifier", "0f6d696e6563726166743a53746f6e65", 11),
        ("array(varint,string(5))", "02026162", 1),
        ("bool", "0101", 1),
        ("nbt", "0a00000d000161", 3),
        ("nbt", "0a000008000161000361c341", 10),
        // The inner list owes nothing, the outer one another list: 5 bytes, of which one is there.
        ("nbt", "0a00000900016109000000020900000001010000000000", 23),
    ] {
        let expr: TypeExpr = expression.parse().unwrap();
        assert_eq!(expr.check(Protocol::V1_14, &unhex(hex)).unwrap_err().offset(), at, "{expression} {hex}");
    }
    let deep = |level: &[u8]| [&[10, 0, 0][..], &level.repeat(600)].concat();
    let protocol = deep_protocol(Protocol::V1_14);
    let offset = |bytes: &[u8]| with_stack(|| TypeExpr::Nbt.parse(protocol, bytes).unwrap_err().offset());
    assert_eq!(offset(&deep(&[10, 0, 0])), 3 + 512 * 3);
    // The first list is at level 1, its element at 7 + 5 bytes.
    let lists = [&[10, 0, 0, 9, 0, 0][..], &[9, 0, 0, 0, 1].repeat(600)].concat();
    assert_eq!(offset(&lists), 6 + 512 * 5);
}

/// The numbers of the pages on the Bedrock edition and on regions, against the bytes of other codecs.
#[test]
fn the_forms_of_bedrock_are_as_the_page_says() {
    use gamewire::minecraft::nbt::{Nbt, TagId, nbt};
    use gamewire::minecraft::{NbtForm, Protocol};
    says(
        "minecraft",
        "bedrock",
        "300 becomes 600, which is written as `d8 04`. −1 becomes 1, which is written as `01`.",
    );
    let network =
        |number: i32| Protocol::BEDROCK_NETWORK.encode(&Nbt::unnamed(nbt!({ "": number }))).unwrap();
    for (number, zigzag) in [(0, 0_u64), (-1, 1), (1, 2), (-2, 3), (300, 600), (i32::MIN, (1 << 32) - 1)] {
        let number = i64::from(number);
        let u = if number >= 0 { 2 * number } else { -2 * number - 1 };
        assert_eq!(u64::try_from(u).unwrap(), zigzag);
        let mut varint = Vec::new();
        let mut left = zigzag;
        while left > 0x7f {
            varint.push(left as u8 & 0x7f | 0x80);
            left >>= 7;
        }
        varint.push(left as u8);
        assert_eq!(network(i32::try_from(number).unwrap())[4..][..varint.len()], varint);
    }
    assert_eq!(network(300)[4..6], [0xd8, 4]);
    says(
        "minecraft",
        "bedrock",
        "In packets, it is 1 byte for Int, Long, String and the three arrays, and 2 bytes for a List",
    );
    for &id in TagId::ALL {
        let least = match id.name() {
            "Int" | "Long" | "String" | "Byte_Array" | "Int_Array" | "Long_Array" => 1,
            "List" => 2,
            _ => id.min_payload(),
        };
        assert_eq!(id.min_payload_in(NbtForm::VarInt), least, "{id:?}");
        assert_eq!(id.min_payload_in(NbtForm::LittleEndian), id.min_payload(), "{id:?}");
    }
    // The formula of the region's tables, over the file that another codec wrote: chunk 3, 7 is there.
    says(
        "minecraft",
        "region",
        "The location and the time of a chunk are at 4 · (x mod 32 + 32 · (z mod 32)) in their tables.",
    );
    let file = fs::read(root().join("tests/fixtures/minecraft/region/r.0.0.mca")).unwrap();
    let at = 4 * (3 + 32 * 7);
    assert_eq!(file[at..at + 4], [0, 0, 2, 1]);
    let chunk = &file[2 * 4096..];
    assert_eq!((&chunk[..4], chunk[4], &chunk[5..7]), (&[0, 0, 0, 98][..], 2, &[0x78, 0x9c][..]));
}

/// Godot 4.6.3 wrote these 12 bytes for the 8 that it read.
#[test]
fn a_short_nan_is_widened_as_the_page_says() {
    says("godot", "numbers", "`01 00 a0 7f` becomes `00 00 00 20 00 00 fc 7f`.");
    for (short, long) in [
        ([1, 0, 0xa0, 0x7f], [0, 0, 0, 0x20, 0, 0, 0xfc, 0x7f]),
        ([1, 0, 0x80, 0xff], [0, 0, 0, 0x20, 0, 0, 0xf8, 0xff]),
    ] {
        let bytes = [&[3, 0, 0, 0][..], &short].concat();
        let value = Dialect::GODOT_4.parse(&bytes).unwrap();
        assert_eq!(Dialect::GODOT_4.encode(&value).unwrap(), [&[3, 0, 1, 0][..], &long].concat());
    }
}
