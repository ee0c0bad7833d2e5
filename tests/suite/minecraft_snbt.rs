//! NBT as text: the text of other codecs, the rules of the game, and round trips.
#![cfg(feature = "minecraft")]

use crate::support::tsv::unhex;
use gamewire::minecraft::nbt::{Compound, JavaStr, List, Numbers, Tag, nbt};
use gamewire::minecraft::parse_nbt;

fn parsed(text: &str) -> Tag<'static> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> (usize, String) {
    let error = text.parse::<Tag<'static>>().unwrap_err();
    (error.offset(), error.to_string())
}

#[test]
fn bytes_of_other_codecs_are_read() {
    let rows = include_str!("../fixtures/minecraft/snbt.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let mut columns = row.split('\t');
        let (_, hex, text) = (columns.next(), columns.next().unwrap(), columns.next().unwrap());
        let bytes = unhex(hex);
        let root = parse_nbt(&bytes).unwrap().unwrap().root;
        assert_eq!(parsed(text), root, "{text}");
        assert_eq!(parsed(&root.to_string()), root);
        count += 1;
    }
    assert!(count >= 12, "{count}");
}

/// The text of another codec of FTB's form, and the same root as bytes of a third one.
#[test]
fn line_ends_separate_as_in_files_of_ftb_quests() {
    let text = include_str!("../fixtures/minecraft/ftb/quest.snbt");
    let root = parse_nbt(include_bytes!("../fixtures/minecraft/ftb/quest.nbt")).unwrap().unwrap().root;
    assert_eq!(parsed(text), root);
    assert_eq!(parsed(&text.replace('\n', "\r\n")), root);
    assert_eq!(parsed(&format!("{root:#}")), root);
}

/// The rules of FTB's parser: a line is a comment if it begins so, text in quotes is none, a comma may be there as well.
#[test]
fn comments_and_line_ends_are_read_in_brackets_only() {
    for (text, tag) in [
        (
            "# Client\n# settings\n\n{\n\t# Default: 5\n\tsize: 5\n\n\t// new\n\tb: true\n}",
            nbt!({ "size": 5, "b": true }).into(),
        ),
        ("//\n[\n#\n1\n#2\n]", nbt!([1]).into()),
        ("{a:1\nb:2,\nc:3\n,d:4,}", nbt!({ "a": 1, "b": 2, "c": 3, "d": 4 }).into()),
        ("{a:'x\n#y\n//'\n}", nbt!({ "a": "x\n#y\n//" }).into()),
        ("{größe: 1\n'原文': 2}", nbt!({ "größe": 1, "原文": 2 }).into()),
        ("[B;\n1b\n2b\n]", nbt!([B; 1, 2]).into()),
        ("[\n]", List::End.into()),
    ] {
        assert_eq!(parsed(text), tag, "{text}");
    }
    for (text, offset, why) in [
        ("{a:1 b:2}", 5, "a comma or } is expected"),
        ("{a:1 #b\n}", 5, "a comma or } is expected"),
        ("[1\n,,2]", 4, "a value is expected"),
        ("[1\n2s]", 3, "a list holds one type: element 0 is Int, this is Short"),
        ("{ü:é}", 4, "a value is expected"),
        // Nothing of text without brackets is left out.
        ("#1\nstone", 0, "a value is expected"),
        ("stone\n#1", 6, "nothing is expected after the value"),
    ] {
        assert_eq!(refused(text).0, offset, "{text}");
        assert!(refused(text).1.ends_with(why), "{text}: {}", refused(text).1);
    }
}

