//! Checks NBT as text against the text of other codecs (`snbt.tsv`, a quest file), against the rules of the game, and by round
//! trips.

use crate::support::positions::exhaustive;
use crate::support::tsv::unhex;
use gamewire::minecraft::nbt::{Compound, JavaStr, List, Numbers, Tag, nbt};
use gamewire::minecraft::parse_nbt;
use gamewire::minecraft::snbt::{SnbtVersion, parse};

fn parsed(text: &str) -> Tag {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Reads text with the rules of versions up to 1.21.4.
fn older(text: &str) -> Tag {
    parse(text, SnbtVersion::V1_12).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The tag of a text that both versions read equally.
fn parsed_by_all(text: &str) -> Tag {
    let tag = parsed(text);
    assert_eq!(tag.to_string(), older(text).to_string(), "{text}");
    tag
}

fn refused(text: &str) -> (usize, String) {
    let error = text.parse::<Tag>().unwrap_err();
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
        assert_eq!(parsed_by_all(text), root, "{text}");
        assert_eq!(parsed_by_all(&root.to_string()), root);
        count += 1;
    }
    assert!(count >= 12, "{count}");
}

/// The text of another codec of FTB's form, and the same root as bytes of a third one.
#[test]
fn line_ends_separate_as_in_files_of_ftb_quests() {
    let text = include_str!("../fixtures/minecraft/ftb/quest.snbt");
    let root = parse_nbt(include_bytes!("../fixtures/minecraft/ftb/quest.nbt")).unwrap().unwrap().root;
    assert_eq!(parsed_by_all(text), root);
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
        ("{ü:é}", 4, "a value is expected"),
        // Text without brackets must be read to its end.
        ("#1\nstone", 0, "a value is expected"),
        ("stone\n#1", 6, "text follows the value"),
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
        ("d", "d".into()),
        ("Infinity", "Infinity".into()),
        ("'NaNd'", "NaNd".into()),
        ("Infinityd", f64::INFINITY.into()),
        ("-Infinityf", f32::NEG_INFINITY.into()),
        ("3.4028235e38f", f32::MAX.into()),
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
        // This is the form before 1.12.
        ("[0:\"a\",1:\"b\"]", nbt!(["a", "b"]).into()),
        ("{l:[0:{a:1}, 1 : {b:2}]}", nbt!({ "l": [{ "a": 1 }, { "b": 2 }] }).into()),
    ] {
        assert_eq!(parsed_by_all(text), tag, "{text}");
    }
}

/// No number: too large, a zero in front, no point, no digit; so it is text, and since 1.21.5 another number or an error.
#[test]
fn words_that_begin_as_numbers_are_read_by_the_version() {
    let uuid = nbt!([I; 0x069a_79f4, 0x44e9_4726, -1_514_210_135, 0x0e38_aaf5_i32]);
    for (text, was, is) in [
        ("300b", Some("300b".into()), Err("300b does not fit a Byte")),
        ("2147483648", Some("2147483648".into()), Err("2147483648 does not fit an Int")),
        ("05", Some("05".into()), Err("since 1.21.5, text that begins with a digit, +, - or . needs quotes")),
        ("-", Some("-".into()), Err("since 1.21.5, text that begins with a digit, +, - or . needs quotes")),
        (".", Some(".".into()), Err("since 1.21.5, text that begins with a digit, +, - or . needs quotes")),
        ("1e5", Some("1e5".into()), Ok(Tag::Double(1e5))),
        ("1_000", Some("1_000".into()), Ok(Tag::Int(1000))),
        ("1_0.5_0e1_0f", Some("1_0.5_0e1_0f".into()), Ok(Tag::Float(10.5e10))),
        ("1__0", Some("1__0".into()), Ok(Tag::Int(10))),
        ("1_", Some("1_".into()), Err("since 1.21.5, text that begins with a digit, +, - or . needs quotes")),
        ("0xff", Some("0xff".into()), Ok(Tag::Int(255))),
        ("0xFFFFFFFF", Some("0xFFFFFFFF".into()), Ok(Tag::Int(-1))),
        ("0x1_0000_0000", Some("0x1_0000_0000".into()), Err("0x1_0000_0000 does not fit an Int")),
        ("0xffb", Some("0xffb".into()), Ok(Tag::Int(0xffb))),
        ("0xffub", Some("0xffub".into()), Ok(Tag::Byte(-1))),
        ("0x7fsb", Some("0x7fsb".into()), Ok(Tag::Byte(127))),
        ("-0x80sB", Some("-0x80sB".into()), Ok(Tag::Byte(-128))),
        ("0b11", Some("0b11".into()), Ok(Tag::Int(3))),
        ("0b", Some(Tag::Byte(0)), Ok(Tag::Byte(0))),
        ("255ub", Some("255ub".into()), Ok(Tag::Byte(-1))),
        ("256ub", Some("256ub".into()), Err("256ub does not fit a Byte")),
        ("-1ub", Some("-1ub".into()), Err("-1ub is negative, but its suffix makes it unsigned")),
        ("-1sb", Some("-1sb".into()), Ok(Tag::Byte(-1))),
        ("1s", Some(Tag::Short(1)), Ok(Tag::Short(1))),
        ("5I", Some("5I".into()), Ok(Tag::Int(5))),
        ("18446744073709551615ul", Some("18446744073709551615ul".into()), Ok(Tag::Long(-1))),
        ("-9223372036854775808L", Some(Tag::Long(i64::MIN)), Ok(Tag::Long(i64::MIN))),
        (
            "9223372036854775808L",
            Some("9223372036854775808L".into()),
            Err("9223372036854775808L does not fit a Long"),
        ),
        (&"9".repeat(50), Some("9".repeat(50).into()), Err("does not fit an Int")),
        ("bool(1)", None, Ok(Tag::Byte(1))),
        ("bool ( bool( 0.0 ) )", None, Ok(Tag::Byte(0))),
        ("[bool(true),1b]", None, Ok(nbt!([1_i8, 1_i8]).into())),
        ("bool(x)", None, Err("bool takes a number, true or false")),
        ("uuid(\"069a79f4-44e9-4726-a5be-fca90e38aaf5\")", None, Ok(uuid.into())),
        ("uuid(1)", None, Err("uuid takes the text of a UUID")),
        ("foo(1)", None, Err("there is no operation foo; the operations are bool and uuid")),
        ("bool(1", None, Err("a ) is expected")),
        ("[1,\"x\"]", None, Ok(nbt!([{ "": 1 }, { "": "x" }]).into())),
        ("[1\n2s]", None, Ok(nbt!([{ "": 1 }, { "": 2_i16 }]).into())),
        // A compound is its own, unless it looks as one of these.
        ("[1,{a:2},{\"\":3}]", None, Ok(nbt!([{ "": 1 }, { "a": 2 }, { "": { "": 3 } }]).into())),
        ("[[1],[\"x\"]]", Some(nbt!([[1], ["x"]]).into()), Ok(nbt!([[1], ["x"]]).into())),
        ("[B;0xff,1_0]", None, Ok(nbt!([B; -1, 10]).into())),
        ("[I;0xffffffff,1b,2s]", None, Ok(nbt!([I; -1, 1, 2]).into())),
        ("[L;0xffffffffffffffff,1b,2s,3i]", None, Ok(nbt!([L; -1, 1, 2, 3]).into())),
        ("[B;256]", None, Err("256 does not fit a Byte_Array")),
        ("[B;0x100]", None, Err("0x100 does not fit a Byte_Array")),
        ("[0:1,2:1]", None, Err("this element must have the position 1")),
    ] {
        assert_eq!(parse(text, SnbtVersion::V1_12).ok(), was, "{text}");
        match (text.parse::<Tag>(), is) {
            (Ok(tag), Ok(is)) => assert_eq!(tag, is, "{text}"),
            (Err(error), Err(why)) => assert!(error.reason().ends_with(why), "{text}: {error}"),
            (read, is) => panic!("{text}: {read:?}, not {is:?}"),
        }
    }
    // Depth needs no stack here.
    assert!(
        format!("{}1", "bool(".repeat(if exhaustive() { 1_000_000 } else { 100_000 }))
            .parse::<Tag>()
            .is_err()
    );
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
        ("1 2", 2, "text follows the value"),
        ("[1}", 2, "a comma or ] is expected"),
        ("[B;1,200]", 5, "200 does not fit a Byte_Array"),
        ("[I;1L]", 3, "an Int_Array cannot hold a Long"),
        ("[X;1]", 0, "an array begins with B, I or L, not with X"),
        ("{a:'x}", 3, "this text has no closing quote"),
        (r#"["a\q"]"#, 3, "this escape does not exist"),
    ] {
        let character = text[..offset].chars().count() + 1;
        assert_eq!(refused(text), (offset, format!("at character {character}: {why}")), "{text}");
    }
}