#[test]
fn unquoted_words_are_read_as_by_the_game() {
    for (text, tag) in [
        ("1b", Tag::Byte(1)),
        ("-128B", Tag::Byte(-128)),
        ("+5s", Tag::Short(5)),
        ("2147483647", Tag::Int(i32::MAX)),
        ("9l", Tag::Long(9)),
        ("1f", Tag::Float(1.0)),
        ("1e3f", Tag::Float(1000.0)),
        (".5D", Tag::Double(0.5)),
        ("1.", Tag::Double(1.0)),
        ("-1.5e-2", Tag::Double(-0.015)),
        ("TRUE", Tag::Byte(1)),
        ("false", Tag::Byte(0)),
        // No number: too large, a zero in front, no point, no digit; so it is text.
        ("300b", "300b".into()),
        ("2147483648", "2147483648".into()),
        ("05", "05".into()),
        ("1e5", "1e5".into()),
        ("-", "-".into()),
        (".", ".".into()),
        ("d", "d".into()),
        ("Infinity", "Infinity".into()),
        ("'NaNd'", "NaNd".into()),
        ("Infinityd", f64::INFINITY.into()),
        ("-Infinityf", f32::NEG_INFINITY.into()),
        ("3.4028235e38f", f32::MAX.into()),
        ("1_000", "1_000".into()),
        ("'1b'", "1b".into()),
        (r#""a\"b\\c""#, "a\"b\\c".into()),
        (r#"'"\''"#, "\"'".into()),
        (r#""\n\x41\u00e9\U0001f600\s""#, "\nA\u{e9}\u{1f600} ".into()),
        (r#""\ud83d\ude00""#, "\u{1f600}".into()),
        (" [ 1 , 2 , ] ", nbt!([1, 2]).into()),
        ("{a:1,}", nbt!({ "a": 1 }).into()),
        ("[B;1,2b,true]", nbt!([B; 1, 2, 1]).into()),
        ("[L;1,2L]", nbt!([L; 1, 2]).into()),
        ("[I;]", nbt!([I;]).into()),
        ("[';']", nbt!([";"]).into()),
        ("[]", List::End.into()),
        ("{}", Compound::new().into()),
        ("{\"\":{' ':[[1],[2]]}}", nbt!({ "": { " ": [[1], [2]] } }).into()),
    ] {
        assert_eq!(parsed(text), tag, "{text}");
    }
}

#[test]
fn faults_have_their_place() {
    for (text, offset, why) in [
        ("", 0, "a value is expected"),
        ("[1,2", 4, "a comma or ] is expected"),
        ("{'é':1", 7, "a comma or } is expected"),
        ("{a 1}", 3, "a : is expected after the name of an entry"),
        ("{:1}", 1, "the name of an entry is expected"),
        ("{a:}", 3, "a value is expected"),
        ("[,]", 1, "a value is expected"),
        ("1 2", 2, "nothing is expected after the value"),
        ("[1}", 2, "a comma or ] is expected"),
        ("[1,'a']", 3, "a list holds one type: element 0 is Int, this is String"),
        ("[B;1,200]", 5, "200 does not fit a Byte_Array"),
        ("[I;1L]", 3, "an Int_Array cannot hold a Long"),
        ("[X;1]", 0, "an array is of B, I or L, not of X"),
        ("{a:'x}", 3, "this text has no closing quote"),
        (r#"["a\q"]"#, 3, "there is no such escape"),
    ] {
        let character = text[..offset].chars().count() + 1;
        assert_eq!(refused(text), (offset, format!("at character {character}: {why}")), "{text}");
    }
}

#[test]
fn text_is_the_game_s_own() {
    for (tag, text) in [
        (Tag::from(-1_i8), "-1b"),
        (7_i16.into(), "7s"),
        (7.into(), "7"),
        (7_i64.into(), "7L"),
        // As Java's Double.toString and Float.toString.
        (1.0.into(), "1.0d"),
        (0.1_f32.into(), "0.1f"),
        (100.0.into(), "100.0d"),
        (9_999_999.0.into(), "9999999.0d"),
        (1e7.into(), "1.0E7d"),
        (1.234_567_89e10.into(), "1.23456789E10d"),
        (0.001.into(), "0.001d"),
        (0.012_5.into(), "0.0125d"),
        (0.000_99.into(), "9.9E-4d"),
        (123.456.into(), "123.456d"),
        ((-0.0).into(), "-0.0d"),
        (f64::MAX.into(), "1.7976931348623157E308d"),
        (f64::from_bits(1).into(), "4.9E-324d"),
        (f32::MAX.into(), "3.4028235E38f"),
        (f32::from_bits(1).into(), "1.4E-45f"),
        (2e23.into(), "2.0E23d"),
        (f64::NAN.into(), "NaNd"),
        (f32::NEG_INFINITY.into(), "-Infinityf"),
        ("it's".into(), "\"it's\""),
        ("say \"hi\"".into(), "'say \"hi\"'"),
        ("'\"\\".into(), "\"'\\\"\\\\\""),
        ("a\n\u{1b}".into(), "\"a\\n\\x1B\""),
        (JavaStr::from_units(&[0xd83d]).into(), "\"\\ud83d\""),
        (Numbers::from([1_i8, -1]).into(), "[B;1B,-1B]"),
        (Numbers::from([1_i64]).into(), "[L;1L]"),
        (nbt!([1_i8, 2]).into(), "[1b,2b]"),
        (nbt!({ "a.b-c+d_1": 1, "a b": [I; 2], "": {} }).into(), "{a.b-c+d_1:1,\"a b\":[I;2],\"\":{}}"),
    ] {
        assert_eq!(tag.to_string(), text);
        if text.contains("NaN") {
            assert_eq!(parsed(text).to_string(), text);
        } else {
            assert_eq!(parsed(text), tag);
        }
    }
}

#[test]
fn depth_is_bounded_and_no_stack_is_needed() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let deepest = parsed(&nested(513));
    assert_eq!(deepest.to_string(), nested(513));
    assert_eq!(refused(&nested(514)), (513, "at character 514: values are nested too deeply".into()));
    assert_eq!(refused(&"{a:".repeat(1_000_000)).1, "at character 1540: values are nested too deeply");
}

#[test]
fn finite_numbers_do_not_become_infinite() {
    for (text, at, said) in [
        ("1e39f", 0, "at character 1: 1e39f is beyond the range of a 32-bit float"),
        ("{a:[-3.5e38f]}", 4, "at character 5: -3.5e38f is beyond the range of a 32-bit float"),
        ("1e309d", 0, "at character 1: 1e309d is beyond the range of a 64-bit float"),
        (".1e400d", 0, "at character 1: .1e400d is beyond the range of a 64-bit float"),
    ] {
        assert_eq!(refused(text), (at, said.into()), "{text}");
    }
}