#[test]
fn characters_have_the_names_of_java() {
    for line in include_str!("../fixtures/minecraft/names.tsv").lines().skip(1) {
        let (code, name) = line.split_once('\t').unwrap();
        // The game permits no other characters in a name.
        let permitted =
            name.chars().all(|character| character.is_ascii_alphanumeric() || " -".contains(character));
        let code = u32::from_str_radix(code, 16).ok().filter(|_| permitted);
        let expected = code.map(|code| match char::from_u32(code) {
            Some(character) => JavaStr::from(character.to_string()),
            None => JavaStr::from_units(&[u16::try_from(code).unwrap()]),
        });
        let read = format!(r"'\N{{{name}}}'").parse::<Tag>();
        assert_eq!(read.ok(), expected.map(Tag::from), "{name}");
    }
    assert_eq!("\"a\\N{Snowman}b\"".parse::<Tag>().unwrap(), Tag::from("a\u{2603}b"));
    for (text, why) in [
        (r"['\N{Snowmen}']", "no character has this name"),
        (r"['\N{Snowman']", "no character has this name"),
        (r"['\N{}']", "no character has this name"),
        (r"['\N']", "this escape does not exist"),
    ] {
        assert_eq!(refused(text), (2, format!("at character 3: {why}")), "{text}");
    }
}

#[test]
fn text_is_the_game_s_own() {
    for (tag, text) in [
        (Tag::from(-1_i8), "-1b"),
        (7_i16.into(), "7s"),
        (7.into(), "7"),
        (7_i64.into(), "7L"),
        // These are the results of Java's Double.toString and Float.toString.
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
        ("\u{202e}\u{2066}\u{7f}".into(), "\"\\u202e\\u2066\\u007f\""),
        (nbt!({ "\u{202e}": 1 }).into(), "{\"\\u202e\":1}"),
        (JavaStr::from_units(&[0xd83d]).into(), "\"\\ud83d\""),
        (Numbers::from([1_i8, -1]).into(), "[B;1B,-1B]"),
        (Numbers::from([1_i64]).into(), "[L;1L]"),
        (nbt!([1_i8, 2]).into(), "[1b,2b]"),
        (nbt!({ "a.b-c+d_1": 1, "a b": [I; 2], "": {} }).into(), "{a.b-c+d_1:1,\"a b\":[I;2],\"\":{}}"),
    ] {
        assert_eq!(tag.to_string(), text);
        if text.contains("NaN") {
            assert_eq!(parsed_by_all(text).to_string(), text);
        } else {
            assert_eq!(parsed_by_all(text), tag);
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
